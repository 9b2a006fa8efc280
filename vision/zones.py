"""Whose cards lie where: melds before their player, discards between two players, the stock."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boxes import Boxes
from vision.groups import Part, parts_of
from vision.table import Table
from vision.view import SeenCard

Array = NDArray[np.float64]

# Lengths are shares of the table's shorter side, from the middle of a player's edge.
MELDS_IN, MELDS_IN_SPREAD, MELDS_ASIDE = 0.13, 0.08, 0.09
OPENED_IN_SPREAD, OPENED_ASIDE = 0.05, 0.42  # an opened hand is a wide, even row …
ROW_SPREAD, ROW_BONUS, ROWS_WITHIN = 0.02, 4.0, 0.16  # … and maybe a second one further in
OPENED_BAND = 0.33, 0.42  # it lies at most this far in and aside …
OPENED_FROM = 17  # … with so many cards in melds; mid-game has fewer of them face up
LAID = 0.85, 0.3  # |cos| between a meld and its player's direction: at least, or (across) at most
MENZI = 7  # groups of a complete hand (RULES.md §3)
DISCARDS_IN, DISCARDS_IN_SPREAD = 0.38, 0.13
DISCARDS_ASIDE, DISCARDS_ASIDE_SPREAD = 0.2, 0.08  # toward the next player
STOCK_WITHIN, SHOWN_WITHIN = 0.14, 0.05  # of the table's middle: face down, face up
PILED = 0.55  # card widths: face-down cards nearer than this to their next one are a pile
BESIDE = 1.5  # card widths between the melds of a player
LEGAL_BONUS, PAIR_BONUS, STRAY_PRICE, LONE_PRICE, BACK_BONUS = 2.5, 1.0, -1.5, -3.0, 3.0
ACROSS_PRICE = -1.5  # melds mostly point to their player
NEIGHBOURS, KIN_BONUS = 0.5, 2.0  # how much the rest of a heap, and a meld beside, count


@dataclass(frozen=True)
class Places:
    """Zone and seat of every card, who would have discarded it, and whose hand lies open."""

    of_cards: list[tuple[str, int | None]]
    discarders: list[int]
    opened: int | None


@dataclass(frozen=True)
class Opened:
    """A hand laid open: whose, and how far in its row starts; inward (N,) of all cards."""

    seat: int
    row: float
    inward: Array


@dataclass(frozen=True)
class Odds:
    """Log-likelihoods (4,N) by seat: the card lies where this player's melds or discards do."""

    meld: Array
    discard: Array


def settle(cards: Sequence[SeenCard], boxes: Boxes, gap: Array, table: Table) -> Places:
    """Where every card lies; gap (N,N) card widths between every two cards."""
    places: list[tuple[str, int | None]] = [("other", None)] * len(cards)
    stock = _stock(cards, boxes, table)
    for i in np.flatnonzero(stock).tolist():
        places[i] = ("stock", None)
    parts = parts_of(cards, gap, np.flatnonzero(~stock).tolist())
    opened = _opened(parts, cards, boxes, table)
    odds = _odds(boxes, opened, table)
    for part, total, seat in _weigh(parts, cards, boxes, gap, odds, opened):
        if _piled([i for i in part.cards if not cards[i].up], boxes, len(part.cards)):
            place = ("other", seat)
        elif total > 0:
            place = ("showdown" if opened and seat == opened.seat else "meld", seat)
        else:
            place = ("discard", int(np.argmax(odds.discard[:, part.cards].mean(axis=1))))
        for i in part.cards:
            places[i] = place
    discarders = np.argmax(odds.discard, axis=0).tolist()
    return Places(places, discarders, opened.seat if opened else None)


def _stock(cards: Sequence[SeenCard], boxes: Boxes, table: Table) -> NDArray[np.bool_]:
    """(N,) which cards are of the pile in the middle; the 亮张 lies on it face up."""
    w, h = table.size_mm
    away = np.abs(boxes.centers - [w / 2, h / 2]).max(axis=1) / min(w, h)
    within = np.array([SHOWN_WITHIN if c.up else STOCK_WITHIN for c in cards])
    return np.asarray(away < within)


def from_seat(boxes: Boxes, seat: int, table: Table) -> tuple[Array, Array, Array]:
    """(N,) how far in from a player's edge, how far to his right, and |cos| to his direction."""
    w, h = table.size_mm
    x, y = boxes.centers.T
    inward = (h - y, w - x, y, x)[seat] / min(w, h)
    aside = (x - w / 2, h / 2 - y, w / 2 - x, y - h / 2)[seat] / min(w, h)
    return inward, aside, np.abs(boxes.axes[:, 1 - seat % 2])


def _opened(
    parts: list[Part], cards: Sequence[SeenCard], boxes: Boxes, table: Table
) -> Opened | None:
    """The whole hand that lies open, if any: enough cards in melds, all face up."""
    best, most = None, OPENED_FROM - 1
    for seat in table.seats:
        inward, aside, toward = from_seat(boxes, seat, table)
        inside = (inward < OPENED_BAND[0]) & (np.abs(aside) < OPENED_BAND[1])
        mine = [
            p.cards
            for p in parts
            if len(p.cards) > 1
            and inside[p.cards].mean() > 0.5
            and not LAID[1] < toward[p.cards].mean() < LAID[0]
        ]
        melds = [p.cards for p in parts if p.legal and p.cards in mine]
        shown = sum(len(m) for m in melds if all(cards[i].up for i in m))
        hidden = sum(any(not cards[i].up for i in m) for m in mine)  # 偎 and 提 of a mid-game
        if shown - 2 * hidden > most:
            row = float(np.median([inward[m].min() for m in melds]))
            best, most = Opened(seat, row, inward), shown - 2 * hidden
    return best


def _odds(boxes: Boxes, opened: Opened | None, table: Table) -> Odds:
    n = len(boxes.centers)
    meld, discard = np.full((4, n), -np.inf), np.full((4, n), -np.inf)
    for s in table.seats:
        inward, aside, toward = from_seat(boxes, s, table)
        if opened and s == opened.seat:
            beyond = np.abs(inward - opened.row - ROWS_WITHIN / 2) - ROWS_WITHIN / 2
            depth = np.maximum(beyond, 0) / OPENED_IN_SPREAD
            off = np.maximum(np.abs(aside) - OPENED_ASIDE, 0) / OPENED_IN_SPREAD
        else:
            depth, off = (inward - MELDS_IN) / MELDS_IN_SPREAD, aside / MELDS_ASIDE
        meld[s] = -(depth**2 + off**2) / 2 + np.where(toward > 0.7, 0, ACROSS_PRICE)
        depth = (inward - DISCARDS_IN) / DISCARDS_IN_SPREAD
        discard[s] = -(depth**2 + ((aside - DISCARDS_ASIDE) / DISCARDS_ASIDE_SPREAD) ** 2) / 2
    return Odds(meld, discard)


def _piled(down: list[int], boxes: Boxes, of: int) -> bool:
    """Whether a part of `of` cards is face down, one card on the other, as an unseen hand is."""
    if len(down) < max(of, 2):
        return False
    centers = boxes.centers[down]
    away = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    away += np.diag(np.full(len(down), np.inf))
    return bool(np.median(away.min(axis=1)) < PILED * np.median(boxes.widths[down]))


def _weigh(
    parts: list[Part],
    cards: Sequence[SeenCard],
    boxes: Boxes,
    gap: Array,
    odds: Odds,
    opened: Opened | None,
) -> list[tuple[Part, float, int]]:
    """Every part with the log-odds that it is a meld, and whose.

    It counts where the part lies, what it shows, and what lies around it.
    """
    heaps, open_to = np.array([p.heap for p in parts]), opened.seat if opened else None
    seats = [int(np.argmax(odds.meld[:, p.cards].mean(axis=1))) for p in parts]
    own = np.zeros(len(parts))
    for k, p in enumerate(parts):
        here = odds.meld[seats[k], p.cards].mean() - odds.discard[:, p.cards].mean(axis=1).max()
        back = BACK_BONUS * any(not cards[i].up for i in p.cards)
        if seats[k] == open_to and not any(cards[i].up for i in p.cards):
            back = -2 * BACK_BONUS  # a hand laid open shows at least one card of each meld
        lone = len(p.cards) == (heaps == p.heap).sum() == 1
        own[k] = here + back + (LONE_PRICE if lone else _sense(p, open_to == seats[k]))
        if opened and seats[k] == opened.seat and len(p.cards) > 1:
            away = (opened.inward[p.cards].min() - opened.row) / ROW_SPREAD
            own[k] += ROW_BONUS * np.exp(-(away**2) / 2)
    total = own + NEIGHBOURS * np.array([own[heaps == h].mean() for h in heaps])
    sure = [k for k in range(len(parts)) if total[k] > 0]
    for k, p in enumerate(parts):
        kin = [i for j in sure if j != k and seats[j] == seats[k] for i in parts[j].cards]
        if not kin:
            continue
        beside = gap[np.ix_(p.cards, kin)] < BESIDE
        alike = np.abs(boxes.axes[p.cards] @ boxes.axes[kin].T) > 0.9
        if (beside & alike).any():
            total[k] += KIN_BONUS
    row = sorted((k for k, s in enumerate(seats) if s == open_to), key=lambda k: -total[k])
    whole = [k for k in row if len(parts[k].cards) > 1][:MENZI]
    if len(whole) == MENZI:  # a complete hand: what else lies there is no part of it
        total[[k for k in row if k not in whole]] = -1
    return list(zip(parts, total.tolist(), seats, strict=True))


def _sense(part: Part, opened: bool) -> float:
    """Log-odds that a part is a meld, by what its cards show."""
    if part.legal:
        return LEGAL_BONUS if opened or len(part.cards) > 2 else PAIR_BONUS
    return 0.0 if part.partial and len(part.cards) == 2 else STRAY_PRICE

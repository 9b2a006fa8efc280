"""Whose cards lie where: melds before their player, discards between two players, the stock."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.boxes import Boxes, boxes_of, clusters, gaps
from vision.groups import kinds_if_incomplete, kinds_of, partition
from vision.table import Table
from vision.view import SeenCard, SeenGroup

Array = NDArray[np.float64]

# Lengths are shares of the table's shorter side, from the middle of a player's edge.
MELDS_IN, MELDS_IN_SPREAD, MELDS_ASIDE = 0.13, 0.08, 0.09
OPENED_IN_SPREAD, OPENED_ASIDE = 0.05, 0.32  # an opened hand is a wide, even row
OPENED_BAND = 0.3, 0.4  # it lies at most this far in and aside …
OPENED_FROM, OPENED_CORE = 16, 9  # … with so many grouped cards, so many of them in the middle
MENZI = 7  # groups of a complete hand (RULES.md §3)
DISCARDS_IN, DISCARDS_IN_SPREAD = 0.38, 0.13
DISCARDS_ASIDE, DISCARDS_ASIDE_SPREAD = 0.2, 0.08  # toward the next player
STOCK_WITHIN, SHOWN_WITHIN = 0.14, 0.05  # of the table's middle: face down, face up
PILED = 0.55  # card widths: face-down cards nearer than this to their next one are a pile
TOGETHER, BESIDE = 0.35, 1.5  # card widths between cards of one heap, between a player's melds
LEGAL_BONUS, PAIR_BONUS, STRAY_PRICE, LONE_PRICE, BACK_BONUS = 2.5, 1.0, -1.5, -4.0, 3.0
ACROSS_PRICE = -1.5  # melds mostly point to their player
NEIGHBOURS, KIN_BONUS = 0.5, 1.5  # how much the rest of a heap, and a meld beside, count


@dataclass(frozen=True)
class Part:
    """Cards that seem to belong together, and whether they make a meld."""

    cards: list[int]
    legal: bool
    heap: int


@dataclass(frozen=True)
class Odds:
    """Log-likelihoods (4,N) by seat: the card lies where this player's melds or discards do."""

    meld: Array
    discard: Array


def arrange(
    cards: Sequence[SeenCard], table: Table
) -> tuple[tuple[SeenCard, ...], tuple[SeenGroup, ...]]:
    """The cards with seat, zone and group, and the groups."""
    if not cards:
        return (), ()
    boxes = boxes_of(cards, table)
    gap = gaps(boxes) / float(np.median(boxes.widths))
    placed = [replace(c, zone="stock" if s else "other") for c, s in _stock(cards, boxes, table)]
    parts = _parts(placed, gap)
    opened = _opened(parts, cards, boxes, table)
    for part, zone, seat in _settle(parts, cards, boxes, gap, _odds(boxes, opened, table), opened):
        for i in part.cards:
            placed[i] = replace(placed[i], zone=zone, seat=seat)
    groups: list[SeenGroup] = []
    for seat in table.seats:
        mine = [
            i for i, c in enumerate(placed) if c.seat == seat and c.zone in ("meld", "showdown")
        ]
        aside = _from_seat(boxes, seat, table)[1][mine]
        sub = gap[np.ix_(mine, mine)]
        for members in partition([placed[i] for i in mine], sub, aside, seat == opened):
            if len(members) > 1:
                indices = tuple(mine[i] for i in members)
                groups.append(_group(len(groups), seat, indices, cards, seat == opened))
    for g in groups:
        for i in g.cards:
            placed[i] = replace(placed[i], group=g.id)
    return tuple(placed), tuple(groups)


def _group(
    number: int, seat: int, members: tuple[int, ...], cards: Sequence[SeenCard], opened: bool
) -> SeenGroup:
    faces = tuple(cards[i].face for i in members)
    kinds = kinds_of(faces, opened) or kinds_if_incomplete(faces)
    return SeenGroup(number, seat, kinds[0] if kinds else "chi", kinds, members)


def _stock(cards: Sequence[SeenCard], boxes: Boxes, table: Table) -> list[tuple[SeenCard, bool]]:
    """Every card, with whether it is of the pile in the middle; the 亮张 lies on it face up."""
    w, h = table.size_mm
    away = np.abs(boxes.centers - [w / 2, h / 2]).max(axis=1) / min(w, h)
    return [
        (c, bool(a < (SHOWN_WITHIN if c.up else STOCK_WITHIN)))
        for c, a in zip(cards, away, strict=True)
    ]


def _parts(cards: Sequence[SeenCard], gap: Array) -> list[Part]:
    """All cards but the stock, heap by heap, divided into likely melds and single cards."""
    free = [i for i, c in enumerate(cards) if c.zone != "stock"]
    parts = []
    for number, heap in enumerate(clusters(gap[np.ix_(free, free)] < TOGETHER)):
        heap = [free[i] for i in heap]
        mine = [cards[i] for i in heap]
        ranks = np.arange(len(heap), dtype=np.float64)
        for members in partition(mine, gap[np.ix_(heap, heap)], ranks, opened=True):
            legal = bool(kinds_of(tuple(mine[i].face for i in members)))
            parts.append(Part([heap[i] for i in members], legal, number))
    return parts


def _from_seat(boxes: Boxes, seat: int, table: Table) -> tuple[Array, Array, Array]:
    """(N,) how far in from a player's edge, how far to his right, and |cos| to his direction."""
    w, h = table.size_mm
    x, y = boxes.centers.T
    inward = (h - y, w - x, y, x)[seat] / min(w, h)
    aside = (x - w / 2, h / 2 - y, w / 2 - x, y - h / 2)[seat] / min(w, h)
    return inward, aside, np.abs(boxes.axes[:, 1 - seat % 2])


def _opened(parts: list[Part], cards: Sequence[SeenCard], boxes: Boxes, table: Table) -> int | None:
    """The seat before which a whole hand lies open, if any."""
    best, most = None, OPENED_FROM - 1
    for seat in table.seats:
        inward, aside, _ = _from_seat(boxes, seat, table)
        inside = (inward < OPENED_BAND[0]) & (np.abs(aside) < OPENED_BAND[1])
        core = inside & (np.abs(aside) < 2 * MELDS_ASIDE)
        grouped = [i for p in parts if p.legal for i in p.cards if cards[i].up]
        if core[grouped].sum() >= OPENED_CORE and inside[grouped].sum() > most:
            best, most = seat, int(inside[grouped].sum())
    return best


def _odds(boxes: Boxes, opened: int | None, table: Table) -> Odds:
    n = len(boxes.centers)
    meld, discard = np.full((4, n), -np.inf), np.full((4, n), -np.inf)
    for s in table.seats:
        inward, aside, toward = _from_seat(boxes, s, table)
        if s == opened:
            row = np.median(inward[(inward < OPENED_BAND[0]) & (np.abs(aside) < OPENED_BAND[1])])
            depth = (inward - row) / OPENED_IN_SPREAD
            off = np.maximum(np.abs(aside) - OPENED_ASIDE, 0) / OPENED_IN_SPREAD
        else:
            depth, off = (inward - MELDS_IN) / MELDS_IN_SPREAD, aside / MELDS_ASIDE
        meld[s] = -(depth**2 + off**2) / 2 + np.where(toward > 0.7, 0, ACROSS_PRICE)
        depth = (inward - DISCARDS_IN) / DISCARDS_IN_SPREAD
        discard[s] = -(depth**2 + ((aside - DISCARDS_ASIDE) / DISCARDS_ASIDE_SPREAD) ** 2) / 2
    return Odds(meld, discard)


def _sense(part: Part, heaps: Array, opened: bool) -> float:
    """Log-odds that a part is a meld, by its cards; a card that touches no other hardly is."""
    if part.legal:
        return LEGAL_BONUS if opened or len(part.cards) > 2 else PAIR_BONUS
    return LONE_PRICE if (heaps == part.heap).sum() == len(part.cards) == 1 else STRAY_PRICE


def _piled(members: list[int], boxes: Boxes) -> bool:
    """Whether cards lie on top of each other, as an unseen hand does."""
    centers = boxes.centers[members]
    away = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    away += np.diag(np.full(len(members), np.inf))
    return bool(np.median(away.min(axis=1)) < PILED * np.median(boxes.widths[members]))


def _settle(
    parts: list[Part],
    cards: Sequence[SeenCard],
    boxes: Boxes,
    gap: Array,
    odds: Odds,
    opened: int | None,
) -> list[tuple[Part, str, int]]:
    """Zone and seat of every part: where it lies, what it shows, what lies around it."""
    heaps = np.array([p.heap for p in parts], np.float64)
    melds = [odds.meld[:, p.cards].mean(axis=1) for p in parts]
    discards = [odds.discard[:, p.cards].mean(axis=1) for p in parts]
    seats = [int(np.argmax(m)) for m in melds]
    down = [sum(not cards[i].up for i in p.cards) for p in parts]
    own = np.array(
        [
            m.max() - d.max() + _sense(p, heaps, s == opened) + BACK_BONUS * bool(b)
            for p, m, d, b, s in zip(parts, melds, discards, down, seats, strict=True)
        ]
    )
    total = own + NEIGHBOURS * np.array([own[heaps == h].mean() for h in heaps])
    sure = [k for k in range(len(parts)) if total[k] > 0]
    for k, part in enumerate(parts):
        kin = [i for j in sure if j != k and seats[j] == seats[k] for i in parts[j].cards]
        if kin and part.legal and gap[np.ix_(part.cards, kin)].min() < BESIDE:
            total[k] += KIN_BONUS
    if opened is not None:
        row = sorted((k for k in range(len(parts)) if seats[k] == opened), key=lambda k: -total[k])
        whole = [k for k in row if len(parts[k].cards) > 1]
        if len(whole) >= MENZI:
            total[[k for k in row if k not in whole[:MENZI]]] = -1
    piled = [_piled(p.cards, boxes) for p in parts]
    settled = []
    for k, part in enumerate(parts):
        if down[k] == len(part.cards) and piled[k]:
            settled.append((part, "other", seats[k]))
        elif total[k] > 0:
            settled.append((part, "showdown" if seats[k] == opened else "meld", seats[k]))
        else:
            settled.append((part, "discard", int(np.argmax(discards[k]))))
    return settled

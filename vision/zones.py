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
OPENED_FROM, OPENED_CORE = 17, 10  # … with so many grouped cards, so many of them in the middle
MENZI = 7  # groups of a complete hand (RULES.md §3)
DISCARDS_IN, DISCARDS_ASIDE, DISCARDS_SPREAD = 0.35, 0.17, 0.09  # aside: toward the next player
STOCK_WITHIN = 0.14  # of the table's middle
HAND_FROM = 5  # more face-down cards in one heap are a player's hand
TOGETHER, BESIDE = 0.35, 1.5  # card widths between cards of one heap, between a player's melds
LEGAL_BONUS, STRAY_PRICE, BACK_BONUS = 2.0, -2.0, 3.0
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
    for part, zone, seat in _settle(parts, cards, gap, _odds(boxes, opened, table), opened):
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
    """Every card, with whether it is a face-down one in the middle of the table."""
    w, h = table.size_mm
    central = np.abs(boxes.centers - [w / 2, h / 2]).max(axis=1) < STOCK_WITHIN * min(w, h)
    return [(c, bool(m) and not c.up) for c, m in zip(cards, central, strict=True)]


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
        away = (inward - DISCARDS_IN) ** 2 + (aside - DISCARDS_ASIDE) ** 2
        discard[s] = -away / DISCARDS_SPREAD**2 / 2
    return Odds(meld, discard)


def _settle(
    parts: list[Part], cards: Sequence[SeenCard], gap: Array, odds: Odds, opened: int | None
) -> list[tuple[Part, str, int]]:
    """Zone and seat of every part: where it lies, what it shows, what lies around it."""
    melds = [odds.meld[:, p.cards].mean(axis=1) for p in parts]
    discards = [odds.discard[:, p.cards].mean(axis=1) for p in parts]
    seats = [int(np.argmax(m)) for m in melds]
    down = [sum(not cards[i].up for i in p.cards) for p in parts]
    own = np.array(
        [
            m.max() - d.max() + (LEGAL_BONUS if p.legal else STRAY_PRICE) + BACK_BONUS * bool(b)
            for p, m, d, b in zip(parts, melds, discards, down, strict=True)
        ]
    )
    heaps = np.array([p.heap for p in parts])
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
    hands = {
        h
        for h in heaps
        if sum(b for b, p in zip(down, parts, strict=True) if p.heap == h) >= HAND_FROM
    }
    settled = []
    for k, part in enumerate(parts):
        if down[k] == len(part.cards) and part.heap in hands:
            settled.append((part, "other", seats[k]))
        elif total[k] > 0:
            settled.append((part, "showdown" if seats[k] == opened else "meld", seats[k]))
        else:
            settled.append((part, "discard", int(np.argmax(discards[k]))))
    return settled

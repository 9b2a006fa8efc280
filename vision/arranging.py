"""What the cards of one picture are to the game: whose, where, and which of them make a meld."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.boxes import Array, boxes_of, looseness
from vision.groups import LINK, partition
from vision.melds import as_meld, kinds_if_incomplete, kinds_of
from vision.table import Table
from vision.view import SeenCard, SeenGroup
from vision.zones import from_seat, settle

IN_LINE = 0.97  # |cos| between two cards of one row


def arrange(
    cards: Sequence[SeenCard], table: Table
) -> tuple[tuple[SeenCard, ...], tuple[SeenGroup, ...]]:
    """The cards with seat, zone and group, and the groups; a meld may mend a doubtful face."""
    if not cards:
        return (), ()
    boxes = boxes_of(cards, table)
    gap = looseness(boxes)
    places = settle(cards, boxes, gap, table)
    placed = [
        replace(c, zone=zone, seat=seat)
        for c, (zone, seat) in zip(cards, places.of_cards, strict=True)
    ]
    if places.opened is not None:
        _keep_alike(placed, gap, np.abs(boxes.axes @ boxes.axes.T), places.opened)
    groups: list[SeenGroup] = []
    for seat in table.seats:
        mine = [i for i, c in enumerate(placed) if c.seat == seat and _laid(c)]
        aside = from_seat(boxes, seat, table)[1][mine]
        opened = seat == places.opened
        near = gap[np.ix_(mine, mine)]
        for part in partition([placed[i] for i in mine], near, aside, opened):
            members = tuple(mine[k] for k in part)
            if len(members) < 2:  # nobody lays down a single card before the end
                i = members[0]
                if not opened and placed[i].up:
                    placed[i] = replace(placed[i], zone="discard", seat=places.discarders[i])
                continue
            for i, card in zip(members, as_meld([placed[i] for i in members], opened), strict=True):
                placed[i] = replace(card, group=len(groups))
            groups.append(_group(len(groups), seat, members, placed, opened))
    return tuple(placed), tuple(groups)


def _keep_alike(placed: list[SeenCard], gap: Array, alike: Array, seat: int) -> None:
    """Give an opened hand the cards that lie in line with one of their face in it.

    Three of four that something else was thrown upon would make another, smaller hand.
    """
    near = (gap < LINK) & (alike > IN_LINE)
    mine = [i for i, c in enumerate(placed) if c.seat == seat and c.zone == "showdown" and c.up]
    for i in mine:  # grows: what is taken in may bring its own neighbour
        for j in np.flatnonzero(near[i]).tolist():
            if j not in mine and placed[j].face == placed[i].face:
                placed[j] = replace(placed[j], zone="showdown", seat=seat)
                mine.append(j)


def _laid(card: SeenCard) -> bool:
    return card.zone in ("meld", "showdown")


def _group(
    number: int, seat: int, members: tuple[int, ...], cards: Sequence[SeenCard], opened: bool
) -> SeenGroup:
    faces = tuple(cards[i].face for i in members)
    kinds = kinds_of(faces, opened) or kinds_if_incomplete(faces)
    return SeenGroup(number, seat, kinds[0] if kinds else "chi", kinds, members)

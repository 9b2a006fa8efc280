"""The tables of one played round: they grow as its record has it, then the winner opens his hand.

What lies on the table stays where it is from one moment to the next; cards are added, the stock
shrinks, a 偎 that becomes a 跑 is turned over. At the end the winner lays his melds anew, and the
losers may lay their hands down.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from engine.bots import hand_of
from engine.cards import Card
from engine.events import Turn
from engine.melds import Kind
from engine.round import apply, begin
from engine.simulate import Played
from engine.state import Holding, Lying, Round, Seat
from engine.state import Laid as Meld
from models.board import Board, lay_melds, unseen
from models.dealing import Laid
from models.laying import Rng, Size
from models.layout import Layout, Placed, PlacedGroup
from models.loose import lay_discards, lay_hand_down, lay_stock

TIDY = ("row", "stagger", "fan")  # how a winner lays his hand so that others can count it
MANY = 4  # melds of a loser, for which he needs more of his edge
HANDS_DOWN = 0.6  # how often a loser lays his hand down at the end

_Group = tuple[PlacedGroup, tuple[Placed, ...]]


@dataclass(frozen=True)
class _Ground:
    """Where the cards of a round lie in the end. melds: by seat of the table, in their order of
    laying; lying: by the event that brought the card; stock: the lowest card first.
    """

    melds: Mapping[int, Sequence[_Group]]
    lying: Mapping[int, Placed]
    stock: Sequence[Placed]


def moments(played: Played) -> tuple[Round, ...]:
    """The won round wherever more lies on the table than before, until the winning card comes.

    Nothing that lies there is taken up again.
    """
    round, most, found = begin(played.log[0], played.rules, played.hands), 0, list[Round]()
    brought = played.before.lying[-1].seq
    stay = set(played.before.lying[:-1])
    for event in played.log[1:]:
        if event.seq >= brought:
            break
        round = apply(round, event, lenient=True)
        size = len(round.lying) + sum(len(one.cards) for one in _laid(round))
        if size > most and stay.issuperset(round.lying):
            most = size
            found.append(round)
    return tuple(found)


def spread(found: Sequence[Round], number: int) -> list[Round]:
    """So many of these moments, the last among them, as far apart as can be."""
    if len(found) < number:
        raise ValueError(f"expected a round of {number} moments or more, got {len(found)}")
    return [found[ceil(len(found) * (i + 1) / number) - 1] for i in range(number)]


def round_layouts(
    rng: Rng,
    played: Played,
    card_mm: Size,
    table_mm: Size,
    seats: tuple[int, ...] = (0, 1, 2),
    settled: int = 3,
) -> tuple[Layout, ...]:
    """`settled` tables of a won round (one or more), each with more on it, then the showdown.

    seats: where the players sit, the dealer first. Raises ValueError for a round that nobody won or
    that is too short.
    """
    won = played.end.won
    if won is None:
        raise ValueError("expected a round that was won")
    winner, rounds = seats[won.seat], spread(moments(played), settled)
    losers = [seat for seat in seats if seat != winner]
    opened = Board(rng, card_mm, table_mm)
    style = TIDY[int(rng.choice(len(TIDY), p=(0.5, 0.35, 0.15)))]
    depth = unseen(winner, table_mm) + rng.uniform(18, 40)
    tidy = partial(lay_melds, seat=winner, style=style, depth=depth, tidy=True)
    hand = [Laid(str(m.kind), m.cards, (True,) * len(m.cards)) for m in won.groups]
    order = [hand[i] for i in rng.permutation(len(hand))]
    tidy(opened, melds=order, zone="showdown", share=0.9)

    melds = {seats[one.number]: _held(one).melds for one in played.before.seats}
    around = Board(rng, card_mm, table_mm, boxes=list(opened.boxes))
    for seat in losers:
        share = 0.5 if len(melds[seat]) < MANY else 0.75
        lay_melds(around, seat, _to_lay(melds[seat]), share=share)
    stock = lay_stock(around, _stock(played)[: rounds[0].stock])
    lying = _lay_lying(around, played.before.lying[:-1], seats)  # the last one is won
    before = Board(rng, card_mm, table_mm, boxes=around.boxes[len(opened.boxes) :])
    tidy(before, melds=_to_lay(melds[winner]), share=0.6)
    groups = {seat: _groups(around, seat) for seat in losers} | {winner: _groups(before, winner)}
    ground = _Ground(groups, lying, stock)

    down = Board(rng, card_mm, table_mm, boxes=list(around.boxes))
    for seat in losers:
        if rng.random() < HANDS_DOWN:
            lay_hand_down(down, hand_of(played.before, seats.index(seat)), seat)

    def table(groups: Iterable[_Group], loose: Iterable[Placed]) -> Layout:
        return _layout(groups, loose, card_mm, table_mm, tuple(sorted(seats)))

    tables = [table(_lying_groups(one, ground, seats), _loose(one, ground)) for one in rounds]
    rest = [g for g in _lying_groups(played.before, ground, seats) if g[0].seat != winner]
    over = [*_loose(played.before, ground), *down.cards]
    return (*tables, table([*rest, *_groups(opened, winner)], over))


def _lay_lying(board: Board, lying: Sequence[Lying], seats: Sequence[int]) -> dict[int, Placed]:
    """The cards that nobody took, by the event that brought them, between their seats."""
    found: dict[int, Placed] = {}
    for number, seat in enumerate(seats):
        mine = [one for one in lying if one.seat == number]
        placed = lay_discards(board, [one.card for one in mine], seat)
        found |= {one.seq: card for one, card in zip(mine, placed, strict=True)}
    return found


def _held(seat: Seat) -> Holding:
    """What a seat has: where all hands are known there is one story only."""
    (story,) = seat.holdings
    return story


def _laid(round: Round) -> list[Meld]:
    return [one for seat in round.seats for one in _held(seat).melds]


def _stock(played: Played) -> tuple[Card, ...]:
    """The cards of the stock as dealt, the lowest first."""
    turned = [one.card for one in played.log if isinstance(one, Turn) and one.card is not None]
    return (*played.left, *reversed(turned))


def _to_lay(melds: Iterable[Meld]) -> list[Laid]:
    """Melds as they are to be placed: what ever lay face down is laid as hidden cards are."""
    return [
        Laid(str(one.kind), _faces(one), (all(one.up) and one.was is not Kind.WEI,) * len(one.up))
        for one in melds
    ]


def _faces(meld: Meld) -> tuple[Card, ...]:
    return tuple(card for card in meld.cards if card is not None)


def _groups(board: Board, seat: int) -> list[_Group]:
    """The groups of a seat, each with its cards."""
    mine = [group for group in board.groups if group.seat == seat]
    return [(group, tuple(board.cards[i] for i in group.cards)) for group in mine]


def _lying_groups(round: Round, ground: _Ground, seats: Sequence[int]) -> list[_Group]:
    """The melds as they lie at a moment: before some of them grew, and as they are turned."""
    found = []
    for seat in round.seats:
        there = ground.melds[seats[seat.number]]
        for meld, (group, places) in zip(_held(seat).melds, there, strict=False):
            if len(meld.cards) < len(places):  # the fourth of a 跑 is laid lowest, of a 提 on top
                places = places[:-1] if group.kind == Kind.TI else places[1:]
            cards = zip(places, _faces(meld), meld.up, strict=True)
            kind = "stinky_wei" if meld.kind is Kind.WEI and any(meld.up) else str(meld.kind)
            shown = tuple(replace(place, face=face, up=up) for place, face, up in cards)
            found.append((replace(group, kind=kind), shown))
    return found


def _loose(round: Round, ground: _Ground) -> list[Placed]:
    """The stock and the cards that nobody took."""
    lying = [ground.lying[one.seq] for one in round.lying if one.seq in ground.lying]
    return [*ground.stock[: round.stock], *lying]


def _layout(
    groups: Iterable[_Group],
    loose: Iterable[Placed],
    card_mm: Size,
    table_mm: Size,
    seats: tuple[int, ...],
) -> Layout:
    """A table of these cards, the groups numbered, on top of the loose ones."""
    cards, numbered = list(loose), list[PlacedGroup]()
    for number, (group, members) in enumerate(groups):
        first = len(cards)
        cards += [replace(card, group=number) for card in members]
        numbered.append(replace(group, id=number, cards=tuple(range(first, len(cards)))))
    return Layout(table_mm, card_mm, seats, tuple(cards), tuple(numbered))

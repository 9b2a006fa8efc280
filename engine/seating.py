"""Where the players sit and who deals: 摸庄, 定庄牌, 抢庄, 荒庄 (seed 000 §1, RULES.md §5)."""

from collections.abc import Mapping, Sequence

from engine.cards import Card
from engine.choices import Deal
from engine.lots import BadDraw, P, by_points, settled
from engine.match import RoundResult, Table, winners
from engine.questions import Text
from engine.rules import RuleSet

FOUR = 4

DEALER, NEXT, PREVIOUS = Text("庄家", "dealer"), Text("下家", "next"), Text("上家", "previous")
XINGJIA, OPPOSITE = Text("醒家", "counter"), Text("对家", "opposite")


class BadSeats(ValueError):
    """Nobody can play with these seats."""


def seat_four(order: Sequence[P], lots: Sequence[int]) -> tuple[P, ...]:
    """摸庄 of four: the players in turn order from the dealer; the third is the 醒家.

    order: highest card first, as they take one of the face-down 一 二 三 四; lots: what each took.
    Raises BadDraw.
    """
    if sorted(lots) != [1, 2, 3, 4] or len(set(order)) != FOUR:
        raise BadDraw(f"expected four players to take 1 2 3 4, got {list(lots)} for {list(order)}")
    took = dict(zip(lots, order, strict=True))
    return tuple(took[lot] for lot in sorted(took))


def seat_by_points(drawn: Mapping[P, Sequence[Card]]) -> tuple[P, ...]:
    """摸庄 of three (or two): the highest card deals, the others sit in order (000 §1-2).

    Raises BadDraw while some must draw again.
    """
    return settled(by_points(drawn))


def table_of(seats: Sequence[int], dealer: int) -> Table:
    """Who plays with this dealer: of four his opposite is the 醒家 (坐底), of fewer everybody.

    seats: some of 0…3; the next player sits one up, anticlockwise. Raises BadSeats.
    """
    if len(set(seats)) != len(seats) or not set(seats) <= set(range(FOUR)) or len(seats) < 2:
        raise BadSeats(f"expected two to four different seats of 0 1 2 3, got {list(seats)}")
    if dealer not in seats:
        raise BadSeats(f"expected a dealer among {list(seats)}, got seat {dealer}")
    turn = sorted(seats, key=lambda seat: (seat - dealer) % FOUR)
    xingjia = (dealer + 2) % FOUR if len(seats) == FOUR else None
    return Table(tuple(seat for seat in turn if seat != xingjia), xingjia)


def role(table: Table, seat: int) -> Text:
    """What a seat is in this round, counted from the dealer."""
    if seat == table.xingjia:
        return XINGJIA
    by_turn = {
        4: (DEALER, NEXT, PREVIOUS),
        3: (DEALER, NEXT, PREVIOUS),
        2: (DEALER, OPPOSITE),
    }[len(table.seats)]
    return by_turn[table.players.index(seat)]


def next_dealer(result: RoundResult, rules: RuleSet) -> int:
    """Who deals after this round: by [deal] of the rule set after a win, or after a 荒牌.

    A void win is nobody's, so the deal goes as after a 荒牌; of several winners the first counts.
    """
    table, won = result.table, winners(result)
    if won:
        goes = rules.deal_won
    else:
        goes = rules.deal_drawn if len(table.seats) == FOUR else rules.deal_drawn_three
    if goes is Deal.WINNER and won:
        return won[0]
    if goes is Deal.NEXT:
        return table.players[1]
    return table.dealer

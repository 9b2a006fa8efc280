"""A hand laid open by a player who knows it: the groups that count, and the number said right."""

from engine.events import Hu
from engine.judge import declarable, declared_arrangement, judge, outcome
from engine.position import Position, Win
from engine.state import Holding, Round
from engine.steps import may_tianhu
from engine.winning import circumstances, dealt_win, laid_down


def laid_open(round: Round, seat: int, seq: int) -> Hu | None:
    """The 胡 of a seat whose hand is known, on the card in question or (天胡) as dealt.

    None where the cards do not win; whether it may win now is for the round to say.
    """
    (story,) = round.seat(seat).holdings
    position = _position(round, seat, story)
    if position is None or position.win is None:
        return None
    held = circumstances(round, seat)
    if outcome(position, round.rules, held).reason is not None:  # most are none, and this is quick
        return None
    judged = judge(position, round.rules, held)
    told = declared_arrangement(judged, round.rules)
    assert told is not None  # it is a win
    shown = round.shown if may_tianhu(round, seat) else None  # it is named, wherever it lies
    return Hu(
        seq=seq,
        seat=seat,
        card=position.win.card if shown is None else shown,
        source=position.win.source,
        groups=tuple(meld for meld, _ in told.menzi),
        declared=declarable(judged, round.rules),
    )


def _position(round: Round, seat: int, story: Holding) -> Position | None:
    offer = round.offer
    if story.hand is None:
        return None
    if may_tianhu(round, seat):
        dealt = dealt_win(round, story)
        return None if dealt is None else Position(laid_down(story), *dealt)
    if offer is None or offer.card is None:
        return None
    return Position(laid_down(story), story.hand, Win(offer.card, offer.source(seat)))

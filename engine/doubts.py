"""What a referee cannot know: offences that hands nobody has seen may hide (seed 000 §3).

A doubt is told only where the cards seen elsewhere leave room for it. A 坎 broken up and a 偎 not
made are no doubts: they cost nothing but the win, and a hand that wins lies open.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.cards import COPIES, Card
from engine.events import Chi, Discard, Event, Hu, Start, Turn, Wei
from engine.findings import Certainty, Finding
from engine.legality import KAN
from engine.state import Round, Seat


def doubts(log: Sequence[Event], end: Round) -> Iterator[Finding]:
    """Every offence of a seat with a hidden hand that what lies open does not rule out."""
    for seat in end.seats:
        if any(story.hand is None for story in seat.holdings):
            yield from _unmade(log, end, seat)
            yield from _uncompared(log, end, seat)
            yield from _let_go(log, seat)
            yield from _stinky(log, end, seat)


def _doubt(rule: str, seat: Seat, card: Card | None, *events: int) -> Finding:
    return Finding(rule, seat.number, events[-1], events, card, Certainty.UNKNOWN)


def _held(seat: Seat) -> int:
    """Cards in the hand; where stories differ, the most."""
    return max(story.held for story in seat.holdings)


def _elsewhere(end: Round, seat: Seat, face: Card) -> int:
    """How many of a face have been seen, but for the shown card (亮张, 挡底) in this hand."""
    return end.copies(face) - min(story.open_cards.count(face) for story in seat.holdings)


def _unmade(log: Sequence[Event], end: Round, seat: Seat) -> Iterator[Finding]:
    """走跑 and 失提: three of a face may be in the hand while the fourth went by."""
    for event, then in pairwise(log):
        if not isinstance(event, Discard | Turn) or isinstance(then, Hu):
            continue
        card = event.card
        if card is None or _elsewhere(end, seat, card) != 1:
            continue
        own = event.seat == seat.number
        if not _room(seat, event.seq) or (own and isinstance(event, Discard)):
            continue
        if own or end.claim_rules.pao_compulsory:
            yield _doubt("失提" if own else "走跑", seat, card, event.seq)
    hidden = [face for face in Card if not _elsewhere(end, seat, face)]
    if hidden and _held(seat) >= COPIES and isinstance(log[0], Start):
        yield _doubt("失提", seat, None, log[0].seq)


def _room(seat: Seat, seq: int) -> bool:
    """Whether three alike may be in the hand, or lay face down by then."""
    hidden = (laid for story in seat.holdings for laid in story.melds if laid.face is None)
    return _held(seat) >= KAN or any(laid.since < seq for laid in hidden)


def _uncompared(log: Sequence[Event], end: Round, seat: Seat) -> Iterator[Finding]:
    """烧比: a copy of what was eaten may be left in the hand."""
    for event in log:
        if not isinstance(event, Chi) or event.seat != seat.number:
            continue
        if _held(seat) and _elsewhere(end, seat, event.card) < COPIES:
            yield _doubt("烧比", seat, event.card, event.seq)


def _let_go(log: Sequence[Event], seat: Seat) -> Iterator[Finding]:
    """臭张: what was eaten went by before, and the hand may have had the cards for it then."""
    for event in log:
        if not isinstance(event, Chi) or event.seat != seat.number or not _held(seat):
            continue
        if any(one.card is event.card and one.chi and one.seq < event.seq for one in seat.passes):
            yield _doubt("臭张", seat, event.card, event.seq)


def _stinky(log: Sequence[Event], end: Round, seat: Seat) -> Iterator[Finding]:
    """臭偎: a 偎 face down may be of a face that was let go as a pair."""
    faces = {one.card for one in seat.passes if one.peng and _elsewhere(end, seat, one.card) == 1}
    hidden = {laid.since for story in seat.holdings for laid in story.melds if laid.face is None}
    for event in log:
        if isinstance(event, Wei) and event.seq in hidden and faces:
            yield _doubt("臭偎", seat, None, event.seq)

"""Which events prove an offence that the fold of a record has noted (engine.round, lenient)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import COPIES, Card
from engine.events import Chi, Discard, Event, Pao, Peng, Start, Ti, Turn, Wei
from engine.findings import Finding
from engine.legality import KAN, barring, forced
from engine.melds import Kind
from engine.state import Breach, Holding, Round, Seat

CLAIMS = (Chi, Peng, Pao, Wei, Ti)
_MUST = {"走跑": "pao", "失偎": "wei", "失提": "ti"}


@dataclass(frozen=True)
class Noted:
    """An event that breaks rules, the round before it, and the breaches in their order."""

    event: Event
    before: Round
    breaches: tuple[Breach, ...]


def findings_of(noted: Noted, log: Sequence[Event]) -> list[Finding]:
    """The breaches of one event as findings without a price; a face is told from the table."""
    found, seen = [], Counter[tuple[str, int | None]]()
    for breach in noted.breaches:
        assert breach.seat is not None  # only a player breaks a rule
        faces = _faces(breach.rule, breach.seat, noted)
        at = seen[breach.rule, breach.seat]
        seen[breach.rule, breach.seat] += 1
        card = faces[min(at, len(faces) - 1)] if faces else None
        found.append(_finding(breach.rule, breach.seat, card, noted, log))
    return found


def _faces(rule: str, number: int, noted: Noted) -> list[Card]:
    """What the breaches of a rule in one event are about, in their order."""
    before, event = noted.before, noted.event
    seat = before.seat(number)
    story = seat.holdings[0]
    if rule in _MUST:
        faces = [before.offer.card] if before.offer and _must(rule, before, seat) else []
        if rule == "失提":
            faces += _quads(story)
        faces += [getattr(event, "card", None)]
        return [face for face in faces if face is not None]
    own = _leaving(event)
    if rule == "烧比" and any(face in seat.eaten for face in own):
        return [face for face in own if face in seat.eaten]
    if rule == "必胡":
        offer = before.claimed.offer if before.claimed else before.offer
        face = offer.card if offer else before.shown
        return [] if face is None else [face]
    if rule == "拆坎":
        return [face for face in own if _split(story, face, own.count(face))]
    if isinstance(event, Wei):
        face = event.card
        if face is None and before.offer is not None:
            face = before.offer.card
        return [] if face is None else [face]
    card = getattr(event, "card", None)
    return [] if card is None else [card]


def _must(rule: str, before: Round, seat: Seat) -> bool:
    return any(forced(before, seat.number, story) == _MUST[rule] for story in seat.holdings)


def _quads(story: Holding) -> list[Card]:
    return [face for face, n in Counter(story.hand or ()).items() if n == COPIES]


def _leaving(event: Event) -> list[Card]:
    """The cards that leave a hand by this event, as far as it shows them."""
    match event:
        case Discard(card=card):
            return [card]
        case Chi(card=card, groups=groups):
            own = [one for group in groups for one in group]
            own.remove(card)
            return own
        case Peng(card=card):
            return [card] * 2
        case _:
            return []


def _split(story: Holding, face: Card, now: int) -> bool:
    gone = sum(one is face for _, one in story.shed) + now
    return gone >= KAN or (story.hand is not None and story.hand.count(face) >= KAN)


def _finding(
    rule: str, number: int, card: Card | None, noted: Noted, log: Sequence[Event]
) -> Finding:
    before, event = noted.before, noted.event
    seat = before.seat(number)
    at, events = event.seq, {event.seq}
    if rule in _MUST:
        drawn = before.offer is not None and before.offer.card is card
        events.add(_card_seq(log, before.seq) if drawn else log[0].seq)
        kinds = (Kind.PENG, Kind.WEI) if drawn else ()
        laid = [one for story in seat.holdings for kind in kinds if (one := story.laid(kind, card))]
        events |= {one.seq for one in laid}
    elif rule == "烧比":
        chis = [one.seq for one in log if _ate(one, number, card) and one.seq <= event.seq]
        at = chis[0] if chis else event.seq
        events.add(at)
    elif rule == "拆坎":
        events |= {seq for seq, face in seat.holdings[0].shed if face is card}
        at = min(events)
    elif rule in ("臭张", "碰一不碰二", "臭偎") and card is not None:
        own = _leaving(event)
        passes = (
            barring(seat, story, own, card, before.rules.chi)
            if own
            else next((one for one in seat.passes if one.card is card and one.peng), None)
            for story in seat.holdings
        )
        events |= {_card_seq(log, one.seq) for one in passes if one is not None}
    elif rule == "必胡":
        events.add(_card_seq(log, before.seq))
    elif rule == "重跑":
        mine = [one.seq for one in log if isinstance(one, CLAIMS) and one.seat == number]
        events.add(max(seq for seq in mine if seq < event.seq))
    return Finding(rule, number, at, tuple(sorted(events)), card)


def _ate(event: Event, seat: int, card: Card | None) -> bool:
    return isinstance(event, Chi) and event.seat == seat and event.card is card


def _card_seq(log: Sequence[Event], upto: int) -> int:
    """The event that brought the card in question as things stood after event `upto`."""
    brought = (Start, Discard, Turn)
    return max(one.seq for one in log if isinstance(one, brought) and one.seq <= upto)

"""Changing a round story by story: those that break no rule remain (engine.state)."""

from collections.abc import Iterable
from dataclasses import replace

from engine.events import Event
from engine.state import Breach, Holding, IllegalEvent, Phase, Round, Seat

Breaches = tuple[Breach, ...]
Story = tuple[Holding, Iterable[Breach]]
Step = tuple[Round, Breaches]


def refuse(round: Round, event: Event, rule: str, expected: str) -> IllegalEvent:
    """The error of an event that cannot have happened."""
    seat = getattr(event, "seat", None)
    return IllegalEvent(Breach(event.seq, seat, rule, expected), event, round)


def stories_of(
    round: Round, event: Event, stories: Iterable[Story], expected: str
) -> tuple[tuple[Holding, ...], Breaches]:
    """The stories without a breach; if there is none, those with offences, and these."""
    broken: list[tuple[Holding, Breaches]] = []
    clean: dict[Holding, None] = {}
    for holding, breaches in stories:
        if found := tuple(breaches):
            broken.append((holding, found))
        else:
            clean[holding] = None
    if clean:
        return tuple(clean), ()
    if not broken:
        raise refuse(round, event, "手牌", expected)
    bad = [(holding, found) for holding, found in broken if all(one.offence for one in found)]
    if not bad:
        breach = next(one for one in broken[0][1] if not one.offence)
        raise IllegalEvent(breach, event, round)
    return tuple(dict.fromkeys(holding for holding, _ in bad)), bad[0][1]


def put(round: Round, seat: Seat) -> Round:
    """The round with one seat changed."""
    return replace(
        round,
        seats=tuple(seat if one.number == seat.number else one for one in round.seats),
    )


def to_move(round: Round) -> str:
    """What the round waits for, in words."""
    offer, actor = round.offer, round.actor
    if round.phase is Phase.DISCARD:
        return f"a discard of seat {actor}"
    if round.phase is Phase.SHOWN:
        return f"take_shown by seat {actor}"
    if round.phase is Phase.OFFER and offer and offer.card is None:
        return f"wei, ti or hu of seat {offer.seat} with the card that only he has seen"
    after = "exhausted" if round.stock == 0 else f"a turn of seat {actor}"
    if round.phase is Phase.OFFER and offer:
        return f"a claim of {offer.card} or {after}"
    return after

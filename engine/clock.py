"""The timed match: sixty minutes without a break, and what becomes of the last deal (000 赛规 4).

Times are seconds of any one clock and always arguments; nothing here looks at a clock.
"""

from collections.abc import Iterable
from enum import StrEnum

from engine.events import Event, Start, Ti

MATCH_S = 60 * 60


class Deal(StrEnum):
    """What the clock says about a deal."""

    PLAY = "play"  # the match goes on
    PLAY_OUT = "play_out"  # time is up, but the round had begun: it is finished and counts
    ABANDON = "abandon"  # time is up and it had not begun: the round before was the last


def left_s(started_s: float, now_s: float, length_s: float = MATCH_S) -> float:
    """Seconds left; the clock starts once all sit and never stops in between."""
    return max(0.0, started_s + length_s - now_s)


def began_s(events: Iterable[Event]) -> float | None:
    """When a round began: with 收张, or with the first play if the dealer left the 亮张.

    None while the cards are only dealt (dealt 提 may lie open), or if the record has no times.
    """
    return next((event.t for event in events if not isinstance(event, Start | Ti)), None)


def counts(began: float | None, started_s: float, length_s: float = MATCH_S) -> bool:
    """Whether a finished round belongs to the match; 收张 at the very last second still counts."""
    return began is not None and began <= started_s + length_s


def deal(began: float | None, started_s: float, now_s: float, length_s: float = MATCH_S) -> Deal:
    """What becomes of a deal; began: see began_s."""
    if left_s(started_s, now_s, length_s):
        return Deal.PLAY
    return Deal.PLAY_OUT if counts(began, started_s, length_s) else Deal.ABANDON

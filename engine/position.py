"""A position: what lies open, what is in the hand, and the winning card (vectors.json "input")."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import COPIES, BadCard, Card, card, parse
from engine.choices import Source
from engine.melds import COMMON, FOURS, Kind, Meld, Shape, is_legal

LAID = (Kind.CHI, Kind.PENG, Kind.WEI, Kind.KAN, Kind.PAO, Kind.TI)


class BadPosition(ValueError):
    """A position is not written as expected; an impossible one is an answer, not this error."""


@dataclass(frozen=True)
class Win:
    """The winning card and where it came from."""

    card: Card
    source: Source


@dataclass(frozen=True)
class Position:
    """A player's cards; the hand is without the winning card. win None: what does it wait for?"""

    exposed: tuple[Meld, ...]
    hand: tuple[Card, ...]
    win: Win | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, the winning one included."""
        laid = tuple(c for meld in self.exposed for c in meld.cards)
        return laid + self.hand + ((self.win.card,) if self.win else ())

    @property
    def fours(self) -> int:
        """How many 跑 and 提 there are before the winning card."""
        in_hand = sum(n == COPIES for n in Counter(self.hand).values())
        return in_hand + sum(meld.kind in FOURS for meld in self.exposed)


def impossible(position: Position, chi: frozenset[Shape] = COMMON) -> str | None:
    """Why these cards cannot lie like this with one deck: "more_than_four_of_一"; None if fine."""
    counts = Counter(position.cards)
    for face in Card:
        if counts[face] > COPIES:
            return f"more_than_four_of_{face}"
    for meld in position.exposed:
        if not is_legal(meld.kind, meld.cards, chi):
            return f"exposed_{meld.kind}_is_no_legal_group"
    return None


def right_count(position: Position, menzi: int = 7) -> bool:
    """Whether a player who may win holds so many cards: 20 and one more for every 重跑 (§3).

    Twenty are one less than seven 门子 have; with five it is fourteen.
    """
    held = len(position.cards) - (position.win is not None)
    return position.fours < menzi and held == 3 * menzi - 1 + max(0, position.fours - 1)


def from_json(data: Any) -> Position:
    """The position of {"exposed": [{"type", "cards"}], "hand": [...], "win": {"card", "source"}}.

    Raises BadPosition, naming the place; "win" may be missing.
    """
    _keys(data, {"exposed", "hand"}, {"win"}, "input")
    win = data.get("win")
    return Position(
        exposed=melds_from_json(data["exposed"]),
        hand=cards_from_json(data["hand"], "hand"),
        win=None if win is None else _win(win),
    )


def melds_from_json(data: Any) -> tuple[Meld, ...]:
    """The groups of [{"type", "cards"}, ...]; raises BadPosition."""
    if not isinstance(data, list):
        raise BadPosition(f"exposed: expected a list of groups, got {data!r}")
    return tuple(_meld(entry, f"exposed[{i}]") for i, entry in enumerate(data))


def cards_from_json(data: Any, where: str) -> tuple[Card, ...]:
    """The cards of a list of faces; raises BadPosition."""
    if not (isinstance(data, list | str) and all(isinstance(face, str) for face in data)):
        raise BadPosition(f"{where}: expected a list of faces, got {data!r}")
    try:
        return parse(data)
    except BadCard as error:
        raise BadPosition(f"{where}: {error}") from error


def _meld(data: Any, where: str) -> Meld:
    _keys(data, {"type", "cards"}, set(), where)
    if data["type"] not in LAID:
        raise BadPosition(f"{where}.type: expected one of {', '.join(LAID)}, got {data['type']!r}")
    return Meld(Kind(data["type"]), tuple(sorted(cards_from_json(data["cards"], f"{where}.cards"))))


def _win(data: Any) -> Win:
    _keys(data, {"card", "source"}, set(), "win")
    if data["source"] not in tuple(Source):
        raise BadPosition(
            f"win.source: expected one of {', '.join(Source)}, got {data['source']!r}"
        )
    if not isinstance(data["card"], str):
        raise BadPosition(f"win.card: expected a face, got {data['card']!r}")
    try:
        return Win(card(data["card"]), Source(data["source"]))
    except BadCard as error:
        raise BadPosition(f"win.card: {error}") from error


def _keys(data: Any, needed: set[str], optional: set[str], where: str) -> None:
    if not isinstance(data, Mapping):
        raise BadPosition(f"{where}: expected an object, got {data!r}")
    for key in sorted(needed - set(data)):
        raise BadPosition(f'{where}: expected the key "{key}", got {sorted(data)}')
    for key in sorted(set(data) - needed - optional):
        raise BadPosition(f'{where}: unknown key "{key}", expected {sorted(needed | optional)}')

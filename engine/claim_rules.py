"""How a round is played, as data: deal, claims, bars; from engine/rulesets/claims/NAME.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from engine.cards import COPIES, FACES
from engine.rules import BadRuleSet, RuleSet

CLAIMS = ("ti", "wei", "hu", "peng", "pao", "chi")


class Shown(StrEnum):
    """Where the shown card lies after the deal: 亮张 on the stock, 挡底 in the dealer's hand."""

    STOCK = "stock"
    HAND = "hand"
    NONE = "none"


class DealtTi(StrEnum):
    """When a dealt 提 is shown."""

    AT_ONCE = "at_once"
    FIRST_CLAIM = "first_claim"


class TwoDealtTi(StrEnum):
    """What a second dealt 提 brings: a discard that is not owed, or a card from the stock."""

    SKIP = "skip"
    REPLACE = "replace"


@dataclass(frozen=True, kw_only=True, eq=False)
class ClaimRules:
    """One way to play a round; the keys are explained in rulesets/claims/guoji.toml."""

    dealer_cards: int
    player_cards: int
    set_aside: int
    shown: Shown
    shown_claimable: bool
    dealt_ti: DealtTi
    two_dealt_ti: TwoDealtTi
    pao_compulsory: bool
    chi_previous_turned: bool
    own_discard_bars: bool
    lost_chi_bars: bool
    stinky_wei_shown: bool
    tianhu: bool
    priority: tuple[frozenset[str], ...]

    def rank(self, claim: str) -> int:
        """Place in the order of claims on one card; 0 goes first."""
        return next(i for i, same in enumerate(self.priority) if claim in same)

    def stock(self, players: int) -> int:
        """Cards that nobody has in hand after the deal."""
        dealt = self.dealer_cards + (players - 1) * self.player_cards
        return len(FACES) * COPIES - dealt - (self.set_aside if players == 2 else 0)


_ENUMS: Mapping[str, type[StrEnum]] = {
    "shown": Shown, "dealt_ti": DealtTi, "two_dealt_ti": TwoDealtTi,
}  # fmt: skip
_KEYS: Mapping[str, type] = {
    "dealer_cards": int, "player_cards": int, "set_aside": int, "shown": str,
    "shown_claimable": bool, "dealt_ti": str, "two_dealt_ti": str, "pao_compulsory": bool,
    "chi_previous_turned": bool, "own_discard_bars": bool, "lost_chi_bars": bool,
    "stinky_wei_shown": bool, "tianhu": bool, "priority": list,
}  # fmt: skip


@cache
def of(rules: RuleSet) -> ClaimRules:
    """How a rule set is played: the file that it names, its own claims laid over; raises
    BadRuleSet.
    """
    file = f"claims/{rules.round}.toml, with the claims of {rules.key}"
    return from_data({**_parse(_text(rules.round), file), **rules.claims}, file)


@cache
def load(name: str) -> ClaimRules:
    """The claim rules of that name alone; raises BadRuleSet."""
    return from_toml(_text(name), f"claims/{name}.toml")


def _text(name: str) -> str:
    file = files("engine").joinpath("rulesets", "claims", f"{name}.toml")
    if not file.is_file():
        raise BadRuleSet(f"rulesets/claims/{name}.toml: there are no claim rules for {name!r}")
    return file.read_text("utf-8")


def from_toml(text: str, file: str) -> ClaimRules:
    """The claim rules of a TOML text; `file` names it in errors. Raises BadRuleSet."""
    return from_data(_parse(text, file), file)


def _parse(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRuleSet(f"{file}: is not TOML: {error}") from error


def from_data(data: Mapping[str, Any], file: str) -> ClaimRules:
    """The claim rules of these keys; `file` names their place in errors. Raises BadRuleSet."""
    for key in data:
        if key not in _KEYS:
            raise BadRuleSet(f"{file}: unknown key {key}, expected {', '.join(_KEYS)}")
    values: dict[str, Any] = {}
    for key, kind in _KEYS.items():
        if key not in data:
            raise BadRuleSet(f"{file}: missing key {key}, expected {kind.__name__}")
        value: Any = data[key]
        whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        if not (whole if kind is int else isinstance(value, kind)):
            raise BadRuleSet(f"{file}: {key}: expected {kind.__name__}, got {value!r}")
        if key in _ENUMS and value not in tuple(_ENUMS[key]):
            allowed = ", ".join(_ENUMS[key])
            raise BadRuleSet(f"{file}: {key}: expected one of {allowed}, got {value!r}")
        values[key] = _ENUMS[key](value) if key in _ENUMS else value
    values["priority"] = _priority(values["priority"], file)
    return ClaimRules(**values)


def _priority(value: list[Any], file: str) -> tuple[frozenset[str], ...]:
    named = [claim for same in value if isinstance(same, list) for claim in same]
    if sorted(map(str, named)) != sorted(CLAIMS) or not all(isinstance(s, list) for s in value):
        raise BadRuleSet(
            f"{file}: priority: expected lists that hold each of {', '.join(CLAIMS)} once,"
            f" got {value!r}"
        )
    return tuple(frozenset(same) for same in value)

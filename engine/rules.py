"""House rules as data: a rule set is read from engine/rulesets/NAME.toml or from any such file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.melds import Kind, Meld, Shape


class BadRuleSet(ValueError):
    """A rule file has a missing, unknown or impossible value, or there is no such file."""


class Source(StrEnum):
    """Where the winning card came from: own draw, turned by another, played from a hand."""

    SELF = "self"
    OTHER = "other"
    DISCARD = "discard"


class PoPao(StrEnum):
    """破跑: when a fourth card may stay out of the 跑 and join other cards (RULES.md §3)."""

    NEVER = "never"
    IF_PAO_INCOMPLETE = "if_pao_incomplete"
    IF_PAO_BELOW_OPENING = "if_pao_below_opening"
    FREE = "free"


class Payment(StrEnum):
    """Who pays: losers and a 醒家's share, losers only, or the winner's tally to a hundred."""

    XINGJIA = "xingjia"
    LOSERS = "losers"
    HUNDRED = "hundred"


Range = tuple[int, int]  # both ends belong to it


@dataclass(frozen=True, kw_only=True)
class Name:
    """A 名堂: the conditions that must all hold, and what it does (replaces the xi, or times)."""

    name: str
    times: int = 1
    replaces: int | None = None
    red: Range | None = None
    small: Range | None = None
    xi: Range | None = None
    duizi: bool = False
    one_block: bool = False
    source: Source | None = None
    circumstance: str | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSet:
    """One rule system; the meaning of every key stands in rulesets/guoji.toml.

    values: xi as (small, big) by kind or shape. units: (xi - offset) // step is what a hand pays
    before names. zimo_kind: add (to the xi), times (of the payment) or none. cap 0: no cap.
    """

    id: str
    name: str
    quantity: str
    menzi: int
    opening: int
    win_sources: frozenset[Source]
    po_pao: PoPao
    own_wei_ti_wins: bool
    declared: str
    combine: str
    cap: int
    values: Mapping[str, tuple[int, int]]
    unit_name: str
    unit_offset: int
    unit_step: int
    zimo_kind: str
    zimo_value: int
    zimo_opens: bool
    payment: Payment
    draw: int
    fine_cap: int
    penalties: Mapping[str, int]
    names: tuple[Name, ...]

    def xi(self, meld: Meld) -> int:
        """What a group is worth."""
        return self.values[meld.name][meld.big]


_VALUES = [str(row) for row in (*Shape, *Kind) if row is not Kind.CHI]
_TOP = {
    "id": str, "name": str, "quantity": str, "menzi": int, "opening": int, "win_sources": list,
    "po_pao": str, "own_wei_ti_wins": bool, "declared": str, "combine": str, "cap": int,
    "values": dict, "units": dict, "zimo": dict, "payment": dict, "penalties": dict, "names": list,
}  # fmt: skip
_UNITS = {"name": str, "offset": int, "step": int}
_ZIMO = {"kind": str, "value": int, "opens": bool}
_PAYMENT = {"kind": str, "draw": int, "fine_cap": int}
_NAME = {
    "name": str, "times": int, "replaces": int, "red": list, "small": list, "xi": list,
    "duizi": bool, "one_block": bool, "source": str, "circumstance": str,
}  # fmt: skip


def names() -> tuple[str, ...]:
    """The rule sets that come along."""
    shipped = (Path(entry.name) for entry in files("engine").joinpath("rulesets").iterdir())
    return tuple(sorted(path.stem for path in shipped if path.suffix == ".toml"))


@cache
def load(name_or_path: str | Path) -> RuleSet:
    """The rule set of that name, or of that .toml file; raises BadRuleSet."""
    if str(name_or_path) in names():
        text = files("engine").joinpath("rulesets", f"{name_or_path}.toml").read_text("utf-8")
        return from_toml(text, f"{name_or_path}.toml")
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise BadRuleSet(
            f"expected one of {', '.join(names())} or a .toml file, got {str(name_or_path)!r}"
        )
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRuleSet(f"{path}: cannot be read ({error})") from error
    return from_toml(text, str(path))


def from_toml(text: str, file: str) -> RuleSet:
    """The rule set written in a TOML text; `file` names it in errors. Raises BadRuleSet."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRuleSet(f"{file}: is not TOML: {error}") from error
    _check(data, _TOP, file, "")
    _check(data["values"], dict.fromkeys(_VALUES, list), file, "values.")
    _check(data["units"], _UNITS, file, "units.")
    _check(data["zimo"], _ZIMO, file, "zimo.")
    _check(data["payment"], _PAYMENT, file, "payment.")
    _check(data["penalties"], dict.fromkeys(data["penalties"], int), file, "penalties.")
    _choice(data["declared"], ("maximum", "best_paying"), file, "declared")
    _choice(data["combine"], ("max", "product"), file, "combine")
    _choice(data["zimo"]["kind"], ("add", "times", "none"), file, "zimo.kind")
    if data["units"]["step"] < 1:
        raise BadRuleSet(f"{file}: units.step: expected 1 or more, got {data['units']['step']}")
    kept = ("id", "name", "quantity", "menzi", "opening", "own_wei_ti_wins", "declared", "combine")
    return RuleSet(
        **{key: data[key] for key in kept},
        cap=data["cap"],
        win_sources=frozenset(
            Source(_choice(source, tuple(Source), file, "win_sources"))
            for source in data["win_sources"]
        ),
        po_pao=PoPao(_choice(data["po_pao"], tuple(PoPao), file, "po_pao")),
        values={row: _pair(data["values"][row], file, f"values.{row}") for row in _VALUES},
        unit_name=data["units"]["name"],
        unit_offset=data["units"]["offset"],
        unit_step=data["units"]["step"],
        zimo_kind=data["zimo"]["kind"],
        zimo_value=data["zimo"]["value"],
        zimo_opens=data["zimo"]["opens"],
        payment=Payment(_choice(data["payment"]["kind"], tuple(Payment), file, "payment.kind")),
        draw=data["payment"]["draw"],
        fine_cap=data["payment"]["fine_cap"],
        penalties=dict(data["penalties"]),
        names=tuple(_name(entry, file, i) for i, entry in enumerate(data["names"])),
    )


def _name(entry: Any, file: str, index: int) -> Name:
    where = f"names[{index}]."
    _check(entry, _NAME, file, where, needed=("name",))
    values = dict(entry)
    for key in ("red", "small", "xi"):
        if key in values:
            values[key] = _pair(values[key], file, where + key)
    if "source" in values:
        values["source"] = Source(_choice(values["source"], tuple(Source), file, where + "source"))
    return Name(**values)


def _check(
    data: Any,
    wanted: Mapping[str, type],
    file: str,
    where: str,
    needed: tuple[str, ...] | None = None,
) -> None:
    if not isinstance(data, dict):
        raise BadRuleSet(f"{file}: {where}: expected a table, got {data!r}")
    for key in data:
        if key not in wanted:
            raise BadRuleSet(f"{file}: unknown key {where}{key}, expected {', '.join(wanted)}")
    for key in wanted if needed is None else needed:
        if key not in data:
            raise BadRuleSet(f"{file}: missing key {where}{key}, expected {wanted[key].__name__}")
    for key, value in data.items():
        if type(value) is not wanted[key]:
            raise BadRuleSet(
                f"{file}: {where}{key}: expected {wanted[key].__name__}, got {value!r}"
            )


def _choice(value: Any, allowed: tuple[str, ...], file: str, where: str) -> str:
    if value not in allowed:
        raise BadRuleSet(f"{file}: {where}: expected one of {', '.join(allowed)}, got {value!r}")
    return str(value)


def _pair(value: Any, file: str, where: str) -> tuple[int, int]:
    if not (isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value)):
        raise BadRuleSet(f"{file}: {where}: expected two whole numbers, got {value!r}")
    return value[0], value[1]

"""House rules as data: a rule set is read from engine/rulesets/NAME.toml or from any such file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine import overlay
from engine.choices import (
    Binds,
    Combine,
    Compares,
    Deal,
    Declared,
    Discard,
    MustWin,
    Once,
    PoPao,
    Rounding,
    Several,
    WinnerOffence,
    Zimo,
)
from engine.choices import Payment as Payment
from engine.choices import Source as Source
from engine.melds import Kind, Meld, Shape
from engine.mingtang import NAMES, Name
from engine.schema import (
    ANY,
    COUNT,
    FLAG,
    PAIR,
    POSITIVE,
    TEXT,
    WHOLE,
    Place,
    Reader,
    by_name,
    by_number,
    every,
    member,
    table,
)
from engine.schema import BadRuleSet as BadRuleSet


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSet:
    """One rule system; the meaning of every key stands in rulesets/guoji.toml.

    values: xi as (small, big) by kind or shape. A section's keys carry its name: zimo_kind is
    `kind` of [zimo]. options: those that were chosen. cap, cap_times, opening_named 0: none.
    """

    id: str
    name: str
    origin: str
    verified: bool
    options: tuple[str, ...] = ()
    quantity: str
    round: str
    claims: Mapping[str, Any]
    playing: tuple[int, ...]
    menzi: int
    opening: int
    opening_named: int
    opening_by_players: Mapping[int, int]
    win_sources: frozenset[Source]
    win_passed: bool
    win_must: MustWin
    win_several: Several
    win_shown: Source
    win_haidi_discard: bool
    po_pao: PoPao
    own_wei_ti_wins: bool
    declared: Declared
    chi: frozenset[Shape]
    values: Mapping[str, tuple[int, int]]
    counts_as: Mapping[int, int]
    unit_name: str
    unit_offset: int
    unit_step: int
    unit_round: Rounding
    unit_won_card: int
    unit_exact: Mapping[int, int]
    zimo_kind: Zimo
    zimo_value: int
    zimo_opens: bool
    combine: Combine
    replaces: Once
    cap: int
    cap_times: int
    payment: Payment
    draw: int
    dealt_ti: int
    discard: Discard
    discard_times: int
    fine_cap: int
    fine_cap_binds: Binds
    climb_step: int
    climb_plus: int
    climb_dealer_keeps: bool
    deal_won: Deal
    deal_drawn: Deal
    deal_drawn_three: Deal
    match_target: int
    match_round_to: int
    bird_bet: int
    bird_compares: Compares
    penalties: Mapping[str, int]
    winner_offence: WinnerOffence
    names: tuple[Name, ...]

    @property
    def key(self) -> str:
        """The id with its options: what `load` takes, and what a record of a round names."""
        return "+".join((self.id, *self.options))

    @property
    def description(self) -> str:
        """The name as people see it, with its options and whether players have confirmed it."""
        chosen = "".join(f" + {option}" for option in self.options)
        mark = "" if self.verified else " (未经牌友核对 · unverified with players)"
        return f"{self.name}{chosen}{mark}"

    def xi(self, meld: Meld) -> int:
        """What a group is worth."""
        return self.values[meld.name][meld.big]

    def at(self, playing: int) -> "RuleSet":
        """The rule set with the opening value for so many players of a round.

        Always the same object for the same number, as memories hang on it: this one where nothing
        changes.
        """
        opening = self.opening_by_players.get(playing, self.opening)
        return self if opening == self.opening else _opening_at(self, opening)

    def climb(self, drawn: int) -> int:
        """爬坡, 黄番: by what the next win is multiplied after so many drawn rounds in a row."""
        return self.climb_step * drawn + self.climb_plus if drawn else 1


@cache
def _opening_at(rules: RuleSet, opening: int) -> RuleSet:
    return replace(rules, opening=opening)


_KINDS = [str(kind) for kind in Kind if kind is not Kind.CHI]
# By section ("" is the top of the file) and key: the field of RuleSet, and what is expected.
_SCHEMA: Mapping[str, Mapping[str, tuple[str, Reader]]] = {
    "": {
        "id": ("id", TEXT),
        "name": ("name", TEXT),
        "origin": ("origin", TEXT),
        "verified": ("verified", FLAG),
        "quantity": ("quantity", TEXT),
        "round": ("round", TEXT),
        "claims": ("claims", by_name(ANY)),
        "playing": ("playing", every(POSITIVE, least=1)),
        "menzi": ("menzi", POSITIVE),
        "opening": ("opening", COUNT),
        "opening_named": ("opening_named", COUNT),
        "opening_by_players": ("opening_by_players", by_number(COUNT)),
        "po_pao": ("po_pao", member(PoPao)),
        "own_wei_ti_wins": ("own_wei_ti_wins", FLAG),
        "declared": ("declared", member(Declared)),
        "chi": ("chi", every(member(Shape))),
        "values": ("values", Reader("a table", lambda value, _: value)),
        "counts_as": ("counts_as", by_number(COUNT)),
        "combine": ("combine", member(Combine)),
        "replaces": ("replaces", member(Once)),
        "cap": ("cap", COUNT),
        "cap_times": ("cap_times", COUNT),
        "penalties": ("penalties", by_name(COUNT)),
        "winner_offence": ("winner_offence", member(WinnerOffence)),
        "names": ("names", NAMES),
    },
    "win": {
        "sources": ("win_sources", every(member(Source), least=1)),
        "passed": ("win_passed", FLAG),
        "must": ("win_must", member(MustWin)),
        "several": ("win_several", member(Several)),
        "shown": ("win_shown", member(Source, Source.SELF, Source.OTHER)),
        "haidi_discard": ("win_haidi_discard", FLAG),
    },
    "units": {
        "name": ("unit_name", TEXT),
        "offset": ("unit_offset", WHOLE),
        "step": ("unit_step", POSITIVE),
        "round": ("unit_round", member(Rounding)),
        "won_card": ("unit_won_card", COUNT),
        "exact": ("unit_exact", by_number(COUNT)),
    },
    "zimo": {
        "kind": ("zimo_kind", member(Zimo)),
        "value": ("zimo_value", COUNT),
        "opens": ("zimo_opens", FLAG),
    },
    "payment": {
        "kind": ("payment", member(Payment)),
        "draw": ("draw", COUNT),
        "dealt_ti": ("dealt_ti", COUNT),
        "discard": ("discard", member(Discard)),
        "discard_times": ("discard_times", POSITIVE),
        "fine_cap": ("fine_cap", COUNT),
        "fine_cap_binds": ("fine_cap_binds", member(Binds)),
    },
    "climb": {
        "step": ("climb_step", COUNT),
        "plus": ("climb_plus", COUNT),
        "dealer_keeps": ("climb_dealer_keeps", FLAG),
    },
    "deal": {
        "won": ("deal_won", member(Deal)),
        "drawn": ("deal_drawn", member(Deal)),
        "drawn_three": ("deal_drawn_three", member(Deal)),
    },
    "match": {
        "target": ("match_target", COUNT),
        "round_to": ("match_round_to", POSITIVE),
        "bird_bet": ("bird_bet", COUNT),
        "bird_compares": ("bird_compares", member(Compares)),
    },
}
_SECTIONS = {
    section: table({key: reader for key, (_, reader) in keys.items()})
    for section, keys in _SCHEMA.items()
    if section
}
_FILE = table({key: reader for key, (_, reader) in _SCHEMA[""].items()} | _SECTIONS)


def names() -> tuple[str, ...]:
    """The rule sets that come along."""
    shipped = (Path(entry.name) for entry in files("engine").joinpath("rulesets").iterdir())
    return tuple(sorted(path.stem for path in shipped if path.suffix == ".toml"))


def options(name: str) -> dict[str, str]:
    """The named options of a rule set that comes along, and what each says."""
    file = f"{name}.toml"
    offered = overlay.options(overlay.parse(_shipped(name), file), file)
    return {option: told["says"] for option, told in offered.items()}


@cache
def load(name_or_path: str | Path) -> RuleSet:
    """The rule set of that name or .toml file, "+" options of it: guoji+open_21.

    Raises BadRuleSet.
    """
    plus = "".join(re.findall(r"(?:\+\w+)+\Z", str(name_or_path)))
    name, chosen = str(name_or_path).removesuffix(plus), tuple(plus.split("+")[1:])
    if name in names():
        return from_toml(_shipped(name), f"{name}.toml", chosen)
    path = Path(name)
    if path.suffix != ".toml":
        raise BadRuleSet(
            f"expected one of {', '.join(names())} or a .toml file, got {str(name_or_path)!r}"
        )
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRuleSet(f"{path}: cannot be read ({error})") from error
    return from_toml(text, str(path), chosen)


def from_toml(text: str, file: str, chosen: tuple[str, ...] = ()) -> RuleSet:
    """The rule set written in a TOML text; `file` names it in errors. Raises BadRuleSet."""
    data = overlay.complete(overlay.parse(text, file), file, lambda name: _like(name, file))
    place = Place("+".join((file, *chosen)))
    taken = _FILE.take(overlay.chosen(data, chosen, file), place)
    fields = {field: taken[key] for key, (field, _) in _SCHEMA[""].items()}
    for section in _SECTIONS:
        fields |= {f: taken[section][key] for key, (f, _) in _SCHEMA[section].items()}
    fields |= {key: frozenset(fields[key]) for key in ("chi", "win_sources")}
    rows = table(dict.fromkeys((*Shape, *_KINDS), PAIR), needed=(*fields["chi"], *_KINDS))
    fields["values"] = rows.take(taken["values"], place.at("values"))
    return RuleSet(**fields, options=chosen)


def _shipped(name: str) -> str:
    return files("engine").joinpath("rulesets", f"{name}.toml").read_text("utf-8")


def _like(name: str, file: str) -> dict[str, Any]:
    """The keys of the rule set that a file is like: one that comes along and stands for itself."""
    if name not in names():
        raise Place(file, "like").wrong(f"one of {', '.join(names())}", name)
    data = overlay.parse(_shipped(name), f"{name}.toml")
    if "like" in data:
        raise Place(file, "like").wrong("a rule set that is like no other", name)
    return data

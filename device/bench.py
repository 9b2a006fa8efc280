"""`xingjia bench`: how fast engine and vision are on one core of this machine."""

import platform
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import perf_counter
from typing import Any

from engine import __file__ as engine_file
from engine import brief
from engine.judge import judge, short
from engine.position import Position
from engine.rules import RuleSet, load
from engine.samples import positions
from engine.splitting import splits
from models.one_core import one_core

SEED = 1
FULL, SLOW = 2000, 300  # positions for the full judgement and for the plain search
SLOW_TRUTH = Path(engine_file).parents[1] / "tests" / "plain.py"  # only beside the source


def run(
    *, engine: bool, vision: bool, names: tuple[str, ...], positions: int, pictures: int
) -> tuple[dict[str, Any], list[str]]:
    """What was measured, as JSON and as lines; raises BadRuleSet."""
    for name in names:
        load(name)
    found: dict[str, Any] = {"machine": platform.machine(), "python": platform.python_version()}
    words: list[str] = []
    with one_core():
        if engine:
            found["engine"] = measure_engine(names, positions)
            words += engine_in_words(found["engine"])
        if vision:
            from device.bench_vision import measure_vision, vision_in_words

            found["vision"] = measure_vision(pictures)
            words += vision_in_words(found["vision"])
    return found, words


def measure_engine(names: Iterable[str], number: int) -> dict[str, Any]:
    """Positions a second by kind of position and rule set.

    cold: with an empty memory, tables to be made; warm: the same positions again. full: `judge`,
    with all groups; plain: the search of the tests that tries every partition (None without the
    source). One position = a Position in, the reason, the xi and the payment out.
    """
    found: dict[str, Any] = {"positions": number, "seed": SEED, "hands": {}}
    dealt: dict[tuple[int, bool], list[Position]] = {}
    for dense in (False, True):
        by_name = found["hands"]["dense" if dense else "mixed"] = {}
        for name in names:
            rules = load(name)
            key = rules.menzi, dense
            if key not in dealt:
                dealt[key] = positions(SEED, number, rules.menzi, dense)
            by_name[name] = _measure(dealt[key], rules)
    return found


def _measure(sample: list[Position], rules: RuleSet) -> dict[str, Any]:
    brief.forget()
    splits.cache_clear()
    cold, warm = _rate(short, sample, rules), _rate(short, sample, rules)
    full = _rate(judge, sample[:FULL], rules)
    slow = _slow_truth()
    plain = _rate(slow, sample[:SLOW], rules) if slow else None
    reasons = Counter(short(one, rules).reason or "hu" for one in sample)
    return {
        "cold": cold,
        "warm": warm,
        "full": full,
        "plain": plain,
        "cold_over_plain": round(cold / plain, 1) if plain else None,
        "share": {reason: round(n / len(sample), 3) for reason, n in reasons.most_common()},
    }


def _rate(how: Callable[..., Any], sample: list[Position], rules: RuleSet) -> int:
    began = perf_counter()
    for one in sample:
        how(one, rules)
    return round(len(sample) / (perf_counter() - began))


def _slow_truth() -> Callable[..., Any] | None:
    if not SLOW_TRUTH.is_file():
        return None
    spec = spec_from_file_location("plain", SLOW_TRUTH)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.plainly  # type: ignore[no-any-return]  # a module of the tests, without hints


def engine_in_words(found: dict[str, Any]) -> Iterable[str]:
    """The lines a person reads."""
    yield f"engine: positions a second, one core, {found['positions']} distinct positions of a kind"
    for kind, by_name in found["hands"].items():
        for name, one in by_name.items():
            plain = one["plain"] and f", plain {one['plain']} (cold is × {one['cold_over_plain']})"
            wins = one["share"].get("hu", 0)
            yield (
                f"  {kind:5} {name:10} cold {one['cold']:7}  warm {one['warm']:7}  "
                f"full judgement {one['full']}{plain or ''}; {wins:.0%} are wins"
            )

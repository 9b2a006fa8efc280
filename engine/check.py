"""`xingjia check`: a line of JSON with a position in, a line with the judgement out."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from engine.choices import Combine, Payment, Source
from engine.judge import Judgement, judge, waits
from engine.position import BadPosition, from_json
from engine.rules import BadRuleSet, RuleSet, load
from engine.scoring import Score


class BadLine(ValueError):
    """A line that cannot be answered; its text says which line and what was expected."""


def check_lines(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any] | BadLine]]:
    """For every line that is not empty its number (from 1) and its answer, or why there is none."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, answer(line)
        except (BadPosition, BadRuleSet, BadLine) as error:
            yield number, BadLine(f"line {number}: {error}")


def answer(line: str) -> dict[str, Any]:
    """The answer to one line {"id", "ruleset", "input"}.

    Raises BadLine, BadPosition or BadRuleSet.
    """
    try:
        data = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadLine(f"is not JSON ({error})") from error
    if not isinstance(data, dict):
        raise BadLine(f'expected an object {{"id", "ruleset", "input"}}, got {data!r:.60}')
    for key in ("id", "ruleset", "input"):
        if key not in data:
            raise BadLine(f'expected the key "{key}", got {sorted(data)}')
    if not isinstance(data["ruleset"], str):
        raise BadLine(f"ruleset: expected a name, got {data['ruleset']!r}")
    rules = load(data["ruleset"])
    position = from_json(data["input"])
    if position.win is not None:
        return {"id": data["id"], **as_json(judge(position, rules), rules)}
    waiting = waits(position, rules)
    return {
        "id": data["id"],
        "waits": {
            str(source): [[str(card), xi] for card, xi in waiting[source]]
            for source in Source
            if source in waiting
        },
    }


def as_json(judged: Judgement, rules: RuleSet) -> dict[str, Any]:
    """A judgement with the keys of "expected" in vectors.json."""
    best = judged.best
    return {
        "valid_input": judged.valid_input,
        "legal_source": judged.legal_source,
        "complete": judged.complete,
        "hu": judged.hu,
        "reason": judged.reason,
        "xi": judged.xi,
        "xi_groups": judged.xi_groups,
        "xi_options": list(judged.xi_options),
        "arrangements": judged.arrangements,
        "k": best.k if best else None,
        "total_cards": judged.total_cards,
        "red": judged.red,
        "small": judged.small,
        "duizi": best.duizi if best else None,
        "score": _score(judged, judged.score, rules) if judged.score else None,
        "best": best
        and {
            "how": best.how,
            "menzi": [
                {
                    "type": meld.name,
                    "cards": [str(card) for card in meld.cards],
                    "xi": rules.xi(meld),
                    "where": where,
                }
                for meld, where in best.menzi
            ],
        },
    }


def _score(judged: Judgement, score: Score, rules: RuleSet) -> dict[str, Any]:
    name: Any = score.names[0] if score.names else None
    if rules.payment is Payment.XINGJIA:
        share = score.times  # what each loser adds for the 醒家
        return {
            "deng": score.units,
            "fan": name,
            "mult": score.times,
            "3p_each_loser": -score.payoff,
            "3p_winner": 2 * score.payoff,
            "4p_each_loser": -score.payoff - share,
            "4p_winner": 2 * score.payoff,
            "4p_xingjia": 2 * share,
        }
    if rules.payment is Payment.LOSERS:
        losers = 2 if 3 in rules.playing else max(rules.playing) - 1
        pays = {"each_loser": -score.payoff, "winner": losers * score.payoff}
        if score.alone is not None:
            pays = {"each_loser": 0, "discarder": -score.alone, "winner": score.alone}
        return {
            "di": score.units,
            "mingtang": name if rules.combine is Combine.MAX else list(score.names),
            "mult": score.times,
            "zimo": score.source is Source.SELF,
            **pays,
        }
    return {
        "payoff_interpretation": score.payoff,
        "payoff_xi": score.units,
        "mingtang": list(score.names),
        "fang_pao": score.source is Source.DISCARD,
    }

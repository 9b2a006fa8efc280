"""A match to a hundred: when it ends, how tallies become results, and the bets (004 §5)."""

from engine.choices import Compares
from engine.match import Points
from engine.rules import RuleSet


def finished(tallies: Points, rules: RuleSet) -> bool:
    """Whether somebody has reached the target; never where the match goes by time (target 0)."""
    return bool(rules.match_target) and max(tallies.values(), default=0) >= rules.match_target


def rounded(tallies: Points, rules: RuleSet) -> Points:
    """The tallies to the next ten (round_to); the half goes up: 85 → 90, 22 → 20."""
    step = rules.match_round_to
    return {seat: (2 * tally + step) // (2 * step) * step for seat, tally in tallies.items()}


def settle(tallies: Points, rules: RuleSet, unit: int = 1) -> Points:
    """Rounded, less the lowest, times the other players, less their results; times the unit.

    101/85/22/43 → +150/+110/−170/−90: everybody receives the difference from everybody below.
    """
    results = rounded(tallies, rules)
    everybody = sum(results.values())
    return {seat: (value * len(results) - everybody) * unit for seat, value in results.items()}


def bets(tallies: Points, rules: RuleSet) -> Points:
    """打鸟: of every two players the higher tally gets both bets (bird_bet each); equal ones, none.

    Zero everywhere where the rule set has no bets.
    """
    if rules.bird_compares is Compares.ROUNDED:
        tallies = rounded(tallies, rules)
    return {
        seat: 2 * rules.bird_bet * sum((own > other) - (own < other) for other in tallies.values())
        for seat, own in tallies.items()
    }

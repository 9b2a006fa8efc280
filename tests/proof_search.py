"""The search against the plain one, position by position, for every rule set:

    python tests/proof_search.py [--positions 20000] [RULES ...]

A third of the positions are dense hands. Compared are the reason, the xi, every other
total, the xi that must be declared and the payment, of the full judgement and of the short one.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent))
from plain import plainly

from engine.brief import brief
from engine.judge import declarable, judge
from engine.rules import load, names
from engine.samples import positions


def disagreement(position, rules):
    """What the three judgements say where they differ, else None; and the plain reason."""
    slow = plainly(position, rules)
    full = judge(position, rules)
    told = full.reason, full.xi, declarable(full, rules), full.score
    payoff = full.score.payoff if full.score else None
    wrong, said = None, (*told[:3], payoff, full.xi_options)
    if said != slow:
        wrong = f"judge {said}, plainly {slow}"
    short = brief(position, rules)
    if short is not None and tuple(short) != told:
        wrong = f"brief {tuple(short)}, judge {told}"
    return wrong, slow[0], short is None


def compare(name, number, seed=1):
    """The disagreements over so many random positions, and how often each reason came."""
    rules = load(name)
    dense = number // 3
    tried = positions(seed, number - dense, rules.menzi)
    tried += positions(seed, dense, rules.menzi, dense=True)
    reasons, wrong, asked = Counter(), [], 0
    for position in tried:
        bad, reason, silent = disagreement(position, rules)
        reasons[reason or "hu"] += 1
        asked += silent
        if bad:
            wrong.append(f"{position}: {bad}")
    return wrong, reasons, asked


def main(number, sets):
    """Print the figures of each rule set; whether all agreed."""
    fine = True
    for name in sets:
        began = perf_counter()
        wrong, reasons, asked = compare(name, number)
        fine &= not wrong
        told = ", ".join(f"{n} {reason}" for reason, n in reasons.most_common())
        print(
            f"{name}: {number} positions, {len(wrong)} disagreements ({told}; the short way asked"
            f" the long one {asked} times), {perf_counter() - began:.0f} s",
            flush=True,
        )
        for one in wrong[:3]:
            print(f"  {one}", flush=True)
    return fine


if __name__ == "__main__":
    reader = ArgumentParser()
    reader.add_argument("--positions", type=int, default=20_000)
    reader.add_argument("names", nargs="*", default=list(names()))
    told = reader.parse_args()
    sys.exit(not main(told.positions, told.names))

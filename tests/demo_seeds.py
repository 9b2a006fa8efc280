"""Which seeds make a pleasant demonstration: its first rounds, each confirmed at once.

For DEMO_SEED of device/serve.py, and for SEED of tests/device/test_demo_phone.py:

    python tests/demo_seeds.py --seeds 0 30 --rounds 3
    python tests/demo_seeds.py --seeds 0 30 --rounds 1 --settled 1

It films each seed as `xingjia demo` does, with the networks of models/, and prints a line a round.
To be run again when the networks, the renderer or the bots have changed.
"""

import argparse
from time import perf_counter

from device.memory import Memory, recall, remember
from device.reading import network_reader
from device.verifying import evidence_of
from device.virtual import VirtualCamera
from engine.verify import Answer, verify
from vision.table import parse_table


def main(seeds: range, rounds: int, settled: int) -> None:
    """Film the seeds in turn; a seed is left at its first round that is not confirmed."""
    reader, good = network_reader(), []
    for seed in seeds:
        camera = VirtualCamera(seed, fps=0, hold=1, settled=settled, patience=1)
        table, memory, began = parse_table(camera.table), Memory(), perf_counter()
        for frame in camera:
            view, truth = reader.read(frame, table), camera.truth
            memory = remember(memory, view, camera.rules.chi)
            if not camera.laid_open:
                continue
            evidence = evidence_of(view, truth.winner, source=truth.position.win.source)
            verdict = verify(recall(memory, evidence), truth.xi, camera.rules)
            asked = verdict.question.text.zh if verdict.question else ""
            print(
                f"seed {seed} round {truth.number}: {truth.xi} {verdict.answer} {verdict.reason.zh}"
                f" {asked} ({perf_counter() - began:.0f} s)",
                flush=True,
            )
            at_once = verdict.answer is Answer.CONFIRMED and verdict.question is None
            if at_once and truth.number == rounds:
                good.append(seed)
            if not at_once or truth.number == rounds:
                break
    print("good:", *good)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 20), metavar=("FROM", "TO"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--settled", type=int, default=3, help="tables before a hand is open")
    told = parser.parse_args()
    main(range(*told.seeds), told.rounds, told.settled)

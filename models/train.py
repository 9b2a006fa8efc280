"""Train both networks from nothing: draw scenes, then learn ends and glyphs, a core each.

    python -m models.train --out runs/first --seed 1

Every stage resumes where it stopped: finished shards and the last checkpoint are used again. The
files ends.onnx and glyphs.onnx hold whole numbers of eight bits; *.float.onnx are what they are
rounded from.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import torch

from models.dataset import load_crops, load_scenes, make_scenes
from models.export import export_ends, export_glyphs
from models.learn_ends import learn_ends
from models.learn_glyphs import learn_glyphs
from models.network import EndNet, GlyphNet


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The hyper-parameters of a training; printed into the model card."""

    seed: int = 1
    scenes: int = 2000
    end_widths: tuple[int, int, int] = (32, 64, 96)
    end_steps: int = 9000
    end_batch: int = 16
    end_rate: float = 3e-3
    glyph_widths: tuple[int, int, int] = (24, 48, 80)
    glyph_steps: int = 9000
    glyph_batch: int = 256
    glyph_rate: float = 3e-3
    save_every: int = 300


def train_ends(folder: Path, paths: list[Path], plan: Plan) -> None:
    """Learn and export the detector; runs in a process of its own, on one core."""
    _one_core(plan)
    scenes = load_scenes(paths)
    network = EndNet(plan.end_widths)
    _by_channels(network)
    learn_ends(
        scenes, network, folder, "ends",
        seed=plan.seed, steps=plan.end_steps, size=plan.end_batch, rate=plan.end_rate,
        save_every=plan.save_every,
    )  # fmt: skip
    export_ends(network, folder / "ends.onnx", asdict(plan), scenes)


def train_glyphs(folder: Path, paths: list[Path], plan: Plan) -> None:
    """Learn and export the classifier; runs in a process of its own, on one core."""
    _one_core(plan)
    crops, names = load_crops(paths)
    network = GlyphNet(plan.glyph_widths)
    _by_channels(network)
    learn_glyphs(
        crops, names, network, folder, "glyphs",
        seed=plan.seed, steps=plan.glyph_steps, size=plan.glyph_batch, rate=plan.glyph_rate,
        save_every=plan.save_every,
    )  # fmt: skip
    export_glyphs(network, folder / "glyphs.onnx", asdict(plan), crops)


def _by_channels(network: Any) -> None:
    network.to(memory_format=torch.channels_last)  # twice as fast on a CPU


def _one_core(plan: Plan) -> None:
    # Two threads that share one small network wait for each other more than they work.
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(plan.seed)


def main() -> None:
    """The command; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of shards and checkpoints")
    defaults = Plan()
    for name in ("seed", "scenes", "end_steps", "glyph_steps"):
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=int, default=getattr(defaults, name)
        )
    for name in ("end_widths", "glyph_widths"):
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=int, nargs=3, default=getattr(defaults, name)
        )
    chosen = vars(parser.parse_args())
    folder: Path = chosen.pop("out")
    for name in ("end_widths", "glyph_widths"):
        chosen[name] = tuple(chosen[name])
    plan = Plan(**chosen)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.json").write_text(json.dumps(asdict(plan), indent=1))
    began = time.monotonic()
    paths = make_scenes(folder / "scenes", plan.scenes, plan.seed)
    print(f"scenes drawn after {(time.monotonic() - began) / 60:.1f} min", flush=True)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(job, folder, paths, plan) for job in (train_ends, train_glyphs)]
        for job in jobs:
            job.result()
    print(f"all done after {(time.monotonic() - began) / 60:.1f} min", flush=True)


if __name__ == "__main__":
    main()

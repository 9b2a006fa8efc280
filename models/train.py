"""Train both networks from nothing: draw scenes, then learn ends and glyphs, a core each.

    python -m models.train --out runs/first --seed 1

Every stage resumes where it stopped: finished shards and the last checkpoint are used again.
"""

import argparse
import json
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from models import targets
from models.dataset import STORED, Arrays, load, make_scenes
from models.export import export_ends, export_glyphs
from models.network import EndNet, GlyphNet
from vision.classifier import CROP

Batch = tuple[Tensor, ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The hyper-parameters of a training; printed into the model card."""

    seed: int = 1
    scenes: int = 1000
    end_steps: int = 3000
    end_batch: int = 16
    end_rate: float = 3e-3
    glyph_steps: int = 3000
    glyph_batch: int = 256
    glyph_rate: float = 3e-3
    save_every: int = 300


def _prefetch(make: Callable[[int], Any], first: int, last: int) -> Iterator[Any]:
    """Items first…last−1, made by one thread a few ahead of their use."""
    line: queue.Queue[Any] = queue.Queue(maxsize=6)

    def work() -> None:
        for step in range(first, last):
            try:
                line.put(make(step))
            except Exception as error:  # handed to the trainer, which raises it
                line.put(error)
                return

    threading.Thread(target=work, daemon=True).start()
    for _ in range(first, last):
        item = line.get()
        if isinstance(item, Exception):
            raise item
        yield item


def _learn(
    name: str,
    network: torch.nn.Module,
    folder: Path,
    steps: int,
    rate: float,
    plan: Plan,
    batch: Callable[[int], Any],
    loss_of: Callable[[Any], tuple[Tensor, str]],
) -> None:
    """One training: AdamW, a warm-up and a cosine, checkpoints, a progress line."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    warm = max(1, steps // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda s: (
            min(1.0, (s + 1) / warm) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, s / steps))) + 1e-3
        ),
    )
    saved = folder / f"{name}.checkpoint.pt"
    first = 0
    if saved.exists():
        state = torch.load(saved, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        first = int(state["step"])
        print(f"{name}: resumed at step {first}", flush=True)
    network.train()
    began, mean = time.monotonic(), 0.0
    for step, item in enumerate(_prefetch(batch, first, steps), first):
        loss, parts = loss_of(item)
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        mean = float(loss.detach()) if step == first else 0.98 * mean + 0.02 * float(loss.detach())
        if (step + 1) % 100 == 0:
            pace = (time.monotonic() - began) / (step + 1 - first)
            left = pace * (steps - step - 1) / 60
            print(f"{name}: {step + 1}/{steps} loss {mean:.4f} ({parts}) {left:.1f} min left",
                  flush=True)  # fmt: skip
        if (step + 1) % plan.save_every == 0 or step + 1 == steps:
            part = saved.with_suffix(".part")
            torch.save(
                {
                    "network": network.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "schedule": schedule.state_dict(),
                    "step": step + 1,
                },
                part,
            )
            part.rename(saved)
    network.eval()


def _by_channels(network: Any) -> None:
    network.to(memory_format=torch.channels_last)  # twice as fast on a CPU


def _by_picture(table: NDArray[np.float32], pictures: int) -> list[NDArray[np.float32]]:
    cuts = np.searchsorted(table[:, 0], np.arange(1, pictures))
    return np.split(table, cuts)


def learn_ends(data: Arrays, folder: Path, plan: Plan) -> EndNet:
    """Train the detector on random pieces of the scenes."""
    network = EndNet()
    _by_channels(network)
    pictures = data["halves"]
    ends, backs = (_by_picture(data[k], len(pictures)) for k in ("ends", "backs"))

    def batch(step: int) -> Batch:
        rng = np.random.default_rng([plan.seed, 1, step])
        pieces, wanted, weights = [], [], []
        for _ in range(plan.end_batch):
            i = int(rng.integers(len(pictures)))
            piece, some_ends, some_backs = targets.crop(pictures[i], ends[i], backs[i], rng)
            pieces.append(targets.dress(piece, rng))
            want, weight = targets.maps(some_ends, some_backs)
            wanted.append(want)
            weights.append(weight)
        return (
            torch.from_numpy(np.stack(pieces)),
            torch.from_numpy(np.stack(wanted)),
            torch.from_numpy(np.stack(weights)),
        )

    def loss_of(item: Batch) -> tuple[Tensor, str]:
        pieces, want, weight = item
        x = (pieces.permute(0, 3, 1, 2).float() / 255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            got = network(x)
        return end_loss(got.float(), want, weight)

    _learn("ends", network, folder, plan.end_steps, plan.end_rate, plan, batch, loss_of)
    return network


def end_loss(got: Tensor, want: Tensor, weight: Tensor) -> tuple[Tensor, str]:
    """Focal loss on the heat maps, L1 on offset, direction and size near centres; and its parts."""
    heat, target = got[:, :2], want[:, :2]
    p = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    hit = (target > 0.999).float()
    loss = -hit * (1 - p) ** 2 * torch.log(p)
    loss = loss - (1 - hit) * (1 - target) ** 4 * p**2 * torch.log(1 - p)
    per_map = (loss * weight[:, :2]).sum((0, 2, 3)) / hit.sum((0, 2, 3)).clamp(min=4)
    heat_loss = per_map[0] + 0.7 * per_map[1]  # apart, or the fewer backs would be drowned

    def near(channels: slice, w: Tensor) -> Tensor:
        error = (got[:, channels] - want[:, channels]).abs().mean(1)
        return (error * w).sum() / w.sum().clamp(min=1)

    e, b = weight[:, 2], weight[:, 3]
    place = near(slice(2, 4), e) + 0.5 * near(slice(8, 10), b)
    turn = near(slice(4, 6), e) + 0.5 * near(slice(10, 12), b)
    size = near(slice(6, 8), e) + 0.5 * near(slice(12, 14), b)
    total = heat_loss + place + 2 * turn + 2 * size
    parts = (heat_loss, place, turn, size)
    return total, " ".join(f"{float(v.detach()):.3f}" for v in parts)


def _jitter(crops: Tensor, generator: torch.Generator) -> Tensor:
    """Stored crops (N,3,64,64) to network crops (N,3,48,48): moved, turned, scaled, relit."""
    n = len(crops)

    def normal(scale: float) -> Tensor:
        return torch.randn(n, generator=generator) * scale

    turn, zoom = normal(0.09), torch.exp(normal(0.08)) * CROP / STORED
    shear, squeeze = normal(0.05), torch.exp(normal(0.05))
    c, s = torch.cos(turn) * zoom, torch.sin(turn) * zoom
    move = torch.stack(
        [
            torch.stack([c * squeeze, -s + shear * zoom, normal(0.05)], 1),
            torch.stack([s, c, normal(0.05)], 1),
        ],
        1,
    )
    grid = F.affine_grid(move, [n, 3, CROP, CROP], align_corners=False)
    out = F.grid_sample(crops, grid, padding_mode="border", align_corners=False)
    light = torch.exp(normal(0.15))[:, None, None, None]
    tint = 1 + torch.randn(n, 3, 1, 1, generator=generator) * 0.05
    grey = (torch.rand(n, generator=generator) < 0.1)[:, None, None, None]
    out = torch.where(grey, out.mean(1, keepdim=True).expand_as(out), out)
    out = out * light * tint + normal(0.05)[:, None, None, None]
    out = out + torch.randn(out.shape, generator=generator) * 0.02
    return out.clamp(0, 1)


def learn_glyphs(data: Arrays, folder: Path, plan: Plan) -> GlyphNet:
    """Train the classifier on the crops of the scenes."""
    network = GlyphNet()
    _by_channels(network)
    crops, names = data["crops"], data["names"]

    def batch(step: int) -> Batch:
        rng = np.random.default_rng([plan.seed, 2, step])
        pick = rng.integers(0, len(crops), plan.glyph_batch)
        x = torch.from_numpy(crops[pick]).permute(0, 3, 1, 2).float() / 255
        generator = torch.Generator().manual_seed(int(rng.integers(1 << 62)))
        return _jitter(x, generator), torch.from_numpy(names[pick])

    def loss_of(item: Batch) -> tuple[Tensor, str]:
        x, y = item
        with torch.autocast("cpu", torch.bfloat16):
            logits, _ = network(x.contiguous(memory_format=torch.channels_last))
        logits = logits.float()
        right = (logits.argmax(1) == y).float().mean()
        return F.cross_entropy(logits, y, label_smoothing=0.02), f"right {float(right):.3f}"

    _learn("glyphs", network, folder, plan.glyph_steps, plan.glyph_rate, plan, batch, loss_of)
    return network


def train_ends(folder: Path, paths: list[Path], plan: Plan) -> None:
    """Learn and export the detector; runs in a process of its own, on one core."""
    _one_core(plan)
    data = load(paths, ("halves", "ends", "backs"))
    export_ends(learn_ends(data, folder, plan), folder / "ends.onnx", asdict(plan))


def train_glyphs(folder: Path, paths: list[Path], plan: Plan) -> None:
    """Learn and export the classifier; runs in a process of its own, on one core."""
    _one_core(plan)
    data = load(paths, ("crops", "names"))
    export_glyphs(learn_glyphs(data, folder, plan), folder / "glyphs.onnx", asdict(plan))


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
    chosen = parser.parse_args()
    plan = Plan(**{k: v for k, v in vars(chosen).items() if k != "out"})
    folder: Path = chosen.out
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

"""The loop of a training: batches made ahead, a warm-up and a cosine, checkpoints, progress."""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

Batch = tuple[Tensor, ...]


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


def learn(
    name: str,
    network: torch.nn.Module,
    folder: Path,
    steps: int,
    rate: float,
    save_every: int,
    batch: Callable[[int], Batch],
    loss_of: Callable[[Batch], tuple[Tensor, str]],
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
        if (step + 1) % save_every == 0 or step + 1 == steps:
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

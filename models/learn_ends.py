"""Learn to find card ends, backs and the surfaces of cards on pieces of scenes."""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from models import targets
from models.dataset import Scene
from models.learning import Batch, learn
from models.network import EndNet, packed
from vision.detector import CHANNELS


def learn_ends(
    scenes: list[Scene], network: EndNet, folder: Path, name: str,
    *, seed: int, steps: int, size: int, rate: float, save_every: int,
) -> None:  # fmt: skip
    """Train a detector on random pieces of the scenes, `size` pieces a step."""

    def batch(step: int) -> Batch:
        rng = np.random.default_rng([seed, 1, step])
        pieces, wanted, weights = [], [], []
        for _ in range(size):
            piece, surface, ends, backs = targets.crop(scenes[rng.integers(len(scenes))], rng)
            pieces.append(targets.dress(piece, rng))
            want, weight = targets.maps(surface, ends, backs)
            wanted.append(want)
            weights.append(weight)
        return (
            packed(torch.from_numpy(np.stack(pieces).transpose(0, 3, 1, 2))),
            torch.from_numpy(np.stack(wanted)),
            torch.from_numpy(np.stack(weights)),
        )

    def loss_of(item: Batch) -> tuple[Tensor, str]:
        pieces, want, weight = item
        x = pieces.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            got = network(x)
        return end_loss(F.pixel_shuffle(got.float(), 2), want, weight)

    learn(name, network, folder, steps, rate, save_every, batch, loss_of)


def end_loss(got: Tensor, want: Tensor, weight: Tensor) -> tuple[Tensor, str]:
    """Focal loss on the heat maps, L1 on offset, direction and size near centres, cross entropy on
    the surfaces; and its parts."""
    heat, target = got[:, :2], want[:, :2]
    p = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    hit = (target > 0.999).float()
    loss = -hit * (1 - p) ** 2 * torch.log(p)
    loss = loss - (1 - hit) * (1 - target) ** 4 * p**2 * torch.log(1 - p)
    per_map = (loss * weight[:, :2]).sum((0, 2, 3)) / hit.sum((0, 2, 3)).clamp(min=4)
    heat_loss = per_map[0] + 0.7 * per_map[1]  # apart, or the fewer backs would be drowned

    def near(names: str, w: Tensor) -> Tensor:
        channels = [CHANNELS.index(name) for name in names.split()]
        error = (got[:, channels] - want[:, channels]).abs().mean(1)
        return (error * w).sum() / w.sum().clamp(min=1)

    e, b = weight[:, 2], weight[:, 3]
    place = near("end_dx end_dy", e) + 0.5 * near("back_dx back_dy", b)
    turn = near("end_cos end_sin", e) + 0.5 * near("back_cos2 back_sin2", b)
    size = near("end_width end_reach", e) + 0.5 * near("back_width back_length", b)
    s = targets.SURFACES
    surface = F.binary_cross_entropy_with_logits(got[:, s : s + 2], want[:, s : s + 2])
    total = heat_loss + place + 3 * turn + 2 * size + surface
    parts = (per_map[0], per_map[1], place, turn, size, surface)
    return total, " ".join(f"{float(v.detach()):.3f}" for v in parts)

"""Learn to name glyphs, and to say how a crop lies wrong, on moved and relit crops."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from models.dataset import STORED, Picture
from models.learning import Batch, learn
from models.network import MIDDLE, GlyphNet
from vision.classifier import CROP, NONE

READABLE_TURN = 0.6  # radians: a glyph turned further need not be named, only set upright


def learn_glyphs(
    crops: Picture, names: NDArray[np.int64], network: GlyphNet, folder: Path, name: str,
    *, seed: int, steps: int, size: int, rate: float, save_every: int,
) -> None:  # fmt: skip
    """Train a classifier on stored crops, `size` crops a step."""

    def batch(step: int) -> Batch:
        rng = np.random.default_rng([seed, 2, step])
        pick = rng.integers(0, len(crops), size)
        x = torch.from_numpy(crops[pick]).permute(0, 3, 1, 2).float() / 255
        generator = torch.Generator().manual_seed(int(rng.integers(1 << 62)))
        seen, pose = jitter(x, generator)
        n, c, h, w = seen.shape
        apart = seen.reshape(n, c, h // 2, 2, w // 2, 2).permute(0, 3, 5, 1, 2, 4)
        packed = apart.reshape(n, 4 * c, h // 2, w // 2) - MIDDLE / 255
        return packed, torch.from_numpy(names[pick]), pose

    def loss_of(item: Batch) -> tuple[Tensor, str]:
        x, y, pose = item
        with torch.autocast("cpu", torch.bfloat16):
            logits, _, guess = network(x.contiguous(memory_format=torch.channels_last))
        logits, guess = logits.float(), guess.float()
        glyph = y != NONE
        upright = pose[:, 0] > np.cos(READABLE_TURN)
        named = (upright | ~glyph).float()
        each = F.cross_entropy(logits, y, label_smoothing=0.02, reduction="none")
        naming = (each * named).sum() / named.sum()
        right = ((logits.argmax(1) == y).float() * named).sum() / named.sum()
        error = (guess - pose)[glyph].abs().mean(0)
        posing = error[:2].mean() + 2 * error[2:].mean()
        told = f"right {float(right):.3f} turn {float(error[:2].mean().detach()):.3f}"
        return naming + posing, told

    learn(name, network, folder, steps, rate, save_every, batch, loss_of)


def jitter(crops: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Stored crops (N,3,64,64) to network crops (N,3,48,48), moved, turned, scaled, relit.

    And how they lie, (N,4) as GlyphNet says it: most are turned a little, some a lot, a few anyhow.
    """
    n = len(crops)

    def normal(scale: float) -> Tensor:
        return torch.randn(n, generator=generator) * scale

    fate = torch.rand(n, generator=generator)
    turn = torch.where(fate < 0.72, normal(0.09), normal(0.45))
    anyhow = (torch.rand(n, generator=generator) - 0.5) * (2 * np.pi)
    turn = torch.where(fate > 0.9, anyhow, turn)
    zoom = torch.exp(normal(0.09)) * CROP / STORED
    shear, squeeze = normal(0.05), torch.exp(normal(0.05))
    c, s = torch.cos(turn) * zoom, torch.sin(turn) * zoom
    wide = torch.where(fate < 0.45, torch.tensor(0.045), torch.tensor(0.09))
    shift = torch.stack([normal(1.0) * wide, normal(1.0) * wide], 1)
    square = torch.stack(
        [torch.stack([c * squeeze, -s + shear * zoom], 1), torch.stack([s, c], 1)], 1
    )
    grid = F.affine_grid(
        torch.cat([square, shift[..., None]], 2), [n, 3, CROP, CROP], align_corners=False
    )
    out = F.grid_sample(crops, grid, padding_mode="border", align_corners=False)
    middle = -torch.linalg.solve(square, shift[..., None])[..., 0] / 2
    pose = torch.cat([torch.cos(turn)[:, None], -torch.sin(turn)[:, None], middle], 1)
    light = torch.exp(normal(0.15))[:, None, None, None]
    tint = 1 + torch.randn(n, 3, 1, 1, generator=generator) * 0.05
    grey = (torch.rand(n, generator=generator) < 0.1)[:, None, None, None]
    out = torch.where(grey, out.mean(1, keepdim=True).expand_as(out), out)
    out = out * light * tint + normal(0.05)[:, None, None, None]
    out = out + torch.randn(out.shape, generator=generator) * 0.02
    return out.clamp(0, 1), pose

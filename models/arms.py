"""What comes over the cards: arms with hands, and small things left on them."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.prints import any_ink

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]


def leave_over(picture: Picture, rng: Generator, count: int, px_per_mm: float) -> Mask:
    """Lay coins, pens, caps and lighters over whatever is there; returns their mask (255)."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    for _ in range(count):
        at = np.array([rng.uniform(0, w), rng.uniform(0, h)])
        thing = np.zeros((h, w), np.uint8)
        if rng.random() < 0.4:
            cv2.circle(thing, _at(at), int(rng.uniform(9, 28) * px_per_mm), 255, -1)
        else:
            turn, reach = rng.uniform(0, np.pi), rng.uniform(25, 70) * px_per_mm
            way = np.array([np.cos(turn), np.sin(turn)]) * reach
            cv2.line(thing, _at(at - way), _at(at + way), 255, int(rng.uniform(6, 20) * px_per_mm))
        _shade(picture, thing, any_ink(rng, 10, 255))
        mask |= thing
    return mask


def reach_over(picture: Picture, rng: Generator, count: int, px_per_mm: float) -> Mask:
    """Draw arms with hands that reach in from the edges; returns their mask (255 = covered)."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    for _ in range(count):
        side = rng.integers(4)
        root = np.array([(rng.uniform(0, w), h), (w, rng.uniform(0, h)),
                         (rng.uniform(0, w), 0), (0, rng.uniform(0, h))][side])  # fmt: skip
        inward = np.array([(0, -1), (-1, 0), (0, 1), (1, 0)][side], np.float64)
        tip = root + inward * rng.uniform(60, 330) * px_per_mm
        tip = tip + rng.normal(0, 40 * px_per_mm, 2)
        along = (tip - root) / (np.linalg.norm(tip - root) + 1e-6)
        skin = np.array([120, 150, 195]) * rng.uniform(0.45, 1.15)
        b, g, r = (int(c) for c in np.clip(skin, 0, 255))
        sleeve, thick = any_ink(rng, 20, 220), rng.uniform(50, 95) * px_per_mm
        arm = np.zeros((h, w), np.uint8)
        wrist = tip - along * 70 * px_per_mm
        cv2.line(arm, _at(root), _at(wrist), 255, int(thick))
        _shade(picture, arm, sleeve)
        mask |= arm
        hand = np.zeros((h, w), np.uint8)
        palm = tip - along * 35 * px_per_mm
        cv2.line(hand, _at(wrist), _at(palm), 255, int(52 * px_per_mm))
        cv2.circle(hand, _at(palm), int(42 * px_per_mm), 255, -1)
        for turn in np.linspace(-0.7, 0.7, 5) + rng.normal(0, 0.08, 5):
            c, s = np.cos(turn), np.sin(turn)
            finger = np.array([along[0] * c - along[1] * s, along[0] * s + along[1] * c])
            end = palm + finger * rng.uniform(60, 88) * px_per_mm
            cv2.line(hand, _at(palm), _at(end), 255, max(3, int(17 * px_per_mm)))
        _shade(picture, hand, (b, g, r))
        mask |= hand
    return mask


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _shade(picture: Picture, mask: Mask, ink: tuple[int, int, int]) -> None:
    """Fill a shape with a colour that falls off to its rim, over a soft shadow."""
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0:
        return
    part = slice(y, y + h), slice(x, x + w)
    inner = cv2.GaussianBlur(mask[part], (0, 0), 12).astype(np.float32)[..., None] / 255
    colour = np.array(ink, np.float32) * (0.45 + 0.6 * inner)
    solid = (mask[part] > 127)[..., None]
    picture[part] = np.where(solid, np.clip(colour, 0, 255), picture[part]).astype(np.uint8)

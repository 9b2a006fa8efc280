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
        mask |= _hand(picture, rng, wrist, along, (b, g, r), px_per_mm)
    return mask


def _hand(
    picture: Picture,
    rng: Generator,
    wrist: NDArray[np.float64],
    along: NDArray[np.float64],
    skin: tuple[int, int, int],
    px_per_mm: float,
) -> Mask:
    """A hand, spread or closed, whose fingers lie over the palm one by one; returns its mask."""
    h, w = picture.shape[:2]
    size = px_per_mm * rng.uniform(0.85, 1.1)
    palm = wrist + along * 38 * size
    whole = np.zeros((h, w), np.uint8)
    cv2.line(whole, _at(wrist), _at(palm), 255, int(50 * size))
    cv2.circle(whole, _at(palm), int(40 * size), 255, -1)
    _shade(picture, whole, skin)
    spread, curl = rng.uniform(0.25, 0.7), rng.uniform(0.6, 1.0)
    thumb = rng.choice((-1, 1)) * rng.uniform(0.9, 1.3)
    for i, turn in enumerate([*np.linspace(-spread, spread, 4), thumb]):
        c, s = np.cos(turn), np.sin(turn)
        way = np.array([along[0] * c - along[1] * s, along[0] * s + along[1] * c])
        reach = (72 if i == 4 else (74, 88, 86, 70)[i] * curl) * size
        finger = np.zeros((h, w), np.uint8)
        for near, thick in ((0.75, 19), (1.0, 16)):
            cv2.line(finger, _at(palm + way * 24 * size), _at(palm + way * reach * near),
                     255, max(3, int(thick * size)))  # fmt: skip
        tone = rng.uniform(0.93, 1.05)
        b, g, r = (min(255, int(part * tone)) for part in skin)
        _shade(picture, finger, (b, g, r), 4.0)
        whole |= finger
    return whole


def sit_around(picture: Picture, rng: Generator, count: int, px_per_mm: float) -> None:
    """Players as the lamp sees them: big cloth-coloured shapes that reach in from the edges."""
    h, w = picture.shape[:2]
    for _ in range(count):
        side, along = int(rng.integers(4)), rng.uniform(0.2, 0.8)
        out = px_per_mm * np.array([70.0, 15.0])[side % 2]  # above and below the table is nearer
        at = np.array([(along * w, h + out), (w + out, along * h),
                       (along * w, -out), (-out, along * h)][side])  # fmt: skip
        grey, cloth = rng.uniform(20, 170), np.array(any_ink(rng, 10, 190))
        b, g, r = (int(c) for c in grey + (cloth - grey) * rng.uniform(0.1, 0.8))
        body = np.zeros((h, w), np.uint8)
        for _ in range(3):
            middle = at + rng.normal(0, 45, 2) * px_per_mm
            axes = _at(rng.uniform((150, 70), (260, 150))[:: 1 - 2 * (side % 2)] * px_per_mm)
            cv2.ellipse(body, _at(middle), axes, rng.normal(0, 8), 0, 360, 255, -1)
        _shade(picture, body, (b, g, r), 30.0)


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _shade(picture: Picture, mask: Mask, ink: tuple[int, int, int], soft: float = 12.0) -> None:
    """Fill a shape with a colour that falls off to its rim over `soft` px."""
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0:
        return
    part = slice(y, y + h), slice(x, x + w)
    inner = cv2.GaussianBlur(mask[part], (0, 0), soft).astype(np.float32)[..., None] / 255
    colour = np.array(ink, np.float32) * (0.45 + 0.6 * inner)
    solid = (mask[part] > 127)[..., None]
    picture[part] = np.where(solid, np.clip(colour, 0, 255), picture[part]).astype(np.uint8)

"""Stage 2: a small network names the glyph of every card end, on turned crops."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck import Deck, check_network
from vision.detections import Ends, Floats
from vision.detector import open_model
from vision.pictures import packed

Picture = NDArray[np.uint8]

CROP = 48  # px
SPAN = 1.4  # card widths that a crop shows
NONE = 20  # the class of a crop without a readable glyph
_BATCH = 64


def cut(
    picture: Picture, centers: Floats, angles: Floats, widths: Floats, size: int, span: float
) -> Picture:
    """Crops (N,size,size,3) around glyphs, turned upright (a glyph's top points to its card's end).

    centers (N,2) px, angles (N,) degrees, widths (N,) px; a crop shows span × width.
    """
    out = np.zeros((len(centers), size, size, 3), np.uint8)
    levels = [picture]
    for i in range(len(centers)):
        zoom = size / (span * float(widths[i]))
        level = 0
        while zoom < 0.6 and level < 4:
            zoom, level = zoom * 2, level + 1
            if len(levels) <= level:
                levels.append(np.asarray(cv2.pyrDown(levels[-1]), np.uint8))
        # the end's direction must point up (−90 degrees) in the crop
        turn = np.radians(-90 - float(angles[i]))
        c, s = np.cos(turn) * zoom, np.sin(turn) * zoom
        x, y = centers[i] / 2**level
        half = (size - 1) / 2
        move = np.array([[c, -s, half - c * x + s * y], [s, c, half - s * x - c * y]], np.float32)
        out[i] = cv2.warpAffine(levels[level], move, (size, size), flags=cv2.INTER_LINEAR)
    return out


@dataclass(frozen=True)
class Looks:
    """What the network saw in N crops.

    logp (N,21): log-probabilities of the twenty faces and "none"; embeddings (N,64); turns (N,)
    degrees to add to an end's angle and shifts (N,2) px to add to its centre, so that the next look
    sees the glyph upright and in the middle.
    """

    logp: Floats
    embeddings: Floats
    turns: Floats
    shifts: Floats


class Classifier:
    """Names glyphs; `path` is the exported glyphs.onnx, `deck` what is known of the cards."""

    def __init__(self, path: Path | str, deck: Deck | None = None) -> None:
        """Raises BadModel, and BadDeck for a deck that another network has learnt."""
        self._session = open_model(path, "glyphs")
        self._deck = deck
        if deck is not None:
            check_network(deck, path)

    def look(self, picture: Picture, ends: Ends) -> Looks:
        """One look at the glyph of each end."""
        crops = cut(picture, ends.centers, ends.angles, ends.widths, CROP, SPAN)
        logits, embeddings = [np.zeros((0, 21), np.float32)], [np.zeros((0, 64), np.float32)]
        poses = [np.zeros((0, 4), np.float32)]
        for start in range(0, len(crops), _BATCH):
            batch = packed(crops[start : start + _BATCH])
            some = self._session.run(["logits", "embedding", "pose"], {"crops": batch})
            for all_of, part in zip((logits, embeddings, poses), some, strict=True):
                all_of.append(part)
        pose = np.concatenate(poses)
        # The crop's x and y axes in the picture: its y axis points away from the card's end.
        down = np.radians(ends.angles + 180)
        moved = pose[:, 2:] * (SPAN * ends.widths)[:, None]
        x, y = moved[:, 0], moved[:, 1]
        shifts = np.stack(
            [x * np.sin(down) + y * np.cos(down), -x * np.cos(down) + y * np.sin(down)], 1
        )
        turns = np.degrees(np.arctan2(pose[:, 1], pose[:, 0]))
        logp, seen = _normal(np.concatenate(logits)), np.concatenate(embeddings)
        if self._deck is not None:
            logp = self._deck.weigh(logp, seen)
        return Looks(logp, seen, turns, shifts)


def _normal(logits: Floats) -> Floats:
    """Logits (N,K) as log-probabilities."""
    top = logits.max(1, keepdims=True)
    return np.asarray(logits - top - np.log(np.exp(logits - top).sum(1, keepdims=True)), np.float32)

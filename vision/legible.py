"""How well glyphs can be seen: how soft their edges are, how much they stand out, in which ink."""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.classifier import cut
from vision.detections import Ends
from vision.pictures import Picture

Array = NDArray[np.float64]

SPAN = 1.0  # card widths that are looked at
CALM = 0.6  # px: the blur against noise before edges are measured


def _crops(picture: Picture, ends: Ends) -> Picture:
    """Crops (N,S,S,3), one picture pixel about one of theirs."""
    size = max(8, round(SPAN * float(np.median(ends.widths))))
    return cut(picture, ends.centers, ends.angles, ends.widths, size, SPAN)


def _spread(dark: Array) -> Array:
    """(N,) how far apart the dark and the bright parts of (N,S,S) are."""
    low, high = np.percentile(dark.reshape(len(dark), -1), (4, 90), axis=1)
    return np.asarray(high - low, np.float64)


def contrasts(picture: Picture, ends: Ends) -> Array:
    """(N,) how much darker than its paper each glyph is, in any ink, 0…255."""
    darkest = _crops(picture, ends).min(axis=3).astype(np.float64)
    return _spread(darkest)


def blurs(picture: Picture, ends: Ends) -> Array:
    """(N,) how far the edges of each glyph are spread: the sigma of a blur, in card widths.

    The steepest slope of an edge of contrast c that is blurred by s is c / (s √2π).
    """
    crops = _crops(picture, ends).min(axis=3)
    out = []
    for crop, contrast in zip(crops, _spread(crops.astype(np.float64)), strict=True):
        soft = cv2.GaussianBlur(crop, (0, 0), CALM).astype(np.float32)
        dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        slope = float(np.percentile(np.hypot(dx, dy) / 8, 98))
        sigma = contrast / max(slope, 1e-6) / np.sqrt(2 * np.pi)  # px
        out.append(np.sqrt(max(sigma**2 - CALM**2, 0)) / len(crop) * SPAN)
    return np.array(out)


def inks_of(picture: Picture, ends: Ends, faces: NDArray[np.intp]) -> Array:
    """(3,3) RGB of red faces, black faces and paper; NaN where no such face is seen."""
    crops = _crops(picture, ends)[..., ::-1].reshape(len(faces), -1, 3)
    red = np.array([Card(int(face)).red for face in faces], bool)
    ink, paper = [], []
    for crop in crops:
        dark = crop.min(axis=1)
        ink.append(np.median(crop[dark <= np.percentile(dark, 8)], axis=0))
        paper.append(np.median(crop[dark >= np.percentile(dark, 70)], axis=0))
    some = np.array(ink)
    means = [some[mine].mean(axis=0) if mine.any() else np.full(3, np.nan) for mine in (red, ~red)]
    return np.array([*means, np.mean(paper, axis=0)])

"""What the two networks say about one picture, as parallel arrays in full-picture pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Ends:
    """N visible card ends (glyphs).

    centers (N,2) x,y px: middle of the glyph; angles (N,) degrees: atan2(dy, dx), y down, from the
    card's centre to this end; widths (N,) px: the card's short side; reach (N,) px: distance from
    the glyph's middle to the card's centre; scores (N,) 0…1: that an end lies here;
    logp (N,21): log-probability of the twenty faces in the order of engine.cards.Card, then "none".
    """

    centers: Floats
    angles: Floats
    widths: Floats
    reach: Floats
    scores: Floats
    logp: Floats

    def __post_init__(self) -> None:
        n = len(self.centers)
        shapes = {
            "centers": (n, 2), "angles": (n,), "widths": (n,),
            "reach": (n,), "scores": (n,), "logp": (n, 21),
        }  # fmt: skip
        for name, shape in shapes.items():
            got = getattr(self, name).shape
            if got != shape:
                raise ValueError(f"expected {name} of shape {shape}, got {got}")


@dataclass(frozen=True)
class Backs:
    """What is seen of N face-down cards.

    centers (N,2) x,y px: middle of the visible part; angles (N,) degrees of the card's long axis,
    0…180; widths, lengths (N,) px of the visible part, across and along that axis;
    scores (N,) 0…1.
    """

    centers: Floats
    angles: Floats
    widths: Floats
    lengths: Floats
    scores: Floats

    def __post_init__(self) -> None:
        n = len(self.centers)
        shapes = {
            "centers": (n, 2),
            "angles": (n,),
            "widths": (n,),
            "lengths": (n,),
            "scores": (n,),
        }
        for name, shape in shapes.items():
            got = getattr(self, name).shape
            if got != shape:
                raise ValueError(f"expected {name} of shape {shape}, got {got}")

"""`xingjia bench`: how long one picture takes, in words."""

from collections.abc import Iterable
from typing import Any

from models.timing import measure_vision

__all__ = ["measure_vision", "vision_in_words"]


def vision_in_words(found: dict[str, Any]) -> Iterable[str]:
    """The lines a person reads."""
    width, height = found["picture"]
    yield (
        f"vision: one picture {width}×{height} with {found['glyphs']} visible glyphs, one core, "
        f"median of {found['times']}"
    )
    for name, ratio in found["ratio"].items():
        yield f"  {name:15} {found['ms'][name]:8.1f} ms   × {ratio:.2f} of the reference"
    took, gflop = found["ms"]["reference"], found["reference_gflop"]
    yield f"  {'reference':15} {took:8.1f} ms   {gflop} GFLOP of plain convolutions"

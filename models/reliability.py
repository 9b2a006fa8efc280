"""Whether a stated confidence is the share that is right: bins, and Wilson intervals."""

from collections.abc import Iterable
from itertools import pairwise
from math import sqrt
from typing import Any

from models.judging import Find

EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
MANY = 100  # cards in a bin from which it is expected to hold
Z = 1.96  # 95 %


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, of which `right` out of `of` > 0 were seen."""
    share, turn = right / of, Z * Z / of
    middle = (share + turn / 2) / (1 + turn)
    half = Z * sqrt(share * (1 - share) / of + turn / (4 * of)) / (1 + turn)
    return max(0.0, middle - half), min(1.0, middle + half)


def reliability(finds: Iterable[Find]) -> list[dict[str, Any]]:
    """A row for each bin of confidence that is not empty.

    A row: from, to (the last bin holds 1.0 as well), cards, stated (mean), right (share), low and
    high (Wilson interval of `right`), holds (stated lies between them).
    """
    known, rows = list(finds), []
    for low, high in pairwise(EDGES):
        last = high == EDGES[-1]
        mine = [f for f in known if low <= f.confidence < high or (last and f.confidence >= high)]
        if not mine:
            continue
        right = sum(find.right for find in mine)
        stated = sum(find.confidence for find in mine) / len(mine)
        least, most = wilson(right, len(mine))
        rows.append(
            {
                "from": low,
                "to": high,
                "cards": len(mine),
                "stated": round(stated, 4),
                "right": round(right / len(mine), 4),
                "low": round(least, 4),
                "high": round(most, 4),
                "holds": least <= stated <= most,
            }
        )
    return rows


def broken(rows: Iterable[dict[str, Any]]) -> list[str]:
    """The bins of at least MANY cards whose stated share lies outside the interval."""
    return [
        f"{row['from']}–{row['to']}" for row in rows if row["cards"] >= MANY and not row["holds"]
    ]

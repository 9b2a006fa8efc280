"""The table plane: where it lies in the picture, how long a millimetre is, who sits around it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]  # (N, 2) x, y
ALL_SEATS = (0, 1, 2, 3)  # south, east, north, west: anticlockwise from above


class BadTable(ValueError):
    """A description of a table cannot be used."""


@dataclass(frozen=True)
class Table:
    """A rectangular table: four corners in the picture (south-west, south-east, north-east,
    north-west; px), its size (width, height; mm) and the occupied seats.

    On the table plane x points east, y south, and the north-west corner is (0, 0).
    """

    corners_px: tuple[tuple[float, float], ...]
    size_mm: tuple[float, float]
    seats: tuple[int, ...] = ALL_SEATS

    @cached_property
    def _px_to_mm(self) -> Points:
        w, h = self.size_mm
        corners_mm = np.array([[0, h], [w, h], [w, 0], [0, 0]], np.float32)
        matrix = cv2.getPerspectiveTransform(np.array(self.corners_px, np.float32), corners_mm)
        return np.asarray(matrix, np.float64)

    @cached_property
    def _mm_to_px(self) -> Points:
        return np.asarray(np.linalg.inv(self._px_to_mm), np.float64)

    def to_mm(self, points_px: ArrayLike) -> Points:
        """Points (…, 2) of the picture on the table plane."""
        return _project(points_px, self._px_to_mm)

    def to_px(self, points_mm: ArrayLike) -> Points:
        """Points (…, 2) of the table plane in the picture."""
        return _project(points_mm, self._mm_to_px)

    def px_per_mm(self, at_mm: tuple[float, float] | None = None) -> float:
        """The scale at a point of the table plane (its middle by default)."""
        x, y = at_mm or (self.size_mm[0] / 2, self.size_mm[1] / 2)
        o, a, b = self.to_px([[x, y], [x + 1, y], [x, y + 1]])
        return float(np.sqrt(abs(np.linalg.det(np.stack([a - o, b - o])))))


def _project(points: ArrayLike, matrix: Points) -> Points:
    p = np.asarray(points, np.float64)
    q = np.concatenate([p, np.ones((*p.shape[:-1], 1))], axis=-1) @ matrix.T
    return np.asarray(q[..., :2] / q[..., 2:], np.float64)


def edges_of(size_px: tuple[int, int]) -> Table:
    """The table that fills a picture of this (width, height), for want of a better one."""
    w, h = size_px
    return Table(((0, h), (w, h), (w, 0), (0, 0)), (float(w), float(h)))


def parse_table(data: Any) -> Table:
    """A table from its JSON form (DESIGN.md, T.json); raises BadTable."""
    if not isinstance(data, Mapping):
        raise BadTable('expected {"corners_px", "size_mm", "seats"}, got no JSON object')
    missing = {"corners_px", "size_mm"} - set(data)
    if missing:
        raise BadTable(f"missing {' and '.join(sorted(missing))}")
    corners = _numbers(data["corners_px"], (4, 2), "corners_px: four [x, y] in pixels")
    size = _numbers(data["size_mm"], (2,), "size_mm: [width, height]")
    if (size <= 0).any():
        raise BadTable(f"size_mm: expected positive lengths, got {size.tolist()}")
    along, across = np.roll(corners, -1, axis=0) - corners, np.roll(corners, -2, axis=0) - corners
    turn = along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0]
    if not (turn < 0).all():
        raise BadTable("corners_px: expected south-west, south-east, north-east, north-west")
    seats = data.get("seats", ALL_SEATS)
    if (
        not isinstance(seats, list | tuple)
        or not seats
        or any(type(s) is not int or s not in ALL_SEATS for s in seats)
        or len(set(seats)) != len(seats)
    ):
        raise BadTable(f"seats: expected different seats of 0, 1, 2, 3, got {seats!r}")
    return Table(
        tuple((float(x), float(y)) for x, y in corners),
        (float(size[0]), float(size[1])),
        tuple(seats),
    )


def _numbers(value: Any, shape: tuple[int, ...], what: str) -> Points:
    try:
        numbers = np.array(value, np.float64)
    except (TypeError, ValueError):
        raise BadTable(f"expected {what}, got {value!r}") from None
    if numbers.shape != shape or not np.isfinite(numbers).all():
        raise BadTable(f"expected {what}, got {value!r}")
    return numbers


def load_table(path: str | Path) -> Table:
    """The table described in a file; raises BadTable, with the file's name."""
    try:
        return parse_table(json.loads(Path(path).read_text("utf-8")))
    except OSError as error:
        raise BadTable(f"{path}: {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BadTable(f"{path}: not JSON ({error})") from None
    except BadTable as error:
        raise BadTable(f"{path}: {error}") from None

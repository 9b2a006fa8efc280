"""Cards laid in rows for a teaching picture, found by where their glyphs lie."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detections import Ends

Array = NDArray[np.float64]

LENGTH_OFF, BEARING_OFF = 0.45, 25.0  # two glyphs of one card: share of the length, degrees
LIKE_OTHERS = 0.25, 12.0  # how far a card may differ from the others (perspective)
LONE_SCORE, LONE_BEARING = 0.45, 15.0  # an end whose other end was not found
SAME_CARD = 0.6  # card widths: two centres this close are one card
BESIDE = 5.0, 0.4  # a neighbour in the row: at most so many widths aside, so many lengths along
SHORTEST = 3  # cards: fewer are not a row but something that lies about


@dataclass(frozen=True)
class LaidCard:
    """A card of a teaching picture, px and degrees.

    ends (2,2): centres of its glyphs; found: which of the two the network has found (the place of
    the other follows from the rest of the deck); width: the short side.
    """

    ends: Array
    found: tuple[bool, bool]
    width: float

    @property
    def centre(self) -> Array:
        """(2,) its middle."""
        return np.asarray(self.ends.mean(axis=0))

    @property
    def apart(self) -> float:
        """The distance of its glyphs, in card widths."""
        return float(np.linalg.norm(self.ends[0] - self.ends[1])) / self.width


def find_laid(ends: Ends, readable: Array) -> list[LaidCard]:
    """The cards that lie side by side, all one way; readable (N,): probability that an end is one.

    Empty where no two ends make a card.
    """
    c, n = ends.centers.astype(np.float64), len(ends.centers)
    u = _directions(ends.angles)
    reach, widths = ends.reach.astype(np.float64), ends.widths.astype(np.float64)
    strength = ends.scores * (0.2 + 0.8 * readable)
    pairs: list[tuple[int, int]] = []
    for i in range(n):
        for j in range(i + 1, n):
            away = c[i] - c[j]
            long = float(np.linalg.norm(away))
            fits = abs(long / (reach[i] + reach[j]) - 1) < LENGTH_OFF
            if fits and max(_turn(u[i], away), _turn(u[j], -away)) < BEARING_OFF:
                pairs.append((i, j))
    if not pairs:
        return []
    a, b = np.array(pairs).T
    away, weight = c[a] - c[b], strength[a] * strength[b]
    long = np.linalg.norm(away, axis=1)
    axis = away / long[:, None]
    bend = np.degrees(np.arccos(np.clip(np.abs(axis @ axis.T), 0, 1)))
    alike = (np.abs(np.log(long[:, None] / long)) < LIKE_OTHERS[0]) & (bend < LIKE_OTHERS[1])
    chief = int((alike @ weight).argmax())
    like = np.nonzero(alike[chief])[0]
    length = float(np.average(long[like], weights=weight[like]))
    misfit = (np.log(long / length) / 0.05) ** 2 + (bend[chief] / 4) ** 2 - 4 * np.log(weight)
    laid: list[LaidCard] = []
    taken: set[int] = set()
    for k in sorted(like, key=lambda k: misfit[k]):
        i, j = pairs[k]
        card = LaidCard(c[[i, j]], (True, True), float(widths[[i, j]].mean()))
        if not taken & {i, j} and _free(card, laid):
            taken |= {i, j}
            laid.append(card)
    main = axis[chief]
    for i in sorted(set(range(n)) - taken, key=lambda i: -strength[i]):
        way = main * np.sign(u[i] @ main)
        card = LaidCard(np.stack([c[i], c[i] - way * length]), (True, False), float(widths[i]))
        sure = ends.scores[i] >= LONE_SCORE and readable[i] >= 0.5
        if sure and _turn(u[i], way) < LONE_BEARING and _free(card, laid):
            laid.append(card)
    return laid


def rows_of(laid: list[LaidCard]) -> list[list[LaidCard]]:
    """The cards in rows, as seen by someone to whom the cards' first axis points up.

    The upper row comes first, each from left to right; in each card the upper end comes first.
    Turned by 180 degrees they are `turned(rows)`. What lies alone is left out.
    """
    axes = np.array([card.ends[0] - card.ends[1] for card in laid])
    axes = axes * np.where(axes @ axes[0] < 0, -1, 1)[:, None]
    length = float(np.median(np.linalg.norm(axes, axis=1)))
    up = axes.mean(axis=0) / np.linalg.norm(axes.mean(axis=0))
    if up @ (0.3, -1.0) < 0:
        up = -up
    right = np.array([-up[1], up[0]])
    laid = [_upper_first(card, up) for card in laid]
    centres = np.array([card.centre for card in laid])
    width = float(np.median([card.width for card in laid]))
    across, along = centres @ right, centres @ up
    near = np.abs(across[:, None] - across) < BESIDE[0] * width
    near &= np.abs(along[:, None] - along) < BESIDE[1] * length
    row = np.arange(len(laid))
    for _ in laid:  # the smallest number of a row's cards becomes the number of all
        row = np.where(near, row, len(laid)).min(axis=1)
    rows = [sorted(np.nonzero(row == r)[0], key=lambda i: across[i]) for r in np.unique(row)]
    rows = [members for members in rows if len(members) >= SHORTEST]
    rows.sort(key=lambda members: -along[members].mean())
    return [[laid[i] for i in members] for members in rows]


def turned(rows: list[list[LaidCard]]) -> list[list[LaidCard]]:
    """The same rows seen from the other side of the table."""
    return [
        [
            LaidCard(card.ends[::-1], (card.found[1], card.found[0]), card.width)
            for card in row[::-1]
        ]
        for row in rows[::-1]
    ]


def _upper_first(card: LaidCard, up: Array) -> LaidCard:
    if (card.ends[0] - card.ends[1]) @ up >= 0:
        return card
    return LaidCard(card.ends[::-1], (card.found[1], card.found[0]), card.width)


def _free(card: LaidCard, others: list[LaidCard]) -> bool:
    near = [float(np.linalg.norm(card.centre - other.centre)) for other in others]
    return min(near, default=np.inf) >= SAME_CARD * card.width


def _directions(angles: NDArray[np.float32]) -> Array:
    turn = np.radians(angles.astype(np.float64))
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _turn(a: Array, b: Array) -> float:
    """Degrees between two directions."""
    cosine = float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))

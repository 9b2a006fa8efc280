"""A deck is learnt from lessons: pictures on which the face of every glyph is known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, show
from engine.questions import Text
from vision.classifier import Classifier
from vision.deck import Deck, unit
from vision.detections import Ends, Floats
from vision.legible import inks_of
from vision.pictures import Picture

Array = NDArray[np.float64]

LEAST_PX = 18.0  # card width
SAME_SHAPE = 0.12  # cards of one deck differ at most so much in shape, measured on two pictures
SAME_LOOK = 0.7  # likeness of the faces of one deck on two pictures
VARIANTS = 8  # how often each glyph is seen, a little changed each time


class BadTeaching(ValueError):
    """A picture cannot teach a deck; the text says why and what to do, Chinese first."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(str(Text(zh, en)))

    def about(self, picture: Path) -> "BadTeaching":
        """The same, with the picture's name."""
        self.args = (f"{picture}: {self}",)
        return self


@dataclass(frozen=True)
class Glyphs:
    """N places on a picture where one glyph is seen, px and degrees as in Ends.

    fold (N,) 0 or 1: glyphs of one fold are read by prototypes of the other to see what those are
    worth.
    """

    faces: NDArray[np.intp]
    centers: Floats
    angles: Floats
    widths: Floats
    fold: NDArray[np.intp]


@dataclass(frozen=True)
class Lesson:
    """What one picture tells: for N glyphs, each seen V times (a little changed each time).

    embeddings (V,N,D), logp (V,N,21) of the network alone; apart, width_mm as in Deck;
    inks (3,3): RGB of red faces, black faces and paper, NaN for what is not seen.
    """

    faces: NDArray[np.intp]
    fold: NDArray[np.intp]
    embeddings: Floats
    logp: Floats
    apart: float
    width_mm: float | None
    inks: Array


def too_small(width: float) -> None:
    """Raises BadTeaching for cards less than LEAST_PX wide."""
    if width < LEAST_PX:
        raise BadTeaching(
            f"牌太小：每张只有 {int(width)} 像素宽，至少要 {LEAST_PX:.0f}，请靠近些",
            f"too small: a card is {int(width)} px wide, at least {LEAST_PX:.0f} are needed: "
            "go closer",
        )


def study(
    picture: Picture, glyphs: Glyphs, eye: Classifier, apart: float, width_mm: float | None = None
) -> Lesson:
    """Look at every glyph; `eye` must not know a deck. Raises BadTeaching for small cards."""
    if not len(glyphs.faces):
        raise BadTeaching("没有认得的牌", "no card of a known face")
    width = float(np.median(glyphs.widths))
    too_small(width)
    rng, n = np.random.default_rng(1), len(glyphs.faces)
    glyphs = replace(glyphs, centers=glyphs.centers + eye.look(picture, as_ends(glyphs)).shifts)
    looks = [eye.look(picture, as_ends(glyphs))]
    while len(looks) < VARIANTS:
        moved = replace(
            glyphs,
            centers=(glyphs.centers + rng.normal(0, 0.04, (n, 2)) * width).astype(np.float32),
            angles=(glyphs.angles + rng.uniform(-4, 4, n)).astype(np.float32),
            widths=(glyphs.widths * rng.uniform(0.93, 1.07, n)).astype(np.float32),
        )
        looks.append(eye.look(_changed(picture, rng, width), as_ends(moved)))
    inks = inks_of(picture, as_ends(glyphs), glyphs.faces)
    return Lesson(
        glyphs.faces, glyphs.fold, np.stack([look.embeddings for look in looks]),
        np.stack([look.logp for look in looks]), apart, width_mm, inks,
    )  # fmt: skip


def _changed(picture: Picture, rng: np.random.Generator, width: float) -> Picture:
    """A picture a little softer, darker or brighter."""
    soft = cv2.GaussianBlur(picture, (0, 0), width * rng.uniform(0.01, 0.035))
    gain, lift = rng.uniform(0.7, 1.15), rng.uniform(-10, 10)
    return np.asarray(cv2.convertScaleAbs(soft, alpha=gain, beta=max(lift, 0)), np.uint8)


def as_ends(glyphs: Glyphs) -> Ends:
    """Glyphs as the finds of a detector."""
    n = len(glyphs.faces)
    return Ends(
        glyphs.centers, glyphs.angles, glyphs.widths, 2 * glyphs.widths,
        np.ones(n, np.float32), np.zeros((n, 21), np.float32),
    )  # fmt: skip


def deck_of(lessons: Sequence[Lesson], model: str) -> Deck:
    """The deck that the lessons show; raises BadTeaching where they do not show one whole deck."""
    first = _prototypes(lessons[:1])
    for lesson in lessons[1:]:
        known = [i for i, face in enumerate(lesson.faces) if first[face].any()]
        seen = unit(unit(lesson.embeddings).mean(axis=0))
        like = (seen[known] * first[lesson.faces[known]]).sum(axis=1)
        off = abs(np.log(lesson.apart / lessons[0].apart))
        if off > SAME_SHAPE or (len(like) and float(np.median(like)) < SAME_LOOK):
            raise BadTeaching(
                "这些照片不是同一副牌，请一副一副地学",
                "the pictures show two different decks: teach one deck at a time",
            )
    counts = np.bincount(np.concatenate([le.faces for le in lessons]), minlength=len(Card))
    missing = [card for card in Card if not counts[card]]
    if missing:
        raise BadTeaching(
            f"缺牌：没看到 {show(missing)}",
            f"face missing: {show(missing)}; a deck is learnt from all twenty faces",
        )
    widths = [lesson.width_mm for lesson in lessons if lesson.width_mm is not None]
    deck = Deck(
        model,
        _prototypes(lessons),
        tuple(int(n) for n in counts),
        float(np.median([lesson.apart for lesson in lessons])),
        float(np.median(widths)) if widths else None,
        tuple(
            (round(r), round(g), round(b))
            for r, g, b in np.nanmean([lesson.inks for lesson in lessons], axis=0).tolist()
        ),
    )
    return replace(deck, trusted=_helps(lessons, deck))


def _prototypes(lessons: Sequence[Lesson], fold: int | None = None) -> Array:
    """(20,D) unit vectors, zero for a face not seen; of the glyphs of one fold, or of all."""
    seen = np.concatenate([unit(unit(le.embeddings).mean(axis=0)) for le in lessons])
    faces = np.concatenate([le.faces for le in lessons])
    folds = np.concatenate([le.fold for le in lessons])
    out = np.zeros((len(Card), seen.shape[1]))
    for card in Card:
        mine = np.asarray(faces == card)
        if fold is not None:
            mine &= folds == fold
        if mine.any():
            out[card] = unit(seen[mine].mean(axis=0))
    return out


def _helps(lessons: Sequence[Lesson], deck: Deck) -> bool:
    """Whether half of the glyphs let the other half be read at least as well as the network can.

    Well is as many right faces, and no less sure of them.
    """
    right, sure = np.zeros(2), np.zeros(2)  # of the network alone, of both together
    for fold in (0, 1):
        half = replace(deck, prototypes=_prototypes(lessons, fold))
        known = np.asarray(half.prototypes.any(axis=1))
        for le in lessons:
            test = (le.fold != fold) & known[le.faces]
            faces = le.faces[test]
            for alone, seen in zip(le.logp[:, test], le.embeddings[:, test], strict=True):
                for way, logp in enumerate((alone, half.weigh(alone, seen))):
                    right[way] += (logp[:, :-1].argmax(axis=1) == faces).sum()
                    sure[way] += logp[np.arange(len(faces)), faces].sum()
    return bool(right[1] >= right[0] and sure[1] >= sure[0])

"""A teaching picture: twenty faces in two rows, each card's glyphs named by where it lies."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, show
from vision.classifier import Classifier
from vision.deck import unit
from vision.detector import Detector
from vision.legible import blurs, contrasts
from vision.lessons import BadTeaching, Glyphs, Lesson, as_ends, study, too_small
from vision.pictures import Picture
from vision.rows import LaidCard, find_laid, rows_of, turned
from vision.table import Table

Array = NDArray[np.float64]
Rows = list[list[LaidCard]]

NOMINAL_MM = 22.0  # the width of a card before this deck's is known
FEW = 4  # cards: fewer are no teaching picture
BLUR = 0.052  # card widths (sigma): with more the faces of drawn decks begin to look alike
WASHED = 0.45  # of the usual contrast: glare lies on such a glyph
TWIN = 0.95  # likeness of two glyphs of one face
UNLIKE_ENDS = 0.6  # likeness below which the ends of a card do not show one face
CONFIDENT, CONTRADICTIONS = 0.9, 5  # so many cards that the network surely reads otherwise
ONE_DECK = 0.12  # the cards of the two rows may differ so much in shape
FLOOR = -6.0  # log-probability: one odd glyph must not outvote the others


def lesson_of_rows(
    picture: Picture, table: Table | None, detector: Detector, eye: Classifier
) -> Lesson:
    """Learn from 一…十 above and 壹…拾 below, left to right; raises BadTeaching.

    `eye` must not know a deck; the rows may lie at any angle, also upside down.
    """
    ends, _ = detector.detect(picture, NOMINAL_MM * table.px_per_mm() if table else None)
    readable = 1 - np.exp(eye.look(picture, ends).logp[:, -1].astype(np.float64))
    laid = find_laid(ends, readable)
    if len(laid) < FEW:
        raise BadTeaching(
            f"看不到摆好的牌（只找到 {len(laid)} 张）：小字一–十摆上排，大字壹–拾摆下排",
            f"no laid cards seen ({len(laid)} found): lay 一–十 above and 壹–拾 below",
        )
    width = float(np.median([card.width for card in laid]))
    too_small(width)
    rows = [_trimmed(row) for row in rows_of(laid)]
    if not rows:
        raise _not_two_rows(rows)
    shown = as_ends(_glyphs_of(rows))
    blur = float(np.median(blurs(picture, shown)))
    if blur > BLUR:
        raise BadTeaching(
            f"照片模糊（笔画糊开 {blur:.3f} 个牌宽），请对好焦再拍",
            f"blurred (edges spread over {blur:.3f} card widths): focus and take it again",
        )
    looks = eye.look(picture, shown)
    sight = _Sight(looks.logp.astype(np.float64), unit(looks.embeddings))
    rows, sight = _upright(rows, sight)
    _check_order(rows, sight)
    _check_shape(rows)
    glyphs = _glyphs_of(rows)
    keep = _good_ends(picture, glyphs, rows, sight)
    apart = float(np.median([card.apart for row in rows for card in row]))
    width_mm = None
    if table:
        x, y = table.to_mm(glyphs.centers.mean(axis=0))
        width_mm = width / table.px_per_mm((float(x), float(y)))
    return study(picture, _part(glyphs, keep), eye, apart, width_mm)


@dataclass(frozen=True)
class _Sight:
    """What the network says of 2N glyphs, the two of a card one after the other.

    logp (2N,21), embeddings (2N,D) of length one.
    """

    logp: Array
    embeddings: Array

    def votes(self) -> Array:
        """(N,20) log-probability of each face, both ends together."""
        faces = self.logp[:, :-1]
        faces = faces - np.log(np.exp(faces).sum(axis=1, keepdims=True))
        both = np.maximum(faces, FLOOR).reshape(-1, 2, len(Card)).sum(axis=1)
        top = both.max(axis=1, keepdims=True)
        return np.asarray(both - top - np.log(np.exp(both - top).sum(axis=1, keepdims=True)))

    def turned(self) -> "_Sight":
        """The same for cards in the opposite order, their ends exchanged."""
        return _Sight(self.logp[::-1], self.embeddings[::-1])


def _trimmed(row: list[LaidCard]) -> list[LaidCard]:
    """A row without the finds of one end that make it longer than ten."""
    whole = [card for card in row if all(card.found)]
    return whole if len(whole) == 10 < len(row) else row


def _upright(rows: Rows, sight: _Sight) -> tuple[Rows, _Sight]:
    """The rows as their layer saw them: turned by 180 degrees where that fits better."""
    if len(rows) != 2 or any(len(row) > 10 for row in rows):
        raise _not_two_rows(rows)
    other, seen = turned(rows), sight.turned()
    if _align(other, seen)[0] > _align(rows, sight)[0]:
        return other, seen
    return rows, sight


def _align(rows: Rows, sight: _Sight) -> tuple[float, list[int]]:
    """How well (mean log-probability) at most ten cards a row fit, and as which faces."""
    votes, total, faces, at = sight.votes(), 0.0, list[int](), 0
    for number, row in enumerate(rows):
        mine = np.maximum(votes[at : at + len(row)], FLOOR)
        at += len(row)
        fits = [
            (float(mine[range(len(row)), chosen].sum()), chosen)
            for chosen in map(list, combinations(range(10 * number, 10 * number + 10), len(row)))
        ]
        best, chosen = max(fits)
        total, faces = total + best, faces + chosen
    return total / max(at, 1), faces


def _check_order(rows: Rows, sight: _Sight) -> None:
    votes, faces = sight.votes(), _align(rows, sight)[1]
    read = votes.argmax(axis=1)
    sure = np.exp(votes.max(axis=1)) >= CONFIDENT
    wrong = {faces[i]: int(read[i]) for i in np.nonzero(sure & (read != faces))[0]}
    if len(faces) < len(Card):
        missing = sorted(set(Card) - {Card(face) for face in faces})
        if len(wrong) > CONTRADICTIONS:
            raise _not_two_rows(rows)
        raise BadTeaching(
            f"缺牌：只看到 {len(faces)} 张，没看到 {show(missing)}（没摆、挡住或反光？）",
            f"face missing: {len(faces)} cards seen, not {show(missing)} (covered, or in glare?)",
        )
    if len(wrong) > CONTRADICTIONS:
        seen = show([Card(int(f)) for f in read[:10]]), show([Card(int(f)) for f in read[10:]])
        raise BadTeaching(
            f"摆得不对：要上排一–十、下排壹–拾、从左到右；看到的像 {seen[0]} / {seen[1]}",
            f"the rows are not 一…十 over 壹…拾, left to right; seen: {seen[0]} / {seen[1]}",
        )
    for face, other in wrong.items():
        if _leads_back(wrong, face):  # an odd form is taken for a card that lies elsewhere
            raise BadTeaching(
                f"顺序不对：{Card(face)} 的位置上像是 {Card(other)}",
                f"wrong order: where {Card(face)} should lie is what looks like {Card(other)}",
            )
    own = unit(sight.embeddings.reshape(len(Card), 2, -1).sum(axis=1))
    like = own @ own.T - 2 * np.eye(len(Card))
    if like.max() > TWIN:
        a, b = (Card(int(i)) for i in np.unravel_index(like.argmax(), like.shape))
        lost = a if votes[a, a] < votes[b, b] else b
        kept = b if lost == a else a
        raise BadTeaching(
            f"缺牌：{lost} 的位置上也是 {kept}",
            f"face missing: where {lost} should lie is another {kept}",
        )


def _leads_back(wrong: dict[int, int], face: int) -> bool:
    """Whether cards have changed places: from a face to what lies there, and so on, to the face."""
    at = face
    for _ in wrong:
        at = wrong.get(at, -1)
        if at == face:
            return True
    return False


def _check_shape(rows: Rows) -> None:
    above, below = (float(np.median([card.apart for card in row])) for row in rows)
    if abs(np.log(above / below)) > ONE_DECK:
        raise BadTeaching(
            "上下两排的牌大小不一样，不是同一副牌",
            "the cards of the two rows differ in shape: two different decks",
        )


def _good_ends(picture: Picture, glyphs: Glyphs, rows: Rows, sight: _Sight) -> NDArray[np.bool_]:
    """Which ends may teach; raises BadTeaching for a card without one."""
    contrast = contrasts(picture, as_ends(glyphs))
    keep = np.array([found for row in rows for card in row for found in card.found])
    keep &= contrast >= WASHED * float(np.median(contrast))
    pale = [Card(card) for card in Card if not keep[2 * card : 2 * card + 2].any()]
    if pale:
        raise BadTeaching(
            f"反光：{show(pale)} 的字看不清，请换个角度或光线",
            f"glare or something over {show(pale)}: change the angle or the light",
        )
    for card in Card:
        a, b = 2 * card, 2 * card + 1
        if keep[a] and keep[b] and sight.embeddings[a] @ sight.embeddings[b] < UNLIKE_ENDS:
            p = np.exp(sight.logp[[a, b], card])
            if p.max() < 0.5:
                raise BadTeaching(
                    f"{card} 两头的字不一样，请看看有没有挡住或反光",
                    f"the two ends of {card} do not look alike: is one covered, or in glare?",
                )
            keep[[a, b]] = p == p.max()
    return np.asarray(keep, np.bool_)


def _not_two_rows(rows: Rows) -> BadTeaching:
    counts = " + ".join(str(len(row)) for row in rows)
    total = sum(len(row) for row in rows)
    return BadTeaching(
        f"要二十张牌摆两排、每排十张；看到 {total} 张（{counts}）",
        f"expected twenty cards in two rows of ten, got {total} ({counts})",
    )


def _part(glyphs: Glyphs, keep: NDArray[np.bool_]) -> Glyphs:
    return Glyphs(
        glyphs.faces[keep], glyphs.centers[keep], glyphs.angles[keep],
        glyphs.widths[keep], glyphs.fold[keep],
    )  # fmt: skip


def _glyphs_of(rows: list[list[LaidCard]]) -> Glyphs:
    """Two glyphs for every card, also where none was found; faces in the order of the rows."""
    cards = [card for row in rows for card in row]
    ends = np.array([card.ends for card in cards])
    away = ends - ends[:, ::-1]
    return Glyphs(
        np.repeat(np.arange(len(cards)), 2),
        ends.reshape(-1, 2).astype(np.float32),
        np.degrees(np.arctan2(away[..., 1], away[..., 0])).reshape(-1).astype(np.float32),
        np.repeat([card.width for card in cards], 2).astype(np.float32),
        np.tile([0, 1], len(cards)),
    )

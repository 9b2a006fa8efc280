"""A teaching picture: marks on white cards, an eye that knows what each place shows."""

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from engine.cards import FACES, Card
from vision.classifier import Looks
from vision.deck import parse_deck
from vision.detections import Backs, Ends
from vision.lessons import BadTeaching, deck_of
from vision.rows import find_laid, rows_of
from vision.teaching import lesson_of_rows

WIDTH, LENGTH, REACH = 40, 130, 42  # px
SIZE = 900, 700
NO_BACKS = Backs(*(np.zeros(shape, np.float32) for shape in ((0, 2), 0, 0, 0, 0)))
SMALL, BIG = "".join(FACES[:10]), "".join(FACES[10:])
STYLE = np.random.default_rng(5).normal(0, 0.05, (21, 64))


@dataclass
class Laid:
    """Cards on a table: rows of faces, "." for a gap; what a mouth says instead of what lies there.

    turn: of the whole picture, degrees; hidden: (row, column, end) that the detector misses; reads:
    by face, what the network takes it for; scale: of everything.
    """

    rows: tuple[str, ...] = (SMALL, BIG)
    turn: float = 0.0
    scale: float = 1.0
    reads: dict = field(default_factory=dict)
    hidden: tuple = ()
    longer: tuple = (1.0, 1.0)
    stray: tuple = ()
    blur: float = 0.0
    glare: tuple = ()

    def glyphs(self):
        """(face, row, column, end, centre, angle), in the turned picture."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        found = []
        for r, row in enumerate(self.rows):
            for k, face in enumerate(row):
                for end, up in enumerate((-90, 90)):
                    if face == ".":
                        continue
                    y = (r - (len(self.rows) - 1) / 2) * LENGTH * 1.15
                    y += REACH * self.longer[r % 2] * (-1, 1)[end]
                    x = (k - 4.5) * WIDTH * 1.35
                    at = np.array([c * x - s * y, s * x + c * y]) * self.scale
                    found.append((face, r, k, end, at + np.array(SIZE) / 2, up + self.turn))
        return found

    def picture(self):
        out = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
        for face, r, k, _, at, angle in self.glyphs():
            half = self.scale * WIDTH * 0.48
            box = cv2.boxPoints(((float(at[0]), float(at[1])), (2 * half, 2 * half), angle))
            cv2.fillPoly(out, [box.astype(np.int32)], (235, 235, 235))
            ink = (30, 30, 30) if face in SMALL else (30, 30, 190)
            if (r, k) in self.glare:
                ink = (225, 225, 225)
            way = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * half * 0.6
            side = np.array([-way[1], way[0]])
            for a, b in ((way, -way), (way + side, way - side), (side - way, -side - way)):
                a, b = (tuple(np.round(at + p).astype(int).tolist()) for p in (a, b))
                cv2.line(out, a, b, ink, max(2, round(5 * self.scale)))
        return cv2.GaussianBlur(out, (0, 0), self.blur) if self.blur else out

    def detect(self, picture, width=None):
        """As a detector."""
        seen = [g for g in self.glyphs() if g[1:4] not in self.hidden]
        rows = [(at, angle) for *_, at, angle in seen] + [(np.array(p), a) for *p, a in self.stray]
        n = len(rows)
        ends = Ends(
            np.array([at for at, _ in rows], np.float32).reshape(n, 2),
            np.array([(a + 180) % 360 - 180 for _, a in rows], np.float32),
            np.full(n, WIDTH * self.scale, np.float32),
            np.full(n, REACH * self.scale, np.float32),
            np.full(n, 0.8, np.float32),
            np.zeros((n, 21), np.float32),
        )
        return ends, NO_BACKS

    def look(self, picture, ends):
        """As a classifier."""
        glyphs = self.glyphs()
        p, seen = np.full((len(ends.scores), 21), 0.001), []
        for i, centre in enumerate(ends.centers):
            near = [
                g for g in glyphs
                if np.linalg.norm(g[4] - centre) < 0.3 * WIDTH * self.scale
                and abs((g[5] - ends.angles[i] + 180) % 360 - 180) < 40
            ]  # fmt: skip
            face = near[0][0] if near else None
            name = FACES.index(self.reads.get(face, face)) if face else 20
            p[i, name] = 0.98
            shown = FACES.index(face) if face else 20
            seen.append(np.eye(64)[shown] + STYLE[shown])
        n = len(seen)
        return Looks(
            np.log(p).astype(np.float32),
            np.array(seen, np.float32).reshape(n, 64),
            np.zeros(n, np.float32),
            np.zeros((n, 2), np.float32),
        )


def learn(laid):
    return deck_of([lesson_of_rows(laid.picture(), None, laid, laid)], "network")


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param(Laid(), id="as told"),
        pytest.param(Laid(turn=180), id="from the other side"),
        pytest.param(Laid(turn=90), id="from the left"),
        pytest.param(Laid(turn=-12), id="askew"),
        pytest.param(Laid(hidden=((0, 3, 0), (1, 9, 1))), id="an end not found"),
        pytest.param(Laid(stray=((40, 40, 10), (60, 600, -80))), id="things beside the cards"),
        pytest.param(Laid(stray=((760, 230, -90),)), id="an end beside a row"),
        pytest.param(Laid(reads={"叁": "柒"}), id="an odd 叁"),
        pytest.param(Laid(reads={"贰": "叁", "叁": "柒", "玖": "捌"}), id="some odd forms"),
    ],
)
def test_a_good_picture_teaches_every_face(laid):
    deck = learn(laid)
    assert (deck.prototypes.argmax(axis=1) == np.arange(20)).all()
    assert min(deck.counts) >= 1
    assert deck.apart == pytest.approx(2 * REACH / WIDTH, rel=0.03)
    assert deck.trusted


def test_the_inks_are_seen():
    red, black, paper = learn(Laid()).inks
    assert red[0] > red[1]
    assert max(abs(a - b) for a, b in zip(paper, (235, 235, 235), strict=True)) < 8
    assert max(black) <= max(red)


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        pytest.param(Laid((SMALL.replace("五", "."), BIG)), "face missing.*not 五 ", id="no 五"),
        pytest.param(Laid(("一二三四六七八九十", BIG[:9])), "not 五拾", id="two missing"),
        pytest.param(Laid((SMALL.replace("五", "三"), BIG)), "五.*is another 三", id="三 twice"),
        pytest.param(Laid((SMALL, BIG, SMALL)), "got 30", id="three rows"),
        pytest.param(Laid((SMALL,)), "two rows", id="one row"),
        pytest.param(Laid((SMALL + "一", BIG[:9])), "two rows of ten", id="eleven above nine"),
        pytest.param(Laid((BIG, SMALL)), "not 一…十 over 壹…拾", id="big ones above"),
        pytest.param(Laid((SMALL[::-1], BIG[::-1])), "not 一…十 over", id="from right to left"),
        pytest.param(Laid(("一二三四六五七八九十", BIG)), "wrong order.*五.*六", id="五 and 六"),
        pytest.param(Laid(("一二三四六九五七八十", BIG)), "wrong order", id="four out of order"),
        pytest.param(Laid((SMALL[:3],)), "no laid cards seen", id="three cards"),
        pytest.param(Laid(("",)), "no laid cards seen", id="nothing"),
        pytest.param(Laid(scale=0.4), "too small: a card is 16 px", id="far away"),
        pytest.param(Laid(blur=6), "blurred", id="out of focus"),
        pytest.param(Laid(glare=((1, 4),)), "glare.*伍", id="glare on 伍"),
        pytest.param(Laid(longer=(1.0, 1.25)), "two different decks", id="two decks"),
    ],
)
def test_a_bad_picture_is_refused_with_the_reason(laid, says):
    with pytest.raises(BadTeaching, match=says):
        learn(laid)


def test_a_refusal_is_one_line_in_both_languages():
    with pytest.raises(BadTeaching) as error:
        learn(Laid((SMALL.replace("五", "."), BIG)))
    assert str(error.value).startswith("缺牌")
    assert " / " in str(error.value)
    assert "\n" not in str(error.value)


def test_two_pictures_of_one_deck_make_one_and_of_two_decks_none():
    lessons = [lesson_of_rows(x.picture(), None, x, x) for x in (Laid(), Laid(turn=180))]
    assert deck_of(lessons, "network").counts == (4,) * 20
    other = Laid()
    other.look, plain = lambda *a: _mirrored(plain(*a)), other.look
    with pytest.raises(BadTeaching, match="two different decks"):
        deck_of([lessons[0], lesson_of_rows(other.picture(), None, other, other)], "network")


def _mirrored(looks):
    return Looks(looks.logp, looks.embeddings[:, ::-1].copy(), looks.turns, looks.shifts)


def test_a_deck_that_misleads_is_not_trusted():
    laid = Laid()
    plain = laid.look

    def muddled(picture, ends):
        """Sees at the lower ends what the next face has at the upper ones."""
        looks = plain(picture, ends)
        lower = np.abs((ends.angles - 90 + 180) % 360 - 180) < 45
        seen = looks.embeddings.copy()
        seen[lower, :20] = np.roll(seen[lower, :20], 1, axis=1)
        return Looks(looks.logp, seen, looks.turns, looks.shifts)

    laid.look = muddled
    assert not learn(laid).trusted


@pytest.mark.parametrize("turn", [0, 45, 90, 135, 180, 270])
def test_rows_are_found_at_any_angle(turn):
    laid = Laid(turn=turn)
    ends, _ = laid.detect(None)
    cards = find_laid(ends, np.ones(len(ends.scores)))
    assert [len(row) for row in rows_of(cards)] == [10, 10]
    assert all(card.apart == pytest.approx(2 * REACH / WIDTH, rel=1e-3) for card in cards)


def test_a_taught_deck_can_be_kept():
    from json import loads

    from vision.deck import as_json

    text = as_json(learn(Laid()))
    assert parse_deck(loads(text)).counts == (2,) * len(Card)

"""The virtual table: a camera like any other, that knows the truth."""

from collections import Counter
from itertools import islice

import cv2
import numpy as np
import pytest

from device.memory import Memory, recall, remember
from device.verifying import evidence_of
from device.virtual import SEATS, Stage, VirtualCamera, printed_stage
from engine.cards import COPIES
from engine.judge import declarable, judge
from engine.questions import answered
from engine.rules import load
from engine.verify import Answer, verify
from models.layout import Layout, corners

TABLE_MM = (900.0, 900.0)
CORNERS = ((0.0, 450.0), (450.0, 450.0), (450.0, 0.0), (0.0, 0.0))


class Drawer:
    """Plain quads at half a pixel a millimetre, and a count of the pictures drawn."""

    def __init__(self):
        self.layouts = []

    @property
    def drawn(self):
        return len(self.layouts)

    def __call__(self, layout):
        self.layouts.append(layout)
        picture = np.full((450, 450, 3), 60, np.uint8)
        for quad in corners(layout):
            cv2.fillPoly(picture, [(quad / 2).round().astype(np.int32)], (250, 250, 250))
        return picture


@pytest.fixture
def drawer():
    return Drawer()


@pytest.fixture
def film(drawer):
    """A camera that does not wait between frames."""
    stage = Stage((90.0, 22.0), TABLE_MM, CORNERS, drawer)

    def start(seed=0, **options):
        return VirtualCamera(seed, stage=stage, **{"fps": 0, "hold": 4, "settled": 3} | options)

    return start


def test_frames_are_pictures(film):
    frame = next(iter(film()))
    assert frame.dtype == np.uint8
    assert frame.shape == (450, 450, 3)


def test_a_round_is_three_settled_tables_and_a_showdown(film):
    frames = list(islice(film(), 20))
    distinct = [frames[0]]
    for frame in frames:
        if not np.array_equal(frame, distinct[-1]):
            distinct.append(frame)
    assert len(distinct) == 4
    assert all(np.array_equal(f, frames[12]) for f in frames[12:])


def test_every_distinct_table_is_drawn_once(film, drawer):
    list(islice(film(), 40))
    assert drawer.drawn == 4


def test_the_hand_lies_open_until_the_next_round_is_asked_for(film):
    camera = film()
    frames = iter(camera)
    for _ in range(50):
        open_hand = next(frames)
    assert camera.laid_open
    first = camera.truth
    camera.next_round()
    new = next(frames)
    assert not camera.laid_open
    assert camera.truth.number == first.number + 1
    assert not np.array_equal(new, open_hand)


def test_asking_for_the_next_round_in_mid_game_changes_nothing(film):
    camera = film()
    frames = iter(camera)
    next(frames)
    camera.next_round()
    for _ in range(30):
        next(frames)
    assert camera.truth.number == 1
    assert camera.laid_open


def test_an_open_hand_goes_by_itself_after_its_patience(film):
    camera = film(patience=5)
    list(islice(camera, 18))
    assert camera.truth.number == 2


@pytest.mark.parametrize("name", ["guoji", "anhua", "loudi", "liuhuqiang"])
def test_the_truth_is_a_clean_win_of_a_round_that_bots_played(film, name):
    camera = film(rules=load(name), patience=1, hold=1, settled=1)
    dealer = 0
    for number, _ in enumerate(islice(camera, 6)):
        truth = camera.truth
        if number % 2:
            continue  # its showdown
        answer = judge(truth.position, camera.rules)
        assert answer.hu
        assert truth.xi == declarable(answer, camera.rules)
        assert truth.played.clean
        assert truth.seats[0] == dealer
        assert sorted(truth.seats) == list(camera.seats)
        assert {c.seat for c in truth.showdown.cards if c.zone == "showdown"} == {truth.winner}
        assert (truth.discarder is not None) == (truth.position.win.source == "discard")
        dealer = truth.winner


@pytest.mark.parametrize("name", ["guoji", "anhua", "loudi"])
def test_what_lay_before_the_win_confirms_the_truth(film, drawer, perfect, name):
    """The memory of the tables before tells every kind; the winning card may be asked for."""
    camera = film(rules=load(name), hold=1, patience=1)
    asked = 0
    for _ in islice(camera, 20 * 4):
        if not camera.laid_open:
            continue
        memory, truth = Memory(), camera.truth
        for layout in drawer.layouts[-4:]:
            memory = remember(memory, perfect(layout), camera.rules.chi)
        win = truth.position.win
        seen = evidence_of(perfect(truth.showdown), truth.winner, source=win.source)
        evidence = recall(memory, seen)
        verdict = verify(evidence, truth.xi, camera.rules)
        if verdict.answer is Answer.UNSURE:
            asked += 1
            choices = [choice.text.zh for choice in verdict.question.choices]
            known = answered(evidence, verdict.question, choices.index(str(win.card)))
            verdict = verify(known, truth.xi, camera.rules)
        assert verdict.answer is Answer.CONFIRMED, (truth.played.seed, verdict)
        wrong = verify(evidence, truth.xi + 3, camera.rules)
        assert wrong.answer is not Answer.CONFIRMED
    assert camera.truth.number == 20
    assert asked <= 12  # on which card was it won?


def test_no_table_has_a_fifth_card_of_a_face(film, drawer):
    for _ in islice(film(hold=1, patience=1), 40):
        counts = Counter(c.face for c in drawer.layouts[-1].cards)
        assert max(counts.values()) <= COPIES


def test_the_table_is_told_as_a_table_file_tells_it(film):
    assert film().table == {
        "corners_px": [[0, 450], [450, 450], [450, 0], [0, 0]],
        "size_mm": [900, 900],
        "seats": [0, 1, 2],
    }


def test_the_same_seed_films_the_same_rounds(film):
    one, other = (list(islice(film(7, patience=2), 40)) for _ in range(2))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, list(islice(film(8, patience=2), 40)))


def test_a_closed_camera_ends_and_may_be_closed_again(film):
    with film() as camera:
        frames = iter(camera)
        next(frames)
        camera.close()
        assert list(frames) == []
    camera.close()
    assert list(camera) == []


def test_the_printed_stage_keeps_its_cloth_while_cards_are_laid(film):
    stage = printed_stage(size=(576, 324))
    camera = film()
    next(iter(camera))
    bare = stage.draw(Layout(stage.table_mm, stage.card_mm, SEATS, (), ())).astype(int)
    laid = stage.draw(camera.truth.showdown).astype(int)
    assert laid.shape == (324, 576, 3)
    changed = np.abs(bare - laid).max(axis=2) > 40
    assert 0.02 < changed.mean() < 0.3


def test_the_corners_of_the_printed_stage_are_where_the_cloth_ends():
    stage = printed_stage(size=(576, 324))
    left, right = (round(stage.corners_px[i][0]) for i in (0, 1))
    picture = stage.draw(Layout(stage.table_mm, stage.card_mm, SEATS, (), ())).astype(int)
    columns = picture.mean(axis=0)
    for edge in (left, right):
        across = np.abs(columns[edge - 4] - columns[edge + 4]).sum()
        along = np.abs(columns[edge - 4] - columns[edge - 12]).sum()
        assert across > 3 * along

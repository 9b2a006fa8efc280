"""Whether stated and seen shares are compared as statistics has it."""

import pytest

from models.judging import Find
from models.reliability import MANY, broken, reliability, wilson

# Wilson's interval with z = 1.96, worked out by hand from his formula.
WILSON = [
    pytest.param(0, 10, 0.0, 0.2775, id="none of ten"),
    pytest.param(10, 10, 0.7225, 1.0, id="all of ten"),
    pytest.param(50, 100, 0.4038, 0.5962, id="half of a hundred"),
]


@pytest.mark.parametrize(("right", "of", "low", "high"), WILSON)
def test_wilsons_interval(right, of, low, high):
    assert wilson(right, of) == pytest.approx((low, high), abs=1e-4)


def test_finds_are_told_by_their_bin():
    finds = [Find(0.92, True)] * 9 + [Find(0.94, False)] + [Find(1.0, True), Find(0.1, False)]
    rows = reliability(finds)
    assert [(row["from"], row["to"], row["cards"]) for row in rows] == [
        (0.0, 0.3, 1), (0.9, 0.95, 10), (0.995, 1.0, 1),
    ]  # fmt: skip
    assert rows[1]["stated"] == pytest.approx(0.922)
    assert rows[1]["right"] == 0.9
    assert rows[1]["holds"]


def test_only_bins_of_many_cards_can_be_broken():
    boast = [Find(0.999, i % 20 > 0) for i in range(MANY)]
    assert broken(reliability(boast[: MANY - 1])) == []
    assert broken(reliability(boast)) == ["0.995–1.0"]

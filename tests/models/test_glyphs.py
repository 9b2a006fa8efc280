"""Glyph designs: all twenty faces, freely licensed, held-out families never trained on."""

import tomllib
from itertools import combinations

import cv2
import numpy as np
import pytest

from engine.cards import Card
from models.glyph_shapes import Form, drawn
from models.glyphs import (
    FONTS,
    BadGlyph,
    fonts,
    forms,
    glyph_mask,
    held_out_designs,
    sample_design,
    training_designs,
)

DESIGNS = [*training_designs(), *held_out_designs()]
RECORDS = tomllib.loads((FONTS / "fonts.toml").read_text("utf-8"))["font"]


def thumbnail(mask):
    """A mask padded or cut to 64 x 64, to compare glyphs of different sizes."""
    page = np.zeros((64, 64), np.uint8)
    part = mask[:64, :64]
    page[: part.shape[0], : part.shape[1]] = part
    return page


def test_there_are_many_designs_and_brush_ones_on_both_sides():
    assert len(training_designs()) >= 40
    assert len(held_out_designs()) >= 10
    for held_out in (False, True):
        brushes = [f for f in fonts().values() if f.held_out == held_out and f.style == "brush"]
        assert len(brushes) >= 3


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.name)
def test_a_design_has_twenty_distinct_faces(design):
    masks = [glyph_mask(design, card, 48) for card in Card]
    assert all((m > 127).sum() > 30 for m in masks)
    for a, b in combinations(masks, 2):
        assert np.abs(thumbnail(a).astype(int) - thumbnail(b)).mean() > 2


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.name)
def test_every_form_of_a_font_has_ink(design):
    for card in Card:
        for recipe, share in forms(fonts()[design.name], card):
            assert share > 0
            assert 0.01 < (drawn(recipe) > 127).mean() < 0.99 or card is Card.一


def test_no_design_is_on_both_sides():
    assert not {d.name for d in training_designs()} & {d.name for d in held_out_designs()}


@pytest.mark.parametrize("held_out", [False, True])
def test_a_sampled_deck_is_of_one_font_of_its_side(held_out):
    rng = np.random.default_rng(3)
    for _ in range(30):
        design = sample_design(rng, held_out=held_out)
        assert {recipe.font for recipe in design.recipes} == {design.name}
        assert fonts()[design.name].held_out == held_out


@pytest.mark.parametrize("held_out", [False, True])
def test_every_face_of_a_sampled_deck_has_ink_and_its_own_shape(held_out):
    rng = np.random.default_rng(11)
    for _ in range(12 if held_out else 50):
        design = sample_design(rng, held_out=held_out)
        masks = [glyph_mask(design, card, 105, rng) for card in Card]
        for card, mask in zip(Card, masks, strict=True):
            height, width = mask.shape
            assert 0.05 < (mask > 100).mean() < 0.97, (design, card)
            low, high = (1.2, 25) if card is Card.一 else (0.25, 4.2)
            assert low < width / height < high, (design, card)
        small = [cv2.resize(mask, (24, 24), interpolation=cv2.INTER_AREA) for mask in masks[1:]]
        for a, b in combinations(small, 2):
            assert np.abs(a.astype(int) - b).mean() > 17, design


def test_faces_of_one_deck_differ_from_those_of_another_deck_of_the_same_font():
    rng = np.random.default_rng(12)
    decks = [d for d in (sample_design(rng) for _ in range(300)) if d.name == "ukai"][:6]
    masks = [cv2.resize(glyph_mask(d, Card.五, 105), (24, 24)).astype(int) for d in decks]
    assert len(masks) >= 3
    assert all(np.abs(a - b).mean() > 8 for a, b in combinations(masks, 2))


def test_both_ends_of_a_card_show_one_form_of_its_glyph():
    rng = np.random.default_rng(13)
    design = sample_design(rng)
    one, two = (cv2.resize(glyph_mask(design, Card.玖, 105, rng), (24, 24)) for _ in range(2))
    assert np.abs(one.astype(int) - two).mean() < 45


def test_a_hand_writes_all_simple_faces_in_a_third_of_the_decks():
    rng = np.random.default_rng(14)
    decks = [sample_design(rng) for _ in range(300)]
    assert 60 <= sum(d.hand is not None for d in decks) <= 120


def test_hands_for_measuring_are_of_families_never_trained_on():
    rng = np.random.default_rng(15)
    trained, measured = (
        {d.hand.family for d in (sample_design(rng, side) for _ in range(200)) if d.hand}
        for side in (False, True)
    )
    assert trained
    assert measured
    assert not trained & measured


def test_sampled_decks_use_the_old_forms():
    rng = np.random.default_rng(4)
    decks = [sample_design(rng) for _ in range(200)]
    seen = [{d.recipes[card] for d in decks} for card in (Card.贰, Card.叁, Card.肆, Card.陆)]
    two, three, four, six = ([(r.form, r.parts) for r in recipes] for recipes in seen)
    assert (Form.PLAIN, "貳") in two
    assert (Form.STACK, "厶大目") in three
    assert {Form.TRIPLE, Form.FRAMED, Form.TALL} <= {form for form, _ in three}
    assert {Form.DOTS, Form.TAIL, Form.SHRUNK} <= {form for form, _ in four}
    assert {(Form.PLAIN, "陸"), (Form.SMALL_LEFT, "陸")} <= set(six)
    nine, ten = ({d.recipes[card].form for d in decks} for card in (Card.玖, Card.拾))
    assert {Form.JADE, Form.WIDE_LEFT} <= nine
    assert Form.HOOKED in ten


def test_a_flat_face_comes_out_flat_and_a_full_one_full():
    design = training_designs()[0]
    one, big = glyph_mask(design, Card.一, 96), glyph_mask(design, Card.壹, 96)
    assert one.shape[1] > 3 * one.shape[0]
    assert 80 <= max(big.shape) <= 104


def test_masks_are_cut_tight():
    rng = np.random.default_rng(5)
    design = sample_design(rng)
    for card in Card:
        mask = glyph_mask(design, card, 96)
        assert mask.dtype == np.uint8
        assert all(edge.max() > 30 for edge in (mask[0], mask[-1], mask[:, 0], mask[:, -1]))


def test_the_same_seed_prints_the_same_mask_and_another_does_not():
    design = sample_design(np.random.default_rng(6))
    first, same, other = (
        glyph_mask(design, Card.玖, 96, np.random.default_rng(seed)) for seed in (7, 7, 8)
    )
    assert np.array_equal(first, same)
    assert first.shape != other.shape or not np.array_equal(first, other)


def test_a_mask_too_small_to_read_is_refused():
    with pytest.raises(BadGlyph, match="at least 8 px"):
        glyph_mask(training_designs()[0], Card.一, 3)


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r["key"])
def test_every_font_file_has_its_licence_recorded(record):
    assert (FONTS / f"{record['key']}.ttf").is_file()
    assert (FONTS / "licences" / record["licence_file"]).stat().st_size > 300
    assert all(record[field] for field in ("copyright", "licence", "source", "original"))


def test_no_font_file_is_without_a_record_and_all_are_small():
    files = list(FONTS.glob("*.ttf"))
    assert {f.stem for f in files} == {r["key"] for r in RECORDS}
    assert sum(f.stat().st_size for f in FONTS.rglob("*") if f.is_file()) < 3_000_000

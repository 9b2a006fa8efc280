import math

import pytest

from engine.cards import parse, show
from vision.melds import as_meld, kinds_if_incomplete, kinds_of
from vision.reader import understand
from vision.view import SeenCard


def faces_and_down(text):
    return tuple(None if c == "_" else parse(c)[0] for c in text)


KINDS = [
    pytest.param("一二三", ("chi",), id="一二三"),
    pytest.param("二七十", ("chi",), id="二七十"),
    pytest.param("八六七", ("chi",), id="a run in any order"),
    pytest.param("陆陆六", ("chi",), id="two big and one small"),
    pytest.param("二七拾", (), id="sizes do not mix"),
    pytest.param("一三五", (), id="no run"),
    pytest.param("陆陆陆", ("peng", "wei", "kan"), id="three alike"),
    pytest.param("陆陆陆陆", ("pao", "ti"), id="four alike"),
    pytest.param("六六陆陆", (), id="two and two"),
    pytest.param("十十", ("jiang",), id="a pair"),
    pytest.param("___", ("wei",), id="three face down"),
    pytest.param("__陆", ("wei",), id="a 臭偎 shows one"),
    pytest.param("___陆", ("ti",), id="a 提 shows one"),
    pytest.param("_陆七", (), id="a 偎 never shows two faces"),
    pytest.param("一", (), id="one card is no group"),
]


@pytest.mark.parametrize(("cards", "kinds"), KINDS)
def test_the_kinds_that_cards_can_be(cards, kinds):
    assert kinds_of(faces_and_down(cards)) == kinds


@pytest.mark.parametrize("cards", ["一五十", "拾壹伍"])
def test_a_chi_of_few_rule_sets_is_a_chi_where_it_lies_but_no_reason_to_see_a_meld(cards):
    assert kinds_of(parse(cards)) == ()
    assert kinds_if_incomplete(parse(cards)) == ("chi",)


def test_before_the_end_three_face_up_are_a_peng():
    assert kinds_of(parse("陆陆陆"), opened=False) == ("peng",)


def row(faces, x, y=800, step=22.0, angle=90):
    return [(face, x + step * k, y, angle) for k, face in enumerate(faces)]


def stagger(faces, x, y=750, step=25.0):
    last = len(faces) - 1
    return [
        (face, x, y + step * k, -90, "ab" if k == last else "a") for k, face in enumerate(faces)
    ]


def fan(faces, x, y=833):
    """Cards that share their lower end; the last lies on top and shows it."""
    cards = []
    for k, face in enumerate(faces):
        angle = -90 + 18 * (k - (len(faces) - 1) / 2)
        turn = math.radians(angle)
        at = (x + 33 * math.cos(turn), y + 33 * math.sin(turn))
        cards.append((face, *at, angle, "ab" if k == len(faces) - 1 else "a"))
    return cards


def grouped(view):
    return sorted(show(sorted(view.cards[i].face for i in g.cards)) for g in view.groups)


LAYOUTS = [
    pytest.param(row("一二三", 430), ["一二三"], id="a row"),
    pytest.param(stagger("二七十", 450), ["二七十"], id="a stagger"),
    pytest.param(fan("陆陆陆", 450), ["陆陆陆"], id="a fan"),
    pytest.param(
        row("一二三", 380) + row("四四四", 460), ["一二三", "四四四"], id="two rows 14 mm apart"
    ),
    pytest.param(
        row("一二三四四四", 390),
        ["一二三", "四四四"],
        id="rows that touch part where it makes sense",
    ),
    pytest.param(
        stagger("二七十", 430) + stagger("壹壹壹", 460), ["二七十", "壹壹壹"], id="two staggers"
    ),
    pytest.param(row("陆陆陆陆", 420), ["陆陆陆陆"], id="four alike"),
    pytest.param(
        row("一二三", 300) + row("九", 600), ["一二三"], id="a card far away is in no group"
    ),
]


@pytest.mark.parametrize(("cards", "groups"), LAYOUTS)
def test_melds_before_a_player_are_told_apart(lay, look, cards, groups):
    assert grouped(look(lay(*cards))) == sorted(show(sorted(parse(g))) for g in groups)


def test_face_down_cards_and_one_face_make_a_ti(lay, lay_down, look):
    down = lay_down((430, 800, 90), (454, 800, 90), (478, 800, 90))
    view = look(lay(("陆", 502, 800, 90)), down)
    (group,) = view.groups
    assert group.kinds_possible == ("ti",)
    assert len(group.cards) == 4


def test_two_cards_whose_third_is_hidden_are_a_group_that_can_be_a_chi(lay, look):
    (group,) = look(lay(*row("七十", 440))).groups
    assert group.kinds_possible == ("chi",)


def test_every_card_is_in_at_most_one_group_and_says_which(lay, look):
    view = look(lay(*row("一二三", 380), *row("四四四", 470)))
    for group in view.groups:
        assert all(view.cards[i].group == group.id for i in group.cards)
    assert len({i for g in view.groups for i in g.cards}) == 6


def doubtful(face, other, p=0.9):
    """A card read as `face` with probability p that could also be `other`."""
    first, second = parse(face + other)
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 4.0), (0.0, 4.0))
    return SeenCard(first, True, p, ((first, p), (second, 0.99 - p)), quad, ())


def faces_of(cards):
    return show(c.face for c in cards)


def test_a_meld_mends_a_face_that_makes_no_sense_but_is_not_sure_of_it():
    cards = as_meld([doubtful("一", "壹"), doubtful("二", "三"), doubtful("六", "三")], opened=True)
    assert faces_of(cards) == "一二三"
    assert cards[2].confidence < 0.9
    assert cards[2].alternatives[0] == (cards[2].face, cards[2].confidence)


def test_a_meld_that_makes_sense_stays_as_it_was_read():
    cards = tuple(doubtful(face, "拾") for face in "一二三")
    assert as_meld(cards, opened=True) == cards


def test_cards_that_can_make_no_meld_stay_as_they_were_read():
    cards = tuple(doubtful(*faces) for faces in ("一拾", "三玖", "八贰"))
    assert as_meld(cards, opened=True) == cards


def test_three_unlikely_faces_at_once_are_not_believed():
    cards = tuple(doubtful(face, "拾", p=0.95) for face in "一三八")
    assert as_meld(cards, opened=True) == cards


def test_four_alike_that_touch_unevenly_are_no_two_jiang(lay, table, lay_down):
    x, places = 150, []
    for faces in ("一二三", "四五六", "七八九", "壹贰叁", "肆伍陆", "捌捌捌"):
        places += row(faces, x)
        x += 85
    places += [("十", x + dx, 800, 90) for dx in (0, 22, 49, 71)]
    view = understand(lay(*places), lay_down(), (1800, 1800), table)
    groups = ["".join(str(view.cards[i].face) for i in g.cards) for g in view.groups]
    assert "十十十十" in groups

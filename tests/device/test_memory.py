from collections import Counter
from dataclasses import replace

import pytest

from device.memory import Memory, recall, remember
from engine.cards import parse, show
from engine.evidence import Evidence, EvidenceGroup
from engine.melds import Kind
from engine.rules import load
from vision.view import SeenCard, SeenGroup, TableView

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
UP = {"chi": ("chi",), 3: ("peng", "wei", "kan"), 4: ("pao", "ti")}


def table(*melds, seat=0, zone="meld", confidence=0.99):
    """A settled table; a meld is "kinds:faces" with 〇 for a card that lies face down."""
    cards, groups = [], []
    for number, (kinds, faces) in enumerate(meld.split(":") for meld in melds):
        indices = tuple(range(len(cards), len(cards) + len(faces)))
        for face in faces:
            card = None if face == "〇" else parse(face)[0]
            seen = ((card, confidence),) if card is not None else ()
            cards.append(
                SeenCard(card, card is not None, confidence, seen, QUAD, (), number, seat, zone)
            )
        kinds = tuple(kinds.split("/"))
        groups.append(SeenGroup(number, seat, kinds[0], kinds, indices))
    return TableView((64, 36), tuple(cards), tuple(groups))


def opened(*groups):
    """The evidence of a hand laid open before the south."""
    return Evidence(
        tuple(
            EvidenceGroup(
                parse(faces),
                frozenset(map(Kind, UP[len(faces)] if len(set(faces)) == 1 else UP["chi"])),
            )
            for faces in groups
        ),
        seat=0,
    )


def told(tables, *groups):
    """What each opened group was, in the light of the tables before: kinds and exposed."""
    memory = Memory()
    for one in tables:
        memory = remember(memory, one)
    return {
        show(g.cards): (",".join(sorted(g.kinds)), g.exposed)
        for g in recall(memory, opened(*groups)).groups
    }


@pytest.mark.parametrize(
    ("tables", "group", "was"),
    [
        pytest.param([table("peng:九九九")], "九九九", ("peng", True), id="face up before: 碰"),
        pytest.param([table("wei:〇〇〇")], "九九九", ("wei", True), id="face down before: 偎"),
        pytest.param([table("wei:〇〇九")], "九九九", ("wei", True), id="臭偎 shows one card"),
        pytest.param([table("chi:一二三")], "九九九", ("", False), id="first seen now: 坎"),
        pytest.param([table("ti:〇〇〇九")], "九九九九", ("ti", True), id="提 shows one card"),
        pytest.param([table("pao/ti:九九九九")], "九九九九", ("pao", True), id="four up: 跑"),
        pytest.param([table("peng:九九九")], "九九九九", ("pao", True), id="a 碰 grew"),
        pytest.param([table("chi:一二三")], "一二三", ("chi", True), id="a chi that lay there"),
        pytest.param([table("chi:一二三")], "四五六", ("", False), id="a chi from the hand"),
        pytest.param([], "九九九", ("kan,peng,wei", None), id="nothing was seen before"),
        pytest.param(
            [table("peng:九九九", confidence=0.5)], "九九九", ("kan,peng,wei", None),
            id="badly read before"
        ),
        pytest.param(
            [table("peng:九九九", seat=1)], "九九九", ("kan,peng,wei", None),
            id="there are no six of a face: it lay there and was given to another",
        ),
        pytest.param(
            [table("peng:九九九", "peng:八八")], "七七七", ("kan,peng,wei", None),
            id="a meld was seen in part: another may have been overlooked",
        ),
        pytest.param(
            [table("peng:九九九", "peng:八八", seat=1)], "七七七", ("", False),
            id="a doubt before another player does not matter",
        ),
        pytest.param(
            [table("wei:〇〇〇"), table("pao/ti:八八八八")], "九九九", ("", False),
            id="a 偎 that became a 跑 before the end is none any more",
        ),
        pytest.param(
            [table("chi:九九玖", seat=1)], "九九九", ("kan,peng,wei", None),
            id="there are no five of a face",
        ),
        pytest.param(
            [table("peng:九九九"), table("chi:一二三")], "九九九", ("peng", True),
            id="an arm lay over it at last",
        ),
        pytest.param(
            [table("peng:九九九"), table("chi:四五六", zone="showdown"), table("chi:一二三")],
            "九九九", ("", False), id="of the round before",
        ),
        pytest.param(
            [table("peng:八八八"), table("chi:四五六", "peng:八八八", zone="showdown"),
             table("chi:四五六", "peng:九九九", zone="showdown")],
            "九九九", ("kan,peng,wei", None),
            id="melds that looked like an opened hand hid the last tables of the round",
        ),
    ],
)  # fmt: skip
def test_what_lay_there_before_tells_what_it_is(tables, group, was):
    assert told(tables, group)[group] == was


@pytest.mark.parametrize(
    ("group", "was"),
    [
        pytest.param("一二三", ("", False), id="it is in the chi now"),
        pytest.param("三三三三", ("pao,ti", None), id="四张: perhaps a 提 that lay there"),
    ],
)
def test_the_winning_card_may_have_lain_on_the_table(group, was):
    """Three 三 are seen, two of them in melds: the loose one is won."""
    loose = table("chi:三", zone="discard")
    laid = table("peng:三三三", seat=1) if group == "一二三" else table("chi:七八九", seat=1)
    cards = laid.cards + tuple(replace(card, group=None) for card in loose.cards)
    assert told([replace(laid, cards=cards)], group)[group] == was


def test_one_face_down_meld_among_two_counts_as_a_kan_does():
    found = told([table("wei:〇〇〇")], "九九九", "捌捌捌")
    assert set(found.values()) == {("", False)}


@pytest.mark.parametrize(
    ("chi", "clear"),
    [
        pytest.param(load("liuhuqiang+yi_wu_shi").chi, True, id="where 一五十 is a chi"),
        pytest.param(load("guoji").chi, False, id="elsewhere a card must be hidden or misread"),
    ],
)
def test_what_is_a_whole_meld_is_for_the_rules_to_say(chi, clear):
    assert (0 in remember(Memory(), table("chi:一五十"), chi).clear) is clear


def test_two_equal_melds_are_matched_one_by_one():
    found = recall(remember(Memory(), table("chi:一二三")), opened("一二三", "一二三"))
    assert Counter(group.exposed for group in found.groups) == {True: 1, False: 1}


def test_a_hidden_wei_that_once_looked_like_four_backs_is_still_one_wei():
    memory = remember(remember(Memory(), table("wei:〇〇〇")), table("ti:〇〇〇〇"))
    assert sum(memory.melds[0].values()) == 1

"""The page to print and sign, and its CSV."""

import csv
import io
import re
from html.parser import HTMLParser

import pytest

from engine.questions import SEATS
from engine.rules import load
from web.table import Played, Player, Role


class Cells(HTMLParser):
    """The rows of the page's table."""

    def __init__(self):
        super().__init__()
        self.rows, self.open = [], False

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.open = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.open = False

    def handle_data(self, data):
        if self.open:
            self.rows[-1][-1] += data


def rows(client):
    parser = Cells()
    parser.feed(client.get("/sheet").text)
    return [[re.sub(r"\s+", " ", cell).strip() for cell in row] for row in parser.rows]


@pytest.fixture
def played(table):
    """The printed example and a round of an old record, among four."""
    roles = (Role.DEALER, Role.PLAYER, Role.COUNTER, Role.PLAYER)
    points = ((0, -17), (1, -5), (2, 7), (3, 15))
    table.board.publish({
        "players": tuple(Player(s, SEATS[s], 0, role) for s, role in enumerate(roles)),
        "rounds": (
            Played(1, 3, 21, points, 3, 2, 0, ((0, "失提"),)),
            Played(2, 3, 15, ((0, -2), (1, 2), (2, -2), (3, 2))),
        ),
    })  # fmt: skip
    return table


def test_a_line_for_every_round_chinese_first(client, played):
    head, first, second, *_ = rows(client)
    assert head == [
        "局 Round", "庄 Dealer", "胡 Winner", "戏 xi", "等 units", "番 times",
        "南家 South", "东家 East", "北家 North", "西家 West", "罚 Penalties",
    ]  # fmt: skip
    assert first == [
        "1", "南家", "西家", "21", "3", "2", "−17", "−5", "+7", "+15", "南家失提",
    ]  # fmt: skip
    assert second == ["2", "", "西家", "15", "", "", "−2", "+2", "−2", "+2", ""]


def test_totals_ranks_and_signatures_at_the_foot(client, played):
    total, rank, signature = rows(client)[-3:]
    assert total == ["总分 Total", "−19", "−3", "+5", "+17", ""]
    assert rank == ["名次 Rank", "4", "3", "2", "1", ""]
    assert signature == ["签字 Signature", "", "", "", "", ""]


def test_before_the_match_it_is_a_form_for_the_pen(client):
    body = rows(client)[1:-3]
    assert len(body) == 20
    assert {cell for row in body for cell in row} == {""}


def test_ties_and_false_sums_are_told(client, played):
    played.board.publish({"rounds": (Played(1, 3, 15, ((0, 1), (1, 1), (2, 0), (3, 5))),)})
    page = client.get("/sheet").text
    assert "南家、东家同分" in page
    assert "第 1 局分数相加不为零" in page


def test_the_penalties_of_the_rule_set_are_printed(client, played):
    assert "诈胡 −30／+10" in client.get("/sheet").text
    played.rules = load("anhua")
    assert "罚则" not in client.get("/sheet").text


def test_csv_opens_in_a_spreadsheet(client, played):
    reply = client.get("/sheet.csv")
    assert reply.mimetype == "text/csv"
    assert "attachment" in reply.headers["Content-Disposition"]
    assert reply.data.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(reply.data.decode("utf-8-sig"))))
    assert table[1][6:10] == ["-17", "-5", "7", "15"]


def test_the_page_leads_to_the_sheet_and_back(client):
    assert 'href="/sheet"' in client.get("/").text
    assert 'href="/"' in client.get("/sheet").text
    assert "default-src 'self'" in client.get("/sheet").headers["Content-Security-Policy"]

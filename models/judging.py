"""A reading beside the truth: what was found on one picture, what was said of it, what is wrong.

A found card matches a true one when one of its ends lies within 8 mm of an end of the true card
that is at least 60 % visible; each true card is matched once, nearest first. What lies at a card
that is mostly hidden is no invention.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist, inf
from pathlib import Path
from typing import Any

from vision.view import Point, SeenCard, TableView

REACH_MM = 8.0
CLEAR, HINTED = 0.6, 0.1  # visible share of an end that is readable, and of one that may be found
CONFIDENT = 0.9
BACK_REACH_MM = 30.0  # from a face-down group's centre to a found back
DOWN_KINDS = ("wei", "ti", "stinky_wei")
MAY_BE = {2: {"jiang"}, 3: {"peng", "wei", "kan"}, 4: {"pao", "ti"}}  # alike cards, by number

Label = dict[str, Any]


@dataclass(frozen=True)
class CardRow:
    """A readable card and what was said of it: said None and confidence 0 where nothing was.

    ends: how many are readable; layout: of its group, or "none"; light: a word.
    """

    face: str
    said: str | None
    found: bool
    confidence: float
    ends: int
    layout: str
    light: str
    px_per_mm: float
    hard: bool
    design: str

    @property
    def right(self) -> bool:
        """Whether it was found with its face."""
        return self.found and self.said == self.face


@dataclass(frozen=True)
class Find:
    """A found open card: the stated confidence, and whether such a card lies there."""

    confidence: float
    right: bool


@dataclass(frozen=True)
class Judged:
    """What one picture adds up to; name: of its file, "" where it has none."""

    name: str
    counts: Counter[str]
    cards: tuple[CardRow, ...]
    finds: tuple[Find, ...]


def judge(label: Label, view: TableView) -> Judged:
    """Counts, cards and finds of one picture; the label has the shape that models.render writes."""
    truth = [card for card in label["cards"] if card["readable"]]
    hidden = [card for card in label["cards"] if card["up"] and not card["readable"]]
    up = [i for i, card in enumerate(view.cards) if card.up]
    reach = REACH_MM * label["px_per_mm"]
    got = _match(truth, view, up, reach, CLEAR)
    rest = [i for i in up if i not in got.values()]
    excused = _match(hidden, view, rest, reach, HINTED)
    invented = [i for i in rest if i not in excused.values()]
    rows = tuple(_row(card, label, view, got) for card in truth)
    names = {card["id"]: card["face"] for card in label["cards"]}
    at = {i: names[number] for number, i in (got | excused).items()}
    finds = tuple(Find(stated(c), str(c.face) == at.get(i)) for i in up for c in (view.cards[i],))
    found = [row for row in rows if row.found]
    right = sum(row.right for row in rows)
    counts = Counter(
        pictures=1,
        readable=len(rows),
        found=len(found),
        right=right,
        claimed=len(found) + len(invented),
        unsure=sum(row.confidence < CONFIDENT or row.said is None for row in found),
        confident_wrong=sum(row.confidence >= CONFIDENT and not row.right for row in found)
        + sum(stated(view.cards[i]) >= CONFIDENT for i in invented),
        whole=right == len(rows) and not invented,
        **_hand(label, view, truth, [*got.values(), *invented]),
    )
    counts += _groups(label, view, got) + _backs(label, view)
    return Judged(Path(label.get("image", "")).stem, counts, rows, finds)


def stated(card: SeenCard) -> float:
    """The confidence as `xingjia read --json` prints it."""
    return round(card.confidence, 4)


def _match(
    truth: Sequence[Label], view: TableView, seen: Sequence[int], reach: float, least: float
) -> dict[int, int]:
    """Ids of true cards and indices of found ones, nearest first; `least` of an end is visible."""
    ends: list[list[Point]] = [
        [end["center_px"] for end in card["ends"] if end["visible"] >= least] for card in truth
    ]
    pairs = []
    for card, places in zip(truth, ends, strict=True):
        for i in seen:
            found = view.cards[i].ends
            off = min((dist(a, end.center_px) for a in places for end in found), default=inf)
            if off <= reach:
                pairs.append((off, card["id"], i))
    got: dict[int, int] = {}
    taken: set[int] = set()
    for _, number, i in sorted(pairs):
        if number not in got and i not in taken:
            got[number] = i
            taken.add(i)
    return got


def _row(card: Label, label: Label, view: TableView, got: Mapping[int, int]) -> CardRow:
    found = view.cards[got[card["id"]]] if card["id"] in got else None
    group = card["group"]
    return CardRow(
        face=card["face"],
        said=None if found is None or found.face is None else str(found.face),
        found=found is not None,
        confidence=0.0 if found is None else stated(found),
        ends=sum(end["visible"] >= CLEAR for end in card["ends"]),
        layout="none" if group is None else _group(label, group)["layout"],
        light=_light(label.get("light", "unknown")),
        px_per_mm=label["px_per_mm"],
        hard=bool(label.get("hard")),
        design=label.get("design", "unknown"),
    )


def _light(said: str | Mapping[str, str]) -> str:
    return said if isinstance(said, str) else said["kind"]


def _group(label: Label, number: int) -> Label:
    found: Label = next(group for group in label["groups"] if group["id"] == number)
    return found


def _hand(
    label: Label, view: TableView, truth: Sequence[Label], seen: Sequence[int]
) -> dict[str, int]:
    """Whether the winner's readable cards are what was read before his seat."""
    if "win" not in label:
        return {}
    seat, zones = label["win"]["seat"], ("meld", "showdown")
    want = Counter(c["face"] for c in truth if c["seat"] == seat and c["zone"] in zones)
    cards = [view.cards[i] for i in seen]
    have = Counter(str(c.face) for c in cards if c.seat == seat and c.zone in zones)
    return {"hands": 1, "hands_right": int(want == have)}


def _groups(label: Label, view: TableView, got: Mapping[int, int]) -> Counter[str]:
    """Open groups of two or more readable cards that are one found group, and of those the kinds.

    The kind is right when it is possible for what was read, with none that the cards rule out.
    """
    by_id = {card["id"]: card for card in label["cards"]}
    used, counts = set(got.values()), Counter[str]()
    for group in label["groups"]:
        cards = [by_id[number] for number in group["cards"]]
        ids = [card["id"] for card in cards if card["readable"]]
        if len(ids) < 2 or not all(card["up"] for card in cards):
            continue
        counts["groups"] += 1
        mine = {got.get(number, -1) for number in ids}
        hit = [
            seen for seen in view.groups
            if mine <= set(seen.cards) and not (set(seen.cards) & used) - mine
        ]  # fmt: skip
        if not hit:
            continue
        alike = len({card["face"] for card in cards}) == 1
        may = MAY_BE[len(cards)] if alike else {"chi"}
        kinds = set(hit[0].kinds_possible or (hit[0].kind,))
        fits = kinds <= may or len(ids) < len(cards)
        counts.update(groups_right=1, kinds_right=int(group["kind"] in kinds and fits))
    return counts


def _backs(label: Label, view: TableView) -> Counter[str]:
    """Groups with face-down cards, and those near whose middle a back was found."""
    by_id = {card["id"]: card for card in label["cards"]}
    backs = [_middle(card.quad_px) for card in view.cards if not card.up]
    counts, reach = Counter[str](), BACK_REACH_MM * label["px_per_mm"]
    for group in label["groups"]:
        cards = [by_id[number] for number in group["cards"]]
        if group["kind"] in DOWN_KINDS and not all(card["up"] for card in cards):
            middle = _middle([_middle(card["quad_px"]) for card in cards])
            near = any(dist(middle, back) <= reach for back in backs)
            counts.update(back_groups=1, back_groups_found=int(near))
    return counts


def _middle(points: Sequence[Sequence[float]]) -> Point:
    n = len(points)
    return sum(p[0] for p in points) / n, sum(p[1] for p in points) / n

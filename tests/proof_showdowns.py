"""Every showdown of a folder verified as `xingjia verify` does it: no wrong answer may be sure.

    python tests/proof_showdowns.py FOLDER [--decks FOLDER] [--no-painting] [--json OUT]

FOLDER holds NAME.jpg with NAME.json (a label with "win") and NAME.table.json. Each hand is verified
knowing nothing but the picture, the winning card and its source besides, and the laid groups and
the hand as well (E.json); with the true xi, with the xi off by a group, and with each of the
winner's cards in turn painted over in the colour of the table. Exit 0 if nothing is wrong.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2
import numpy as np

from device.reading import model_files, table_for
from device.verifying import Known, verify_view
from engine.cards import FACES, card
from engine.evidence import known_from_json
from engine.rules import Source, load
from engine.verify import Answer, Verdict
from models.taught import taught_decks
from vision.pictures import Picture, load_picture
from vision.reader import Reader
from vision.view import TableView

GROUP = 3  # xi: what a declared number is off by
SEEN = 0.02  # visible share of a card below which there is nothing to paint over
FACES_AND_DIGITS = "".join(FACES) + "0123456789"
KNOWING = ("the picture", "and the winning card", "and the whole record")


@dataclass(frozen=True)
class Asked:
    """One question: what was known, what was said, what came out."""

    picture: str
    knowing: str
    said: str
    declared: int
    true_xi: int
    verdict: Verdict

    @property
    def wrong(self) -> str:
        """What is wrong with the answer, "" if nothing; miscounted is wrong for the true number."""
        answer, painted = self.verdict.answer, self.said.startswith("painted")
        if answer is Answer.CONFIRMED and (painted or self.declared != self.true_xi):
            return "wrong confirmed"
        if answer is Answer.FALSE_WIN:
            return "wrong false_win"
        if answer is Answer.MISCOUNTED and self.declared == self.true_xi:
            return "wrong miscounted"
        return ""


def known_of(win: dict[str, Any], knowing: str) -> dict[str, Any]:
    """The arguments of verify_view for what is known besides the picture."""
    if knowing == KNOWING[0]:
        return {}
    told: dict[str, Any] = {"win_card": card(win["win_card"]), "source": Source(win["source"])}
    if knowing == KNOWING[2]:
        known: Known = known_from_json({"exposed": win["exposed"], "hand": win["hand"]})
        told["known"] = known
    return told


def showdowns(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Pictures with a won hand, and their labels."""
    for path in sorted(folder.glob("*.json")):
        label = json.loads(path.read_text("utf-8"))
        if "win" in label:
            yield path.with_suffix(".jpg"), label


def winners_cards(label: dict[str, Any]) -> list[dict[str, Any]]:
    """The winner's cards of which something is seen."""
    seat = label["win"]["seat"]
    return [
        one
        for one in label["cards"]
        if one["seat"] == seat and one["zone"] in ("meld", "showdown") and one["visible"] > SEEN
    ]


def colour_of_table(picture: Picture, label: dict[str, Any]) -> list[float]:
    """The mean colour of what is table and no card, BGR."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.array(label["table_corners_px"]).round().astype(np.int32), 255)
    for one in label["cards"]:
        cv2.fillConvexPoly(mask, _quad(one), 0)
    return list(cv2.mean(picture, mask)[:3])


def painted_over(
    picture: Picture, label: dict[str, Any], one: dict[str, Any], colour: list[float]
) -> Picture:
    """The picture with what is seen of one card in the colour of the table."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _quad(one), 255)
    mask = np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8)  # its edge as well
    for other in label["cards"]:
        if other["id"] > one["id"]:  # laid later, on top of it
            cv2.fillConvexPoly(mask, _quad(other), 0)
    out = picture.copy()
    out[mask > 0] = colour
    return out


def _quad(one: dict[str, Any]) -> Any:
    return np.array(one["quad_px"]).round().astype(np.int32)


def ask(path: Path, label: dict[str, Any], reader: Reader, painting: bool) -> Iterator[Asked]:
    """Every question about one picture."""
    picture, win = load_picture(path), label["win"]
    rules, true_xi = load(win["ruleset"]), win["xi"]
    table = table_for(path)

    def asked(view: TableView, knowing: str, said: str, declared: int) -> Asked:
        told = known_of(win, knowing)
        verdict = verify_view(view, win["seat"], declared, rules, **told)
        return Asked(path.stem, knowing, said, declared, true_xi, verdict)

    view = reader.read(picture, table)
    for knowing in KNOWING:
        first = asked(view, knowing, "the true xi", true_xi)
        yield first
        yield asked(view, knowing, "a group less", true_xi - GROUP)
        yield asked(view, knowing, "a group more", true_xi + GROUP)
        tempting = [xi for xi in first.verdict.xi_possible if xi != true_xi]
        other = min(tempting, key=lambda xi: abs(xi - true_xi), default=true_xi + 2 * GROUP)
        yield asked(view, knowing, "another plausible xi", other)
    if not painting:
        return
    colour = colour_of_table(picture, label)
    for one in winners_cards(label):
        view = reader.read(painted_over(picture, label, one, colour), table)
        for knowing in KNOWING:
            yield asked(view, knowing, f"painted: {one['face']} ({one['id']})", true_xi)


def table_of_answers(asked: list[Asked]) -> Iterator[str]:
    """Lines: how often each answer came, by what was known and said."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for one in asked:
        key = one.knowing, one.said.partition(":")[0]
        counts.setdefault(key, Counter())[str(one.verdict.answer)] += 1
    yield f"{'knowing':22} {'said':22}" + "".join(f"{answer!s:>12}" for answer in Answer)
    for (knowing, said), seen in counts.items():
        yield f"{knowing:22} {said:22}" + "".join(f"{seen[str(a)]:12}" for a in Answer)


def reasons(asked: list[Asked]) -> Iterator[str]:
    """Lines: why the true xi was not confirmed, numbers and faces left out."""
    why: dict[str, Counter[str]] = {knowing: Counter() for knowing in KNOWING}
    for one in asked:
        if one.said == "the true xi" and one.verdict.answer is not Answer.CONFIRMED:
            asks = " (asks)" if one.verdict.question else ""
            words = one.verdict.reason.en.translate({ord(c): None for c in FACES_AND_DIGITS})
            why[one.knowing][" ".join(words.split()) + asks] += 1
    for knowing, counts in why.items():
        yield from (f"{knowing}, not confirmed ×{n}: {words}" for words, n in counts.most_common())


def wrong_answers(asked: list[Asked]) -> list[str]:
    """One line for each answer that is wrong."""
    return [
        f"{one.wrong}: {one.picture}, knowing {one.knowing}, {one.said}: declared {one.declared},"
        f" true {one.true_xi}, answer {one.verdict.answer} {one.verdict.xi_possible},"
        f" {one.verdict.reason}"
        for one in asked
        if one.wrong
    ]


def main(folder: Path, decks: Path | None, painting: bool, out: Path | None) -> bool:
    """Ask everything of each picture, print the table; whether nothing is wrong."""
    began, asked = perf_counter(), list[Asked]()
    networks = model_files()
    learnt = taught_decks(decks, *networks)[0] if decks else {}
    for path, label in showdowns(folder):
        reader = Reader(*networks, learnt.get(label.get("design", "")))
        mine = list(ask(path, label, reader, painting))
        asked += mine
        told = Counter(str(one.verdict.answer) for one in mine if one.said == "the true xi")
        words = f"{path.stem}: true xi {dict(told)}, {len(mine)} asked"
        words += f", {len(wrong_answers(mine))} wrong"
        print(f"{words}, {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    wrong = wrong_answers(asked)
    for line in (*table_of_answers(asked), *reasons(asked), *wrong):
        print(line)
    print(f"{len(asked)} asked, {len(wrong)} wrong")
    if out:
        rows = [
            {
                "picture": one.picture, "knowing": one.knowing, "said": one.said,
                "declared": one.declared, "true": one.true_xi,
                "answer": str(one.verdict.answer), "xi_possible": list(one.verdict.xi_possible),
                "reason": str(one.verdict.reason), "wrong": one.wrong,
            }
            for one in asked
        ]  # fmt: skip
        out.write_text(json.dumps(rows, ensure_ascii=False, indent=0), "utf-8")
    return not wrong


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decks", type=Path, help="NAME.jpg teaches the deck of design NAME")
    parser.add_argument("--no-painting", action="store_true", help="leave the painted cards out")
    parser.add_argument("--json", type=Path, help="write every question and answer here")
    told = parser.parse_args()
    sys.exit(not main(told.folder, told.decks, not told.no_painting, told.json))

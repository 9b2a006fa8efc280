"""Judge the networks on held-out scenes of our own: decks whose fonts were never trained on.

    python -m models.evaluate --scenes 40

Prints one JSON object, and with --card writes the model card. A found card matches a true one when
one of its ends lies within 8 mm of an end of the true card that is at least 60 % visible; each true
card is matched once.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.card import model_card
from models.dataset import make_scene
from vision.pictures import load_picture
from vision.reader import Reader
from vision.table import Table
from vision.view import SeenCard, TableView

REACH_MM = 8.0
CLEAR = 0.6  # visible share of an end from which it counts as readable
CONFIDENT = 0.9
SEED = 900_000  # far from every training seed; the fonts are held out as well


def table_of(label: dict[str, Any]) -> Table:
    """The table that a label describes."""
    corners = tuple((float(x), float(y)) for x, y in label["table_corners_px"])
    return Table(corners, tuple(label["table_mm"]), tuple(label["seats"]))


def _clear_ends(card: dict[str, Any], least: float = CLEAR) -> list[list[float]]:
    return [e["center_px"] for e in card["ends"] if e["visible"] >= least]


def match(truth: list[list[list[float]]], seen: list[SeenCard], reach_px: float) -> dict[int, int]:
    """Pairs of true and found cards, nearest first; truth holds the ends (px) of each card."""
    pairs = sorted(
        (distance, i, j)
        for i, ends in enumerate(truth)
        for j, card in enumerate(seen)
        for distance in [
            min((np.hypot(a[0] - e.center_px[0], a[1] - e.center_px[1])
                 for a in ends for e in card.ends), default=np.inf)
        ]
        if distance <= reach_px
    )  # fmt: skip
    got: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in got and j not in got.values():
            got[i] = j
    return got


def judge_picture(label: dict[str, Any], view: TableView) -> Counter[str]:
    """Counts of one picture: readable, found, right, invented, unsure, confident-wrong, by ends."""
    reach = REACH_MM * label["px_per_mm"]
    readable = [c for c in label["cards"] if c["readable"]]
    seen = [c for c in view.cards if c.up]
    got = match([_clear_ends(c) for c in readable], seen, reach)
    rest = [c for j, c in enumerate(seen) if j not in got.values()]
    half_hidden = [c for c in label["cards"] if c["up"] and not c["readable"]]
    excused = match([_clear_ends(c, 0.1) for c in half_hidden], rest, reach).values()
    invented = [c for j, c in enumerate(rest) if j not in excused]
    counts = Counter(
        readable=len(readable),
        found=len(got),
        invented=len(invented),
        confident_invented=sum(c.confidence >= CONFIDENT for c in invented),
        backs=sum(not c["up"] and c["visible"] >= 0.5 for c in label["cards"]),
        backs_seen=sum(not c.up for c in view.cards),
    )
    for i, card in enumerate(readable):
        ends = len(_clear_ends(card))
        counts[f"ends_{ends}"] += 1
        if i not in got:
            continue
        read = seen[got[i]]
        right = str(read.face) == card["face"]
        sure = read.confidence >= CONFIDENT
        counts.update(
            right=right,
            unsure=not sure,
            confident_wrong=sure and not right,
            **{f"right_ends_{ends}": right},
        )
        if not right:
            counts[f"{card['face']}→{read.face}"] += 1
    return counts


def _groups_right(label: dict[str, Any], view: TableView) -> tuple[int, int]:
    """True open groups of two or more readable cards, and how many were found as one group."""
    cards = label["cards"]
    seen = [i for i, c in enumerate(view.cards) if c.up]
    readable = [c for c in cards if c["readable"]]
    got = match(
        [_clear_ends(c) for c in readable],
        [view.cards[i] for i in seen],
        REACH_MM * label["px_per_mm"],
    )
    at = {readable[i]["id"]: seen[j] for i, j in got.items()}
    whole = right = 0
    for group in label["groups"]:
        ids = [i for i in group["cards"] if cards[i]["readable"]]
        if len(ids) < 2 or any(not cards[i]["up"] for i in group["cards"]):
            continue
        whole += 1
        mine = {at.get(i, -1) for i in ids}
        matched = set(at.values())
        right += any(mine <= set(g.cards) and not (set(g.cards) & matched) - mine
                     for g in view.groups)  # fmt: skip
    return whole, right


def report(counts: Counter[str]) -> dict[str, Any]:
    """The shares that the model card quotes."""

    def share(a: str, b: str) -> float | None:
        return round(counts[a] / counts[b], 4) if counts[b] else None

    claimed = counts["found"] + counts["invented"]
    return {
        "readable_cards": counts["readable"],
        "recall": share("found", "readable"),
        "precision": round(counts["found"] / claimed, 4) if claimed else None,
        "faces": share("right", "found"),
        "read_two_ends": share("right_ends_2", "ends_2"),
        "read_one_end": share("right_ends_1", "ends_1"),
        "confident_wrong": counts["confident_wrong"] + counts["confident_invented"],
        "unsure": share("unsure", "found"),
        "groups": share("groups_right", "groups"),
        "backs_seen_per_visible": share("backs_seen", "backs"),
        "confusions": {k: n for k, n in counts.most_common() if "→" in k},
    }


Labelled = Iterable[tuple[NDArray[np.uint8], dict[str, Any]]]


def own_scenes(count: int, seed: int = SEED) -> Labelled:
    """Tables of decks in held-out fonts, half showdowns and half mid-game."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        yield make_scene(rng, held_out=True, kind="showdown" if number % 2 else "midgame")


def labelled_folder(folder: Path) -> Labelled:
    """Pictures NAME.jpg with labels NAME.json of the shape that models.render writes."""
    for path in sorted(folder.glob("*.json")):
        label = json.loads(path.read_text("utf-8"))
        if "cards" in label and "table_corners_px" in label:
            label["table_mm"] = np.broadcast_to(label["table_mm"], 2).tolist()
            yield load_picture(path.with_suffix(".jpg")), label


def evaluate(reader: Reader, pictures: Labelled) -> dict[str, Any]:
    """Read labelled pictures and count."""
    total: Counter[str] = Counter()
    for picture, label in pictures:
        view = reader.read(picture, table_of(label))
        total += judge_picture(label, view)
        whole, right = _groups_right(label, view)
        total.update(pictures=1, groups=whole, groups_right=right)
    return {"pictures": total["pictures"], **report(total)}


def main() -> None:
    """The command; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=40)
    parser.add_argument("--folder", type=Path, help="also judge on these labelled pictures")
    parser.add_argument("--models", type=Path, help="folder with ends.onnx and glyphs.onnx")
    parser.add_argument("--card", type=Path, help="write the model card here")
    chosen = parser.parse_args()
    folder = chosen.models or Path(str(files("models")))
    reader = Reader(folder / "ends.onnx", folder / "glyphs.onnx")
    reports = {"own held-out decks": evaluate(reader, own_scenes(chosen.scenes))}
    if chosen.folder:
        reports["pictures made by others"] = evaluate(reader, labelled_folder(chosen.folder))
    print(json.dumps(reports, ensure_ascii=False, indent=1))
    if chosen.card:
        chosen.card.write_text(model_card(folder, reports), "utf-8")


if __name__ == "__main__":
    main()

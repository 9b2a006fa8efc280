"""The model card: what the shipped networks are, how they were made, what they do."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import onnxruntime

from models.glyphs import fonts
from models.reliability import MANY

_BY = ("readable ends", "px/mm", "light", "laid as", "messy table")

_HEAD = """# Model card · 模型说明

Written by `python -m models.evaluate --card`; not edited by hand.

Two small networks, trained from nothing on scenes that `models/render.py` draws; the glyphs come
from the {fonts} freely licensed fonts of `models/fonts/`, {held} of which are held out for
measuring, and from strokes of our own. No photograph and no picture of anybody's deck was used.

- **ends.onnx** finds the ends of open cards and what is seen of face-down ones, on a reduced
  picture.
- **glyphs.onnx** names a glyph (twenty faces or none) on a crop turned upright, cut from the full
  picture.

**Synthetic accuracy is not accuracy.** All labelled pictures below are drawn: our own by the
generator that the networks were trained with (other fonts), the others' by other people with
another renderer. On a real deck under a real lamp expect less; teach the device its deck, and let
it say *unsure*.
"""

_ROWS = (
    ("pictures", "pictures"),
    ("readable_cards", "readable cards (one end at least 60 % visible)"),
    ("recall", "found"),
    ("precision", "of the finds, true cards"),
    ("faces", "of those found, face right"),
    ("read", "found and right"),
    ("read_two_ends", "found and right, both ends visible"),
    ("read_one_end", "found and right, one end visible"),
    ("confident_wrong", "confident (≥ 0.9) and wrong, cards"),
    ("unsure", "of those found, unsure (below 0.9)"),
    ("pictures_whole", "pictures without any error"),
    ("hands", "winners' hands exact"),
    ("groups", "groups whole"),
    ("kinds", "of those, possible kinds right"),
    ("backs", "face-down groups found"),
)


def model_card(folder: Path, report: Mapping[str, Any]) -> str:
    """The text of MODEL_CARD.md for the two files in a folder and a report of evaluate."""
    sets = report["sets"]
    whole = {name: one for name, one in sets.items() if not name.endswith("never looked at")}
    parts = [
        _HEAD.format(fonts=len(fonts()), held=sum(font.held_out for font in fonts().values())),
        *_files(folder),
        "",
        "## What they do",
        "",
        "*own, device*: our own tables in held-out fonts, at the scale of the device (1.5–2.3",
        "px/mm) and in ordinary light; *own, hard*: all that the training draws. The other columns",
        "are pictures made by others.",
        "",
        *_table(
            ["", *sets],
            ([words, *(_say(one[key]) for one in sets.values())] for key, words in _ROWS),
        ),
        "",
        f"Measured with `{report['command']}`; own tables from seed {report['seeds']['own']},"
        f" tables with nothing to read from seed {report['seeds']['nothing']}.",
        *_looked_at(report),
        *_decks(report),
        *_unreadable(report),
        *_reliabilities(whole),
        *_breakdowns(whole),
        *_times(report),
        *_fails(whole),
        "",
    ]  # fmt: skip
    return "\n".join(parts)


def _say(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.2%}" if isinstance(value, float) else str(value)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    words = list(head)
    yield f"| {' | '.join(words)} |"
    yield "|---" * len(words) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _files(folder: Path) -> Iterator[str]:
    plan, rows = "{}", []
    for name in ("ends.onnx", "glyphs.onnx"):
        meta = onnxruntime.InferenceSession(
            str(folder / name), providers=["CPUExecutionProvider"]
        ).get_modelmeta().custom_metadata_map  # fmt: skip
        data, plan = (folder / name).read_bytes(), meta.get("plan", "{}")
        digest = hashlib.sha256(data).hexdigest()[:16]
        rows.append([name, f"{len(data) / 1e6:.2f} MB", meta["version"], f"`{digest}`"])
    yield from _table(["file", "size", "version", "SHA-256 begins"], rows)
    seed = json.loads(plan).get("seed")
    yield ""
    yield f"Made by `python -m models.train --out runs/seed{seed} --seed {seed}` with the plan"
    yield f"`{plan}`."


def _looked_at(report: Mapping[str, Any]) -> Iterator[str]:
    if names := report["looked_at"]:
        yield ""
        yield f"Somebody has looked at {' and '.join(names)}, so the others are told apart."


def _decks(report: Mapping[str, Any]) -> Iterator[str]:
    if decks := report.get("decks"):
        yield ""
        yield f"*With the deck*: {len(decks['learnt'])} decks were taught by one picture each"
        yield "of their twenty faces" + (", refused were:" if decks["refused"] else ".")
        yield from (f"- {name}: {why}" for name, why in decks["refused"].items())


def _unreadable(report: Mapping[str, Any]) -> Iterator[str]:
    yield "\n## Nothing to read\n"
    yield "Tables and photographs without a card of the game: other cards, pages, things, hands."
    yield ""
    head = ["", "scale", "pictures", "confident finds", "all finds", "worst confidence", "backs"]
    yield from _table(
        head,
        (
            [
                whose, how.removeprefix("scale "), str(seen["pictures"]), str(seen["confident"]),
                str(seen["finds"]), f"{seen['worst_confidence']:.3f}", str(seen["backs"]),
            ]
            for whose, one in report["nothing"].items()
            for how, seen in one.items()
        ),
    )  # fmt: skip
    if photos := report.get("photos"):
        yield ""
        yield f"Of {photos['glyphs']} glyphs marked by eye on a real, grey, soft photograph"
        yield f"{_say(photos['photo_found'])} were found and {_say(photos['photo_right'])} read."


def _reliabilities(sets: Mapping[str, Any]) -> Iterator[str]:
    yield "\n## Does a confidence mean what it says?\n"
    yield "Open cards by stated confidence: a card is right when it lies there with this face."
    yield f"The stated share should lie in the 95 % Wilson interval wherever {MANY} cards are."
    for name, one in sets.items():
        yield f"\n**{name}**\n"
        yield from _table(
            ["confidence", "cards", "stated", "right", "95 % interval", "holds"],
            (
                [
                    f"{row['from']}–{row['to']}", str(row["cards"]), f"{row['stated']:.4f}",
                    f"{row['right']:.4f}", f"{row['low']:.4f}–{row['high']:.4f}",
                    ("yes" if row["holds"] else "NO") + ("" if row["cards"] >= MANY else " (few)"),
                ]
                for row in one["reliability"]
            ),
        )  # fmt: skip


def _breakdowns(sets: Mapping[str, Any]) -> Iterator[str]:
    yield "\n## What makes it hard\n"
    yield "Cards found and right / cards / confident and wrong."
    for by in _BY:
        words = sorted({word for one in sets.values() for word in one["by"][by]})
        yield ""
        yield from _table(
            [by, *sets],
            ([word, *(_cell(one["by"][by].get(word)) for one in sets.values())] for word in words),
        )


def _cell(one: Mapping[str, Any] | None) -> str:
    if one is None:
        return "–"
    return f"{one['read']:.2%} / {one['cards']} / {one['confident_wrong']}"


def _times(report: Mapping[str, Any]) -> Iterator[str]:
    told = report["time"]
    yield "\n## Time\n"
    yield f"One core, a picture {' × '.join(map(str, told['picture']))} with {told['glyphs']}"
    yield f"visible glyphs, median of {told['times']}; the ratio is to a fixed network of"
    yield f"{told['reference_gflop']} GFLOP that is run in turn ({told['ms']['reference']} ms)."
    yield ""
    rows = ([name, f"{told['ms'][name]} ms", f"{x:.2f}"] for name, x in told["ratio"].items())
    yield from _table(["stage", "time", "ratio"], rows)


def _fails(sets: Mapping[str, Any]) -> Iterator[str]:
    yield "\n## What fails\n"
    for name, one in sets.items():
        mixed = ", ".join(f"{pair} ×{n}" for pair, n in one["confusions"].items())
        yield f"- {name}: {mixed or 'no face mistaken'}."
        if one["bins_broken"]:
            yield f"  The confidence is off in the bins {', '.join(one['bins_broken'])}."
        weak = min(
            (
                (cell["read"], f"{by} {word}", cell["cards"])
                for by in _BY
                for word, cell in one["by"][by].items()
                if cell["cards"] >= MANY // 2
            ),
            default=None,
        )
        if weak:
            yield f"  Weakest: {weak[1]} ({weak[0]:.2%} of {weak[2]} read)."

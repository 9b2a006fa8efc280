"""Pictures without labelled tables: those with nothing to read, and photographs marked by eye."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from models.judging import CONFIDENT, stated
from models.measuring import Unlabelled, at_the_device, folder_of_pictures
from vision.reader import Reader
from vision.view import TableView


def on_nothing(reader: Reader, pictures: Iterable[Unlabelled]) -> dict[str, Any]:
    """What is found where nothing is, with the scale of the device (or of the table) and without.

    For each: finds of open cards, how many are confident, the worst confidence and its picture,
    and finds of backs.
    """
    found: dict[str, list[tuple[str, TableView]]] = {"scale known": [], "scale unknown": []}
    for one in pictures:
        known, unknown = found.values()
        table = one.table or at_the_device(one.picture)
        known.append((one.name, reader.read(one.picture, table)))
        unknown.append((one.name, reader.read(one.picture)))
    return {how: _finds(views) for how, views in found.items()}


def _finds(views: Sequence[tuple[str, TableView]]) -> dict[str, Any]:
    up = [(stated(card), name) for name, view in views for card in view.cards if card.up]
    worst, where = max(up, default=(0.0, ""))
    return {
        "pictures": len(views),
        "pictures_with_finds": len({name for _, name in up}),
        "finds": len(up),
        "confident": sum(confidence >= CONFIDENT for confidence, _ in up),
        "worst_confidence": worst,
        "worst_picture": where,
        "backs": sum(not card.up for _, view in views for card in view.cards),
    }


def on_photos(reader: Reader, folder: Path) -> dict[str, Any]:
    """Photographs with boxes (px) about their glyphs: how many have a found end in them, and right.

    NAME.json beside NAME.jpg: {"glyphs": [{"face", "box_px": [x0, y0, x1, y1]}]}.
    """
    counts = Counter[str]()
    for one in folder_of_pictures(folder):
        label = json.loads((folder / f"{one.name}.json").read_text("utf-8"))
        view = reader.read(one.picture, one.table)
        for glyph in label["glyphs"]:
            said = _faces_in(view, glyph["box_px"])
            counts.update(glyphs=1, found=bool(said), right=glyph["face"] in said)
    return {
        "glyphs": counts["glyphs"],
        "photo_found": round(counts["found"] / max(1, counts["glyphs"]), 4),
        "photo_right": round(counts["right"] / max(1, counts["glyphs"]), 4),
    }


def _faces_in(view: TableView, box: tuple[float, float, float, float]) -> set[str]:
    x0, y0, x1, y1 = box
    return {
        str(card.face)
        for card in view.cards
        if card.up
        and any(x0 <= e.center_px[0] <= x1 and y0 <= e.center_px[1] <= y1 for e in card.ends)
    }

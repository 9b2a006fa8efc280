"""`xingjia deck learn`: from pictures of a deck to its file, and the file that a source brings."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from device.reading import model_files, table_beside
from engine.cards import card as card_of
from vision.classifier import Classifier
from vision.deck import Deck, as_json, fingerprint
from vision.detector import Detector
from vision.lessons import BadTeaching, Glyphs, Lesson, deck_of, study
from vision.pictures import BadPicture, load_picture
from vision.table import load_table
from vision.teaching import lesson_of_rows

Readings = dict[str, dict[str, Any]]


def learn(
    images: Sequence[Path], table_file: Path | None = None, readings: Path | None = None
) -> Deck:
    """The deck on the pictures; raises BadTeaching and BadPicture, with the picture's name.

    A picture of which `readings` has a line shows cards of known faces (the lines are those of
    `xingjia read --json`, as somebody has confirmed them); every other one shows 一…十 over 壹…拾.
    """
    ends, glyphs = model_files()
    detector, eye = Detector(ends), Classifier(glyphs)
    confirmed = load_readings(readings) if readings else {}
    lessons: list[Lesson] = []
    for image in images:
        picture = load_picture(image)
        try:
            if image.name in confirmed:
                known, apart = glyphs_of_reading(confirmed[image.name])
                lessons.append(study(picture, known, eye, apart))
            else:
                where = table_file or table_beside(image)
                table = load_table(where) if where else None
                lessons.append(lesson_of_rows(picture, table, detector, eye))
        except BadTeaching as error:
            raise error.about(image) from None
    return deck_of(lessons, fingerprint(glyphs))


def save(deck: Deck, out: Path) -> None:
    """Write a deck file; raises OSError."""
    out.write_text(as_json(deck) + "\n", "utf-8")


def deck_beside(source: str) -> Path | None:
    """The deck.json among the pictures of a folder, if that is what the source is."""
    beside = Path(source) / "deck.json"
    return beside if beside.is_file() else None


def load_readings(path: Path) -> Readings:
    """Lines of `xingjia read --json` by the name of their picture; raises BadPicture."""
    found: Readings = {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadPicture(f"{path}: {getattr(error, 'strerror', None) or 'not UTF-8'}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            reading = json.loads(line)
            found[Path(reading["image"]).name] = reading
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise BadPicture(
                f"{path}:{number}: 不是 read --json 的一行 / not a line of read --json ({error})"
            ) from None
    return found


def glyphs_of_reading(reading: dict[str, Any]) -> tuple[Glyphs, float]:
    """The glyphs of the cards that lie open in a reading; how far apart the two of a card are."""
    faces, rows, aparts = [], [], []
    try:
        for card in reading["cards"]:
            if not card["up"] or card["face"] is None:
                continue
            quad = np.array(card["quad_px"], np.float64).reshape(4, 2)
            sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
            width = float(min(sides[0] + sides[2], sides[1] + sides[3])) / 2
            for end in card["ends"]:
                x, y = end["center_px"]
                rows.append((float(x), float(y), float(end["angle_deg"]), width))
                faces.append(int(card_of(card["face"])))
            if len(card["ends"]) == 2:
                a, b = (np.array(end["center_px"], np.float64) for end in card["ends"])
                aparts.append(float(np.linalg.norm(a - b)) / width)
    except (KeyError, TypeError, ValueError) as error:
        raise BadTeaching(f"读牌结果看不懂（{error}）", f"not a reading ({error})") from None
    if not aparts:
        raise BadTeaching("没有两头都看得见的牌", "no card of which both ends are seen")
    where = np.array(rows, np.float32)
    names = np.array(faces, np.intp)
    fold = np.array([faces[:i].count(face) % 2 for i, face in enumerate(faces)], np.intp)
    return Glyphs(names, where[:, :2], where[:, 2], where[:, 3], fold), float(np.median(aparts))

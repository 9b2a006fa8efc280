"""Decks that were taught by a picture of their twenty faces, by name of the design."""

from pathlib import Path

from vision.classifier import Classifier
from vision.deck import Deck, fingerprint
from vision.detector import Detector
from vision.lessons import BadTeaching, deck_of
from vision.pictures import load_picture
from vision.table import load_table
from vision.teaching import lesson_of_rows


def taught_decks(folder: Path, ends: Path, glyphs: Path) -> tuple[dict[str, Deck], dict[str, str]]:
    """The decks that the pictures NAME.jpg of a folder teach, and why the others are refused."""
    detector, eye, model = Detector(ends), Classifier(glyphs), fingerprint(glyphs)
    decks: dict[str, Deck] = {}
    refused: dict[str, str] = {}
    for path in sorted(folder.glob("*.jpg")):
        beside = path.with_suffix(".table.json")
        table = load_table(beside) if beside.is_file() else None
        try:
            lesson = lesson_of_rows(load_picture(path), table, detector, eye)
            decks[path.stem] = deck_of([lesson], model)
        except BadTeaching as error:
            refused[path.stem] = str(error)
    return decks, refused

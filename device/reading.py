"""The reader with this project's own networks, and the table that belongs to a picture."""

from importlib.resources import files
from pathlib import Path

from vision.deck import load_deck
from vision.reader import Reader
from vision.table import Table, edges_of, load_table

FACES_FONT = "fonts/wenkai.ttf"  # holds all twenty faces


def network_reader(deck_file: Path | None = None) -> Reader:
    """The reader made of models/ends.onnx and models/glyphs.onnx, knowing the deck of a file.

    Raises vision's BadModel and BadDeck.
    """
    deck = None if deck_file is None else load_deck(deck_file)
    return Reader(*model_files(), deck)


def model_files() -> tuple[Path, Path]:
    """The network that finds card ends, and the one that names glyphs."""
    return _of_models("ends.onnx"), _of_models("glyphs.onnx")


def overlay_font() -> Path:
    """A font in which the overlay can write every face."""
    return _of_models(FACES_FONT)


def table_for(image: Path, size: tuple[int, int], table_file: Path | None = None) -> Table:
    """Where the table lies on a picture of `size` (width, height) px; raises vision's BadTable.

    The file that is named, else NAME.table.json beside the picture, else the picture's edges.
    """
    beside = image.with_suffix(".table.json")
    if table_file is None and beside.is_file():
        table_file = beside
    return edges_of(size) if table_file is None else load_table(table_file)


def _of_models(name: str) -> Path:
    return Path(str(files("models") / name))

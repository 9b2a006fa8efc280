"""The reader with this project's own networks, and the table that belongs to a picture."""

from importlib.resources import files
from pathlib import Path

from vision.deck import Deck, check_network, load_deck
from vision.reader import Reader
from vision.table import Table, load_table

FACES_FONT = "fonts/wenkai.ttf"  # holds all twenty faces


def network_reader(deck: Deck | None = None) -> Reader:
    """The reader made of models/ends.onnx and models/glyphs.onnx; raises vision's BadModel.

    `deck` is what is known of the cards; raises BadDeck for one that another network has learnt.
    """
    return Reader(*model_files(), deck)


def known_deck(deck_file: Path | None) -> Deck | None:
    """The deck in a file, if one is named; raises BadDeck, also where another network learnt it."""
    if deck_file is None:
        return None
    deck = load_deck(deck_file)
    check_network(deck, model_files()[1])
    return deck


def model_files() -> tuple[Path, Path]:
    """The network that finds card ends, and the one that names glyphs."""
    return _of_models("ends.onnx"), _of_models("glyphs.onnx")


def overlay_font() -> Path:
    """A font in which the overlay can write every face."""
    return _of_models(FACES_FONT)


def table_for(image: Path, table_file: Path | None = None) -> Table | None:
    """Where the table lies on a picture; raises vision's BadTable.

    The file that is named, else NAME.table.json beside the picture, else None: a reader then takes
    the picture's edges, and finds out the scale by itself.
    """
    where = table_file or table_beside(image)
    return None if where is None else load_table(where)


def table_beside(image: Path) -> Path | None:
    """The file NAME.table.json beside a picture, if there is one."""
    beside = image.with_suffix(".table.json")
    return beside if beside.is_file() else None


def _of_models(name: str) -> Path:
    return Path(str(files("models") / name))

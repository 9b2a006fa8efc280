"""One picture in, one TableView out: find the ends, name them, pair, group, seat."""

from pathlib import Path

from vision.arranging import arrange
from vision.cards import find_cards
from vision.classifier import Classifier
from vision.deck import Deck
from vision.detections import Backs, Ends
from vision.detector import Detector
from vision.looks import read_glyphs
from vision.pictures import Picture
from vision.table import Table, edges_of
from vision.view import TableView

CARD_WIDTH_MM = 22.0  # common decks: 20…24


class Reader:
    """The two networks and all that follows them."""

    def __init__(
        self, ends_path: str | Path, glyphs_path: str | Path, deck: Deck | None = None
    ) -> None:
        """Load both networks, once; `deck` is what is known of the cards to be read."""
        self._detector = Detector(ends_path)
        self._classifier = Classifier(glyphs_path, deck)

    def read(self, picture: Picture, table: Table | None = None) -> TableView:
        """Everything on a picture (H,W,3) BGR uint8; without a table its edges stand in."""
        size = (picture.shape[1], picture.shape[0])
        ends, backs = self.sense(picture, table)
        return understand(ends, backs, size, table)

    def sense(self, picture: Picture, table: Table | None = None) -> tuple[Ends, Backs]:
        """What the two networks say, before anything is made of it."""
        width = CARD_WIDTH_MM * table.px_per_mm() if table else None
        ends, backs = self._detector.detect(picture, width)
        table = table or edges_of((picture.shape[1], picture.shape[0]))
        return read_glyphs(lambda some: self._classifier.look(picture, some), ends, table), backs


def understand(
    ends: Ends, backs: Backs, size: tuple[int, int], table: Table | None = None
) -> TableView:
    """What the finds on a picture of `size` (width, height) px mean on the table."""
    table = table or edges_of(size)
    cards, groups = arrange(find_cards(ends, backs, table), table)
    return TableView(size, cards, groups)

"""From a picture to a TableView: card ends, glyphs, cards, groups, seats."""

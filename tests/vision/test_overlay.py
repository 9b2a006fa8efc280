import numpy as np

from vision.overlay import AMBER, GREEN, draw

ROW = [("一", 430, 800, 90), ("二", 454, 800, 90), ("三", 478, 800, 90)]


def shows(picture, rgb):
    return bool((picture == rgb[::-1]).all(axis=2).any())


def test_sure_cards_are_green_and_doubtful_ones_amber(lay, look):
    table = np.full((1800, 1800, 3), 90, np.uint8)
    sure = draw(table, look(lay(*ROW)))
    doubtful = draw(table, look(lay(*ROW, p=0.45)))
    assert shows(sure, GREEN)
    assert not shows(sure, AMBER)
    assert shows(doubtful, AMBER)


def test_the_picture_itself_stays_as_it_is(lay, look):
    table = np.full((1800, 1800, 3), 90, np.uint8)
    drawn = draw(table, look(lay(*ROW)))
    assert (table == 90).all()
    assert drawn.shape == table.shape
    assert (drawn != table).any()


def test_nothing_seen_is_nothing_drawn(lay, look):
    table = np.full((90, 160, 3), 90, np.uint8)
    assert np.array_equal(draw(table, look(lay())), table)

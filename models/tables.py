"""Random tables: in mid-game, with a won hand laid open, and scattered for training."""

from collections.abc import Sequence

import numpy as np

from engine.cards import Card
from models import laying
from models.board import Board, lay_loose, lay_melds, seat_frame, unseen
from models.dealing import MIDGAME, meld, open_hand, shuffled
from models.laying import Floats, Rng, Size
from models.layout import NOBODY, Layout

KINDS = ("midgame", "showdown", "scatter")
SEATS = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3))


def random_layout(rng: Rng, card_mm: Size, table_mm: Size, kind: str = "midgame") -> Layout:
    """A random table of one deck; `kind` is midgame, showdown (seven groups open) or scatter.

    Deterministic from `rng`. Raises ValueError for another kind.
    """
    if kind not in KINDS:
        raise ValueError(f"expected a kind of table out of {KINDS}, got {kind!r}")
    board = Board(rng, card_mm, table_mm)
    left = shuffled(rng)
    if kind == "scatter":
        _scatter(board, left)
        return board.done((0, 1, 2))
    seats = SEATS[int(rng.choice(len(SEATS), p=(0.25, 0.2, 0.2, 0.15, 0.2)))]
    players = [int(s) for s in rng.permutation(seats)][:3]  # the fourth is the 醒家
    if kind == "showdown":
        winner = players[0]
        two_rows = rng.random() < 0.25
        share = rng.uniform(0.4, 0.6) if two_rows else rng.uniform(0.75, 0.95)
        lay_melds(board, winner, open_hand(rng, left), "showdown", share=share)
    losers = players[1:] if kind == "showdown" else players
    for seat in losers:
        count = int(rng.integers(0, 6))
        melds = [m for _ in range(count) if (m := meld(rng, left, MIDGAME)) is not None]
        lay_melds(board, seat, melds, share=rng.uniform(0.42, 0.75))
    lay_rest(board, left, players, hands_down=losers if kind == "showdown" else ())
    return board.done(seats)


def lay_rest(
    board: Board,
    left: list[Card],
    players: Sequence[int],
    hands_down: Sequence[int] = (),
    most: int = 9,
) -> None:
    """Lay the stock, the discards of every player (up to `most`) and the losers' hands."""
    rng = board.rng
    _lay_stock(board, _take(left, int(rng.integers(1, 20))))
    for seat in players:
        for _ in range(1 + (rng.random() < 0.2)):
            n = int(rng.integers(0, most + 1))
            _lay_discards(board, _take(left, n), seat)
    for seat in hands_down:
        if rng.random() < 0.6:
            _lay_hand_down(board, _take(left, int(rng.integers(3, 15))), seat)


def _take(left: list[Card], n: int) -> list[Card]:
    taken, left[:] = left[:n], left[n:]
    return taken


def _lay_stock(board: Board, cards: list[Card]) -> None:
    rng, table = board.rng, board.table
    off = rng.normal(0, 0.045, 2).clip(-0.12, 0.12) * table
    loose = rng.uniform(0.4, 2.0)
    lay_loose(
        board,
        lambda: laying.pile(len(cards), board.card, rng, loose),
        lambda: np.array(table) / 2 + off + rng.normal(0, 8, 2),
        cards,
        [False] * len(cards),
        "stock",
        NOBODY,
    )


def _lay_discards(board: Board, cards: list[Card], seat: int) -> None:
    """Between a player and the next one, anticlockwise (RULES.md §5)."""
    rng, table = board.rng, np.array(board.table)
    corner = seat_frame(seat, board.table)[1][1] + seat_frame((seat + 1) % 4, board.table)[1][1]
    spread = np.array([0.24, 0.24 - 0.4 * unseen(0, board.table) / table[1]])
    lay_loose(
        board,
        lambda: laying.discards(len(cards), board.card, rng),
        lambda: (
            table / 2
            - corner * table * spread * rng.uniform(0.55, 1.25)
            + rng.normal(0, 0.05, 2) * table
        ),
        cards,
        [True] * len(cards),
        "discard",
        seat,
    )


def _lay_hand_down(board: Board, cards: list[Card], seat: int) -> None:
    rng, table = board.rng, board.table
    origin, axes = seat_frame(seat, table)
    edge = table[0] if seat in (0, 2) else table[1]

    def poses() -> Floats:
        kind = rng.random()
        if kind < 0.5:
            return laying.pile(len(cards), board.card, rng, rng.uniform(1, 4))
        if kind < 0.62:
            return laying.group("row", len(cards), board.card, rng, 1.5)
        dense = laying.fan(len(cards), board.card, rng, step=(3, 9))
        return laying.centred(laying.turn(dense, rng.uniform(0, 360)), board.card)

    def middle() -> Floats:
        inward = unseen(seat, table) + rng.uniform(50, 90)
        place: Floats = origin + rng.normal(0, 0.28) * edge * axes[0] + inward * axes[1]
        return place

    lay_loose(board, poses, middle, cards, [False] * len(cards), "other", seat)


def _scatter(board: Board, left: list[Card]) -> None:
    """Heaps, fans, staggers, tight rows, tiers of backs and single cards all over the table."""
    rng, card, table = board.rng, board.card, np.array(board.table)
    margin = np.array([0.06 * table[0], 0.06 * table[1] + 0.7 * unseen(0, board.table)])
    wanted = int(rng.integers(25, 81))
    while len(board.cards) < wanted and left:
        style = int(rng.choice(7, p=(0.18, 0.15, 0.13, 0.13, 0.1, 0.17, 0.14)))
        n = int(rng.integers(*{5: (1, 3), 6: (2, 6)}.get(style, (2, 14))))
        cards = _take(left, n)
        poses = _cluster(style, len(cards), card, rng)
        poses[:, :2] += margin + rng.random(2) * (table - 2 * margin)
        poses[:, :2] = poses[:, :2].clip(5, table - 5)
        up = _shown(style, len(cards), rng)
        board.put(poses, cards, up, "other", NOBODY)


def _shown(style: int, n: int, rng: Rng) -> list[bool]:
    """Which cards of a cluster lie face up; of a tier at most one, on top or at the bottom."""
    if style == 6:
        one = int(rng.choice((-1, 0, n - 1), p=(0.45, 0.15, 0.4)))
        return [i == one for i in range(n)]
    down = float(rng.choice((0.0, 0.15, 0.5, 1.0), p=(0.62, 0.16, 0.08, 0.14)))
    return [bool(up) for up in rng.random(n) >= down]


def _cluster(style: int, n: int, card: Size, rng: Rng) -> Floats:
    if style == 1:
        poses = laying.fan(n, card, rng, step=(5, 16))
    elif style == 2:
        poses = laying.stagger(n, card, rng)
    elif style == 3:
        poses = laying.row(n, card, rng)
    elif style == 4:
        poses = laying.untidy(n, card, rng)
    elif style == 6:
        poses = laying.tier(n, card, rng)
    else:
        return laying.heap(n, card, rng)
    rough = np.array([1, 1, rng.uniform(0.5, 1.5 if style == 6 else 4)])
    turned = laying.turn(poses + rng.normal(0, rough, poses.shape), rng.uniform(0, 360))
    return laying.flip(laying.centred(turned, card), rng)

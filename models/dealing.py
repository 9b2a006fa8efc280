"""Random cards and melds out of one deck: what lies on a table, not yet where."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import COPIES, FACES, Card

Rng = np.random.Generator

# How often a kind is laid before the end of a round, and in a hand laid open at its end.
MIDGAME = {"chi": 0.36, "peng": 0.18, "wei": 0.14, "stinky_wei": 0.1, "pao": 0.1, "ti": 0.12}
OPEN_THREES = {"chi": 0.5, "peng": 0.2, "wei": 0.08, "kan": 0.22}
OPEN_FOURS = {"pao": 0.6, "ti": 0.4}


@dataclass(frozen=True)
class Laid:
    """A meld to be laid: its faces and which of them lie face up, in the order of laying.

    kind: chi peng wei stinky_wei kan pao ti jiang.
    """

    kind: str
    faces: tuple[Card, ...]
    up: tuple[bool, ...]


def shown(kind: str, size: int) -> tuple[bool, ...]:
    """Which cards of a meld lie face up in mid-game (RULES.md §5, on the table)."""
    return {
        "wei": (False,) * 3,
        "stinky_wei": (False, False, True),
        "ti": (False, False, False, True),
    }.get(kind, (True,) * size)


def shuffled(rng: Rng, without: Sequence[Card] = ()) -> list[Card]:
    """The cards of one deck in random order, without some of them."""
    left = [Card(face) for face in range(len(FACES)) for _ in range(COPIES)]
    for card in without:
        left.remove(card)
    return [left[i] for i in rng.permutation(len(left))]


def _chi(rng: Rng, left: Sequence[Card]) -> tuple[Card, ...] | None:
    """顺, 一二三, 二七十 or 绞 out of the cards left, or None where the try fails."""
    size = 10 * int(rng.integers(2))
    if rng.random() < 0.35:
        rank = int(rng.integers(10))
        ranks = (rank, rank, rank + 10) if rng.random() < 0.5 else (rank, rank + 10, rank + 10)
    elif rng.random() < 0.25:
        ranks = (1 + size, 6 + size, 9 + size)
    else:
        low = int(rng.integers(8)) + size
        ranks = (low, low + 1, low + 2)
    cards = tuple(Card(ranks[i]) for i in rng.permutation(3))
    return cards if all(left.count(c) >= cards.count(c) for c in cards) else None


def meld(rng: Rng, left: list[Card], kinds: dict[str, float], *, up: bool = False) -> Laid | None:
    """Take a random meld of one of `kinds` out of `left`; all cards up where `up` says so.

    None when no try finds the cards for one.
    """
    for _ in range(20):
        kind = str(
            rng.choice(tuple(kinds), p=np.array(tuple(kinds.values())) / sum(kinds.values()))
        )
        if kind == "chi":
            cards = _chi(rng, left)
        else:
            size = {"pao": 4, "ti": 4, "jiang": 2}.get(kind, 3)
            face = Card(int(rng.integers(len(FACES))))
            cards = (face,) * size if left.count(face) >= size else None
        if cards is not None:
            for card in cards:
                left.remove(card)
            return Laid(kind, cards, (True,) * len(cards) if up else shown(kind, len(cards)))
    return None


def open_hand(rng: Rng, left: list[Card]) -> list[Laid]:
    """Seven random groups laid open at the end of a round, taken out of `left`.

    Their number is right, their xi is not looked at: hands.py makes legal wins.
    """
    fours = int(rng.choice(4, p=(0.5, 0.3, 0.15, 0.05)))
    kinds = [OPEN_FOURS] * fours + [{"jiang": 1.0}] * (fours > 0)
    kinds += [OPEN_THREES] * (7 - len(kinds))
    melds = [m for k in kinds if (m := meld(rng, left, k, up=True)) is not None]
    return [melds[i] for i in rng.permutation(len(melds))]

"""Seeded random positions to measure and to prove the search with: deals, near misses, wins."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.cards import COPIES, Card
from engine.choices import Source
from engine.melds import FOURS, Kind, Meld
from engine.position import Position, Win
from engine.splitting import CHIS

DECK = tuple(card for card in Card for _ in range(COPIES))
SOURCES = tuple(Source)


class _Table:
    """The cards not yet used, and the groups made of the others."""

    def __init__(self, most: int = COPIES) -> None:
        self.left = [most] * len(Card)
        self.groups: list[Meld] = []

    def take(self, meld: Meld) -> None:
        """Make this group if its cards are there."""
        for at, card in enumerate(meld.cards):
            self.left[card] -= 1
            if self.left[card] < 0:
                for back in meld.cards[: at + 1]:
                    self.left[back] += 1
                return
        self.groups.append(meld)


def positions(seed: int, number: int, menzi: int = 7, dense: bool = False) -> list[Position]:
    """So many distinct positions with a winning card, of hands of so many groups.

    A fifth are plain deals; of the others half are complete but for what source and opening say,
    half have one card changed. dense: the whole hand is free cards of as many ranks as it has
    groups, no three alike, so that many can join many.
    """
    rng = Random(seed)
    seen: set[tuple[object, ...]] = set()
    found: list[Position] = []
    while len(found) < number:
        one = _dense(rng, menzi) if dense else _any(rng, menzi)
        if one is None or one.win is None:
            continue
        laid = tuple(sorted((meld.kind, meld.cards) for meld in one.exposed))
        key = laid, one.hand, one.win.card, one.win.source
        if key not in seen:
            seen.add(key)
            found.append(one)
    return found


def _any(rng: Random, menzi: int) -> Position | None:
    if rng.random() < 0.2:
        cards = rng.sample(DECK, 3 * menzi)
        return _won(rng, (), cards[1:], cards[0])
    fours = rng.choice((0, 0, 1, 1, 2))
    table = _Table()
    for _ in range(fours):
        table.take(Meld(rng.choice((Kind.TI, Kind.PAO)), (rng.choice(DECK),) * 4))
    while len(table.groups) < menzi - (fours > 0):
        table.take(next(_groups(rng)))
    while fours and len(table.groups) < menzi:
        pair = rng.choice(DECK)
        if rng.random() < 0.25:  # of the other size: a 破跑 can then make a 绞 of it
            pair = Card((table.groups[0].cards[0] + 10) % 20)
        table.take(Meld(Kind.JIANG, (pair,) * 2))
    laid: list[Meld] = []
    hand: list[Card] = []
    shown = rng.random()
    for meld in table.groups:
        if meld.kind is Kind.PAO or (meld.kind is not Kind.JIANG and rng.random() < shown):
            kind = rng.choice((Kind.PENG, Kind.WEI)) if meld.kind is Kind.KAN else meld.kind
            laid.append(Meld(kind, meld.cards))
        else:
            hand += meld.cards
    at = rng.randrange(len(laid)) if laid else 0
    if fours == 1 and laid and laid[at].kind in FOURS and rng.random() < 0.6:
        card = laid[at].cards[0]
        laid[at] = Meld(rng.choice((Kind.PENG, Kind.WEI)), (card,) * 3)
    elif hand:
        card = hand.pop(rng.randrange(len(hand)))
    else:
        return None
    if hand and rng.random() < 0.5:
        hand[rng.randrange(len(hand))] = rng.choice([c for c in DECK if table.left[c]])
    return _won(rng, tuple(laid), hand, card)


def _groups(rng: Random) -> Iterator[Meld]:
    while True:
        alike = rng.random() < 0.35
        yield Meld(Kind.KAN, (rng.choice(DECK),) * 3) if alike else rng.choice(CHIS)


def _dense(rng: Random, menzi: int) -> Position | None:
    ranks = {1, 2, 3, 7, 10} if rng.random() < 0.5 else set()
    others = [rank for rank in range(1, 11) if rank not in ranks]
    ranks |= set(rng.sample(others, menzi - len(ranks)))
    chis = [one for one in CHIS if {card.rank for card in one.cards} <= ranks]
    table = _Table(2)
    for _ in range(40):
        table.take(rng.choice(chis))
        if len(table.groups) == menzi:
            break
    else:
        return None
    cards = [card for meld in table.groups for card in meld.cards]
    rng.shuffle(cards)
    if rng.random() < 0.5:
        cards[0] = rng.choice([card for card in Card if table.left[card] and card.rank in ranks])
    return _won(rng, (), cards[1:], cards[0])


def _won(rng: Random, laid: tuple[Meld, ...], hand: Sequence[Card], card: Card) -> Position:
    return Position(laid, tuple(sorted(hand)), Win(card, rng.choice(SOURCES)))

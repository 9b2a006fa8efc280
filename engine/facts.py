"""What the names of a won hand look at, read off its cards and one arrangement of them."""

from collections import Counter

from engine.arrangements import Arrangement, with_zimo
from engine.cards import COPIES, Card
from engine.melds import Kind, Meld
from engine.mingtang import Facts
from engine.position import Position
from engine.rules import RuleSet


def facts(
    position: Position,
    arrangement: Arrangement,
    rules: RuleSet,
    circumstances: frozenset[str] = frozenset(),
) -> Facts:
    """The facts of a position with a winning card, arranged in this way."""
    if position.win is None:
        raise ValueError("expected a position with a winning card")
    cards, win = position.cards, position.win
    melds = arrangement.melds
    reds = [card for card in cards if card.red]
    jiang = [meld for meld in melds if meld.kind is Kind.JIANG]
    worth = [rules.xi(meld) > 0 for meld in melds if meld.kind is not Kind.JIANG]
    counts = Counter(cards)
    return Facts(
        xi=with_zimo(arrangement.xi, win.source, rules),
        red=len(reds),
        small=sum(not card.big for card in cards),
        big=sum(card.big for card in cards),
        duizi=arrangement.duizi,
        one_block=_one_block(reds, melds),
        one_kan_or_jiang=any(
            meld.cards == tuple(reds) for meld in melds if meld.kind in (Kind.KAN, Kind.JIANG)
        ),
        source=win.source,
        copies=counts[win.card],
        all_xi=all(worth) and all(rules.xi(meld) > 0 for meld in jiang),
        but_jiang=all(worth),
        reunions=sum(counts[Card(at)] == counts[Card(at + 10)] == COPIES for at in range(10)),
        alone=len(position.hand) == 1,
        circumstances=circumstances,
    )


def _one_block(reds: list[Card], melds: tuple[Meld, ...]) -> bool:
    """一块扁: the only reds are one pair, or one group of three or four alike."""
    if len(set(reds)) != 1:
        return False
    return len(reds) == 2 or any(meld.cards == tuple(reds) for meld in melds)

"""Random won hands: legal by the judge, with their true xi, as they stood and as laid open."""

from dataclasses import dataclass

import numpy as np

from engine.arrangements import Arrangement
from engine.cards import Card
from engine.judge import judge
from engine.melds import Kind, Meld
from engine.position import Position, Win
from engine.rules import RuleSet, Source
from models.dealing import Laid, meld, shown, shuffled

Rng = np.random.Generator

_THREES = {"chi": 0.45, "peng": 0.15, "wei": 0.18, "kan": 0.22}
_FOURS = {"pao": 0.5, "ti": 0.5}
_TRIES = 2000


@dataclass(frozen=True)
class Hand:
    """A won hand: how it stood, its true xi (with 自摸), and its seven groups laid open."""

    position: Position
    xi: int
    groups: tuple[Laid, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand."""
        return tuple(card for group in self.groups for card in group.faces)

    @property
    def melds(self) -> tuple[Laid, ...]:
        """The melds that lay on the table before the win, as they lay."""
        return tuple(
            Laid(str(m.kind), m.cards, shown(str(m.kind), len(m.cards)))
            for m in self.position.exposed
        )


def random_hand(rng: Rng, rules: RuleSet) -> Hand:
    """A random hand that wins under these rules, with at most two groups of four before the win.

    Hands that pay best in another way than with the most xi are left out: one way to lay them
    open must be the right one. Raises RuntimeError where the rules let no try win.
    """
    for _ in range(_TRIES):
        position = _candidate(rng)
        if position is None:
            continue
        answer = judge(position, rules)
        if answer.hu and answer.xi is not None and answer.best == answer.top is not None:
            return Hand(position, answer.xi, _opened(answer.top))
    raise RuntimeError(f"no legal win in {_TRIES} tries; look at the rule set {rules}")


def _candidate(rng: Rng) -> Position | None:
    """Seven groups less the winning card; None where the hand could not have come about."""
    left = shuffled(rng)
    fours = int(rng.choice(3, p=(0.55, 0.3, 0.15)))
    kinds = [_FOURS] * fours + [{"jiang": 1.0}] * (fours > 0)
    kinds += [_THREES] * (7 - len(kinds))
    groups = [g for k in kinds if (g := meld(rng, left, k)) is not None]
    closed = [g for g in groups if g.kind in ("kan", "jiang") or _stays_closed(g, rng)]
    exposed = [g for g in groups if g not in closed]
    if not closed or len(groups) < 7:
        return None
    hand = [card for group in closed for card in group.faces]
    won = hand.pop(int(rng.integers(len(hand))))
    if not _could_be(exposed, hand):
        return None
    order = rng.permutation(len(exposed))
    melds = tuple(Meld(Kind(exposed[i].kind), exposed[i].faces) for i in order)
    source = Source.SELF if rng.random() < 0.5 else Source.OTHER
    return Position(melds, tuple(sorted(hand)), Win(won, source))


def _stays_closed(group: Laid, rng: Rng) -> bool:
    return group.kind == "chi" and rng.random() < 0.45


def _could_be(exposed: list[Laid], hand: list[Card]) -> bool:
    """Whether play could have led here.

    Four alike would have been laid as 提; the fourth to a 碰 or 偎 would have made a 跑 or 提 of
    it; after 吃 no copy of the eaten card (the lowest of a meld) stays in hand (RULES.md §5).
    """
    triplets = {g.faces[0] for g in exposed if g.kind in ("peng", "wei")}
    eaten = {g.faces[0] for g in exposed if g.kind == "chi"}
    return not (triplets | eaten) & set(hand) and all(hand.count(card) < 4 for card in hand)


def _opened(arrangement: Arrangement) -> tuple[Laid, ...]:
    """The seven groups as the winner lays them open, all cards up."""
    melds = [meld for meld, _ in arrangement.menzi]
    return tuple(Laid(str(m.kind), m.cards, (True,) * len(m.cards)) for m in melds)

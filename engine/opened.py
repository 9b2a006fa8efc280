"""What an opened hand tells: the position it was won with, and the cards of the deal.

A hand only shrinks, so the opened cards and all that left the hand before are the deal.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.cards import COPIES, Card
from engine.choices import Source
from engine.events import Discard, Event, Hu, Start, TakeShown, Turn, Wei
from engine.melds import Kind, Meld
from engine.position import Position, Win
from engine.rules import RuleSet
from engine.state import Holding, Phase, Round
from engine.steps import may_tianhu

Hand = tuple[Card, ...]


def with_hands(dealt: Round, hands: Mapping[int, Sequence[Card]]) -> Round:
    """The round as dealt, with some hands known; raises ValueError for a wrong number of cards."""
    seats = []
    for seat in dealt.seats:
        (holding,) = seat.holdings
        if seat.number in hands:
            hand = tuple(sorted(hands[seat.number]))
            if len(hand) != holding.held:
                raise ValueError(f"hands: expected {holding.held} cards of seat {seat.number}")
            seat = replace(seat, holdings=(replace(holding, hand=hand),))
        seats.append(seat)
    return replace(dealt, seats=tuple(seats))


def position_of(story: Holding, won: Hu, before: Round) -> Position:
    """What the winner had before the winning card, in one story of the round that he won.

    天胡: the 挡底 counts as the last card, or another one where it lies in a 提 already.
    The dealer's 亮张 counts as drawn, or as another's, as the rule set has it (win.shown).
    """
    laid = sorted(
        Meld(one.kind, tuple(sorted(card for card in one.cards if card is not None)))
        for one in story.melds
    )
    cards = Counter(card for meld in won.groups for card in meld.cards)
    cards.subtract(card for meld in laid for card in meld.cards)
    last = won.card
    if not cards[last] and may_tianhu(before, won.seat):
        # 天胡 with the 挡底 in a 提 that is shown: another card stands for the last one dealt
        last = next((card for card in sorted(cards) if 0 < cards[card] < COPIES), last)
    cards[last] -= 1
    on_shown = before.phase is Phase.SHOWN or (before.opening and not may_tianhu(before, won.seat))
    shown = on_shown and won.seat == before.dealer
    source = Source(before.rules.win_shown) if shown else won.source
    return Position(tuple(laid), tuple(sorted(cards.elements())), Win(last, source))


def rules_of(round: Round) -> RuleSet:
    """The rules as they are for so many players; the same object where nothing changes."""
    rules, players = round.rules, len(round.seats)
    return rules.at(players) if players in rules.opening_by_players else rules


def deal_of(log: Sequence[Event], story: Holding, won: Hu, before: Round) -> Hand:
    """The deal of a winner as his opened hand tells it, in one story of the round."""
    position = position_of(story, won, before)
    cards = Counter(position.hand)
    if cards.total() + sum(len(laid.cards) for laid in story.melds) < story.total:
        cards.update([position.win.card] if position.win else ())  # 天胡: it was dealt too
    cards.update(card for _, card in story.shed if card is not None)
    if story.open_cards or story.shed:
        cards.subtract(_taken(log, won.seat))
    return tuple(sorted(cards.elements()))


def _taken(log: Sequence[Event], seat: int) -> list[Card]:
    """The shown cards that came into the hand of a seat: 收张, replacements."""
    shown: Card | None = None
    taken = []
    for event in log:
        match event:
            case Start() if event.shown is not None:
                shown = event.shown
            case Turn() if event.card is not None:
                shown = event.card
            case TakeShown() if event.seat == seat and shown is not None:
                taken.append(shown)
    return taken


def faces_of_wei(end: Round, hidden: Mapping[int, Holding]) -> dict[int, Card]:
    """By event, the faces of 偎 that lay face down and are known now.

    hidden: by seat, the story to be believed; for other seats, what all their stories agree on.
    """
    known: dict[int, Card] = {}
    for seat in end.seats:
        stories = (hidden[seat.number],) if seat.number in hidden else seat.holdings
        told = [
            {
                laid.since: laid.face
                for laid in story.melds
                if Kind.WEI in (laid.kind, laid.was) and laid.face is not None
            }
            for story in stories
        ]
        known |= {
            seq: face for seq, face in told[0].items() if all(one.get(seq) is face for one in told)
        }
    return known


def as_seen(log: Sequence[Event]) -> list[Event]:
    """The record as a table sees it: a card that becomes a 偎 face down is seen by its turner."""
    seen = list(log)
    for at, event in enumerate(log):
        before = seen[at - 1]
        if isinstance(event, Wei) and event.card is None and isinstance(before, Turn):
            seen[at - 1] = replace(before, card=None)
    return seen


def revealed(log: Sequence[Event], faces: Mapping[int, Card]) -> list[Event]:
    """The record with the turned cards that became a 偎 face down, where they are known by now."""
    told = list(log)
    for at, event in enumerate(log):
        turned = told[at - 1]
        if isinstance(event, Wei) and event.seq in faces and isinstance(turned, Turn):
            told[at - 1] = replace(turned, card=faces[event.seq])
    return told


def circumstances(log: Sequence[Event], before: Round, won: Hu) -> frozenset[str]:
    """天胡, 地胡 and 海底胡, where they hold (seed 004); before: the round before the 胡."""
    found = set()
    if may_tianhu(before, won.seat):
        found.add("天胡")
    brought = [one for one in log if isinstance(one, Discard | Turn) and one.seq < won.seq]
    if brought and isinstance(brought[-1], Discard):
        first = sum(isinstance(one, Discard) for one in brought) == 1
        if first and won.seat != before.dealer:
            found.add("地胡")
        if before.stock == 0 and before.rules.win_haidi_discard:
            found.add("海底胡")
    elif brought and before.stock == 0:
        found.add("海底胡")
    return frozenset(found)

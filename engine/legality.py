"""The rules on claims: 比, 臭, 拆坎, 烧比, and what must be claimed (RULES.md §5).

A hand only shrinks, so whatever leaves it later was in it before: that is how a rule about hidden
cards can be checked from what is visible, and exactly where the hands are given.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.cards import COPIES, Card
from engine.claim_rules import DealtTi, Shown, TwoDealtTi
from engine.events import Chi, Discard, Event, Hu, TakeShown, Ti, Turn
from engine.melds import COMMON, Kind, Shape, shape_of
from engine.splitting import chis
from engine.state import Breach, Holding, Offer, Pass, Phase, Round, Seat

KAN = 3
Groups = tuple[tuple[Card, ...], ...]


def chi_ways(card: Card, hand: Iterable[Card], shapes: frozenset[Shape] = COMMON) -> list[Groups]:
    """Every way to eat a card with these cards: the eaten group, then the 比 groups it needs.

    Each group begins with the eaten face. 坎 and 提 of the hand are not split (seed 000 §3-3), so
    a face of which the hand holds a 坎 cannot be eaten: its copies could not be laid as 比.
    shapes: the chi that there are.
    """
    free = Counter(hand)
    if free[card] >= KAN:
        return []
    free = Counter({face: n for face, n in free.items() if n < KAN})
    return [
        (group, *others)
        for group, left in _groups_of(card, free, shapes, taken=1)
        for others in sorted(set(_compared(card, left, shapes)))
    ]


def _groups_of(
    card: Card, free: Counter[Card], shapes: frozenset[Shape], taken: int
) -> Iterator[tuple[tuple[Card, ...], Counter[Card]]]:
    for meld in chis(shapes):
        if card in meld.cards:
            others = list(meld.cards)
            others.remove(card)
            need = Counter(others)
            need[card] += 1 - taken
            if all(free[face] >= n for face, n in need.items()):
                yield (card, *others), free - need


def _compared(card: Card, free: Counter[Card], shapes: frozenset[Shape]) -> Iterator[Groups]:
    """The 比 groups that leave no copy of the eaten face in the hand."""
    if not free[card]:
        yield ()
        return
    for group, left in _groups_of(card, free, shapes, taken=0):
        for others in _compared(card, left, shapes):
            yield tuple(sorted((group, *others)))


def wrong_chi(event: Chi, shapes: frozenset[Shape] = COMMON) -> str | None:
    """What is wrong with the groups of a 吃 by themselves; None if nothing."""
    if not event.groups:
        return "the eaten group"
    for group in event.groups:
        if shape_of(group, shapes) is None:
            known, laid = ", ".join(sorted(shapes)), "".join(map(str, group))
            return f"a chi of these rules ({known}), not {laid}"
        if event.card not in group:
            return f"{event.card} in every group laid down"
    return None


def may_chi(round: Round, offer: Offer, seat: int) -> bool:
    """不吃隔山牌: only the previous player's card or one's own turned card."""
    if seat == offer.seat:
        return offer.turned
    previous = seat == round.after(offer.seat)
    return previous and (not offer.turned or round.claim_rules.chi_previous_turned)


def barring(
    seat: Seat,
    holding: Holding,
    now: Sequence[Card],
    card: Card,
    shapes: frozenset[Shape] = COMMON,
) -> Pass | None:
    """The pass that makes this face 臭 for the seat; `now` are the hand cards he lays down with it.

    He let it go although he could eat or 碰 it then (or had to 偎 it), as his cards prove.
    """
    for one in seat.passes:
        if one.card is not card:
            continue
        had = [face for seq, face in holding.shed if seq > one.seq and face is not None]
        had += now if holding.hand is None else holding.hand
        if one.own or had.count(card) == 2 or (one.chi and chi_ways(card, had, shapes)):
            return one
    return None


def shedding(seat: Seat, holding: Holding, cards: Sequence[Card], seq: int) -> Iterator[Breach]:
    """拆坎 and 烧比, where cards leave the hand other than as a whole 坎 or 提."""
    for card in dict.fromkeys(cards):
        if card in seat.eaten:
            yield Breach(
                seq, seat.number, "烧比", f"no {card} in the hand, it was eaten without 比", True
            )
        gone = sum(face is card for _, face in holding.shed) + cards.count(card)
        if gone >= KAN or (holding.hand is not None and holding.hand.count(card) >= KAN):
            yield Breach(seq, seat.number, "拆坎", f"the 坎 of {card} left whole", True)


def left_over(seat: Seat, holding: Holding, card: Card, seq: int) -> Iterator[Breach]:
    """烧比 at once: a copy of the eaten face is still in the (known) hand."""
    if holding.hand is not None and card in holding.hand:
        yield Breach(seq, seat.number, "烧比", f"every {card} laid down as 比", True)


def forced(round: Round, seat: int, holding: Holding) -> str | None:
    """The claim this seat must make on the card in question, as far as it is known."""
    offer = round.offer
    if offer is None or offer.card is None or not offer.claimable:
        return None
    hand = () if holding.hand is None else holding.hand
    same, own = hand.count(offer.card), offer.turned and offer.seat == seat
    if own and round.phase is Phase.SHOWN:  # the dealer takes the 亮张 into his hand or leaves it
        return None
    three = same == KAN or holding.laid(Kind.WEI, offer.card) is not None
    if own and (three or same == 2):
        return "ti" if three else "wei"
    pao = three and seat != offer.seat
    pao = pao or (offer.turned and holding.laid(Kind.PENG, offer.card) is not None)
    return "pao" if pao and round.claim_rules.pao_compulsory else None


MISSED = {"pao": "走跑", "ti": "失提", "wei": "失偎"}


def missed(round: Round, seat: Seat, holding: Holding, event: Event) -> Iterator[Breach]:
    """走跑, 失提 and a 偎 not laid: the event passes over what this seat must claim."""
    must = None if isinstance(event, TakeShown) else forced(round, seat.number, holding)
    mine = getattr(event, "seat", None) == seat.number
    if must is None or (mine and event.type in (must, "hu")):
        return
    if isinstance(event, Hu) and round.claim_rules.rank("hu") < round.claim_rules.rank(must):
        return
    card = round.offer.card if round.offer else None
    yield Breach(event.seq, seat.number, MISSED[must], f"{must} of {card} by {seat.number}", True)


def hidden_dealt(round: Round, seat: Seat, holding: Holding, event: Event) -> Iterator[Breach]:
    """失提: a dealt 提 of a known hand that is not shown in its time (明提暗偎)."""
    if isinstance(event, Hu | Ti) or holding.hand is None:
        return
    declined = isinstance(event, Turn) and round.phase is Phase.SHOWN
    ended = round.opening and (declined or isinstance(event, Discard))
    late = ended and (seat.number == round.dealer or _at_once(round))
    late = late or (round.claimed is not None and round.claimed.before.number == seat.number)
    quads = [face for face, n in Counter(holding.hand).items() if n == COPIES] if late else []
    if quads:
        yield Breach(event.seq, seat.number, "失提", f"the dealt 提 of {quads[0]} shown", True)


def may_show_dealt(round: Round, seat: Seat) -> bool:
    """Whether a dealt 提 may be shown now: at the opening, or with the first claim (安化, where the
    dealer shows it before he plays: seed 002, 手中有一门提牌)."""
    if round.opening:
        return True
    if seat.number == round.dealer:
        return False
    just = round.claimed is not None and round.claimed.before.number == seat.number
    return just and seat.claims == 1 and not _at_once(round)


def _at_once(round: Round) -> bool:
    return round.claim_rules.dealt_ti is DealtTi.AT_ONCE


def replacement_due(round: Round, seat: Seat) -> bool:
    """娄底 §2.11: each dealt 提 after the first brings a shown card before playing."""
    rules = round.claim_rules
    dealt = rules.dealer_cards if seat.number == round.dealer else rules.player_cards
    if seat.number == round.dealer and rules.shown is Shown.STOCK:
        dealt += 1  # the 亮张 is in his hand before he owes a discard
    return (
        rules.two_dealt_ti is TwoDealtTi.REPLACE
        and round.opening
        and all(one.total < dealt + max(0, one.fours - 1) for one in seat.holdings)
    )


def passed(round: Round, event: Event) -> dict[int, Pass]:
    """What each seat lets go by this event: a card it could have eaten or 碰 before it."""
    offer = round.offer
    claims = ("ti", "wei", "hu", "pao", "peng", "chi")
    if offer is None or offer.card is None or not offer.claimable or isinstance(event, TakeShown):
        return {}
    taker = getattr(event, "seat", None) if event.type in claims else None
    let_go = {}
    for seat in round.order:
        chi = may_chi(round, offer, seat)
        peng = seat != offer.seat
        if event.type == "chi":  # the turner goes before the next player
            chi = chi and (round.claim_rules.lost_chi_bars or seat == offer.seat)
        elif event.type in claims:
            chi, peng = chi and round.claim_rules.lost_chi_bars, False
        if seat != taker and (chi or peng):
            let_go[seat] = Pass(offer.card, round.seq, chi, peng)
    return let_go

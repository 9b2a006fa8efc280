"""Where a played round leaves an occasion to break a rule, and how it would be broken there.

What a referee must find is told from how it was broken, not from what the engine says of it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.claim_rules import ClaimRules
from engine.events import Chi, Discard, Event, Hu, Peng, Ti, Turn, Wei
from engine.findings import WRONG_XI, Finding
from engine.game import CLAIMED, Occasion
from engine.judge import judge
from engine.legality import KAN, chi_ways, forced, may_chi
from engine.match import FALSE_WIN
from engine.melds import Kind, Meld
from engine.opened import rules_of
from engine.position import Position, Win
from engine.splitting import chis
from engine.state import Holding, Phase, Round

Way = tuple[Sequence[Event], Finding]


def _unmade(occasion: Occasion, duty: str) -> Iterator[Way]:
    """A card that must be taken is passed over: the next player turns the next one."""
    now, card = occasion.now, occasion.now.offer.card if occasion.now.offer else None
    if now.stock == 0 or not occasion.left or card is None or now.phase is not Phase.OFFER:
        return
    if all(forced(now, one.number, one.holdings[0]) != duty for one in now.seats):
        return
    for claim in occasion.claims:
        if not claim.must or claim.type != duty or claim.card not in (None, card):
            continue
        brought = occasion.card_seq(occasion.at)
        laid = [
            one.seq
            for kind in (Kind.PENG, Kind.WEI)
            if (one := _story(now, claim.seat).laid(kind, card))
        ]
        then = Turn(seq=occasion.seq, seat=now.actor, card=occasion.left[-1])
        rule = {"pao": "走跑", "ti": "失提", "wei": "失偎"}[duty]
        yield [then], _finding(rule, claim.seat, [brought, then.seq, *laid], then.seq, card)


def _no_pao(occasion: Occasion) -> Iterator[Way]:
    return _unmade(occasion, "pao")


def _no_wei(occasion: Occasion) -> Iterator[Way]:
    return _unmade(occasion, "wei")


def _no_ti(occasion: Occasion) -> Iterator[Way]:
    """A drawn fourth passed over, or a dealt 提 that is not shown when its time comes."""
    yield from _unmade(occasion, "ti")
    log, at = occasion.log, occasion.at
    kept = log[at]
    opening = occasion.now.offer is None or occasion.now.phase is not Phase.OFFER
    if not isinstance(kept, Ti) or not opening:
        return
    following = [one for one in log[at + 1 :] if one.type in ("discard", "turn")][:1]
    for late in following:
        events = [replace(one, seq=one.seq - 1) for one in log[at + 1 : log.index(late) + 1]]
        seqs = [log[0].seq, events[-1].seq]
        yield events, _finding("失提", kept.seat, seqs, events[-1].seq, kept.card)


def _no_bi(occasion: Occasion) -> Iterator[Way]:
    """吃 with the eaten group alone, though a copy stays in the hand."""
    now, offer = occasion.now, occasion.now.offer
    if offer is None or offer.card is None or not offer.claimable:
        return
    for seat in now.order:
        hand = Counter(_story(now, seat).hand or ())
        free = {face: n for face, n in hand.items() if n < KAN}
        for meld in chis(now.rules.chi) if may_chi(now, offer, seat) else ():
            if offer.card not in meld.cards:
                continue
            own = Counter(meld.cards)
            own[offer.card] -= 1
            enough = all(free.get(face, 0) >= n for face, n in own.items())
            if not enough or free.get(offer.card, 0) <= own[offer.card]:
                continue
            event = Chi(seq=occasion.seq, seat=seat, card=offer.card, groups=(meld.cards,))
            yield [event], _finding("烧比", seat, [event.seq], event.seq, offer.card)


def _barred_chi(occasion: Occasion) -> Iterator[Way]:
    """吃 of a face once let go."""
    now, offer = occasion.now, occasion.now.offer
    if offer is None or offer.card is None or not offer.claimable:
        return
    for seat in now.order:
        let_go = occasion.first_let_go(seat, offer.card)
        if let_go is None or not may_chi(now, offer, seat):
            continue
        for groups in chi_ways(offer.card, _story(now, seat).hand or (), now.rules.chi):
            event = Chi(seq=occasion.seq, seat=seat, card=offer.card, groups=groups)
            yield [event], _finding("臭张", seat, [let_go, event.seq], event.seq, offer.card)


def _barred_peng(occasion: Occasion) -> Iterator[Way]:
    """碰 of a face once let go."""
    now, offer = occasion.now, occasion.now.offer
    if offer is None or offer.card is None or not offer.claimable:
        return
    for seat in now.order:
        let_go = occasion.first_let_go(seat, offer.card)
        pair = (_story(now, seat).hand or ()).count(offer.card) == 2
        if let_go is None or not pair or seat == offer.seat:
            continue
        event = Peng(seq=occasion.seq, seat=seat, card=offer.card)
        yield [event], _finding("碰一不碰二", seat, [let_go, event.seq], event.seq, offer.card)


def _hidden_wei(occasion: Occasion) -> Iterator[Way]:
    """A 臭偎 that lies face down."""
    event = occasion.log[occasion.at]
    if isinstance(event, Wei) and event.card is not None:
        let_go = occasion.first_let_go(event.seat, event.card)
        events = [event.seq] if let_go is None else [let_go, event.seq]
        hidden = replace(event, card=None)
        yield [hidden], _finding("臭偎", event.seat, events, event.seq, event.card)


def _split_kan(occasion: Occasion) -> Iterator[Way]:
    """A card out of a 坎 is discarded."""
    now = occasion.now
    if now.phase is Phase.DISCARD:
        for face, n in Counter(_story(now, now.actor).hand or ()).items():
            if n == KAN:
                event = Discard(seq=occasion.seq, seat=now.actor, card=face)
                yield [event], _finding("拆坎", now.actor, [event.seq], event.seq, face)


def _discard_after_eight(occasion: Occasion) -> Iterator[Way]:
    """A discard after 重跑, where none is owed."""
    now, claimed = occasion.now, occasion.now.claimed
    if now.phase is Phase.TURN and claimed:
        seat = claimed.before.number
        taken = (one.seq for one in occasion.log[: occasion.at] if one.type in CLAIMED)
        made = max(taken)
        for face in dict.fromkeys(_story(now, seat).hand or ()):
            event = Discard(seq=occasion.seq, seat=seat, card=face)
            yield [event], _finding("重跑", seat, [made, event.seq], event.seq, face)


def _false_win(occasion: Occasion) -> Iterator[Way]:
    """A hand laid open that is no win, its loose cards in threes."""
    now, offer = occasion.now, occasion.now.offer
    if offer is None or offer.card is None:
        return
    for seat in now.order:
        story, source = _story(now, seat), offer.source(seat)
        laid = tuple(
            Meld(one.kind, tuple(c for c in one.cards if c is not None)) for one in story.melds
        )
        hand = story.hand or ()
        rules = rules_of(now)
        if seat == offer.seat and not offer.turned:
            continue
        if judge(Position(laid, hand, Win(offer.card, source)), rules).hu:
            continue
        cards = sorted((*hand, offer.card))
        threes = (Meld(Kind.CHI, tuple(cards[at : at + 3])) for at in range(0, len(cards), 3))
        event = Hu(
            seq=occasion.seq,
            seat=seat,
            card=offer.card,
            source=source,
            groups=(*laid, *threes),
            declared=rules.opening,
        )
        yield [event], _finding(FALSE_WIN, seat, [event.seq], event.seq)


def _wrong_number(occasion: Occasion) -> Iterator[Way]:
    """A number that is not the right one."""
    event = occasion.log[occasion.at]
    if isinstance(event, Hu) and event.declared is not None:
        for more in (-3, 3, 6):
            wrong = replace(event, declared=event.declared + more)
            yield [wrong], _finding(WRONG_XI, event.seat, [event.seq], event.seq)


def _story(round: Round, seat: int) -> Holding:
    return round.seat(seat).holdings[0]


def _finding(
    rule: str, seat: int, events: list[int], seq: int, card: Card | None = None
) -> Finding:
    return Finding(rule, seat, seq, tuple(sorted(set(events))), card)


KINDS: Mapping[str, Callable[[Occasion], Iterator[Way]]] = {
    "走跑": _no_pao,
    "失提": _no_ti,
    "失偎": _no_wei,
    "烧比": _no_bi,
    "臭张": _barred_chi,
    "碰一不碰二": _barred_peng,
    "臭偎": _hidden_wei,
    "拆坎": _split_kan,
    "重跑": _discard_after_eight,
    FALSE_WIN: _false_win,
    WRONG_XI: _wrong_number,
}


def kinds(rules: ClaimRules) -> tuple[str, ...]:
    """The offences that there are where a round is played like this."""
    none = set()
    if not rules.pao_compulsory:
        none.add("走跑")
    if not rules.stinky_wei_shown:
        none.add("臭偎")
    return tuple(kind for kind in KINDS if kind not in none)

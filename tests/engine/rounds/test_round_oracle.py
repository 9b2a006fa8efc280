"""A second, plainer reading of the claim rules, with every hand open, says the same.

It keeps a list of 臭 faces as the round goes, where the engine works it out from the cards shown.
"""

import random

import pytest

from engine.cards import Card
from engine.claims import accepts
from engine.events import Chi, Pao, Peng, Ti, Wei
from engine.legality import chi_ways
from engine.melds import Kind
from engine.round import apply, replay
from engine.rules import load
from engine.state import Phase

SEATS = (0, 1, 2)


def eaters(offer):
    """Who sits right to eat: the next player, and the turner himself."""
    return {(offer.seat + 1) % 3} | ({offer.seat} if offer.turned else set())


def legal_claims(now, stale):
    """{(seat, type, groups of a 吃)} that may be claimed."""
    offer, face, found = now.offer, now.offer.card, set()
    for seat in SEATS:
        holding = now.seat(seat).holdings[0]
        same, own = holding.hand.count(face), seat == offer.seat
        three = same == 3 or holding.laid(Kind.WEI, face) is not None
        if own and offer.turned and (three or same == 2):
            return {(seat, "ti" if three else "wei", ())}
        if (three and not own) or (offer.turned and holding.laid(Kind.PENG, face)):
            if now.claim_rules.pao_compulsory:
                return {(seat, "pao", ())}
            found.add((seat, "pao", ()))
        if face in stale[seat]:
            continue
        too_many = holding.total + 1 > 20 + max(0, holding.fours - 1)
        may_win = offer.source(seat) in now.rules.win_sources
        least = 1 if too_many and not may_win else 0
        if same == 2 and not own and holding.held - 2 >= least:
            found.add((seat, "peng", ()))
        for groups in chi_ways(face, holding.hand) if seat in eaters(offer) else ():
            if holding.held - 3 * len(groups) + 1 >= least:
                found.add((seat, "chi", groups))
    return found


def every_claim(now):
    """Claims of all kinds, most of them illegal."""
    face, seq = now.offer.card, now.seq + 1
    for seat in SEATS:
        fields = {"seq": seq, "seat": seat}
        for kind in (Peng, Pao, Ti, Wei):
            if kind is not Ti or (now.offer.turned and now.offer.seat == seat):
                yield kind(**fields, card=face)
        yield Wei(**fields, card=None)
        hand = now.seat(seat).holdings[0].hand
        for groups in {*chi_ways(face, hand), *chi_ways(face, [*Card, *Card])[:3]}:
            yield Chi(**fields, card=face, groups=groups)


def let_go(now, event, stale):
    """The faces that become 臭 by this event."""
    offer, face = now.offer, now.offer.card
    for seat in SEATS:
        hand = now.seat(seat).holdings[0].hand
        eats = seat in eaters(offer) and bool(chi_ways(face, hand))
        if event.type == "chi" and seat != offer.seat:
            eats = False
        pengs = seat != offer.seat and hand.count(face) == 2
        taken = event.type == "chi" and event.seat == seat
        if event.type in ("turn", "exhausted", "chi") and (eats or pengs) and not taken:
            stale[seat].add(face)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["guoji", "anhua", "loudi"])
def test_exactly_the_legal_claims_are_accepted(random_round, name, seed):
    hands, log, _ = random_round(name, random.Random(seed))
    now = replay(log[:1], load(name), hands)
    stale = {seat: set() for seat in SEATS}
    for event in log[1:]:
        if now.phase is Phase.OFFER and now.offer.card is not None:
            accepted = {
                (claim.seat, claim.type, getattr(claim, "groups", ()))
                for claim in every_claim(now)
                if accepts(now, claim)
            }
            assert accepted == legal_claims(now, stale)
            let_go(now, event, stale)
        if event.type == "discard" and now.claim_rules.own_discard_bars:
            stale[event.seat].add(event.card)
        now = apply(now, event)

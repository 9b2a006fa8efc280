"""Records of rounds in a short notation, one event after the other:

start guoji 012 叁 | 0 takes | 0 plays 七 | 1 turns 拾 | 1 turns ? | 1 peng 七 | 1 wei ? | 1 ti 柒
1 pao 柒 | 1 chi 壹 壹贰叁 壹一一 | 1 hu 六 other 28 kan:五五五 jiang:捌捌 | exhausted
"""

from collections import Counter
from dataclasses import replace

import pytest

from engine import events as ev
from engine.cards import COPIES, Card, card, parse
from engine.claim_rules import load as load_claim_rules
from engine.claims import accepts, as_event, claims
from engine.legality import replacement_due
from engine.melds import Kind, Meld
from engine.round import apply, begin, replay
from engine.rules import Source, load
from engine.state import Phase


def read_event(text, seq):
    words = text.split()
    if words[0] == "exhausted":
        return ev.Exhausted(seq=seq)
    if words[0] == "start":
        _, rules, seats, *shown = words
        seats = tuple(map(int, seats))
        faces = parse("".join(shown))
        return ev.Start(
            seq=seq, rules=rules, dealer=seats[0], seats=seats, shown=faces[0] if faces else None
        )
    seat, verb, *rest = words
    fields = {"seq": seq, "seat": int(seat)}
    if verb == "takes":
        return ev.TakeShown(**fields)
    fields["card"] = None if rest[0] == "?" else card(rest[0])
    if verb == "chi":
        return ev.Chi(**fields, groups=tuple(parse(group) for group in rest[1:]))
    if verb == "hu":
        melds = (group.split(":") for group in rest[3:])
        groups = tuple(Meld(Kind(kind), parse(cards)) for kind, cards in melds)
        return ev.Hu(**fields, source=Source(rest[1]), declared=int(rest[2]), groups=groups)
    return {
        "plays": ev.Discard, "turns": ev.Turn, "peng": ev.Peng, "pao": ev.Pao,
        "wei": ev.Wei, "ti": ev.Ti,
    }[verb](**fields)  # fmt: skip


def read_log(text):
    parts = [part.strip() for line in text.splitlines() for part in line.split("|")]
    return [read_event(part, seq) for seq, part in enumerate(filter(None, parts))]


def play(text, hands=None, lenient=False):
    log = read_log(text)
    return replay(log, load(log[0].rules), hands, lenient=lenient)


def deal(sizes, wanted, spare=""):
    """Hands that hold the wanted cards, filled with other faces; `spare` stays in the stock."""
    hands = {seat: list(parse(wanted.get(seat, ""))) for seat in sizes}
    used = Counter(card for hand in hands.values() for card in hand) + Counter(parse(spare))
    for seat, size in sizes.items():
        for face in sorted(Card, key=lambda face: (used[face], face)):
            more = min(2, COPIES - used[face], size - len(hands[seat]))
            if more > 0 and face not in hands[seat]:
                hands[seat] += [face] * more
                used[face] += more
        assert len(hands[seat]) == size
    return {seat: tuple(hand) for seat, hand in hands.items()}


@pytest.fixture(scope="session", name="log")
def _log():
    return read_log


@pytest.fixture(scope="session", name="play")
def _play():
    return play


@pytest.fixture(scope="session", name="deal")
def _deal():
    return deal


def random_round(name, rng):
    """A whole legal round of careless players: (hands, record, as the camera saw it)."""
    rules, claim_rules = load(name), load_claim_rules(name)
    deck = [face for face in Card for _ in range(COPIES)]
    rng.shuffle(deck)
    sizes = [claim_rules.dealer_cards, claim_rules.player_cards, claim_rules.player_cards]
    hands = {seat: tuple(deck.pop() for _ in range(size)) for seat, size in enumerate(sizes)}
    shown = {"stock": deck[-1], "hand": hands[0][-1], "none": None}[claim_rules.shown]
    if claim_rules.shown == "stock":
        deck.pop()
    log = [ev.Start(seq=0, rules=name, dealer=0, seats=(0, 1, 2), shown=shown)]
    seen = list(log)
    state = begin(log[0], rules, hands)
    while event := next_event(state, deck, rng):
        log.append(event)
        hidden = isinstance(event, ev.Turn) and any(
            claim.must and claim.seat == event.seat and claim.type in ("wei", "ti")
            for claim in claims(apply(state, event))
        )
        seen.append(replace(event, card=None) if hidden else event)
        state = apply(state, event)
    return hands, log, seen


def next_event(state, deck, rng):
    seq = state.seq + 1
    if state.phase is Phase.OVER:
        return None
    legal = [claim for claim in claims(state) if claim.type != "hu"]
    must = [claim for claim in legal if claim.must]
    if must or (legal and rng.random() < 0.6):
        return as_event(rng.choice(must or legal), seq)
    for seat in state.seats:
        if state.phase is Phase.DISCARD and replacement_due(state, seat):
            return ev.Turn(seq=seq, seat=seat.number, card=deck.pop())
    if state.phase is Phase.SHOWN and (not state.offer or rng.random() < 0.8):
        return ev.TakeShown(seq=seq, seat=state.actor)
    if state.phase is Phase.DISCARD:
        hand = state.seat(state.actor).holdings[0].hand
        plays = [ev.Discard(seq=seq, seat=state.actor, card=face) for face in hand]
        plays = [play for play in plays if accepts(state, play)]
        return rng.choice(plays) if plays else None
    if not deck:
        return ev.Exhausted(seq=seq)
    turner = state.after(state.actor) if state.phase is Phase.SHOWN else state.actor
    return ev.Turn(seq=seq, seat=turner, card=deck.pop())


@pytest.fixture(scope="session", name="random_round")
def _random_round():
    return random_round

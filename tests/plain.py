"""The slow truth: a judgement that tries every partition of the cards, with no table or memory.

It is organised otherwise than the engine: first all partitions of hand and winning card into alike
cards and chi, then what RULES.md §3 forbids is struck out.
"""

from collections import Counter

from engine.cards import Card
from engine.melds import FOURS, Kind, Meld, is_legal
from engine.mingtang import Facts
from engine.rules import Declared, PoPao, Source, Zimo
from engine.scoring import score


def partitions(cards, chi):
    """Every way to cut sorted cards into two, three or four alike and chi, as lists of tuples."""
    if not cards:
        yield []
        return
    first, faces = cards[0], sorted(set(cards))
    groups = [(first,) * n for n in (2, 3, 4) if cards.count(first) >= n]
    groups += [
        trio
        for second in faces
        for third in faces
        if second <= third
        for trio in [(first, second, third)]
        if all(cards.count(card) >= trio.count(card) for card in trio)
        and is_legal(Kind.CHI, trio, chi)
    ]
    for group in groups:
        rest = list(cards)
        for card in group:
            rest.remove(card)
        for more in partitions(rest, chi):
            yield [group, *more]


def kind_of(group, held, win):
    """What a group of the hand with the winning card is; None for one that may not be."""
    face, n = group[0], len(group)
    if len(set(group)) > 1:
        return Kind.CHI
    if n == 2:
        return Kind.JIANG
    if held[face] == n:
        return Kind.KAN if n == 3 else Kind.TI
    own = win.source is Source.SELF
    if n == 4:
        return Kind.TI if own else Kind.PAO
    if held[face] == 2:
        return Kind.WEI if own else Kind.PENG
    return None


def hands(position, rules):
    """Every complete hand the rules leave, as (groups, whether a 跑 was broken)."""
    win, held = position.win, Counter(position.hand)
    own, face = win.source is Source.SELF, win.card
    mine = [m for m in position.exposed if m.cards == (face,) * 3]  # the winning card is its fourth
    found = []

    def consider(laid, cards, joined):
        for cut in partitions(sorted(cards), rules.chi):
            kinds = [kind_of(group, held, win) for group in cut]
            if None in kinds:
                continue
            groups = [*laid, *(Meld(k, g) for k, g in zip(kinds, cut, strict=True))]
            jiang = any(meld.kind in FOURS for meld in groups)
            if len(groups) != rules.menzi or kinds.count(Kind.JIANG) != jiang:
                continue
            if any(n >= 3 and not any(g.count(c) >= n for g in cut) for c, n in held.items()):
                continue  # a 坎 or 提 of the hand was split
            whole = joined or (held[face] in (2, 3) and (face,) * (held[face] + 1) in cut)
            found.append((groups, whole))

    if mine:
        peng = mine[0].kind is Kind.PENG
        others = [m for m in position.exposed if m is not mine[0]]
        if own and not peng:
            if rules.own_wei_ti_wins:
                consider([*others, Meld(Kind.TI, (face,) * 4)], position.hand, True)
            return [groups for groups, _ in found]
        if not (peng and win.source is Source.DISCARD):
            consider([*others, Meld(Kind.PAO, (face,) * 4)], position.hand, True)
        consider(position.exposed, (*position.hand, face), False)
        return lawful(found, rules, win.source, peng and win.source is Source.DISCARD)
    consider(position.exposed, (*position.hand, face), False)
    if own and held[face] in (2, 3):
        return [groups for groups, whole in found if whole and rules.own_wei_ti_wins]
    return lawful(found, rules, win.source, held[face] != 3)


def lawful(found, rules, source, never_a_pao):
    """The hands that remain once 破跑 is barred where the rule set bars it."""
    pao = [groups for groups, whole in found if whole]
    if never_a_pao or rules.po_pao is PoPao.FREE:
        return [groups for groups, _ in found]
    opens = any(opens_with(xi_of(groups, rules), source, rules) for groups in pao)
    barred = {
        PoPao.NEVER: True,
        PoPao.IF_PAO_INCOMPLETE: bool(pao),
        PoPao.IF_PAO_BELOW_OPENING: opens,
    }[rules.po_pao]
    return pao if barred else [groups for groups, _ in found]


def xi_of(groups, rules):
    return sum(rules.values[meld.name][meld.cards[0] >= 10] for meld in groups)


def added(xi, source, rules):
    return xi + rules.zimo_value * (rules.zimo_kind is Zimo.ADD and source is Source.SELF)


def opens_with(xi, source, rules):
    total = added(xi, source, rules) if rules.zimo_opens else xi
    return rules.counts_as.get(total, total) >= rules.opening


def facts_of(groups, position, rules):
    """What the names look at, read off one complete hand."""
    cards = [card for meld in groups for card in meld.cards]
    reds = sorted(card for card in cards if card.rank in (2, 7, 10))
    alike = len(set(reds)) == 1
    worth = [(meld.kind is Kind.JIANG, xi_of([meld], rules) > 0) for meld in groups]
    return Facts(
        xi=added(xi_of(groups, rules), position.win.source, rules),
        red=len(reds),
        small=sum(card < 10 for card in cards),
        big=sum(card >= 10 for card in cards),
        duizi=all(len(set(meld.cards)) == 1 for meld in groups),
        one_block=alike and (len(reds) == 2 or any(list(m.cards) == reds for m in groups)),
        one_kan_or_jiang=any(
            list(m.cards) == reds for m in groups if m.kind in (Kind.KAN, Kind.JIANG)
        ),
        source=position.win.source,
        copies=cards.count(position.win.card),
        all_xi=all(good for _, good in worth),
        but_jiang=all(good for jiang, good in worth if not jiang),
        reunions=sum(cards.count(Card(r)) + cards.count(Card(r + 10)) == 8 for r in range(10)),
        alone=len(position.hand) == 1,
    )


def plainly(position, rules):
    """(reason, xi, declared xi, payoff, every total) of a possible position with a winning card."""
    source = position.win.source
    held = Counter(position.hand)
    fours = sum(n == 4 for n in held.values()) + sum(m.kind in FOURS for m in position.exposed)
    count = len(position.hand) + sum(len(meld.cards) for meld in position.exposed)
    if fours >= rules.menzi or count != 3 * rules.menzi - 1 + max(0, fours - 1):
        return "wrong_card_count", None, None, None, ()
    found = hands(position, rules)
    if not found:
        return "no_arrangement", None, None, None, ()
    totals = sorted({xi_of(groups, rules) for groups in found})
    most = totals[-1]
    every = tuple(added(total, source, rules) for total in totals)
    xi = every[-1]
    if source not in rules.win_sources:
        return "illegal_source", xi, xi, None, every
    paying = []
    for groups in found:
        total = xi_of(groups, rules)
        pays = score(facts_of(groups, position, rules), rules)
        named = 0 < rules.opening_named <= total and pays.names
        if opens_with(total, source, rules) or named:
            paying.append((pays.payoff, total))
    if not paying:
        return f"below_{rules.opening}", xi, xi, None, every
    payoff, best = max(paying)
    most = best if rules.declared is Declared.BEST_PAYING else most
    return None, xi, added(most, source, rules), payoff, every

"""From what was seen of a winner's cards to a verdict on the xi he said."""

import json
from pathlib import Path

from engine.cards import Card
from engine.evidence import Evidence, EvidenceGroup, evidence_from_known, known_from_json
from engine.melds import Kind, Meld
from engine.position import BadPosition
from engine.rules import RuleSet, Source
from engine.verify import Verdict, verify
from vision.view import SeenCard, TableView

SURE = 0.9  # a card read with less makes the verdict unsure (DESIGN.md, "Seeing")


# Groups laid down and cards in the hand, as far as they are known (DESIGN.md, E.json).
Known = tuple[tuple[Meld, ...] | None, tuple[Card, ...] | None]


def load_known(path: Path) -> Known:
    """What an E.json file says; raises BadPosition, with the file's name."""
    try:
        return known_from_json(json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise BadPosition(f"{path}: {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BadPosition(f"{path}: not JSON ({error})") from None
    except BadPosition as error:
        raise BadPosition(f"{path}: {error}") from None


def verify_view(
    view: TableView,
    seat: int,
    declared: int,
    rules: RuleSet,
    win_card: Card | None = None,
    source: Source | None = None,
    known: Known | None = None,
) -> Verdict:
    """The verdict on the cards before a seat; its unsure_cards are indices into view.cards."""
    return verify(evidence_of(view, seat, win_card, source, known), declared, rules)


def evidence_of(
    view: TableView,
    seat: int,
    win_card: Card | None = None,
    source: Source | None = None,
    known: Known | None = None,
) -> Evidence:
    """What a picture, and whatever is known besides, tell about the hand of a seat."""
    mine = {i: c for i, c in enumerate(view.cards) if _is_of(c, seat)}
    grouped = {i for g in view.groups for i in g.cards}
    groups = [
        EvidenceGroup(
            _faces([view.cards[i] for i in g.cards]), frozenset(map(Kind, g.kinds_possible))
        )
        for g in view.groups
        if g.cards[0] in mine
    ]
    alone = tuple(c.face for i, c in mine.items() if i not in grouped and c.face is not None)
    groups += [EvidenceGroup((face,), frozenset()) for face in alone]
    exposed, hand = known or (None, None)
    return evidence_from_known(
        [g for g in groups if g.cards],
        exposed,
        hand,
        win_card=win_card,
        source=source,
        seat=seat,
        # a back in a group stands for a card of the hand, so it must be as sure as any other
        unsure_cards=tuple(
            i for i, c in mine.items() if (c.up or i in grouped) and c.confidence < SURE
        ),
    )


def _is_of(card: SeenCard, seat: int) -> bool:
    return card.seat == seat and card.zone in ("meld", "showdown")


def _faces(cards: list[SeenCard]) -> tuple[Card, ...]:
    """The faces of a group; the one face that a 提 or 臭偎 shows stands for all its cards.

    Of other groups only what lies open counts: a back between them may be any card, or none.
    """
    up = tuple(c.face for c in cards if c.face is not None)
    return up * len(cards) if len(up) == 1 and len(cards) in (3, 4) else up

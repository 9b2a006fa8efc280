"""Judged pictures as the shares that a report quotes, whole and by what made a card hard."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from models.judging import CONFIDENT, CardRow, Judged
from models.reliability import broken, reliability

SCALES = (1.2, 1.5, 1.7, 1.9, 2.3)  # px/mm: where one bin ends and the next begins
MOST_CONFUSIONS, WORST = 12, 5

# What the cards are sorted by, in the order of the report.
SORTED_BY: tuple[tuple[str, Callable[[CardRow], str]], ...] = (
    ("readable ends", lambda card: str(card.ends)),
    ("px/mm", lambda card: _scale(card.px_per_mm)),
    ("light", lambda card: card.light),
    ("laid as", lambda card: card.layout),
    ("messy table", lambda card: "yes" if card.hard else "no"),
    ("design", lambda card: card.design),
)


def _scale(px_per_mm: float) -> str:
    below = [edge for edge in SCALES if edge <= px_per_mm]
    above = [edge for edge in SCALES if edge > px_per_mm]
    if not below:
        return f"below {SCALES[0]}"
    return f"{below[-1]}–{above[0]}" if above else f"from {SCALES[-1]}"


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """One set of pictures: counts, shares, by-tables, confusions, worst pictures, bins."""
    total = sum((one.counts for one in judged), Counter[str]())
    cards = [card for one in judged for card in one.cards]
    bins = reliability(find for one in judged for find in one.finds)
    by = {name: _sorted(cards, how) for name, how in SORTED_BY}

    def share(a: str, b: str) -> float | None:
        return round(total[a] / total[b], 4) if total[b] else None

    ends = by["readable ends"]
    return {
        "pictures": total["pictures"],
        "readable_cards": total["readable"],
        "recall": share("found", "readable"),
        "precision": share("found", "claimed"),
        "faces": share("right", "found"),
        "read": share("right", "readable"),
        "read_two_ends": ends.get("2", {}).get("read"),
        "read_one_end": ends.get("1", {}).get("read"),
        "confident_wrong": total["confident_wrong"],
        "unsure": share("unsure", "found"),
        "pictures_whole": share("whole", "pictures"),
        "hands": share("hands_right", "hands"),
        "groups": share("groups_right", "groups"),
        "kinds": share("kinds_right", "groups_right"),
        "backs": share("back_groups_found", "back_groups"),
        "by": by,
        "confusions": _confusions(cards),
        "worst": _worst(judged),
        "reliability": bins,
        "bins_broken": broken(bins),
    }


def _sorted(cards: Iterable[CardRow], how: Callable[[CardRow], str]) -> dict[str, dict[str, Any]]:
    """By a word: cards, the shares found and read, how many are confident and wrong."""
    sets: dict[str, list[CardRow]] = {}
    for card in cards:
        sets.setdefault(how(card), []).append(card)
    return {
        word: {
            "cards": len(mine),
            "recall": round(sum(card.found for card in mine) / len(mine), 4),
            "read": round(sum(card.right for card in mine) / len(mine), 4),
            "confident_wrong": sum(
                card.found and not card.right and card.confidence >= CONFIDENT for card in mine
            ),
        }
        for word, mine in sorted(sets.items())
    }


def _confusions(cards: Iterable[CardRow]) -> dict[str, int]:
    wrong = Counter(f"{c.face}→{c.said}" for c in cards if c.found and not c.right)
    return dict(wrong.most_common(MOST_CONFUSIONS))


def _worst(judged: Iterable[Judged]) -> list[dict[str, Any]]:
    """The named pictures of which least was read, worst first."""
    told = sorted(
        (one for one in judged if one.name and not one.counts["whole"]),
        key=lambda one: float(one.counts["right"] / max(1, one.counts["readable"])),
    )
    return [
        {
            "picture": one.name,
            "readable": one.counts["readable"],
            "right": one.counts["right"],
            "invented": one.counts["claimed"] - one.counts["found"],
            "confident_wrong": one.counts["confident_wrong"],
        }
        for one in told[:WORST]
    ]

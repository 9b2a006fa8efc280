"""A declared win and what it is judged on."""

from dataclasses import dataclass

from engine.evidence import Evidence
from engine.questions import Question
from engine.rules import Source
from vision.view import TableView


@dataclass(frozen=True)
class Seen:
    """One settled table: what was read, and the picture with it drawn in, as a JPEG."""

    view: TableView
    picture: str
    jpeg: bytes


@dataclass(frozen=True)
class Claim:
    """A declared win."""

    seat: int
    xi: int
    source: Source | None
    discarder: int | None = None
    circumstances: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Asked:
    """An open question: about which claim, on which table, with which evidence."""

    id: str
    claim: Claim
    seen: Seen
    evidence: Evidence
    question: Question

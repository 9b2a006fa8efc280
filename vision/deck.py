"""What one printed deck looks like to the glyph network, and what that tells about a glyph."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES
from vision.detections import Floats

KIND, VERSION = "xingjia deck", 1
INKS = ("red", "black", "paper")
FILE = Path(__file__).with_name("likeness.json")  # written by models.calibrate_deck
# What `features` count, fitted by likelihood on decks in held-out fonts.
WEIGHTS = np.array(json.loads(FILE.read_text("utf-8"))["weights"], np.float64)
ALIKE = 0.9  # likeness to a prototype from which a glyph surely is one of this deck


class BadDeck(ValueError):
    """A deck file cannot be used, or belongs to another glyph network."""


@dataclass(frozen=True)
class Deck:
    """One printed deck, as learnt from pictures of it.

    model: fingerprint of the glyph network that saw it; prototypes (20,D): unit vectors, one a
    face in the order of engine.cards.Card; counts: glyphs that each was learnt from; apart:
    distance of a card's two glyphs, in card widths; width_mm: None where no table told the scale;
    inks: RGB of red faces, black faces and paper; trusted: False where the network alone reads
    this deck better.
    """

    model: str
    prototypes: NDArray[np.float64]
    counts: tuple[int, ...]
    apart: float
    width_mm: float | None
    inks: tuple[tuple[int, int, int], ...]
    trusted: bool = True

    def likeness(self, embeddings: Floats) -> NDArray[np.float64]:
        """(N,20) cosine of each embedding (N,D) to each face's prototype."""
        return np.asarray(unit(embeddings) @ self.prototypes.T)

    def weigh(self, logp: Floats, embeddings: Floats) -> Floats:
        """The network's log-probabilities (N,21), joined with the likeness to the prototypes.

        What resembles a prototype does not become likelier to be "none", what resembles none of
        them does not become likelier to be a card; of the latter the prototypes know less, and
        have half a voice.
        """
        if not self.trusted or not len(logp):
            return logp
        like = self.likeness(embeddings)
        joined = _normal(features(logp, like) @ WEIGHTS)
        alone, with_deck = _log_odds(logp[:, -1]), _log_odds(joined[:, -1])
        strange = np.maximum(alone, (alone + with_deck) / 2)
        known = like.max(axis=1) >= ALIKE
        odds = np.where(known, np.minimum(alone, with_deck), strange)[:, None]
        faces = _normal(joined[:, :-1]) - np.logaddexp(0, odds)
        return np.hstack([faces, -np.logaddexp(0, -odds)]).astype(np.float32)


def _log_odds(logp: NDArray[Any]) -> NDArray[np.float64]:
    """Log-probabilities as log-odds."""
    sure = np.minimum(np.asarray(logp, np.float64), -1e-9)
    return np.asarray(sure - np.log(-np.expm1(sure)))


def _normal(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores (N,K) as log-probabilities."""
    top = scores.max(axis=1, keepdims=True)
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)))


def unit(vectors: NDArray[Any]) -> NDArray[np.float64]:
    """Vectors (…,D) divided by their lengths."""
    long = np.asarray(vectors, np.float64)
    return np.asarray(long / np.maximum(np.linalg.norm(long, axis=-1, keepdims=True), 1e-12))


def features(logp: Floats, like: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,21,4) what speaks for each class: for a face the network and the likeness to it; for
    "none" the network and a constant, against which the likeness is measured.
    """
    out = np.zeros((*logp.shape, 4))
    out[:, :-1, 0], out[:, :-1, 1] = logp[:, :-1], like
    out[:, -1, 2], out[:, -1, 3] = logp[:, -1], 1.0
    return out


def fingerprint(path: str | Path) -> str:
    """SHA-256 of a model file: prototypes mean nothing to another network."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def check_network(deck: Deck, path: str | Path) -> None:
    """Raises BadDeck for a deck that another glyph network than the one at `path` has learnt."""
    if deck.model != fingerprint(path):
        raise BadDeck(
            "牌样是用另一个网络学的，请重新学牌 / "
            "the deck was learnt with another network: teach it again (xingjia deck learn)"
        )


def as_json(deck: Deck) -> str:
    """The text of a deck file."""
    faces = {
        face: {"count": n, "embedding": [round(float(x), 4) for x in row]}
        for face, n, row in zip(FACES, deck.counts, deck.prototypes, strict=True)
    }
    return json.dumps(
        {
            "kind": KIND,
            "version": VERSION,
            "model": deck.model,
            "trusted": deck.trusted,
            "card": {
                "glyphs_apart_widths": round(deck.apart, 3),
                "width_mm": deck.width_mm and round(deck.width_mm, 2),
            },
            "inks_rgb": dict(zip(INKS, map(list, deck.inks), strict=True)),
            "faces": faces,
        },
        ensure_ascii=False,
    )


def parse_deck(data: Any) -> Deck:
    """A deck from its JSON form; raises BadDeck."""
    if not isinstance(data, Mapping) or data.get("kind") != KIND:
        raise BadDeck("不是牌样文件 / not a deck file; make one with: xingjia deck learn")
    if data.get("version") != VERSION:
        raise BadDeck(
            f"牌样文件版本 {data.get('version')!r} 不认识，请重新学牌 / "
            f"version {data.get('version')!r} is not known; teach the deck again"
        )
    try:
        faces = [data["faces"][face] for face in FACES]
        rows = np.array([face["embedding"] for face in faces], np.float64)
        width = data["card"]["width_mm"]
        deck = Deck(
            str(data["model"]),
            unit(rows),
            tuple(int(face["count"]) for face in faces),
            float(data["card"]["glyphs_apart_widths"]),
            None if width is None else float(width),
            tuple((int(r), int(g), int(b)) for r, g, b in map(data["inks_rgb"].get, INKS)),
            bool(data["trusted"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        what = f"{type(error).__name__}: {error}"
        raise BadDeck(f"牌样文件不完整，请重新学牌 / damaged ({what}); teach again") from None
    if deck.prototypes.ndim != 2 or not np.isfinite(rows).all() or not rows.any(axis=1).all():
        raise BadDeck("牌样文件不完整，请重新学牌 / damaged (embeddings); teach the deck again")
    return deck


def load_deck(path: str | Path) -> Deck:
    """The deck in a file that `xingjia deck learn` wrote; raises BadDeck, with the file's name."""
    try:
        return parse_deck(json.loads(Path(path).read_text("utf-8")))
    except OSError as error:
        raise BadDeck(f"{path}: {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BadDeck(f"{path}: 不是 JSON / not JSON ({error})") from None
    except BadDeck as error:
        raise BadDeck(f"{path}: {error}") from None

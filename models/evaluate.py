"""Judge the networks, and write the model card from what was found.

    python -m models.evaluate --scenes 40 --folder FOLDER --decks FOLDER --card models/MODEL_CARD.md

Tables in held-out fonts are drawn in two settings, as the device sees them and as hard as the
training; labelled folders are read without and with the deck that a picture of its faces teaches.
The report is one JSON object; progress goes to stderr.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2

from models.card import model_card
from models.figures import figures
from models.judging import Judged, judge
from models.measuring import (
    LOOKS,
    NOTHING_SEED,
    SEED,
    Labelled,
    folder_of_pictures,
    labelled_folder,
    own_nothing,
    own_scenes,
    table_of,
)
from models.nothing import on_nothing, on_photos
from models.one_core import one_core
from models.taught import taught_decks
from models.timing import in_stages, measure_vision, stage_clock
from vision.reader import Reader

__all__ = ["Networks", "evaluate", "own_scenes", "read_pictures", "table_of"]

NOTHING = 40  # own pictures with nothing to read
TIMES = 10  # how often the picture for the time per stage is read

UNSEEN = ", never looked at"  # ends the name of a set that is part of another

Readers = Mapping[str, Callable[[dict[str, Any]], Reader]]


@dataclass(frozen=True)
class Networks:
    """The two files that are judged."""

    ends: Path
    glyphs: Path

    def reader(self, *deck: Any) -> Reader:
        """A reader, without a deck or with one."""
        return Reader(self.ends, self.glyphs, *deck)


@dataclass(frozen=True)
class Read:
    """Pictures as judged with each reader, and the mean ms of a reading by stage."""

    judged: dict[str, list[Judged]]
    ms: dict[str, float]


def evaluate(reader: Reader, pictures: Labelled) -> dict[str, Any]:
    """Read labelled pictures and count; the keys are those of models.figures."""
    read = read_pictures(pictures, {"": lambda label: reader})
    return figures(read.judged[""])


def read_pictures(pictures: Labelled, readers: Readers) -> Read:
    """Read and judge each picture with each reader; which reader it is, the label may decide."""
    judged: dict[str, list[Judged]] = {how: [] for how in readers}
    whole, readings = 0.0, 0
    with stage_clock() as spent:
        for number, (picture, label) in enumerate(pictures, 1):
            table = table_of(label)
            for how, reader in readers.items():
                began = perf_counter()
                view = reader(label).read(picture, table)
                whole, readings = whole + perf_counter() - began, readings + 1
                judged[how].append(judge(label, view))
            _progress(f"{number} pictures")
    ms = {
        stage: round(1000 * s / max(1, readings), 1) for stage, s in in_stages(whole, spent).items()
    }
    return Read(judged, ms)


def _progress(words: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{words} ", end="", file=sys.stderr, flush=True)


def report_own(networks: Networks, count: int) -> dict[str, Any]:
    """The figures of our own tables in held-out fonts, by setting."""
    found, plain = {}, networks.reader()
    for setting in LOOKS:
        read = read_pictures(own_scenes(count, SEED, setting), {"": lambda label: plain})
        found[f"own, {setting}"] = figures(read.judged[""]) | {"ms": read.ms}
    return found


def report_folder(
    networks: Networks, folder: Path, decks: Mapping[str, Reader], looked_at: Iterable[str]
) -> dict[str, Any]:
    """The figures of a labelled folder, without and with decks, by design.

    looked_at: names of pictures that somebody has seen; the others are reported apart too.
    """
    plain, known = networks.reader(), set(looked_at)
    readers: dict[str, Callable[[dict[str, Any]], Reader]] = {"": lambda label: plain}
    if decks:
        readers[", with the deck"] = lambda label: decks.get(label.get("design", ""), plain)
    read, found = read_pictures(labelled_folder(folder), readers), {}
    for how, judged in read.judged.items():
        found[f"{folder.name}{how}"] = figures(judged) | {"ms": read.ms}
        unseen = [one for one in judged if one.name not in known]
        if len(unseen) < len(judged):
            found[f"{folder.name}{how}{UNSEEN}"] = figures(unseen)
    return found


def main() -> None:
    """The command; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=40, help="own tables of each setting")
    parser.add_argument("--folder", type=Path, nargs="+", default=(), help="labelled pictures")
    parser.add_argument("--decks", type=Path, help="NAME.jpg teaches the deck of design NAME")
    parser.add_argument("--looked-at", nargs="+", default=(), help="pictures somebody has seen")
    parser.add_argument("--negatives", type=Path, help="pictures with nothing to read")
    parser.add_argument("--nothing", type=int, default=NOTHING, help="own pictures of that kind")
    parser.add_argument("--photos", type=Path, help="photographs with glyphs marked by eye")
    parser.add_argument("--models", type=Path, help="folder with ends.onnx and glyphs.onnx")
    parser.add_argument("--card", type=Path, help="write the model card here")
    parser.add_argument("--json", type=Path, help="write the report here too")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    with one_core():
        told = report(chosen)
    text = json.dumps(told, ensure_ascii=False, indent=1)
    print(text)
    if chosen.json:
        chosen.json.write_text(text + "\n", "utf-8")
    if chosen.card:
        folder = chosen.models or Path(str(files("models")))
        chosen.card.write_text(model_card(folder, told), "utf-8")


def _command(chosen: argparse.Namespace) -> str:
    """The call that measures this again; of folders only the names."""
    parts = [f"python -m models.evaluate --scenes {chosen.scenes} --nothing {chosen.nothing}"]
    for option in ("folder", "decks", "negatives", "photos"):
        given = getattr(chosen, option)
        paths = given if isinstance(given, list) else [given] if given else []
        if paths:
            parts.append(f"--{option} " + " ".join(path.name for path in paths))
    return " ".join(parts)


def report(chosen: argparse.Namespace) -> dict[str, Any]:
    """Everything that the command was asked for."""
    folder = chosen.models or Path(str(files("models")))
    networks = Networks(folder / "ends.onnx", folder / "glyphs.onnx")
    began = perf_counter()
    told: dict[str, Any] = {
        "command": _command(chosen),
        "seeds": {"own": SEED, "nothing": NOTHING_SEED},
        "looked_at": list(chosen.looked_at),
        "sets": report_own(networks, chosen.scenes),
    }
    decks: dict[str, Reader] = {}
    if chosen.decks:
        learnt, refused = taught_decks(chosen.decks, networks.ends, networks.glyphs)
        decks = {name: networks.reader(deck) for name, deck in learnt.items()}
        told["decks"] = {"learnt": sorted(learnt), "refused": refused}
    for pictures in chosen.folder:
        told["sets"] |= report_folder(networks, pictures, decks, chosen.looked_at)
    plain = networks.reader()
    told["nothing"] = {"own": on_nothing(plain, own_nothing(chosen.nothing))}
    if chosen.negatives:
        told["nothing"]["others'"] = on_nothing(plain, folder_of_pictures(chosen.negatives))
    if chosen.photos:
        told["photos"] = on_photos(plain, chosen.photos)
    told["time"] = measure_vision(TIMES, folder)
    told["seconds"] = round(perf_counter() - began)
    return told


if __name__ == "__main__":
    main()

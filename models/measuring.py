"""Pictures to measure on: tables in held-out fonts, labelled folders, and nothing to read."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.camera import Look, sample_look
from models.dataset import SIZE, make_scene
from models.light import Light, sample_light
from models.negatives import negative_scene
from vision.pictures import load_picture
from vision.table import Table, edges_of, load_table

Picture = NDArray[np.uint8]
Labelled = Iterable[tuple[Picture, dict[str, Any]]]

SEED = 900_000  # far from every training seed; the fonts are held out as well
NOTHING_SEED = 910_000
DEVICE_SCALE = 1.5, 2.3  # px/mm: a camera above a table of 0.8 to 1 m
DEVICE_PX_PER_MM = 1.85


def table_of(label: dict[str, Any]) -> Table:
    """The table that a label describes."""
    corners = tuple((float(x), float(y)) for x, y in label["table_corners_px"])
    return Table(corners, tuple(label["table_mm"]), tuple(label["seats"]))


def device_look(rng: Generator) -> Look:
    """A shot as the device takes it: its own height, ordinary light."""
    look = sample_look(rng, SIZE)
    return replace(
        look,
        px_per_mm=float(rng.uniform(*DEVICE_SCALE)),
        tilt=(float(rng.normal(0, 2)), float(rng.normal(0, 2))),
        light=sample_light(rng, 0.0),
    )


def hard_look(rng: Generator) -> Look:
    """Any shot that the training could draw."""
    return sample_look(rng, SIZE)


LOOKS: dict[str, Callable[[Generator], Look]] = {"device": device_look, "hard": hard_look}


def light_word(light: Light) -> str:
    """What is wrong with a light, in a word; "several" where it is more than one thing."""
    wrong = {
        "grey": light.grey,
        "glare": light.glare > 0,
        "bands": light.banding > 0,
        "soft": light.defocus > 0 or light.motion > 0 or light.blur > 1,
        "dim": light.exposure < 0.6,
    }
    said = [word for word, holds in wrong.items() if holds]
    return said[0] if len(said) == 1 else "several" if said else "plain"


def own_scenes(count: int, seed: int = SEED, setting: str = "hard") -> Labelled:
    """Tables of decks in held-out fonts, every second one a showdown, the others in mid-game.

    setting: a key of LOOKS. The label says light and, for a showdown, win: {"seat"} besides.
    """
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        look = LOOKS[setting](rng.spawn(1)[0])
        kind = "showdown" if number % 2 else "midgame"
        picture, label = make_scene(rng, held_out=True, kind=kind, look=look)
        label["light"] = light_word(look.light)
        winners = {card["seat"] for card in label["cards"] if card["zone"] == "showdown"}
        if winners:
            label["win"] = {"seat": min(winners)}
        yield picture, label


def labelled_folder(folder: Path, leave_out: Iterable[str] = ()) -> Labelled:
    """Pictures NAME.jpg with labels NAME.json of the shape that models.render writes."""
    for path in sorted(folder.glob("*.json")):
        label = json.loads(path.read_text("utf-8"))
        if "cards" in label and "table_corners_px" in label and path.stem not in leave_out:
            label["table_mm"] = np.broadcast_to(label["table_mm"], 2).tolist()
            yield load_picture(path.with_suffix(".jpg")), label


@dataclass(frozen=True)
class Unlabelled:
    """A picture by its name, and its table where that is known."""

    name: str
    picture: Picture
    table: Table | None = None


def at_the_device(picture: Picture) -> Table:
    """A table that fills the picture, as many mm wide as the device sees."""
    w, h = picture.shape[1], picture.shape[0]
    px_per_mm = DEVICE_PX_PER_MM * w / SIZE[0]
    return Table(edges_of((w, h)).corners_px, (w / px_per_mm, h / px_per_mm))


def own_nothing(count: int, seed: int = NOTHING_SEED) -> Iterator[Unlabelled]:
    """Tables of our own with nothing to read."""
    for number in range(count):
        yield Unlabelled(f"own {number}", negative_scene(np.random.default_rng([seed, number])))


def folder_of_pictures(folder: Path) -> Iterator[Unlabelled]:
    """The pictures NAME.jpg of a folder, with NAME.table.json where it is."""
    for path in sorted(folder.glob("*.jpg")):
        beside = path.with_suffix(".table.json")
        table = load_table(beside) if beside.is_file() else None
        yield Unlabelled(path.stem, load_picture(path), table)

"""Reduce freely licensed fonts to the few glyphs the cards need (needs fontTools; not at run time).

Packages lie unpacked beside each other: npm ones as NAME/package/…, Debian ones as
NAME/usr/share/… with the package file's name in NAME/VERSION.
"""

import argparse
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from engine.cards import FACES

FONTS = Path(__file__).parent / "fonts"
WANTED = "".join(FACES) + "貳貮弍叄參叅㕘陸" + "厶大目日木氵聿津肂汁"
EM = 1000
SHARED_LICENCES = {"OFL-1.1", "Arphic-1999", "Apache-2.0"}  # one text serves every font under it


@dataclass(frozen=True)
class Package:
    """An unpacked package: its folder, name, version and licence text."""

    folder: Path
    name: str
    version: str
    licence: str


def open_package(packages: Path, name: str) -> Package:
    """The package with this npm (@scope/name) or Debian name."""
    folder = packages / name.removeprefix("@fontsource/")
    if name.startswith("@"):
        version = json.loads((folder / "package/package.json").read_text("utf-8"))["version"]
        return Package(folder, name, version, (folder / "package/LICENSE").read_text("utf-8"))
    version = (folder / "VERSION").read_text("utf-8").split("_")[1].replace("%3a", ":")
    text = (folder / f"usr/share/doc/{name}/copyright").read_text("utf-8")
    return Package(folder, name, version, text)


def font_files(package: Package, file: str) -> Iterator[Path]:
    """The font file itself, then (npm) those of its numbered slices that hold wanted characters."""
    main = next(package.folder.rglob(file))
    yield main
    if package.name.startswith("@"):
        weight = file.removesuffix("-normal.woff").rsplit("-", 1)[1]
        stem = package.name.removeprefix("@fontsource/")
        slices = json.loads((package.folder / "package/unicode.json").read_text("utf-8"))
        for number, ranges in slices.items():
            if number.startswith("[") and any(in_ranges(ord(char), ranges) for char in WANTED):
                yield main.parent / f"{stem}-{number[1:-1]}-{weight}-normal.woff"


def in_ranges(code: int, ranges: str) -> bool:
    """Whether a code point lies in a list such as "U+4e00-4e05,U+5927"."""
    for part in ranges.removesuffix(",").split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        if int(first, 16) <= code <= int(last or first, 16):
            return True
    return False


def outlines(files: Iterable[Path], omit: str) -> dict[str, Any]:
    """TrueType outlines of the wanted characters but some, scaled to EM units."""
    found: dict[str, Any] = {}
    for path in files:
        font = TTFont(path, fontNumber=0 if path.suffix == ".ttc" else -1, lazy=True)
        cmap, glyphs = font.getBestCmap(), font.getGlyphSet()
        scale = EM / font["head"].unitsPerEm
        for char in WANTED:
            if char in found or char in omit or ord(char) not in cmap:
                continue
            pen = TTGlyphPen(None)
            scaled = TransformPen(Cu2QuPen(pen, max_err=1.0), (scale, 0, 0, scale, 0, 0))
            draw_flat(glyphs, cmap[ord(char)], scaled)
            glyph = pen.glyph()
            if glyph.numberOfContours > 0:
                found[char] = glyph
    return found


def draw_flat(glyphs: Any, name: str, pen: Any) -> None:
    """Draw a glyph with its components resolved into contours."""
    recording = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(recording)
    recording.replay(pen)


def build(glyphs: dict[str, Any], name: str, names: dict[str, str], path: Path) -> None:
    """Write a bare TrueType font of these glyphs under a new name."""
    order = [".notdef", *(f"uni{ord(char):04X}" for char in glyphs)]
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(order)
    font.setupCharacterMap({ord(char): f"uni{ord(char):04X}" for char in glyphs})
    font.setupGlyf(
        {".notdef": TTGlyphPen(None).glyph()} | dict(zip(order[1:], glyphs.values(), strict=True))
    )
    font.setupHorizontalMetrics({glyph: (EM, 0) for glyph in order})
    font.setupHorizontalHeader(ascent=EM, descent=-EM // 4)
    font.setupNameTable({"familyName": name, "styleName": "Regular"} | names)
    font.setupOS2()
    font.setupPost(keepGlyphNames=False)
    font.save(path)


def copyright_of(package: Package, source: Path) -> str:
    """The first copyright line that the font or its package states."""
    font = TTFont(source, fontNumber=0 if source.suffix == ".ttc" else -1, lazy=True)
    if stated := font["name"].getDebugName(0):
        return " ".join(stated.split())
    lines = [line.strip() for line in package.licence.splitlines() if line.strip()]
    stated = next((line for line in lines if line.startswith("Copyright")), lines[0])
    return stated.removeprefix("Copyright:").strip()


def original_name(source: Path, key: str) -> str:
    """The font's own full name."""
    font = TTFont(source, fontNumber=0 if source.suffix == ".ttc" else -1, lazy=True)
    return font["name"].getDebugName(4) or key


def store_licence(package: Package, licence: str) -> str:
    """Keep the licence text; returns its file name in fonts/licences/."""
    name = f"{licence}.txt" if licence in SHARED_LICENCES else f"{licence}-{package.name}.txt"
    path = FONTS / "licences" / name
    if not path.exists():
        # The header of a packager's file names its own format, not the licence.
        text = re.sub(r"\AFormat: \S+\n", "", package.licence)
        path.write_text(text, "utf-8")
    return name


def collect(packages: Path) -> None:
    """Rebuild every font file, the licence texts and fonts.toml from sources.toml."""
    sources = tomllib.loads((FONTS / "sources.toml").read_text("utf-8"))["font"]
    records = ["# Written by models/collect_fonts.py from sources.toml.\n"]
    for number, source in enumerate(sources, 1):
        package = open_package(packages, source["package"])
        files = list(font_files(package, source["file"]))
        glyphs = outlines(files, source.get("omit", ""))
        owner = source.get("copyright") or copyright_of(package, files[0])
        name = f"Xingjia Glyphs {number:02}"
        notice = (
            f"Changed for xingjia in November 2026: reduced to {len(glyphs)} glyphs, "
            f"redrawn as quadratic curves at {EM} units, renamed."
        )
        names = {"copyright": owner, "description": notice, "licenseDescription": source["licence"]}
        build(glyphs, name, names, FONTS / f"{source['key']}.ttf")
        record = {
            "key": source["key"],
            "name": name,
            "style": source["style"],
            "held_out": source.get("held_out", False),
            "glyphs": "".join(glyphs),
            "original": original_name(files[0], source["key"]),
            "source": f"{package.name} {package.version} ({source['file']})",
            "copyright": owner,
            "licence": source["licence"],
            "licence_file": store_licence(package, source["licence"]),
        }
        lines = (f"{k} = {json.dumps(v, ensure_ascii=False)}" for k, v in record.items())
        records.append("\n[[font]]\n" + "\n".join(lines) + "\n")
        print(source["key"], "lacks", "".join(c for c in WANTED if c not in glyphs))
    (FONTS / "fonts.toml").write_text("".join(records), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", type=Path, help="folder of unpacked packages")
    collect(parser.parse_args().packages)

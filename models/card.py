"""The model card: what the shipped networks are, how they were made, what they do."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import onnxruntime

_HEAD = """# Model card · 模型说明

Written by `python -m models.evaluate --card`; not edited by hand.

Two small networks, trained from nothing on scenes that `models/render.py` draws; the glyphs come
from the freely licensed fonts of `models/fonts/`, eleven of which are held out for measuring.
No photograph and no picture of anybody's deck was used.

- **ends.onnx** finds the ends of open cards (heat map, direction, width, reach) and backs as whole
  cards, on a reduced picture.
- **glyphs.onnx** names a glyph (twenty faces or none) on a crop turned upright, cut from the full
  picture.
"""

_ROWS = (
    ("pictures", "pictures"),
    ("readable_cards", "readable cards (one end at least 60 % visible)"),
    ("recall", "recall"),
    ("precision", "precision"),
    ("faces", "faces right, of those found"),
    ("read_two_ends", "found and right, both ends visible"),
    ("read_one_end", "found and right, one end visible"),
    ("confident_wrong", "confident (≥ 0.9) and wrong, cards"),
    ("unsure", "unsure (below 0.9), of those found"),
    ("groups", "groups whole"),
)


def _file_lines(path: Path) -> list[str]:
    meta = onnxruntime.InferenceSession(
        str(path), providers=["CPUExecutionProvider"]
    ).get_modelmeta().custom_metadata_map  # fmt: skip
    data = path.read_bytes()
    plan = json.loads(meta.get("plan", "{}"))
    return [
        f"| {path.name} | {len(data) / 1e6:.2f} MB | {meta['version']} | "
        f"`{hashlib.sha256(data).hexdigest()[:16]}` | {plan.get('seed')} |"
    ]


def model_card(folder: Path, reports: Mapping[str, Mapping[str, Any]]) -> str:
    """The text of MODEL_CARD.md for the two files in a folder and some reports of evaluate."""
    lines = [_HEAD, "| file | size | version | SHA-256 begins | seed |", "|---|---|---|---|---|"]
    for name in ("ends.onnx", "glyphs.onnx"):
        lines += _file_lines(folder / name)
    plan = onnxruntime.InferenceSession(
        str(folder / "ends.onnx"), providers=["CPUExecutionProvider"]
    ).get_modelmeta().custom_metadata_map["plan"]  # fmt: skip
    seed = json.loads(plan).get("seed")
    lines += [
        "",
        f"Made by `python -m models.train --out runs/seed{seed} --seed {seed}` with the plan",
        f"`{plan}`.",
        "",
        "## What they do",
        "",
        "| | " + " | ".join(reports) + " |",
        "|---|" + "---|" * len(reports),
    ]
    for key, words in _ROWS:
        lines.append(f"| {words} | " + " | ".join(str(r[key]) for r in reports.values()) + " |")
    for name, report in reports.items():
        mixed = ", ".join(f"{k} ×{n}" for k, n in list(report["confusions"].items())[:10])
        lines += ["", f"Most frequent confusions, {name}: {mixed or 'none'}."]
    lines += [
        "",
        "Synthetic accuracy is not accuracy: on a real deck under a real lamp expect less, and let",
        "the device say *unsure*.",
        "",
    ]
    return "\n".join(lines)

"""Write trained networks as ONNX files that say themselves what they are."""

import json
from pathlib import Path
from typing import Any

import onnx
import torch

from engine.cards import FACES
from models.network import EndNet, GlyphNet
from vision.classifier import CROP, SPAN
from vision.detector import CHANNELS, NOMINAL_WIDTH, STRIDE

VERSION = "1"


def _sign(path: Path, words: dict[str, str]) -> None:
    model = onnx.load(path)
    model.producer_name = "xingjia"
    onnx.helper.set_model_props(model, words | {"version": VERSION})
    onnx.checker.check_model(model)
    onnx.save(model, path)


def export_ends(network: EndNet, path: Path, plan: dict[str, Any]) -> None:
    """Write ends.onnx: picture (1,3,H,W) → maps (1,14,H/4,W/4); H and W multiples of 32."""
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, 640, 1152),),
        str(path),
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}},
        opset_version=17,
        dynamo=False,
    )
    _sign(path, {
        "kind": "ends", "channels": json.dumps(CHANNELS), "stride": str(STRIDE),
        "nominal_width_px": str(NOMINAL_WIDTH), "plan": json.dumps(plan),
    })  # fmt: skip


def export_glyphs(network: GlyphNet, path: Path, plan: dict[str, Any]) -> None:
    """Write glyphs.onnx: crops (N,3,48,48) → logits (N,21) and embedding (N,64)."""
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(2, 3, CROP, CROP),),
        str(path),
        input_names=["crops"],
        output_names=["logits", "embedding"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}, "embedding": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    _sign(path, {
        "kind": "glyphs", "classes": json.dumps([*FACES, "none"], ensure_ascii=False),
        "crop_px": str(CROP), "span_widths": str(SPAN), "plan": json.dumps(plan),
    })  # fmt: skip

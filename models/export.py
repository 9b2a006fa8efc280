"""Write trained networks as ONNX files of eight-bit numbers that say themselves what they are."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from engine.cards import FACES
from models.dataset import STORED, STORED_WIDTH, Scene
from models.network import MIDDLE, EndNet, GlyphNet, packed
from vision.classifier import CROP, SPAN
from vision.detector import CHANNELS, NOMINAL_WIDTH, STRIDE

VERSION = "2"
SHOWN_PICTURES, SHOWN_CROPS = 24, 1024  # to measure by them what numbers a layer has to hold

Bytes = NDArray[np.uint8]


def export_ends(network: EndNet, path: Path, plan: dict[str, Any], scenes: list[Scene]) -> None:
    """Write ends.onnx: packed picture (1,12,H/2,W/2) of bytes → maps (1,64,H/8,W/8)."""
    pictures = [_shown(scene.picture) for scene in scenes[:SHOWN_PICTURES]]
    _write(
        network, path, pictures,
        inputs=("picture", {2: "height", 3: "width"}),
        outputs={"maps": {2: "rows", 3: "columns"}},
        exact=("/maps/",),
        words={
            "kind": "ends", "channels": json.dumps(CHANNELS), "stride": str(STRIDE),
            "nominal_width_px": str(NOMINAL_WIDTH), "plan": json.dumps(plan),
        },
    )  # fmt: skip


def export_glyphs(network: GlyphNet, path: Path, plan: dict[str, Any], crops: Bytes) -> None:
    """Write glyphs.onnx: packed crops (N,12,24,24) of bytes → logits, embedding and pose."""
    edge = (STORED - CROP) // 2
    some = crops[:: max(1, len(crops) // SHOWN_CROPS)][:SHOWN_CROPS, edge:-edge, edge:-edge]
    shown = [some[i : i + 64].transpose(0, 3, 1, 2) for i in range(0, len(some), 64)]
    _write(
        network, path, shown,
        inputs=("crops", {0: "n"}),
        outputs={"logits": {0: "n"}, "embedding": {0: "n"}, "pose": {0: "n"}},
        exact=("/name/", "/pose/"),
        words={
            "kind": "glyphs", "classes": json.dumps([*FACES, "none"], ensure_ascii=False),
            "crop_px": str(CROP), "span_widths": str(SPAN), "plan": json.dumps(plan),
        },
    )  # fmt: skip


def _shown(picture: Bytes) -> Bytes:
    """A stored picture at the size a network reads, sides multiples of 32: (1,3,h,w)."""
    fit = NOMINAL_WIDTH / STORED_WIDTH
    small = cv2.resize(picture, None, fx=fit, fy=fit, interpolation=cv2.INTER_AREA)
    h, w = (side // 32 * 32 for side in small.shape[:2])
    return np.asarray(small[None, :h, :w].transpose(0, 3, 1, 2), np.uint8)


def _write(
    network: nn.Module, path: Path, shown: Iterable[Bytes], *,
    inputs: tuple[str, dict[int, str]], outputs: dict[str, dict[int, str]],
    exact: tuple[str, ...], words: dict[str, str],
) -> None:  # fmt: skip
    """Export as floats beside `path`, then as bytes; layers named in `exact` stay floats."""
    network.eval()
    seen = [packed(torch.from_numpy(np.ascontiguousarray(part))) for part in shown]
    plain, tidy = path.with_suffix(".float.onnx"), path.with_suffix(".tidy.onnx")
    torch.onnx.export(
        network, (seen[0],), str(plain), input_names=[inputs[0]], output_names=list(outputs),
        dynamic_axes={inputs[0]: inputs[1], **outputs}, opset_version=17, dynamo=False,
    )  # fmt: skip
    quant_pre_process(str(plain), str(tidy), skip_symbolic_shape=True)
    nodes = onnx.load(tidy).graph.node
    quantize_static(
        str(tidy), str(path), _Reader(inputs[0], seen),
        quant_format=QuantFormat.QDQ, per_channel=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        nodes_to_exclude=[node.name for node in nodes if any(part in node.name for part in exact)],
    )  # fmt: skip
    tidy.unlink()
    model = onnx.load(path)
    _take_bytes(model)
    model.producer_name = "xingjia"
    onnx.helper.set_model_props(model, words | {"version": VERSION})
    onnx.checker.check_model(model)
    onnx.save(model, path)


class _Reader(CalibrationDataReader):  # type: ignore[misc]  # onnxruntime wants a subclass
    """Feeds inputs one by one."""

    def __init__(self, name: str, seen: list[Tensor]) -> None:
        self._items: Iterator[dict[str, Any]] = iter([{name: part.numpy()} for part in seen])

    def get_next(self) -> dict[str, Any] | None:
        """The next input; None at the end."""
        return next(self._items, None)


def _take_bytes(model: onnx.ModelProto) -> None:
    """Let bytes in as they are: the network was trained on (byte − MIDDLE) / 255."""
    graph = model.graph
    name = graph.input[0].name
    (first,) = (n for n in graph.node if n.op_type == "QuantizeLinear" and n.input[0] == name)
    values = {tensor.name: tensor for tensor in graph.initializer}
    for at, value in ((1, np.array(1 / 255, np.float32)), (2, np.array(MIDDLE, np.uint8))):
        values[first.input[at]].CopyFrom(onnx.numpy_helper.from_array(value, first.input[at]))
    graph.node.remove(first)
    for node in graph.node:
        for i, source in enumerate(node.input):
            if source == first.output[0]:
                node.input[i] = name
    graph.input[0].type.tensor_type.elem_type = onnx.TensorProto.UINT8

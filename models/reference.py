"""A fixed network to measure a machine with: plain 3×3 convolutions, 6.4 GFLOP a picture.

It is no network of ours and says nothing about a picture; its time only tells how fast the machine
is, so that a ratio to it can be compared between machines. The ONNX file is written here, field by
field (onnx.proto: ModelProto 1 7 8, GraphProto 1 2 5 11 12), so that nothing need be installed.
"""

from typing import Any

import numpy as np
import onnxruntime

SIDE = 416  # px of the square picture
# by layer: channels in and out, stride; each is followed by a ReLU
LAYERS = (
    (3, 32, 2), (32, 64, 2), (64, 64, 1), (64, 64, 1), (64, 128, 2), (128, 128, 1), (128, 128, 1),
    (128, 256, 2), (256, 256, 1), (256, 256, 1), (256, 448, 2),
)  # fmt: skip
_FLOAT, _INTS = 1, 7  # TensorProto.FLOAT, AttributeProto.INTS


def flops() -> int:
    """Additions and multiplications of one picture, two for each weight that is applied."""
    side, total = SIDE, 0
    for wide_in, wide_out, stride in LAYERS:
        side //= stride
        total += 2 * 9 * wide_in * wide_out * side * side
    return total


def session() -> onnxruntime.InferenceSession:
    """The network, on one thread; its input is "picture" (1,3,416,416) float32."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model(), options, providers=["CPUExecutionProvider"])


def model() -> bytes:
    """The ONNX file, with weights of a fixed seed."""
    rng = np.random.default_rng(0)
    graph, value = _text(2, "reference"), "picture"
    for index, (wide_in, wide_out, stride) in enumerate(LAYERS):
        weights = rng.normal(0, (2 / (9 * wide_in)) ** 0.5, (wide_out, wide_in, 3, 3))
        graph += _part(5, _tensor(f"w{index}", weights))
        window = (("kernel_shape", (3, 3)), ("strides", (stride, stride)), ("pads", (1, 1, 1, 1)))
        graph += _node("Conv", (value, f"w{index}"), f"c{index}", window)
        value = f"r{index}"
        graph += _node("Relu", (f"c{index}",), value)
    side = SIDE // 2 ** sum(stride == 2 for *_, stride in LAYERS)
    graph += _part(11, _value("picture", (1, 3, SIDE, SIDE)))
    graph += _part(12, _value(value, (1, LAYERS[-1][1], side, side)))
    return _number(1, 8) + _part(7, graph) + _part(8, _text(1, "") + _number(2, 13))


def _node(kind: str, inputs: tuple[str, ...], output: str, lists: Any = ()) -> bytes:
    attributes = b"".join(
        _part(5, _text(1, name) + b"".join(_number(8, n) for n in values) + _number(20, _INTS))
        for name, values in lists
    )
    named = b"".join(_text(1, name) for name in inputs) + _text(2, output)
    return _part(1, named + _text(4, kind) + attributes)


def _tensor(name: str, values: Any) -> bytes:
    dims = b"".join(_number(1, n) for n in values.shape)
    return dims + _number(2, _FLOAT) + _text(8, name) + _part(9, values.astype("<f4").tobytes())


def _value(name: str, shape: tuple[int, ...]) -> bytes:
    dims = b"".join(_part(1, _number(1, n)) for n in shape)
    return _text(1, name) + _part(2, _part(1, _number(1, _FLOAT) + _part(2, dims)))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _part(field, value.encode())


def _part(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))

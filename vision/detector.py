"""Stage 1: a small network finds the ends of cards that lie open, and backs as whole cards."""

from dataclasses import fields
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.detections import Backs, Ends, Floats
from vision.pictures import packed

Picture = NDArray[np.uint8]

STRIDE = 4  # px of the network's input for one cell of its maps
NOMINAL_WIDTH = 20.0  # px: the width of a card in the network's input that it reads best
LONG_SIDE = 1152  # px of the network's input where the scale of the cards is not known
FINER = 1.375  # times that scale ends are looked for again: small and half-hidden glyphs
FEW = 3  # finds below which their scale is not trusted
# the maps, in order; end_* speak of card ends, back_* of the visible parts of face-down cards,
# *_surface tell what lies open at a place
CHANNELS = (
    "end", "back", "end_dx", "end_dy", "end_cos", "end_sin", "end_width", "end_reach",
    "back_dx", "back_dy", "back_cos2", "back_sin2", "back_width", "back_length",
    "face_surface", "back_surface",
)  # fmt: skip


class BadModel(ValueError):
    """A model file is missing or is not one of ours."""


def open_model(path: Path | str, kind: str) -> onnxruntime.InferenceSession:
    """An onnxruntime session of a model whose metadata say it is of this kind; raises BadModel."""
    if not Path(path).is_file():
        raise BadModel(f"expected the {kind} model at {path}, found no file")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime raises bare classes of its own, all derived from this
        raise BadModel(f"{path} is not a readable ONNX file: {error}") from error
    got = session.get_modelmeta().custom_metadata_map.get("kind")
    if got != kind:
        raise BadModel(f"expected a model of kind {kind!r} at {path}, got {got!r}")
    return session


class Detector:
    """Finds card ends and backs; `path` is the exported ends.onnx."""

    def __init__(self, path: Path | str, threshold: float = 0.2) -> None:
        self._session = open_model(path, "ends")
        self._threshold = threshold

    def detect(self, picture: Picture, card_width_px: float | None = None) -> tuple[Ends, Backs]:
        """Ends (logp still zero) and backs of a BGR picture (h,w,3), in its pixels.

        Ends are looked for at two scales, so a glyph may stand twice among them: whoever reads
        them keeps the one that reads better.
        card_width_px, where the table's scale is known, is the expected width of a card.
        """
        if card_width_px:
            scale = NOMINAL_WIDTH / card_width_px
            ends, backs = self._detect(picture, scale)
        else:
            scale, ends, backs = self._at_own_scale(picture)
        finer, _ = self._detect(picture, FINER * scale)
        return _joined(ends, finer), backs

    def _at_own_scale(self, picture: Picture) -> tuple[float, Ends, Backs]:
        """The scale at which the cards of a picture look as usual, and what is found there."""
        scale = LONG_SIDE / max(picture.shape[:2])
        ends, backs = self._detect(picture, scale)
        for closer in (scale / 2.5, scale / 6):  # a close-up, where a card is wider than foreseen
            if _strong(ends) >= FEW:
                break
            other = self._detect(picture, closer)
            if _strong(other[0]) > _strong(ends):
                (ends, backs), scale = other, closer
        widths = np.concatenate([ends.widths, backs.widths])
        if len(widths) >= FEW:
            better = NOMINAL_WIDTH / float(np.median(widths))
            if not 0.72 < better / scale < 1.4:
                return better, *self._detect(picture, better)
        return scale, ends, backs

    def _detect(self, picture: Picture, scale: float) -> tuple[Ends, Backs]:
        h, w = picture.shape[:2]
        scale = float(np.clip(scale, 64 / max(h, w), 3072 / max(h, w)))
        size = (max(8, round(w * scale)), max(8, round(h * scale)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(picture, size, interpolation=how)
        pad = (-size[1] % 32, -size[0] % 32)
        small = np.pad(small, ((0, pad[0]), (0, pad[1]), (0, 0)), mode="edge")
        maps = self._session.run(None, {"picture": packed(np.asarray(small[None], np.uint8))})[0][0]
        return decode(maps, (size[0] / w, size[1] / h), self._threshold)


def _joined(one: Ends, other: Ends) -> Ends:
    parts = [np.concatenate([getattr(ends, f.name) for ends in (one, other)]) for f in fields(Ends)]
    return Ends(*parts)


def _strong(ends: Ends) -> int:
    return int((ends.scores > 0.5).sum())


def decode(maps: Floats, scale: tuple[float, float], threshold: float) -> tuple[Ends, Backs]:
    """Ends and backs from the network's maps (4·16,h,w); scale (x, y): input px per picture px.

    Each channel stands four times, for the quarters of a cell: upper left, upper right, and so on.
    """
    quarters = maps.reshape(len(CHANNELS), 2, 2, *maps.shape[1:])
    at = {name: i for i, name in enumerate(CHANNELS)}
    up = np.array([STRIDE / scale[0], STRIDE / scale[1]], np.float32)
    width_px = np.float32(NOMINAL_WIDTH / np.sqrt(scale[0] * scale[1]))
    least = float(np.log(threshold / (1 - threshold)))

    def found(kind: str) -> tuple[dict[str, Floats], Floats, Floats]:
        part = quarters[at[kind]].transpose(2, 0, 3, 1)
        heat = part.reshape(2 * maps.shape[1], 2 * maps.shape[2])
        peak = (heat >= least) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
        ys, xs = np.nonzero(peak)
        here = quarters[:, ys % 2, xs % 2, ys // 2, xs // 2]
        value = {name.removeprefix(f"{kind}_"): here[i] for name, i in at.items()}
        offset = np.stack([xs + 0.5 + value["dx"], ys + 0.5 + value["dy"]], 1)
        scores = 1 / (1 + np.exp(-heat[ys, xs]))
        return value, (offset * up).astype(np.float32), scores.astype(np.float32)

    value, centers, scores = found("end")
    angles = _degrees(value["sin"], value["cos"])
    widths = np.exp(value["width"]) * width_px
    reach = np.exp(value["reach"]) * widths
    keep = _strongest(centers, scores, 0.3 * widths, angles)
    ends = Ends(
        centers[keep], angles[keep], widths[keep], reach[keep], scores[keep],
        np.zeros((len(keep), 21), np.float32),
    )  # fmt: skip
    value, centers, scores = found("back")
    angles = _degrees(value["sin2"], value["cos2"])
    widths = np.exp(value["width"]) * width_px
    lengths = np.exp(value["length"]) * widths
    keep = _strongest(centers, scores, np.float32(0.3) * np.minimum(widths, lengths), angles)
    half = np.asarray(angles[keep] / 2 % 180, np.float32)
    return ends, Backs(centers[keep], half, widths[keep], lengths[keep], scores[keep])


def _degrees(sin: Floats, cos: Floats) -> Floats:
    return np.asarray(np.degrees(np.arctan2(sin, cos)), np.float32)


def _strongest(centers: Floats, scores: Floats, reach: Floats, angles: Floats) -> NDArray[np.intp]:
    """Indices that remain when of finds of about one place and direction the strongest stays."""
    keep: list[int] = []
    for i in np.argsort(-scores):
        if keep:
            near = np.linalg.norm(centers[keep] - centers[i], axis=1) < reach[i]
            turned = np.abs((angles[keep] - angles[i] + 180) % 360 - 180) < 60
            if bool((near & turned).any()):
                continue
        keep.append(int(i))
    return np.array(keep, np.intp)

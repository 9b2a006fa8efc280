"""Pictures from files, as every other part of the house wants them: BGR, eight bits."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

Picture = NDArray[np.uint8]  # (height, width, 3) BGR


class BadPicture(ValueError):
    """A file cannot be used as a picture."""


def load_picture(path: str | Path) -> Picture:
    """The picture in a file, turned as its camera says: (height, width, 3) BGR uint8.

    Grey, 16-bit, palette and transparent pictures are converted. Raises BadPicture for a missing,
    empty, damaged or foreign file. Decoded strictly: a half-loaded picture would be read as a table
    with fewer cards.
    """
    path = Path(path)
    if not path.is_file():
        raise BadPicture(f"{path}: no such picture file")
    if path.stat().st_size == 0:
        raise BadPicture(f"{path}: the file is empty; take the picture again")
    try:
        with Image.open(path) as image:
            image.load()
            rgb = _eight_bit(ImageOps.exif_transpose(image))
    except UnidentifiedImageError:
        raise BadPicture(f"{path}: not a picture; expected JPEG, PNG or the like") from None
    except Image.DecompressionBombError:
        raise BadPicture(f"{path}: too many pixels; expected at most 100 megapixels") from None
    except (OSError, SyntaxError, ValueError) as error:  # what Pillow raises for damaged files
        raise BadPicture(f"{path}: damaged or cut short ({error}); copy it again") from None
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _eight_bit(image: Image.Image) -> Picture:
    """The pixels as (height, width, 3) RGB uint8."""
    if image.mode.startswith("I") or image.mode == "F":
        grey = np.asarray(image, np.float32)
        scale = 257 if grey.max(initial=0) > 255 else 1  # 65535 → 255
        grey8 = np.clip(grey / scale, 0, 255).astype(np.uint8)
        return np.repeat(grey8[:, :, None], 3, axis=2)
    return np.asarray(image.convert("RGB"), np.uint8)


def packed(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pictures (N,H,W,3), H and W even, as the networks take them: (N,12,H/2,W/2).

    Every square of four pixels lies in the channels of one: B, G, R of the upper left, the upper
    right, the lower left and the lower right.
    """
    n, h, w, _ = pictures.shape
    apart = pictures.reshape(n, h // 2, 2, w // 2, 2, 3).transpose(0, 2, 4, 5, 1, 3)
    return np.ascontiguousarray(apart.reshape(n, 12, h // 2, w // 2))

"""What was read, drawn over the picture: for the page and for `xingjia read --overlay`."""

from pathlib import Path

import cv2

from device.reading import overlay_font
from vision.overlay import draw
from vision.pictures import Picture
from vision.view import TableView

PAGE_WIDTH = 1600  # px, of the pictures that phones load


def jpeg(picture: Picture, view: TableView) -> bytes:
    """The drawn picture as phones load it."""
    drawn = draw(picture, view, overlay_font())
    scale = min(1.0, PAGE_WIDTH / drawn.shape[1])
    small = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def save_overlay(picture: Picture, view: TableView, file: Path) -> None:
    """Write the drawn picture in full size; raises ValueError for a suffix that is no picture's."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        encoded = cv2.imencode(file.suffix, draw(picture, view, overlay_font()))[1]
    except cv2.error:
        raise ValueError(f"expected --overlay to end in .jpg or .png, got {file}") from None
    file.write_bytes(encoded.tobytes())

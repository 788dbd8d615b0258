"""Images: a file of the project -> pixels ready to print, normalised once.

Turned as its EXIF says, cut to what shows, scaled down to the resolution of print, as JPEG where opaque and lossless
where not. Nothing is opened that lies outside the project, is not an image, or is larger than a person would print.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.faces.materials import MaterialError
from generator.files import inside, is_file
from generator.units import MM_PER_INCH, Box

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "WEBP", "AVIF")
MOST_PIXELS = 50_000_000
LARGEST_FILE = 64 * 1024 * 1024
PRINT_DPI = 300
JPEG_QUALITY = 90
OPAQUE = 255


class ImageError(MaterialError):
    """An image that is not there or cannot be used."""


@dataclass(frozen=True, slots=True)
class Pixels:
    """What goes into a PDF. data: JPEG when `jpeg`, else raw RGB; alpha: raw grey, or None when opaque."""

    width: int
    height: int
    jpeg: bool
    data: bytes
    alpha: bytes | None


class ImageBook:
    """The images of one project, each opened once for each way it is shown."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._checked: dict[str, tuple[int, int]] = {}
        self._pixels: dict[tuple[str, int, int, bool], Pixels] = {}

    def path(self, file: str) -> Path:
        """Raises ImageError when the file is not in the project."""
        if (path := inside(self._root, file)) is None:
            raise ImageError(f"the image '{file}' lies outside the project", "Copy it into the project folder.")
        if not is_file(path):
            raise ImageError(f"there is no image '{file}'", "Paths start at the project folder.")
        return path

    def size(self, file: str) -> tuple[int, int]:
        """Width and height in pixels, as a person sees it. Raises ImageError when it cannot be printed."""
        if file not in self._checked:
            self._checked[file] = self._upright(file).size
        return self._checked[file]

    def pixels(self, file: str, box: Box, grey: bool = False) -> Pixels:
        """The whole image, scaled down to PRINT_DPI when it fills `box` (mm)."""
        width, height = self.size(file)
        scale = min(1.0, PRINT_DPI / MM_PER_INCH * max(box.width / width, box.height / height))
        target = max(1, round(width * scale)), max(1, round(height * scale))
        key = (file, *target, grey)
        if key not in self._pixels:
            self._pixels[key] = self._prepare(file, target, grey)
        return self._pixels[key]

    def _open(self, file: str) -> Image.Image:
        from PIL import Image

        path = self.path(file)
        if path.stat().st_size > LARGEST_FILE:
            raise ImageError(f"the image '{file}' is larger than {LARGEST_FILE // 1024 // 1024} MB")
        with _damage_told(file), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(path, formats=FORMATS)
        if image.width * image.height > MOST_PIXELS:
            image.close()
            raise ImageError(
                f"the image '{file}' has {image.width} x {image.height} pixels, more than {MOST_PIXELS:,}",
                "Scale it down: a poker card at 300 dpi has 744 x 1039 pixels.",
            )
        return image

    def _upright(self, file: str) -> Image.Image:
        """All of its pixels, turned as a person sees it, in RGB or RGBA: all that printing asks of an image file."""
        from PIL import ImageOps

        with self._open(file) as image, _damage_told(file):
            ImageOps.exif_transpose(image, in_place=True)
            mode = "RGBA" if "A" in image.getbands() or "transparency" in image.info else "RGB"
            return image if image.mode == mode else image.convert(mode)

    def _prepare(self, file: str, target: tuple[int, int], grey: bool) -> Pixels:
        from PIL import Image

        image = self._upright(file).resize(target, Image.Resampling.LANCZOS)
        mask = image.getchannel("A") if image.mode == "RGBA" else None
        solid = image.convert("L").point(_lighter).convert("RGB") if grey else image.convert("RGB")
        if mask is not None and min(mask.tobytes()) < OPAQUE:
            return Pixels(*target, jpeg=False, data=solid.tobytes(), alpha=mask.tobytes())
        stream = io.BytesIO()
        solid.save(stream, "JPEG", quality=JPEG_QUALITY, optimize=True)
        return Pixels(*target, jpeg=True, data=stream.getvalue(), alpha=None)


@contextmanager
def _damage_told(file: str) -> Iterator[None]:
    """Whatever the decoders stumble over in a damaged file, as a sentence; they have no error of their own."""
    try:
        yield
    except Exception:  # noqa: BLE001
        raise ImageError(f"'{file}' is damaged, or is no image that can be printed", _USE) from None


_USE = f"Use {', '.join(FORMATS)}."


def _lighter(value: int) -> int:
    """Ink saved: black becomes a middle grey."""
    return 255 - (255 - value) * 2 // 5


def whole_box(size: tuple[int, int], box: Box, fit: str, focus: tuple[float, float]) -> Box:
    """Where all of an image of that size (pixels) would show, so that `box` shows what fit and focus ask for."""
    if fit == "stretch":
        return box
    scales = box.width / size[0], box.height / size[1]
    scale = max(scales) if fit == "cover" else min(scales)
    width, height = size[0] * scale, size[1] * scale
    x_share, y_share = focus if fit == "cover" else (0.5, 0.5)
    return Box(
        box.x - _slide(width - box.width, width, x_share),
        box.y - _slide(height - box.height, height, y_share),
        width,
        height,
    )


def _slide(spare: float, length: float, share: float) -> float:
    """How far to slide so that the point at `share` comes as near to the middle as it can."""
    if spare <= 0:
        return spare / 2
    return min(max(share * length - (length - spare) / 2, 0.0), spare)

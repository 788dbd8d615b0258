"""Turns an image file of the project into pixels ready to print.

The image is turned as its EXIF data says, cropped to what shows and scaled down to print resolution; it becomes JPEG if
it is opaque, and lossless if not. Files outside the project, files that are not images and enormous files are refused.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.faces.face import WHOLE
from generator.faces.materials import MaterialError
from generator.faces.seen import Thumbnail
from generator.files import inside, is_file
from generator.ink.drawings import LARGEST_DRAWING, Drawing, drawing_once, file_and_part, is_drawing
from generator.units import MM_PER_INCH, Box

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "WEBP", "AVIF")
MOST_PIXELS = 50_000_000
LARGEST_FILE = 64 * 1024 * 1024
PRINT_DPI = 300
JPEG_QUALITY = 90
OPAQUE = 255
NEAR = 24
"""How far red, green or blue may be from the colour that is transparent; JPEG changes colours a little."""
THUMBNAIL = 160
"""Pixels of the longer side: each is half a millimetre on a picture that fills a card."""


class ImageError(MaterialError):
    """An image is missing or cannot be used."""


@dataclass(frozen=True, slots=True)
class Pixels:
    """An image for a PDF. data: JPEG if `jpeg`, otherwise raw RGB; alpha: raw grey, or None if opaque."""

    width: int
    height: int
    jpeg: bool
    data: bytes
    alpha: bytes | None


class ImageBook:
    """The images of one project, each opened once for each way it is shown."""

    def __init__(self, root: Path, folders: Sequence[Path] = ()) -> None:
        """folders: searched in this order for images that are not in the project folder `root`."""
        self._root = root
        self._folders = tuple(folders)
        self._checked: dict[str, tuple[int, int]] = {}
        self._pixels: dict[tuple[object, ...], Pixels] = {}
        self._drawings: dict[str, Drawing] = {}
        self._thumbnails: dict[tuple[str, str, str], Thumbnail] = {}

    def path(self, file: str) -> Path:
        """The path of an image, or of the drawing that it is in. Raises ImageError if it is not in the project."""
        file, _ = file_and_part(file)
        if (path := inside(self._root, file)) is None:
            raise ImageError(f"the image '{file}' is outside the project", "Copy it into the project folder.")
        if is_file(path):
            return path
        others = (found for folder in self._folders if (found := inside(folder, file)) is not None and is_file(found))
        if (other := next(others, None)) is None:
            other_case = self._by_folded_name.get(Path(file).as_posix().casefold())
            near = f"Did you mean '{other_case}'? Capitals matter. " if other_case else ""
            raise ImageError(f"there is no image '{file}'", f"{near}Paths are relative to the project folder.")
        return other

    @cached_property
    def _by_folded_name(self) -> dict[str, str]:
        """The files in each folder and in the folders in it, by name without capitals."""
        found = (
            (path, folder)
            for folder in (self._root, *self._folders)
            for deep in ("*", "*/*")
            for path in folder.glob(deep)
        )
        names = (path.relative_to(folder).as_posix() for path, folder in found)
        return {name.casefold(): name for name in names}

    def size(self, file: str) -> tuple[float, float]:
        """Width and height in pixels as displayed; for a drawing, in its own units.

        Raises ImageError if it cannot be printed.
        """
        if is_drawing(file):
            drawing = self.drawing(file)
            return drawing.width, drawing.height
        if file not in self._checked:
            self._checked[file] = self._upright(file).size
        return self._checked[file]

    def drawing(self, file: str, tint: str = "", grey: bool = False) -> Drawing:
        """An SVG file in its own colours, in shades of `tint`, or in light grey. Raises ImageError."""
        if file not in self._drawings:
            path = self.path(file)
            if path.stat().st_size > LARGEST_DRAWING:
                raise ImageError(f"the drawing '{file}' is larger than {LARGEST_DRAWING // 1024} KB")
            self._drawings[file] = drawing_once(path.read_bytes(), *file_and_part(file))
        drawing = self._drawings[file]
        if tint:
            drawing = drawing.recoloured(lambda colour: _shade(_grey(colour), tint))
        return drawing.recoloured(lambda colour: _shade(_lighter(_grey(colour)), "#000000")) if grey else drawing

    def pixels(
        self,
        file: str,
        box: Box,
        grey: bool = False,
        tint: str = "",
        part: tuple[float, float, float, float] = WHOLE,
        transparent: str = "",
    ) -> Pixels:
        """The image, or a part of it, scaled down to PRINT_DPI for `box` (mm).

        tint: the colour that replaces black; part: left, top, width and height as shares of the image; transparent: the
        colour that is not painted.
        """
        width, height = (side * share for side, share in zip(self.size(file), part[2:], strict=True))
        scale = min(1.0, PRINT_DPI / MM_PER_INCH * max(box.width / width, box.height / height))
        target = max(1, round(width * scale)), max(1, round(height * scale))
        key = (file, target, grey, tint, part, transparent)
        if key not in self._pixels:
            self._pixels[key] = self._prepare(*key)
        return self._pixels[key]

    def thumbnail(self, file: str, tint: str = "", transparent: str = "") -> Thumbnail:
        """The whole image reduced to a few pixels, to find its colours."""
        from PIL import ImageOps

        key = (file, tint, transparent)
        if key not in self._thumbnails:
            image = self._without(transparent, file).convert("RGBA")
            image.thumbnail((THUMBNAIL, THUMBNAIL))
            if tint:
                mask = image.getchannel("A")
                image = ImageOps.colorize(image.convert("L"), tint, "white")
                image.putalpha(mask)
            self._thumbnails[key] = Thumbnail(*image.size, image.tobytes())
        return self._thumbnails[key]

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
        """All its pixels as displayed, in RGB or RGBA."""
        from PIL import ImageOps

        with self._open(file) as image, _damage_told(file):
            ImageOps.exif_transpose(image, in_place=True)
            mode = "RGBA" if "A" in image.getbands() or "transparency" in image.info else "RGB"
            return image if image.mode == mode else image.convert(mode)

    def _without(self, colour: str, file: str) -> Image.Image:
        """The image as displayed, transparent wherever it has almost that colour; all of it for ""."""
        from PIL import Image, ImageChops

        image = self._upright(file)
        if not colour:
            return image
        far = ImageChops.difference(image.convert("RGB"), Image.new("RGB", image.size, colour)).split()
        away = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
        kept = away.point([0] * NEAR + [255] * (256 - NEAR))
        image = image.convert("RGBA")
        image.putalpha(ImageChops.darker(kept, image.getchannel("A")))
        return image

    def _prepare(
        self,
        file: str,
        target: tuple[int, int],
        grey: bool,
        tint: str,
        part: tuple[float, float, float, float],
        transparent: str,
    ) -> Pixels:
        from PIL import Image, ImageOps

        image = self._without(transparent, file)
        if part != WHOLE:
            left, top, wide, high = part
            edges = (left * image.width, top * image.height, (left + wide) * image.width, (top + high) * image.height)
            first, second, third, fourth = map(round, edges)
            image = image.crop((first, second, third, fourth))
        image = image.resize(target, Image.Resampling.LANCZOS)
        mask = image.getchannel("A") if image.mode == "RGBA" else None
        solid = image.convert("RGB")
        if tint:
            solid = ImageOps.colorize(solid.convert("L"), tint, "white")
        if grey:
            solid = solid.convert("L").point(_lighter).convert("RGB")
        if mask is not None and min(mask.tobytes()) < OPAQUE:
            return Pixels(*target, jpeg=False, data=solid.tobytes(), alpha=mask.tobytes())
        if part != WHOLE:
            return Pixels(*target, jpeg=False, data=solid.tobytes(), alpha=None)
        stream = io.BytesIO()
        solid.save(stream, "JPEG", quality=JPEG_QUALITY, optimize=True)
        return Pixels(*target, jpeg=True, data=stream.getvalue(), alpha=None)


@contextmanager
def _damage_told(file: str) -> Iterator[None]:
    """Turn any error of the decoders in a damaged file into an ImageError; they share no error class."""
    try:
        yield
    except Exception:  # noqa: BLE001
        raise ImageError(f"'{file}' is damaged, or is not an image that can be printed", _USE) from None


_USE = f"Use {', '.join(FORMATS)}."


def _grey(colour: str) -> int:
    """The brightness of a colour from 0 to 255, by Pillow's formula."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (red * 299 + green * 587 + blue * 114) // 1000


def _shade(grey: int, tint: str) -> str:
    """Map grey levels from `tint` at 0 to white at 255."""
    parts = (int(tint[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{part + (255 - part) * grey // 255:02x}" for part in parts)


def _lighter(value: int) -> int:
    """Map black to a middle grey, to save ink."""
    return 255 - (255 - value) * 2 // 5

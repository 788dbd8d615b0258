"""Turns an image file of the project into pixels ready to print.

The image is turned as its EXIF data says, cropped to what shows and scaled down to print resolution; it becomes JPEG if
it is opaque, and lossless if not. Files outside the project, files that are not images and enormous files are refused.
"""

from __future__ import annotations

import io
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.files import folders_in, inside, is_file, names_ending, read_file
from proofdeck.ground.places import OUTPUT
from proofdeck.ground.problems import hint_from
from proofdeck.ground.units import MM_PER_INCH, Box
from proofdeck.paper.faces.face import WHOLE
from proofdeck.paper.faces.materials import MaterialError, MissingError
from proofdeck.paper.faces.seen import Thumbnail
from proofdeck.paper.svg.drawing import Drawing, file_and_part, read_drawing
from proofdeck.paper.svg.tree import LARGEST_DRAWING

if TYPE_CHECKING:
    from PIL import Image

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".svg", ".gif", ".bmp", ".tif", ".tiff")
FORMATS = ("PNG", "JPEG", "WEBP", "AVIF", "GIF", "BMP", "TIFF")
MOST_PIXELS = 50_000_000
MOST_IN_DRAFT = 400_000_000
"""Pixels of a JPEG, which is read at a half, a quarter or an eighth of its size if it has more than MOST_PIXELS."""
DEEP_GREY = ("I;16", "I;16B", "I;16L", "I;16N", "I")
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


class MissingImageError(ImageError, MissingError):
    """An image is not there."""


@dataclass(frozen=True, slots=True)
class Pixels:
    """An image for a PDF. data: JPEG if `jpeg`, otherwise raw RGB; alpha: raw grey, or None if opaque."""

    width: int
    height: int
    jpeg: bool
    data: bytes
    alpha: bytes | None


class Way(NamedTuple):
    """How an image is printed.

    grey: in light grey; tint: the colour that replaces black; part: left, top, width and height as shares of the image;
    transparent: the colour that is not painted.
    """

    grey: bool = False
    tint: str = ""
    part: tuple[float, float, float, float] = WHOLE
    transparent: str = ""


AS_IT_IS = Way()


def find_image(root: Path, folders: Sequence[Path], file: str) -> Path:
    """The path of an image, or of the drawing that it is in, in the project `root` or else in one of the folders.

    Raises ImageError if it is not there.
    """
    file = file_and_part(file)[0].replace("\\", "/")
    if (path := inside(root, file)) is None:
        raise ImageError(f"the image '{file}' is outside the project", "Copy it into the project folder.")
    if is_file(path):
        return path
    if "://" in file:
        hint = "Save the picture into the project folder, and write its name in place of the address."
        raise MissingImageError(f"'{file}' is an address on the web, and pictures are only read from files", hint)
    others = (found for folder in folders if (found := inside(folder, file)) is not None and is_file(found))
    if (other := next(others, None) or _spelt_otherwise((root, *folders), file)) is None:
        from difflib import get_close_matches

        named = {Path(name).stem.casefold(): name for folder in (root, *folders) for name in pictures_in(folder)}
        near = "".join(named[stem] for stem in get_close_matches(Path(file).stem.casefold(), named, 1))
        capitals = "Capitals matter." if near.casefold() == Path(file).as_posix().casefold() else ""
        meant = f"Did you mean '{near}'?" if near else ""
        hint = hint_from(meant, capitals, "Paths are relative to the project folder.")
        raise MissingImageError(f"there is no image '{file}'", hint)
    return other


def _spelt_otherwise(folders: Iterable[Path], file: str) -> Path | None:
    """The file whose name has the same letters in another encoding: systems compose accents or take them apart."""
    for folder in folders:
        for form in ("NFC", "NFD"):
            found = inside(folder, unicodedata.normalize(form, file))
            if found is not None and is_file(found):
                return found
    return None


def pictures_in(root: Path) -> list[str]:
    """The pictures in a folder, in the folders in it and in those, as they are named from there."""
    inner = [one for folder in folders_in(root, OUTPUT) for one in (folder, *folders_in(folder))]
    files = (folder / name for folder in (root, *inner) for name in names_ending(folder, ENDINGS))
    return [path.relative_to(root).as_posix() for path in files]


def read_drawing_in(path: Path | bytes, file: str) -> Drawing:
    """The drawing in that file, or its part that `file` names. Raises ImageError."""
    return read_drawing(path if isinstance(path, bytes) else read_file(path, LARGEST_DRAWING), *file_and_part(file))


def shaded(drawing: Drawing, tint: str = "", grey: bool = False, transparent: str = "") -> Drawing:
    """A drawing in shades of `tint`, or in light grey, without what is `transparent`."""
    drawing = drawing.without(transparent)
    if tint:
        drawing = drawing.recoloured(lambda colour: _shade(_grey(colour), tint))
    return drawing.recoloured(lambda colour: _shade(_lighter(_grey(colour)), "#000000")) if grey else drawing


def upright(path: Path | bytes, file: str) -> Image.Image:
    """All pixels of an image as displayed, in RGB or RGBA. Raises ImageError if it cannot be printed."""
    from PIL import ImageOps

    with _open(path, file) as image, _damage_told(file):
        ImageOps.exif_transpose(image, in_place=True)
        mode = "RGBA" if "A" in image.getbands() or "transparency" in image.info else "RGB"
        return _as_on_screens(_in_eight_bits(image), mode)


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """Grey of 16 bits as grey of 8, which Pillow alone would cut off at 255."""
    if image.mode not in DEEP_GREY:
        return image
    deep = image.convert("I")
    return deep.point(lambda level: level * (1 / 257)).convert("L")


def _as_on_screens(image: Image.Image, mode: str) -> Image.Image:
    """In RGB or RGBA, its colours as its profile means them."""
    from PIL import ImageCms

    profile = image.info.get("icc_profile")
    if profile and image.mode in {"RGB", "RGBA", "CMYK", "L"}:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            alpha = image.getchannel("A") if image.mode == "RGBA" else None
            bare = image.convert("RGB") if alpha else image
            shown = ImageCms.profileToProfile(bare, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
            if shown is not None:
                if alpha:
                    shown.putalpha(alpha)
                return shown.convert(mode)
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a profile that cannot be followed is as good as none
    return image if image.mode == mode else image.convert(mode)


def _open(path: Path | bytes, file: str) -> Image.Image:
    from PIL import Image

    data = path if isinstance(path, bytes) else read_file(path, LARGEST_FILE)
    if len(data) > LARGEST_FILE:
        raise ImageError(f"the image '{file}' is larger than {LARGEST_FILE // 1024 // 1024} MB")
    with _damage_told(file), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    if MOST_PIXELS < image.width * image.height <= MOST_IN_DRAFT and image.format == "JPEG":
        image.draft(None, (image.width // 2, image.height // 2))
        if image.width * image.height > MOST_PIXELS:
            image.draft(None, (image.width // 4, image.height // 4))
    if image.width * image.height > MOST_PIXELS:
        image.close()
        raise ImageError(
            f"the image '{file}' has {image.width} x {image.height} pixels, more than {MOST_PIXELS:,}",
            "Scale it down: a poker card at 300 dpi has 744 x 1039 pixels.",
        )
    return image


def target_size(size: tuple[float, float], box: Box, way: Way) -> tuple[int, int]:
    """How many pixels of an image of that size are printed in a box (mm)."""
    width, height = (side * share for side, share in zip(size, way.part[2:], strict=True))
    scale = min(1.0, PRINT_DPI / MM_PER_INCH * max(box.width / width, box.height / height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def thumbnail_of(image: Image.Image, tint: str = "", transparent: str = "") -> Thumbnail:
    """An image as displayed, reduced to a few pixels."""
    from PIL import ImageOps

    image = without(transparent, image).convert("RGBA")
    image.thumbnail((THUMBNAIL, THUMBNAIL))
    if tint:
        mask = image.getchannel("A")
        image = ImageOps.colorize(image.convert("L"), tint, "white")
        image.putalpha(mask)
    return Thumbnail(*image.size, image.tobytes())


def without(colour: str, image: Image.Image) -> Image.Image:
    """The image as displayed, transparent wherever it has almost that colour; all of it for ""."""
    from PIL import Image, ImageChops

    if not colour:
        return image
    far = ImageChops.difference(image.convert("RGB"), Image.new("RGB", image.size, colour)).split()
    away = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
    kept = away.point([0] * NEAR + [255] * (256 - NEAR))
    image = image.convert("RGBA")
    image.putalpha(ImageChops.darker(kept, image.getchannel("A")))
    return image


def pixels_of(image: Image.Image, target: tuple[int, int], way: Way) -> Pixels:
    """An image as displayed, scaled to `target` pixels."""
    from PIL import Image, ImageOps

    image = without(way.transparent, image)
    if way.part != WHOLE:
        left, top, wide, high = way.part
        edges = (left * image.width, top * image.height, (left + wide) * image.width, (top + high) * image.height)
        first, second, third, fourth = map(round, edges)
        image = image.crop((first, second, third, fourth))
    image = image.resize(target, Image.Resampling.LANCZOS)
    mask = image.getchannel("A") if image.mode == "RGBA" else None
    solid = image.convert("RGB")
    if way.tint:
        solid = ImageOps.colorize(solid.convert("L"), way.tint, "white")
    if way.grey:
        solid = solid.convert("L").point(_lighter).convert("RGB")
    if mask is not None and min(mask.tobytes()) < OPAQUE:
        return Pixels(*target, jpeg=False, data=solid.tobytes(), alpha=mask.tobytes())
    if way.part != WHOLE:
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

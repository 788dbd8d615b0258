"""ICC profiles of presses: read, judged, and used to turn pictures into four inks.

What is grey, or nearly so, is printed with black ink alone, so that words stay sharp: with as much of it as looks as
light as the grey does. PDF/X-1a:2003 stands on PDF 1.4, which knows profiles of version 2.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.paper.ink.press import MOST_INK, Plate, Profile

if TYPE_CHECKING:
    from PIL import Image, ImageCms

LARGEST = 16 << 20
"""Bytes; the usual profiles have 0.5 to 3 million."""
HEADER = 128
FULL = 255
NEARLY = 8
"""How far the parts of a colour may be from each other, of 255, in what counts as grey."""


def read_profile(path: Path) -> Profile:
    """Raises ProofdeckError for a file that is not the profile of a press, or one that PDF/X-1a does not allow."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise _refused(path, f"cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise _refused(path, f"is larger than {LARGEST >> 20} MB")
    if len(data) < HEADER or data[36:40] != b"acsp" or int.from_bytes(data[:4]) != len(data):
        raise _refused(path, "is not an ICC profile")
    if (space := data[16:20].decode("ascii", "replace").strip()) != "CMYK":
        raise _refused(path, f"is a profile for {space}, not for CMYK")
    if data[12:16] != b"prtr":
        raise _refused(path, "is not the profile of a printer")
    if data[8] != 2:
        raise _refused(path, f"is of version {data[8]}, and PDF/X-1a:2003 takes version 2")
    return Profile(data, _name(path, data))


def _name(path: Path, data: bytes) -> str:
    """What the profile calls itself, once it is certain that it can be used."""
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        _transforms(profile)
        said = ImageCms.getProfileDescription(profile).strip()
    except (ImageCms.PyCMSError, OSError):
        raise _refused(path, "is damaged, or has no table from colours to inks") from None
    return said or path.stem


def _refused(path: Path, why: str) -> ProofdeckError:
    hint = "Give the .icc file of your print shop for its press, or leave --icc out."
    return ProofdeckError(Problem("E537", f"'{path}' {why}", field="icc", hint=hint))


def _transforms(profile: ImageCms.ImageCmsProfile) -> tuple[ImageCms.ImageCmsTransform, ImageCms.ImageCmsTransform]:
    """From colours to inks, and from inks to how light they look."""
    from PIL import ImageCms

    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    to_inks = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), profile, "RGB", "CMYK", intent, flags)
    return to_inks, ImageCms.buildTransform(profile, ImageCms.createProfile("LAB"), "CMYK", "LAB", intent)


def plates_through(profile: Profile) -> Callable[[Image.Image], Plate]:
    """What makes a plate of an RGB picture, for the press of that profile."""
    from PIL import Image, ImageChops, ImageCms

    to_inks, to_looks = _transforms(ImageCms.ImageCmsProfile(io.BytesIO(profile.data)))
    black_for = _black_for(to_looks)

    def plate(image: Image.Image) -> Plate:
        colours = image.convert("RGB")
        inks = _limited(to_inks.apply(colours))
        red, green, blue = colours.split()
        most, least = (of(of(red, green), blue) for of in (ImageChops.lighter, ImageChops.darker))
        is_grey = ImageChops.subtract(most, least).point(lambda apart: FULL * (apart <= NEARLY))
        none = Image.new("L", colours.size)
        inks.paste(Image.merge("CMYK", (none, none, none, colours.convert("L").point(black_for))), mask=is_grey)
        return Plate(inks.tobytes(), inks.size)

    return plate


def _limited(inks: Image.Image) -> Image.Image:
    """As much ink as paper takes. Black stays, and the coloured inks keep their proportions."""
    from PIL import Image, ImageMath

    cyan, magenta, yellow, black = inks.split()

    def scaled(ink: Image.Image) -> Image.Image:
        limited: Image.Image = ImageMath.lambda_eval(
            lambda of: of["convert"](
                of["ink"]
                * of["min"](of["c"] + of["m"] + of["y"], MOST_INK * FULL // 100 - of["k"])
                / of["max"](of["c"] + of["m"] + of["y"], 1),
                "L",
            ),
            ink=ink, c=cyan, m=magenta, y=yellow, k=black,
        )  # fmt: skip
        return limited

    return Image.merge("CMYK", (scaled(cyan), scaled(magenta), scaled(yellow), black))


def _black_for(to_looks: ImageCms.ImageCmsTransform) -> list[int]:
    """The black ink for each grey: as far between paper and black as the grey is between white and black."""
    from PIL import Image, ImageCms

    steps = range(FULL + 1)
    inks = Image.frombytes("CMYK", (len(steps), 1), b"".join(bytes((0, 0, 0, ink)) for ink in steps))
    greys = Image.frombytes("L", (len(steps), 1), bytes(steps)).convert("RGB")
    seen = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    printed, wanted = _lightness(inks, to_looks), _lightness(greys, seen)
    paper, darkest = printed[0], printed[-1]

    def nearest(grey: int) -> int:
        light = darkest + (paper - darkest) * grey / FULL
        return min(steps, key=lambda ink: abs(printed[ink] - light))

    return [nearest(grey) for grey in wanted]


def _lightness(image: Image.Image, to_looks: ImageCms.ImageCmsTransform) -> bytes:

    return to_looks.apply(image).getchannel("L").tobytes()

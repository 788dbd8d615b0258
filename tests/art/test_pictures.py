"""Pictures of all kinds are printed as they look on a screen."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image, ImageCms

from proofdeck.paper.faces.materials import MissingError
from proofdeck.paper.ink import images
from proofdeck.paper.ink.images import find_image, upright

Form = Literal["NFC", "NFD"]


@pytest.mark.parametrize("ending", ["gif", "bmp", "tiff", "png", "webp"])
def test_a_picture_of_any_usual_kind_is_read(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    Image.new("RGB", (8, 8), "#ff0000").save(path, lossless=True)
    assert upright(path, path.name).convert("RGB").getpixel((4, 4)) == (255, 0, 0)


@pytest.mark.parametrize("ending", ["png", "tiff"])
def test_grey_of_16_bits_keeps_its_shades(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    deep = Image.new("I;16", (3, 1))
    for x, level in enumerate((0, 0x8080, 0xFFFF)):
        deep.putpixel((x, 0), level)
    deep.save(path)
    shown = upright(path, path.name)
    assert [shown.getpixel((x, 0)) for x in range(3)] == [(0,) * 3, (128,) * 3, (255,) * 3]


def test_colours_follow_the_profile_of_a_picture(tmp_path: Path) -> None:
    """A profile that changes nothing leaves them, and one of other channels is not followed."""
    path = tmp_path / "a.png"
    same = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    Image.new("RGB", (4, 4), (200, 100, 50)).save(path, icc_profile=same)
    found = upright(path, path.name).getpixel((1, 1))
    assert isinstance(found, tuple)
    assert max(abs(a - b) for a, b in zip(found, (200, 100, 50), strict=True)) <= 1
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    Image.new("RGB", (4, 4), (200, 100, 50)).save(path, icc_profile=lab)
    assert upright(path, path.name).getpixel((1, 1)) == (200, 100, 50), "a profile of other channels is not followed"


@pytest.mark.parametrize("ending", ["jpg", "tiff"])
def test_a_picture_in_the_four_inks_of_a_press_has_its_colours(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    Image.new("CMYK", (16, 16), (0, 255, 255, 0)).save(path)
    found = upright(path, path.name)
    assert found.mode == "RGB"
    red, green, blue = found.getpixel((8, 8))  # type: ignore[misc]
    assert (red > 230, green < 30, blue < 30) == (True, True, True)


@pytest.mark.parametrize(
    ("orientation", "shown"),
    [(1, ("ab", "cd")), (2, ("ba", "dc")), (3, ("dc", "ba")), (6, ("ca", "db")), (8, ("bd", "ac"))],
)
def test_a_photo_is_turned_as_the_camera_was_held(orientation: int, shown: tuple[str, str], tmp_path: Path) -> None:
    """The quarters of the file are a and b above c and d."""
    quarters = {"a": (255, 0, 0), "b": (0, 255, 0), "c": (0, 0, 255), "d": (255, 255, 0)}
    file = Image.new("RGB", (2, 2))
    for number, colour in enumerate(quarters.values()):
        file.putpixel((number % 2, number // 2), colour)
    exif = Image.Exif()
    exif[0x0112] = orientation
    file.resize((32, 32), Image.Resampling.NEAREST).save(tmp_path / "a.png", exif=exif)
    found = upright(tmp_path / "a.png", "a.png")
    wanted = [[quarters[letter] for letter in row] for row in shown]
    assert [[found.getpixel((x, y)) for x in (8, 24)] for y in (8, 24)] == wanted


def test_a_large_photo_is_scaled_down_and_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MOST_PIXELS", 10_000)
    path = tmp_path / "a.jpg"
    Image.new("RGB", (160, 120), "#00ff00").save(path)
    assert upright(path, path.name).size == (80, 60)


@pytest.mark.parametrize(("there", "named"), [("NFD", "NFC"), ("NFC", "NFD")])
def test_a_name_with_an_accent_is_found_however_it_is_encoded(there: Form, named: Form, tmp_path: Path) -> None:
    path = tmp_path / unicodedata.normalize(there, "Bär.png")
    stream = io.BytesIO()
    Image.new("RGB", (1, 1)).save(stream, "PNG")
    path.write_bytes(stream.getvalue())
    assert find_image(tmp_path, [], unicodedata.normalize(named, "Bär.png")) == path


def test_the_address_of_a_picture_is_told_as_one(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="address on the web"):
        find_image(tmp_path, [], "https://example.org/a.png")

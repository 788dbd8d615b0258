"""The pictures of the README and the pages show what the program paints now."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from browsing import WITH_WINDOWS
from PIL import Image, ImageChops

ROOT = Path(__file__).parent.parent
MADE = runpy.run_path(str(ROOT / "docs" / "gallery.py"))
GALLERY: Mapping[str, Callable[[], Image.Image]] = MADE["GALLERY"]
MOVING: Mapping[str, Callable[[], list[tuple[Image.Image, int]]]] = MADE["MOVING"]
PICTURES = ROOT / "output" / "gallery"
IN_A_BROWSER = ("play", "score", "preview", "arrange")
AS_A_BOOK = ("books", "table")
SMALLER = 4
TOLERANCE = 16
"""Of 255, in any colour of a picture that is a quarter as wide. Another word on the smallest card makes 40."""
MOST_BYTES = 3_500_000
SHOWN = re.compile(r"!\[[^\]]+\]\((?:\.\./)?output/gallery/([\w-]+)\.(?:png|jpg|webp)\)")


def picture(name: str) -> Image.Image:
    (path,) = PICTURES.glob(f"{name}.*")
    with Image.open(path) as kept:
        return kept.copy()


def difference(one: Image.Image, other: Image.Image, smaller: int = SMALLER) -> int:
    """How far apart two pictures are where they differ most, made smaller by that factor."""
    apart = ImageChops.difference(one.reduce(smaller), other.reduce(smaller))
    return max(value % 256 for value, count in enumerate(apart.histogram()) if count)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in AS_A_BOOK else ())
        for name in GALLERY
        if name not in IN_A_BROWSER
    ],
)
def test_a_picture_shows_what_is_printed_now(name: str) -> None:
    kept, now = picture(name), GALLERY[name]()
    assert kept.size == now.size, f"run `python docs/gallery.py {name}`"
    assert difference(kept, now) <= TOLERANCE, f"run `python docs/gallery.py {name}`"


@pytest.mark.thorough
@pytest.mark.skipif(WITH_WINDOWS is None, reason="there is no Chromium on this machine")
@pytest.mark.parametrize("name", IN_A_BROWSER)
def test_a_picture_of_the_preview_shows_the_page_as_it_is_now(name: str) -> None:
    test_a_picture_shows_what_is_printed_now(name)


@pytest.mark.thorough
@pytest.mark.skipif(WITH_WINDOWS is None, reason="there is no Chromium on this machine")
@pytest.mark.parametrize("name", MOVING)
def test_a_moving_picture_shows_what_happens_now(name: str) -> None:
    """At its beginning and at its end, within a compression that loses a little and a line that is a pixel lower.

    Another number on the card makes 58.
    """
    pictures = [now for now, _ in MOVING[name]()]
    with Image.open(PICTURES / f"{name}.webp") as kept:
        assert kept.n_frames == len(pictures)  # type: ignore[attr-defined]
        for at in (0, len(pictures) // 2 + 1):
            kept.seek(at)
            apart = difference(kept.convert("RGB"), pictures[at], 2 * SMALLER)
            assert apart <= 2 * TOLERANCE, f"run `python docs/gallery.py {name}`"


def test_a_moving_picture_takes_six_seconds() -> None:
    for name in MOVING:
        with Image.open(PICTURES / f"{name}.webp") as kept:
            milliseconds = 0
            for at in range(kept.n_frames):  # type: ignore[attr-defined]
                kept.seek(at)
                kept.load()
                milliseconds += kept.info["duration"]
        assert milliseconds == 6000


def test_one_command_makes_each_picture_that_the_pages_show() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    shown = {name for page in pages for name in SHOWN.findall(page.read_text(encoding="utf-8"))}
    assert shown == {*GALLERY, *MOVING} == {path.stem for path in PICTURES.iterdir()}


def test_pictures_are_in_full_colour_and_quick_to_load() -> None:
    assert {name: picture(name).mode for name in GALLERY} == dict.fromkeys(GALLERY, "RGB")
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) <= MOST_BYTES

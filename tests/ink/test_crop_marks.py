"""Crop marks as they are printed: seen on any ground."""

from __future__ import annotations

from pathlib import Path

import pytest
from materials import supplies_in
from reading import all_pixels, pixels

from proofdeck.ground.colour_vision import contrast
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Shape, rectangle_path
from proofdeck.paper.ink.printing import print_fronts, print_sheets
from proofdeck.paper.sheets.cover import Imprint
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, impose
from proofdeck.source.project.layouts import built_in

DPI = 600


@pytest.mark.parametrize("ground", ["#000000", "#7a1f1f"])
def test_a_mark_that_begins_within_the_bleed_is_dark_on_white(tmp_path: Path, ground: str) -> None:
    size, bleed = Size(63, 88), 3.0
    all_over = Shape(rectangle_path(Box(0, 0, size.width, size.height).inset(-bleed)), ground)
    item = PrintedCopy(Face(size, bleed, "rectangle", (all_over,)), None, "card")
    (sheet,) = impose([item] * 9, Imposition("letter", PAPERS["letter"], built_in()["shared"]), Problems())
    pdf = print_fronts([sheet], "", "", supplies_in(tmp_path))
    x, y, *_ = min(sheet.front.marks, key=lambda mark: mark[1])
    assert sheet.front.bleed.y + 1 < y < sheet.front.trim.y, "the sheet leaves no room outside the bleed"
    dots = DPI / 25.4
    left, top = round(x * dots) - 12, round((y - 1) * dots)
    shades = pixels(pdf, 0, DPI).convert("L").crop((left, top, left + 25, top + 1)).tobytes()
    middle, beside = shades[12], (shades[5], shades[-6])
    assert middle < 100 < 250 < min(beside)
    assert max(shades[0], shades[-1]) < 100


@pytest.mark.parametrize("ground", ["#ffffff", "#bbbbbb", "#8a8a8a", "#666666", "#333333", "#000000"])
def test_the_line_around_a_hexagon_is_seen_on_any_ground(tmp_path: Path, ground: str) -> None:
    """On the sheet, beside the same ground: its lightest or its darkest dots differ enough to cut along them."""
    size = Size(60, 52)
    all_over = Shape(rectangle_path(Box(0, 0, size.width, size.height).inset(-2)), ground)
    item = PrintedCopy(Face(size, 2, "hexagon", (all_over,)), None, "tile")
    how = Imposition("a4", PAPERS["a4"], built_in()["single"])
    (sheet,) = impose([item], how, Problems())
    pdf = print_sheets([sheet], Imprint("Tiles", "", 1, 1, "full", how, False), supplies_in(tmp_path))
    page = pixels(pdf, 2, DPI).convert("RGB")  # after the two pages about the print
    top, dots = sheet.front.trim, DPI / 25.4
    middle, y = (top.x + size.width / 2) * dots, round(top.y * dots)
    around = page.crop((round(middle - 40), y - 3, round(middle + 40), y + 4))
    beside = page.getpixel((round(middle), y + 30))
    ratios = [contrast(dot, beside) for dot in all_pixels(around)]
    assert max(ratios) >= 3

"""`export cut`: outlines read back with ezdxf and as SVG, where cards are on the sheets that are printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from math import hypot
from pathlib import Path

import pytest
from ezdxf import bbox, filemanagement, path
from PIL import Image
from reading import forms

import proofdeck
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.units import Size
from proofdeck.paper.sheets.imposition import plan
from proofdeck.source.project.layouts import built_in

Writer = Callable[..., Path]
SHARED = 7 * 3 + 6 * (4 + 3)
"""Edges between nested tiles on A4: seven columns of four, each with three between them and seven beside the next."""
SIDE = """
    size = {}
    outline = "{}"
    bleed = 3
    safe = 0
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "#808080"
"""


@pytest.fixture
def project(write: Writer) -> proofdeck.Project:
    """Nine cards with square corners, 2 tokens, an oval, a hexagon, and a board that is as large as the paper."""
    write("cards.csv", "game,id,kind,quantity\ng,card,,9\ng,coin,coin,2\ng,egg,egg,1\ng,tile,tile,1\ng,map,map,1\n")
    shapes = {
        "": ('"poker"', "rectangle"),
        "-coin": ("{width = 25.4, height = 25.4}", "ellipse"),
        "-egg": ("{width = 40, height = 25}", "ellipse"),
        "-tile": ("{width = 50.8, height = 44}", "hexagon"),
        "-map": ("{width = 205, height = 290}", "rectangle"),
    }
    for kind, shape in shapes.items():
        for side in ("front", "back"):
            write(f"templates/g/{side}{kind}.toml", SIDE.format(*shape))
    return proofdeck.open(write("templates/README.md", ""))


def made_in(project: proofdeck.Project, **asked: object) -> dict[str, Path]:
    found = project.export("cut", paper="a4", **asked)  # type: ignore[arg-type]
    return {one.name: one for one in found.files}


def boxes_of_dxf(file: Path) -> list[tuple[float, float, float, float]]:
    """Left, bottom, width and height of each outline, in mm with y up, arcs included."""
    found = []
    for line in filemanagement.readfile(file).modelspace():
        around = bbox.extents([line], fast=False)
        found.append((around.extmin.x, around.extmin.y, around.size.x, around.size.y))
    return found


def boxes_of_svg(file: Path) -> list[tuple[float, float, float, float]]:
    """The same with y down: the numbers of each path, of which those of our shapes reach their edges."""
    found = []
    for words in re.findall(r'<path d="([^"]+)"', file.read_text(encoding="utf-8")):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", words)]
        xs, ys = numbers[::2], numbers[1::2]
        found.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return found


def test_outlines_are_where_the_cards_are_printed(project: proofdeck.Project) -> None:
    """On A4 a sheet of cards is landscape: what is at the left of its outlines is at the top of the printed page."""
    made = made_in(project)
    pdf = made["cards-a4.pdf"].read_bytes()
    first = 2  # the first page and its back
    printed = sorted(min((form.apply(0, 0)[1], form.apply(63, 0)[1])) for form in forms(pdf, first))
    cut = boxes_of_dxf(made["cut-a4-63x88.dxf"])
    assert sorted(x for x, *_ in cut) == pytest.approx(printed, abs=0.01)
    across = sorted(max(form.apply(0, 0)[0], form.apply(0, 88)[0]) for form in forms(pdf, first))
    assert sorted(y + height for _, y, _, height in cut) == pytest.approx(across, abs=0.01)
    assert {(round(width, 2), round(height, 2)) for _, _, width, height in cut} == {(63, 88)}


def test_both_files_hold_the_same_outlines_of_every_shape(project: proofdeck.Project) -> None:
    made = made_in(project)
    outlines = {"cut-a4-63x88": 8, "cut-a4-25.4x25.4": 63, "cut-a4-40x25": 42, "cut-a4-50.8x44": 20}
    for name, count in outlines.items():
        dxf, svg = boxes_of_dxf(made[f"{name}.dxf"]), boxes_of_svg(made[f"{name}.svg"])
        height = float(re.search(r'height="([\d.]+)mm"', made[f"{name}.svg"].read_text())[1])  # type: ignore[index]
        assert len(dxf) == count
        for (x, y, wide, tall), (x2, y2, wide2, tall2) in zip(dxf, svg, strict=True):
            assert (x, height - y - tall, wide, tall) == pytest.approx((x2, y2, wide2, tall2), abs=0.01)


def test_round_corners_are_arcs_and_ovals_are_as_round_as_they_are_printed(project: proofdeck.Project) -> None:
    made = made_in(project, corner=5)
    (card, *_) = filemanagement.readfile(made["cut-a4-63x88.dxf"]).modelspace()
    x, bottom, width, _ = boxes_of_dxf(made["cut-a4-63x88.dxf"])[0]
    middle = (x + width - 5, bottom + 5)
    points = [*path.make_path(card).flattening(0.001)]
    corner = [point for point in points if point.x > middle[0] and point.y < middle[1]]
    assert len(corner) > 5
    assert all(abs(hypot(point.x - middle[0], point.y - middle[1]) - 5) < 0.01 for point in corner)
    (egg, *_) = filemanagement.readfile(made["cut-a4-40x25.dxf"]).modelspace()
    x, y, _, _ = boxes_of_dxf(made["cut-a4-40x25.dxf"])[0]
    away = [
        hypot((point.x - x - 20) / 20, (point.y - y - 12.5) / 12.5) for point in path.make_path(egg).flattening(0.01)
    ]
    assert max(abs(one - 1) for one in away) * 20 < 0.012  # the curve itself is off by 0.03 % of its radius


def test_what_does_not_fit_beside_the_marks_is_left_out_with_a_warning(project: proofdeck.Project) -> None:
    built = project.export("cut", paper="a4")
    (told,) = built.problems
    assert str(told).startswith("W540 map (205 x 290 mm) left out: too large for 'silhouette' on a4")
    assert not any("205" in one.name for one in built.files)


def test_the_settings_are_those_of_the_marks_that_are_printed(project: proofdeck.Project) -> None:
    told = made_in(project)["settings.txt"].read_text(encoding="utf-8")
    assert (
        """cut-a4-63x88
  for sheets 1 to 2: 8 pieces of 63 x 88 mm on 297 x 210 mm
  page: landscape
  registration marks: 3, a square and two corners
  inset 10 mm, length 9.38 mm, thickness 1 mm
"""
        in told
    )


def test_a_machine_that_prints_its_own_marks_gets_pictures_of_the_size_of_its_outlines(
    project: proofdeck.Project,
) -> None:
    """A Cricut takes at most 6.75 by 9.25 inches."""
    made = made_in(project, layout="cricut", dpi=100)
    svg = made["cut-cricut-63x88.svg"].read_text(encoding="utf-8")
    width, height = (float(number) for number in re.findall(r'(?:width|height)="([\d.]+)mm"', svg))
    assert (width, height) == pytest.approx((2 * 63 + 1.25 + 1.25, 2 * 88 + 1.25 + 1.25))
    assert width <= 171.45
    assert height <= 234.95
    with Image.open(made["sheet-cricut-1.png"]) as picture:
        assert picture.size == (round(width / 25.4 * 100), round(height / 25.4 * 100))
        middle = picture.getpixel((round((0.625 + 63 / 2) / 25.4 * 100), picture.height // 4))
        assert middle == (128, 128, 128)
    assert "sheet-cricut-3.png" in made  # nine cards, four a sheet


SPECIFIED = [
    ("letter", (63, 88), True, (4, 2), 8.04),
    ("letter", (63.5, 88.9), True, (4, 2), 7.2),
    ("letter", (57.15, 88.9), True, (4, 2), 12.28),
    ("letter", (44.45, 88.9), True, (5, 2), 14.82),
    ("letter", (59, 86), True, (4, 2), 10.08),
    ("letter", (41, 63), False, (4, 4), 12.78),
    ("letter", (44, 68), False, (4, 3), 20),
    ("letter", (69.85, 120.65), False, (2, 2), 20),
    ("legal", (63, 88), True, (5, 2), 8.04),
    ("legal", (44.45, 63.5), True, (7, 3), 7.2),
]
"""Paper, card, landscape, columns and rows, and the length of marks in mm, at most 20: from layouts.json of
github.com/Alan-Cha/silhouette-card-maker, which counts in pixels of 1/300 inch."""


@pytest.mark.parametrize(("paper", "card", "landscape", "grid", "length"), SPECIFIED)
def test_sheets_fit_the_templates_of_silhouette_card_maker(
    paper: str, card: tuple[float, float], landscape: bool, grid: tuple[int, int], length: float
) -> None:
    made = plan(built_in()["silhouette"], PAPERS[paper], Size(*card), 3)
    assert made is not None
    assert (made.turned, (made.columns, made.rows)) == (landscape, grid)
    assert made.registration is not None
    assert made.registration.length == pytest.approx(length, abs=0.1)
    first, last = made.slot(0), made.slot(made.per_sheet - 1)
    assert first.x == pytest.approx(made.frame.width - last.right)
    assert first.y == pytest.approx(made.frame.height - last.bottom)
    assert made.slot(1).x - first.right == pytest.approx(1.25)


def test_a_layout_for_a_machine_with_four_corners_has_no_square(project: proofdeck.Project) -> None:
    told = made_in(project, layout="silhouette-4")["settings.txt"].read_text(encoding="utf-8")
    assert told.count("registration marks: 4 corners") == 4


def test_each_machine_that_is_named_keeps_its_own_files(project: proofdeck.Project) -> None:
    usual = made_in(project)
    cricut, four = made_in(project, layout="cricut", dpi=60), made_in(project, layout="silhouette-4")
    assert {next(iter(one.values())).parent.name for one in (usual, cricut, four)} == {
        "cut",
        "cut-cricut",
        "cut-silhouette-4",
    }
    made_in(project, layout="cricut", dpi=60)
    assert all(path.exists() for one in (usual, cricut, four) for path in one.values())


def test_several_machines_are_served_at_once_and_a_name_that_is_none_stops_all_of_them(
    project: proofdeck.Project,
) -> None:
    alone = {name: path.read_bytes() for name, path in made_in(project, layout="silhouette-4").items()}
    found = project.export("cut", paper="a4", dpi=60, layout=["cricut", "silhouette-4", "cricut"]).files
    folders = [one.parent for one in found]
    assert [folder.name for folder in dict.fromkeys(folders)] == ["cut-cricut", "cut-silhouette-4"]
    assert {one.name: one.read_bytes() for one in found if one.parent.name.endswith("4")} == alone
    assert sorted(path for folder in {*folders} for path in folder.iterdir()) == sorted(one for one in found)
    with pytest.raises(proofdeck.ProofdeckError, match="E402 there is no layout 'criccut'"):
        project.export("cut", paper="a3", layout=["scanncut", "criccut"])
    assert not (folders[0].parent / "cut-scanncut").exists()


def test_auto_is_no_layout_for_a_machine(project: proofdeck.Project) -> None:
    with pytest.raises(proofdeck.ProofdeckError, match="E531 a machine needs one layout, not 'auto'"):
        project.export("cut", layout="auto")


def test_nested_hexagons_are_cut_once_along_each_shared_edge(write: Writer) -> None:
    """Of six times 28 edges, those between two tiles are cut once: the lines are as long as all different edges."""
    write("cards.csv", "game,id,quantity\ng,tile,28\n")
    for side in ("front", "back"):
        write(f"templates/g/{side}.toml", SIDE.format('"hex-tile"', "hexagon"))
    made = made_in(proofdeck.open(write("templates/README.md", "")), layout="shared")
    (name,) = [name for name in made if name.endswith(".dxf")]
    lines = [path.make_path(line) for line in filemanagement.readfile(made[name]).modelspace()]
    edges = {
        tuple(sorted(((round(a.x, 2), round(a.y, 2)), (round(b.x, 2), round(b.y, 2)))))
        for line in lines
        for a, b in pairwise(line.flattening(0.01))
    }
    assert sum(len([*pairwise(line.flattening(0.01))]) for line in lines) == len(edges) == 6 * 28 - SHARED
    assert len(boxes_of_svg(made[name.replace("dxf", "svg")])) == 28

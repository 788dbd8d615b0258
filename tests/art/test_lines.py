"""A drawing in lines is what somebody would draw with white paint and a pen, and `--ink low` prints scenes so."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from art import referee
from materials import supplies_in
from PIL import Image
from reading import pixel

from proofdeck.ground.paper import Ink
from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.ink.raster import face_picture
from proofdeck.paper.sheets.inking import inked
from proofdeck.paper.svg.drawing import read_drawing
from proofdeck.paper.svg.lines import INK, PAPER, in_lines
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]
HERE = Path(__file__).parent
DRAWINGS = tomllib.loads((HERE / "lines.toml").read_text(encoding="utf-8"))
SCENES = sorted((HERE.parents[1] / "templates").glob("*/art/*.svg"))
PEN = 2
STYLE = f"""<style>
.white, .blank {{ fill: {PAPER} }} .line {{ fill: none }} .white, .line {{ stroke: {INK}; stroke-width: {PEN}px }}
</style>"""
FRONT = """
    size = {width = 20, height = 20}
    bleed = 2
    safe = 0
    [elements.art]
    type = "image"
    file = "{{ file }}"
    low_ink = "{{ saves }}"
    bleed = true
"""
PER_MM = 20
"""Pixels."""


def svg_of(inside: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}</svg>'.encode()


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_in_lines_is_as_drawn_by_hand(name: str, tmp_path: Path) -> None:
    drawing = in_lines(read_drawing(svg_of(DRAWINGS[name]["drawing"]), "art.svg"), PEN)
    painted = referee.ours(drawing, supplies_in(tmp_path))
    by_hand = referee.resvg(svg_of(STYLE + DRAWINGS[name]["by_hand"]), painted.size, ())
    assert referee.difference(painted, by_hand) < referee.SAME


@pytest.mark.parametrize("file", SCENES, ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_a_scene_of_the_house_in_lines_has_few_dark_spots_and_some(file: Path, tmp_path: Path) -> None:
    drawing = read_drawing(file.read_bytes(), file.name)
    grey = referee.ours(in_lines(drawing, 0.2), supplies_in(tmp_path)).convert("L")
    dark = sum(grey.histogram()[:200]) / (grey.width * grey.height)
    assert 0.005 < dark < 0.3


def painted(root: Path, ink: Ink) -> dict[str, Image.Image]:
    """The front of each card of `g` as that ink prints it."""
    problems = Problems()
    project = load_project(root, problems)
    made = lay_out(project, project.games["g"], Options(), problems)
    faces = {item.label: inked(item.front, ink) for item in made.items}
    pictures = {name: face_picture(face, made.supplies, 25.4 * PER_MM) for name, face in faces.items()}
    return {name: Image.open(io.BytesIO(data)).convert("RGB") for name, data in pictures.items()}


def test_little_ink_prints_a_picture_in_light_grey_or_in_lines(write: Writer) -> None:
    write("cards.csv", "game,id,file,saves\ng,light,art.svg,tint\ng,lined,art.svg,outline\ng,dots,art.png,outline\n")
    write("art.svg", svg_of('<rect width="100" height="100" fill="#008"/><circle cx="50" cy="50" r="30" fill="#200"/>'))
    root = write("templates/g/front.toml", FRONT)
    Image.new("RGB", (20, 20), "#220000").save(root / "art.png")
    middle, edge = (10 * PER_MM, 10 * PER_MM), (10 * PER_MM, round(2.8 * PER_MM))
    assert {pixel(picture, *middle) for picture in painted(root, "full").values()} == {(34, 0, 0)}
    saved = painted(root, "low")
    assert 140 < pixel(saved["light"], *middle)[0] < 250
    assert pixel(saved["dots"], *middle) == pytest.approx(pixel(saved["light"], *middle), abs=3), "pixels have no lines"
    assert pixel(saved["lined"], *middle) == (255, 255, 255)
    assert pixel(saved["lined"], *edge)[0] < 140, "the outline of the circle"


def test_little_ink_keeps_the_crest_of_a_dune_which_hides_the_scene_behind_it(write: Writer) -> None:
    write("cards.csv", "game,id,file,saves\ng,one,art.svg,outline\n")
    write("art.svg", svg_of('<rect width="100" height="100" fill="#eee"/><path d="M50 0V100" stroke="red"/>'))
    dune = '[elements.dune]\ntype = "path"\nd = "M0,10 H20 V20 H0 Z"\nfill = "wheat"\n'
    picture = painted(write("templates/g/front.toml", FRONT.replace("    ", "") + dune), "low")["one"]
    across = {pixel(picture, x, 15 * PER_MM) for x in range(20 * PER_MM)}
    assert across == {(255, 255, 255)}, "the dune hides the line behind it, and has none at the cut"
    crest = [pixel(picture, 5 * PER_MM, y)[0] for y in range(9 * PER_MM, 11 * PER_MM)]
    assert min(crest) < 200
    assert pixel(picture, 10 * PER_MM, 5 * PER_MM)[0] < 140, "above the dune, the line is there"

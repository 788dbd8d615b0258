"""One picture for each shape and option of an element, as PDFium paints it, beside letters that say what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawings.canvas import COLOURS, PIXELS, Drawing, differences, drawings_in, letters_of
from PIL import Image
from reading import pixels

from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.ink.raster import framed_pdf
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

HERE = Path(__file__).parent / "elements"
DPI = 25.4 * PIXELS
CELLS, BLEED = 20, 2
"""In mm: of what is shown, and how much of it lies around a card with bleed."""
DRAWINGS = {drawing.title: drawing for file in sorted(HERE.glob("*.txt")) for drawing in drawings_in(file)}
SHARP = 8
"""Pixels of a picture for each of its letters, so that its edges are not smoothed away."""
PIXEL_ART = {
    "four.png": ["RRRRRRRRRRGGGGGGGGGG"] * 5 + ["BBBBBBBBBBYYYYYYYYYY"] * 5,
    "shades.png": ["KK..", "KK.."] * 2,
    "frame.png": ["RRKKGG", "RRKKGG", "KK..KK", "KK..KK", "BBKKYY", "BBKKYY"],
}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{}</svg>'
HOLE = "M2 2H18V18H2Z M6 6H14V14H6Z"
VECTORS = {
    "rule.svg": f'<path d="{HOLE}" fill="red" fill-rule="evenodd"/>',
    "clip.svg": f'<clipPath id="c"><path d="{HOLE}" clip-rule="evenodd"/></clipPath>'
    '<rect width="20" height="20" fill="blue" clip-path="url(#c)"/>',
    "clip_whole.svg": f'<clipPath id="c"><path d="{HOLE}"/></clipPath>'
    '<rect width="20" height="20" fill="blue" clip-path="url(#c)"/>',
    "moved.svg": '<g transform="translate(10 10) rotate(90)"><rect x="-8" y="-3" width="4" height="6" fill="red"/>'
    '<g transform="scale(2)"><rect x="1" y="-3" width="3" height="2" fill="blue"/></g></g>',
    "lines.svg": '<path d="M4 5H16" stroke="red" stroke-width="4"/>'
    '<path d="M2 14H18" stroke="blue" stroke-width="4" stroke-dasharray="5 2"/>',
}
ICONS = {
    "step.svg": '<path d="M0 0H10V10H20V20H0Z"/>',
    "ring.svg": f'<path fill-rule="evenodd" d="{HOLE}"/>',
}


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, ...]]:
    """The letters of each drawing: every one is the front of a game of its own in one project."""
    root = tmp_path_factory.mktemp("drawings")
    for name, rows in PIXEL_ART.items():
        _pixel_art(rows).save(root / name)
    for name, body in VECTORS.items():
        (root / name).write_text(SVG.format(body), encoding="utf-8")
    icons = root / "templates" / "icons"
    icons.mkdir(parents=True)
    for name, body in ICONS.items():
        (icons / name).write_text(SVG.format(body), encoding="utf-8")
    games = [f"g{number}" for number in range(len(DRAWINGS))]
    for game, drawing in zip(games, DRAWINGS.values(), strict=True):
        folder = root / "templates" / game
        folder.mkdir()
        (folder / "front.toml").write_text(_template(drawing), encoding="utf-8")
    (root / "cards.csv").write_text("game,id\n" + "".join(f"{game},one\n" for game in games), encoding="utf-8")
    problems = Problems()
    project = load_project(root, problems)
    made = [lay_out(project, project.games[game], Options(), problems) for game in games]
    faults = [problem for problem in problems if problem.code != "W502"]
    assert not faults, faults
    faces = [one.items[0].front for one in made]
    pdf = framed_pdf(faces, [(CELLS * PIXELS, CELLS * PIXELS)] * len(faces), made[0].supplies, DPI)
    return {title: letters_of(pixels(pdf, page, DPI)) for page, title in enumerate(DRAWINGS)}


def _template(drawing: Drawing) -> str:
    size = CELLS - 2 * BLEED if "bleed" in drawing.elements else CELLS
    head = f"size = {{width = {size}, height = {size}}}\nbleed = {BLEED}\nsafe = 0\n"
    return f'{head}[fonts]\nbody = "Alegreya Sans"\n{drawing.elements}\n'


def _pixel_art(rows: list[str]) -> Image.Image:
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    image.putdata([COLOURS[cell] for row in rows for cell in row])
    return image.resize((image.width * SHARP, image.height * SHARP), Image.Resampling.NEAREST)


@pytest.mark.parametrize("title", DRAWINGS)
def test_it_is_painted_as_the_letters_say(title: str, painted: dict[str, tuple[str, ...]]) -> None:
    assert not differences(painted[title], DRAWINGS[title].rows)

"""What needs no fuss: pictures found by ids, grey boxes for missing ones, bleed from edges, templates for the box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reading import pixels, text_of

from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import Picture
from proofdeck.paper.ink.raster import faces_pdf
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]
DPI = 254  # ten pixels a mm
FRONT = """
size = {{width = 40, height = 60}}
bleed = 4
[elements.art]
type = "image"
file = "{}"
bleed = true
{}
"""
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


@pytest.fixture
def zoo(write: Writer) -> Callable[..., Path]:
    """A wolf and a bear whose front is one picture."""

    def make(file: str = "{{ art }}", option: str = "", header: str = "game,id", cell: str = "") -> Path:
        write("cards.csv", f"{header}\nzoo,wolf{cell}\nzoo,bear{cell}\n")
        return write("templates/zoo/front.toml", FRONT.format(file, option))

    return make


def draw(root: Path, file: str, colour: tuple[int, int, int], size: tuple[int, int] = (40, 60)) -> Image.Image:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = Image.new("RGB", size, colour)
    picture.save(path)
    return picture


def laid_out(root: Path) -> tuple[Print, list[Problem]]:
    problems = Problems()
    project = load_project(root, problems)
    return lay_out(project, project.games["zoo"], Options(), problems), list(problems)


def with_bleed(root: Path) -> Image.Image:
    """The front of the first card with its 4 mm of bleed, ten pixels a mm."""
    made, problems = laid_out(root)
    assert not [problem for problem in problems if problem.code != "W502"]
    return pixels(faces_pdf([made.items[0].front], made.supplies, DPI, 4), 0, DPI)


def at(picture: Image.Image, x: float, y: float) -> object:
    """The colour at a place of the card, in mm from its cut."""
    red, green, blue = picture.convert("RGB").getpixel((round((x + 4) * 10), round((y + 4) * 10)))  # type: ignore[misc]
    return tuple(round(part / 32) * 32 - (part > 127) for part in (red, green, blue))  # JPEG changes colours a little


@pytest.mark.parametrize("file", ["art/wolf.png", "art/Wolf.PNG", "templates/zoo/art/wolf.webp"])
def test_a_picture_is_that_of_the_card_whose_id_it_has(file: str, zoo: Callable[..., Path]) -> None:
    root = zoo()
    draw(root, file, RED)
    made, problems = laid_out(root)
    assert [problem.code for problem in problems if problem.code.startswith(("E", "W3"))] == []
    shown = [pixels(faces_pdf([item.front], made.supplies, 50), 0, 50).getpixel((20, 20)) for item in made.items]
    assert shown[1] == WHITE, "the bear has no picture"
    assert shown[0][0] > 240 > 20 > shown[0][1]  # type: ignore[index]


def test_a_column_comes_before_the_folder(zoo: Callable[..., Path]) -> None:
    root = zoo(header="game,id,art", cell=",art/den.png")
    draw(root, "art/wolf.png", RED)
    draw(root, "art/den.png", BLUE)
    assert at(with_bleed(root), 20, 30) == BLUE


def test_a_missing_picture_is_a_grey_box_with_its_name_and_no_error(zoo: Callable[..., Path]) -> None:
    root = zoo("art/{{ id }}.png")
    draw(root, "art/bear.png", BLUE)
    built = build(root, [], Options(papers=("a4",), only=("cards",)))
    assert [str(one).splitlines()[0] for one in built.problems if one.code == "W319"] == [
        "cards.csv:2:5 W319 wolf: file of 'art': there is no image 'art/wolf.png'"
    ]
    assert "wolf.png" in text_of(built.outputs[0].path.read_bytes(), 2)
    draw(root, "art/wolf.png", RED)
    assert "W319" not in {one.code for one in build(root, [], Options(papers=("a4",), only=("cards",))).problems}


def test_check_names_the_pictures_that_are_on_no_card(zoo: Callable[..., Path]) -> None:
    root = zoo()
    for name in ("wolf", "bear", "wulf", "old-bear"):
        draw(root, f"art/{name}.png", RED)
    (told,) = [one for one in check(root, []) if one.code == "W320"]
    assert str(told).startswith("art/old-bear.png W320 no card of Zoo shows 2 pictures: old-bear.png and wulf.png")
    for name in ("wulf", "old-bear"):
        (root / f"art/{name}.png").unlink()
    assert [one for one in check(root, []) if one.code == "W320"] == []


def framed(root: Path, own: int) -> None:
    """A green card with a blue left half, its own red bleed around it; one pixel is a tenth of a mm."""
    picture = draw(root, "art/wolf.png", RED, ((40 + 2 * own) * 10, (60 + 2 * own) * 10))
    picture.paste(GREEN, (own * 10, own * 10, (40 + own) * 10, (60 + own) * 10))
    picture.paste(BLUE, (own * 10, own * 10, (20 + own) * 10, (60 + own) * 10))
    picture.save(root / "art/wolf.png")


def test_the_cut_of_a_picture_with_its_own_bleed_is_on_the_cut_of_the_card(zoo: Callable[..., Path]) -> None:
    """Its bleed is 2 mm, and the template's is 4: what lacks is the picture mirrored at its edge."""
    root = zoo(option="file_bleed = 2")
    framed(root, 2)
    shown = with_bleed(root)
    near = {
        name: at(shown, x, y) for name, (x, y) in {"left": (0.5, 30), "right": (39.5, 30), "top": (30, 0.5)}.items()
    }
    assert near == {"left": BLUE, "right": GREEN, "top": GREEN}
    assert [at(shown, x, 30) for x in (-0.5, -1.5, -2.5, -3.5, 40.5, 43.5)] == [RED] * 6
    assert [at(shown, 30, y) for y in (-3.5, 63.5)] == [RED] * 2


def test_a_picture_without_bleed_is_mirrored_at_the_cut(zoo: Callable[..., Path]) -> None:
    root = zoo(option="file_bleed = 0")
    framed(root, 0)
    picture = Image.open(root / "art/wolf.png")
    picture.paste(WHITE, (20, 0, 30, 600))  # a white line from 2 to 3 mm, which is at -3 to -2 mm as well
    picture.save(root / "art/wolf.png")
    shown = with_bleed(root)
    assert [at(shown, x, 30) for x in (2.5, -2.5, -1.5, -3.5)] == [WHITE, WHITE, BLUE, BLUE]
    assert [at(shown, x, y) for x, y in ((-2.5, -3), (42, -3), (42, 62))] == [WHITE, GREEN, GREEN]


def test_faces_that_are_made_of_columns_show_it_too(write: Writer) -> None:
    root = write("cards.csv", "game,id,name,text\nzoo,wolf,Wolf,It howls at night.\nzoo,bear,Bear,It sleeps.\n")
    draw(root, "art/wolf.png", RED)
    (wolf, bear) = laid_out(root)[0].items
    assert [mark.file for mark in wolf.front.leaves() if isinstance(mark, Picture)] == ["art/wolf.png"]
    assert not [mark for mark in bear.front.leaves() if isinstance(mark, Picture)]


def test_a_new_project_has_dividers_standees_and_a_fold_out_for_rows_of_those_kinds(tmp_path: Path) -> None:
    root = tmp_path / "den"
    start_project(root)
    with (root / "cards.csv").open("a", encoding="utf-8") as cards:
        cards.write("den,d,Creatures,divider,,1,,All that walks.,fox\n")
        cards.write("den,s,Raven,standee,,1,,,raven\n")
        cards.write('den,f,Rules,fold-out,,1,,"**Your turn**: draw a card, then play one.",\n')
    assert check(root, []) == []
    project = load_project(root, Problems())
    made = lay_out(project, project.games["den"], Options(only=("d", "s", "f")), Problems())
    sizes = {item.label: (item.front.size.width, item.front.size.height) for item in made.items}
    assert sizes == {"d": (66, 98), "s": (30, 100), "f": (252, 88)}
    assert [item.label for item in made.items if item.back is not None] == ["d", "f"]
    (standee,) = [item.front for item in made.items if item.label == "s"]
    assert standee.text.count("Raven") == 2, "once on each half"

"""`export png`: pictures of exactly the size and shape asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reading import all_pixels, pixel
from reading import picture as read

import proofdeck

Writer = Callable[..., Path]

RED, BLUE = (200, 30, 30), (30, 30, 200)
FRONT = """
    size = "{size}"
    bleed = {bleed}
    safe = 0
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "#c81e1e"
    [elements.left]
    type = "rectangle"
    x = -5
    y = 0
    width = 10
    height = 300
    fill = "#1e1ec8"
"""


@pytest.fixture
def cards(write: Writer) -> Callable[..., proofdeck.Project]:
    """A project with two cards of that size, red with a blue strip at the left edge; the back is blank."""

    def make(size: str = "poker", bleed: float = 2) -> proofdeck.Project:
        write("cards.csv", "game,id,quantity\ng,fox,3\ng,owl,1\n")
        write("templates/g/front.toml", FRONT.format(size=size, bleed=bleed))
        return proofdeck.open(write("templates/g/back.toml", f'size = "{size}"\nbleed = {bleed}\n'))

    return make


def opened(files: list[Path], name: str) -> Image.Image:
    (path,) = (path for path in files if path.name == name)
    return read(path)


def near(found: tuple[int, ...], colour: tuple[int, ...]) -> bool:
    return all(abs(one - other) <= 2 for one, other in zip(found, colour, strict=True))


@pytest.mark.parametrize(
    ("settings", "size"),
    [
        ({}, (744, 1039)),  # 63 x 88 mm at 300 dpi
        ({"dpi": 100}, (248, 346)),
        ({"size": "750x1050px"}, (750, 1050)),
        ({"size": "2.5x3.5in", "dpi": 200}, (500, 700)),
        ({"size": "63.5 × 88.9 mm"}, (750, 1050)),
        ({"size": "poker-us"}, (750, 1050)),
        ({"bleed": 3, "size": "poker-us"}, (821, 1121)),  # 69.5 x 94.9 mm
    ],
)
def test_a_picture_has_exactly_the_pixels_asked_for(
    cards: Callable[..., proofdeck.Project], settings: dict[str, object], size: tuple[int, int]
) -> None:
    picture = opened(cards().export("png", **settings).files, "fox.png")  # type: ignore[arg-type]
    assert picture.size == size
    dpi = float(str(settings.get("dpi", 300)))
    assert picture.info["dpi"][0] == pytest.approx(dpi, abs=0.02)


def test_corners_are_round_and_transparent_and_edges_are_not(cards: Callable[..., proofdeck.Project]) -> None:
    picture = opened(cards().export("png", corner=4).files, "fox.png")
    width, height = picture.size
    radius = 4 / 25.4 * 300
    assert picture.mode == "RGBA"
    for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        assert pixel(picture, x, y)[3] == 0
    for x, y in ((width // 2, 0), (0, height // 2), (width - 1, height // 2), (width // 2, height - 1)):
        assert pixel(picture, x, y)[3] == 255
    inside = round(radius * (1 - 0.5**0.5)) + 2  # where the arc crosses the diagonal
    assert pixel(picture, inside, inside)[3] == 255
    assert pixel(picture, inside - 5, inside - 5)[3] == 0


def test_the_colour_of_a_transparent_edge_is_that_of_the_bleed_and_not_white(
    cards: Callable[..., proofdeck.Project],
) -> None:
    picture = opened(cards().export("png", corner=4).files, "fox.png")
    half_seen = [one for one in all_pixels(picture) if 0 < one[3] < 255]
    assert half_seen
    assert all(near(one[:3], RED) or near(one[:3], BLUE) for one in half_seen)


@pytest.mark.parametrize("bleed", [{"bleed": 2}, {"corner": 0}])
def test_without_round_corners_nothing_is_transparent(
    cards: Callable[..., proofdeck.Project], bleed: dict[str, float]
) -> None:
    assert opened(cards().export("png", **bleed).files, "fox.png").mode == "RGB"  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "corner"), [("token", (0, 0)), ("hex", (0, 0))])
def test_tokens_are_cut_to_their_shape(
    cards: Callable[..., proofdeck.Project], size: str, corner: tuple[int, int]
) -> None:
    picture = opened(cards(size).export("png").files, "fox.png")
    width, height = picture.size
    assert pixel(picture, *corner)[3] == 0
    assert pixel(picture, width // 2, height // 2)[3] == 255
    opaque = sum(one[3] for one in all_pixels(picture)) / 255 / (width * height)
    assert opaque == pytest.approx({"token": 0.7854, "hex": 0.75}[size], abs=0.005)  # pi/4; a hexagon with points


def test_cards_with_round_corners_are_cut_so_unless_the_command_says_otherwise(
    cards: Callable[..., proofdeck.Project], write: Writer
) -> None:
    """A poker card whose corners have a radius of 10 mm: the square at its corner lacks 1 - pi/4 of its area."""
    cards()
    front = write("templates/g/front.toml", 'outline = "rounded"\nradius = 10\n' + FRONT.format(size="poker", bleed=2))
    project = proofdeck.open(front)
    for settings, radius in (({}, 10), ({"corner": 2}, 2), ({"size": "126x176"}, 20)):
        picture = opened(project.export("png", dpi=127, **settings).files, "fox.png")
        dots = 5 * radius
        lacking = sum(1 - pixel(picture, x, y)[3] / 255 for x in range(dots) for y in range(dots)) / dots**2
        assert lacking == pytest.approx(1 - 0.7854, abs=0.01)


def test_bleed_that_the_template_lacks_repeats_the_outermost_pixels(cards: Callable[..., proofdeck.Project]) -> None:
    picture = opened(cards(bleed=1).export("png", bleed=4, dpi=254).files, "fox.png")  # 10 pixels a mm
    assert picture.size == (710, 960)
    assert near(pixel(picture, 0, 480), BLUE)  # beyond the blue strip, which ends 1 mm from the cut
    for point in ((709, 480), (355, 0), (355, 959), (709, 959)):
        assert near(pixel(picture, *point), RED)
    assert near(pixel(picture, 85, 480), BLUE)  # the strip is 5 mm wide and begins 4 mm from the edge
    assert near(pixel(picture, 95, 480), RED)


def test_a_face_of_another_shape_covers_the_picture_without_being_distorted(
    cards: Callable[..., proofdeck.Project],
) -> None:
    picture = opened(cards("square").export("png", size="40x80", dpi=254, corner=0).files, "fox.png")
    assert picture.size == (400, 800)
    scale = 80 / 63.5
    shown = 5 * scale - (63.5 * scale - 40) / 2  # the strip, less what is cut off at the left
    assert shown < 0
    assert near(pixel(picture, 0, 400), RED)


def test_a_size_lies_the_same_way_as_the_card(cards: Callable[..., proofdeck.Project]) -> None:
    assert opened(cards().export("png", size="88.9x63.5").files, "fox.png").size == (750, 1050)


def test_a_grid_has_no_gaps_and_each_card_at_its_index(write: Writer) -> None:
    colours = [f"#{40 * number:02x}0{number}50" for number in range(1, 6)]
    rows = "".join(f"g,c{number},{colour}\n" for number, colour in enumerate(colours))
    write("cards.csv", f"game,id,colour\n{rows}")
    write("templates/g/back.toml", 'size = "mini"\nbleed = 2\n')
    front = 'size = "mini"\nbleed = 2\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nbleed = true\n'
    project = proofdeck.open(write("templates/g/front.toml", f'{front}fill = "{{{{ colour }}}}"\n'))
    built = project.export("png", grid="2x2", dpi=100, corner=0)
    assert [path.name for path in built.files] == ["fronts-1.png", "fronts-2.png"]
    width, height = 175, 250  # 44.45 x 63.5 mm
    sheets = [read(path) for path in built.files]
    assert [sheet.size for sheet in sheets] == [(2 * width, 2 * height), (width, height)]
    for number, colour in enumerate(colours):
        sheet, index = sheets[number // 4], number % 4
        left, top = index % 2 * width, index // 2 * height
        cell = sheet.crop((left, top, left + width, top + height))
        assert cell.getcolors() == [(width * height, tuple(bytes.fromhex(colour[1:])))]


def test_blank_backs_have_no_picture_and_copies_that_differ_have_one_each(write: Writer) -> None:
    write("cards.csv", "game,id,quantity\ng,fox,3\n")
    write("templates/g/back.toml", 'size = "mini"\n')
    front = 'size = "mini"\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nfill = "{{ colour }}"\n'
    front = front.replace("colour", "'#ff0000' if copy == 2 else '#0000ff'")
    built = proofdeck.open(write("templates/g/front.toml", front)).export("png", dpi=50)
    assert [path.relative_to(path.parents[1]).as_posix() for path in built.files] == [
        "fronts/fox.png",
        "fronts/fox-2.png",
    ]


def test_a_back_that_cards_share_is_one_picture(write: Writer) -> None:
    write("cards.csv", "game,id,kind\ng,fox,\ng,owl,\ng,map,board\n")
    side = 'size = "mini"\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nfill = "{}"\n'
    for name, fill in (
        ("front", "#ff0000"),
        ("back", "#0000ff"),
        ("front-board", "#ff0000"),
        ("back-board", "#00ff00"),
    ):
        root = write(f"templates/g/{name}.toml", side.format(fill))
    built = proofdeck.open(root).export("png", dpi=50)
    names = sorted(path.relative_to(path.parents[1]).as_posix() for path in built.files)
    assert names == ["backs/back.png", "backs/map.png", "fronts/fox.png", "fronts/map.png", "fronts/owl.png"]


def test_an_export_that_changes_nothing_makes_nothing_and_the_folder_holds_only_the_last_one(
    cards: Callable[..., proofdeck.Project],
) -> None:
    project = cards()
    first = project.export("png", dpi=50)
    assert len(first.made) == 2
    again = project.export("png", dpi=50)
    assert (again.made, again.files) == ([], first.files)
    changed_by_hand = first.files[0].with_name("mine.png")
    changed_by_hand.write_bytes(b"mine")
    alone = project.export("png", dpi=50, only="owl")
    assert sorted(path.name for path in alone.files[0].parent.iterdir()) == ["mine.png", "owl.png"]


def test_a_face_that_changes_is_painted_again_and_no_other(cards: Callable[..., proofdeck.Project]) -> None:
    project = cards()
    project.export("png", dpi=50)
    page = project.root / "templates" / "g" / "front.toml"
    page.write_text(
        page.read_text().replace('fill = "#1e1ec8"', "fill = \"{{ '#1e1ec8' if id == 'owl' else '#1e1ec9' }}\"")
    )
    assert [path.name for path in project.export("png", dpi=50).made] == ["fox.png"]

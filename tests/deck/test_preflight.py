"""What a printer would say of a deck: each warning is provoked and cured, and what is meant is left alone."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.ground.paper import Ink
from proofdeck.ground.problems import Problem, Problems
from proofdeck.ground.units import Box
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.faces.face import Face, Group, Halo, Mark, TextRun, Turned
from proofdeck.paper.faces.preflight import Finding, findings
from proofdeck.paper.faces.seen import layers_of, seen
from proofdeck.paper.ink.raster import bare_pixels, faces_pdf, pixels_of, rasterise
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

GALLERY = Path(__file__).parents[1] / "faces" / "gallery"
Writer = Callable[..., Path]

CARDS = "game,id,suit,text,icon\ng,fox,red,Steals,dragon-hook\ng,owl,red,Sees,raven\n"
BLANK = 'size = "poker"\n[fonts]\nbody = "Crimson Text"\nbold = {family = "Alegreya Sans", weight = 700}\n'


def element(kind: str, *options: str) -> str:
    """An element called `it`."""
    return f'[elements.it]\ntype = "{kind}"\n' + "".join(f"{option}\n" for option in options)


def words(*options: str, says: str = '"{{ text }}"') -> str:
    return element("text", f"text = {says}", "width = 40", "height = 20", *options)


def box(x: float, y: float, width: float, height: float) -> str:
    return f"x = {x}\ny = {y}\nwidth = {width}\nheight = {height}"


def rectangle(place: str, *options: str, name: str = "it") -> str:
    return element("rectangle", place, *options).replace("it", name, 1)


def photograph(width: int, height: int) -> bytes:
    stored = io.BytesIO()
    Image.effect_noise((width, height), 60).convert("RGB").save(stored, "PNG")
    return stored.getvalue()


def told(write: Writer, front: str, back: str = "", cards: str = CARDS, ink: Ink = "full") -> list[Problem]:
    """What is said of a deck that is otherwise in order."""
    write("templates/g/front.toml", front)
    write("templates/g/back.toml", back or BLANK)
    root = write("cards.csv", cards)
    problems = Problems()
    project = load_project(root, problems)
    check_print(lay_out(project, project.games["g"], Options(), problems), problems, ink=ink)
    return [*problems]


def codes(problems: Sequence[Problem]) -> list[str]:
    return [problem.code for problem in problems]


INSIDE = "x = 5\ny = 30"
GROUND = rectangle(box(0, 0, 63, 88), "bleed = true", 'fill = "#8a8a8a"', name="ground")
SPECKLED = element("image", 'file = "art/night.png"', "bleed = true").replace("it", "ground", 1)
STAR = element("path", 'd = "M31,15 L49,70 L2,36 L60,36 L13,70 Z"', 'fill = "#202020"').replace("it", "star", 1)
COVER = rectangle(box(0, 20, 63, 40), "bleed = true", 'fill = "white"', name="cover")

PROVOKED_AND_CURED = {
    "words at the edge": ("W308", words("x = 2", "y = 30"), words("x = 3", "y = 30")),
    "words under the top edge": ("W308", words("x = 5", "y = 1.5"), words("x = 5", "y = 3")),
    "an icon in the corner": (
        "W308",
        element("icon", 'icon = "raven"', box(1, 5, 8, 8)),
        element("icon", 'icon = "raven"', box(3.5, 5, 8, 8)),
    ),
    "words that are turned towards the edge": (
        "W308",
        words("x = -9", "y = 30", 'valign = "bottom"', "angle = 90"),
        words("x = -4", "y = 30", 'valign = "bottom"', "angle = 90"),
    ),
    "a box beside the card": (
        "W309",
        rectangle(box(70, 5, 5, 5), 'fill = "black"'),
        rectangle(box(50, 5, 5, 5), 'fill = "black"'),
    ),
    "a line beside the card": (
        "W309",
        element("line", "x = -9", "y = 5", "x2 = -9", "y2 = 30"),
        element("line", "x = 9", "y = 5", "x2 = 9", "y2 = 30"),
    ),
    "a picture of few pixels": (
        "W311",
        element("image", 'file = "art/small.png"', box(5, 5, 20, 20)),
        element("image", 'file = "art/small.png"', box(5, 5, 10, 10)),
    ),
    "a picture of which only a part shows": (
        "W311",
        element("image", 'file = "art/small.png"', box(5, 5, 10, 20)),
        element("image", 'file = "art/small.png"', box(5, 5, 10, 20), 'mode = "contain"'),
    ),
    "grey letters on white": ("W312", words(INSIDE, 'colour = "#999999"'), words(INSIDE, 'colour = "#666666"')),
    "letters on a ground of their colour": (
        "W312",
        GROUND + words(INSIDE, 'colour = "#a0a0a0"'),
        GROUND + words(INSIDE, 'colour = "#101010"'),
    ),
    "letters that one half of a gradient hides": (
        "W312",
        GROUND.replace("#8a8a8a", "linear(0, white, #202020, #202020)") + words(INSIDE, says='"one two three four"'),
        GROUND.replace("#8a8a8a", "linear(0, white, #d0d0d0, #d0d0d0)") + words(INSIDE, says='"one two three four"'),
    ),
    "white letters on a pale picture": (
        "W312",
        SPECKLED.replace("night", "day") + words(INSIDE, 'colour = "white"'),
        SPECKLED + words(INSIDE, 'colour = "white"'),
    ),
    "letters that show through": (
        "W312",
        words(INSIDE, "opacity = 0.4"),
        words(INSIDE, "opacity = 0.9"),
    ),
    "white letters, with an outline on a pale picture": (
        "W312",
        SPECKLED.replace("night", "day") + words(INSIDE, 'colour = "white"', 'outline = "0.1 black"'),
        SPECKLED.replace("night", "day") + words(INSIDE, 'colour = "white"', 'outline = "0.4 black"'),
    ),
    "letters that are not quite large": (
        "W312",
        words(INSIDE, 'colour = "#888888"', "size = 17"),
        words(INSIDE, 'colour = "#888888"', "size = 18"),
    ),
    "letters that are not quite large and bold": (
        "W312",
        words(INSIDE, 'colour = "#888888"', "size = 13", 'font = "bold"'),
        words(INSIDE, 'colour = "#888888"', "size = 14", 'font = "bold"'),
    ),
    "letters in the middle of a star that crosses itself": (
        "W312",
        STAR + 'rule = "nonzero"\n' + words("x = 29", "y = 43", says='"ab"'),
        STAR + 'rule = "evenodd"\n' + words("x = 29", "y = 43", says='"ab"'),
    ),
    "letters along a curve": (
        "W312",
        GROUND + words(INSIDE, 'colour = "#909090"', "curve = 40"),
        GROUND + words(INSIDE, 'colour = "black"', "curve = 40"),
    ),
    "a band that ends on the cut": (
        "W313",
        rectangle(box(0, 20, 63, 10), 'fill = "black"'),
        rectangle(box(0, 20, 63, 10), 'fill = "black"', "bleed = true"),
    ),
    "a band that ends nearly on the cut": (
        "W313",
        rectangle(box(0.2, 20, 30, 10), 'fill = "black"'),
        rectangle(box(1, 20, 30, 10), 'fill = "black"'),
    ),
    "a band that is turned onto the cut": (
        "W313",
        rectangle(box(40, 20, 23, 10), 'fill = "black"', "twice = true"),
        rectangle(box(40, 20, 23, 10), 'fill = "black"', "twice = true", "bleed = true"),
    ),
    "a picture that ends on the cut": (
        "W313",
        element("image", 'file = "art/night.png"'),
        element("image", 'file = "art/night.png"', "bleed = true"),
    ),
    "a path that ends on the cut": (
        "W313",
        element("path", 'd = "M0,62 C12,54 22,70 33,62 S54,54 63,62 V88 H0 Z"', 'fill = "black"'),
        element("path", 'd = "M0,62 C12,54 22,70 33,62 S54,54 63,62 V88 H0 Z"', 'fill = "black"', "bleed = true"),
    ),
    "a thin line": (
        "W314",
        element("line", INSIDE, "x2 = 50", "stroke_width = 0.19"),
        element("line", INSIDE, "x2 = 50", "stroke_width = 0.2"),
    ),
    "a thin frame": (
        "W314",
        rectangle(box(5, 5, 20, 20), 'stroke = "black"', "stroke_width = 0.1"),
        rectangle(box(5, 5, 20, 20), 'stroke = "black"', "stroke_width = 0.25"),
    ),
    "a thin rectangle": (
        "W314",
        rectangle(box(5, 5, 20, 0.15), 'fill = "black"'),
        rectangle(box(5, 5, 20, 0.25), 'fill = "black"'),
    ),
    "a picture with pixels enough across but not down": (
        "W311",
        element("image", 'file = "art/small.png"', 'mode = "stretch"', box(10, 20, 5, 40)),
        element("image", 'file = "art/small.png"', 'mode = "stretch"', box(10, 20, 5, 8)),
    ),
    "words below a panel": ("W315", words(INSIDE) + COVER, words(INSIDE) + COVER.replace('"white"', '"#ffffff80"')),
    "an icon below a panel": (
        "W315",
        element("icon", 'icon = "raven"', box(20, 25, 20, 20)) + COVER,
        element("icon", 'icon = "raven"', box(20, 5, 20, 20)) + COVER,
    ),
    "words below a picture": (
        "W315",
        words(INSIDE) + SPECKLED,
        words(INSIDE) + SPECKLED + "opacity = 0.1\n",
    ),
    "a tag that is not markup": ("W316", words(INSIDE, says='"<u>all</u>"'), words(INSIDE, says='"<b>all</b>"')),
    "a tag without a partner": ("W316", words(INSIDE, says='"<b>all"'), words(INSIDE, says='"3 < 5 <b>all</b>"')),
    "a tag that is meant": ("W316", words(INSIDE, says='"<foo>"'), words(INSIDE, says=r"'\<foo>'")),
}  # fmt: skip


@pytest.fixture
def art(write: Writer) -> Writer:
    """Pictures of a project: 100 pixels square, and two as large as a card."""
    write("art/small.png", photograph(100, 100))
    for name, colour in (("night", "#10121a"), ("day", "#e8ecf2")):
        picture = Image.new("RGB", (800, 1100), colour)
        picture.paste("#808080", (100, 100, 110, 110))
        stored = io.BytesIO()
        picture.save(stored, "PNG")
        write(f"art/{name}.png", stored.getvalue())
    return write


@pytest.mark.parametrize("case", PROVOKED_AND_CURED)
def test_each_warning_is_given_and_no_other_and_goes_with_its_cause(art: Writer, case: str) -> None:
    code, provoked, cured = PROVOKED_AND_CURED[case]
    assert codes(told(art, BLANK + provoked)) == [code]
    assert codes(told(art, BLANK + cured)) == []


@pytest.mark.parametrize("case", PROVOKED_AND_CURED)
def test_each_warning_is_silenced_by_its_element_and_by_its_template(art: Writer, case: str) -> None:
    code, provoked, _ = PROVOKED_AND_CURED[case]
    silenced = provoked.replace("[elements.it]\n", f'[elements.it]\nignore = ["{code}"]\n')
    assert codes(told(art, BLANK + silenced)) == []
    assert codes(told(art, f'ignore = "{code}"\n' + BLANK + provoked)) == []
    assert codes(told(art, 'ignore = "W317 W318"\n' + BLANK + provoked)) == [code]


# What is meant, and no mistake.

LEFT_ALONE = {
    "an index at three millimetres": words("x = 3", "y = 3", "twice = true"),
    "a frame near all edges": rectangle(box(2, 2, 59, 84), 'stroke = "black"'),
    "an emblem that runs out of the bleed": element("icon", 'icon = "raven"', box(-10, 30, 40, 40)),
    "an emblem as large as the card": element("icon", 'icon = "raven"', box(1, 10, 61, 61)),
    "a ground below a picture": GROUND.replace(".ground", ".paper") + SPECKLED,
    "a scrim that has faded where it ends on the cut": rectangle(
        box(0, 20, 63, 40), 'fill = "linear(0, clear, black, clear)"'
    ),
    "a corner that touches the cut in a point": element(
        "polygon", 'points = "0,10 10,0 20,10 10,20"', "x = 0", "y = 20", 'fill = "black"'
    ),
    "a white box that ends on the cut of white paper": rectangle(box(0, 20, 63, 10), 'fill = "white"'),
    "a box in the bleed alone": rectangle(box(63.5, 0, 1, 88), 'fill = "black"'),
    "the line below the head of a table": words(INSIDE, says="'''\n| a | b |\n|--|--|\n| 1 | 2 |'''"),
    "a dark speck below one of many letters": GROUND.replace("#8a8a8a", "white")
    + rectangle(box(5, 30, 1.5, 4), 'fill = "black"', name="speck")
    + words(INSIDE, says='"a dozen words of which one letter lies on a speck"'),
    "an icon without a size in the middle of a box": rectangle(box(5, 30, 1, 1), 'fill = "black"', name="below")
    + element("icon", 'icon = "raven"', box(5, 30.5, 1, 0)),
    "a picture without a width in the middle of a box": rectangle(box(5, 30, 1, 1), 'fill = "black"', name="below")
    + element("image", 'file = "art/night.png"', 'mode = "stretch"', box(5.5, 25.5, 0, 10)),
    "a glow around an emblem without a size": element("icon", 'icon = "raven"', 'glow = "2 red"', box(20, 25, 0, 0)),
    "words seen through a panel that is multiplied": words(INSIDE) + COVER + 'blend = "multiply"\n',
    "an emblem seen through a slit": element("icon", 'icon = "raven"', box(20, 25, 20, 20))
    + rectangle(box(15, 20, 11, 30), 'fill = "white"', name="left")
    + rectangle(box(27, 20, 20, 30), 'fill = "white"', name="right"),
    "words under a panel that is left out": words(INSIDE) + COVER + "when = false\n",
}


@pytest.mark.parametrize("case", LEFT_ALONE)
def test_nothing_is_said_of_what_is_meant(art: Writer, case: str) -> None:
    assert codes(told(art, BLANK + LEFT_ALONE[case])) == []


def test_one_cause_is_told_once_at_its_place_with_the_first_card_and_the_number_of_others(art: Writer) -> None:
    (pale,) = told(art, BLANK + words(INSIDE, 'colour = "#999999"'))
    assert (pale.where, pale.field) == ("templates/g/front.toml:12:1", "colour")
    assert pale.message.startswith("'it' has a contrast of 2.8 to 1 against what is behind it")
    assert pale.message.endswith("(fox and 1 other card)")


def test_a_coarse_picture_is_told_at_the_cell_that_names_it(art: Writer) -> None:
    cards = "game,id,art\ng,fox,art/night.png\ng,owl,art/small.png\n"
    (coarse,) = told(art, BLANK + element("image", 'file = "{{ art }}"', box(5, 5, 20, 20)), cards=cards)
    assert (coarse.code, coarse.where, coarse.field) == ("W311", "cards.csv:3:7", "art")
    assert "(100 x 100 pixels) at only 127 dpi" in coarse.message
    assert "236 x 236 pixels" in coarse.hint


def test_coarse_pictures_of_one_element_are_told_once(art: Writer, write: Writer) -> None:
    art_folder = write("cards.csv", "") / "art"
    (art_folder / "other.png").write_bytes((art_folder / "small.png").read_bytes())
    cards = "game,id,art\ng,fox,art/small.png\ng,owl,art/other.png\ng,cat,art/other.png\n"
    front = BLANK + element("image", 'file = "{{ art }}"', box(5, 5, 20, 20))
    (coarse,) = told(art, front, cards=cards)
    assert coarse.where == "cards.csv:2:7"
    assert coarse.message.endswith("at only 127 dpi (fox; 2 other cards likewise, with other pictures)")


def test_a_tag_is_told_once_at_the_first_cell_with_what_was_probably_meant(art: Writer) -> None:
    cards = "game,id,text\ng,fox,An <u>oak</u>\ng,owl,<u>Elm</u>\ng,ant,<b>Ash</b>\n"
    (tag,) = told(art, BLANK + words(INSIDE), cards=cards)
    assert (tag.where, tag.field) == ("cards.csv:2:7", "text")
    assert tag.message == "fox: text of 'it': <u> is not markup, so it is printed as it is, and on 1 other card"
    assert tag.hint.startswith("Did you mean <b>?")


def test_content_keeps_away_from_a_round_corner(write: Writer) -> None:
    """An icon 4 mm from both edges: its corner is beyond an arc of 17 mm inside the cut, and not one of 1 mm."""
    icon = element("icon", 'icon = "raven"', box(4, 4, 4, 4))
    assert codes(told(write, "radius = 20\n" + icon)) == ["W308"]
    assert codes(told(write, "radius = 4\n" + icon)) == []


@pytest.mark.parametrize(("size", "safe"), [("poker", 3), ("chit", 1.905)])
def test_content_stays_three_millimetres_away_from_the_cut_and_a_tenth_on_small_pieces(
    write: Writer, size: str, safe: float
) -> None:
    front = f'size = "{size}"\n[fonts]\nbody = "Crimson Text"\n'
    middle = 'text = "l"\nsize = 5\nwidth = 9\ny = 9\n'
    assert codes(told(write, front + element("text", f"x = {safe - 0.05}", middle))) == ["W308"]
    assert codes(told(write, front + element("text", f"x = {safe}", middle))) == []
    assert codes(told(write, "safe = 0\n" + front + element("text", "x = 0.5", middle))) == []


# What is said between cards.

MIDDLE = element("text", 'text = "{{ id }}"', INSIDE, "width = 40", "height = 10")
SYMMETRIC = BLANK + element("icon", 'icon = "raven"', box(10, 10, 20, 20), "twice = true")
LOPSIDED = BLANK + element("icon", 'icon = "raven"', box(10, 10, 20, 20))


def test_a_shared_back_with_a_right_way_up_is_told(write: Writer) -> None:
    (marked,) = told(write, BLANK + MIDDLE, LOPSIDED)
    assert (marked.code, marked.where) == ("W317", "templates/g/back.toml:1:1")
    assert "fox and 1 other card" in marked.message
    assert codes(told(write, BLANK + MIDDLE, SYMMETRIC)) == []
    assert codes(told(write, BLANK + MIDDLE, 'ignore = "W317"\n' + LOPSIDED)) == []


@pytest.mark.usefixtures("empty_cache")
def test_a_back_that_has_no_right_way_up_is_known_until_its_icon_is_another(
    write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[int] = []

    def faces_painted(faces: Sequence[Face], *others: Any) -> bytes:
        painted.append(len(faces))
        return faces_pdf(faces, *others)

    monkeypatch.setattr("proofdeck.paper.ink.raster.faces_pdf", faces_painted)
    square = '<svg viewBox="0 0 9 9"><path d="M{0} {0}H9V9H{0}z"/></svg>'
    write("templates/g/icons/mine.svg", square.format(0))
    write("templates/g/front.toml", BLANK + MIDDLE)
    write("templates/g/back.toml", BLANK + element("icon", 'icon = "mine"', box(-20, -20, 103, 128)))
    root = write("cards.csv", CARDS)

    def found() -> list[str]:
        problems = Problems()
        project = load_project(root, problems)
        made = lay_out(project, project.games["g"], Options(), problems)
        check_print(made, problems)
        return codes(problems)

    assert (found(), found(), painted) == ([], [], [1])
    write("templates/g/icons/mine.svg", square.format(4))
    assert (found(), found(), painted) == (["W317"], ["W317"], [1, 1])


def test_a_small_mark_in_one_corner_of_a_back_is_enough(write: Writer) -> None:
    mark = rectangle(box(5, 5, 2, 2), 'fill = "black"', name="mark")
    assert codes(told(write, BLANK + MIDDLE, SYMMETRIC + mark)) == ["W317"]
    assert codes(told(write, BLANK + MIDDLE, SYMMETRIC + mark + "twice = true\n")) == []


def test_a_back_may_have_a_right_way_up_where_it_tells_nothing(write: Writer) -> None:
    """One for each card, or of copies of one card, or of a round piece that has no way up."""
    one_each = LOPSIDED.replace('"raven"', '"{{ icon }}"')
    assert codes(told(write, BLANK + MIDDLE, one_each)) == []
    assert codes(told(write, BLANK + MIDDLE, LOPSIDED, cards="game,id,quantity\ng,fox,4\n")) == []
    round_ones = BLANK.replace('"poker"', '"token"')
    token = element("text", 'text = "{{ id }}"', "size = 5", box(8, 8, 9, 9))
    emblem = element("icon", 'icon = "raven"', box(8, 8, 9, 9))
    assert codes(told(write, round_ones + token, round_ones + emblem)) == []


SUITS = "game,id,suit,value\ng,one,first,1\ng,two,second,1\n"


def two_suits(first: str, second: str, *more: str) -> str:
    return BLANK + (
        f"[colours]\nsuit = \"{{{{ '{first}' if suit == 'first' else '{second}' }}}}\"\n"
        + element("text", 'text = "{{ value }}"', "size = 30", 'colour = "suit"', INSIDE)
        + "".join(more)
    )


@pytest.mark.parametrize(
    ("first", "second", "who"),
    [
        ("#8f3419", "#4d661e", "deuteranopia"),
        ("#c02020", "#1d1d00", None),
        ("#20507f", "#205848", "tritanopia"),
        ("#0072b2", "#d55e00", None),
    ],
)
def test_suits_that_colour_blind_players_cannot_tell_apart_are_told(
    write: Writer, first: str, second: str, who: str | None
) -> None:
    problems = told(write, two_suits(first, second), cards=SUITS)
    assert codes(problems) == ["W318"] * (who is not None)
    for problem in problems:
        assert f"nearly the same with {who}" in problem.message
        assert (problem.where, problem.field) == ("cards.csv:3:7", "suit")
        assert "'first' and 'second' differ only in colours (one, two)" in problem.message


@pytest.mark.parametrize(("second", "alike"), [("#d23000", True), ("#00386b", False)])
def test_a_grey_edition_names_suits_that_become_the_same_grey(write: Writer, second: str, alike: bool) -> None:
    """Blue and an equally bright red, which everybody can tell apart, and a dark blue."""
    front = two_suits("#0072b2", second)
    assert codes(told(write, front, cards=SUITS)) == []
    problems = told(write, front, cards=SUITS, ink="grey")
    assert codes(problems) == ["W318"] * alike
    assert all("that are nearly the same in grey" in problem.message for problem in problems)


def test_suits_that_are_told_apart_by_more_than_colours_may_have_any(write: Writer) -> None:
    emblem = element("icon", "icon = \"{{ 'raven' if suit == 'first' else 'dragon-hook' }}\"", box(20, 50, 20, 20))
    emblem = emblem.replace("elements.it", "elements.emblem")
    alike = two_suits("#8f3419", "#4d661e", emblem)
    assert codes(told(write, alike, cards=SUITS)) == []
    assert codes(told(write, 'ignore = "W318"\n' + two_suits("#8f3419", "#4d661e"), cards=SUITS)) == []
    one_suit = SUITS.replace("second", "first")
    assert codes(told(write, two_suits("#8f3419", "#4d661e"), cards=one_suit)) == []


def test_a_picture_with_a_tint_differs_from_one_without_as_its_tint_does_from_black(art: Writer) -> None:
    emblem = element("image", 'file = "art/night.png"', box(5, 5, 20, 20), 'tint = "{{ tint }}"')
    for tint, expected in (("#000022", ["W318"]), ("#c04040", [])):
        cards = f"game,id,suit,tint\ng,one,first,\ng,two,second,{tint}\n"
        assert codes(told(art, BLANK + emblem, cards=cards)) == expected


# Whole projects.


def test_nothing_is_said_of_the_gallery() -> None:
    problems = Problems()
    project = load_project(GALLERY, problems)
    for game in project.games.values():
        check_print(lay_out(project, game, Options(), problems), problems)
    assert not problems


def test_check_and_build_warn_and_build_goes_on(write: Writer) -> None:
    write("templates/g/back.toml", BLANK)
    write("templates/g/front.toml", BLANK + words(INSIDE, 'colour = "#999999"'))
    root = write("cards.csv", CARDS)
    assert codes(check(root, [])) == ["W312"]
    built = build(root, [], Options())
    assert codes(built.problems) == ["W312"]
    assert any(output.path.suffix == ".pdf" for output in built.outputs)


def wordless(marks: Iterable[Mark]) -> Iterator[Mark]:
    for mark in marks:
        if isinstance(mark, Turned | Group):
            yield replace(mark, marks=tuple(wordless(mark.marks)))
        elif isinstance(mark, Halo):
            if members := tuple(member for member in mark.marks if not isinstance(member, TextRun)):
                yield replace(mark, marks=members)
        elif not isinstance(mark, TextRun):
            yield mark


def test_the_ground_of_words_is_worked_out_as_pdfium_paints_it() -> None:
    """At points a few millimetres apart; those on an edge, which is smooth on one of both, are the few that differ."""
    dpi, problems = 200.0, Problems()
    project = load_project(GALLERY, problems)
    made = lay_out(project, project.games["gallery"], Options(), problems)
    faces = [replace(item.front, marks=tuple(wordless(item.front.marks))) for item in made.items]
    sizes = [pixels_of(face.size, dpi) for face in faces]
    for number, pixels in rasterise(faces_pdf(faces, made.supplies, dpi), sizes, dpi, bare_pixels):
        layers, wide = [*layers_of(faces[number].marks, made.supplies)], sizes[number][0]
        differing = 0
        points = [((x + 0.5) * 63 / 40, (y + 0.5) * 88 / 56) for x in range(40) for y in range(56)]
        for x, y in points:
            start = 3 * (int(y / 25.4 * dpi) * wide + int(x / 25.4 * dpi))
            painted = [part / 255 for part in pixels[start : start + 3]]
            worked_out = seen(layers, x, y).colour
            differing += max(abs(one - other) for one, other in zip(worked_out, painted, strict=True)) > 0.06
        assert differing / len(points) < 0.03, made.items[number].label


def test_a_layer_that_is_even_in_a_box_looks_the_same_at_each_point_of_it() -> None:
    problems, chance = Problems(), random.Random(1)
    project = load_project(GALLERY, problems)
    made = lay_out(project, project.games["gallery"], Options(), problems)
    even = 0
    for layer in (layer for item in made.items for layer in layers_of(item.front.marks, made.supplies)):
        for _ in range(20):
            box = Box(chance.uniform(-2, 60), chance.uniform(-2, 85), chance.uniform(0.2, 6), chance.uniform(0.2, 6))
            if layer.is_even_in(box):
                even += 1
                places = [(chance.uniform(box.x, box.right), chance.uniform(box.y, box.bottom)) for _ in range(20)]
                assert len({layer.at(*place) for place in [*box.corners, *places]}) == 1
    assert even > 100, even


def test_what_is_found_of_an_element_depends_on_what_is_below_and_above_it(write: Writer) -> None:
    """One panel is below the words of the fox and above those of the owl, and the hen has none."""
    panel = rectangle(box(-2, -2, 67, 92), 'fill = "#202020"')
    below, above = (
        f"{panel.replace('it', name, 1)}when = \"{{{{ id == '{card}' }}}}\"\n"
        for name, card in (("below", "fox"), ("above", "owl"))
    )
    write("templates/g/front.toml", BLANK + below + words(INSIDE) + above)
    write("templates/g/back.toml", BLANK)
    cards = "game,id,text\n" + "".join(f"g,{card},Steals\n" for card in ("fox", "owl", "hen"))
    project = load_project(write("cards.csv", cards), Problems())
    made = lay_out(project, project.games["g"], Options(), Problems())
    template = made.templates["front", ""]
    assert template is not None
    of = {item.label: [one.code for one in findings(item.front, template, made.supplies)] for item in made.items}
    assert of == {"fox": ["W312"], "owl": ["W315"], "hen": []}


@pytest.mark.usefixtures("empty_cache")
def test_a_face_without_a_fault_is_looked_at_once_and_again_when_anything_counts_that_did_not(
    write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def watched(face: Face, *others: Any) -> Iterator[Finding]:
        looked.append(face.text)
        return findings(face, *others)

    monkeypatch.setattr("proofdeck.paper.deck.preflight.findings", watched)
    write("cards.csv", "game,id,text\nzoo,fox,fine\nzoo,owl,fine too\n")
    front = '[fonts]\nbody = "Crimson Text"\n' + words("x = 5", "y = 8")
    root = write("templates/zoo/front.toml", front)
    write("templates/zoo/back.toml", "")

    def again() -> list[str]:
        looked.clear()
        project = load_project(root, Problems())
        problems = Problems()
        check_print(lay_out(project, project.games["zoo"], Options(), problems), problems)
        assert bool(problems) == ("safe" in (root / "templates/zoo/front.toml").read_text())
        return looked

    assert again() == ["fine", "fine too"]
    assert again() == []
    write("cards.csv", "game,id,text\nzoo,fox,fine\nzoo,owl,better\n")
    assert again() == ["better"]
    write("templates/zoo/front.toml", f"safe = 7\n{front}")
    assert again() == ["fine", "better"]
    assert again() == []


@pytest.mark.usefixtures("empty_cache")
def test_every_face_is_looked_at_again_when_an_icon_on_it_is_another(write: Writer) -> None:
    square = '<svg viewBox="0 0 9 9"><path d="M{0} {0}H9V9H{0}z"/></svg>'
    write("templates/g/icons/mine.svg", square.format(0))
    ground = element("icon", 'icon = "mine"', box(-20, -20, 103, 128)).replace("it", "ground", 1)
    write("templates/g/front.toml", BLANK + ground + words(INSIDE, 'colour = "#333333"'))
    write("templates/g/back.toml", BLANK)
    root = write("cards.csv", CARDS)

    def found() -> list[str]:
        problems = Problems()
        project = load_project(root, problems)
        check_print(lay_out(project, project.games["g"], Options(), problems), problems)
        return [problem.message[-22:] for problem in problems]

    assert found() == found() == ["(fox and 1 other card)"]
    write("templates/g/icons/mine.svg", square.format(8))
    assert found() == []

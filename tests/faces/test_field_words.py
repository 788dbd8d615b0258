"""Words of other tools: each is either taken for the documented word, or answered with what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from materials import supplies_in

from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.faces import field_words
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.elements.grid import GRID_KEY
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.layout import Copy, faces_of
from proofdeck.paper.faces.template import load_template
from proofdeck.paper.faces.template_files import TOP_LEVEL
from proofdeck.source.cards.deck import Card

HERE = Path(__file__).parent
BOX = "x = 5\ny = 6\nwidth = 40\nheight = 30\n"
FONTS = '[fonts]\nbody = "Crimson Text"\n'
LINE = 'stroke = "#112233"\n'
PLAIN = {
    "rectangle": BOX + LINE,
    "ellipse": BOX + LINE,
    "polygon": BOX + LINE + "sides = 3\n",
    "path": BOX + LINE + 'd = "M0,0 L10,0 L0,5 L10,5 Z M1,1 L9,9 L1,9 Z"\nfill = "#eeeeee"\n',
    "line": "x2 = 30\ny2 = 40\n" + LINE,
    "text": BOX + 'text = "a long hyphenation of words, hyphenated by extraordinary understanding"\nmin_size = 2\n',
    "icon": BOX + 'icon = "raven"\n',
    "image": BOX + 'file = "bad/drawn.svg"\n',
    "barcode": BOX + 'code = "Fox-12"\n',
    "qr": BOX + 'code = "Fox-12"\n',
    "grid": BOX + 'cells = "x x"\nkey = {x = {fill = "#112233"}}\n',
}
"""An element of each type that can be seen."""
VALUES = {
    **dict.fromkeys(("x", "y", "width", "height"), "11"),
    **dict.fromkeys(("fill", "stroke", "colour"), '"#aa3344"'),
    "when": "false",
    "opacity": "0.5",
    "blend": '"multiply"',
    "shadow": '"1 1 1 #000000"',
    "label": '"words"',
    "label_colour": '"#aa3344"',
    "stroke_width": "1.5",
    "dash": '"2 1"',
    "corner": "3",
    "sides": "5",
    "view": '"30 20"',
    "rule": '"evenodd"',
    "size": "12",
    "lines": "1",
    "min_size": "9",
    "text": '"Wolf"',
    "align": '"justify"',
    "valign": '"bottom"',
    "hyphenate": "true",
    "gap": "4",
    "icon": '"wolf-head"',
    "file": '""',
    "mode": '"stretch"',
    "mask": '"diamond"',
    "key": '{x = {fill = "#445566"}}',
}
"""For each option that has another word, a value that shows."""
TAKEN = [(kind or "rectangle", word, key) for kind, words in field_words.TAKEN.items() for word, key in words.items()]
CURED = [(kind or "polygon", word) for kind in field_words.CURES for word in field_words.CURES[kind]]


def drawn(toml: str, tmp_path: Path) -> tuple[Face, list[Problem]]:
    """The face of one card, and what was told."""
    path = tmp_path / "front.toml"
    path.write_text(toml, encoding="utf-8")
    problems = Problems()
    template = load_template(path, [(tmp_path, "templates")], problems)
    assert template is not None
    supplies = supplies_in(HERE)
    card = Card("game", "wolf", "Wolf", "", None, 1, {"id": "wolf"}, {})
    (face,) = faces_of(template, supplies, "front", {}, [Copy(card, 1, 1)], problems)
    return face, [problem for problem in problems if problem.code not in {"W310", "E301"}]


def element(kind: str, *lines: str) -> str:
    """A template with one element; a line in `lines` replaces that key of the plain element."""
    keys = {line.split(" = ")[0] for line in lines}
    plain = [line for line in PLAIN[kind].splitlines() if line.split(" = ")[0] not in keys]
    return "\n".join([FONTS, "[elements.one]", f'type = "{kind}"', *plain, *lines])


@pytest.mark.parametrize(("kind", "word", "key"), TAKEN, ids=[f"{kind}-{word}" for kind, word, _ in TAKEN])
def test_a_word_that_is_taken_draws_the_same_as_the_documented_one(
    kind: str, word: str, key: str, tmp_path: Path
) -> None:
    if kind == "cell":
        grids = [element("grid", f"key = {{x = {{{name} = {VALUES[key]}, stroke = 'black'}}}}") for name in (key, word)]
        if key in {"colour", "stroke"}:
            grids = [grid.replace(", stroke = 'black'", ", icon = 'raven'") for grid in grids]
        (expected, _), (face, told) = (drawn(grid, tmp_path) for grid in grids)
    else:
        before = {"min_size": ["height = 8"], "label_colour": ["label = 'x'"]}.get(key, [])
        without = drawn(element(kind, *before), tmp_path)[0]
        expected = drawn(element(kind, *before, f"{key} = {VALUES[key]}"), tmp_path)[0]
        bare = element(kind, *before, f"{key} = 0").replace(f"{key} = 0", f"{word} = {VALUES[key]}")
        face, told = drawn(bare, tmp_path)
        assert expected.marks != without.marks
    assert (face.marks, told) == (expected.marks, [])


@pytest.mark.parametrize(("kind", "word"), CURED, ids=[f"{kind}-{word}" for kind, word in CURED])
def test_a_word_that_could_mean_several_things_is_answered_with_what_to_write(
    kind: str, word: str, tmp_path: Path
) -> None:
    toml = element("grid", f"key = {{x = {{{word} = 1}}}}") if kind == "cell" else element(kind, f"{word} = 1")
    (problem,) = drawn(toml, tmp_path)[1]
    assert problem.hint == {**field_words.CURES[""], **field_words.CURES[kind]}[word]


@pytest.mark.parametrize("word", field_words.KINDS)
def test_a_type_that_is_taken_draws_the_same_as_the_documented_one(word: str, tmp_path: Path) -> None:
    kind = field_words.KINDS[word]
    expected, _ = drawn(element(kind), tmp_path)
    face, told = drawn(element(kind).replace(f'"{kind}"', f'"{word}"'), tmp_path)
    assert (face.marks, told) == (expected.marks, [])
    assert face.marks


@pytest.mark.parametrize("word", field_words.KIND_CURES)
def test_a_type_that_is_not_there_is_answered_with_what_to_write(word: str, tmp_path: Path) -> None:
    _, (problem,) = drawn(f'[elements.one]\ntype = "{word}"\n', tmp_path)
    assert problem.code == "E207"
    assert problem.hint.startswith(f"{field_words.KIND_CURES[word]} Types: ")


def test_every_value_of_another_tool_means_one_that_is_documented() -> None:
    options = {name: option for kind in ELEMENTS.values() for name, option in kind.items()}
    meant = {(key, word): options[key].parse(word) for key, words in field_words.VALUES.items() for word in words}
    assert meant == {(key, word): to for key, words in field_words.VALUES.items() for word, to in words.items()}
    assert all(options[key].parse(to) == to for key, words in field_words.VALUES.items() for to in words.values())


def test_every_word_at_the_top_of_a_template_is_taken_or_answered(tmp_path: Path) -> None:
    wanted = {
        "radius": "4",
        "outline": '"ellipse"',
        "size": '"token"',
        "safe": "1",
        "colours": "{ink = '#12'}",
        "fonts": "{x = 1}",
        "elements": "{one = 1}",
    }
    usual, _ = drawn("", tmp_path)
    for word, key in field_words.TOP.items():
        expected = drawn(f"{key:16} = {wanted[key]}", tmp_path)
        face, told = drawn(f"{word:16} = {wanted[key]}", tmp_path)
        assert (face, told) == expected, word
        assert told or face != usual or key == "safe", word
    for word, cure in field_words.TOP_CURES.items():
        _, (problem,) = drawn(f"{word} = 1", tmp_path)
        assert (problem.code, problem.hint) == ("E203", cure)


def test_words_do_not_hide_what_is_documented_and_lead_to_it() -> None:
    for kind, words in field_words.TAKEN.items():
        options = GRID_KEY if kind == "cell" else ELEMENTS[kind or "rectangle"]
        assert not set(words) & set(options), kind
        assert set(words.values()) <= set(options) | {"blend", "shadow"}, kind
        assert not set(field_words.CURES[kind]) & (set(words) | set(options)), kind
    assert not set(field_words.KINDS) & set(ELEMENTS)
    assert set(field_words.KINDS.values()) <= set(ELEMENTS)
    assert not set(field_words.TOP) & set(TOP_LEVEL)


@pytest.mark.parametrize("word", ["fontSize", "font-size", "Font_Size", "FONT_SIZE"])
def test_words_are_taken_however_they_are_spelled(word: str, tmp_path: Path) -> None:
    face, told = drawn(element("text", f"{word} = 12"), tmp_path)
    assert (face.marks, told) == (drawn(element("text", "size = 12"), tmp_path)[0].marks, [])


def test_another_word_overrides_the_documented_one_of_the_template_that_is_extended(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(element("text", "colour = 'red'", "size = 12"), encoding="utf-8")
    nearer = "extends = 'base.toml'\n[elements.one]\ncolor = '#00ff00'\n"
    face, told = drawn(nearer, tmp_path)
    assert (face.marks, told) == (drawn(element("text", "colour = '#00ff00'", "size = 12"), tmp_path)[0].marks, [])


def test_the_same_option_in_two_words_is_refused(tmp_path: Path) -> None:
    _, (problem,) = drawn(element("text", "colour = 'black'", "color = 'white'"), tmp_path)
    assert problem.code == "E208"
    assert problem.message == "'color' is another word for 'colour', which the element has too"


@pytest.mark.parametrize(
    ("written", "wide", "high"),
    [
        *(("63x88", 63, 88), ("63 x 88mm", 63, 88), ("6.3×8.8cm", 63, 88), ("2.5x3.5in", 63.5, 88.9)),
        *(("2.5in x 3.5in", 63.5, 88.9), ("750x1050px", 63.5, 88.9), ("Poker-US", 63.5, 88.9)),
    ],
)
def test_a_size_may_be_one_text_in_any_unit(written: str, wide: float, high: float, tmp_path: Path) -> None:
    face, told = drawn(f'size = "{written}"\n', tmp_path)
    assert told == []
    assert (face.size.width, face.size.height) == pytest.approx((wide, high))


@pytest.mark.parametrize("written", ["2x88", "63x1001", "63in x 88mm", "63", "63x88feet"])
def test_a_size_that_cannot_be_cut_is_refused(written: str, tmp_path: Path) -> None:
    _, (problem,) = drawn(f'size = "{written}"\n', tmp_path)
    assert (problem.code, problem.line, problem.field) == ("E205", 1, "size")

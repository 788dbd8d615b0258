"""Whatever the files hold, a build ends with PDFs that open or with problems that say why: never with a traceback.

Most cases stop before ink (`check`), because that is where files are read; `build` goes to the end for some of each
kind. `PROOFDECK_FUZZ=10 pytest tests/making/test_fuzz.py` tries ten times as many cases, and other ones each time.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from bounded import bounded
from hypothesis import example, given
from hypothesis import strategies as st
from mishaps import MISHAPS, Mishaps, cases, mangled

from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problem, ProofdeckError, has_errors
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.inheritance import FOR_ALL
from proofdeck.source.project.request import Built, Options

CARDS = """game,id,name,kind,value,quantity,quantity_2,text,icon,season
# a note
g,fox,Red Fox,creature,3,2,1,"**Bold** :raven: and *italic*
a second line",fox,autumn
g,oak,"The ""Old"" Oak",place,5,1,,"1 < 2 | a\\\\b",pine-tree,
"""

TEMPLATE = """
size = "mini"
bleed = 2
safe = 2.5
collate = true
[fonts]
body = "Crimson Text"
title = {family = "Cinzel", weight = 700}
[colours]
accent = "{{ tones[season or 'none'] }}"
gilt = "linear(60, #ecd79d, accent)"
[icons]
beast = "fox"
[data.tones]
autumn = "#a3501d"
none = "#333"
[elements.ground]
type = "rectangle"
bleed = true
fill = "radial(#fff, #eee)"
[elements.rule]
type = "line"
x = 3
y = 9
x2 = "{{ 20 + value | int }}"
dash = "1 0.5"
[elements.disc]
type = "ellipse"
width = 8
height = 8
fill = "accent"
opacity = 0.5
twice = true
[elements.star]
type = "polygon"
sides = 5
inner = 0.4
x = 30
y = 2
width = 9
height = 9
angle = 12
fill = "spot(Gold, #c9a227)"
stroke = "gilt"
[elements.name]
type = "text"
text = "{{ name | upper }}"
font = "title"
size = 10
min_size = 5
x = 4
y = 12
width = 36
height = 8
align = "center"
valign = "middle"
[elements.body]
type = "text"
when = "{{ text }}"
text = "{{ text }}"
size = 8
min_size = 4
fit = "deck"
x = 4
y = 34
width = 36
height = 26
align = "justify"
tracking = 0.02
[elements.emblem]
type = "icon"
icon = "{{ icon }}"
colour = "accent"
x = 14
y = 20
width = 12
height = 12
[elements.pips]
type = "icon"
icon = "beast"
at = "0,0 0.5,1"
size = 3
flip = true
x = 4
y = 22
width = 8
height = 8
[elements.art]
type = "image"
file = "{% if season %}art.png{% endif %}"
ignore = "W311"
mode = "contain"
focus = "0.5,0.3"
x = 30
y = 20
width = 10
height = 10
[elements.map]
type = "grid"
cells = "x . / . @"
gap = 0.5
x = 30
y = 30
width = 9
height = 9
[elements.map.key]
x = {fill = "accent", corner = 0.5}
"@" = {icon = "{{ icon }}", colour = "accent", stroke = "black"}
"""

BACK = 'size = "mini"\nbleed = 2\n[elements.ground]\ntype = "rectangle"\nbleed = true\nfill = "#224"\n'

PLAIN_TEMPLATE = """
size = "mini"
[fonts]
body = "Alegreya Sans"
[elements.name]
type = "text"
text = "{{ name }}"
size = 9
min_size = 4
x = 3
y = 3
width = 38
height = 10
[elements.body]
type = "text"
text = "{{ text }}"
size = 8
min_size = 4
x = 3
y = 14
width = 38
height = 45
align = "justify"
"""


class Bench:
    """One project folder, filled anew for each case."""

    def __init__(self, root: Path) -> None:
        from PIL import Image

        self.root = root
        self.output = root / "output"
        (root / "templates" / "g").mkdir(parents=True)
        (root / "templates" / "g" / "back.toml").write_text(BACK)
        Image.new("RGB", (8, 6), "red").save(root / "art.png")

    def fill(self, cards: str | bytes = CARDS, front: str | bytes = TEMPLATE) -> Bench:
        for name, content in (("cards.csv", cards), ("templates/g/front.toml", front)):
            data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
            (self.root / name).write_bytes(data)
        return self

    def check(self) -> list[Problem]:
        """The problems. Anything raised but ProofdeckError ends the test."""
        try:
            return check(self.root, [])
        except ProofdeckError as error:
            return list(error.problems)

    def build(self) -> None:
        """With errors nothing is written; what is written opens; nothing half-written stays."""
        shutil.rmtree(self.output, ignore_errors=True)
        try:
            built = build(self.root, [], Options(papers=("a4",), cache=False))
        except ProofdeckError as error:
            built = Built(problems=list(error.problems))
        assert built.outputs or built.problems
        assert not has_errors(built.problems) or built.outputs == []
        written = [path for path in self.output.rglob("*") if path.is_file()]
        assert {path.resolve() for path in written} == {output.path.resolve() for output in built.outputs}
        for path in (path for path in written if path.suffix == ".pdf"):
            with pypdfium2.PdfDocument(path) as document:
                assert len(document) >= 1
        assert list(self.root.rglob("*.part")) == []


@pytest.fixture(autouse=True)
def no_end_of_memory_or_time() -> Iterator[None]:
    with bounded():
        yield


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("fuzz"))


# Letters that break things: markup, brackets, combining marks, right-to-left, joiners, astral and control characters.

NASTY = (
    "*:<>/\\|\"',;{}%#[]()=&-_ \n\r\t01aZß×“…"
    "\u00ad\u00a0\u2009\u0301\u0308\u0644\u05d0\u200f\u200d\u202e\ufeff\U0001f409\U00020000\x00\x01\x07\x1b\x7f\ufffd"
)
PIECES = [
    "**", "*", "***", "<b>", "</b>", "<i>", "</em>", "<br>", "<br/>", ":fox:", ":nofox:", ":fox|accent:",
    ":fox|#f00:", ":fox|nocolour:", "\\", "\\:", "::", "word", "Donaudampfschifffahrtsgesellschaftskapitän", " ",
    "\n", "e\u0301\u0302",
]  # fmt: skip
MARKUP = st.lists(st.one_of(st.sampled_from(PIECES), st.text(NASTY, max_size=6), st.text(max_size=3)), max_size=25).map(
    "".join
)

JINJA = st.lists(
    st.sampled_from(
        [
            "{{", "}}", "{%", "%}", "{#", "#}", " name ", " value ", " text ", " tones ", "[", "]", "(", ")", ".",
            "|", "'", "~", " if ", " else ", " endif ", " for x in ", " endfor ", " set x = ", " range(9) ",
            " range(10**9) ", " 0 ", " 1 ", " / ", " // ", " % ", " ** ", " * ", " - ", " int ", " length ",
            " upper ", " replace('a', 'b') ", " loop.index ", " __class__ ", " self ", " nosuch ", " card ",
            " macro m() ", " include 'x' ", " import os ", " raw ", "-", "+", ",", "{{ name }}", "{{ value }}",
            "{{ value | int + 1 }}", "{{ 1/0 }}", "{{ 9**9**9 }}", "{{ 'a' * 10**9 }}", "{{ name.__class__ }}",
            "{{ tones.x.y }}", "{{ [1] | sort }}", "{{ name | nosuchfilter }}", "{% endif %}",
        ]
    ),
    max_size=12,
).map("".join)  # fmt: skip

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-2000, 2000),
        st.sampled_from([0, -1, 10**30, 2**63 - 1, 1e308, 5e-324, float("inf"), float("nan"), -0.0]),
        st.floats(-500, 500),
        st.sampled_from(
            [
                "", "none", "true", "fox", "nosuch", "#fff", "#12345g", "linear(90, #fff, #000)", "linear(x, y)",
                "radial()", "spot(,)", "accent", "{{ value }}", "{{ nosuch }}", "{{", "1,2 3,4", "1,2,3", "0 0 0",
                "a b / c", "center", "deck", "art.png", "../art.png", "1e999", "nan", "x" * 300, "\u0301", "\x00",
                "0,0 10,0 5,8", "inf,nan", "١٢", "title",
            ]
        ),
        st.text(NASTY, max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text("abcx.@", max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)  # fmt: skip

PLAUSIBLE = st.one_of(
    st.integers(0, 60),
    st.floats(0, 1),
    st.booleans(),
    st.sampled_from(
        [
            "fox",
            "#fff",
            "none",
            "linear(90, #fff, #000)",
            "{{ value }}",
            "a . / . a",
            "0.5,0 1,1 0,1",
            "1 0.5",
            "center",
        ]
    ),
)
KEYS = sorted({key for options in ELEMENTS.values() for key in options} | {*FOR_ALL, "nosuch", "fil", ""})


def _of_kind(kind: str) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """Options of that type of element, some with values that could be meant, some without sense; seldom others."""
    own = st.dictionaries(st.sampled_from(sorted(ELEMENTS[kind])), st.one_of(PLAUSIBLE, PLAUSIBLE, VALUES), max_size=5)
    any_key = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4)
    return st.tuples(st.just(kind), st.one_of(own, own, own, any_key))


ELEMENT = st.sampled_from(sorted(ELEMENTS)).flatmap(_of_kind)
TOP = st.dictionaries(
    st.sampled_from(
        ["size", "bleed", "safe", "collate", "icon_sets", "extends", "fonts", "colours", "icons", "data", "nosuch"]
    ),
    VALUES,
    max_size=3,
)


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08x}" for c in value) + '"'
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    return repr(value)


def template(top: dict[str, Any], elements: Sequence[tuple[str, dict[str, Any]]]) -> str:
    lines = [f"{toml(key)} = {toml(value)}" for key, value in top.items()]
    for number, (kind, options) in enumerate(elements):
        lines += [f"[elements.e{number}]", f"type = {toml(kind)}"]
        lines += [f"{toml(key)} = {toml(value)}" for key, value in options.items() if key != "type"]
    return "\n".join(lines)


def row(name: str, text: str) -> str:
    def quoted(words: str) -> str:
        return '"' + words.replace('"', '""') + '"'

    return f"game,id,name,text\ng,a,{quoted(name)},{quoted(text)}\n"


def with_expression(expression: str, key: str) -> str:
    return PLAIN_TEMPLATE + f"[elements.it]\ntype = 'rectangle'\nfill = '#123'\n{key} = {toml(expression)}\n"


def test_the_unharmed_project_of_this_file_has_no_problems(bench: Bench) -> None:
    assert bench.fill().check() == []
    bench.build()
    assert {path.name for path in bench.output.rglob("*.pdf")} == {"cards-a4.pdf"}


@cases(33)
@given(MISHAPS)
def test_a_damaged_spreadsheet_is_read_or_refused(bench: Bench, mishaps: Mishaps) -> None:
    bench.fill(cards=mangled(CARDS, mishaps), front=PLAIN_TEMPLATE).check()


@cases(8)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=80).map(lambda text: text.encode("utf-16"))))
@example(b"PK\x03\x04")
@example(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
def test_anything_called_cards_csv_is_read_or_refused(bench: Bench, data: bytes) -> None:
    bench.fill(cards=data, front=PLAIN_TEMPLATE).check()


@cases(33)
@given(MISHAPS)
def test_a_damaged_template_is_read_or_refused(bench: Bench, mishaps: Mishaps) -> None:
    bench.fill(front=mangled(TEMPLATE, mishaps)).check()


@cases(39)
@given(TOP, st.lists(ELEMENT, max_size=4))
def test_any_value_for_any_option_is_taken_or_refused(
    bench: Bench, top: dict[str, Any], elements: list[tuple[str, dict[str, Any]]]
) -> None:
    bench.fill(front=template(top, elements)).check()


@cases(28)
@given(MARKUP, MARKUP)
def test_any_words_in_a_cell_are_laid_out_or_refused(bench: Bench, name: str, text: str) -> None:
    bench.fill(cards=row(name, text), front=PLAIN_TEMPLATE).check()


@cases(28)
@given(JINJA, st.sampled_from(["x", "fill", "when", "width", "corner", "opacity"]))
def test_any_expression_is_computed_or_refused(bench: Bench, expression: str, key: str) -> None:
    bench.fill(front=with_expression(expression, key)).check()


@cases(8)
@given(MISHAPS)
def test_a_build_of_a_damaged_spreadsheet_writes_whole_files_or_none(bench: Bench, mishaps: Mishaps) -> None:
    bench.fill(cards=mangled(CARDS, mishaps)).build()


@cases(8)
@given(MISHAPS)
def test_a_build_of_a_damaged_template_writes_whole_files_or_none(bench: Bench, mishaps: Mishaps) -> None:
    bench.fill(front=mangled(TEMPLATE, mishaps)).build()


@cases(8)
@given(st.lists(ELEMENT, min_size=1, max_size=2))
def test_a_build_with_any_options_writes_whole_files_or_none(
    bench: Bench, elements: list[tuple[str, dict[str, Any]]]
) -> None:
    bench.fill(front=template({"size": "mini"}, elements)).build()


@cases(8)
@given(MARKUP, MARKUP)
def test_a_build_with_any_words_writes_whole_files_or_none(bench: Bench, name: str, text: str) -> None:
    bench.fill(cards=row(name, text), front=PLAIN_TEMPLATE).build()

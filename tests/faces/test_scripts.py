"""Which way words run, where lines end and where words are divided. In the drawings, Hebrew stands in capitals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from faces.test_text import CAP, Squares, style
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Mark, TextRun
from proofdeck.paper.faces.markup import parse_markup
from proofdeck.paper.faces.scripts import leftward, level_runs, levels, parts, runs_right_to_left, syllables, visual
from proofdeck.paper.faces.setting import place
from proofdeck.paper.faces.text import compose

TO_HEBREW = str.maketrans({chr(65 + at): chr(0x5D0 + at) for at in range(22)})
FROM_HEBREW = str.maketrans({chr(0x5D0 + at): chr(65 + at) for at in range(22)})


def runs_of(marks: Sequence[Mark]) -> list[TextRun]:
    return [mark for mark in marks if isinstance(mark, TextRun)]


def seen(text: str) -> str:
    """What stands on one line, from left to right: runs as they are ordered, those to the left in reverse."""
    hebrew = text.translate(TO_HEBREW)
    found = list(level_runs(hebrew, levels(hebrew)))
    pieces = []
    for run, level in found:
        shaped = leftward(run) if level % 2 else run
        pieces.append(shaped[::-1] if level % 2 and shaped == run else shaped)
    ordered = visual(pieces, [level for _, level in found])
    return "".join(ordered).translate(FROM_HEBREW)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("only latin", "only latin"),
        ("ABC", "CBA"),
        ("ABC DEF", "FED CBA"),
        ("ABC 12 DEF", "FED 12 CBA"),
        ("take ABC now", "take CBA now"),
        ("ABC phoenix DEF", "FED phoenix CBA"),
        ("take ABC DEF now", "take FED CBA now"),
        ("ABC 3.5 DEF", "FED 3.5 CBA"),
    ],
)
def test_words_stand_in_the_order_in_which_they_are_read(typed: str, shown: str) -> None:
    assert seen(typed) == shown


def test_brackets_of_a_run_to_the_left_are_mirrored() -> None:
    assert leftward("(") == ")"
    assert leftward("!)") == "(!"


@given(st.text(alphabet="ab1 (\u05d0\u05d1\u0627\U00018d09\U000108ff", max_size=30))
def test_every_letter_has_a_level_and_nothing_is_lost(text: str) -> None:
    of = levels(text)
    assert len(of) == len(text)
    assert "".join(run for run, _ in level_runs(text, of)) == text
    assert sorted(visual(list(range(len(text))), of)) == list(range(len(text)))


def test_a_paragraph_begins_at_the_right_when_its_first_letter_does() -> None:
    assert runs_right_to_left("1) \u05d0 abc")
    assert not runs_right_to_left("abc \u05d0")
    hebrew = "ABC DE".translate(TO_HEBREW)
    composed = compose(parse_markup(hebrew), style(), Squares())
    marks = place(composed, style(), Box(0, 0, 20, 5), 1.0, CAP)
    assert [(run.x, run.text.translate(FROM_HEBREW)) for run in runs_of(marks)] == [(14.0, "DE ABC")]


def test_lines_without_blanks_end_where_their_script_allows() -> None:
    """No line begins with a full stop or a closing bracket, none ends with an opening one (UAX #14)."""
    units = [word for _, word, _, _ in parts("「竜」は、強い。")]
    assert units == ["「竜」", "は、", "強", "い。"]
    assert "".join(units) == "「竜」は、強い。"


@given(st.text(alphabet="ab-\u7adc\u3002 ", max_size=30))
def test_parts_lose_nothing_but_blanks(text: str) -> None:
    found = list(parts(text))
    assert "".join(word for _, word, _, _ in found).replace(" ", "") == text.replace(" ", "")
    assert all(text[start : start + len(word)] == word for start, word, _, _ in found)


def test_words_are_divided_as_their_language_does() -> None:
    assert syllables("Kartenspiel", "de") == ["Kar", "ten", "spiel"]
    assert syllables("planet", "en") != syllables("planet", "de")
    assert syllables("word", "xx") == ["word"]
    assert syllables("ein\u00adfach", "") == ["ein", "fach"]


def test_a_divided_word_ends_its_line_with_a_hyphen_and_has_none_elsewhere() -> None:
    composed = compose(parse_markup("aa ein\u00adfach"), style(), Squares())

    def lines(width: float) -> list[str]:
        return [run.text for run in runs_of(place(composed, style(), Box(0, 0, width, 9), 1.0, CAP))]

    assert lines(12) == ["aa einfach"]
    assert lines(7) == ["aa ein-", "fach"]
    assert lines(6) == ["aa", "einfach"] or lines(6) == ["aa", "ein-", "fach"]

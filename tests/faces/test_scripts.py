"""Which way words run, where lines end and where words are divided. In the drawings, Hebrew stands in capitals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from bidi import get_display
from faces.test_text import CAP, Squares, style
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Mark, TextRun
from proofdeck.paper.faces.markup import parse_markup
from proofdeck.paper.faces.scripts import levels, parts, runs_right_to_left, syllables, visual
from proofdeck.paper.faces.setting import place
from proofdeck.paper.faces.text import compose

TO_HEBREW = str.maketrans({chr(65 + at): chr(0x5D0 + at) for at in range(22)})
MIRROR = str.maketrans("()[]", ")(][")
FROM_HEBREW = str.maketrans({chr(0x5D0 + at): chr(65 + at) for at in range(22)})


def runs_of(marks: Sequence[Mark]) -> list[TextRun]:
    return [mark for mark in marks if isinstance(mark, TextRun)]


def seen(text: str) -> str:
    """What stands on one line, from left to right, with brackets mirrored as fonts do it."""
    hebrew = text.translate(TO_HEBREW)
    of = levels(hebrew)
    turned = [letter.translate(MIRROR) if level % 2 else letter for letter, level in zip(hebrew, of, strict=True)]
    return "".join(visual(turned, of)).translate(FROM_HEBREW)


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
        ("ABC (DE) F", "F (ED) CBA"),
        ("ABC (de) F", "F (de) CBA"),
        ("take (ABC) now", "take (CBA) now"),
        ("take ABC (DE) now", "take (ED) CBA now"),
        ("take ABC (de) now", "take CBA (de) now"),
        ("a (ABC) DE", "a (CBA) ED"),
        ("ABC [a (B) c] D", "D [c (B) a] CBA"),
        ("ABC (a", "a) CBA"),
    ],
)
def test_words_stand_in_the_order_in_which_they_are_read(typed: str, shown: str) -> None:
    assert seen(typed) == shown


@given(st.text(alphabet="ab12 ()[].,-\u05d0\u05d1\u05d2", max_size=14).map(str.strip))
def test_lines_run_as_another_program_says(text: str) -> None:
    """That of the same library, which is written in Rust and gives no levels."""
    assert "".join(visual(text, levels(text))) == get_display(text)


def test_a_joiner_has_the_direction_of_the_letter_before_it() -> None:
    """Persian is full of U+200C, which has no direction of its own."""
    assert levels("\u05d0\u200c\u05d1 ab 1") == [1, 1, 1, 1, 2, 2, 2, 2]
    assert levels("ab \u05d0\u00ad\u05d1") == [0, 0, 0, 1, 1, 1]


def test_words_can_be_set_apart_from_the_direction_around_them() -> None:
    assert levels("\u05d0 \u2066ab\u2069 \u05d1")[3:5] == [2, 2]
    assert levels("ab \u2068\u05d0\u2069 \u2067\u05d1")[4] == 1


@given(st.text(alphabet="ab1 ()[]\u05d0\u05d1\u0627\U00018d09\U000108ff\u200c\u2067\u2068\u2069\u202e", max_size=30))
def test_every_letter_has_a_level_and_nothing_is_lost(text: str) -> None:
    of = levels(text)
    assert len(of) == len(text)
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ผู้เล่นเอาชนะมังกร", "ผู้ เล่น เอาชนะ มังกร"),
        ("ສະບາຍດີຊາວໂລກ", "ສະບາຍດີ ຊາວໂລກ"),
        ("ខ្ញុំចង់លេងហ្គេម", "ខ្ញុំ ចង់ លេង ហ្គេម"),
        ("မြန်မာစာကိုဖတ်တယ်", "မြန်မာ စာ ကို ဖတ် တယ်"),
    ],
)
def test_lines_of_thai_lao_khmer_and_burmese_end_after_words(text: str, words: str) -> None:
    assert [word for _, word, _, _ in parts(text)] == words.split()


@pytest.mark.parametrize("before", ["", "\u0e01\u0e32 "])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ab\u200bcd", ["ab", "cd"]),
        ("ab\u200b cd", ["ab", "", "cd"]),
        ("ab\u2060cd", ["ab\u2060cd"]),
        ("ab\u00a0cd", ["ab\u00a0cd"]),
        ("ab\u00adcd", ["ab\u00adcd"]),
    ],
)
def test_lines_end_at_a_space_without_width_and_at_no_joiner(before: str, text: str, words: list[str]) -> None:
    found = [word for _, word, _, _ in parts(before + text)][bool(before) :]
    assert [word for word in found if word] == [word for word in words if word]
    assert {blank for _, word, _, blank in parts("ab\u200bcd") if word} == {False}


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

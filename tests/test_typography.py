"""Quotation marks, minus signs and spaces, as a printer would set them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.book.manuscript.reading import read_inline
from proofdeck.book.manuscript.words import plain
from proofdeck.ground.phrases import ENGLISH, phrases_of
from proofdeck.ground.typography import APOSTROPHE, DASH, MINUS, NBSP


def printed(words: str, language: str = "en") -> str:
    return plain(read_inline(words, phrases_of(language)))


@pytest.mark.parametrize(
    ("typed", "set_as"),
    [
        ('say "Pass".', "say “Pass”."),
        ('("all claimed")', "(“all claimed”)"),
        ('"**Pass**" and *"Pass"*', "“Pass” and “Pass”"),
        ("Ben's and the players' cards", "Ben’s and the players’ cards"),
        ("he says 'Pass' and \"don't\"", "he says ‘Pass’ and “don’t”"),
        ("in the '90s", "in the ’90s"),
        ("costs -12, 26 - 24 = 2", f"costs {MINUS}12, 26 - 24 = 2"),
        ("2-4 players, on 2026-11-21", f"2{DASH}4 players, on 2026-11-21"),
        ("63 x 88 mm, Shield ×2", f"63 x 88{NBSP}mm, Shield{NBSP}×2"),
        ('`"a" -1`', '"a" -1'),
    ],
)
def test_what_is_typed_straight_is_printed_well(typed: str, set_as: str) -> None:
    assert printed(typed) == set_as


def test_each_language_has_its_own_marks() -> None:
    assert printed("\"Ja\", 'nein'", "de") == "„Ja“, ‚nein‘"
    assert printed('"Sí"', "es") == "«Sí»"
    assert printed('彼は"はい"と言い、"**いいえ**"と言う', "ja") == "彼は「はい」と言い、「いいえ」と言う"


LETTERS = st.text(alphabet="ab \"'-12()", max_size=30)


@given(LETTERS)
def test_no_straight_mark_is_left_and_no_word_is_lost(words: str) -> None:
    found = printed(f"x{words}")
    assert '"' not in found
    assert "'" not in found
    letters = str.maketrans("“”‘" + APOSTROPHE + MINUS + DASH + NBSP, "\"\"''-- ")
    assert found.translate(letters) == f"x{words}"


@given(LETTERS)
def test_what_is_set_once_stays_as_it_is(words: str) -> None:
    once = printed(f"x{words}")
    assert plain(read_inline(once, ENGLISH)) == once

"""Setting text with a font whose every letter is one em wide: widths can be counted on the fingers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Font, Glyph, Icon, Path, TextRun
from proofdeck.paper.faces.markup import parse_markup
from proofdeck.paper.faces.materials import Direction
from proofdeck.paper.faces.setting import DESCENT, break_lines, fit, place
from proofdeck.paper.faces.text import ICON_GAP, ICON_HEIGHT, Style, Word, compose

REGULAR, BOLD = Font("Square"), Font("Square", 700)
CAP = 0.5


class Squares:
    """Every letter one em wide, every icon as wide as it is high; `@` is missing."""

    def shape(self, text: str, font: Font, direction: Direction = "ltr") -> tuple[Glyph, ...]:
        return tuple(Glyph(0 if letter == "@" else ord(letter), 1.0, 0, 0, letter) for letter in text)

    def cap_height(self, font: Font) -> float:
        return CAP

    def own_fonts(self) -> tuple[Font, ...]:
        return ()

    def lost_styles(self, font: Font) -> str:
        return ""

    def colours(self, font: Font, glyph: int) -> Box | None:
        return None

    def aspect(self, icon: str) -> float | None:
        return None if icon == "nobody" else 1.0

    def ink(self, icon: str) -> tuple[float, float]:
        return (0.4, 0.6) if icon == "staff" else (0.0, 1.0)

    def icon_names(self) -> list[str]:
        return ["sword"]

    def image_size(self, file: str) -> tuple[float, float]:
        return 1.0, 1.0

    def shapes(self, file: str, transparent: str = "") -> tuple[Path, ...]:
        return ()

    def unpainted(self, file: str) -> tuple[str, ...]:
        return ()

    def as_pixels(self, file: str) -> tuple[str, ...]:
        return ()

    def check_image(self, file: str) -> None: ...


def style(**changes: object) -> Style:
    fields: dict[str, object] = {
        "regular": REGULAR,
        "bold": BOLD,
        "italic": REGULAR,
        "bold_italic": BOLD,
        "colour": "#000000",
        "line_height": 1.0,
    }
    return Style(**{**fields, **changes})  # type: ignore[arg-type]


def lines(text: str, room: float) -> str:
    composed = compose(parse_markup(text), style(), Squares())
    rows = [break_lines(line.words, room) for line in composed.paragraphs]
    return " / ".join(" ".join(_said(word) for word in line) for paragraph in rows for line in paragraph)


def _said(word: Word) -> str:
    return "".join(glyph.text for piece in word.pieces for glyph in piece.glyphs)


@pytest.mark.parametrize(
    ("text", "room", "broken"),
    [
        ("one two", 7, "one two"),
        ("one two", 6, "one / two"),
        ("aaa bb cc ddddd", 6, "aaa / bb cc / ddddd"),  # filling each line greedily gives "aaa bb / cc / ddddd"
        ("aaa bb cc ddd", 7, "aaa bb / cc ddd"),
        ("one\ntwo", 99, "one / two"),
        ("one\n\ntwo", 99, "one /  / two"),
        ("well-known", 6, "well- / known"),
        ("-3 to -5", 99, "-3 to -5"),
        ("incredible", 4, "incredible"),
    ],
)
def test_lines_are_broken_for_least_raggedness(text: str, room: float, broken: str) -> None:
    assert lines(text, room) == broken


words = st.lists(st.text(alphabet="abc", min_size=1, max_size=8), min_size=1, max_size=14)


@given(words, st.integers(8, 30))
def test_no_line_is_wider_than_the_room_and_no_word_is_lost(texts: Sequence[str], room: int) -> None:
    broken = lines(" ".join(texts), room)
    assert broken.replace(" / ", " ").split() == list(texts)
    assert all(len(line) <= room for line in broken.split(" / "))


@given(words, st.integers(8, 30))
def test_the_even_lines_are_as_few_as_the_filled_ones(texts: Sequence[str], room: int) -> None:
    count, used = 1, -1
    for word in texts:
        if used + 1 + len(word) > room:
            count, used = count + 1, len(word)
        else:
            used += 1 + len(word)
    assert len(lines(" ".join(texts), room).split(" / ")) == count


@pytest.mark.parametrize(
    ("text", "room", "broken"),
    [
        ("aaaa bbbb cccc d", 14, "aaaa bbbb / cccc d"),
        ("aaaa bbbb cccc ddd", 14, "aaaa bbbb / cccc ddd"),
        ("aaaa bbbb cccc dddddd", 14, "aaaa bbbb cccc / dddddd"),
        ("aaaa bbbb d", 9, "aaaa / bbbb d"),
    ],
)
def test_no_short_word_stands_alone_in_the_last_line(text: str, room: float, broken: str) -> None:
    """Less than three tenths of the room is lonely; a longer word may stand there alone."""
    assert lines(text, room) == broken


def test_text_shrinks_to_the_largest_size_that_fits() -> None:
    composed = compose(parse_markup("abcde"), style(), Squares())
    fitted = fit(composed, style(), Box(0, 0, 20, 10), size=8, smallest=1, cap_height=CAP)
    assert fitted.fits
    assert 20 / 5 - 0.09 < fitted.size <= 20 / 5


def test_text_that_does_not_fit_at_the_smallest_size_says_so() -> None:
    composed = compose(parse_markup("abcde"), style(), Squares())
    fitted = fit(composed, style(), Box(0, 0, 20, 10), size=8, smallest=5, cap_height=CAP)
    assert (fitted.size, fitted.fits) == (5, False)


def test_too_many_lines_do_not_fit_either() -> None:
    composed = compose(parse_markup("a\nb\nc"), style(), Squares())
    needed = CAP + 2 * 1.0 + DESCENT
    assert fit(composed, style(), Box(0, 0, 99, needed), size=1, smallest=1, cap_height=CAP).fits
    assert not fit(composed, style(), Box(0, 0, 99, needed - 0.01), size=1, smallest=1, cap_height=CAP).fits


def runs(text: str, box: Box, **changes: object) -> list[TextRun]:
    look = style(**changes)
    marks = place(compose(parse_markup(text), look, Squares()), look, box, 1.0, CAP)
    return [mark for mark in marks if isinstance(mark, TextRun)]


@pytest.mark.parametrize(("align", "x"), [("left", 10), ("center", 13), ("right", 16), ("justify", 10)])
def test_alignment_across(align: str, x: float) -> None:
    (run,) = runs("abcd", Box(10, 10, 10, 10), align=align)
    assert run.x == pytest.approx(x)


@pytest.mark.parametrize(("valign", "baseline"), [("top", 10 + CAP), ("middle", 15 + CAP / 2), ("bottom", 20)])
def test_alignment_down_is_by_the_capitals(valign: str, baseline: float) -> None:
    (run,) = runs("abcd", Box(10, 10, 10, 10), valign=valign)
    assert run.y == pytest.approx(baseline)


def test_justified_lines_end_at_both_edges_and_the_last_does_not() -> None:
    first, last = runs("aa bb cc dd", Box(0, 0, 6, 10), align="justify")
    assert sum(glyph.advance for glyph in first.glyphs) == pytest.approx(6)
    assert sum(glyph.advance for glyph in last.glyphs) == pytest.approx(5)


def test_bold_words_are_runs_of_their_own_and_blanks_stay_for_copying() -> None:
    found = runs("one **two** three", Box(0, 0, 99, 10))
    assert [(run.text, run.font.weight) for run in found] == [("one ", 400), ("two ", 700), ("three", 400)]


def test_an_inline_icon_stands_on_the_middle_of_the_capitals() -> None:
    marks = place(compose(parse_markup("a :sword: b"), style(), Squares()), style(), Box(0, 0, 99, 10), 2.0, CAP)
    (icon,) = [mark for mark in marks if isinstance(mark, Icon)]
    assert icon.box.centre[1] == pytest.approx(2.0 * CAP - 2.0 * CAP / 2)
    assert icon.box.height == pytest.approx(ICON_HEIGHT * 2.0)
    assert icon.box.x == pytest.approx((2 + ICON_GAP) * 2.0)


def test_an_inline_icon_can_be_larger_and_higher_than_the_letters_around_it() -> None:
    def box(text: str) -> Box:
        (icon,) = place(compose(parse_markup(text), style(), Squares()), style(), Box(0, 0, 99, 10), 2.0, CAP)
        assert isinstance(icon, Icon)
        return icon.box

    usual, large, high = box(":sword:"), box(":sword|150%:"), box(":sword|+25%:")
    assert (large.width, large.height) == pytest.approx((1.5 * usual.width, 1.5 * usual.height))
    assert (high.width, high.height) == (usual.width, usual.height)
    assert usual.centre[1] - high.centre[1] == pytest.approx(0.25 * 2.0)


def test_a_line_makes_as_much_room_for_a_larger_icon_as_for_larger_letters() -> None:
    usual, icon, letters = (
        runs(f"{first} a\nb", Box(0, 0, 99, 99))[-1].y for first in (":sword:", ":sword|200%:", "<size 200%>c</size>")
    )
    assert usual < icon == letters


def test_an_inline_icon_is_as_wide_as_its_ink_so_that_no_gap_stands_before_a_full_stop() -> None:
    """A staff whose ink takes the middle fifth of its box: the full stop follows that, not the box."""
    marks = place(compose(parse_markup(":staff:."), style(), Squares()), style(), Box(0, 0, 99, 10), 1.0, CAP)
    icon, stop = (next(mark for mark in marks if isinstance(mark, kind)) for kind in (Icon, TextRun))
    assert isinstance(icon, Icon)
    assert isinstance(stop, TextRun)
    assert icon.box.width == pytest.approx(ICON_HEIGHT)
    assert icon.box.x + 0.4 * ICON_HEIGHT == pytest.approx(ICON_GAP)
    assert stop.x == pytest.approx(0.2 * ICON_HEIGHT + 2 * ICON_GAP)


def test_missing_letters_and_unknown_icons_are_told() -> None:
    composed = compose(parse_markup("mail@home :nobody:"), style(), Squares())
    assert composed.missing == {"@": REGULAR}
    assert composed.unknown_icons == ["nobody"]


LATIN, OTHER = Font("Latin"), Font("Other")


class TwoAlphabets(Squares):
    """Latin letters and a wide space in one font, all others and a narrow space in another, numbered differently."""

    def shape(self, text: str, font: Font, direction: Direction = "ltr") -> tuple[Glyph, ...]:
        return tuple(
            Glyph(
                number(letter, font) if letter == " " or (font == OTHER) == (letter > "\x80") else 0,
                0.5 if font == OTHER else 1.0,
                0,
                0,
                letter,
            )
            for letter in text
        )


def number(letter: str, font: Font) -> int:
    """The glyph of a letter, which is another letter's in the other font."""
    return ord(letter) + (1 if font == OTHER else 0)


def set_in(font: Font, text: str, *others: Font) -> list[TextRun]:
    faces = dict.fromkeys(("regular", "bold", "italic", "bold_italic"), font)
    with_others = style(**faces, others=others, align="justify")
    marks = place(compose(parse_markup(text), with_others, TwoAlphabets()), with_others, Box(0, 0, 9, 30), 1, CAP)
    return [mark for mark in marks if isinstance(mark, TextRun)]


@pytest.mark.parametrize("text", ["Ж Ж", "a Ж b Ж Ж c", "שלום עולם", "a שלום b עולם", "Ж :sword: Ж :sword: a"])
def test_every_glyph_is_painted_with_the_font_that_it_is_a_number_of(text: str) -> None:
    runs = set_in(LATIN, text, OTHER)
    assert any(glyph.text == " " for run in runs for glyph in run.glyphs)
    assert [glyph for run in runs for glyph in run.glyphs if glyph.id != number(glyph.text, run.font)] == []


@pytest.mark.parametrize("text", ["Ж Ж", "Ж Ж Ж Ж Ж Ж Ж Ж Ж Ж Ж Ж", "שלום עולם"])
def test_a_text_in_another_font_is_set_as_if_that_were_its_own(text: str) -> None:
    assert set_in(LATIN, text, OTHER) == set_in(OTHER, text)


def test_a_second_glyph_that_is_missing_is_told_by_the_letters_it_belongs_to() -> None:
    class Clusters(Squares):
        def shape(self, text: str, font: Font, direction: Direction = "ltr") -> tuple[Glyph, ...]:
            return tuple(Glyph(0, 1.0, 0, 0, part) for part in (text, "")) if text == "कु" else super().shape(text, font)

    assert list(compose(parse_markup("कु"), style(), Clusters()).missing) == ["कु"]

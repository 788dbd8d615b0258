"""Markup in a cell, as the words that come out: B(bold) I(italic) [icon xsize ^rise] / for a new line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.paper.faces.markup import InlineIcon, LineBreak, StyledWords, parse_markup, plain


def drawn(text: str) -> str:
    parts = []
    for span in parse_markup(text):
        if isinstance(span, LineBreak):
            parts.append("/")
        elif isinstance(span, InlineIcon):
            size = f" x{span.size:g}" if span.size != 1 else ""
            rise = f" ^{span.rise:g}" if span.rise else ""
            parts.append(f"[{span.name}{'|' + span.colour if span.colour else ''}{size}{rise}]")
        else:
            mark = f"{'B' * span.bold}{'I' * span.italic}"
            parts.append(f"{mark}({span.text})" if mark else span.text)
    return "".join(parts)


@pytest.mark.parametrize(
    ("cell", "printed"),
    [
        ("plain words", "plain words"),
        ("a **bold** word", "a B(bold) word"),
        ("an *italic* word", "an I(italic) word"),
        ("***both***", "BI(both)"),
        ("**bold with *italic* inside**", "B(bold with )BI(italic)B( inside)"),
        ("<b>bold</b> and <i>italic</i>", "B(bold) and I(italic)"),
        ("<strong>bold</strong> and <em>italic</em>", "B(bold) and I(italic)"),
        ("2*3 is not emphasis", "2*3 is not emphasis"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("a*b*c", "a*b*c"),
        ("札を**1枚**引く", "札をB(1枚)引く"),
        ("one **star left open", "one **star left open"),
        ("</b> closes nothing", "</b> closes nothing"),
        ("take :sword: now", "take [sword] now"),
        ("take :sword|red: now", "take [sword|red] now"),
        ("take :sword|#a0b1c2: now", "take [sword|#a0b1c2] now"),
        ("take :sword|150%: now", "take [sword x1.5] now"),
        ("take :sword|+10%: or :sword|-12.5%:", "take [sword ^0.1] or [sword ^-0.125]"),
        ("take :sword|-10%|red|80%: now", "take [sword|red x0.8 ^-0.1] now"),
        ("take :sword|0%: or :sword|999%: or :sword|+5:", "take :sword|0%: or :sword|999%: or :sword|+5:"),
        ("take :sword|+201%: or :sword||:", "take :sword|+201%: or :sword||:"),
        ("<size 200%>:sword: :sword|50%:</size>", "[sword x2] [sword]"),
        ("<colour red>:sword: :sword|blue:</colour>", "[sword|red] [sword|blue]"),
        ("at 12:30:45 sharp", "at 12:30:45 sharp"),
        ("Note: this: that", "Note: this: that"),
        ("**:sword: twice**", "[sword]B( twice)"),
        ("one\ntwo", "one/two"),
        ("one<br>two<BR/>three", "one/two/three"),
        ("one\r\ntwo", "one/two"),
        (r"\*not italic\* and \:not an icon\:", "*not italic* and :not an icon:"),
        (r"a \\ backslash", "a \\ backslash"),
        (r"C:\path\new, one \ and two", r"C:\path\new, one \ and two"),
        ("R&D, AT&T; &nothing; &amp &", "R&D, AT&T; &nothing; &amp &"),
        ("1 &lt; 2 &amp;amp; &#9733;&#x2605; &lt;b&gt;", "1 < 2 &amp; ★★ <b>"),
        (r"\&lt;", "&lt;"),
        ("1 < 2 and <u>no</u>", "1 < 2 and <u>no</u>"),
        ("", ""),
    ],
)
def test_what_is_written_and_what_is_printed(cell: str, printed: str) -> None:
    assert drawn(cell) == printed


def test_plain_text_is_what_a_search_finds() -> None:
    assert plain("**Two** *:wolf:*\nagain") == "Two wolf again"


@given(st.text(alphabet="ab*:<>/br\\|i \n", max_size=60))
def test_no_text_is_refused_and_every_letter_survives(text: str) -> None:
    letters = "".join(span.text for span in parse_markup(text) if isinstance(span, StyledWords))
    for letter in "a":
        outside = letters.count(letter) + sum(
            span.name.count(letter) + span.colour.count(letter)
            for span in parse_markup(text)
            if isinstance(span, InlineIcon)
        )
        assert outside == text.count(letter)


@given(st.text(max_size=200))
def test_text_without_marks_comes_back_as_it_is(text: str) -> None:
    if not set(text) & set("*:<&\\\n\r"):
        assert "".join(span.text for span in parse_markup(text) if isinstance(span, StyledWords)) == text

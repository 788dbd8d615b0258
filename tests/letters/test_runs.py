"""Which font prints which letter of a text, and what is read from the PDF again."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from letters.small_fonts import save_font
from materials import supplies_in
from reading import pixels, text_of

from proofdeck.ground.problems import Problems
from proofdeck.paper.faces.face import Face, TextRun
from proofdeck.paper.faces.layout import Copy, faces_of
from proofdeck.paper.faces.template import template_of
from proofdeck.paper.ink.raster import faces_pdf
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.source.cards import Card

CARD = Card("deck", "card", "Card", "", None, 1, {}, {})
LATIN = {"a": 500, "b": 520, "(": 300, ")": 300, "1": 400, ".": 250, " ": 250}
GREEK = {"α": 600, "β": 640, "(": 350, ")": 350, "1": 450, ".": 280, " ": 300}


def face(root: Path, fonts: str, text: str, options: str = "") -> tuple[Face, Supplies, Problems]:
    """A card with that text alone. fonts: the lines of [fonts]."""
    template = f"""size = "60x40"
[fonts]
{fonts}
[elements.words]
type = "text"
text = {json.dumps(text, ensure_ascii=False)}
size = 12
x = 4
y = 4
width = 52
height = 32
{options}
"""
    supplies, problems = supplies_in(root), Problems()
    made = template_of(template, "front.toml", [], problems)
    (one,) = faces_of(made, supplies, "front", {"language": ""}, [Copy(CARD, 1, 1)], problems)
    return one, supplies, problems


def runs(one: Face) -> list[tuple[str, str]]:
    """The font and the text of each run."""
    return [(Path(mark.font.file).stem, mark.text) for mark in one.leaves() if isinstance(mark, TextRun)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    save_font(tmp_path / "latin.ttf", LATIN)
    save_font(tmp_path / "greek.ttf", GREEK, unused=7)
    return tmp_path


BODY = 'body = {file = "latin.ttf"}\nother = {file = "greek.ttf"}'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("αβ 1. (α) β", [("greek", "αβ 1. (α) β")]),
        ("ab 1. (a) b", [("latin", "ab 1. (a) b")]),
        ("(1) α 1", [("greek", "(1) α 1")]),
        ("ab (α) b", [("latin", "ab ("), ("greek", "α"), ("latin", ") b")]),
        ("α (a) β", [("greek", "α ("), ("latin", "a"), ("greek", ") β")]),
        ("αa", [("greek", "α"), ("latin", "a")]),
        ("α<b>β 1</b> α", [("greek", "α"), ("greek", "β 1 "), ("greek", "α")]),
    ],
)
def test_blanks_digits_and_brackets_are_in_the_font_of_the_letters_around_them(
    root: Path, text: str, shown: list[tuple[str, str]]
) -> None:
    made, _, problems = face(root, BODY, text)
    assert runs(made) == shown
    assert {one.code for one in problems} <= {"W321"}


def test_no_glyph_has_its_number_from_another_font(root: Path) -> None:
    made, supplies, _ = face(root, BODY, "α (a) 1 β b")
    for mark in made.leaves():
        assert isinstance(mark, TextRun)
        file = supplies.fonts.file(mark.font)
        for glyph in mark.glyphs:
            assert file.shaper.get_nominal_glyph(ord(glyph.text)) == glyph.id
            assert glyph.advance == pytest.approx(file.width(glyph.id))


def test_a_letter_that_no_font_has_is_told_once_and_by_itself(root: Path) -> None:
    _, _, problems = face(root, BODY, "αx1 ab")
    assert [(one.code, one.message) for one in problems] == [("E302", "text of 'words': latin.ttf has no 'x' (U+0078)")]


def installed(name: str) -> Path | None:
    """A font of this machine, or of the folder that PROOFDECK_FONTS names."""
    folders = [os.environ.get("PROOFDECK_FONTS", ""), "/usr/share/fonts"]
    return next((path for folder in folders if folder for path in sorted(Path(folder).rglob(name))), None)


SCRIPTS = {
    "Latin": ("NotoSans-Regular.ttf", "Draw 2 cards (at most 3), then discard one: office, fjord!"),
    "Greek": ("NotoSans-Regular.ttf", "Τράβηξε 2 κάρτες (το πολύ 3) και μετά πέταξε μία: 5 πόντοι!"),
    "Cyrillic": ("NotoSans-Regular.ttf", "Возьмите 2 карты (не более 3), затем сбросьте одну: 5 очков!"),
    "Hebrew": ("NotoSansHebrew-Regular.ttf", "משוך 2 קלפים (לכל היותר 3), ואז השלך אחד: שלום! [כן]"),
    "Arabic": ("NotoSansArabic-Regular.ttf", "اسحب 2 من البطاقات (3 على الأكثر)، ثم تخلص من واحدة: السلام!"),
    "Devanagari": ("NotoSansDevanagari-Regular.ttf", "2 कार्ड निकालें (अधिकतम 3), फिर एक हटा दें: क्षत्रिय, हिन्दी! १२ अंक।"),
    "Bengali": ("NotoSansBengali-Regular.ttf", "2 টি কার্ড নিন (সর্বোচ্চ 3), তারপর একটি ফেলুন: ক্ষমা! ১২ পয়েন্ট।"),
    "Tamil": ("NotoSansTamil-Regular.ttf", "2 அட்டைகளை எடு (அதிகபட்சம் 3), பிறகு ஒன்றை நீக்கு: க்ஷ, கொடு!"),
    "Thai": ("NotoSansThai-Regular.ttf", "จั่วการ์ด 2 ใบ (ไม่เกิน 3) แล้วทิ้งหนึ่งใบจากมือของคุณ"),
    "Khmer": ("NotoSansKhmer-Regular.ttf", "ចាប់យកសន្លឹកបៀ 2 សន្លឹក (យ៉ាងច្រើន 3) ហើយបោះចោលមួយសន្លឹក។"),
    "Japanese": ("NotoSansCJK-Regular.ttc", "カードを2枚引く(最大3枚)。その後「竜」を1枚捨てる。"),
    "Korean": ("NotoSansCJK-Regular.ttc", "카드 2장을 뽑고 (최대 3장), 그 다음 한 장을 버립니다!"),
}


@pytest.fixture(params=SCRIPTS)
def script(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str, str]:
    """A folder with a font for a script, the name of the font, and a text."""
    name, text = SCRIPTS[request.param]
    found = installed(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    shutil.copy(found, tmp_path / name)
    return tmp_path, name, text


def test_a_paragraph_in_another_font_is_the_same_as_one_with_that_font_as_body(
    script: tuple[Path, str, str],
) -> None:
    """Compared pixel by pixel; and what is copied from the sheet is what the cell says."""
    root, name, text = script
    save_font(root / "little.ttf", {"x": 500, " ": 250, "1": 500})
    there, supplies, problems = face(root, f'body = {{file = "{name}"}}\nother = "Crimson Text"', text)
    other = f'body = {{file = "little.ttf"}}\nother = {{file = "{name}"}}\nother-2 = "Crimson Text"'
    here, _, others = face(root, other, text)
    assert [*problems, *others] == []
    first, second = (faces_pdf([one], supplies, 150) for one in (there, here))
    assert pixels(first, 0).tobytes() == pixels(second, 0).tobytes()
    for pdf in (first, second):
        assert "".join(text_of(pdf, 0).split()) == "".join(text.split())

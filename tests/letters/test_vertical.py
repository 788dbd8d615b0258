"""Japanese from top to bottom: lines from right to left, with the upright forms of the font."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from letters.small_fonts import builder
from letters.test_runs import face
from reading import text_of

from proofdeck.ground.units import MM_PER_POINT
from proofdeck.paper.faces.face import TextRun
from proofdeck.paper.ink.raster import faces_pdf

EM = 12 * MM_PER_POINT
BODY = 'body = {file = "japanese.ttf"}'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = builder(dict.fromkeys("竜強。「」︒", 1000) | {" ": 300})
    addOpenTypeFeaturesFromString(made.font, "feature vert { sub u3002 by uFE12; } vert;")
    made.save(tmp_path / "japanese.ttf")
    return tmp_path


def columns(root: Path, text: str, options: str = "") -> list[TextRun]:
    one, _, problems = face(root, BODY, text, f'direction = "vertical"\n{options}')
    assert [*problems] == []
    return [mark for mark in one.leaves() if isinstance(mark, TextRun)]


def test_lines_run_down_and_the_first_one_is_at_the_right(root: Path) -> None:
    first, second = columns(root, "竜強\n強竜")
    assert (first.text, second.text) == ("竜強", "強竜")
    assert first.x == pytest.approx(4 + 52 - EM / 2), "its middle is half a letter from the right"
    assert second.x == pytest.approx(first.x - 1.2 * EM)
    assert first.y == second.y == pytest.approx(4)
    below = [glyph.dy for glyph in first.glyphs]
    assert below[0] - below[1] == pytest.approx(1.0)
    assert {glyph.dx for glyph in first.glyphs} == {-0.5}


def test_no_line_begins_with_a_full_stop_or_ends_with_an_opening_bracket(root: Path) -> None:
    runs = columns(root, "竜" * 7 + "。竜強強「竜」")
    assert all(not run.text.startswith(("。", "」")) and not run.text.endswith("「") for run in runs)
    assert all(len(run.text) * EM <= 32.001 for run in runs)
    assert len(runs) > 1


def test_the_font_brings_the_upright_form_of_punctuation(root: Path) -> None:
    (run,) = columns(root, "竜。")
    (flat,) = [mark for mark in face(root, BODY, "竜。")[0].leaves() if isinstance(mark, TextRun)]
    assert run.glyphs[0].id == flat.glyphs[0].id
    assert run.glyphs[1].id != flat.glyphs[1].id


def test_text_shrinks_to_its_height_and_is_read_as_it_is_written(root: Path) -> None:
    text = "竜強強竜「竜」" * 30
    one, supplies, problems = face(root, BODY, text, 'direction = "vertical"\nmin_size = 4')
    assert [*problems] == []
    assert "".join(text_of(faces_pdf([one], supplies, 72), 0).split()) == text

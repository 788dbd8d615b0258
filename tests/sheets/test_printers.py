"""Printers that move, turn and enlarge the backs of sheets: what two crosses show is enough to put it right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from cli.commands import run
from hypothesis import given
from hypothesis import strategies as st
from reading import PlacedForm, forms, page_count, text_inside, text_of

import proofdeck
from proofdeck.front.making.calibration import measure
from proofdeck.ground.paper import PAPERS, Duplex
from proofdeck.ground.problems import Problems
from proofdeck.ground.transform import STAY, Transform
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face
from proofdeck.paper.sheets.calibration import crosses, scales
from proofdeck.paper.sheets.imposition import paper_flip
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, impose
from proofdeck.source.project.printer_error import PrinterError, moving
from proofdeck.source.project.printers import known_printers, remember_printer

A4 = PAPERS["a4"]
millimetres = st.floats(-3, 3)
printers = st.builds(PrinterError, millimetres, millimetres, st.floats(-0.5, 0.5), st.floats(0.99, 1.01))


def read_on(paper: Size, duplex: Duplex, off: Transform, shown: Transform) -> list[tuple[float, float]]:
    """What each cross shows on its scale. off: from where ink should land on the back to where it lands; shown: where
    the scales were meant to be, so the sheet is measured in a print that is corrected already.
    """
    readings = []
    for place, scale in zip(crosses(paper), scales(paper, duplex), strict=True):
        shines = paper_flip(paper, duplex).apply(*place)
        (x0, y0), zero = shown.apply(*scale), off.apply(*shown.apply(*scale))
        (ax, ay), (bx, by) = off.apply(x0 + 1, y0), off.apply(x0, y0 + 1)
        a, b, c, d = ax - zero[0], ay - zero[1], bx - zero[0], by - zero[1]
        dx, dy, size = shines[0] - zero[0], shines[1] - zero[1], a * d - b * c
        readings.append(((dx * d - dy * c) / size, (dy * a - dx * b) / size))
    return readings


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


@given(printers, st.sampled_from(["a4", "letter"]), st.sampled_from(["long-edge", "short-edge"]))
def test_backs_land_behind_their_fronts_whatever_the_printer_does(
    error: PrinterError, paper: str, duplex: Duplex
) -> None:
    size = PAPERS[paper]
    off = error.on(size)
    first, second = scales(size, duplex)
    read = read_on(size, duplex, off, STAY)
    to = [(x + right, y + down) for (x, y), (right, down) in zip((first, second), read, strict=True)]
    found = moving(size, (first, second), (to[0], to[1])).on(size)
    for corner in Box(0, 0, size.width, size.height).corners:
        assert apart(off.apply(*found.apply(*corner)), corner) < 0.01


def test_a_test_sheet_that_is_printed_again_shows_nothing_and_changes_nothing() -> None:
    off = PrinterError(0.8, -1.2, 0.2, 1.002).on(A4)
    first, second = read_on(A4, "long-edge", off, STAY)
    found = measure("attic", A4, "long-edge", (first, second))
    again = read_on(A4, "long-edge", off, found.on(A4))
    assert all(abs(number) < 0.01 for reading in again for number in reading)
    kept = measure("attic", A4, "long-edge", (again[0], again[1]))
    assert apart(kept.on(A4).apply(0, 0), found.on(A4).apply(0, 0)) < 0.02
    assert known_printers() == {"attic": kept}


@given(printers, st.floats(143, 157), st.sampled_from(["long-edge", "short-edge"]))
def test_what_a_corrected_test_sheet_shows_is_added_to_the_correction(
    error: PrinterError, ruler: float, duplex: Duplex
) -> None:
    """A sheet that is printed larger has larger scales, and its crosses are elsewhere."""
    remember_printer("attic", PrinterError(0.4, -0.3, 0.1, 1.001, 150 / ruler))
    known = known_printers()["attic"]
    off, larger, before = error.on(A4), known.enlarging(A4), known.on(A4)
    readings = []
    for place, scale in zip(crosses(A4), scales(A4, duplex), strict=True):
        x, y = before.apply(*larger.apply(*scale))
        marks = Transform(known.larger, 0, 0, known.larger, x, y)
        to_x, to_y = (off.after(marks)).apply(0, 0), paper_flip(A4, duplex).apply(*larger.apply(*place))
        a, b, c, d, _, _ = off.after(marks)
        dx, dy, size = to_y[0] - to_x[0], to_y[1] - to_x[1], a * d - b * c
        readings.append(((dx * d - dy * c) / size, (dy * a - dx * b) / size))
    found = measure("attic", A4, duplex, (readings[0], readings[1]))
    assert found.larger == known.larger
    for place in ((0, 0), (210, 297), (50, 200)):
        shines = larger.apply(*paper_flip(A4, duplex).apply(*place))
        assert (
            apart(off.apply(*found.on(A4).apply(*larger.apply(*paper_flip(A4, duplex).apply(*place)))), shines) < 0.02
        )


def test_a_ruler_is_measured_again_on_a_corrected_sheet() -> None:
    assert measure("attic", A4, "long-edge", ruler=148.8).larger == pytest.approx(150 / 148.8)
    assert measure("attic", A4, "long-edge", ruler=150).larger == pytest.approx(150 / 148.8)
    assert measure("attic", A4, "long-edge", ruler=150.3).larger == pytest.approx(150 / 148.8 * 150 / 150.3)


def test_a_card_is_as_large_as_it_says_on_the_paper_of_a_printer_that_prints_short(deck: Callable[[int], Path]) -> None:
    """Such a printer makes 62.5 mm of 63, on both sides; backs are where the crosses say."""
    known = measure("attic", A4, "long-edge", ((1.5, -0.5), (1.4, -0.5)), 148.8)
    (path,) = proofdeck.open(deck(11)).build(only="cards", paper="a4", printer="attic").files[:1]
    pdf = path.read_bytes()
    for page in (2, 4):
        fronts, backs = ({text_at(pdf, page + at, one): one for one in forms(pdf, page + at)} for at in (0, 1))
        assert fronts
        for name, front in fronts.items():
            back = backs[f"back of {name}"]
            (x, y), (right, _), (_, bottom) = front.apply(0, 0), front.apply(63, 0), front.apply(0, 88)
            assert (abs(right - x) + abs(front.apply(63, 0)[1] - y)) * 148.8 / 150 == pytest.approx(63, abs=0.01)
            assert (abs(bottom - y) + abs(front.apply(0, 88)[0] - x)) * 148.8 / 150 == pytest.approx(88, abs=0.01)
            behind = known.on(A4).apply(*paper_flip(A4, "long-edge").apply(*front.apply(10, 20)))
            assert back.apply(53, 20) == pytest.approx(behind, abs=0.01)


def text_at(pdf: bytes, page: int, form: PlacedForm) -> str:
    (x0, x1), (y0, y1) = (sorted(ends) for ends in zip(form.apply(0, 0), form.apply(63, 88), strict=True))
    return text_inside(pdf, page, x0, y0, x1, y1)


def test_the_test_sheet_shows_that_a_printer_is_right(tmp_path: Path) -> None:
    said = run(tmp_path, "printer", "attic", "--ruler", "148.5")
    assert said.out.startswith("Sheets for 'attic' are now corrected: both sides 1 % larger.\n")
    run(tmp_path, "printer", "attic")
    with pikepdf.open(tmp_path / "test-sheet-a4.pdf") as document:
        for page in document.pages:
            first = next(iter(pikepdf.parse_content_stream(page)))
            assert float(first.operands[0]) * 148.5 / 150 == pytest.approx(72 / 25.4, abs=1e-4)


@pytest.mark.parametrize("larger", [0.95, 1.01, 1.05])
def test_no_card_is_lost_at_the_edges_when_it_is_enlarged(larger: float) -> None:
    face = Face(Size(66, 95), 2, "rectangle", ())
    how = Imposition("a4", A4, larger=larger)
    (sheet, *_) = impose([PrintedCopy(face, face, "card")] * 41, how, Problems())
    trim = how.enlarging.box(sheet.front.trim)
    assert min(trim.x, trim.y, A4.width - trim.right, A4.height - trim.bottom) >= -1e-6
    assert sheet.plan.per_sheet == (9 if larger < 1.05 else 8)


def test_what_is_measured_on_one_paper_holds_around_the_middle_of_another() -> None:
    error, letter = PrinterError(1, 2, 0.3, 1.001), PAPERS["letter"]
    middle = error.on(letter).apply(letter.width / 2, letter.height / 2)
    assert middle == pytest.approx((letter.width / 2 + 1, letter.height / 2 + 2))


def test_sheets_are_built_for_a_printer_by_name(deck: Callable[[int], Path]) -> None:
    root = deck(3)
    measure("attic", A4, "long-edge", ((1.5, -0.5), (1.5, -0.5)))
    (plain,) = proofdeck.open(root).build(only="cards", paper="a4").files[:1]
    straight = [[*forms(plain.read_bytes(), page)] for page in (2, 3)]
    (path,) = proofdeck.open(root).build(only="cards", paper="a4", printer="attic").files[:1]
    fronts, backs = ([*forms(path.read_bytes(), page)] for page in (2, 3))
    assert [form.apply(0, 0) for form in fronts] == [form.apply(0, 0) for form in straight[0]]
    moved = [form.apply(0, 0) for form in backs]
    assert moved == [pytest.approx((x + 1.5, y - 0.5), abs=0.01) for x, y in (form.apply(0, 0) for form in straight[1])]


def test_the_command_makes_a_test_sheet_and_keeps_what_it_shows(tmp_path: Path) -> None:
    assert "No printer has been measured" in run(tmp_path, "printer").out
    assert run(tmp_path, "printer", "attic", "--paper", "letter").out.startswith("test-sheet-letter.pdf")
    sheet = (tmp_path / "test-sheet-letter.pdf").read_bytes()
    assert page_count(sheet) == 2
    assert "proofdeck printer NAME --first X,Y --second X,Y" in text_of(sheet, 0)
    said = run(tmp_path, "printer", "attic", "--first", "0.5,-1", "--second", "0.5,-1")
    assert said.out.startswith("Backs for 'attic' are now moved: 0.5 mm right, 1 mm up.\n")
    assert run(tmp_path, "printer").out == "attic  0.5 mm right, 1 mm up\n"
    assert run(tmp_path, "printer", "attic", "--forget").out == "'attic' is forgotten.\n"


def test_programs_get_an_object_whatever_the_command_is_asked_for(tmp_path: Path) -> None:
    def told(*words: str) -> Any:
        return json.loads(run(tmp_path, "printer", *words, "--json").out)

    assert told() == {"version": 1, "printers": {}}
    assert told("attic") == {"version": 1, "path": "test-sheet-a4.pdf"}
    measured = told("attic", "--first", "0.5,-1", "--second", "0.5,-1")
    assert measured["printers"]["attic"]["right"] == 0.5
    assert measured == told()
    assert told("attic", "--forget") == {"version": 1, "printers": {}}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("printer", "attic", "--first", "1,1"), "enter both readings"),
        (("printer", "attic", "--first", "1;1", "--second", "0,0"), "'1;1' is not X,Y in mm"),
        (("printer", "attic", "--first", "11,0", "--second", "0,0"), "the scales end at 10 mm"),
        (("printer", "attic", "--ruler", "142"), "is off by more than 5 %"),
        (("printer", "attic", "--ruler", "158"), "is off by more than 5 %"),
    ],
)
def test_a_reading_that_cannot_be_is_refused(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    said = run(tmp_path, *words)
    assert said.code == 2
    assert told in " ".join(said.err.split())
    assert known_printers() == {}


def test_an_unknown_printer_is_told_with_the_nearest(deck: Callable[[int], Path]) -> None:
    measure("attic", A4, "long-edge", ((1, 0), (1, 0)))
    with pytest.raises(proofdeck.ProofdeckError, match=r"E404 there is no printer 'atic'\n    Did you mean 'attic'?"):
        proofdeck.open(deck(1)).build(printer="atic")

"""Printers that move, turn and enlarge the backs of sheets: what two crosses show is enough to put it right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.commands import run
from hypothesis import given
from hypothesis import strategies as st
from reading import forms, page_count, text_of

import proofdeck
from proofdeck.front.making.calibration import measure
from proofdeck.ground.paper import PAPERS, Duplex
from proofdeck.ground.transform import STAY, Transform
from proofdeck.ground.units import Box, Size
from proofdeck.paper.sheets.calibration import crosses, scales
from proofdeck.paper.sheets.imposition import paper_flip
from proofdeck.source.project.printer_error import PrinterError, moving
from proofdeck.source.project.printers import known_printers

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
    found = measure("attic", A4, "long-edge", first, second)
    again = read_on(A4, "long-edge", off, found.on(A4))
    assert all(abs(number) < 0.01 for reading in again for number in reading)
    kept = measure("attic", A4, "long-edge", again[0], again[1])
    assert apart(kept.on(A4).apply(0, 0), found.on(A4).apply(0, 0)) < 0.02
    assert known_printers() == {"attic": kept}


def test_what_is_measured_on_one_paper_holds_around_the_middle_of_another() -> None:
    error, letter = PrinterError(1, 2, 0.3, 1.001), PAPERS["letter"]
    middle = error.on(letter).apply(letter.width / 2, letter.height / 2)
    assert middle == pytest.approx((letter.width / 2 + 1, letter.height / 2 + 2))


def test_sheets_are_built_for_a_printer_by_name(deck: Callable[[int], Path]) -> None:
    root = deck(3)
    measure("attic", A4, "long-edge", (1.5, -0.5), (1.5, -0.5))
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
    ],
)
def test_a_reading_that_cannot_be_is_refused(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    said = run(tmp_path, *words)
    assert said.code == 2
    assert told in " ".join(said.err.split())
    assert known_printers() == {}


def test_an_unknown_printer_is_told_with_the_nearest(deck: Callable[[int], Path]) -> None:
    measure("attic", A4, "long-edge", (1, 0), (1, 0))
    with pytest.raises(proofdeck.ProofdeckError, match=r"E404 there is no printer 'atic'\n    Did you mean 'attic'?"):
        proofdeck.open(deck(1)).build(printer="atic")

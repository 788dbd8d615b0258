"""`export dtc`: PDF/X-1a:2003, read back with other libraries than the one that wrote it."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

import proofdeck
from proofdeck.paper.ink.press import plate

Writer = Callable[..., Path]
SIDE = 'size = "poker-us"\nbleed = 4\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nbleed = true\nfill = "{}"\n'
INCH = 72


@pytest.fixture
def file(write: Writer) -> Path:
    """Three reds and two greys, whose common back is dark blue, at 100 dpi."""
    write("cards.csv", "game,id,quantity\ng,red,3\ng,grey,2\n")
    write("templates/g/front.toml", SIDE.format("{{ '#c81e1e' if id == 'red' else '#404040' }}"))
    root = write("templates/g/back.toml", SIDE.format("#000080"))
    return next(path for path in proofdeck.open(root).export("dtc", dpi=100).files if path.name == "g.pdf")


def images_of(pdf: pikepdf.Pdf) -> list[tuple[int, int, int, int]]:
    """The inks in the middle of each page, 0 to 255."""
    found = []
    for page in pdf.pages:
        (image,) = page.Resources.XObject.values()
        assert (str(image.ColorSpace), int(image.BitsPerComponent)) == ("/DeviceCMYK", 8)
        assert (int(image.Width), int(image.Height)) == (275, 375)
        data = image.read_bytes()
        assert len(data) == 275 * 375 * 4
        at = (187 * 275 + 137) * 4
        found.append(tuple(data[at : at + 4]))
    return found  # type: ignore[return-value]


def test_pages_are_backs_and_fronts_of_every_copy_in_turn(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        inks = images_of(pdf)
    back, red, grey = (128, 128, 0, 127), (0, 170, 170, 55), (0, 0, 0, 191)
    assert inks == [*(back, red) * 3, *(back, grey) * 2]


def test_boxes_are_those_of_the_shop_to_a_hundredth_of_a_point(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            assert [float(n) for n in page.MediaBox] == pytest.approx([0, 0, 2.75 * INCH, 3.75 * INCH], abs=0.01)
            assert [float(n) for n in page.BleedBox] == [float(n) for n in page.MediaBox]
            assert [float(n) for n in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.01)


def test_the_file_says_what_it_is_and_for_which_press(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        assert pdf.pdf_version == "1.4"
        (intent,) = pdf.Root.OutputIntents
        assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "CGATS TR 001")
        assert (str(intent.RegistryName), "/DestOutputProfile" in intent) == ("http://www.color.org", False)
        info = pdf.trailer.Info
        assert info.GTS_PDFXVersion == info.GTS_PDFXConformance == "PDF/X-1a:2003"
        assert (str(info.Trapped), str(info.Title)) == ("/False", "G")
        assert {"/CreationDate", "/ModDate"} <= set(info.keys())
        assert len(pdf.trailer.ID) == 2
    data = file.read_bytes()
    assert b"/ObjStm" not in data
    assert b"\nxref" in data


def test_nothing_is_in_the_file_that_pdf_x_1a_forbids(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            assert set(page.Resources.keys()) == {"/XObject"}  # no fonts, so none that is not embedded
            words = [str(one.operator) for one in pikepdf.parse_content_stream(page)]
            assert words == ["q", "cm", "Do", "Q"]
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                keys = set(thing.keys())
                assert not keys & {"/SMask", "/ExtGState", "/JavaScript", "/JS", "/Encrypt", "/Annots", "/AA"}
                assert thing.get("/ColorSpace", "/DeviceCMYK") == "/DeviceCMYK"


@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="poppler is not installed")
def test_poppler_recognises_it(file: Path) -> None:
    said = subprocess.run(["pdfinfo", file], capture_output=True, text=True, check=True).stdout
    assert "PDF subtype:    PDF/X-1a:2003" in said


def test_every_colour_needs_at_most_200_percent_of_ink_and_greys_need_only_black() -> None:
    steps = range(0, 256, 15)
    image = Image.new("RGB", (len(steps) ** 2, len(steps)))
    image.putdata([(r, g, b) for r in steps for g in steps for b in steps])
    made = plate(image)
    inks = [tuple(made.inks[at : at + 4]) for at in range(0, len(made.inks), 4)]
    assert max(map(sum, inks)) == 2 * 255
    colours = [(r, g, b) for r in steps for g in steps for b in steps]
    for (r, g, b), (cyan, magenta, yellow, black) in zip(colours, inks, strict=True):
        assert (255 - cyan - black, 255 - magenta - black, 255 - yellow - black) == (r, g, b)
        assert 0 in (cyan, magenta, yellow)
        if r == g == b:
            assert (cyan, magenta, yellow) == (0, 0, 0)


def test_the_list_says_on_which_pages_each_card_is(file: Path) -> None:
    rows = list(csv.reader(io.StringIO((file.parent / "order.csv").read_text(encoding="utf-8"))))
    assert rows[1:] == [["poker", "3", "1", "6", "red", ""], ["poker", "2", "7", "10", "grey", ""]]


def test_the_same_cards_give_the_same_bytes(file: Path) -> None:
    before = file.read_bytes()
    again = proofdeck.open(file.parents[4]).export("dtc", dpi=100, cache=False)
    assert file in again.made
    assert file.read_bytes() == before

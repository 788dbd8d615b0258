"""Bar codes and QR codes are read back by a scanner from the pixels of the printed card, also with little ink."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proofdeck.ground.paper import Ink
from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import lay_out, printed_with
from proofdeck.paper.ink.raster import face_picture, pixels_of
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

zxingcpp = pytest.importorskip("zxingcpp")
Writer = Callable[..., Path]
DOTS = 300


def scanned(write: Writer, element: str, ink: Ink = "full") -> tuple[list[tuple[str, str]], list[str]]:
    """What a scanner reads on a card with that element, by kind, and the problems of the card."""
    import io

    from PIL import Image

    box = "x = 4\ny = 10\nwidth = 55\nheight = 40\n"
    write("templates/zoo/front.toml", f'size = "poker"\n[elements.code]\n{box}{element}\n')
    root = write("cards.csv", "game,name\nzoo,Ant\n")
    project = load_project(root, Problems())
    made = lay_out(project, project.games["zoo"], Options(), problems := Problems())
    face = printed_with(made, ink).items[0].front
    picture = Image.open(io.BytesIO(face_picture(face, made.supplies, DOTS)))
    assert picture.size == pixels_of(face.size, DOTS)
    return [(found.format.name, found.text) for found in zxingcpp.read_barcodes(picture)], list(map(str, problems))


CODES = (
    ('type = "barcode"\ncode = "Fox-12 a~z"', ("Code128", "Fox-12 a~z")),
    ('type = "barcode"\ncode = "{{ name }} 0123456789"', ("Code128", "Ant 0123456789")),
    ('type = "barcode"\nkind = "ean13"\ncode = "400638133393"', ("EAN13", "4006381333931")),
    ('type = "barcode"\nkind = "ean13"\ncode = "978-3-16-148410-0"', ("EAN13", "9783161484100")),
    ('type = "barcode"\nkind = "upca"\ncode = "03600029145"', ("EAN13", "0036000291452")),
    ('type = "qr"\ncode = "https://example.org/{{ id }}?a=1&b=%20"', ("QRCode", "https://example.org/ant?a=1&b=%20")),
    ('type = "qr"\nlevel = "h"\ncode = "Größe 🐟 枚"', ("QRCode", "Größe 🐟 枚")),
    ('type = "qr"\nlevel = "l"\ncode = "' + "x" * 300 + '"', ("QRCode", "x" * 300)),
)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize(("element", "read"), CODES)
def test_a_code_is_read_back(write: Writer, element: str, read: tuple[str, str], ink: Ink) -> None:
    found, problems = scanned(write, element, ink)
    assert (found, problems) == ([read], [])


def test_a_code_without_words_is_left_out(write: Writer) -> None:
    assert scanned(write, 'type = "qr"\ncode = " "') == ([], [])


@pytest.mark.parametrize(
    ("element", "why"),
    [
        ('type = "barcode"\ncode = "Größe"', "Code 128 has no 'ö'"),
        ('type = "barcode"\ncode = "' + "9" * 90 + '"', "a barcode of 90 letters cannot be scanned"),
        ('type = "barcode"\nkind = "ean13"\ncode = "123"', "'123' is not the 13 digits of a ean13"),
        ('type = "barcode"\nkind = "upca"\ncode = "036000291453"', "checks the others and must be 2"),
        ('type = "qr"\ncode = "' + "y" * 2400 + '"', "2,400 bytes do not fit into a qr of level m"),
    ],
)
def test_what_no_code_can_hold_is_told_with_a_cure(write: Writer, element: str, why: str) -> None:
    found, (problem,) = scanned(write, element)
    assert found == []
    assert "E323" in problem
    assert why in problem
    assert "\n    " in problem, "with a cure"

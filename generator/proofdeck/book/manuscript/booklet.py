"""The pages of a book in the order of a booklet: two on each side of sheets that are folded and stapled."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from proofdeck.book.manuscript.typesetting import PAPERS

PAGES_A_SHEET = 4
FOLDED = "book.pdf"


def sides(pages: int) -> Iterator[tuple[int, int]]:
    """Return (left, right) for each side of each sheet, fronts and backs in turn.

    Pages count from 1, and 0 is an empty page.

    The outermost sheet has the last page and the first on its front, and the second and the last but one on its back.
    Empty pages come before the last page, which is the back cover of the booklet.
    """
    empty = -pages % PAGES_A_SHEET
    order = [*range(1, pages), *[0] * empty, pages]
    for first in range(len(order) // 2):
        pair = (order[first], order[-1 - first])
        yield pair if first % 2 else pair[::-1]


def booklet(book: bytes, paper: str) -> bytes:
    """Write a book of half pages for folding: print it on both sides, flipped on the short edge.

    `paper`: that of the sheets.

    A tick at each end of the fold shows where it is.
    """
    import pypdfium2
    import typst

    pages = len(pypdfium2.PdfDocument(book))

    spreads = "#pagebreak()\n".join(f"#spread({left}, {right})\n" for left, right in sides(pages))
    source = f"""#set document(date: none)
#set page(paper: "{PAPERS[paper]}", flipped: true, margin: 0pt)
#let half(number) = if number == 0 {{ [] }} else {{
  align(center + horizon, image("{FOLDED}", page: number, width: 100%, alt: "Page " + str(number)))
}}
#let tick = line(length: 4mm, angle: 90deg, stroke: 0.3pt + luma(50%))
#let spread(left, right) = {{
  place(top + center, pdf.artifact(tick))
  place(bottom + center, pdf.artifact(tick))
  grid(columns: (1fr, 1fr), rows: 100%, half(left), half(right))
}}
{spreads}"""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FOLDED).write_bytes(book)
        (Path(folder) / "booklet.typ").write_text(source, encoding="utf-8")
        made = typst.compile(
            str(Path(folder) / "booklet.typ"), root=folder, ignore_system_fonts=True, format="pdf", timestamp=0
        )
    return bytes(made)

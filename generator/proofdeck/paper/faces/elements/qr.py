"""A QR code (ISO/IEC 18004), which a telephone reads: an address, a word or a line of text."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces.elements.barcode import code_marks
from proofdeck.paper.faces.face import Mark
from proofdeck.paper.faces.options import COMMON, ElementOption, WordOption, paint, text
from proofdeck.paper.faces.scene import Scene, Values, contained

OPTIONS = {
    **COMMON,
    "code": ElementOption(text, "", "what a telephone reads; nothing is printed when empty"),
    "level": ElementOption(WordOption("l", "m", "q", "h"), "m", "how much of it may be damaged: 7, 15, 25 or 30 %"),
    "colour": ElementOption(paint, "black", "colour of the dark modules"),
    "ground": ElementOption(paint, "white", "colour behind them, which must be light"),
}
QUIET = 4
"""Modules around a code that stay empty."""
MOST = {"l": 2953, "m": 2331, "q": 1663, "h": 1273}
"""Bytes in the largest code of each level."""


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    code = values["code"].strip()
    if not code:
        return
    if (length := len(code.encode())) > MOST[values["level"]]:
        hint = "Use fewer words, or another level." if values["level"] != "l" else "Use fewer words."
        scene.fault("E323", f"{length:,} bytes do not fit into a qr of level {values['level']}", "code", hint)
        return
    rows = modules_of(code, values["level"])
    square = contained(1.0, box)
    side = square.width / (len(rows) + 2 * QUIET)
    left, top = square.x + QUIET * side, square.y + QUIET * side
    dark = [
        Box(left + across * side, top + down * side, side, side)
        for down, row in enumerate(rows)
        for across, is_dark in enumerate(row)
        if is_dark
    ]
    yield from code_marks(dark, values, square, scene)


def modules_of(code: str, level: str) -> list[list[bool]]:
    """The rows of a code as small as it can be."""
    from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRErrorCorrectLevel

    found = QRCode(None, getattr(QRErrorCorrectLevel, level.upper()))
    found.addData(QR8bitByte(code.encode()))
    found.make()
    return [[bool(one) for one in row] for row in found.modules]

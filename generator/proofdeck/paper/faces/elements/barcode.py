"""Bars that a scanner reads: Code 128 for any words, EAN-13 and UPC-A for the numbers of goods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Mark, Scanned, Shape, rectangle_path
from proofdeck.paper.faces.options import COMMON, ElementOption, WordOption, paint, text
from proofdeck.paper.faces.scene import Scene, Values

OPTIONS = {
    **COMMON,
    "code": ElementOption(text, "", "what a scanner reads; nothing is printed when empty"),
    "kind": ElementOption(WordOption("code128", "ean13", "upca"), "code128", "code128 takes any Latin letters"),
    "colour": ElementOption(paint, "black", "colour of the bars, which must be dark"),
    "ground": ElementOption(paint, "white", "colour behind them, which must be light"),
}
QUIET = {"code128": (10, 10), "ean13": (11, 7), "upca": (9, 9)}
"""Modules that stay empty on the left and on the right (ISO/IEC 15417 and 15420)."""
DIGITS = {"ean13": 13, "upca": 12}
MOST = 80
"""Letters of a Code 128; on a poker card, 20 can be scanned."""
EAN_LEFT = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
"""The set A of ISO/IEC 15420; B is C read backwards, and C is A with the colours exchanged."""
EAN_SETS = "AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA".split()
"""Which set each digit of the left half is from, by the first digit of all."""


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    code, kind = values["code"].strip(), values["kind"]
    if not code:
        return
    try:
        modules = _code_128(code) if kind == "code128" else _goods(code, kind)
    except ValueError as error:
        message, hint = error.args
        scene.fault("E323", message, "code", hint)
        return
    before, after = QUIET[kind]
    width = box.width / (before + len(modules) + after)
    bars = [
        Box(box.x + (before + at) * width, box.y, length * width, box.height) for at, length in _runs(modules) if length
    ]
    yield from code_marks(bars, values, box, scene)


def code_marks(bars: Sequence[Box], values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    """The ground of a code, and its dark parts as one shape that stays solid however little ink is used."""
    ground, ink = scene.paint(values["ground"], box, "ground"), scene.paint(values["colour"], box, "colour")
    if ground is not None:
        yield Shape(rectangle_path(box), ground)
    if ink is not None:
        yield Scanned(tuple(segment for bar in bars for segment in rectangle_path(bar)), ink)


def _runs(modules: str) -> Iterator[tuple[int, int]]:
    """Where each bar begins, and its width in modules."""
    at = 0
    for part in modules.replace("01", "0 1").replace("10", "1 0").split():
        if part[0] == "1":
            yield at, len(part)
        at += len(part)


def _code_128(code: str) -> str:
    """The modules, 1 for a bar. Raises ValueError with a message and a cure."""
    from reportlab.graphics.barcode.code128 import Code128Auto

    if len(code) > MOST:
        raise ValueError(f"a barcode of {len(code)} letters cannot be scanned", f"Use at most {MOST}, or a qr.")
    if strange := next((letter for letter in code if not 32 <= ord(letter) < 127), ""):
        raise ValueError(f"Code 128 has no '{strange}'", "Use plain letters, digits and signs, or a qr.")
    bars = Code128Auto(code)
    bars.validate()
    bars.encode()
    bars.decompose()
    return "".join(("1" if one.isupper() else "0") * (ord(one.lower()) - ord("a") + 1) for one in bars.decomposed)


def _goods(code: str, kind: str) -> str:
    """The modules of EAN-13 or UPC-A, which is one that begins with 0. Raises ValueError with a message and a cure."""
    wanted = DIGITS[kind]
    digits = code.replace(" ", "").replace("-", "")
    if not (digits.isascii() and digits.isdigit()) or len(digits) not in {wanted, wanted - 1}:
        raise ValueError(f"'{code[:40]}' is not the {wanted} digits of a {kind}", "The last one may be left out.")
    whole = digits[: wanted - 1].rjust(12, "0")
    check = -sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(whole)) % 10
    if len(digits) == wanted and int(digits[-1]) != check:
        raise ValueError(f"the last digit of '{code}' checks the others and must be {check}", "Correct the number.")
    whole += str(check)
    right = ["".join("10"[int(bit)] for bit in EAN_LEFT[int(digit)]) for digit in whole[7:]]
    sets = EAN_SETS[int(whole[0])]
    left = [
        EAN_LEFT[int(digit)] if one == "A" else "".join("10"[int(bit)] for bit in reversed(EAN_LEFT[int(digit)]))
        for digit, one in zip(whole[1:7], sets, strict=True)
    ]
    return "".join(("101", *left, "01010", *right, "101"))

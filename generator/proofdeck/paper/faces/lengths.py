"""Lengths with units, as people write them: `"5mm"`, `"0.25in"`, `"75px"`, `"12pt"`, `"50%"` or `"100% - 8mm"`.

They become plain numbers of mm (or of pt for sizes of type) before an option reads its value.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from proofdeck.ground.units import MM_PER_INCH, MM_PER_POINT, Size

DPI = 300.0
"""Pixels per inch if a template has no `dpi`."""
UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "inch": MM_PER_INCH, '"': MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(rf"(?<![\w.#])([-+]?(?:\d+\.?\d*|\.\d+)) ?({'|'.join(UNITS)}|px|%)(?![\w%])")
_TERM = r"[-+]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})"
_SUM = re.compile(rf"{_TERM}(?: [-+] {_TERM}){{1,19}}")
"""`100% - 8mm`, with its lengths measured."""
_NEXT = re.compile(rf"(?:(?<= )([-+]) )?({_TERM})")
_ADDEND = re.compile(rf"(?:([-+]=?)( *))?(\d+\.?\d*|\.\d+) ?({'|'.join(UNITS)}|px|%)?(?![\w%.])")
"""One of the lengths of a sum, with the sign before it."""
_CHANGE = re.compile(r"\s{0,9}([-+])=\s{0,9}(.*?)\s{0,9}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Ruler:
    """Measures lengths. size: of the card, of which percentages are shares."""

    dpi: float = DPI
    size: Size | None = None

    def measured(self, raw: object, unit: str) -> object:
        """The value with plain numbers in place of lengths; colours such as `hsl(0, 50%, 50%)` stay as they are.

        unit: what a plain number means: "mm", "pt", or mm along a side of the card, which percentages are shares of:
        "across", "down", or "points" for both in turn.
        """
        if isinstance(raw, list):
            return [self.measured(row, unit) for row in raw]
        if not unit or not isinstance(raw, str):
            return raw
        lengths, bracket, rest = raw.partition("(")

        def plain(found: re.Match[str]) -> str:
            is_second = lengths[: found.start()].endswith(",")
            one = self._unit(found[2], {"points": "down" if is_second else "across"}.get(unit, unit))
            return found[0] if one is None else f"{float(found[1]) * one:.10g}"

        measured = _LENGTH.sub(plain, lengths) + bracket + rest
        return f"{_total(measured):.10g}" if _SUM.fullmatch(measured) else measured

    def shifted(self, raw: object, by: float, unit: str) -> float | str:
        """The length made longer by so many mm, and otherwise as it is written: with its unit, as a sum, as a change.

        unit: as in `measured`. Raises ValueError for anything but numbers with units and sums of them.
        """
        if isinstance(raw, (int, float)) and not isinstance(raw, bool):
            return raw + by
        found = list(_ADDEND.finditer(raw)) if isinstance(raw, str) else []
        if not found or _ADDEND.sub("", str(raw)).strip():
            raise ValueError(f"'{raw}' is not a length such as 8.5 or '75px'")
        one = next((one for one in reversed(found) if one[4] != "%"), found[-1])
        mm = self._unit(one[4], unit) if one[4] else 1.0
        if not mm:
            raise ValueError(f"'{raw}' is a share of nothing")
        value = (-1 if "-" in (one[1] or "") else 1) * float(one[3]) + by / mm
        number = f"{abs(value):.{2 + max(0, math.ceil(math.log10(mm)))}f}".rstrip("0").rstrip(".")
        sign = ("-" if value < 0 else "+") + ("=" if "=" in (one[1] or "") else "")
        lead = sign + (one[2] or "") if one[1] or value < 0 else ""
        return f"{str(raw)[: one.start()]}{lead}{number}{str(raw)[one.end(3) :]}"

    def _unit(self, name: str, unit: str) -> float | None:
        """How many mm (or pt) that unit is; None for a share of nothing."""
        if name == "%":
            side = {"across": self.size.width, "down": self.size.height}.get(unit) if self.size else None
            return None if side is None else side / 100
        mm = MM_PER_INCH / self.dpi if name == "px" else UNITS[name]
        return mm / MM_PER_POINT if unit == "pt" else mm


def _total(terms: str) -> float:
    """`63 - 8` is 55. Raises ValueError."""
    return sum(-float(term) if sign == "-" else float(term) for sign, term in _NEXT.findall(terms))


def change_of(raw: object) -> str | None:
    """`"+= 5mm"` as the end of a sum, ` + 5mm`; None for anything else."""
    found = _CHANGE.fullmatch(raw) if isinstance(raw, str) else None
    return found and f" {found[1]} {found[2]}"


def multiplied(raw: object, times: int) -> str:
    """So many times that length, as the end of a sum. Raises ValueError for what is not a length."""
    found = re.fullmatch(r"([-+]?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})) ?(\D{0,4})", str(raw).strip())
    if isinstance(raw, bool) or not found or found[2] not in {*UNITS, "px", "%", ""}:
        raise ValueError(f"'{raw}' is not a length such as 8.5 or '75px'")
    return f" + {float(found[1]) * times:.10g}{found[2]}"

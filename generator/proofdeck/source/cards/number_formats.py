"""What a cell of a workbook shows: its number in its format, such as 25 % for 0.25 and 9:30 for a part of a day.

The formats are those of Office Open XML (ECMA-376 part 1, 18.8.30 and 18.8.31). Names of months are English. A format
that is not understood shows nothing, and the number is read as it is stored.
"""

from __future__ import annotations

import datetime
import re
import zipfile
from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from io import BytesIO
from typing import NamedTuple
from xml.etree import ElementTree

from proofdeck.source.cards.archive import column_number

BUILT_IN = {
    2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 12: "# ?/?", 13: "# ??/??", 15: "d-mmm-yy",
    16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 37: "#,##0;-#,##0",
    38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
}  # fmt: skip
"""Those that every workbook has. 14 and 22 are dates in the order of the reader's country, and stay ISO dates."""
PIECE = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<literal>.)|\[\$(?P<currency>[^\]\-]*)(?:-[^\]]*)?\]|\[(?P<elapsed>h+|m+|s+)\]'
    r"|\[(?P<rule>[^\]]*)\]|[_*](?P<width>.)|(?P<half>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?)"
    r"|(?P<number>[0#?][0#?,. /]*|\.[0#?]+)|(?P<percent>%)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
PLAIN = {"general", "@", "0", "#", ""}
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
START, START_1904 = datetime.datetime(1899, 12, 30), datetime.datetime(1904, 1, 1)  # noqa: DTZ001  a workbook has no zone
NO_SUCH_DAY = 60
"""29 February 1900, which spreadsheet programs count: days before it are one later than by the calendar."""
FROM_1904 = re.compile(rb"""\bdate1904=["'](?:1|true)["']""")
LARGEST = 1e11
LONGEST = 100
PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
BOOK, LINKS, STYLES = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"


def cells_as_shown(data: bytes, sheet: str) -> Iterator[tuple[tuple[int, int], str]]:
    """(row, column) of each number in a sheet of an .xlsx file that its format shows otherwise, and what it shows."""
    codes = _formats(data)
    if not codes or not (content := sheet_xml(data, sheet)):
        return
    from_1904 = bool(FROM_1904.search(parts_of(data, (BOOK,))[BOOK]))
    for _, one in ElementTree.iterparse(BytesIO(content)):  # noqa: S314  entities are refused before
        tag = one.tag.rpartition("}")[2]
        if tag == "c" and one.get("t", "n") == "n" and (code := codes.get(int(one.get("s") or 0))):
            place, number = PLACE.fullmatch(one.get("r") or ""), _number_in(one)
            if place and number is not None and (words := shown(number, code, from_1904=from_1904)) is not None:
                yield (int(place[2]), column_number(place[1])), words
        if tag == "row":
            one.clear()


def _number_in(cell: ElementTree.Element) -> float | None:
    text = next((part.text for part in cell if part.tag.endswith("}v")), None)
    try:
        return float(text) if text else None
    except ValueError:
        return None


def parts_of(data: bytes, names: Iterable[str]) -> dict[str, bytes]:
    """Those parts of a workbook that it has."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        there = frozenset(archive.namelist())
        return {name: archive.read(name) for name in names if name in there}


def sheet_xml(data: bytes, sheet: str) -> bytes:
    """The part of an .xlsx file that holds a sheet; b"" if there is none."""
    part = part_of_sheet(data, sheet)
    return parts_of(data, (part,)).get(part, b"")


def names_of_sheets(data: bytes) -> list[str]:
    """The names of all sheets of an .xlsx file, in their order."""
    book = parts_of(data, (BOOK,)).get(BOOK, b"")
    root = ElementTree.fromstring(book) if book else ()  # noqa: S314  as above
    return [one.get("name", "") for part in root for one in part if one.tag.endswith("}sheet")]


def part_of_sheet(data: bytes, sheet: str) -> str:
    """The name of the part of an .xlsx file that holds a sheet; "" if there is none."""
    parts = parts_of(data, (BOOK, LINKS))
    if len(parts) < 2:
        return ""
    book, links = (ElementTree.fromstring(parts[name]) for name in (BOOK, LINKS))  # noqa: S314  as above
    named = next((one for one in book.iter() if one.tag.endswith("}sheet") and one.get("name") == sheet), None)
    link = next((value for key, value in named.items() if key.endswith("}id")), "") if named is not None else ""
    target = next((one.get("Target", "") for one in links if one.get("Id") == link), "")
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _formats(data: bytes) -> dict[int, str]:
    """The number of each style of cells -> its format, where that shows more than the number."""
    styles = parts_of(data, (STYLES,))
    if not styles:
        return {}
    root = ElementTree.fromstring(styles[STYLES])  # noqa: S314  as above
    own = {one.get("numFmtId"): one.get("formatCode", "") for one in root.iter() if one.tag.endswith("}numFmt")}
    cells = next((one for one in root if one.tag.endswith("}cellXfs")), ())
    used = {at: one.get("numFmtId", "0") for at, one in enumerate(cells)}
    codes = {at: own.get(number) or BUILT_IN.get(int(number), "") for at, number in used.items()}
    return {at: code for at, code in codes.items() if code.strip().casefold() not in PLAIN}


class _Piece(NamedTuple):
    kind: str
    text: str


def shown(value: float, code: str, *, from_1904: bool = False) -> str | None:
    """The number in that format; None if it shows no more than the number itself, or is not understood."""
    if code.strip().casefold() in PLAIN or len(code) > LONGEST or not abs(value) < LARGEST:
        return None
    sections = re.findall(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])+|(?<=;)(?=;|$)', code)
    if not sections:
        return None
    at = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    pieces = [_Piece(found.lastgroup or "", found[found.lastgroup or 0]) for found in PIECE.finditer(sections[at])]
    if any(piece.kind == "rule" and piece.text[:1] in "<>=" for piece in pieces):
        return None
    kinds = {piece.kind for piece in pieces}
    if kinds & {"date", "elapsed"}:
        return _moment(value, pieces, START_1904 if from_1904 else START)
    if "number" not in kinds:
        return None if "other" in kinds else "".join(text for kind, text in pieces if kind in {"quoted", "literal"})
    try:
        words = _number(abs(value), pieces)
    except ArithmeticError:  # more places or percents than a number has digits
        return None
    return words and (f"-{words}" if value < 0 and at == 0 and words.strip("0.,% ") else words)


def _number(value: float, pieces: list[_Piece]) -> str | None:
    """A number above zero with the words around it."""
    said, percents = "", sum(piece.kind == "percent" for piece in pieces)
    numbers = [piece for piece in pieces if piece.kind == "number"]
    if len(numbers) > 1 or any(piece.kind == "other" and piece.text in "Ee" for piece in pieces):
        return None
    for kind, text in pieces:
        if kind == "number":
            said += _digits(value * 100**percents, text)
        elif kind == "percent":
            said += "%"
        elif kind in {"quoted", "literal", "currency", "other"}:
            said += text
    return said.strip()


def _digits(value: float, pattern: str) -> str:
    """The number by its pattern, `#,##0.00` or `# ?/?`."""
    trail = pattern[len(pattern.rstrip(" ")) :]
    pattern = pattern.rstrip(" ")
    if "/" in pattern:
        return _fraction(value, pattern) + trail
    scale = len(pattern) - len(pattern.rstrip(","))
    whole, _, part = pattern.rstrip(",").partition(".")
    places = sum(letter in "0#?" for letter in part)
    kept = sum(letter == "0" for letter in part)
    exact = (Decimal(repr(value)) / 1000**scale).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    before, _, after = f"{exact:f}".partition(".")
    after = after[:kept] + after[kept:].rstrip("0")
    before = before.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole:
        before = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", before)
    return f"{before}.{after}{trail}" if after else before + trail


def _fraction(value: float, pattern: str) -> str:
    """A number such as 1 1/2."""
    below = len(pattern.rpartition("/")[2].strip()) or 1
    whole, rest = divmod(Fraction(value).limit_denominator(10**below - 1), 1)
    if " " not in pattern.strip():
        rest, whole = rest + whole, 0
    words = f"{rest.numerator}/{rest.denominator}" if rest else ""
    return f"{whole} {words}".strip() if whole or not words else words


def _moment(value: float, pieces: list[_Piece], start: datetime.datetime) -> str | None:
    """A date or a time of day."""
    if value < 0:
        return None
    try:
        early = start == START and 1 <= value < NO_SUCH_DAY
        when = start + datetime.timedelta(days=early, seconds=round(value * 86400, 3))
    except OverflowError:
        return None
    halves = any(piece.kind == "half" for piece in pieces)
    return (
        "".join(_dated(pieces, when, value * 86400, halves)).strip().removesuffix(" 00:00:00").removesuffix(" 0:00:00")
    )


def _dated(pieces: list[_Piece], when: datetime.datetime, seconds: float, halves: bool) -> Iterator[str]:
    units = [piece.text[0].casefold() for piece in pieces if piece.kind in {"date", "elapsed"}]
    seen = 0
    for kind, text in pieces:
        if kind in {"quoted", "literal", "other", "currency"}:
            yield text
        elif kind == "half":
            yield "AM" if when.hour < 12 else "PM"
        elif kind in {"date", "elapsed"}:
            unit, wide = units[seen], len(text)
            is_minute = unit == "m" and (units[seen - 1 : seen] == ["h"] or units[seen + 1 : seen + 2] == ["s"])
            seen += 1
            if kind == "elapsed":
                yield str(int(round(seconds, 3) // {"h": 3600, "m": 60, "s": 1}[unit])).rjust(wide, "0")
            else:
                yield _part(when, "minute" if is_minute else unit, text, halves)
        elif kind == "number":
            yield text


def _part(when: datetime.datetime, unit: str, text: str, halves: bool) -> str:
    """One part of a moment, as wide as the format has it."""
    wide = len(text)
    if unit == "y":
        return f"{when.year:04}" if wide > 2 else f"{when.year % 100:02}"
    if unit == "m" and wide > 2:
        name = MONTHS[when.month - 1]
        return name[0] if wide == 5 else name[:3] if wide == 3 else name
    if unit == "d" and wide > 2:
        name = DAYS[when.weekday()]
        return name[:3] if wide == 3 else name
    if unit == "s" and "." in text:
        return f"{when.second:02}.{when.microsecond:06}"[: 3 + wide - text.index(".") - 1]
    hour = when.hour % 12 or 12 if halves else when.hour
    number = {"m": when.month, "d": when.day, "h": hour, "minute": when.minute, "s": when.second}[unit]
    return str(number).rjust(min(wide, 2), "0")

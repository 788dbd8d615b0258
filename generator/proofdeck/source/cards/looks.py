"""How a workbook shows its cells: which rows and columns are hidden, and which words are bold, italic or in colour.

Places are counted from 1. Nothing is parsed in which no such sign stands. Binary workbooks say only what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from proofdeck.source.cards.archive import OPEN_XML, column_number
from proofdeck.source.cards.formulas import OFFICE, REPEATED, TABLE, cells_of_ods
from proofdeck.source.cards.number_formats import PLACE, STYLES, parts_of, sheet_xml
from proofdeck.source.cards.records import BINARY, BinarySheet, sheets_of

MOST_HIDDEN = 1000
"""Columns that are looked at; programs hide all that are not used."""
HIDDEN = re.compile(rb"""<(?:\w+:)?(row|col)\b([^>]*\bhidden=["'](?:1|true)["'][^>]*)>""")
COLLAPSED = re.compile(rb"""<table:table-(?:row|column)\b[^>]*\btable:visibility=["'](?:collapse|filter)["']""")
ATTRIBUTE = re.compile(rb"""\b(r|min|max|s|t)=["']([^"']*)["']""")
RUNS = re.compile(rb"<(?:\w+:)?r[ >]")
TEXT_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*)>\s*(?:<(?:\w+:)?v>(\d+)</|(<(?:\w+:)?is>.*?</(?:\w+:)?is>))", re.DOTALL)
TEXTS = "xl/sharedStrings.xml"
COLOUR = re.compile("#[0-9a-f]{6}")
COLOURED = 0x40
"""How far apart the lights of a colour are at least; letters pasted from the web are often nearly black."""
STYLED = re.compile(rb"""\bfo:(?:font-weight=["'](?:bold|[6-9]00)|font-style=["']italic|color=["']#)""")
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


class Hidden(NamedTuple):
    """The rows and columns that a sheet does not show."""

    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


class WordLook(NamedTuple):
    """How words look. colour: as `#c00000`, or "" for black, grey and white."""

    bold: bool = False
    italic: bool = False
    colour: str = ""


Run = tuple[str, WordLook]
PLAIN = WordLook()


def hidden_in(data: bytes, suffix: str, sheet: str) -> Hidden:
    """What a sheet hides."""
    if suffix in BINARY:
        found = sheets_of(data, suffix).get(sheet, BinarySheet())
        return Hidden(found.hidden_rows, found.hidden_columns)
    return _hidden_in_ods(data, sheet) if suffix == ".ods" else Hidden(*_hidden_in_xlsx(data, suffix, sheet))


def runs_in(data: bytes, suffix: str, sheet: str) -> Iterator[tuple[tuple[int, int], list[Run] | WordLook]]:
    """(row, column) of each cell with a look: its words, if they do not all have the same, or the look of all."""
    return (
        _runs_in_ods(data, sheet)
        if suffix == ".ods"
        else _runs_in_xlsx(data, sheet)
        if suffix in OPEN_XML
        else iter(())
    )


def marked(runs: Iterable[Run]) -> str:
    """The words with the markup that prints them so."""
    pieces = [(text, look) for text, look in runs if text]
    found = ""
    for at, (text, look) in enumerate(pieces):
        core = text.strip()
        lead, _, trail = text.partition(core) if core else (text, "", "")
        if core and look != PLAIN:
            after = trail or (pieces[at + 1][0] if at + 1 < len(pieces) else "")
            stands_alone = not (found + lead)[-1:].isalnum() and not after[:1].isalnum() and "*" not in core
            for is_so, stars, tag in ((look.italic, "*", "i"), (look.bold, "**", "b")):
                if is_so:
                    core = f"{stars}{core}{stars}" if stands_alone else f"<{tag}>{core}</{tag}>"
            core = f"<colour {look.colour}>{core}</colour>" if look.colour else core
        found += lead + core + trail
    return found


def _look(bold: object, italic: object, colour: str | None) -> WordLook:
    found = (colour or "").casefold()
    lights = bytes.fromhex(found[1:]) if COLOUR.fullmatch(found) else b"\0"
    return WordLook(bool(bold), bool(italic), found if max(lights) - min(lights) >= COLOURED else "")


def _differ(runs: Iterable[Run]) -> bool:
    return len({look for text, look in runs if text.strip()}) > 1


# -- .xlsx -------------------------------------------------------------------------------------------------------------


def _hidden_in_xlsx(data: bytes, suffix: str, sheet: str) -> tuple[frozenset[int], frozenset[int]]:
    rows, columns = set[int](), set[int]()
    for found in HIDDEN.finditer(sheet_xml(data, sheet) if suffix in OPEN_XML else b""):
        said = {key: int(value) for key, value in ATTRIBUTE.findall(found[2]) if value.isdigit()}
        if found[1] == b"row":
            rows.add(said.get(b"r", 0))
        else:
            columns |= set(range(said.get(b"min", 1), min(said.get(b"max", 0), MOST_HIDDEN) + 1))
    return frozenset(rows), frozenset(columns)


def _runs_in_xlsx(data: bytes, sheet: str) -> Iterator[tuple[tuple[int, int], list[Run] | WordLook]]:
    parts = parts_of(data, (TEXTS, STYLES))
    texts, fonts = parts.get(TEXTS, b""), dict(_fonts(parts.get(STYLES, b"")))
    content = sheet_xml(data, sheet)
    shared = dict(_shared_runs(texts)) if RUNS.search(texts) else {}
    if not (shared or RUNS.search(content) or fonts):
        return
    for found in TEXT_CELL.finditer(content):
        said = dict(ATTRIBUTE.findall(found[1]))
        place = PLACE.fullmatch(said.get(b"r", b"").decode())
        if place and said.get(b"t") in {b"s", b"inlineStr"}:
            runs = shared.get(int(found[2])) if found[2] else _inline_runs(found[3])
            look = runs or fonts.get(int(said.get(b"s", b"0")))
            if look:
                yield (int(place[2]), column_number(place[1])), look


def _local(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2]


def _shared_runs(texts: bytes) -> Iterator[tuple[int, list[Run]]]:
    """The texts whose words do not all look alike, by their numbers."""
    for at, one in enumerate(ElementTree.fromstring(texts)):  # noqa: S314  entities are refused before
        runs = _runs(one)
        if _differ(runs):
            yield at, runs


def _inline_runs(text: bytes) -> list[Run] | None:
    if not RUNS.search(text):
        return None
    runs = _runs(ElementTree.fromstring(re.sub(rb"(</?)\w+:", rb"\1", text)))  # noqa: S314  as above
    return runs if _differ(runs) else None


def _runs(text: ElementTree.Element) -> list[Run]:
    return [
        ("".join(part.text or "" for part in run if _local(part) == "t"), _font(part for rule in run for part in rule))
        for run in text
        if _local(run) == "r"
    ]


def _font(rules: Iterable[ElementTree.Element]) -> WordLook:
    said = {_local(rule): rule for rule in rules}
    on = {name for name, rule in said.items() if rule.get("val", "1") not in {"0", "false"}}
    colour = said["color"].get("rgb", "") if "color" in said else ""
    return _look("b" in on, "i" in on, f"#{colour[-6:]}")


def _fonts(styles: bytes) -> Iterator[tuple[int, WordLook]]:
    """The number of each style of cells whose words have a look."""
    if not styles:
        return
    parts = {_local(part): part for part in ElementTree.fromstring(styles)}  # noqa: S314  as above
    looks = [_font(font) for font in parts.get("fonts", ())]
    for at, style in enumerate(parts.get("cellXfs", ())):
        font = int(style.get("fontId", "0"))
        if font < len(looks) and looks[font] != PLAIN:
            yield at, looks[font]


# -- .ods --------------------------------------------------------------------------------------------------------------


def _hidden_in_ods(data: bytes, sheet: str) -> Hidden:
    content = parts_of(data, ("content.xml",))["content.xml"]
    if not COLLAPSED.search(content):
        return Hidden()
    tables = ElementTree.fromstring(content).iter(f"{TABLE}table")  # noqa: S314  as above
    found = next((table for table in tables if table.get(f"{TABLE}name") == sheet), ())
    return Hidden(*(frozenset(_collapsed(found, line)) for line in ("row", "column")))


def _collapsed(table: Iterable[ElementTree.Element], line: str) -> Iterator[int]:
    at = 1
    for one in (part for group in table for part in group.iter(f"{TABLE}table-{line}")):
        several = int(one.get(f"{TABLE}number-{line}s-repeated", "1"))
        if one.get(f"{TABLE}visibility") in {"collapse", "filter"}:
            yield from range(at, at + min(several, MOST_HIDDEN))
        at += several


def _runs_in_ods(data: bytes, sheet: str) -> Iterator[tuple[tuple[int, int], list[Run] | WordLook]]:
    content = parts_of(data, ("content.xml",))["content.xml"]
    if not STYLED.search(content):
        return
    looks = _styles_of_ods(content)
    for row, column, cell in cells_of_ods(data, sheet, STYLED):
        if cell.get(f"{OFFICE}value-type") == "string":
            own = looks.get(cell.get(f"{TABLE}style-name", ""), PLAIN)
            lines = [list(_runs_of_line(line, own, looks)) for line in cell if line.tag == f"{TEXT}p"]
            runs = [run for line in lines for run in (*line, ("\n", PLAIN))][:-1]
            if _differ(runs) or own != PLAIN:
                said = runs if _differ(runs) else own
                yield from (((row, column + beside), said) for beside in range(int(cell.get(REPEATED, "1"))))


def _styles_of_ods(content: bytes) -> Mapping[str, WordLook]:
    looks = {}
    for style in ElementTree.fromstring(content).iter(f"{STYLE}style"):  # noqa: S314  as above
        if (words := style.find(f"{STYLE}text-properties")) is not None:
            bold = re.fullmatch("bold|[6-9]00", words.get(f"{FO}font-weight", ""))
            look = _look(bold, words.get(f"{FO}font-style") == "italic", words.get(f"{FO}color"))
            looks[style.get(f"{STYLE}name", "")] = look
    return looks


def _runs_of_line(line: ElementTree.Element, own: WordLook, looks: Mapping[str, WordLook]) -> Iterator[Run]:
    yield line.text or "", own
    for part in line:
        if part.tag == f"{TEXT}s":
            yield " " * int(part.get(f"{TEXT}c", "1")), own
        else:
            yield from _runs_of_line(part, looks.get(part.get(f"{TEXT}style-name", ""), own), looks)
        yield part.tail or "", own

"""Writes workbooks of every kind that Proofdeck reads, small ones and by hand where no library writes them."""

from __future__ import annotations

import datetime
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from openpyxl import Workbook

ENDINGS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
ERRORS = {"#NULL!": 0, "#DIV/0!": 7, "#VALUE!": 15, "#REF!": 23, "#NAME?": 29, "#NUM!": 36, "#N/A": 42}
Sheets = Mapping[str, Sequence[Sequence[object]]]
EPOCH = datetime.datetime(1899, 12, 30)  # noqa: DTZ001  cells have no time zone
SHEET_OF = "xl/worksheets/sheet{0}.bin"


def write_workbook(path: Path, sheets: Sheets) -> Path:
    """A workbook of the kind that its name says; texts such as #REF! are errors."""
    if path.suffix in {".xlsx", ".xlsm"}:
        book = Workbook()
        book.remove(book.active)
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        book.save(path)
    elif path.suffix == ".xls":
        path.write_bytes(xls(sheets))
    else:
        with zipfile.ZipFile(path, "w") as archive:
            for part, data in (ods if path.suffix == ".ods" else xlsb)(sheets).items():
                archive.writestr(part, data)
    return path


def cells_of(rows: Sequence[Sequence[object]]) -> Iterator[tuple[int, int, object]]:
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if value is not None:
                yield row, column, value


def serial(value: object) -> float:
    """What Excel stores: days since the end of 1899."""
    if isinstance(value, datetime.datetime):
        return (value - EPOCH) / datetime.timedelta(days=1)
    assert isinstance(value, (int, float))
    return float(value)


# -- OpenDocument ------------------------------------------------------------------------------------------------------

NAMES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "calcext": "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
}
KIND = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = f"""<manifest xmlns="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<file-entry full-path="/" media-type="{KIND}"/></manifest>"""


def ods(sheets: Sheets) -> dict[str, str]:
    names = " ".join(f'xmlns:{short}="{name}"' for short, name in NAMES.items())
    tables = "".join(
        f'<table:table table:name="{escape(name)}">{"".join(map(_ods_row, rows))}</table:table>'
        for name, rows in sheets.items()
    )
    content = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    return {
        "mimetype": KIND,
        "content.xml": f"<office:document-content {names}>{content}</office:document-content>",
        "META-INF/manifest.xml": MANIFEST,
    }


def _ods_row(values: Sequence[object]) -> str:
    return f"<table:table-row>{''.join(map(_ods_cell, values))}</table:table-row>"


def _ods_cell(value: object) -> str:
    if value is None:
        return "<table:table-cell/>"
    kind = f'office:value-type="float" office:value="{value}"'
    if value in ERRORS:
        kind = 'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"'
    elif isinstance(value, str):
        kind = 'office:value-type="string"'
    elif isinstance(value, bool):
        kind = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, datetime.datetime):
        kind = f'office:value-type="date" office:date-value="{value.isoformat()}"'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in str(value).split("\n"))
    return f"<table:table-cell {kind}>{lines}</table:table-cell>"


# -- Excel 97 ----------------------------------------------------------------------------------------------------------


def xls(sheets: Sheets) -> bytes:
    return compound("Workbook", xls_stream({name: xls_cells(rows) for name, rows in sheets.items()}))


def record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def xls_stream(sheets: Mapping[str, bytes], more: bytes = b"") -> bytes:
    """more: records at the beginning."""
    names = {name: struct.pack("<BB", len(name), 1) + name.encode("utf-16-le") for name in sheets}
    formats = b"".join(record(0xE0, struct.pack("<HH16x", 0, kind)) for kind in (0, 14))
    begin = record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 1997, 0, 0)) + more + formats
    at = len(begin) + sum(10 + len(name) for name in names.values()) + 4
    places, parts = b"", b""
    for name, cells in sheets.items():
        places += record(0x85, struct.pack("<IH", at + len(parts), 0) + names[name])
        parts += record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 1997, 0, 0)) + cells + record(0x0A, b"")
    return begin + places + record(0x0A, b"") + parts


def xls_cells(rows: Sequence[Sequence[object]]) -> bytes:
    return b"".join(_xls_cell(*cell) for cell in cells_of(rows))


def _xls_cell(row: int, column: int, value: object) -> bytes:
    place = struct.pack("<HHH", row, column, isinstance(value, datetime.datetime))
    if value in ERRORS:
        result = struct.pack("<BxBxxx", 2, ERRORS[str(value)]) + b"\xff\xff"
        return record(0x06, place + result + struct.pack("<HIH", 0, 0, 0))
    if isinstance(value, str):
        return record(0x204, place + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
    if isinstance(value, bool):
        return record(0x205, place + bytes((value, 0)))
    return record(0x203, place + struct.pack("<d", serial(value)))


def compound(name: str, stream: bytes) -> bytes:
    """A compound file with one stream."""
    stream = stream.ljust(4096, b"\0")
    sectors = -(-len(stream) // 512)
    tables = -(-(sectors + 4) // 127)
    end, none = 0xFFFFFFFE, 0xFFFFFFFF
    following = [0xFFFFFFFD] * tables + [end] + [tables + 2 + at for at in range(sectors - 1)] + [end]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, tables, tables, 0, 4096, end, 0, end, 0)
    header += b"".join(struct.pack("<I", at if at < tables else none) for at in range(109))
    table = struct.pack(f"<{len(following)}I", *following).ljust(512 * tables, b"\xff")
    entries = _entry("Root Entry", 5, 1, end, 0) + _entry(name, 2, none, tables + 1, len(stream))
    return header + table + entries.ljust(512, b"\0") + stream.ljust(512 * sectors, b"\0")


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    words = (name + "\0").encode("utf-16-le")
    none = 0xFFFFFFFF
    return words.ljust(64, b"\0") + struct.pack(
        "<HBBIII16xI16xIQ", len(words), kind, 1, none, none, child, 0, start, size
    )


# -- Excel, binary -----------------------------------------------------------------------------------------------------


def xlsb(sheets: Sheets) -> dict[str, bytes]:
    return xlsb_parts({name: xlsb_cells(rows) for name, rows in sheets.items()})


def short(kind: int, data: bytes = b"") -> bytes:
    head = bytes((kind,)) if kind < 0x80 else bytes((kind & 0x7F | 0x80, kind >> 7))
    size = len(data)
    return head + (bytes((size,)) if size < 0x80 else bytes((size & 0x7F | 0x80, size >> 7))) + data


def words(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb_parts(sheets: Mapping[str, bytes]) -> dict[str, bytes]:
    links, bundle, parts = "", b"", {}
    for number, (name, cells) in enumerate(sheets.items(), 1):
        kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
        links += f'<Relationship Id="rId{number}" Type="{kind}" Target="worksheets/sheet{number}.bin"/>'
        bundle += short(156, struct.pack("<II", 0, number) + words(f"rId{number}") + words(name))
        size = short(148, struct.pack("<IIII", 0, 9, 0, 9))
        parts[SHEET_OF.format(number)] = short(129) + size + short(145) + cells + short(146) + short(130)
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    formats = b"".join(short(47, struct.pack("<HH12x", 0, kind)) for kind in (0, 14))
    return {
        "[Content_Types].xml": b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "xl/_rels/workbook.bin.rels": f'<Relationships xmlns="{space}">{links}</Relationships>'.encode(),
        "xl/workbook.bin": short(131) + short(143) + bundle + short(144) + short(132),
        "xl/styles.bin": short(278) + short(617, struct.pack("<I", 2)) + formats + short(618) + short(279),
        **parts,
    }


def xlsb_cells(rows: Sequence[Sequence[object]]) -> bytes:
    found = b""
    for row, values in enumerate(rows):
        found += short(0, struct.pack("<IIHH5x", row, 0, 300, 0))
        found += b"".join(_xlsb_cell(column, value) for _, column, value in cells_of([values]))
    return found


def _xlsb_cell(column: int, value: object) -> bytes:
    place = struct.pack("<II", column, isinstance(value, datetime.datetime))
    if value in ERRORS:
        return short(3, place + bytes((ERRORS[str(value)],)))
    if isinstance(value, str):
        return short(6, place + words(value))
    if isinstance(value, bool):
        return short(4, place + bytes((value,)))
    return short(5, place + struct.pack("<d", serial(value)))

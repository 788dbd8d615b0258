"""Folders as people have them, and what they do to the files in them between two commands.

Each edit is a pair: how it is typed in a shell, to be pasted, and what it does to the folder.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from letters.small_fonts import save_font
from openpyxl import Workbook, load_workbook
from PIL import Image

ROWS = [
    ["game", "id", "name", "kind", "value", "text"],
    ["GAME", "ant", "Ant", "bug", "1", "Bites."],
    ["GAME", "bee", "Bee", "action", "2", "Stings."],
    ["GAME", "cow", "Cow", "reference", "3", "Moos, often."],
]
FRONT = """size = "poker"
[fonts]
body = "Crimson Text"
[elements.art]
type = "image"
file = "art/ant.png"
x = 10
y = 20
width = 20
height = 20
[elements.words]
type = "text"
text = "{{ name }}: {{ text }}"
x = 5
y = 5
width = 50
height = 10
"""
SIGNED = FRONT.replace("art/ant.png", "art/sign.svg")
LETTERED = SIGNED.replace('"Crimson Text"', '"fonts/own.ttf"')
"""A front with a drawing, and one in a font of the folder, too."""
SIGN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">
<rect width="8" height="8" fill="COLOUR"/>
<text x="1" y="7" font-size="4" font-family="Own">Ant</text>
</svg>
"""


class Edit(NamedTuple):
    """Something that a person does between two commands. typed: as a line of a shell."""

    typed: str
    do: Callable[[Path], None]


def csv_text(game: str) -> str:
    """The rows as a spreadsheet program writes them."""
    return "".join(",".join(f'"{cell}"' if "," in cell else cell for cell in row) + "\n" for row in ROWS).replace(
        "GAME", game
    )


def write_workbook(path: Path, game: str) -> None:
    """The same rows in a workbook."""
    book = Workbook()
    for row in ROWS:
        book.active.append([cell.replace("GAME", game) for cell in row])
    book.save(path)


def sheet_of(root: Path) -> Path | None:
    """The spreadsheet of a folder, whatever it is called by now."""
    found = sorted(path for path in root.iterdir() if path.stem.lower() == "cards" and path.suffix.lower() != ".toml")
    return found[0] if found else None


def _bytes(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """An edit of a text table as an editor saves it; a workbook stays as it is."""

    def do(root: Path) -> None:
        path = sheet_of(root)
        if path is not None and path.suffix.lower() != ".xlsx":
            path.write_bytes(change(path.read_bytes()))

    return do


def _in_workbook(change: Callable[[Workbook], None]) -> Callable[[Path], None]:
    """An edit in a spreadsheet program, which writes the whole file anew; a text table stays as it is."""

    def do(root: Path) -> None:
        path = sheet_of(root)
        if path is not None and path.suffix.lower() == ".xlsx":
            book = load_workbook(path)
            change(book)
            book.save(path)

    return do


def _touch(root: Path, name: str, seconds: float = 0.0) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    if seconds:
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime + seconds))


def _touch_sheet(seconds: float) -> Callable[[Path], None]:
    def do(root: Path) -> None:
        if (path := sheet_of(root)) is not None:
            _touch(root, path.name, seconds)

    return do


def _write(name: str, text: str) -> Callable[[Path], None]:
    def do(root: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")

    return do


def _remove(name: str) -> Callable[[Path], None]:
    return lambda root: (root / name).unlink(missing_ok=True)


def _paint(colour: str) -> Callable[[Path], None]:
    """A picture of always the same size in pixels and in bytes."""

    def do(root: Path) -> None:
        (root / "art").mkdir(exist_ok=True)
        Image.new("RGB", (8, 8), colour).save(root / "art" / "ant.png", compress_level=0)

    return do


def _cut_font(width: int) -> Callable[[Path], None]:
    """A font in which all letters are so many thousandths of an em wide."""

    def do(root: Path) -> None:
        save_font(root / "fonts" / "own.ttf", dict.fromkeys(map(chr, range(32, 127)), width), family="Own")

    return do


def _capitals(root: Path) -> None:
    if (path := sheet_of(root)) is not None:
        path.rename(path.with_name(path.name.upper() if path.name.islower() else path.name.lower()))


def _swap(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[:1], *lines[2:3], *lines[1:2], *lines[3:]])


def damage_store(cache: Path) -> None:
    """Half of each store, as after a full disk."""
    for path in cache.rglob("*.db"):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def age_store(cache: Path) -> None:
    """Each store as another version of the program left it."""
    for path in cache.rglob("*.db"):
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as store:
            store.execute("update program set digest = 'of another version'")
            store.commit()


def _widen(book: Workbook) -> None:
    column = book.active.column_dimensions["C"]
    column.width = (column.width or 8) + 3


def _add_sheet(book: Workbook) -> None:
    sheet = book.create_sheet(f"Kind {len(book.sheetnames)}")
    sheet.append(["name", "text"])
    sheet.append([f"Dog {len(book.sheetnames)}", "Barks."])
    sheet.append([f"Elk {len(book.sheetnames)}", "Bells."])


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


IN_TEXT = [
    Edit("printf '# a note\\n' >> cards.csv", _bytes(lambda data: data + b"# a note\n")),
    Edit("echo >> cards.csv", _bytes(lambda data: data + b"\n")),
    Edit("printf ',,,,,Whose?\\n' >> cards.csv", _bytes(lambda data: data + b",,,,,Whose?\n")),
    Edit("sed -i 's/,1,/,9,/' cards.csv", _bytes(lambda data: data.replace(b",1,", b",9,"))),
    Edit("sed -i 's/,9,/,1,/' cards.csv", _bytes(lambda data: data.replace(b",9,", b",1,"))),
    Edit("sed -i 's/Bites/Bites twice/' cards.csv", _bytes(lambda data: data.replace(b"Bites.", b"Bites twice."))),
    Edit("# exchange the first two cards of cards.csv", _bytes(_swap)),
    Edit("sed -i 's/$/\\r/' cards.csv", _bytes(lambda data: data.replace(b"\r", b"").replace(b"\n", b"\r\n"))),
    Edit(
        "sed -i '1s/^/\\xef\\xbb\\xbf/' cards.csv", _bytes(lambda data: b"\xef\xbb\xbf" + data.lstrip(b"\xef\xbb\xbf"))
    ),
]
"""Edits of a spreadsheet that is a text."""
IN_WORKBOOK = [
    Edit("# widen a column of cards.xlsx and save it", _in_workbook(_widen)),
    Edit("# add a sheet to cards.xlsx", _in_workbook(_add_sheet)),
    Edit("# rename the sheet of cards.xlsx", _in_workbook(lambda book: setattr(book.active, "title", "Deck"))),
    Edit(
        "# change a cell of cards.xlsx", _in_workbook(lambda book: setattr(book.active["F2"], "value", "Bites thrice."))
    ),
]
"""Edits of a workbook."""
BESIDE = [
    Edit("touch cards.csv", _touch_sheet(0)),
    Edit("touch -d 'next year' cards.csv", _touch_sheet(3e7)),
    Edit("touch -d '2001-01-01' cards.csv", _touch_sheet(-8e8)),
    Edit("mv cards.csv CARDS.CSV", _capitals),
    Edit("touch README.md", lambda root: _touch(root, "README.md")),
    Edit("echo '# note' >> proofdeck.toml", lambda root: _append(root / "proofdeck.toml", "# a note\n")),
    Edit(
        "mkdir -p templates/base; cat > templates/base/front.toml  # a front",
        _write("templates/base/front.toml", FRONT),
    ),
    Edit("rm -f templates/base/front.toml", _remove("templates/base/front.toml")),
    Edit("mkdir -p art; convert -size 8x8 xc:red art/ant.png", _paint("#ff0000")),
    Edit("mkdir -p art; convert -size 8x8 xc:blue art/ant.png", _paint("#0000ff")),
    Edit("rm -f art/ant.png", _remove("art/ant.png")),
    *(
        Edit(
            f"mkdir -p templates/base; cat > templates/base/front.toml  # {what}",
            _write("templates/base/front.toml", text),
        )
        for what, text in (("with art/sign.svg", SIGNED), ("with art/sign.svg and fonts/own.ttf", LETTERED))
    ),
    *(
        Edit(f"cat > art/sign.svg  # {colour}", _write("art/sign.svg", SIGN.replace("COLOUR", colour)))
        for colour in ("red", "tan")
    ),
    *(Edit(f"cp own-{width}.ttf fonts/own.ttf", _cut_font(width)) for width in (300, 600)),
    Edit("rm -f fonts/own.ttf", _remove("fonts/own.ttf")),
    Edit("printf '# Play\\n\\nDraw.\\n' > rules.md", _write("rules.md", "# Play\n\nDraw.\n")),
    Edit("rm -f rules.md", _remove("rules.md")),
]
"""Edits of other files, and of what the system says of the spreadsheet."""
EDITS = {edit.typed: edit for edit in (*IN_TEXT, *IN_WORKBOOK, *BESIDE)}
"""All of them, by how they are typed."""

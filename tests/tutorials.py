"""A page that tells you what to type and what to change: both are done again, in order, in a folder of their own."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cli.terminals import Terminal

BLOCK = re.compile(
    r'^(?P<fence>`{3,})(?P<language>\w+)(?: title="(?P<file>[^"\n]+)")?\n(?P<text>.*?)^(?P=fence)$',
    re.MULTILINE | re.DOTALL,
)
COMMAND = re.compile(r"^\$ proofdeck (.*)\n", re.MULTILINE)
SHEET = re.compile(r"^Sheet \*\*(?P<sheet>[^*]+)\*\* of `(?P<file>[^`]+)`:\n\n(?P<text>(?:\|.*\n)+)", re.MULTILINE)
"""A sheet of a workbook that the reader makes."""
CELL = re.compile(r"^(?P<text>(?:\|.*\n)+\|.*~~(?P<old>[^~]+)~~ \*\*(?P<new>[^*]+)\*\*.*\n)", re.MULTILINE)
"""Some columns and rows of `cards.csv`, with a cell that the reader changes."""
WIDTH = 120
"""of the terminal: no line of a tutorial is longer."""
LEFT_OUT = "..."
"""A line of a session that replaces any number of lines."""


class Block(NamedTuple):
    """A fenced block, or a table of cells. `file`: the path in the project that its title names, if it has one."""

    language: str
    file: str
    text: str


def blocks(page: str) -> list[Block]:
    found = [(one.start(), Block(one["language"], one["file"] or "", one["text"])) for one in BLOCK.finditer(page)]
    found += [(one.start(), Block(f"sheet {one['sheet']}", one["file"], one["text"])) for one in SHEET.finditer(page)]
    found += [(one.start(), Block("cells", "cards.csv", one["text"])) for one in CELL.finditer(page)]
    return [block for _, block in sorted(found)]


def rows(table: str) -> list[list[str]]:
    """The cells of a table, without the line below its head."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return [cells[0], *cells[2:]]


def sessions(block: Block) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of each command in a block, and the lines below it."""
    pieces = COMMAND.split(block.text)[1:]
    for words, printed in zip(pieces[::2], pieces[1::2], strict=True):
        yield words.split(), printed.rstrip("\n").split("\n")


def follow(page: str, root: Path) -> Path:
    """Do what the page says in that folder, and compare what it shows; return the project that it starts."""
    project = root
    for block in blocks(page):
        if block.language == "diff":
            edit(project / block.file, block.text)
        elif block.language == "cells":
            change_cell(project / block.file, rows(block.text))
        elif block.language.startswith("sheet "):
            add_sheet(project / block.file, block.language.removeprefix("sheet "), rows(block.text))
        elif block.file:
            assert block.text.rstrip("\n") in (project / block.file).read_text(encoding="utf-8")
        for words, printed in sessions(block):
            with Terminal(project, *words, columns=WIDTH, PROOFDECK_DB=str(root / "scores.db")) as terminal:
                assert shows(typed(terminal, printed), printed)
            if words[0] == "new":
                project = root / words[1]
    return project


def edit(path: Path, text: str) -> None:
    """Change a file as the lines of a diff say; a file that does not exist yet is written."""
    old, new = ("".join(f"{line[1:]}\n" for line in text.splitlines() if line[:1] in marks) for marks in (" -", " +"))
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    assert before.count(old) == 1 if before else not old, f"{path.name} does not have these lines once:\n{old}"
    path.parent.mkdir(exist_ok=True)
    path.write_text(before.replace(old, new) if before else new, encoding="utf-8")


def change_cell(path: Path, table: list[list[str]]) -> None:
    """Change the cell that is crossed out, in the row of which the table shows other cells as they are."""
    head, *shown = table
    text = path.read_text(encoding="utf-8")
    lines = list(csv.reader(text.splitlines(keepends=True)))
    names = next(line for line in lines if {*head} <= {*line})
    columns = [names.index(name) for name in head]
    for row in shown:
        changes = [re.fullmatch(r"~~(.+)~~ \*\*(.+)\*\*", cell) for cell in row]
        old = [change[1] if change else cell for change, cell in zip(changes, row, strict=True)]
        (line,) = (line for line in lines if len(line) == len(names) and [line[at] for at in columns] == old)
        changed = list(line)
        for at, change in zip(columns, changes, strict=True):
            changed[at] = change[2] if change else line[at]
        before, after = (",".join(cells[: max(columns) + 1]) for cells in (line, changed))
        assert text.count(before) == 1
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")


def add_sheet(path: Path, name: str, cells: list[list[str]]) -> None:
    """Add a sheet to a workbook, with numbers as numbers, as a spreadsheet program does."""
    from openpyxl import Workbook, load_workbook

    path.parent.mkdir(exist_ok=True)
    book = load_workbook(path) if path.exists() else Workbook()
    if not path.exists():
        book.remove(book.active)
    sheet = book.create_sheet(name)
    for row in cells:
        sheet.append([int(cell) if cell.isdecimal() else cell for cell in row])
    book.save(path)


def typed(terminal: Terminal, printed: list[str]) -> list[str]:
    """Answer each question as the page does; return what is on the screen in the end."""
    remaining = iter(printed)
    while terminal.is_asking():
        asked = terminal.asked
        answered = next((line for line in remaining if line.startswith(asked)), None)
        assert answered is not None, f"the page has no answer to '{asked}'"
        terminal.says(answered.removeprefix(asked).strip())
    return terminal.lines


def shows(lines: list[str], printed: list[str]) -> bool:
    """Whether the screen shows what is printed, apart from empty lines."""
    pattern = "".join(r"(?:.*\n)*" if line == LEFT_OUT else f"{re.escape(line)}\n" for line in printed if line)
    screen = "".join(f"{line}\n" for line in lines if line)
    assert re.fullmatch(pattern, screen), "the screen shows\n" + screen
    return True

"""A page that tells you what to type and what to change: both are done again, in order, in a folder of their own."""

from __future__ import annotations

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
WIDTH = 120
"""of the terminal: no line of a tutorial is longer."""
LEFT_OUT = "..."
"""A line of a session that replaces any number of lines."""


class Block(NamedTuple):
    """A fenced block. `file`: the path in the project that its title names, if it has one."""

    language: str
    file: str
    text: str


def blocks(page: str) -> list[Block]:
    return [Block(found["language"], found["file"] or "", found["text"]) for found in BLOCK.finditer(page)]


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

"""A zoo of two cards with a front of its own, and the forms by which it is arranged."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

FRONT = """# The face of the zoo.
extends = "base/front.toml"

[colours]
ink = "#223344"

[elements.title]  # on top
x = 4
y = "10%"
width = "100% - 8mm"
height = 8.5  # two lines
text = "{{ name }}"

[elements.worth]
type = "text"
x = "50% - 2mm"
y = 40
width = 10
height = 5
text = "{{ value }}"

[elements.beast]
type = "text"
x = "{{ value }}mm"
y = 60
width = 30
height = 6
text = "{{ name }} {{ value }}"
"""
CARDS = "id,name,value,text\nwolf,Wolf,3,Howls.\nbear,Bear,5,Sleeps.\n"


def zoo_in(folder: Path, front: str = FRONT) -> Path:
    """front: its template; "" for one that is made from the columns."""
    root = folder / "zoo"
    root.mkdir()
    (root / "cards.csv").write_text(CARDS, encoding="utf-8")
    if front:
        (root / "templates" / "zoo").mkdir(parents=True)
        front_of(root).write_text(front, encoding="utf-8")
    return root


def front_of(root: Path) -> Path:
    return root / "templates" / "zoo" / "front.toml"


def text_of(root: Path) -> str:
    return front_of(root).read_bytes().decode()


def box(numbers: Sequence[float] | None) -> str:
    return ",".join(f"{one:.2f}" for one in numbers or ())


def lines_changed(before: str, after: str) -> list[str]:
    return [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]

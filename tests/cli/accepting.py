"""Examples that fail after a number was changed on purpose, and what `accept` and their author must write."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tables import game_with_faces

RUMMY = "fantasy-contract-rummy"
ZOO = """---
title: Zoo
players: 2-4
score:
  wins: highest
  values: yes
  each: {owl: 2}
---

## Scoring

r[score.values]
Each card counts its value.

r[score.each]
Each Owl counts 2 more.

r[score.wins]
The most points win.

```example id=ex.row covers=score.values,score.each
Ana: Fox, Owl
Ben: Fox
expect:
  Ana: 10
  Ben: 3
  winner: Ana
---
Fox, Owl and what an Owl brings.
```

```example id=ex.fox covers=score.values
Ana: Fox x2
expect:
  Ana: 6
---
Two foxes are 3 + 3 = 6.
```
"""
CARDS = "game,id,name,value,quantity\nzoo,fox,Fox,3,4\nzoo,owl,Owl,5,3\n"
PHOENIX = {
    "ex.companion-mastery": [
        ("Ana: 88", "Ana: 86"),
        ("38 + 6 = 44", "36 + 6 = 42"),
        ("44 + 44 = 88", "42 + 44 = 86"),
    ],
    "ex.beasts-apart": [("Ana: 38", "Ana: 36"), ("30 + 30 - 22 = 38", "28 + 30 - 22 = 36")],
    "ex.secret-pays": [("Ben: -44", "Ben: -46"), ("33 + 11 - 88 = -44", "31 + 11 - 88 = -46")],
}
"""What must change in which example if the Phoenix is worth 10, worked out by hand."""


def accepted(before: bytes) -> bytes:
    return before.replace(b"Ana: 10", b"Ana: 12")


def begin_rummy(root: Path) -> None:
    """The shipped game as it was committed, and then a Phoenix that is worth 10."""
    game_with_faces(root, RUMMY)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)
    change(root / "cards.csv", "Phoenix,companion,,,12,", "Phoenix,companion,,,10,")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def by_accept(examples: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, list[tuple[str, str]]]:
    """The part of these changes that `accept` makes: results, and no prose."""
    return {name: [(old, new) for old, new in changes if ": " in old] for name, changes in examples.items()}


def rewritten(text: str, examples: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """The page with these changes in these examples, and nothing beside it."""
    for name, changes in examples.items():
        lead, opening, example = text.partition(f"```example id={name} ")
        example, closing, rest = example.partition("\n```\n")
        for old, new in changes:
            assert example.count(old) == 1
            example = example.replace(old, new)
        text = f"{lead}{opening}{example}{closing}{rest}"
    return text

"""Every command in a message can be typed as it is printed."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from tables import ROOT
from typer.exceptions import TyperException

from proofdeck.front.cli.app import app

COMMAND = re.compile(r"[`'](?:proofdeck) ([^`']*)[`']")
GIVEN = re.compile(r"\{[^{}]*\}")
NAMES = {
    "CODE": "E103",
    "DIR": ".",
    "FILE": "cards.csv",
    "GAME": "tombs",
    "N": "2",
    "PLAYER...": "Ana",
    "S": "1",
}
"""What people type for the words in capitals."""


def texts() -> Iterator[str]:
    """Each string of a module that names a command, and each entry on a code; what is filled in is in braces."""
    for path in sorted((ROOT / "generator").rglob("*.py")):
        text = path.read_bytes()
        for node in ast.walk(ast.parse(text)) if b"proofdeck " in text else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
                yield "".join(map(str, parts))
    for entry in tomllib.loads((ROOT / "generator/proofdeck/ground/codes.toml").read_text(encoding="utf-8")).values():
        yield " ".join(map(str, entry.values()))


def wrong_with(words: str) -> str:
    """What the program says of that command; "" if it takes it. Without an example of what to give, it is a mention."""
    named = [word.strip("[]") for word in GIVEN.sub("N", words).split()]
    is_whole = any(word in NAMES for word in named)
    typed = [NAMES.get(word, word) for word in named]
    command: Any = typer.main.get_command(app)
    try:
        while typed and isinstance(command, typer.core.TyperGroup):
            _, command, typed = command.resolve_command(typer.Context(command), typed)
        known = {name for parameter in command.params for name in parameter.opts}
        if unknown := [word for word in typed if word.startswith("-") and word not in known]:
            return f"{words}: no option {unknown}"
        if typed and is_whole:
            command.make_context("it", typed)
    except TyperException as error:
        return f"{words}: {error.format_message()}"
    return ""


def test_each_command_in_a_message_is_one_that_the_program_takes() -> None:
    found = sorted({words[1] for text in texts() for words in COMMAND.finditer(text)} - {"{}"})
    assert len(found) > 40
    assert [wrong for words in found if (wrong := wrong_with(words))] == []


@pytest.mark.parametrize("words", ["bild", "build --fast", "score --set x", "tournament new GAME --players FILE"])
def test_a_command_that_the_program_does_not_take_is_found(words: str) -> None:
    assert wrong_with(words)

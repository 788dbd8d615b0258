"""Reads TOML from untrusted sources: the text and tables of a file, or the place of the mistake.

The standard parser recurses into each nested value and scans every part of a dotted key repeatedly, so a small file
could crash it or keep it busy for hours. Depth and length are therefore checked before it sees the text.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from proofdeck.ground.bounds import DEEPEST, MOST_DIGITS
from proofdeck.ground.files import read_file
from proofdeck.ground.toml_places import STRINGS

_TOKENS = re.compile(rf"(?P<string>{STRINGS})|(?P<word>[\w+-]+)|[\[\]{{}}.=,\n]", re.DOTALL)
_PLACED = re.compile(r"^(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)$")


LARGEST_TOML = 64 * 1024
"""Bytes in a file."""


class TomlError(ValueError):
    """Says what is wrong, where (counted from 1; None for the whole file) and how to fix it."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.hint = hint


def text_of(path: Path) -> str:
    """The text of a file of at most LARGEST_TOML bytes in UTF-8. Raises TomlError."""
    try:
        data = read_file(path, LARGEST_TOML)
        if len(data) > LARGEST_TOML:
            raise TomlError(f"the file is larger than the limit of {LARGEST_TOML // 1024} KB")
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise TomlError(f"byte {error.start + 1} is not UTF-8", hint="Save the file as UTF-8 text.") from None
    except OSError as error:
        raise TomlError(f"the file cannot be read: {error.strerror}") from None


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises TomlError, also for numbers that are too long and for nesting deeper than DEEPEST."""
    _check_bounds(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _placed(str(error), text) from None


def _check_bounds(text: str) -> None:
    """Count open brackets, and dots since the last character that ends a key."""
    brackets = dots = 0
    for token in _TOKENS.finditer(text):
        found = token[0]
        if token["string"]:
            continue
        if token["word"]:
            if len(found) > MOST_DIGITS:
                raise _at(token.start(), f"a number or a key has more than {MOST_DIGITS:,} characters", text)
            continue
        brackets += (found in "[{") - (found in "]}")
        dots = dots + 1 if found == "." else 0
        if max(brackets, dots) > DEEPEST:
            raise _at(token.start(), f"the values are nested too deeply; the limit is {DEEPEST} levels", text)


_KEYS, _KEY = re.compile(r"\('.*?'\)|\('.*?',\)"), re.compile(r"'(.*?)'")
_USUAL_CURE = 'Put text in quotes: key = "text".'
_CURES = {
    "cannot declare": "This heading is there twice. Put what is below them together, or rename one.",
    "cannot overwrite": "This is there twice. Delete one, or rename it.",
}
"""What to do, by how the message of the parser begins."""


def _at(offset: int, message: str, text: str) -> TomlError:
    return TomlError(message, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _placed(message: str, text: str) -> TomlError:
    found = _PLACED.search(message)
    if found and found[2]:
        line, column, message = int(found[2]), int(found[3]), found[1]
    else:
        line, column = text.count("\n") + 1, 1
    said = _KEYS.sub(lambda keys: f"[{'.'.join(_KEY.findall(keys[0]))}]", f"{message[:1].lower()}{message[1:]}")
    hint = next((cure for start, cure in _CURES.items() if said.startswith(start)), _USUAL_CURE)
    return TomlError(f"this is not valid TOML: {said}", line, column, hint)

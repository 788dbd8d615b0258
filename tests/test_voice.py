"""What people read is plain modern English: none of the turns of phrase in `voice.toml`.

The list is short on purpose. Each pattern is nearly always wrong, and an exception needs a reason.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
VOICE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "voice.toml").read_text(encoding="utf-8"))
PATTERNS: dict[str, dict[str, str]] = {row["name"]: row for row in VOICE["pattern"]}
NOT_OURS = {"output", "dist", "build", "__pycache__", "golden", "bad", "good"}
FILES = (
    *("*.md", "rules_md/*.md", "tests/**/*.md", "templates/**/*.md", "generator/**/*.md"),
    *(
        "generator/**/*.py",
        "generator/**/*.toml",
        "templates/**/*.toml",
        "cards.csv",
        "generator/proofdeck/front/starters/**/*.csv",
    ),
)
CARD_COLUMNS = ("name", "text", "back_text")
LITERAL = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""'  # a docstring
    r'|(?P<string>"(?:[^"\\\n]|\\.)*"(?:\s+[fr]*"(?:[^"\\\n]|\\.)*")*)'  # a literal, or several in a row
    r"|(?P<single>'(?:[^'\\\n]|\\.)*')|#[^\n]*",
    re.DOTALL,
)
JOINT = re.compile(r'"\s+[fr]*"')
"""Between two literals in a row."""


@dataclass(frozen=True, slots=True)
class Text:
    """Something people read. path: relative to the root. message: whether the program says it to users."""

    path: str
    line: int
    words: str
    message: bool = False


def of_python(path: str, source: str) -> Iterator[Text]:
    """Docstrings, string literals and comments, found by their quotes: to parse all modules would take seconds."""
    line, at = 1, 0
    for found in LITERAL.finditer(source):
        line, at = line + source.count("\n", at, found.start()), found.start()
        yield Text(path, line, JOINT.sub("", found[0].strip('"')), message=found.lastgroup is not None)


def of_comments(path: str, source: str) -> Iterator[Text]:
    for number, line in enumerate(source.splitlines(), 1):
        if found := re.search(r"(?:^|\s)# (.*)", line):
            yield Text(path, number, found[1])


def of_toml(path: str, source: str, *, message: bool = False) -> Iterator[Text]:
    for number, line in enumerate(source.splitlines(), 1):
        yield Text(path, number, line, message)


def of_cards(path: str, source: str) -> Iterator[Text]:
    rows = csv.DictReader(source.splitlines(keepends=True))
    for row in rows:
        for column in CARD_COLUMNS:
            if words := row.get(column):
                yield Text(path, rows.line_num, words)


def of_page(path: str, source: str) -> Iterator[Text]:
    """The lines of a page; a code span is not prose."""
    for number, line in enumerate(source.splitlines(), 1):
        yield Text(path, number, re.sub(r"`[^`]*`", "`x`", line))


def texts_of(path: str, source: str) -> Iterator[Text]:
    if path.endswith(".py"):
        return of_python(path, source)
    if path.endswith(".md"):
        return of_page(path, source)
    if path == "cards.csv":
        return of_cards(path, source)
    if path.startswith("templates/"):
        return of_comments(path, source)
    return of_toml(path, source, message=True)


@cache
def everything() -> tuple[Text, ...]:
    """Every text in a file that people read, each file read once."""
    found: list[Text] = []
    for pattern in FILES:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            is_ours = not NOT_OURS.intersection(path.parts) and not name.startswith(".") and "/." not in name
            translated = re.search(r"\.(?:de|es|ja)\.(?:md|toml)$|phrases/(?:de|es|ja)", name)
            if is_ours and not translated:
                found += texts_of(name, path.read_text(encoding="utf-8"))
    return tuple(found)


def is_excepted(text: Text) -> bool:
    return any(text.path == row["path"] and row["text"] in text.words for row in VOICE["exceptions"])


def hits(name: str, texts: tuple[Text, ...]) -> list[str]:
    """`path:line: words` of each text that the pattern finds."""
    row = PATTERNS[name]
    find = re.compile(row["find"], re.MULTILINE)
    return [
        f"{text.path}:{text.line + text.words.count(chr(10), 0, match.start())}: {match[0]}"
        for text in texts
        if text.message or row.get("scope") != "messages"
        for match in find.finditer(text.words)
        if not is_excepted(text)
    ]


@pytest.mark.parametrize("name", PATTERNS)
def test_nothing_that_people_read_has_an_odd_turn_of_phrase(name: str) -> None:
    found = hits(name, everything())
    row = PATTERNS[name]
    assert found == [], f"{row['why']} Better: {row['better']}"


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_catches_what_it_is_for_and_spares_the_rest(name: str) -> None:
    row = PATTERNS[name]
    assert hits(name, (Text("x.py", 1, row["catches"], message=True),)) != []
    assert hits(name, (Text("x.py", 1, row["spares"], message=True),)) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("generator/x.py", '"""Make everything anew."""'),
        ("generator/x.py", 'print(f"made {1} anew")'),
        ("generator/x.py", 'print(\n    "an"\n    "ew"\n)'),
        ("generator/x.py", "x = 1  # made anew"),
        ("generator/proofdeck/ground/codes.toml", 'cure = "Make it anew."'),
        ("templates/x/front.toml", "# painted anew"),
        ("cards.csv", "id,text\nfox,Deal anew.\n"),
        ("x.md", "The file is made anew."),
    ],
)
def test_every_kind_of_file_is_looked_through(path: str, source: str) -> None:
    assert hits("anew", tuple(texts_of(path, source))) != []


def test_nothing_in_the_lists_is_stale() -> None:
    """An exception that no longer excuses anything is removed."""
    texts = everything()
    unused = [
        row
        for row in VOICE["exceptions"]
        if not any(
            text.path == row["path"] and row["text"] in text.words and re.search(one["find"], text.words)
            for text in texts
            for one in PATTERNS.values()
        )
    ]
    assert unused == []

"""The record of signed pairs: `rules_md/signed.json`, with one line for each pair, for people's version control."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofdeck.book.signing.pair import TEXT, Pair
from proofdeck.ground.files import read_file, write_file
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Place, Problems

FILE = "signed.json"
SHOWN = f"{RULES}/{FILE}"
VERSION = 1
FACTS = ("beyond", "decides", "fingerprint", "by", "on")
MERGE = (b"<<<<<<<", b">>>>>>>")


@dataclass(frozen=True, slots=True)
class Signature:
    """What a pair was when somebody said that its sides agree.

    says: its words; of: what they agreed with, part by part; beyond: all that its code called in turn. decides: what a
    clause decided in games with the cards and parameters of that fingerprint, or "". by, on: who signed it and when.
    """

    says: str
    of: Mapping[str, str]
    beyond: str = ""
    decides: str = ""
    fingerprint: str = ""
    by: str = ""
    on: str = ""


Key = tuple[str, str, str]
"""Game, kind and name of a pair."""
Record = Mapping[Key, Signature]


def read_signed(root: Path, problems: Problems) -> dict[Key, Signature]:
    """What was signed in a project; nothing if there is no record, or if it cannot be read."""
    try:
        data = read_file(root / SHOWN)
        page = json.loads(data)
        if page["version"] != VERSION:
            raise ValueError(page["version"])
        return {(row["game"], row["kind"], row["name"]): _read(row) for row in page["pairs"]}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        hint = "Correct it, or take back an earlier version of the file."
        if isinstance(error, ValueError) and any(mark in data for mark in MERGE):
            hint = "It has marks of a merge. Each line is a pair by itself, so keep the lines that you want."
        problems.report("E664", "the record of signed pairs cannot be read", Place(SHOWN, line), hint=hint)
        return {}


def _read(row: Any) -> Signature:
    of = {str(part): str(value) for part, value in row["of"].items()}
    words = (str(row.get(name, "")) for name in FACTS)
    return Signature(str(row["says"]), of, *words)


def write_signed(root: Path, record: Record) -> None:
    """Write the record completely or not at all. Raises ProofdeckError if it cannot be written there."""
    write_file(root / SHOWN, as_text(record).encode())


def as_text(record: Record) -> str:
    """The file, sorted, with one line for each pair."""
    rows = []
    for (game, kind, name), one in sorted(record.items()):
        row = {"game": game, "kind": kind, "name": name, "says": one.says, "of": dict(sorted(one.of.items()))}
        facts = {fact: value for fact in FACTS if (value := getattr(one, fact))}
        rows.append(json.dumps(row | facts, ensure_ascii=False))
    lines = ",\n".join(rows)
    return f'{{"version": {VERSION}, "pairs": [\n{lines}\n]}}\n'


def signatures_of(game: str, pairs: Sequence[Pair], record: Record) -> list[tuple[Pair, Signature | None]]:
    """Each pair of a game with what was signed; None for a new pair.

    A text has no id: it is found by its words, wherever it has moved, and else by its place.
    """
    by_words = {one.says: key for key, one in record.items() if key[:2] == (game, TEXT)}
    moved = {pair.name: by_words[pair.says] for pair in pairs if pair.kind == TEXT and pair.says in by_words}
    taken = set(moved.values())
    found: list[tuple[Pair, Signature | None]] = []
    for pair in pairs:
        key = (game, pair.kind, pair.name)
        if pair.kind == TEXT and pair.name in moved:
            key = moved[pair.name]
        elif key in taken:
            key = (game, TEXT, "")
        found.append((pair, record.get(key)))
    return found

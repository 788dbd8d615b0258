"""A new project: the starter game, or one of the shipped games, in a folder of its own."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

from generator.files import files_below, write_file
from generator.places import RULES, TEMPLATES, shipped_root
from generator.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed
from generator.project import slug
from generator.rulebook.kept import FILE, as_text, read_kept

STARTER = Path(__file__).parent / "starter"
GAME, TITLE = "my-game", "My Game"
"""What the starter is called in files and by people, until it is called after its folder."""
TAKEN = frozenset({"base", "icons", "rulebook"})
"""Folders of templates that belong to no game."""
ODD_TO_YAML = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})
GUIDE = f"{TEMPLATES}/README.md"
"""Every element and option of a template, for whoever works on the new game."""


def start_project(folder: Path, like: str | None = None) -> list[Path]:
    """The files written. Raises ProofdeckError when the folder is not empty or no such game is shipped."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ProofdeckError(
            Problem("E508", f"'{folder}' is there already and not empty", hint="Name a folder that does not exist yet.")
        )
    files = dict(_shipped_game(like) if like else _starter(folder.resolve().name))
    files[GUIDE] = (shipped_root() / GUIDE).read_bytes()
    for name, data in files.items():
        write_file(folder / name, data)
    return [folder / name for name in files]


def _starter(name: str) -> Iterator[tuple[str, bytes]]:
    """The small game, called after its folder: `the-long-tide` in files and cells, `The Long Tide` to readers."""
    game, title = _named(name)
    for path in files_below(STARTER):
        text = path.read_text(encoding="utf-8").replace(f"title: {TITLE}", f"title: {_as_yaml(title)}")
        place = path.relative_to(STARTER).as_posix().replace(GAME, game)
        yield place, text.replace(GAME, game).replace(TITLE, title).encode()


def _named(name: str) -> tuple[str, str]:
    """What a game is called in files, and what it is called by people."""
    game = slug(name)
    if not game or game in TAKEN:
        return GAME, TITLE
    words = name if any(letter.isupper() for letter in name) else re.sub(r"[-_]+", " ", name).title()
    return game, words


def _as_yaml(words: str) -> str:
    """A text that YAML takes for nothing else, in quotes where it needs them."""
    plain = re.fullmatch(r"[^\W\d_][\w' ,!-]*", words) and words.casefold() not in ODD_TO_YAML
    return words if plain else json.dumps(words, ensure_ascii=False)


def _shipped_game(game: str) -> Iterator[tuple[str, bytes]]:
    """Its rows of the spreadsheet, its templates, its rules and what was found for its claims.

    What its templates extend stays in Proofdeck.
    """
    root = shipped_root()
    rows = list(csv.reader(io.StringIO((root / "cards.csv").read_text(encoding="utf-8"), newline="")))
    names = list(dict.fromkeys(row[0] for row in rows[1:] if row))
    if game not in names:
        hint = hint_from(did_you_mean(game, names), f"Shipped games: {listed(names)}.")
        raise ProofdeckError(Problem("E503", f"there is no game '{game}'", hint=hint))
    table = io.StringIO(newline="")
    csv.writer(table, lineterminator="\n").writerows(row for row in rows if row and row[0] in {rows[0][0], game})
    yield "cards.csv", table.getvalue().encode()
    recorded = [path for path in files_below(root / RULES / "claims") if path.name.startswith(f"{game}-")]
    for path in [*files_below(root / TEMPLATES / game), root / RULES / f"{game}.md", *recorded]:
        if path.is_file():
            yield path.relative_to(root).as_posix(), path.read_bytes()
    kept = {place: one for place, one in read_kept(root / RULES / FILE, "", []).items() if place[0] == game}
    if kept:
        yield f"{RULES}/{FILE}", as_text(kept).encode()

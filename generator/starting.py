"""A new project: the starter game, or one of the shipped games, in a folder of its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from generator.files import files_below, write_file
from generator.places import RULES, TEMPLATES, shipped_root
from generator.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed
from generator.rulebook.kept import FILE, as_text, read_kept

STARTER = Path(__file__).parent / "starter"
GUIDE = f"{TEMPLATES}/README.md"
"""Every element and option of a template, for whoever works on the new game."""


def start_project(folder: Path, like: str | None = None) -> list[Path]:
    """The files written. Raises ProofdeckError when the folder is not empty or no such game is shipped."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ProofdeckError(
            Problem("E508", f"'{folder}' is there already and not empty", hint="Name a folder that does not exist yet.")
        )
    files = dict(_shipped_game(like) if like else _starter())
    files[GUIDE] = (shipped_root() / GUIDE).read_bytes()
    for name, data in files.items():
        write_file(folder / name, data)
    return [folder / name for name in files]


def _starter() -> Iterator[tuple[str, bytes]]:
    for path in files_below(STARTER):
        yield path.relative_to(STARTER).as_posix(), path.read_bytes()


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

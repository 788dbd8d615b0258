"""What was found by computations that take long, kept in a file of the project: `rules_md/claims.json`.

One line per claim, sorted. Each finding has beside it a hash of all that it depends on: the cards and parameters of its
game, and the code that decides it. When that hash is not the one of today, the finding no longer counts. So a book
depends on files of the project only, and never on how long somebody had time to compute.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.cache import digest
from generator.engine.claims import Finding
from generator.engine.loading import Playable
from generator.files import write_file
from generator.problems import Problem
from generator.rulebook.deciding import code_of
from generator.rules.claims import Claim

FILE = "claims.json"
VERSION = 1
FIELDS = ("game", "claim", "of", "found", "evidence")


class Kept(NamedTuple):
    """One finding, and the hash of what it was found for."""

    of: str
    finding: Finding


def read_kept(path: Path, shown: str, problems: list[Problem]) -> dict[tuple[str, str], Kept]:
    """What the file holds, by game and claim; nothing when there is none. One that cannot be read is a warning."""
    try:
        page = json.loads(path.read_text(encoding="utf-8"))
        rows = [[str(row[name]) for name in FIELDS] for row in page["claims"]] if page["version"] == VERSION else []
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        hint = "Run `proofdeck check --claims`, which writes it anew."
        problems.append(Problem("W631", "what was found for claims cannot be read", shown, hint=hint))
        return {}
    return {(game, claim): Kept(of, Finding(value, evidence)) for game, claim, of, value, evidence in rows}


def as_text(kept: Mapping[tuple[str, str], Kept]) -> str:
    """The file, a line a claim, so that a change of one is a change of one line."""
    rows = [
        dict(zip(FIELDS, (game, claim, one.of, *one.finding), strict=True))
        for (game, claim), one in sorted(kept.items())
    ]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f'{{"version": {VERSION}, "claims": [\n{lines}\n]}}\n'


def write_kept(path: Path, kept: Mapping[tuple[str, str], Kept]) -> None:
    """Whole or not at all. Raises ProofdeckError when the place cannot be written."""
    write_file(path, as_text(kept).encode())


def depends_on(playable: Playable, check: str) -> str:
    """Changes with the cards and parameters of the game, and with the code that decides the check."""
    return digest(check, playable.fingerprint, code_of(playable.engine.checks[check].find))


def current(
    kept: Mapping[tuple[str, str], Kept], game: str, claims: Sequence[Claim], playable: Playable | None
) -> dict[str, Finding]:
    """By id of the claim, what was found for the cards, parameters and code of today."""
    if playable is None:
        return {}
    known = [claim for claim in claims if claim.check in playable.engine.checks]
    there = [(claim, kept[game, claim.id]) for claim in known if (game, claim.id) in kept]
    return {claim.id: one.finding for claim, one in there if one.of == depends_on(playable, claim.check)}

"""Results of computations that take long, kept in a file of the project: `rules_md/claims.json`.

There is one line per claim, sorted. Each result comes with a hash of everything it depends on: the cards and parameters
of its game, and the code that decides it. If that hash is not today's, the result no longer counts. So a book depends
only on files of the project, and never on how much time there was to compute.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.cache import digest
from proofdeck.ground.files import read_file
from proofdeck.ground.problems import Place, Problems
from proofdeck.play.engine.claims import Finding
from proofdeck.play.engine.deciding import Remember, at_once, code_of
from proofdeck.play.engine.loading import Playable

FILE = "claims.json"
VERSION = 1
FIELDS = ("game", "claim", "of", "found", "evidence")


class DecidedClaim(NamedTuple):
    """One result, and the hash of what it was found for."""

    of: str
    finding: Finding


def read_kept(path: Path, shown: str, problems: Problems) -> dict[tuple[str, str], DecidedClaim]:
    """Return what the file holds, by game and claim; nothing if there is no file.

    A file that cannot be read is a warning.
    """
    try:
        page = json.loads(read_file(path))
        rows = [[str(row[name]) for name in FIELDS] for row in page["claims"]] if page["version"] == VERSION else []
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        hint = "Run `proofdeck check --claims`, which writes it again."
        problems.report("W631", "the results of claims cannot be read", Place(shown), hint=hint)
        return {}
    return {(game, claim): DecidedClaim(of, Finding(value, evidence)) for game, claim, of, value, evidence in rows}


def as_text(kept: Mapping[tuple[str, str], DecidedClaim]) -> str:
    """Write the file with one line per claim, so that changing a claim changes one line."""
    rows = [
        dict(zip(FIELDS, (game, claim, one.of, *one.finding), strict=True))
        for (game, claim), one in sorted(kept.items())
    ]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f'{{"version": {VERSION}, "claims": [\n{lines}\n]}}\n'


def depends_on(playable: Playable, check: str, remember: Remember = at_once) -> str:
    """Hash the cards and parameters of the game and the code that decides the check."""
    return digest(check, playable.fingerprint, code_of(playable.engine.checks[check].find, remember))

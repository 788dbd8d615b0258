"""Downloads the cards of a project and saves them as its spreadsheet, so that builds need no network."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from proofdeck.ground.files import write_file
from proofdeck.ground.places import SPREADSHEETS
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.source.project.fetching import PATIENCE, fetch, table_address
from proofdeck.source.project.settings import FILE as WISHES
from proofdeck.source.project.settings import read_settings

KEPT = "cards.pulled.json"
"""The name of the file that records where and when the spreadsheet was downloaded."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """The record of the last download. sum: a digest of the file as written; tag: from the server."""

    address: str
    at: str
    file: str
    sum: str
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Pull:
    """The result of a pull. aside: the name given to a locally edited spreadsheet; changed: whether cards changed."""

    pulled: Pulled
    changed: bool
    aside: str = ""


def pull(root: Path, address: str, now: str, patience: float = PATIENCE) -> Pull:
    """Download the cards from that address, or from the one in proofdeck.toml.

    now: the date for people, such as "2026-11-22 14:30". If it raises ProofdeckError, the files have not changed.
    """
    address = address or read_settings(root).cards
    if not address:
        hint = f'Write cards = "https://..." in {WISHES}, or give one with --cards.'
        raise ProofdeckError(
            Problem("E522", "there is no address to download the cards from", field="cards", hint=hint)
        )
    before = last_pull(root)
    untouched = before is not None and _sum(root / before.file) == before.sum
    known = before.tag if before and untouched and before.address == address else ""
    fetched = fetch(table_address(address), known, patience)
    if fetched is None:
        assert before is not None
        return Pull(before, changed=False)
    path = root / f"cards.{fetched.ending}"
    others = [name for name in SPREADSHEETS if (root / name).is_file() and name != path.name]
    ours = {before.file} if before is not None and untouched else set()
    if set(others) - ours:
        hint = f"Keep one of them: move {others[0]} away, or use an address that provides such a file."
        message = f"the address provides {path.name}, but the project already has {others[0]}"
        raise ProofdeckError(Problem("E522", message, field="cards", hint=hint))
    sum_of_it = hashlib.sha256(fetched.data).hexdigest()
    changed = _sum(path) != sum_of_it
    aside = _put_aside(path, now) if changed and path.is_file() and path.name not in ours else ""
    if changed:
        write_file(path, fetched.data)
    for name in others:
        (root / name).unlink()
    pulled = Pulled(address, now, path.name, sum_of_it, fetched.tag)
    write_file(root / KEPT, (json.dumps(asdict(pulled), indent=2) + "\n").encode())
    return Pull(pulled, changed, aside)


def last_pull(root: Path) -> Pulled | None:
    """The last record; None if nothing was downloaded yet, or the record cannot be read."""
    try:
        found = json.loads((root / KEPT).read_text(encoding="utf-8"))
        pulled = Pulled(**{key: str(value) for key, value in found.items()})
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None
    return pulled if pulled.file in SPREADSHEETS else None


def _sum(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _put_aside(path: Path, now: str) -> str:
    """Keep the edited file under an unused name that no project reads."""
    day = "".join(letter for letter in now if letter.isalnum() or letter == "-")
    names = (f"{path.stem}-before-{day}{f'-{number}' if number else ''}{path.suffix}" for number in count())
    kept = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    write_file(kept, path.read_bytes())
    return kept.name

"""Printers that have been measured, in the user's own data: they are of a home, not of a project."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from proofdeck.ground.files import read_file, write_file
from proofdeck.ground.places import data_folder
from proofdeck.ground.problems import Problem, ProofdeckError, did_you_mean, hint_from
from proofdeck.source.project.printer_error import NO_ERROR, PrinterError

FILE = "printers.json"


def known_printers() -> dict[str, PrinterError]:
    """Name -> how far it is off; none if the file is missing or damaged."""
    try:
        found = json.loads(read_file(_path()))
        return {str(name): PrinterError(**{key: float(one) for key, one in row.items()}) for name, row in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def error_of(name: str) -> PrinterError:
    """How far that printer is off; not at all if there is no name. Raises ProofdeckError for an unknown one."""
    known = known_printers() if name else {"": NO_ERROR}
    if name not in known:
        hint = hint_from(did_you_mean(name, known), f"Measure it with `proofdeck printer {name}`.")
        raise ProofdeckError(Problem("E404", f"there is no printer '{name}'", field="printer", hint=hint))
    return known[name]


def remember_printer(name: str, error: PrinterError) -> None:
    """Keep it from now on. Raises ProofdeckError if the user's data folder cannot be written."""
    _write({**known_printers(), name: error})


def forget_printer(name: str) -> bool:
    """Whether it was known."""
    known = known_printers()
    if known.pop(name, None) is None:
        return False
    _write(known)
    return True


def _write(known: dict[str, PrinterError]) -> None:
    rows = {name: asdict(error) for name, error in sorted(known.items())}
    write_file(_path(), json.dumps(rows, ensure_ascii=False, indent=2).encode())


def _path() -> Path:
    return data_folder() / FILE

"""The runtime of Python in a browser, which does not come with Proofdeck: where it is, and whether we know it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.files import is_folder, read_file, write_file
from generator.places import data_folder
from generator.problems import Problem, ProofdeckError

VERSION = "314.0.7"
SEAL = "1dc93d8499e28a8e2a53c6c1c947605b5d7dae3f75ca4d164500a47af24d6bb7"
"""SHA-256 of its parts, one after the other."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
ABOUT = "package.json"
LICENCE = "MPL-2.0"
SOURCE = "https://github.com/pyodide/pyodide"
GET = f"Get it once with `npm pack pyodide@{VERSION}`, unpack it with `tar xf pyodide-{VERSION}.tgz`, and add"
HINT = f"{GET} `--runtime package`. Proofdeck keeps a copy for the next time."


@dataclass(frozen=True, slots=True)
class Runtime:
    """What starts Python in a browser: each part by its name."""

    parts: Mapping[str, bytes]
    about: bytes

    def keep(self) -> None:
        """Put a copy where the next export looks for it."""
        for name, data in {**self.parts, ABOUT: self.about}.items():
            path = _kept() / name
            if not path.is_file() or path.read_bytes() != data:
                write_file(path, data)


def runtime_in(folder: str | None) -> Runtime:
    """The runtime in that folder, or else the copy of an earlier export. Raises ProofdeckError if it cannot be used."""
    place = Path(folder) if folder else _kept()
    if not folder and not is_folder(place):
        message = "the file needs Pyodide, which runs Python in a browser, and it is not on this computer yet"
        raise ProofdeckError(Problem("E531", message, field="runtime", hint=HINT))
    try:
        about = read_file(place / ABOUT)
        version = str(json.loads(about)["version"])
        parts = {name: read_file(place / name) for name in PARTS}
    except (OSError, ValueError, KeyError, TypeError):
        message = f"there is no unpacked Pyodide in '{place}'"
        raise ProofdeckError(Problem("E531", message, field="runtime", hint=HINT)) from None
    if version != VERSION:
        message = f"the Pyodide in '{place}' is version {version}; this needs {VERSION}"
        raise ProofdeckError(Problem("E531", message, field="runtime", hint=HINT))
    if hashlib.sha256(b"".join(parts.values())).hexdigest() != SEAL:
        message = f"the Pyodide in '{place}' is damaged or has been changed"
        raise ProofdeckError(Problem("E531", message, field="runtime", hint=HINT))
    return Runtime(parts, about)


def _kept() -> Path:
    return data_folder() / f"pyodide-{VERSION}"

"""The runtime of Python in a browser, which does not come with Proofdeck: where it is, and whether we know it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proofdeck.ground.files import is_folder, read_file, write_file
from proofdeck.ground.places import data_folder
from proofdeck.ground.problems import Problem, ProofdeckError

VERSION = "314.0.7"
SEAL = "1dc93d8499e28a8e2a53c6c1c947605b5d7dae3f75ca4d164500a47af24d6bb7"
"""SHA-256 of its parts, one after the other."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
ABOUT = "package.json"
LICENCE = "MPL-2.0"
SOURCE = "https://github.com/pyodide/pyodide"
SCRIPT = "pyodide.js"
EXPORTS = {
    "pyodide.asm.mjs": (r"export default (\w+);", r"self.createPyodideModule = \1;"),
    "pyodide.mjs": (r"export\{(?:\w+ as \w+,)*(\w+) as loadPyodide\b[^{}]*\};?", r"self.loadPyodide = \1;"),
}
"""The modules among its parts: how each ends, and what a script says in place of that."""
MODULES_ONLY = re.compile(rb"\bimport\.meta\b|(?:^|[;}])(?:export|import)(?=[\s{*\"'])", re.MULTILINE)
GET = f"Get it once with `npm pack pyodide@{VERSION}`, unpack it with `tar xf pyodide-{VERSION}.tgz`, and add"
HINT = f"{GET} `--runtime package`. Proofdeck keeps a copy for the next time."


@dataclass(frozen=True, slots=True)
class Runtime:
    """What starts Python in a browser: each part by its name."""

    parts: Mapping[str, bytes]
    about: bytes

    def plain(self) -> dict[str, bytes]:
        """Its parts with the modules as one script: Safari imports no module in a file opened from the disk.

        The runtime refuses to start in a Worker that can import scripts.
        """
        scripts = (_plain(name, self.parts[name].decode()) for name in EXPORTS)
        joined = b"".join((b"self.importScripts = undefined;\n", *scripts))
        return {SCRIPT: joined, **{name: data for name, data in self.parts.items() if name not in EXPORTS}}

    def keep(self) -> None:
        """Put a copy where the next export looks for it."""
        for name, data in {**self.parts, ABOUT: self.about}.items():
            path = kept_runtime() / name
            if not path.is_file() or path.read_bytes() != data:
                write_file(path, data)


def runtime_in(folder: str | None) -> Runtime:
    """The runtime in that folder, or else the copy of an earlier export. Raises ProofdeckError if it cannot be used."""
    place = Path(folder) if folder else kept_runtime()
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


def _plain(name: str, module: str) -> bytes:
    """A module as a script of its own scope. Raises ProofdeckError if it is not written as we know it."""
    exported, taken = EXPORTS[name]
    text, found = re.subn(rf"{exported}(?=\s*(?://[^\n]*\s*)?\Z)", taken, module)
    plain = text.replace("import.meta.url", '"https://localhost/"').encode()
    if not found or MODULES_ONLY.search(plain):
        message = f"'{name}' of this Pyodide is not written as Proofdeck expects, so it cannot be put into a page"
        raise ProofdeckError(Problem("E531", message, field="runtime", hint=HINT))
    return b'(() => { "use strict";\n' + plain + b"\n})();\n"


def kept_runtime() -> Path:
    """Where the copy is kept."""
    return data_folder() / f"pyodide-{VERSION}"

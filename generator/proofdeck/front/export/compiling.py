"""Compiles the Python in a played file where Node.js is installed, so that the file starts in half the time.

Node runs the runtime itself, so the same program is compiled to the same bytes on every machine.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from proofdeck.ground.cache import cache_folder, digest
from proofdeck.ground.files import is_file, read_file, write_file
from proofdeck.ground.programs import program_named

SCRIPT = Path(__file__).parent / "play_compile.js"
PATIENCE = 300
"""Seconds that compiling may take; it takes ten."""


def can_compile() -> bool:
    """Whether Node is installed."""
    return program_named("node") is not None


def compiled(runtime: Path, archives: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The archives with the modules that each game needs compiled; as they are if Node cannot do that.

    runtime: the folder that holds it; archives: of the program and of Python's library. What was made is kept.
    """
    kept = cache_folder() / "compiled" / digest(SCRIPT.read_bytes(), *archives.values())
    files = {name: kept / name for name in archives}
    node = program_named("node")
    if node and not all(map(is_file, files.values())):
        with TemporaryDirectory() as folder:
            for name, data in archives.items():
                Path(folder, name).write_bytes(data)
            command = [node, str(SCRIPT), str(runtime), folder]
            try:
                subprocess.run(command, cwd=folder, capture_output=True, check=True, timeout=PATIENCE)  # noqa: S603 - ours
            except (OSError, subprocess.SubprocessError):
                return archives
            for name, file in files.items():
                write_file(file, Path(folder, name).read_bytes())
    return {name: read_file(file) for name, file in files.items()} if node else archives

"""The folder of the project that a command is about."""

from __future__ import annotations

import os
from pathlib import Path

import typer


def project_of(context: typer.Context, named: Path) -> Path:
    """The folder given after or before the command, or else the nearest project folder at or above the current one."""
    if named != Path():
        return named
    before = context.find_root().params.get("folder")
    return before or nearest_project()


def nearest_project() -> Path:
    """The current folder or the nearest one above it with a spreadsheet of cards; the current one if there is none."""
    from generator.places import is_project

    here = Path.cwd()
    found = next((folder for folder in (here, *here.parents) if is_project(folder)), here)
    return Path(os.path.relpath(found))

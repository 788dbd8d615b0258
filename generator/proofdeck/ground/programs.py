"""Finds programs that are installed on this computer."""

from __future__ import annotations

import os
from pathlib import Path


def program_named(name: str) -> str | None:
    """Where that program is installed. On Windows, a search by name alone would begin in the current folder."""
    file = f"{name}.exe" if os.name == "nt" else name
    places = (Path(folder, file) for folder in os.get_exec_path() if Path(folder).is_absolute())
    return next((str(place) for place in places if place.is_file()), None)

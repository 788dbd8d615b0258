"""What other installed packages add, by their entry points: targets of exports, and engines of games.

Installing a package is trusting it. Whatever is in the folder of a project, or in the current one, is not installed.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.files import files_below, names_ending, read_file

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES, TARGETS = "proofdeck.games", "proofdeck.targets"
"""The groups of entry points. A game is an engine, by the name that pages give; a target, by the name of its export."""


def offered(group: str, *besides: Path) -> dict[str, EntryPoint]:
    """The entry points of a group by name, in alphabetical order. besides: folders that do not count.

    Which packages are installed is noted as read, so that an answer changes with them.
    """
    from importlib.metadata import entry_points

    for searched in filter(None, sys.path):
        names_ending(Path(searched), (".dist-info",))
    folders = [Path.cwd(), *(folder.resolve() for folder in besides)]
    found = {}
    for one in sorted(entry_points(group=group), key=lambda one: one.name):
        place = Path(str(one.dist.locate_file(""))).resolve() if one.dist else Path()
        if not any(place.is_relative_to(folder) and not _is_library(place, folder) for folder in folders):
            found[one.name] = one
    return found


def _is_library(place: Path, folder: Path) -> bool:
    """Whether it is in an environment that somebody keeps in that folder."""
    return "site-packages" in place.relative_to(folder).parts


def loaded(entry: EntryPoint) -> object:
    """What it names. Its code is noted as read, so that what is made with it is made again after it has changed."""
    spec = find_spec(entry.module)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        for file in files_below(Path(place)):
            if file.suffix == ".py":
                read_file(file)
    if spec and spec.origin:
        read_file(Path(spec.origin))
    return entry.load()

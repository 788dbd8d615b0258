"""Files of earlier builds that this build does not make: pictures of removed cards, other papers, inks and languages.

After a build of only a part, they are also those that a full build makes again.

Only files that were made here, and that nobody has changed since, count. Exports remove their own, and sheets of
changes are removed once they are printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from proofdeck.ground.files import signature
from proofdeck.ground.places import EXPORTS, OUTPUT
from proofdeck.ground.problems import has_errors
from proofdeck.source.project.folder import Project
from proofdeck.source.project.request import CHANGED, Built, Options


def of_earlier_builds(project: Project, games: Sequence[str], options: Options, built: Built) -> list[Path]:
    """Those files, sorted; none if there were errors, or if the build made sheets of changes.

    games: those that were built; if empty, files of games that are gone count as well.
    """
    if options.changed or has_errors(built.problems):
        return []
    folder = options.output or project.root / OUTPUT
    made = {output.path for output in built.outputs}
    found = []
    for path in project.store.made_below(folder) - made:
        game, *rest = path.relative_to(folder).parts
        if EXPORTS not in rest and not path.match(f"{CHANGED}-*.pdf") and (game in games or not games):
            found.append(path)
    return sorted(found)


def outdated(files: Sequence[Path], sources: Iterable[Path]) -> list[Path]:
    """Those files that are older than the last change to what games are made of."""
    if not files:
        return []
    newest = max((found[1] for path in sources if (found := signature(path))), default=0)
    return [path for path in files if (found := signature(path)) and found[1] < newest]


def remove(files: Sequence[Path]) -> None:
    """Remove files, and folders that are empty without them."""
    for path in files:
        with suppress(OSError):  # a viewer has it open, or another file is in the folder
            path.unlink()
            path.parent.rmdir()

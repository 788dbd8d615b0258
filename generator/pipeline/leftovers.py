"""Files of earlier builds that this build does not make: pictures of removed cards, other papers, inks and languages.

Only files that were made here, and that nobody has changed since, count. Exports remove their own, and sheets of
changes are removed once they are printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from generator.cache import Record
from generator.files import signature
from generator.pipeline.kept import Kept, look
from generator.pipeline.request import CHANGED, Options
from generator.places import EXPORTS, OUTPUT, find_spreadsheet
from generator.problems import has_errors


def leftovers(root: Path, games: Sequence[str], options: Options, kept: Kept, record: Record) -> list[Path]:
    """Those files, sorted; none if the build made only a part, or there were errors.

    games: those that were built; if empty, files of games that are gone count as well.
    """
    if options.only or options.changed or has_errors(kept.built.problems):
        return []
    folder = options.output or root / OUTPUT
    made = {output.path for output in kept.built.outputs}
    found = []
    for path in record.current_below(folder) - made:
        game, *rest = path.relative_to(folder).parts
        if EXPORTS not in rest and not path.match(f"{CHANGED}-*.pdf") and (game in games or not games):
            found.append(path)
    return sorted(found)


def outdated(root: Path, files: Sequence[Path], read: Iterable[Path]) -> list[Path]:
    """Those files that are older than the last change to what games are made of. read: pictures and fonts of games."""
    if not files:
        return []
    home = root.resolve()
    sources = [find_spreadsheet(root), *read, *(path for path in look(root) if path.is_relative_to(home))]
    newest = max(found[1] for path in sources if (found := signature(path)))
    return [path for path in files if (found := signature(path)) and found[1] < newest]


def remove(files: Sequence[Path]) -> None:
    """Remove files, and folders that are empty without them."""
    for path in files:
        with suppress(OSError):  # a viewer has it open, or another file is in the folder
            path.unlink()
            path.parent.rmdir()

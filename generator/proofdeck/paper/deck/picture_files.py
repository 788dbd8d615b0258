"""Finds the pictures that a cell or a page names, whatever their folder, ending and letter case."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from pathlib import Path

from proofdeck.ground.files import inside, is_file
from proofdeck.paper.ink.images import ENDINGS, pictures_in

FOLDERS = ("images", "image", "img", "pictures", "art", "artwork", "illustrations", "assets", "cards")
"""The folders of a project in which a picture is looked for first, of two that have its name."""
ADDRESS = re.compile(r"\w+://[^/]*/")
LONGEST_PATH = 200
"""Letters of a name that may be the path of a picture."""


class PictureFiles:
    """The pictures of a project."""

    def __init__(self, root: Path, *beside: Path) -> None:
        """beside: folders from which a name may lead, before the project's own."""
        self._root, self._beside = root, (*beside, root)

    def find(self, name: str) -> str | None:
        """The path of a picture from the project's folder; None if there is none."""
        exact = (folder / path for path in _paths(name) for folder in self._beside)
        inside_the_project = (real for path in exact if (real := self._picture(path)))
        found = next(inside_the_project, None)
        found = found or next((self._files[key] for key in _keys(_last(name)) if key in self._files), None)
        return found.relative_to(self._root.resolve()).as_posix() if found else None

    @cached_property
    def _files(self) -> dict[str, Path]:
        names = sorted(pictures_in(self._root), key=_rank, reverse=True)
        found = ((self._root / name, self._picture(self._root / name)) for name in names)
        return {key: real for path, real in found if real for key in _keys(path.name)}

    def _picture(self, path: Path) -> Path | None:
        """Where that picture is, following links; None if it is none, or outside the project."""
        return inside(self._root, str(path.absolute())) if path.suffix.lower() in ENDINGS and is_file(path) else None


def _rank(name: str) -> tuple[int, int, str]:
    """Smaller for a file that is more likely to be the picture of a card."""
    top, *inner = name.lower().split("/")
    return FOLDERS.index(top) if top in FOLDERS else len(FOLDERS) + (not inner), len(inner), name


def _paths(name: str) -> list[str]:
    """Where a file of that name may be: as it is written or, of an address, each end of its path."""
    if len(name) > LONGEST_PATH:
        return []
    is_address = ADDRESS.match(name)
    parts = [part for part in ADDRESS.sub("", name.replace("\\", "/")).split("/") if part not in {"", "."}]
    ends = range(len(parts)) if is_address else range(min(1, len(parts)))
    return [f"{'/'.join(parts[first:])}{ending}" for first in ends for ending in ("", *ENDINGS)]


def _last(name: str) -> str:
    return name.replace("\\", "/").split("?")[0].rpartition("/")[2].lower()


def _keys(name: str) -> tuple[str, str]:
    """A file is found by its name, however its accents are encoded, and by its name without the ending."""
    name = unicodedata.normalize("NFC", name).lower()
    return name, name.rpartition(".")[0] or name

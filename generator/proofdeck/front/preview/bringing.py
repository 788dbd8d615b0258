"""Takes a picture from somebody's computer into the project: checked first, and under a name that is free."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import NamedTuple

from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.files import children, read_file
from proofdeck.ground.problems import listed
from proofdeck.paper.ink.images import ENDINGS, ImageError, read_drawing_in, upright
from proofdeck.paper.svg.tree import SvgError
from proofdeck.source.cards.values import free_variant

LARGEST = 24_000_000
"""Bytes of a picture: a photo from a camera has fewer."""


class NewPicture(NamedTuple):
    """A picture that can be printed. stem, suffix: of a name for its file."""

    stem: str
    suffix: str
    data: bytes

    def free_in(self, folder: Path, *others: Path) -> Path:
        """Where it can be put without replacing anything there, or hiding what is in the other folders."""
        there = (path for one in (folder, *others) for path in children(one))
        taken = {path.stem.casefold() for path in there if path.suffix.lower() in ENDINGS}
        return folder / f"{free_variant(self.stem, taken)}{self.suffix}"

    def put(self, file: Path, says: str) -> EditStep:
        """The step that writes it there."""
        return EditStep(file, read_file(file) if file.exists() else None, self.data, says)


def picture_from(name: str, encoded: str) -> NewPicture:
    """A picture as the page sends it. name: of its file there, with any folders; encoded: its bytes in base64.

    Raises NotWrittenError for what is not a picture, and ValueError for what is not base64.
    """
    given, data = Path(name.replace("\\", "/")), b64decode(encoded, validate=True)
    if len(data) > LARGEST:
        raise NotWrittenError(f"{given.name} has more than {LARGEST // 1_000_000} MB. Make it smaller first.")
    suffix = given.suffix.lower()
    if suffix not in ENDINGS:
        raise NotWrittenError(f"{given.name} is not a picture that can be printed: {listed(ENDINGS)}.")
    try:
        read_drawing_in(data, given.name) if suffix == ".svg" else upright(data, given.name).close()
    except (ImageError, SvgError) as error:
        raise NotWrittenError(f"{error}. Nothing was written.") from None
    return NewPicture(re.sub(r"[^\w.-]+", "-", given.stem).strip("-.") or "picture", suffix, data)

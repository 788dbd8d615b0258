"""Takes a picture from somebody's computer into the project: checked first, and under a name that is free."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.steps import EditStep
from proofdeck.ground.files import children, read_file
from proofdeck.ground.problems import listed
from proofdeck.paper.ink.images import ENDINGS, ImageError, read_drawing_in, upright
from proofdeck.paper.svg.tree import SvgError
from proofdeck.source.cards.values import free_variant

LARGEST = 24_000_000
"""Bytes of a picture: a photo from a camera has fewer."""


def brought(name: str, encoded: str, folder: Path, card: str = "") -> EditStep:
    """The step that puts a picture into a folder.

    name: of its file there, with any folders; encoded: its bytes in base64; card: whose picture it becomes, by whose id
    it is then called. Raises NotWrittenError for what is not a picture, and ValueError for what is not base64.
    """
    given, data = Path(name.replace("\\", "/")), b64decode(encoded, validate=True)
    suffix = _suffix(given, data)
    there = [path for path in children(folder) if path.suffix.lower() in ENDINGS] if folder.is_dir() else []
    if card:
        if other := next((path for path in there if path.stem == card and path.suffix != suffix), None):
            cure = f"Delete that file first, or take one that ends with {other.suffix}."
            raise NotWrittenError(f"{other.name} is the picture of this card. {cure}")
        file = folder / f"{card}{suffix}"
    else:
        stem = re.sub(r"[^\w.-]+", "-", given.stem).strip("-.") or "picture"
        file = folder / f"{free_variant(stem, {path.stem.casefold() for path in there})}{suffix}"
    return EditStep(file, read_file(file) if file.exists() else None, data, f"the picture {file.name}")


def _suffix(given: Path, data: bytes) -> str:
    """The ending of a picture. Raises NotWrittenError if it is none."""
    if len(data) > LARGEST:
        raise NotWrittenError(f"{given.name} has more than {LARGEST // 1_000_000} MB. Make it smaller first.")
    suffix = given.suffix.lower()
    if suffix not in ENDINGS:
        raise NotWrittenError(f"{given.name} is not a picture that can be printed: {listed(ENDINGS)}.")
    try:
        read_drawing_in(data, given.name) if suffix == ".svg" else upright(data, given.name).close()
    except (ImageError, SvgError) as error:
        raise NotWrittenError(f"{error}. Nothing was written.") from None
    return suffix

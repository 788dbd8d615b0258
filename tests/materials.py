"""The fonts, icons and images of any folder, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from proofdeck.ground.workspace.workspace import Workspace
from proofdeck.paper.ink.materials import Sources
from proofdeck.paper.ink.supplies import Supplies, supplies_from


def supplies_in(root: Path, icons: Iterable[Path] = (), sets: Iterable[str] = ()) -> Supplies:
    """Fonts and images of the folder, and icons of those folders and sets."""
    project = Workspace(root)
    return supplies_from(project, Sources.of(project, icons, sets))

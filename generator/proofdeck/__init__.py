"""Proofdeck for programs: open a project, look at its cards, play, simulate and score its games, build its sheets.

>>> import proofdeck
>>> project = proofdeck.open(".")
>>> project.games["tombs"].title
'Tombs'

Mistakes raise `ProofdeckError` with the text that the command line prints, or `ValueError` if they have no code.
Nothing is imported before it is needed, so `import proofdeck` costs next to nothing.

The program itself is in the wings beside this file, which `generator/README.md` describes. Imports go down only, which
the tests check.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, which takes longer to import than all of this
if TYPE_CHECKING:
    import os
    from typing import Any

    from proofdeck.errors import IllegalAction as IllegalAction
    from proofdeck.errors import UnknownName as UnknownName
    from proofdeck.front.door.lab import Findings as Findings
    from proofdeck.front.door.lab import Lab as Lab
    from proofdeck.front.door.projects import Cards as Cards
    from proofdeck.front.door.projects import Game as Game
    from proofdeck.front.door.projects import Games as Games
    from proofdeck.front.door.projects import Project as Project
    from proofdeck.front.door.results import Built as Built
    from proofdeck.front.door.results import Figures as Figures
    from proofdeck.front.door.results import Item as Item
    from proofdeck.front.door.results import Picture as Picture
    from proofdeck.front.door.results import Problems as Problems
    from proofdeck.front.door.results import Score as Score
    from proofdeck.front.door.tables import Result as Result
    from proofdeck.front.door.tables import Seat as Seat
    from proofdeck.front.door.tables import Table as Table
    from proofdeck.ground import __version__ as __version__
    from proofdeck.ground.problems import Problem as Problem
    from proofdeck.ground.problems import ProofdeckError as ProofdeckError
    from proofdeck.source.cards import Card as Card

_PLACES = {
    "__version__": "proofdeck.ground",
    "Card": "proofdeck.source.cards",
    "Problem": "proofdeck.ground.problems",
    "ProofdeckError": "proofdeck.ground.problems",
    **dict.fromkeys(("IllegalAction", "UnknownName"), "proofdeck.errors"),
    **dict.fromkeys(("Findings", "Lab"), "proofdeck.front.door.lab"),
    **dict.fromkeys(("Cards", "Game", "Games", "Project"), "proofdeck.front.door.projects"),
    **dict.fromkeys(("Built", "Figures", "Item", "Picture", "Problems", "Score"), "proofdeck.front.door.results"),
    **dict.fromkeys(("Result", "Seat", "Table"), "proofdeck.front.door.tables"),
}
"""The module of each name, imported when it is first used."""

__all__ = [
    "Built", "Card", "Cards", "Figures", "Findings", "Game", "Games", "IllegalAction", "Item", "Lab", "Picture",
    "Problem", "Problems", "Project", "ProofdeckError", "Result", "Score", "Seat", "Table", "UnknownName",
    "__version__", "open",
]  # fmt: skip


def open(path: str | os.PathLike[str] = ".", *, trust: bool = False) -> Project:  # noqa: A001 - as in PIL.Image.open
    """Open the project in a folder. trust: whether to run the project's own engines.

    Raises ProofdeckError if the folder is not a project. `Project.check` reports mistakes in its files; anything that
    fails because of them raises them.
    """
    from proofdeck.front.door.projects import open_project

    return open_project(path, trust=trust)


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module 'proofdeck' has no attribute '{name}'")
    found = globals()[name] = getattr(import_module(_PLACES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)

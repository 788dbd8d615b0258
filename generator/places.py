"""Where things lie in a project folder, where the shipped project is, and where the user's own data is kept."""

from __future__ import annotations

import os
from pathlib import Path

from generator.problems import Problem, ProofdeckError, hint_from, listed

SPREADSHEETS = ("cards.csv", "cards.xlsx", "cards.ods", "cards.tsv", "cards.txt")
TEMPLATES = "templates"
RULES = "rules_md"
TESTS = "tests"
OUTPUT = "output"


def shipped_root() -> Path:
    """The project that comes with Proofdeck: inside the installed package, or the checkout around it."""
    package = Path(__file__).parent
    packed = package / "shipped"
    return packed if packed.is_dir() else package.parent


def is_project(root: Path) -> bool:
    """Whether that folder has a spreadsheet of cards."""
    return any((root / name).is_file() for name in SPREADSHEETS)


def data_folder() -> Path:
    """Where the platform keeps what belongs to the user; XDG_DATA_HOME where it is set, on every platform."""
    if (home := os.environ.get("XDG_DATA_HOME")) and Path(home).is_absolute():
        return Path(home) / "proofdeck"
    import platformdirs

    return platformdirs.user_data_path("proofdeck", appauthor=False)


def find_spreadsheet(root: Path) -> Path:
    """Raises ProofdeckError when the folder is no project."""
    if not root.is_dir():
        raise ProofdeckError(Problem("E501", f"there is no folder '{root}'"))
    found = [root / name for name in SPREADSHEETS if (root / name).is_file()]
    if not found:
        near = sorted(path.name for path in root.glob("*.csv"))[:1]
        raise ProofdeckError(
            Problem(
                "E501",
                f"there is no {SPREADSHEETS[0]} in '{root}'",
                hint=hint_from(
                    f"Rename {near[0]} to {SPREADSHEETS[0]}." if near else "",
                    "`proofdeck new DIR` makes a small game to start from; `-C DIR` names another folder.",
                ),
            )
        )
    if len(found) > 1:
        names = listed(path.name for path in found)
        raise ProofdeckError(
            Problem("E501", f"the cards stand in {names}", hint="Keep one of them: which one counts must be clear.")
        )
    return found[0]

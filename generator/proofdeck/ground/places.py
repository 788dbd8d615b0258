"""Where things are in a project folder, where the shipped project is, and where the user's own data is kept."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from proofdeck.ground.files import is_file, is_folder, links_out, names_ending
from proofdeck.ground.problems import Problem, ProofdeckError, listed

SPREADSHEETS = (
    *("cards.csv", "cards.xlsx", "cards.ods", "cards.tsv", "cards.txt", "cards.xls", "cards.xlsb", "cards.xlsm"),
)
_AS_WORKBOOK = "Save its cards as .xlsx or .csv, one card a row, in this folder."
OTHER_FORMS = {
    **dict.fromkeys((".json", ".yaml", ".yml", ".xml", ".gsheet", ".docx", ".odt", ".pdf"), _AS_WORKBOOK),
    ".numbers": "Export it from Numbers as Excel or CSV, into this folder.",
    ".txt": "If its lines are a table of cards, call it cards.txt.",
}
"""Endings of files that people keep cards in, and how they become a spreadsheet."""
MOST_NAMED = 5
BESIDE = (".", "~$")
"""How the names of files begin that programs keep beside a spreadsheet that is open."""
BESIDE_NAMES = (
    "rules", "rulebook", "rule book", "how to play", "how-to-play", "howtoplay", "manual", "instructions", "regeln",
    "spielregeln", "anleitung", "regelwerk", "reglas", "reglamento", "regles", "règles", "regole", "regolamento",
    "regras", "spelregels", "regler", "zasady", "instrukcja", "правила", "规则", "ルール", "규칙",
)  # fmt: skip
"""What people call the file with the rules of their game, besides the game's own name."""
NOT_RULES = {
    "readme", "changelog", "license", "licence", "contributing", "code_of_conduct", "security", "authors", "credits",
    "todo", "notes", "roadmap", "history", "news", "support",
}  # fmt: skip
TEMPLATES = "templates"
RULES = "rules_md"
TESTS = "tests"
FONTS = "fonts"
"""Fonts of the project, asked in turn for letters that others lack."""
OUTPUT = "output"
PLAYED = "played"
"""The records of games that people played."""
EXPORTS = "export"
"""In the folder of a game."""


def shipped_root() -> Path:
    """The project that comes with Proofdeck: inside the installed package, or the checkout around it."""
    package = Path(__file__).parents[1]
    packed = package / "shipped"
    return packed if packed.is_dir() else package.parents[1]


def is_project(root: Path) -> bool:
    """Whether the folder has a spreadsheet of cards, in capitals or not, or one of another name beside its rules."""
    if any(path.name.lower() in SPREADSHEETS for path in _other_spreadsheets(root)) or is_file(root / "cards.txt"):
        return True
    return any(is_folder(root / name) for name in (TEMPLATES, RULES)) and bool(_other_spreadsheets(root))


def data_folder() -> Path:
    """Where the platform keeps the user's data, or XDG_DATA_HOME if that is set."""
    if (home := os.environ.get("XDG_DATA_HOME")) and Path(home).is_absolute():
        return Path(home) / "proofdeck"
    import platformdirs

    return platformdirs.user_data_path("proofdeck", appauthor=False)


def refuse_links_out(root: Path, *places: Path) -> None:
    """Raise ProofdeckError with each link at or below those places that leads out of the project."""
    found = links_out(root, places)
    if found:
        hint = "Remove it, or copy what it leads to into the project. Nothing outside the project is read or written."
        raise ProofdeckError(
            Problem("E538", "this link leads out of the project", path.relative_to(root).as_posix(), hint=hint)
            for path in found
        )


def find_spreadsheet(root: Path) -> Path:
    """The project's spreadsheet.

    Raises ProofdeckError if the folder is not a project, and for links among its files that lead out of it.
    """
    if not is_folder(root):
        raise ProofdeckError(Problem("E501", f"there is no folder '{root}'"))
    found = [root / name for name in SPREADSHEETS if is_file(root / name)] or _other_spreadsheets(root)
    if not found:
        raise ProofdeckError(_no_spreadsheet(root))
    if len(found) > 1:
        names = listed(path.name for path in found[:MOST_NAMED])
        hint = f"Keep only one of them, or rename the one with the cards to cards{found[0].suffix.lower()}."
        raise ProofdeckError(Problem("E501", f"there are several spreadsheets: {names}", hint=hint))
    refuse_links_out(root, *found, *pages_beside(root), root / FONTS, root / TEMPLATES, root / RULES, root / OUTPUT)
    return found[0]


def _no_spreadsheet(root: Path) -> Problem:
    """That there is none, and what to do with a file that may hold the cards in another form."""
    message = f"there is no {SPREADSHEETS[0]} in '{root}'"
    for path in _files(root, OTHER_FORMS):
        if path.stem.casefold() not in NOT_RULES:
            cure = OTHER_FORMS[path.suffix.lower()]
            return Problem("E501", f"{message}, and '{path.name}' cannot be read as one", hint=cure)
    hint = "`proofdeck new DIR` creates a small game to start from; `-C DIR` uses another folder."
    return Problem("E501", message, hint=hint)


def rules_file(root: Path, game: str, *, alone: bool) -> Path:
    """The file with the rules of a game: a page in `rules_md/`, or else a Markdown file beside the spreadsheet.

    alone: whether the project has no other game, so that a file with any name may be its rules.
    """
    page = root / RULES / f"{game}.md"
    if is_file(page):
        return page
    beside = {path.stem.casefold(): path for path in reversed(pages_beside(root))}
    names = (game, *(BESIDE_NAMES if alone else ()), *([next(iter(beside))] if alone and len(beside) == 1 else []))
    return next((beside[name] for name in names if name in beside), page)


def pages_beside(root: Path) -> list[Path]:
    """Markdown files beside the spreadsheet that may hold rules, in the order of their names."""
    return [path for path in _files(root, {".md"}) if path.stem.casefold() not in NOT_RULES]


def _other_spreadsheets(root: Path) -> list[Path]:
    """Spreadsheets with other names, as people have them; a folder with only one of these is a project as well."""
    return _files(root, {Path(name).suffix for name in SPREADSHEETS} - {".txt"})


def _files(root: Path, endings: Collection[str]) -> list[Path]:
    """Files of a folder that a person put there, in the order of their names; none while the folder is away."""
    names = (name for name in names_ending(root, endings) if not name.startswith(BESIDE))
    return [path for path in (root / name for name in names) if is_file(path)]

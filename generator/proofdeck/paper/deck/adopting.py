"""A project made of somebody's spreadsheet: its cards, templates for them, and a page of rules to begin with."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from proofdeck.ground.places import FONTS, RULES, SPREADSHEETS, TEMPLATES
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, has_errors, listed
from proofdeck.paper.deck.made_faces import looks_like_something_else, made_faces, pictures_of
from proofdeck.paper.deck.templates import supplies_of
from proofdeck.source.project.reading import load_project, slug

PAGE = """---
title: {title}
players: 2-4
sizes: A4, Letter
---

Say in two lines what the game is about, and how it is won.

## Components

{{{{ components() }}}}

## Setup

Say how the table is laid out, and how many cards each player gets.

## Your turn

Say what a player does in a turn.

## The end

Say when the game ends, and who has won.
"""


def files_from(spreadsheet: Path, name: str) -> Mapping[str, bytes]:
    """The files of a project of that name. Raises ProofdeckError if the spreadsheet holds no cards."""
    ending = spreadsheet.suffix.lower()
    if f"cards{ending}" not in SPREADSHEETS or not spreadsheet.is_file():
        hint = f"Spreadsheets end with {listed(Path(known).suffix for known in SPREADSHEETS)}."
        raise ProofdeckError(Problem("E501", f"there is no spreadsheet '{spreadsheet}'", hint=hint))
    files = {f"cards{ending}": spreadsheet.read_bytes()}
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / (slug(name) or "game")
        root.mkdir()
        (root / f"cards{ending}").write_bytes(files[f"cards{ending}"])
        beside = spreadsheet.resolve().parent
        if (beside / FONTS).is_dir():
            shutil.copytree(beside / FONTS, root / FONTS)
        problems = Problems()
        project = load_project(root, problems)
        for game in () if has_errors(problems) else project.games.values():
            looks_like_something_else(game, problems)
        if has_errors(problems):
            named = {f"cards{ending}": str(spreadsheet)}
            errors = (problem for problem in problems if problem.is_error)
            raise ProofdeckError(replace(one, file=named.get(one.file or "", one.file)) for one in errors)
        for game in project.games.values():
            found = made_faces(project, game, supplies_of(project, game), beside)
            files[f"{TEMPLATES}/{game.name}/front.toml"] = found.made.front.encode()
            files[f"{TEMPLATES}/{game.name}/back.toml"] = found.made.back.encode()
            files[f"{RULES}/{game.name}.md"] = PAGE.format(title=json.dumps(game.title, ensure_ascii=False)).encode()
            for name in (*pictures_of(beside, game).values(), *found.fonts):
                files[name] = (beside / name).read_bytes()
    return files

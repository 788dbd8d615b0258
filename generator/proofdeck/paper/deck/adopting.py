"""A project made of somebody's spreadsheet: its cards, templates for them, and a page of rules to begin with."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from proofdeck.ground.files import is_file
from proofdeck.ground.places import FONTS, RULES, SPREADSHEETS, TEMPLATES, rules_file
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, has_errors, listed
from proofdeck.paper.deck.made_faces import looks_like_something_else, made_faces
from proofdeck.paper.deck.picture_files import PictureFiles
from proofdeck.paper.deck.templates import supplies_of
from proofdeck.paper.faces.written import written_templates
from proofdeck.source.project.reading import load_project, slug
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.plain import plain_line

SHOWN = re.compile(r"""(?:!\[[^\]]{0,500}\]\(\s{0,9}<?|<img\b[^>]{0,500}?\bsrc=["'])([^"')>\s]{1,300})""")
"""A picture on a page."""
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


def files_from(spreadsheet: Path, name: str, look: str = "") -> Mapping[str, bytes]:
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
            found = made_faces(project, game, supplies_of(project, game), beside, look)
            pictures = found.found.pictures
            written = written_templates(game.printed, found.found, found.made)
            files |= {f"{TEMPLATES}/{game.name}/{name}": text.encode() for name, text in written.items()}
            page = _page_beside(beside, (game.name, slug(spreadsheet.stem)), alone=len(project.games) == 1)
            text = page or PAGE.format(title=json.dumps(game.title, ensure_ascii=False))
            files[f"{RULES}/{game.name}.md"] = text.encode()
            shown = filter(None, map(PictureFiles(beside).find, map(unquote, SHOWN.findall(page))))
            for name in (*pictures.values(), *shown, *found.found.fonts):
                files[name] = (beside / name).read_bytes()
    return files


def _page_beside(folder: Path, names: Iterable[str], *, alone: bool) -> str:
    """The rules beside the spreadsheet, as a page of a project; "" if there are none that can be read."""
    found = (rules_file(folder, name, alone=alone) for name in names)
    page = next((file for file in found if file.parent == folder and is_file(file)), None)
    if page is None:
        return ""
    with suppress(OSError, UnicodeDecodeError):
        lines = page.read_text(encoding="utf-8-sig").splitlines()
        first = (read_page(page, page.name, Problems()) or RulesPage(page.name)).first_line - 1
        return "\n".join([*lines[:first], *map(plain_line, lines[first:]), ""])
    return ""

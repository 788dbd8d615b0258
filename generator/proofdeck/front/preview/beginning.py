"""A page of rules to begin with, for a game that has none: headings, and what to say below each."""

from __future__ import annotations

import json
from pathlib import Path

from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.files import is_file, read_file
from proofdeck.source.project.game import Game

BEGINNING = "the first page of rules"
SKELETON = Path(__file__).parent / "rules.md"


def rules_begun(game: Game, root: Path) -> EditStep:
    """The step that writes the page; what is in the head of a page without rules stays.

    Raises NotWrittenError if the game has rules.
    """
    if game.page.body.strip():
        raise NotWrittenError(f"{game.title} has rules already, in {game.page.shown}.")
    path = root / game.page.shown
    head, body = SKELETON.read_text(encoding="utf-8").split("\n\n", 1)
    before = read_file(path) if is_file(path) else None
    begins = before.rstrip() if before and before.strip() else head.replace("TITLE", _quoted(game.title)).encode()
    return EditStep(path.resolve(), before, begins + b"\n\n" + body.encode(), BEGINNING)


def _quoted(title: str) -> str:
    return json.dumps(title, ensure_ascii=False)

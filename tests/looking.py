"""Games of a bare spreadsheet, and the faces that are made for them."""

from __future__ import annotations

from pathlib import Path

from proofdeck.ground.problems import Problems, has_errors
from proofdeck.paper.deck.made_faces import MadeFaces
from proofdeck.paper.deck.templates import faces_made
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project


def game_in(folder: Path, cards: str) -> tuple[Project, Game]:
    (folder / "cards.csv").write_text(cards, encoding="utf-8")
    project = load_project(folder, problems := Problems())
    assert not has_errors(problems)
    (game,) = project.games.values()
    return project, game


def made_in(folder: Path, cards: str, look: str = "") -> MadeFaces:
    """What is made of those cards, in a look or in the one that suits them."""
    project, game = game_in(folder, cards)
    return faces_made(project, game.name, "", look)

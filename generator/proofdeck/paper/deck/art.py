"""Pictures that need no column: `art/wolf.png` is that of the card `wolf`. And those that no card shows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from proofdeck.ground.files import names_ending
from proofdeck.ground.places import TEMPLATES
from proofdeck.ground.problems import Place, Problems, counted, some_of
from proofdeck.ground.workspace.workspace import question
from proofdeck.paper.deck.folders import image_folders, template_texts
from proofdeck.paper.faces.face import Face, Picture
from proofdeck.paper.ink.images import ENDINGS
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game

ART = "art"
"""The folder, and the name by which templates know the picture of a card."""
NEITHER = re.compile(r"[\W_]+")
MOST_NAMED = 8


@question()
def art_of(project: Project, game: str) -> dict[str, str]:
    """The pictures in the folders `art` that a game can use: the id that each fits -> its file."""
    found: dict[str, str] = {}
    for folder in reversed([project.root, *image_folders(project, game)]):
        found |= {key_of(Path(name).stem): f"{ART}/{name}" for name in names_ending(folder / ART, ENDINGS)}
    return found


@question()
def picture_of(project: Project, game: str, card: str) -> str:
    """The file of a card's own picture, as templates name it; "" if it has none."""
    return art_of(project, game).get(key_of(card), "")


def key_of(name: str) -> str:
    """A card is known by its id and a picture by the name of its file, whatever their capitals and hyphens."""
    return NEITHER.sub("-", name.casefold()).strip("-")


def check_art(project: Project, game: Game, faces: Iterable[Face], problems: Problems) -> None:
    """Warn of pictures in the game's own folders that no face shows and no template, page or cell names."""
    folders = [project.root / TEMPLATES / game.name / ART]
    folders += [project.root / ART] if len(project.games) == 1 else []
    there = {name: folder for folder in folders for name in names_ending(folder, ENDINGS)}
    if not there:
        return
    pictures = (mark for face in faces for mark in face.leaves() if isinstance(mark, Picture))
    shown = {Path(picture.file.partition("#")[0]).name for picture in pictures}
    cells = (cell for card in game.deck for cell in card.fields.values())
    named = "\n".join([*cells, game.page.body, *template_texts(project, game.name)])
    unused = [name for name in there if name not in shown and name not in named and Path(name).stem not in named]
    if unused:
        first = there[unused[0]] / unused[0]
        message = f"no card of {game.title} shows {counted(len(unused), 'picture')}: {some_of(unused, MOST_NAMED)}"
        hint = "Name a picture like the id of its card and show it with {{ art }}, or remove it."
        problems.report("W320", message, Place(first.relative_to(project.root).as_posix()), hint=hint)

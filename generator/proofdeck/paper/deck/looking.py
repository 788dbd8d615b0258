"""A card as it is in a look, for somebody who chooses one."""

from __future__ import annotations

from collections.abc import Callable

from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.face_keys import FaceKeys
from proofdeck.paper.deck.prints import copy_of
from proofdeck.paper.deck.templates import faces_made, supplies_for
from proofdeck.paper.deck.versions import PrintVersion, list_of_names
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.layout import FaceLayout
from proofdeck.paper.faces.made import front_of
from proofdeck.paper.faces.template import template_of
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.source.cards import Card
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game


def face_in_look(
    project: Project, game: Game, card: Card, look: str, retouched: Callable[[str], str] = str
) -> tuple[Face, str, Supplies]:
    """The front of a card, its key, and what it is painted with. retouched: what its template says in place of a text.

    Raises KeyError if there is no such look.
    """
    faces, version = faces_made(project, game.name, game.language, look), PrintVersion.of(game)
    made = faces.made.files.get(front_of(card.kind), faces.made.front)
    template, text = faces.template("front", card.kind), retouched(made)
    if text != made:
        template = template_of(text, template.file, project.template_folders, Problems())
    supplies = supplies_for(project, version)
    names = dict.fromkeys(list_of_names(project, version)) | {"language": game.language}
    face = FaceLayout(template, supplies, "front", names, {}).face(copy_of(project, version, card.id, 1))
    return face, FaceKeys(supplies).face(face), supplies

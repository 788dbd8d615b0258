"""The templates of a game: the file of each side of each kind of card, or what is made of its columns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.workspace.workspace import question
from proofdeck.paper.deck.folders import has_own_front, icon_folders, image_folders, is_plain, template_path
from proofdeck.paper.deck.made_faces import MadeFaces, made_faces
from proofdeck.paper.deck.versions import PrintVersion, game_of, list_of_names, rows
from proofdeck.paper.faces.sizes import CutShape
from proofdeck.paper.faces.template import POKER, Template, icon_sets_of, load_template
from proofdeck.paper.ink.materials import Sources
from proofdeck.paper.ink.supplies import Supplies, supplies_from
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game

SIDES = ("front", "back")


class Templates(NamedTuple):
    """Where the faces of a game come from.

    files: of each side and kind, as inputs call them; None if there is none. made: the sides and kinds whose templates
    are made from the columns. sources: where icons and images are looked for.
    """

    files: Mapping[tuple[str, str], str | None]
    made: frozenset[tuple[str, str]]
    sources: Sources


@question()
def templates_of(project: Project, version: PrintVersion) -> Templates:
    """The templates of all kinds of cards in that version."""
    game = version.game
    kinds = dict.fromkeys(card.kind for card in rows(project, version).values())
    paths = {(side, kind): template_path(project, game, side, kind) for kind in kinds for side in SIDES}
    files = {key: None if path is None else project.short(str(path)) for key, path in paths.items()}
    sets = dict.fromkeys(name for file in dict.fromkeys(files.values()) if file for name in icon_sets_in(project, file))
    sources = Sources.of(project, icon_folders(project, game), sets, image_folders(project, game))
    return Templates(files, frozenset(_made(paths) if is_made(project, game) else ()), sources)


def _made(paths: Mapping[tuple[str, str], Path | None]) -> set[tuple[str, str]]:
    """Those for which there is only a plain template; a made back belongs behind a made front."""
    plain = {key for key, path in paths.items() if is_plain(path)}
    return {(side, kind) for side, kind in plain if ("front", kind) in plain}


def is_made(project: Project, game: str) -> bool:
    """Whether the game has cards and no front of its own."""
    return not has_own_front(project, game) and bool(project.games[game].deck.cards)


@question()
def template_in(project: Project, file: str, shape: CutShape | None) -> Template | None:
    """The template in that file. shape: of the front, for a back, which has it by default."""
    return load_template(project.path_of(file), project.template_folders, project.collector(), shape or POKER)


@question()
def icon_sets_in(project: Project, file: str) -> tuple[str, ...]:
    """The sets of icons that the template in that file names."""
    return icon_sets_of(project.path_of(file), project.template_folders)


@question()
def faces_made(project: Project, game: str, lang: str, look: str = "") -> MadeFaces:
    """The templates made for a game without any, in a look or in the one that suits it. Raises KeyError for no look."""
    version = PrintVersion(game, lang)
    sources = Sources.of(project, icon_folders(project, game), (), image_folders(project, game))
    return made_faces(project, game_of(project, version), supplies_from(project, sources), look=look)


@question()
def template_of(project: Project, version: PrintVersion, side: str, kind: str) -> Template | None:
    """The template for that side of cards of that kind; None if there is none, or none that can be read."""
    templates = templates_of(project, version)
    if (side, kind) in templates.made:
        return faces_made(project, version.game, version.lang).template(side, kind)
    front = template_of(project, version, "front", kind) if side == "back" else None
    file = templates.files.get((side, kind))
    return None if file is None else template_in(project, file, front.shape if front else None)


@question()
def names_read(project: Project, version: PrintVersion, side: str, kind: str) -> tuple[str, ...]:
    """The names whose values its template can use; words are hyphenated by `language`."""
    template = template_of(project, version, side, kind)
    names = list_of_names(project, version)
    return tuple(name for name in names if name == "language" or (template and template.depends_on(name)))


def supplies_of(project: Project, game: Game) -> Supplies:
    """Fonts, icons and images available to the cards of that game."""
    return supplies_for(project, PrintVersion.of(game))


def supplies_for(project: Project, version: PrintVersion) -> Supplies:
    """The same for the cards of that version."""
    return supplies_from(project, templates_of(project, version).sources)

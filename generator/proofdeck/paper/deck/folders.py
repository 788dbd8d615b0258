"""Where the templates, icons and images of a project are: its own, and those that come with Proofdeck."""

from __future__ import annotations

import re
from pathlib import Path

from proofdeck.ground.files import children, is_folder, names_ending, read_text
from proofdeck.ground.places import TEMPLATES, shipped_root
from proofdeck.ground.problems import Problems
from proofdeck.paper.faces.template_files import find_template, read_template
from proofdeck.source.project.folder import BASE, Project
from proofdeck.source.project.look import FILE as RULEBOOK

OF_A_KIND = re.compile(r"(?:front|back)-(?P<kind>.+)\.toml", re.IGNORECASE)
BLANKS = re.compile(r"[\s_-]+")


def template_path(project: Project, game: str, side: str, kind: str) -> Path | None:
    """`<game>/<side>-<kind>.toml`, or `<game>/<side>.toml`, or the same in `base`, all of the project.

    Of the templates that come with Proofdeck, only the plain ones in `base` are taken without being named: a game or a
    kind that has the name of one of theirs is a different one.
    """
    own, shipped = project.template_folders[:1], project.template_folders[1:]
    for folder in (game, BASE):
        if kind and (path := _of_kind(project, folder, side, kind)):
            return path
        if path := find_template(f"{folder}/{side}.toml", own):
            return path
    return find_template(f"{BASE}/{side}.toml", shipped)


def _of_kind(project: Project, folder: str, side: str, kind: str) -> Path | None:
    """The project's template for that kind alone: `front-sea-monster.toml` is also for the kind `Sea Monster`."""
    own, exactly = project.template_folders[:1], f"{side}-{kind}.toml"
    if path := find_template(f"{folder}/{exactly}", own):
        return path
    there = (name for name in names_ending(project.root / TEMPLATES / folder, [".toml"]) if _key(name) == _key(exactly))
    return next(filter(None, (find_template(f"{folder}/{name}", own) for name in there)), None)


def _key(name: str) -> str:
    """What kinds and names of files are compared by: without capitals, and a hyphen for any blank."""
    return BLANKS.sub("-", name.casefold())


def templates_of_kinds(project: Project, game: str) -> dict[Path, str]:
    """The files of a game's own templates for one kind each -> the kind, as the file has it."""
    found = {path: OF_A_KIND.fullmatch(path.name) for path in own_templates(project, game)}
    return {path: match["kind"] for path, match in found.items() if match}


def is_of_kind(path: Path, kind: str) -> bool:
    """Whether a template for one kind is for that one."""
    match = OF_A_KIND.fullmatch(path.name)
    return match is not None and _key(match["kind"]) == _key(kind)


def is_plain(path: Path | None) -> bool:
    """Whether it is a plain template that comes with Proofdeck, for games without one."""
    return path is not None and path in {
        shipped_root() / TEMPLATES / BASE / f"{side}.toml" for side in ("front", "back")
    }


def has_own_front(project: Project, game: str) -> bool:
    """Whether the game has a front, or is shipped, so that none needs to be made."""
    own = len(project.template_folders) == 1
    return own or not is_plain(template_path(project, game, "front", ""))


def has_template(project: Project, game: str, kind: str) -> bool:
    """Whether the game or the base has a template for exactly this kind of card."""
    return any(_of_kind(project, folder, side, kind) for folder in (game, BASE) for side in ("front", "back"))


def own_templates(project: Project, game: str) -> list[Path]:
    """The files of a game's own templates, and whatever else of TOML is in their folder."""
    return [path for path in children(project.root / TEMPLATES / game) if path.suffix == ".toml"]


def template_texts(project: Project, game: str) -> list[str]:
    """The text of a game's templates, as written."""
    return [read_text(path) for path in own_templates(project, game)]


def icon_folders(project: Project, game: str) -> list[Path]:
    """Where icons of that game are looked for, nearest first."""
    (own, _), *shipped = project.template_folders
    places = [own / game, own, *_extended(project, game), *(folder for folder, _ in shipped)]
    return [folder for folder in (place / "icons" for place in places) if is_folder(folder)]


def image_folders(project: Project, game: str) -> list[Path]:
    """Where images of that game are looked for besides the project folder, nearest first."""
    (own, _), *shipped = project.template_folders
    places = [own / game, own / BASE, *_extended(project, game), *(folder / BASE for folder, _ in shipped)]
    return [folder for folder in dict.fromkeys(places) if is_folder(folder)]


def _extended(project: Project, game: str) -> list[Path]:
    """The folders that come with Proofdeck of whose templates those of the game, or of the project's base, are made.

    A game sees what is in them only because its templates name them: its own name gives it nothing.
    """
    shipped = [folder for folder, _ in project.template_folders[1:]]
    if not shipped:
        return []
    files = (
        file
        for sub in (game, BASE)
        for path in own_templates(project, sub)
        if path.name != RULEBOOK
        for file in read_template(path, project.template_folders, Problems()).files
    )
    return list(dict.fromkeys(file.parent for file in files if file.is_relative_to(shipped[0])))

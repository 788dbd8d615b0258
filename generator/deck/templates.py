"""Where the templates, icons and images of a project are: its own, and those that come with Proofdeck."""

from __future__ import annotations

from pathlib import Path

from generator.faces.template_files import find_template
from generator.files import children, is_file, is_folder, read_text
from generator.places import TEMPLATES, shipped_root
from generator.project.folder import BASE, Project


def template_path(project: Project, game: str, side: str, kind: str) -> Path | None:
    """`<game>/<side>-<kind>.toml`, or `<game>/<side>.toml`, or the same in `base`."""
    suffixes = (f"-{kind}", "") if kind else ("",)
    names = (f"{folder}/{side}{suffix}.toml" for folder in (game, BASE) for suffix in suffixes)
    paths = (find_template(name, project.template_folders) for name in names)
    return next((path for path in paths if path is not None), None)


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
    names = [f"{folder}/{side}-{kind}.toml" for folder in (game, BASE) for side in ("front", "back")]
    return any(is_file(place / name) for place, _ in project.template_folders for name in names)


def template_texts(project: Project, game: str) -> list[str]:
    """The text of a game's templates, as written."""
    paths = [path for path in children(project.root / TEMPLATES / game) if path.suffix == ".toml"]
    return [read_text(path) for path in paths]


def icon_folders(project: Project, game: str) -> list[Path]:
    return [
        folder / sub
        for folder, _ in project.template_folders
        for sub in (f"{game}/icons", "icons")
        if is_folder(folder / sub)
    ]


def image_folders(project: Project, game: str) -> list[Path]:
    """Where images of that game are looked for besides the project folder."""
    folders = (folder / sub for folder, _ in project.template_folders for sub in (game, "base"))
    return [folder for folder in folders if is_folder(folder)]

"""Gives a card its picture: a file, and whatever the templates of the card need to find it, as one step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from proofdeck.front.preview.bringing import NewPicture
from proofdeck.front.preview.editing.cells import CellEdit, mark_of
from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.tables import tables_in, text_in, with_values
from proofdeck.front.preview.grids import check_open, places, table_of, way_to
from proofdeck.front.preview.showing import ShownGame
from proofdeck.ground.files import children, inside, is_file, is_folder, read_file
from proofdeck.ground.places import TEMPLATES
from proofdeck.paper.deck.art import ART, key_of, picture_of
from proofdeck.paper.deck.folders import image_folders, own_templates
from proofdeck.paper.deck.templates import template_of
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.paper.faces.placed import parts_of
from proofdeck.paper.ink.images import ENDINGS
from proofdeck.source.cards import Card
from proofdeck.source.cards.roles import Role
from proofdeck.source.cards.values import free_variant

COLUMN = r"\{\{ *(?P<column>\w+) *\}\}"
IN_WORDS = re.compile(rf"(?:\{{% *if [^%]*%\}})?(?P<before>[^{{}}]*){COLUMN}(?P<behind>[^{{}}]*)(?:\{{% *endif *%\}})?")
LISTED = re.compile(r"\{\{ *pictures\[(?P<column>\w+)\].*\}\}")
"""How templates name the picture of a card: by a cell with other words around it, or as one of a list of theirs."""
PICTURES = ("data", "pictures")


class PlaceOfPicture(NamedTuple):
    """Where a card says which picture it has.

    column: "" for a picture that is called like the card; before, behind: what the template has around the cell; files:
    templates that list where each picture is.
    """

    column: str = ""
    before: str = ""
    behind: str = ""
    files: tuple[Path, ...] = ()


def illustrated(one: ShownGame, root: Path, card: Card, picture: NewPicture) -> list[EditStep]:
    """The steps that make it the picture of the card. Raises NotWrittenError, with the reason and what to do."""
    place, says = _place(one, card), f"the picture of {card.name or card.id}"
    if not place.column:
        return _by_name(one, root, card, picture, says)
    folder, lead = _folder(one, root, place)
    if (ending := Path(f"x{place.behind}").suffix.lower()) not in {"", picture.suffix}:
        raise NotWrittenError(
            f"The pictures of these cards end with {ending}, and this one with {picture.suffix}. "
            f"Save it as {ending} first, and drop it again."
        )
    tail, now = place.behind or picture.suffix, f"{place.before}{card.fields[place.column].strip()}{place.behind}"

    def named(stem: str) -> str:
        name = f"{lead}{stem}{tail}"
        return f"{place.before.removesuffix(lead)}{name}" if place.before else f"{ART}/{name}"

    taken = {path.name.casefold().removeprefix(lead).removesuffix(tail) for path in children(folder)}
    stem = card.id if named(card.id) == now else free_variant(card.id, taken)
    file, name = folder / f"{lead}{stem}{tail}", named(stem)
    cell = name.removeprefix(place.before).removesuffix(place.behind)
    lists = [EditStep(path, data, with_values(data, PICTURES, {cell: name}), says) for path, data in _read(place.files)]
    return [*lists, _in_cell(root, card, place.column, cell, says), picture.put(file, says)]


def _by_name(one: ShownGame, root: Path, card: Card, picture: NewPicture, says: str) -> list[EditStep]:
    """In a folder `art`, called like the card, in place of the picture that it had there."""
    now = picture_of(one.made.project, one.game.name, card.id)
    usual = root if len(one.made.project.games) == 1 else root / TEMPLATES / one.game.name
    there = (folder for folder in _folders(one, root) if now and is_file(folder / now))
    folder = _inside(root, next(there, usual) / ART)
    file = folder / f"{card.id}{picture.suffix}"
    alike = [path for path in children(folder) if key_of(path.stem) == key_of(card.id) and path != file]
    old = [path for path in alike if path.suffix.lower() in ENDINGS]
    return [*(EditStep(path, read_file(path), None, says) for path in old), picture.put(file, says)]


def _place(one: ShownGame, card: Card) -> PlaceOfPicture:
    """Raises NotWrittenError for a card on which no picture is printed."""
    if one.made.made:
        columns = (part.column.key for part in parts_of(one.game.printed) if part.role is Role.PICTURE)
        return PlaceOfPicture(next((name for name in columns if name in places(card).at), ""))
    known = [*places(card).at]
    found = [place for said in _said(one, card) if (place := _named(one, said, known))]
    if not found:
        raise NotWrittenError(
            "No picture is printed on this card, so nothing was written. Under Arrange, choose + Picture and "
            "“Each card’s own picture”, and drop it again."
        )
    return found[0]


def _said(one: ShownGame, card: Card) -> Iterator[str]:
    """What the templates of a card say of its pictures, the front first."""
    for side in ("front", "back"):
        template = template_of(one.made.project, PrintVersion.of(one.game), side, card.kind)
        for element in template.elements if template else ():
            if element.type == "image" and "file" in element.settings:
                yield str(element.settings["file"].raw)


def _named(one: ShownGame, said: str, columns: list[str]) -> PlaceOfPicture | None:
    if (found := IN_WORDS.fullmatch(said)) and found["column"] in {ART, *columns}:
        is_column = found["column"] in columns
        return PlaceOfPicture(found["column"], found["before"], found["behind"]) if is_column else PlaceOfPicture()
    if (found := LISTED.fullmatch(said)) and found["column"] in columns:
        files = own_templates(one.made.project, one.game.name)
        listing = (path for path, data in _read(files) if _has_list(data))
        return PlaceOfPicture(found["column"], files=tuple(path.resolve() for path in listing))
    return None


def _has_list(data: bytes) -> bool:
    tables: Mapping[str, Mapping[str, object]] = tables_in(text_in(data))
    return PICTURES[1] in tables.get(PICTURES[0], {})


def _read(files: tuple[Path, ...] | list[Path]) -> Iterator[tuple[Path, bytes]]:
    return ((path, read_file(path)) for path in files)


def _folder(one: ShownGame, root: Path, place: PlaceOfPicture) -> tuple[Path, str]:
    """The folder of the pictures that a column names, and with what the names of their files begin."""
    above, slash, lead = (place.before or f"{ART}/").rpartition("/")
    there = (folder for folder in _folders(one, root) if slash and is_folder(folder / above))
    return _inside(root, (next(there, root) if place.before else root) / above), lead


def _folders(one: ShownGame, root: Path) -> list[Path]:
    """Where pictures of the game are looked for in the project."""
    found = (folder.resolve() for folder in image_folders(one.made.project, one.game.name))
    return [root, *(folder for folder in found if folder.is_relative_to(root))]


def _inside(root: Path, folder: Path) -> Path:
    """Raises NotWrittenError for a folder that leads out of the project."""
    if (found := inside(root, folder.relative_to(root).as_posix())) is None:
        cure = "Put a folder in its place."
        raise NotWrittenError(f"{folder.name}/ leads out of the project, so nothing was written. {cure}")
    return found


def _in_cell(root: Path, card: Card, column: str, text: str, says: str) -> EditStep:
    """Raises NotWrittenError for a file that is locked, or that has changed since it was read."""
    file, tab = table_of(card)
    check_open(root, file)
    path, there = root / file, places(card)
    data, edit = read_file(path), CellEdit(mark_of(there.row), there.at[column], text)
    return EditStep(path, data, way_to(file, tab).with_cells(data, [edit]), says)

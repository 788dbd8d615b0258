"""What the book and the box of a game look like: `templates/<game>/rulebook.toml`, colours, fonts, pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.colour_vision import BLACK, grey_of
from proofdeck.ground.files import is_file
from proofdeck.ground.paper import Ink
from proofdeck.ground.places import TEMPLATES
from proofdeck.ground.problems import Place, Problems, did_you_mean, hint_from, listed
from proofdeck.ground.toml_text import TomlError, read_toml, text_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game

FILE = "rulebook.toml"
FAMILIES = ("title", "text")
CROP = "crop"
BOX = "box"
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class BookLook(NamedTuple):
    """The look of a book.

    `accent`, `night`: the colour `#rrggbb` of titles and links, by day and on dark screens; `title`, `text`: families
    of fonts.

    `crop`: the part of a card that small pictures show, as left, top, width and height in mm; () for the whole card.

    `box`: the picture that goes around the box of the game; "" for none.
    """

    accent: str = "#27508a"
    night: str = "#9bb9e8"
    title: str = "Crimson Text"
    text: str = "Crimson Text"
    crop: tuple[float, ...] = ()
    box: str = ""

    def printed_with(self, ink: Ink) -> BookLook:
        """Return a copy as that ink prints it."""
        return self._replace(accent={"full": self.accent, "low": BLACK, "grey": grey_of(self.accent)}[ink])


ANY = BookLook()


def look_of(project: Project, game: Game, problems: Problems) -> BookLook:
    """The colours and fonts of a game."""
    shown = f"{TEMPLATES}/{game.name}/{FILE}"
    return read_look(project.root / shown, shown, problems)


def read_look(path: Path, shown: str, problems: Problems) -> BookLook:
    """Read the look of one game; without a file, the look of any game. `shown`: the file as its author calls it."""
    if not is_file(path):
        return BookLook()
    try:
        found = read_toml(text_of(path))
    except TomlError as error:
        problems.report("E613", str(error), Place(shown, error.line, error.column), hint=error.hint)
        return BookLook()
    kept = {}
    for key, value in found.items():
        if wrong := _mistake(key, value):
            message, hint = wrong
            problems.report("E613", message, Place(shown), field=key, hint=hint)
        else:
            kept[key] = value
    return BookLook(**kept | {CROP: tuple(map(float, kept.get(CROP, ())))})


def _mistake(key: str, value: object) -> tuple[str, str] | None:
    """What is wrong with a setting, and how to fix it."""
    if key not in BookLook._fields:
        hint = hint_from(did_you_mean(key, BookLook._fields), f"Known are {listed(BookLook._fields)}.")
        return f"there is no setting '{key}'", hint
    if key == CROP and not _is_crop(value):
        hint = "Write left, top, width and height in mm, such as [0, 0, 31, 24]."
        return f"{CROP}: '{value}' is not a part of a card", hint
    if key == BOX:
        return (
            None if isinstance(value, str) else (f"{BOX}: '{value}' is not a picture", "Write its file: 'art/box.svg'.")
        )
    is_colour = isinstance(value, str) and COLOUR.fullmatch(value) is not None
    is_family = key in FAMILIES
    if key != CROP and not (isinstance(value, str) and (is_family or is_colour)):
        wanted = "a font family such as 'Cinzel'" if is_family else "a colour such as '#27508a'"
        return f"{key}: '{value}' is not {wanted}", f"Write {wanted}."
    return None


def _is_crop(value: object) -> bool:
    numbers = value if isinstance(value, list) else []
    is_length = [isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= 1000 for one in numbers]
    return len(numbers) == 4 and all(is_length) and min(numbers[2:]) >= 1

"""The fonts that a book is set in: those installed, and those of the project for letters that others lack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from proofdeck.book.manuscript.letters import spelt, unusual, words_of
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.plain_data import Data, as_data
from proofdeck.book.manuscript.typesetting import lacking
from proofdeck.ground.cache import digest
from proofdeck.ground.files import children, touch_of
from proofdeck.ground.places import FONTS
from proofdeck.ground.problems import Problems, some_of
from proofdeck.paper.deck.made_faces import FONT_CURE
from proofdeck.paper.faces.letters import is_letter
from proofdeck.paper.ink.fonts import font_folders
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game

FEW = 50
"""One letter in so many may be missing."""


@dataclass(frozen=True, slots=True)
class BookFonts:
    """folders: where fonts are; key: changes with those of the project.

    lacking: what no font has, and a book can do without; letters: the same if there are too many to do without.
    """

    folders: tuple[Path, ...]
    key: str
    lacking: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()

    def printed(self, book: Data) -> Data:
        """The book as these fonts can print it."""
        return spelt(book, self.lacking)

    def report(self, game: Game, problems: Problems) -> None:
        """Warn of what they lack."""
        place = game.book.place()
        if self.letters:
            message = (
                f"no font has {_shown(self.letters)}, so the book of {game.title} is not printed; its page is there"
            )
            problems.report("W633", message, place, hint=FONT_CURE)
        elif self.lacking:
            message = f"no font has {_shown(self.lacking)}; the printed book of {game.title} has names in their place"
            problems.report("W634", message, place, hint=FONT_CURE)


def fonts_of(project: Project, book: Manuscript) -> BookFonts:
    """Find the fonts for a book, and what they lack."""
    own = project.root / FONTS
    files = children(own)
    folders = (*font_folders(), own) if files else font_folders()
    fonts = BookFonts(folders, digest([(path.name, touch_of(path)) for path in files]))
    words = words_of(as_data(book, {}))
    doubtful = unusual(words)
    if not doubtful:
        return fonts
    found = project.pure(_lacking, tuple(doubtful), fonts)
    letters = [one for one in found if is_letter(one)]
    if sum(map(words.count, letters)) * FEW > len(words):
        return replace(fonts, letters=tuple(letters))
    return replace(fonts, lacking=tuple(found))


def _lacking(doubtful: Sequence[str], fonts: BookFonts) -> list[str]:
    """Those characters that no font has."""
    return lacking(doubtful, fonts.folders)


def _shown(characters: tuple[str, ...]) -> str:
    return some_of([f"'{one}'" for one in characters])

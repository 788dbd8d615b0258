"""The fonts that a book is set in: those installed, and those of the project for letters that others lack."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.cache import digest, engine_digest, kept_as_json
from generator.files import children, touch_of
from generator.pipeline.made_faces import FONT_CURE
from generator.places import FONTS
from generator.problems import Problems, some_of
from generator.project import Game, Project
from generator.rulebook.letters import is_letter, spelt, unusual, words_of
from generator.rulebook.manuscript import Manuscript
from generator.rulebook.plain_data import Data, as_data

FEW = 50
"""One letter in so many may be missing."""


@dataclass(frozen=True, slots=True)
class BookFonts:
    """folders: where fonts are. key: changes with them. lacking: what no font has, and a book can do without.

    letters: what no font has, if there are too many of them to do without.
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
    from generator.ink.fonts import font_folders

    own = project.root / FONTS
    files = children(own)
    folders = (*font_folders(), own) if files else font_folders()
    key = digest(engine_digest(), [(str(path), touch_of(path)) for path in files])
    words = words_of(as_data(book, {}))
    doubtful = unusual(words)
    if not doubtful:
        return BookFonts(folders, key)

    def looked() -> list[str]:
        from generator.rulebook.typesetting import lacking

        return lacking(doubtful, folders)

    found = kept_as_json("letters", digest(key, doubtful), _as_words, looked, list)
    letters = [one for one in found if is_letter(one)]
    if sum(map(words.count, letters)) * FEW > len(words):
        return BookFonts(folders, key, letters=tuple(letters))
    return BookFonts(folders, key, tuple(found))


def _as_words(kept: object) -> list[str]:
    """Raises TypeError for anything else."""
    if not isinstance(kept, list):
        raise TypeError
    return list(map(str, kept))


def _shown(characters: tuple[str, ...]) -> str:
    return some_of([f"'{one}'" for one in characters])

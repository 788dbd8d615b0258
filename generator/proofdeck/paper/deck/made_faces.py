"""Faces for a game without templates: made from the columns of its cards, in the size that its longest card needs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from proofdeck.ground.cache import digest
from proofdeck.ground.files import children
from proofdeck.ground.places import FONTS
from proofdeck.ground.problems import Place, Problem, Problems, listed, some_of
from proofdeck.paper.deck.art import ART, picture_of
from proofdeck.paper.deck.picture_files import ADDRESS, PictureFiles
from proofdeck.paper.faces.face import Font
from proofdeck.paper.faces.layout import Copy, faces_of
from proofdeck.paper.faces.letters import INVISIBLE, is_letter, symbol_name
from proofdeck.paper.faces.made import (
    ALL_CARDS,
    MOST_CARDS,
    USUAL_FONT,
    Assets,
    MadeTemplates,
    front_of,
    made_templates,
    sizes_for,
)
from proofdeck.paper.faces.markup import icons_in
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.placed import parts_of
from proofdeck.paper.faces.template import Template, template_of
from proofdeck.paper.ink.fonts import FONT_FILES
from proofdeck.paper.ink.images import ENDINGS
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.source.cards import Card
from proofdeck.source.cards.roles import FILE_PATH, MOMENT, TIME, Column, Role, foreign
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.printed_cards import names_of, printed_cards

FAMILIES = (USUAL_FONT, "Cinzel", "Crimson Text", "Alfa Slab One")
"""Those that looks use."""
LEAST, READABLE = 4.5, 6.0
SMALLEST = f"min_size = {LEAST}"
"""Points of the smallest letters of words on a card: as looks have it, and so that they are easily read."""
LONGEST_TRIED = 8
"""Cards that are laid out for each column, to see whether they fit."""
DOES_NOT_FIT, LACKS_LETTERS = "E301", "E302"
FONT_CURE = f"Put a font that has them into {FONTS}/, as a TTF or OTF file."
MOST_NAMED = 8
LABEL = re.compile(r"text of '[\w-]+-label'")
"""How problems name a heading that is printed beside its cell."""
MOST_FOREIGN, MOST_PARTS = 2, 60
"""Headers of bank statements and the like that make a spreadsheet one, and columns that no card has room for."""


@dataclass(frozen=True)
class MadeFaces:
    """The templates of a game, by the names of their files, and what they were made from.

    spreadsheet: the file of the cards; found: what the project has for them. missing: the pictures that are named and
    not there, with the places of their cells.
    """

    templates: Mapping[str, Template]
    made: MadeTemplates
    spreadsheet: str
    found: Assets
    missing: Mapping[str, Place] = field(default_factory=dict)

    def template(self, side: str, kind: str) -> Template:
        """The template for that side of cards of that kind."""
        return self.templates.get(front_of(kind) if side == "front" else "", self.templates[f"{side}.toml"])

    def lacks(self, title: str) -> Iterator[Problem]:
        """One warning for all pictures that are not there."""
        if self.missing:
            (name, place), others = next(iter(self.missing.items())), len(self.missing)
            what = "a picture is" if others == 1 else f"{others} pictures are"
            message = f"{what} not there, so windows are printed for {title}: {some_of(list(self.missing), MOST_NAMED)}"
            web = "Save it in the project; nothing is downloaded." if ADDRESS.match(name) else ""
            hint = (
                web or f"Put it where its cell says, or into {ART}/, under its name. Pictures end in {listed(ENDINGS)}."
            )
            yield Problem("W319", message, *place, hint=hint)

    def advised(self, found: Iterable[Problem]) -> Iterator[Problem]:
        """The problems of its faces, at the spreadsheet in place of templates that are in no file.

        With the cure for letters that no font has.
        """
        files = {template.file for template in self.templates.values()}
        for problem in found:
            told = replace(problem, hint=FONT_CURE) if problem.code == LACKS_LETTERS else problem
            if problem.file in files:
                message = LABEL.sub("a heading", told.message)
                told = replace(told, message=message, file=self.spreadsheet, line=None, column=None)
            yield told

    def notes(self, title: str) -> list[str]:
        """What was taken for what, and how to change it."""
        return [
            f"The faces of {title} were made from its columns: {self.made.taken}.",
            *([f"For programs, and so on no card: {listed(self.made.hidden)}."] if self.made.hidden else []),
            *([f"No font has {self._named}, so names are printed. {FONT_CURE}"] if self._named else []),
            "`proofdeck new NAME --from FILE` makes a project of them in which everything can be changed.",
        ]

    @property
    def _named(self) -> str:
        """The symbols for which a name is printed: `🐉 and 🔥`."""
        return some_of([symbol for symbol, said in self.found.symbols.items() if said.startswith("[")])


def made_faces(
    project: Project, game: Game, supplies: Supplies, beside: Path | None = None, look: str = ""
) -> MadeFaces:
    """Templates for that game, of the smallest size in which every card fits, or else with room for the longest.

    beside: where its pictures are, if not in the project; look: one that was chosen. Raises KeyError for no look.
    """
    found = _found(project, game, supplies, beside or project.root)
    cards = [Copy(card, 1, 1) for card in printed_cards(game, _longest(game), None, Problems())]
    names = names_of(game, None)
    for size, share, least in _tries(sizes_for(game.printed)):
        made = made_templates(game.printed, found, size, look, share)
        templates = {name: _read(project, name, text) for name, text in made.files.items()}
        faces = MadeFaces(templates, made, str(game.deck.cards[0].place().file), found, _missing(game, found.pictures))
        read = {
            name: _read(project, name, text.replace(SMALLEST, f"min_size = {least}"))
            for name, text in made.files.items()
        }
        tried, told = replace(faces, templates=read), Problems()
        for side, kind in dict.fromkeys((side, copy.card.kind) for side in ("front", "back") for copy in cards):
            copies = [copy for copy in cards if copy.card.kind == kind]
            faces_of(tried.template(side, kind), supplies, side, names, copies, told)
        if not any(problem.code == DOES_NOT_FIT for problem in told):
            break
    return faces


def _tries(sizes: Sequence[str]) -> Iterator[tuple[str, float, float]]:
    """Sizes, with the share of the cards that has room for all words, and the smallest size of letters in points.

    The next larger card is better than letters that are hard to read, and small letters are better than a card as large
    as a page.
    """
    yield from ((size, MOST_CARDS, READABLE) for size in sizes[:2])
    yield from ((size, MOST_CARDS, LEAST) for size in sizes)
    yield sizes[-1], ALL_CARDS, LEAST


def _read(project: Project, name: str, text: str) -> Template:
    made = f"{name}, made from the columns ({digest(text)[:6]})"
    return template_of(text, made, project.template_folders, Problems())


def _found(project: Project, game: Game, supplies: Supplies, root: Path) -> Assets:
    """What there is for the faces of a game, with its pictures and fonts below `root`."""
    cells = [cell for card in game.printed for cell in card.fields.values()]
    texts = [*cells, *game.printed.headers.values()]
    fonts, lacking = _fonts_of(root, texts, supplies)
    has_art = any(picture_of(project, game.name, card.id) for card in game.deck)
    letters = {ord(letter) for letter in set().union(*texts) if letter.isprintable()} - INVISIBLE
    covered = {name for name in FAMILIES if letters <= set(supplies.fonts.file(Font(name)).face.unicodes)}
    symbols = _symbols(cells, lacking, supplies)
    icons = frozenset(supplies.icon_names())
    return Assets(pictures_of(root, game), fonts, symbols, has_art, icons, frozenset(covered))


def _missing(game: Game, pictures: Mapping[str, str]) -> dict[str, Place]:
    """The cells that name a picture, and find none, with their places."""
    named = [part.column.key for part in parts_of(game.printed) if part.role is Role.PICTURE]
    cells = ((card.fields[name].strip(), card.place(name)) for name in named for card in game.deck)
    found: dict[str, Place] = {}
    for cell, place in cells:
        if cell and cell not in pictures:
            found.setdefault(cell, place)
    return found


def looks_like_something_else(game: Game, problems: Problems) -> bool:
    """Report a spreadsheet that is a statement, a survey or a list of customers, and not a deck of cards."""
    first = next(iter(game.deck.cards))
    why = _what_no_deck_has(game)
    if why is None:
        return False
    hint = "If it is one, keep the columns that belong on cards, or make a template: `proofdeck new DIR` shows how."
    problems.report(
        "E125", f"this does not look like a spreadsheet of cards: {why}", Place(first.place().file), hint=hint
    )
    return True


def _what_no_deck_has(game: Game) -> str | None:
    """Why its spreadsheet is none of cards; None if it may be one."""
    parts = parts_of(game.printed)
    strange = (part.words for part in parts if part.column.mostly(MOMENT.fullmatch) or foreign([part.words]))
    others = list(dict.fromkeys(strange))
    if len(others) >= MOST_FOREIGN:
        return f"its columns are {listed(others[:5])}"
    if len(parts) > MOST_PARTS:
        return f"it has {len(parts)} columns"
    if parts and parts[0].column.mostly(TIME.fullmatch):
        return "its rows begin with a date and a time, like those of a log"
    names = Column("name", "name", [card.name for card in game.printed.cards])
    return "its names are paths of files" if names.mostly(FILE_PATH.match) else None


def _longest(game: Game) -> list[Card]:
    """The cards with the longest cells: of each column, and of all columns together."""
    cards = game.printed.cards
    found: dict[str, Card] = {}
    for key in ("", *game.printed.headers):

        def length(card: Card, key: str = key) -> int:
            return len(card.fields[key]) if key else sum(map(len, card.fields.values()))

        found |= {card.id: card for card in sorted(cards, key=length, reverse=True)[:LONGEST_TRIED]}
    return list(found.values())


def _symbols(cells: Iterable[str], lacking: Collection[int], supplies: Supplies) -> dict[str, str]:
    """What is printed in place of symbols that no font has, and of words between colons that name no icon."""
    words = "\n".join(cells)
    known = set(supplies.icon_names())
    unknown = {whole: f"\\{whole}" for whole, name in icons_in(words) if name not in known}
    named = {chr(code): symbol_name(chr(code)) for code in sorted(lacking) if not is_letter(chr(code))}
    return unknown | named | {chr(code): "" for code in sorted(INVISIBLE) if named and chr(code) in words}


def _fonts_of(root: Path, texts: Iterable[str], supplies: Supplies) -> tuple[list[str], set[int]]:
    """Fonts of the project with letters that the usual one lacks, the one with the most first.

    Also the letters that none of them has.
    """
    lacking = {ord(letter) for letter in set().union(*texts) if letter.isprintable()} - INVISIBLE
    lacking -= set(supplies.fonts.file(Font(USUAL_FONT, 500)).face.unicodes)
    if not lacking:
        return [], set()
    having: dict[str, set[int]] = {}
    for name in (
        path.relative_to(root).as_posix() for path in children(root / FONTS) if path.suffix.lower() in FONT_FILES
    ):
        with suppress(MaterialError, OSError):
            having[name] = lacking & set(supplies.fonts.file(Font("", 500, False, name)).face.unicodes)
    found: list[str] = []
    while having and (best := max(having, key=lambda name: len(having[name] & lacking))) and having[best] & lacking:
        found.append(best)
        lacking -= having.pop(best)
    return found, lacking


def pictures_of(root: Path, game: Game) -> dict[str, str]:
    """Each cell that names a picture -> its file."""
    cells = dict.fromkeys(
        cell for part in parts_of(game.printed) if part.role is Role.PICTURE for cell in part.column.filled
    )
    files = PictureFiles(root)
    return {cell: file for cell in cells if (file := files.find(cell))}

"""Reads a folder into a `Project`: its games, decks and rules, and where their templates are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.bounds import whole
from generator.cache import cache_folder, digest, engine_digest
from generator.cards import Deck, read_cards
from generator.cards.spelling import meant
from generator.cards.values import LONGEST_ID
from generator.files import children, is_file, is_folder, names_in, read_text
from generator.phrases import ENGLISH, Phrases, phrases_of
from generator.places import RULES, TEMPLATES, find_spreadsheet, rules_file, shipped_root
from generator.problems import Problem, Problems, ProofdeckError, counted, did_you_mean, has_errors, hint_from, listed
from generator.rules.page import RulesPage, read_page
from generator.rules.plain import as_written, at_home
from generator.rules.translations import TranslatedRules
from generator.sheets.paper import PAPERS
from generator.wishes import usual_choices
from generator.workspace.store import LAYOUT, Store
from generator.workspace.workspace import Kept, Workspace, question

if TYPE_CHECKING:
    from generator.engine.loading import Playable
    from generator.faces.sizes import Shape
    from generator.faces.template import Template

BASE = "base"
"""The folder of templates for games that have none of their own."""
OF_NO_GAME = {BASE, "icons", "rulebook"}
"""Folders of templates that belong to all games."""
MOST_STRANGE = 5
"""Unknown keys in a head that are reported one by one."""
PAGES = "pages"
LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]{2,4})?")
FACTS = ("title", "players", "age", "time", "version", "date", "author", "licence")
HEAD = (*FACTS, "language", "sizes", PAGES, "engine", "rules", "score", "glossary")
"""Every key that the head of a page of rules can have; a test compares docs/rules.md with it."""


@dataclass(frozen=True, slots=True)
class About:
    """The head of a game's rules. players: (fewest, most); age, time, version, date, author and licence as written.

    sizes: the papers its book is made for. pages: the most A4 pages its players' book may have, or None. language: the
    language of the line below the title.
    """

    title: str
    players: tuple[int, int] | None = None
    age: str = ""
    time: str = ""
    version: str = ""
    date: str = ""
    author: str = ""
    licence: str = ""
    sizes: tuple[str, ...] = ()
    pages: int | None = None
    language: str = ""

    @property
    def line(self) -> str:
        """`2 to 4 players · 10+ · 20 minutes · version 0.1 · 2026-11-21`, or as much of it as is known."""
        say = phrases_of(self.language)
        fewest, most = self.players or (0, 0)
        seats = say("seats", count=most) if fewest == most else say("seats_from_to", fewest=fewest, most=most)
        parts = (
            seats if most else "",
            self.age,
            self.time,
            say("version", version=self.version) if self.version else "",
            self.date,
        )
        return " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class Translation:
    """A game in another language. deck: its cards; rules: its page, None if that is not translated."""

    language: str
    deck: Deck
    rules: TranslatedRules | None = None


@dataclass(frozen=True)
class Game:
    """One game of a project. page: its rules; empty if there are none.

    deck, page: as engines and examples see them. translation: what is printed instead in another language.
    choices: what templates know as `with`.
    """

    name: str
    about: About
    deck: Deck
    page: RulesPage
    translation: Translation | None = None
    choices: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.about.title

    @property
    def language(self) -> str:
        """The language its cards are printed in; "" for that of the plain columns."""
        return self.translation.language if self.translation else ""

    @property
    def printed(self) -> Deck:
        """The cards as they are printed."""
        return self.translation.deck if self.translation else self.deck

    @property
    def book(self) -> RulesPage:
        """The rules as they are printed, with complete blocks and the parameters of the page."""
        return self.translation.rules.page if self.translation and self.translation.rules else self.page

    @cached_property
    def phrases(self) -> Phrases:
        """The phrases its book uses, in the language of its page if its rules are not translated."""
        rules = self.translation.rules if self.translation else None
        if rules:
            return phrases_of(self.language, rules.words)
        return ENGLISH if self.about.language in {"", ENGLISH.language} else phrases_of(self.about.language)

    def located(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the problems with those of translated rules at their lines in the translated file."""
        rules = self.translation.rules if self.translation else None
        return [rules.located(problem) for problem in problems] if rules else list(problems)

    @property
    def depends_on_players(self) -> bool:
        return any(card.quantities for card in self.deck)


class Games(Mapping[str, "Game"]):
    """The games of a project by name, each read when it is needed."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def __getitem__(self, name: str) -> Game:
        if name not in game_names(self._project):
            raise KeyError(name)
        return game_called(self._project, name)

    def __iter__(self) -> Iterator[str]:
        return iter(game_names(self._project))

    def __len__(self) -> int:
        return len(game_names(self._project))


class Project(Workspace):
    """A folder that holds games, open for questions."""

    def __init__(self, root: Path, store: Store | None = None) -> None:
        super().__init__(root, store)
        self.games: Mapping[str, Game] = Games(self)

    def __reduce__(self) -> tuple[object, ...]:
        """In another process, the same folder is opened again."""
        return open_project, (self.root, self.remembers)

    @cached_property
    def template_folders(self) -> list[tuple[Path, str]]:
        """Folders of templates, the project's first, then the shipped ones."""
        own = self.root / TEMPLATES
        shipped = shipped_root() / TEMPLATES
        return [(own, TEMPLATES)] if own.resolve() == shipped.resolve() else [(own, TEMPLATES), (shipped, "shipped")]

    def template_path(self, game: str, side: str, kind: str) -> Path | None:
        """`<game>/<side>-<kind>.toml`, or `<game>/<side>.toml`, or the same in `base`."""
        suffixes = (f"-{kind}", "") if kind else ("",)
        names = (f"{folder}/{side}{suffix}.toml" for folder in (game, BASE) for suffix in suffixes)
        from generator.faces.template_files import find_template

        paths = (find_template(name, self.template_folders) for name in names)
        return next((path for path in paths if path is not None), None)

    def is_plain(self, path: Path | None) -> bool:
        """Whether it is a plain template that comes with Proofdeck, for games without one."""
        return path is not None and path in {
            shipped_root() / TEMPLATES / BASE / f"{side}.toml" for side in ("front", "back")
        }

    def has_own_front(self, game: str) -> bool:
        """Whether the game has a front, or is shipped, so that none needs to be made."""
        own = len(self.template_folders) == 1
        return own or not self.is_plain(self.template_path(game, "front", ""))

    def has_template(self, game: str, kind: str) -> bool:
        """Whether the game or the base has a template for exactly this kind of card."""
        names = [f"{folder}/{side}-{kind}.toml" for folder in (game, BASE) for side in ("front", "back")]
        return any(is_file(place / name) for place, _ in self.template_folders for name in names)

    def template_texts(self, game: str) -> list[str]:
        """The text of a game's templates, as written."""
        paths = [path for path in children(self.root / TEMPLATES / game) if path.suffix == ".toml"]
        return [read_text(path) for path in paths]

    def template(self, path: Path, problems: Problems, shape: Shape | None = None) -> Template | None:
        """The template in that file. shape: for a back, that of its front, which it has by default."""
        from generator.faces.template import POKER, load_template

        return load_template(path, self.template_folders, problems, shape or POKER)

    def icon_folders(self, game: str) -> list[Path]:
        return [
            folder / sub
            for folder, _ in self.template_folders
            for sub in (f"{game}/icons", "icons")
            if is_folder(folder / sub)
        ]

    def image_folders(self, game: str) -> list[Path]:
        """Where images of that game are looked for besides the project folder."""
        folders = (folder / sub for folder, _ in self.template_folders for sub in (game, "base"))
        return [folder for folder in folders if is_folder(folder)]

    def playable(self, game: Game, problems: Problems, *, trust: bool = False) -> Playable | None:
        """The game with the engine that its page names; None if it names none or there were problems."""
        from generator.engine.loading import load_playable

        return load_playable(game.page, game.deck, self.root, problems, trust=trust, players=game.about.players)

    @contextmanager
    def engine_faults(self, game: Game, problems: Problems) -> Iterator[None]:
        """Add failures of the project's engine inside the block to `problems`, and carry on after it."""
        if "engine" not in game.page.head:
            yield
            return
        from generator.engine.loading import origin_of

        try:
            with origin_of(game.page, self.root).faults():
                yield
        except ProofdeckError as error:
            problems.extend(error.problems)

    def chosen(self, names: Sequence[str], problems: Sequence[Problem]) -> list[Game]:
        """The games with those names, or all of them. problems: what was found when the project was read.

        Raises ProofdeckError naming every unknown game, after those problems, which may explain why it is unknown.
        """
        unknown = [name for name in names if name not in self.games]
        if unknown:
            wrong = list(problems) if has_errors(problems) else []
            raise ProofdeckError([*wrong, *map(self._unknown, unknown if self.games or not wrong else [])])
        return [self.games[name] for name in dict.fromkeys(names)] if names else list(self.games.values())

    def _unknown(self, name: str) -> Problem:
        known = f"Games: {listed(self.games)}." if self.games else "The spreadsheet has no cards."
        return Problem("E503", f"there is no game '{name}'", hint=hint_from(did_you_mean(name, self.games), known))


def open_project(root: Path, remembers: bool = True) -> Project:
    """Open the folder. remembers: whether answers of earlier runs are used, and those of this run are kept."""
    return Project(root, Store(store_of(root), engine_digest()) if remembers else None)


def store_of(root: Path) -> Path:
    """The file in which answers about that folder are kept."""
    return cache_folder() / f"{digest(LAYOUT, str(root.resolve()))}.db"


def load_project(root: Path, problems: Problems, only: str | None = None, *, remembers: bool = True) -> Project:
    """Open the folder, and read its spreadsheet and rules pages. Raises ProofdeckError if there is nothing to work on.

    only: the one game whose rules page is read; of the others only the cards are read. remembers: as in `open_project`.
    """
    project = open_project(root, remembers)
    problems_of_project(project, problems, only)
    return project


def problems_of_project(project: Project, problems: Problems, only: str | None = None) -> None:
    """Read the spreadsheet and the rules pages, and report what is wrong with them. Arguments as of `load_project`."""
    names = game_names(project)
    problems.extend(project.problems(decks.about()))
    for name in names:
        if only in {None, name}:
            game_page(project, name)
            problems.extend(project.problems(game_page.about(name)))


@question(Kept.VALUE)
def decks(project: Project) -> dict[str, Deck]:
    """The cards of each game. Raises ProofdeckError if there is nothing to work on."""
    root, problems = project.root, project.collector()
    spreadsheet = find_spreadsheet(root)
    found = read_cards(spreadsheet, spreadsheet.name, problems, default_game=game_without_a_name(root))
    _check_names(root, found, problems)
    return found


@question()
def game_names(project: Project) -> tuple[str, ...]:
    """The names of the games, in the order of the spreadsheet."""
    return tuple(decks(project))


@question()
def deck_of(project: Project, name: str) -> Deck:
    """The cards of one game."""
    return decks(project)[name]


@question()
def game_page(project: Project, name: str) -> tuple[RulesPage, About]:
    """The rules of a game; empty if there are none."""
    file = rules_file(project.root, name, alone=len(game_names(project)) == 1)
    shown = file.relative_to(project.root).as_posix()
    problems = project.collector()
    page = read_page(file, shown, problems) or RulesPage(shown)
    page = at_home(page if shown.startswith(RULES) else as_written(page))
    check_head(page, HEAD, problems)
    return page, _Facts(page, problems).about(name.replace("-", " ").title())


@question()
def game_called(project: Project, name: str) -> Game:
    """The game of that name."""
    page, about = game_page(project, name)
    return Game(name, about, deck_of(project, name), page, choices=usual_choices(project.root))


def game_without_a_name(root: Path) -> str:
    """The name of the game whose cards do not say which game they belong to.

    That of the only page of rules or, without pages, of the only folder of templates; so a folder can be renamed or
    unzipped elsewhere. If neither tells, or one is named after the project's folder, the name of that folder.
    """
    named = slug(root.resolve().name)[:LONGEST_ID].strip("-") or "game"
    pages, folders = _pages(root), _folders(root) - OF_NO_GAME
    pages, folders = ({name for name in names if name == slug(name)} for names in (pages, folders))
    only = pages or folders
    return named if len(only) != 1 or named in pages | folders else only.pop()


def _pages(root: Path) -> set[str]:
    """What the pages of rules are named after."""
    return {name.partition(".")[0] for name in names_in(root / RULES) if name.endswith(".md")}


def _folders(root: Path) -> set[str]:
    """The names of the folders of templates."""
    return {path.name for path in children(root / TEMPLATES) if is_folder(path)}


def _check_names(root: Path, decks: Mapping[str, Deck], problems: Problems) -> None:
    """Report a game that has no rules or templates if its name is almost that of one that has."""
    known = _pages(root) | _folders(root)
    for name, deck in decks.items():
        if name in known or not (other := meant(name, known)):
            continue
        rows = counted(len(deck.cards), "row")
        message = f"'{name}' has neither rules nor templates, but '{other}' does ({rows})"
        hint = f"Write '{other}'. If it is a new game, start its rules in {RULES}/{name}.md."
        if deck.cards:
            place = deck.cards[0].place("game")
            problems.report("E511", message, place, field="game", hint=hint)


def check_head(page: RulesPage, known: Sequence[str], problems: Problems) -> None:
    """Warn of each unknown key, such as `sizess`. known: the keys that are read."""
    strange = [(key, line) for key, line in page.keys.items() if key not in known]
    for place, (key, line) in enumerate(strange[:MOST_STRANGE], 1):
        hint = hint_from(did_you_mean(key, known), f"The head may hold {listed(known)}.")
        more = len(strange) - MOST_STRANGE if place == MOST_STRANGE else 0
        message = f"unknown key '{key}' in the head of the rules{f', and {more} more' if more > 0 else ''}"
        problems.report("W617", message, page.place(line, 1), field=key, hint=hint)


def slug(words: str) -> str:
    """`the-long-tide` for `The Long Tide`: lowercase letters without accents, digits and single hyphens."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", words) if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")


class _Facts:
    """Reads what the head of a page says about its game; whatever is wrong with that becomes problems."""

    def __init__(self, page: RulesPage, problems: Problems) -> None:
        self._page, self._problems = page, problems

    def about(self, title: str) -> About:
        facts = {key: words for key in FACTS if (words := self._text(key)) is not None}
        players = self._players(facts.pop("players", ""))
        return About(
            **{"title": title, **facts},
            players=players,
            sizes=self._sizes(),
            pages=self._pages(),
            language=self._language(),
        )

    def _text(self, key: str) -> str | None:
        return self._page.text(key, self._problems)

    def _refuse(self, key: str, message: str, hint: str = "") -> None:
        place = self._page.place(self._page.head[key].line)
        self._problems.report("E506", message, place, field=key, hint=hint)

    def _players(self, raw: str) -> tuple[int, int] | None:
        """`2`, `2-4` or `2 to 4`."""
        if not raw:
            return None
        numbers = [int(number) for number in re.findall(r"\d{1,3}", raw)]
        if len(numbers) in {1, 2} and 1 <= numbers[0] <= numbers[-1] <= 99:
            return numbers[0], numbers[-1]
        self._refuse("players", f"players: '{raw}' is not a number of players, such as 2-4")
        return None

    def _language(self) -> str:
        """A code such as `de` or `pt-br`."""
        code = (self._text("language") or "").casefold()
        if not code or LANGUAGE.fullmatch(code):
            return code
        self._refuse("language", f"language: '{code}' is not the code of a language, such as de or pt-br")
        return ""

    def _pages(self) -> int | None:
        raw = self._text(PAGES)
        if raw is None:
            return None
        count = whole(raw)
        if not count:
            self._refuse(PAGES, f"pages: '{raw}' is not a number of pages such as 8")
        return count or None

    def _sizes(self) -> tuple[str, ...]:
        """`A4, Letter`."""
        names = {name.casefold(): name for name in PAPERS}
        found = []
        for word in filter(None, (part.strip() for part in (self._text("sizes") or "").split(","))):
            if word.casefold() in names:
                found.append(names[word.casefold()])
                continue
            hint = hint_from(did_you_mean(word, PAPERS), f"The papers are {listed(PAPERS)}.")
            self._refuse("sizes", f"sizes: unknown paper '{word}'", hint)
        return tuple(found)

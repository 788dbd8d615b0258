"""What the page shows: the project as last read, all its faces and its problems.

A changed cell is laid out in a few milliseconds, because all other faces are remembered. A card that cannot be laid out
keeps its last good face, with the problem next to it; a project that cannot be read stays as it was.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock

from proofdeck.book.changes.comparing import snapshot_of
from proofdeck.book.changes.difference import GameChange, compare
from proofdeck.book.changes.printed import read_printed
from proofdeck.book.changes.snapshot import GameSnapshot, cards_of, faces_of_copies
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.book.manuscript.goal import goal_in_words
from proofdeck.front.table.boxes import box_of
from proofdeck.front.table.shown import CardSides, FacePicture, TableGame
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, has_errors, in_reading_order
from proofdeck.paper.deck.looking import face_in_look
from proofdeck.paper.deck.painting import style_of
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import Print, face_of, lay_out
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.template import Template
from proofdeck.paper.faces.tone import tone_of
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.source.cards import Card
from proofdeck.source.project.folder import Project, open_project
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import check_language, in_language
from proofdeck.source.project.reading import problems_of_project, sheets_seen
from proofdeck.source.project.request import Options
from proofdeck.source.project.revisions import commit_of, files_at
from proofdeck.source.project.settings import language_in


@dataclass(frozen=True, slots=True)
class Drawn:
    """One side to be painted. key: changes with anything visible on it."""

    key: str
    face: Face
    supplies: Supplies


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One card design. back: None if nothing is printed; problems: those that name one of its cells."""

    card: Card
    front: Drawn
    back: Drawn | None
    copies: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class ShownGame:
    """One game. cards: by id; made: its layout; faces: of its copies; problems: those found during layout."""

    game: Game
    cards: Mapping[str, ShownCard]
    made: Print
    faces: Sequence[str]
    problems: tuple[Problem, ...]

    @cached_property
    def snapshot(self) -> GameSnapshot:
        """A snapshot of the whole game."""
        return snapshot_of(self.made, self.faces)

    @cached_property
    def cards_alone(self) -> GameSnapshot:
        """A snapshot without the rules, which take longer."""
        return GameSnapshot(self.game.name, self.game.title, cards_of(self.made, self.faces))

    @property
    def style(self) -> str:
        """The stylesheet of its pages."""
        return style_of(self.made.look, self.made.supplies)

    @cached_property
    def on_table(self) -> TableGame:
        """The game as a table shows it."""
        fronts = {kind: front for (side, kind), front in self.made.templates.items() if side == "front" and front}
        faces = [(card.front.key, card.back and card.back.key) for card in self.cards.values()]
        cards = {name: _sides(card) for name, card in self.cards.items()}
        printed, box = (self.game.deck, self.game.page, faces), box_of(self.game, cards, fronts)
        return TableGame(cards, fronts, printed, clause_words, self.game.spoken, lambda: self._goal, box)

    @cached_property
    def _goal(self) -> str:
        return goal_in_words(self.game)

    @property
    def is_playable(self) -> bool:
        """Whether its rules name what plays it."""
        return "engine" in self.game.page.keys

    @property
    def is_scorable(self) -> bool:
        """Whether its rules name what scores it."""
        return self.is_playable or "score" in self.game.page.keys

    def template(self, side: str, card: Card) -> Template | None:
        """The face of one side of that card."""
        return self.made.templates.get((side, card.kind))


@dataclass(frozen=True)
class ShownProject:
    """The project at one moment. number: of this reading; lang: "" for that of the plain columns.

    read: whether the last attempt to read succeeded. sheets: as in `Built`.
    """

    number: int
    project: Project
    games: Mapping[str, ShownGame]
    problems: tuple[Problem, ...]
    lang: str
    drawn: Mapping[str, Drawn] = field(default_factory=dict, repr=False)
    read: bool = True
    sheets: tuple[tuple[str, int, str], ...] = ()


class Showing:
    """Reads a project again, on request, if a file has been touched. Safe for several threads."""

    def __init__(self, root: Path, lang: str = "") -> None:
        """lang: as in `Options`. Raises ProofdeckError if the folder is not a project."""
        self.root, self.asked = root, lang
        self._lock = RLock()
        self._is_ahead = False
        self.painted = 0.0
        """When `at_once` last had something painted, by the monotonic clock."""
        self._project = open_project(root)
        self._drawn: dict[str, Drawn] = {}
        self._earlier: dict[str, ShownProject] = {}
        self._places: list[TemporaryDirectory[str]] = []
        self.now = self._read(None)
        self.first = self.now

    def follow(self) -> bool:
        """Read the project again if a file has been touched, and return whether one was."""
        with self._lock:
            if not (self._is_ahead or self._project.has_changed()):
                return False
            self._is_ahead = False
            gc.enable()
            self.now = self._read(self.now)
            return True

    def catch_up(self) -> None:
        """Read the project again if `at_once` was ahead of it."""
        with self._lock:
            if self._is_ahead:
                self.follow()

    @contextmanager
    def still(self) -> Iterator[None]:
        """While this is held, no other thread reads the project again.

        Python does not look for garbage then, nor before what was painted `at_once` has been caught up with: in a large
        deck that takes from 15 to 130 ms.
        """
        with self._lock:
            gc.disable()
            try:
                yield
            finally:
                if not self._is_ahead:
                    gc.enable()

    def at_once(self, game: str, card: str, side: str, paint: Callable[[Drawn], object]) -> Drawn | None:
        """One side of a card as the files are now, laid out and painted before anything else is read again.

        Returns None if that fails, for which `follow` finds out why. Raises KeyError if there is no such card.
        """
        with self._lock:
            one = self.now.games[game]
            self._project.look_again()
            self._is_ahead = True
            try:
                found = face_of(self._project, one.game, side, one.cards[card].card)
            except ProofdeckError:
                return None
            if found is None:
                return None
            face, key, supplies = found
            drawn = self._drawn.setdefault(key, Drawn(key, face, supplies))
            paint(drawn)
            self.painted = time.monotonic()
            return drawn

    def in_look(self, game: str, card: str, look: str, retouched: Callable[[str], str] = str) -> Drawn:
        """The front of a card in a look. retouched: gives the text of its template what has been chosen already.

        Raises KeyError if there is no such game, card or look.
        """
        with self._lock:
            one = self.now.games[game]
            face, key, supplies = face_in_look(self._project, one.game, one.cards[card].card, look, retouched)
            return self._drawn.setdefault(key, Drawn(key, face, supplies))

    def changes(self, since: str) -> list[GameChange]:
        """The differences since the page was `opened`, since the deck was `printed`, or since a git revision.

        Raises ProofdeckError for a revision that is unknown or cannot be read, and for a damaged printed.json.
        """
        if since == "printed":
            printed = {name: one.game for name, one in read_printed(self.root, self.now.lang).items()}
            return compare(printed, {name: game.snapshot for name, game in self.now.games.items() if name in printed})
        first, now = self._touched() if since == "opened" else (self.earlier(since).games, self.now.games)
        return compare(*({name: game.snapshot for name, game in games.items()} for games in (first, now)))

    def earlier(self, revision: str) -> ShownProject:
        """The project at a revision, laid out once for each commit. Raises ProofdeckError as `changes` does."""
        commit = commit_of(self.root, revision)
        with self._lock:
            if commit not in self._earlier:
                place = TemporaryDirectory(prefix="proofdeck-")
                self._places.append(place)
                self._earlier[commit] = Showing(files_at(self.root, commit, Path(place.name)), self.asked).first
                self._drawn.update(self._earlier[commit].drawn)
            return self._earlier[commit]

    def close(self) -> None:
        """Delete the copies of earlier revisions."""
        gc.enable()
        for place in self._places:
            place.cleanup()

    def changed_cards(self) -> dict[str, set[str]]:
        """The ids of cards that have changed since the page was opened, by game."""
        first, now = self._touched()
        changes = compare(*({name: game.cards_alone for name, game in games.items()} for games in (first, now)))
        return {game.name: {card.card.id for card in game.cards} for game in changes}

    def _touched(self) -> tuple[Mapping[str, ShownGame], Mapping[str, ShownGame]]:
        """The games touched since the page was opened, as they were then and as they are now."""
        first, now = self.first.games, self.now.games
        names = {name for name in first.keys() | now.keys() if first.get(name) is not now.get(name)}
        then, since = ({name: game for name, game in games.items() if name in names} for games in (first, now))
        return then, since

    def _read(self, before: ShownProject | None) -> ShownProject:
        problems, project = Problems(), self._project
        project.look_again()
        try:
            problems_of_project(project, problems)
            lang = language_in(self.root, self.asked)
            check_language(project, list(project.games.values()), lang)
        except ProofdeckError as error:
            if before is None:
                raise
            return replace(before, number=before.number + 1, problems=error.problems, read=False)
        before_it = before.games if before else {}
        games = {
            name: self._game(project, game, lang, problems, before_it.get(name)) for name, game in project.games.items()
        }
        project.save()
        told = tuple(in_reading_order([*problems, *(problem for game in games.values() for problem in game.problems)]))
        if before and before.games and not games:  # an editor is saving the file, or somebody deletes it
            return replace(before, number=before.number + 1, problems=told, read=False)
        return ShownProject(
            before.number + 1 if before else 1, project, games, told, lang, self._drawn, sheets=sheets_seen(project)
        )

    def _game(
        self, project: Project, plain: Game, lang: str, problems: Sequence[Problem], before: ShownGame | None
    ) -> ShownGame:
        """Lay out a game; the same as before if nothing has changed. problems: of the project."""
        own = Problems()
        game = in_language(project, plain, lang, own)
        made = lay_out(project, game, Options(), own)
        if not has_errors(own):
            check_print(made, own)
        faces = faces_of_copies(made)
        if (
            before
            and (before.faces, before.problems, before.made.made is None) == (faces, tuple(own), made.made is None)
            and _as_read(before.game) == _as_read(game)
        ):
            return before
        items = {item.label: item for item in reversed(made.items)}
        last = before.cards if before else {}
        cards = {}
        for card in game.printed:
            wrong = tuple(_of_card(card, [*problems, *own]))
            if (item := items.get(card.id)) is not None:
                front = self._remember(item.front, made)
                back = self._remember(item.back, made) if item.back else None
                cards[card.id] = ShownCard(card, front, back, card.copies(), wrong)
            elif (known := last.get(card.id)) is not None:
                cards[card.id] = replace(known, card=card, problems=wrong)
        return ShownGame(game, cards, made, faces, tuple(own))

    def _remember(self, face: Face, made: Print) -> Drawn:
        drawn = Drawn(made.keys.face(face), face, made.supplies)
        return self._drawn.setdefault(drawn.key, drawn)


def _sides(card: ShownCard) -> CardSides:
    return CardSides(_picture(card.front), _picture(card.back) if card.back else None)


def _picture(drawn: Drawn) -> FacePicture:
    face = drawn.face
    return FacePicture(drawn.key, face.size.width, face.size.height, face.outline, tone_of(face))


def _as_read(game: Game) -> object:
    """A game together with the places of its cells, which can differ between equal decks."""
    return game, [card.places for card in game.deck]


def _of_card(card: Card, problems: Sequence[Problem]) -> Iterator[Problem]:
    lines = {(place.file, place.line) for place in card.places.values()}
    return (problem for problem in problems if (problem.file, problem.line) in lines)

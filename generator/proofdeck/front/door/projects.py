"""A project and its games, as a program sees them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from proofdeck.errors import UnknownName
from proofdeck.front.door.keywords import check_range, check_word, request_of
from proofdeck.front.door.results import Built, Figures, Picture, Problems, Score, html_table
from proofdeck.ground.paper import Duplex, Ink
from proofdeck.ground.problems import Problem, ProofdeckError, counted, did_you_mean, has_errors, listed
from proofdeck.ground.problems import Problems as Found
from proofdeck.ground.workspace.workspace import Progress, no_progress
from proofdeck.play.engine.loading import Playable
from proofdeck.source.cards import Card, Deck
from proofdeck.source.project.folder import Project as ReadProject
from proofdeck.source.project.game import Game as Read
from proofdeck.source.project.reading import load_project

if TYPE_CHECKING:
    from proofdeck.front.door.lab import Lab
    from proofdeck.front.door.tables import Players, Result, Table
    from proofdeck.paper.deck.prints import Print
    from proofdeck.play.setup.series import Crew
    from proofdeck.source.project.request import Built as Made

LEAST_DPI, MOST_DPI = 30, 1200
"""Of a picture of one face."""


def open_project(path: str | os.PathLike[str], *, trust: bool) -> Project:
    """What `proofdeck.open` does."""
    return Project(load_project(Path(path), Found()), trust=trust)


class Project:
    """A folder that holds games, as it was when it was opened. `check` and `build` read it again.

    >>> project = proofdeck.open(".")
    >>> list(project.games)[:2]
    ['fantasy-contract-rummy', 'rummy-duel']
    """

    def __init__(self, read: ReadProject, *, trust: bool) -> None:
        self._read = read
        self._trust = trust
        self.games = Games(self)

    @property
    def root(self) -> Path:
        """Its folder."""
        return self._read.root

    def check(self, *games: str) -> Problems:
        """Every mistake in the spreadsheet, the templates and the rules of those games, or of all."""
        from proofdeck.front.making.check import check

        return Problems(check(self.root, games, trust=self._trust))

    def build(
        self,
        *games: str,
        paper: str | Sequence[str] = (),
        booklet: bool = False,
        changed: bool = False,
        layout: str = "auto",
        first: int = 1,
        duplex: Duplex = "long-edge",
        back_offset: tuple[float, float] = (0, 0),
        printer: str = "",
        ink: Ink = "full",
        large: bool = False,
        marks: Literal["corners", "none"] = "corners",
        png: float | None = None,
        contact_sheet: bool = False,
        only: str | Sequence[str] = (),
        output: str | os.PathLike[str] | None = None,
        players: int | None = None,
        lang: str = "",
        choices: Mapping[str, str] | None = None,
        proof: bool = False,
        clean: bool = False,
        cache: bool = True,
        progress: Progress | None = None,
    ) -> Built:
        """Make print sheets, pictures, rulebooks and score pads of those games, or of all.

        The settings are those of `proofdeck build`. Raises ProofdeckError if there is any error.
        """
        from proofdeck.front.making.build import build
        from proofdeck.front.making.leftovers import remove
        from proofdeck.source.project.request import Options

        options = request_of(Options, locals(), trust=self._trust)
        made = build(self.root, games, options, progress or no_progress)
        if options.clean:
            remove(made.leftovers)
        return _built(made)

    def export(
        self,
        target: str,
        *games: str,
        dpi: float | None = None,
        size: str = "",
        bleed: float | None = None,
        corner: float | None = None,
        grid: str = "",
        base_url: str = "",
        thickness: float | None = None,
        colour: str = "",
        icc: str | os.PathLike[str] | None = None,
        layout: str | Sequence[str] = (),
        paper: str | Sequence[str] = (),
        contest: str = "",
        runtime: str | os.PathLike[str] | None = None,
        folder: bool = False,
        since: str | os.PathLike[str] = "",
        only: str | Sequence[str] = (),
        output: str | os.PathLike[str] | None = None,
        players: int | None = None,
        lang: str = "",
        cache: bool = True,
        progress: Progress | None = None,
    ) -> Built:
        """Export those games, or all, to a target such as "png".

        The settings are those of `proofdeck export`. Raises ProofdeckError if there is any error.
        """
        from proofdeck.front.export.exporting import export
        from proofdeck.front.export.settings import ExportOptions

        asked = request_of(ExportOptions, locals(), trust=self._trust)
        settings = asked.settings()
        made = export(self.root, target, games, asked.options, settings, progress or no_progress, asked.layouts)
        return _built(made)

    def __repr__(self) -> str:
        return f"<Project: {listed(self.games)}>"

    def _repr_html_(self) -> str:
        return self.games._repr_html_()


def _built(made: Made) -> Built:
    if has_errors(made.problems):
        raise ProofdeckError(made.problems)
    files = [output.path for output in made.outputs]
    return Built(files, [output.path for output in made.outputs if output.made], Problems(made.problems))


class Games(Mapping[str, "Game"]):
    """The games of a project by name."""

    def __init__(self, project: Project) -> None:
        self._read, self._trust = project._read, project._trust
        self._made: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in self._read.games:
            raise UnknownName(_unknown_game(self._read, name))
        return self._made.setdefault(name, Game(self._read, self._read.games[name], trust=self._trust))

    def __iter__(self) -> Iterator[str]:
        return iter(self._read.games)

    def __len__(self) -> int:
        return len(self._read.games)

    def __repr__(self) -> str:
        return f"<Games: {listed(self)}>"

    def _repr_html_(self) -> str:
        rows = ((name, game.title, game.about, len(game.cards)) for name, game in self.items())
        return html_table(("game", "title", "", "cards"), rows)


class Cards(Mapping[str, Card]):
    """The cards of a game by id, in the order of the spreadsheet: one for each row, however many are printed.

    >>> cards = proofdeck.open(".").games["tombs"].cards
    >>> cards["magus"].name, cards["magus"].quantity
    ('Magus', 10)
    """

    def __init__(self, title: str, deck: Deck) -> None:
        self._title, self._deck = title, deck
        self._by_id = {card.id: card for card in deck}

    def __getitem__(self, name: str) -> Card:
        if name not in self._by_id:
            near = did_you_mean(name, self._by_id)
            raise UnknownName(Problem("E507", f"no card of {self._title} has the id '{name}'", hint=near))
        return self._by_id[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def count(self, kind: str | None = None, players: int | None = None) -> int:
        """Printed copies, of one kind or of all, for that number of players."""
        return self._deck.count(kind, players)

    def __repr__(self) -> str:
        return f"<Cards of {self._title}: {counted(len(self), 'card')}, {self.count()} printed>"

    def _repr_html_(self) -> str:
        heads = list(dict.fromkeys(key for card in self._deck for key, cell in card.fields.items() if cell))
        rows = ([card.fields.get(head, "") for head in heads] for card in self._deck)
        return html_table(heads, rows, self._title)


class Game:
    """One game of a project: its cards, its rules, and what can be done with them.

    >>> game = proofdeck.open(".").games["rummy-duel"]
    >>> game.players
    (2, 2)
    >>> game.play(seed=3).table.over
    True
    """

    def __init__(self, project: ReadProject, read: Read, *, trust: bool) -> None:
        self._project, self._read, self._trust = project, read, trust

    @property
    def name(self) -> str:
        """Its name in the spreadsheet and on the command line."""
        return self._read.name

    @property
    def title(self) -> str:
        return self._read.title

    @property
    def about(self) -> str:
        """`2 to 4 players · 10+ · 20 minutes`, or as much as the head of its rules says."""
        return self._read.about.line

    @property
    def players(self) -> tuple[int, int] | None:
        """Fewest and most; None if the head of its rules does not say."""
        return self._read.about.players

    @cached_property
    def cards(self) -> Cards:
        """Its cards, with every column of the spreadsheet in `fields`."""
        return Cards(self.title, self._read.deck)

    @property
    def rules(self) -> str:
        """Its rules as Markdown, every number filled in and every clause numbered, as `proofdeck rules` prints them."""
        from proofdeck.book.manuscript.composing import print_rules, prove_rules

        problems = Found()
        text = print_rules(self._read, problems, prove_rules(self._project, self._read, Found(), trust=self._trust))
        if has_errors(problems):
            raise ProofdeckError(problems)
        return text

    def face(self, card: str, side: Literal["front", "back"] = "front", *, copy: int = 1, dpi: float = 150) -> Picture:
        """A side of a card as printed. copy: which one, if copies differ. dpi: the resolution."""
        from proofdeck.paper.ink.raster import face_picture

        check_word("side", side, ("front", "back"))
        check_range("dpi", dpi, LEAST_DPI, MOST_DPI)
        printed = self.cards[card]
        made, problems = self._print
        sides = [item for item in made.items if item.label == printed.id]
        if not sides and has_errors(problems):
            raise ProofdeckError(problems)
        if not 1 <= copy <= len(sides):
            raise ValueError(f"there is no copy {copy} of {printed.id}: {len(sides)} printed")
        face = sides[copy - 1].front if side == "front" else sides[copy - 1].back
        if face is None:
            raise ValueError(f"the back of {printed.id} is blank")
        png = face_picture(face, made.supplies, dpi)
        return Picture(printed.id, side, face.size.width, face.size.height, png)

    @cached_property
    def _print(self) -> tuple[Print, Found]:
        from proofdeck.paper.deck.prints import lay_out
        from proofdeck.source.project.request import Options

        problems = Found()
        return lay_out(self._project, self._read, Options(), problems), problems

    def score(self, text: str) -> Score:
        """Score a table. text: the table as `proofdeck score` reads it from a file."""
        from proofdeck.front.door.tables import judged
        from proofdeck.score.calculator import calculate

        problems = Found()
        with judged(self._playable):
            scored = calculate(self._playable, text, "table", problems)
        if scored is None:
            raise ProofdeckError(problems)
        return Score(self.name, scored)

    def new(self, players: int | None = None, seed: int = 1) -> Table:
        """A table after the deal. players: the fewest by default. A different seed gives a different deal."""
        from proofdeck.front.door.tables import Table, judged
        from proofdeck.play.setup.seating import seated

        number = self._playable.game.min_players if players is None else players
        with judged(self._playable):
            seated(self._playable, ["random"], number)
            return Table(self.name, self._playable, self._playable.game.new_initial_state(number, seed))

    def position(self, text: str) -> Table:
        """A table in the middle of a game. text: the table in the notation of worked examples."""
        from proofdeck.front.door.tables import Table, judged
        from proofdeck.play.engine.notation import read_notation

        read = self._playable.engine.position
        if read is None:
            raise ValueError(f"the engine of {self.name} cannot set up positions")
        problems = Found()
        with judged(self._playable):
            state = read(self._playable.game, read_notation(text, "position"), problems)
        if state is None or has_errors(problems):
            raise ProofdeckError(problems)
        return Table(self.name, self._playable, state)

    def play(self, bots: Players = "greedy", players: int | None = None, seed: int = 1) -> Result:
        """Let bots play one game. A bot is 'random', 'greedy', 'search', 'ismcts', or a function of a Seat."""
        from proofdeck.front.door.tables import Result, Table, bots_at, in_seats, judged, moves_of
        from proofdeck.play.engine.transcript import record

        table = self.new(players, seed)
        state, game = table._state, self._playable.game
        names = in_seats(self._playable, bots, table.players)
        made = bots_at(self.name, self._playable, bots, table.players, seed)
        with judged(self._playable):
            lines = list(record(game, state, seed, names, made, self._playable.fingerprint))
        ended = Table(self.name, self._playable, state, moves_of(lines))
        return Result(ended, "\n".join(lines) + "\n")

    def simulate(
        self,
        games: int = 1000,
        players: int | None = None,
        bots: Players = "greedy",
        seed: int = 1,
        *,
        jobs: Crew = 1,
        progress: Progress | None = None,
    ) -> Figures:
        """Let bots play many games, and count. The same seed gives the same figures as `proofdeck simulate`.

        jobs: the number of processes, or the address of a Dask scheduler whose workers play. Functions as bots play in
        this process.
        """
        from proofdeck.book.manuscript.composing import clause_words
        from proofdeck.front.door.tables import around, in_seats, judged, makers_at
        from proofdeck.play.engine.playouts import play_one
        from proofdeck.play.lab.simulation import Experiment, Simulation, simulate
        from proofdeck.play.setup.series import Series
        from proofdeck.play.setup.versions import Version

        if games < 1 or (isinstance(jobs, int) and jobs < 1):
            raise ValueError("games and jobs must be 1 or more")
        number = self._playable.game.min_players if players is None else players
        names = in_seats(self._playable, bots, number)
        if all(isinstance(bot, str) for bot in around(bots)):
            asked = Simulation(self.name, games, number, tuple(names), seed, jobs, self._trust, clause_words)
            return Figures(simulate(self._project.root, asked, progress or no_progress, Found()))
        outcomes = []
        makers = makers_at(self.name, self._playable, bots, number)
        for index in range(games):
            with judged(self._playable):
                outcomes.append(play_one(self._playable.game, makers, seed, index))
            if progress:
                progress(self.title, index + 1, games)
        series = Series(Version(self._project.root, self.name, trust=self._trust), tuple(names), seed, games)
        return Figures(Experiment(self._read, self._playable, series, clause_words).figures(outcomes, {}))

    @property
    def lab(self) -> Lab:
        """Experiments with the game: which cards are strong, what a change does, how strong the bots are."""
        from proofdeck.front.door.lab import Lab

        return Lab(self._project.root, self.name, trust=self._trust)

    def openspiel(self, **parameters: int) -> Any:
        """The game as OpenSpiel loads it, registered as `proofdeck_` and its name.

        Parameters are players, deals, seed, most_actions and width. Needs `pip install 'proofdeck[openspiel]'`.
        """
        with _installed("OpenSpiel", "openspiel"):
            import pyspiel

            from proofdeck.play.adapters.openspiel import register
        return pyspiel.load_game(register(self._playable.game), parameters)

    def pettingzoo(self, players: int | None = None, **settings: Any) -> Any:
        """The game as a PettingZoo environment, in which agents act in turn.

        Settings are width, most_actions and render_mode. Needs `pip install 'proofdeck[pettingzoo]'`.
        """
        with _installed("PettingZoo", "pettingzoo"):
            from proofdeck.play.adapters.pettingzoo import TableEnv
        self.new(players)
        return TableEnv(self._playable.game, players, **settings)

    @cached_property
    def _playable(self) -> Playable:
        from proofdeck.play.setup.opening import open_game

        return open_game(self._project.root, self.name, Found(), trust=self._trust)[1]

    def __repr__(self) -> str:
        return f"<Game {self.name}: {' · '.join(part for part in (self.title, self.about) if part)}>"

    def _repr_html_(self) -> str:
        return self.cards._repr_html_()


@contextmanager
def _installed(what: str, extra: str) -> Iterator[None]:
    """Say how to install what an adapter needs, if it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{what} is not installed: pip install 'proofdeck[{extra}]'", name=error.name
        ) from None


def _unknown_game(project: ReadProject, name: str) -> tuple[Problem, ...]:
    """The problem that the command line reports for that name."""
    try:
        project.chosen([name], [])
    except ProofdeckError as error:
        return error.problems
    return ()

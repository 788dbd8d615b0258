"""The tools that an assistant has, by the Model Context Protocol: each answers in few words, with clauses and codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, Literal

from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError

from proofdeck.book.accept.patching import is_text, text_in
from proofdeck.book.changes.comparing import moments
from proofdeck.book.changes.difference import compare as differences
from proofdeck.book.changes.report import as_lines
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.front.door.projects import Project, open_project
from proofdeck.front.referee.working_copy import WorkingCopy
from proofdeck.ground.files import files_below
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, counted
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.faults import is_engine
from proofdeck.play.engine.patience import EndlessCall, watched
from proofdeck.play.lab.levels import as_words, name_of
from proofdeck.play.lab.report import about_cards, sentences
from proofdeck.play.seats.sittings import Guests, begin_sitting
from proofdeck.play.seats.talk import Refusal, Talk
from proofdeck.score.report import as_text

Do = Literal["deal", "see", "play", "why"]
Side = Literal["front", "back"]
Printed = Literal["rulebook", "cards", "score-pad"]
MOST, LONGEST, DPI = 4_000, 3_000, 90.0
"""Characters of an answer and of a line, and the resolution of pictures of pages."""


def answer(lines: Iterable[str]) -> str:
    """As many lines as there is room for, and how many were left out."""
    whole = [one if len(one) < LONGEST else f"{one[:LONGEST]} …" for part in lines for one in part.split("\n")]
    kept, room = list[str](), MOST - 100
    while len(kept) < len(whole) and (room := room - len(whole[len(kept)]) - 1) >= 0:
        kept.append(whole[len(kept)])
    left = len(whole) - len(kept)
    return "\n".join([*kept, *([f"[{counted(left, 'line')} left out]"] if left else [])])


def told(problem: Problem) -> str:
    """A problem on one line: its place, its code, what is wrong, and what to do."""
    return " ".join(
        part for part in (problem.where, problem.code, f"{problem.message.rstrip('.')}.", problem.hint) if part
    )


class Referee:
    """One project, served to one assistant."""

    def __init__(self, copy: WorkingCopy) -> None:
        self._copy, self._lock, self._tables = copy, RLock(), dict[str, Talk]()

    def _open(self) -> Project:
        return open_project(self._copy.folder, trust=self._copy.trust)

    def guarded(self, tool: Callable[..., Any]) -> Callable[..., Any]:
        """A tool that tells mistakes in words, one call at a time."""

        @wraps(tool)
        def called(**given: Any) -> Any:
            try:
                with self._lock, watched(lambda file: is_engine(file, self._copy.folder)):
                    return tool(**given)
            except ProofdeckError as error:
                raise ToolError(answer(map(told, error.problems))) from None
            except KeyboardInterrupt:
                raise ToolError("Time was up before anything was known. Allow more seconds.") from None
            except OSError as error:
                raise ToolError(answer([f"'{Path(str(error.filename)).name}': {error.strerror}"])) from None
            except (ValueError, EndlessCall) as error:
                raise ToolError(answer([str(error)])) from None

        return called

    def project(self, again: bool = False) -> str:
        """List the games of the project, and the text files of the copy on which you work."""
        if again:
            self._copy.begin()
            self._tables.clear()
        games = (f"{name}: {game.title}. {game.about}" for name, game in self._open().games.items())
        trust = "trusted, and run" if self._copy.trust else "not trusted, and do not run"
        names = (file.relative_to(self._copy.folder).as_posix() for file in files_below(self._copy.folder))
        return answer([*games, f"Engines of the project’s own are {trust}.", *filter(is_text, names)])

    def read(self, file: str, first: int = 1) -> str:
        """Read a text file of the copy, from a line on, as far as there is room."""
        lines = text_in(self._copy.folder, file).read_text(encoding="utf-8", errors="replace").split("\n")
        return answer([f"{file} has {counted(len(lines), 'line')}. From line {first} on:", *lines[max(first, 1) - 1 :]])

    def write(self, file: str, text: str, instead_of: str = "") -> str:
        """Change or add a text file of the copy, and see how it differs from the project."""
        return answer([self._copy.write(file, text, instead_of) or f"{file} is as in the project."])

    def check(self, games: list[str] = []) -> str:  # noqa: B006
        """Find every mistake in the cards, templates and rules of the copy, one of each code first."""
        codes = Counter[str]()

        def rank(one: Problem) -> tuple[bool, int]:
            codes[one.code] += 1
            return not one.is_error, codes[one.code]

        found = sorted(self._open().check(*games), key=rank)
        errors = sum(one.is_error for one in found)
        return answer([f"{counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}", *map(told, found)])

    def diff(self) -> str:
        """Compare the copy with the project: cards and clauses in words, then lines of files."""
        try:
            with moments(self._copy.folder, str(self._copy.root), None, (), "") as (before, after):
                lines = [*as_lines(differences(before.games, after.games))]
        except ProofdeckError as error:
            lines = [*map(told, error.problems)]
        return answer([*lines, self._copy.changes() or "No file is different."])

    def propose(self) -> str:
        """Write what the copy changes as a patch, for the designer to look at and accept."""
        changes, found = self._copy.changes(), self.check()
        if not changes:
            raise ValueError("the copy is as the project, so there is nothing to propose")
        self._copy.patch.write_bytes(changes.encode("utf-8", "surrogateescape"))
        accept = f"proofdeck -C '{self._copy.root}' accept --patch '{self._copy.patch}'"
        return answer([f"The designer accepts the patch with: {accept}", found, "", changes])

    def face(self, game: str, card: str, side: Side = "front") -> list[Any]:
        """Show a side of a card as it is printed."""
        picture = self._open().games[game].face(card, side)
        return [f"{card}, {side}, {picture.width:g} × {picture.height:g} mm", Image(data=picture.png)]

    def page(self, game: str, what: Printed = "rulebook", number: int = 1) -> list[Any]:
        """Show a page of the players’ book, the sheets of cards or the score pad as it is printed, with its words."""
        import pypdfium2

        from proofdeck.paper.ink.raster import page_picture

        built = self._open().build(game, paper="a4", only=what)
        data = next((file.read_bytes() for file in built.files if file.name == f"{what}-a4.pdf"), b"")
        pages = pypdfium2.PdfDocument(data) if data else []
        if not 1 <= number <= len(pages):
            raise ValueError(f"there is no page {number}: {what} has {counted(len(pages), 'page')}")
        words = pages[number - 1].get_textpage().get_text_bounded().replace("\r", "")
        return [answer([f"Page {number} of {len(pages)}", words]), Image(data=page_picture(data, number - 1, DPI))]

    def compare(self, game: str, changes: list[str] = [], seconds: int = 20, players: int = 0) -> str:  # noqa: B006
        """Play the project and the copy with the same seeds, and say which figures differ, with 95 % confidence."""
        lab, to = self._open().games[game].lab, str(self._copy.root)
        found = lab.compare(*changes, to=to, players=players or None, jobs=2, progress=until(seconds))
        rows: Any = found.rows
        both = ([as_words(one["figure"], one[key]) for key in ("old", "new")] for one in rows)
        lines = (
            f"{name_of(one)}: {old}, {new} in the copy; {one['verdict']}"
            for one, (old, new) in zip(rows, both, strict=True)
        )
        return answer(["{games} games of each, of which {unchanged} went the same way".format(**found.data), *lines])

    def lab(self, game: str, seconds: int = 20, players: int = 0) -> str:
        """Let greedy bots play the copy, and say what the game and its cards are like."""
        found: Any = self._open().games[game].lab.cards(players=players or None, jobs=2, progress=until(seconds)).data
        return answer([counted(found["games"], "game"), *sentences(found), *about_cards(found["cards"])])

    def hunt(self, game: str, seconds: int = 20, players: int = 0) -> str:
        """Search the copy for tables that its rules leave open, such as games that never end."""
        found = self._open().games[game].lab.hunt(min(seconds, 120) / 60, players=players or None, jobs=2)
        tables = sum(row["tables"] for row in found.data["searched"])
        finds = (line for one in found.rows for line in (one["says"], one["look"], *one["picture"], *one["moves"]))
        return answer([f"{counted(tables, 'table')} searched. Not found: {found.data['not_found']}", *finds])

    def table(
        self, do: Do, game: str, move: str = "", seat: int = 1, players: int = 0, seed: int = 1, blind: bool = False
    ) -> str:
        """Play a game in words, and see what your seat sees. A refused move names the clause that forbids it."""
        if do == "deal":
            guests = Guests((), ("greedy",), players or None, seat - 1, clause_words if blind else None)
            laid = begin_sitting(self._copy.folder, game, guests, seed, Problems(), trust=self._copy.trust)
            self._tables[game] = laid.talk()
        if game not in self._tables:
            raise ValueError(f"no game of {game} is under way: deal one first")
        talk = self._tables[game]
        if do in {"play", "why"}:
            if do == "why" and talk.sitting.book:
                raise ValueError("you read blind: play a move to learn whether it is possible")
            heard = talk.blindly(move)
            if isinstance(heard, Refusal):
                clause = clause_words(self._open().games[game]._read).get(heard.clause, "")
                return answer([f"{heard.move} is not possible: {heard.why} [{heard.clause}]", clause])
            if isinstance(heard, str) or do == "why":
                return answer([heard if isinstance(heard, str) else f"{talk.called(heard)} is possible."])
            talk.play(heard)
        return answer(_seen(talk))


def _seen(talk: Talk) -> Iterator[str]:
    """What happens until it is the assistant's turn, and the table as its seat sees it."""
    at, (seat,), began = talk.sitting, talk.people, len(talk.log)
    while not at.state.is_terminal() and not at.is_of_person():
        for action in at.chosen_by_bot():
            talk.play(action)
    yield from (talk.heard(event, seat).says for event in talk.log[max(began - 1, 0) :])
    yield from (f"Turn {at.state.turns}, as {talk.names[seat]} sees it:", *talk.view.table(at.state, seat))
    if at.state.is_terminal():
        yield as_text(Scored(talk.names, tuple(at.state.score_sheets()), at.state.ranking()))
    elif at.book:
        yield "Say what you think is possible; `page` shows the book."
    else:
        yield from ("Your moves:", *talk.moves())


def until(seconds: int) -> Callable[[str, int, int], None]:
    """Progress that ends what is played when its time is over, as Ctrl-C does."""
    over = monotonic() + min(seconds, 120)

    def progress(_what: str, _done: int, _of: int) -> None:
        if monotonic() > over:
            raise KeyboardInterrupt

    return progress

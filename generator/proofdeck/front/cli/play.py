"""`proofdeck play`: plays a game at the terminal, with people and bots at one table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli import completing
from proofdeck.front.cli.folders import only_game
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.playing import Bots, Players
from proofdeck.front.cli.screen import columns_of, in_columns
from proofdeck.front.cli.terminal import ExitCode, ProjectFolder, is_terminal, read_text, shown, warn
from proofdeck.ground.flags import Flag, Trust
from proofdeck.ground.problems import Problems, did_you_mean

if TYPE_CHECKING:
    from proofdeck.front.cli.asking import Asker
    from proofdeck.play.engine.state import Action
    from proofdeck.play.seats.sittings import SeatedGame
    from proofdeck.play.seats.talk import Refusal

MOST_BYTES = 40_000_000
MOST_LISTED = 30
"""Moves that are listed unasked."""
HELP = """\
  5               makes move 5 of the list; or type its words, or a part of them
  moves           lists all moves; moves WORD those with that word
  table           shows the table again
  why MOVE        says which rule forbids a move
  hint            says what a bot would do, and how good it is
  undo            takes back your last choice and what followed
  remark TEXT     keeps what you say about the game as it is
  quit            leaves; the game is kept
  Tab             completes the words of a move"""
COMMANDS = ("help", "moves", "table", "why", "hint", "undo", "remark", "quit")
BLIND_COMMANDS = ("help", "book", "table", "undo", "remark", "quit")
"""Of those who read the book and do not see which moves are possible."""
HELP_BLIND = f"""\
  Say your move in words. You do not see which moves are possible: the book says that.
  book            shows the rules as they are printed; book WORD those lines with that word
{HELP[HELP.index("  table") : HELP.index("  why")]}{HELP[HELP.index("  undo") : HELP.index("  Tab") - 1]}"""
ALSO = {"?": "help", "list": "moves", "back": "undo", "exit": "quit"}


def play(
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="The game, if the project has several; or the file of a game to continue.",
            show_default=False,
            autocompletion=completing.games,
        ),
    ] = "",
    people: Annotated[str, Flag("Who plays at this screen: Mia,Tom.", metavar="NAMES")] = "",
    bots: Bots = ("greedy",),
    players: Players = None,
    seat: Annotated[int, Flag("The seat of the first person.", least=1, most=99)] = 1,
    seed: Annotated[int | None, Flag("Use the same number to get the same deal.")] = None,
    blind: Annotated[bool, Flag("Show the rules in place of the moves, and keep which are misread.")] = False,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Play a game against bots, or with several people at one screen."""
    if not is_terminal():
        say("A game is played at a terminal. `proofdeck simulate` lets bots play by themselves.", err=True)
        raise typer.Exit(ExitCode.USAGE)
    from proofdeck.book.manuscript.composing import clause_words
    from proofdeck.front.cli.asking import leaving
    from proofdeck.play.seats.sittings import ENDING, Guests, begin_sitting, continue_sitting

    if game.endswith(ENDING):
        laid = continue_sitting(project, Path(game), read_text(Path(game), MOST_BYTES)[1], trust=trust)
        begun = f"continued after {len(laid.sitting.actions)} moves"
    else:
        problems = Problems()
        named = tuple(name for part in people.split(",") if (name := " ".join(part.split())))
        guests = Guests(named, bots, players, seat - 1, clause_words if blind else None)
        laid = begin_sitting(project, game or only_game(project), guests, seed, problems, trust=trust)
        warn(problems, project)
        begun = f"kept in {shown(laid.file)}"
    first = "`book` to read the rules" if laid.sitting.book else "`help` to see what you can enter"
    say(f"{laid.game.title}, seed {laid.sitting.seed}, {begun}. Type {first}.")
    with leaving(f"You have left. `proofdeck play {shown(laid.file)}` continues the game."):
        AtTheTable(laid).to_the_end()


class AtTheTable:
    """The conversation with the people at one screen."""

    def __init__(self, laid: SeatedGame) -> None:
        from proofdeck.book.manuscript.composing import clause_words

        self._talk, self._sitting, self.file = laid.talk(), laid.sitting, laid.file
        self._game = laid.game
        self._words: Callable[[], Mapping[str, str]] = lambda: clause_words(laid.game)
        self._people = self._talk.people
        self._known = dict.fromkeys(self._people, len(self._talk.log))
        self._asks: dict[int, Asker] = {}
        self._before_screen: int | None = None
        self._is_blind = bool(laid.sitting.book)

    def to_the_end(self) -> None:
        """Play until the game is over and nobody wants a move back. Raises LeftError."""
        while True:
            while not self._sitting.state.is_terminal():
                if self._sitting.is_of_person():
                    self._persons_move()
                else:
                    for action in self._sitting.chosen_by_bot():
                        self._talk.play(action)
            if not self._wants_a_move_back():
                return

    # -- a move --------------------------------------------------------------------------------------------------------

    def _persons_move(self) -> None:
        seat = self._sitting.state.current_player()
        self._draw_the_curtain(seat)
        self._tell_what_happened(seat)
        self._show_table(seat)
        action = None
        while action is None:
            action = self._answered(seat)
            if self._sitting.state.is_terminal() or self._sitting.state.current_player() != seat:
                return
        self._talk.play(action)

    def _answered(self, seat: int) -> Action | None:
        """The move that was asked for; None after a command."""
        from proofdeck.play.seats.talk import Refusal, meant

        words = {} if self._is_blind else self._talk.moves()
        said = self._ask(seat)(f"{self._sitting.names[seat]}, your move", list(words))
        command, rest = _command_of(said, BLIND_COMMANDS if self._is_blind else COMMANDS)
        if command:
            self._obey(command, rest, seat)
            return None
        if self._is_blind:
            heard = self._talk.blindly(said)
            if isinstance(heard, Refusal):
                self._refuse(heard)
            elif isinstance(heard, str):
                say(heard)
            return heard if isinstance(heard, int) else None
        found = meant(said, words)
        if len(found) == 1:
            return next(iter(found.values()))
        if not said:
            say("Type the number of a move, its words, or `help`.")
        elif found:
            say(f"'{said}' can mean several moves:")
            self._list(found)
        else:
            self._explain(said, words)
        return None

    # -- what people see -----------------------------------------------------------------------------------------------

    def _draw_the_curtain(self, seat: int) -> None:
        if len(self._people) > 1 and self._before_screen != seat:
            if self._before_screen is not None:
                say(f"Pass the screen to {self._sitting.names[seat]}.")
                self._ask(seat)("Enter when nobody else can see it")
            _clear()
        self._before_screen = seat

    def _tell_what_happened(self, seat: int) -> None:
        log = self._talk.log
        news = [event for event in log[self._known[seat] :] if event.mover != seat or self._talk.rolled(event)]
        self._known[seat] = len(log)
        if news:
            say("")
        for event in news:
            say(f"  {self._talk.heard(event, seat).says}")

    def _show_table(self, seat: int) -> None:
        state = self._sitting.state
        say(f"\nTurn {state.turns}")
        for line in self._talk.view.table(state, seat):
            say(f"  {line}")
        if self._is_blind:
            return
        self._list(list(self._talk.moves())[:MOST_LISTED])
        if (more := len(state.legal_actions()) - MOST_LISTED) > 0:
            say(f"  and {more} more; `moves` lists them all, `moves WORD` those with that word")

    def _list(self, some: Iterable[str]) -> None:
        numbers = {words: number for number, words in enumerate(self._talk.moves(), 1)}
        rows = [f"{numbers[words]:>4}  {words}" for words in some]
        for line in in_columns(rows, columns_of(sys.stdout)):
            say(line)

    # -- commands ------------------------------------------------------------------------------------------------------

    def _obey(self, command: str, rest: str, seat: int) -> None:
        from proofdeck.front.cli.asking import LeftError
        from proofdeck.play.seats.talk import meant, with_words

        words = self._talk.moves()
        if command == "quit":
            raise LeftError
        if command == "help":
            say(HELP_BLIND if self._is_blind else HELP)
        elif command == "book":
            self._show_book(rest)
        elif command == "table":
            self._show_table(seat)
        elif command == "moves":
            self._list(with_words(rest, words) if rest else words)
        elif command == "hint":
            self._hint()
        elif command == "undo":
            self._undo(seat)
        elif command == "remark":
            self._remark(seat, rest)
        elif found := meant(rest, words):
            say(f"  {next(iter(found))} is possible.")
        else:
            self._explain(rest, words)

    def _explain(self, said: str, legal: Mapping[str, Action]) -> None:
        """Say which rule forbids a move, or that there is no such move."""
        refusal = self._talk.refusal(said)
        if refusal is None:
            say(f"'{said}' is not a move. {did_you_mean(said, [*legal, *COMMANDS]) or 'Type `help` for help.'}")
            return
        self._refuse(refusal)

    def _refuse(self, refusal: Refusal) -> None:
        say(f"  {refusal.move} is not possible: {refusal.why} [{refusal.clause}]")
        if printed := self._words().get(refusal.clause):
            say(f"  {printed}")

    def _show_book(self, word: str) -> None:
        """The players' book, or its lines with that word."""
        from proofdeck.book.manuscript.composing import print_rules
        from proofdeck.source.rules.clauses import Edition

        for line in print_rules(self._game, Problems(), edition=Edition.PLAYERS).split("\n"):
            if word.casefold() in line.casefold():
                say(f"  {line}")

    def _hint(self) -> None:
        hint = self._talk.hint()
        say(f"  The greedy bot would play: {', then '.join(hint.moves)}.")
        better = f", and {hint.best_share} after {hint.best}" if hint.best_share != hint.share else ""
        say(f"  It expects you to win {hint.share} of such games{better}.")

    def _remark(self, seat: int, text: str) -> None:
        if text:
            self._sitting.remark(seat, text)
        say(
            "  Your remark is kept with the game." if text else "  Write it behind the word, such as `remark too long`."
        )

    def _undo(self, seat: int) -> None:
        taken = self._talk.undo()
        if not taken:
            say("  There is nothing to take back yet.")
            return
        self._known = dict.fromkeys(self._people, len(self._talk.log))
        mover, words = taken[0]
        say(f"  Taken back: {words if mover == seat else f'a move of {self._sitting.names[mover]}'}")
        if self._sitting.state.current_player() == seat:
            self._show_table(seat)

    # -- the end -------------------------------------------------------------------------------------------------------

    def _wants_a_move_back(self) -> bool:
        from proofdeck.front.cli.asking import LeftError
        from proofdeck.play.engine.engine import Scored
        from proofdeck.score.report import as_text
        from proofdeck.score.why import why

        state = self._sitting.state
        scored = Scored(self._sitting.names, tuple(state.score_sheets()), state.ranking())
        for seat in self._people[:1]:
            self._tell_what_happened(seat)
        say("\nThe game is over.\n")
        say(as_text(scored))
        say(f"`proofdeck replay {shown(self.file)}` shows the whole game.")
        while True:
            said = self._ask(self._people[0])("Enter to end, or why, undo, remark", ("why", "undo", "remark"))
            command, rest = _command_of(said)
            if not said:
                return False
            if command == "quit":
                raise LeftError
            if command == "undo":
                self._undo(self._people[0])
                return True
            if command == "remark":
                self._remark(self._people[0], rest)
                continue
            say("\n".join(why(rest if command == "why" else said, scored, self._words)))

    def _ask(self, seat: int) -> Asker:
        """Each person has an own line editor, so that nobody can leaf through what others typed."""
        from proofdeck.front.cli.asking import Asker

        return self._asks.setdefault(seat, Asker())


def _command_of(said: str, commands: Sequence[str] = COMMANDS) -> tuple[str, str]:
    """(command, what follows it), or ("", "") for a move."""
    first, _, rest = said.partition(" ")
    command = ALSO.get(first.casefold(), first.casefold())
    takes_more = command in {"why", "moves", "remark", "book"}
    return (command, rest.strip()) if command in commands and (takes_more or not rest.strip()) else ("", "")


def _clear() -> None:
    """Wipe the screen and what could be scrolled back to."""
    sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
    sys.stdout.flush()

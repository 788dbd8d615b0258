"""A table to play at. Actions are sentences, players count from 1, and the rules say what is legal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Self

from proofdeck.errors import IllegalAction
from proofdeck.front.door.results import Score, html_table
from proofdeck.ground.problems import counted, listed
from proofdeck.play.engine import bots as engine_bots
from proofdeck.play.engine.bots import Bot
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import BotMaker, play
from proofdeck.play.engine.state import Action, State
from proofdeck.play.engine.state import IllegalAction as Refused

Player = str | Callable[["Seat"], str]
"""The name of a bot, or a function that is shown a seat and answers with one of its actions."""
Players = Player | Sequence[Player]
"""One bot for all seats, or several that are assigned in turn."""


class Table:
    """One game under way. `Game.new` deals one, and `Game.position` sets one up.

    >>> table = proofdeck.open(".").games["tombs"].new(players=2, seed=7)
    >>> table.to_move
    1
    >>> table.play(table.actions[0]).to_move
    2
    """

    def __init__(self, name: str, playable: Playable, state: State, moves: Sequence[tuple[int, str]] = ()) -> None:
        self._name = name
        self._playable = playable
        self._state = state
        self._moves = list(moves)

    @property
    def players(self) -> int:
        """How many play."""
        return self._state.players

    @property
    def to_move(self) -> int | None:
        """The player whose turn it is, counted from 1; None if the game is over."""
        return None if self.over else self._state.current_player() + 1

    @property
    def over(self) -> bool:
        return self._state.is_terminal()

    @property
    def turn(self) -> int:
        """Turns begun so far, over all players."""
        return self._state.turns

    @property
    def actions(self) -> list[str]:
        """What the player to move may do, in words; empty if the game is over."""
        with judged(self._playable):
            return [self._playable.game.action_to_string(action) for action in self._state.legal_actions()]

    def play(self, words: str) -> Self:
        """Play the action with those words, and return the table.

        Raises IllegalAction with the clause that forbids it, or ValueError for words that are not an action.
        """
        player = self._mover()
        action = self._playable.game.string_to_action(words)
        with judged(self._playable):
            self._state.apply_action(action)
            self._moves.append((player, self._playable.game.action_to_string(action)))
        return self

    def play_on(self, bots: Players = "greedy", seed: int = 1) -> Self:
        """Let bots play to the end, and return the table."""
        made = bots_at(self._name, self._playable, bots, self.players, seed)
        with judged(self._playable):
            play(self._state, made, self._watch)
        return self

    def advice(self, bot: Player = "greedy", seed: int = 1) -> list[str]:
        """What a bot would do now: its next actions, in words. It sees what the player to move sees."""
        seat = self._mover() - 1
        made = bots_at(self._name, self._playable, bot, self.players, seed)[seat]
        with judged(self._playable):
            chosen = made.choose(engine_bots.Seat(self._state))
            return [self._playable.game.action_to_string(action) for action in chosen]

    @property
    def moves(self) -> list[tuple[int, str]]:
        """(player, action), in the order in which they were played at this table."""
        return list(self._moves)

    def observation(self, player: int | None = None) -> dict[str, Any]:
        """What that player sees, ready for JSON; None for a spectator."""
        return self._state.observation(None if player is None else self._seat(player))

    @property
    def zones(self) -> dict[str, list[str]]:
        """Where every card is, hidden or not: zone -> ids of cards."""
        return self._state.zones()

    @property
    def points(self) -> dict[int, int]:
        """Player -> the points that they would have if the game ended now."""
        return {seat: sheet.total for seat, sheet in enumerate(self._state.score_sheets(), 1)}

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner, counted from 1, or several: partners, or players who share the win. Empty before the end, and if
        the game has won.
        """
        return tuple(seat + 1 for seat in self._state.ranking().winners) if self.over else ()

    @property
    def score(self) -> Score:
        """The score sheets of this table, as they would be if the game ended now."""
        names = tuple(f"Player {seat + 1}" for seat in range(self.players))
        return Score(self._name, Scored(names, tuple(self._state.score_sheets()), self._state.ranking()))

    @property
    def hash(self) -> str:
        """Sixteen digits, equal for equal tables."""
        return self._state.hash()

    def copy(self) -> Table:
        """A table on which to try things out."""
        return Table(self._name, self._playable, self._state.clone(), self._moves)

    def imagine(self, player: int, seed: int = 1) -> Table:
        """A possible table for that player: what they see is the same, what is hidden is dealt again."""
        with judged(self._playable):
            imagined = self._state.resample(self._seat(player), Random(derived(seed, "imagined")))
        return Table(self._name, self._playable, imagined)

    def _seat(self, player: int) -> int:
        if not 1 <= player <= self.players:
            raise ValueError(f"there is no player {player}: players count from 1 to {self.players}")
        return player - 1

    def _mover(self) -> int:
        if self.over:
            raise ValueError("the game is over")
        return self._state.current_player() + 1

    def _watch(self, state: State, action: Action) -> None:
        self._moves.append((state.current_player() + 1, self._playable.game.action_to_string(action)))

    def __repr__(self) -> str:
        points = ", ".join(f"player {player} {points}" for player, points in self.points.items())
        if self.over:
            won = listed(f"player {player}" for player in self.winners) or "nobody"
            return f"<Table {self._name}: over, {won} won; {points}>"
        return f"<Table {self._name}: turn {self.turn}, player {self.to_move} to move; {points}>"

    def _repr_html_(self) -> str:
        whose = "a spectator" if self.over else f"player {self.to_move}"
        return html_table(("", f"seen by {whose}"), self.observation(self.to_move).items(), repr(self)[1:-1])


@dataclass(frozen=True, repr=False)
class Result:
    """A game that bots have played. table: how it ended; transcript: the game as `proofdeck replay` reads it."""

    table: Table
    transcript: str

    @property
    def winners(self) -> tuple[int, ...]:
        """Players, counted from 1."""
        return self.table.winners

    @property
    def points(self) -> dict[int, int]:
        """Player, counted from 1 -> points."""
        return self.table.points

    @property
    def turns(self) -> int:
        return self.table.turn

    @property
    def score(self) -> Score:
        return self.table.score

    @property
    def moves(self) -> list[tuple[int, str]]:
        """(player, what they did), from the first action to the last."""
        return self.table.moves

    def save(self, path: str | Path) -> None:
        """Write the transcript."""
        from proofdeck.ground.files import write_file

        write_file(Path(path), self.transcript.encode())

    def __repr__(self) -> str:
        won = listed(self.score.winners) or "nobody"
        return f"<Result {self.score.game}: {won} won after {counted(self.turns, 'turn')}>"

    def _repr_html_(self) -> str:
        return self.score._repr_html_()


class Seat:
    """What a player of your own sees: everything that a player of its seat may know, and nothing else."""

    def __init__(self, name: str, playable: Playable, seat: engine_bots.Seat) -> None:
        self._name, self._playable, self._seat = name, playable, seat

    @property
    def player(self) -> int:
        """Its number, counted from 1."""
        return self._seat.player + 1

    @property
    def actions(self) -> list[str]:
        """What it may do, in words."""
        return [self._playable.game.action_to_string(action) for action in self._seat.legal_actions()]

    @property
    def observation(self) -> dict[str, Any]:
        return self._seat.observation()

    def imagine(self, seed: int = 1) -> Table:
        """A possible table to play on: what is seen is the same, what is hidden is dealt again."""
        return Table(self._name, self._playable, self._seat.imagine(Random(derived(seed, "imagined"))))


class _FailedError(Exception):
    """An error in a function used as a bot; its cause says what."""


class _Function:
    """A bot made of a function that answers with words."""

    def __init__(self, name: str, playable: Playable, choose: Callable[[Seat], str]) -> None:
        self._name, self._playable, self._choose = name, playable, choose

    def choose(self, seat: engine_bots.Seat) -> Sequence[Action]:
        try:
            words = self._choose(Seat(self._name, self._playable, seat))
            return (self._playable.game.string_to_action(words),)
        except Exception as error:
            raise _FailedError from error


@contextmanager
def judged(playable: Playable) -> Iterator[None]:
    """Report failures of an engine in the same way as the command line.

    A refusal becomes an IllegalAction, and what a function of the caller raised is raised again as it was.
    """
    kept: BaseException | None = None
    with playable.origin.faults():
        try:
            yield
        except Refused as refused:
            kept = IllegalAction(refused)
        except _FailedError as failed:
            kept = failed.__cause__
    if kept is not None:
        raise kept from kept.__cause__


def in_seats(playable: Playable, bots: Players, number: int) -> list[str]:
    """The name of each seat. Raises ProofdeckError for an unknown bot or an invalid number of players."""
    from proofdeck.play.setup.seating import seated

    seats = around(bots)
    seated(playable, [bot for bot in seats if isinstance(bot, str)] or ["random"], number)
    names = [bot if isinstance(bot, str) else getattr(bot, "__name__", "function") for bot in seats]
    return [names[seat % len(names)] for seat in range(number)]


def makers_at(name: str, playable: Playable, bots: Players, number: int) -> list[BotMaker]:
    """What makes the bot of each seat."""
    known = bot_makers(playable.engine)

    def maker(bot: Player) -> BotMaker:
        return known[bot] if isinstance(bot, str) else lambda _: _Function(name, playable, bot)

    seats = around(bots)
    return [maker(seats[seat % len(seats)]) for seat in range(number)]


def bots_at(name: str, playable: Playable, bots: Players, number: int, seed: int) -> list[Bot]:
    """A bot for each seat, each with its own random generator."""
    from proofdeck.play.engine.playouts import bots_of

    in_seats(playable, bots, number)
    return bots_of(makers_at(name, playable, bots, number), seed, 0)


def around(bots: Players) -> list[Player]:
    """The bots to assign in turn."""
    found: list[Player] = [bots] if isinstance(bots, str) or callable(bots) else list(bots)
    if not found:
        raise ValueError("no bot is named; use 'greedy', for example")
    return found


def moves_of(transcript: Sequence[str]) -> list[tuple[int, str]]:
    """(player, action) for each line of a transcript that has one."""
    rows = [json.loads(line) for line in transcript]
    return [(row["player"], row["action"]) for row in rows if "action" in row]

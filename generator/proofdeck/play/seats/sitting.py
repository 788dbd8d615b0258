"""One game at a table where people and bots play together.

Every move goes into a transcript as it is made, line by line, and a move that is taken back stays in it with a line
that says so. So a game can be left at any moment, continued, and replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from random import Random

from proofdeck.play.engine.bots import Seat, after, settled
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.state import Action, State
from proofdeck.play.engine.transcript import (
    ACTED,
    BLIND,
    HUMAN,
    LONGEST_REMARK,
    PASSED,
    REFUSED,
    REMARK,
    UNDONE,
    Replay,
    beginning,
    ending,
    line,
    outcome,
)

Keep = Callable[[str], None]
"""Takes each line of the transcript."""

IMAGINED = 8
"""Tables on which prospects are estimated."""


class Sitting:
    """The table, whose turn it is, and all moves so far.

    `bots`: the bot of each seat by name, HUMAN for a person; `names`: of the players, by seat; `state`: the table now;
    `book`: the digest of the book that people read blind, without a list of legal moves, or "".
    """

    def __init__(
        self, playable: Playable, seed: int, bots: Sequence[str], names: Sequence[str], keep: Keep, book: str = ""
    ) -> None:
        self.game, self._playable, self.seed = playable.game, playable, seed
        self.bots, self.names, self._keep, self.book = tuple(bots), tuple(names), keep, book
        self._refused: set[tuple[int, str]] = set()
        self.actions: list[Action] = []
        self.state = self.table_after(0)

    def begin(self, version: str = "") -> None:
        """Write the header of the transcript. version: of the game, as its page calls it."""
        header = beginning(self.game, self.state, self.seed, self.bots, self._playable.fingerprint, self.names)
        self._keep(line({**header, "game_version": version, **({BLIND: self.book} if self.book else {})}))

    def go_on(self, transcript: Replay) -> None:
        """Play what a transcript holds. Raises ProofdeckError at the first line that the rules do not allow."""
        transcript.begin(self.game, self._playable.fingerprint)
        for step in transcript.steps(self.game, self.state):
            self.actions.append(self.game.string_to_action(step.action))

    def is_of_person(self) -> bool:
        """Whether a person is to move."""
        return not self.state.is_terminal() and self.bots[self.state.current_player()] == HUMAN

    def play(self, action: Action, seconds: float | None = None) -> None:
        """Make a move. seconds: of thought, by a person. Raises IllegalAction, leaving everything unchanged."""
        player, legal = self.state.current_player(), len(self.state.legal_actions())
        rolls = len(self.state.rolled())
        read = self._read_into(action) if self.book and self.is_of_person() else {}
        self.state.apply_action(action)
        self.actions.append(action)
        row: dict[str, object] = {"player": player + 1, "action": self.game.action_to_string(action), "legal": legal}
        thought = {} if seconds is None else {"seconds": round(seconds, 1)}
        self._keep(line({**row, **outcome(self.state, rolls), **thought, **read}))
        if self.state.is_terminal():
            self._keep(line(ending(self.state)))

    def _read_into(self, action: Action) -> dict[str, object]:
        """The clauses that act by a legal move, and those that act only by other moves."""
        acts = {}
        for one in self.state.legal_actions():
            after = self.state.clone()
            after.fired = 0
            after.apply_action(one)
            acts[one] = after.fired
        chosen, points = acts.get(action, 0), self.game.points
        passed = reduce(or_, acts.values(), 0) & ~chosen
        return {ACTED: [*points.named(chosen)], PASSED: [*points.named(passed)]}

    def refused(self, move: str, clause: str) -> None:
        """Keep a move that the person to move took for possible, once for each table. clause: what forbids it."""
        if self.book and clause in self.game.points and (len(self.actions), move) not in self._refused:
            self._refused.add((len(self.actions), move))
            self._keep(line({REFUSED: move, "player": self.state.current_player() + 1, "clause": clause}))

    def remark(self, seat: int, text: str, clause: str = "") -> None:
        """Keep what a person says about the game as it is. clause: the rule that it is about."""
        self._keep(line({REMARK: text[:LONGEST_REMARK], "player": seat + 1, **({"clause": clause} if clause else {})}))

    def chosen_by_bot(self) -> Sequence[Action]:
        """What the bot of the player to move would do. The same table at the same move always gives the same answer."""
        return self.advice(self.bots[self.state.current_player()])

    def advice(self, bot: str) -> Sequence[Action]:
        """What a bot of that name would do in the place of the player to move."""
        random = Random(derived(self.seed, "sitting", self.state.current_player(), len(self.actions)))
        return bot_makers(self._playable.engine)[bot](random).choose(Seat(self.state))

    def prospects(self) -> dict[Action, float]:
        """The share of the win that each legal action promises the player to move, from 0 to 1.

        It is the average `prospect` after the action on tables that the player could be looking at.
        """
        player, random = self.state.current_player(), Random(derived(self.seed, "hint", len(self.actions)))
        tables = [self.state.resample(player, random) for _ in range(IMAGINED)]

        def share(number: int, action: Action) -> float:
            return _share(settled(after(tables[number], (action,)), Random(number)), player)

        return {
            action: sum(share(number, action) for number in range(IMAGINED)) / IMAGINED
            for action in self.state.legal_actions()
        }

    def undo(self) -> list[Action]:
        """Take back everything since a person last chose, that choice included; return what was taken back."""
        choices = self._choices_of_people()
        if not choices:
            return []
        taken = self.actions[choices[-1] :]
        self._keep(line({UNDONE: len(taken)}))
        del self.actions[choices[-1] :]
        self.state = self.table_after(len(self.actions))
        return taken

    def table_after(self, moves: int) -> State:
        """The table after the first moves of the game."""
        state = self.game.new_initial_state(len(self.bots), self.seed)
        for action in self.actions[:moves]:
            state.apply_action(action)
        return state

    def _choices_of_people(self) -> list[int]:
        """The numbers of the moves that people made."""
        state, found = self.table_after(0), []
        for number, action in enumerate(self.actions):
            if self.bots[state.current_player()] == HUMAN:
                found.append(number)
            state.apply_action(action)
        return found


def _share(table: State, player: int) -> float:
    return (table.returns() if table.is_terminal() else table.prospect())[player]

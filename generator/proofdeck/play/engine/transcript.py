"""Transcripts: games as JSON Lines files that can be replayed.

A transcript has a header (game, players, seed, bots, fingerprint of cards and parameters), a line for each action (its
text, how many were legal, the hash of the table after it, the faces of the dice that were rolled; of a person also the
seconds of thought), and an end (returns, ranking, score sheets). A line `{"undone": 3}` takes back the three actions
before it, and a line with `remark` is what somebody said at that point. If people do not see which moves are legal, the
header says which book they read, a line with `refused` is a move that the rules forbid, and an action has the clauses
that acted and those that only other moves would have made act. Nothing in a transcript depends on how Python makes
random numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from proofdeck.ground.bounds import parsed_json
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.play.engine.bots import Bot
from proofdeck.play.engine.referee import play
from proofdeck.play.engine.state import Action, Game, IllegalAction, Rolled, State

VERSION, OLDEST = 2, 1
"""Transcripts of version 1 have hashes of tables that nobody can compute any more."""
MOST_LINES = 100_000
"""The most lines of a transcript."""
HUMAN = "human"
"""Takes the place of a bot where a person plays."""
UNDONE, REMARK, ROLLED = "undone", "remark", "rolled"
BLIND, REFUSED, ACTED, PASSED = "blind", "refused", "acted", "passed"
LONGEST_REMARK = 500
"""Characters."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action as played: the player, the words, and how many were legal.

    clauses: those that the action made fire. limits: those that fired while the player's choices were found, such as
    one that forbids a place. rolled: the dice that the action rolled.
    """

    number: int
    turn: int
    player: int
    action: str
    legal: int
    clauses: tuple[str, ...]
    limits: tuple[str, ...] = ()
    rolled: tuple[Rolled, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person said about a game after so many moves. clause: the rule that it is about, or ""."""

    moves: int
    player: int
    text: str
    clause: str = ""


class Thought(NamedTuple):
    """How long a person thought about a move. move: its number."""

    move: int
    player: int
    action: str
    seconds: float


def record(
    game: Game, state: State, seed: int, names: Sequence[str], bots: Sequence[Bot], fingerprint: str
) -> Iterator[str]:
    """Play a game and yield its transcript line by line, without line breaks."""
    rows: list[dict[str, object]] = []
    rolls = len(state.rolled())

    def told(table: State) -> None:
        nonlocal rolls
        if rows:
            rows[-1] |= outcome(table, rolls)
        rolls = len(table.rolled())

    def watch(table: State, action: Action) -> None:
        told(table)
        legal = len(table.legal_actions())
        rows.append({"player": table.current_player() + 1, "action": game.action_to_string(action), "legal": legal})

    yield line(beginning(game, state, seed, names, fingerprint))
    play(state, bots, watch)
    told(state)
    yield from map(line, rows)
    yield line(ending(state))


def beginning(
    game: Game, state: State, seed: int, bots: Sequence[str], fingerprint: str, names: Sequence[str] = ()
) -> dict[str, object]:
    """The header. `names`: of the players, if they have any."""
    header = {"version": VERSION, "game": game.name, "players": state.players, "seed": seed, "bots": list(bots)}
    return {**header, **({"names": list(names)} if names else {}), "fingerprint": fingerprint, **_faces(state.rolled())}


def outcome(after: State, rolls: int) -> dict[str, object]:
    """What an action came to: the hash of the table, and the faces of its dice. rolls: how many there were before."""
    return {"hash": after.hash(), **_faces(after.rolled()[rolls:])}


def _faces(rolled: Iterable[Rolled]) -> dict[str, object]:
    """`{"rolled": {"face": [5]}}`, the faces in their order; empty if no die was rolled."""
    found: dict[str, list[int]] = {}
    for one in rolled:
        found.setdefault(one.die, []).append(one.face)
    return {ROLLED: found} if found else {}


def ending(state: State) -> dict[str, object]:
    """The last line: who won, and the score sheets."""
    ranking = state.ranking()
    return {
        "returns": state.returns(),
        "ranking": [[seat + 1 for seat in group] for group in ranking.groups],
        "decided_by": ranking.decided_by.clause if ranking.decided_by else None,
        **ranking.told_of_sides(range(1, state.players + 1)),
        "score_sheets": [
            {"items": [item._asdict() for item in sheet.items], "tallies": dict(sheet.tallies)}
            for sheet in state.score_sheets()
        ],
    }


def line(row: dict[str, object]) -> str:
    """A row as one line of the file, without the line break."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


class Replay:
    """A transcript that is being replayed by the rules.

    Raises ProofdeckError if the text is not a transcript, or at the first line where the rules differ from it.
    """

    def __init__(self, lines: Iterable[str], shown: str) -> None:
        self._shown = shown
        numbered = [(number, written) for number, written in enumerate(lines, 1) if written.strip()]
        self.header = self._row(*numbered[0]) if numbered else {}
        if self.header.get("version") not in range(OLDEST, VERSION + 1):
            raise self._error(1, "the file does not begin with the header of a transcript")
        if len(numbered) > MOST_LINES:
            raise self._error(MOST_LINES, f"no game has more than {MOST_LINES:,} actions")
        if not isinstance(self.header.get("game"), str) or not all(
            isinstance(self.header.get(key), int) for key in ("players", "seed")
        ):
            raise self._error(1, "the header lacks the game, players or seed")
        self._rows: list[tuple[int, dict[str, object]]] = []
        self.remarks: list[Remark] = []
        """Oldest first; those about moves that were taken back stay."""
        self.blind: list[dict[str, object]] = []
        """The refusals and choices of people who do not see which moves are legal, taken back or not."""
        for number, written in numbered[1:]:
            self._read(number, self._row(number, written))

    @property
    def moves(self) -> int:
        """How many actions it holds, without those that were taken back."""
        return sum("action" in row for _, row in self._rows)

    def thoughts(self) -> Iterator[Thought]:
        """Of each move that was timed and not taken back."""
        for move, (_, row) in enumerate(self._rows, 1):
            player, seconds = row.get("player"), row.get("seconds")
            if isinstance(player, int) and isinstance(seconds, int | float) and seconds >= 0:
                yield Thought(move, player, str(row.get("action")), float(seconds))

    @property
    def end(self) -> dict[str, object]:
        """The last line of a game that has ended."""
        return self._rows[-1][1] if self.has_ended else {}

    @property
    def has_ended(self) -> bool:
        """Whether it holds the end of the game."""
        return self.moves < len(self._rows)

    def _read(self, number: int, row: dict[str, object]) -> None:
        """Take the row, or take back what it says was undone."""
        if REMARK in row:
            self.remarks.append(self._remark(number, row))
            return
        if REFUSED in row or ACTED in row:
            self.blind.append(row)
        if REFUSED in row:
            return
        if UNDONE not in row:
            self._rows.append((number, row))
            return
        made = [(number, row) for number, row in self._rows if "action" in row]
        undone = row[UNDONE]
        if type(undone) is not int or not 0 < undone <= len(made):
            raise self._error(number, f"{undone!r} actions cannot be undone here")
        self._rows = made[:-undone]

    def _remark(self, number: int, row: dict[str, object]) -> Remark:
        text, player, clause = row[REMARK], row.get("player"), row.get("clause", "")
        if not (isinstance(text, str) and isinstance(clause, str) and type(player) is int and len(text) <= 2_000):
            raise self._error(number, "this is not a remark with a text and a player")
        return Remark(self.moves, player, text, clause)

    def begin(self, game: Game, fingerprint: str) -> State:
        """The table before the first action. fingerprint: of the cards and parameters of that game."""
        if self.header.get("fingerprint") != fingerprint:
            hint = (
                "Replay it in a copy of the project as it was then: `git worktree add ../then REVISION`, and there "
                "`proofdeck replay FILE`."
            )
            raise self._error(1, "it was played with different cards or parameters", hint)
        try:
            return game.new_initial_state(self.header["players"], self.header["seed"])
        except ValueError as error:
            raise self._error(1, str(error)) from None

    def steps(self, game: Game, state: State) -> Iterator[Step]:
        """Play each action on the state that `begin` returned."""
        for number, row in self._rows:
            if "action" in row:
                yield self._step(number, row, game, state)
            elif row != json.loads(line(ending(state))):
                raise self._error(number, "the rules end this game differently")

    def _step(self, number: int, row: dict[str, object], game: Game, state: State) -> Step:
        if state.is_terminal():
            raise self._error(number, "the game has already ended")
        turn, player, rolls = state.turns, state.current_player(), len(state.rolled())
        before, state.fired = state.fired, 0
        legal = len(state.legal_actions())
        limits, state.fired = state.fired, 0
        try:
            state.apply_action(game.string_to_action(str(row["action"])))
        except (IllegalAction, ValueError) as error:
            raise self._error(number, str(error)) from None
        clauses = tuple(game.points.named(state.fired))
        state.fired |= before | limits
        facts = {"player": player + 1, "legal": legal, **outcome(state, rolls)}
        for key, found in facts.items():
            unknown = (key == "hash" and self.header["version"] == OLDEST) or (key == ROLLED and ROLLED not in row)
            if row.get(key) != found and not unknown:
                raise self._error(number, f"{key} is {found} by the rules, but {row.get(key)} in the transcript")
        under, rolled = tuple(game.points.named(limits)), state.rolled()[rolls:]
        return Step(number - 1, turn, player, str(row["action"]), legal, clauses, under, rolled)

    def _row(self, number: int, line: str) -> dict[str, Any]:
        try:
            row = parsed_json(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise self._error(number, "the line is not a JSON object")
        return row

    def _error(self, line: int, message: str, hint: str = "") -> ProofdeckError:
        return ProofdeckError(Problem("E803", message, self._shown, line, hint=hint))

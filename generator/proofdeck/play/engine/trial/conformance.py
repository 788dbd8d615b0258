"""Tests the requirements of every engine on games of random moves.

This says nothing about whether the rules are right. It tests that no card is lost, that a clone is independent, that
hidden cards stay hidden, and that the same seed gives the same game. Each game is first played without checks, then
again with every check at some of its tables, so that a check that changes the table shows in its key.
"""

from __future__ import annotations

import random as chance_of_all
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, cast

from proofdeck.ground.problems import ProofdeckError, counted
from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.faults import said
from proofdeck.play.engine.kit.game import Hopeful
from proofdeck.play.engine.kit.scoring import score, script, unasked
from proofdeck.play.engine.kit.zones import called
from proofdeck.play.engine.patience import EndlessCall
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.playouts import ENOUGH, Outcome, bots_of, is_favoured, play_one, suspect
from proofdeck.play.engine.referee import BotMaker, play
from proofdeck.play.engine.state import Action, Game, State
from proofdeck.play.engine.transcript import Replay, record
from proofdeck.play.engine.trial.comparing import Broken, cards_of, changed, seen_of
from proofdeck.play.engine.trial.findings import EngineFault, GameMoment, TrialReport, Watch
from proofdeck.play.engine.trial.imagined import stuck_in_imagination
from proofdeck.play.engine.trial.questions import LONGEST, STANDING, Seen, When
from proofdeck.play.engine.trial.table_checks import (
    ASK_WHAT_IS_ON,
    CHECKS,
    COPY_LISTS,
    Check,
    ExaminedTable,
    applying,
    check_kinds,
    named,
    performs,
    play_listed,
)
from proofdeck.play.engine.trial.word_checks import WORD_CHECKS, all_actions
from proofdeck.source.rules.sides import said_of

if TYPE_CHECKING:
    from proofdeck.play.engine.kit.table import Table
    from proofdeck.play.engine.loading import Playable

FULLY_CHECKED_MOVES = 2_000
"""How many moves of a game are compared and checked. Longer games are not replayed from a transcript either."""
EVERY_MOVE = 10
"""How many moves are all checked; after them, every tenth is."""
ONLY_THE_SEED = (
    "Only the seed and the moves may matter: no `random`, no clock, no order of a set, no data stored in the Game."
)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to test: for each number of players, games until that many moves are played; tables in each game.

    deals: how many deals are compared to see whether hidden cards move when they are imagined.
    """

    games: int = 6
    moves: int = 12_000
    tables: int = 12
    deals: int = 400


USUAL = Effort()
CONFIRMING_GAMES = 100
"""How many more games are played when bots seem to favour a seat."""
SCORED_GAMES = 4
"""How many games, for each number of players, are scored by the calculator too."""


@dataclass(slots=True)
class _Played:
    """The record of a game.

    game: its name; keys: of its first tables, by the number of moves made. ended: whether it was played to its end.
    """

    game: str
    players: int
    seed: int
    actions: list[Action]
    keys: list[bytes]
    ended: bool = False

    def spot(self, moves: int) -> GameMoment:
        return GameMoment(self.game, self.players, self.seed, moves)


Progress = Callable[[int, int], object]
"""Called with the number of games done and their total."""


def examine(
    game: Game, players: Sequence[int], effort: Effort = USUAL, progress: Progress = lambda *_: None
) -> TrialReport:
    """Play random games with each of those numbers of players, and report the first fault of each kind.

    Nothing more is tried after a call that was given up.
    """
    before = chance_of_all.getstate()
    examination = _Examination(game, effort)
    try:
        with suppress(EndlessCall):
            examination.words()
            for turn, count in enumerate(players):
                examination.play(count, partial(_report, progress, turn * effort.games, len(players) * effort.games))
    finally:
        chance_of_all.setstate(before)
    return examination.result


def favoured(playable: Playable, players: Sequence[int]) -> str:
    """What the greedy bot does for one seat that chance does not do on the same deals; "" if there is no such seat.

    The greedy bot of the kit cannot see what others choose at the same time, so games that say so are left out, unless
    they have a bot of their own.
    """
    game, greedy = playable.game, playable.engine.greedy
    for count in () if greedy is RandomBot or (greedy is Hopeful and game.chooses_together) else players:

        def games(bot: BotMaker, number: int, seats: int = count) -> list[Outcome]:
            return [play_one(game, [bot] * seats, 1, index) for index in range(number)]

        sides = game.sides(count)
        if suspect(games(greedy, ENOUGH), sides) and (found := suspect(games(greedy, CONFIRMING_GAMES), sides)):
            side, share = found
            seats = sides.seats[side]
            chance = sum(one.shares[seats[0]] for one in games(RandomBot, CONFIRMING_GAMES)) / CONFIRMING_GAMES
            if is_favoured(chance, len(sides.seats)):
                return (
                    f"with {count} players, the greedy bot makes {said_of(seats)} win {share:.0%} of games, and chance "
                    f"{chance:.0%}: it may see what players cannot know yet"
                )
    return ""


def uncounted(playable: Playable, players: Sequence[int]) -> list[str]:
    """What points depend on at the end of games by chance, and the calculator of the kit does not ask for."""
    if playable.engine.script is not script or playable.engine.score is not score:
        return []
    found = dict[str, None]()
    for count in players:
        for index in range(SCORED_GAMES):
            state = playable.game.new_initial_state(count, index)
            play(state, [RandomBot(Random(derived(index, seat))) for seat in range(count)])
            found |= dict.fromkeys(map(called, unasked(cast("Table", state))))
    return list(found)


def _report(progress: Progress, before: int, of: int, done: int) -> None:
    progress(before + done, of)


def _is_looked_at(moves: int) -> bool:
    return moves <= FULLY_CHECKED_MOVES or moves % EVERY_MOVE == 0


def _reset_chance() -> object:
    """Reset `random`, so that an engine which uses it can be examined anyway."""
    chance_of_all.seed(1)
    return chance_of_all.getstate()


class _Examination(Watch):
    """One engine under examination."""

    def __init__(self, game: Game, effort: Effort) -> None:
        super().__init__()
        self.game = game
        self.effort = effort
        self.every: Sequence[Action] = ()
        self.known: frozenset[Action] = frozenset()

    def words(self) -> None:
        """The list from `actions()`, and the conversion of actions to words and back."""
        with self.watched("actions"):
            self.every = all_actions(self.game)
            self.known = frozenset(self.every)
        for kind, check in WORD_CHECKS.items():
            if self.wanted(kind):
                with self.watched(kind):
                    check(self.game, self.every)

    def play(self, players: int, progress: Callable[[int], object]) -> None:
        """Games with that many players, and imagined versions of their deals."""
        moves = 0
        for seed in range(1, self.effort.games + 1):
            progress(seed - 1)
            if moves > self.effort.moves or "end" in self.broken:
                break
            played = self._first(players, seed)
            moves += len(played.actions)
            self.result.games += 1
            if played.keys and self._second(played):
                with self.watched("again", played.spot(0)):
                    self._third(played)
                if seed == 1:
                    self._transcript(played)
        self._crowd()
        if self.wanted("stuck"):
            with self.watched("stuck"):
                stuck_in_imagination(self.game, players, self.effort.deals)
        progress(self.effort.games)
        self.result.moves += moves

    def _crowd(self) -> None:
        """Check that one player more than the engine seats, whatever its page says, is refused with a message."""
        with self.watched("players"):
            players = max(self.game.max_players, type(self.game).max_players) + 1
            method = type(self.game).new_initial_state
            try:
                self.game.new_initial_state(players, 1)
            except ValueError:
                return
            except Exception as error:  # noqa: BLE001 - whatever an engine raises is reported to its author
                says = f"new_initial_state() fails without a message for {players} players: {said(error)}"
            else:
                says = f"new_initial_state() deals to {players} players, although max_players is {players - 1}"
            raise Broken(says, "Begin it with self._check_players(players), which raises ValueError.", method)

    def _deal(self, played: _Played) -> State:
        return self.game.new_initial_state(played.players, derived(played.seed, "game", 0))

    def _first(self, players: int, seed: int) -> _Played:
        """Play a game as `simulate` does, with only the cheap checks."""
        played = _Played(self.game.name, players, seed, [], [])
        untouched = _reset_chance()
        try:
            self._to_the_end(played)
        except Exception as error:  # noqa: BLE001 - whatever an engine raises is reported to its author
            self.crash(error, played.spot(len(played.actions)))
        self._check_chance(untouched, type(self.game).new_initial_state, played.spot(len(played.actions)))
        return played

    def _check_chance(self, before: object, method: object, spot: GameMoment) -> None:
        """Check that the engine does not use `random`. before: the state of `random`."""
        with self.watched("chance", spot):
            if chance_of_all.getstate() != before:
                says = "the engine calls `random`, so the same seed does not give the same game"
                raise Broken(says, "Shuffle with self.shuffled(cards), which follows the seed.", method)

    def _to_the_end(self, played: _Played) -> None:
        """Continue as long as possible."""
        state = self._deal(played)
        randoms = [Random(derived(played.seed, "bot", 0, seat)) for seat in range(played.players)]
        with self.watched("kinds", played.spot(0)):
            check_kinds(state)
        if "kinds" in self.broken:
            return
        played.keys.append(state.key())
        deck = cards_of(state)
        while not state.is_terminal():
            if len(played.actions) >= LONGEST:
                self._endless(state, played.spot(len(played.actions)))
                return
            chosen = self._choice(played, state, randoms)
            if not chosen:
                return
            for place, action in enumerate(chosen):
                if place and _is_looked_at(len(played.actions)):
                    self._ask(When.TABLE, played, state)
                with self.watched("tried", played.spot(len(played.actions))):
                    play_listed(self.game, state, action)
                if "tried" in self.broken:
                    return
                played.actions.append(action)
                self._moved(played, state, deck)
        played.ended = True
        self._ask(When.END, played, state)

    def _ask(self, when: When, played: _Played, state: State, deck: Counter[str] | None = None) -> None:
        """The standing questions of that moment that have no bad answer yet. deck: the cards after the deal."""
        moves = len(played.actions)
        move = f"the move {named(self.game, played.actions[-1])}" if moves else "the deal"
        keys = (played.keys[-2], played.keys[-1]) if moves and moves <= FULLY_CHECKED_MOVES else None
        method = performs(self.game, played.actions[-1]) if moves else None
        seen = Seen(self.game, state, deck or Counter(), self.known, move, keys, performs=method)
        for one in STANDING:
            if one.when == when and one.ask and not one.remark and one.kind not in self.broken:
                with self.watched(one.kind, played.spot(moves)):
                    one.ask(seen)

    def _choice(self, played: _Played, state: State, randoms: Sequence[Random]) -> Sequence[Action]:
        """A random whole commitment, chosen as bots do it; empty if the engine prevents that."""
        spot = played.spot(len(played.actions))
        self._ask(When.TABLE, played, state)
        if "seat" in self.broken:
            return ()
        random = randoms[state.current_player()]
        if type(state).is_open is State.is_open:
            legal = state.legal_actions()
            return (legal[int(random.random() * len(legal))],)
        chosen = state.random_macro(random)
        with self.watched("clone", spot):
            if spot.moves <= FULLY_CHECKED_MOVES and state.key() != played.keys[-1]:
                raise Broken("choosing a commitment on a clone changes the table", COPY_LISTS, type(state).clone)
        return () if "clone" in self.broken else chosen

    def _endless(self, state: State, spot: GameMoment) -> None:
        self.broken.add("end")
        where = f"{counted(spot.players, 'player')}, seed {spot.seed}"
        says = f"the game has not ended after {spot.moves:,} moves in {state.turns:,} turns ({where})"
        self.result.findings.append(EngineFault(says, spot.again, endless=True))

    def _moved(self, played: _Played, state: State, deck: Counter[str]) -> None:
        """Check what must hold after each move. deck: the cards after the deal."""
        moves = len(played.actions)
        if moves <= FULLY_CHECKED_MOVES:
            played.keys.append(state.key())
        if _is_looked_at(moves):
            self._ask(When.MOVE, played, state, deck)

    # -- the same game again -------------------------------------------------------------------------------------------

    def _second(self, played: _Played) -> bool:
        """Check that the same seed and the same moves give the same tables."""
        again: _Again | None = None
        with self.watched("again", played.spot(0)):
            again = _Again(self.game, played)
            if again.state.key() != played.keys[0]:
                method = type(self.game).new_initial_state
                raise Broken("the same seed deals a different table", ONLY_THE_SEED, method)
        while (
            again is not None
            and "again" not in self.broken
            and again.moves < min(len(played.actions), FULLY_CHECKED_MOVES)
        ):
            with self.watched("again", played.spot(again.moves + 1)):
                if not again.go_on():
                    says = "the same seed and the same moves lead to a different table"
                    raise Broken(says, ONLY_THE_SEED, type(again.state)._play)
        return "again" not in self.broken

    def _third(self, played: _Played) -> None:
        """Play the game again, with every check at some of its tables."""
        again = _Again(self.game, played)
        kept: tuple[State, dict[str, str]] | None = None
        for moves in self._looked_at(min(len(played.actions), FULLY_CHECKED_MOVES)):
            with self.watched("again", played.spot(moves)):
                again.go_to(moves)
            if "again" in self.broken:
                return
            if kept is not None and "clone" not in self.broken:
                with self.watched("clone", played.spot(moves)):
                    if different := changed(kept[1], seen_of(kept[0])):
                        says = f"continuing the game changes {different[0]} of an earlier clone"
                        raise Broken(says, COPY_LISTS, type(again.state).clone)
            before = seen_of(again.state)
            for kind, check in CHECKS.items():
                if self.wanted(kind):
                    self._look(kind, check, again, before)
            if "clone" not in self.broken:
                copy = again.state.clone()
                kept = (copy, seen_of(copy))

    def _look(self, kind: str, check: Check, again: _Again, before: Mapping[str, str]) -> None:
        """Run one check at one table, and restore the table for the next."""
        played = again.played
        scene = ExaminedTable(
            self.game,
            again.state,
            before,
            played.actions[again.moves :],
            played.keys[again.moves + 1 :],
            self.every,
            again.another if "clone" in self.broken else again.state.clone,
            1000 * played.seed + again.moves,
            self.broken,
        )
        spot, method = played.spot(again.moves), getattr(type(again.state), check.method, None)
        chance = chance_of_all.getstate()
        with self.watched(kind, spot):
            check.look(scene)
            if different := changed(before, seen_of(again.state)):
                is_applied = different == ["fired"]
                look, where = (ASK_WHAT_IS_ON, applying(again.state)) if is_applied else (COPY_LISTS, None)
                raise Broken(f"{check.does} changes {different[0]} of the table", look, where, method)
        self._check_chance(chance, method, spot)
        chance_of_all.setstate(chance)
        if kind in self.broken:
            again.begin()

    def _looked_at(self, moves: int) -> list[int]:
        """The first tables, the last one, and others spread in between."""
        count = self.effort.tables
        return sorted({0, min(1, moves), *(moves * step // max(1, count - 1) for step in range(count))})

    def _transcript(self, played: _Played) -> None:
        """Check that the transcript of a game can be replayed."""
        if not played.ended or len(played.actions) > FULLY_CHECKED_MOVES or not self.wanted("transcript"):
            return
        seed = derived(played.seed, "game", 0)
        with self.watched("transcript", played.spot(len(played.actions))):
            bots = bots_of([RandomBot] * played.players, played.seed, 0)
            lines = list(record(self.game, self._deal(played), seed, ["random"] * played.players, bots, ""))
            try:
                replay = Replay(lines, "transcript")
                for _ in replay.steps(self.game, replay.begin(self.game, "")):
                    pass
            except ProofdeckError as error:
                (problem,) = error.problems
                says = f"the transcript of a game cannot be replayed; line {problem.line}: {problem.message}"
                look = "The same moves must give the same table, result and score sheets."
                raise Broken(says, look, type(self.game).string_to_action) from None


class _Again:
    """A game replayed move by move."""

    def __init__(self, game: Game, played: _Played) -> None:
        self.game = game
        self.played = played
        self.moves = 0
        self.state = self.another()

    def another(self) -> State:
        """A fresh table at the same point of the game."""
        played = self.played
        _reset_chance()
        state = self.game.new_initial_state(played.players, derived(played.seed, "game", 0))
        for action in played.actions[: self.moves]:
            state.apply_action(action)
        return state

    def begin(self) -> None:
        """Switch to a fresh table, because this one has been changed."""
        self.state = self.another()

    def go_on(self) -> bool:
        """Make the next move, and return whether it leads to the same table as before."""
        self.state.apply_action(self.played.actions[self.moves])
        self.moves += 1
        return self.state.key() == self.played.keys[self.moves]

    def go_to(self, moves: int) -> None:
        """Continue the game. Raises Broken if it differs from the game without checks."""
        while self.moves < moves:
            if not self.go_on():
                raise Broken(
                    "the game changes when its tables are looked at, cloned and imagined",
                    "Something missing from key() is shared between tables, or stored in the Game.",
                    type(self.state)._play,
                )

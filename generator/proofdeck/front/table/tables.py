"""The games that are being played on the page, at most one for each game of the project.

Each move is kept in `played/` as it is made, so nothing is lost when the page is closed or the program stops. A game
that is under way keeps the rules and the faces with which it was begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from proofdeck.front.table.forms import Form, OutOfDate, sentence
from proofdeck.front.table.rooms import Room, Rooms, TableReply
from proofdeck.front.table.shown import TableGame
from proofdeck.front.table.signs import Sign, signs_of
from proofdeck.ground.bounds import whole
from proofdeck.ground.files import write_file
from proofdeck.ground.phrases import FALLBACK, Phrases
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.kit.game import Hopeful
from proofdeck.play.engine.pictures import player
from proofdeck.play.engine.transcript import HUMAN
from proofdeck.play.seats.sittings import (
    FOLDER,
    Left,
    SeatedGame,
    begin_seated,
    continue_sitting,
    left_unfinished,
    new_record,
)
from proofdeck.play.seats.talk import Refusal, meant
from proofdeck.play.setup.opening import open_game

NOBODY = "nobody"
"""Takes the place of a bot where a seat stays empty."""
OF_ALL = ("random", "greedy", "search", "ismcts")
"""Bots of every game. A page offers three of them by how well they play, as `lab --ladder` has measured it."""
MOST_SEED = 10**9


class OpenTable:
    """A game under way. in_front: the seat of the person who may see the screen, None before the first one does.

    remarks: how many were made since it was opened.
    """

    def __init__(self, laid: SeatedGame, shown: TableGame) -> None:
        self.laid, self.shown, self.talk = laid, shown, laid.talk_to_you(shown.say)
        self.remarks = 0
        people = self.talk.people
        self.in_front = people[0] if len(people) == 1 else None

    @property
    def viewer(self) -> int:
        """The seat of the person who is to see the table: the one to move, or else the one in front of the screen."""
        mover = self.talk.sitting.state.current_player()
        if mover in self.talk.people:
            return mover
        return self.talk.people[0] if self.in_front is None else self.in_front

    @property
    def is_curtained(self) -> bool:
        """Whether the screen has to be passed on first."""
        return self.viewer != self.in_front

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """The number and the text of each clause."""
        return self.shown.clauses(self.laid.game)

    def has_changed(self, now: TableGame) -> bool:
        """Whether the cards or the rules in the project are different from those of this game."""
        return now.printed != self.shown.printed

    def ready(self, _: Form) -> TableReply:
        """The next person has the screen."""
        self.in_front = self.viewer
        self.talk.look_again()
        return TableReply()

    def move(self, form: Form) -> TableReply:
        """Make a move of a person. Raises OutOfDate if it is not one of theirs."""
        action = whole(form.get("move", ""))
        state = self.talk.sitting.state
        if self.is_curtained or state.current_player() != self.in_front or action not in state.legal_actions():
            raise OutOfDate
        self.talk.play(action)
        return TableReply()

    def step(self, _: Form) -> TableReply:
        """Let a bot make its next commitment."""
        sitting = self.talk.sitting
        if self.is_curtained or sitting.state.is_terminal() or sitting.is_of_person():
            raise OutOfDate
        for action in sitting.chosen_by_bot():
            self.talk.play(action)
        return TableReply()

    def undo(self, _: Form) -> TableReply:
        """Take back the last choice of a person and what followed."""
        taken = [] if self.is_curtained else self.talk.undo()
        if not taken:
            return self._says("nothing_to_undo")
        mover, words = taken[0]
        whose = self.shown.say("table.move_of", name=self.talk.names[mover])
        return self._says("taken_back", what=words if mover == self.in_front else whose)

    def hint(self, _: Form) -> TableReply:
        """Say what a bot would do. Raises OutOfDate if it is not the turn of a person."""
        if self.is_curtained or self.talk.sitting.book or not self.talk.sitting.is_of_person():
            raise OutOfDate
        hint, say = self.talk.hint(), self.shown.say
        expects = "bot_expects" if hint.best_share == hint.share else "bot_expects_best"
        would = say("table.bot_would", moves=say("table.then").join(hint.moves))
        return TableReply(
            (would, say(f"table.{expects}", share=hint.share, best_share=hint.best_share, best=hint.best))
        )

    def why(self, form: Form) -> TableReply:
        """Say which rule forbids the move that somebody describes; if they read blind and it is possible, make it."""
        said, say = " ".join(form.get("said", "").split()), self.shown.say
        is_english = say.language == FALLBACK
        if self.is_curtained or not self.talk.sitting.is_of_person():
            raise OutOfDate
        if self.talk.sitting.book:
            heard = self.talk.blindly(said)
            if isinstance(heard, int):
                self.talk.play(heard)
                return TableReply()
            if isinstance(heard, Refusal):
                return self._refused(heard)
            return TableReply((heard,)) if is_english else self._says("not_a_move", said=said)
        moves = self.talk.moves()
        if possible := meant(said, moves):
            return self._says("is_possible", move=next(iter(possible)))
        refusal = self.talk.refusal(said)
        if refusal is None:
            near = did_you_mean(said, moves) if is_english else ""
            return TableReply((f"{say('table.not_a_move', said=said)} {near}".strip(),))
        return self._refused(refusal)

    def _refused(self, refusal: Refusal) -> TableReply:
        say = self.shown.say
        why = f": {refusal.why}" if say.language == FALLBACK else ""
        return TableReply((f"{say('table.not_possible', move=refusal.move)}{why}{say('stop')}",), refusal.clause)

    def remark(self, form: Form) -> TableReply:
        """Keep what the person in front of the screen says about the game as it is, or about a rule."""
        said, clause = " ".join(form.get("said", "").split()), form.get("clause", "")
        if self.is_curtained:
            raise OutOfDate
        if not said:
            return self._says("remark_empty")
        self.remarks += 1
        self.talk.sitting.remark(self.viewer, said, clause if clause in self.clauses else "")
        return self._says("remark_kept")

    def _says(self, phrase: str, **parts: object) -> TableReply:
        return TableReply((self.shown.say(f"table.{phrase}", **parts),))


ACTS: Mapping[str, Callable[[OpenTable, Form], TableReply]] = {
    "ready": OpenTable.ready,
    "move": OpenTable.move,
    "step": OpenTable.step,
    "undo": OpenTable.undo,
    "hint": OpenTable.hint,
    "why": OpenTable.why,
    "remark": OpenTable.remark,
}
"""What can be asked of a table, by its name in forms."""


@dataclass(slots=True)
class PlayRoom(Room):
    """Where one game is played. seats: who sat down last, as (a bot, HUMAN or NOBODY; a name)."""

    table: OpenTable | None = None
    seats: list[tuple[str, str]] = field(default_factory=list)

    def close(self) -> None:
        """Leave the table; the game is kept."""
        self.table = None


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody who wants to play can choose from. refused: why nobody can play it; left: games to go on with.

    bots: (name, what the page calls it), from weak to strong; damaged: why other games cannot be continued; signs: by
    seat.
    """

    bots: tuple[tuple[str, str], ...] = ()
    fewest: int = 0
    seats: tuple[tuple[str, str], ...] = ()
    left: tuple[Left, ...] = ()
    refused: tuple[Problem, ...] = ()
    damaged: tuple[str, ...] = ()
    signs: Sequence[Sign] = ()


class OpenTables(Rooms[PlayRoom]):
    """The games that are being played, at most one of each game of a project."""

    def fingerprint(self, game: str) -> str:
        """The fingerprint of the game as it is now; empty if it cannot be played."""
        try:
            return open_game(self._root, game, Problems(), trust=self._trust)[1].fingerprint
        except ProofdeckError:
            return ""

    def offer(self, game: str, room: PlayRoom) -> Offer:
        """What can be begun or continued in an empty room."""
        shown = self.shown(game)
        try:
            found, playable = open_game(self._root, game, Problems(), trust=self._trust)
            with playable.origin.faults():
                table = playable.game.new_initial_state(playable.game.max_players, 0)
                signs = signs_of(table, found.deck, shown.cards)
        except ProofdeckError as error:
            return Offer(refused=tuple(error.problems))
        fewest, most = playable.game.min_players, playable.game.max_players
        usual = [(HUMAN, ""), *[("greedy", "")] * (fewest - 1), *[(NOBODY, "")] * (most - fewest)]
        seats = [*room.seats, *[(NOBODY, "")] * most][:most] if room.seats else usual
        left, damaged = left_unfinished(self._root, game)
        told = (f"{problem.file}: {sentence(problem)}" for problem in damaged)
        bots = _offered(playable.engine, shown.say)
        return Offer(tuple(bots), fewest, tuple(seats), tuple(left), damaged=tuple(told), signs=signs)

    def take_up(self, game: str, name: str, text: str) -> Path:
        """Keep the record of a game, if it can be continued by the present rules."""
        lines = text[: text.rfind("\n") + 1]
        laid = continue_sitting(self._root, Path(name), lines, trust=self._trust)
        if laid.game.name != game:
            raise ProofdeckError(Problem("E803", f"this is a game of {laid.game.title}", name))
        if laid.sitting.state.is_terminal():
            raise ProofdeckError(Problem("E803", "this game is over", name, hint="`proofdeck replay` shows its moves."))
        file = new_record(self._root / FOLDER, game)
        write_file(file, lines.encode())
        return file

    def _empty(self) -> PlayRoom:
        return PlayRoom()

    def _act(self, game: str, room: PlayRoom, form: Form) -> TableReply:
        do, table = form.get("do", ""), room.table
        if table is None:
            if do == "begin":
                room.seats = _seats(form)
                is_blind = bool(form.get("blind"))
                room.table = self._begun(game, room.seats, _seed(form.get("seed", "").strip()), is_blind=is_blind)
            elif do == "continue":
                room.table = self._continued(game, form.get("file", ""))
            else:
                raise OutOfDate
            return TableReply()
        if do == "leave":
            room.table = None
            return TableReply()
        if do == "again":
            bots, names = table.talk.sitting.bots, table.talk.sitting.names
            seated = enumerate(zip(bots, names, strict=True), 1)
            given = [name if bot == HUMAN and name != player(seat) else "" for seat, (bot, name) in seated]
            room.seats = list(zip(bots, given, strict=True))
            room.table = self._begun(game, room.seats, None, is_blind=bool(table.talk.sitting.book))
            return TableReply()
        if do not in ACTS:
            raise OutOfDate
        with table.laid.playable.origin.faults():
            return ACTS[do](table, form)

    def _begun(self, game: str, seats: list[tuple[str, str]], seed: int | None, *, is_blind: bool) -> OpenTable:
        taken = [(who, name) for who, name in seats if who != NOBODY]
        people = {seat: name for seat, (who, name) in enumerate(taken) if who == HUMAN}
        bots, shown = [who for who, _ in taken], self.shown(game)
        words = shown.clauses if is_blind else None
        laid = begin_seated(self._root, game, bots, people, seed, words, trust=self._trust)
        return OpenTable(laid, shown)

    def _continued(self, game: str, name: str) -> OpenTable:
        if name not in {left.file for left in left_unfinished(self._root, game)[0]}:
            raise OutOfDate
        file = self._root / FOLDER / name
        laid = continue_sitting(self._root, file, file.read_text(encoding="utf-8"), trust=self._trust)
        return OpenTable(laid, self.shown(game))


def strengths(engine: Engine[Any]) -> Mapping[str, str]:
    """Three bots from weak to strong, and the phrase for each.

    `search` lets greedy players play on. If they only try each commitment, that takes half a minute for a choice, and
    `ismcts` beats them in less than a second.
    """
    strong = "ismcts" if engine.greedy is Hopeful else "search"
    return {"random": "easy", "greedy": "fair", strong: "strong"}


def _offered(engine: Engine[Any], say: Phrases) -> Iterator[tuple[str, str]]:
    """The three strengths, and then the bots that only this game has."""
    yield from ((bot, say(f"table.{strength}")) for bot, strength in strengths(engine).items())
    yield from ((bot, say("table.a_bot", bot=bot)) for bot in bot_makers(engine) if bot not in OF_ALL)


def _seats(form: Form) -> list[tuple[str, str]]:
    """Who is to sit where, as a form says it: `seat-1=human`, `name-1=Mia`."""
    rows = range(1, 1 + sum(key.startswith("seat-") for key in form))
    return [(form.get(f"seat-{row}", NOBODY), " ".join(form.get(f"name-{row}", "").split())) for row in rows]


def _seed(said: str) -> int | None:
    """The seed that is asked for; None for any. Raises ProofdeckError if it is not a number."""
    seed = whole(said)
    if said and (seed is None or seed >= MOST_SEED):
        raise ProofdeckError(Problem("E504", f"the seed '{said}' is not a whole number below {MOST_SEED:,}"))
    return seed

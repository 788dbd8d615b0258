"""The scores that are being added up on the page, at most one match for each game of the project.

Each answer is kept in `played/` as it is given, in a file that `match import` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from proofdeck.front.table.forms import Form, OutOfDate, sentence
from proofdeck.front.table.rooms import Room, Rooms, TableReply
from proofdeck.front.table.shown import TableGame
from proofdeck.ground.bounds import whole
from proofdeck.ground.files import children, is_folder, read_text, write_file
from proofdeck.ground.phrases import Phrases
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.asking import Suggestion
from proofdeck.play.engine.loading import Playable
from proofdeck.play.seats.sittings import FOLDER
from proofdeck.play.setup.opening import open_game
from proofdeck.score.conversation import Conversation
from proofdeck.score.tally import Tally
from proofdeck.source.project.game import Game

ENDING = ".json"
SET_MARKS = frozenset(":=")
"""What is in a set that is written down: `armory: Sword x3`, `4 = KS KH KD`."""
MOST_NAMES = 8
"""Players who can be entered on the page."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores that are being added up. file: where they are kept; shown: the game as it was when they were opened."""

    game: Game
    playable: Playable
    tally: Tally
    file: Path
    shown: TableGame

    def keep(self) -> None:
        """Write the file."""
        write_file(self.file, self.tally.written().encode())


@dataclass(slots=True)
class ScoreRoom(Room):
    """Where the scores of one game are added up.

    names: who played last; typed: an answer that was refused, to be corrected; suggestion: the best reading of the
    pile that was last tapped; is_asking: whether a round is being scored.
    """

    scores: Scores | None = None
    names: tuple[str, ...] = ()
    typed: str = ""
    suggestion: Suggestion | None = None
    is_asking: bool = False

    def close(self) -> None:
        """Leave the scores, which are kept."""
        self.scores = None

    def says(self, phrase: str, **parts: object) -> TableReply:
        """A phrase of the page about these scores."""
        assert self.scores is not None
        return TableReply((self.scores.shown.say(f"table.{phrase}", **parts),))


class KeptScores(NamedTuple):
    """Scores that can be continued. file: its name."""

    file: str
    says: str


@dataclass(frozen=True, slots=True)
class ScoreOffer:
    """What can be begun. fewest, most: players; refused: why nothing can be scored; left: scores to continue.

    damaged: why other files cannot be continued.
    """

    fewest: int = 0
    most: int = 0
    left: tuple[KeptScores, ...] = ()
    refused: tuple[Problem, ...] = ()
    damaged: tuple[str, ...] = ()


class ScoreRooms(Rooms[ScoreRoom]):
    """The scores that are being added up, at most those of one match of each game of a project."""

    def offer(self, game: str) -> ScoreOffer:
        """What can be begun or continued in an empty room."""
        try:
            _, playable = open_game(self._root, game, Problems(), trust=self._trust)
            with playable.origin.faults():
                Conversation(playable, [f"Player {seat}" for seat in range(1, playable.game.min_players + 1)])
        except ProofdeckError as error:
            return ScoreOffer(refused=tuple(error.problems))
        rules = playable.game
        most = min(rules.max_players, max(MOST_NAMES, rules.min_players))
        left, damaged = [], []
        for file in reversed(self._files(game)):
            try:
                tally = Tally.read(playable, read_text(file), file.name)
                left.append(KeptScores(file.name, _about(tally, self.shown(game).say)))
            except ProofdeckError as error:
                damaged += [f"{file.name}: {sentence(problem)}" for problem in error.problems]
        return ScoreOffer(rules.min_players, most, tuple(left), damaged=tuple(damaged))

    def _files(self, game: str) -> list[Path]:
        folder, begins = self._root / FOLDER, f"{game}-scores-"
        found = [file for file in children(folder) if file.suffix == ENDING] if is_folder(folder) else []
        numbered = {whole(file.stem.removeprefix(begins)): file for file in found if file.stem.startswith(begins)}
        return [numbered[number] for number in sorted(number for number in numbered if number is not None)]

    def take_up(self, game: str, name: str, text: str) -> Path:
        """Keep scores of that game that a page has saved."""
        _, playable = open_game(self._root, game, Problems(), trust=self._trust)
        tally = Tally.read(playable, text, name)
        if tally.match.game != game:
            raise ProofdeckError(Problem("E716", f"these are scores of {tally.match.title}", name))
        file = self._new_file(game)
        write_file(file, text.encode())
        return file

    def _new_file(self, game: str) -> Path:
        known = self._files(game)
        number = (whole(known[-1].stem.rpartition("-")[2]) or 0) + 1 if known else 1
        return self._root / FOLDER / f"{game}-scores-{number}{ENDING}"

    def _empty(self) -> ScoreRoom:
        return ScoreRoom()

    def _act(self, game: str, room: ScoreRoom, form: Form) -> TableReply:
        do, scores = form.get("do", ""), room.scores
        room.typed = ""
        if scores is None:
            if do == "begin":
                room.names = tuple(" ".join(form.get(f"name-{row}", "").split()) for row in range(1, MOST_NAMES + 1))
                room.scores, room.is_asking = self._begun(game, room.names), True
            elif do == "continue":
                room.scores = self._continued(game, form.get("file", ""))
                room.is_asking = room.scores.tally.is_begun or not room.scores.tally.match.rounds
            else:
                raise OutOfDate
            return TableReply()
        if do == "leave":
            room.close()
            return TableReply()
        if do not in ACTS or (do in WHILE_ASKING and not room.is_asking):
            raise OutOfDate
        with scores.playable.origin.faults():
            said = ACTS[do](room, scores.tally, form)
        scores.keep()
        return said

    def _begun(self, game: str, given: tuple[str, ...]) -> Scores:
        found, playable = open_game(self._root, game, Problems(), trust=self._trust)
        names = [
            name or (self.shown(game).say("table.player", seat=seat) if seat <= playable.game.min_players else "")
            for seat, name in enumerate(given, 1)
        ]
        with playable.origin.faults():
            tally = Tally.begin(playable, found, [name for name in names if name])
        scores = Scores(found, playable, tally, self._new_file(game), self.shown(game))
        scores.keep()
        return scores

    def _continued(self, game: str, name: str) -> Scores:
        file = next((file for file in self._files(game) if file.name == name), None)
        if file is None:
            raise OutOfDate
        found, playable = open_game(self._root, game, Problems(), trust=self._trust)
        with playable.origin.faults():
            return Scores(found, playable, Tally.read(playable, read_text(file), name), file, self.shown(game))


def _about(tally: Tally, say: Phrases) -> str:
    rounds = say("table.rounds", count=len(tally.match.rounds))
    rounds = say("table.and_one_under_way", rounds=rounds) if tally.is_begun else rounds
    return f"{say.listed(tally.match.players)} · {rounds}"


# -- what can be asked of a room ---------------------------------------------------------------------------------------


def _answer(room: ScoreRoom, tally: Tally, form: Form) -> TableReply:
    """Answer the question, and go on to the next one."""
    if tally.conversation.table.question is None:
        raise OutOfDate
    typed = " ".join(form.get("said", "").split())
    return _told(room, tally.say(typed), typed)


def _none(room: ScoreRoom, tally: Tally, _: Form) -> TableReply:
    """Give an empty answer, which leaves a question open or ends one that is repeated."""
    return _answer(room, tally, {})


def _pile(room: ScoreRoom, tally: Tally, form: Form) -> TableReply:
    """Look for the best sets in a pile of cards. A set that is written as such is an answer."""
    typed = " ".join(form.get("said", "").split())
    if set(typed) & SET_MARKS:
        return _answer(room, tally, form)
    suggestion, problems = tally.conversation.suggestion(typed)
    room.suggestion = None
    if suggestion is None:
        return _told(room, problems, typed)
    if not suggestion.answers and not tally.conversation.changes(suggestion):
        room.typed = typed
        return room.says("no_sets")
    room.suggestion, room.typed = suggestion, typed
    return TableReply()


def _use(room: ScoreRoom, tally: Tally, _: Form) -> TableReply:
    """Take what was suggested."""
    if room.suggestion is None:
        raise OutOfDate
    return _told(room, tally.use(room.suggestion), "")


def _refuse(room: ScoreRoom, _: Tally, form: Form) -> TableReply:
    """Do not take what was suggested."""
    room.suggestion, room.typed = None, form.get("said", "")
    return TableReply()


def _change(room: ScoreRoom, tally: Tally, form: Form) -> TableReply:
    """Correct an earlier answer."""
    wrong = tally.change(whole(form.get("line", "")) or 0, " ".join(form.get("said", "").split()))
    return _told(room, wrong, "")


def _undo(room: ScoreRoom, tally: Tally, _: Form) -> TableReply:
    """Take back the last answer, or the end of a round."""
    taken = tally.undo()
    room.suggestion = None
    if taken is None:
        return room.says("nothing_to_undo")
    room.is_asking = True
    assert room.scores is not None
    return room.says("taken_back", what=taken or room.scores.shown.say("table.last_step"))


def _end_round(room: ScoreRoom, tally: Tally, _: Form) -> TableReply:
    """Count the table as a round."""
    wrong = tally.end_round()
    room.is_asking = bool(wrong)
    return _told(room, wrong, "")


def _next(room: ScoreRoom, tally: Tally, _: Form) -> TableReply:
    """Score another round."""
    if tally.match.over:
        raise OutOfDate
    room.is_asking = True
    return TableReply()


def _told(room: ScoreRoom, wrong: Sequence[Problem], typed: str) -> TableReply:
    """What is wrong with an answer, which is then there to be corrected."""
    if not wrong:
        room.suggestion = None
        return TableReply()
    room.typed = typed
    return TableReply(tuple(sentence(replace(problem, line=None)) for problem in wrong))


ACTS: Mapping[str, Callable[[ScoreRoom, Tally, Form], TableReply]] = {
    "answer": _answer,
    "none": _none,
    "pile": _pile,
    "use": _use,
    "refuse": _refuse,
    "change": _change,
    "undo": _undo,
    "end": _end_round,
    "next": _next,
}
WHILE_ASKING = frozenset(ACTS) - {"undo", "next"}

"""Tables without rules on the page, at most one for each game: whose screen it is, and what its forms do.

Each act is kept in `played/` as it is done. A table under way keeps the cards with which it was begun.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from secrets import randbelow

from proofdeck.front.table.forms import Form, OutOfDate
from proofdeck.front.table.rooms import Room, Rooms, TableReply
from proofdeck.front.table.shown import TableGame
from proofdeck.ground.bounds import parsed_json, whole
from proofdeck.ground.files import append_line, write_file
from proofdeck.ground.phrases import Phrases
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.ground.typography import capital
from proofdeck.play.engine.pictures import Pictures, player
from proofdeck.play.engine.state import Dice
from proofdeck.play.free.acts import FreeAct, NotPossible
from proofdeck.play.free.box import FreeBox
from proofdeck.play.free.dealt import dealt_start
from proofdeck.play.free.laying import LaidWords, start_of
from proofdeck.play.free.pieces import FreeStart
from proofdeck.play.free.record import ENDING, MOST_PLAYERS, FreeHeader, FreeSitting, opened
from proofdeck.play.free.setup import read_setup, read_tracks
from proofdeck.play.scene.boards import boards_of, plans_of
from proofdeck.play.scene.zones import after_the_deal, zones_of
from proofdeck.play.seats.players import check_players
from proofdeck.play.seats.sittings import FOLDER, MOST_LEFT, MOST_SEEDS, new_record
from proofdeck.play.setup.opening import open_game

FREE = "free"
"""What forms of these tables call their view."""


@dataclass(frozen=True, slots=True)
class FreeLeft:
    """A table that was left. file: the name of its record; names: of its players."""

    file: str
    names: tuple[str, ...]


@dataclass(slots=True)
class OpenFree:
    """A table under way. viewer: the seat before the screen; is_curtained: whether it has to be passed on first.

    then: how many acts are shown while somebody looks back, None for the table as it is.
    """

    sitting: FreeSitting
    shown: TableGame
    file: Path
    viewer: int = 0
    is_curtained: bool = False
    then: int | None = None


@dataclass(slots=True)
class FreeRoom(Room):
    """Where one game is played without rules. names: who sat down last; is_asked: whether somebody wants to begin."""

    table: OpenFree | None = None
    names: list[str] = field(default_factory=list)
    is_asked: bool = False

    def close(self) -> None:
        """Leave the table, which is kept."""
        self.table = None


class FreeTables(Rooms[FreeRoom]):
    """The tables without rules, at most one of each game of a project."""

    def act(self, game: str, form: Form) -> bool:
        """As in other rooms, but no page is too old: what an act is about is checked against the table as it is."""
        return super().act(game, {**form, "at": str(self.room(game).at)})

    def take_up(self, game: str, name: str, text: str) -> Path:
        """Keep the record of a table that was made elsewhere."""
        if opened(text, name, _unkept).header.game != game:
            raise ProofdeckError(Problem("E803", "this is a table of another game", name))
        file = new_record(self._root / FOLDER, game, ENDING)
        write_file(file, text[: text.rfind("\n") + 1].encode())
        return file

    def left(self, game: str) -> list[FreeLeft]:
        """The tables that can be gone on with, the last one touched first."""
        files = sorted((self._root / FOLDER).glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime, reverse=True)
        found = []
        for file in files[:MOST_LEFT]:
            header = _header(file)
            names = header.get("names")
            if header.get("game") == game and isinstance(names, list):
                found.append(FreeLeft(file.name, tuple(map(str, names))))
        return found

    def _empty(self) -> FreeRoom:
        return FreeRoom()

    def _act(self, game: str, room: FreeRoom, form: Form) -> TableReply:
        do, say = form.get("do", ""), self.shown(game).say
        if room.table is None:
            if do == "ask":
                room.is_asked = True
            elif do == "back":
                room.is_asked = False
            elif do == "begin":
                room.table = self._begun(game, room, form)
            elif do == "continue" and form.get("file") in {left.file for left in self.left(game)}:
                room.table = self._continued(game, self._root / FOLDER / form["file"])
            else:
                raise OutOfDate
            return TableReply()
        if do == "leave":
            room.table, room.is_asked = None, False
            return TableReply()
        return self.answered(room.table, room.table.viewer, form, say)

    def act_at(self, game: str, seat: int, form: Form) -> TableReply:
        """What somebody is told who acts from a device of their own. Raises OutOfDate if there is no such seat."""
        room = self.room(game)
        with room.lock:
            if room.table is None or seat >= len(room.table.sitting.header.names):
                raise OutOfDate
            reply = self.answered(room.table, seat, form, self.shown(game).say)
            room.at += 1
            return reply

    def answered(self, table: OpenFree, seat: int, form: Form, say: Phrases) -> TableReply:
        """What somebody in that seat is told after a form. Raises OutOfDate for one that asks for nothing."""
        do = form.get("do", "")
        if do in SCREEN:
            return SCREEN[do](table, form)
        try:
            if do == "undo":
                taken = table.sitting.undo()
                return TableReply((say(f"free.{'taken_back' if taken else 'nothing_to_undo'}"),))
            if do == "redo":
                return TableReply((say(f"free.{'done_again' if table.sitting.redo() else 'nothing_to_redo'}"),))
            if do == "remark":
                said = " ".join(form.get("said", "").split())
                if said:
                    table.sitting.remark(seat, said)
                return TableReply((say("table.remark_kept" if said else "table.remark_empty"),))
            table.sitting.do(seat, act_of(form))
            table.then = None
        except NotPossible as refused:
            return TableReply((say(f"free.{refused.phrase}"),))
        return TableReply()

    def _begun(self, game: str, room: FreeRoom, form: Form) -> OpenFree:
        shown = self.shown(game)
        rows = range(1, 1 + min(MOST_PLAYERS, whole(form.get("players", "")) or 1))
        typed = [" ".join(form.get(f"name-{row}", "").split()) for row in rows]
        room.names = [name or player(seat) for seat, name in enumerate(typed, 1)]
        if wrong := check_players(room.names, len(rows), len(rows), game):
            raise ProofdeckError(wrong)
        seed, is_open = randbelow(MOST_SEEDS), form.get("open") == "yes" or len(rows) == 1
        start = self._dealt(game, len(rows), seed) if form.get("dealt") == "yes" else None
        start = start or start_by_setup(shown.box, len(rows), seed, shown.say)
        header = FreeHeader(game, tuple(room.names), seed, start, is_open)
        file = new_record(self._root / FOLDER, game, ENDING)
        append_line(file, header.line)
        sitting = FreeSitting(header, lambda row: append_line(file, row))
        return OpenFree(sitting, shown, file, is_curtained=_is_hidden(header) and any(header.start.hands))

    def _dealt(self, game: str, players: int, seed: int) -> FreeStart:
        """The table as the engine of the game deals it. Raises ProofdeckError if it cannot."""
        shown = self.shown(game)
        found, playable = open_game(self._root, game, Problems(), trust=self._trust)
        pictures = replace(playable.engine.pictures, phrases=shown.say)
        plans = plans_of(playable.game, found.deck, shown.fronts.get)
        try:
            with playable.origin.faults():
                state = after_the_deal(playable.engine, playable.game, found.deck, players, seed)
                zones = [*zones_of(state, pictures, plans)]
                lying = boards_of(state, plans).items()
                boards = {board: [(one.piece, box) for one, box in pieces] for board, pieces in lying}
                dice = [(_die(one, pictures), one.faces) for one in state.laid_dice() for _ in range(one.copies)]
            counters = tuple(read_tracks(shown.box.tracks, players))
        except ValueError as error:
            raise ProofdeckError(Problem("E504", str(error), field="players")) from None
        start = dealt_start(shown.box.pieces(players), players, zones, boards, _words(shown.say), dice)
        return start._replace(counters=counters)

    def _continued(self, game: str, file: Path) -> OpenFree:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise ProofdeckError(Problem("E803", "the file cannot be read", file.name)) from None
        whole_lines = text[: text.rfind("\n") + 1]
        sitting = opened(whole_lines, file.name, lambda row: append_line(file, row))
        if whole_lines != text:
            write_file(file, whole_lines.encode())
        return OpenFree(sitting, self.shown(game), file, is_curtained=_is_hidden(sitting.header))


def start_by_setup(box: FreeBox, players: int, seed: int, say: Phrases) -> FreeStart:
    """How a table begins. Raises ProofdeckError if its setup cannot be made of its pieces."""
    try:
        lines, counters = read_setup(box.setup, players), list(read_tracks(box.tracks, players))
        return start_of(box.pieces(players), players, seed, lines, counters, box.needs, _words(say))
    except ValueError as error:
        raise ProofdeckError(Problem("E506", f"the setup in the head of the rules: {error}")) from error


def _die(dice: Dice, pictures: Pictures) -> str:
    """What a die is called, by whose it is."""
    return capital(pictures.called(dice.place) or dice.place)


def _words(say: Phrases) -> LaidWords:
    return LaidWords(say("free.discard"), say("free.cards_label"))


def _is_hidden(header: FreeHeader) -> bool:
    """Whether the screen has to be passed on."""
    return len(header.names) > 1 and not header.is_open


def act_of(form: Form) -> FreeAct:
    """What a form asks for."""
    what = tuple(form.get("what", "").split())
    count = whole(form.get("count", "").removeprefix("-")) or 0
    signed = -count if form.get("count", "").startswith("-") else count
    said, way = form.get("said", ""), form.get("way", "")
    return FreeAct(
        form.get("do", ""), what, signed, form.get("to", ""), _length(form, "x"), _length(form, "y"), way, said
    )


def _length(form: Form, name: str) -> float:
    """A number of mm; 0 for anything else, such as `nan`, which no JSON can keep."""
    try:
        length = float(form.get(name, "") or 0)
    except ValueError:
        return 0.0
    return length if isfinite(length) else 0.0


def _unkept(_: str) -> None:
    """Keeps nothing."""


# -- the screen --------------------------------------------------------------------------------------------------------


def _seat(table: OpenFree, form: Form) -> TableReply:
    """The screen is passed on to another person."""
    seat = whole(form.get("seat", ""))
    if seat is None or not 0 <= seat < len(table.sitting.header.names):
        raise OutOfDate
    table.is_curtained = table.is_curtained or (seat != table.viewer and _is_hidden(table.sitting.header))
    table.viewer = seat
    return TableReply()


def _ready(table: OpenFree, _: Form) -> TableReply:
    table.is_curtained = False
    return TableReply()


def _then(table: OpenFree, form: Form) -> TableReply:
    """The table is shown as it was after so many acts, or as it is."""
    then, acts = whole(form.get("then", "")), len(table.sitting.acts)
    table.then = None if then is None or then >= acts else then
    return TableReply()


SCREEN: Mapping[str, Callable[[OpenFree, Form], TableReply]] = {"seat": _seat, "ready": _ready, "then": _then}
"""What changes only what is on the screen."""


def _header(file: Path) -> dict[str, object]:
    """The first line of a file; empty if it cannot be read."""
    try:
        with file.open(encoding="utf-8") as lines:
            found = parsed_json(lines.readline())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}

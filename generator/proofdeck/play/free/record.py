"""A table without rules that is kept in a file: how it began, each act as a line, remarks, and what was taken back.

The file holds the whole table, so it can be replayed whatever becomes of the cards. Its lines are only added to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from proofdeck.ground.bounds import parsed_json
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.ground.units import Box
from proofdeck.play.engine.transcript import LONGEST_REMARK, MOST_LINES, REMARK, UNDONE
from proofdeck.play.free.acts import FreeAct, FreeEvent, NotPossible
from proofdeck.play.free.box import BoxCard, FreeBox
from proofdeck.play.free.pieces import FreeCounter, FreeDie, FreePiece, FreePile, FreeStart
from proofdeck.play.free.table import FreeTable, replayed

ENDING = ".table"
VERSION = 1
MOST_PLAYERS = 12
PLAIN = FreeAct("")


class FreeRemark(NamedTuple):
    """What a person said after so many acts."""

    acts: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class FreeHeader:
    """How a table began. names: of the players, by seat; is_open: whether everybody sees all hands."""

    game: str
    names: tuple[str, ...]
    seed: int
    start: FreeStart
    is_open: bool = False

    @property
    def line(self) -> str:
        """The first line of its file."""
        seats = {"players": len(self.names), "names": self.names, "seed": self.seed, "open": self.is_open}
        return _line({"table": VERSION, "game": self.game, **seats, "start": as_data(self.start)})


class FreeSitting:
    """A table with people at it. acts: those that stand, each with its seat; remarks: all."""

    def __init__(self, header: FreeHeader, keep: Callable[[str], None]) -> None:
        """keep: takes each line of the file after the first."""
        self.header, self._keep = header, keep
        self.acts: list[tuple[int, FreeAct]] = []
        self.remarks: list[FreeRemark] = []
        self._undone: list[tuple[int, FreeAct]] = []
        self.table = self.table_after(0)

    def do(self, seat: int, act: FreeAct) -> FreeEvent:
        """Raises NotPossible, leaving everything unchanged."""
        event = self.table.do(seat, act)
        self._undone = self._undone[:-1] if self._undone[-1:] == [(seat, act)] else []
        self.acts.append((seat, act))
        self._keep(_line({"player": seat + 1, **_said(act)}))
        return event

    def undo(self) -> FreeEvent | None:
        """Take back the last act, whoever did it, and return what it was; None if there is none."""
        if not self.acts:
            return None
        taken = self.table.log[-1]
        self._undone.append(self.acts.pop())
        self.table = self.table_after(len(self.acts))
        self._keep(_line({UNDONE: 1}))
        return taken

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def redo(self) -> FreeEvent | None:
        """Do again what was taken back last, as the same person and with the same chance; None if there is none."""
        return self.do(*self._undone[-1]) if self._undone else None

    def remark(self, seat: int, text: str) -> None:
        """Keep what somebody says about the table as it is."""
        said = FreeRemark(len(self.acts), seat, text[:LONGEST_REMARK])
        self.remarks.append(said)
        self._keep(_line({REMARK: said.text, "player": seat + 1}))

    def table_after(self, acts: int) -> FreeTable:
        """The table as it was after so many acts."""
        header = self.header
        return replayed(header.start, header.seed, self.acts[:acts], is_open=header.is_open)

    def go_on(self, rows: Iterable[tuple[int, Any]], file: str) -> None:
        """Do what the lines after the first say, without keeping them again. Raises ProofdeckError at a wrong one."""
        keep, self._keep = self._keep, lambda _: None
        for number, row in rows:
            try:
                self._follow(row)
            except (NotPossible, ValueError, KeyError, TypeError, AttributeError) as error:
                raise _damaged(file, number) from error
        self._keep = keep

    def _follow(self, row: dict[str, Any]) -> None:
        if UNDONE in row:
            for _ in range(int(row[UNDONE])):
                if self.undo() is None:
                    raise ValueError("nothing to undo")
        elif REMARK in row:
            self.remark(_seat(row, self.table), str(row[REMARK]))
        else:
            self.do(_seat(row, self.table), _act(row))


def _seat(row: dict[str, Any], table: FreeTable) -> int:
    seat = row["player"] - 1
    if not isinstance(seat, int) or not 0 <= seat < table.players:
        raise ValueError("no such player")
    return seat


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(", ", ": "))


def _said(act: FreeAct) -> dict[str, Any]:
    """What is not as usual."""
    facts = {name: getattr(act, name) for name in FreeAct.__dataclass_fields__}
    return {name: value for name, value in facts.items() if value != getattr(PLAIN, name)}


def _act(row: dict[str, Any]) -> FreeAct:
    what = row.get("what", [])
    if not isinstance(what, list):
        raise TypeError("what is not a list")
    return FreeAct(
        str(row["do"]),
        tuple(map(str, what)),
        int(row.get("count", 0)),
        str(row.get("to", "")),
        float(row.get("x", 0.0)),
        float(row.get("y", 0.0)),
        str(row.get("way", "")),
        str(row.get("said", "")),
    )


def opened(text: str, file: str, keep: Callable[[str], None]) -> FreeSitting:
    """The table of a file, after all its lines. Raises ProofdeckError if it is not one; half a last line is ignored."""
    lines = text[: text.rfind("\n") + 1].splitlines()[:MOST_LINES]
    rows = [(number, _row(line, file, number)) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise _damaged(file, 1)
    sitting = FreeSitting(_header(rows[0][1], file), keep)
    sitting.go_on(rows[1:], file)
    return sitting


def _row(line: str, file: str, number: int) -> dict[str, Any]:
    try:
        row = parsed_json(line)
    except ValueError:
        raise _damaged(file, number) from None
    if not isinstance(row, dict):
        raise _damaged(file, number)
    return row


def _header(row: dict[str, Any], file: str) -> FreeHeader:
    try:
        start, names = from_data(row["start"]), _names(row["names"])
        if row["table"] != VERSION or len(names) != len(start.hands):
            raise ValueError("another version")
        return FreeHeader(str(row["game"]), names, int(row["seed"]), start, bool(row["open"]))
    except (KeyError, ValueError, TypeError):
        raise _damaged(file, 1) from None


def _names(names: Sequence[object]) -> tuple[str, ...]:
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_PLAYERS:
        raise TypeError("no names")
    return tuple(map(str, names))


def _damaged(file: str, line: int) -> ProofdeckError:
    hint = "Begin a new table; this file stays as it is."
    return ProofdeckError(Problem("E803", "this is not the record of a table without rules", file, line, hint=hint))


# -- tables and boxes as JSON ------------------------------------------------------------------------------------------


def box_from(data: Any) -> FreeBox:
    """The box that was written as JSON."""
    cards, players, setup, tracks, needs, sides = data
    read = (BoxCard(*one)._replace(copies=tuple(map(tuple, one[8]))) for one in cards)
    seats = tuple((number, tuple(map(tuple, each))) for number, each in sides)
    return FreeBox(tuple(read), tuple(players), tuple(map(tuple, setup)), tuple(map(tuple, tracks)), needs, seats)


def as_data(start: FreeStart) -> dict[str, Any]:
    """The same as lists and numbers."""
    seats = [[box.x, box.y, box.width, box.height] for box in start.seats]
    return {
        **start._asdict(),
        "seats": seats,
        "up": sorted(start.up),
        "turned": dict(start.turned),
        "came": dict(start.came),
    }


def from_data(data: Any) -> FreeStart:
    """The table that `as_data` wrote. Raises ValueError for anything else."""
    try:
        start = FreeStart(
            pieces=tuple(FreePiece(*one) for one in data["pieces"]),
            piles=tuple(FreePile(*one)._replace(pieces=tuple(one[4])) for one in data["piles"]),
            scale=float(data["scale"]),
            seats=tuple(Box(*one) for one in data["seats"]),
            up=frozenset(data["up"]),
            hands=tuple(map(tuple, data["hands"])),
            dice=tuple(FreeDie(*one) for one in data["dice"]),
            counters=tuple(FreeCounter(*one) for one in data["counters"]),
            turned={str(name): int(degrees) for name, degrees in data["turned"].items()},
            came={str(name): str(label) for name, label in data["came"].items()},
        )
    except (TypeError, KeyError, IndexError, AttributeError) as error:
        raise ValueError("this is not a table") from error
    known = {piece.id for piece in start.pieces}
    lying = [name for group in (*(pile.pieces for pile in start.piles), *start.hands) for name in group]
    if len(set(lying)) < len(lying) or not {*lying, *start.up, *start.turned, *start.came} <= known:
        raise ValueError("this is not a table")
    return start

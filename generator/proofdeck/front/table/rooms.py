"""Rooms in which something is under way on the page: a game that is played, scores that are added up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from proofdeck.front.table.forms import Form, OutOfDate, sentence
from proofdeck.front.table.shown import TableGame
from proofdeck.ground.problems import ProofdeckError

NOT_NOW = "table.moved_on"
"""The phrase for those whose form came too late."""


@dataclass(frozen=True, slots=True)
class TableReply:
    """An answer to a person at the table. clause: the rule that it is about, or ""."""

    lines: tuple[str, ...] = ()
    clause: str = ""


@dataclass(slots=True)
class Room(ABC):
    """A room of one game. at: a number that changes with each thing that is done here.

    said: the answer to what was done last.
    """

    at: int = 0
    said: TableReply = TableReply()
    lock: Lock = field(default_factory=Lock)

    @abstractmethod
    def close(self) -> None:
        """Leave what is under way."""

    def close_for(self, error: ProofdeckError) -> None:
        """Leave it because of an error, which is told to those who sat there."""
        self.close()
        self.said = TableReply(tuple(map(sentence, error.problems)))


AnyRoom = TypeVar("AnyRoom", bound=Room)


class Rooms(ABC, Generic[AnyRoom]):
    """The rooms of a project, by game. Safe for several threads; what takes long delays only its own room."""

    def __init__(self, root: Path, shown: Callable[[str], TableGame], *, trust: bool) -> None:
        """shown: a game as it is now."""
        self._root, self.shown, self._trust = root, shown, trust
        self._rooms: dict[str, AnyRoom] = {}
        self._lock = Lock()

    def room(self, game: str) -> AnyRoom:
        """The room of that game. Hold its lock while using it."""
        with self._lock:
            return self._rooms.setdefault(game, self._empty())

    def act(self, game: str, form: Form) -> bool:
        """Do what a form asks for, and return whether it was done: not if the page with the form was out of date."""
        room = self.room(game)
        with room.lock:
            if form.get("at") != str(room.at):
                return False
            try:
                room.said = self._act(game, room, form)
            except OutOfDate:
                return False
            except ProofdeckError as error:
                room.close_for(error)
            room.at += 1
            return True

    @abstractmethod
    def take_up(self, game: str, name: str, text: str) -> Path:
        """Keep a file that was made elsewhere, to be continued here. Raises ProofdeckError if that is not possible.

        name: of the file, for messages.
        """

    @abstractmethod
    def _empty(self) -> AnyRoom: ...
    @abstractmethod
    def _act(self, game: str, room: AnyRoom, form: Form) -> TableReply: ...

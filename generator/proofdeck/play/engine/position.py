"""Reads positions: `key: value` lines, in which a key may end with the number of a player.

The game decides what the keys mean. This module finds them, however they are written, and reads numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import NOTHING, Names, Notation, NotationLine, Reading, Word, folded, whole_number
from proofdeck.play.engine.state import Game, State

Laid = TypeVar("Laid", bound=State)

PLAYERS, TO_MOVE = "players", "to move"
SEAT = re.compile(r"(?P<key>.*?)\s*(?P<seat>\d{1,2})")


class Fields(Reading):
    """The lines of a position by key; a player's key has the player's number, counted from 1, as its second part."""

    def __init__(self, notation: Notation, keys: Sequence[str], of_players: Sequence[str], problems: Problems) -> None:
        """keys, of_players: the known keys. Lines that cannot be read become problems."""
        super().__init__(notation, problems)
        self._of_players = frozenset(of_players)
        self._lines: dict[tuple[str, int], NotationLine] = {}
        names = Names("line", ((key, key) for key in (*keys, *of_players)))
        for line in notation.lines:
            key, seat = self._key(line, names)
            if key and (key, seat) in self._lines:
                self.refuse(f"the line '{line.key.text}' is already there", line.key)
            elif key:
                self._lines[key, seat] = line

    def _key(self, line: NotationLine, names: Names[str]) -> tuple[str, int]:
        found = SEAT.fullmatch(line.key.text) if self._of_players else None
        key = line.key.part(0, found.end("key")) if found else line.key
        name = self.look_up(names, key) or ""
        owned = name in self._of_players
        if bool(found) == owned or not name:
            return name, int(found["seat"]) if found else 0
        hint = f"Write '{name} 1: ...'." if owned else f"Write '{name}: ...'."
        self.refuse(f"'{line.key.text}' {'needs' if owned else 'must not have'} the number of a player", key, hint)
        return "", 0

    def line(self, key: str, seat: int = 0) -> NotationLine | None:
        """That line; seat: of a player, counted from 1."""
        return self._lines.get((key, seat))

    def value(self, key: str) -> Word | None:
        """The value of such a line, as a place for problems."""
        line = self.line(key)
        return line.value if line else None

    def beyond(self, players: int) -> Iterator[tuple[int, Word]]:
        """Numbers of players beyond that many, with the keys of their lines."""
        for (key, seat), line in self._lines.items():
            if key in self._of_players and not 1 <= seat <= players:
                yield seat, line.key

    def players(self, game: Game) -> int:
        """The number of players from the line `players`, or the fewest. Lines of other players are refused."""
        players = self.whole(PLAYERS, game.min_players, game.max_players, game.min_players)
        for seat, key in self.beyond(players):
            self.refuse(f"there is no player {seat}, because there are {players} players", key)
        return players

    def to_move(self, players: int) -> int:
        """The seat of the player to move; the first by default."""
        return self.whole(TO_MOVE, 1, players, 1) - 1

    def whole(self, key: str, least: int, most: int, otherwise: int, seat: int = 0) -> int:
        """A whole number within the bounds. otherwise: the value if there is no such line."""
        line = self.line(key, seat)
        if line is None:
            return otherwise
        number = whole_number(line.value.text)
        if number is not None and least <= number <= most:
            return number
        self.refuse(f"'{line.value.text}' is not a number from {least} to {most}", line.value)
        return otherwise

    def of_each(self, key: str, what: str, players: int = 0) -> list[int]:
        """A whole number for each player, 0 if there is no such line. players: 0 for as many as there are numbers.

        what: a word for messages, such as `kills`.
        """
        line, found = self.line(key), list[int]()
        for word in line.words() if line else ():
            is_number = word.text.isascii() and word.text.isdigit() and len(word.text) < 6
            found.append(int(word.text) if is_number else 0)
            if not is_number:
                self.refuse(f"'{word.text}' is not a number of {what}", word)
        if line and players and len(found) != players:
            self.refuse(f"'{line.value.text}' is not a number of {what} for each of the {players} players", line.value)
        return (found + [0] * players)[: players or None]

    def words_of(self, key: str, seat: int = 0) -> list[Word]:
        """The words between the commas of such a line; none for `nothing`, and if there is no such line."""
        line = self.line(key, seat)
        cut = line.cut(",") if line else ()
        return [word for word in cut if word.text and folded(word.text) != NOTHING]

    def word(self, key: str, words: Sequence[str], otherwise: str, seat: int = 0) -> str:
        """One of those words."""
        line = self.line(key, seat)
        if line is None:
            return otherwise
        chosen = {folded(word): word for word in words}.get(folded(line.value.text))
        if chosen is None:
            self.refuse(f"'{line.value.text}' is not one of {', '.join(words)}", line.value)
        return chosen or otherwise

    def cards(self, key: str, names: Names[int], seat: int = 0) -> list[int]:
        """The cards of such a line in order, copies one by one."""
        line = self.line(key, seat)
        return self.cards_of(line, names) if line else []

    def ready(self, table: Laid) -> Laid | None:
        """The table, with nothing fired and nothing known yet; None after problems."""
        table.fired, table._legal = 0, None
        return None if self.failed() else table


def as_text(*lines: tuple[str, object]) -> str:
    """The lines of a position, from keys and values; those whose value is None are left out."""
    return "\n".join(f"{key}: {value}" for key, value in lines if value is not None)

"""Positions as people write them: `key: value` lines, in which a key may end with the number of a player.

What the keys mean is the game's affair. Here they are found, however they are written, and numbers are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.engine.notation import Line, Names, Notation, Word, folded
from generator.problems import Problem

SEAT = re.compile(r"(?P<key>.*?)\s*(?P<seat>\d{1,2})")


class Fields:
    """The lines of a position by their keys; a key of a player has his number, counted from 1, as its second part."""

    def __init__(
        self, notation: Notation, keys: Sequence[str], of_players: Sequence[str], problems: list[Problem]
    ) -> None:
        """keys, of_players: what is known. Lines that cannot be understood become problems."""
        self._notation, self._problems = notation, problems
        self._lines: dict[tuple[str, int], Line] = {}
        names = Names("line", ((key, key) for key in (*keys, *of_players)))
        for line in notation.lines:
            key, seat = self._key(line, names, of_players)
            if key and (key, seat) in self._lines:
                self.refuse(f"the line '{line.key.text}' is already there", line.key)
            elif key:
                self._lines[key, seat] = line

    def _key(self, line: Line, names: Names[str], of_players: Sequence[str]) -> tuple[str, int]:
        found = SEAT.fullmatch(line.key.text)
        key = line.key.part(0, found.end("key")) if found else line.key
        name = names.look_up(key, self._notation, self._problems) or ""
        if bool(found) == (name in of_players) or not name:
            return name, int(found["seat"]) if found else 0
        hint = f"Such as '{name} 1: ...'." if name in of_players else f"Write '{name}: ...'."
        self.refuse(f"'{line.key.text}' {'lacks' if name in of_players else 'has'} the number of a player", key, hint)
        return "", 0

    def line(self, key: str, seat: int = 0) -> Line | None:
        """That line; seat: of a player, counted from 1."""
        return self._lines.get((key, seat))

    def seats(self, key: str) -> list[int]:
        """The players who have such a line, counted from 1."""
        return sorted(seat for name, seat in self._lines if name == key)

    def whole(self, key: str, least: int, most: int, otherwise: int, seat: int = 0) -> int:
        """A whole number between both; otherwise: where there is no such line."""
        line = self.line(key, seat)
        if line is None:
            return otherwise
        text = line.value.text
        if text.isascii() and text.isdigit() and len(text) < 7 and least <= int(text) <= most:
            return int(text)
        self.refuse(f"'{text}' is no number from {least} to {most}", line.value)
        return otherwise

    def word(self, key: str, words: Sequence[str], otherwise: str) -> str:
        """One of those words."""
        line = self.line(key)
        if line is None:
            return otherwise
        chosen = {folded(word): word for word in words}.get(folded(line.value.text))
        if chosen is None:
            self.refuse(f"'{line.value.text}' is none of {', '.join(words)}", line.value)
        return chosen or otherwise

    def cards(self, key: str, names: Names[int], seat: int = 0) -> list[int]:
        """The cards of a line in its order, copies one by one."""
        line = self.line(key, seat)
        found: list[int] = []
        for entry in line.entries(self._problems, self._notation.shown) if line else ():
            card = names.look_up(entry.name, self._notation, self._problems)
            if card is not None:
                found += [card] * entry.count
        return found

    def refuse(self, message: str, word: Word | None = None, hint: str = "") -> None:
        self._problems.append(self._notation.problem("E702", message, word, hint))

    def too_many(self, message: str, word: Word | None = None) -> None:
        """Cards that the deck does not have."""
        self._problems.append(self._notation.problem("E703", message, word))

"""Reads a table written down by people: lines `key: words`, with the place of every word.

A notation is independent of games. It splits the text into lines, a line into a key and entries at the commas, and an
entry into a name, a number of copies and what it stands for. Games look names up with `Names`, which ignores case,
spaces, kinds of apostrophes and plurals, and accepts names shortened at either end if they are not ambiguous.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from proofdeck.ground.problems import Place, Problems, did_you_mean, hint_from, listed

NOTHING = "nothing"
"""What people write where somebody has no cards."""
LONGEST_TABLE = 20_000
"""The largest table, in characters; no real one is longer."""
COPIES_AFTER = re.compile(r"(?<!\s)\s*[x×*]\s*(?P<count>\d{1,3})$", re.IGNORECASE)
COPIES_BEFORE = re.compile(r"(?P<count>\d{1,3})\s*[x×*]\s*(?P<name>.+)$", re.IGNORECASE)
STANDS_FOR = re.compile(r"(?<!\s)\s+(?:as|=)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of text and where it is. file: its name in messages; line, column: counted from 1."""

    text: str
    file: str
    line: int
    column: int

    @property
    def place(self) -> Place:
        return Place(self.file, self.line, self.column)

    def part(self, start: int, end: int) -> Word:
        """The letters from start to end, without the spaces around them."""
        piece = self.text[start:end]
        blank = len(piece) - len(piece.lstrip())
        return Word(piece.strip(), self.file, self.line, self.column + start + blank)


@dataclass(frozen=True, slots=True)
class Entry:
    """`Shield x2` or `Trickster as Ranger`."""

    name: Word
    count: int = 1
    stands_for: Word | None = None


@dataclass(frozen=True, slots=True)
class NotationLine:
    """`  key: value`. indented: whether it belongs to the unindented line above; colon: whether it has a colon."""

    key: Word
    value: Word
    indented: bool
    colon: bool = True

    def without_key(self) -> NotationLine:
        """The line with all of it as the value, because its first words are not a key."""
        gap = self.value.column - self.key.column - len(self.key.text)
        text = f"{self.key.text}{' ' * gap}{self.value.text}".rstrip()
        return NotationLine(self.key.part(0, 0), replace(self.key, text=text), self.indented)

    def entries(self, problems: Problems, names: Names[Any] | None = None) -> list[Entry]:
        """The value split at commas. names: of what somebody has; `nothing` is then no entry, unless it is a name."""
        if names and NOTHING not in names and folded(self.value.text) == NOTHING:
            return []
        return [_entry(word, problems) for word in self.cut(",") if word.text]

    def cut(self, separator: str) -> list[Word]:
        """The value split at each separator, a single character."""
        pieces, start = [], 0
        for place, letter in enumerate(f"{self.value.text}{separator}"):
            if letter == separator:
                pieces.append(self.value.part(start, place))
                start = place + 1
        return pieces

    def words(self) -> list[Word]:
        """The value split at spaces."""
        return [self.value.part(*found.span()) for found in re.finditer(r"\S+", self.value.text)]


@dataclass(frozen=True, slots=True)
class Notation:
    """A text split into lines. shown: the file's name in messages."""

    shown: str
    lines: tuple[NotationLine, ...]

    def blocks(self) -> Iterator[tuple[NotationLine, list[NotationLine]]]:
        """Each unindented line with the indented ones below it."""
        head: NotationLine | None = None
        below: list[NotationLine] = []
        for line in self.lines:
            if line.indented and head is not None:
                below.append(line)
                continue
            if head is not None:
                yield head, below
            head, below = line, []
        if head is not None:
            yield head, below


def read_notation(text: str, shown: str, first_line: int = 1) -> Notation:
    """Split a text into lines, the first of which has that number in the file.

    `#` begins a comment; empty lines are ignored; the colon after a key is optional.
    """
    lines = []
    for number, raw in enumerate(text[:LONGEST_TABLE].splitlines(), first_line):
        line = re.sub(r"(^|\s)#.*", "", raw).expandtabs(4).rstrip()
        if line.strip():
            lines.append(_line(Word(line, shown, number, 1)))
    return Notation(shown, tuple(lines))


def _line(whole: Word) -> NotationLine:
    text = whole.text
    end = text.find(":")
    if end < 0:
        first = re.match(r"\s*\S+", text)
        end = first.end() if first else len(text)
        return NotationLine(whole.part(0, end), whole.part(end, len(text)), text[0].isspace(), colon=False)
    return NotationLine(whole.part(0, end), whole.part(end + 1, len(text)), text[0].isspace())


def _entry(word: Word, problems: Problems) -> Entry:
    name, stands_for = word, None
    if found := STANDS_FOR.search(word.text):
        name, stands_for = word.part(0, found.start()), word.part(found.end(), len(word.text))
    count = 1
    if found := COPIES_AFTER.search(name.text):
        count, name = int(found["count"]), name.part(0, found.start())
    elif found := COPIES_BEFORE.match(name.text):
        count, name = int(found["count"]), name.part(*found.span("name"))
    elif stands_for and (found := COPIES_AFTER.search(stands_for.text)):
        count, stands_for = int(found["count"]), stands_for.part(0, found.start())
    if count == 0:
        problems.report("E702", f"'{name.text}' cannot have 0 copies", name.place)
    return Entry(name, count, stands_for)


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """A name without differences in case, accents, spaces, hyphens and apostrophes; & is `and`."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("&", "and"))
    return "".join(letter for letter in plain if letter.isalnum())


def whole_number(text: str) -> int | None:
    """The whole number of at most six digits that is written there; None if it is not one."""
    digits = text[1:] if text[:1] in ("-", "\N{MINUS SIGN}") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        return None
    return int(digits) if digits == text else -int(digits)


def singulars(name: str) -> Iterator[str]:
    """The folded name, and possible singulars."""
    yield name
    for ending, instead in (("ves", "f"), ("ves", "fe"), ("ies", "y"), ("es", ""), ("s", "")):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            yield name.removesuffix(ending) + instead


Found = TypeVar("Found")


class Names(Generic[Found]):
    """The names a game uses, found however people write them."""

    def __init__(self, what: str, names: Iterable[tuple[str, Found]]) -> None:
        """what: a word for messages, such as `card`. names: (name, thing); a thing may have several names."""
        self._what = what
        self._shown = dict(names)
        self._folded = {folded(name): thing for name, thing in self._shown.items()}
        self._begins = [(folded(name), name, thing) for name, thing in reversed(self._shown.items())]
        self._words = [
            (folded(word), name, thing)
            for name, thing in reversed(self._shown.items())
            for word in re.split(r"[\s-]+", name)[1:]
        ]

    def __contains__(self, text: str) -> bool:
        return folded(text) in self._folded

    def find(self, text: str) -> Found:
        """The thing with that name. Raises ValueError with a sentence, and a hint as its second argument."""
        wanted = folded(text)
        for name in singulars(wanted):
            if name in self._folded:
                return self._folded[name]
        if wanted:
            for name in singulars(wanted):
                near = self._beginning_with(name) or self._with_a_word(name)
                if len(near) == 1:
                    return self._shown[near[0]]
                if near:
                    raise ValueError(f"'{text}' may mean {', '.join(near[:-1])} or {near[-1]}", "Write more of it.")
        hint = hint_from(did_you_mean(text, self._shown), self._all())
        raise ValueError(f"there is no {self._what} '{text}'", hint)

    def _beginning_with(self, start: str) -> list[str]:
        """One name for each thing that has such a name."""
        found = {thing: shown for name, shown, thing in self._begins if name.startswith(start)}
        return list(found.values())[::-1]

    def _with_a_word(self, start: str) -> list[str]:
        """The same for names in which a later word begins this way, such as `troubadour`."""
        if len(start) < SHORTEST_WORD:
            return []
        later = {thing: shown for word, shown, thing in self._words if word.startswith(start)}
        return list(later.values())[::-1]

    def look_up(self, word: Word, problems: Problems) -> Found | None:
        """Look up a word of a notation; an unknown name becomes a problem."""
        try:
            return self.find(word.text)
        except ValueError as error:
            message, hint = error.args
            problems.report("E701", message, word.place, hint=hint)
            return None

    def _all(self) -> str:
        return f"Known: {listed(self._shown)}." if len(self._shown) <= MOST_SHOWN else ""


class Reading:
    """Reads a notation. Mistakes become problems, and reading continues."""

    def __init__(self, notation: Notation, problems: Problems) -> None:
        self.notation, self.problems = notation, problems
        self._scope = problems.scope()

    def failed(self) -> bool:
        """Whether there have been problems so far."""
        return not self._scope.is_clean

    def look_up(self, names: Names[Found], word: Word) -> Found | None:
        return names.look_up(word, self.problems)

    def entries(self, line: NotationLine, names: Names[Any]) -> list[Entry]:
        """The value of a line split at commas; none for `nothing`, unless that is one of the names."""
        return line.entries(self.problems, names)

    def cards_of(self, line: NotationLine, names: Names[int]) -> list[int]:
        """The cards of a line in order, copies one by one."""
        found = ((self.look_up(names, entry.name), entry.count) for entry in self.entries(line, names))
        return [card for card, count in found if card is not None for _ in range(count)]

    def unknown(self, message: str, word: Word, hint: str = "") -> None:
        """Report an unknown name."""
        self._report("E701", message, word, hint)

    def refuse(self, message: str, word: Word | None = None, hint: str = "") -> None:
        """Report something that cannot be read."""
        self._report("E702", message, word, hint)

    def too_many(self, message: str, word: Word | None = None) -> None:
        """Report cards that the deck does not have."""
        self._report("E703", message, word)

    def check_copies(self, name: str, there: int, has: int, word: Word | None = None, clause: str = "") -> None:
        """Report a card of which more copies are written down than the deck has. clause: the rule about the deck."""
        if there > has:
            rule = f" [{clause}]" if clause else ""
            self.too_many(f"there are {there} of {name}, but the deck has {has}{rule}", word)

    def cannot_be(self, message: str, word: Word | None = None, hint: str = "") -> None:
        """Report a table that the rules do not allow."""
        self._report("E704", message, word, hint)

    def _report(self, code: str, message: str, word: Word | None, hint: str = "") -> None:
        """Report a mistake at a word, or in the whole text."""
        self.problems.report(code, message, word.place if word else Place(self.notation.shown), hint=hint)


class SingleCards(Reading):
    """Reads cards of which the deck has one copy each. places: card -> where it was put."""

    def __init__(self, notation: Notation, problems: Problems) -> None:
        super().__init__(notation, problems)
        self.places: dict[int, Word] = {}

    def lay(self, card: int, name: str, word: Word) -> bool:
        """Whether the card appears for the first time; a second time becomes a problem."""
        if card in self.places:
            line = self.places[card].line
            self.too_many(f"{name} is already in line {line}, and the deck has only one [setup.deck]", word)
            return False
        self.places[card] = word
        return True


MOST_SHOWN = 12
SHORTEST_WORD = 3
"""Letters needed to find a name by a word in the middle."""

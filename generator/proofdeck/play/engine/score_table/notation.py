"""The notation for each player: cards, and numbers such as coins. `Ana: Red Fox x2, Raven; coins 7`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import Notation, NotationLine, Word
from proofdeck.play.engine.score_table.counts import Holding
from proofdeck.play.engine.score_table.mistakes import MOST_POINTS
from proofdeck.play.engine.score_table.words import card_names, counted_cards, is_called
from proofdeck.source.cards import Card

NUMBER = r"[-+−]?\d+"
NUMBER_BEHIND = re.compile(rf"(?P<name>\D*?[^\W\d_]) ?(?:[:=×*]|\bx)? ?(?P<number>{NUMBER})", re.IGNORECASE)
NUMBER_BEFORE = re.compile(rf"(?P<number>{NUMBER})(?: ?(?:[×*]|x\b))? ?(?P<name>\D+)", re.IGNORECASE)
"""`coins 7`, `coins: 7` or `coins x7`, and `7 coins`."""
LONGEST_NUMBERED = 100
"""The most characters in a name and its number."""


class WrittenNumber(NamedTuple):
    """A number as written. name: what it counts; word: where it is."""

    name: str
    number: str
    word: Word


class TableNotation:
    """Reads tables. asked: the numbers that players write down."""

    def __init__(self, cards: Sequence[Card], asked: Sequence[str]) -> None:
        self._cards, self._asked = cards, asked
        self._names = card_names(cards)

    def read(self, notation: Notation, problems: Problems) -> dict[str, Holding]:
        """Read a line for each player; several lines of one player are combined."""
        held: dict[str, Counter[int]] = {}
        written: dict[str, dict[str, int]] = {}
        for line in notation.lines:
            own, mine = held.setdefault(line.key.text, Counter()), written.setdefault(line.key.text, {})
            if not (line.colon or line.value.text):
                continue
            cards, numbers = self._apart(line)
            for one in numbers:
                _take(mine, one, problems)
            lines = (replace(line, value=word) for word in cards)
            counts = sum((self._counted(part, problems) for part in lines), Counter[int]())
            own += counts
            self._check_copies(counts, held.values(), line, problems)
        return {
            name: Holding(tuple((self._cards[card], copies) for card, copies in sorted(own.items())), written[name])
            for name, own in held.items()
        }

    def cards_and_numbers(self, line: NotationLine) -> tuple[list[tuple[int, int]], list[tuple[str, str]]]:
        """The entries as written: (index in the list of cards, copies) and (name, number). No cards after a mistake."""
        words, numbers = self._apart(line)
        problems = Problems()
        entries = [entry for word in words for entry in replace(line, value=word).entries(problems, self._names)]
        found = [(self._names.look_up(entry.name, problems), entry.count) for entry in entries]
        cards = [(card, copies) for card, copies in found if card is not None]
        return [] if problems else cards, [(one.name, one.number) for one in numbers]

    def _apart(self, line: NotationLine) -> tuple[list[Word], list[WrittenNumber]]:
        """The words for cards, and those for numbers."""
        if not self._asked:
            return [line.value], []
        cards, numbers = [], []
        for part in line.cut(";"):
            for word in replace(line, value=part).cut(","):
                if one := self._numbered(word):
                    numbers.append(one)
                elif word.text:
                    cards.append(word)
        return cards, numbers

    def _numbered(self, word: Word) -> WrittenNumber | None:
        plain = " ".join(word.text.split()) if len(word.text) <= LONGEST_NUMBERED else ""
        found = NUMBER_BEHIND.fullmatch(plain) or NUMBER_BEFORE.fullmatch(plain)
        name = next((name for name in self._asked if found and is_called(name, found["name"])), "")
        return WrittenNumber(name, found["number"], word) if found and name else None

    def _counted(self, line: NotationLine, problems: Problems) -> Counter[int]:
        """How many of each card there are."""
        for entry in line.entries(Problems()) if self._asked else ():
            if name := self._lacking(entry.name.text):
                message = f"{name} needs a whole number"
                problems.report("E702", message, entry.name.place, hint=f"For example: {name} 7")
                return Counter()
        return counted_cards(line, self._names, problems)

    def _lacking(self, card: str) -> str:
        """The name of a number written without a readable value; "" for a card."""
        words = card.split()
        name = next((one for one in self._asked if is_called(one, " ".join(words[: len(one.split())]))), "")
        try:
            return "" if name and self._names.find(card) is not None else name
        except ValueError:
            return name

    def _check_copies(
        self, counts: Counter[int], held: Collection[Counter[int]], line: NotationLine, problems: Problems
    ) -> None:
        for card in counts:
            everywhere, copies = sum(own[card] for own in held), self._cards[card].quantity
            if everywhere > copies:
                message = f"there are {everywhere} of {self._cards[card].name}, but the deck has {copies}"
                problems.report("E703", message, line.value.place)


def _take(numbers: dict[str, int], one: WrittenNumber, problems: Problems) -> None:
    """Add a number to those that a player has."""
    number = int(one.number.replace("−", "-"))
    if abs(number) > MOST_POINTS:
        problems.report("E702", f"{one.name}: numbers may go up to {MOST_POINTS:,}", one.word.place)
    elif one.name in numbers:
        message = f"{one.name} already has a number, {numbers[one.name]}"
        problems.report("E702", message, one.word.place, hint="Remove one of them.")
    else:
        numbers[one.name] = number

"""Looks up words of a page in a deck: `suit red` means cards, `suit` a column, `pairs` something to count.

For anything the deck does not have, ValueError has two sentences: what is wrong and what to do about it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NoReturn

from proofdeck.ground.problems import Problems, did_you_mean, hint_from, listed
from proofdeck.play.engine.notation import Names, NotationLine, folded, singulars
from proofdeck.play.engine.score_table.counts import (
    NO_CARDS,
    PAIR,
    CardCount,
    Chosen,
    Count,
    CountedColumn,
    Distinct,
    Groups,
    OneOfEach,
    Sum,
    WrittenCount,
)
from proofdeck.source.cards import Card, Deck
from proofdeck.source.cards.columns import column_name
from proofdeck.source.cards.values import key as plain_cell
from proofdeck.source.cards.values import number

ALL = "cards"
PAIRS = "pairs"
GROUPS = re.compile(r"groups of (?P<group>\d{1,3})")
OF_A_COLUMN = re.compile(r"(?P<what>distinct|one of each|sum of)\s+(?P<column>.+)")
COUNTS = (ALL, PAIRS, "groups of", "distinct", "one of each", "sum of")
MOST_NUMBER = 10**12
MOST_SHOWN = 12
"""The most names that a hint lists; for more, it only suggests the nearest."""


def is_called(name: str, word: str) -> bool:
    """Whether both are the same word, ignoring case and plurals."""
    return not {*singulars(folded(name))}.isdisjoint(singulars(folded(word)))


def cards_of(deck: Deck) -> list[Card]:
    """The cards that can be on a table."""
    return [card for card in deck if card.kind != "reference"]


def card_names(cards: Iterable[Card]) -> Names[int]:
    """Cards by name and id, as indices in the list."""
    return Names("card", [(name, at) for at, card in enumerate(cards) for name in dict.fromkeys((card.name, card.id))])


def counted_cards(line: NotationLine, names: Names[int], problems: Problems) -> Counter[int]:
    """How many of each card a line names."""
    counts: Counter[int] = Counter()
    for entry in line.entries(problems, names):
        card = names.look_up(entry.name, problems)
        if card is not None:
            counts[card] += entry.count
    return counts


class DeckWords:
    """Looks words up in a deck. cards: without references; asked: the numbers that players write down."""

    def __init__(self, cards: Sequence[Card], asked: Collection[str] = ()) -> None:
        self._cards, self._asked = cards, asked
        self._columns = list(dict.fromkeys(name for card in cards for name in card.fields))
        self._values: dict[str, dict[str, Chosen]] = {}

    @cached_property
    def names(self) -> Names[int]:
        """Cards by name and id, as indices in the list."""
        return card_names(self._cards)

    # -- cards ---------------------------------------------------------------------------------------------------------

    def chosen(self, words: str) -> Chosen:
        """`cards`, a card or a kind, or a column and a value in it."""
        words = " ".join(words.split())
        if words == ALL:
            return Chosen(ALL, frozenset(card.id for card in self._cards))
        column, value = self._column_and_value(words)
        found = self._values_of(column).get(plain_cell(value).casefold()) if value else None
        if found:
            return Chosen(f"{_spoken(column)} {found.words}", found.ids)
        return self.of_id_or_kind(words) or self._named(words) or self._no_cards(words, column, value)

    def of_id_or_kind(self, name: str) -> Chosen | None:
        """Named by the printed name if it is a single card."""
        ids = frozenset(card.id for card in self._cards if name in {card.id, card.kind})
        called = next((card.name for card in self._cards if card.id == name and card.name), name)
        return Chosen(called, ids) if ids and name else None

    def _named(self, words: str) -> Chosen | None:
        """Look up the name of a card, or an id or kind in different case."""
        found = (self._values_of(column).get(plain_cell(words).casefold()) for column in ("name", "id", "kind"))
        return next(filter(None, found), None)

    def _column_and_value(self, words: str) -> tuple[str, str]:
        """`hit points 3` -> (hit_points, 3), or ("", "") if it does not begin with a column."""
        parts = words.split(" ")
        longest = max((name.count("_") + 1 for name in self._columns), default=0)
        for end in range(min(len(parts), longest), 0, -1):
            name = column_name(" ".join(parts[:end]))
            if name in self._columns:
                return name, " ".join(parts[end:])
        return "", ""

    def _values_of(self, name: str) -> dict[str, Chosen]:
        """Each value in lower case -> the cards that have it; `words` is the value as first written."""
        if name in self._values:
            return self._values[name]
        written: dict[str, str] = {}
        cards: dict[str, set[str]] = {}
        for card in self._cards:
            value = plain_cell(card.fields.get(name, ""))
            if value:
                written.setdefault(value.casefold(), value)
                cards.setdefault(value.casefold(), set()).add(card.id)
        found = {value: Chosen(shown, frozenset(cards[value])) for value, shown in written.items()}
        self._values[name] = found
        return found

    def _no_cards(self, words: str, column: str, value: str) -> NoReturn:
        values = [chosen.words for chosen in self._values_of(column).values()] if column else []
        if value:
            hint = hint_from(did_you_mean(value, values), _all("Known", values))
            raise ValueError(f"no card has '{value}' in the column '{column}'", hint)
        if column:
            example = values[0] if values else "red"
            raise ValueError(f"'{words}' is a column, not a set of cards", f"For example: {words} {example}.")
        if " " in words:
            first = words.partition(" ")[0]
            hint = did_you_mean(first, self._columns) or did_you_mean(words, self._known())
            raise ValueError(f"there is no column '{first}' and no card '{words}'", hint)
        raise ValueError(f"there is no card and no kind '{words}'", did_you_mean(words, self._known()))

    def _known(self) -> set[str]:
        cards = {name for card in self._cards for name in (card.id, card.kind, card.name) if name}
        return cards | {*COUNTS, *self._asked, *self._columns}

    # -- columns -------------------------------------------------------------------------------------------------------

    def column(self, words: str) -> CountedColumn:
        name = self._column(words)
        if not (values := self._values_of(name)):
            raise ValueError(f"no card has anything in the column '{name}'", "Fill it in, or use another column.")
        return CountedColumn(_spoken(name), tuple(values.values()))

    def _column(self, words: str) -> str:
        name = column_name(words)
        if name in self._columns:
            return name
        raise ValueError(
            f"there is no column '{words}'",
            hint_from(did_you_mean(name, self._columns), _all("Columns", self._columns)),
        )

    def cells_not_whole(self, words: str) -> Iterator[tuple[Card, str]]:
        """The cards with anything but a whole number in the column, and the column's name in the file."""
        name = column_name(words)
        return ((card, name) for card in self._cards if _cell(card, name) and _whole(card, name) is None)

    # -- counts --------------------------------------------------------------------------------------------------------

    def count(self, words: str) -> Count:
        """The count named by the words of a rule."""
        words = " ".join(words.split())
        if words == PAIRS:
            return Groups(PAIRS, self.chosen(ALL), PAIR)
        if found := GROUPS.fullmatch(words):
            group = int(found["group"])
            if group < PAIR:
                raise ValueError(f"'{words}' is not possible", "A group needs at least two cards.")
            return Groups(PAIRS if group == PAIR else f"groups of {group}", self.chosen(ALL), group)
        if found := OF_A_COLUMN.fullmatch(words):
            return self._of_a_column(found["what"], found["column"])
        if asked := next((name for name in self._asked if is_called(name, words)), ""):
            return WrittenCount(asked, NO_CARDS)
        chosen = self.chosen(words)
        return CardCount(chosen.words, chosen)

    def _of_a_column(self, what: str, words: str) -> Count:
        if what == "sum of":
            name = self._column(words)
            numbers = {card.id: found for card in self._cards if (found := _whole(card, name)) is not None}
            return Sum(f"{what} {_spoken(name)}", Chosen("", frozenset(numbers)), _spoken(name), numbers)
        column = self.column(words)
        if what == "one of each":
            return OneOfEach(f"{what} {column.name}", self.chosen(ALL), column.values)
        filled_in = Chosen("", frozenset().union(*(value.ids for value in column.values)))
        return Distinct(f"{what} {column.name}", filled_in, column.values)


def _cell(card: Card, column: str) -> str:
    return plain_cell(card.fields.get(column, ""))


def _spoken(column: str) -> str:
    """`hit points`."""
    return column.replace("_", " ")


def _whole(card: Card, column: str) -> int | None:
    found = card.value if column == "value" else number(_cell(card, column))
    return int(found) if found is not None and found == int(found) and abs(found) <= MOST_NUMBER else None


def _all(what: str, names: Sequence[str]) -> str:
    return f"{what}: {listed(names)}." if 0 < len(names) <= MOST_SHOWN else ""

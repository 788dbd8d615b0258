"""The numbers of the rules, as the head of the page gives them: named, typed, in range.

An engine declares its parameters and their kinds. It has no defaults, because each value is written only once, in the
head of `rules_md/<game>.md`. A parameter is a whole number, a yes or no, or one of a few words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofdeck.ground.bounds import whole
from proofdeck.ground.problems import Problem, Problems, UnknownName, did_you_mean, hint_from, listed
from proofdeck.source.rules.page import HeadEntry, RulesPage
from proofdeck.source.rules.sides import NO_SIDES, PageSides

TABLE = "rules"
"""The key of the parameters in the head."""

Value = int | bool | str


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from at_least to at_most. name: its name in the head of the page; says: what it counts."""

    name: str
    at_least: int
    at_most: int
    says: str

    def read(self, value: object) -> Value:
        """The typed value. Raises ValueError with a sentence."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"this must be a whole number, not '{value}'")
        if not self.at_least <= value <= self.at_most:
            raise ValueError(f"{value} is not between {self.at_least} and {self.at_most}")
        return value


@dataclass(frozen=True, slots=True)
class YesNo:
    """A rule that can be on or off. name: its name in the head of the page; says: what it is."""

    name: str
    says: str

    def read(self, value: object) -> Value:
        """The typed value. Raises ValueError with a sentence."""
        if not isinstance(value, bool):
            raise ValueError(f"this must be yes or no, not '{value}'")
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice of words. name: its name in the head of the page; says: what it is."""

    name: str
    words: tuple[str, ...]
    says: str

    def read(self, value: object) -> Value:
        """The typed value. Raises ValueError with a sentence."""
        word = in_words(value)
        if word not in self.words:
            raise ValueError(hint_from(f"'{word}' is not one of {listed(self.words)}.", did_you_mean(word, self.words)))
        return word


Parameter = Whole | YesNo | OneOf


@dataclass(frozen=True, slots=True)
class Values(Mapping[str, Value]):
    """The parameters of one game, complete and checked. Keys are names as in the head: `bonus.formation`.

    Asking for a parameter that was not declared raises UnknownName. sides: who plays with whom, as the page says.
    """

    _values: Mapping[str, Value]
    sides: PageSides = NO_SIDES

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[name]
        except KeyError:
            raise UnknownName("parameter", name, self._values) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def number(self, name: str) -> int:
        """The value of a whole number. Raises TypeError for a parameter that is a word."""
        value = self[name]
        if not isinstance(value, int):
            raise TypeError(f"the parameter '{name}' is the word '{value}', not a number")
        return value

    def flag(self, name: str) -> bool:
        """Whether a rule is on."""
        return self[name] is True

    def word(self, name: str) -> str:
        """The value as text."""
        return str(self[name])

    def but(self, changes: Mapping[str, Value]) -> Values:
        """Return a copy with some values changed. Raises KeyError for an unknown name."""
        unknown = [name for name in changes if name not in self._values]
        if unknown:
            raise KeyError(f"there is no parameter {listed(unknown)}")
        return Values({**self._values, **changes}, self.sides)


def in_words(value: object) -> str:
    """A value as the head of a page writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def read_values(
    page: RulesPage, parameters: Sequence[Parameter], problems: Problems, sides: PageSides = NO_SIDES
) -> Values | None:
    """The parameters in the head of the page; None if any is missing or wrong, with a problem for each."""
    entries = page.under(TABLE)
    known = {parameter.name: parameter for parameter in parameters}
    found: dict[str, Value] = {}
    for name, entry in entries.items():
        if name not in known:
            problems.append(_unknown(name, entry, known))
            continue
        try:
            found[name] = known[name].read(_one_value(entry))
        except ValueError as error:
            message = f"{TABLE}.{name}: {error}"
            hint = f"This is {known[name].says}."
            problems.report("E602", message, entry.place, field=name, hint=hint)
    for name in known.keys() - entries.keys():
        hint = f"This is {known[name].says}. Add it to the table `{TABLE}:` in the head."
        problems.report("E601", f"{TABLE}.{name} is missing from the head", page.place(1), field=name, hint=hint)
    return Values(found, sides) if len(found) == len(known) else None


def as_tables(page: RulesPage) -> dict[Any, Any]:
    """The parameters as expressions use them: `goal[2]`, `bonus.formation`. Hyphens become underscores."""
    names: dict[Any, Any] = {}
    for name, entry in page.under(TABLE).items():
        *tables, last = _keys(name)
        table = names
        for key in tables:
            table = table.setdefault(key, {})
            if not isinstance(table, dict):
                break
        else:
            table[last] = entry.value
    return names


def in_expressions(name: str) -> str:
    """How an expression on a card writes a parameter: `rules.goal[2]` for `goal.2`."""
    return TABLE + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in _keys(name))


def _keys(name: str) -> list[int | str]:
    """The names of its tables and its own: numbers, or names in the form used in expressions."""
    parts = ((part, whole(part)) for part in name.split("."))
    return [part.replace("-", "_") if number is None else number for part, number in parts]


def _one_value(entry: HeadEntry) -> Value | float:
    """The value of an entry. Raises ValueError for a list or a table."""
    if entry.value is None:
        raise ValueError(f"this must be a single value, not {entry.said}")
    return entry.value


def _unknown(name: str, entry: HeadEntry, known: Iterable[str]) -> Problem:
    hint = hint_from(did_you_mean(name, known), f"The parameters are {listed(known)}.")
    return Problem("E603", f"there is no parameter {TABLE}.{name}", *entry.place, name, hint)

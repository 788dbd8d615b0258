"""Reads one rule of a table of scores: what it counts and what it pays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from proofdeck.ground.problems import did_you_mean, hint_from, listed
from proofdeck.play.engine.score_table.counts import NO_CARDS, CardCount, Count, Others, RuleScope, Sum, WrittenCount
from proofdeck.play.engine.score_table.mistakes import NUMBERS, Mistakes
from proofdeck.play.engine.score_table.payment import (
    TIES,
    USUAL_TIES,
    Best,
    Bounds,
    Factor,
    Payment,
    Points,
    Series,
    Ties,
)
from proofdeck.play.engine.score_table.rules import Counted, Majority, ScoreRule
from proofdeck.play.engine.score_table.words import DeckWords
from proofdeck.source.rules.page import HeadEntry

Found = TypeVar("Found")

SUCH_AS = "For example: {count: suit red, points: 2}."

SERIES = ("points", "series", "then")
BOUNDS = ("at-most", "at-least")
FITS = {
    "count": ("among", "by", "per", *SERIES, "start", "times", "best", "rest", *BOUNDS),
    "most": ("among", "by", "points", "ties"),
    "fewest": ("among", "by", "points", "ties"),
    "asks": (*SERIES, *BOUNDS),
}
"""What a rule is about -> its other possible keys."""
FACTOR = re.compile(r"(?:(?P<plus>\d{1,6})\s*\+\s*)?(?P<what>\D.*)")
KEYS = tuple(dict.fromkeys([*FITS, *(key for keys in FITS.values() for key in keys)]))


class RuleReader:
    """Reads one rule."""

    def __init__(self, name: str, entries: Mapping[str, HeadEntry], words: DeckWords, mistakes: Mistakes) -> None:
        self._name, self._entries, self._words, self._mistakes = name, entries, words, mistakes
        self._first = next(iter(entries.values()))

    def rule(self) -> ScoreRule | None:
        """The rule; None after problems."""
        told = self._mistakes.problems.scope()
        about = self._about()
        if not about:
            return None
        count, scope = self._count(about), self._scope()
        rule: ScoreRule | None
        if about in {"most", "fewest"}:
            places, ties = self._places(), self._ties()
            rule = Majority(self._name, count, places, about == "fewest", ties, scope) if count and places else None
        else:
            pays, best, bounds = self._pays(), self._best(), self._bounds()
            rule = Counted(self._name, count, pays, scope, best, bounds) if count and pays else None
        return rule if told.is_clean else None

    def _refuse(self, message: str, key: str, hint: str = "") -> None:
        self._mistakes.refuse(message, self._entries.get(key, self._first), hint)

    def _about(self) -> str:
        """Which of count, most, fewest and asks it has; "" after problems."""
        if "" in self._entries:
            self._refuse(f"rules.{self._name}: this must be a table", "", SUCH_AS)
            return ""
        about = [key for key in self._entries if key in FITS]
        for key in self._entries:
            first = key.partition(".")[0]
            if key not in KEYS and first in KEYS:
                self._refuse(f"{first}: this must be one word or number, not a table", key)
            elif key not in KEYS:
                self._refuse(f"a rule has no '{key}'", key, _other_key(key))
            elif about and key not in FITS and key not in FITS[about[0]]:
                fits = listed(other for other, keys in FITS.items() if key in keys)
                self._refuse(f"'{key}' goes with {fits}, not with {about[0]}", key)
        if not about and not any(key.partition(".")[0] in FITS for key in self._entries):
            hint = f"Add one of {listed(FITS)}. {SUCH_AS}"
            self._refuse(f"the rule '{self._name}' does not say what it counts", "", hint)
        for key in about[1:]:
            self._refuse(f"the rule '{self._name}' has both {about[0]} and {key}", key, "Make them two rules.")
        return about[0] if about else ""

    def _text(self, key: str) -> str | None:
        """Words; None after a problem."""
        value = self._entries[key].value
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value)
        self._refuse(f"{key}: {self._entries[key].said} is neither cards nor a column", key, SUCH_AS)
        return None

    def _found(self, key: str, look_up: Callable[[str], Found]) -> Found | None:
        """What the words of that key mean; None without it and after a problem."""
        words = self._text(key) if key in self._entries else None
        try:
            return look_up(words) if words else None
        except ValueError as error:
            self._refuse(error.args[0], key, error.args[1])
            return None

    # -- what is counted -----------------------------------------------------------------------------------------------

    def _count(self, about: str) -> Count | None:
        if about == "asks":
            return WrittenCount(str(self._entries["asks"].value), NO_CARDS)
        count = self._found(about, self._words.count)
        for key in ("among", "by", "per", "start", "times"):
            if isinstance(count, WrittenCount) and key in self._entries:
                self._refuse(f"'{key}' is about cards, but '{count.words}' is a number", key)
        if isinstance(count, Sum):
            for cell in self._words.cells_not_whole(count.column):
                self._mistakes.refuse_cell(*cell)
        return self._per(count) if "per" in self._entries else count

    def _per(self, count: Count | None) -> Count | None:
        per = self._found("per", self._words.chosen)
        if isinstance(count, CardCount):
            return Others.of_cards(count.cards, per) if per else None
        if count is not None and not isinstance(count, WrittenCount):
            self._refuse(f"'per' goes with cards, not with {count.words}", "per")
        return None

    def _scope(self) -> RuleScope:
        return RuleScope(self._found("among", self._words.chosen), self._found("by", self._words.column))

    def _factor(self, words: str) -> Factor:
        found = FACTOR.fullmatch(words)
        plus, what = (int(found["plus"] or 0), found["what"]) if found else (0, words)
        return Factor(plus, self._words.count(what))

    def _best(self) -> Best | None:
        for key, needed in (("best", "by"), ("rest", "best")):
            if key in self._entries and needed not in self._entries:
                self._refuse(f"'{key}' needs '{needed}', which is missing", key)
        if "rest" in self._entries and self._entries["rest"].value != "minus":
            self._refuse(f"rest: {self._entries['rest'].said} is not allowed here", "rest", "Write rest: minus.")
        number = self._number("best")
        if number is not None and number < 1:
            self._refuse(f"best: {number} leaves nothing to count", "best")
        return None if number is None else Best(number, "rest" in self._entries)

    def _number(self, key: str) -> int | None:
        return self._mistakes.points(self._entries[key]) if key in self._entries else None

    # -- what it pays --------------------------------------------------------------------------------------------------

    def _pays(self) -> Payment | None:
        pays, start, times = self._points_or_series(), self._number("start"), self._found("times", self._factor)
        return Payment(pays, start or 0, times) if pays else None

    def _points_or_series(self) -> Points | Series | None:
        points, series = self._entries.get("points"), self._entries.get("series")
        if points is None and series is None:
            self._refuse(f"the rule '{self._name}' does not say how many points", "", "Add points, or series.")
        if points is not None and series is not None:
            self._refuse(f"the rule '{self._name}' has both points and series", "series", "Remove one of them.")
        if "then" in self._entries and series is None:
            self._refuse("'then' continues a series, but there is none", "then", "For example: series: 1 3 6, then: 4.")
        more = self._number("then")
        if series is not None:
            entries = self._mistakes.numbers(series)
            return Series(entries, more or 0) if entries else None
        each = self._mistakes.points(points, "For several numbers, use series: 1 3 6.") if points is not None else None
        return None if each is None else Points(each)

    def _places(self) -> tuple[int, ...]:
        if "points" in self._entries:
            return self._mistakes.numbers(self._entries["points"]) or ()
        hint = "For example: points: 6 3, for first and second place."
        self._refuse(f"the rule '{self._name}' does not say how many points", "", hint)
        return ()

    def _ties(self) -> Ties:
        entry = self._entries.get("ties")
        if entry is not None and entry.value in TIES:
            return TIES[str(entry.value)]
        if entry is not None:
            hint = hint_from(did_you_mean(str(entry.value), TIES), f"Known: {listed(TIES)}.")
            self._refuse(f"ties: {entry.said} is not a way to break ties", "ties", hint)
        return TIES[USUAL_TIES]

    def _bounds(self) -> Bounds:
        most, least = self._number("at-most"), self._number("at-least")
        if most is not None and least is not None and most < least:
            self._refuse(f"at-most: {most} is less than at-least: {least}", "at-most")
        return Bounds(most, least)


def _other_key(key: str) -> str:
    if NUMBERS.fullmatch(key):
        return "Separate the numbers of a series with spaces: 1 3 6 10."
    if key == "limit":
        return "Write at-most or at-least."
    return hint_from(did_you_mean(key, KEYS), f"Known: {listed(KEYS)}.")

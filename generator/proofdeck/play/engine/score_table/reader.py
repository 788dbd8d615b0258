"""Reads the `score:` table in the head of a page: its rules, and its mistakes with line and column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proofdeck.ground.problems import Problems, did_you_mean, hint_from, listed
from proofdeck.play.engine.notation import folded, read_notation
from proofdeck.play.engine.score_table.counts import Chosen
from proofdeck.play.engine.score_table.mistakes import Mistakes
from proofdeck.play.engine.score_table.rule_reader import RuleReader
from proofdeck.play.engine.score_table.rules import Each, ScoreRule, Set, Values
from proofdeck.play.engine.score_table.words import ALL, PAIRS, DeckWords, cards_of, counted_cards, is_called
from proofdeck.source.cards import Deck
from proofdeck.source.rules.page import HeadEntry, RulesPage
from proofdeck.source.rules.sides import NO_SIDES, PageSides

DIRECTIONS = ("highest", "lowest")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TAKEN = frozenset({"wins", "values", "each"})
TABLES = ("each", "sets", "rules")
ASKED = re.compile(r"[^\W\d_]{2}(?:[ '’-]?[^\W\d_]){0,38}")
"""The name of a number that players write down: letters only, so that the number after it is not taken for a part."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The contents of the table. wins: which total is best, "" if all play against the game; needs: the points with
    which they win, None if there is no such number. asked: the numbers that players write down, such as coins.
    """

    wins: str
    rules: tuple[ScoreRule, ...]
    asked: tuple[str, ...] = ()
    needs: int | None = None


def read_score_table(
    page: RulesPage, key: str, deck: Deck, problems: Problems, sides: PageSides = NO_SIDES
) -> ScoreTable | None:
    """Read the table below `key` in the head; None after problems."""
    scope = problems.scope()
    reader = _TableReader(page.under(key), deck, Mistakes(problems))
    wins, needs = ("", reader.needs()) if sides.together else (reader.wins(), None)
    table = ScoreTable(wins, (*reader.old_rules(), *reader.rules()), tuple(reader.asked), needs)
    return table if scope.is_clean else None


class _TableReader:
    """Reads the whole table: who wins, values, each and sets, then rule after rule."""

    def __init__(self, entries: Mapping[str, HeadEntry], deck: Deck, mistakes: Mistakes) -> None:
        self._entries, self._mistakes = entries, mistakes
        self._cards = cards_of(deck)
        self.asked: dict[str, str] = {}
        """Number that is asked for -> the rule that asks."""
        self._words = DeckWords(self._cards, self.asked)

    def wins(self) -> str:
        entry = self._entries.get("wins")
        if entry is None:
            first = next(iter(self._entries.values()))
            hint = "Write 'wins: highest' or 'wins: lowest' below 'score:'."
            self._mistakes.refuse("the table of scores does not say who wins", first, hint)
        elif entry.value not in DIRECTIONS:
            number = isinstance(entry.value, int) and not isinstance(entry.value, bool)
            hint = "If all players win with that many points, add `sides: together` to the head." if number else ""
            self._mistakes.refuse("wins: this must be highest or lowest", entry, hint)
        return str(entry.value) if entry else DIRECTIONS[0]

    def needs(self) -> int | None:
        """The points with which players win against the game; None if the page does not say it."""
        entry = self._entries.get("wins")
        if entry is None:
            return None
        if isinstance(entry.value, int) and not isinstance(entry.value, bool):
            return entry.value
        says = "nobody has the highest total" if entry.value == DIRECTIONS[0] else "this must be a number of points"
        hint = "Write the points with which they win, such as `wins: 25`, or leave it out."
        self._mistakes.refuse(f"wins: all players win or lose together, so {says}", entry, hint)
        return None

    def old_rules(self) -> Iterator[ScoreRule]:
        """Values, each and sets."""
        self._check_keys()
        values = self._entries.get("values")
        if values is not None and not isinstance(values.value, bool):
            self._mistakes.refuse("values: this must be yes or no", values)
        if values is not None and values.value is True:
            for cell in self._words.cells_not_whole("value"):
                self._mistakes.refuse_cell(*cell)
            yield Values("values")
        if each := [pair for name, entry in self._below("each") if (pair := self._each(name, entry))]:
            yield Each("each", tuple(each))
        yield from filter(None, (self._set(name, entries) for name, entries in self._tables("sets").items()))

    def _check_keys(self) -> None:
        known = ("wins", "values", *TABLES)
        for key, entry in self._entries.items():
            first, dot, _ = key.partition(".")
            if key in TABLES and (entry.value is not None or entry.items):
                self._mistakes.refuse(f"{key}: this must be a table", entry)
            elif first not in known or (dot and first not in TABLES):
                hint = hint_from(did_you_mean(key, known), f"Known: {listed(known)}.")
                self._mistakes.refuse(f"a table of scores has no '{key}'", entry, hint)

    def _below(self, table: str) -> Iterator[tuple[str, HeadEntry]]:
        lead = f"{table}."
        return ((key.removeprefix(lead), entry) for key, entry in self._entries.items() if key.startswith(lead))

    def _tables(self, table: str) -> dict[str, dict[str, HeadEntry]]:
        """The tables below a table: name -> key -> entry. The key is "" for an entry that is not a table."""
        found: dict[str, dict[str, HeadEntry]] = {}
        for key, entry in self._below(table):
            name, _, rest = key.partition(".")
            found.setdefault(name, {})[rest] = entry
        return found

    def _each(self, name: str, entry: HeadEntry) -> tuple[Chosen, int] | None:
        points = self._mistakes.points(entry)
        chosen = self._words.of_id_or_kind(name)
        if chosen is None:
            known = {card.id for card in self._cards} | {card.kind for card in self._cards if card.kind}
            self._mistakes.refuse(f"there is no card and no kind '{name}'", entry, did_you_mean(name, known))
            return None
        return None if points is None else (chosen, points)

    def _set(self, name: str, entries: Mapping[str, HeadEntry]) -> Set | None:
        first = next(iter(entries.values()))
        self._check_name(name, "set", first)
        for key, entry in entries.items():
            if key not in {"", "cards", "points"}:
                self._mistakes.refuse(f"a set has no '{key}'", entry, "It has cards and points.")
        cards, points = entries.get("cards"), entries.get("points")
        if cards is None or points is None:
            hint = 'For example: {cards: "fox, oak", points: 5}.'
            self._mistakes.refuse(f"the set '{name}' needs cards and points", first, hint)
            return None
        number, needed = self._mistakes.points(points), self._cards_of_set(cards)
        if number is None or not needed:
            return None
        copies = {self._cards[at].id: count for at, count in needed.items()}
        return Set(name, copies, {self._cards[at].id: self._cards[at].name for at in needed}, number)

    def _cards_of_set(self, entry: HeadEntry) -> Counter[int]:
        words = ", ".join(str(item.value) for item in entry.items) or str(entry.value)
        line = read_notation(f"cards: {words}", "").lines[0]
        found = Problems()
        counts = counted_cards(line, self._words.names, found)
        for problem in found:
            self._mistakes.refuse(problem.message, entry, problem.hint)
        if not counts and not found:
            self._mistakes.refuse("a set needs at least one card", entry)
        return counts

    def _check_name(self, name: str, what: str, entry: HeadEntry) -> None:
        if not NAME.fullmatch(name) or name in TAKEN:
            self._mistakes.refuse(f"'{name}' cannot be the name of a {what}", entry, "Use another word in lower case.")

    # -- rules ---------------------------------------------------------------------------------------------------------

    def rules(self) -> Iterator[ScoreRule]:
        tables, sets = self._tables("rules"), self._tables("sets")
        for name, entries in tables.items():
            if entry := entries.get("asks"):
                self._ask(name, entry)
        for name, entries in tables.items():
            first = next(iter(entries.values()))
            self._check_name(name, "rule", first)
            if name in sets:
                self._mistakes.refuse(f"'{name}' is already the name of a set", first, "Use another word.")
            if rule := RuleReader(name, entries, self._words, self._mistakes).rule():
                yield rule

    def _ask(self, rule: str, entry: HeadEntry) -> None:
        """Note the numbers that are asked for before reading rules, because any rule may count them."""
        name = entry.value
        if not isinstance(name, str) or not ASKED.fullmatch(name):
            self._mistakes.refuse(f"{entry.said} is not the name of a number", entry, "Use only letters: coins.")
            return
        for other, asking in self.asked.items():
            if is_called(other, name):
                message = f"'{name}' is already asked for by the rule '{asking}'"
                self._mistakes.refuse(message, entry, f"Write 'count: {other}' here.")
                return
        cards = (word for card in self._cards for word in (card.name, card.id, card.kind))
        taken = dict.fromkeys(folded(word).rstrip("0123456789") for word in (ALL, PAIRS, *cards))
        if any(is_called(word, name) for word in taken if word):
            message = f"'{name}' also means cards, so it would be ambiguous"
            self._mistakes.refuse(message, entry, "Use a different name for the number.")
        else:
            self.asked[name] = rule

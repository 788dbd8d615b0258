"""The words that the program itself prints on books and sheets, in a TOML file for each language.

English is complete, and fills in whatever another language lacks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

FALLBACK = "en"
NUMBER = re.compile(r"[−+-]?\d+")
BLANKS = re.compile(r"(?<=[\u3000-\u9fff\uff01-\uff60]) |(?<!:) (?=[\u3000-\u9fff\uff01-\uff60])")


@dataclass(frozen=True)
class Phrases:
    """One language. language: its code; said: phrases by name; terms: names of things in a game.

    A term may be several words. Those of one game come from the head of its translated rules.
    """

    language: str
    said: Mapping[str, str] = field(repr=False)
    terms: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, name: str, /, **parts: object) -> str:
        """That phrase with its parts filled in; `count` chooses between one and many."""
        many = f"{name}.{'one' if parts.get('count') == 1 else 'many'}"
        return self.said[many if many in self.said else name].format(**parts)

    def term(self, words: str) -> str:
        """The term for it in this language, or the words themselves."""
        return self.terms.get(words.casefold(), words)

    def counted(self, count: str, noun: str) -> str:
        """`1 card`, `3 cards`, for a number as it is written; a noun of another language stays as it is."""
        many = plural(noun)
        is_known = self.language == FALLBACK or many.casefold() in self.terms
        words = self.term(many if count != "1" and is_known else noun)
        return self._closed(self("counted_cards" if noun == "card" else "counted", count=count, noun=words))

    def number(self, value: float) -> str:
        """`25.4`, with the decimal sign of the language."""
        return f"{value:g}".replace(".", self("decimal"))

    def in_words(self, number: object) -> str:
        """`three` for 3; digits for anything but a whole number from 0 to 20."""
        words = self("numbers").split()
        return words[number] if isinstance(number, int) and number in range(len(words)) else str(number)

    def times(self, number: object) -> str:
        """`once`, `twice`, `three times`."""
        name = f"times_{number}"
        return self(name if name in self.said else "times", number=self.in_words(number))

    def with_terms(self, terms: Mapping[str, str]) -> Phrases:
        """The same with more terms, such as the names of cards."""
        return replace(self, terms={**self.terms, **{name.casefold(): words for name, words in terms.items()}})

    def listed(self, words: Iterable[str]) -> str:
        """`a, b and c`."""
        items: Sequence[str] = list(words)
        return self("and").join([self("comma").join(items[:-1]), *items[-1:]] if len(items) > 1 else items)

    def rewritten(self, words: str) -> str:
        """A line of notation with the terms of this language, the longest of them first."""
        return _replaced(words, self.terms, self._any_term) if self.terms else words

    def original(self, words: str) -> str:
        """What somebody wrote with the terms of this language, as the game itself has them."""
        own = {term.casefold(): name for name, term in self.terms.items()}
        return _replaced(words, own, _any_of(own)) if own else words

    def said_of_a_game(self, words: str) -> str:
        """What an engine writes in English about its game, with its terms in this language."""
        return self.rewritten(self.written(words))

    def written(self, words: str) -> str:
        """What engines write in English on pads and in scores, in this language: `Total`, `2 each`."""
        own = self._written
        return self._closed(_replaced(words, own, self._any_written)) if own else words

    def _closed(self, words: str) -> str:
        """Without the blanks beside Japanese letters and signs, if the language has none."""
        return words if self("blank") else BLANKS.sub("", words.replace(", ", self("comma")))

    @cached_property
    def _written(self) -> Mapping[str, str]:
        table = "written."
        return {key.removeprefix(table).casefold(): words for key, words in self.said.items() if key.startswith(table)}

    @cached_property
    def _any_term(self) -> re.Pattern[str]:
        return _any_of(self.terms)

    @cached_property
    def _any_written(self) -> re.Pattern[str]:
        return _any_of(self._written)


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    longest = sorted(map(re.escape, words), key=len, reverse=True)
    found = "|".join(longest).replace(re.escape("{n}"), NUMBER.pattern)
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)", re.IGNORECASE)


def _replaced(words: str, instead: Mapping[str, str], pattern: re.Pattern[str]) -> str:
    """What is found, in other words: those of the same words if there are any, else of any number in their place."""

    def other(match: re.Match[str]) -> str:
        found = match[0].casefold()
        if found in instead:
            return instead[found]
        return instead[NUMBER.sub("{n}", found)].replace("{n}", NUMBER.findall(found)[0])

    return pattern.sub(other, words)


def plural(noun: str) -> str:
    """`cards`, `foxes`, `berries`: of an English noun, also of one that a spreadsheet names."""
    if re.search(r"(s|x|z|ch|sh)$", noun):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if re.search(r"[^aeiou]y$", noun) else f"{noun}s"


def phrases_of(language: str, terms: Mapping[str, str] | None = None) -> Phrases:
    """The phrases of that language, or of its parent: those of `pt` for `pt-br`.

    terms: those of one game, which take precedence over those of the language.
    """
    english, own = _table(FALLBACK), _table(language) or _table(language.partition("-")[0])
    said = {**english, **own}
    common = {name.removeprefix("terms."): words for name, words in said.items() if name.startswith("terms.")}
    of_game = {name.casefold(): words for name, words in (terms or {}).items()}
    return Phrases(language or FALLBACK, said, {**common, **of_game})


@cache
def _table(language: str) -> Mapping[str, str]:
    """Phrases by name, those of a table as `table.name`; empty for a language without a file."""
    path = Path(__file__).parent / f"{language}.toml"
    if not re.fullmatch("[a-z-]+", language) or not path.is_file():
        return {}
    found: dict[str, str] = {}
    for name, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
        found |= _flat(name, value)
    return found


def _flat(name: str, value: object) -> dict[str, str]:
    """The phrases of a table by their names with dots."""
    if not isinstance(value, dict):
        return {name: str(value)}
    return {inner: words for key, one in value.items() for inner, words in _flat(f"{name}.{key}", one).items()}


ENGLISH = phrases_of(FALLBACK)

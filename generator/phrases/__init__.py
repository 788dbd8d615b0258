"""The words that the program itself prints on books and sheets, in a TOML file for each language.

English is complete, and fills in whatever another language lacks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language. language: its code; said: phrases by name; terms: names of things in a game.

    A term may be several words. Those of one game come from the head of its translated rules.
    """

    language: str
    said: Mapping[str, str] = field(repr=False)
    terms: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, name: str, **parts: object) -> str:
        """That phrase with its parts filled in; `count` chooses between one and many."""
        many = f"{name}.{'one' if parts.get('count') == 1 else 'many'}"
        return self.said[many if many in self.said else name].format(**parts)

    def term(self, words: str) -> str:
        """The term for it in this language, or the words themselves."""
        return self.terms.get(words.casefold(), words)

    def counted(self, count: str, noun: str) -> str:
        """`1 card`, `3 cards`, for a number as it is written."""
        return f"{count} {self.term(noun if count == '1' else f'{noun}s')}"

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

    def listed(self, words: Iterable[str]) -> str:
        """`a, b and c`."""
        items: Sequence[str] = list(words)
        return f"{', '.join(items[:-1])} {self('and')} {items[-1]}" if len(items) > 1 else "".join(items)

    def rewritten(self, words: str, names: Mapping[str, str]) -> str:
        """A line of notation with the terms and the names of cards in this language, the longest of them first."""
        known = {**self.terms, **{plain.casefold(): name for plain, name in names.items()}}
        if not known:
            return words
        longest = sorted(known, key=len, reverse=True)
        found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
        return found.sub(lambda match: known[match[0].casefold()], words)


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
        rows = value.items() if isinstance(value, dict) else [("", value)]
        found |= {f"{name}.{key}" if key else name: words for key, words in rows}
    return found


ENGLISH = phrases_of(FALLBACK)

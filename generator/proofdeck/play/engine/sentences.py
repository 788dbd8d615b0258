"""Moves as sentences: `Ben plays Blade on c2 and kills your Magus.`

A move that begins with a verb of the language, such as `Draw from the pile`, needs nothing else. For any other one,
`Pictures.told` says what somebody does who makes it. In another language, only what is translated is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from proofdeck.ground.phrases import FALLBACK, Phrases
from proofdeck.play.engine.pictures import Pictures

Put = Callable[[str], str]
GONE = "{gone}"
"""In what is told of a clause: the cards that have left a board."""


class _Said(NamedTuple):
    """What is said of a move. phrase: with its only part left open, to be shared by the same moves in a row."""

    phrase: str
    part: str


def sentence(who: str, moves: Iterable[str], pictures: Pictures, more: Sequence[str] = (), person: Put = str) -> str:
    """What somebody does, and `more` that comes of it; "" if a move cannot be told. person: as in `predicate`."""
    does = predicate(moves, pictures, more, person)
    return pictures.phrases("sentence", who=who, does=does) if does else ""


def predicate(moves: Iterable[str], pictures: Pictures, more: Sequence[str] = (), person: Put = str) -> str:
    """The same without the name and the full stop. person: puts what is done into another one, or "" if it cannot."""
    say, found = pictures.phrases, [_said(move, pictures) for move in moves]
    known = [one for one in found if one is not None]
    told = [
        phrase.replace("{}", say.listed(_counted(one.part for one in same)))
        for phrase, same in groupby((one for one in known if one.phrase), key=lambda one: one.phrase)
    ]
    done = [*map(person, told), *map(person, more)]
    return say.listed(done) if all(done) and len(known) == len(found) else ""


def consequences(clauses: Iterable[str], gone: Sequence[str], pictures: Pictures) -> Iterator[str]:
    """What the clauses that acted have done to the cards that have left a board."""
    told = (_translated(pictures.told.get(clause, ""), pictures.phrases) for clause in clauses)
    for phrase in dict.fromkeys(filter(None, told)):
        if gone:
            yield phrase.replace(GONE, pictures.phrases.listed(gone))


def _counted(parts: Iterable[str]) -> Iterator[str]:
    """Equal parts are one: `Wolf ×2`."""
    for part, count in Counter(parts).items():
        yield f"{part} ×{count}" if count > 1 else part


def _said(move: str, pictures: Pictures) -> _Said | None:
    say = pictures.phrases
    for words, phrase in pictures.told.items():
        if found := _pattern(words).fullmatch(move):
            does = _translated(phrase, say)
            parts = {name: say.rewritten(part) for name, part in found.groupdict().items()}
            return _open(does, parts) if does or not phrase else None
    verb, _, rest = move.partition(" ")
    does = verbs_of(say).get(verb, "")
    return (does and _Said(f"{does} {{}}" if rest else does, say.rewritten(rest))) or None


def _translated(phrase: str, say: Phrases) -> str:
    """What is told, in the language; "" if that has no translation of it."""
    found = say.term(phrase)
    return "" if found == phrase and say.language != FALLBACK else found


def _open(phrase: str, parts: dict[str, str]) -> _Said:
    if len(parts) == 1:
        ((name, part),) = parts.items()
        return _Said(phrase.replace(f"{{{name}}}", "{}"), part)
    return _Said(phrase.format_map(parts), "")


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """Finds the parts of a move: `{unit} on {tile}`."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(words)))


def verbs_of(phrases: Phrases) -> dict[str, str]:
    """What the first word of a move is in a sentence: `Draw` -> `draws`."""
    return dict(pair.split(" ", 1) for pair in phrases("verbs").split(", ") if pair)

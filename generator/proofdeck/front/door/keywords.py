"""Makes a request of the keywords of a method, by what its fields say about how people ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

from proofdeck.ground.flags import Option, options_of
from proofdeck.ground.problems import listed

Request = TypeVar("Request")


def request_of(kind: type[Request], keywords: Mapping[str, Any], **more: Any) -> Request:
    """Make a request of that kind. keywords: the names and values of a method; more: fields that have no keyword there.

    Raises ValueError for a word that is not offered, and for a length or a resolution that is out of bounds.
    """
    asked = (option for option in options_of(kind) if option.keyword in keywords)
    return kind(**{option.field: _value(option, keywords[option.keyword]) for option in asked}, **more)


def _value(option: Option, given: Any) -> Any:
    """The value as the field has it. One word makes a list of its own, and words make a path."""
    kinds = get_args(option.kind)
    if isinstance(given, Mapping):
        given = given.items()
    if get_origin(option.kind) is tuple:
        given = (given,) if isinstance(given, str) else tuple(given or ())
    elif Path in kinds and given is not None:
        given = Path(given)
    values = given if isinstance(given, tuple) else (given,)
    if words := option.flag.one_of or (kinds if get_origin(option.kind) is Literal else ()):
        for word in values:
            check_word(option.keyword, word, words)
    least, most = option.flag.least, option.flag.most
    if float in kinds and least is not None and most is not None and given is not None:
        for number in values:
            check_range(option.keyword, number, least, most)
    return given


def check_word(keyword: str, word: str, known: Iterable[str]) -> None:
    """Raises ValueError if the word is not one of those known."""
    if word not in known:
        raise ValueError(f"{keyword}: '{word}' is not one of {listed(known)}")


def check_range(keyword: str, number: float, least: float, most: float) -> None:
    """Raises ValueError if the number is not between these two."""
    if not least <= number <= most:
        raise ValueError(f"{keyword}: {number:g} is not between {least:g} and {most:g}")

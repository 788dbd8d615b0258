"""Options that are declared once: as fields of a request, a dataclass, that say how people ask for them.

The command line makes an option of each such field (`cli/options.py`), and the Python package reads keywords by them
(`door/proofdeck/keywords.py`). A command declares an option that is in no request in the same way. Their types are
taken from the class as it is, so a module with a request does without postponed annotations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Annotated, NamedTuple, get_args, get_origin

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
"""The code of a language: `de`, `pt-br`."""


class Flag(NamedTuple):
    """How people ask for a field of a request.

    help: what it does. typed: its names on the command line, if they are not `--` and its keyword. keyword: its name in
    Python, if not that of the field. metavar: what stands for its value in the help. one_of: the words for it, where
    its type does not say. least, most: the bounds of a number. read: makes the value of a word, or raises ValueError;
    usual: the default as a word, where one word is read for the whole field. completion: what the Tab key offers, or
    the name of the function of `cli/completing.py` that says so.
    """

    help: str
    typed: tuple[str, ...] = ()
    keyword: str = ""
    metavar: str | None = None
    one_of: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    read: Callable[[str], object] | None = None
    usual: str | None = None
    completion: str | tuple[str, ...] = ""


OutputFolder = Annotated[
    Path | None, Flag("Write to this folder instead of output/.", typed=("-o", "--output"), metavar="DIR")
]
Lang = Annotated[
    str,
    Flag("Language to print, such as de: `text@de` in place of `text`.", metavar="CODE", completion="languages"),
]
Trust = Annotated[bool, Flag("Run engines that belong to this project.")]


class Option(NamedTuple):
    """A field of a request that people can ask for. kind: its type."""

    field: str
    kind: object
    default: object
    flag: Flag

    @property
    def keyword(self) -> str:
        """Its name in Python, and in the signature of its command."""
        return self.flag.keyword or self.field

    @property
    def typed(self) -> tuple[str, ...]:
        """Its names on the command line: `--back-offset`."""
        return self.flag.typed or (f"--{self.keyword.replace('_', '-')}",)

    @property
    def is_list(self) -> bool:
        """Whether it can be given several times."""
        return get_args(self.kind)[1:] == (...,) and self.flag.usual is None


def option_of(name: str, annotation: object, default: object) -> Option | None:
    """The option that a field or a parameter declares, if it does."""
    kind, *said = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    flag = next((one for one in said if isinstance(one, Flag)), None)
    return flag and Option(name, kind, default, flag)


def typed(request: object, names: Collection[str]) -> Iterator[str]:
    """The options of those fields that are not as usual, as they are typed: `--only`, `wolf*`."""
    for option in options_of(type(request)):
        value = getattr(request, option.field)
        if option.field not in names or value == option.default:
            continue
        for one in value if option.is_list else (value,):
            yield option.typed[0]
            if one is not True:
                yield _word(one)


def _word(value: object) -> str:
    """`0.5,-1`, `colour=bw` or `a4`."""
    if isinstance(value, tuple):
        return ("=" if isinstance(value[0], str) else ",").join(map(_word, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def options_of(request: type) -> list[Option]:
    """The options that the fields of a request declare, in the order of the help."""
    found = (option_of(one.name, one.type, one.default) for one in fields(request))
    return [option for option in found if option is not None]

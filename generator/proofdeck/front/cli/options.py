"""Gives Typer, which reads the signature of a command, an option for each field of the requests that it takes."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import wraps
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import typer

from proofdeck.front.cli import completing
from proofdeck.front.cli.folders import only_game
from proofdeck.front.cli.helping import HelpCommand
from proofdeck.front.cli.terminal import GameName, guarded, style_of
from proofdeck.ground.flags import Flag, Option, option_of

Command = Callable[..., None]


class CommandGroup(typer.Typer):
    """Commands that may take requests, and parameters that say by a `Flag` how people ask for them."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Add a function to the commands."""
        add = super().command(name, cls=HelpCommand, **settings)
        return lambda command: add(spread(command))


def spread(command: Command) -> Command:
    """A command whose parameters are what is typed: in place of a request, one for each of its fields.

    A GameName that is left out is the only game of `project`. Mistakes are shown as `guarded` says: as JSON if
    `as_json` is asked for, with lines of the files of `project`.
    """
    taken = inspect.signature(command, eval_str=True).parameters.values()
    requests: dict[str, Any] = {one.name: one.annotation for one in taken if is_dataclass(one.annotation)}
    of_a_game = [one.name for one in taken if one.annotation == GameName]
    asked = {one.name: _fields(one.annotation) if one.name in requests else [_asked(one)] for one in taken}

    @wraps(command)
    def called(**typed: object) -> None:
        given: dict[str, object] = {}
        for name, parts in asked.items():
            values = dict(_value(part, typed) for part in parts)
            given[name] = requests[name](**values) if name in requests else values[name]
        folder = typed.get("project")
        root = folder if isinstance(folder, Path) else None
        with guarded(style_of(bool(typed.get("as_json"))), root):
            given |= {name: given[name] or only_game(root or Path()) for name in of_a_game}
            command(**given)

    parameters = [_parameter(part) for parts in asked.values() for part in parts]
    vars(called)["__signature__"] = inspect.Signature(parameters)
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def _fields(request: Any) -> list[Option | Parameter]:
    """The fields of a request that people are asked for."""
    declared = (one for one in fields(request) if get_origin(one.type) is Annotated)
    return [
        _asked(Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type))
        for one in declared
    ]


def _asked(one: Parameter) -> Option | Parameter:
    """The option that a parameter declares; the parameter itself if it says to Typer how people ask for it."""
    return option_of(one.name, one.annotation, one.default) or one


def _parameter(part: Option | Parameter) -> Parameter:
    """What Typer reads: the type and the default of what is typed, and how the help shows it."""
    if isinstance(part, Parameter):
        return part.replace(kind=Parameter.KEYWORD_ONLY)
    flag, kind, default = part.flag, part.kind, part.default
    if part.is_list:
        kind, default = get_args(kind)[0], None
    number = None if flag.read or part.is_list else _number(kind)
    words = flag.one_of or (get_args(kind) if get_origin(kind) is Literal else ())
    if flag.one_of:
        kind = _one_of(flag.one_of)
    elif flag.read:
        kind, default = str, flag.usual
    elif number:
        words = (_between(number, flag),) if None not in (flag.least, flag.most) else ()
    usual = f"default: {default}" if default and not isinstance(default, bool) else ""
    more = "; ".join(filter(None, (", ".join(words), usual)))
    shown = typer.Option(
        *part.typed,
        help=f"{flag.help} [{more}]" if more else flag.help,
        metavar=flag.metavar or ("N" if number else None),
        show_default=False,
        autocompletion=_offered(flag.completion),
        parser=_reader(number, part) if number else None,
    )
    annotation = Annotated[list[kind] | None if part.is_list else kind, shown]  # type: ignore[valid-type]
    return Parameter(part.keyword, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _number(kind: object) -> type[int | float] | None:
    """Whether an option takes a number, and of which type."""
    return next((one for one in (int, float) if kind in (one, one | None)), None)


def _between(number: type, flag: Flag) -> str:
    """`a whole number from 1 to 12`, or what of this is known."""
    least, most = (None if end is None else f"{end}" for end in (flag.least, flag.most))
    ends = f" from {least} to {most}" if least and most else f" of at least {least}" if least else ""
    return f"a {'whole ' * (number is int)}number{ends}"


def _reader(number: type[float], part: Option) -> Callable[[str], float]:
    """Reads the number that is typed, which is refused if it is none, or out of range."""
    least, most = part.flag.least, part.flag.most

    def read(words: str) -> float:
        try:
            value = number(words)
        except ValueError:
            value = math.nan
        if (-math.inf if least is None else least) <= value <= (math.inf if most is None else most):
            return value
        raise typer.BadParameter(f"'{words}' is not {_between(number, part.flag)}. Write one after {part.typed[0]}.")

    return read


def _offered(completion: str | tuple[str, ...]) -> Any:
    """What Typer asks for the words that begin as typed."""
    if isinstance(completion, str):
        return getattr(completing, completion) if completion else None
    return completing.completion(lambda _context: completion)


def _one_of(words: tuple[str, ...]) -> Any:
    """A type of which Typer knows that it is one of these words; it knows no lists of literals."""
    make: Any = StrEnum
    return make("Word", {word: word for word in words})


def _value(part: Option | Parameter, typed: dict[str, Any]) -> tuple[str, Any]:
    """The name of a field or parameter, and its value of what was typed. Raises BadParameter if it cannot be read."""
    if isinstance(part, Parameter):
        return part.name, typed[part.name]
    words, read = typed[part.keyword], part.flag.read or (str if part.flag.one_of else None)
    try:
        if part.is_list:
            return part.field, tuple(map(read or str, words or ()))
        return part.field, read(words) if read else words
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=part.typed[0]) from None

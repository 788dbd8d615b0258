"""Gives Typer, which reads the signature of a command, an option for each field of the requests that it takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from enum import StrEnum
from functools import wraps
from typing import Annotated, Any, get_args

import typer

from generator.cli import completing
from generator.flags import Option, options_of

Command = Callable[..., None]


def spread(command: Command) -> Command:
    """A command whose parameters are what is typed: in place of each request, one for each of its options."""
    taken = inspect.signature(command, eval_str=True).parameters.values()
    requests: dict[str, Any] = {one.name: one.annotation for one in taken if is_dataclass(one.annotation)}
    parameters: list[inspect.Parameter] = []
    for one in taken:
        parameters += map(_parameter, options_of(requests[one.name])) if one.name in requests else [one]

    @wraps(command)
    def called(**typed: Any) -> None:
        for name, request in requests.items():
            typed[name] = request(**{one.field: _value(one, typed.pop(one.keyword)) for one in options_of(request)})
        command(**typed)

    vars(called)["__signature__"] = inspect.Signature(parameters)
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def _parameter(option: Option) -> inspect.Parameter:
    """What Typer reads: the type and the default of what is typed, and how the help shows it."""
    flag, default = option.flag, option.default
    kind: Any = option.kind
    if flag.read:
        kind, default = str, flag.usual
    elif option.is_list:
        kind, default = _one_of(flag.one_of) if flag.one_of else get_args(kind)[0], None
    if option.is_list:
        kind = list[kind] | None
    shown = typer.Option(
        *option.typed,
        help=flag.help,
        metavar=flag.metavar,
        min=flag.least,
        max=flag.most,
        show_default=bool(default) and default is not True,
        autocompletion=getattr(completing, flag.completion) if flag.completion else None,
    )
    return inspect.Parameter(
        option.keyword, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, shown]
    )


def _one_of(words: tuple[str, ...]) -> Any:
    """A type of which Typer knows that a list of it is a list of these words."""
    make: Any = StrEnum
    return make("Word", {word: word for word in words})


def _value(option: Option, typed: Any) -> Any:
    """The value of what was typed. Raises BadParameter if it cannot be read."""
    read = option.flag.read
    try:
        if option.is_list:
            return tuple(map(read or str, typed or ()))
        return read(typed) if read else typed
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option.typed[0]) from None

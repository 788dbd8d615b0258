"""Tells the author of an engine what went wrong in words of the kit, where Python's own message does not help.

In goes an exception with its traceback; out come a sentence to say in place of Python's, and what to do.
"""

from __future__ import annotations

import builtins
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType

from proofdeck.ground.problems import did_you_mean, hint_from, listed

PROGRAM = os.path.join(Path(__file__).resolve().parents[2], "")  # noqa: PTH118 - with a separator at its end
BAD_CALL = re.compile(
    r"(?P<called>[\w.]+)\(\) (got an unexpected keyword argument '(?P<extra>\w+)'|(missing|takes) .*)"
)
NO_ATTRIBUTE = re.compile(r"('(?P<owner>\w+)' object|type object '\w+') has no attribute '(?P<name>\w+)'")
OF_MODULE = re.compile(r"module '[\w.]+' has no attribute '(?P<name>\w+)'")
KIT, WHERE_IT_IS = "proofdeck.kit", "proofdeck.play.engine.kit"
"""The kit as authors import it, and the package that it is."""
FORMERLY = "generator"
"""What the whole package was called before it was called proofdeck."""
READ_ONLY = re.compile(r"attribute '(?P<name>\w+)' is read-only")
SHADOWED = re.compile(r"'(?P<what>Zone|Fact|Action)' object is not callable")
NOT_IN_MODULE = re.compile(r"cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'")
NOT_A_LIST = re.compile(r".*'int' (object )?((is|has) no|is not (iterable|subscriptable)|does not support item)")
SET_IS_A_NUMBER = (
    "A zone without an order is a number with a bit for each card: list its cards with `self.cards_in`, "
    "or declare it as a `pile()`, which is a list. What each player has is declared with `each=True`."
)
INSTEAD = {
    ("secret", "each"): "For what all choose at the same time, declare `choice(each=True)`; for a number that each "
    "player has and all see, `fact(0, each=True)`.",
    ("zone", "owner"): "Write who sees its cards first: `zone(OWNER, each=True)`.",
}
"""What to write in place of a keyword that there is not: (what is called, keyword)."""


def sentence(error: BaseException) -> str:
    """What to say in place of Python's words; "" to keep them."""
    if isinstance(error, TypeError) and (found := BAD_CALL.fullmatch(str(error))):
        return _bad_call(error, found)
    if _is_formerly(error):
        return f"there is no module '{FORMERLY}' any more: the package is called proofdeck."
    if isinstance(error, ImportError) and (found := NOT_IN_MODULE.match(str(error))):
        known = getattr(sys.modules.get(found["module"]), "__all__", ())
        return hint_from(f"there is no '{found['name']}' in {found['module']}.", did_you_mean(found["name"], known))
    return " ".join(str(error).split()) if _is_our_own(error) else ""


def _is_our_own(error: BaseException) -> bool:
    """Whether a line of the program raised it with a sentence."""
    lines = traceback.extract_tb(error.__traceback__)
    return bool(lines) and lines[-1].filename.startswith(PROGRAM) and (lines[-1].line or "").startswith("raise ")


def cure(error: BaseException) -> str:
    """What to do about it; "" if there is nothing to say."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if not frames:
        return ""
    if isinstance(error, AttributeError) and (found := NO_ATTRIBUTE.match(str(error))):
        return _no_attribute(error, found, frames[-1])
    if isinstance(error, AttributeError) and (found := OF_MODULE.match(str(error))):
        return _near(found["name"], dir(error.obj))
    if isinstance(error, AttributeError) and (found := READ_ONLY.search(str(error))):
        return f"A table only remembers what is declared: write `{found['name']} = fact(...)` in its class."
    if isinstance(error, TypeError) and (found := SHADOWED.match(str(error))):
        line = traceback.extract_tb(error.__traceback__)[-1].line or ""
        called = re.search(r"= *(?P<name>\w+)\(", line)
        name = f"`{called['name']}`" if called else "A name of the kit"
        return f"{name} is a {found['what'].casefold()} of yours by now: give that another name."
    if _is_formerly(error):
        return f"Write `from {KIT} import ...` in place of `from {FORMERLY}.engine.kit import ...`."
    if isinstance(error, NameError) and error.name in getattr(sys.modules.get(WHERE_IT_IS), "__all__", ()):
        return f"It is a word of the kit: add it to `from {KIT} import ...`."
    if isinstance(error, NameError) and error.name:
        return did_you_mean(error.name, {**frames[-1].f_globals, **frames[-1].f_locals, **vars(builtins)})
    if isinstance(error, TypeError) and NOT_A_LIST.match(str(error)) and _tables_in(frames[-1]):
        return SET_IS_A_NUMBER
    return ""


def _is_formerly(error: BaseException) -> bool:
    return isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] == FORMERLY


def _no_attribute(error: AttributeError, found: re.Match[str], frame: FrameType) -> str:
    name = found["name"]
    if isinstance(error.obj, int):
        return SET_IS_A_NUMBER if _tables_in(frame) else ""
    for one in _tables_in(frame):
        if type(one).__name__ == found["owner"] and not hasattr(one, name):
            declare = f"To remember it, declare `{name} = fact(0)` for a number, or `{name} = pile()` for cards."
            is_called = f".{name}(" in (traceback.extract_tb(error.__traceback__)[-1].line or "")
            words = [word for word in dir(one) if is_called or not callable(getattr(type(one), word, None))]
            return hint_from(_near(name, words), "" if is_called else declare)
    return _near(name, dir(error.obj))


def _near(name: str, words: Iterable[str]) -> str:
    return did_you_mean(name, (word for word in words if not word.startswith("_")))


def _tables_in(frame: FrameType) -> list[object]:
    return [one for one in frame.f_locals.values() if hasattr(one, "ZONES") and not isinstance(one, type)]


def _bad_call(error: BaseException, found: re.Match[str]) -> str:
    """How something of the program is called, if it was called in another way."""
    *_, frame = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    called = _called(found["called"], frame)
    if called is None:
        return ""
    name, method = called
    takes = [one for one in inspect.signature(method).parameters.values() if one.name not in {"self", "cls"}]
    if extra := found["extra"]:
        near = INSTEAD.get((name, extra)) or did_you_mean(extra, (one.name for one in takes))
        return hint_from(f"{name}() has no '{extra}': it takes {listed(one.name for one in takes)}.", near)
    lacks = listed(re.findall(r"'\w+'", found[0]))
    shown = ", ".join(map(_as_written, takes))
    return f"{name}() {f'lacks {lacks}' if lacks else 'is given too many values'}: write {name}({shown})"


def _called(qualified: str, frame: FrameType) -> tuple[str, Callable[..., object]] | None:
    """What was called, as its caller knows it, and its function; None unless it belongs to the program."""
    *owner, name = qualified.split(".")
    if name == "__init__":
        *owner, name = owner
    holders = [value for value in frame.f_locals.values() if any(one.__name__ in owner for one in type(value).__mro__)]
    space = {**frame.f_globals, **frame.f_locals}
    found = getattr(holders[0], name, None) if holders else space.get(name)
    file = inspect.getsourcefile(inspect.unwrap(found)) if callable(found) and found.__module__ != "builtins" else None
    if found is None or file is None or not os.path.realpath(file).startswith(PROGRAM):
        return None
    return (f"self.{name}" if holders else name), found


def _as_written(one: inspect.Parameter) -> str:
    """An argument as an author writes it: `zone`, or `seat=...` if it has a name or may be left out."""
    if one.kind is one.VAR_POSITIONAL or one.kind is one.VAR_KEYWORD:
        return f"{one.name}, ..."
    return one.name if one.default is one.empty and one.kind is not one.KEYWORD_ONLY else f"{one.name}=..."

"""Changes options of the elements of a template: each where it is written, or else in the element's own table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.tables import (
    Value,
    tables_in,
    text_in,
    with_values,
    without_table,
    without_value,
    written,
)
from proofdeck.ground.problems import Place
from proofdeck.ground.toml_places import key_places
from proofdeck.ground.units import Size
from proofdeck.paper.faces.field_words import setting_of
from proofdeck.paper.faces.lengths import Ruler
from proofdeck.paper.faces.options import ElementOption
from proofdeck.paper.faces.template_files import TOP_LEVEL

ELEMENTS, BEFORE = "elements", "before"
IN_BRACES = "{0} is written inside braces or brackets, so change it in your editor."
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
WIDE = 20.0
"""mm: how wide a new element is, unless that is more than half of the card. It is easy to see, and hides little."""
NEW_ELEMENTS: Mapping[str, tuple[float, Mapping[str, Value]]] = {
    "text": (0.4, {"type": "text", "text": "New text", "align": "center", "valign": "middle"}),
    "picture": (1.0, {"type": "image"}),
    "icon": (1.0, {"type": "icon"}),
    "box": (0.6, {"type": "rectangle", "stroke": "black", "stroke_width": 0.5}),
    "line": (0.0, {"type": "line", "stroke": "black", "stroke_width": 0.5}),
}
"""For each kind of new element, its height as a share of its width, and what else is written."""
NAMED = {"picture": "file", "icon": "icon"}
"""The option of a kind that says which one it is."""


class Written(NamedTuple):
    """A value in a file, and the keys that lead to it: `elements`, `title`, `x`."""

    path: tuple[str, ...]
    raw: Any


class Nudge(NamedTuple):
    """A length that is to be longer by so many mm, in the unit in which it is written."""

    by: float


def written_in(data: bytes, places: Mapping[str, Place]) -> dict[str, Written]:
    """What is written at each of those places of a file. Raises NotWrittenError if it cannot be read."""
    text = text_in(data)
    tables = tables_in(text)
    paths = {place: path for path, place in key_places(text.replace("\r\n", "\n")).items()}
    found = {}
    for key, place in places.items():
        path = paths.get((place.line or 0, place.column or 0))
        if path is not None:
            found[key] = Written(path, _at(tables, path))
    return found


def with_options(
    data: bytes,
    element: str,
    there: Mapping[str, Written],
    changes: Mapping[str, Value | Nudge],
    options: Mapping[str, ElementOption],
    ruler: Ruler,
) -> bytes:
    """The file with new values for options of an element.

    there: where they are written in that file; an option that is not is added to the table of the element. Raises
    NotWrittenError for lengths that cannot be changed by dragging, and as `with_values` does.
    """
    own = _table(data, element)
    tables: dict[tuple[str, ...], dict[str, Value]] = {}
    for key, change in changes.items():
        at = there.get(key)
        if at is not None and not isinstance(at.raw, (str, int, float)) and key != "points":
            raise NotWrittenError(IN_BRACES.format(key))
        path = at.path if at else (*own, key)
        value = _nudged(key, at, change, options[key], ruler) if isinstance(change, Nudge) else change
        tables.setdefault(path[:-1], {})[path[-1]] = value
    for table, values in tables.items():
        data = with_values(data, table, values)
    return data


def _nudged(key: str, at: Written | None, change: Nudge, option: ElementOption, ruler: Ruler) -> Value:
    if at is None:
        raise ValueError(f"{key} is not written in the file")
    try:
        return ruler.shifted(at.raw, change.by, option.unit)
    except ValueError:
        raise NotWrittenError(f"{key} is written as {at.raw}, so change it in your editor.") from None


def with_corner(raw: Any, at: int, by: Sequence[float], ruler: Ruler) -> str:
    """The points of a polygon with one of them moved by so many mm; the others, and units, stay as they are written.

    Raises NotWrittenError for what is not a number with its unit.
    """
    words = (
        raw if isinstance(raw, str) else " ".join(one if isinstance(one, str) else "{},{}".format(*one) for one in raw)
    )
    found = list(re.finditer(r"\S+", words))[at]
    try:
        across, down = (
            ruler.shifted(float(one) if NUMBER.fullmatch(one) else one, change, unit)
            for one, change, unit in zip(found[0].split(","), by, ("across", "down"), strict=True)
        )
    except ValueError:
        raise NotWrittenError(f"points is written as {words}, so change it in your editor.") from None
    spelt = ",".join(one if isinstance(one, str) else written(one) for one in (across, down))
    return f"{words[: found.start()]}{spelt}{words[found.end() :]}"


def without_option(data: bytes, at: Written) -> bytes:
    """The file without that value. Raises NotWrittenError as `with_values` does."""
    return without_value(data, at.path)


def with_element(data: bytes, kind: str, taken: Collection[str], card: Size, named: str = "") -> bytes:
    """The file with a new element at its end, in the middle of the card.

    kind: of NEW_ELEMENTS; taken: names in use; named: which icon or picture it is. Raises KeyError for another kind,
    and NotWrittenError as `with_values` does.
    """
    high, looks = NEW_ELEMENTS[kind]
    wide = min(WIDE, card.width / 2, card.height / 2)
    x, y = (card.width - wide) / 2, (card.height - wide * high) / 2
    box: dict[str, Value] = {"x": x, "y": y, "width": wide, "height": wide * high}
    if kind == "line":
        box = {"x": x, "y": y, "x2": x + wide}
    options = {"type": looks["type"], **({NAMED[kind]: named} if kind in NAMED else {}), **box, **looks}
    name = next(one for one in _names(kind) if one not in taken)
    return with_values(data, _table(data, name), options)


def without_element(data: bytes, element: str) -> bytes:
    """The file without the table of that element. Raises NotWrittenError as `with_values` does."""
    return without_table(data, _table(data, element))


def with_order(data: bytes, element: str, above: str) -> bytes:
    """The file in which an element is painted just below the one called `above`; "" takes back what it says of that.

    Raises NotWrittenError as `with_values` does.
    """
    own = _table(data, element)
    return with_values(data, own, {BEFORE: above}) if above else without_value(data, (*own, BEFORE))


def has_order(data: bytes, element: str) -> bool:
    """Whether the file says below which element it is painted."""
    return _at(tables_in(text_in(data)), (*_table(data, element), BEFORE)) is not None


def has_element(data: bytes, element: str) -> bool:
    """Whether the file says anything of that element. Raises NotWrittenError if it cannot be read."""
    tables = tables_in(text_in(data))
    return isinstance(_at(tables, _table(data, element)), dict)


def _names(kind: str) -> Iterator[str]:
    yield kind
    yield from (f"{kind}-{number}" for number in range(2, 1000))


def _table(data: bytes, element: str) -> tuple[str, str]:
    """The keys of the table of an element, in the word that the file has for elements."""
    tables = tables_in(text_in(data))
    words = (key for key, value in tables.items() if setting_of(key, TOP_LEVEL) == ELEMENTS and isinstance(value, dict))
    return next(words, ELEMENTS), element


def _at(tables: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        if isinstance(tables, list):
            tables = tables[int(key)]
        elif isinstance(tables, dict) and key in tables:
            tables = tables[key]
        else:
            return None
    return tables

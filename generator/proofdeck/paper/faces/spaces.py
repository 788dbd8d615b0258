"""Reads the spaces of a board from its template: a name for each, and its middle in mm from the top left corner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proofdeck.ground.problems import Problems, did_you_mean, hint_from
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.lengths import Ruler
from proofdeck.paper.faces.options import REACH, ElementOption, length, shown, text
from proofdeck.paper.faces.template_files import Setting

Spaces = Mapping[str, tuple[float, float]]
"""Name -> (x, y) of the middle, in mm."""
SPACE = {
    "name": ElementOption(text, "", "what the engine calls it; its number, counted from 0, when left out"),
    "x": length(*REACH, None, "mm from the left edge to the middle of the space", "across"),
    "y": length(*REACH, None, "mm from the top edge to the middle of the space", "down"),
}
"""What a space can say."""
MOST_SPACES = 1000


def spaces_of(setting: Setting | None, size: Size, ruler: Ruler, problems: Problems) -> Spaces:
    """The spaces of a card of that size. Those that cannot be used become problems."""
    found: dict[str, tuple[float, float]] = {}
    if setting is None:
        return found
    if not isinstance(setting.raw, list) or not all(isinstance(row, dict) for row in setting.raw):
        hint = "Write [[spaces]] above each."
        problems.report("E204", "spaces must be tables, one per space", setting.place, field="spaces", hint=hint)
        return found
    if len(setting.raw) > MOST_SPACES:
        message = f"a board can have at most {MOST_SPACES} spaces"
        problems.report("E204", message, setting.place, field="spaces")
    for number, row in enumerate(setting.raw[:MOST_SPACES]):
        place = next((one.place for one in row.values()), setting.place)
        said = {"name": "", **dict(_values(row, ruler, problems))}
        for key in (key for key in ("x", "y") if key not in row):
            problems.report("E205", f"{key}: a space needs x and y, the mm of its middle", place, field=key)
        if not {"x", "y"} <= said.keys():
            continue
        name, x, y = said["name"] or str(number), said["x"], said["y"]
        if not Box(0, 0, size.width, size.height).holds(x, y):
            message = f"the space '{name}' is not on the board: its middle is at {x:g}, {y:g} mm"
            hint = f"The board is {size}; x and y begin at its top left corner."
            problems.report("E214", message, place, field="x", hint=hint)
        elif name in found:
            hint = "Give one of them another name."
            problems.report("E215", f"there are two spaces '{name}'", place, field="name", hint=hint)
        else:
            found[name] = x, y
    return found


def _values(row: Mapping[str, Setting], ruler: Ruler, problems: Problems) -> Iterator[tuple[str, Any]]:
    for key, setting in row.items():
        if key not in SPACE:
            hint = hint_from(did_you_mean(key, SPACE), f"A space has {', '.join(SPACE)}.")
            problems.report("E205", f"{key}: a space has no option {shown(key)}", setting.place, field=key, hint=hint)
            continue
        try:
            yield key, SPACE[key].value(setting.raw, ruler)
        except ValueError as error:
            problems.report("E205", f"{key}: {error}", setting.place, field=key)

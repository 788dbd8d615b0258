"""Layouts: how cards share a sheet, as a project's `sheets.toml` or our own `layouts.toml` says it. Lengths in mm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from proofdeck.ground.files import is_file
from proofdeck.ground.paper import MARGIN, PAPERS, SMALL_PAPERS
from proofdeck.ground.places import refuse_links_out
from proofdeck.ground.problems import Place, Problem, Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.ground.toml_places import key_places
from proofdeck.ground.toml_text import TomlError, read_toml, text_of
from proofdeck.ground.units import Box, Size, parse_size

FILE = "sheets.toml"
AUTO = "auto"
"""The layout that needs the fewest sheets."""
MarkStyle = Literal["corners", "crosses", "lines", "none"]
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
LARGEST = 1000.0
SHORTEST_ARM, LONGEST_ARM = 5.0, 20.0
"""The arms of a registration mark that is as long as the cards leave room for."""
MOST = 100
"""Columns, rows and positions."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Lines that show where to cut. offset: from the bleed; length: of each arm."""

    style: MarkStyle = "corners"
    length: float = 3.0
    offset: float = 0.0
    width: float = 0.15
    colour: str = "#000000"


@dataclass(frozen=True, slots=True)
class Registration:
    """inset: from the edges of the paper, top, right, bottom and left; square: its sides, None for a corner in its
    place; border: of black around it; length, width: of arms, length None for as long as the cards leave room for.
    """

    inset: tuple[float, float, float, float]
    square: float | None = 5.0
    border: float = 0.0
    length: float | None = LONGEST_ARM
    width: float = 0.5

    def frame(self, paper: Size) -> Box:
        """The rectangle on which the marks are."""
        top, right, bottom, left = self.inset
        return Box(left, top, paper.width - left - right, paper.height - top - bottom)

    def beside(self, cards: Box, paper: Size, air: float) -> float:
        """How long the arms are if these cards are to be so far from them, whichever side they are on."""
        if self.length is not None:
            return self.length
        frame = self.frame(paper)
        across = min(cards.x - frame.x, frame.right - cards.right)
        down = min(cards.y - frame.y, frame.bottom - cards.bottom)
        return round(min(LONGEST_ARM, max(SHORTEST_ARM, across - air, down - air)), 2)


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How cards share a sheet.

    paper: its own, None for the one asked for; margin: top, right, bottom, left; gap: across and down, None for room
    for the bleed of both neighbours; columns, rows: None for as many as fit; positions: of the top left corner of each
    card, in place of a grid; label: of die-cut paper, None if it is not die-cut; landscape: None for whichever holds
    more; nested: whether hexagons are a honeycomb; fold: whether backs are below a fold; bleed: at most so much of it
    shows, None for all that the template has; imprint: whether sheets say at their foot what they are; registration:
    for a cutting machine; overlap: of the tiles of a board that is larger than the paper.
    """

    name: str
    paper: Size | None = None
    margin: tuple[float, float, float, float] = (MARGIN, MARGIN, MARGIN, MARGIN)
    gap: tuple[float, float] | None = None
    columns: int | None = None
    rows: int | None = None
    positions: tuple[tuple[float, float], ...] = ()
    label: Size | None = None
    landscape: bool | None = None
    nested: bool = False
    fold: bool = False
    bleed: float | None = None
    first_page: bool = True
    imprint: bool = True
    overlap: float = 10.0
    marks: Marks = Marks()
    registration: Registration | None = None


@cache
def built_in() -> Mapping[str, SheetLayout]:
    """The layouts that come with Proofdeck, by name."""
    path = Path(__file__).parent / "layouts.toml"
    return {layout.name: layout for layout in _layouts(path.read_text(encoding="utf-8"), path.name, Problems())}


def layout_of(root: Path, name: str) -> SheetLayout | None:
    """The layout of that name, the project's or a built-in one; None for `auto`.

    Raises ProofdeckError if there is none, and with all mistakes of `sheets.toml`.
    """
    known = {**built_in(), **own_layouts(root)}
    if name == AUTO:
        return None
    if name not in known:
        hint = hint_from(did_you_mean(name, [AUTO, *known]), f"The layouts are {listed([AUTO, *known])}.")
        raise ProofdeckError(Problem("E402", f"there is no layout '{name}'", field="layout", hint=hint))
    return known[name]


def own_layouts(root: Path) -> dict[str, SheetLayout]:
    """The layouts of a project, by name; none if it has no `sheets.toml`. Raises ProofdeckError with all mistakes."""
    path = root / FILE
    if not is_file(path):
        return {}
    refuse_links_out(root, path)
    problems = Problems()
    try:
        found = {layout.name: layout for layout in _layouts(text_of(path), FILE, problems)}
    except TomlError as error:
        raise ProofdeckError(Problem("E403", str(error), FILE, error.line, error.column, hint=error.hint)) from None
    if problems:
        raise ProofdeckError(problems)
    return found


def _layouts(text: str, file: str, problems: Problems) -> Iterator[SheetLayout]:
    """Every layout without a mistake."""
    places = key_places(text)

    def refuse(message: str, name: str, *key: str, hint: str) -> None:
        line, column = places.get((name, *key)) or places.get((name,)) or (None, None)
        problems.report("E403", message, Place(file, line, column), field=(name, *key)[-1], hint=hint)

    for name, table in read_toml(text).items():
        if not isinstance(table, dict) or name == AUTO:
            hint = f"Write a table such as [{name if name != AUTO else 'mine'}]."
            refuse(f"'{name}' is not a layout", name, hint=hint)
            continue
        scope = problems.scope()
        kept: dict[str, object] = {}
        for key, value in table.items():
            try:
                kept[key] = READERS[key](value)
            except KeyError:
                hint = hint_from(did_you_mean(key, READERS), f"The keys are {listed(READERS)}.")
                refuse(f"{name}: there is no key '{key}'", name, key, hint=hint)
            except ValueError as error:
                message, hint = error.args
                refuse(f"{name}: {key}: {message}", name, key, hint=hint)
        if kept.get("positions") and {"columns", "rows", "gap"} & set(kept):
            hint = "Positions take the place of columns, rows and gap."
            refuse(f"{name}: both positions and a grid", name, "positions", hint=hint)
        if "registration" not in kept and (alone := [key for key in kept if key.startswith("registration-")]):
            hint = "Write registration = 10, which says how far from the edges the marks are."
            refuse(f"{name}: {alone[0]} without registration", name, alone[0], hint=hint)
        others = {"positions", "label", "fold", "registration"} & set(kept)
        if kept.get("nested") and (others or kept.get("gap") != (0, 0)):
            hint = "Write gap = 0, without positions, a label, a fold or registration."
            refuse(f"{name}: neighbours of nested hexagons share a cut", name, "nested", hint=hint)
        if scope.is_clean:
            yield _layout(name, kept)


def _layout(name: str, kept: Mapping[str, Any]) -> SheetLayout:
    marks = {key.removeprefix("mark-"): value for key, value in kept.items() if key.startswith("mark-")}
    found = {key.removeprefix("registration-"): value for key, value in kept.items() if key.startswith("registration-")}
    registration = Registration(kept["registration"], **found) if "registration" in kept else None
    rest = {key.replace("-", "_"): kept[key] for key in kept if not key.startswith(("mark", "registration"))}
    paper = rest.get("paper")
    fits_first_page = paper is None or min(paper.width, paper.height) >= PAPERS["a4"].width
    look = Marks(kept.get("marks", "corners"), **marks)
    return SheetLayout(name, **{"first_page": fits_first_page, **rest}, marks=look, registration=registration)


# -- values ------------------------------------------------------------------------------------------------------------


def _length(least: float, most: float) -> Callable[[object], float]:
    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            raise ValueError(f"'{value}' is not a length in mm", f"Write a number from {least:g} to {most:g}.")
        return float(value)

    return read


_any_length = _length(0, LARGEST)


def _length_or(word: str, read: Callable[[object], float]) -> Callable[[object], float | None]:
    """As `read`; None for the word."""

    def read_either(value: object) -> float | None:
        try:
            return None if value == word else read(value)
        except ValueError as error:
            message, hint = error.args
            raise ValueError(message, f'{hint.removesuffix(".")}, or "{word}".') from None

    return read_either


def _paper(value: object) -> Size:
    known = {**PAPERS, **SMALL_PAPERS}
    if isinstance(value, str) and value in known:
        return known[value]
    size = parse_size(value) if isinstance(value, str) else None
    if size is None or not all(40 <= length <= LARGEST for length in (size.width, size.height)):
        near = did_you_mean(value, known) if isinstance(value, str) else ""
        hint = hint_from(near, f'Write {listed(known)}, or a size such as "100x150" (mm) or "4x6in".')
        raise ValueError(f"'{value}' is not a paper", hint)
    return size if size.width <= size.height else size.turned()


def _margin(value: object) -> tuple[float, float, float, float]:
    """One number, or top, right, bottom and left."""
    if isinstance(value, list):
        if len(value) != 4:
            raise ValueError(f"'{value}' is not a margin", "Write one number, or [top, right, bottom, left].")
        top, right, bottom, left = map(_any_length, value)
        return top, right, bottom, left
    return (_any_length(value),) * 4


def _gap(value: object) -> tuple[float, float] | None:
    """One number, across and down, or `bleed`."""
    if value == "bleed":
        return None
    if isinstance(value, str) or (isinstance(value, list) and len(value) != 2):
        raise ValueError(f"'{value}' is not a gap", 'Write one number, [across, down], or "bleed".')
    across, down = map(_any_length, value if isinstance(value, list) else [value, value])
    return across, down


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise ValueError(f"'{value}' is not a number of cards", f"Write a whole number from 1 to {MOST}.")
    return value


def _positions(value: object) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST:
        raise ValueError(f"'{value}' is not a list of positions", "Write [[10, 10], [80, 10]]: x and y of each card.")
    for point in value:
        if not isinstance(point, list) or len(point) != 2:
            raise ValueError(
                f"'{point}' is not a position", "Write x and y from the top left corner, such as [10, 10]."
            )
    return tuple((_any_length(x), _any_length(y)) for x, y in value)


def _label(value: object) -> Size:
    size = parse_size(value) if isinstance(value, str) else None
    if size is None or not all(5 <= length <= LARGEST for length in (size.width, size.height)):
        raise ValueError(f"'{value}' is not a size", 'Write width and height, such as "85x54" (mm) or "3.5x2in".')
    return size


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"'{value}' is neither true nor false", "Write true or false, without quotes.")
    return value


def _style(value: object) -> str:
    if value not in get_args(MarkStyle):
        hint = hint_from(did_you_mean(str(value), get_args(MarkStyle)), f"Write {listed(get_args(MarkStyle))}.")
        raise ValueError(f"'{value}' is not a style of marks", hint)
    return str(value)


def _colour(value: object) -> str:
    if not isinstance(value, str) or not COLOUR.fullmatch(value):
        raise ValueError(f"'{value}' is not a colour", 'Write a colour such as "#888888".')
    return value.casefold()


READERS: dict[str, Callable[[object], object]] = {
    "paper": _paper,
    "margin": _margin,
    "gap": _gap,
    "columns": _count,
    "rows": _count,
    "positions": _positions,
    "label": _label,
    "landscape": _yes_or_no,
    "nested": _yes_or_no,
    "fold": _yes_or_no,
    "bleed": _any_length,
    "overlap": _length(0, 50),
    "first-page": _yes_or_no,
    "imprint": _yes_or_no,
    "marks": _style,
    "mark-length": _length(0.5, 50),
    "mark-offset": _length(0, 50),
    "mark-width": _length(0.05, 5),
    "mark-colour": _colour,
    "registration": _margin,
    "registration-square": _length_or("none", _length(1, 50)),
    "registration-border": _length(0, 5),
    "registration-length": _length_or("auto", _length(1, 100)),
    "registration-width": _length(0.05, 5),
}
"""Every key of a layout, and how its value is read; a test compares docs/printing.md with it."""

"""Arranges faces on both sides of sheets of paper."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import cycle, islice
from typing import NamedTuple

from proofdeck.ground.paper import MARGIN, Duplex
from proofdeck.ground.problems import Problem, Problems
from proofdeck.ground.transform import STAY, Transform, turn
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face
from proofdeck.paper.sheets.honeycomb import Point, cut_lines
from proofdeck.paper.sheets.imposition import SheetPlan, plan
from proofdeck.paper.sheets.marks import Line, fold_line
from proofdeck.paper.sheets.slots import Slot, Slots, slots_of
from proofdeck.paper.sheets.tiling import MOST, plan_tiles, takes_tiles, tiles
from proofdeck.source.project.layouts import FILE, SheetLayout, built_in


class PrintedCopy(NamedTuple):
    """One printed copy: its two faces; back: None if there is nothing to print. label: for messages."""

    front: Face
    back: Face | None
    label: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A face on paper. transform: card mm to paper mm; clip: the part that may show, in paper mm; within: its corners,
    clockwise or anticlockwise, if that part is not the whole box.
    """

    face: Face
    transform: Transform
    clip: Box
    within: tuple[Point, ...] = ()

    def moved(self, by: Transform) -> Placed:
        within = tuple(by.apply(*corner) for corner in self.within)
        return Placed(self.face, by.after(self.transform), by.box(self.clip), within)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet. trim, bleed: around all cards, in paper mm; cuts: those that nested cards share."""

    placed: tuple[Placed, ...]
    marks: tuple[Line, ...]
    folds: tuple[Line, ...]
    trim: Box
    bleed: Box
    cuts: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with two sides; back: None if it is folded instead of turned. pieces: how many are on it, after the
    `used` positions that stay free. label, tile: of the board of which it has one tile, with its row and column from 0.
    """

    paper: Size
    front: Side
    back: Side | None
    plan: SheetPlan
    pieces: int
    used: int = 0
    label: str = ""
    tile: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Imposition:
    """How to make sheets. layout: None for the one with the fewest sheets; back: where the printer needs backs.

    used: how many positions of the first sheet stay free, because its labels have been used; larger: the
    factor by which both sides are enlarged for a printer that prints them too small.
    """

    paper_name: str
    paper: Size
    layout: SheetLayout | None = None
    duplex: Duplex = "long-edge"
    back: Transform = STAY
    crop_marks: bool = True
    used: int = 0
    larger: float = 1.0

    @property
    def enlarging(self) -> Transform:
        return turn(0, self.larger, self.paper.width / 2, self.paper.height / 2)

    @property
    def lost(self) -> float:
        """How many mm at the edges would be beyond the paper after that."""
        return max(0.0, max(self.paper.width, self.paper.height) * (1 - 1 / self.larger) / 2)

    def kept(self, layout: SheetLayout) -> SheetLayout:
        """The layout with margins that leave out what would be lost."""
        top, right, bottom, left = layout.margin
        margin = (max(top, self.lost), max(right, self.lost), max(bottom, self.lost), max(left, self.lost))
        return layout if layout.label else replace(layout, margin=margin)


def impose(items: Sequence[PrintedCopy], how: Imposition, problems: Problems) -> list[Sheet]:
    """Sheets for the items in order, one group of sheets for each size of card."""
    sheets: list[Sheet] = []
    for chosen, way, group in _plans(items, how, problems):
        if chosen.tiling:
            sheets += [sheet for item in group for sheet in _tile_sheets(item, chosen, way)]
            continue
        slots = cache(partial(slots_of, chosen, duplex=way.duplex, moved=way.back, marked=way.crop_marks))
        for start in range(-way.used, len(group), chosen.per_sheet):
            part, used = group[max(0, start) : start + chosen.per_sheet], max(0, -start)
            sheets.append(_sheet(part, slots(used + len(part)).after(used), chosen, used))
    return sheets


def _plans(
    items: Sequence[PrintedCopy], how: Imposition, problems: Problems
) -> Iterator[tuple[SheetPlan, Imposition, Sequence[PrintedCopy]]]:
    """How each group of items is arranged. Groups that do not fit on the paper become problems."""
    for (size, bleed, outline), group in _groups(items).items():
        way = _for_group(how, group)
        chosen = choose_plan(way, size, bleed, outline, len(group)) or _tiled(way, size, bleed, outline)
        if chosen is None:
            problems.append(_too_large(way, size, bleed, group))
        elif how.used >= chosen.per_sheet:
            message = f"{group[0].label} cannot be at position {how.used + 1}: a sheet has {chosen.per_sheet}"
            hint = f"Use a number up to {chosen.per_sheet}, or leave out --first."
            problems.report("E405", message, field="first", hint=hint)
            return
        else:
            yield chosen, way, group
            how = replace(how, used=0)


def filled(items: Sequence[PrintedCopy], how: Imposition, fillers: Collection[str]) -> list[PrintedCopy]:
    """The items, with more copies of the fillers in the spaces left on the last sheets. fillers: labels of cards."""
    found = list(items)
    for chosen, way, group in _plans(items, how, Problems()):
        if more := {item.label: item for item in group if item.label in fillers}:
            found += islice(cycle(more.values()), -(way.used + len(group)) % chosen.per_sheet)
    return found


def contents(items: Sequence[PrintedCopy], sheets: Sequence[Sheet]) -> list[list[PrintedCopy]]:
    """The items on each of the sheets; a board is on each sheet that has a tile of it."""
    waiting = {key: iter(group) for key, group in _groups(items).items()}
    found: list[list[PrintedCopy]] = []
    for sheet in sheets:
        face = sheet.front.placed[0].face
        group = waiting[face.size, face.bleed, face.outline]
        found.append(list(islice(group, sheet.pieces)) if sheet.tile == (0, 0) else found[-1])
    return found


def _groups(items: Sequence[PrintedCopy]) -> dict[tuple[Size, float, str], list[PrintedCopy]]:
    """(Size, bleed, outline) -> items, in order."""
    groups: dict[tuple[Size, float, str], list[PrintedCopy]] = {}
    for item in items:
        face = item.front
        groups.setdefault((face.size, face.bleed, face.outline), []).append(item)
    return groups


def _for_group(how: Imposition, group: Sequence[PrintedCopy]) -> Imposition:
    """The plan for one group of cards. Cards printed on one side need no fold."""
    is_one_sided = all(item.back is None for item in group)
    return replace(how, layout=None) if is_one_sided and how.layout is not None and how.layout.fold else how


def choose_plan(how: Imposition, size: Size, bleed: float, outline: str, count: int) -> SheetPlan | None:
    """The plan with the fewest sheets; if equal, the layout in which each card keeps its bleed."""
    if how.layout is not None:
        return plan(how.kept(how.layout), how.paper, size, bleed, outline)
    names = ("bleed",) if outline == "ellipse" else ("bleed", "shared")
    plans = [found for name in names if (found := plan(how.kept(built_in()[name]), how.paper, size, bleed, outline))]
    return min(plans, key=lambda found: -(-count // found.per_sheet), default=None)


def _tiled(how: Imposition, size: Size, bleed: float, outline: str) -> SheetPlan | None:
    layout = how.layout or built_in()["shared" if outline == "rectangle" else "bleed"]
    return plan_tiles(how.kept(layout), how.paper, size, bleed) if takes_tiles(layout) else None


def _too_large(how: Imposition, size: Size, bleed: float, group: Sequence[PrintedCopy]) -> Problem:
    layout = how.layout or built_in()["shared"]
    if layout.positions or layout.label or layout.registration or layout.margin != (MARGIN,) * 4:
        return _too_large_for_its_own(layout, how, size, bleed, group)
    needs = size.grown((bleed if layout.gap is None else 0.0) + MARGIN)
    if takes_tiles(layout):
        message = f"{group[0].label} ({size}) does not fit on {MOST} x {MOST} sheets of {how.paper_name} ({how.paper})"
        hint = "Choose a larger --paper, or a smaller size in the template."
        return Problem("E401", message, field="layout", hint=hint)
    names = "a card" if layout.columns == 1 else "one card"
    extra = ", its back and the fold" if layout.fold else ""
    return Problem(
        "E401",
        f"{group[0].label} ({size}) does not fit on {how.paper_name}: {names}{extra} with a margin of {MARGIN:g} mm"
        f" needs {needs}{' and twice that height' if extra else ''}, but the paper is {how.paper}",
        field="layout",
        hint="Choose a larger --paper, another --layout, or a smaller size in the template.",
    )


def _too_large_for_its_own(
    layout: SheetLayout, how: Imposition, size: Size, bleed: float, group: Sequence[PrintedCopy]
) -> Problem:
    """As above for a layout that says where cards are."""
    fits = plan(replace(layout, registration=None), how.paper, size, bleed) is not None
    what = "would cover a registration mark" if fits else f"does not fit on the paper ({how.paper})"
    message = f"{group[0].label} ({size}) {what} as '{layout.name}' places it"
    return Problem("E401", message, field="layout", hint=f"Use another --layout, or change it in {FILE}.")


def _sheet(items: Sequence[PrintedCopy], slots: Slots, chosen: SheetPlan, used: int) -> Sheet:
    fronts = [(item.front, slot) for item, slot in zip(items, slots.fronts, strict=True)]
    backs = [(item.back, slot) for item, slot in zip(items, slots.backs, strict=True) if item.back is not None]
    if chosen.layout.fold:
        both = _side([*fronts, *backs], slots.marks, (fold_line(chosen),))
        return Sheet(chosen.paper, both, None, chosen, len(items), used)
    behind = _side(backs, slots.back_marks if backs else (), ())
    lines = cut_lines(chosen, range(used, used + len(items))) if chosen.nested else ()
    cuts = tuple(tuple(chosen.to_paper.apply(*point) for point in line) for line in lines)
    front = replace(_side(fronts, slots.marks, ()), cuts=cuts)
    return Sheet(chosen.paper, front, behind, chosen, len(items), used)


def _tile_sheets(item: PrintedCopy, chosen: SheetPlan, how: Imposition) -> Iterator[Sheet]:
    """Each tile of a board, on a sheet of its own."""
    for tile in tiles(chosen, how.duplex, how.back, marked=how.crop_marks, two_sided=item.back is not None):
        front = _side([(item.front, tile.front)], tile.cuts, tile.joints)
        backs = [(item.back, tile.back)] if item.back else []
        back = _side(backs, tile.back_cuts if backs else (), ())
        yield Sheet(chosen.paper, front, back, chosen, 1, label=item.label, tile=(tile.row, tile.column))


def _side(faces: Sequence[tuple[Face, Slot]], marks: tuple[Line, ...], folds: tuple[Line, ...]) -> Side:
    placed = tuple(Placed(face, slot.transform, slot.clip, slot.within) for face, slot in faces)
    trim, bleed = Box.around([slot.trim for _, slot in faces]), Box.around([slot.clip for _, slot in faces])
    return Side(placed, marks, folds, trim, bleed)

"""`export cut`: sheets with the marks of a cutting machine, and the outlines that it cuts, as DXF and SVG.

A layout says where cards and marks are: one that comes with Proofdeck and is named after a machine, or one of
`sheets.toml`. Outlines are those of a full sheet, in mm, on the paper as the cards see it. A machine whose own program
prints the marks gets each sheet as a picture of exactly the size of its outlines instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from proofdeck.front.export.outlines import SheetCut, as_dxf, as_svg
from proofdeck.front.export.settings import USUAL_DPI, TargetSettings
from proofdeck.front.export.shop import text_job
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.making.jobs import LaidSheets, lay_sheets, papers_of, sheet_job
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.problems import Problem, counted, listed
from proofdeck.ground.units import Size
from proofdeck.ground.workspace.outputs import Job, MadeFiles
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.prints import Print
from proofdeck.paper.faces.face import Path, line_path, outline_path
from proofdeck.paper.faces.sizes import CORNER
from proofdeck.paper.sheets.honeycomb import cut_lines
from proofdeck.paper.sheets.imposition import SheetPlan, plan
from proofdeck.paper.sheets.sheet import Sheet
from proofdeck.source.project.layouts import SheetLayout, layout_of

USUAL = "silhouette"
SETTINGS = "settings.txt"


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """Sheets to print, the outlines of each kind of sheet, and what to enter into the program of the machine."""
    layout = layout_of(goods.project.root, settings.layout or USUAL)
    if layout is None:
        hint = "Name the layout of your machine, such as --layout silhouette."
        goods.problems.append(Problem("E531", "a machine needs one layout, not 'auto'", field="layout", hint=hint))
        return []
    options = replace(goods.options, layout=layout.name, arrangement=layout, papers=settings.paper or ())
    found: list[Job] = []
    told: list[str] = []
    for name, paper in papers_of(options).items():
        made = _fitting(goods, layout, name, paper)
        laid = lay_sheets(made, name, paper, options, goods.problems)
        if not laid.sheets:
            continue
        cuts = cuts_of(laid, settings.corner)
        found.append(sheet_job(laid, options))
        found += [
            _outlines(cut, kind, write(cut)) for cut in cuts for kind, write in (("dxf", as_dxf), ("svg", as_svg))
        ]
        if layout.registration is None:
            found.append(_pictures(goods, laid, cuts, settings.dpi or USUAL_DPI))
        told += [line for cut in cuts for line in _told(cut)]
    return (
        [*found, text_job(SETTINGS, "what to enter into the program of the machine", "\n".join(told))] if found else []
    )


def _fitting(goods: ExportedGame, layout: SheetLayout, name: str, paper: Size) -> Print:
    """The print without what does not fit beside the marks, with a warning."""
    faces = {(item.front.size, item.front.bleed) for item in goods.made.items}
    fitting = {face for face in faces if plan(layout, paper, *face) is not None}
    kept, left_out = [], {}
    for item in goods.made.items:
        if (item.front.size, item.front.bleed) in fitting:
            kept.append(item)
        else:
            left_out[item.label] = item.front.size
    for size in dict.fromkeys(left_out.values()):
        labels = [label for label, its in left_out.items() if its == size]
        message = f"{listed(labels)} ({size}) left out: too large for '{layout.name}' on {name}"
        hint = "Cut these pieces by hand: `proofdeck build` prints them."
        goods.problems.report("W540", message, field="size", hint=hint)
    return replace(goods.made, items=tuple(kept))


def cuts_of(laid: LaidSheets, corner: float | None) -> list[SheetCut]:
    """The different sheets. corner: the radius of rectangles that have none, in mm; None for that of most cards."""
    kinds: dict[tuple[SheetPlan, tuple[Path, ...]], list[int]] = {}
    for number, sheet in enumerate(laid.sheets, start=1):
        kinds.setdefault((sheet.plan, tuple(_full(sheet, CORNER if corner is None else corner))), []).append(number)
    names = _names(laid.name, [plan for plan, _ in kinds])
    return [SheetCut(name, plan, lines, of) for name, ((plan, lines), of) in zip(names, kinds.items(), strict=True)]


def _names(paper: str, plans: Sequence[SheetPlan]) -> Iterator[str]:
    """`cut-a4-63x88`, and numbers if sizes repeat."""
    seen: list[str] = []
    for one in plans:
        seen.append(name := f"cut-{paper}-{one.card.width:g}x{one.card.height:g}")
        yield f"{name}-{seen.count(name)}" if seen.count(name) > 1 else name


def _full(sheet: Sheet, corner: float) -> Iterator[Path]:
    """The outline of each slot in the frame; empty slots are cut like the last card, and a shared edge is cut once."""
    if sheet.plan.nested:
        yield from map(line_path, cut_lines(sheet.plan, range(sheet.plan.per_sheet)))
        return
    faces = [placed.face for placed in sheet.front.placed[: sheet.plan.per_sheet]]
    for at in range(sheet.plan.per_sheet):
        face = faces[min(at, len(faces) - 1)]
        yield outline_path(face.outline, sheet.plan.slot(at), face.corner or corner)


def _outlines(cut: SheetCut, kind: str, text: str) -> Job:
    return text_job(f"{cut.name}.{kind}", f"{counted(len(cut.outlines), 'outline')}, for {_sheets(cut.sheets)}", text)


def _sheets(numbers: Sequence[int]) -> str:
    """`sheets 1 to 5 and 7`."""
    starts = [at for at in numbers if at - 1 not in numbers]
    ends = [at for at in numbers if at + 1 not in numbers]
    ranges = [f"{a}" if a == b else f"{a} to {b}" for a, b in zip(starts, ends, strict=True)]
    return f"{'sheet' if len(numbers) == 1 else 'sheets'} {listed(ranges)}"


def _told(cut: SheetCut) -> Iterator[str]:
    """What to enter into the program of the machine, in lines."""
    plan, marks = cut.plan, cut.plan.registration
    yield f"{cut.name}"
    yield f"  for {_sheets(cut.sheets)}: {counted(plan.per_sheet, 'piece')} of {plan.card} on {plan.frame}"
    if marks is None:
        size = f"{cut.area.width:.2f} x {cut.area.height:.2f} mm"
        yield f"  outlines and pictures are {size}: import both, and put them in the same place"
    else:
        top, right, bottom, left = marks.inset
        inset = (
            f"{top:g}"
            if len({*marks.inset}) == 1
            else f"top {top:g}, right {right:g}, bottom {bottom:g}, left {left:g}"
        )
        yield f"  page: {'landscape' if plan.turned else 'portrait'}"
        yield f"  registration marks: {'4 corners' if marks.square is None else '3, a square and two corners'}"
        yield f"  inset {inset} mm, length {marks.length:g} mm, thickness {marks.width:g} mm"
    yield ""


def _pictures(goods: ExportedGame, laid: LaidSheets, cuts: Sequence[SheetCut], dpi: float) -> Job:
    """A picture of the front of each sheet, of the size of its outlines."""
    by_sheet = {number: cut for cut in cuts for number in cut.sheets}
    paths = {f"sheet-{laid.name}-{number}.png": number for number in by_sheet}

    def make(stale: Sequence[str], progress: Progress) -> MadeFiles:
        from proofdeck.paper.ink.raster import blocks_pdf, pixels_of, rasterise

        numbers = [paths[path] for path in stale]
        areas = [by_sheet[number].area for number in numbers]
        sizes = [pixels_of(Size(area.width, area.height), dpi) for area in areas]
        pdf = blocks_pdf(
            [(laid.sheets[number - 1], area) for number, area in zip(numbers, areas, strict=True)],
            sizes,
            goods.made.supplies,
            dpi,
        )
        for done, (at, png) in enumerate(rasterise(pdf, sizes, dpi), start=1):
            progress(f"{goods.game.name}/cut/*.png", done, len(stale))
            yield stale[at], png

    keys = {
        path: digest(
            "sheet",
            engine_digest(),
            dpi,
            by_sheet[number].area,
            [goods.made.keys.face(one.face) for one in laid.sheets[number - 1].front.placed],
        )
        for path, number in paths.items()
    }
    return Job(f"{dpi:g} dpi", keys, make)


TARGET = Target(
    "cut",
    "sheets and outlines for a cutting machine: PDF, DXF and SVG",
    ("layout", "paper", "corner", "dpi"),
    jobs,
)

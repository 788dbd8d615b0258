"""Sheets of cards for programs that cut cards out of one large picture, named after what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofdeck.front.export.online import format_of
from proofdeck.front.export.pictures import PaintedFace, PictureGrid, grid_job
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.target import ExportedGame
from proofdeck.ground.cache import digest
from proofdeck.ground.units import Size
from proofdeck.ground.workspace.outputs import Job
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.faces.face import Face, Outline

MOST_COLUMNS, MOST_ROWS = 10, 7
LARGEST = 4096
"""Pixels on either side of a sheet."""


@dataclass(frozen=True)
class Atlas:
    """Cards of one size in one picture, row by row. number: from 1; front, back: names of files.

    backs: of all, or the one that all share; has_own_backs: whether they are a sheet as well.
    """

    number: int
    designs: tuple[Design, ...]
    fronts: Sequence[PaintedFace]
    backs: Sequence[PaintedFace]
    grid: PictureGrid
    has_own_backs: bool
    front: str
    back: str


def sheets_of(goods: ExportedGame, designs: Sequence[Design], settings: TargetSettings) -> list[Atlas]:
    """Cards of one size whose backs are all the same, or all different, in as few sheets as possible."""
    groups: dict[tuple[Size, Outline, str], list[Design]] = {}
    shared = [one.back.digest for one in designs]
    for one in designs:
        back = one.back.digest if shared.count(one.back.digest) > 1 else ""
        groups.setdefault((one.front.size, one.front.outline, back), []).append(one)
    found: list[Atlas] = []
    for (_, _, back), members in groups.items():
        width, height = _picture(members[0].front, settings).format.canvas
        most = PictureGrid(max(1, min(MOST_COLUMNS, LARGEST // width)), max(1, min(MOST_ROWS, LARGEST // height)))
        for start in range(0, len(members), most.columns * most.rows):
            part = members[start : start + most.columns * most.rows]
            fronts = [_picture(one.front, settings) for one in part]
            backs = [_picture(one.back, settings) for one in (part[:1] if back else part)]
            names = hashed(goods, "fronts", *fronts), hashed(goods, "backs", *backs)
            grid = most.holding(len(part))
            found.append(Atlas(len(found) + 1, tuple(part), fronts, backs, grid, not back, *names))
    return found


def sheet_jobs(goods: ExportedGame, sheets: Sequence[Atlas], folder: str) -> list[Job]:
    """The pictures; equal ones are made once."""
    found: dict[str, Job] = {}
    for sheet in sheets:
        found[sheet.front] = grid_job(goods, f"{folder}/{sheet.front}", sheet.fronts, sheet.grid)
        found[sheet.back] = grid_job(goods, f"{folder}/{sheet.back}", sheet.backs, sheet.grid)
    return list(found.values())


def hashed(goods: ExportedGame, name: str, *pictures: PaintedFace) -> str:
    """The name of a file that changes with what it shows."""
    return f"{name}-{digest([(goods.made.keys.face(one.face), tuple(one.format)) for one in pictures])[:12]}.png"


def _picture(face: Face, settings: TargetSettings) -> PaintedFace:
    """Without round corners or alpha, which these programs add themselves."""
    return PaintedFace(face, format_of(face, settings, corner=0.0)._replace(cut=()))

"""Which files a game becomes, what each depends on, and how each is made.

The key of a file is a hash of the display lists on it, of what they name (fonts, outlines, pixels), of how it is made
and of the engine that makes it. Painting and rasterising are the slow part, so their libraries are imported only when
some file is not up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.cache import digest, engine_digest
from generator.faces.face import Face, Font, Icon, Mark, Picture, TextRun
from generator.ink.supplies import Supplies
from generator.pipeline.deck import Print
from generator.pipeline.request import Options, Progress
from generator.problems import Problem, counted
from generator.sheets.cover import imprint_of
from generator.sheets.paper import PAPERS
from generator.sheets.sheet import Imposition, Sheet, impose

Made = Iterator[tuple[Path, bytes]]


@dataclass(frozen=True)
class Job:
    """Files made in one go. keys: each file with the key of all it depends on; make: the bytes of those asked for."""

    game: str
    says: str
    keys: Mapping[Path, str]
    make: Callable[[Sequence[Path], Progress], Made]


def jobs_of(made: Print, folder: Path, options: Options, problems: list[Problem]) -> list[Job]:
    """Everything that the options ask for of one game."""
    if not made.items:
        return []
    keys = FaceKeys(made.supplies)
    jobs = [
        job
        for paper in options.for_sheets
        if (job := _sheets(made, folder, paper, options, keys, problems)) is not None
    ]
    if options.png_dpi is not None:
        jobs.append(_pictures(made, folder, options.png_dpi, keys))
    if options.contact_sheet:
        jobs.append(_contact_sheet(made, folder, keys))
    return jobs


class FaceKeys:
    """Keys of faces: the display list, and everything that it only names (fonts, outlines, pixels)."""

    def __init__(self, supplies: Supplies) -> None:
        self._supplies = supplies
        self._known: dict[object, str] = {}

    def face(self, face: Face) -> str:
        named = {name for mark in face.leaves() if (name := _names(mark)) is not None}
        return digest(face.digest, sorted(self._material(name) for name in named))

    def _material(self, name: _Name) -> str:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: _Name) -> str:
        kind, what = name
        if kind == "icon":
            return digest(what, self._supplies.icons.outline(str(what)))
        if kind == "image":
            return digest(what, self._supplies.images.path(str(what)).read_bytes())
        assert isinstance(what, Font)
        file = self._supplies.fonts.file(what)
        return digest(what, file.data, file.axes)


_Name = tuple[str, str | Font]


def _names(mark: Mark) -> _Name | None:
    if isinstance(mark, TextRun):
        return "font", mark.font
    if isinstance(mark, Icon):
        return "icon", mark.name
    return ("image", mark.file) if isinstance(mark, Picture) else None


def _sheets(
    made: Print, folder: Path, paper: str, options: Options, keys: FaceKeys, problems: list[Problem]
) -> Job | None:
    how = Imposition(paper, PAPERS[paper], options.layout, options.duplex, options.back_offset, options.crop_marks)
    sheets = impose(made.items, how, problems)
    if not sheets:
        return None
    imprint = imprint_of(made.game.title, made.game.about.line, len(made.items), sheets, how, options.low_ink)
    path = folder / f"cards-{paper}{'-low-ink' if options.low_ink else ''}.pdf"

    def make(_: Sequence[Path], progress: Progress) -> Made:
        from generator.ink.printing import print_sheets

        what = f"{made.game.name}/{path.name}"
        yield path, print_sheets(sheets, imprint, made.supplies, lambda done, of: progress(what, done, of))

    faces = [keys.face(face) for face in made.faces()]
    key = digest("sheets", engine_digest(), imprint, faces, [_described(sheet) for sheet in sheets])
    return Job(
        made.game.name, f"{counted(imprint.cards, 'piece')} on {counted(imprint.sheets, 'sheet')}", {path: key}, make
    )


def _described(sheet: Sheet) -> list[Any]:
    sides = [side for side in (sheet.front, sheet.back) if side is not None]
    return [
        (side.marks, side.folds, [(placed.face.digest, placed.transform, placed.clip) for placed in side.placed])
        for side in sides
    ]


def _pictures(made: Print, folder: Path, dpi: float, keys: FaceKeys) -> Job:
    """A PNG for each different face: fronts/001-paladin.png, backs/001-paladin.png."""
    faces = {
        path: face
        for side, sides in (
            ("fronts", [(item.front, item.label) for item in made.items]),
            ("backs", [(item.back, item.label) for item in made.items if item.back is not None]),
        )
        for path, face in _numbered(folder / side, sides)
    }

    def make(stale: Sequence[Path], progress: Progress) -> Made:
        from generator.ink.raster import faces_pdf, pixels_of, rasterise

        pdf = faces_pdf([faces[path] for path in stale], made.supplies, dpi)
        sizes = [pixels_of(faces[path].size, dpi) for path in stale]
        for done, (number, png) in enumerate(rasterise(pdf, sizes, dpi), start=1):
            progress(f"{made.game.name}/*.png", done, len(stale))
            yield stale[number], png

    by_path = {path: digest("png", engine_digest(), dpi, keys.face(face)) for path, face in faces.items()}
    return Job(made.game.name, f"{dpi:g} dpi", by_path, make)


def _numbered(folder: Path, sides: Sequence[tuple[Face, str]]) -> Iterator[tuple[Path, Face]]:
    different = {face.digest: (face, label) for face, label in reversed(sides)}
    ordered = [different[face_digest] for face_digest in dict.fromkeys(face.digest for face, _ in sides)]
    digits = max(3, len(str(len(ordered))))
    for number, (face, label) in enumerate(ordered, start=1):
        yield folder / f"{number:0{digits}d}-{label}.png", face


def _contact_sheet(made: Print, folder: Path, keys: FaceKeys) -> Job:
    path = folder / "contact-sheet.png"
    fronts = list({item.front.digest: item.front for item in made.items}.values())

    def make(_: Sequence[Path], _progress: Progress) -> Made:
        from generator.ink.raster import contact_sheet

        yield path, contact_sheet(fronts, made.supplies)

    key = digest("contact sheet", engine_digest(), [keys.face(face) for face in fronts])
    return Job(made.game.name, counted(len(fronts), "face"), {path: key}, make)

"""Finds the file of a Font, and shapes text into glyphs with HarfBuzz.

A Font is a family, weight and italic, or a file of the project. Glyphs are in em units, so that one shaping serves
every size. Families come from installed `fontpkg-*` packages, which are found without importing them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TypedDict

import uharfbuzz as hb

from proofdeck.ground.files import inside, is_file, read_file
from proofdeck.ground.problems import did_you_mean, hint_from, listed
from proofdeck.paper.faces.face import Font, Glyph, Segment
from proofdeck.paper.faces.face import Path as Outline
from proofdeck.paper.faces.materials import MaterialError

_UNNEEDED = ("GSUB", "GPOS", "GDEF", "BASE", "JSTF", "DSIG", "name", "post", "OS/2", "STAT", "meta", "kern", "gasp")
FEATURES = {"kern": True, "liga": True, "lnum": True}
LARGEST_FONT = 32 * 1024 * 1024


class _Axis(TypedDict):
    """One axis of a variable font, as its package lists it."""

    tag: str
    min: float
    max: float


OURS = ("Cinzel", "Crimson Text", "Alegreya Sans", "Alfa Slab One")
"""The families that are installed with the program. Whether a package of another name exists cannot be known here."""


class FontError(MaterialError):
    """A font is missing or cannot be used."""


@dataclass(frozen=True)
class FontFile:
    """One file, what it says, and the position on the axes of a variable font (`wght` and so on)."""

    path: Path
    data: bytes = field(repr=False)
    axes: tuple[tuple[str, float], ...] = ()

    @cached_property
    def digest(self) -> str:
        """What tells the font from others, without its name."""
        return f"{hashlib.blake2b(self.data, digest_size=16).hexdigest()} {self.axes}"

    @cached_property
    def face(self) -> hb.Face:
        return hb.Face(hb.Blob(self.data))

    @cached_property
    def shaper(self) -> hb.Font:
        font = hb.Font(self.face)
        if self.axes:
            font.set_variations(dict(self.axes))
        return font

    @cached_property
    def em(self) -> int:
        return int(self.face.upem)

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital, in em."""
        position = self.shaper.get_metric_position_with_fallback(hb.OTMetricsTag.CAP_HEIGHT)
        return float(position) / self.em if position else 0.7

    @property
    def is_cff(self) -> bool:
        return self.data[:4] == b"OTTO"

    @cached_property
    def _widths(self) -> dict[int, float]:
        return {}

    def outline(self, glyph: int) -> Outline:
        """The outline of a glyph in em, y down, from the start of its baseline."""
        return tuple(
            (kind, tuple(number / self.em for number in numbers)) for kind, numbers in drawn(self.shaper, glyph)
        )

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """The font reduced to these glyphs, with their ids unchanged, for embedding in a PDF.

        A variable font is fixed at `axes`. Raises FontError.
        """
        wanted = self._wanted()
        wanted.glyph_set.update(glyphs)
        wanted.drop_table_tag_set.update(int.from_bytes(tag.ljust(4).encode(), "big") for tag in _UNNEEDED)
        wanted.flags |= hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        return self._made(wanted)

    def web_subset(self, characters: str) -> bytes:
        """The font reduced to these characters, as a TrueType or OpenType file. Raises FontError."""
        wanted = self._wanted()
        wanted.unicode_set.update(map(ord, characters))
        return self._made(wanted)

    def _wanted(self) -> hb.SubsetInput:
        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.NO_HINTING
        if self.axes:
            wanted.pin_all_axes_to_default(self.face)
            for tag, value in self.axes:
                wanted.pin_axis_location(self.face, tag, value)
        return wanted

    def _made(self, wanted: hb.SubsetInput) -> bytes:
        try:
            return bytes(wanted.subset(self.face).blob.data)
        except RuntimeError:
            raise FontError(f"the font file '{self.path.name}' is damaged and cannot be embedded") from None

    def width(self, glyph: int) -> float:
        """The glyph's own advance, in em."""
        width = self._widths.get(glyph)
        if width is None:
            width = self._widths[glyph] = float(self.shaper.get_glyph_h_advance(glyph)) / self.em
        return width


class FontBook:
    """The fonts of one project; each word is shaped only once.

    find: the file of a font, which is asked each time. Raises FontError if there is none.
    """

    def __init__(self, find: Callable[[Font], FontFile]) -> None:
        self.file = find
        self._words: dict[tuple[Font, FontFile, str], tuple[Glyph, ...]] = {}

    def shape(self, text: str, font: Font) -> tuple[Glyph, ...]:
        """Glyphs from left to right; a glyph with id 0 stands for a character missing from the font."""
        file = self.file(font)
        key = (font, file, text)
        glyphs = self._words.get(key)
        if glyphs is None:
            glyphs = self._words[key] = _shape(text, file)
        return glyphs

    def cap_height(self, font: Font) -> float:
        return self.file(font).cap_height


def drawn(font: hb.Font, glyph: int) -> list[Segment]:
    """The outline of a glyph in its font's units, y down."""
    segments: list[Segment] = []
    at = [0.0, 0.0]

    def move(x: float, y: float, _: object) -> None:
        segments.append(("M", (x, -y)))
        at[:] = x, y

    def line(x: float, y: float, _: object) -> None:
        segments.append(("L", (x, -y)))
        at[:] = x, y

    def cubic(x1: float, y1: float, x2: float, y2: float, x: float, y: float, _: object) -> None:
        segments.append(("C", (x1, -y1, x2, -y2, x, -y)))
        at[:] = x, y

    def quadratic(cx: float, cy: float, x: float, y: float, _: object) -> None:
        third, (x0, y0) = 2 / 3, at
        cubic(x0 + third * (cx - x0), y0 + third * (cy - y0), x + third * (cx - x), y + third * (cy - y), x, y, _)

    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(move)
    funcs.set_line_to_func(line)
    funcs.set_cubic_to_func(cubic)
    funcs.set_quadratic_to_func(quadratic)
    funcs.set_close_path_func(lambda _: segments.append(("Z", ())))
    font.draw_glyph(glyph, funcs, None)
    return segments


def _shape(text: str, file: FontFile) -> tuple[Glyph, ...]:
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(file.shaper, buffer, FEATURES)
    infos, positions, em = buffer.glyph_infos, buffer.glyph_positions, file.em
    starts = sorted({info.cluster for info in infos})
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    glyphs: list[Glyph] = []
    seen: set[int] = set()
    for info, at in zip(infos, positions, strict=True):
        characters = "" if info.cluster in seen else text[info.cluster : ends[info.cluster]]
        seen.add(info.cluster)
        glyphs.append(Glyph(info.codepoint, at.x_advance / em, at.x_offset / em, at.y_offset / em, characters))
    return tuple(glyphs)


def find_font(root: Path, font: Font) -> FontFile:
    """The file of a font. root: the project. Raises FontError if there is none."""
    return _project_font(root, font) if font.file else _packaged_font(font)


def _project_font(root: Path, font: Font) -> FontFile:
    if (path := inside(root, font.file)) is None:
        raise FontError(f"the font file '{font.file}' is outside the project", "Copy it into the project folder.")
    if not is_file(path):
        raise FontError(f"there is no font file '{font.file}'", "Paths are relative to the project folder.")
    data = read_file(path, LARGEST_FONT)
    if len(data) > LARGEST_FONT:
        raise FontError(f"the font file '{font.file}' is larger than {LARGEST_FONT // 1024 // 1024} MB")
    if data[:4] not in {b"\0\1\0\0", b"OTTO", b"true"}:
        raise FontError(f"'{font.file}' is not a TTF or OTF font", "WOFF and collections (TTC) cannot be embedded.")
    found = FontFile(path, data)
    if found.face.glyph_count == 0:
        raise FontError(f"the font file '{font.file}' is damaged")
    return FontFile(path, data, (("wght", float(font.weight)),) if _has_weights(found) else ())


def _has_weights(file: FontFile) -> bool:
    return any(axis.tag == "wght" for axis in file.face.axis_infos)


def _packaged_font(font: Font) -> FontFile:
    package = f"fontpkg_{font.family.casefold().replace(' ', '_').replace('-', '_')}"
    try:
        spec = importlib.util.find_spec(package) if package.isidentifier() else None
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise FontError(
            f"there is no font family '{font.family}'",
            hint_from(
                did_you_mean(font.family, _families()),
                f'{listed(OURS)} come with Proofdeck. `{{file = "fonts/My.ttf"}}` uses a file of yours.',
            ),
        )
    folder = Path(spec.submodule_search_locations[0])
    listing = json.loads((folder / "metadata.json").read_text(encoding="utf-8"))
    style = "italic" if font.italic else "normal"
    files = [entry for entry in listing["files"] if entry["style"] == style]
    if not files:
        raise FontError(f"the font family '{font.family}' has no {style} style", "Use another family for these words.")
    best = min(files, key=lambda entry: 0 if entry["variable"] else abs(entry["weight"] - font.weight))
    return FontFile(*_read(folder / best["path"]), _axes(listing["axes"], font.weight) if best["variable"] else ())


@cache
def _read(path: Path) -> tuple[Path, bytes]:
    """A file of an installed package."""
    return path, path.read_bytes()


def _axes(axes: Sequence[_Axis], weight: int) -> tuple[tuple[str, float], ...]:
    return tuple(("wght", min(max(float(weight), axis["min"]), axis["max"])) for axis in axes if axis["tag"] == "wght")


def _families() -> list[str]:
    names = (module.name for module in pkgutil.iter_modules())
    return [name.removeprefix("fontpkg_").replace("_", " ").title() for name in names if name.startswith("fontpkg_")]


@cache
def font_folders() -> tuple[Path, ...]:
    """The folders of all installed `fontpkg-*` packages, for programs that look for fonts themselves."""
    packages = (module.name for module in pkgutil.iter_modules() if module.name.startswith("fontpkg_"))
    specs = (importlib.util.find_spec(name) for name in sorted(packages))
    places = (
        Path(spec.submodule_search_locations[0]) / "files" for spec in specs if spec and spec.submodule_search_locations
    )
    return tuple(place for place in places if place.is_dir())

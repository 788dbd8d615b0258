"""Finds the file of a Font, and shapes text into glyphs with HarfBuzz.

A Font is a family, weight and italic, or a file of the project. Glyphs are in em units, so that one shaping serves
every size. Families come from installed `fontpkg-*` packages, which are found without importing them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import TypedDict

import uharfbuzz as hb

from proofdeck.ground.files import inside, is_file, read_file
from proofdeck.ground.problems import did_you_mean, hint_from, listed, some_of
from proofdeck.paper.faces.face import Font, Glyph, Segment
from proofdeck.paper.faces.face import Path as Outline
from proofdeck.paper.faces.letters import INVISIBLE
from proofdeck.paper.faces.materials import Direction, MaterialError
from proofdeck.paper.ink.web_packed import WOFF, WOFF2, unpacked

_UNNEEDED = ("GSUB", "GPOS", "GDEF", "BASE", "JSTF", "DSIG", "name", "post", "OS/2", "STAT", "meta", "kern", "gasp")
_COLOURS = ("COLR", "CPAL", "SVG", "CBDT", "CBLC", "sbix")
LATIN = "Latn"
LANGUAGE = "en"
"""Whose forms of letters are printed; HarfBuzz would take the language of this machine."""
FEATURES = {"kern": True, "liga": True, "lnum": True}
FONT_FILES = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
"""How the names of font files end."""
BOLD = 600
"""The weight from which a font is bold."""
THICKENED, SLANTED = 0.03, 0.2
"""How a bold or an italic is made: what the lines gain, in em, and sideways by height."""
MOST_FACES = 64
"""Fonts of a collection that can be named."""
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
    """One file, what it says, and the position on the axes of a variable font (`wght` and so on).

    index: of a font in a collection; bold: how much thicker its lines are made, in em; slant: how far it is slanted.
    """

    path: Path
    data: bytes = field(repr=False)
    axes: tuple[tuple[str, float], ...] = ()
    index: int = 0
    bold: float = 0.0
    slant: float = 0.0

    @cached_property
    def digest(self) -> str:
        """What tells the font from others, without its name."""
        made = (self.index, self.bold, self.slant)
        return f"{hashlib.blake2b(self.data, digest_size=16).hexdigest()} {self.axes}{made if any(made) else ''}"

    @cached_property
    def face(self) -> hb.Face:
        return hb.Face(hb.Blob(self.data), self.index)

    @cached_property
    def shaper(self) -> hb.Font:
        font = hb.Font(self.face)
        if self.axes:
            font.set_variations(dict(self.axes))
        if self.bold or self.slant:
            font.synthetic_bold, font.synthetic_slant = (self.bold, self.bold, False), self.slant
        return font

    @cached_property
    def is_coloured(self) -> bool:
        """Whether it may have letters in colour."""
        face = self.face
        return bool(face.has_color_paint or face.has_color_layers or face.has_color_png or face.has_color_svg)

    def has_colour(self, glyph: int) -> bool:
        """Whether a glyph is painted in colours of its own."""
        face = self.face
        return bool(
            (face.has_color_paint and face.glyph_has_color_paint(glyph))
            or (face.has_color_layers and face.get_glyph_color_layers(glyph))
            or (face.has_color_png and self.shaper.get_glyph_color_png(glyph))
            or (face.has_color_svg and face.get_glyph_color_svg(glyph))
        )

    def seen(self, glyph: Glyph) -> Glyph:
        """The glyph, or the one of a missing letter for a letter without ink, which other programs paint in colour."""
        is_blank = not glyph.text.strip() or all(ord(letter) in INVISIBLE for letter in glyph.text)
        return glyph if is_blank or self.has_colour(glyph.id) or drawn(self.shaper, glyph.id) else glyph._replace(id=0)

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
        return any(self.face.reference_table(tag) for tag in ("CFF ", "CFF2"))

    def lost(self, font: Font) -> str:
        """Which of its styles a font has only in name: `bold`, `italic`, `bold and italic` or ""."""
        style, tags = self.shaper.get_style_value, hb.StyleTag
        is_bold = self.bold or font.weight < BOLD or style(tags.WEIGHT) >= BOLD
        is_italic = not font.italic or self.slant or style(tags.ITALIC) or style(tags.SLANT_RATIO)
        return listed([*([] if is_bold else ["bold"]), *([] if is_italic else ["italic"])])

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
        dropped = (tag.ljust(4).encode() for tag in (*_UNNEEDED, *_COLOURS))
        wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in dropped)
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
            wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
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
        self._words: dict[tuple[Font, FontFile, str, Direction], tuple[Glyph, ...]] = {}

    def shape(self, text: str, font: Font, direction: Direction = "ltr") -> tuple[Glyph, ...]:
        """Glyphs from left to right; a glyph with id 0 stands for a character missing from the font."""
        file = self.file(font)
        key = (font, file, text, direction)
        glyphs = self._words.get(key)
        if glyphs is None:
            runs = _script_runs(text)
            ordered = runs if direction != "rtl" else reversed(runs)
            glyphs = tuple(chain.from_iterable(_shape(text, *run, file, direction) for run in ordered))
            self._words[key] = glyphs = tuple(map(file.seen, glyphs)) if file.is_coloured else glyphs
        return glyphs

    def cap_height(self, font: Font) -> float:
        return self.file(font).cap_height


def drawn(font: hb.Font, glyph: int, *, up: bool = False) -> list[Segment]:
    """The outline of a glyph in its font's units, y down, or up."""
    segments: list[Segment] = []
    at, down = [0.0, 0.0], 1 if up else -1

    def move(x: float, y: float, _: object) -> None:
        segments.append(("M", (x, down * y)))
        at[:] = x, y

    def line(x: float, y: float, _: object) -> None:
        segments.append(("L", (x, down * y)))
        at[:] = x, y

    def cubic(x1: float, y1: float, x2: float, y2: float, x: float, y: float, _: object) -> None:
        segments.append(("C", (x1, down * y1, x2, down * y2, x, down * y)))
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


def _script_runs(text: str) -> list[tuple[int, int, str]]:
    """Where each run of one script begins and ends, and its name; HarfBuzz shapes one script at a time.

    Digits, punctuation and marks belong to the script before them, or else to the next one; "" if there is none.
    """
    if text.isascii():
        return [(0, len(text), LATIN if text.upper() != text.lower() else "")]
    found = [_script(letter) for letter in text]
    now = next(filter(None, found), "")
    starts: list[tuple[int, str]] = [(0, now)]
    for at, script in enumerate(found):
        if script and script != now:
            now = script
            starts.append((at, now))
    ends = [*(start for start, _ in starts[1:]), len(text)]
    return [(start, end, script) for (start, script), end in zip(starts, ends, strict=True)]


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """The script of a letter, by its ISO 15924 name; "" for what several scripts have."""
    buffer = hb.Buffer()
    buffer.add_str(letter)
    buffer.guess_segment_properties()
    return buffer.script or ""


def _shape(text: str, start: int, end: int, script: str, file: FontFile, direction: Direction) -> Iterator[Glyph]:
    """Shape the part of a text from `start` to `end`."""
    buffer = hb.Buffer()
    buffer.add_str(text, start, end - start)
    buffer.direction, buffer.language = direction, LANGUAGE
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    if script:
        buffer.script = script
    hb.shape(file.shaper, buffer, FEATURES)
    infos, positions, em = buffer.glyph_infos, buffer.glyph_positions, file.em
    starts = sorted({info.cluster for info in infos})
    ends = dict(zip(starts, [*starts[1:], end], strict=True))
    seen: set[int] = set()
    for info, at in zip(infos, positions, strict=True):
        characters = "" if info.cluster in seen else text[info.cluster : ends[info.cluster]]
        seen.add(info.cluster)
        if direction == "rtl":
            characters = _from_the_left(characters)
        advance = at.x_advance if direction != "ttb" else -at.y_advance
        yield Glyph(info.codepoint, advance / em, at.x_offset / em, at.y_offset / em, characters)


def _from_the_left(letters: str) -> str:
    """Letters that run to the left as they are seen, which is how PDF readers expect them."""
    from bidi.mirror import MIRRORED

    return "".join(MIRRORED.get(letter, letter) for letter in reversed(letters))


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
    if data[:4] not in {b"\0\1\0\0", b"OTTO", b"true", b"ttcf", WOFF, WOFF2}:
        raise FontError(f"'{font.file}' is not a font", f"Use a file of the kinds {listed(FONT_FILES)}.")
    try:
        return _styled(path, unpacked(data, LARGEST_FONT), font)
    except FontError:
        raise
    except ValueError:  # names and tags of damaged fonts are in no encoding
        raise FontError(f"the font file '{font.file}' is damaged") from None


def _styled(path: Path, data: bytes, font: Font) -> FontFile:
    """The font of a file, at the place on its axes that is asked for, or in a style that is made."""
    found = FontFile(path, data, (), _index_of(data, font))
    if found.face.glyph_count == 0:
        raise FontError(f"the font file '{font.file}' is damaged")
    return _with_made_style(replace(found, axes=_axes_of(found.face, font)), font)


def _with_made_style(found: FontFile, font: Font) -> FontFile:
    """The font in the styles that are asked for, made where it lacks them and that is allowed."""
    lost = found.lost(font) if font.synthesis else ""
    bold, slant = THICKENED if "bold" in lost else 0.0, SLANTED if "italic" in lost else 0.0
    return replace(found, bold=bold, slant=slant) if lost else found


def _index_of(data: bytes, font: Font) -> int:
    """Which font of a collection is meant, by its number or its name. Raises FontError."""
    if not font.face:
        return 0
    blob = hb.Blob(data)
    names = [_names_of(hb.Face(blob, index)) for index in range(min(hb.Face(blob).count, MOST_FACES))]
    wanted = font.face.casefold()
    for index, several in enumerate(names):
        if wanted in {str(index), *(name.casefold() for name in several)}:
            return index
    known = [next(iter(several), str(index)) for index, several in enumerate(names)]
    raise FontError(
        f"there is no font '{font.face}' in '{font.file}'",
        hint_from(did_you_mean(font.face, known), f"It has {some_of(known)}."),
    )


def _names_of(face: hb.Face) -> list[str]:
    """The full name of a font, its PostScript name and its family."""
    ids = hb.OTNameIdPredefined
    return [name for one in (ids.FULL_NAME, ids.POSTSCRIPT_NAME, ids.FONT_FAMILY) if (name := face.get_name(one))]


def _axes_of(face: hb.Face, font: Font) -> tuple[tuple[str, float], ...]:
    """Where a variable font has the weight and the slant that are asked for."""
    wanted = {"wght": float(font.weight), "ital": float(font.italic)}
    axes = {axis.tag: axis for axis in face.axis_infos}
    if font.italic and "slnt" in axes and "ital" not in axes:
        wanted["slnt"] = axes["slnt"].min_value
    return tuple(
        (tag, min(max(value, axes[tag].min_value), axes[tag].max_value))
        for tag, value in wanted.items()
        if tag in axes and (tag == "wght" or value)
    )


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
    files = [entry for entry in listing["files"] if entry["style"] == style or font.synthesis]
    files = [entry for entry in files if entry["style"] == style] or files
    if not files:
        raise FontError(f"the font family '{font.family}' has no {style} style", "Use another family for these words.")
    best = min(files, key=lambda entry: 0 if entry["variable"] else abs(entry["weight"] - font.weight))
    axes = _axes(listing["axes"], font.weight) if best["variable"] else ()
    return _with_made_style(FontFile(*_read(folder / best["path"]), axes), font)


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

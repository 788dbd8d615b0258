"""Finds the one-colour outline of an icon by its name.

A name is looked up in folders of SVG files (`templates/<game>/icons/` and `templates/icons/`, first the project's, then
the shipped ones), then in the Iconify JSON files that the template names, then in RPG Awesome. The box of an outline is
one unit high; strokes keep their widths.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from proofdeck.ground.files import inside, is_file, names_in, read_file
from proofdeck.paper.ink.fonts import drawn
from proofdeck.paper.svg.drawing import Layer, Outline, read_outline, scaled
from proofdeck.paper.svg.tree import SvgError

LARGEST_SVG = 256 * 1024
LARGEST_ICON_SET = 32 * 1024 * 1024
IconSet = Mapping[str, str]
"""Name -> SVG."""


def find_icon(name: str, folders: Iterable[Path], icon_sets: Iterable[IconSet]) -> Outline | None:
    """The outline of an icon: of an SVG file in one of the folders, or else in one of the sets, or in RPG Awesome.

    None if the name is unknown. Raises SvgError if the file cannot be used.
    """
    if not name or not all(letter.isalnum() or letter in "-_" for letter in name):
        return None
    for path in (folder / f"{name}.svg" for folder in folders):
        if is_file(path):
            svg = read_file(path, LARGEST_SVG)
            if len(svg) > LARGEST_SVG:
                raise SvgError(f"{path.name} is larger than {LARGEST_SVG // 1024} KB")
            return read_outline(svg, path.name)
    for icons in icon_sets:
        if name in icons:
            return read_outline(icons[name].encode("utf-8", "surrogatepass"), name)
    found = _rpg_awesome().get(name)
    return _glyph_outline(*found) if found else None


def icon_names(folders: Iterable[Path], icon_sets: Iterable[IconSet]) -> list[str]:
    """Every available name."""
    own = {name[:-4] for folder in folders for name in names_in(folder) if name.endswith(".svg")}
    return sorted(own.union(*icon_sets) | _rpg_awesome().keys())


def read_icon_set(root: Path, file: str) -> dict[str, str]:
    """An Iconify JSON file of the project `root`: name -> SVG. Raises SvgError if it cannot be used."""
    path = inside(root, file)
    if path is None or not is_file(path):
        raise SvgError(f"there is no icon set '{file}' in the project", "Paths are relative to the project folder.")
    try:
        data = read_file(path, LARGEST_ICON_SET)
        if len(data) > LARGEST_ICON_SET:
            raise SvgError(f"{path.name} is larger than {LARGEST_ICON_SET // 1024 // 1024} MB")
        listing = json.loads(data)
        width, height = listing.get("width", 16), listing.get("height", 16)
        return {
            name: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {float(icon.get("width", width))} '
            f'{float(icon.get("height", height))}">{icon["body"]}</svg>'
            for name, icon in listing["icons"].items()
        }
    except SvgError:
        raise
    except RecursionError:
        raise SvgError(f"{path.name} is nested too deeply") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
        raise SvgError(f"{path.name} is not an Iconify icon set ({error})") from None


@cache
def _rpg_awesome() -> dict[str, tuple[Path, str]]:
    """Name -> the folder of the package, and the code point in hexadecimal; empty if the package is missing."""
    spec = importlib.util.find_spec("tkinter_icons_rpga")
    if spec is None or not spec.submodule_search_locations:
        return {}
    folder = Path(spec.submodule_search_locations[0])
    names = json.loads((folder / "glyphmap.json").read_text(encoding="utf-8"))
    return {name: (folder, code) for name, code in names.items() if not name.startswith("ra-")}


_MARGIN_OF_GLYPH = 0.03


def _glyph_outline(folder: Path, codepoint: str) -> Outline:
    """A glyph of the icon font, centred in a square with a thin margin."""
    import uharfbuzz as hb

    font = hb.Font(hb.Face(hb.Blob((folder / "fonts" / "rpgawesome-webfont.ttf").read_bytes())))
    glyph = font.get_nominal_glyph(int(codepoint, 16))
    extents = font.get_glyph_extents(glyph)
    width, height = float(extents.width), float(-extents.height)
    by = (1 - 2 * _MARGIN_OF_GLYPH) / max(width, height)
    dx = 0.5 - by * (extents.x_bearing + width / 2)
    dy = 0.5 - by * (-extents.y_bearing + height / 2)
    return Outline(1.0, (Layer(scaled(tuple(drawn(font, glyph)), by, dx, dy)),))

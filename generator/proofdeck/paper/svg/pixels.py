"""Paints SVG as pixels with resvg, in a process of its own: whatever the file holds, this one goes on."""

from __future__ import annotations

import json
import sys
from functools import lru_cache

from proofdeck.ground.apart import PastLimits, run_apart
from proofdeck.paper.svg.tree import SvgError

MOST_MEMORY, LONGEST = 1 << 30, 5
"""Bytes, and CPU seconds."""
REFUSED = 3
"""How the process ends if resvg cannot read what it is given."""
DPI = 96.0
"""Of CSS."""
FAMILY, SERIF = "Alegreya Sans", "Crimson Text"
"""What words are set in whose own font is not there."""


@lru_cache(maxsize=32)
def painted(svg: str, width: int, height: int, fonts: tuple[tuple[str, str], ...]) -> bytes:
    """An SVG as PNG of that size, transparent where nothing is painted.

    fonts: the files that its words may use, each with a digest, which tells a file from a later one of the same name.

    Raises SvgError if resvg refuses it, or takes too long or too much memory.
    """
    asked = {"svg": svg, "width": width, "height": height, "fonts": [file for file, _ in fonts]}
    try:
        done = run_apart(__name__, memory=MOST_MEMORY, seconds=LONGEST, given=json.dumps(asked).encode())
    except PastLimits:
        limits = f"{LONGEST} s or {MOST_MEMORY >> 30} GB of memory"
        hint = "Simplify its filters, masks and patterns, or save the picture as PNG."
        raise SvgError(f"parts of it cannot be painted as pixels within {limits}", hint) from None
    if done.returncode == REFUSED:
        why = done.stderr.decode(errors="replace").strip()
        raise SvgError(f"parts of it cannot be painted as pixels: {why}", "Save the picture as PNG.")
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def main() -> None:
    """Paint what the standard input asks for."""
    import resvg_py

    asked = json.loads(sys.stdin.buffer.read())
    try:
        made = resvg_py.svg_to_bytes(
            svg_string=asked["svg"],
            width=asked["width"],
            height=asked["height"],
            dpi=DPI,
            languages=["en"],
            skip_system_fonts=True,
            font_files=asked["fonts"],
            font_family=FAMILY,
            serif_family=SERIF,
            sans_serif_family=FAMILY,
            monospace_family=FAMILY,
            cursive_family=FAMILY,
            fantasy_family=FAMILY,
        )
    except ValueError as error:
        sys.stderr.write(str(error))
        sys.exit(REFUSED)
    sys.stdout.buffer.write(bytes(made))

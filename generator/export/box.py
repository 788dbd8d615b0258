"""`export box`: a tuck box for the deck as one PDF page, to be printed on card, cut and folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.cache import digest, engine_digest
from generator.deck.imprints import title_font
from generator.export.designs import Design
from generator.export.settings import Settings
from generator.export.target import ExportedGame, Target
from generator.faces.face import Colour, Face, Font, Mark, Shape, Turned
from generator.faces.setting import fit, place
from generator.faces.text import Style, compose_plain
from generator.ink.supplies import Supplies
from generator.problems import counted
from generator.sheets.drawing import INK, QUIET
from generator.sheets.marks import FOLD_DASH
from generator.sheets.paper import MARGIN, PAPERS
from generator.sheets.transform import Transform, move, quarter_turn
from generator.sheets.tuck_box import TuckBox, lines
from generator.units import MM_PER_POINT, Box, Size
from generator.workspace.outputs import Job, MadeFiles
from generator.workspace.workspace import Progress

THICKNESS = 0.3
"""mm of one printed card."""
USABLE = ("a4", "letter", "a3")
"""From the one that is tried first."""
SHOWN = ("front", "back")
"""The panels with title and emblem."""
LINE, RULE = 0.25, 0.7
EDGE, GAP = 5.0, 3.0
"""mm from the folds to what is printed on a panel, and between its parts."""
TITLE, SPINE, SMALLEST = 22.0, 14.0, 5.0
"""pt"""
HEADING = 0.2
"""The share of the front that the title may take."""


class PlacedNet(NamedTuple):
    """A net in the middle of a paper. turned: whether the paper is read as landscape."""

    paper: str
    turned: bool
    transform: Transform


class Print(NamedTuple):
    """What is printed on a box."""

    title: str
    emblem: Face
    font: Font
    accent: Colour


def jobs(goods: ExportedGame, settings: Settings) -> list[Job]:
    """One page, unless no paper is large enough."""
    designs = largest_group(goods.designs)
    cards = sum(one.copies for one in designs)
    box = TuckBox.around(designs[0].front.size, cards * (settings.thickness or THICKNESS))
    if (place := placed(box.size)) is None:
        message = f"no paper holds the box for {counted(cards, 'card')}: its net is {_rounded(box.size)}"
        hint = "Make a box for each part of the deck with --only, or give the thickness of a card with --thickness."
        goods.problems.report("E536", message, field="thickness", hint=hint)
        return []
    emblem = next((one for one in designs if one.card.kind != "reference"), designs[0]).back
    printed = Print(goods.game.title, emblem, title_font(goods.made), goods.made.look.accent)
    return [_job(goods, box, place, printed, f"{counted(cards, 'card')}, {box}, {place.paper.upper()}")]


def largest_group(designs: Sequence[Design]) -> list[Design]:
    """The designs of the size of which there are the most copies, whichever way they are turned."""
    groups = groupby(sorted(designs, key=_size), key=_size)
    return max((list(group) for _, group in groups), key=lambda group: sum(one.copies for one in group))


def _size(design: Design) -> tuple[float, ...]:
    return tuple(sorted((design.front.size.width, design.front.size.height)))


def _rounded(size: Size) -> str:
    return f"{size.width:.0f} x {size.height:.0f} mm"


def placed(net: Size) -> PlacedNet | None:
    """On the first paper that holds it within the margin of a printer; None if there is none."""
    for name in USABLE:
        for turned in (False, True):
            paper = PAPERS[name].turned() if turned else PAPERS[name]
            room = paper.grown(-MARGIN)
            if net.width <= room.width and net.height <= room.height:
                middle = move((paper.width - net.width) / 2, (paper.height - net.height) / 2)
                return PlacedNet(name, turned, quarter_turn(paper.height).after(middle) if turned else middle)
    return None


def _job(goods: ExportedGame, box: TuckBox, place: PlacedNet, printed: Print, says: str) -> Job:
    path, supplies = f"{goods.game.name}-box.pdf", goods.made.supplies
    net = net_of(box, printed, supplies)

    def make(_: Sequence[str], _progress: Progress) -> MadeFiles:
        from generator.ink.document import Document

        document = Document(supplies, goods.game.title, "tuck box")
        content = document.content()
        for where in pictures(box) if printed.emblem.marks else ():
            shown = place.transform.after(_within(where, printed.emblem.size))
            trim = Box(0, 0, printed.emblem.size.width, printed.emblem.size.height)
            content.form(document.face(printed.emblem), shown, shown.box(trim))
        content.form(document.face(net), place.transform)
        document.page(PAPERS[place.paper], content, turned=place.turned)
        yield path, document.finish()

    key = digest(
        "box", engine_digest(), place, printed.title, goods.made.keys.face(printed.emblem), goods.made.keys.face(net)
    )
    return Job(says, {path: key}, make)


def net_of(box: TuckBox, printed: Print, supplies: Supplies) -> Face:
    """Words and lines. The emblem is a face of its own."""
    marks = (*_words(box, printed, supplies), *_lines(box))
    return Face(box.size, LINE, "rectangle", marks)


def _lines(box: TuckBox) -> Iterator[Mark]:
    yield Shape(lines(box.cuts), None, INK, LINE)
    yield Shape(lines(box.folds), None, QUIET, LINE, FOLD_DASH)


def _words(box: TuckBox, printed: Print, supplies: Supplies) -> Iterator[Mark]:
    """The title on front and back, along the sides, and on top as it is read from the front."""
    for name in SHOWN:
        heading = _heading(box, name)
        yield from _title(heading, TITLE, 3, printed, supplies)
        y = heading.bottom + _gap(box) / 2
        rule = (heading.x, y), (heading.right, y)
        yield Shape(lines((rule,)), None, printed.accent, RULE)
    for name, angle in (("left", 90), ("right", 90), ("top", 180)):
        panel = box.panel(name)
        x, y = panel.centre
        length, depth = (panel.width, panel.height) if name == "top" else (panel.height, panel.width)
        edge = min(EDGE, length / 8)
        around = Box(x - length / 2 + edge, y - depth / 2, length - 2 * edge, depth)
        yield Turned(angle, x, y, tuple(_title(around, SPINE, 1, printed, supplies)))


def _title(box: Box, points: float, most: int, printed: Print, supplies: Supplies) -> Iterator[Mark]:
    """The title in the middle of a box; nothing if it does not fit even in small letters. most: lines."""
    font = printed.font
    style = Style(font, font, font, font, printed.accent, "center", "middle", lines=most)
    composed, high = compose_plain(printed.title, style, supplies), supplies.cap_height(font)
    fitted = fit(composed, style, box, points * MM_PER_POINT, SMALLEST * MM_PER_POINT, high)
    if fitted.fits:
        yield from place(composed, style, box, fitted.size, high)


def _inner(box: TuckBox, name: str) -> Box:
    return box.panel(name).inset(min(EDGE, box.width / 8))


def _gap(box: TuckBox) -> float:
    return min(GAP, box.height / 30)


def _heading(box: TuckBox, name: str) -> Box:
    """Below the notch, which only the front has, so that both sides look the same."""
    inner = _inner(box, name)
    return Box(inner.x, box.panel(name).y + box.notch + _gap(box), inner.width, box.height * HEADING)


def pictures(box: TuckBox) -> Iterator[Box]:
    for name in SHOWN:
        inner, top = _inner(box, name), _heading(box, name).bottom + _gap(box)
        yield Box(inner.x, top, inner.width, inner.bottom - top)


def _within(box: Box, size: Size) -> Transform:
    """As large as possible, in the middle."""
    scale = min(box.width / size.width, box.height / size.height)
    x, y = box.x + (box.width - size.width * scale) / 2, box.y + (box.height - size.height * scale) / 2
    return Transform(scale, 0, 0, scale, x, y)


TARGET = Target("box", "a tuck box for the deck, to cut and fold", ("thickness",), jobs)

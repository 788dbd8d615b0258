"""`export box`: a tuck box for the deck as one PDF page, to be printed on card, cut and folded.

A game with a picture for its box has it all around, from the left side over the front and the right side to the back.
Any other game has the back of its cards on the front, and the ground of that back on the other sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.paper import MARGIN, PAPERS, paper_label
from proofdeck.ground.places import TEMPLATES
from proofdeck.ground.problems import Place, counted
from proofdeck.ground.transform import STAY, Transform, move, quarter_turn
from proofdeck.ground.units import MM_PER_POINT, Box, Size
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.deck.imprints import title_font
from proofdeck.paper.faces.face import (
    Colour,
    Face,
    Font,
    Gradient,
    Mark,
    Picture,
    Shape,
    Spot,
    Turned,
    rectangle_path,
)
from proofdeck.paper.faces.markup import plain
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.paths import extent
from proofdeck.paper.faces.setting import fit, place
from proofdeck.paper.faces.text import Style, compose_plain
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.sheets.drawing import BODY, BOLD, INK, QUIET
from proofdeck.paper.sheets.marks import FOLD_DASH
from proofdeck.paper.sheets.tuck_box import TuckBox, lines
from proofdeck.source.project.look import FILE as LOOK

THICKNESS = 0.3
"""mm of one printed card."""
USABLE = ("a4", "letter", "a3")
"""From the one that is tried first."""
SHOWN = ("front", "back")
"""The panels with a heading; the back of the cards is on the first."""
AROUND = ("left", "front", "right", "back")
"""The panels side by side."""
PAPER, ON_ACCENT = "#fffaf0", "#ffffff"
BLEED = 2.0
"""mm by which pictures and grounds reach beyond a panel."""
BLURB, FACTS = 10.5, 9.5
"""pt"""
LINE, RULE = 0.25, 0.7
EDGE, GAP = 5.0, 3.0
"""mm from the folds to what is printed on a panel, and between its parts."""
TITLE, SPINE, SMALLEST = 22.0, 14.0, 5.0
"""pt"""
FOOT = 0.14
"""The share of the words on the back that the facts take."""
HEADING = 0.2
"""The share of the front that the title may take."""


class PlacedNet(NamedTuple):
    """A net in the middle of a paper. turned: whether the paper is read as landscape."""

    paper: str
    turned: bool
    transform: Transform


class BoxPrint(NamedTuple):
    """What is printed on a box.

    ground: of what is not pictured; picture: a file, "" for none; blurb, facts: the words on its back.
    """

    title: str
    emblem: Face
    font: Font
    accent: Colour
    ground: Colour
    picture: str = ""
    blurb: str = ""
    facts: str = ""

    @property
    def emblems(self) -> tuple[str, ...]:
        """The panels with the back of the cards."""
        return () if self.picture or not self.emblem.marks else SHOWN[:1]


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
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
    printed = _print(goods, emblem)
    return [_job(goods, box, place, printed, f"{counted(cards, 'card')}, {box}, {paper_label(place.paper)}")]


def _print(goods: ExportedGame, emblem: Face) -> BoxPrint:
    game, look = goods.game, goods.made.look
    picture = look.box
    try:
        if picture:
            goods.made.supplies.image_size(picture)
    except MaterialError as error:
        goods.problems.report("E306", f"box: {error}", Place(f"{TEMPLATES}/{game.name}/{LOOK}"), hint=error.hint)
        picture = ""
    facts = replace(game.about, version="", date="", language=game.tongue).line
    ground = _ground_of(emblem) or look.accent
    return BoxPrint(
        game.title, emblem, title_font(goods.made), look.accent, ground, picture, _blurb(game.book.body), facts
    )


def _ground_of(back: Face) -> Colour:
    """The colour that fills a back, from the middle of its gradient if it is one; "" if nothing does."""
    trim = Box(0, 0, back.size.width, back.size.height)
    for mark in back.leaves():
        if not isinstance(mark, Shape) or mark.fill is None:
            continue
        fill, box = mark.fill, extent(mark.path)
        if all(box.holds(*corner) for corner in trim.corners):
            if isinstance(fill, Gradient):
                return fill.stops[len(fill.stops) // 2][1][:7]
            return (fill.colour if isinstance(fill, Spot) else fill)[:7]
    return ""


def _blurb(body: str) -> str:
    """The first paragraph of a page, if prose comes first."""
    first = body.strip().partition("\n\n")[0]
    return "" if re.match(r"[#`|>\-{]|r\[", first) or "{{" in first or "{%" in first else plain(" ".join(first.split()))


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


def _job(goods: ExportedGame, box: TuckBox, place: PlacedNet, printed: BoxPrint, says: str) -> Job:
    path, supplies = f"{goods.game.name}-box.pdf", goods.made.supplies
    grounds = Face(box.size, LINE, "rectangle", (*_grounds(box, printed),))
    net = net_of(box, printed, supplies)

    def data(_: Progress) -> bytes:
        from proofdeck.paper.ink.document import Document

        document = Document(supplies, goods.game.title, "tuck box")
        content = document.content()
        content.form(document.face(grounds), place.transform)
        for name in printed.emblems:
            panel = box.panel(name)
            shown = place.transform.after(_filling(panel, printed.emblem.size))
            content.form(document.face(printed.emblem), shown, place.transform.box(panel))
        content.form(document.face(net), place.transform)
        document.page(PAPERS[place.paper], content, turned=place.turned)
        return document.finish()

    keys = goods.made.keys
    faces = keys.face(grounds), keys.face(printed.emblem), keys.face(net)
    key = digest("box", engine_digest(), place, printed.title, printed.emblems, *faces)
    return one_file(path, says, key, data)


def net_of(box: TuckBox, printed: BoxPrint, supplies: Supplies) -> Face:
    """Words on grounds of their own, and lines: what is above the pictures."""
    marks = (*_plates(box, printed), *_words(box, printed, supplies), *_lines(box))
    return Face(box.size, LINE, "rectangle", marks)


def _lines(box: TuckBox) -> Iterator[Mark]:
    yield Shape(lines(box.cuts), None, INK, LINE)
    yield Shape(lines(box.folds), None, QUIET, LINE, FOLD_DASH)


def _grounds(box: TuckBox, printed: BoxPrint) -> Iterator[Mark]:
    """The picture or the ground around the box, and top and bottom in one colour."""
    for name in ("top", "bottom"):
        yield Shape(rectangle_path(box.panel(name).inset(-BLEED)), printed.accent)
    left, back = box.panel(AROUND[0]), box.panel(AROUND[-1])
    around = Box(left.x, left.y, back.right - left.x, left.height).inset(-BLEED)
    if printed.picture:
        yield Picture(printed.picture, around, focus=(0, 0.5))
    else:
        yield Shape(rectangle_path(around), printed.ground)


def _plates(box: TuckBox, printed: BoxPrint) -> Iterator[Mark]:
    """Grounds for words."""
    for name in ("left", "right"):
        yield Shape(rectangle_path(_spine(box, name), 1), printed.accent, PAPER, LINE)
    yield Shape(rectangle_path(_heading(box, "front"), 1), printed.accent, PAPER, LINE)
    yield Shape(rectangle_path(_label(box), 1), PAPER, printed.accent, LINE)


def _words(box: TuckBox, printed: BoxPrint, supplies: Supplies) -> Iterator[Mark]:
    """The title on front and back, along the sides, and on top as it is read from the front; what the game is on the
    back.
    """
    on_ground = printed._replace(accent=ON_ACCENT)
    for name in SHOWN:
        heading = _heading(box, name)
        yield from _title(heading.inset(_gap(box) / 2), TITLE, 3, on_ground if name == "front" else printed, supplies)
        if name == "back":
            y = heading.bottom + _gap(box) / 2
            rule = (heading.x + _gap(box), y), (heading.right - _gap(box), y)
            yield Shape(lines((rule,)), None, printed.accent, RULE)
    for name in ("left", "right", "top"):
        spine = _spine(box, name)
        x, y = spine.centre
        length, depth = max(spine.width, spine.height), min(spine.width, spine.height)
        around = Box(x - length / 2, y - depth / 2, length, depth)
        angle = 180 if name == "top" else 90
        yield Turned(angle, x, y, tuple(_title(around, SPINE, 1, on_ground, supplies)))
    label, gap = _label(box).inset(_gap(box)), _gap(box)
    top, foot = _heading(box, "back").bottom + 2 * gap, label.bottom - label.height * FOOT
    yield from _prose(printed.blurb, BODY, Box(label.x, top, label.width, foot - top - gap), BLURB, supplies)
    yield from _prose(printed.facts, BOLD, Box(label.x, foot, label.width, label.bottom - foot), FACTS, supplies)


def _spine(box: TuckBox, name: str) -> Box:
    """Where the title is on a side or on top."""
    panel = box.panel(name)
    edge = min(EDGE, max(panel.width, panel.height) / 8)
    across = min(panel.width, panel.height) / 6 if name != "top" else 0.0
    if panel.width > panel.height:
        return Box(panel.x + edge, panel.y + across, panel.width - 2 * edge, panel.height - 2 * across)
    return Box(panel.x + across, panel.y + edge, panel.width - 2 * across, panel.height - 2 * edge)


def _label(box: TuckBox) -> Box:
    """The ground for the words on the back."""
    inner, heading = _inner(box, "back"), _heading(box, "back")
    return Box(inner.x, heading.y, inner.width, inner.bottom - heading.y)


def _prose(words: str, font: Font, box: Box, points: float, supplies: Supplies) -> Iterator[Mark]:
    """Some lines in the middle of a box; nothing if they do not fit even in small letters."""
    style = Style(font, font, font, font, INK, "center", "middle", borrows=True)
    composed, high = compose_plain(words, style, supplies), supplies.cap_height(font)
    fitted = fit(composed, style, box, points * MM_PER_POINT, SMALLEST * MM_PER_POINT, high)
    if words and fitted.fits:
        yield from place(composed, style, box, fitted.size, high)


def _title(box: Box, points: float, most: int, printed: BoxPrint, supplies: Supplies) -> Iterator[Mark]:
    """The title in the middle of a box; nothing if it does not fit even in small letters. most: lines."""
    font = printed.font
    style = Style(font, font, font, font, printed.accent, "center", "middle", lines=most, borrows=True)
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


def _filling(panel: Box, size: Size) -> Transform:
    """A card so large that it fills a panel, turned if it is wider than high and the panel is not."""
    turn = quarter_turn(size.height) if (size.width > size.height) != (panel.width > panel.height) else STAY
    shown = turn.box(Box(0, 0, size.width, size.height))
    scale = max(panel.width / shown.width, panel.height / shown.height)
    x, y = panel.centre[0] - shown.centre[0] * scale, panel.centre[1] - shown.centre[1] * scale
    return Transform(scale, 0, 0, scale, x, y).after(turn)


TARGET = Target("box", "a tuck box for the deck, to cut and fold", ("thickness",), jobs)

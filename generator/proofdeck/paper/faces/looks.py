"""Looks: how the things on a card are laid out, whatever its columns are called.

A look is a file in `templates/looks/`, which says how a card is divided and what each place has; its README has the
words. From a look and the columns of a deck comes the text of a template, like one that people write.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from proofdeck.ground.files import names_ending
from proofdeck.ground.places import TEMPLATES, shipped_root
from proofdeck.ground.toml_text import read_toml, text_of

FOLDER, WORDS = "looks", "words.toml"
SHAPES = tuple(f"shape-{name}" for name in ("disc", "diamond", "leaf", "star", "shield", "drop", "hexagon", "moon"))
"""The icons of kinds that no other icon stands for."""
LETTER, LINE = 0.16, 0.4
"""How wide a letter is on average and how far it is to the next line, in mm for each point of size."""
FEW_LETTERS = 130
"""Up to so many letters are centred."""
LEAST_WORDS, MOST_WORDS = 12.0, 0.62
"""How high the place of the words is: in mm, and as a share of what is left."""
SIDES = ("north", "east", "south", "west")
SIZES = tuple(size / 2 for size in range(80, 14, -1))
"""Sizes of words that are tried, in points."""
TURNED = 5.0
"""How high words at the sides of a tile are, in mm."""
LESS, LEAST_SIZE = 80, 9.5
"""Letters for which the words beside a hero are a point smaller, down to this size."""


class Area(NamedTuple):
    """A rectangle on a card, by its sides in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def inset(self, by: Sequence[float]) -> Area:
        return Area(self.left + by[0], self.top + by[1], self.right - by[2], self.bottom - by[3])

    def cut(self, side: str, size: float, gap: float = 0.0) -> tuple[Area, Area]:
        """A piece from that side, and the rest behind the gap."""
        left, top, right, bottom = self
        if side == "top":
            return Area(left, top, right, top + size), Area(left, top + size + gap, right, bottom)
        if side == "bottom":
            return Area(left, bottom - size, right, bottom), Area(left, top, right, bottom - size - gap)
        if side == "left":
            return Area(left, top, left + size, bottom), Area(left + size + gap, top, right, bottom)
        return Area(right - size, top, right, bottom), Area(left, top, right - size - gap, bottom)

    def share(self, at: int, of: int, flow: str, most: float) -> Area:
        """One of so many equal pieces, no larger than `most`."""
        if flow == "down":
            step = min(most, self.height / of)
            return Area(self.left, self.top + at * step, self.right, self.top + (at + 1) * step)
        step = min(most, self.width / of)
        return Area(self.left + at * step, self.top, self.left + (at + 1) * step, self.bottom)

    def turned(self, side: str, high: float) -> Area:
        """The box that fills that side when it is turned by a quarter about its middle, so high."""
        x = self.left + high / 2 if side == "left" else self.right - high / 2
        y, half = (self.top + self.bottom) / 2, self.height / 2
        return Area(x - half, y - high / 2, x + half, y + high / 2)

    def square(self, most: float) -> Area:
        """The largest square in its middle."""
        half = min(self.width, self.height, most) / 2
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return Area(x - half, y - half, x + half, y + half)


class Cell(NamedTuple):
    """One thing that a place shows, as expressions: what it says, its label, whether it says anything, the label where
    it is not plain what a figure is, its first letter, and a colour for what it says."""

    said: str = ""
    label: str = ""
    filled: str = ""
    caption: str = ""
    first: str = ""
    tone: str = ""


@dataclass(frozen=True)
class Slots:
    """What a card has, for a look to place.

    figures: the corner's first; words: markup, in so many lines; letters, usual: how many most cards and half of the
    cards have of them at the most; picture: elements of an image, with their options; icon, emblem: expressions of the
    icon of a card and of its kind; edges: what is at the edges of a tile; various: whether titles begin differently.
    """

    title: Cell | None = None
    kinds: Cell | None = None
    figures: Sequence[Cell] = ()
    words: str = ""
    letters: float = 0.0
    usual: float = 0.0
    lines: float = 1.0
    edges: Sequence[Cell] = ()
    picture: Sequence[tuple[str, Mapping[str, Any]]] = ()
    icon: str = ""
    emblem: str = ""
    various: bool = False


@dataclass(frozen=True)
class Look:
    """One way to lay out cards. name: of its file; says: what it is for; parts: the whole file."""

    name: str
    parts: Mapping[str, Any]

    @property
    def says(self) -> str:
        return str(self.parts["says"])

    @property
    def tone(self) -> str:
        return str(self.parts["tone"])

    def elements(self, slots: Slots, width: float, height: float) -> str:
        """The elements of a template, for a card of that size in mm."""
        return "\n".join(_Composer(self, slots, Area(0, 0, width, height)).blocks())


def look_names() -> list[str]:
    """The names of all looks."""
    names = names_ending(shipped_root() / TEMPLATES / FOLDER, [".toml"])
    return sorted(name.removesuffix(".toml") for name in names if name != WORDS)


def look_called(name: str) -> Look:
    """The look of that name. Raises KeyError."""
    if name not in look_names():
        raise KeyError(name)
    return Look(name, _read(f"{name}.toml"))


def icons_for(kinds: Sequence[str], known: frozenset[str]) -> dict[str, str]:
    """An icon for each kind: the one that it is called like, if all have one, or else a shape."""
    said: Mapping[str, str] = look_words()["icons"]
    found = {kind: next(filter(None, (_icon(word, said, known) for word in _spelt(kind))), "") for kind in kinds}
    if all(found.values()) and len({*found.values()}) == len(kinds):
        return found
    return {kind: SHAPES[at % len(SHAPES)] for at, kind in enumerate(kinds)}


def _icon(word: str, said: Mapping[str, str], known: frozenset[str]) -> str:
    return word if word in known else said.get(word, "")


def _spelt(kind: str) -> Iterator[str]:
    """Words that may name the icon of a kind: all of it, its last word, and each without the end of a plural."""
    whole = re.sub(r"[\W_]+", "-", kind.strip().casefold())
    for word in dict.fromkeys((whole, whole.rpartition("-")[2])):
        yield word
        yield from (word.removesuffix(end) for end in ("s", "es") if word.endswith(end))


def look_words() -> Mapping[str, Any]:
    """What words on cards look like: `tones`, `named` tones, `icons` of kinds, and the names of `edges`."""
    return _read(WORDS)


def _read(name: str) -> Mapping[str, Any]:
    path: Path = shipped_root() / TEMPLATES / FOLDER / name
    return read_toml(text_of(path))


class _Composer:
    """Divides a card among the places of a look."""

    def __init__(self, look: Look, slots: Slots, card: Area) -> None:
        self._look, self._slots = look, slots
        self._areas = {"": card}
        places = look.parts["place"]
        alone = any(place.get("slot") == "second" for place in places) and len(slots.figures) > 1
        self._figures = slots.figures[1 + alone :]
        there = {
            "title": slots.title, "kinds": slots.kinds, "words": slots.words, "picture": slots.picture,
            "icon": slots.icon, "emblem": slots.emblem, "corner": slots.figures, "second": alone,
            "figures": self._figures, "edges": slots.edges, "few": slots.letters <= FEW_LETTERS,
            "various": slots.various,
        }  # fmt: skip
        self._there = {name for name, found in there.items() if found}
        hero = next((name for name, *needs in map(str.split, look.parts["hero"]) if self._can(name, needs)), "")
        self._has_hero = bool(hero)
        self._there |= {f"{hero}-hero", "hero"} if hero else set()

    def _can(self, hero: str, needs: Sequence[str]) -> bool:
        """Whether something can be in the middle. needs: other slots, with `no-` for those that must not be there."""
        slot = {"number": "corner", "monogram": "title", "name": "title"}.get(hero, hero)
        return slot in self._there and all(
            (one.removeprefix("no-") in self._there) != one.startswith("no-") for one in needs
        )

    def blocks(self) -> Iterator[str]:
        for place in self._look.parts["place"]:
            slots = _list(place.get("slot", []))
            if (slots and not self._there & {*slots}) or place.get("in", "") not in self._areas:
                continue
            if self._there & {*_list(place.get("unless", []))} or not self._there >= {*_list(place.get("if", []))}:
                continue
            area, note = self._take(place), f"# {place['note']}\n" if "note" in place else ""
            cells, flow = self._cells(slots), place.get("flow", "")
            for at, cell in enumerate(cells):
                piece = area.share(at, len(cells), flow, place.get("most", math.inf)) if flow else area
                suffix = f"-{at + 1}" if len(cells) > 1 else ""
                for name, options in place.get("elements", {}).items():
                    for text in self._element(f"{name}{suffix}", dict(options), piece, cell):
                        yield note + text
                        note = ""

    def _take(self, place: Mapping[str, Any]) -> Area:
        """The area of a place; what is left becomes smaller."""
        inside, cut = place.get("in", ""), place["cut"]
        rest, size, gap = self._areas[inside], place.get("size", 0.0), place.get("gap", 0.0)
        if cut == "inset":
            self._areas[inside] = rest.inset(size)
            return rest
        if cut == "words":
            cut, size = "bottom", self._words_high(place, rest)
        if cut in {"over", "fill"}:
            taken = rest
        else:
            taken, self._areas[inside] = rest.cut(place.get("side", cut), size, gap)
        if name := place.get("as"):
            self._areas[name] = taken
        return taken

    def _words_high(self, place: Mapping[str, Any], rest: Area) -> float:
        """How high the words are with all that stands among them."""
        beside: float = place.get("room", 0.0) + sum(place.get(slot, 0.0) for slot in sorted(self._there))
        least: float = place.get("least", 0.0 if beside else LEAST_WORDS)
        if not self._slots.words:
            return max(beside, least)
        if not self._has_hero:
            return rest.height
        size: float = max(self._look.parts["words"][1] - self._slots.letters / LESS, LEAST_SIZE)
        high = self._needed(size, rest.width - 5, self._slots.letters) + 4
        return max(least, min(high, rest.height * MOST_WORDS - beside / 2) + beside)

    def _needed(self, size: float, width: float, letters: float) -> float:
        """How high so many letters are, in mm, at a size in points."""
        return size * LINE * (letters * size * LETTER / width + 0.5 * self._slots.lines)

    def _cells(self, slots: Sequence[str]) -> Sequence[Cell]:
        """What a place shows: several things only for figures."""
        given = self._slots
        if [*slots] == ["figures"]:
            return self._figures
        first = {"corner": given.figures[:1], "number-hero": given.figures[:1], "second": given.figures[1:2]}
        titles = [given.title] if given.title else []
        first |= dict.fromkeys(("title", "title-hero", "name-hero", "monogram-hero"), titles)
        return next((first[slot] for slot in slots if first.get(slot)), [Cell()])

    def _element(self, name: str, options: dict[str, Any], area: Area, cell: Cell) -> Iterator[str]:
        """The tables of an element; none for an icon that no kind has."""
        area = area.inset(options.pop("box"))
        most = options.pop("most", math.inf)
        if options.pop("square", False):
            area = area.square(most)
        if high := options.pop("high", 0):
            area = area._replace(bottom=area.top + high)
        if low := options.pop("low", 0):
            area = area._replace(top=area.bottom - low)
        if (wide := options.pop("wide", 0)) > 0:
            area = area._replace(right=area.left + wide)
        elif wide:
            area = area._replace(left=area.right + wide)
        if side := options.pop("turned", ""):
            area = area.turned(side, TURNED)
        if options.pop("picture", False):
            for sub, own in self._slots.picture:
                more = {key: value for key, value in options.items() if own.get("type") != "text"}
                by = own.get("within", 0.0)
                yield table(sub, {**own, **more}, area.inset((by, by, by, by)))
            return
        icon = self._slots.icon or self._slots.emblem
        if options.get("icon") == "$icon" and not icon:
            return
        given = self._slots
        kinds = given.kinds.said if given.kinds else ""
        align = "center" if given.letters <= FEW_LETTERS else "left"
        means = {
            "$cell": cell.said,
            "$label": cell.label,
            "$if": cell.filled,
            "$caption": cell.caption,
            "$first": cell.first,
            "$kinds": kinds,
        }
        means |= {"$words": given.words, "$icon": icon, "$align": align}
        means |= {f"${side}": edge.said for side, edge in zip(SIDES, given.edges, strict=False)}
        means |= {f"${side}-tone": edge.tone for side, edge in zip(SIDES, given.edges, strict=False)}
        options = {key: means.get(value, value) if isinstance(value, str) else value for key, value in options.items()}
        if options.get("text") == given.words:
            options = {"type": "text", "text": given.words, "size": self._size(area), **options}
        yield table(name, options, area)

    def _size(self, area: Area) -> float:
        """The largest size at which the words of half of the cards fit, in points; those of others shrink."""
        most = self._look.parts["words"][self._has_hero]
        usual = self._slots.usual
        fits = (size for size in SIZES if size <= most and self._needed(size, area.width, usual) <= area.height)
        return next(fits, SIZES[-1])


def _list(found: str | Sequence[str]) -> Sequence[str]:
    return [found] if isinstance(found, str) else found


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def table(name: str, options: Mapping[str, Any], area: Area) -> str:
    """An element as a table of TOML."""
    lines = [f"{key} = {_value(key, value)}\n" for key, value in options.items() if key != "within"]
    box = {"x": area.left, "y": area.top, "width": area.width, "height": area.height}
    lines += [f"{key} = {round(value, 2) + 0:g}\n" for key, value in box.items()]
    return f"[elements.{name}]\n{''.join(lines)}"


def _value(key: str, value: object) -> str:
    if isinstance(value, str):
        long = key == "text" and "\n" in value and '"""' not in value and "\\" not in value
        return f'"""\n{value}"""' if long else quoted(value)
    return json.dumps(value)

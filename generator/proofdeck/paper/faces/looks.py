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
LEAST_WORDS, MOST_WORDS = 12.0, 0.62
"""How high the place of the words is: in mm, and as a share of what is left."""
MANY_LETTERS, MOST_TEXT = 260, 0.74
"""Letters on most cards from which words have a larger share."""
MOST_IN_BAND, MOST_IN_SERIES = 5, 6
"""Figures in a row or a column, and those of a series; more are in two."""
SIDES = ("north", "east", "south", "west")
SIZES = tuple(size / 2 for size in range(80, 14, -1))
"""Sizes of words that are tried, in points."""
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
        at = self._fields.index(side)
        way = 1 if at < len(SIDES) // 2 else -1
        inner = self[at] + way * size
        piece = self._replace(**{self._fields[at - len(SIDES) // 2]: inner})
        return piece, self._replace(**{side: inner + way * gap})

    def shares(self, counts: Sequence[int], flow: str, most: float) -> Iterator[Area]:
        """Bands beside each other, each with so many equal pieces of `most` mm at the most."""
        side, across = ("top", "left") if flow == "down" else ("left", "top")
        long, wide = (self.height, self.width) if flow == "down" else (self.width, self.height)
        others = self
        for count in counts:
            band, others = others.cut(across, wide / len(counts))
            for _ in range(count):
                piece, band = band.cut(side, min(most, long / count))
                yield piece

    def middle(self, width: float, height: float) -> Area:
        """A box of that size in its middle."""
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return Area(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Slots(NamedTuple):
    """What a card has, for a look to place.

    there: the names of the slots; said: what `$name` stands for on the whole card; titles, figures: what it stands for
    in places of each of them; picture: elements of an image, with their options; letters, usual: how many letters of
    words most cards and a third of them have at the most; lines: on how many lines those of most begin.
    """

    there: frozenset[str]
    said: Mapping[str, str]
    titles: Sequence[Mapping[str, str]]
    figures: Sequence[Mapping[str, str]]
    picture: Sequence[tuple[str, Mapping[str, Any]]]
    letters: float
    usual: float
    lines: int


@dataclass(frozen=True)
class Look:
    """One way to lay out cards. name: of its file; says: what it is for; parts: the whole file."""

    name: str
    parts: Mapping[str, Any]

    @property
    def says(self) -> str:
        return str(self.parts["says"])

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.name.replace("-", " ").capitalize()

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


def looks() -> list[Look]:
    """All looks, as people are shown them."""
    return sorted(map(look_called, look_names()), key=lambda look: look.parts["place_in_list"])


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
        self._there = {*slots.there, *(["second"] if alone else []), *(["figures"] if self._figures else [])}
        hero = next((name for name, *needs in map(str.split, look.parts["hero"]) if self._can(name, needs)), "")
        self._has_hero = bool(hero)
        self._there |= {f"{hero}-hero", "hero"} if hero else set()

    @property
    def _shade(self) -> str:
        """What is large and pale behind the words of cards with nothing else that is large."""
        return self._slots.figures[0]["cell"] if self._slots.figures else ""

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
            pieces = area.shares(self._bands(), flow, place.get("most", math.inf)) if flow else [area]
            for at, (cell, piece) in enumerate(zip(cells, pieces, strict=False), 1):
                for name, options in place.get("elements", {}).items():
                    called = f"{name}-{at}" if len(cells) > 1 else name
                    for text in self._element(called, dict(options), piece, {**self._slots.said, **cell}):
                        yield note + text
                        note = ""

    def _take(self, place: Mapping[str, Any]) -> Area:
        """The area of a place; what is left becomes smaller."""
        inside, cut = place.get("in", ""), place["cut"]
        rest, size, gap = self._areas[inside], place.get("size", 0.0), place.get("gap", 0.0)
        if place.get("slot") == "figures" and cut != "fill":
            size *= len(self._bands())
        if cut == "inset":
            self._areas[inside] = rest.inset(size)
            return rest
        if cut == "words":
            cut, size = "bottom", self._words_high(place, rest)
        if cut in {"over", "fill"}:
            taken = rest
        else:
            room = rest.width if cut in {"left", "right"} else rest.height
            size = min(size, room * place.get("share", 1.0))
            taken, self._areas[inside] = rest.cut(place.get("side", cut), size, gap)
        if name := place.get("as"):
            self._areas[name] = taken
        return taken

    def _words_high(self, place: Mapping[str, Any], rest: Area) -> float:
        """How high the words are with all that stands among them."""
        beside: float = place.get("room", 0.0) + sum(place.get(slot, 0.0) for slot in sorted(self._there))
        beside += place.get("figures", 0.0) * max(0, len(self._bands()) - 1)
        least: float = place.get("least", 0.0 if beside else LEAST_WORDS)
        if "words" not in self._there:
            return max(beside, least)
        if not self._has_hero:
            return rest.height
        size: float = max(self._look.parts["words"][1] - self._slots.letters / LESS, LEAST_SIZE)
        high = self._needed(size, rest.width - 5, self._slots.letters) + 4
        share = MOST_WORDS if self._slots.letters <= MANY_LETTERS else MOST_TEXT
        return max(least, min(high, rest.height * share - beside / 2) + beside)

    def _needed(self, size: float, width: float, letters: float) -> float:
        """How high so many letters are, in mm, at a size in points."""
        return size * LINE * (letters * size * LETTER / width + 0.5 * self._slots.lines)

    def _bands(self) -> list[int]:
        """How many figures each row or column has; a series begins a new one."""
        series = sum("series" in cell for cell in self._figures)
        counts = []
        for count, most in ((len(self._figures) - series, MOST_IN_BAND), (series, MOST_IN_SERIES)):
            rows = math.ceil(count / most)
            counts += [count // rows + (at < count % rows) for at in range(rows)]
        return counts

    def _cells(self, slots: Sequence[str]) -> Sequence[Mapping[str, str]]:
        """What a place shows: several things only for figures."""
        if [*slots] == ["figures"]:
            return self._figures
        titles, figures = self._slots.titles, self._slots.figures
        first = {"corner": figures[:1], "number-hero": figures[:1], "second": figures[1:2]}
        first |= dict.fromkeys(("title", "title-hero", "name-hero", "monogram-hero"), titles)
        return next((first[slot] for slot in slots if first.get(slot)), [{}])

    def _element(self, name: str, options: dict[str, Any], area: Area, said: Mapping[str, str]) -> Iterator[str]:
        """The tables of an element; none for an icon that no kind has."""
        area = area.inset(options.pop("box"))
        if strip := options.pop("strip", ()):
            area, _ = area.cut(*strip)
        if options.pop("turned", False):
            area = area.middle(area.height, area.width)
        if most := options.pop("square", 0):
            side = min(area.width, area.height, most)
            area = area.middle(side, side)
        if options.pop("picture", False):
            for sub, own in self._slots.picture:
                seen = area.cut("top", area.height * 0.46)[0] if options.get("bleed") else area
                if own["type"] == "text":
                    yield table(sub, own, seen.inset([5, seen.height * 0.62, 5, 1]))
                elif own["type"] == "icon":
                    yield table(sub, own, seen.inset([5, seen.height * 0.12, 5, seen.height * 0.42]))
                else:
                    yield table(sub, {**own, **options}, area)
            return
        if options.get("icon") == "$icon" and not said["icon"]:
            return
        if options.get("text") == "$shade" and (self._has_hero or not self._slots.figures):
            return
        if options.get("text") == "$words":
            options = {"type": "text", "text": "", "size": self._size(area), **options}
        few = "few" in self._there
        means: dict[str, object] = {
            "$align": "center" if few else "left",
            "$twice": few,
            "$shade": self._shade,
            **{f"${key}": value for key, value in said.items()},
        }
        yield table(name, {key: means.get(str(value), value) for key, value in options.items()}, area)

    def _size(self, area: Area) -> float:
        """The largest size at which the words of a third of the cards fit, in points; those of others shrink."""
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
    lines = [f"{key} = {_value(key, value)}\n" for key, value in options.items()]
    box = {"x": area.left, "y": area.top, "width": area.width, "height": area.height}
    lines += [f"{key} = {round(value, 2) + 0:g}\n" for key, value in box.items()]
    return f"[elements.{name}]\n{''.join(lines)}"


def _value(key: str, value: object) -> str:
    if isinstance(value, str):
        long = key == "text" and "\n" in value and '"""' not in value and "\\" not in value
        return f'"""\n{value}"""' if long else quoted(value)
    return json.dumps(value)

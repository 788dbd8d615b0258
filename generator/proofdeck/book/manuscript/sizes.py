"""What a page of rules says of its pictures: how wide they are, at which side, and what no book can show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

MOVING = re.compile(r"(?<!`)<(audio|canvas|embed|iframe|object|svg|video)\b(?![^<>]*`)", re.IGNORECASE)
FENCED = re.compile(r"\s*(?P<fence>```|~~~)[`~]*\s*(?P<language>\w*)")
DRAWN = frozenset({"mermaid", "plantuml", "dot", "graphviz", "math", "latex", "dataview"})
"""Tags that a book cannot show, fences, and languages in fences from which other programs draw."""
LENGTH = re.compile(r"\s*(?P<number>\d{1,4}(?:\.\d{1,3})?)\s*(?P<unit>px|%|mm|cm|in)?")
MM = {"": 25.4 / 96, "px": 25.4 / 96, "%": 1.78, "mm": 1.0, "cm": 10.0, "in": 25.4}
"""The units of widths; the text of an A4 page is 178 mm wide."""
SIDE = re.compile(r"\b(?:float|align)\W{1,4}(left|right)\b")


def side_of(attributes: Mapping[str, str | None]) -> str:
    """`left` or `right` of a picture that belongs beside words; else ""."""
    found = SIDE.search(f"align={attributes.get('align')};{attributes.get('style') or ''}".lower())
    return found[1] if found else ""


def width_of(attributes: Mapping[str, str | None]) -> float:
    """The width that is asked for a picture, in mm; 0 for that of the picture."""
    of_style = re.search(r"(?:^|[;\s])width:([^;]*)", (attributes.get("style") or "").lower())
    found = LENGTH.match(of_style[1] if of_style else attributes.get("width") or "")
    return round(float(found["number"]) * MM[found["unit"] or ""], 2) if found else 0.0


def unprintable(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Find what no book can show, with its line: films and pages within pages, diagrams and formulas in code."""
    fence = ""
    for line, words in lines:
        if mark := FENCED.match(words):
            if not fence and mark["language"].lower() in DRAWN:
                yield line, f"a diagram in {mark['language']} is printed as it is typed"
            fence = "" if fence == mark["fence"] else fence or mark["fence"]
        elif not fence:
            yield from ((line, f"a book cannot show <{tag.lower()}>") for tag in MOVING.findall(words))

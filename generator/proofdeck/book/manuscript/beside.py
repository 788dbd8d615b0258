"""Words beside the pictures of an author: those that follow a picture at the left or right, as far as it is high."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

TEXT, GUTTER, LINE, LETTER = 178.0, 5.0, 4.7, 1.75
"""mm: the width of the text of an A4 page, the gap beside a picture, the height of a line, the width of a letter."""
LEAST, WIDEST, USUAL = 14.0, 0.55, 0.3
"""The height in mm of a picture that is not a symbol among words, and the share of the text that one may take if its
page says where it is, and if it only begins a paragraph.
"""
FLOWING = frozenset({"paragraph", "listing", "quote", "verbatim", "subheading"})
Node = dict[str, Any]


class SizedPicture(Protocol):
    """A picture with its size in pixels, 144 per inch."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...


def beside_pictures(nodes: Sequence[Node], pictures: Mapping[str, SizedPicture]) -> list[Node]:
    """The blocks of a book, with those that belong beside a picture together with it.

    A picture has a side if the page says so, or if it begins a paragraph, on a line of its own.
    """
    found: list[Node] = []
    room = 0.0
    for node in nodes:
        picture = _leading(node, pictures)
        if picture is None and room > 0 and node["kind"] in FLOWING:
            found[-1]["inside"].append(node)
            room -= _height(node, found[-1]["columns"])
            continue
        if picture is None:
            room = 0.0
            found.append(node)
            continue
        one = pictures[picture["picture"]]
        wide = min(picture["wide"] or one.width * 25.4 / 144, TEXT * (WIDEST if picture["side"] else USUAL))
        room = wide * one.height / one.width
        rest = node | {"inside": _rest(node["inside"])}
        columns = TEXT - GUTTER - wide
        beside = {"kind": "beside", "picture": picture | {"wide": round(wide, 2)}, "side": picture["side"] or "right"}
        found.append(beside | {"inside": [], "columns": columns, "leads": False, "alone": node})
        if rest["inside"] or node["clause"]:
            found[-1]["inside"].append(rest)
            room -= _height(rest, columns)
    return [one["alone"] if one["kind"] == "beside" and not one["inside"] else one for one in found]


def _leading(node: Node, pictures: Mapping[str, SizedPicture]) -> Node | None:
    """The picture that begins a paragraph and has a side."""
    first, *rest = node["inside"] if node["kind"] == "paragraph" and node["inside"] else [{"kind": ""}]
    if first["kind"] != "illustration" or first["picture"] not in pictures:
        return None
    one = pictures[first["picture"]]
    is_high = one.height * 25.4 / 144 > LEAST
    is_above = rest[:1] != [] and rest[0]["kind"] == "break" and any(one["kind"] == "words" for one in rest)
    return first if first["side"] or (is_high and is_above) else None


def _rest(inside: Sequence[Node]) -> list[Node]:
    """The words behind a picture."""
    rest = list(inside[1:])
    while rest and rest[0]["kind"] == "break":
        rest.pop(0)
    return rest


def _height(node: Node, columns: float) -> float:
    """About how high some words are, in mm."""
    lines = len("".join(_words(node))) * LETTER / max(columns, 30.0)
    return (int(lines) + 1 + len(node.get("entries", ()))) * LINE


def _words(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield str(node.get("text", "")) if node.get("kind") in {"words", "code"} else ""
        for key in ("inside", "entries"):
            yield from _words(node.get(key, ()))
    elif isinstance(node, (list, tuple)):
        for one in node:
            yield from _words(one)

"""Cuts one element out of a file, as a file of its own: with all that it refers to, and its rules written out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from typing import Protocol

from proofdeck.ground.transform import Transform
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Raster
from proofdeck.paper.svg.cascade import INHERITED
from proofdeck.paper.svg.tree import REFERENCE, SVG, XLINK, Node

LOOKS = INHERITED | frozenset(
    (
        *("opacity", "display", "overflow", "clip-path", "mask", "filter", "mix-blend-mode", "isolation", "mask-type"),
        *("stop-color", "stop-opacity", "flood-color", "flood-opacity", "lighting-color", "vector-effect"),
        *("text-decoration", "dominant-baseline", "baseline-shift", "alignment-baseline"),
    )
)

_FAMILY = re.compile(r'font-family:((?:&#?\w+;|[^;"])*)')


class Source(Protocol):
    """The file that an element is cut out of."""

    known: Mapping[str, Node]
    view: Box

    def own(self, node: Node, style: Mapping[str, str]) -> dict[str, str]: ...

    def style_of(self, node: Node | None) -> Mapping[str, str]: ...

    def moved(self, node: Node, own: Mapping[str, str], room: tuple[float, float, float]) -> Transform: ...


Space = tuple[float, float, float]
"""Width and height of the viewport, and the size of type."""


def cut_out(node: Node, matrix: Transform, style: Mapping[str, str], room: Space, source: Source) -> Raster:
    """The element as a picture of its own, as large as the whole drawing. matrix, style: of what it is in."""
    needed = _needed(node, source)

    def written(one: Node, around: Mapping[str, str]) -> str:
        return "".join(_written(one, around, room, source))

    around = [(one, source.style_of(one.parent)) for one in needed.values()]
    definitions = "".join(f'<g style="{_style(where)}">{written(one, where)}</g>' for one, where in around)
    x, y, width, height = source.view.x, source.view.y, source.view.width, source.view.height
    numbers = " ".join(f"{number:.9g}" for number in matrix)
    body = written(node, style)
    svg = (
        f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" viewBox="{x:g} {y:g} {width:.6f} {height:.6f}"'
        f' width="{width:.6f}" height="{height:.6f}"><defs>{definitions}</defs>'
        f'<g transform="matrix({numbers})" style="{_style(style)}"><svg width="{room[0]:g}" height="{room[1]:g}"'
        f' overflow="visible">{body}</svg></g></svg>'
    )
    return Raster(svg, source.view, families=_families(svg))


def _families(svg: str) -> tuple[tuple[str, ...], ...]:
    """The lists of families that words may be set in, each with the first choice first."""
    lists = (tuple(name.strip(" \t\r\n'\"") for name in unescape(found).split(",")) for found in _FAMILY.findall(svg))
    return tuple(dict.fromkeys(names for names in lists if all(names)))


def _needed(node: Node, source: Source) -> dict[str, Node]:
    """The elements outside of it that it refers to, and those that these refer to."""
    found: dict[str, Node] = {}
    ahead = [node]
    within = _above(node) | {id(one) for one in node.iter()}
    while ahead:
        for one in ahead.pop().iter():
            if not isinstance(one, Node):
                continue
            values = source.own(one, {}).values()
            names = [name for value in values if "url(" in value for name in REFERENCE.findall(value)]
            names += [one.href[1:]] if one.href.startswith("#") else []
            for name in names:
                target = source.known.get(name)
                if target is not None and name not in found and id(target) not in within:
                    found[name] = target
                    ahead.append(target)
    inside = {id(one) for target in found.values() for one in target.iter() if one is not target}
    return {name: target for name, target in found.items() if id(target) not in inside}


def _above(node: Node) -> set[int]:
    found: set[int] = set()
    while node.parent is not None:
        node = node.parent
        found.add(id(node))
    return found


def _written(node: Node, around: Mapping[str, str], room: Space, source: Source) -> Iterator[str]:
    own = source.own(node, around)
    style = {**around, **{name: value for name, value in own.items() if name.startswith("--")}}
    looks = {name: value for name, value in own.items() if name in LOOKS}
    others = {name: value for name, value in own.items() if name not in LOOKS and _is_attribute(name)}
    if "transform" in others:
        others["transform"] = f"matrix({' '.join(f'{number:.9g}' for number in source.moved(node, own, room))})"
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in others.items())
    yield f'<{node.kind}{attributes} style="{_style(looks)}">{escape(node.text or "", quote=False)}'
    for child in node.nodes():
        if child.kind not in {"style", "script", "metadata"}:
            yield from _written(child, style, room, source)
        yield escape(child.tail or "", quote=False)
    yield f"</{node.kind}>"


def _is_attribute(name: str) -> bool:
    return bool(re.fullmatch(r"(?:xml:)?[A-Za-z][A-Za-z0-9-]*", name)) and name not in {"class", "transform-origin"}


def _style(looks: Mapping[str, str]) -> str:
    return escape(";".join(f"{name}:{value}" for name, value in looks.items() if not name.startswith("--")))

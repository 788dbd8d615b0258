"""The elements of an SVG file with their lines, read within bounds: nothing outside the file, no entity that grows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element
from xml.parsers import expat

from proofdeck.ground.bounds import TOO_MANY_DIGITS, long_number
from proofdeck.ground.problems import did_you_mean
from proofdeck.paper.faces.materials import MaterialError

LARGEST_DRAWING = 4 * 1024 * 1024
MOST_ELEMENTS = 40_000
DEEPEST = 100
MOST_ENTITIES, LONGEST_ENTITY = 200, 500
MOST_EXPANDED = 1 << 20
"""Characters that the entities of a file may become."""
SVG, XLINK, XML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+?)['\"]?\s*\)")
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#|data:|\s|['\")])([^'\")]*)", re.IGNORECASE)
_PAINTS_OTHERS = frozenset(
    ("image", "use", "feImage", "pattern", "linearGradient", "radialGradient", "textPath", "tref")
)


class SvgError(MaterialError):
    """The file is there but cannot be used; the message says why and where."""


class Node(Element):
    """An element without its namespace. line: where it begins; parent: what it is in."""

    line = 0
    parent: Node | None = None

    @property
    def kind(self) -> str:
        return str(self.tag)

    @property
    def href(self) -> str:
        return self.get("href", "").strip()

    def nodes(self) -> Iterator[Node]:
        """The elements in it."""
        return (child for child in self if isinstance(child, Node))


def read_tree(svg: bytes, name: str) -> Node:
    """The root of an SVG file. Raises SvgError if it is not one, is too large, or refers to anything outside."""
    if len(svg) > LARGEST_DRAWING:
        raise SvgError(f"{name} is larger than {LARGEST_DRAWING >> 20} MB")
    if found := long_number(svg.decode("latin-1")):
        raise SvgError(f"{name}, line {found[0]}: {TOO_MANY_DIGITS}")
    builder = _Builder(name)
    try:
        builder.parser.Parse(svg, True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code)
        raise SvgError(f"{name} cannot be read as SVG (line {error.lineno}: {why})") from None
    except SvgError:
        raise
    except (ValueError, LookupError) as error:
        raise SvgError(f"{name} cannot be read as SVG ({error})") from None
    if builder.root is None or builder.root.kind != "svg":
        raise SvgError(f"{name} cannot be read as SVG: its outermost element is not <svg>")
    return builder.root


class _Builder:
    """Takes in what the parser finds."""

    def __init__(self, name: str) -> None:
        self.root: Node | None = None
        self._name = name
        self._open: list[Node] = []
        self._foreign = 0
        self._count = 0
        self._entities: dict[str, int] = {}
        self._expanded = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.ordered_attributes = False
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity

    def _fail(self, why: str, hint: str = "") -> SvgError:
        return SvgError(f"{self._name}, line {self.parser.CurrentLineNumber}: {why}", hint)

    def _entity(self, name: str, is_parameter: int, value: str | None, *_: object) -> None:
        """Short words stand for themselves; whatever holds other entities, elements or files is refused."""
        self._entities[name] = len(value or "")
        if is_parameter or value is None or not value.isprintable() or "&" in value or "<" in value:
            raise self._fail(f"the entity '{name}' is not a plain word", "Save it again as plain SVG.")
        if len(value) > LONGEST_ENTITY or len(self._entities) > MOST_ENTITIES:
            raise self._fail("it has too many entities, or too long ones", "Save it again as plain SVG.")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        uri, _, kind = name.rpartition(" ")
        self._count += 1
        self._foreign += bool(self._foreign) or uri not in {SVG, ""}
        if self._count > MOST_ELEMENTS or len(self._open) + self._foreign > DEEPEST:
            why = f"{MOST_ELEMENTS:,} elements" if self._count > MOST_ELEMENTS else f"{DEEPEST} levels"
            raise self._fail(f"it has more than {why}; simplify it in the program that drew it")
        if self._foreign:
            return
        node = Node(kind, _plain(attributes))
        if self._entities:
            self._expanded += sum(map(len, node.attrib.values()))
            self._check_expanded()
        node.line = self.parser.CurrentLineNumber
        self._check_links(node)
        if self._open:
            node.parent = self._open[-1]
            node.parent.append(node)
        elif self.root is None:
            self.root = node
        self._open.append(node)

    def _check_expanded(self) -> None:
        if self._expanded > MOST_EXPANDED + LARGEST_DRAWING:
            raise self._fail("its entities become more than a million characters")

    def _check_links(self, node: Node) -> None:
        link = node.href if node.tag in _PAINTS_OTHERS else ""
        if link and not link.startswith(("#", "data:")):
            outside = link
        else:
            found = (_OUTSIDE.search(value) for value in node.attrib.values() if "url(" in value)
            outside = next((match[1] for match in found if match), "")
        if outside:
            hint = "Embed it in the program that drew it, or convert it to shapes."
            raise self._fail(f"it refers to another file, '{outside[:60]}', which is not allowed", hint)

    def _end(self, _name: str) -> None:
        if self._foreign:
            self._foreign -= 1
        else:
            self._open.pop()

    def _text(self, words: str) -> None:
        if self._entities:
            self._expanded += len(words)
            self._check_expanded()
        if self._open and not self._foreign:
            into = self._open[-1]
            if len(into):
                last = into[-1]
                last.tail = (last.tail or "") + words
            else:
                into.text = (into.text or "") + words


def _plain(attributes: Mapping[str, str]) -> dict[str, str]:
    """Attributes of SVG by their names, and `xlink:href` as `href`."""
    found: dict[str, str] = {}
    for name, value in attributes.items():
        uri, _, local = name.rpartition(" ")
        if not uri:
            found[local] = value
        elif uri == XLINK and local == "href":
            found.setdefault("href", value)
        elif uri == XML:
            found[f"xml:{local}"] = value
    return found


def by_id(root: Node) -> dict[str, Node]:
    """The first element with each id."""
    found: dict[str, Node] = {}
    for node in root.iter():
        if isinstance(node, Node) and (key := node.get("id")):
            found.setdefault(key, node)
    return found


def way_to(part: str, known: Mapping[str, Node], name: str) -> list[Node]:
    """The element with that id, after those that it is in, from the outside in. Raises SvgError."""
    if part not in known:
        raise SvgError(f"{name} has no element with the id '{part}'", did_you_mean(part, known))
    way = [known[part]]
    while (parent := way[0].parent) is not None:
        way.insert(0, parent)
    return way

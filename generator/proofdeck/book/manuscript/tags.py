"""HTML on a page of rules, as pages written for web sites have it, read for what it means.

No tag reaches a book. What is not a tag of HTML, such as `<active player>`, is words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import NamedTuple

from proofdeck.book.manuscript.sizes import side_of, width_of
from proofdeck.book.manuscript.tree import (
    Block,
    Blocks,
    Listing,
    ListItem,
    Paragraph,
    Quote,
    RuleLine,
    TextTable,
    Verbatim,
)
from proofdeck.book.manuscript.words import (
    SAFE,
    Break,
    Code,
    Emphasis,
    Illustration,
    Inline,
    Inlines,
    Link,
    Marked,
    Strong,
    Words,
    plain,
)
from proofdeck.source.rules.plain import APART

AMONG = frozenset(
    "a abbr b bdi bdo big button caption cite code col colgroup data del dfn em font head i input ins kbd label link "
    "mark meta option picture q s samp select small source span strike strong sub sup td th time tt u var video "
    "wbr".split()
)
NOUNS = frozenset("button caption cite code data input label link mark option source time".split())
"""Tags that are words of an author if nothing is said about them and nothing ends them, such as `<option>`."""
UNSEEN = frozenset({"script", "style", "title", "template"})
DEEPEST = 24
"""How many tags may be within each other; those within them are their words."""
BOXES = frozenset("table tr td th ul ol li dl dt dd blockquote pre summary h1 h2 h3 h4 h5 h6 p div center".split())
"""Tags whose blocks and words are read together."""
WITHIN = {
    **dict.fromkeys(("td", "th"), ("tr", "table")),
    "tr": ("table",),
    "li": ("ul", "ol"),
    **dict.fromkeys(("dt", "dd"), ("dl",)),
}
"""What some boxes are in; another of these boxes ends them, because few people write `</li>`."""
MARKS = {"s": "struck", "strike": "struck", "del": "struck", "mark": "marked", "sub": "lowered", "sup": "raised"}
CODE = frozenset({"code", "kbd", "samp", "tt"})
STRONG, LEANING = frozenset({"b", "strong"}), frozenset({"i", "em", "cite", "dfn", "var"})
MEANT = STRONG | LEANING | CODE | MARKS.keys() | {"a"}
"""Tags among words that say how these are set."""
BEGIN = re.compile(r"\s*</?([a-z][a-z0-9]*)[ >/]", re.IGNORECASE)
END = re.compile(r"</([a-z]+)", re.IGNORECASE)


class Tag(NamedTuple):
    """A tag among words: where something begins, or ends. address: of a link."""

    name: str
    is_end: bool
    address: str = ""

    def around(self, inside: Inlines) -> Inlines:
        """What the words up to its end are."""
        if not inside:
            return ()
        if self.name in STRONG | LEANING:
            return ((Strong if self.name in STRONG else Emphasis)(inside),)
        if self.name in CODE:
            return (Code(plain(inside)),)
        if self.name in MARKS:
            return (Marked(MARKS[self.name], inside),)
        return (Link(self.address, inside),) if self.address.startswith(SAFE) else inside


def is_html(code: str) -> bool:
    """Whether lines that are written far to the right, as code is, begin with a tag of HTML."""
    found = BEGIN.match(code)
    return found is not None and found[1].lower() in APART | AMONG


def ended_in(html: str) -> frozenset[str]:
    """Return the tags that have an end there."""
    return frozenset(map(str.lower, END.findall(html)))


def among_words(html: str, ended: frozenset[str]) -> list[Inline | Tag]:
    """What a single tag among words stands for. ended: the tags that have an end among the same words."""
    reader = _TagReader(ended, tuple)
    reader.feed(html)
    reader.close()
    return reader.words


def grouped(inlines: Iterable[Inline | Tag]) -> Inlines:
    """Put the words from a tag to its end into what the tag means; a tag without the other one means nothing."""
    outside: list[Inline] = []
    begun: list[tuple[Tag, list[Inline]]] = []

    def close(*, meant: bool) -> None:
        tag, inside = begun.pop()
        (begun[-1][1] if begun else outside).extend(tag.around(tuple(inside)) if meant else inside)

    for one in inlines:
        if not isinstance(one, Tag):
            (begun[-1][1] if begun else outside).append(one)
        elif not one.is_end:
            begun += [(one, [])] if len(begun) < DEEPEST else []
        elif any(tag.name == one.name for tag, _ in begun):
            while begun[-1][0].name != one.name:
                close(meant=False)
            close(meant=True)
    while begun:
        close(meant=False)
    return tuple(outside)


def in_blocks(pieces: Sequence[str], typeset: Callable[[Inlines], Inlines]) -> Blocks:
    """Read pieces of HTML that follow each other. typeset: sets the words of a paragraph as a printer does."""
    reader = _TagReader(ended_in("".join(pieces)), typeset)
    for piece in pieces:
        reader.feed(piece)
        reader.close()
        reader.pause()
    return reader.all


@dataclass
class _Box:
    """A tag that is open: the blocks, rows, cells or entries that are in it, and the words after them."""

    tag: str = ""
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    words: list[Inline | Tag] = field(default_factory=list)
    entries: list[ListItem] = field(default_factory=list)
    rows: list[_Box] = field(default_factory=list)
    terms: list[Inline] = field(default_factory=list)

    @property
    def is_centred(self) -> bool:
        return self.tag == "center" or (self.attributes.get("align") or "").lower() == "center"

    @property
    def in_line(self) -> Inlines:
        """Its words in one paragraph, as a cell has them."""
        return _joined(_lines_of(self.blocks), Break(hard=True))


def _joined(parts: Iterable[Inlines], between: Inline) -> Inlines:
    """Words with something between them."""
    return tuple(one for at, part in enumerate(parts) for one in (*((between,) if at else ()), *part))


def _lines_of(blocks: Iterable[Block]) -> Iterator[Inlines]:
    """The words of blocks, line by line."""
    for block in blocks:
        match block:
            case Paragraph(inside):
                yield inside
            case Quote(within):
                yield from _lines_of(within)
            case Listing(entries):
                for entry in entries:
                    first, *others = [*_lines_of(entry.inside)] or [()]
                    yield (Words("\N{BULLET} "), *first)
                    yield from others
            case TextTable(head, rows):
                lines = (_joined(filter(None, line), Words(" \N{MIDDLE DOT} ")) for line in (head, *rows))
                yield from filter(None, lines)
            case Verbatim(text):
                yield (Code(text),)


class _TagReader(HTMLParser):
    def __init__(self, ended: frozenset[str], typeset: Callable[[Inlines], Inlines]) -> None:
        super().__init__(convert_charrefs=True)
        self._ended, self._typeset = ended, typeset
        self._open = [_Box()]
        self._unseen = ""

    @property
    def words(self) -> list[Inline | Tag]:
        """The words after the last block."""
        return self._open[-1].words

    @property
    def all(self) -> Blocks:
        """Everything, after all that is open has been closed."""
        while len(self._open) > 1:
            self._close()
        self._end()
        return tuple(self._open[0].blocks)

    def pause(self) -> None:
        """End the words of a piece."""
        self._end()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named: Mapping[str, str | None] = dict(attrs)
        if tag in UNSEEN:
            self._unseen = tag
        elif tag == "br":
            self.words.append(Break(hard=True))
        elif tag == "img":
            source, alt = named.get("src") or "", named.get("alt") or ""
            self.words.append(Illustration(source, alt, width_of(named), side_of(named)))
        elif tag in APART or tag in BOXES:
            self._begin(tag, named)
        elif tag not in AMONG or (tag in NOUNS and not attrs and tag not in self._ended):
            self.words.append(Words(self.get_starttag_text() or ""))
        elif tag in MEANT:
            self.words.append(Tag(tag, is_end=False, address=named.get("href") or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unseen:
            self._unseen = ""
        elif tag in MEANT:
            self.words.append(Tag(tag, is_end=True))
        elif tag in BOXES and any(box.tag == tag for box in self._open):
            while self._close() != tag:
                pass
        elif tag in APART:
            self._end()

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if any(box.tag == "pre" for box in self._open):
            self.words.append(Words(data))
            return
        words = " ".join(data.split())
        if words:
            lead, trail = (" " if data[at].isspace() else "" for at in (0, -1))
            self.words.append(Words(f"{lead}{words}{trail}" if self.words else f"{words}{trail}"))
        elif data and self.words:
            self.words.append(Words(" "))

    def _begin(self, tag: str, named: Mapping[str, str | None]) -> None:
        """Begin a box or a paragraph, after whatever that ends."""
        if self._open[-1].tag == "p":
            self._close()
        around = WITHIN.get(tag, ())
        held = [box.tag for box in self._open]
        if around and any(one in held for one in around):
            while self._open[-1].tag not in around:
                self._close()
        elif tag in {"td", "th", "tr"}:
            self._begin("table", {})
        if tag in {"td", "th"} and self._open[-1].tag == "table":
            self._open.append(_Box("tr"))
        self._end()
        if tag == "hr":
            self._open[-1].blocks.append(RuleLine())
        elif tag in BOXES and len(self._open) < DEEPEST:
            self._open.append(_Box(tag, named))

    def _end(self) -> None:
        """End a paragraph."""
        box = self._open[-1]
        inside = _stripped(grouped(box.words)) if box.tag != "pre" else ()
        if inside:
            box.blocks.append(Paragraph(self._typeset(inside), is_centred=box.is_centred))
        box.words = [] if box.tag != "pre" else box.words

    def _close(self) -> str:
        """Close the box that was opened last, put what it is into the one around it, and return its tag."""
        self._end()
        box = self._open.pop()
        around = self._open[-1]
        if box.tag in {"td", "th", "tr"} and around.tag in {"tr", "table"}:
            around.rows.append(box)
            around.blocks += box.blocks if box.tag == "tr" else []
        elif box.tag == "li" and around.tag in {"ul", "ol"}:
            around.entries.append(ListItem(tuple(box.blocks)))
        elif box.tag == "dt" and around.tag == "dl":
            around.terms += [Strong(box.in_line), Words(": ")]
        elif box.tag == "dd" and around.tag == "dl":
            first, *rest = box.blocks or [Paragraph(())]
            begins = isinstance(first, Paragraph)
            words = (*around.terms, *(first.inside if isinstance(first, Paragraph) else ()))
            around.entries.append(ListItem((Paragraph(words), *(rest if begins else box.blocks))))
            around.terms = []
        else:
            around.blocks += _meant(box)
        return box.tag


def _meant(box: _Box) -> Iterator[Block]:
    """What a box is."""
    if box.tag == "table":
        yield from box.blocks
        yield from _table([row.rows for row in box.rows])
    elif box.tag in {"ul", "ol", "dl"}:
        yield from box.blocks
        entries = [*box.entries, *([ListItem((Paragraph(tuple(box.terms)),))] if box.terms else [])]
        start = box.attributes.get("start") or "1"
        yield Listing(tuple(entries), (int(start) if start.isdecimal() else 1) if box.tag == "ol" else None)
    elif box.tag in {"li", "dt", "dd"}:
        yield Listing((ListItem(tuple(box.blocks)),))
    elif box.tag == "blockquote" and box.blocks:
        yield Quote(tuple(box.blocks))
    elif box.tag == "pre":
        yield Verbatim(plain(one for one in box.words if not isinstance(one, Tag)).strip("\n"))
    elif box.tag in {"summary", "h1", "h2", "h3", "h4", "h5", "h6"}:
        yield from (replace(one, inside=(Strong(one.inside),)) for one in box.blocks if isinstance(one, Paragraph))
        yield from (one for one in box.blocks if not isinstance(one, Paragraph))
    elif box.is_centred:
        yield from (replace(one, is_centred=True) if isinstance(one, Paragraph) else one for one in box.blocks)
    else:
        yield from box.blocks


def _table(rows: Sequence[Sequence[_Box]]) -> Iterator[Block]:
    """A table, unless nothing is in it. Its first row is its head if all of it says so."""
    lines = [[words for cell in row for words in (cell.in_line, *[()] * (_span(cell) - 1))] for row in rows]
    width = max(map(len, lines), default=0)
    cells = [(*line, *[()] * (width - len(line))) for line in lines]
    if not any(words for line in cells for words in line):
        return
    is_head = bool(rows[0]) and all(cell.tag == "th" for cell in rows[0])
    head, body = (cells[0], cells[1:]) if is_head else (((),) * width, cells)
    yield TextTable(head, tuple(body))


def _span(cell: _Box) -> int:
    columns = cell.attributes.get("colspan") or "1"
    return min(max(int(columns), 1), 20) if columns.isdecimal() else 1


def _stripped(inside: Inlines) -> Inlines:
    """Words without blanks and ends of lines around them."""
    found = list(inside)
    while found and (isinstance(found[-1], Break) or (isinstance(found[-1], Words) and not found[-1].text.strip())):
        found.pop()
    while found and (isinstance(found[0], Break) or (isinstance(found[0], Words) and not found[0].text.strip())):
        found.pop(0)
    return tuple(found)

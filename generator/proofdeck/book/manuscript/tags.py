"""HTML on a page of rules, as pages written for web sites have it: its words, pictures and ends of lines are taken.

No tag reaches a book. What is not a tag of HTML, such as `<active player>`, is words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

from proofdeck.book.manuscript.words import Break, Illustration, Inline, Words
from proofdeck.source.rules.plain import APART

AMONG = frozenset(
    "a abbr b bdi bdo big button caption cite code col colgroup data del dfn em font head i input ins kbd label link "
    "mark meta option picture q s samp select small source span strike strong sub sup td th time tt u var video "
    "wbr".split()
)
NOUNS = frozenset("button caption cite code data input label link mark option source time".split())
"""Tags that are words of an author if nothing is said about them and nothing ends them, such as `<option>`."""
UNSEEN = frozenset({"script", "style", "title", "template"})
BULLET, BETWEEN = "\N{BULLET} ", " \N{MIDDLE DOT} "


BEGIN = re.compile(r"\s*</?([a-z][a-z0-9]*)[ >/]", re.IGNORECASE)
END = re.compile(r"</([a-z]+)", re.IGNORECASE)


def is_html(code: str) -> bool:
    """Whether lines that are written far to the right, as code is, begin with a tag of HTML."""
    found = BEGIN.match(code)
    return found is not None and found[1].lower() in APART | AMONG


def ended_in(html: str) -> frozenset[str]:
    """Return the tags that have an end there."""
    return frozenset(map(str.lower, END.findall(html)))


def in_paragraphs(html: str, ended: frozenset[str] | None = None) -> Iterator[tuple[Inline, ...]]:
    """Yield what a piece of HTML says, paragraph by paragraph; a single tag may be one without words.

    ended: the tags that have an end among the same words, if the piece is not all of them.
    """
    reader = _TagReader(ended_in(html) if ended is None else ended)
    reader.feed(html)
    reader.close()
    yield from filter(None, [*reader.paragraphs, tuple(reader.now)])


class _TagReader(HTMLParser):
    def __init__(self, ended: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self._ended = ended
        self.paragraphs: list[tuple[Inline, ...]] = []
        self.now: list[Inline] = []
        self._unseen = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named: Mapping[str, str | None] = dict(attrs)
        if tag in UNSEEN:
            self._unseen = tag
        elif tag == "br":
            self.now.append(Break(hard=True))
        elif tag == "img":
            self.now.append(Illustration(named.get("src") or "", named.get("alt") or ""))
        elif tag in APART:
            self._end()
            self.now += [Words(BULLET)] if tag == "li" else []
        elif tag in {"td", "th"}:
            self.now += [Words(BETWEEN)] if self.now else []
        elif tag not in AMONG or (tag in NOUNS and not attrs and tag not in self._ended):
            self.now.append(Words(self.get_starttag_text() or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unseen:
            self._unseen = ""
        elif tag in APART:
            self._end()

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words and not self._unseen:
            lead, trail = (" " if data[at].isspace() else "" for at in (0, -1))
            self.now.append(Words(f"{lead}{words}{trail}" if self.now else f"{words}{trail}"))
        elif data and self.now and not self._unseen:
            self.now.append(Words(" "))

    def _end(self) -> None:
        if self.now:
            self.paragraphs.append(tuple(self.now))
        self.now = []

"""Markup in a cell -> spans. `**bold**`, `*italic*`, `:icon:`, `:icon|colour:`, a newline or `<br>`, `\\` escapes;
`<b> <i> <strong> <em>` for people who come from other tools. `2*3` is not emphasis: a star opens only before a
non-blank that follows a blank or punctuation, and closes only after a non-blank. What is not markup is text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """An icon that stands in the line like a letter; colour "" is the colour of the text."""

    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a line that the author wants."""


Span = Words | InlineIcon | Break

_TOKEN = re.compile(
    r"""(?P<escape>\\.)
      | (?P<icon>:(?P<name>[A-Za-z][\w-]{0,63})(?:\|(?P<colour>\#?\w{1,32}))?:)
      | (?P<break>\r\n|\n|\r|<br\s{0,3}/?>)
      | (?P<open><(?P<tag>b|i|strong|em)>)
      | (?P<close></(?P<endtag>b|i|strong|em)>)
      | (?P<star>\*{1,3})
    """,
    re.VERBOSE | re.IGNORECASE,
)
_STYLE_OF_TAG = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_STYLES_OF_STARS = {1: ("italic",), 2: ("bold",), 3: ("bold", "italic")}


def parse_markup(text: str) -> tuple[Span, ...]:
    """Never fails: an unmatched star or tag is printed as it stands."""
    tokens = _tokens(text)
    pairs = _pairs(tokens)
    spans: list[Span] = []
    depth = {"bold": 0, "italic": 0}
    for index, (kind, token, match) in enumerate(tokens):
        if kind == "icon" and match is not None:
            spans.append(InlineIcon(match["name"], match["colour"] or ""))
        elif kind == "break":
            spans.append(Break())
        elif index in pairs:
            step, styles = pairs[index]
            for style in styles:
                depth[style] += step
        elif token:
            spans.append(Words(token, depth["bold"] > 0, depth["italic"] > 0))
    return _joined(spans)


def plain(text: str) -> str:
    """The words alone, as a search finds them."""
    return "".join(
        span.text if isinstance(span, Words) else " " if isinstance(span, Break) else span.name
        for span in parse_markup(text)
    )


_Token = tuple[str, str, re.Match[str] | None]


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        if match.start() > end:
            found.append(("words", text[end : match.start()], None))
        kind = next(name for name in ("escape", "icon", "break", "open", "close", "star") if match[name] is not None)
        token = match[0][1:] if kind == "escape" else match[0]
        found.append(
            ("words" if kind == "escape" else _star_role(text, match) if kind == "star" else kind, token, match)
        )
        end = match.end()
    if end < len(text):
        found.append(("words", text[end:], None))
    return found


def _star_role(text: str, match: re.Match[str]) -> str:
    """A star may open, close, do either or do neither, by what stands beside it."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    opens = bool(after.strip()) and not before.isalnum()
    closes = bool(before.strip()) and not after.isalnum()
    return {(True, True): "star-both", (True, False): "star-open", (False, True): "star-close"}.get(
        (opens, closes), "words"
    )


def _pairs(tokens: list[_Token]) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Index of each token that opens (+1) or closes (-1) a style, and which styles. Unmatched ones are left out."""
    pairs: dict[int, tuple[int, tuple[str, ...]]] = {}
    waiting: dict[str, list[int]] = {}
    for index, (kind, token, match) in enumerate(tokens):
        if kind.startswith("star"):
            key, styles = token, _STYLES_OF_STARS[len(token)]
            closes = kind != "star-open" and waiting.get(key)
        elif kind in {"open", "close"} and match is not None:
            key = (match["tag"] or match["endtag"]).casefold()
            styles = (_STYLE_OF_TAG[key],)
            closes = kind == "close" and waiting.get(key)
            if kind == "close" and not closes:
                continue
        else:
            continue
        if closes:
            pairs[closes.pop()] = (1, styles)
            pairs[index] = (-1, styles)
        elif kind != "star-close":
            waiting.setdefault(key, []).append(index)
    return pairs


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    """Neighbouring words of one style become one span."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if isinstance(span, Words) and isinstance(last, Words) and (last.bold, last.italic) == (span.bold, span.italic):
            joined[-1] = Words(last.text + span.text, span.bold, span.italic)
        else:
            joined.append(span)
    return tuple(joined)

"""Parses markup in a cell: `**bold**`, `*italic*`, `:icon:`, a newline or `<br>`, `\\` before a sign of markup, letters
such as `&lt;`; `<b> <i> <strong> <em>` for people who come from other tools; `<small> <big> <sc> <sup> <sub>`,
`<size 80%>` and `<colour red>`. An icon may have a colour, a size and a height above the usual one:
`:icon|red|150%|+10%:`. `2*3` is not emphasis: a star opens only before a non-blank that follows a blank or punctuation,
and closes only after a non-blank; Chinese, Japanese and Korean letters need no blank. Everything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from html.entities import html5

from proofdeck.ground.typography import EASTERN


@dataclass(frozen=True, slots=True)
class StyledWords:
    """Text in one style. size: a factor; colour: "" is that of the text; script: `sup`, `sub` or ""."""

    text: str
    bold: bool = False
    italic: bool = False
    size: float = 1.0
    colour: str = ""
    small_caps: bool = False
    script: str = ""


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """An icon in a line, like a letter; colour "" is the colour of the text.

    size: a factor; rise: how much higher than usual, as a share of the text's size.
    """

    name: str
    colour: str = ""
    size: float = 1.0
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A line break made by the author."""


Span = StyledWords | InlineIcon | LineBreak

_TOKEN = re.compile(
    r"""(?P<escape>\\[*:<>&|\\"'-])
      | (?P<entity>&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
      | (?P<icon>:(?P<name>[A-Za-z][\w-]{0,63})(?P<how>(?:\|[#+-]?[\w.]{1,32}%?){0,3}):)
      | (?P<break>\r\n|\n|\r|<br\s{0,3}/?>)
      | (?P<open><(?P<tag>b|i|strong|em|small|big|sc|sup|sub|size(?=\s)|colou?r(?=\s))
                (?P<value>\s{1,3}\#?[\w.%-]{1,32})?\s{0,3}>)
      | (?P<close></(?P<endtag>b|i|strong|em|small|big|sc|sup|sub|size|colou?r)>)
      | (?P<star>\*{1,3})
    """,
    re.VERBOSE | re.IGNORECASE,
)
KINDS = ("escape", "entity", "icon", "break", "open", "close", "star")
TAGS = ("b", "i", "strong", "em", "small", "big", "sc", "sup", "sub", "size", "colour", "br")
MEANT = {
    "u": "b",
    "bold": "b",
    "underline": "b",
    "italic": "i",
    "cite": "i",
    "font": "colour",
    "span": "colour",
    "p": "br",
}
"""HTML tags, and the nearest tag of this markup."""
_TAG = re.compile(r"""</?([A-Za-z][\w-]{0,20})(?:\s+[\w-]+\s*=[^<>]{0,200}|\s+\#?[\w.%-]{1,32})?\s{0,3}/?>""")
SMALL, BIG = 0.8, 1.25
_STYLE_OF_TAG = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "color": "colour"}
_STYLES_OF_STARS = {1: (("italic", ""),), 2: (("bold", ""),), 3: (("bold", ""), ("italic", ""))}
SMALLEST, LARGEST = 0.2, 5.0
HIGHEST = 2.0
"""How far an icon may be moved up or down, in em."""


def escaped(words: str) -> str:
    """Markup that prints exactly those words."""
    return "".join(f"\\{letter}" if letter in "*:<\\&" else letter for letter in words)


def parse_markup(text: str) -> tuple[Span, ...]:
    """The spans of a text. Never fails: an unmatched star or tag is printed as it is."""
    tokens = _tokens(text)
    pairs = _pairs(tokens)
    spans: list[Span] = []
    active: list[_Style] = []
    for index, (kind, token, match) in enumerate(tokens):
        if kind == "icon" and match is not None:
            spans.append(_icon(match, active) or _styled(token, active))
        elif kind == "break":
            spans.append(LineBreak())
        elif index in pairs:
            step, styles = pairs[index]
            for style in styles:
                if step > 0:
                    active.append(style)
                else:
                    active.remove(style)
        elif token:
            spans.append(_styled(token, active))
    return _joined(spans)


def icons_in(text: str) -> Iterator[tuple[str, str]]:
    """Each icon that a text asks for: `(":coin|gold:", "coin")`."""
    for kind, token, match in _tokens(text):
        if kind == "icon" and match is not None and _icon(match, []) is not None:
            yield token, match["name"]


def unknown_tags(text: str) -> dict[str, str]:
    """Texts that look like tags but are printed as they are, by name: `<u>`, or a `<b>` that is never closed."""
    tokens = _tokens(text) if "<" in text else []
    pairs = _pairs(tokens)
    found: dict[str, str] = {}
    for index, (kind, token, match) in enumerate(tokens):
        if match is None or (kind in {"open", "close"} and index not in pairs):
            for tag in _TAG.finditer(token):
                found.setdefault(tag[1].casefold(), tag[0])
    return found


def _styled(text: str, active: list[_Style]) -> StyledWords:
    names = {name for name, _ in active}
    size, colour, script = 1.0, "", ""
    for name, value in active:
        if name == "size":
            size *= float(value)
        elif name == "colour":
            colour = value
        elif name in {"sup", "sub"}:
            script = name
    return StyledWords(text, "bold" in names, "italic" in names, round(size, 4), colour, "sc" in names, script)


def _icon(match: re.Match[str], active: list[_Style]) -> InlineIcon | None:
    """The icon, as large and of the colour of the words around it; None if what is said about it means nothing."""
    around = _styled("", active)
    icon = InlineIcon(match["name"], around.colour, around.size)
    for said in match["how"].split("|")[1:]:
        share = _share(said)
        if said[0] in "+-":
            if share is None or abs(share) > HIGHEST:
                return None
            icon = replace(icon, rise=share)
        elif said.endswith("%"):
            if share is None or not SMALLEST <= share <= LARGEST:
                return None
            icon = replace(icon, size=round(share * around.size, 4))
        else:
            icon = replace(icon, colour=said)
    return icon


def _share(said: str) -> float | None:
    """A percentage as a share: 1.5 for `150%`."""
    digits = said.removesuffix("%").removeprefix("+")
    is_number = said.endswith("%") and digits.removeprefix("-").replace(".", "", 1).isdecimal()
    return round(float(digits) / 100, 4) if is_number else None


def plain(text: str) -> str:
    """The text without markup, as a search finds it."""
    return "".join(
        span.text if isinstance(span, StyledWords) else " " if isinstance(span, LineBreak) else span.name
        for span in parse_markup(text)
    )


_Token = tuple[str, str, re.Match[str] | None]
_Style = tuple[str, str]
"""A style and its value, such as ("size", "0.8")."""


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        if match.start() > end:
            found.append(("words", text[end : match.start()], None))
        kind = next(name for name in KINDS if match[name] is not None)
        token = match[0][1:] if kind == "escape" else _letter(match[0]) if kind == "entity" else match[0]
        is_words = kind in {"escape", "entity"}
        found.append(("words" if is_words else _star_role(text, match) if kind == "star" else kind, token, match))
        end = match.end()
    if end < len(text):
        found.append(("words", text[end:], None))
    return found


def _letter(entity: str) -> str:
    """What HTML means by `&lt;`; `&nothing;` and `&#10;` as they stand."""
    letter = unescape(entity) if entity[1] == "#" or entity[1:] in html5 else entity
    return letter if letter >= " " else entity


def _star_role(text: str, match: re.Match[str]) -> str:
    """Whether a star may open or close a style, from the characters next to it."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    opens = bool(after.strip()) and not (before.isalnum() and before < EASTERN)
    closes = bool(before.strip()) and not (after.isalnum() and after < EASTERN)
    return {(True, True): "star-both", (True, False): "star-open", (False, True): "star-close"}.get(
        (opens, closes), "words"
    )


def _style_of(match: re.Match[str]) -> _Style | None:
    """The style of an opening tag; None if its value is missing, superfluous or invalid."""
    tag, value = match["tag"].casefold(), (match["value"] or "").strip()
    if tag == "size":
        size = _share(value)
        return ("size", f"{size:g}") if size is not None and SMALLEST <= size <= LARGEST else None
    if tag in {"colour", "color"}:
        return ("colour", value) if value else None
    if value:
        return None
    if tag in {"small", "big"}:
        return "size", f"{SMALL if tag == 'small' else BIG}"
    return _STYLE_OF_TAG.get(tag, tag), ""


def _pairs(tokens: list[_Token]) -> dict[int, tuple[int, tuple[_Style, ...]]]:
    """Index of each token that opens (+1) or closes (-1) a style, with the style. Unmatched ones are left out."""
    pairs: dict[int, tuple[int, tuple[_Style, ...]]] = {}
    waiting: dict[str, list[tuple[int, tuple[_Style, ...]]]] = {}
    for index, (kind, token, match) in enumerate(tokens):
        styles: tuple[_Style, ...]
        if kind.startswith("star"):
            key, styles = token, _STYLES_OF_STARS[len(token)]
            closes = kind != "star-open" and bool(waiting.get(key))
        elif kind == "open" and match is not None and (style := _style_of(match)) is not None:
            key, styles, closes = match["tag"].casefold(), (style,), False
        elif kind == "close" and match is not None and waiting.get(match["endtag"].casefold()):
            key, styles, closes = match["endtag"].casefold(), (), True
        else:
            continue
        if closes:
            opened, styles = waiting[key].pop()
            pairs[opened], pairs[index] = (1, styles), (-1, styles)
        elif kind != "star-close":
            waiting.setdefault(key, []).append((index, styles))
    return pairs


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    """Join neighbouring words of the same style into one span."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if isinstance(span, StyledWords) and isinstance(last, StyledWords) and replace(last, text=span.text) == span:
            joined[-1] = replace(span, text=last.text + span.text)
        else:
            joined.append(span)
    return tuple(joined)

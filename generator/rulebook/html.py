"""The edition for screens and screen readers: one HTML file that needs nothing else.

Markdown is rendered by markdown-it; here are the frame around it, the anchors of clauses and the boxes of examples.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from generator.rulebook.editions import parts
from generator.rulebook.look import Look
from generator.rulebook.marks import ANCHOR, HERE, MARKED, PICTURES, as_tokens, ids_of
from generator.rules.clauses import HEADING, Clause


class Picture(NamedTuple):
    """A card as it is shown. png: its pixels; described: what it shows, in words."""

    png: bytes
    described: str


def html(
    title: str,
    about: str,
    text: str,
    clauses: Mapping[str, Clause],
    pictures: Mapping[str, Picture],
    css: str,
    look: Look,
    imprint: str,
) -> str:
    """A whole file. text: filled in with the marks of `rulebook.marks`; css, look: design; imprint: for the foot.

    pictures: by the ids of cards; a card without one is left out.
    """
    premise, body = parts(text, clauses, MARKED)
    sections = [line.removeprefix("## ") for line in body.splitlines() if HEADING.match(line)]
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}: rules</title>
<style>
{css.strip()}

{_colours(look)}
</style>
</head>
<body>
<a class="skip" href="#rules">To the rules</a>
<header>
<h1>{escape(title)}</h1>
<p class="about">{escape(about)}</p>
{_illustrated(_linked(_rendered(premise), clauses), pictures)}</header>
{_contents(sections)}<main id="rules">
{_illustrated(_linked(_rendered(body), clauses), pictures)}</main>
<footer>{escape(imprint)}</footer>
</body>
</html>
"""


def _colours(look: Look) -> str:
    """By day and by night."""
    night = f"@media (prefers-color-scheme: dark) {{\n  :root {{ --accent: {look.night}; }}\n}}"
    return f":root {{ --accent: {look.accent}; }}\n\n{night}"


def _contents(sections: list[str]) -> str:
    """A link to each section, such as `2 Setup`."""
    if not sections:
        return ""
    pairs = [section.partition(" ") for section in sections]
    links = "".join(f'<li value="{number}"><a href="#{number}">{escape(name)}</a></li>' for number, _, name in pairs)
    return f'<nav aria-labelledby="contents">\n<h2 id="contents">Contents</h2>\n<ol>{links}</ol>\n</nav>\n'


def _rendered(body: str) -> str:
    from markdown_it import MarkdownIt

    tokens = as_tokens(body)
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            token.attrSet("id", tokens[place + 1].content.partition(" ")[0])
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "blockquote_open":
            _as_example(tokens, place)
    markdown = MarkdownIt()
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _as_example(tokens: list[Any], place: int) -> None:
    """A quotation that begins with the word is an example; its end lies on the same level."""
    if not tokens[place + 2].content.startswith("**Example**"):
        return
    close = next(
        token for token in tokens[place:] if token.type == "blockquote_close" and token.level == tokens[place].level
    )
    tokens[place].tag = close.tag = "aside"
    tokens[place].attrs = {"class": "example", "role": "note", "aria-label": "Example"}


def _linked(text: str, clauses: Mapping[str, Clause]) -> str:
    def link(found: re.Match[str]) -> str:
        clause = clauses.get(found[2])
        if clause is None:
            return found[2]
        if found[1] == HERE:
            return f'<a class="clause" id="{clause.id}" href="#{clause.id}">{clause.number}</a>'
        return f'<a href="#{clause.id}">{clause.number}</a>'

    return ANCHOR.sub(link, text)


def _illustrated(text: str, pictures: Mapping[str, Picture]) -> str:
    """Pictures in the file itself, so that it needs no other."""

    def images(found: re.Match[str]) -> str:
        shown = [pictures[name] for name in ids_of(found) if name in pictures]
        tags = (
            f'<img src="data:image/png;base64,{b64encode(one.png).decode()}" alt="{escape(one.described)}">'
            for one in shown
        )
        return f'<span class="cards">{"".join(tags)}</span>'

    return PICTURES.sub(images, text)

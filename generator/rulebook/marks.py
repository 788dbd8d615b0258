"""Marks that outlive Markdown: private characters around an id, for which an edition writes a link or a picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from generator.cards import Card
from generator.phrases import ENGLISH, Phrases
from generator.rules.page import RESERVED

HERE, THERE, END, SHOWN, EXAMPLE, SEE_EXAMPLE, FIGURE, VALUE_HERE, *_ = tuple(RESERVED)
"""VALUE_HERE: where a line begins with a value that was filled in; gone before Markdown is read."""
ANCHOR = re.compile(f"([{HERE}{THERE}])([a-z0-9.-]+){END}")
PICTURES = re.compile(f"{SHOWN}([0-9a-f,]*){END}")
BLOCK = re.compile(f"([{EXAMPLE}{FIGURE}])([0-9a-f]+){END}")
SEEN_EXAMPLES = re.compile(f"((?:{SEE_EXAMPLE}[0-9a-f]+{END})+)")
ANY_MARK = re.compile(f"[{RESERVED}]([^{RESERVED}]*{END})?")
LARGE = "/large"
"""What follows the id of a card in its large picture."""
MARKUP = re.compile(r":[\w-]+(\|[^:]*)?:|[*_]{1,2}")


def unmarked(words: str) -> str:
    """Text of an author without characters that would be a mark; no font of a book has a sign for them."""
    return words.translate(dict.fromkeys(map(ord, RESERVED)))


def only_made(text: str, made: Collection[str]) -> str:
    """The text without marks that are not among those made for it, such as one that an expression has cut or spelt."""
    return ANY_MARK.sub(lambda found: found[0] if found[0] in made else unmarked(found[0]), text)


def clause_here(clause: str) -> str:
    """Where the clause of that id is printed; its number goes there."""
    return f"{HERE}{clause}{END}"


def see_clause(clause: str) -> str:
    """A reference to the clause of that id."""
    return f"{THERE}{clause}{END}"


def pictures(cards: Sequence[Card]) -> str:
    """Large pictures of cards."""
    return f"{SHOWN}{','.join(card.id.encode().hex() for card in cards)}{END}"


def example_here(name: str) -> str:
    return _kept(EXAMPLE, name)


def see_examples(names: Iterable[str]) -> str:
    """References to examples, one after the other."""
    return "".join(_kept(SEE_EXAMPLE, name) for name in names)


def figure_here(words: str) -> str:
    """A drawing. words: its kind and what it shows."""
    return _kept(FIGURE, words)


def _kept(mark: str, name: str) -> str:
    """A name in hexadecimal digits, in which Markdown finds nothing to set in italics."""
    return f"{mark}{name.encode().hex()}{END}"


def unkept(digits: str) -> str:
    """The name of a mark."""
    return bytes.fromhex(digits).decode("utf-8", "replace") if len(digits) % 2 == 0 else ""


def names_in(found: re.Match[str]) -> list[str]:
    """The ids of a run of references to examples."""
    return [unkept(digits) for digits in re.findall("[0-9a-f]+", found[1])]


def ids_of(found: re.Match[str]) -> list[str]:
    """The cards of one mark of pictures."""
    return [unkept(word) for word in found[1].split(",") if unkept(word)]


def cards_in(text: str) -> list[str]:
    """The ids of all cards of which a text shows pictures, each once."""
    return list(dict.fromkeys(name for found in PICTURES.finditer(text) for name in ids_of(found)))


def figures_in(text: str) -> list[str]:
    """What the drawings of a text show, each once."""
    return list(dict.fromkeys(unkept(found[2]) for found in BLOCK.finditer(text) if found[1] == FIGURE))


def described(card: Card, say: Phrases = ENGLISH) -> str:
    """What a picture of that card shows, for those who do not see it."""
    facts = [card.fields.get("kind", ""), f"{say('value')} {card.fields['value']}" if card.fields.get("value") else ""]
    words = " ".join(MARKUP.sub("", card.fields.get("text", "")).split())
    head = f"{card.name}: {', '.join(filter(None, facts))}" if any(facts) else card.name
    return f"{head}. {words}".strip()


@lru_cache(maxsize=4096)
def as_tokens(markdown: str) -> tuple[Any, ...]:
    """The tokens of markdown-it, tables among them and HTML left as words. They are kept: do not change them.

    Headings of sections have their numbers as ids, and heads of tables say that they are of columns.
    """
    tokens = _parser().parse(markdown)
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            token.attrSet("id", tokens[place + 1].content.partition(" ")[0])
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    return tuple(tokens)


def as_html(markdown: str) -> str:
    """What markdown-it makes of it."""
    return str(_parser().renderer.render(as_tokens(markdown), _parser().options, {}))


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")

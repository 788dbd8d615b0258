"""Marks that outlive Markdown: private characters around an id, for which an edition writes a link or a picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from generator.cards import Card
from generator.rulebook.editions import Marks

HERE, THERE, SHOWN, END = "\ue000", "\ue001", "\ue003", "\ue002"
ANCHOR = re.compile(f"([{HERE}{THERE}])([a-z0-9.-]+){END}")
PICTURES = re.compile(f"{SHOWN}([0-9a-f,]*){END}")
MARKUP = re.compile(r":[\w-]+(\|[^:]*)?:|[*_]{1,2}")


def _shown(cards: Sequence[Card]) -> str:
    """Ids in hexadecimal digits, in which Markdown finds nothing to set in italics."""
    return f"{SHOWN}{','.join(card.id.encode().hex() for card in cards)}{END}"


MARKED = Marks(lambda clause: f"{HERE}{clause.id}{END}", lambda clause: f"{THERE}{clause.id}{END}", _shown)


def ids_of(found: re.Match[str]) -> list[str]:
    """The cards of one mark of pictures."""
    return [
        bytes.fromhex(word).decode("utf-8", "replace") for word in found[1].split(",") if len(word) % 2 == 0 and word
    ]


def cards_in(text: str) -> list[str]:
    """The ids of all cards of which a text shows pictures, each once."""
    return list(dict.fromkeys(name for found in PICTURES.finditer(text) for name in ids_of(found)))


def described(card: Card) -> str:
    """What a picture of that card shows, for those who do not see it."""
    facts = [card.kind, f"value {card.fields['value']}" if card.fields.get("value") else ""]
    words = " ".join(MARKUP.sub("", card.fields.get("text", "")).split())
    head = f"{card.name}: {', '.join(filter(None, facts))}" if any(facts) else card.name
    return f"{head}. {words}".strip()


def as_tokens(markdown: str) -> list[Any]:
    """The tokens of markdown-it, tables among them and HTML left as words."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown)

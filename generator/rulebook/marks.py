"""Marks of clauses that outlive Markdown: private characters around an id, until an edition writes a link for them."""

from __future__ import annotations

import re
from typing import Any

from generator.rulebook.editions import Marks

HERE, THERE, END = "\ue000", "\ue001", "\ue002"
ANCHOR = re.compile(f"([{HERE}{THERE}])([a-z0-9.-]+){END}")
MARKED = Marks(lambda clause: f"{HERE}{clause.id}{END}", lambda clause: f"{THERE}{clause.id}{END}")


def as_tokens(markdown: str) -> list[Any]:
    """The tokens of markdown-it, tables among them and HTML left as words."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown)

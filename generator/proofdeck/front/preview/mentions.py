"""Where the rules speak of a card, by its name or its id."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proofdeck.book.manuscript.composing import clause_words
from proofdeck.front.preview.showing import ShownCard, ShownGame
from proofdeck.source.rules.examples import blocks


def clauses_of(one: ShownGame, card: ShownCard) -> list[tuple[str, str]]:
    """The clauses that speak of a card, by id."""
    if not one.game.page.body.strip():
        return []
    return [(name, words) for name, words in clause_words(one.game).items() if _speaks_of(words, card)]


def examples_of(one: ShownGame, card: ShownCard) -> list[str]:
    """The ids of the worked examples that speak of a card."""
    return [block.id for block in blocks(one.game.page.body) if _speaks_of("\n".join(block.lines), card)]


def _speaks_of(words: str, card: ShownCard) -> bool:
    names: Sequence[str] = [name for name in (card.card.name, card.card.id) if name]
    return any(re.search(rf"\b{re.escape(name)}\b", words, re.IGNORECASE) for name in names)

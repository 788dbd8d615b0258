"""How a game is won, in one sentence of its page."""

from __future__ import annotations

import re

from proofdeck.book.manuscript.composing import Proved, manuscript
from proofdeck.book.manuscript.tree import Paragraph
from proofdeck.book.manuscript.words import Strong, plain
from proofdeck.ground.problems import Problems
from proofdeck.source.project.game import Game

SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=。)")
WINNING = re.compile(r"\bwin(?:s|ner)?\b")
"""In the id of a clause about who wins."""


def goal_in_words(game: Game) -> str:
    """The first sentence of a quick start that begins with bold words, or of a clause about winning; "" without one."""
    book = manuscript(game, Proved(None), Problems())
    if book is None:
        return ""
    quick = [block for section in book.text.sections[:1] if not section.number for block in section.inside]
    bold = (block for block in quick if isinstance(block, Paragraph) and isinstance(block.inside[0], Strong))
    clause = next((words for name, words in book.clause_words.items() if WINNING.search(name)), "")
    said = next((plain(block.inside, book.numbers) for block in bold), clause.partition(" ")[2])
    return SENTENCE.split(said, maxsplit=1)[0].strip()

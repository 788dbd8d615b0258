"""The three books made from one manuscript: what each prints, how its examples are numbered, and where they are
mentioned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count

from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.tree import (
    Block,
    Blocks,
    Listing,
    ListItem,
    Paragraph,
    Quote,
    Subheading,
    Text,
    ToldExample,
)
from proofdeck.source.rules.clauses import Clause, Edition


def edition_of(book: Manuscript, edition: Edition) -> Manuscript:
    """Return a copy that holds what this edition prints, with its examples counted from 1.

    A section of which this edition leaves out everything has no heading either.
    """
    cut = _Cut(book.clauses, edition)
    premise = tuple(cut.kept(book.text.premise))
    sections = tuple(
        replace(section, inside=inside)
        for section in book.text.sections
        if section.edition <= edition and ((inside := tuple(cut.kept(section.inside))) or not section.inside)
    )
    return replace(book, text=Text(premise, sections))


class _Cut:
    """Leave out what only a longer edition prints."""

    def __init__(self, clauses: Mapping[str, Clause], edition: Edition) -> None:
        self._clauses, self._edition, self._numbers = clauses, edition, count(1)

    def kept(self, blocks: Blocks) -> Iterator[Block]:
        found = [one for block in blocks if (one := self._block(block)) is not None]
        for place, block in enumerate(found):
            if not isinstance(block, Subheading) or _has_words_below(found, place) or found == list(blocks):
                yield block

    def _block(self, block: Block) -> Block | None:
        match block:
            case ToldExample() if block.edition > self._edition:
                return None
            case ToldExample():
                is_short = self._edition is Edition.PLAYERS and block.prose
                return replace(block, number=next(self._numbers), results=block.figures if is_short else block.results)
            case Paragraph(_, clause) if clause and self._clauses[clause].edition > self._edition:
                return None
            case Quote(inside):
                return Quote(tuple(self.kept(inside)))
            case Listing(entries):
                items = tuple(self._item(item) for item in entries if item.edition <= self._edition)
                return replace(block, entries=items) if items else None
            case _:
                return block

    def _item(self, item: ListItem) -> ListItem:
        return replace(item, inside=tuple(self.kept(item.inside)))


def _has_words_below(blocks: list[Block], place: int) -> bool:
    """Return whether there is any text between a heading and the next of its level."""
    return place + 1 < len(blocks) and not isinstance(blocks[place + 1], Subheading)


def seen_elsewhere(book: Manuscript) -> dict[str, list[int]]:
    """Return, for each clause, the numbers of its examples that do not directly follow it."""
    found: dict[str, list[int]] = {}
    printed = ""
    for block in book.blocks:
        if isinstance(block, Paragraph) and block.clause:
            printed = block.clause
        elif isinstance(block, ToldExample):
            for clause in block.covers:
                if clause != printed:
                    found.setdefault(clause, []).append(block.number)
    return found

"""Everything that a book says, before any edition gives it a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.rulebook.look import ANY, Look
from generator.rulebook.marks import cards_in
from generator.rulebook.telling import Told
from generator.rules.clauses import Clause


@dataclass(frozen=True, slots=True)
class Manuscript:
    """title, about: of the game. text: its page, filled in, with the marks of `rulebook.marks`.

    told: examples by their ids, in the order of the book. names, described: of all cards by their ids, in one word and
    in sentences. imprint: for the foot.
    """

    title: str
    about: str
    text: str
    clauses: Mapping[str, Clause]
    told: Mapping[str, Told]
    names: Mapping[str, str]
    described: Mapping[str, str] = field(default_factory=dict)
    look: Look = ANY
    imprint: str = ""

    @property
    def shown(self) -> list[str]:
        """The ids of all cards of which it shows pictures, each once."""
        rows = (piece.card for told in self.told.values() for row in told.rows for heap in row.heaps
                for piece in heap.pieces)  # fmt: skip
        tiles = (tile.card for told in self.told.values() for board in (told.before, told.after) for row in board
                 for tile in row if tile.card)  # fmt: skip
        return list(dict.fromkeys([*cards_in(self.text), *rows, *tiles]))

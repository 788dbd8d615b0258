"""Everything that a book says, before any edition gives it a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.engine.pictures import Row, Tile
from generator.phrases import ENGLISH, Phrases
from generator.problems import Problem
from generator.rulebook.figures import Anatomy, Figure
from generator.rulebook.look import ANY, Look
from generator.rulebook.marks import LARGE, cards_in
from generator.rulebook.proof import ClauseProof
from generator.rulebook.telling import Told
from generator.rules.clauses import Clause


@dataclass(frozen=True, slots=True)
class Manuscript:
    """title, about: of the game. text: its page, filled in, with the marks of `rulebook.marks`.

    told: examples by their ids, in the order of the book. names, described: of all cards by their ids, in one word and
    in sentences. imprint: for the foot. emblem: the picture beside the title. figures: by the words with which the page
    asks for them. proof, wrong: what proves each clause and all that is not as it is printed, for a proof edition;
    proof is None for any other. played: whether anybody ran the examples. phrases: of its language.
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
    emblem: str = ""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    proof: Mapping[str, ClauseProof] | None = None
    wrong: tuple[Problem, ...] = ()
    played: bool = True
    phrases: Phrases = ENGLISH

    @property
    def shown(self) -> list[str]:
        """The ids of all cards of which it shows pictures, each once; `LARGE` follows those of large ones."""
        rows, tiles = list[Row](), list[Tile]()
        for told in self.told.values():
            rows += told.rows
            tiles += [tile for board in (told.before, told.after) for line in board for tile in line]
        large = cards_in(self.text)
        for figure in self.figures.values():
            if isinstance(figure, Anatomy):
                large.append(figure.card)
            else:
                rows += [*figure.others, *figure.middle, *figure.own]
                tiles += [tile for line in figure.board for tile in line]
        pieces = [piece.card for row in rows for heap in row.heaps for piece in heap.pieces]
        small = [self.emblem, *pieces, *(tile.card for tile in tiles)]
        return list(dict.fromkeys([*(f"{card}{LARGE}" for card in large), *filter(None, small)]))

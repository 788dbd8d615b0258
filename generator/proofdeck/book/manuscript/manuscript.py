"""Everything that a book says, before an edition gives it a form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from proofdeck.book.manuscript.figures import THE_MAT, Anatomy, Figure, FigureRequest, Mat, Parts, Setup
from proofdeck.book.manuscript.tree import (
    Block,
    Listing,
    PageFigure,
    Paragraph,
    Quote,
    Subheading,
    Text,
    TextTable,
    ToldExample,
)
from proofdeck.book.manuscript.words import CardPictures, Emphasis, Illustration, Inline, Link, Marked, Strong, plain
from proofdeck.book.proof.proof import ClauseProof
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.problems import Problem
from proofdeck.play.engine.pictures import Tile
from proofdeck.play.scene.place import PiecePlace
from proofdeck.source.project.look import ANY, BookLook
from proofdeck.source.rules.clauses import Clause


@dataclass(frozen=True, slots=True)
class Manuscript:
    """`title`, `about`: of the game. `text`: its page, as a tree.

    `names`, `described`: all cards by id, in one word and in sentences. `imprint`: for the foot. `emblem`: the picture
    beside the title. `figures`: those that could be drawn. `proof`, `wrong`: for a proof edition, what proves
    each clause, and everything that is not as printed; `proof` is None in other editions. `played`: whether the
    examples were run. `phrases`: of its language.
    """

    title: str
    about: str
    text: Text
    clauses: Mapping[str, Clause]
    names: Mapping[str, str]
    described: Mapping[str, str] = field(default_factory=dict)
    look: BookLook = ANY
    imprint: str = ""
    emblem: str = ""
    figures: Mapping[FigureRequest, Figure] = field(default_factory=dict)
    proof: Mapping[str, ClauseProof] | None = None
    wrong: tuple[Problem, ...] = ()
    played: bool = True
    phrases: Phrases = ENGLISH

    @property
    def blocks(self) -> Iterator[Block]:
        """All blocks, including those inside others, in the order of the book."""
        yield from _within(self.text.premise)
        for section in self.text.sections:
            yield from _within(section.inside)

    @property
    def told(self) -> list[ToldExample]:
        """The worked examples."""
        return [block for block in self.blocks if isinstance(block, ToldExample)]

    @property
    def mat(self) -> Mat:
        """What the boards of its examples are drawn on."""
        found = self.figures.get(THE_MAT)
        return found if isinstance(found, Mat) else Mat("")

    @property
    def numbers(self) -> dict[str, str]:
        """The printed number of each clause."""
        return {clause.id: clause.number for clause in self.clauses.values()}

    def in_order(self, clauses: Sequence[str]) -> list[str]:
        """Those clauses in the order of the book."""
        return [clause for clause in self.clauses if clause in clauses]

    @property
    def clause_words(self) -> dict[str, str]:
        """What each clause says without emphasis, beginning with its number."""
        numbers = self.numbers
        return {
            block.clause: f"{numbers[block.clause]} {plain(block.inside, numbers)}".strip()
            for block in self.blocks
            if isinstance(block, Paragraph) and block.clause
        }

    @property
    def illustrations(self) -> list[Illustration]:
        """The pictures of its author, each once."""
        found = (one for block in self.blocks for one in _pictured(inlines_of(block)))
        return list({one.name: one for one in found if isinstance(one, Illustration)}.values())

    @property
    def shown(self) -> list[str]:
        """The ids of all cards whose pictures are shown, and the names of illustrations, each once."""
        return list(dict.fromkeys([*self._shown_by_themselves, *self._listed]))

    @property
    def shown_small(self) -> set[str]:
        """Those that are only among the pieces of the game."""
        return set(self._listed).difference(self._shown_by_themselves)

    @property
    def _listed(self) -> list[str]:
        found = (figure for figure in self.figures.values() if isinstance(figure, Parts))
        return [card for figure in found for row in figure.rows for card in row.cards]

    @property
    def _shown_by_themselves(self) -> list[str]:
        rows, tiles, ids = list[PiecePlace](), list[Tile](), [self.emblem, self.mat.card]
        for block in self.blocks:
            if isinstance(block, ToldExample):
                rows += [*block.rows, *(row for step in block.steps for row in step.rows)]
                boards = (block.before, block.after, *(step.board for step in block.steps))
                tiles += [tile for board in boards for line in board for tile in line]
            elif not isinstance(block, PageFigure):
                ids += [name for one in _pictured(inlines_of(block)) for name in _names(one)]
            elif isinstance(figure := self.figures.get(block.asked), Anatomy):
                ids.append(figure.card)
            elif isinstance(figure, Setup):
                rows += [*figure.others, *figure.middle, *figure.own]
                ids.append(figure.mat)
                tiles += [tile for line in figure.board for tile in line]
        ids += [card for row in rows for card in (row.mat, *(piece.card for piece, _ in row.on))]
        ids += [piece.card for row in rows for heap in row.heaps for piece in heap.pieces]
        return list(filter(None, [*ids, *(tile.card for tile in tiles)]))


def _within(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        match block:
            case Quote(inside):
                yield from _within(inside)
            case Listing(entries):
                for item in entries:
                    yield from _within(item.inside)
            case ToldExample():
                yield from _within(block.prose)


def inlines_of(block: Block) -> Iterator[Inline]:
    """The words of a block that has words of its own."""
    match block:
        case Paragraph(inside):
            yield from inside
        case Subheading(_, inside):
            yield from inside
        case TextTable(head, rows):
            yield from (inline for cells in (head, *rows) for cell in cells for inline in cell)


def _pictured(inlines: Iterable[Inline]) -> Iterator[CardPictures | Illustration]:
    """Find what is shown as a picture, also within other words."""
    for inline in inlines:
        match inline:
            case CardPictures() | Illustration():
                yield inline
            case Strong(inside) | Emphasis(inside) | Marked(_, inside) | Link(_, inside):
                yield from _pictured(inside)


def _names(pictured: CardPictures | Illustration) -> tuple[str, ...]:
    return pictured.ids if isinstance(pictured, CardPictures) else (pictured.name,)

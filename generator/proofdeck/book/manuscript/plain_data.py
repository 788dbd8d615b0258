"""A book as plain data, with nothing left to look up: the pages for screens and paper are made from it.

`page.html` and `rulebook.typ` both walk it and decide for themselves what to show. Words are always words, never
markup, so no text by an author can become HTML or a command of the typesetter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from proofdeck.book.manuscript.beside import beside_pictures
from proofdeck.book.manuscript.editions import seen_elsewhere
from proofdeck.book.manuscript.figures import Anatomy, Parts, Setup
from proofdeck.book.manuscript.in_words import piece_in_words, tile_in_words
from proofdeck.book.manuscript.manuscript import Manuscript, inlines_of
from proofdeck.book.manuscript.tree import (
    Block,
    Listing,
    PageFigure,
    Paragraph,
    Quote,
    Section,
    Subheading,
    TextTable,
    ToldExample,
    Verbatim,
)
from proofdeck.book.manuscript.words import (
    Break,
    CardPictures,
    Code,
    Emphasis,
    Illustration,
    Inline,
    Inlines,
    Link,
    Marked,
    See,
    Strong,
    Unheld,
    Words,
    plain,
)
from proofdeck.book.proof.proof import NOT_HELD, SEALS, with_standing
from proofdeck.ground.problems import Problem
from proofdeck.ground.typography import capital
from proofdeck.play.engine.pictures import Board, Piece
from proofdeck.play.scene.place import PiecePlace
from proofdeck.play.scene.seen import BOARD
from proofdeck.source.rules.clauses import Edition

MOST_DRAWN = 3
"""The most copies of a card that are drawn on top of each other; more become a number."""
LINE = 72
"""The length of the line that a folded example shows, in characters."""
SPOKEN = (
    "after", "before", "contents", "deal", "Example", "example", "examples", "for", "not_allowed", "rules", "search",
    "see", "to_the_rules", "fold_booklet", "all_cards", "nothing_found", "and",
    "comma",
)  # fmt: skip
"""The phrases that a page needs."""

Data = dict[str, Any]


class CardPicture(NamedTuple):
    """The picture of a card. `number`: of its file; `width`, `height`: in pixels; `is_round`: as a token is.

    `crop`: the part that small pictures show, as x, y, width and height in shares of the picture.
    """

    number: int
    width: int
    height: int
    crop: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    is_round: bool = False


def as_data(book: Manuscript, pictures: Mapping[str, CardPicture]) -> Data:
    """Return the whole book. `pictures`: by the ids of cards; a card without one is described in words."""
    write = _Writer(book, pictures)
    say = book.phrases
    return {
        "title": book.title,
        "about": book.about,
        "language": say.language,
        "imprint": book.imprint,
        "emblem": book.emblem if book.emblem in pictures else "",
        "look": book.look._asdict(),
        "pictures": {name: one._asdict() for name, one in pictures.items()},
        "described": {name: book.described.get(name, book.names.get(name, name)) for name in pictures},
        "premise": write.blocks(book.text.premise),
        "sections": [write.section(section, place) for place, section in enumerate(book.text.sections)],
        "report": write.report(),
        "say": {name: say(name, title=book.title) for name in SPOKEN} | {"close": say("table.close")},
        "quick_reference": say("quick_reference"),
    }


def section_id(section: Section, place: int) -> str:
    """Return the address of a section on the page for screens."""
    return section.number or f"section-{place + 1}"


class _Writer:
    def __init__(self, book: Manuscript, pictures: Mapping[str, CardPicture]) -> None:
        self._pictures = pictures
        self._book, self._say, self._numbers = book, book.phrases, book.numbers
        self._seen = seen_elsewhere(book)
        self._here = {one.clause for one in book.blocks if isinstance(one, Paragraph) and one.clause}

    def section(self, section: Section, place: int) -> Data:
        title = plain(section.title, self._numbers)
        return {
            "id": section_id(section, place),
            "number": section.number,
            "title": self.inlines(section.title),
            "words": title,
            "inside": self.blocks(section.inside),
            "is_last": place == len(self._book.text.sections) - 1,
        }

    def blocks(self, blocks: Iterable[Block]) -> list[Data]:
        found = list(blocks)
        made = (self._block(block) for block in found)
        nodes = [
            one | {"kind": block.kind, "leads": _leads(found, place)}
            for place, (block, one) in enumerate(zip(found, made, strict=True))
        ]
        return beside_pictures(nodes, self._pictures)

    def _block(self, block: Block) -> Data:
        match block:
            case Paragraph(inside, clause, is_centred):
                printed = self._clause(clause) if clause else None
                return {"inside": self.inlines(inside), "clause": printed, "is_centred": is_centred}
            case Subheading(level, inside):
                return {"level": level, "inside": self.inlines(inside)}
            case Listing(entries, start, is_small):
                items = [self.blocks(item.inside) for item in entries]
                return {"entries": items, "start": start, "small": is_small}
            case TextTable(head, rows, sides):
                widths = [
                    max(len(plain(line[column], self._numbers)) for line in (head, *rows))
                    for column in range(len(head))
                ]
                return {
                    "head": [self.inlines(cell) for cell in head],
                    "rows": [[self.inlines(cell) for cell in row] for row in rows],
                    "widths": widths,
                    "sides": sides or ("",) * len(head),
                }
            case Quote(inside):
                return {"inside": self.blocks(inside)}
            case Verbatim(text):
                return {"text": text}
            case ToldExample():
                return self._example(block)
            case PageFigure():
                return self._figure(block)
            case _:
                return {}

    def inlines(self, inlines: Inlines) -> list[Data]:
        shown = (one for one in inlines if self._book.proof or not isinstance(one, Unheld))
        return [self._inline(inline) | {"kind": inline.kind} for inline in shown]

    def _inline(self, inline: Inline) -> Data:
        match inline:
            case Words(text) | Code(text):
                return {"text": text}
            case Strong(inside) | Emphasis(inside):
                return {"inside": self.inlines(inside)}
            case Marked(how, inside):
                return {"how": how, "inside": self.inlines(inside)}
            case Link(address, inside):
                return {"address": address, "inside": self.inlines(inside)}
            case Break(hard):
                return {"hard": hard}
            case See(clause):
                return self._reference(clause)
            case Illustration():
                return {"picture": inline.name, "text": inline.words, "wide": inline.wide, "side": inline.side}
            case Unheld():
                return {"seal": "unheld", "words": NOT_HELD}
            case CardPictures(ids):
                return {"cards": [name for name in ids if name in self._book.names]}

    def _reference(self, clause: str) -> Data:
        """`linked`: whether this edition prints the clause."""
        return {"id": clause, "number": self._numbers.get(clause, clause), "linked": clause in self._here}

    def _clause(self, clause: str) -> Data:
        """`seal`: what proves it, in a proof edition."""
        proof = (self._book.proof or {}).get(clause)
        played = "; ".join(filter(None, (proof.played, proof.misread))) if proof else ""
        seal = {"seal": proof.seal, "words": SEALS[proof.seal], "played": played} if proof else None
        return self._reference(clause) | {"seen": self._seen.get(clause, []), "seal": seal}

    def report(self) -> Data | None:
        """Return what the marks of a proof edition mean, and everything that is wrong; None in other editions."""
        proof = self._book.proof
        if proof is None:
            return None
        counts = Counter(row.seal for row in proof.values() if row.number)
        seals = [{"seal": seal, "count": counts[seal], "words": words} for seal, words in SEALS.items()]
        unheld = sum(isinstance(one, Unheld) for block in self._book.blocks for one in inlines_of(block))
        seals += [{"seal": "unheld", "count": unheld, "words": NOT_HELD}]
        return {
            "seals": seals if proof else [],
            "games": max((row.games for row in proof.values()), default=0),
            "misread": any(row.misread for row in proof.values()),
            "secret": with_standing(proof, "secret"),
            "wrong": _wrong(self._book.wrong),
        }

    def _example(self, told: ToldExample) -> Data:
        both = [(self._say("before"), told.before), (self._say("after"), told.after)]
        boards = both if told.after else [("", told.before)]
        return {
            "number": told.number,
            "about": [self._reference(clause) for clause in self._book.in_order(told.covers)],
            "teaser": self._teaser(told),
            "is_open": told.edition == Edition.PLAYERS,
            "facts": [
                f"{capital(row.label)}: {row.words}" if row.label else row.words for row in told.rows if not row.heaps
            ],
            "boards": [self._board(title, board) for title, board in boards if board],
            "rows": [self._place(place) for place in told.rows if place.heaps],
            "moves": [] if told.steps else [{"who": who, "what": what} for who, what in told.moves],
            "steps": [
                {
                    "who": step.who,
                    "what": step.what,
                    "rows": [self._place(place) for place in step.rows],
                    "boards": [self._board("", step.board)] if step.board else [],
                }
                for step in told.steps
            ],
            "refused": self._reference(told.refused) if told.refused else None,
            "results": [self.inlines(one) for one in told.results],
            "prose": self.blocks(told.prose),
            "wrong": _wrong(told.problems) if self._book.proof is not None else [],
        }

    def _teaser(self, told: ToldExample) -> str:
        """Return as much of the first sentence of an example's prose as fits on a line."""
        first = next((plain(block.inside, self._numbers) for block in told.prose if isinstance(block, Paragraph)), "")
        sentence = first.partition(". ")[0].rstrip(".")
        return sentence if len(sentence) <= LINE else f"{sentence[:LINE].rpartition(' ')[0]} \N{HORIZONTAL ELLIPSIS}"

    def _figure(self, drawing: PageFigure) -> Data:
        figure = self._book.figures.get(drawing.asked)
        if isinstance(figure, Anatomy):
            parts = [part._asdict() for part in figure.parts]
            return {"drawn": "anatomy", "card": figure.card, "parts": parts}
        if isinstance(figure, Parts):
            rows = [
                {
                    "label": row.label,
                    "pieces": [self._piece(piece, apart=True) for piece in row.pieces],
                    "fans": row.fans,
                    "words": row.words,
                }
                for row in figure.rows
            ]
            return {"drawn": "parts", "rows": rows, "notes": figure.notes}
        return self._setup(figure) if isinstance(figure, Setup) else {"drawn": ""}

    def _setup(self, figure: Setup) -> Data:
        steps = dict(figure.steps)
        lines = [
            [self._place(place) | {"step": steps.get(place.label, "")} for place in rows]
            for rows in (figure.others, figure.middle, figure.own)
        ]
        boards = [self._board("", figure.board)] if figure.board and not figure.mat else []
        return {"drawn": "setup", "lines": lines, "boards": boards, "mat": figure.mat, "step": steps.get(BOARD, "")}

    def _place(self, place: PiecePlace) -> Data:
        heaps = [{"says": heap.says, "pieces": [self._piece(piece) for piece in heap.pieces]} for heap in place.heaps]
        on = [
            {
                "card": piece.card,
                "says": piece_in_words(piece, self._book.names),
                "x": box.x,
                "y": box.y,
                "w": box.width,
            }
            for piece, box in place.on
        ]
        label = capital(self._book.names.get(place.mat, place.label))
        return {"label": label, "heaps": heaps, "step": "", "mat": place.mat, "on": on}

    def _piece(self, piece: Piece, *, apart: bool = False) -> Data:
        """`apart`: whether its number has a line of its own."""
        says, times = piece_in_words(piece, self._book.names), ""
        if apart and (name := self._book.names.get(piece.card)):
            says, times = name, says.removeprefix(name).strip()
        return {"card": piece.card, "copies": min(piece.copies, MOST_DRAWN), "says": says, "times": times}

    def _board(self, title: str, board: Board) -> Data:
        """Tiles in rows; `mat`: the printed board that they are on, each with its box in shares of it, or ""."""
        mat = self._book.mat
        boxes = ([box.x, box.y, box.width, box.height] for box in mat.tiles)
        tiles = [
            [
                {
                    "name": tile.name,
                    "card": tile.card,
                    "owner": tile.says,
                    "words": tile_in_words(tile, self._book.names, self._say) if tile.card else "",
                    "box": next(boxes, None),
                }
                for tile in row
            ]
            for row in board
        ]
        return {"title": title, "tiles": tiles, "mat": mat.card}


def _wrong(problems: Sequence[Problem]) -> list[str]:
    """Return sentences with their lines."""
    return [f"{one.message} (line {one.line})" if one.line else one.message for one in problems]


def _leads(blocks: Sequence[Block], place: int) -> bool:
    """Return whether a block belongs on the page of the next: words before an example, a figure or a list.

    So does the first sentence below a heading.
    """
    block, after = blocks[place], blocks[place + 1] if place + 1 < len(blocks) else None
    if not isinstance(block, Paragraph) or after is None:
        return False
    if isinstance(after, (ToldExample, PageFigure, TextTable, Listing)):
        return True
    is_first = place > 0 and isinstance(blocks[place - 1], Subheading)
    return is_first and _leads(blocks, place + 1)

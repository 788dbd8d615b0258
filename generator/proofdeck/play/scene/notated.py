"""Lines of notation, as places with the cards that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import Names, Notation, NotationLine, Word
from proofdeck.play.engine.pictures import Heap, Pictures, Piece, with_names
from proofdeck.play.engine.state import Game
from proofdeck.play.scene.place import PiecePlace
from proofdeck.source.cards import Deck

HEAPS = re.compile(r"[|;]")


def rows_of(text: Notation, game: Game | None, names: Names[str], pictures: Pictures) -> Iterator[PiecePlace]:
    """The lines of a table as a reader sees them. game: None if it cannot be played; names: of cards.

    A line without a colon, such as `round 3`, is a heading for those that follow.
    """
    heading = ""
    for head, below in text.blocks():
        if not head.colon and not below:
            heading = f"{head.key.text} {head.value.text}".strip()
            continue
        for place in _block(head, below, game, names, pictures):
            yield place._replace(label=f"{place.label}, {heading}") if heading else place


def _block(
    head: NotationLine, below: Sequence[NotationLine], game: Game | None, names: Names[str], pictures: Pictures
) -> Iterator[PiecePlace]:
    """A line and those indented below it."""
    if head.value.text or not below:
        yield from _row(head, pictures.called(head.key.text), game, names, pictures)
    for line in below:
        label = pictures.called(line.key.text)
        if label:
            whose = pictures.called(head.key.text)
            yield from _row(line, pictures.phrases("of", what=label, whose=whose), game, names, pictures)


def _row(
    line: NotationLine, label: str, game: Game | None, names: Names[str], pictures: Pictures
) -> Iterator[PiecePlace]:
    if not label:
        return
    own, facts = pictures.heaps, list[str]()
    if own is not None and game is not None:
        heaps = list(own(game, line))
    else:
        heaps, facts = _named(line, names)
    if not any(heap.pieces for heap in heaps):
        yield PiecePlace(label, words=with_names(line.value.text) or pictures.phrases("nothing"))
        return
    yield PiecePlace(pictures.labelled(line.key.text, label, sum(len(heap.pieces) for heap in heaps)), tuple(heaps))
    for what, _, says in (fact.rpartition(" ") for fact in facts):
        yield PiecePlace(pictures.phrases("of", what=pictures.called(what), whose=label), words=says)


def card_names(deck: Deck) -> Names[str]:
    """Cards by printed name and by id; `The Rook` also as `Rook`."""
    pairs = [(card.name.removeprefix("The "), card.id) for card in deck if card.kind != "reference"]
    return Names("card", [*pairs, *((card.id, card.id) for card in deck if card.kind != "reference")])


def _named(line: NotationLine, names: Names[str]) -> tuple[list[Heap], list[str]]:
    """Heaps separated by bars, and what is said after the last of them, such as `coins 5`."""
    heaps, facts, start = list[Heap](), list[str](), 0
    for end in [*(found.start() for found in HEAPS.finditer(line.value.text)), len(line.value.text)]:
        part = line.value.part(start, end)
        start = end + 1
        pieces = () if facts else tuple(_pieces(NotationLine(line.key, part, line.indented), names))
        if pieces:
            heaps.append(Heap(pieces))
        elif part.text.strip():
            facts.append(part.text.strip())
    return heaps, facts


def _pieces(line: NotationLine, names: Names[str]) -> Iterator[Piece]:
    for entry in line.entries(Problems()):
        card = _found(entry.name, names)
        if not card:
            return
        yield Piece(card, entry.count, f"as {entry.stands_for.text}" if entry.stands_for else "")


def _found(word: Word, names: Names[str]) -> str:
    if not re.search(r"[^\W\d_]", word.text):
        return ""
    try:
        return names.find(word.text)
    except ValueError:
        return ""

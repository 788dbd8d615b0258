"""The setup of a game without an engine, as a book draws it: what the head of its page lays out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from proofdeck.book.manuscript.figures import Setup
from proofdeck.ground.phrases import Phrases
from proofdeck.ground.problems import did_you_mean, hint_from
from proofdeck.ground.typography import capital
from proofdeck.play.engine.pictures import Heap, Piece, player
from proofdeck.play.free.laying import start_of
from proofdeck.play.free.pieces import FreePiece, FreePile, FreeStart
from proofdeck.play.free.setup import EACH, SetupLine
from proofdeck.play.scene.place import BACK, PiecePlace
from proofdeck.play.scene.zones import HAND, SEED


def arranged(
    pieces: Sequence[FreePiece],
    players: int,
    lines: Sequence[SetupLine],
    parts: Iterable[tuple[str, str]],
    say: Phrases,
) -> Setup:
    """The table that a setup lays out, as the first player sees it. parts: (pile, the number of the step that lays it).

    Raises ValueError for a setup that the pieces cannot make, and for a pile that is not there.
    """
    start = start_of(pieces, players, SEED, lines)
    known = {piece.id: piece for piece in start.pieces}
    named = {line.label for line in lines}
    each = {line.label for line in lines if EACH in line.flags}
    laid = [(pile, _seat(pile, start, each)) for pile in start.piles if pile.pieces and pile.label in {*named, ""}]
    places = [(_place(pile, start, known)._replace(seat=seat), seat) for pile, seat in laid]
    hands = [_hand(seat, hand, known, say) for seat, hand in enumerate(start.hands) if hand]
    own, others = (
        tuple(place for place, seat in places if (seat == 0) == is_own and seat is not None)
        + tuple(hand for hand in hands if (hand.seat == 0) == is_own)
        for is_own in (True, False)
    )
    steps = tuple(_steps(parts, [line.label for line in lines], hands))
    return Setup(others, tuple(place for place, seat in places if seat is None), own, (), steps=steps)


def _seat(pile: FreePile, start: FreeStart, each: set[str]) -> int | None:
    """Before whom it is; None for the middle."""
    seats = (seat for seat, box in enumerate(start.seats) if box.holds(pile.x, pile.y))
    return next(seats, None) if pile.label in each else None


def _place(pile: FreePile, start: FreeStart, known: dict[str, FreePiece]) -> PiecePlace:
    cards = [known[name].card for name in pile.pieces]
    label = pile.label or known[pile.pieces[0]].name
    if pile.pieces[0] not in start.up:
        return PiecePlace(label, (Heap((Piece(f"{cards[0]}{BACK}", len(cards)),)),))
    counted = Counter(cards).items()
    return PiecePlace(label, (Heap(tuple(Piece(card, copies) for card, copies in counted)),))


def _hand(seat: int, hand: Sequence[str], known: dict[str, FreePiece], say: Phrases) -> PiecePlace:
    cards = [known[name].card for name in hand]
    pieces = tuple(map(Piece, cards)) if seat == 0 else (Piece(f"{cards[0]}{BACK}", len(cards)),)
    return PiecePlace(capital(say("table.hand_of", name=player(seat + 1))), (Heap(pieces),), seat=seat)


def _steps(
    parts: Iterable[tuple[str, str]], labels: Sequence[str], hands: Iterable[PiecePlace]
) -> Iterator[tuple[str, str]]:
    """By the label of each place, the number of its step."""
    known = {label.casefold(): [label] for label in labels} | {HAND: [hand.label for hand in hands]}
    for name, number in parts:
        word = name.replace("_", " ").casefold()
        if word not in known:
            raise ValueError(hint_from(f"there is no '{name}' on the table.", did_you_mean(name, labels)))
        yield from ((label, number) for label in known[word])

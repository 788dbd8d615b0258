"""The sign and the colour of each seat: those of the pieces that are that player's alone, such as a marker."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from proofdeck.front.table.shown import CardSides, FacePicture
from proofdeck.ground.colour_vision import contrast, rgb
from proofdeck.play.engine.state import State
from proofdeck.source.cards import Deck

SEEN = 3.0
"""The contrast with the ground from which a line or a dot can be seen (WCAG 2, 1.4.11)."""
WHITE, BLACK = "#ffffff", "#000000"
FELT = "#4a4440"
"""About as light as the table is where it is lightest; pages at night are darker."""
STEPS = 20


class Sign(NamedTuple):
    """What a seat is known by. drawn: the face of its marker; day, night: its colour on white and on the table."""

    drawn: FacePicture
    day: str
    night: str


def signs_of(state: State, deck: Deck, cards: Mapping[str, CardSides]) -> Sequence[Sign]:
    """By seat; none if not every player has a piece of one kind that nobody else has. state: before the first move."""
    pieces, kinds = (*state.laid_pieces(), *state.pieces_aside()), {card.id: card.kind for card in deck}
    own = defaultdict[str, dict[int, str]](dict)
    for one in pieces:
        is_own = all(other.seat == one.seat for other in pieces if other.piece == one.piece)
        if one.seat is not None and one.piece in cards and is_own:
            own[kinds[one.piece]][one.seat] = one.piece
    markers = next((found for found in own.values() if len(found) == state.players), {})
    return [_sign(cards[markers[seat]].front) for seat in sorted(markers)]


def _sign(drawn: FacePicture) -> Sign:
    return Sign(drawn, _visible(drawn.tone, WHITE, BLACK), _visible(drawn.tone, FELT, WHITE))


def _visible(tone: str, ground: str, towards: str) -> str:
    """The colour, mixed with another one until it can be seen on the ground; "" for none."""
    if not tone:
        return ""
    mixed = (_mixed(tone, towards, step / STEPS) for step in range(STEPS + 1))
    return next(colour for colour in mixed if contrast(rgb(colour), rgb(ground)) >= SEEN)


def _mixed(colour: str, other: str, share: float) -> str:
    parts = (one + (two - one) * share for one, two in zip(rgb(colour), rgb(other), strict=True))
    return f"#{''.join(f'{round(255 * part):02x}' for part in parts)}"

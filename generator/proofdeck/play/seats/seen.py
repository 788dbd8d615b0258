"""What a player learns of the moves of others.

Everything is told from observations, so nothing that is hidden from a player can be in the words for that player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from proofdeck.play.engine.state import IllegalAction, Macro, State
from proofdeck.play.scene.seen import View

UNSEEN = "something that you cannot see"
IMAGINED = 6
"""Tables that are imagined to find out whether a player can tell which move was made."""
MOST_TRIED = 20_000
"""Actions that are tried to find it out."""


def is_told(view: View, before: State, words: Sequence[str], actions: Macro, after: State, viewer: int) -> bool:
    """Whether the viewer learns the words of a commitment of another player, and not only what it has changed.

    `before`: the table before it; `words`: those of its actions.
    """
    in_view = view.cards_in("\n".join([*view.table(before, viewer), *view.table(after, viewer)]))
    return view.cards_in("\n".join(words)) <= in_view and is_open_to(before, actions, after, viewer)


def news(view: View, before: State, after: State, viewer: int) -> list[str]:
    """What has changed on the table for the viewer."""
    known = list(view.table(before, viewer))
    return [line for line in view.table(after, viewer) if line not in known] or [UNSEEN]


def is_open_to(before: State, actions: Macro, after: State, viewer: int) -> bool:
    """Whether the viewer can tell which actions were played on a table where no commitment was under way.

    If other actions, on that table or on another one that the viewer could be looking at, would have looked the same
    to the viewer, these ones stay hidden; so they do if there are too many to try. Anyone may know their order.
    """
    looks, played = after.observation(viewer), sorted(actions)
    tables = (before, *(before.resample(viewer, Random(number)) for number in range(IMAGINED)))
    for tried, (others, end) in enumerate(one for table in tables for one in _commitments(table)):
        if tried == MOST_TRIED:
            return False
        if not end.is_open() and sorted(others) != played and end.observation(viewer) == looks:
            return False
    return True


def _commitments(table: State, begun: Macro = ()) -> Iterator[tuple[Macro, State]]:
    """Every commitment and every beginning of one, and the table after it."""
    for action in table.legal_actions():
        after = table.clone()
        after.apply_action(action)
        yield (*begun, action), after
        if after.is_open():
            yield from _commitments(after, (*begun, action))


def clauses_seen(before: State, actions: Macro, after: State, viewer: int) -> int:
    """The bits of the clauses that acted in a commitment, as far as the viewer can know.

    A clause that did not act in a commitment which would have looked the same to the viewer, on a table that the viewer
    could be looking at, is left out.
    """
    looks = after.observation(viewer)
    mover = before.current_player()
    found = _acted(before.clone(), actions)
    for number in range(IMAGINED):
        imagined = before.resample(viewer, Random(number))
        choice = len(actions) == 1 and viewer != mover and not before.is_open()
        for macro in [(one,) for one in imagined.legal_actions()] if choice else [actions]:
            played = imagined.clone()
            try:
                acted = _acted(played, macro)
            except IllegalAction:
                continue
            if played.observation(viewer) == looks:
                found &= acted
    return found


def _acted(table: State, actions: Macro) -> int:
    """Play a commitment, and return the bits of the clauses that act in it. Raises IllegalAction."""
    acted = 0
    for action in actions:
        table.legal_actions()
        table.fired = 0
        table.apply_action(action)
        acted |= table.fired
    return acted

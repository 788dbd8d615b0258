"""What a player learns of the moves of others.

Everything is told from observations, so nothing that is hidden from a player can be in the words for that player.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.engine.state import Action, IllegalAction, Macro, State
from generator.scene.seen import View

UNSEEN = "something that you cannot see"
IMAGINED = 6
"""Tables that are imagined to find out whether a player can tell which move was made."""


def learned(view: View, before: State, actions: Sequence[str], last: Action, after: State, viewer: int) -> list[str]:
    """What the viewer learns of a commitment of another player: its words, or else what it has changed.

    `before`: the table before it; `actions`: its words; `last`: its last action.
    """
    if len(actions) == 1 and not before.is_open() and is_open_to(before, last, after, viewer):
        return [view.called(actions[0])]
    known = set(view.table(before, viewer))
    return [line for line in view.table(after, viewer) if line not in known] or [UNSEEN]


def are_open_to(before: State, actions: Macro, after: State, viewer: int) -> bool:
    """Whether the viewer can tell which actions were played, as far as another one in the place of one would show.

    What players do in a commitment that is under way need not be in observations, so tables are compared after it.
    """
    looks = after.observation(viewer)
    for number in range(IMAGINED // 2):
        table = before.resample(viewer, Random(number))
        for place, action in enumerate(actions):
            for other in table.legal_actions():
                if other != action and _looks(table, (other, *actions[place + 1 :]), viewer) == looks:
                    return False
            if action not in table.legal_actions():
                break
            table.apply_action(action)
    return True


def _looks(table: State, actions: Macro, viewer: int) -> object:
    """What the viewer sees after some actions; None if they are not possible."""
    played = table.clone()
    try:
        for action in actions:
            played.apply_action(action)
    except IllegalAction:
        return None
    return played.observation(viewer)


def is_open_to(before: State, action: Action, after: State, viewer: int) -> bool:
    """Whether the viewer can tell which action was played on a table where no commitment was under way.

    Tables that the viewer could be looking at are imagined. If a different action on one of them would have looked the
    same to the viewer, this one stays hidden.
    """
    looks = after.observation(viewer)
    for number in range(IMAGINED):
        imagined = before.resample(viewer, Random(number))
        for other in imagined.legal_actions():
            if other != action:
                played = imagined.clone()
                played.apply_action(other)
                if played.observation(viewer) == looks:
                    return False
    return True


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

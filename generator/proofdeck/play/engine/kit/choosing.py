"""Choices made at the same time: kept by the kit until all have chosen, and imagined by those who cannot see them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from proofdeck.ground.problems import UnknownName
from proofdeck.play.engine.kit.ground import BareTable
from proofdeck.play.engine.kit.pieces import UNCHOSEN
from proofdeck.play.engine.kit.zones import CHOOSING

UNTIL_ALL = (
    "Write `if self.commit(...):`, and do below it what was chosen; a card that is chosen stays where it is until then."
)
"""What to do about an engine that goes on before all have chosen."""
EARLY = f"Some have not chosen yet, so their choices are -1. {UNTIL_ALL}"
CURE = (
    "Commit the position of the word in its list, or add the word to its `choice(...)`; without words, commit a card."
)


def commit(table: BareTable, chosen: Mapping[str, int]) -> bool:
    """Keep what the player to move has chosen, and pass on to the next who has not; whether all have chosen now.

    Raises TypeError for no choice, and for a value that has no name, KeyError for a choice that is not declared.
    """
    declared = table.CHOICES
    if not declared:
        lines = "` and `".join(f"{name} = choice(each=True)" for name in chosen or ("card",))
        raise TypeError(f"no choice is declared: write `{lines}` in the class of the table")
    if not chosen:
        raise TypeError(f"commit() needs what is chosen, such as commit({next(iter(declared), 'card')}=card)")
    if not getattr(table, CHOOSING):
        for name in declared:
            setattr(table, name, [UNCHOSEN] * table.players)
    for name, value in chosen.items():
        if name not in declared:
            raise UnknownName("choice", name, declared)
        if (why := declared[name].strays(value, table.rules)) or value == UNCHOSEN:
            refused = TypeError(f"nobody can choose that as '{name}': {why or 'it means that nothing is chosen yet'}")
            refused.add_note(CURE)
            raise refused
        getattr(table, name)[table.player] = value
    choosers = [*table.choosers()]
    for step in range(1, table.players):
        seat = (table.player + step) % table.players
        if seat in choosers and not has_chosen(table, seat):
            setattr(table, CHOOSING, True)
            table.next_turn(seat)
            return False
    setattr(table, CHOOSING, False)
    return True


def has_chosen(table: BareTable, seat: int) -> bool:
    return any(getattr(table, name)[seat] != UNCHOSEN for name in table.CHOICES)


def choose_anew(table: BareTable, committed: list[int], random: Random) -> None:
    """Let those seats choose again by chance, in place. What they have chosen is on no other part of the table."""
    before = table.player, table.turns, table.fired
    for seat in committed:
        for name in table.CHOICES:
            getattr(table, name)[seat] = UNCHOSEN
    for seat in committed:
        table.player, table._legal = seat, None
        legal = table.legal_actions()
        table.apply_action(legal[int(random.random() * len(legal))])
    table.player, table.turns, table.fired = before
    table._legal = None

"""Compares two tables: what differs, what they share, and how to report it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from random import Random

from proofdeck.play.engine.state import Action, Game, State

CHANGING = (list, dict, set, bytearray)
DEEPEST = 3
"""Levels of nested lists to search for shared objects."""


class Broken(Exception):  # noqa: N818 - it is the engine that is broken
    """An engine breaks a requirement. look: where its author should look; methods: those concerned."""

    def __init__(self, says: str, look: str, *methods: object) -> None:
        super().__init__(says)
        self.says = says
        self.look = look
        self.methods = methods


def cards_of(state: State) -> Counter[str]:
    """All cards of a table, wherever they are."""
    return Counter(chain.from_iterable(state.zones().values()))


def check_cards(state: State, before: Counter[str], what: str, *methods: object) -> None:
    """Raise Broken if cards were lost or created. before: the cards until then."""
    now = cards_of(state)
    if dict.__eq__(now, before):  # there are no zeros, and it takes half the time
        return
    lost, made = before - now, now - before
    parts = [
        f"{lost.total()} lost ({_few(lost)})" if lost else "",
        f"{made.total()} created ({_few(made)})" if made else "",
    ]
    raise Broken(
        f"{what} changes the deck: {' and '.join(filter(None, parts))}",
        "Every card must be in exactly one zone of zones() at any time."
        + (" A card that is chosen stays where it is until all have chosen." if state.is_sealed() else ""),
        *methods,
    )


def _few(cards: Counter[str]) -> str:
    names = [card if count == 1 else f"{card} x{count}" for card, count in sorted(cards.items())]
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def seen_of(state: State) -> dict[str, str]:
    """Everything a table says about itself, by the call that returns it."""
    state._legal = None  # a cached list would hide that something has changed
    calls: dict[str, Callable[[], object]] = {
        "legal_actions()": state.legal_actions,
        "fired": partial(getattr, state, "fired"),
        "key()": state.key,
        "current_player()": state.current_player,
        "turns": partial(getattr, state, "turns"),
        "zones()": state.zones,
        "observation(None)": partial(state.observation, None),
    }
    for seat in range(state.players):
        calls[f"observation({seat})"] = partial(state.observation, seat)
        calls[f"information_state_key({seat})"] = partial(state.information_state_key, seat)
    seen = {}
    for name, call in calls.items():
        try:
            seen[name] = repr(call())
        except Exception as error:  # noqa: BLE001 - reported by the check of that call
            seen[name] = type(error).__name__
    return seen


def goes_on(state: State, actions: Iterable[Action], keys: Iterable[bytes]) -> bool:
    """Whether these actions are legal one after the other, and lead to tables with these keys."""
    for action, key in zip(actions, keys, strict=False):
        if action not in state.legal_actions():
            return False
        state.apply_action(action)
        if state.key() != key:
            return False
    return True


def play_on(state: State, random: Random, moves: int) -> None:
    """Make so many moves by chance, or as many as there are."""
    for _ in range(moves):
        legal = state.legal_actions()
        if state.is_terminal() or not legal:
            return
        state.apply_action(legal[int(random.random() * len(legal))])


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The calls whose results have changed."""
    return [name for name in before if before[name] != after[name]]


def shared_by(one: State, other: State) -> dict[str, str]:
    """Mutable objects shared by both tables: attribute name -> its present value."""
    mine, theirs = dict(_attributes(one)), dict(_attributes(other))
    return {
        name: repr(value)
        for name, value in mine.items()
        if name in theirs and not set(_changing(value)).isdisjoint(_changing(theirs[name]))
    }


def _attributes(state: State) -> Iterator[tuple[str, object]]:
    yield from getattr(state, "__dict__", {}).items()
    for kind in type(state).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name != "_legal" and hasattr(state, name):
                yield name, getattr(state, name)


def _changing(value: object, depth: int = DEEPEST) -> Iterator[int]:
    """The identities of mutable objects in it."""
    if isinstance(value, CHANGING):
        yield id(value)
    if depth and isinstance(value, (*CHANGING, tuple)) and not isinstance(value, bytearray):
        for part in value.values() if isinstance(value, dict) else value:
            if not isinstance(part, Game):
                yield from _changing(part, depth - 1)

"""Whether tables that are imagined look like the real one to who imagines them, and hide what is hidden.

What `stuck_in_imagination` claims, and no more: among deals that look the same to a spectator a card lies in different
places, or a zone holds different cards; and yet no imagined table of any player ever moved it. A card that is hidden
from one player at least would have been moved many times over: the mean number of moves that fail to come is `SURE` or
more, so a sound engine is blamed less often than once in 10 ** 12 times.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from generator.engine.comparing import Broken, cards_of, check_cards
from generator.engine.state import Game, State

TRIALS = 2
"""Imagined tables of each player at a table in the middle of a game."""
ONWARD = 8
"""Moves that an imagined table is played on."""
IMAGINED = 8
"""Imagined tables of each player at a deal."""
MOST_ALIKE = 60
"""Deals that look the same to a spectator, of which tables are imagined."""
SURE = 60
"""Moves of a hidden card that must be missing before it counts as stuck."""


def check_imagined(state: State, seed: int, play: bool = True) -> None:
    """Raise Broken when a table that a player imagines looks different to that player, or has other cards.

    play: whether the imagined tables are played on.
    """
    cards = cards_of(state)
    for player in range(state.players):
        for trial in range(TRIALS):
            other = state.resample(player, Random(seed + trial))
            _check_cards(state, other, player)
            _check_looks(state, other, player)
            if state.resample(player, Random(seed + trial)).key() != other.key():
                raise Broken(
                    f"resample({player}, random) gives two tables for the same `random`",
                    "Take chance from the Random that is passed in, and from nothing else.",
                    type(state).resample,
                )
            if play:
                _play_on(other, Random(seed + trial), cards)


def _check_looks(state: State, other: State, player: int) -> None:
    look = (
        f"What is hidden from seat {player} must show in nothing that is told there; "
        "or else resample() moves what is known there."
    )
    for name in ("observation", "information_state_key"):
        if getattr(other, name)(player) != getattr(state, name)(player):
            says = f"{name}({player}) is different on a table that resample({player}) imagines"
            raise Broken(says, look, getattr(type(state), name), type(state).resample)
    if (other.current_player(), other.turns) != (state.current_player(), state.turns):
        says = f"resample({player}) changes whose turn it is, or which"
        raise Broken(says, "Only cards that are hidden may move.", type(state).resample)
    if state.current_player() == player and other.legal_actions() != state.legal_actions():
        says = f"seat {player} has other legal actions on a table that resample({player}) imagines"
        raise Broken(says, look, type(state)._generate, type(state).resample)


def _check_cards(state: State, other: State, player: int) -> None:
    """The same cards, and as many in each zone; what somebody else is in the middle of may be back in a hand."""
    real, imagined = state.zones(), other.zones()
    if real != imagined and state.key() == other.key():
        says = "two tables with different zones() have the same key()"
        look = "key() holds everything that decides how the game goes on, hidden cards and their order, too."
        raise Broken(says, look, type(state).key)
    check_cards(other, cards_of(state), f"resample({player})", type(state).resample)
    open_to_others = not state.is_open() or state.current_player() == player
    for zone in dict.fromkeys([*real, *imagined] if open_to_others else ()):
        sizes = [len(zones.get(zone, ())) for zones in (real, imagined)]
        if sizes[0] != sizes[1]:
            raise Broken(
                f"resample({player}) leaves {sizes[1]} cards in the zone '{zone}', where there are {sizes[0]}",
                "Deal the hidden cards anew, as many to each zone as it had.",
                type(state).resample,
            )


def _play_on(state: State, random: Random, cards: Counter[str]) -> None:
    for _ in range(ONWARD):
        legal = state.legal_actions()
        if state.is_terminal() or not legal:
            break
        state.apply_action(legal[int(random.random() * len(legal))])
    check_cards(state, cards, "playing on an imagined table", type(state).resample, type(state)._play)


# -- hidden cards that never move --------------------------------------------------------------------------------------

Features = dict[str, object]
"""What of a table might be stuck: where each card is, what each zone holds, and the table as a whole."""


def stuck_in_imagination(game: Game, players: int, deals: int) -> None:
    """Raise Broken for a card, a zone or a whole table that nobody ever imagines otherwise; see above for the claim."""
    alike = _alike(game, players, deals)
    real = [_features(state) for state in alike]
    missing = _due(real)
    if not missing:
        return
    kind = type(alike[0])
    for number, (state, there) in enumerate(zip(alike, real, strict=True)):
        for player in range(players):
            for trial in range(IMAGINED):
                seen = _features(state.resample(player, Random(1000 * number + trial)))
                missing = [name for name in missing if seen.get(name) == there.get(name)]
                if not missing:
                    return
    says = (
        f"{missing[0]} is the same on every table that a player imagines, though it differs among {len(alike)} deals "
        f"that look the same to a spectator ({players} players, seeds 0 to {deals - 1} of new_initial_state)"
    )
    look = "resample() must deal anew whatever that player does not see; or observation(None) shows less than all see."
    raise Broken(says, look, kind.resample)


def _alike(game: Game, players: int, deals: int) -> Sequence[State]:
    """The largest set of deals that look the same to a spectator."""
    groups: defaultdict[str, list[State]] = defaultdict(list)
    for seed in range(deals):
        state = game.new_initial_state(players, seed)
        if not state.is_terminal():
            groups[repr(state.observation(None))].append(state)
    return max(groups.values(), key=len, default=[])[:MOST_ALIKE]


def _features(state: State) -> Features:
    zones = state.zones()
    places: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for zone, cards in zones.items():
        for card, count in Counter(cards).items():
            places[card].append((zone, count))
    return {
        "everything": state.key(),
        **{f"the content of the zone '{zone}'": frozenset(Counter(cards).items()) for zone, cards in zones.items()},
        **{f"the place of '{card}'": frozenset(where) for card, where in places.items()},
    }


def _due(real: Sequence[Features]) -> list[str]:
    """What differs so much among those deals that it must have been moved in imagination, had it been hidden."""
    names: Iterable[str] = dict.fromkeys(name for one in real for name in one)
    return [name for name in names if IMAGINED * len(real) * _spread([one.get(name) for one in real]) >= SURE]


def _spread(values: Sequence[object]) -> float:
    """How often two of them differ, from 0 to 1."""
    return 1 - sum((count / len(values)) ** 2 for count in Counter(values).values()) if values else 0.0

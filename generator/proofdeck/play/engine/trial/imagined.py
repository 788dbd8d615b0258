"""Checks that imagined tables look like the real one to the player who imagines them, and that hidden cards move.

What `stuck_in_imagination` claims is this and no more: in deals that look the same to a spectator, a card is in
different places, or a zone has different cards, and yet no imagined table of any player ever moved it. A card hidden
from at least one player would have moved many times: the expected number of missing moves is `STUCK_AFTER` or more, so
a correct engine is blamed less than once in 10 ** 12 times.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.pictures import seat_of
from proofdeck.play.engine.state import Game, State
from proofdeck.play.engine.trial.comparing import Broken, cards_of, check_cards, play_on

TRIALS = 2
"""Imagined tables for each player at a point in the middle of a game."""
ONWARD = 8
"""Moves played on an imagined table."""
IMAGINED = 8
"""Imagined tables for each player at a deal."""
MOST_ALIKE = 60
"""How many deals that look the same to a spectator are imagined."""
STUCK_AFTER = 60
"""How often a hidden card should have moved, without having moved once, before it counts as stuck."""


def check_imagined(state: State, seed: int, play: bool = True) -> None:
    """Raise Broken if a table that a player imagines looks different to that player, or has other cards.

    play: whether to continue the game on imagined tables.
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
                    "Use only the Random that is passed in for chance.",
                    type(state).resample,
                )
            if play:
                play_on(other, Random(seed + trial), ONWARD)
                check_cards(other, cards, "playing on an imagined table", type(state).resample, type(state)._play)


def _check_looks(state: State, other: State, player: int) -> None:
    look = (
        f"What seat {player} is told must not depend on cards hidden from it; "
        "or else resample() moves cards that it knows."
    )
    for name in ("observation", "information_state_key"):
        if getattr(other, name)(player) != getattr(state, name)(player):
            says = f"{name}({player}) differs on a table imagined by resample({player})"
            raise Broken(says, look, getattr(type(state), name), type(state).resample)
    if (other.current_player(), other.turns) != (state.current_player(), state.turns):
        says = f"resample({player}) changes whose turn it is, or its number"
        raise Broken(says, "Only hidden cards may move.", type(state).resample)
    if state.current_player() == player and other.legal_actions() != state.legal_actions():
        says = f"seat {player} has different legal actions on a table imagined by resample({player})"
        why, rule = _forbids(state, other)
        raise Broken(f"{says}{why}", look, rule, type(state)._generate, type(state).resample)


def _forbids(state: State, other: State) -> tuple[str, object]:
    """Why an action is legal on one of two tables only, to add to a sentence, and the function that says so.

    Empty and None if the tables are not of the kit.
    """
    rules = getattr(state, "rules", None)
    action = min({*state.legal_actions()} ^ {*other.legal_actions()}, default=-1)
    if not isinstance(rules, Rules) or (kind := rules.kind_of(action)) is None:
        return "", None
    refusal = (other if action in state.legal_actions() else state)._refuse(action)
    rows = (row for row in kind.action.rows if rules.points.id(row.clause) == refusal.clause)
    return f": {refusal}", next((row.why for row in rows), None)


def _check_cards(state: State, other: State, player: int) -> None:
    """Check for the same cards, and as many in each zone; an unfinished commitment may be back in a hand."""
    real, imagined = state.zones(), other.zones()
    if real != imagined and state.key() == other.key():
        says = "two tables with different zones() have the same key()"
        look = "key() must contain everything that affects the rest of the game, even hidden cards and their order."
        raise Broken(says, look, type(state).key)
    check_cards(other, cards_of(state), f"resample({player})", type(state).resample)
    sizes = {zone: (len(real.get(zone, ())), len(imagined.get(zone, ()))) for zone in (*real, *imagined)}
    different = {zone: (was, now) for zone, (was, now) in sizes.items() if was != now}
    if different and not (player != state.current_player() and _is_taken_back(state, different)):
        zone, (was, now) = next(iter(different.items()))
        raise Broken(
            f"resample({player}) leaves {now} cards in the zone '{zone}' instead of {was}",
            "Deal the hidden cards again, as many to each zone as it had.",
            type(state).resample,
        )


def _is_taken_back(state: State, different: Mapping[str, tuple[int, int]]) -> bool:
    """Whether all cards of a commitment are back with the player to move: one that is open, or between two parts."""
    gives = [now for was, now in different.values() if now < was]
    takers = [seat_of(zone) for zone, (was, now) in different.items() if now > was]
    return state.is_open() or (not any(gives) and {*takers} == {state.current_player()})


# -- hidden cards that never move --------------------------------------------------------------------------------------

Features = dict[str, object]
"""The parts of a table that might be stuck: the place of each card, the cards in each zone, and the whole table."""


def stuck_in_imagination(game: Game, players: int, deals: int) -> None:
    """Raise Broken for a card, a zone or a whole table that is never imagined differently; see above for the claim."""
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
    who = "the player" if players == 1 else "a spectator"
    says = (
        f"{missing[0]} is the same on every table that a player imagines, although it differs in {len(alike)} deals "
        f"that look the same to {who} ({players} players, seeds 0 to {deals - 1} of new_initial_state)"
    )
    look = "resample() must redeal whatever the player cannot see, or observation(None) shows too little."
    raise Broken(says, look, kind.resample)


def _alike(game: Game, players: int, deals: int) -> Sequence[State]:
    """The largest set of deals that look the same to a spectator, or to the only player."""
    viewer = 0 if players == 1 else None
    groups: defaultdict[str, list[State]] = defaultdict(list)
    for seed in range(deals):
        state = game.new_initial_state(players, seed)
        if not state.is_terminal():
            groups[repr(state.observation(viewer))].append(state)
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
    """Parts that differ so much in those deals that imagination would have moved them if they were hidden."""
    names: Iterable[str] = dict.fromkeys(name for one in real for name in one)
    return [name for name in names if IMAGINED * len(real) * _spread([one.get(name) for one in real]) >= STUCK_AFTER]


def _spread(values: Sequence[object]) -> float:
    """How often two of them differ, from 0 to 1."""
    return 1 - sum((count / len(values)) ** 2 for count in Counter(values).values()) if values else 0.0

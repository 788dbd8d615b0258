"""What must hold at any table of any game. Each check raises `Broken`, or whatever the engine raises."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise
from math import isclose, isfinite
from random import Random

from generator.engine.comparing import Broken, cards_of, changed, check_cards, seen_of, shared_by
from generator.engine.imagined import check_imagined
from generator.engine.state import UNKNOWN_ACTION, Action, Game, IllegalAction, State
from generator.problems import counted

ONWARD = 30
"""Moves that a copy is played on."""
MOST_TRIED = 20
"""Legal actions that are tried at one table, and actions that are not."""
MOST_MACROS = 200
"""Whole commitments at a table at which two ways to list them are compared."""
COPY_LISTS = "Copy every list in clone(), `copy.hand = self.hand[:]`, and lists in lists one by one."


@dataclass(frozen=True, slots=True)
class Scene:
    """A table that is looked at.

    seen: all that it says of itself. actions: what was played from here in the real game; keys: of the tables after
    each of these. every: all actions of the game. copy: gives a table like it. seed: of what is chosen by chance.
    told: the kinds of faults that are known already.
    """

    game: Game
    state: State
    seen: Mapping[str, str]
    actions: Sequence[Action]
    keys: Sequence[bytes]
    every: Sequence[Action]
    copy: Callable[[], State]
    seed: int
    told: AbstractSet[str]

    def named(self, action: Action) -> str:
        """An action in quotes, or its number when it has no words."""
        return named(self.game, action)


def named(game: Game, action: Action) -> str:
    """An action in quotes, or its number when it has no words."""
    try:
        return f"'{game.action_to_string(action)}'"
    except Exception:  # noqa: BLE001 - that it has no words is told where words are looked at
        return str(action)


def clone(scene: Scene) -> None:
    """A clone is like its table, plays on like it, and shares nothing that changes."""
    state, method = scene.state, type(scene.state).clone
    before, copy = scene.seen, state.clone()
    if type(copy) is not type(state) or copy is state:
        raise Broken("clone() gives something else than a new table of the same kind", "", method)
    if different := changed(before, seen_of(copy)):
        raise Broken(
            f"a clone differs from the table it was taken from, in {_first(different)}",
            "clone() must copy every attribute, those of State too: player, players, turns, fired, _legal.",
            method,
        )
    shared = shared_by(state, copy)
    for action, key in zip(scene.actions[:ONWARD], scene.keys, strict=False):
        copy.apply_action(action)
        if copy.key() != key:
            raise Broken(
                f"a clone does not go on like the table it was taken from: {scene.named(action)} leads elsewhere",
                "clone() must copy everything that decides how the game goes on.",
                method,
            )
    _play(copy, Random(scene.seed), ONWARD)
    if different := changed(before, seen_of(state)):
        now = shared_by(state, copy)
        names = [f"'{name}'" for name, looks in shared.items() if now.get(name) != looks] or [
            f"'{name}'" for name in shared
        ]
        what = f", for both hold the same {names[0]}" if names else ""
        says = f"playing on a clone changes {_first(different)} of the table it was taken from{what}"
        raise Broken(says, COPY_LISTS, method)


def observation(scene: Scene) -> None:
    """Players and spectators see what JSON can say."""
    state = scene.state
    for viewer in (None, *range(state.players)):
        seen = state.observation(viewer)
        method = type(state).observation
        look = "Give a dict of strings, whole numbers, true, false, None, lists and dicts with strings for keys."
        try:
            back = json.loads(json.dumps(seen))
        except (TypeError, ValueError) as error:
            raise Broken(f"observation({viewer}) cannot be written as JSON: {error}", look, method) from None
        if back != seen:
            strange = (
                next((name for name in seen if seen[name] != back.get(name)), "its keys")
                if isinstance(seen, dict)
                else "it"
            )
            raise Broken(f"observation({viewer}) comes back from JSON differently: look at '{strange}'", look, method)


def standing(scene: Scene) -> None:
    """A guess at the winner shares out one win."""
    state = scene.state
    shares = state.standing()
    if len(shares) != state.players or not all(isfinite(share) and share >= 0 for share in shares):
        says = f"standing() is not one share of the win for each of {state.players} players: {shares}"
        raise Broken(says, "Give a list of numbers from 0 to 1.", type(state).standing)
    if not isclose(sum(shares), 1, abs_tol=1e-6):
        raise Broken(
            f"standing() adds up to {sum(shares):g}, not to 1", "Divide each by the sum.", type(state).standing
        )


def tried(scene: Scene) -> None:
    """What is listed as legal can be played, loses no card, and leads to tables that their keys tell apart."""
    state = scene.state
    cards, met = cards_of(state), dict[bytes, tuple[Action, object]]()
    views = dict[tuple[int, bytes], tuple[Action, object]]()
    for action in _some(state.legal_actions(), scene.seed):
        table = scene.copy()
        play_listed(scene.game, table, action)
        if "cards" not in scene.told:
            check_cards(table, cards, f"the move {scene.named(action)}", type(state)._play, type(state).zones)
        shown = (table.zones(), table.legal_actions())
        other, before = met.setdefault(table.key(), (action, shown))
        if before != shown:
            raise Broken(
                f"after {scene.named(other)} and after {scene.named(action)} key() is the same, and the tables differ",
                "key() holds everything that decides how the game goes on.",
                type(state).key,
            )
        for seat in range(state.players):
            seen = (table.observation(seat), table.legal_actions() if table.current_player() == seat else None)
            other, before = views.setdefault((seat, table.information_state_key(seat)), (action, seen))
            if before != seen:
                raise Broken(
                    f"after {scene.named(other)} and after {scene.named(action)} information_state_key({seat}) is the "
                    f"same, and seat {seat} sees different tables",
                    "information_state_key() holds everything that a player knows: the whole observation and more.",
                    type(state).information_state_key,
                )


def macros(scene: Scene) -> None:
    """A faster way to list whole commitments finds those that clones find."""
    state, method = scene.state, type(scene.state).macro_actions
    if method is State.macro_actions or state.is_terminal() or state.is_open():
        return
    fast = state.macro_actions()
    if len(fast) <= MOST_MACROS and sorted(fast) != sorted(State.macro_actions(state)):
        look = "It must list every path through the stages of a commitment, each once."
        raise Broken("macro_actions() differs from what playing on clones finds", look, method)


def allowed(scene: Scene) -> None:
    """The fast list of what is legal agrees with the slow one, where an engine has both."""
    slow = getattr(scene.state, "allowed", None)
    if not callable(slow) or scene.state.is_terminal():
        return
    fast, slowly = set(scene.state.legal_actions()), set(slow())
    methods = (type(scene.state)._generate, type(scene.state).allowed)  # type: ignore[attr-defined]
    for action in sorted(fast ^ slowly):
        fault = "lists {}, which a rule forbids" if action in fast else "leaves out {}, which no rule forbids"
        says = f"_generate() {fault.format(scene.named(action))}"
        raise Broken(says, "_generate() and the rules that bar actions must say the same.", *methods)


def refusal(scene: Scene) -> None:
    """What is not legal is refused with a clause, and the table stays as it was."""
    state = scene.state
    methods = (type(state)._refuse, type(state).apply_action)
    legal = set(state.legal_actions())
    known = {*scene.game.points, UNKNOWN_ACTION}
    strange = [-1, (scene.every[-1] if scene.every else 0) + 1]
    before = _quickly(state)
    for action in [*_some([action for action in scene.every if action not in legal], scene.seed), *strange]:
        what = scene.named(action) if action not in strange else f"{action}, which is no action of the game,"
        try:
            state.apply_action(action)
        except IllegalAction as error:
            if error.clause not in known:
                says = f"{what} is refused by the clause '{error.clause}', which the engine does not bind"
                raise Broken(says, "Name a clause of POINTS: its page prints it.", *methods) from None
            if not error.why:
                raise Broken(f"{what} is refused without saying why", "Say it in a sentence.", *methods) from None
        except Exception as error:
            error.add_note(f"It was to refuse {what.rstrip(',')}.")
            raise
        else:
            says = f"{what} is not legal, and apply_action() plays it"
            raise Broken(says, "apply_action() must refuse what legal_actions() does not list.", *reversed(methods))
        if different := changed(before, _quickly(state)):
            says = f"{what} is refused, and {different[0]} changes all the same"
            raise Broken(says, "Look before you change anything: a refusal leaves the table as it was.", *methods)


def imagined(scene: Scene) -> None:
    """Tables that a player imagines look like the real one to that player."""
    check_imagined(scene.state, scene.seed, play=scene.told.isdisjoint({"cards", "tried"}))


CHECKS: Mapping[str, Callable[[Scene], None]] = {
    "clone": clone,
    "observation": observation,
    "standing": standing,
    "tried": tried,
    "macros": macros,
    "allowed": allowed,
    "refusal": refusal,
    "imagined": imagined,
}
"""By the kind of fault that they find, in the order in which they are made: later ones need clones."""
AFTER: Mapping[str, AbstractSet[str]] = {
    "words": frozenset({"actions"}),
    "reading": frozenset({"actions", "words"}),
    "macros": frozenset({"clone", "legal", "seat", "tried"}),
    "allowed": frozenset({"legal", "seat"}),
    "refusal": frozenset({"actions", "legal", "seat"}),
    "imagined": frozenset({"clone"}),
    "transcript": frozenset({"actions", "words", "reading", "legal", "clone", "chance"}),
    "stuck": frozenset({"clone", "imagined", "again", "chance"}),
}
"""What is not looked for while one of these faults is there: it would only be told once more, in other words."""
DOES: Mapping[str, tuple[str, str]] = {
    "clone": ("taking a clone", "clone"),
    "observation": ("observation()", "observation"),
    "standing": ("standing()", "standing"),
    "tried": ("playing on a copy", "clone"),
    "macros": ("macro_actions()", "macro_actions"),
    "allowed": ("allowed()", "allowed"),
    "refusal": ("an action that is refused", "_refuse"),
    "imagined": ("resample(), or playing on the table that it gives,", "resample"),
}
"""What each check does that must leave the table alone, and the method that does it."""


def check_kinds(state: State) -> None:
    """Raise Broken when the keys and views of a table are not of the kinds that everything else counts on."""
    kind = type(state)
    _check_kind("key()", state.key(), bytes, kind.key)
    for seat in range(state.players):
        key = state.information_state_key(seat)
        _check_kind(f"information_state_key({seat})", key, bytes, kind.information_state_key)
    for viewer in (None, *range(state.players)):
        _check_kind(f"observation({viewer})", state.observation(viewer), dict, kind.observation)


def _check_kind(call: str, found: object, kind: type, method: object) -> None:
    if not isinstance(found, kind):
        look = "Keys are bytes, such as repr(...).encode(); a view is a dict."
        raise Broken(f"{call} gives {found!r:.60}, which is not {kind.__name__}", look, method)


def play_listed(game: Game, state: State, action: Action) -> None:
    """Play an action that is listed as legal. Raises Broken when it is refused."""
    try:
        state.apply_action(action)
    except IllegalAction as error:
        says = f"legal_actions() lists {named(game, action)}, which is then refused: {error}"
        look = "What is listed must be possible."
        raise Broken(says, look, type(state).apply_action, type(state)._generate) from None


def check_seat(state: State) -> None:
    """Raise Broken when nobody can act on a table on which the game goes on."""
    kind = type(state)
    if not 0 <= state.current_player() < state.players:
        says = f"current_player() is {state.current_player()}, and there are seats 0 to {state.players - 1}"
        raise Broken(says, "`player` is the seat that moves, or OVER.", kind._play)
    if not state.legal_actions():
        look = "Let the rules pass the turn on, or end the game: set `player` to OVER."
        raise Broken("nothing is legal, and the game is not over", look, kind._generate)


def check_legal(game: Game, state: State, known: frozenset[Action]) -> None:
    """Raise Broken when what is legal is not listed in order, or is no action of the game. known: those that are."""
    legal = state.legal_actions()
    methods = (type(state)._generate, type(state).legal_actions)
    for one, two in pairwise(legal):
        if one >= two:
            says = (
                f"legal_actions() is not ascending with each action once: {named(game, two)} follows {named(game, one)}"
            )
            raise Broken(says, "Sort what you generate, and list nothing twice.", *methods)
    if known and not known.issuperset(legal):
        strange = next(action for action in legal if action not in known)
        says = f"legal_actions() lists {strange}, which actions() does not"
        raise Broken(says, "actions() lists every action that can ever be legal.", type(game).actions, *methods)


def check_end(state: State) -> None:
    """Raise Broken when an ended game has no proper result."""
    shares, players = state.returns(), state.players
    kind = type(state)
    if len(shares) != players or not all(isfinite(share) and share >= 0 for share in shares):
        says = f"returns() is not one share of the win for each of {players} players: {shares}"
        raise Broken(says, "Give a list of numbers from 0 to 1.", kind.returns)
    if not isclose(sum(shares), 1, abs_tol=1e-6):
        raise Broken(f"returns() adds up to {sum(shares):g}, not to 1", "A shared win is shared out.", kind.returns)
    seats = sorted(seat for group in state.ranking().groups for seat in group)
    if seats != list(range(players)):
        says = f"ranking() has the seats {seats}, and there are {players} players"
        raise Broken(says, "Each value of criteria() has one number for each player.", kind.ranking, kind.criteria)
    if len(sheets := state.score_sheets()) != players:
        says = f"score_sheets() gives {len(sheets)} sheets for {players} players"
        raise Broken(says, "Give one for each, also when nothing is scored.", kind.score_sheets)
    if legal := state.legal_actions():
        says = f"the game is over, and legal_actions() still lists {counted(len(legal), 'action')}"
        raise Broken(says, "Nothing is legal once `player` is OVER.", kind.legal_actions)
    if state.is_open():
        raise Broken("the game is over in the middle of a commitment", "is_open() is false at the end.", kind.is_open)


def _play(state: State, random: Random, moves: int) -> None:
    for _ in range(moves):
        legal = state.legal_actions()
        if state.is_terminal() or not legal:
            return
        state.apply_action(legal[int(random.random() * len(legal))])


def _quickly(state: State) -> dict[str, str]:
    """What a refusal may change, as far as that costs little; everything else is compared after all of them."""
    return {"key()": repr(state.key()), "fired": repr(state.fired), "legal_actions()": repr(state.legal_actions())}


def _some(actions: Sequence[Action], seed: int) -> Sequence[Action]:
    return actions if len(actions) <= MOST_TRIED else sorted(Random(seed).sample(actions, MOST_TRIED))


def _first(calls: Sequence[str]) -> str:
    """The call that tells the author most: what is seen rather than its key."""
    return next((call for call in calls if call not in {"fired", "key()", "legal_actions()"}), calls[0])

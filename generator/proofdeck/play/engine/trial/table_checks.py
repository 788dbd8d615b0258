"""Checks for any table of any game. Each raises `Broken`, or whatever the engine raises."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, pairwise
from math import isclose, isfinite
from random import Random
from typing import NamedTuple

from proofdeck.ground.problems import counted, listed
from proofdeck.play.engine.kit.choosing import UNTIL_ALL
from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.kit.table import Table
from proofdeck.play.engine.state import UNKNOWN_ACTION, Action, Game, IllegalAction, State
from proofdeck.play.engine.trial.comparing import (
    Broken,
    cards_of,
    changed,
    check_cards,
    goes_on,
    play_on,
    seen_of,
    shared_by,
)
from proofdeck.play.engine.trial.imagined import check_imagined
from proofdeck.source.rules.sides import Sides

ONWARD = 30
"""Moves played on a copy."""
MOST_TRIED = 20
"""Legal actions to try at one table, and illegal ones."""
MOST_MACROS = 200
"""The most whole commitments at a table for which two ways to list them are compared."""
ASK_FOR_WORDS = "Return a sentence, or None for an action that the rule does not forbid."
ASK_WHAT_IS_ON = (
    "Looking at a table must not record that a rule takes effect: write `self.on & CLAUSE`, not `self.apply(CLAUSE)`."
)
COPY_LISTS = "Copy every list in clone(), `copy.hand = self.hand[:]`, and lists in lists one by one."


@dataclass(frozen=True, slots=True)
class ExaminedTable:
    """A table under examination.

    seen: everything it says about itself. actions: those played from here in the real game; keys: of the tables after
    each of them. every: all actions of the game. copy: returns an equal table. seed: for random choices. told: the
    kinds of faults already known.
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
        """An action in quotes, or its number if it has no words."""
        return named(self.game, action)


def named(game: Game, action: Action) -> str:
    """An action in quotes, or its number if it has no words."""
    try:
        return f"'{game.action_to_string(action)}'"
    except Exception:  # noqa: BLE001 - missing words are reported by the check of words
        return str(action)


def clone(scene: ExaminedTable) -> None:
    """Check that a clone equals its table, plays on like it, and shares nothing mutable."""
    state, method = scene.state, type(scene.state).clone
    before, copy = scene.seen, state.clone()
    if type(copy) is not type(state) or copy is state:
        raise Broken("clone() does not return a new table of the same class", "", method)
    if different := changed(before, seen_of(copy)):
        raise Broken(
            f"a clone differs from the table it was taken from, in {_first(different)}",
            "clone() must copy every attribute, including those of State: player, players, turns, fired, _legal.",
            method,
        )
    shared = shared_by(state, copy)
    for action, key in zip(scene.actions[:ONWARD], scene.keys, strict=False):
        copy.apply_action(action)
        if copy.key() != key:
            raise Broken(
                f"a clone does not behave like its table: {scene.named(action)} leads to a different table",
                "clone() must copy everything that affects the rest of the game.",
                method,
            )
    play_on(copy, Random(scene.seed), ONWARD)
    if different := changed(before, seen_of(state)):
        now = shared_by(state, copy)
        names = [f"'{name}'" for name, looks in shared.items() if now.get(name) != looks] or [
            f"'{name}'" for name in shared
        ]
        what = f", because both share {names[0]}" if names else ""
        says = f"playing on a clone changes {_first(different)} of its original table{what}"
        raise Broken(says, COPY_LISTS, method)


def shuffles(scene: ExaminedTable) -> None:
    """Check that tables of the kit whose next shuffles differ have different keys."""
    for name in ("seed", "shuffles"):
        other = scene.copy()
        if not hasattr(other, name):
            continue
        setattr(other, name, getattr(other, name) + 1)
        if other.key() == scene.state.key() and not goes_on(other, scene.actions, scene.keys):
            says = f"two tables with the same key() shuffle differently, because their `{name}` differ"
            raise Broken(says, f"key() must contain self.{name}.", type(scene.state).key)


def observation(scene: ExaminedTable) -> None:
    """Check that views of players and spectators can be written as JSON."""
    state = scene.state
    for viewer in (None, *range(state.players)):
        seen = state.observation(viewer)
        method = type(state).observation
        look = "Return a dict of strings, whole numbers, True, False, None, lists, and dicts with string keys."
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
            raise Broken(f"observation({viewer}) changes on its way through JSON: check '{strange}'", look, method)


def applying(state: State) -> object:
    """The method of a table of the kit that records rules as applied while points are counted."""
    if not isinstance(state, Table):
        return None
    copy = state.clone()
    copy.fired = 0
    for method in (copy.items, copy.objections, copy.tallies):
        for seat in range(state.players):
            list(method(seat))
            if copy.fired:
                return getattr(type(state), method.__name__)
    list(copy.deciding())
    return type(state).deciding if copy.fired else None


def standing(scene: ExaminedTable) -> None:
    """Check that `standing` and `prospect` share out exactly one win among sides that stay as they are."""
    state = scene.state
    sides = scene.game.sides(state.players)
    if state.sides() != sides or sorted(chain(*sides.seats)) != [*range(state.players)]:
        says = f"the sides are {_said(state.sides())} at this table, and {_said(sides)} by the rules of the game"
        look = "Each player is on one side, which stays the same from the deal to the end."
        raise Broken(says, look, type(state).sides, type(scene.game).sides)
    for name in ("standing", "prospect"):
        call, method, shares = f"{name}()", getattr(type(state), name), getattr(state, name)()
        if len(shares) != state.players or not all(isfinite(share) and share >= 0 for share in shares):
            says = f"{call} does not return a share of the win for each of {state.players} players: {shares}"
            raise Broken(says, "Return a list of numbers from 0 to 1.", method)
        _check_shares(state, shares, call, method)


def _said(sides: Sides) -> str:
    return " against ".join(listed(str(seat + 1) for seat in side) for side in sides.seats)


def _check_shares(state: State, shares: Sequence[float], call: str, method: object) -> None:
    """Raise Broken if partners have different shares, or if those of all sides do not add up to a win."""
    sides = state.sides()
    if apart := next((side for side in sides.seats if len({shares[seat] for seat in side}) > 1), None):
        says = f"{call} gives the partners {listed(str(seat + 1) for seat in apart)} different shares: {shares}"
        raise Broken(says, "Partners win together: give each of them the share of their side.", method)
    total = sum(shares[side[0]] for side in sides.seats)
    if sides.is_together and total > 1:
        raise Broken(f"{call} gives {total:g} of a win", "Against the game, a chance is at most 1.", method)
    if not sides.is_together and not isclose(total, 1, abs_tol=1e-6):
        raise Broken(f"{call} adds up to {total:g}, not to 1", "Divide each by the sum.", method)


def glance(scene: ExaminedTable) -> None:
    """Check that a quick look at a table shows no hidden card, if an engine has one of its own."""
    state, method = scene.state, type(scene.state).glance
    if method is State.glance:
        return
    for seat in range(state.players):
        if state.resample(seat, Random(scene.seed)).glance(seat).key() != state.glance(seat).key():
            says = f"glance({seat}) is different on tables that look the same to seat {seat}"
            raise Broken(says, "It must not depend on what the player cannot see.", method)


def performs(game: Game, action: Action) -> object:
    """The author's method that performs an action, if the kit knows it."""
    return game.moves[action][0] if isinstance(game, Rules) and action in range(len(game.moves)) else None


def sealed(scene: ExaminedTable) -> None:
    """Check that nothing moves on the table while some have not chosen."""
    state = scene.state
    for action in _some(state.legal_actions(), scene.seed) if scene.game.chooses_together else ():
        table = scene.copy()
        play_listed(scene.game, table, action)
        if table.is_sealed() and (table.zones(), table.laid_pieces()) != (state.zones(), state.laid_pieces()):
            says = f"{scene.named(action)} moves cards or pieces although some players have not chosen yet"
            raise Broken(says, UNTIL_ALL, performs(scene.game, action) or type(state)._play)


def tried(scene: ExaminedTable) -> None:
    """Check that legal actions can be played, lose no card, and lead to tables with different keys."""
    state = scene.state
    cards, met = cards_of(state), dict[bytes, tuple[Action, object]]()
    views = dict[tuple[int, bytes], tuple[Action, object]]()
    for action in _some(state.legal_actions(), scene.seed):
        table = scene.copy()
        play_listed(scene.game, table, action)
        if "cards" not in scene.told:
            method = performs(scene.game, action) or type(state)._play
            check_cards(table, cards, f"the move {scene.named(action)}", method, type(state).zones)
        shown = (table.zones(), table.legal_actions())
        other, before = met.setdefault(table.key(), (action, shown))
        if before != shown:
            raise Broken(
                f"after {scene.named(other)} and after {scene.named(action)}, key() is the same but the tables differ",
                "key() must contain everything that affects the rest of the game.",
                type(state).key,
            )
        for seat in range(state.players):
            seen = (table.observation(seat), table.legal_actions() if table.current_player() == seat else None)
            other, before = views.setdefault((seat, table.information_state_key(seat)), (action, seen))
            if before != seen:
                raise Broken(
                    f"after {scene.named(other)} and after {scene.named(action)}, information_state_key({seat}) is the "
                    f"same, but seat {seat} sees different tables",
                    "information_state_key() must contain all that a player knows: the whole observation and more.",
                    type(state).information_state_key,
                )


def macros(scene: ExaminedTable) -> None:
    """Check that a faster way to list whole commitments finds the same ones as playing on clones."""
    state, method = scene.state, type(scene.state).macro_actions
    if method is State.macro_actions or state.is_terminal() or state.is_open():
        return
    fast = state.macro_actions()
    if len(fast) <= MOST_MACROS and sorted(fast) != sorted(State.macro_actions(state)):
        look = "It must list every path through the stages of a commitment exactly once."
        raise Broken("macro_actions() differs from the commitments found by playing on clones", look, method)


def allowed(scene: ExaminedTable) -> None:
    """Check that the fast list of legal actions agrees with the slow one, if an engine has both."""
    slow = getattr(scene.state, "allowed", None)
    if not callable(slow) or scene.state.is_terminal():
        return
    fast, slowly = set(scene.state.legal_actions()), set(slow())
    methods = (type(scene.state)._generate, type(scene.state).allowed)  # type: ignore[attr-defined]
    for action in sorted(fast ^ slowly):
        fault = "lists {}, which a rule forbids" if action in fast else "leaves out {}, which no rule forbids"
        says = f"_generate() {fault.format(scene.named(action))}"
        raise Broken(says, "_generate() and the rules that bar actions must agree.", *methods)


def refusal(scene: ExaminedTable) -> None:
    """Check that illegal actions are refused with a clause, leaving the table unchanged."""
    state = scene.state
    methods = (type(state)._refuse, type(state).apply_action)
    legal = set(state.legal_actions())
    known = {*scene.game.points, UNKNOWN_ACTION}
    strange = [-1, (scene.every[-1] if scene.every else 0) + 1]
    before = _quickly(state)
    for action in [*_some([action for action in scene.every if action not in legal], scene.seed), *strange]:
        what = scene.named(action) if action not in strange else f"{action}, which is not an action of the game,"
        try:
            state.apply_action(action)
        except IllegalAction as error:
            if error.clause not in known:
                says = f"{what} is refused by the clause '{error.clause}', which the engine does not bind"
                raise Broken(says, "Name a clause from POINTS that its page prints.", *methods) from None
            reason: object = error.why
            if not reason:
                raise Broken(f"{what} is refused without a reason", ASK_FOR_WORDS, *methods) from None
            if not isinstance(reason, str):
                says = f"{what} is refused with {reason!r} in place of a reason"
                raise Broken(says, ASK_FOR_WORDS, *methods) from None
        except Exception as error:
            error.add_note(f"It should have refused {what.rstrip(',')}.")
            raise
        else:
            says = f"{what} is not legal, but apply_action() plays it"
            raise Broken(says, "apply_action() must refuse what legal_actions() does not list.", *reversed(methods))
        if different := changed(before, _quickly(state)):
            says = f"{what} is refused, but {different[0]} changes anyway"
            raise Broken(says, "Check before you change anything: a refusal must leave the table as it was.", *methods)


def imagined(scene: ExaminedTable) -> None:
    """Check that imagined tables look like the real one to the player who imagines them."""
    check_imagined(scene.state, scene.seed, play=scene.told.isdisjoint({"cards", "tried"}))


class Check(NamedTuple):
    """look: raises `Broken`. does: what it does that must not change the table; method: the one that does it."""

    look: Callable[[ExaminedTable], None]
    does: str
    method: str


CHECKS: Mapping[str, Check] = {
    "clone": Check(clone, "taking a clone", "clone"),
    "shuffles": Check(shuffles, "playing on a copy", "clone"),
    "observation": Check(observation, "observation()", "observation"),
    "standing": Check(standing, "standing() or prospect()", "standing"),
    "sealed": Check(sealed, "playing on a copy", "clone"),
    "tried": Check(tried, "playing on a copy", "clone"),
    "macros": Check(macros, "macro_actions()", "macro_actions"),
    "allowed": Check(allowed, "allowed()", "allowed"),
    "refusal": Check(refusal, "an action that is refused", "_refuse"),
    "imagined": Check(imagined, "resample(), or playing on the table it returns,", "resample"),
    "glance": Check(glance, "glance()", "glance"),
}
"""The checks by the kind of fault they find, in the order they run: later ones need clones."""
AFTER: Mapping[str, AbstractSet[str]] = {
    "words": frozenset({"actions"}),
    "reading": frozenset({"actions", "words"}),
    "macros": frozenset({"clone", "legal", "seat", "tried"}),
    "allowed": frozenset({"legal", "seat"}),
    "refusal": frozenset({"actions", "legal", "seat"}),
    "shuffles": frozenset({"clone"}),
    "sealed": frozenset({"clone", "legal", "seat"}),
    "tried": frozenset({"sealed"}),
    "imagined": frozenset({"clone", "sealed"}),
    "glance": frozenset({"clone", "imagined", "sealed"}),
    "transcript": frozenset({"actions", "words", "reading", "legal", "clone", "chance"}),
    "stuck": frozenset({"clone", "imagined", "again", "chance"}),
}
"""Checks skipped while one of these faults exists, because they would only report it again in other words."""


def check_kinds(state: State) -> None:
    """Raise Broken if the keys and views of a table have the wrong types."""
    kind = type(state)
    _check_kind("key()", state.key(), bytes, kind.key)
    for seat in range(state.players):
        key = state.information_state_key(seat)
        _check_kind(f"information_state_key({seat})", key, bytes, kind.information_state_key)
    for viewer in (None, *range(state.players)):
        _check_kind(f"observation({viewer})", state.observation(viewer), dict, kind.observation)


def _check_kind(call: str, found: object, kind: type, method: object) -> None:
    if not isinstance(found, kind):
        look = "Keys must be bytes, such as repr(...).encode(), and views must be dicts."
        raise Broken(f"{call} returns {found!r:.60}, which is not {kind.__name__}", look, method)


def play_listed(game: Game, state: State, action: Action) -> None:
    """Play an action that is listed as legal. Raises Broken if it is refused."""
    try:
        state.apply_action(action)
    except IllegalAction as error:
        says = f"legal_actions() lists {named(game, action)}, but it is refused: {error}"
        look = "Every listed action must be possible."
        raise Broken(says, look, type(state).apply_action, type(state)._generate) from None


def check_seat(state: State) -> None:
    """Raise Broken if nobody can act although the game is not over."""
    kind = type(state)
    if not 0 <= state.current_player() < state.players:
        says = f"current_player() is {state.current_player()}, but the seats are 0 to {state.players - 1}"
        raise Broken(says, "`player` must be the seat to move, or OVER.", kind._play)
    if not state.legal_actions():
        look = "Make the rules pass the turn on, or end the game: with self.end(...), or by setting `player` to OVER."
        raise Broken("no action is legal, but the game is not over", look, kind._generate)


def check_legal(game: Game, state: State, known: frozenset[Action]) -> None:
    """Raise Broken if legal actions are not in order or not actions of the game. known: all actions of the game."""
    legal = state.legal_actions()
    methods = (type(state)._generate, type(state).legal_actions)
    for one, two in pairwise(legal):
        if one >= two:
            says = (
                f"legal_actions() must be ascending without duplicates: {named(game, two)} follows {named(game, one)}"
            )
            raise Broken(says, "Sort the actions and list none twice.", *methods)
    if known and not known.issuperset(legal):
        strange = next(action for action in legal if action not in known)
        says = f"legal_actions() lists {strange}, but actions() does not"
        raise Broken(says, "actions() must list every action that can ever be legal.", type(game).actions, *methods)


def check_end(state: State) -> None:
    """Raise Broken if a finished game has no valid result."""
    shares, players = state.returns(), state.players
    kind = type(state)
    if len(shares) != players or not all(isfinite(share) and share >= 0 for share in shares):
        says = f"returns() does not return a share of the win for each of {players} players: {shares}"
        raise Broken(says, "Return a list of numbers from 0 to 1.", kind.returns)
    _check_shares(state, shares, "returns()", kind.returns)
    seats = sorted(seat for group in state.ranking().groups for seat in group)
    if seats != list(range(players)):
        says = f"ranking() has the seats {seats}, but there are {players} players"
        raise Broken(says, "Each of criteria() must have one number per player.", kind.ranking, kind.criteria)
    if len(sheets := state.score_sheets()) != players:
        says = f"score_sheets() returns {len(sheets)} sheets for {players} players"
        raise Broken(says, "Return one for each player, even if nothing is scored.", kind.score_sheets)
    if legal := state.legal_actions():
        says = f"the game is over, but legal_actions() still lists {counted(len(legal), 'action')}"
        raise Broken(says, "No action may be legal once `player` is OVER.", kind.legal_actions)
    if state.is_open():
        raise Broken("the game is over in the middle of a commitment", "is_open() is false at the end.", kind.is_open)


def _quickly(state: State) -> dict[str, str]:
    """Cheap checks of what a refusal might change; everything else is compared after all refusals."""
    return {"key()": repr(state.key()), "fired": repr(state.fired), "legal_actions()": repr(state.legal_actions())}


def _some(actions: Sequence[Action], seed: int) -> Sequence[Action]:
    return actions if len(actions) <= MOST_TRIED else sorted(Random(seed).sample(actions, MOST_TRIED))


def _first(calls: Sequence[str]) -> str:
    """The call that is most helpful to the author: a view rather than a key."""
    return next((call for call in calls if call not in {"fired", "key()", "legal_actions()"}), calls[0])

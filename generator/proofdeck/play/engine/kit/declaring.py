"""Turns the declarations of a table into slots and methods, and refuses what cannot be declared."""

from __future__ import annotations

import inspect
from abc import ABCMeta
from collections.abc import Mapping, Sequence
from itertools import compress

from proofdeck.ground.problems import did_you_mean, hint_from
from proofdeck.play.engine.kit.actions import Action
from proofdeck.play.engine.kit.imagining import own_memory
from proofdeck.play.engine.kit.making import MADE_FOR, blank, clone, compiled, generate, in_full
from proofdeck.play.engine.kit.pieces import Choice, Die, Spots
from proofdeck.play.engine.kit.zones import CHOOSING, Fact, Zone, bits, memory_of

ROLLED = "rolled_dice"
"""The fact that keeps what was rolled."""
FORETOLD = "foretold_dice"
"""The fact that keeps what the next dice show, where an example says it."""
DICE = (ROLLED, FORETOLD)
OFFERED = frozenset(
    "add advance apply by by_kind cards_in commit deal_out end fill gather item next_turn objection pass_cards "
    "pass_left pay_out pieces_left put roll shuffled take_first".split()
)
"""Methods that games call and never replace."""


class Once(dict[str, object]):
    """The body of a class of tables, in which nothing that is declared is replaced."""

    def __setitem__(self, name: str, value: object) -> None:
        if isinstance(self.get(name), Zone | Fact | Action):
            raise TypeError(f"'{name}' is declared twice; use a different name")
        super().__setitem__(name, value)


class Declared(ABCMeta):
    """Turns the declarations of a class into slots and methods."""

    @classmethod
    def __prepare__(cls, *_: object, **__: object) -> Once:
        return Once()

    ZONES: dict[str, Zone]
    FACTS: dict[str, Fact]
    ACTIONS: dict[str, Action]

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, object], **more: object) -> Declared:
        inherited = [base for base in bases if isinstance(base, Declared)]
        zones: dict[str, Zone] = {key: zone for base in inherited for key, zone in base.ZONES.items()}
        facts: dict[str, Fact] = {key: fact for base in inherited for key, fact in base.FACTS.items()}
        actions: dict[str, Action] = {key: one for base in inherited for key, one in base.ACTIONS.items()}
        zones |= {key: value for key, value in space.items() if isinstance(value, Zone)}
        facts |= {key: value for key, value in space.items() if isinstance(value, Fact)}
        actions |= {key: value for key, value in space.items() if isinstance(value, Action)}
        followed = _followed({key: value for key, value in space.items() if isinstance(value, Zone | Fact)}, facts)
        space |= followed
        facts |= followed
        own = [key for key, value in space.items() if isinstance(value, Zone | Fact)]
        _check_names([key for key, value in space.items() if isinstance(value, Zone | Fact | Action)], bases, inherited)
        _check_methods(space, bases)
        _check_cards(zones, actions)
        _check_tiles(zones, facts)
        for declared in own:
            del space[declared]
        space.setdefault("__slots__", tuple(own))
        masked = {key: fact for key, fact in facts.items() if fact.seen is not None}
        choices = {key: fact.thing for key, fact in facts.items() if isinstance(fact.thing, Choice)}
        space |= {"ZONES": zones, "FACTS": facts, "ACTIONS": actions, "MASKED": masked, "CHOICES": choices}
        if own or any(isinstance(value, Action) for value in space.values()):
            made = _methods(name, zones, facts, actions)
            space |= {key: value for key, value in made.items() if key not in space and not _is_written(key, bases)}
        return super().__new__(mcs, name, bases, space, **more)


def _followed(own: Mapping[str, Zone | Fact], facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """What the kit keeps for the declarations of a class: who remembers which cards, whether some have chosen, and what
    was rolled.
    """
    found = {
        memory_of(name): Fact((), False, None, seen=own_memory, shown=False, decides=False)
        for name, zone in own.items()
        if isinstance(zone, Zone) and zone.passed
    }
    things = [one.thing for one in own.values() if isinstance(one, Fact)]
    if CHOOSING not in facts and any(isinstance(one, Choice) for one in things):
        found[CHOOSING] = Fact(False, False, None, shown=False)
    if ROLLED not in facts and any(isinstance(one, Die) for one in things):
        found |= {name: Fact((), False, None, seen=lambda *_: (), shown=False, decides=False) for name in DICE}
    return found


def _check_names(own: Sequence[str], bases: tuple[type, ...], inherited: Sequence[Declared]) -> None:
    """Raises TypeError for a name that every table already has. A subclass may redeclare an action."""
    anew = {name for base in inherited for name in base.ACTIONS}
    taken = next((name for name in own if name not in anew and any(hasattr(base, name) for base in bases)), "")
    if taken:
        raise TypeError(f"every table already has '{taken}'; use a different name")


def _check_methods(space: Mapping[str, object], bases: tuple[type, ...]) -> None:
    """Raises TypeError for a method that has the name of one that every table offers, or that cannot be called like the
    one of every table that it replaces.
    """
    for name, method in space.items():
        theirs = next((getattr(base, name) for base in bases if inspect.isfunction(getattr(base, name, None))), None)
        if inspect.isfunction(method) and theirs is not None and not name.startswith("_"):
            own, known = (
                [one for one in inspect.signature(each).parameters.values() if one.default is one.empty]
                for each in (method, theirs)
            )
            if name in OFFERED:
                raise TypeError(f"every table already has a method '{name}'; use a different name for yours")
            if len(own) != len(known) and all(one.kind is not one.VAR_POSITIONAL for one in own):
                takes = ", ".join(one.name for one in known)
                raise TypeError(
                    f"every table already has a method '{name}', which takes ({takes}); give yours the same"
                )


def _check_cards(zones: Mapping[str, Zone], actions: Mapping[str, Action]) -> None:
    """Raises TypeError for an unknown zone from which an action takes cards, or by which those of a zone are known."""
    wanted = [
        *((axis.zone, f"'{one.words}' takes cards from") for one in actions.values() for axis in one.axes.values()),
        *((one.known, f"cards in '{name}' are known by") for name, one in zones.items()),
    ]
    for name, says in wanted:
        if name and name not in zones:
            raise TypeError(hint_from(f"{says} '{name}', but there is no such zone.", did_you_mean(name, zones)))


def _check_tiles(zones: Mapping[str, Zone], facts: Mapping[str, Fact]) -> None:
    """Raises TypeError for pieces on tiles of a board that has no zone, because nobody would see them."""
    boards = {zone.tiles.board for zone in zones.values() if zone.tiles}
    for name, fact in facts.items():
        if isinstance(fact.thing, Spots) and fact.thing.board not in boards:
            raise TypeError(
                f"'{name}' is on tiles of '{fact.thing.board}': declare a `zone(tiles=...)` with these tiles"
            )


def _is_written(method: str, bases: tuple[type, ...]) -> bool:
    """Whether a base class defines that method itself."""
    for base in bases:
        found = getattr(base, method, None)
        if found is not None and not getattr(found, "__isabstractmethod__", False):
            return not found.__code__.co_filename.startswith(MADE_FOR)
    return False


def _methods(
    name: str, zones: Mapping[str, Zone], facts: Mapping[str, Fact], actions: Mapping[str, Action]
) -> dict[str, object]:
    kinds = list(actions.values())
    rows = {f"row_{place}_{number}": row.why for place, one in enumerate(kinds) for number, row in enumerate(one.rows)}
    names = {"bits": bits, "compress": compress, "starts": {key: fact.start for key, fact in facts.items()}, **rows}
    sources = [blank(zones, facts), clone(zones, facts), in_full(zones, facts), generate(kinds, zones)]
    found = compiled(sources, names, name)
    return {**found, "blank": classmethod(found["blank"])}

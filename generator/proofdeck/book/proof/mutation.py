"""Would anybody notice if a rule were wrong? Rules are changed on purpose, to see which examples notice.

A mutant is the game with one parameter shifted by one step, or with one clause switched off. An example notices it if
its result is no longer the printed one. A mutant that no example notices would not be noticed by a reader either
(mutation analysis of programs: DeMillo, Lipton and Sayward 1978).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from proofdeck.book.proof.examples import Variants, run
from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.patience import EndlessCall, limited
from proofdeck.play.engine.state import Game
from proofdeck.source.cards import Deck
from proofdeck.source.rules.examples import Example
from proofdeck.source.rules.parameters import Parameter, Value, Values, Whole, YesNo, in_words
from proofdeck.source.rules.points import ALL_ON

MOST_SECONDS = 5.0
"""After which an example is given up that no rule ends; printed ones take a few hundredths."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule changed on purpose. `rule`: the parameter or clause; `change`: `8 -> 9`, or `off`.

    `game`: the game with it, or why there is none: its engine never finished making it.
    """

    rule: str
    change: str
    game: Game | EndlessCall


@dataclass(frozen=True, slots=True)
class Verdict:
    """`noticed_by`: the ids of the examples whose result is different. `did_not_finish`: where the engine was still
    running when the last of them was given up, "" if none was.
    """

    rule: str
    change: str
    noticed_by: tuple[str, ...]
    did_not_finish: str = ""


def verdict(
    mutant: Mutant,
    examples: Sequence[Example],
    shown: str,
    engine: Engine[Game],
    deck: Deck,
    place_in: Callable[[BaseException], str] = str,
) -> Verdict:
    """Return all examples that notice the mutant, up to the first that does not finish.

    `place_in`: says where an engine was running.
    """
    found, place = list[str](), ""
    try:
        variants = _variants(mutant, engine, deck)
        for example in examples:
            found.append(example.id)  # which stays if it does not finish
            if not _differs(example, shown, variants):
                found.pop()
    except EndlessCall as error:
        found, place = found or [one.id for one in examples], place_in(error)
    return Verdict(mutant.rule, mutant.change, tuple(found), place)


def noticed_by(
    mutant: Mutant, examples: Iterable[Example], shown: str, engine: Engine[Game], deck: Deck
) -> Iterator[str]:
    """Yield the ids of the examples that notice the mutant, as they are asked for.

    The variant of an example is played on top of it: a parameter that an example sets itself is never changed. Raises
    EndlessCall for an example that takes more than MOST_SECONDS.
    """
    variants = _variants(mutant, engine, deck)
    return (one.id for one in examples if _differs(one, shown, variants))


def _variants(mutant: Mutant, engine: Engine[Game], deck: Deck) -> Variants:
    if isinstance(mutant.game, EndlessCall):
        raise mutant.game
    return Variants(engine, mutant.game, deck)


def _differs(example: Example, shown: str, variants: Variants) -> bool:
    """Compare results and refusals. What an example claims to cover and its prose do not count; an engine that fails
    is noticed by everybody.
    """
    try:
        with limited("this example", MOST_SECONDS):
            return any(problem.code not in {"E623", "E624"} for problem in run(example, shown, variants).problems)
    except EndlessCall:
        raise
    except Exception:  # noqa: BLE001 - whatever an engine raises without one of its rules
        return True


def mutants(engine: Engine[Game], values: Values, deck: Deck) -> Iterator[Mutant]:
    """Yield parameters in the order of the head, then clauses, if the deck can be played with the change."""
    for parameter in engine.parameters:
        for value in shifted(parameter, values[parameter.name]):
            if game := _made(engine, deck, values.but({parameter.name: value}), ALL_ON):
                yield Mutant(parameter.name, f"{in_words(values[parameter.name])} -> {in_words(value)}", game)
    for clause in engine.points:
        if game := _made(engine, deck, values, engine.points.without([clause])):
            yield Mutant(clause, "off", game)


def _made(engine: Engine[Game], deck: Deck, values: Values, on: int) -> Game | EndlessCall | None:
    """The game, or why there is none; None if the deck cannot be played so."""
    try:
        with limited("making this game", MOST_SECONDS):
            return engine.make(deck, values, on)
    except ProofdeckError:
        return None
    except EndlessCall as error:
        return error


def shifted(parameter: Parameter, value: Value) -> Iterator[Value]:
    """Return a step down and a step up, the other answer, or the other words."""
    if isinstance(parameter, Whole):
        assert isinstance(value, int)
        yield from (near for near in (value - 1, value + 1) if parameter.at_least <= near <= parameter.at_most)
    elif isinstance(parameter, YesNo):
        yield not value
    else:
        yield from (word for word in parameter.words if word != value)

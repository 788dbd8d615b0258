"""Would anybody notice if a rule were wrong? Rules are changed on purpose, to see which examples notice.

A mutant is the game with one parameter shifted by one step, or with one clause switched off. An example notices it if
its result is no longer the printed one. A mutant that no example notices would not be noticed by a reader either
(mutation analysis of programs: DeMillo, Lipton and Sayward 1978).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.cards import Deck
from generator.engine.engine import Engine
from generator.engine.patience import EndlessCall
from generator.engine.state import Game
from generator.problems import ProofdeckError
from generator.rulebook.examples import Variants, run
from generator.rules.examples import Example
from generator.rules.parameters import Parameter, Value, Values, Whole, YesNo, in_words
from generator.rules.points import ALL_ON


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule changed on purpose. `rule`: the parameter or clause; `change`: `8 -> 9`, or `off`."""

    rule: str
    change: str
    game: Game


@dataclass(frozen=True, slots=True)
class Verdict:
    """`noticed_by`: the ids of the examples whose result is different."""

    rule: str
    change: str
    noticed_by: tuple[str, ...]


def verdict(mutant: Mutant, examples: Iterable[Example], shown: str, engine: Engine[Game], deck: Deck) -> Verdict:
    """Return all examples that notice the mutant."""
    return Verdict(mutant.rule, mutant.change, tuple(noticed_by(mutant, examples, shown, engine, deck)))


def noticed_by(
    mutant: Mutant, examples: Iterable[Example], shown: str, engine: Engine[Game], deck: Deck
) -> Iterator[str]:
    """Yield the ids of the examples that notice the mutant, as they are asked for.

    The variant of an example is played on top of it: a parameter that an example sets itself is never changed.
    """
    variants = Variants(engine, mutant.game, deck)
    return (one.id for one in examples if _differs(one, shown, variants))


def _differs(example: Example, shown: str, variants: Variants) -> bool:
    """Compare results and refusals. What an example claims to cover and its prose do not count; an engine that fails
    is noticed by everybody.
    """
    try:
        return any(problem.code not in {"E623", "E624"} for problem in run(example, shown, variants).problems)
    except EndlessCall:
        raise
    except Exception:  # noqa: BLE001 - whatever an engine raises without one of its rules
        return True


def mutants(engine: Engine[Game], values: Values, deck: Deck) -> Iterator[Mutant]:
    """Yield parameters in the order of the head, then clauses, if the deck can be played with the change."""
    for parameter in engine.parameters:
        for value in shifted(parameter, values[parameter.name]):
            try:
                game = engine.make(deck, values.but({parameter.name: value}), ALL_ON)
            except ProofdeckError:
                continue
            yield Mutant(parameter.name, f"{in_words(values[parameter.name])} -> {in_words(value)}", game)
    for clause in engine.points:
        try:
            game = engine.make(deck, values, engine.points.without([clause]))
        except ProofdeckError:
            continue
        yield Mutant(clause, "off", game)


def shifted(parameter: Parameter, value: Value) -> Iterator[Value]:
    """Return a step down and a step up, the other answer, or the other words."""
    if isinstance(parameter, Whole):
        assert isinstance(value, int)
        yield from (near for near in (value - 1, value + 1) if parameter.at_least <= near <= parameter.at_most)
    elif isinstance(parameter, YesNo):
        yield not value
    else:
        yield from (word for word in parameter.words if word != value)

"""Every set that a hand can lay, found by trying all, beside what the engine offers step by step.

What a set is stands here a second time, in words of its own: kinds and names in lists, no number of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from games.fantasy_contract_rummy.rummy_tables import rules, table

from proofdeck.play.games.fantasy_contract_rummy.building import NOTHING_YET
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS

PEOPLE = ["paladin", "bard", "trickster", "mage", "druid", "rogue", "ranger"]
ANIMALS = ["weasel", "wolf", "raven", "bear", "phoenix", "spirit"]
ARMS = ["sword", "shield", "lute", "mirror", "tome", "staff", "dagger", "bow-and-arrow"]

Shown = tuple[str, bool]
"""What a card counts as, and whether it stands in for that."""


def readings(card: str, stand_ins: str, never: str = "") -> list[Shown]:
    """What one card may be played as. never: a card that stands in for no other."""
    plain = [(card, False)]
    if stand_ins == "none" or card == never:
        return plain
    if card == "trickster":
        return plain + [(role, True) for role in PEOPLE if role != card]
    if card == "druid":
        return plain + [(role, True) for role in ANIMALS]
    return plain


def is_set(kind: str, cards: tuple[Shown, ...], multiplets: str, stand_ins: str) -> bool:
    names = [name for name, _ in cards]
    people, animals, arms = ([n for n in names if n in group] for group in (PEOPLE, ANIMALS, ARMS))
    if stand_ins == "one" and sum(instead for _, instead in cards) > 1:
        return False
    natural = {name for name, instead in cards if not instead}
    different = len(set(names)) == len(names)
    if kind == "formation":
        return len(people) == len(names) >= 3 and different
    if kind == "class-formation":
        return len(people) == len(names) >= 3 and len(set(names)) == 1 and bool(natural)
    if kind == "armory":
        return len(arms) == len(names) >= 3
    if kind == "weapon-specialist":
        return len(arms) == len(names) >= 3 and len(set(names)) == 1
    if kind == "animal-kingdom":
        return len(animals) == len(names) >= 3 and bool(natural)
    if kind == "master-of-arms":
        return len(people) == 1 and len(arms) == len(names) - 1 and len(set(arms)) >= 3
    if kind == "friend-of-animals":
        few = len(people) == 1 and len(animals) == len(names) - 1 >= 3
        return few and len(set(animals)) == len(animals)
    groups = Counter(names)
    if len(set(groups.values())) != 1 or min(groups.values(), default=0) < 2 or set(groups) != natural:
        return False
    motifs = [len(set(group)) for group in (people, animals, arms)]
    return {
        "strict": motifs == [1, 1, 1],
        "wide": motifs[0] == motifs[1] == motifs[2],
        "loose": sum(motifs) >= 2,
    }[multiplets]


def all_sets(hand: list[str], multiplets: str, stand_ins: str, never: str = "") -> set[tuple[str, tuple[Shown, ...]]]:
    """Every subset of the hand, in every reading, of every kind."""
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in set(combinations(sorted(hand), size)):
            for reading in set(product(*(readings(card, stand_ins, never) for card in cards))):
                shown = tuple(sorted(reading))
                found |= {(kind, shown) for kind in KINDS if is_set(kind, shown, multiplets, stand_ins)}
    return found


def offered(game: FantasyContractRummy, hand: list[str]) -> list[tuple[str, tuple[Shown, ...]]]:
    """What the stages lead to; each way is listed, so that two ways to one set would show."""
    state = table(" ".join(hand), game=game)
    motifs = game.motifs

    def ways(kind: int, chosen: list[int], left: list[int]) -> Iterator[tuple[int, ...]]:
        if chosen and game.agreed.is_valid(kind, chosen):
            yield tuple(chosen)
        last = chosen[-1] if chosen else NOTHING_YET
        for element in list(game.builder.options(kind, chosen, last, left)):
            rest = left[:]
            rest[motifs.card_of[element]] -= 1
            deeper = list(ways(kind, [*chosen, element], rest))
            assert deeper, "a step that leads nowhere"
            yield from deeper

    found = []
    for kind, name in enumerate(KINDS):
        sets = list(ways(kind, [], state.hand[0][:]))
        assert bool(sets) == game.builder.can_finish(kind, (), NOTHING_YET, state.hand[0])
        found += [(name, tuple(sorted((motifs.ids[e >> 1], bool(e & 1)) for e in cards))) for cards in sets]
    return found


def hands(seed: int, count: int, size: int, pool: list[str]) -> Iterator[list[str]]:
    random = Random(seed)
    for _ in range(count):
        yield random.sample(pool, size)


DECK = [name for name, copies in (
    *((p, 4) for p in PEOPLE), *((a, 4) for a in ANIMALS), *((w, 4) for w in ARMS),
) for _ in range(copies)]  # fmt: skip
RICH = (
    ["druid"] * 4 + ["trickster"] * 3 + ["wolf"] * 3 + ["bear"] * 2 + ["sword"] * 3 + ["paladin"] * 2 + ["dagger"] * 2
)
"""A pool in which stand-ins and multiplets are frequent."""


@pytest.mark.parametrize("stand_ins", ["unlimited", "one", "none"])
@pytest.mark.parametrize("multiplets", ["strict", "wide", "loose"])
def test_the_steps_lead_to_every_set_that_trying_all_finds_each_by_one_way(multiplets: str, stand_ins: str) -> None:
    game = rules({"multiplets": multiplets, "stand-ins": stand_ins})
    several, times = 0, 2 if stand_ins == "none" else 1
    for hand in [*hands(1, 4 * times, 6, DECK), *hands(2, 8 * times, 6, RICH), *hands(3, times, 7, RICH)]:
        expected, found = all_sets(hand, multiplets, stand_ins), offered(game, hand)
        assert sorted(found) == sorted(set(found)), "two ways to one set"
        assert set(found) == expected
        several += len(expected) > 2
    assert several > 2, "the hands are worth asking about"


@pytest.mark.parametrize("never", ["trickster", "druid"])
@pytest.mark.parametrize("multiplets", ["strict", "wide", "loose"])
def test_where_a_card_stands_in_for_no_other_no_step_counts_on_it(multiplets: str, never: str) -> None:
    game = rules({"multiplets": multiplets}, without=(f"stand-in.{never}",))
    lacking_a_druid = ["druid", "druid", "trickster", "wolf", "sword", "sword"]
    for hand in [lacking_a_druid, *hands(5, 3, 6, RICH)]:
        assert sorted(offered(game, hand)) == sorted(all_sets(hand, multiplets, "unlimited", never))


@pytest.mark.parametrize("multiplets", ["strict", "wide", "loose"])
def test_cards_for_a_set_on_the_table_are_exactly_those_that_trying_all_finds(multiplets: str) -> None:
    game = rules({"multiplets": multiplets})
    grown = 0
    for hand in hands(4, 25, 7, RICH):
        for kind, cards in sorted(all_sets(hand[:5], multiplets, "unlimited"))[:6]:
            base = tuple(sorted(2 * game.motifs.number[name] + instead for name, instead in cards))
            more = added(game, KINDS.index(kind), list(base), hand[5:], room=2)
            expected = set()
            for size in (1, 2):
                for extra in combinations(sorted(hand[5:]), size):
                    for reading in product(*(readings(card, "unlimited") for card in extra)):
                        if is_set(kind, tuple(sorted([*cards, *reading])), multiplets, "unlimited"):
                            expected.add(tuple(sorted(reading)))
            assert more == expected
            grown += bool(expected)
    assert grown > 5


def added(game: FantasyContractRummy, kind: int, base: list[int], hand: list[str], room: int) -> set[tuple[Shown, ...]]:
    """What may be added to a set, by the steps."""
    found: set[tuple[Shown, ...]] = set()

    def grow(chosen: list[int], last: int, left: list[int], space: int) -> None:
        extra = chosen[len(base) :]
        if extra and game.agreed.is_valid(kind, sorted(chosen)):
            found.add(tuple(sorted((game.motifs.ids[e >> 1], bool(e & 1)) for e in extra)))
        for element in list(game.builder.options(kind, chosen, last, left, space)):
            rest = left[:]
            rest[game.motifs.card_of[element]] -= 1
            grow([*chosen, element], element, rest, space - 1)

    grow(base[:], NOTHING_YET, table(" ".join(hand), game=game).hand[0][:], room)
    return found

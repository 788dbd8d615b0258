"""The best reading of a pile is the best: nothing that its cards can do beside the sets on the table counts more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from tables import variant

from proofdeck.play.games.fantasy_contract_rummy.best_reading import best_reading
from proofdeck.play.games.fantasy_contract_rummy.motifs import CONTRACTS
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.scoring import Side
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, CardSet

PILES = 24


@cache
def rules(**changes: str) -> FantasyContractRummy:
    game = variant("fantasy-contract-rummy", {name.replace("_", "-"): value for name, value in changes.items()})
    assert isinstance(game, FantasyContractRummy)
    return game


VARIANTS = [
    rules(),
    rules(multiplets="wide"),
    rules(multiplets="loose"),
    rules(stand_ins="one"),
    rules(stand_ins="none"),
]
VARIANT_NAMES = ["as agreed", "wide multiplets", "loose multiplets", "one stand-in", "no stand-ins"]


def readings(game: FantasyContractRummy, cards: tuple[int, ...]) -> Iterator[CardSet]:
    """Every set that just these cards can be, whatever Tricksters and Druids stand for."""
    for elements in elements_of(game, cards):
        yield from ((kind, elements) for kind in range(len(KINDS)) if game.agreed.is_valid(kind, elements))


def elements_of(game: FantasyContractRummy, cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """What just these cards can be laid as."""
    motifs = game.motifs
    free: list[list[tuple[int, ...]]] = []
    for motif, count in Counter(cards).items():
        roles = [2 * motif]
        if motif == motifs.trickster:
            roles += [2 * role + 1 for role in motifs.characters if role != motif]
        if motif == motifs.druid:
            roles += [2 * role + 1 for role in motifs.companions]
        free.append(list(combinations_with_replacement(roles, count)))
    for chosen in product(*free):
        yield tuple(sorted(element for part in chosen for element in part))


def divisions(cards: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to make groups of three cards or more of a pile, the rest left over."""
    if len(cards) < 3:
        yield []
        return
    first, rest = cards[0], list(cards[1:])
    yield from divisions(rest)
    for chosen in product((False, True), repeat=len(rest)):
        group = (first, *(card for card, taken in zip(rest, chosen, strict=True) if taken))
        if len(group) >= 3:
            left = [card for card, taken in zip(rest, chosen, strict=True) if not taken]
            yield from ([group, *more] for more in divisions(left))


def repairs(game: FantasyContractRummy, broken: CardSet, pile: Counter[int]) -> Iterator[CardSet]:
    """Every valid set that a broken one can become with cards of the pile."""
    kind, elements = broken
    for cards in parts(pile):
        for added in elements_of(game, cards):
            repaired = tuple(sorted([*elements, *added]))
            if cards and game.agreed.is_valid(kind, repaired):
                yield kind, repaired


def parts(pile: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Every smaller pile that can be taken from it."""
    for counts in product(*(range(count + 1) for count in pile.values())):
        yield tuple(Counter(dict(zip(pile, counts, strict=True))).elements())


def best_by_trying(
    game: FantasyContractRummy,
    pile: Sequence[int],
    contracts: Sequence[tuple[int, bool]],
    actions: Sequence[int],
    lying: Sequence[CardSet] = (),
) -> int:
    """What the best way to lay the cards counts, found by trying all of them."""
    best = -1_000_000
    for place, one in enumerate(lying):
        if not game.agreed.is_valid(*one):
            for repaired in repairs(game, one, Counter(pile)):
                used = Counter(cards_of(game, [repaired])) - Counter(cards_of(game, [one]))
                left = sorted((Counter(pile) - used).elements())
                now = [*lying[:place], repaired, *lying[place + 1 :]]
                best = max(best, best_by_trying(game, left, contracts, actions, now))
    seen = set()
    for groups in divisions(sorted(pile)):
        key = tuple(sorted(groups))
        if key in seen:
            continue
        seen.add(key)
        for sets in product(*(list(readings(game, group)) for group in groups)):
            best = max(best, game.scoring.total(Side([*lying, *sets], actions, contracts)))
    return best


def cards_of(game: FantasyContractRummy, sets: Sequence[CardSet]) -> list[int]:
    return [game.motifs.card_of[element] for _, elements in sets for element in elements]


THEMES = (
    "paladin sword shield staff dagger",
    "bard lute mirror sword tome",
    "trickster mage bard rogue wolf",
    "sword dagger staff shield paladin",
    "weasel wolf raven bear druid",
    "trickster mirror mage sword bard",
    "spirit weasel raven druid phoenix",
)
"""For each contract motifs that may fulfil it."""


def some_pile(random: Random, game: FantasyContractRummy, count: int) -> list[int]:
    """Few motifs, so that sets are to be found."""
    motifs = game.motifs
    chosen = random.sample(range(motifs.weapons.stop), 4) + random.choices([motifs.trickster, motifs.druid], k=1)
    supply = [motif for motif in dict.fromkeys(chosen) for _ in range(motifs.copies[motif])]
    return random.sample(supply, min(count, len(supply)))


def some_table(random: Random, game: FantasyContractRummy) -> tuple[list[int], list[CardSet], list[tuple[int, bool]]]:
    """A pile, sets that lie beside it, one of them broken at times, and contracts that may be fulfilled with both."""
    motifs = game.motifs
    contract = random.randrange(len(CONTRACTS))
    theme = [motifs.number[name] for name in THEMES[contract].split()]
    supply = [motif for motif in theme for _ in range(min(3, motifs.copies[motif]))]
    random.shuffle(supply)
    cards, pile = supply[: random.choice([3, 4, 6])], supply[-random.choice([3, 4, 5]) :]
    lying = random.sample(found, 1) if (found := list(readings(game, tuple(cards)))) else []
    if lying and random.random() < 0.5:
        kind, elements = lying[0]
        lying = [(kind, tuple(sorted(random.sample(elements, random.randrange(1, len(elements))))))]
    return pile, lying, [(contract, random.random() < 0.7)]


@pytest.mark.parametrize("game", VARIANTS, ids=VARIANT_NAMES)
def test_no_way_to_lay_a_small_pile_counts_more_than_the_best_reading(game: FantasyContractRummy) -> None:
    random = Random(11)
    motifs = game.motifs
    actions = [motifs.number["rewrite-destiny"], motifs.number["helping-hand"]]
    with_sets = 0
    for _ in range(PILES):
        pile = some_pile(random, game, random.choice([4, 5, 6, 7, 7]))
        contracts = [(random.randrange(len(CONTRACTS)), random.random() < 0.5) for _ in range(random.randrange(3))]
        played = random.sample(actions, random.randrange(3))
        found = best_reading(game, Counter(pile), [], contracts, played)
        assert Counter(cards_of(game, found)) <= Counter(pile), "no card is used that is not in the pile"
        assert all(game.agreed.is_valid(*one) for one in found)
        total = game.scoring.total(Side(found, played, contracts))
        assert total == best_by_trying(game, pile, contracts, played), [motifs.names[motif] for motif in pile]
        with_sets += bool(found)
    assert with_sets > PILES // 3, "hardly any of these piles holds a set"


@pytest.mark.parametrize("game", VARIANTS, ids=VARIANT_NAMES)
def test_no_way_to_use_a_pile_beside_sets_that_lie_there_counts_more_than_the_best_reading(
    game: FantasyContractRummy,
) -> None:
    """Sets that lie there may serve contracts, alone or with new ones, and broken ones may be repaired."""
    random = Random(12)
    motifs = game.motifs
    played = [motifs.number["rewrite-destiny"], motifs.number["helping-hand"]]
    repaired = changed = 0
    for _ in range(PILES):
        pile, lying, contracts = some_table(random, game)
        found = best_reading(game, Counter(pile), lying, contracts, played)
        there, new = found[: len(lying)], found[len(lying) :]
        used = Counter(cards_of(game, found)) - Counter(cards_of(game, lying))
        assert used <= Counter(pile), "no card is used that is not in the pile"
        assert all(game.agreed.is_valid(*one) for one in new)
        assert all(now == one or not game.agreed.is_valid(*one) for now, one in zip(there, lying, strict=True))
        total = game.scoring.total(Side(found, played, contracts))
        assert total == best_by_trying(game, pile, contracts, played, lying), (pile, lying, contracts)
        repaired += there != lying
        alone = best_reading(game, Counter(pile), [], contracts, played)
        changed += total > game.scoring.total(Side([*lying, *alone], played, contracts))
    assert min(repaired, changed) > 0, "the sets that lie there matter"


def read(cards: str, contracts: str = "", actions: str = "") -> list[tuple[str, list[str]]]:
    """Sets by their types and the names of their cards."""
    game = rules()
    motifs = game.motifs
    pile = Counter(motifs.number[name] for name in cards.split())
    signed = [(CONTRACTS.index(name), True) for name in contracts.split()]
    found = best_reading(game, pile, [], signed, [motifs.number[name] for name in actions.split()])
    return [(KINDS[kind], [motifs.element_name(element) for element in elements]) for kind, elements in found]


def test_the_greedy_reading_is_not_taken_where_another_counts_more() -> None:
    """A Formation of all four characters is 10 + 10 + 10 + 8 + 5 = 43 and leaves the weapons an Armory of 12 + 4.

    Three of them make 10 + 10 + 8 + 5 = 33, and the Paladin with the weapons 10 + 3 x 4 + 5 + 3 + 5 = 35: 68 in all.
    """
    cards = "paladin mage rogue druid shield sword staff"
    found = read(cards)
    assert {kind for kind, _ in found} == {"formation", "master-of-arms"}
    game = rules()
    pile = [game.motifs.number[name] for name in cards.split()]
    assert best_by_trying(game, pile, [], []) == 68


def test_a_contract_changes_how_a_pile_is_read() -> None:
    """Six weapons are two Specialists, or one Armory, which is worth less, if no Hoarder asks for six in one set."""
    cards = "sword sword sword dagger dagger dagger"
    assert [kind for kind, _ in read(cards)] == ["weapon-specialist"] * 2
    assert [kind for kind, _ in read(cards, contracts="hoarder")] == ["armory"]


def test_what_an_unfulfilled_contract_costs_counts_as_well() -> None:
    """A Master of Arms is 10 + 2 x 12 + 15 + 5 = 54 and loses 16 for the Hoarder; an Armory is 27 and gains 16."""
    cards = "paladin shield shield sword dagger bow-and-arrow staff"
    assert [kind for kind, _ in read(cards)] == ["master-of-arms"]
    assert [kind for kind, _ in read(cards, contracts="hoarder")] == ["armory"]


def test_a_trickster_is_laid_where_a_contract_asks_for_it_even_in_a_set_that_is_worth_less() -> None:
    """Without stand-ins the Multiplets are worth 43, and a Formation with the Trickster 35."""
    game = rules(stand_ins="none")
    number = game.motifs.number
    pile = Counter(number[name] for name in "trickster mage druid druid wolf wolf dagger dagger".split())
    played = [number["rewrite-destiny"], number["helping-hand"]]
    assert [KINDS[kind] for kind, _ in best_reading(game, pile, [], [], played)] == ["multiplets"]
    contracts = [(CONTRACTS.index("tricksters-run"), True)]
    assert [KINDS[kind] for kind, _ in best_reading(game, pile, [], contracts, played)] == ["formation"]


def test_a_set_of_nothing_but_stand_ins_is_none_even_where_it_would_be_worth_more() -> None:
    """Three Druids are a Class Formation; as companions they would lack one that shows itself."""
    game = variant("fantasy-contract-rummy", {"bonus.animal-kingdom": 20})
    assert isinstance(game, FantasyContractRummy)
    found = best_reading(game, Counter({game.motifs.druid: 3}), [], [], [])
    assert [KINDS[kind] for kind, _ in found] == ["class-formation"]


@pytest.mark.parametrize(
    ("contract", "cards", "actions"),
    [
        ("warriors-arsenal", "paladin sword shield staff dagger", ""),
        ("just-a-friendly-troubadour", "bard lute mirror sword", "helping-hand"),
        ("tricksters-run", "trickster mage bard", "rewrite-destiny helping-hand"),
        ("companion-mastery", "weasel wolf raven bear phoenix druid", ""),
        ("tricksters-kingdom", "trickster trickster trickster mirror mirror mirror", ""),
        ("slippery-beasts", "spirit weasel weasel weasel raven druid", ""),
    ],
)
def test_every_contract_is_fulfilled_where_the_cards_allow_it(contract: str, cards: str, actions: str) -> None:
    game = rules()
    motifs = game.motifs
    pile = Counter(motifs.number[name] for name in cards.split())
    played = [motifs.number[name] for name in actions.split()]
    side = Side(best_reading(game, pile, [], [(CONTRACTS.index(contract), True)], played), played, [])
    assert game.scoring.is_fulfilled(CONTRACTS.index(contract), side.sets, played)


def test_a_pile_of_nothing_and_one_without_a_set_are_read_as_no_sets() -> None:
    assert read("") == []
    assert read("paladin wolf") == []

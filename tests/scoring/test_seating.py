"""Who sits with whom: sizes, the three movements, and how good plans are, held against counts made another way."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from proofdeck.score.tournaments import movements
from proofdeck.score.tournaments.annealing import Known, SearchPlan
from proofdeck.score.tournaments.designs import FIELDS, design, everyone_meets, transversal, twenty_four
from proofdeck.score.tournaments.movements import SeatingRequest, fixed, progressive, swiss
from proofdeck.score.tournaments.seating import (
    Seating,
    fewest_of_worst_pair,
    fewest_repeats,
    in_words,
    quality,
    repeated_meetings,
    sitting_out,
    table_sizes,
    times_at_odd_tables,
    with_start_seats,
)

RANGES = [(3, 5), (2, 4), (2, 2), (4, 4), (3, 4), (2, 5), (5, 8)]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that end soon: whether a plan is legal does not depend on how good it is."""
    monkeypatch.setattr(movements, "BUDGET", 4_000)


def ways(players: int, fewest: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every list of table sizes that seats exactly so many, largest first."""
    if players == 0:
        yield ()
    for size in range(min(most, players), fewest - 1, -1):
        yield from ((size, *rest) for rest in ways(players - size, fewest, size))


def pairs_again(rounds: Sequence[Seating]) -> int:
    """Repeated meetings, counted by asking each two players."""
    people = sorted({player for seating in rounds for table in seating.tables for player in table})
    found = 0
    for a, b in combinations(people, 2):
        times = sum(a in table and b in table for seating in rounds for table in seating.tables)
        found += max(0, times - 1)
    return found


def assert_legal(seating: Seating, players: Sequence[int], fewest: int, most: int) -> None:
    """Everyone has one place, and sizes are the best there are."""
    assert sorted([*sum(seating.tables, ()), *seating.byes]) == sorted(players)
    assert tuple(sorted(map(len, seating.tables), reverse=True)) == table_sizes(len(players), fewest, most)


# -- sizes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(3, 61))
def test_no_other_sizes_from_3_to_5_are_nearer_to_four(players: int) -> None:
    def cost(sizes: Sequence[int]) -> int:
        return sum((size - 4) ** 2 for size in sizes)

    sizes = table_sizes(players, 3, 5)
    everything = list(ways(players, 3, 5)) if players < 40 else [sizes]
    assert sizes in everything
    assert sum(sizes) == players
    assert cost(sizes) == min(map(cost, everything))
    assert len(sizes) == max(len(other) for other in everything if cost(other) == cost(sizes)), (
        "smaller tables in a tie"
    )


def test_sizes_that_are_known_by_heart() -> None:
    written = {3: "3", 5: "5", 6: "33", 7: "43", 9: "54", 10: "433", 11: "443", 17: "5444", 30: "44444433"}
    assert {n: "".join(map(str, table_sizes(n, 3, 5))) for n in written} == written
    assert table_sizes(9, 2, 4) == (3, 3, 3)
    assert table_sizes(9, 2, 2) == (2, 2, 2, 2), "one has a bye"
    assert table_sizes(2, 3, 5) == ()
    assert table_sizes(11, 5, 5) == (5, 5)


@given(st.integers(1, 30), st.sampled_from(RANGES))
def test_only_as_many_have_a_bye_as_must(players: int, sizes: tuple[int, int]) -> None:
    most_seated = max((number for number in range(players + 1) if any(ways(number, *sizes))), default=0)
    assert sum(table_sizes(players, *sizes)) == most_seated


# -- what algebra knows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", sorted(FIELDS))
def test_over_every_field_nobody_meets_twice_in_as_many_rounds_as_it_has_elements(order: int) -> None:
    size = min(4, order)
    plan = transversal([size] * order, size * order, order)
    assert plan is not None
    assert len(plan) == order
    rounds = [Seating(tuple(map(tuple, tables))) for tables in plan]
    assert repeated_meetings(rounds) == 0
    for seating in rounds:
        assert_legal_cover(seating, size * order, {size})


def assert_legal_cover(seating: Seating, players: int, sizes: set[int]) -> None:
    assert sorted(sum(seating.tables, ())) == list(range(players))
    assert {len(table) for table in seating.tables} == sizes


def test_sixteen_in_five_rounds_meet_everyone_exactly_once() -> None:
    plan = design([4] * 4, 16, 5)
    assert plan is not None
    met = Counter(frozenset(pair) for tables in plan for table in tables for pair in combinations(table, 2))
    assert set(met.values()) == {1}
    assert len(met) == 16 * 15 // 2


@pytest.mark.parametrize(("players", "sizes"), [(24, {4}), (23, {4, 3}), (22, {4, 3})])
def test_up_to_24_in_seven_rounds_nobody_meets_twice(players: int, sizes: set[int]) -> None:
    plan = design(table_sizes(players, 3, 5), players, 7)
    assert plan is not None
    rounds = [Seating(tuple(map(tuple, tables))) for tables in plan]
    assert pairs_again(rounds) == 0
    for seating in rounds:
        assert_legal_cover(seating, players, sizes)
    assert len(twenty_four(7)) == 7


@pytest.mark.parametrize("players", range(2, 24))
def test_tables_of_two_meet_everyone_before_anybody_again_and_nobody_rests_twice_before_all(players: int) -> None:
    everyone = players - 1 + players % 2
    plan = everyone_meets(players, 2 * everyone)
    for half in (plan[:everyone], plan[everyone:]):
        met = Counter(frozenset(table) for tables in half for table in tables)
        assert len(met) == players * (players - 1) // 2
        assert set(met.values()) == {1}
        resting = [set(range(players)).difference(*tables) for tables in half]
        assert Counter(player for out in resting for player in out) == Counter(range(players) if players % 2 else ())


# -- searches ----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10_000), st.integers(6, 15), st.integers(1, 5), st.integers(0, 3))
@settings(max_examples=examples(20))
def test_what_the_search_keeps_count_of_is_what_counting_anew_gives(
    seed: int, players: int, rounds: int, absent: int
) -> None:
    random = Random(seed)
    sizes = table_sizes(players - absent, 3, 5)
    assume(sizes)
    met = [[0] * players for _ in range(players)]
    for a, b in combinations(range(players), 2):
        met[a][b] = met[b][a] = random.choice([0, 0, 1, 2])
    odd = [random.randrange(3) for _ in range(players)]
    plan = []
    for _ in range(rounds):
        order = random.sample(range(players), players - absent)
        plan.append([[order.pop() for _ in range(size)] for size in sizes])
    known = Known(met, odd, [size != 4 for size in sizes])
    tables = SearchPlan(plan, known)
    tables.anneal(random, 8_000)
    assert tables.worth == SearchPlan(tables.plan, known).worth
    times = [
        met[a][b] + sum(a in table and b in table for seating in tables.plan for table in seating)
        for a, b in combinations(range(players), 2)
    ]
    sat_odd = [
        odd[one] + sum(one in table and len(table) != 4 for seating in tables.plan for table in seating)
        for one in range(players)
    ]
    assert tables.worth == (
        sum((number - 1) ** 2 + 2 * (number == 0) for number in times)
        + 2 * sum((number - 2) * (number - 3) for number in times if number > 3),
        sum(max(0, number - 1) for number in times),
        sum(number**2 for number in sat_odd),
    )
    for now, before in zip(tables.plan, plan, strict=True):
        assert sorted(player for table in now for player in table) == sorted(
            player for table in before for player in table
        )


WANTED = {(16, 5): 0, (17, 5): 8, (20, 5): 0, (24, 6): 3, **{(players, 6): 0 for players in range(28, 41, 2)}}
"""(players, rounds) -> repeated meetings that have been reached elsewhere."""


@pytest.mark.parametrize(("players", "rounds"), WANTED)
def test_no_more_repeated_meetings_than_have_been_reached_elsewhere(players: int, rounds: int) -> None:
    plan = fixed(SeatingRequest(tuple(range(players)), 3, 5), rounds)
    for seating in plan:
        assert_legal(seating, range(players), 3, 5)
    assert pairs_again(plan) <= WANTED[players, rounds]


@pytest.mark.parametrize(("players", "rounds", "wanted"), [(12, 5, 24), (12, 6, 42)])
def test_with_few_tables_everyone_meets_everyone_and_no_pair_meets_four_times(
    players: int, rounds: int, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """12 players have 18 meetings a round and are 66 pairs, so no plan has fewer than 24 or 42."""
    monkeypatch.setattr(movements, "SEARCHES", 1)
    for seed in range(1, 3):
        found = quality(fixed(SeatingRequest(tuple(range(players)), 3, 5, seed=seed), rounds), 3, 5)
        assert (found.repeated, found.most) == (wanted, 3)


@given(st.integers(3, 60), st.sampled_from(RANGES), st.integers(1, 6), st.integers(0, 99))
@settings(max_examples=examples(30))
def test_every_fixed_plan_is_legal_and_nobody_rests_twice_before_all_have(
    players: int, sizes: tuple[int, int], rounds: int, seed: int
) -> None:
    assume(table_sizes(players, *sizes))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movements, "BUDGET", 2_000)
        plan = fixed(SeatingRequest(tuple(range(players)), *sizes, seed=seed), rounds)
    assert len(plan) == rounds
    rested: Counter[int] = Counter(dict.fromkeys(range(players), 0))
    for seating in plan:
        assert_legal(seating, range(players), *sizes)
        for player in seating.byes:
            rested[player] += 1
        assert max(rested.values()) - min(rested.values()) <= 1


@pytest.mark.usefixtures("hasty")
def test_the_same_question_has_the_same_answer_in_another_process_and_another_seed_another_one() -> None:
    code = f"""
from proofdeck.score.tournaments import movements
movements.BUDGET = {movements.BUDGET}
print(movements.fixed(movements.SeatingRequest(tuple(range(17)), 3, 5, seed=4), 3))
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": ":".join(path for path in sys.path if path), "PYTHONHASHSEED": hashes},
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for hashes in ("1", "2")
    ]  # fmt: skip
    here = fixed(SeatingRequest(tuple(range(17)), 3, 5, seed=4), 3)
    assert said == [str(here)] * 2
    assert fixed(SeatingRequest(tuple(range(17)), 3, 5, seed=5), 3) != here


# -- after somebody came or went ---------------------------------------------------------------------------------------


def test_when_one_of_sixteen_leaves_nobody_meets_twice_all_the_same() -> None:
    before = fixed(SeatingRequest(tuple(range(16)), 3, 5), 5)
    for left in (0, 7, 15):
        stay = tuple(player for player in range(16) if player != left)
        after = fixed(SeatingRequest(stay, 3, 5, before[:1]), 4, before[1:])
        assert pairs_again((*before[:1], *after)) == 0
        for seating in after:
            assert_legal(seating, stay, 3, 5)


@pytest.mark.usefixtures("hasty")
def test_a_plan_that_is_mended_keeps_most_tables_as_they_were() -> None:
    before = fixed(SeatingRequest(tuple(range(32)), 3, 5), 6)
    after = fixed(SeatingRequest(tuple(range(31)), 3, 5, before[:2]), 4, before[2:])
    as_they_were = {frozenset(table) - {31} for seating in before[2:] for table in seating.tables}
    assert {frozenset(table) for seating in after for table in seating.tables} == as_they_were


@given(st.data())
@settings(max_examples=examples(20))
def test_a_plan_is_legal_again_whoever_came_and_went(data: st.DataObject) -> None:
    sizes = data.draw(st.sampled_from(RANGES))
    players = data.draw(st.integers(8, 40))
    rounds = data.draw(st.integers(2, 6))
    played = data.draw(st.integers(1, rounds - 1))
    gone = data.draw(st.sets(st.integers(0, players - 1), max_size=5))
    come = data.draw(st.integers(0, 4))
    now = tuple(player for player in range(players + come) if player not in gone)
    assume(table_sizes(players, *sizes) and table_sizes(len(now), *sizes))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movements, "BUDGET", 2_000)
        before = fixed(SeatingRequest(tuple(range(players)), *sizes), rounds)
        after = fixed(SeatingRequest(now, *sizes, before[:played]), rounds - played, before[played:])
    assert len(after) == rounds - played
    rested = Counter(player for seating in before[:played] for player in seating.byes)
    for seating in after:
        assert_legal(seating, now, *sizes)
        for player in seating.byes:
            assert rested[player] == min(rested[other] for other in now if other not in seating.byes or other == player)
        rested.update(seating.byes)


def worst_pair(rounds: Sequence[Seating], people: Sequence[int]) -> int:
    """The most meetings of two of these people, counted by asking each two of them."""
    tables = [table for seating in rounds for table in seating.tables]
    return max(sum(a in table and b in table for table in tables) for a, b in combinations(people, 2))


@pytest.mark.parametrize(("left", "come"), [((), 0), ((0,), 0), ((5,), 0), ((10,), 0), ((), 1), ((3,), 1)])
def test_in_four_rounds_of_eleven_nobody_meets_more_than_twice_whoever_leaves_or_comes_after_the_first(
    left: Sequence[int], come: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(movements, "BUDGET", 100_000)
    for seed in (1, 2):
        before = fixed(SeatingRequest(tuple(range(11)), 3, 5, seed=seed), 4)
        assert worst_pair(before, range(11)) == 2
        now = tuple(player for player in range(11 + come) if player not in left)
        after = fixed(SeatingRequest(now, 3, 5, before[:1], seed), 3, before[1:])
        assert worst_pair((*before[:1], *after), now) == 2


@given(st.data())
@settings(max_examples=examples(20))
def test_the_worst_pair_meets_no_more_often_than_in_the_best_of_many_plans_by_chance(data: st.DataObject) -> None:
    """Evenings of all kinds: up to two rounds were played by chance, after which people have left and come.

    With a single table, nothing is searched: who meets follows from the byes.
    """
    sizes = data.draw(st.sampled_from(RANGES))
    players, come = data.draw(st.integers(6, 16)), data.draw(st.integers(0, 2))
    gone = data.draw(st.sets(st.integers(0, players - 1), max_size=2))
    played, rounds = data.draw(st.integers(0, 2)), data.draw(st.integers(1, 4))
    now = tuple(player for player in range(players + come) if player not in gone)
    assume(table_sizes(players, *sizes) and len(table_sizes(len(now), *sizes)) > 1)
    random = Random(data.draw(st.integers(0, 999)))
    earlier = [by_chance(range(players), sizes, random) for _ in range(played)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movements, "BUDGET", 20_000)
        plan = fixed(SeatingRequest(now, *sizes, tuple(earlier)), rounds)
    found = worst_pair((*earlier, *plan), now)
    enough = 2 if played + rounds <= 4 else 3
    chance = ([by_chance(now, sizes, random) for _ in range(rounds)] for _ in range(20))
    assert found <= max(enough, min(worst_pair((*earlier, *other), now) for other in chance))
    met = [
        [sum(a in table and b in table for seating in earlier for table in seating.tables) for b in now] for a in now
    ]
    assert fewest_of_worst_pair(met, table_sizes(len(now), *sizes), rounds) <= found


def by_chance(people: Sequence[int], sizes: tuple[int, int], random: Random) -> Seating:
    order = random.sample(people, len(people))
    tables = tuple(tuple(order.pop() for _ in range(size)) for size in table_sizes(len(people), *sizes))
    return Seating(tables, tuple(sorted(order)))


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "bound", "least"),
    [
        (4, (2, 2), 3, 1, 1), (4, (2, 2), 4, 2, 2), (5, (3, 2), 3, 2, 2), (5, (2, 2), 3, 1, 1), (6, (3, 3), 2, 2, 2),
        (6, (3, 3), 3, 2, 2), (7, (4, 3), 2, 2, 2), (9, (3, 3, 3), 2, 1, 1),
    ],
)  # fmt: skip
def test_no_plan_of_all_there_are_has_a_worst_pair_below_the_bound(
    players: int, sizes: tuple[int, ...], rounds: int, bound: int, least: int
) -> None:
    people = tuple(range(players))
    ways = [Seating(tuple(tuple(sorted(table)) for table in way)) for way in set(every_seating(people, sizes))]
    found = min(worst_pair((ways[0], *rest), people) for rest in product(ways, repeat=rounds - 1))
    assert found == least
    assert fewest_of_worst_pair([[0] * players] * players, sizes, rounds) == bound <= found


def test_nine_at_two_tables_cannot_all_differ_in_two_of_four_rounds() -> None:
    """There are 2 ** 3 ways to sit in three rounds, so two of nine players sit together in all three."""
    assert fewest_of_worst_pair([[0] * 9] * 9, (5, 4), 4) == 3
    assert fewest_of_worst_pair([[0] * 8] * 8, (4, 4), 4) == 2


# -- how good a plan is ------------------------------------------------------------------------------------------------


def every_seating(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[frozenset[int], ...]]:
    """All ways to seat them, some several times."""
    if not sizes:
        yield ()
        return
    for rest in combinations(players, sizes[0]):
        others = tuple(player for player in players if player not in rest)
        yield from ((frozenset(rest), *more) for more in every_seating(others, sizes[1:]))


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "bound", "least"),
    [
        (3, (3,), 3, 6, 6), (4, (2, 2), 3, 0, 0), (4, (2, 2), 4, 2, 2), (6, (3, 3), 2, 2, 2), (6, (3, 3), 3, 4, 5),
        (7, (4, 3), 2, 3, 3), (9, (3, 3, 3), 2, 0, 0),
    ],
)  # fmt: skip
def test_no_plan_of_all_there_are_has_fewer_repeated_meetings_than_the_bound(
    players: int, sizes: tuple[int, ...], rounds: int, bound: int, least: int
) -> None:
    """Trying everything shows what is possible; six players in three rounds have a bound that nothing reaches."""
    people = tuple(range(players))
    ways = [Seating(tuple(tuple(sorted(table)) for table in way)) for way in set(every_seating(people, sizes))]
    found = min(pairs_again((ways[0], *rest)) for rest in product(ways, repeat=rounds - 1))
    assert found == least
    assert fewest_repeats([ways[0]] * rounds) == bound <= found


@given(st.integers(3, 30), st.integers(1, 5), st.integers(0, 99))
@settings(max_examples=examples(20))
def test_the_bound_is_never_above_what_was_found(players: int, rounds: int, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movements, "BUDGET", 2_000)
        plan = fixed(SeatingRequest(tuple(range(players)), 3, 5, seed=seed), rounds)
    assert fewest_repeats(plan) <= pairs_again(plan) == repeated_meetings(plan)


@pytest.mark.usefixtures("hasty")
def test_seventeen_in_five_rounds_cannot_do_with_fewer_than_four() -> None:
    """5 + 4 + 4 + 4 players make 28 meetings a round, 140 in all, and there are 136 pairs."""
    plan = fixed(SeatingRequest(tuple(range(17)), 3, 5), 5)
    assert quality(plan, 3, 5).bound == 4


def test_what_a_plan_is_worth_is_said_in_words_that_are_true() -> None:
    four = [Seating(((0, 1, 2, 3),)), Seating(((1, 0, 2, 3),))]
    assert in_words(quality(four, 3, 5)) == [
        "6 repeated meetings; no plan has fewer.",
        "Everyone goes first at most once.",
    ]
    once = [Seating(((0, 1, 2), (3, 4, 5)))]
    assert in_words(quality(once, 3, 5))[0] == "Nobody meets twice."
    again = [Seating(((0, 1, 2), (3, 4, 5), (6, 7, 8))), Seating(((0, 1, 3), (2, 4, 6), (5, 7, 8)))]
    assert in_words(quality(again, 3, 5))[0] == "2 repeated meetings; it is not known whether any plan has none."
    seven = [Seating(((0, 1, 2, 3), (4, 5, 6)))] * 3
    said = in_words(quality(seven, 3, 5))
    assert said[0] == "18 repeated meetings; no plan has fewer than 6."
    assert said[1] == "9 pairs meet 3 times."
    assert said[2] == "Everyone sits at tables of unusual size 0 to 3 times."


def test_one_pair_that_meets_three_times_is_called_one() -> None:
    rounds = [Seating(((0, 1), (2, 3))), Seating(((1, 0), (3, 4))), Seating(((0, 1), (2, 4)))]
    assert in_words(quality(rounds, 2, 2))[1] == "One pair meets 3 times."


def test_odd_tables_are_shared_evenly_where_nothing_is_lost_by_it() -> None:
    """31 players have one table of three in each of six rounds, so 18 of them sit there once and nobody twice."""
    odd = times_at_odd_tables(fixed(SeatingRequest(tuple(range(31)), 3, 5), 6), 3, 5)
    assert sorted(odd.values()) == [1] * 18


@given(st.integers(0, 999), st.sampled_from([(12, 3), (16, 4), (20, 5), (20, 4)]), st.integers(1, 9))
@settings(max_examples=examples(15))
def test_start_seats_are_dealt_so_that_all_begin_nearly_equally_often(
    seed: int, shape: tuple[int, int], rounds: int
) -> None:
    players, size = shape
    random = Random(seed)
    plan = []
    for _ in range(rounds):
        order = random.sample(range(players), players)
        plan.append(Seating(tuple(tuple(order[start : start + size]) for start in range(0, players, size))))
    dealt = with_start_seats(plan)
    assert [set(map(frozenset, seating.tables)) for seating in dealt] == [
        set(map(frozenset, seating.tables)) for seating in plan
    ]
    begins = Counter(table[0] for seating in dealt for table in seating.tables)
    due = Fraction(rounds, size)
    assert all(abs(begins[player] - due) < 2 for player in range(players))


# -- swiss and progressive ---------------------------------------------------------------------------------------------


def test_by_standing_neighbours_sit_together_as_long_as_they_have_not_met() -> None:
    apart = Seating(((0, 4, 8), (1, 5, 6), (2, 3, 7)))
    found = swiss(SeatingRequest(tuple(range(9)), 3, 3, (apart,)), [0, 1, 2, 8, 5, 3, 6, 4, 7])
    assert [set(table) for table in found.tables] == [{0, 1, 2}, {8, 5, 3}, {6, 4, 7}]


def test_who_has_met_is_parted_and_sits_as_near_as_can_be() -> None:
    met = Seating(((0, 1), (2, 3), (4, 5), (6, 7)))
    found = swiss(SeatingRequest(tuple(range(8)), 2, 2, (met,)), list(range(8)))
    assert repeated_meetings((met, found)) == 0
    assert sorted(map(sorted, found.tables)) == [[0, 2], [1, 3], [4, 6], [5, 7]]


def test_sixteen_by_standing_need_not_meet_again_in_the_second_and_third_round() -> None:
    for seed in range(5):
        asked = SeatingRequest(tuple(range(16)), 3, 5, seed=seed)
        first = swiss(asked, ())
        second = swiss(SeatingRequest(asked.players, 3, 5, (first,)), Random(seed).sample(range(16), 16))
        assert repeated_meetings((first, second)) == 0


@given(st.integers(3, 60), st.sampled_from(RANGES), st.integers(0, 999))
@settings(max_examples=examples(15))
def test_by_standing_and_on_the_ladder_every_round_is_legal(players: int, sizes: tuple[int, int], seed: int) -> None:
    assume(table_sizes(players, *sizes))
    random = Random(seed)
    for movement in (swiss, progressive):
        present = list(range(players))
        earlier: list[Seating] = []
        rested: Counter[int] = Counter()
        for _ in range(4):
            standing = random.sample(present, len(present))
            asked = SeatingRequest(tuple(present), *sizes, tuple(earlier), seed)
            if movement is swiss:
                seating = swiss(asked, standing)
            else:
                places = {
                    player: random.randint(1, 3)
                    for table in (earlier[-1].tables if earlier else ())
                    for player in table
                }
                seating = progressive(asked, places, standing)
            assert_legal(seating, present, *sizes)
            least = min(rested[player] for player in present)
            assert all(rested[player] == least for player in seating.byes) or len(seating.byes) > sum(
                rested[player] == least for player in present
            )
            rested.update(seating.byes)
            earlier.append(seating)
            if table_sizes(len(present) - 1, *sizes) and random.random() < 0.5:
                present.remove(random.choice(present))
            if random.random() < 0.5:
                present.append(max([*present, players + 9]) + 1)


def test_on_the_ladder_winners_move_up_losers_down_and_the_others_stay() -> None:
    before = Seating(((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)))
    places = dict(zip(range(12), [1, 2, 3, 4, 2, 1, 4, 3, 4, 3, 2, 1], strict=True))
    found = progressive(SeatingRequest(tuple(range(12)), 3, 5, (before,)), places, range(12))
    assert [set(table) for table in found.tables] == [{0, 1, 2, 5}, {3, 4, 7, 11}, {6, 9, 10, 8}]


def test_on_the_ladder_standing_parts_who_share_a_place_and_a_newcomer_begins_at_the_bottom() -> None:
    before = Seating(((0, 1, 2), (3, 4, 5)))
    places = {0: 1, 1: 1, 2: 3, 3: 1, 4: 1, 5: 1}
    found = progressive(SeatingRequest((0, 1, 2, 3, 4, 5, 6), 3, 4, (before,)), places, [5, 1, 0, 2, 3, 4])
    assert [set(table) for table in found.tables] == [{5, 1, 0, 2}, {3, 4, 6}]


def test_the_last_in_order_of_those_with_the_fewest_byes_sit_out() -> None:
    assert sitting_out([3, 1, 4, 2], 1, {}) == (2,)
    assert sitting_out([3, 1, 4, 2], 2, {2: 1}) == (4, 1)
    assert sitting_out([3, 1, 4, 2], 1, {3: 1, 1: 1, 4: 1, 2: 2}) == (4,)


def test_no_meeting_is_held_to_be_unavoidable_that_a_bye_avoids() -> None:
    """Three of four players meet again when one of them makes way for the fifth."""
    found = quality([Seating(((0, 1, 2, 3),), (4,)), Seating(((0, 1, 2, 4),), (3,))], 4, 4)
    assert (found.repeated, found.bound) == (3, 3)


def test_who_begins_matters_more_than_who_has_which_other_seat() -> None:
    """In most plans of three rounds at two tables of three everyone can begin once."""
    random, fair = Random(1), 0
    for _ in range(100):
        orders = [random.sample(range(6), 6) for _ in range(3)]
        plan = [Seating((tuple(order[:3]), tuple(order[3:]))) for order in orders]
        fair += quality(with_start_seats(plan), 3, 3).begins == (1, 1)
    assert fair > 70

"""A tournament from its entries: what may be entered when, who stands where and why, and that nothing is ever lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tables import playable

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.loading import Playable
from proofdeck.score.entries import Entry, Stream
from proofdeck.score.ledger import Ledger
from proofdeck.score.tournaments import directing, movements
from proofdeck.score.tournaments.report import as_object, seating_text, standings_object, standings_text
from proofdeck.score.tournaments.results import read_players, read_result, tables_range
from proofdeck.score.tournaments.seating import table_sizes
from proofdeck.score.tournaments.standings import standings
from proofdeck.score.tournaments.tournament import (
    KIND,
    TableResult,
    Tournament,
    TournamentSettings,
    folded_tournament,
    places_of,
)

Half = Fraction(1, 2)
NONE = TableResult((), ())
NAMES = ("Ana", "Ben", "Cleo", "Dag", "Eva", "Fin", "Gus")
OPEN = TournamentSettings("", "Skat", 3, "fixed", 3, 5, "highest")


def tournament_of(
    rounds: Sequence[Sequence[str]],
    results: Iterable[tuple[int, int, Sequence[int]]],
    names: Sequence[str] = NAMES,
    how: TournamentSettings = OPEN,
    more: Iterable[tuple[str, Mapping[str, Any]]] = (),
) -> Tournament:
    """rounds: tables such as `Ana Ben Cleo`, and `- Dag` for a bye; results: (round, table, points)."""
    seated = [
        {
            "tables": [table.split() for table in tables if table[0] != "-"],
            "byes": [name for table in tables if table[0] == "-" for name in table[1:].split()],
        }
        for tables in rounds
    ]
    entries: list[tuple[str, Mapping[str, Any]]] = [
        ("begun", {"settings": {field: getattr(how, field) for field in how.__slots__}, "players": list(names)}),
        ("seated", {"from": 1, "rounds": seated}),
        *more,
    ]
    for number, table, points in results:
        row = {"round": number, "table": table, "points": list(points), "places": list(places_of(points, how.wins))}
        entries.append(("entered", row))
    log = [Entry(number, "2026-11-21", what, data) for number, (what, data) in enumerate(entries)]
    return folded_tournament(Stream(KIND, 1), log)


def places(tournament: Tournament) -> dict[str, int]:
    return {tournament.players[row.player]: row.place for row in standings(tournament)}


def values(tournament: Tournament, name: str) -> tuple[object, ...]:
    return next(row.values for row in standings(tournament) if tournament.players[row.player] == name)


def reasons(tournament: Tournament) -> list[str | None]:
    return [row.decided_by for row in standings(tournament)]


# -- standings ---------------------------------------------------------------------------------------------------------


def test_a_table_gives_one_to_the_first_nothing_to_the_last_and_the_rest_evenly_between_whatever_its_size() -> None:
    found = tournament_of([["Ana Ben Cleo Dag", "Eva Fin Gus"]], [(1, 1, (9, 5, 7, 1)), (1, 2, (400, 200, 300))])
    assert {name: values(found, name)[0] for name in NAMES} == {
        "Ana": 1, "Cleo": Fraction(2, 3), "Ben": Fraction(1, 3), "Dag": 0, "Eva": 1, "Gus": Half, "Fin": 0,
    }  # fmt: skip


def test_who_shares_a_place_gets_the_mean_of_its_places() -> None:
    """Second and third of four: (2/3 + 1/3) / 2. First and second of three: (1 + 1/2) / 2."""
    found = tournament_of([["Ana Ben Cleo Dag", "Eva Fin Gus"]], [(1, 1, (9, 5, 5, 1)), (1, 2, (4, 4, 0))])
    assert values(found, "Ben")[0] == values(found, "Cleo")[0] == Half
    assert values(found, "Eva")[0] == values(found, "Fin")[0] == Fraction(3, 4)
    assert values(found, "Eva")[1] == Half, "half of a first place"


def test_where_the_lowest_wins_the_lowest_is_first() -> None:
    lowest = TournamentSettings("", "Rook", 3, "fixed", 3, 5, "lowest")
    found = tournament_of([["Ana Ben Cleo"]], [(1, 1, (30, -5, 12))], NAMES[:3], lowest)
    assert places(found) == {"Ben": 1, "Cleo": 2, "Ana": 3}
    assert values(found, "Ben")[3] == Fraction(37 + 15, 3 * 35), "12 1/3 is the mean, and 35 lie between best and worst"


def test_first_places_part_equal_scores() -> None:
    """Ana is first and last, Ben twice in the middle."""
    found = tournament_of([["Ana Ben Cleo"], ["Cleo Ben Ana"]], [(1, 1, (3, 2, 1)), (2, 1, (3, 2, 1))], NAMES[:3])
    assert places(found) == {"Ana": 1, "Cleo": 1, "Ben": 3}
    assert reasons(found) == [None, None, "first places"]


def test_the_strength_of_opponents_parts_equal_scores_and_first_places() -> None:
    """Ana and Dag win one round and lose the other; Ana against players who win elsewhere."""
    names = ("Ana", "Ben", "Dag", "Eva", "Fin", "Gus")
    rounds = [["Ana Ben", "Dag Eva", "Fin Gus"], ["Ana Fin", "Dag Gus", "Ben Eva"]]
    told = [(1, 1, (2, 1)), (1, 2, (2, 1)), (1, 3, (2, 1)), (2, 1, (1, 2)), (2, 2, (1, 2)), (2, 3, (2, 1))]
    found = tournament_of(rounds, told, names, TournamentSettings("", "Go", 2, "fixed", 2, 2, "highest"))
    assert values(found, "Ana")[:3] == (1, 1, Fraction(3, 4)), "Ben has a half a round, Fin one"
    assert values(found, "Dag")[:3] == (1, 1, Fraction(1, 4)), "Eva has nothing, Gus a half"
    rows = {found.players[row.player]: row for row in standings(found)}
    assert rows["Ana"].place < rows["Dag"].place
    assert rows["Dag"].decided_by == "strength of opponents"


def test_points_relative_to_the_table_decide_last_and_never_raw_points() -> None:
    """Both win a table of three that scored 0 in the middle of 10: Ana by far; Eva's many points are a close thing."""
    found = tournament_of(
        [["Ana Ben Cleo", "Eva Fin Gus"]], [(1, 1, (10, 0, 0)), (1, 2, (1000, 990, 990))], [*NAMES[:3], *NAMES[4:]]
    )
    assert places(found)["Ana"] == places(found)["Eva"] == 1
    close = tournament_of(
        [["Ana Ben Cleo", "Eva Fin Gus"]], [(1, 1, (10, 1, 0)), (1, 2, (1000, 900, 0))], [*NAMES[:3], *NAMES[4:]]
    )
    assert (places(close)["Ana"], places(close)["Eva"]) == (1, 2)
    assert reasons(close)[1] == "points at the table"


def test_who_is_equal_in_everything_shares_the_place_and_the_next_is_left_free() -> None:
    found = tournament_of([["Ana Ben Cleo", "Dag Eva Fin"]], [(1, 1, (3, 2, 1)), (1, 2, (3, 2, 1))], NAMES[:6])
    assert sorted(places(found).values()) == [1, 1, 3, 3, 5, 5]
    assert "shared" in standings_text(found)


@pytest.mark.quick
def test_a_bye_counts_what_the_player_earns_elsewhere_once_the_round_is_complete() -> None:
    names = ("Ana", "Ben", "Cleo")
    duel = TournamentSettings("", "Go", 3, "fixed", 2, 2, "highest")
    rounds = [["Ana Ben", "- Cleo"], ["Ana Cleo", "- Ben"], ["Ben Cleo", "- Ana"]]
    one = tournament_of(rounds, [(1, 1, (2, 1))], names, duel)
    assert (values(one, "Ana")[0], values(one, "Cleo")[0], values(one, "Ben")[0]) == (1, Half, 0)
    all_three = tournament_of(rounds, [(1, 1, (2, 1)), (2, 1, (2, 1)), (3, 1, (2, 1))], names, duel)
    assert values(all_three, "Ana")[0] == 3, "two wins, and a bye that counts like these"
    assert values(all_three, "Ben")[0] == Fraction(3, 2)
    assert values(all_three, "Cleo")[0] == 0


def test_a_missed_round_counts_nothing_and_who_has_left_still_stands_there() -> None:
    more = [
        (
            "dropped",
            {"player": "Gus", "from": 2, "rounds": [{"tables": [list(NAMES[:3]), list(NAMES[3:6])], "byes": []}]},
        )
    ]
    told = [(1, 1, (4, 3, 2, 1)), (1, 2, (1, 2, 3)), (2, 1, (3, 2, 1)), (2, 2, (3, 2, 1))]
    found = tournament_of([["Ana Ben Cleo Dag", "Eva Fin Gus"], ["Ana Ben Cleo"]], told, more=more)
    assert values(found, "Gus")[0] == 1
    (gus,) = (row for row in standings(found) if row.gone)
    assert list(gus.rounds) == [Fraction(1), None]
    assert "Gus (left)" in standings_text(found)


@given(st.randoms(use_true_random=False), st.integers(3, 20), st.sampled_from(["highest", "lowest"]))
@settings(max_examples=examples(60))
def test_standings_do_not_depend_on_the_order_of_entry_nor_on_corrections(
    random: Random, players: int, wins: str
) -> None:
    names = [f"P{number}" for number in range(players)]
    rounds, told = [], []
    for number in range(1, 4):
        order = random.sample(names, players)
        tables = []
        for table, size in enumerate(table_sizes(players, 3, 5), 1):
            tables.append(" ".join(order[:size]))
            del order[:size]
            told.append((number, table, [random.randint(-3, 3) for _ in range(size)]))
        rounds.append(tables)
    how = TournamentSettings("", "Skat", 3, "fixed", 3, 5, "lowest" if wins == "lowest" else "highest")
    in_order = standings(tournament_of(rounds, told, names, how))
    wrong = [(number, table, [random.randint(-9, 9) for _ in points]) for number, table, points in told]
    mixed = random.sample(told, len(told))
    assert standings(tournament_of(rounds, mixed, names, how)) == in_order
    assert standings(tournament_of(rounds, [*random.sample(wrong, len(wrong)), *mixed], names, how)) == in_order
    earned = sum(row.score for row in in_order)
    assert earned == sum(Fraction(len(points), 2) for _, _, points in told), "a table gives half of its seats in all"


def test_places_of_points() -> None:
    assert places_of((5, 9, 9, 1), "highest") == (3, 1, 1, 4)
    assert places_of((5, 9, 9, 1), "lowest") == (2, 3, 3, 1)
    assert places_of((5, 9, 9, 1), "highest", [3]) == (4, 2, 2, 1), "the game says who won"


def test_standings_and_seating_in_words_and_for_programs() -> None:
    found = tournament_of([["Ana Ben Cleo Dag", "Eva Fin Gus"]], [(1, 1, (9, 5, 7, 1))])
    text = standings_text(found)
    assert "1.  Ana       1      1" in text
    assert "Round 1 is open. Table 2 is missing." in text
    assert "table 1   Ana 9, Ben 5, Cleo 7, Dag 1" in seating_text(found)
    row = standings_object(found)["standings"][1]
    assert (row["player"], row["place"], row["score"]) == ("Cleo", 2, 0.666667)
    assert as_object(found)["rounds"][0]["tables"][1] == {
        "table": 2, "players": ["Eva", "Fin", "Gus"], "points": None, "places": None,
    }  # fmt: skip


# -- directing ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "scores.db") as opened:
        yield opened


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that end soon: here nobody asks how good a plan is."""
    monkeypatch.setattr(movements, "BUDGET", 2_000)


def refused(work: Callable[[], object]) -> Problem:
    with pytest.raises(ProofdeckError) as caught:
        work()
    (problem,) = caught.value.problems
    return problem


def play(ledger: Ledger, tournament: Tournament, number: int, random: Random) -> Tournament:
    """Enter every table of a round, in any order."""
    tables = list(enumerate(tournament.seatings[number - 1].tables, 1))
    for table, players in random.sample(tables, len(tables)):
        points = tuple(random.randint(-20, 20) for _ in players)
        result = TableResult(points, places_of(points, tournament.settings.wins))
        tournament = directing.enter(ledger, tournament, (number, table), result)
    return tournament


@given(st.data())
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_everyone_is_seated_once_a_round_and_what_was_played_stays_whoever_comes_and_goes(
    tmp_path: Path, data: st.DataObject
) -> None:
    random = Random(data.draw(st.integers(0, 9999)))
    players = data.draw(st.integers(3, 60))
    sizes = data.draw(st.sampled_from([(3, 5), (3, 5), (2, 2), (2, 4)]))
    movement = data.draw(st.sampled_from(movements.MOVEMENTS))
    rounds = data.draw(st.integers(1, 4))
    how = TournamentSettings("", "Skat", rounds, movement, *sizes, "highest", random.randrange(99))
    with Ledger(tmp_path / f"{random.random()}.db") as ledger:
        now = directing.begin(ledger, how, [f"P{number}" for number in range(players)])
        for number in range(1, rounds + 1):
            if len(now.seatings) < number:
                now = directing.seat(ledger, now)
            seating = now.seatings[number - 1]
            assert sorted([*sum(seating.tables, ()), *seating.byes]) == sorted(now.present)
            assert tuple(sorted(map(len, seating.tables), reverse=True)) == table_sizes(len(now.present), *sizes)
            now = play(ledger, now, number, random)
            played, result = now.seatings[:number], dict(now.results)
            for change in range(data.draw(st.integers(0, 2))):
                if random.random() < 0.5 and table_sizes(len(now.present) - 1, *sizes):
                    now = directing.drop(ledger, now, now.players[random.choice(now.present)])
                else:
                    now = directing.arrive(ledger, now, f"late {number} {change}")
            assert (now.seatings[:number], dict(now.results)) == (played, result)
        rows = standings(now)
        assert sorted(row.player for row in rows) == list(range(len(now.players)))
        assert now.open_round is None


@given(st.integers(0, 999))
@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_takes_back_exactly_the_last_thing_again_and_again(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    with Ledger(tmp_path / f"{seed}-{random.random()}.db") as ledger:
        now = directing.begin(ledger, TournamentSettings("", "Skat", 3, "fixed", 3, 5, "highest"), NAMES)
        before = [now]
        now = directing.seat(ledger, now)
        for step in range(6):
            before.append(now)
            what = random.choice(["enter", "enter", "arrive", "drop"])
            if what == "arrive":
                now = directing.arrive(ledger, now, f"late {step}")
            elif what == "drop" and len(now.present) > 3:
                now = directing.drop(ledger, now, now.players[random.choice(now.present)])
            else:
                number = random.randint(1, 3)
                points = tuple(range(len(now.seatings[number - 1].tables[0])))
                now = directing.enter(ledger, now, (number, 1), TableResult(points, places_of(points, "highest")))
            if now.started == 3 or not table_sizes(len(now.present) - 1, 3, 5):
                break
        for expected in reversed(before):
            assert ledger.undo(now.stream) is not None
            now = directing.load(ledger, now.stream)
            assert now == expected
        assert ledger.undo(now.stream) is None


def test_a_result_is_corrected_by_entering_it_again_and_the_ledger_keeps_both(ledger: Ledger) -> None:
    now = directing.seat(ledger, directing.begin(ledger, OPEN, NAMES[:3]))
    for points in ((3, 2, 1), (1, 2, 3)):
        now = directing.enter(ledger, now, (1, 1), TableResult(points, places_of(points, "highest")))
    assert now.results[1, 1].points == (1, 2, 3)
    assert [entry.what for entry in ledger.entries(now.stream)] == ["begun", "seated", "entered", "entered"]


def test_by_standing_no_round_is_seated_before_the_last_is_complete(ledger: Ledger) -> None:
    how = TournamentSettings("", "Skat", 2, "swiss", 3, 5, "highest")
    now = directing.seat(ledger, directing.begin(ledger, how, NAMES))
    problem = refused(lambda: directing.seat(ledger, now))
    assert (problem.code, problem.hint) == ("E723", "Tables 1 and 2 are missing.")
    now = play(ledger, now, 1, Random(1))
    now = play(ledger, directing.seat(ledger, now), 2, Random(2))
    problem = refused(lambda: directing.seat(ledger, now))
    assert (problem.code, problem.message) == ("E723", "all 2 rounds of tournament 1 are already seated")


def test_a_round_with_results_is_never_seated_anew(ledger: Ledger) -> None:
    now = directing.seat(ledger, directing.begin(ledger, OPEN, NAMES))
    now = directing.enter(ledger, now, (2, 1), TableResult((4, 3, 2, 1), (1, 2, 3, 4)))
    before = now.seatings
    problem = refused(lambda: directing.arrive(ledger, now, "Hal", 2))
    assert (problem.code, problem.hint) == ("E723", "Use --from 3 or a later round.")
    now = directing.arrive(ledger, now, "Hal")
    assert now.seatings[:2] == before[:2]
    assert 7 in [player for table in now.seatings[2].tables for player in table]


def test_who_comes_back_is_the_same_player(ledger: Ledger) -> None:
    now = directing.seat(ledger, directing.begin(ledger, OPEN, NAMES))
    now = directing.drop(ledger, now, "gus")
    assert now.present == (0, 1, 2, 3, 4, 5)
    now = directing.arrive(ledger, now, " GUS ")
    assert (now.players, now.gone) == (NAMES, frozenset())


@pytest.mark.parametrize(
    ("work", "code", "says"),
    [
        (lambda ledger, now: directing.arrive(ledger, now, "ana"), "E724", "Ana is already in the tournament"),
        (lambda ledger, now: directing.arrive(ledger, now, "--"), "E724", "'--' is not a name"),
        (lambda ledger, now: directing.drop(ledger, now, "Anna"), "E724", "there is no player 'Anna'"),
        (lambda ledger, now: directing.drop(ledger, now, "An"), "E724", "there is no player 'An'"),
        (lambda ledger, now: directing.enter(ledger, now, (9, 1), NONE), "E722", "tournament 1 has no seated round 9"),
        (lambda ledger, now: directing.enter(ledger, now, (1, 3), NONE), "E722", "round 1 has no table 3"),
        (lambda ledger, now: directing.find(ledger, 5), "E721", "there is no tournament 5"),
        (lambda ledger, now: directing.begin(ledger, OPEN, NAMES[:2]), "E720", "2 players cannot fill a table of 3"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(
    ledger: Ledger, work: Callable[[Ledger, Tournament], object], code: str, says: str
) -> None:
    now = directing.seat(ledger, directing.begin(ledger, OPEN, NAMES))
    problem = refused(lambda: work(ledger, now))
    assert (problem.code, problem.message) == (code, says)
    assert problem.hint
    assert directing.load(ledger, now.stream) == now


def test_too_few_cannot_go_on_and_nobody_is_dropped_twice(ledger: Ledger) -> None:
    now = directing.begin(ledger, OPEN, NAMES[:4])
    now = directing.drop(ledger, now, "Dag")
    assert refused(lambda: directing.drop(ledger, now, "Dag")).code == "E724"
    assert refused(lambda: directing.drop(ledger, now, "Ana")).code == "E720"


def test_what_was_planned_on_an_older_state_is_not_written(ledger: Ledger) -> None:
    old = directing.seat(ledger, directing.begin(ledger, OPEN, NAMES))
    directing.drop(ledger, old, "Gus")
    problem = refused(lambda: directing.arrive(ledger, old, "Hal"))
    assert problem.code == "E725"
    points = tuple(range(len(old.seatings[0].tables[0])))
    assert refused(lambda: directing.enter(ledger, old, (1, 1), TableResult(points, points))).code == "E725"


def test_entries_of_somebody_else_are_refused() -> None:
    strange = [Entry(1, "", "begun", {"players": ["Ana"]})]
    assert refused(lambda: folded_tournament(Stream(KIND, 1), strange)).code == "E714"


# -- what people write -------------------------------------------------------------------------------------------------


def test_players_stand_a_line_each_or_in_a_column_of_a_spreadsheet() -> None:
    problems = Problems()
    assert read_players("Ana\n\n# the late ones\n  Ben  Otto \r\nCleo\n", "p", problems) == ("Ana", "Ben Otto", "Cleo")
    assert read_players('club;Name;age\nX;"Ana";9\nY;Ben;8\n', "p", problems) == ("Ana", "Ben")
    assert read_players("name\nAna\nBen\n", "p", problems) == ("Ana", "Ben")
    assert read_players("Ana, Ben Otto, Cleo\n", "p", problems) == ("Ana", "Ben Otto", "Cleo")
    assert not problems


def test_every_mistake_among_players_is_told_with_its_line() -> None:
    problems = Problems()
    read_players(f"Ana\nBen\nána\n...\n{'x' * 61}\nben\nC\x1b[2Jleo\n", "players.txt", problems)
    assert [(problem.code, problem.line) for problem in problems] == [("E720", line) for line in (3, 4, 5, 6, 7)]
    assert problems[0].message == "'ána' is the same as 'Ana' in line 1"
    for empty in ("", "\n \n", "# nobody\n", "name;club\n"):
        problems = Problems()
        assert read_players(empty, "players.txt", problems) == ()
        assert [problem.message for problem in problems] == ["there are no players"]


@pytest.mark.parametrize("cell", ['"Ana,x', f'"{"A" * 200_000}",x', '"Ana"a,x'])
def test_a_spreadsheet_that_is_damaged_is_told_with_its_line_and_swallows_nobody(cell: str) -> None:
    problems = Problems()
    read_players(f"name,club\n\nZoe,x\n{cell}\nBen,y\nCleo,z\n", "players.csv", problems)
    assert problems[0].code == "E720"
    assert problems[0].line in {4, 6}, "where it is, or where its end was looked for"
    assert "this is not valid CSV" in problems[0].message


@given(st.text(max_size=200))
def test_any_text_at_all_is_a_list_of_players_or_problems(text: str) -> None:
    problems = Problems()
    names = read_players(text, "p", problems)
    assert problems or len(set(names)) == len(names) > 0
    read_players(f"name,club\n{text}", "p", problems)


@pytest.mark.parametrize(("text", "sizes"), [("3-5", (3, 5)), ("4", (4, 4)), ("2–4", (2, 4))])
def test_sizes_of_tables(text: str, sizes: tuple[int, int]) -> None:
    assert tables_range(text) == sizes


@pytest.mark.parametrize("text", ["5-3", "1-4", "x", "", "3-99", "3-"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a table size|tables have 2 to 20 players"):
        tables_range(text)


def no_game() -> Playable:
    raise AssertionError("the game is not needed")


def test_points_of_a_table_in_the_order_of_seats_or_with_names(ledger: Ledger) -> None:
    found = tournament_of([["Ana Ben Cleo"]], [], NAMES[:3])
    for text in ("3 -1 7", "Cleo 7, ana 3, Ben -1", "Ana: 3\nBen: -1\nCleo: 7\n"):
        problems = Problems()
        assert read_result(text, "points", found, (1, 1), no_game, problems) == TableResult((3, -1, 7), (2, 3, 1))
        assert not problems


@pytest.mark.parametrize("text", ["3 4", "Ana 3, Ben 4", "Ana 3, Ben 4, Dag 5", "", "Ana 3, Ben 4, Cleo x", "1 2 3 4"])
def test_points_that_are_none_are_refused(text: str) -> None:
    problems = Problems()
    found = tournament_of([["Ana Ben Cleo"]], [], NAMES[:3])
    assert read_result(text, "points", found, (1, 1), no_game, problems) is None
    assert problems


def test_a_table_in_the_notation_of_its_game_brings_points_and_places() -> None:
    """In Tombs kills part those who have as many fighters on the board; Ana killed three, Ben two."""
    tombs = TournamentSettings("tombs", "Tombs", 1, "fixed", 2, 4, "highest")
    found = tournament_of([["Ben Ana"]], [], ("Ana", "Ben"), tombs)
    table = "board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\nnames: Ana, Ben\n"
    problems = Problems()
    result = read_result(table, "table", found, (1, 1), lambda: playable("tombs"), problems)
    assert not problems
    assert result is not None
    assert result.points[0] == result.points[1], "points alone would have them share"
    assert result.places == (2, 1)

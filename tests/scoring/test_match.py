"""What a match adds up to: rounds, corrections, undoing, who leads, who deals, when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import playable

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.score.entries import Entry, Stream
from proofdeck.score.ledger import Ledger
from proofdeck.score.matches import match as matches
from proofdeck.score.matches.match import Match, Round, folded_match
from proofdeck.score.matches.report import as_grid, in_a_line
from proofdeck.score.matches.rounds import RoundRequest, read_round
from proofdeck.score.matches.statistics import statistics

PLAYERS = ("Ana", "Ben", "Cleo")
LOWEST = MatchForm("lowest")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "scores.db") as opened:
        yield opened


def played(*points: int, won: tuple[int, ...] | None = None) -> Round:
    return Round(points, won if won is not None else tuple(s for s, p in enumerate(points) if p == max(points)))


def match_of(form: MatchForm, *rounds: Round, players: tuple[str, ...] = PLAYERS, title: str = "Tombs") -> Match:
    return Match(
        Stream("match", 1), "1", "", title, players, form, len(players) - 1, "2026-11-21T20:00:00+00:00", rounds
    )


# -- what entries add up to --------------------------------------------------------------------------------------------

CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.tuples(*[st.integers(-50, 50)] * 3)),
        st.tuples(st.just("edit"), st.integers(0, 9), st.tuples(*[st.integers(-50, 50)] * 3)),
        st.tuples(st.just("remove"), st.integers(0, 9)),
        st.tuples(st.just("undo")),
    ),
    max_size=25,
)


@given(CHANGES)
def test_any_sequence_of_changes_equals_a_plain_list_of_states_gone_back_and_forth(changes: list[Any]) -> None:
    """The list of all states is the simplest thing that can be undone: undoing drops the last one."""
    begun = Entry(1, "now", "begun", {
        "id": "1", "game": "", "title": "T", "players": list(PLAYERS), "dealer": 0,
        "form": {"wins": "highest", "counts": "points", "rounds": [], "target": None, "play_on": False, "last": None},
    })  # fmt: skip
    entries, states = [begun], [[]]  # type: ignore[var-annotated]
    for kind, *more in changes:
        state = list(states[-1])
        if kind == "add":
            state.append(more[0])
            entries.append(Entry(0, "", "round", played(*more[0]).as_data()))
        elif kind == "undo":
            entries.append(Entry(0, "", "undone", {}))
            if len(states) > 1:
                states.pop()
            continue
        elif more[0] >= len(state):
            continue
        elif kind == "edit":
            state[more[0]] = more[1]
            entries.append(Entry(0, "", "edited", {"round": more[0] + 1, **played(*more[1]).as_data()}))
        else:
            del state[more[0]]
            entries.append(Entry(0, "", "removed", {"round": more[0] + 1}))
        states.append(state)
    found = folded_match(Stream("match", 1), entries)
    assert [one.points for one in found.rounds] == states[-1]
    assert found.totals == [sum(points[seat] for points in states[-1]) for seat in range(3)]


@given(CHANGES)
def test_the_ledger_and_the_list_agree_through_the_same_functions_that_the_commands_call(changes: list[Any]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "s.db") as ledger:
        match = matches.begin(ledger, "", "T", PLAYERS, MatchForm(), 0)
        states: list[list[tuple[int, ...]]] = [[]]
        for kind, *more in changes:
            state = list(states[-1])
            if kind == "add":
                match = matches.add(ledger, match, played(*more[0]))
                states.append([*state, more[0]])
            elif kind == "undo":
                assert (ledger.undo(match.stream) is None) == (len(states) == 1)
                match = matches.load(ledger, match.stream)
                states = states[:-1] or states
            elif more[0] < len(state):
                points = more[1] if kind == "edit" else None
                match = matches.edit(ledger, match, more[0] + 1, played(*points) if points else None)
                states.append([*state[: more[0]], *([points] if points else []), *state[more[0] + 1 :]])
            else:
                with pytest.raises(ProofdeckError):
                    matches.edit(ledger, match, more[0] + 1, None)
        assert [one.points for one in match.rounds] == states[-1]


def test_an_evening_of_toonerville_of_five_players_over_eleven_rounds(ledger: Ledger) -> None:
    """Two corrections and an undo; the totals are worked out by hand below the table."""
    rook = playable("toonerville-rook")
    form = rook.engine.match(rook.game)
    match = matches.begin(ledger, "toonerville-rook", "Rook", ("Ana", "Ben", "Cleo", "Dora", "Emil"), form, 4)
    table = """
        0 35 20 45 10
        15 0 40 25 60
        30 20 0 5 75
        0 10 85 40 15
        55 25 30 0 20
        10 0 15 95 35
        0 70 5 20 10
        25 15 0 30 40
        5 0 50 110 15
        20 10 0 35 65
        0 130 45 15 90
    """
    rows = [tuple(map(int, line.split())) for line in table.split("\n") if line.strip()]
    for number, row in enumerate(rows, 1):
        assert not match.over
        match = matches.add(ledger, match, Round(row, (0,)))
        if number == 4:
            ledger.undo(match.stream)
            match = matches.add(ledger, matches.load(ledger, match.stream), Round(row, (0,)))
        if number == 6:
            match = matches.edit(ledger, match, 2, Round((15, 0, 45, 25, 60), (1,)))
    match = matches.edit(ledger, match, 9, Round((5, 0, 50, 100, 15), (1,)))
    # Ana 0+15+30+0+55+10+0+25+5+20+0; Ben 35+0+20+10+25+0+70+15+0+10+130;
    # Cleo 20+45+0+85+30+15+5+0+50+0+45; Dora 45+25+5+40+0+95+20+30+100+35+15; Emil 10+60+75+15+20+35+10+40+15+65+90
    assert match.totals == [160, 315, 295, 410, 435]
    assert match.over
    assert match.ranking.places == [1, 3, 2, 4, 5]
    assert folded_match(match.stream, ledger.entries(match.stream)) == match, "the log replays to the same state"
    assert len(ledger.entries(match.stream)) == 1 + 11 + 2 + 2
    with pytest.raises(ProofdeckError) as caught:
        matches.add(ledger, match, Round((0, 0, 0, 0, 0), ()))
    assert caught.value.problems[0].code == "E712"


def test_a_round_that_somebody_else_has_added_meanwhile_is_told_and_not_added_twice(ledger: Ledger) -> None:
    match = matches.begin(ledger, "", "Tombs", PLAYERS, MatchForm(), 0)
    matches.add(ledger, match, played(1, 2, 3))
    with pytest.raises(ProofdeckError) as caught:
        matches.add(ledger, match, played(1, 2, 3))
    assert caught.value.problems[0].code == "E713"
    assert len(matches.load(ledger, match.stream).rounds) == 1


def test_rounds_from_eight_terminals_at_once_are_all_added(tmp_path: Path) -> None:
    with Ledger(tmp_path / "s.db") as ledger:
        match = matches.begin(ledger, "", "Tombs", PLAYERS, MatchForm(), 0)

    def write(terminal: int) -> None:
        with Ledger(tmp_path / "s.db") as ledger:
            for number in range(5):
                seen = match if number == 0 else matches.load(ledger, match.stream)
                matches.add(ledger, seen, played(terminal, number, 0))

    with ThreadPoolExecutor(8) as terminals:
        assert list(terminals.map(write, range(8))) == [None] * 8
    with Ledger(tmp_path / "s.db") as ledger:
        added = [one.points for one in matches.load(ledger, match.stream).rounds]
    assert sorted(added) == [(terminal, number, 0) for terminal in range(8) for number in range(5)]


def test_a_round_is_not_added_to_a_match_that_was_corrected_or_ended_meanwhile(ledger: Ledger) -> None:
    def refusal(match: Match, one: Round) -> str:
        with pytest.raises(ProofdeckError) as caught:
            matches.add(ledger, match, one)
        return caught.value.problems[0].code

    match = matches.add(ledger, matches.begin(ledger, "", "T", PLAYERS, MatchForm(last=3), 0), played(1, 2, 3))
    corrected = matches.edit(ledger, match, 1, played(1, 2, 4))
    assert refusal(match, played(5, 5, 5)) == "E713"
    added = matches.add(ledger, corrected, played(6, 6, 6))
    matches.add(ledger, corrected, played(7, 7, 7))
    assert refusal(added, played(8, 8, 8)) == "E712"


def test_a_table_of_a_round_with_a_name_is_not_added_as_another_round(ledger: Ledger) -> None:
    match = matches.begin(ledger, "", "T", PLAYERS, MatchForm(rounds=("one run", "two sets", "all")), 0)
    matches.add(ledger, match, played(1, 2, 3))
    with pytest.raises(ProofdeckError) as caught:
        matches.add(ledger, match, Round((3, 2, 1), (0,), "Ana: Red 5"))
    assert caught.value.problems[0].code == "E713"


def test_a_correction_of_a_round_that_is_another_meanwhile_is_told_and_not_made(ledger: Ledger) -> None:
    """In the other terminal round 1 was taken out, so that round 2 would be the wrong one."""
    with ledger:
        here = matches.begin(ledger, "", "Tombs", PLAYERS, MatchForm(), 0)
        for points in ((1, 0, 0), (2, 0, 0), (3, 0, 0)):
            here = matches.add(ledger, here, played(*points))
        there = matches.edit(ledger, here, 1, None)
        with pytest.raises(ProofdeckError, match="this round was not changed"):
            matches.edit(ledger, here, 2, played(9, 9, 9))
        assert matches.load(ledger, here.stream) == there


def test_a_deleted_match_is_out_of_sight_and_can_be_brought_back(ledger: Ledger) -> None:
    first = matches.begin(ledger, "", "Tombs", PLAYERS, MatchForm(), 0)
    second = matches.begin(ledger, "", "Skat", PLAYERS, MatchForm(), 0)
    matches.delete(ledger, second)
    assert [match.title for match in matches.matches(ledger, Problems())] == ["Tombs"]
    assert matches.find(ledger, None).title == first.title, "the one last used that is in sight"
    for number, says in ((2, "was deleted"), (7, "no match 7")):
        with pytest.raises(ProofdeckError, match=says):
            matches.find(ledger, number)
    ledger.undo(matches.find(ledger, 2, deleted=True).stream)
    assert matches.find(ledger, None).title == "Skat"


def test_entries_that_no_match_has_are_told() -> None:
    with pytest.raises(ProofdeckError) as caught:
        folded_match(Stream("match", 1), [Entry(1, "", "begun", {"title": "T"})])
    assert caught.value.problems[0].code == "E714"


# -- who wins, and when ------------------------------------------------------------------------------------------------


def test_the_lowest_total_leads_where_the_lowest_wins() -> None:
    assert match_of(LOWEST, played(5, 10, 5), played(5, 0, 10)).ranking.groups == ((0, 1), (2,))


def test_won_rounds_are_counted_with_shares_and_points_part_who_has_won_as_often() -> None:
    form = MatchForm(counts="wins")
    match = match_of(form, played(3, 3, 1), played(1, 2, 2), played(9, 1, 1, won=(2,)))
    assert match.totals == [Fraction(1, 2), 1, Fraction(3, 2)]
    assert match.ranking.groups == ((2,), (1,), (0,))
    level = match_of(form, played(5, 0, 1), played(0, 9, 1))
    assert level.ranking.groups == ((1,), (0,), (2,)), "one round each; Ben has 9 points, Ana 5"


@pytest.mark.parametrize(
    ("form", "rounds", "over"),
    [
        (MatchForm(), [(1, 2, 3)] * 50, False),
        (MatchForm(rounds=("one", "two")), [(1, 2, 3)], False),
        (MatchForm(rounds=("one", "two")), [(1, 2, 3)] * 2, True),
        (MatchForm(last=3), [(1, 2, 3)] * 3, True),
        (MatchForm(last=3), [(1, 2, 3)] * 4, True),
        (MatchForm(target=10), [(9, 2, 3)], False),
        (MatchForm(target=10), [(10, 2, 3)], True),
        (MatchForm(target=10), [(10, 10, 3)], True),
        (MatchForm(target=10, play_on=True), [(10, 10, 3)], False),
        (MatchForm(target=10, play_on=True), [(10, 10, 3), (1, 0, 0)], True),
        (MatchForm(target=10, play_on=True, last=1), [(10, 10, 3)], True),
        (MatchForm("lowest", target=10), [(0, 2, 10)], True),
    ],
)
def test_when_a_match_is_over(form: MatchForm, rounds: list[tuple[int, ...]], over: bool) -> None:
    assert match_of(form, *(played(*points) for points in rounds)).over is over


def test_the_forms_of_the_five_games_are_those_of_their_pages() -> None:
    forms = {name: (one := playable(name)).engine.match(one.game) for name in (
        "toonerville-rook", "fishing-dragon", "tombs", "rummy-duel", "fantasy-contract-rummy", "salt-roads"
    )}  # fmt: skip
    rook = forms["toonerville-rook"]
    assert (rook.wins, len(rook.rounds)) == ("lowest", 11)
    assert rook.rounds[0] == "2 sets of 3, deal 12"
    assert rook.rounds[4] == "2 sets of 3, 1 run of 4, deal 12"
    assert rook.rounds[10] == "2 sets of 3, 2 runs of 4, deal 14, lay your whole hand"
    dragon = forms["fishing-dragon"]
    assert (dragon.wins, dragon.target, dragon.play_on, dragon.last) == ("highest", 500, True, 100)
    assert forms["tombs"].counts == forms["rummy-duel"].counts == "wins"
    assert forms["fantasy-contract-rummy"] == MatchForm("highest")


def test_the_deal_passes_to_the_left() -> None:
    match = match_of(MatchForm())
    assert [match.players[match.dealer_of(number)] for number in (1, 2, 3, 4)] == ["Cleo", "Ana", "Ben", "Cleo"]


# -- what people write down of a round ---------------------------------------------------------------------------------


def read(text: str, match: Match, number: int = 1) -> tuple[Round | None, list[Problem]]:
    problems = Problems()
    return read_round(text, RoundRequest(match, number, "points", lambda: playable(match.game)), problems), [*problems]


@pytest.mark.parametrize(
    "text",
    ["12 -5 0", "12, -5, 0", "Ana 12\nBen -5\nCleo 0", "cleo: out\nben: -5\nANA = 12", "Ana 12, Cleo out, b −5 # so"],
)
def test_points_are_read_however_they_are_written(text: str) -> None:
    assert read(text, match_of(MatchForm())) == (Round((12, -5, 0), (0,)), [])


def test_who_has_won_is_told_where_points_do_not_say_it() -> None:
    assert read("3 3 1\nwon: Cleo", match_of(MatchForm(counts="wins")))[0] == Round((3, 3, 1), (2,))
    assert read("3 3 1", match_of(LOWEST))[0] == Round((3, 3, 1), (2,))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the text is empty"),
        ("12 5", "2 numbers for 3 players"),
        ("1 2 3 4", "4 numbers for 3 players"),
        ("Ana 12, Ben 3", "the points of Cleo are missing"),
        ("Ana 12, Ben 3, Dora 4", "there is no player 'Dora'"),
        ("Ana 12, Ben 3, Cleo 4, Ana 5", "the points of Ana appear twice"),
        ("1 2 3\nwon: Zoe", "there is no player 'Zoe'"),
        ("9999999 1 2", "9999999 points for Ana"),
        ("123456789 1 2", "123456789 points for Ana"),
        ("12 5.5 3", "'12 5.5 3' is not a row of whole numbers"),
        ("12 - 3", "'12 - 3' is not a row of whole numbers"),
        ("1 2 3\n4 5 6", "this round already has points"),
        ("no idea", "these are not points"),
    ],
)
def test_points_that_cannot_be_are_told(text: str, says: str) -> None:
    found, problems = read(text, match_of(MatchForm()))
    assert found is None
    assert says in problems[0].message


def rook_match(*rounds: Round) -> Match:
    rook = playable("toonerville-rook")
    head = (Stream("match", 1), "1", "toonerville-rook", "Rook", PLAYERS, rook.engine.match(rook.game), 2, "")
    return Match(*head, rounds)


def test_a_table_in_the_notation_of_the_calculator_is_a_round_and_is_kept_beside_its_points() -> None:
    text = "Cleo: Black 2 x2, yellow 7\nana: Red 5, Green 14, Rook\nBen: out\n"
    assert read(text, rook_match(), 1) == (Round((40, 0, 15), (1,), text), [])


def test_a_table_of_another_round_or_of_other_people_is_told() -> None:
    hands = "\nAna: Red 5\nBen: out\nCleo: Red 6"
    assert "of round 3, but this is round 1" in read(f"round 3{hands}", rook_match())[1][0].message
    assert not read(f"round 1{hands}", rook_match())[1]
    assert "there is no player 'Emil'" in read(hands.replace("Cleo", "Emil"), rook_match())[1][0].message
    assert read(f"{hands}, Rde 9", rook_match())[1][0].code == "E701"


def test_mistakes_of_a_table_stand_in_the_lines_in_which_they_were_written() -> None:
    """Whether or not the number of the round stands before the hands."""
    hands = "Ana: Red 5\nBen: out\nCleo: Blorf, Red 6"
    for text, line in ((hands, 3), (f"round 1\n{hands}", 4)):
        (problem,) = read(text, rook_match())[1]
        assert (problem.code, problem.line, problem.column) == ("E701", line, 7)
    assert [problem.line for problem in read("# nothing", rook_match())[1]] == [None], "nobody wrote the round"


def test_what_was_asked_for_as_a_table_is_never_taken_for_points() -> None:
    problems = Problems()
    asked = RoundRequest(rook_match(), 1, "points", lambda: playable("toonerville-rook"))
    assert read_round("Ana: 5\nBen: out\nCleo: 7", asked, Problems()) == Round((5, 0, 7), (1,))
    assert read_round("Ana: 5\nBen: out\nCleo: 7", asked, problems, table=True) is None
    assert {problem.code for problem in problems} == {"E701"}


def test_players_called_by_numbers_have_points_by_name() -> None:
    match = match_of(MatchForm(), players=("1", "2"))
    assert read("1: 5, 2: 7", match) == (Round((5, 7), (1,)), [])


def test_a_board_of_tombs_is_won_by_kills_and_not_by_points() -> None:
    tombs = playable("tombs")
    goal = tombs.game.values.number("goal.2")
    match = Match(Stream("match", 1), "1", "tombs", "Tombs", ("Ana", "Ben"), MatchForm(counts="wins"), 0, "")
    found, problems = read(f"board: B1 T1 . / . . . / . . O2\nkills: 0 {goal}", match)
    assert not problems
    assert found is not None
    assert (found.points, found.won) == ((2, 1), (1,))


# -- how it looks, and what many of them say ---------------------------------------------------------------------------


def test_the_grid_in_words() -> None:
    match = match_of(MatchForm(target=20), played(12, -5, 0), played(3, 9, 4))
    assert as_grid(match).splitlines() == [
        "match 1: Tombs, started 2026-11-21",
        "",
        "round  dealer      Ana      Ben    Cleo",
        "-----  ------  -------  -------  ------",
        "1      Cleo    12   12  -5   -5  0    0",
        "2      Ana      3   15   9    4  4    4",
        "-----  ------  -------  -------  ------",
        "total               15        4       4",
        "place               1.       2.      2.",
        "",
        "Ana leads with 15 points of 20.",
        "Next: round 3. Ben deals, Cleo starts.",
    ]
    assert in_a_line(match) == "match 1  2026-11-21  Tombs: Ana 15, Ben 4, Cleo 4; 2 rounds"


@pytest.mark.parametrize(
    ("match", "says"),
    [
        (match_of(MatchForm(), played(1, 1, 1)), "All players are level."),
        (match_of(MatchForm(), played(2, 2, 1)), "Ana and Ben lead with 2 points."),
        (match_of(MatchForm(last=1), played(2, 2, 1)), "The match is over: Ana and Ben share the win with 2 points."),
        (match_of(MatchForm(last=1), played(1, 0, 0)), "The match is over: Ana wins with 1 point."),
        (match_of(MatchForm(counts="wins"), played(1, 0, 0)), "Ana leads with 1 round."),
    ],
)
def test_who_leads(match: Match, says: str) -> None:
    assert says in as_grid(match).splitlines()


def test_statistics_count_matches_that_are_over_and_those_that_have_no_end() -> None:
    found = statistics([
        match_of(LOWEST, Round((10, 20, 30), (0,)), Round((0, 40, 5), (0,)), title="Rook"),
        match_of(MatchForm(last=1), played(4, 4, 0)),
        match_of(MatchForm(last=9), played(99, 0, 0)),
        match_of(MatchForm(last=1), played(1, 7), players=("ANA", "Dora")),
    ])  # fmt: skip
    ana = next(player for player in found if player.name == "Ana")
    assert (ana.matches, ana.won) == (3, Fraction(3, 2))
    assert [(game.title, game.matches, game.won, game.rounds, game.mean, game.best) for game in ana.games] == [
        ("Rook", 1, 1, 2, 5.0, 0),
        ("Tombs", 2, Fraction(1, 2), 2, 2.5, 4),
    ]
    assert ana.rivals == (("Ben", 2, 1, 0), ("Cleo", 2, 2, 0), ("Dora", 1, 0, 1))
    assert [player.name for player in found] == ["Ana", "Dora", "Ben", "Cleo"]

"""Who plays with whom, as a page says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.score_sheet import Criterion, Ranking
from proofdeck.source.project.head import about
from proofdeck.source.rules.page import read_page
from proofdeck.source.rules.sides import PageSides, Sides, read_sides


def sides(line: str, players: str = "2-6") -> tuple[PageSides, list[str]]:
    """What a head with that line says, and the places and sentences of its mistakes."""
    problems = Problems()
    return about(read(f"players: {players}\n{line}", problems), "Lions", problems).sides, [
        f"{one.line}:{one.column} {one.message}" for one in problems
    ]


def read(head: str, problems: Problems):  # type: ignore[no-untyped-def]
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "lions.md"
        path.write_text(f"---\n{head}\n---\n", encoding="utf-8")
        page = read_page(path, "lions.md", problems)
    assert page is not None
    return page


@pytest.mark.parametrize(
    ("line", "players", "seats"),
    [
        ("", 3, ((0,), (1,), (2,))),
        ("sides: together", 3, ((0, 1, 2),)),
        ("sides: together", 1, ((0,),)),
        ("sides: {4: partners}", 4, ((0, 2), (1, 3))),
        ("sides: {4: partners}", 3, ((0,), (1,), (2,))),
        ("sides: {6: partners}", 6, ((0, 3), (1, 4), (2, 5))),
        ("sides: {6: two teams}", 6, ((0, 2, 4), (1, 3, 5))),
        ("sides: {3: 1 against all}", 3, ((0,), (1, 2))),
        ("sides: {5: 2 and 4 against 1 + 3 against 5}", 5, ((1, 3), (0, 2), (4,))),
        ("sides: {4: 1 3 vs 2 4}", 4, ((0, 2), (1, 3))),
        ("sides: {2: together}", 2, ((0, 1),)),
    ],
)
def test_a_page_says_who_plays_with_whom(line: str, players: int, seats: tuple[tuple[int, ...], ...]) -> None:
    found, wrong = sides(line, "1-6")
    assert not wrong
    assert found.of(players).seats == seats


@pytest.mark.parametrize(
    ("line", "players", "says"),
    [
        ("sides: {4: 1 against 2 3}", "4", "3:12 sides: 4 is on no side when 4 play"),
        ("sides: {4: 1 2 against 2 3 4}", "4", "3:12 sides: player 2 is named twice, but is on one side only"),
        ("sides: {3: 1 2 3 against all}", "3", "3:12 sides: a side has no players"),
        ("sides: {3: 1 against}", "3", "3:12 sides: a side has no players"),
        ("sides: {5: 1 against 2 3}", "5", "3:12 sides: 4 and 5 are on no side when 5 play"),
        ("sides: {3: 1 against 2 5}", "3", "3:12 sides: there is no player 5 among 3"),
        ("sides: {3: 1 against the rest}", "3", "3:12 sides: 'the' is not the number of a player"),
        ("sides: {7: partners}", "2-6", "3:12 sides: '7' is not a number of players of this game"),
        ("sides: partners", "3-4", "3:8 sides: with 3 players nobody has a partner on the other side of the table"),
        ("sides: two teams", "5", "3:8 sides: 5 players cannot be two teams of the same size"),
        ("sides: togehter", "2-4", "3:8 sides: 'togehter' names no sides. Did you mean 'together'?"),
        ("sides: yes", "2-4", "3:8 sides: 'yes' does not say who plays with whom"),
        ("sides: [1, 2]", "2-4", "3:8 sides: a list does not say who plays with whom"),
    ],
)
def test_a_mistake_in_a_side_is_named_with_its_place(line: str, players: str, says: str) -> None:
    found, wrong = sides(line, players)
    assert wrong == [says]
    assert not found


def test_sides_that_depend_on_the_number_of_players_need_it() -> None:
    problems = Problems()
    assert not read_sides(read("sides: partners", problems), None, problems)
    assert "which the head does not say" in problems[0].message


@given(st.integers(2, 9), st.data())
def test_a_win_is_shared_by_sides_and_each_partner_has_all_of_it(players: int, data: st.DataObject) -> None:
    team = data.draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    numbers = sorted({*team})
    found = Sides(tuple(tuple(seat for seat in range(players) if team[seat] == one) for one in numbers))
    values = data.draw(st.lists(st.integers(0, 2), min_size=len(numbers), max_size=len(numbers)))
    of_seats = [values[numbers.index(one)] for one in team]
    shares, places = found.shares(of_seats), Ranking.by([Criterion("", "", of_seats)], found).places
    assert sum(shares[side[0]] for side in found.seats) == pytest.approx(1)
    for seat, value in enumerate(of_seats):
        better = sum(other > value for other in values)
        assert places[seat] == better + 1
        assert (shares[seat] > 0) == (better == 0)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "2 to 6 players"),
        ("sides: together", "2 to 6 players · cooperative"),
        ("sides: {4: partners}", "2 to 6 players · in teams"),
    ],
)
def test_the_line_below_the_title_says_so(line: str, says: str) -> None:
    problems = Problems()
    assert about(read(f"players: 2-6\n{line}", problems), "Lions", problems).line == says

"""Games without an engine, scored by a table in the head of their rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.loading import Playable
from proofdeck.play.setup.opening import playable_of
from proofdeck.score.calculator import calculate
from proofdeck.score.conversation import Conversation
from proofdeck.source.project.reading import load_project

Writer = Callable[..., Path]
CARDS = """game,id,name,kind,value,quantity
zoo,fox,Red Fox,creature,3,4
zoo,raven,Raven,creature,2,4
zoo,oak,Old Oak,place,5,2
zoo,frost,Early Frost,event,-1,3
"""
TABLE = """  wins: highest
  values: yes
  each: {raven: 2, creature: 1}
  sets:
    forest: {cards: "fox, oak x2", points: 10}
"""
BODY = "\n".join(f"r[score.{name}]\nPrinted.\n" for name in ("wins", "values", "each", "forest"))


def opened(write: Writer, table: str = TABLE, body: str = BODY) -> tuple[Playable | None, Problems]:
    write("cards.csv", CARDS)
    root = write("rules_md/zoo.md", f"---\ntitle: Zoo\nscore:\n{table}---\n\n{body}")
    problems = Problems()
    project = load_project(root, problems)
    return playable_of(project, project.games["zoo"], problems), problems


def scored(playable: Playable | None, text: str) -> tuple[Scored | None, Problems]:
    assert playable is not None
    problems = Problems()
    return calculate(playable, text, "table", problems), problems


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Red Fox", {"score.values": 3, "score.each": 1}),
        ("raven x2", {"score.values": 4, "score.each": 2 * 2 + 2}),
        ("fox, oak x2", {"score.values": 13, "score.each": 1, "score.forest": 10}),
        ("fox x4, oak x2", {"score.values": 22, "score.each": 4, "score.forest": 10}),
        ("frost, FOXES x2", {"score.values": 5, "score.each": 2}),
        ("", {"score.values": 0}),
        ("nothing", {"score.values": 0}),
    ],
)
def test_values_cards_and_sets_are_counted_by_their_clauses(write: Writer, cards: str, points: dict[str, int]) -> None:
    playable, problems = opened(write)
    assert not problems
    found, _ = scored(playable, f"Ana: {cards}")
    assert found is not None
    sums = {item.clause: 0 for item in found.sheets[0].items}
    for item in found.sheets[0].items:
        sums[item.clause] += item.points
    assert sums == points


@pytest.mark.parametrize(("wins", "winner"), [("highest", "Ana"), ("lowest", "Ben")])
def test_the_highest_or_the_lowest_wins(write: Writer, wins: str, winner: str) -> None:
    playable, _ = opened(write, TABLE.replace("highest", wins))
    found, _ = scored(playable, "Ana: oak\nBen: fox")
    assert found is not None
    assert [found.names[seat] for seat in found.ranking.groups[0]] == [winner]
    assert found.ranking.decided_by is not None
    assert found.ranking.decided_by.clause == "score.wins"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("  wins: highest\n", "", 4, "does not say who wins"),
        ("highest", "most", 4, "highest or lowest"),
        ("values: yes", "values: 3", 5, "yes or no"),
        ("raven: 2", "ravn: 2", 6, "no card and no kind 'ravn'"),
        ("raven: 2", "raven: two", 6, "'two' is not a whole number of points"),
        ("raven: 2", "raven: [2, 3]", 6, "a list is not a whole number of points"),
        ("points: 10", "points: yes", 8, "'yes' is not a whole number of points"),
        ("fox, oak x2", "fox, aok x2", 8, "no card 'aok'"),
        (", points: 10", "", 8, "needs cards and points"),
        ("values: yes", "valeus: yes", 5, "has no 'valeus'"),
        ("each: {raven: 2, creature: 1}", "each: 2", 6, "each: this must be a table"),
        ("forest:", "each:", 8, "cannot be the name of a set"),
        ("forest:", "My Forest:", 8, "cannot be the name of a set"),
        ("points: 10", "pionts: 3, points: 10", 8, "a set has no 'pionts'"),
        ("fox, oak x2", "", 8, "at least one card"),
    ],
)
def test_a_table_that_cannot_be_used_is_told_with_its_line(
    write: Writer, old: str, new: str, line: int, says: str
) -> None:
    assert TABLE.count(old) == 1
    playable, problems = opened(write, TABLE.replace(old, new))
    assert playable is None
    assert [(problem.code, problem.line) for problem in problems if says in problem.message] == [("E614", line)]


def test_values_that_are_no_whole_points_are_told_at_the_card(write: Writer) -> None:
    write("cards.csv", CARDS.replace("creature,2,4", "creature,2.5,4"))
    root = write("rules_md/zoo.md", f"---\ntitle: Zoo\nscore:\n{TABLE}---\n\n{BODY}")
    problems = Problems()
    project = load_project(root, problems)
    assert playable_of(project, project.games["zoo"], problems) is None
    assert [(problem.code, problem.file, problem.line) for problem in problems] == [("E614", "cards.csv", 3)]


def test_what_counts_must_be_printed(write: Writer) -> None:
    _, problems = opened(write, body=BODY.replace("r[score.forest]", "r[score.wood]"))
    message = "the table of scores applies the clause score.forest, which the rules do not contain"
    assert [(problem.code, problem.line, problem.message) for problem in problems] == [("E605", 4, message)]


def test_the_cards_of_a_set_may_be_written_as_a_list(write: Writer) -> None:
    playable, problems = opened(write, TABLE.replace('"fox, oak x2"', "[fox, oak x2]"))
    assert playable is not None
    assert not problems


def test_rules_of_play_need_no_engine(write: Writer) -> None:
    _, problems = opened(write, body=f"{BODY}\nr[turn.play]\nPlay a card.\n")
    assert not problems


def test_cards_that_the_deck_does_not_have_are_refused(write: Writer) -> None:
    playable, _ = opened(write)
    found, problems = scored(playable, "Ana: oak\nBen: oak x2")
    assert found is None
    assert [(problem.code, problem.line) for problem in problems] == [("E703", 2)]
    assert scored(playable, "")[1][0].code == "E702"


def test_a_card_called_nothing_is_a_card(write: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.CARDS", f"{CARDS}zoo,void,Nothing,event,7,1\n")
    found, problems = scored(opened(write)[0], "Ana: nothing\nBen: fox")
    assert not problems
    assert found is not None
    assert found.sheets[0].total == 7


def test_such_a_game_is_not_played(write: Writer) -> None:
    playable, _ = opened(write)
    assert playable is not None
    with pytest.raises(ProofdeckError, match="scored but not played"):
        playable.game.new_initial_state(2, 1)


def test_its_examples_are_held_against_the_table(write: Writer) -> None:
    example = "\n```example id=ex.a covers=score.forest\nAna: fox, oak x2\nexpect:\n  Ana: 24\n```\n"
    opened(write, body=BODY + example)
    root = write("templates/zoo/front.toml", 'extends = "base/front.toml"\n')
    assert check(root, []) == []
    opened(write, body=BODY + example.replace("24", "25"))
    assert [problem.code for problem in check(root, [])] == ["E621"]
    opened(write, body=BODY + example.replace("Ana: fox, oak x2", "new game"))
    assert [problem.code for problem in check(root, [])] == ["E620"]


@given(st.text(max_size=120))
def test_no_text_gives_a_traceback(text: str) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "rules_md").mkdir()
        (root / "cards.csv").write_text(CARDS)
        (root / "rules_md" / "zoo.md").write_text(f"---\ntitle: Zoo\nscore:\n{TABLE}---\n\n{BODY}")
        problems = Problems()
        project = load_project(root, problems)
        found, mistakes = scored(playable_of(project, project.games["zoo"], problems), text)
        assert (found is None) == bool(mistakes)


def test_a_game_of_which_no_card_counts_can_be_asked_for(write: Writer) -> None:
    write("cards.csv", "game,id,name,kind\nzoo,help,Help,reference\n")
    root = write("rules_md/zoo.md", "---\ntitle: Zoo\nscore:\n  wins: highest\n---\n\nr[score.wins]\nPrinted.\n")
    problems = Problems()
    project = load_project(root, problems)
    found = playable_of(project, project.games["zoo"], problems)
    assert not problems
    assert found is not None
    assert Conversation(found, ("Ana",)).table.question is not None

"""The table of proof: what prints, applies, shows, tests and plays each clause, and that what is missing is named."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tables import ROOT, playable

from proofdeck.book.manuscript.composing import prove_rules
from proofdeck.book.manuscript.proving import proof_of_game, simulate_games
from proofdeck.book.proof.proof import SEED, ClauseProof, Fires, GameProof, proof_of, quoted, unshown
from proofdeck.front.cli.proof import show_summary, show_table
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots import Bot
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import play
from proofdeck.source.project.reading import load_project
from proofdeck.source.rules.clauses import Clause

Writer = Callable[..., Path]
Progress = list[tuple[str, int, int]]


@pytest.fixture
def tombs(write: Writer) -> Path:
    """A project that holds Tombs alone."""
    root = write("rules_md/tombs.md", (ROOT / "rules_md" / "tombs.md").read_bytes())
    with (ROOT / "cards.csv").open(newline="", encoding="utf-8") as shipped:
        rows = [row for row in csv.reader(shipped) if row[0] in {"game", "tombs"}]
    with (root / "cards.csv").open("w", newline="", encoding="utf-8") as cards:
        csv.writer(cards).writerows(rows)
    return root


def changed(root: Path, old: str, new: str) -> None:
    page = root / "rules_md" / "tombs.md"
    text = page.read_text(encoding="utf-8")
    assert text.count(old) == 1
    page.write_text(text.replace(old, new), encoding="utf-8")


def proof(root: Path, games: int = 0, seen: Progress | None = None, *, trust: bool = False) -> GameProof:
    """The table of Tombs; seen: what was simulated meanwhile."""
    problems = Problems()
    project = load_project(root, problems)
    assert not problems
    held = prove_rules(project, project.games["tombs"], Problems(), trust=trust).held

    def watch(what: str, done: int, of: int) -> None:
        if seen is not None:
            seen.append((what, done, of))

    if games:
        simulate_games(project, ["tombs"], games, watch, trust=trust)
    found = proof_of_game(project, "tombs", held, trust=trust, games=games or None)
    assert found is not None
    return found


def shown(table: GameProof) -> str:
    stream = io.StringIO()
    show_table(table, stream)
    show_summary(table, stream)
    return stream.getvalue()


# -- both directions ---------------------------------------------------------------------------------------------------


def test_every_clause_of_the_shipped_page_is_applied_or_physical(tombs: Path) -> None:
    clauses = proof(tombs).clauses
    printed = re.findall(r"^r\[(.+?)\]", (tombs / "rules_md" / "tombs.md").read_text(), re.MULTILINE)
    assert list(clauses) == printed
    assert {row.standing for row in clauses.values()} == {"applied", "physical"}


def test_a_clause_that_nothing_applies_is_dead(tombs: Path) -> None:
    changed(tombs, "## Variants", "r[end.dance]\nThe winner dances.\n\n## Variants")
    row = proof(tombs, 3).clauses["end.dance"]
    assert (row.standing, row.has_point, row.examples, row.fired) == ("dead", False, (), None)
    assert re.search(r"end\.dance +✗ dead +– ", shown(proof(tombs)))
    assert "  dead rules, printed and never applied: end.dance\n" in shown(proof(tombs))


def test_a_rule_that_is_applied_and_not_printed_is_secret_and_is_played_all_the_same(tombs: Path) -> None:
    changed(tombs, "r[turn.draw]\n", "")
    table = proof(tombs, 3)
    row = table.clauses["turn.draw"]
    assert (row.standing, row.number, row.line) == ("secret", "", None)
    assert (row.fired, row.games) == (3, 3)
    assert list(table.clauses)[-1] == "turn.draw"
    assert "  secret rules, applied and not printed: turn.draw\n" in shown(table)
    assert "Tombs: 25 clauses, 23 with a rule point, 2 physical; " in shown(table)


def test_a_clause_is_shown_by_the_examples_in_which_it_had_a_part_and_by_none_when_they_are_gone(tombs: Path) -> None:
    before = proof(tombs)
    assert before.clauses["ombra.ombra"].examples == ("ex.ombra-ombra",)
    assert "ombra.ombra" not in unshown(before.clauses)
    page = (tombs / "rules_md" / "tombs.md").read_text()
    block = re.search(r"```example id=ex\.ombra-ombra .*?^```\n", page, re.MULTILINE | re.DOTALL)
    assert block
    changed(tombs, block[0], "")
    after = proof(tombs)
    assert after.clauses["ombra.ombra"].examples == ()
    assert unshown(after.clauses) == ["ombra.ombra"]
    assert "  without an example: ombra.ombra\n" in shown(after)


def test_an_example_that_does_not_hold_shows_nothing(tombs: Path) -> None:
    changed(tombs, "id=ex.ombra-ombra covers=ombra.ombra", "id=ex.ombra-ombra covers=thorn.thorn")
    assert proof(tombs).clauses["ombra.ombra"].examples == ()


# -- simulated games ---------------------------------------------------------------------------------------------------


def test_games_in_which_a_clause_fired_agree_with_a_count_by_hand(tombs: Path) -> None:
    games = 14
    found = playable("tombs")
    expected: Counter[str] = Counter()
    for index in range(games):
        players = (2, 3, 4)[index % 3]
        bots: list[Bot] = [found.engine.greedy(Random(derived(SEED, "bot", index, seat))) for seat in range(players)]
        state = found.game.new_initial_state(players, derived(SEED, "game", index))
        play(state, bots)
        state.ranking()
        expected.update(name for bit, name in enumerate(found.engine.points) if state.fired >> bit & 1)
    assert 0 < expected["end.field-lock"] < games
    clauses = proof(tombs, games).clauses
    assert {name: row.fired for name, row in clauses.items() if row.has_point} == {
        name: expected[name] for name in found.engine.points
    }
    assert clauses["end.field-lock"].share == expected["end.field-lock"] / games


def test_a_clause_that_never_fired_has_a_bound_of_three_in_n(tombs: Path) -> None:
    table = proof(tombs, 20)
    row = table.clauses["teams.friendly"]
    assert (row.fired, row.share, row.bound) == (0, 0.0, 0.15)
    assert re.search(r"teams\.friendly +✓ applied +✗ below 15 % ", shown(table))
    assert table.clauses["turn.draw"].bound is None
    assert proof(tombs, 2).clauses["teams.friendly"].bound == 1.0


def test_what_was_counted_once_is_never_played_again_until_something_is_changed(tombs: Path) -> None:
    first, second, third, fourth = (Progress() for _ in range(4))
    table = proof(tombs, 12, first)
    assert first[-1] == ("Tombs", 12, 12)
    assert proof(tombs, 12, second) == table
    assert second == []
    assert proof(tombs) == table  # without simulation, from memory
    proof(tombs, 7, third)
    assert third[-1] == ("Tombs", 7, 7)
    assert proof(tombs).games == 12  # the most that is known
    changed(tombs, "goal: {2: 8", "goal: {2: 7")
    assert proof(tombs).games == 0
    proof(tombs, 12, fourth)
    assert fourth[-1] == ("Tombs", 12, 12)


def test_an_engine_that_is_code_of_the_project_plays_again_once_any_file_is_changed(tombs: Path) -> None:
    """It may read whatever it likes, such as a table of figures beside it."""
    (tombs / "tombs_of_mine.py").write_text("from proofdeck.play.games.tombs import GAME\n")
    (tombs / "figures.txt").write_text("7")
    changed(tombs, "engine: proofdeck.play.games.tombs", "engine: tombs_of_mine")

    def edit() -> None:
        (tombs / "figures.txt").write_text("8 or more")

    def rules() -> None:
        (tombs / "rules_md/figures.txt").write_text("9")

    def code() -> None:
        (tombs / "tombs_of_mine.py").write_text("from proofdeck.play.games.tombs import GAME\n\nUNUSED = 1\n")

    for change in (None, edit, rules, code):
        if change:
            change()
        for plays in ([("Tombs", 3, 3)], []):
            seen = Progress()
            assert proof(tombs, 3, seen, trust=True).games == 3
            assert seen == plays


def test_only_numbers_of_players_that_the_page_allows_are_played(tombs: Path) -> None:
    all_players = proof(tombs, 12).clauses
    changed(tombs, "players: 2-4", "players: 2")
    seen = Progress()
    two_players = proof(tombs, 12, seen).clauses
    assert seen
    assert two_players != all_players


def test_cards_with_mistakes_are_not_simulated(tombs: Path) -> None:
    with (tombs / "cards.csv").open("a") as cards:
        cards.write("tombs,blade,Blade,unit,,,,10,8,9\n")
    problems = Problems()
    project = load_project(tombs, problems)
    assert [problem.code for problem in problems] == ["E111"]
    simulate_games(project, ["tombs"], 3)
    found = proof_of_game(project, "tombs", prove_rules(project, project.games["tombs"], Problems()).held, games=3)
    assert found is not None
    assert found.games == 0


# -- tests that name a clause ------------------------------------------------------------------------------------------


def test_a_clause_is_named_by_a_string_and_by_nothing_else(tombs: Path) -> None:
    files = {
        "test_string.py": 'assert refused == "place.threat"\n',
        "deep/test_words.py": 'CASES = ["r[place.threat] and more", "place.own"]\n',
        "test_f_string.py": 'said = f"{why} [place.threat]"\n',
        "test_comment.py": "assert 1  # place.threat\n",
        "test_docstring.py": '"""About place.threat."""\n',
        "test_longer.py": 'NAMES = "place.threat-two", "place.threat.more", "no-place.threat", "re.place.threat"\n',
        "test_no_python.py": 'this is "place.threat" (\n',
        "words.txt": '"place.threat"\n',
        "tombs/test_own.py": 'POINT = "place.threat"\n',
    }
    for name, text in files.items():
        (tombs / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
        (tombs / "tests" / name).write_text(text)
    assert set(proof(tombs).clauses["place.threat"].tests or ()) == {
        "tests/test_string.py",
        "tests/deep/test_words.py",
        "tests/test_f_string.py",
        "tests/tombs/test_own.py",
    }


def test_a_test_in_the_folder_of_another_game_speaks_of_that_game(tombs: Path) -> None:
    with (tombs / "cards.csv").open("a") as cards:
        cards.write("old-maid,queen,Queen,card,,,,1,,\n")
    (tombs / "tests" / "old_maid").mkdir(parents=True)
    (tombs / "tests" / "old_maid" / "test_draw.py").write_text('POINT = "turn.draw"\n')
    assert proof(tombs).clauses["turn.draw"].tests == ()


def test_a_project_without_tests_has_a_dash(tombs: Path) -> None:
    table = proof(tombs)
    assert {row.tests for row in table.clauses.values()} == {None}
    assert re.search(r"turn\.draw +✓ applied +– +– +✓ ex\.deal", shown(table))
    assert "in a test" not in shown(table)


@pytest.mark.parametrize("source", ["(" * 5000, "\0", "'\\d'", "x = 'a' 'b.c'"])
def test_any_source_can_be_looked_into(source: str) -> None:
    assert list(quoted(source)) == (["ab.c"] if source.startswith("x") else [])


# -- how it looks ------------------------------------------------------------------------------------------------------

ROWS = proof_of(
    {
        "a.one": Clause("a.one", "1.1", 5),
        "a.two": Clause("a.two", "1.2", 8, physical="nobody sees it"),
        "a.three": Clause("a.three", "1.3", 11),
    },
    ["a.one", "a.four"],
    {"ex.first": frozenset({"a.one"})},
    {"a.one": ("tests/test_a.py",)},
    Fires(2000, {"a.one": 500}),
)


def test_a_row_knows_everything_for_programs() -> None:
    assert {name: row.standing for name, row in ROWS.items()} == {
        "a.one": "applied",
        "a.two": "physical",
        "a.three": "dead",
        "a.four": "secret",
    }
    assert ROWS["a.one"].as_row() == {
        "number": "1.1",
        "line": 5,
        "standing": "applied",
        "physical": "",
        "has_point": True,
        "examples": ["ex.first"],
        "tests": ["tests/test_a.py"],
        "fired": 500,
        "games": 2000,
        "share": 0.25,
        "below": None,
    }
    assert ROWS["a.four"].as_row()["below"] == 0.0015


def test_the_table_is_set_in_columns_where_nobody_paints() -> None:
    assert shown(GameProof("g", "Game", ROWS, 2000)).splitlines() == [
        "Game",
        "       clause   engine      in 2,000 games  tests  examples",
        "  1.1  a.one    ✓ applied   ✓  25.0 %       ✓ 1    ✓ ex.first",
        "  1.2  a.two    ○ physical  –               –      –",
        "  1.3  a.three  ✗ dead      –               –      –",
        "  –    a.four   ! secret    ✗ below 0.15 %  ✗ 0    ✗ none",
        "",
        (
            "Game: 3 clauses, 1 with a rule point, 1 physical; 1 in an example, 1 in a test; "
            "simulated in 2,000 games: 1 fired"
        ),
        "  dead rules, printed and never applied: a.three",
        "  secret rules, applied and not printed: a.four",
    ]


class Terminal(io.StringIO):
    """A stream on which somebody looks."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_marks_differ_by_shape_as_well_as_by_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TERM": "xterm-256color", "COLUMNS": "120"}.items():
        monkeypatch.setenv(name, value)
    looks: dict[str, set[tuple[str, str]]] = {}
    for colours in ("yes", "no"):
        monkeypatch.delenv("NO_COLOR", raising=False)
        if colours == "no":
            monkeypatch.setenv("NO_COLOR", "1")
        stream = Terminal()
        show_table(GameProof("g", "Game", ROWS, 2000), stream)
        looks[colours] = set(
            re.findall(r"(\x1b\[[\d;]+m)?([✓✗○!]) (?:applied|dead|physical|secret)", stream.getvalue())
        )
    assert {mark for _, mark in looks["yes"]} == {mark for _, mark in looks["no"]} == {"✓", "✗", "○", "!"}
    assert len({colour for colour, _ in looks["yes"]}) == 4
    assert not any("3" in colour for colour, _ in looks["no"])


def test_a_clause_without_games_has_no_share() -> None:
    row = ClauseProof("a.b", "1.1", 1, "", True, (), None, None, 0)
    assert (row.share, row.bound) == (None, None)

"""Worked examples: what they must hold, what is found when they do not, and how they are printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import engine, playable, project, rules_copied_to, variant, with_engine

from proofdeck.book.manuscript.composing import print_rules, run_examples
from proofdeck.book.proof import mutation
from proofdeck.book.proof.examples import Ran, Variants, run
from proofdeck.book.proof.mutation import mutants, noticed_by, verdict
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.faults import place_in
from proofdeck.play.engine.state import Game
from proofdeck.play.games.tombs.clauses import POINTS
from proofdeck.play.games.tombs.rules import Tombs
from proofdeck.source.project.reading import load_project
from proofdeck.source.rules.examples import Example, read_examples
from proofdeck.source.rules.page import RulesPage

Writer = Callable[..., Path]

KILL = """```example id=ex.kill covers=blade.kill
board: M2 . . / . . . / . . .
hand 1: Blade
deck: Thorn
play:
  Blade on b1
expect:
  player 1: 1
  board: blade
  to move: 2
---
One kill, and 1 + 0 = 1 unit is left.
```
"""
SHUT = """```example id=ex.shut covers=place.threat
board: B2 . . / . . . / . . .
hand 1: Blade
play:
  Blade on b1
illegal: place.threat
```
"""
SCORED = """```example id=ex.count covers=end.unit-tie
board: B1 . T2 / . . . / . . .
kills: 3 2
names: Ana, Ben
expect:
  Ana: 1
  Ana [end.unit-count]: 1
  winner: Ana
  decided by: end.unit-tie
---
A unit each; the kills, 3 against 2, decide.
```
"""
OVER = """```example id=ex.over covers=end.kill-goal
players: 2
board: T2 . . / . . . / . . .
hand 1: Blade
kills: 7 0
play:
  Blade on b1
expect:
  to move: nobody
  winner: player 1
```
"""
NEAR = """```example id=ex.near covers=magus.zone with=magus-adjacent:yes
board: M2 . . / . . . / . . .
hand 1: Thorn
play:
expect:
  can: Thorn on c3
  cannot: Thorn on b2
```
"""
"""A Magus that reaches the next tile only: the head says that it reaches the whole diagonal."""


def read(text: str, game: str = "tombs") -> tuple[list[Example], Problems]:
    problems = Problems()
    page = RulesPage(f"rules_md/{game}.md", body=text, first_line=11)
    return read_examples(page, playable(game).clauses, engine(game).parameters, problems), problems


def of(game: Game) -> Variants:
    return Variants(engine(game.name), game, project().games[game.name].deck)


def ran(text: str, game: str = "tombs") -> Ran:
    (example,), problems = read(text, game)
    assert not problems
    return run(example, f"rules_md/{game}.md", of(playable(game).game))


def told(text: str, game: str = "tombs") -> list[tuple[str, int | None, str]]:
    return [(problem.code, problem.line, problem.message) for problem in ran(text, game).problems]


# -- what holds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [KILL, SHUT, SCORED, NEAR])
def test_an_example_holds_when_everything_comes_out_as_it_is_printed(text: str) -> None:
    assert told(text) == []
    (example,), _ = read(text)
    assert set(example.covers) <= ran(text).fired


def test_a_table_that_has_just_been_dealt_can_be_looked_at() -> None:
    new = "```example id=ex.new covers=setup.deal\nnew game, 3 players\nexpect:\n  cards in hand 2: 2\n```"
    assert told(new) == []
    assert told(new.replace("hand 2: 2", "hand 2: 3"))[0][:2] == ("E621", 14)
    assert told(new.replace("3 players", "9 players"))[0][0] == "E620"


@pytest.mark.parametrize("printed", ["2", "7", "270", "127", "2, 7", "-27"])
def test_a_part_of_the_answer_does_not_agree_with_it(printed: str) -> None:
    """With two cards in each of three hands, 30 of the 36 cards are left, and one is drawn: 29. Only that agrees."""
    new = "```example id=ex.new covers=setup.deal\nnew game, 3 players\nexpect:\n  cards in stock: 29\n```"
    assert told(new) == []
    (found,) = told(new.replace("29", printed.replace("7", "9")))
    assert found[:2] == ("E621", 14)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (SCORED, "winner: Ana", "winner: An"),
        (SCORED, "winner: Ana", "winner: Ana, Ben"),
        (SCORED, "decided by: end.unit-tie", "decided by: end.unit"),
        (KILL, "board: blade\n", "board: blade, blade\n"),
        (KILL, "board: blade\n", "board: bla\n"),
        (KILL, "board: blade\n", "board: nothing\n"),
    ],
)
def test_a_part_of_a_name_or_of_a_place_does_not_agree_with_it(text: str, old: str, new: str) -> None:
    assert text.count(old) == 1
    assert [code for code, _, _ in told(text.replace(old, new))] == ["E621"]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (KILL, "player 1: 1", "Ana: 1"),
        (SCORED, "winner: Ana", "winner: ana"),
        (OVER, "winner: player 1", "winner: Ana"),
    ],
)
def test_players_have_the_names_of_books_in_what_is_expected(text: str, old: str, new: str) -> None:
    assert told(text) == []
    assert text.count(old) == 1
    assert told(text.replace(old, new)) == []
    assert told(text.replace(old, new.replace("na", "nna")))[0][0] in ("E620", "E621")


def test_a_number_may_be_from_an_own_column_of_a_card_that_is_named_but_not_how_many_there_are_of_it() -> None:
    page = KILL.replace("One kill", "Thorn costs 47: one kill")
    (example,), _ = read(page)
    plain = of(playable("tombs").game)
    assert [one.code for one in run(example, "rules_md/tombs.md", plain).problems] == ["E624"]
    cards = [replace(card, fields={**card.fields, "cost": "47", "quantity": "12"}) for card in plain.deck]
    priced = Variants(engine("tombs"), playable("tombs").game, replace(plain.deck, cards=tuple(cards)))
    assert not run(example, "rules_md/tombs.md", priced).problems
    (counted,), _ = read(page.replace("47", "12"))
    assert [one.code for one in run(counted, "rules_md/tombs.md", priced).problems] == ["E624"]


# -- what is found -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "old", "new", "code", "line", "says"),
    [
        (KILL, "player 1: 1", "player 1: 2", "E621", 18, "player 1 is expected to be 2, but the engine says 1"),
        (KILL, "board: blade\n", "board: magus\n", "E621", 19, "board is expected to be magus"),
        (KILL, "to move: 2", "to move: 1", "E621", 20, "the engine says 2"),
        (KILL, "covers=blade.kill", "covers=magus.kill", "E623", 11, "magus.kill, which had no part in it"),
        (KILL, "1 + 0 = 1", "7 + 0 = 1", "E624", 22, "7 is not in the table, the rules or the score of this example"),
        (
            KILL,
            "1 + 0 = 1 unit is",
            "1 +\n0 = 1 unit and 7 are",
            "E624",
            23,
            "7 is not in the table, the rules or the score of this example",
        ),
        (KILL, "1 + 0 = 1", "1 + 1 = 1", "E624", 22, "1 + 1 is 2, not 1"),
        (KILL, "1 + 0 = 1", "1 × 2 + 1 = 1", "E624", 22, "1 × 2 + 1 is 3, not 1"),
        (KILL, "One kill", "7 kills", "E624", 22, "7 is not in the table, the rules or the score of this example"),
        (KILL, "Blade on b1", "Blade on b9", "E620", 16, "there is no action 'Blade on b9'"),
        (KILL, "Blade on b1", "Blade on a1", "E621", 16, "[place.empty]"),
        (KILL, "hand 1: Blade", "hand 1: Blad, Foo", "E701", 13, "Foo"),
        (KILL, "hand 1: Blade", "hand 1: Blade x9", "E703", 12, "[setup.deck]"),
        (KILL, "player 1: 1", "plaier 1: 1", "E620", 18, "cannot expect 'plaier 1'"),
        (SHUT, "illegal: place.threat", "illegal: place.empty", "E622", 15, "[place.threat]"),
        (SHUT, "Blade on b1", "Blade on c3", "E622", 15, "the move can be made"),
        (SCORED, "Ana: 1", "Ana: 4", "E621", 16, "Ana is expected to be 4, but the engine says 1"),
        (SCORED, "[end.unit-count]: 1", "[end.unit-count]: 2", "E621", 17, "the engine says 1"),
        (SCORED, "winner: Ana", "winner: Ben", "E621", 18, "the engine says Ana"),
        (SCORED, "decided by: end.unit-tie", "decided by: end.unit-count", "E621", 19, "the engine says end.unit-tie"),
        (SCORED, "  Ana: 1", "  Anna: 1", "E620", 16, "there is no player 'Anna'"),
        (SCORED, "B1 .", "Q1 .", "E702", 12, "'Q1' is not a tile"),
        (SHUT, "covers=place.threat", "covers=blade.kill", "E623", 11, "blade.kill, which had no part in it"),
        (SHUT, "  Blade on b1\n", "", "E622", 11, "no move is made"),
        (SHUT, "  Blade on b1\n", "  Blade on b1\n" * 2, "E622", 15, "it must be refused by place.threat"),
        (KILL, "to move: 2", "cannot: Blade on b9", "E620", 20, "there is no action 'Blade on b9'"),
        (KILL, "to move: 2", "can: Blaed on a2", "E620", 20, "there is no action 'Blaed on a2'"),
        (KILL, "to move: 2", "can: Blade on b1", "E621", 20, "can is expected to be Blade on b1"),
        (NEAR, "can: Thorn on c3\n", "can: Thorn on c3; Thorn on b2\n", "E621", 16, "Thorn on c3; Thorn on b2"),
        (SCORED, "3 against 2", "30 against 2", "E624", 21, "30 is not in the table"),
    ],
)
def test_what_does_not_hold_is_named_with_its_line(
    text: str, old: str, new: str, code: str, line: int | None, says: str
) -> None:
    assert text.count(old) == 1
    found = told(text.replace(old, new))
    assert any((c, n) == (code, line) and says in message for c, n, message in found), found


def test_what_an_example_may_expect_is_listed_with_each_name_once() -> None:
    (problem,) = (one for one in ran(KILL.replace("player 1: 1", "rolled: 1")).problems if one.code == "E620")
    listed = problem.hint.partition("Known here: ")[2].rstrip(".").replace(" and ", ", ").split(", ")
    assert "to move" in listed
    assert len(listed) == len({*listed})


SHOWN = """```example id=ex.turn covers=turn.sale,turn.camel
players: 2
hand 1: Camel 3, Salt 1, Silk
hand 2: Silk, Salt 2, Pepper
coins 1: 2
play:
  Keep Camel 3
  Sell Silk
expect:
  place 1: 3
  coins 2: 2
  hand 1: salt-2, pepper
---
Ana keeps a camel of 3, Ben sells.
```
"""


def test_a_choice_that_is_missing_is_told_once_and_not_by_all_that_it_would_change() -> None:
    assert told(SHOWN, "salt-roads") == []
    says = "the moves end before player 2 has chosen, so nothing is revealed yet"
    assert told(SHOWN.replace("  Sell Silk\n", ""), "salt-roads") == [("E621", 17, says)]


def test_an_example_in_which_no_clause_had_a_part_says_so() -> None:
    accepted = SCORED.replace(SCORED[SCORED.index("expect:") : SCORED.index("---")], "illegal: place.threat\n")
    hints = {problem.code: problem.hint for problem in ran(accepted).problems}
    assert hints["E623"] == "No clause had."


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (KILL.replace("id=ex.kill", ""), 11, "does not give an id and clauses"),
        (KILL.replace("covers=", "cover="), 11, "does not give an id and clauses"),
        (KILL.replace("blade.kill", "blade.kil"), 11, "no clause blade.kil"),
        (KILL.replace("player 1: 1", "player 1: {{ goal }}"), 18, "must not be computed"),
        (KILL.replace("hand 1: Blade", "hand 1: {{ name('blade') }}"), 13, "must not be computed"),
        (KILL.replace("expect:\n  player 1: 1\n  board: blade\n  to move: 2\n", ""), 11, "has no expected result"),
        (KILL.replace("player 1: 1", "player 1"), 18, "'player 1' is not an expected result"),
        (SCORED.replace("[end.unit-count]: 1", "[end.unit-cuont]: 0"), 17, "no clause end.unit-cuont"),
        (SHUT.replace("illegal: place.threat", "illegal: place.thraet"), 16, "no clause place.thraet"),
        (KILL.removesuffix("```\n"), 11, "is not closed"),
        (SHUT.replace("illegal: ", "expect:\n  illegal: "), 17, "'illegal:' cannot be below 'expect:'"),
        (NEAR.replace("magus-adjacent", "magus-adjacnet"), 11, "there is no parameter magus-adjacnet"),
        (NEAR.replace(":yes", ":maybe"), 11, "with magus-adjacent: this must be yes or no, not 'maybe'"),
        (NEAR.replace(":yes", ":1"), 11, "this must be yes or no, not '1'"),
        (NEAR.replace(":yes", ""), 11, "this must be yes or no, not ''"),
        (NEAR.replace(":yes", ":yes,hand:9"), 11, "with hand: 9 is not between 1 and 6"),
        (NEAR.replace(":yes", ":yes,magus-adjacent:no"), 11, "magus-adjacent appears twice"),
        (NEAR.replace("magus-adjacent:yes", ","), 11, "there is no parameter after 'with'"),
        (KILL + KILL, 24, "the example ex.kill is already on line 11"),
    ],
)
def test_an_example_that_cannot_be_understood_is_told(text: str, line: int, says: str) -> None:
    _, problems = read(text)
    assert any(p.code == "E620" and p.line == line and says in p.message for p in problems), problems


@given(
    st.lists(
        st.sampled_from(KILL.splitlines() + SCORED.splitlines() + ["illegal: place.own", "play:", ""])
        | st.text(max_size=9)
    )
)
def test_no_text_gives_a_traceback(lines: list[str]) -> None:
    examples, problems = read("\n".join(lines))
    for example in examples:
        run(example, "t", of(playable("tombs").game))
    assert all(problem.code == "E620" for problem in problems)


def test_a_table_that_is_forbidden_is_held_to_its_covers_and_its_numbers_too() -> None:
    text = "```example id=ex.a covers=place.own\nboard: B1 B1 B1 / B1 B1 B1 / B1 B1 B1\nkills: 0 0\n"
    found = told(f"{text}illegal: setup.deck\n---\nHere are 99 units.\n```\n")
    assert {code for code, _, _ in found} == {"E623", "E624"}


def test_a_table_that_is_forbidden_by_another_clause_too_is_told() -> None:
    block = """```example id=ex.two covers=set.armory
Ana:
  armory: Sword, Shield
Ben:
  formation: Paladin x2, Bard
illegal: set.armory
```"""
    found = playable("fantasy-contract-rummy")
    (example,) = read_examples(RulesPage("t", body=block), found.clauses, found.engine.parameters, Problems())
    (problem,) = run(example, "t", of(found.game)).problems
    assert problem.message.endswith("[set.formation]")


# -- variants ----------------------------------------------------------------------------------------------------------


def test_an_example_is_played_by_the_variant_that_it_names() -> None:
    assert told(NEAR) == []
    by_the_head = told(NEAR.replace(" with=magus-adjacent:yes", ""))
    assert [(code, line) for code, line, _ in by_the_head] == [("E621", 16)]


def test_a_number_of_the_variant_may_stand_in_the_prose() -> None:
    text = KILL.replace("One kill", "4 kills win, and this is one")
    assert [code for code, _, _ in told(text)] == ["E624"]
    assert told(text.replace("covers=blade.kill", "covers=blade.kill with=goal.2:4")) == []


def test_a_near_miss_of_a_parameter_is_cured_by_its_name() -> None:
    _, problems = read(NEAR.replace("magus-adjacent", "magus-adjacnet"))
    assert [problem.hint for problem in problems] == ["Did you mean 'magus-adjacent'?"]


def test_a_variant_that_the_cards_do_not_allow_is_told() -> None:
    block = "```example id=ex.all covers=setup.deal with=river:20,hand.2:12\nnew game\nillegal: setup.deal\n```"
    problems = Problems()
    found = playable("fishing-dragon")
    (example,) = read_examples(RulesPage("t", body=block), found.clauses, found.engine.parameters, problems)
    (problem,) = run(example, "t", of(found.game)).problems
    assert problem.code == "E620"
    assert "2 players need 69 cards" in problem.message


def test_equal_variants_are_made_once() -> None:
    variants = of(playable("tombs").game)
    near = variants.played((("magus-adjacent", True), ("hand", 3)))
    assert variants.played((("hand", 3), ("magus-adjacent", True))) is near
    assert variants.played(()) is playable("tombs").game


def test_a_changed_rule_is_noticed_below_a_variant_unless_the_variant_names_it() -> None:
    examples, _ = read(NEAR)
    game = project().games["tombs"]
    changed = mutants(engine("tombs"), playable("tombs").game.values, game.deck)
    judged = [verdict(mutant, examples, "t", engine("tombs"), game.deck) for mutant in changed]
    assert {one.rule for one in judged if one.noticed_by} == {"place.threat", "magus.zone"}


def test_an_engine_that_fails_without_one_of_its_rules_is_noticed() -> None:
    class Failing(Tombs):
        def string_to_action(self, text: str) -> int:
            if not self.on & POINTS.bit("place.threat"):
                raise KeyError(text)
            return super().string_to_action(text)

    examples, _ = read(KILL)
    deck, values = project().games["tombs"].deck, playable("tombs").game.values
    failing = replace(engine("tombs"), make=Failing)
    judged = {one.rule: verdict(one, examples, "t", failing, deck) for one in mutants(failing, values, deck)}
    assert judged["place.threat"].noticed_by == ("ex.kill",)
    assert judged["magus.zone"].noticed_by == ()


@pytest.mark.parametrize("where", ["string_to_action", "prepare"])
def test_a_rule_without_which_the_engine_never_ends_is_noticed_and_the_others_are_looked_at(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutation, "MOST_SECONDS", 0.1)

    def endless(self: Any, *given: Any) -> Any:
        while not self.on & POINTS.bit("place.threat"):
            pass
        return getattr(Tombs, where)(self, *given)

    examples, _ = read(KILL)
    deck, values = project().games["tombs"].deck, playable("tombs").game.values
    looping = replace(engine("tombs"), make=type("Looping", (Tombs,), {where: endless}))
    place = partial(place_in, folder=Path(__file__).parent)
    judged = {one.rule: verdict(one, examples, "t", looping, deck, place) for one in mutants(looping, values, deck)}
    assert judged["place.threat"].noticed_by == ("ex.kill",)
    assert judged["place.threat"].did_not_finish.startswith("endless() in test_examples.py, line ")
    assert {one.rule for one in judged.values() if one.did_not_finish} == {"place.threat"}
    assert judged["magus.zone"].noticed_by == ()


# -- a project that is broken on purpose -------------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return rules_copied_to(tmp_path)


def test_nothing_is_found_before_anything_is_broken(games: Path) -> None:
    assert check(games, ["tombs"]) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "codes"),
    [
        ("rules_md/tombs.md", "goal: {2: 8", "goal: {2: 9", {"E621"}),
        ("rules_md/tombs.md", "magus-adjacent: no", "magus-adjacent: yes", {"E621"}),
        ("rules_md/tombs.md", "  board: ombra\n", "  board: magus\n", {"E621"}),
        ("rules_md/tombs.md", "covers=ombra.replace", "covers=ombra.ombra", {"E623"}),
        ("rules_md/tombs.md", "r[thorn.thorn]\n", "", {"E605", "E620"}),
        ("rules_md/tombs.md", "r[thorn.thorn]\n", "r[thorn.activate]\n", {"E604", "E605", "E620"}),
        ("rules_md/tombs.md", "{{ hand }} cards to each player. Keep", "{{ hnad }} cards. Keep", {"E611"}),
        ("rules_md/tombs.md", "two kills: both", "3 kills: both", {"E624"}),
        ("cards.csv", "tombs,blade,Blade,unit,,,,10,8,9", "tombs,blade,Blade,unit,,,,10,7,9", {"E621"}),
    ],
)
def test_whatever_is_broken_is_found(games: Path, file: str, old: str, new: str, codes: set[str]) -> None:
    text = (games / file).read_text()
    assert text.count(old) == 1
    (games / file).write_text(text.replace(old, new))
    problems = check(games, ["tombs"])
    assert codes <= {problem.code for problem in problems}
    assert all(
        problem.file == "rules_md/tombs.md" and problem.line for problem in problems if problem.code in codes - {"E605"}
    )


def test_an_example_that_nobody_can_run_is_told(write: Writer) -> None:
    write("cards.csv", "game,id\nzoo,wolf\n")
    write("templates/zoo/front.toml", 'extends = "base/front.toml"\n')
    root = write("rules_md/zoo.md", PAGE)
    assert [(problem.code, problem.line) for problem in check(root, [])] == [("E620", 10)]


def test_a_rule_that_the_code_applies_no_more_is_found() -> None:
    examples, _ = read_all("tombs")
    without = of(variant("tombs", without=("magus.kill",)))
    failed = [one.id for one in examples if run(one, "t", without).problems]
    assert "ex.magus-kills" in failed


# -- the five books ----------------------------------------------------------------------------------------------------


def read_all(name: str) -> tuple[list[Example], Problems]:
    problems = Problems()
    return read_examples(
        project().games[name].page, playable(name).clauses, engine(name).parameters, problems
    ), problems


@cache
def ran_in(name: str) -> tuple[Problems, list[Ran]]:
    """What is wrong with the examples of a shipped game, and their results."""
    problems = Problems()
    return problems, run_examples(project().games[name], playable(name), problems)


@pytest.mark.parametrize("name", with_engine())
def test_every_example_of_a_shipped_game_holds(name: str) -> None:
    problems, _ = ran_in(name)
    assert not problems


@pytest.mark.parametrize("name", with_engine())
def test_every_clause_that_the_engine_applies_had_a_part_in_an_example(name: str) -> None:
    _, found = ran_in(name)
    assert not set(engine(name).points) - set().union(*(one.fired for one in found))


SCORES = {
    "fantasy-contract-rummy": 0.9,
    "rummy-duel": 0.85,
    "tombs": 0.85,
    "toonerville-rook": 0.95,
    "fishing-dragon": 0.85,
}


@pytest.mark.parametrize("name", SCORES)
def test_the_printed_examples_notice_most_changes_of_the_rules(name: str) -> None:
    game, found = project().games[name], playable(name)
    examples, _ = read_all(name)
    changed = mutants(found.engine, found.game.values, game.deck)
    missed, count = [], 0
    for mutant in changed:
        count += 1
        likely_first = sorted(examples, key=lambda one: mutant.rule not in one.covers)
        if not next(noticed_by(mutant, likely_first, "t", found.engine, game.deck), ""):
            missed.append((mutant.rule, mutant.change))
    assert 1 - len(missed) / count >= SCORES[name], missed


def test_a_mutant_is_every_parameter_a_step_away_and_every_clause_off() -> None:
    found = playable("tombs")
    made = [(one.rule, one.change) for one in mutants(found.engine, found.game.values, project().games["tombs"].deck)]
    assert ("hand", "2 -> 1") in made
    assert ("hand", "2 -> 3") in made
    assert ("magus-adjacent", "no -> yes") in made
    assert [rule for rule, change in made if change == "off"] == list(found.engine.points)


# -- how they are printed ----------------------------------------------------------------------------------------------


PAGE = """---
title: Zoo
rules: {hand: 3}
---
## Play

r[a.one]
Play {{ hand }}.

```example id=ex.a covers=a.one
Ana: {wolf}
expect:
  Ana: 3
---
She has {{ hand }}.
```

More.
"""
PRINTED = """## 1 Play

**1.1** Play 3.

> **Example 1** (1.1)
>
> - Ana: wolf
>
> Then: Ana scores 3 points.
>
> She has 3.

More.
"""


def test_an_example_is_printed_as_a_quotation_with_the_numbers_of_its_clauses(write: Writer) -> None:
    write("cards.csv", "game,id\nzoo,wolf\n")
    root = write("rules_md/zoo.md", PAGE)
    problems = Problems()
    printed = print_rules(load_project(root, problems).games["zoo"], problems)
    assert not problems
    assert printed.split("\n\n", 1)[1] == PRINTED

"""Pairs that were signed, one side of which changes: who is told what, and what signs them again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.accepting import ZOO
from cli.commands import run, run_briefly
from cli.terminals import Terminal, can_run
from reading import text_of
from tables import playable, project, with_engine

import proofdeck
from proofdeck.book.accept.agreeing import sign, unsigned
from proofdeck.book.signing.pairs import free_words, pairs_of
from proofdeck.book.signing.signed import read_signed, signatures_of
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.templates import template_of
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.source.project.reading import load_project

STARTERS = Path(__file__).parents[2] / "generator/proofdeck/front/starters"
CODES = {"W661", "W662", "W663", "E664"}
HEAD = "game,id,name,value,quantity,text,rules,text@de\n"
ROWS = "zoo,fox,Fox,3,4,Counts 3.,score.values,Zählt 3.\nzoo,owl,Owl,5,3,Two more.,score.each,Zwei mehr.\n"
GERMAN = """---
title: Zoo
---

## Wertung

r[score.values]
Jede Karte zählt ihren Wert.

r[score.each]
Jede Eule zählt 2 mehr.

r[score.wins]
Die meisten Punkte gewinnen.

```example id=ex.row
---
Fuchs und Eule: 3 + 5 + 2 = 10.
```

```example id=ex.fox
---
Zwei Füchse: 3 + 3 = 6.
```
"""
QUICK = """## Quick start {-}

Owls are worth more. {# rules: score.each #}

Have a good time.

## Scoring"""


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    """A game with a table of scores in two languages, signed."""
    (tmp_path / "rules_md").mkdir()
    (tmp_path / "cards.csv").write_text(HEAD + ROWS, encoding="utf-8")
    (tmp_path / "rules_md" / "zoo.md").write_text(ZOO.replace("## Scoring", QUICK), encoding="utf-8")
    (tmp_path / "rules_md" / "zoo.de.md").write_text(GERMAN.replace("## Wertung", GERMAN_QUICK), encoding="utf-8")
    for one in unsigned(tmp_path, [], trust=False):
        sign(one, one.found.pairs, "Ana")
    assert found_in(tmp_path) == []
    return tmp_path


GERMAN_QUICK = """## Schnelleinstieg {-}

Eulen zählen mehr.

Viel Spaß.

## Wertung"""


def found_in(root: Path) -> list[tuple[str, str]]:
    """(file:line, message) of everything that is told about signed pairs."""
    told = [one for one in check(root) if one.code in CODES]
    return [(f"{one.file}:{one.line}", one.message) for one in told]


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after), encoding="utf-8")


def line_of(path: Path, words: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


# -- which side has changed --------------------------------------------------------------------------------------------


def test_a_clause_that_says_the_opposite_is_told_with_all_that_speak_of_it(zoo: Path) -> None:
    page = zoo / "rules_md" / "zoo.md"
    change(page, "The most points win.", "The fewest points win.")
    (problem, german) = [one for one in check(zoo) if one.code in CODES][::-1]
    assert problem.code == "W661"
    assert problem.line == line_of(page, "r[score.wins]")
    assert "reads differently than when it was compared with its rule, which is as it was" in problem.message
    assert problem.hint.startswith("It reads: The ‹most → fewest› points win. `proofdeck accept zoo`")
    assert german.code == "W663"
    assert (
        german.message == "the original has changed since the translation into 'de' of score.wins was compared with it"
    )


def test_a_rule_that_changes_under_its_clause_is_told(zoo: Path) -> None:
    change(zoo / "rules_md" / "zoo.md", "each: {owl: 2}", "each: {owl: 3}")
    told = [message for _, message in found_in(zoo)]
    assert told == ["the rule of 1.2 [score.each] has changed (each.owl) since the two were compared"]


def test_the_prose_of_an_example_and_its_table_are_a_pair(zoo: Path) -> None:
    page = zoo / "rules_md" / "zoo.md"
    change(page, "Two foxes are", "Three foxes are")
    assert ("the prose of ex.fox reads differently than when it was compared with its table, which is as it was") in [
        message for _, message in found_in(zoo)
    ]
    change(page, "Three foxes are", "Two foxes are")
    change(page, "Ana: Fox x2", "Ana:  Fox,  Fox")
    assert [message for _, message in found_in(zoo)] == [
        "the table has changed since the prose of ex.fox was compared with it"
    ]


def test_a_card_and_a_quick_start_are_compared_with_the_clauses_of_which_they_speak(zoo: Path) -> None:
    page = zoo / "rules_md" / "zoo.md"
    change(zoo / "cards.csv", "Two more.", "Two less.")
    change(page, "Owls are worth more.", "Owls are worth less.")
    told = [message for _, message in found_in(zoo)]
    for text in ("the text of 'Owl'", "the text 'Owls are worth less.'"):
        then, now = "when it was compared with score.each", "which is as before"
        assert f"{text} reads differently than {then}, {now}" in told
    change(zoo / "cards.csv", "Two less.", "Two more.")
    change(page, "Owls are worth less.", "Owls are worth more.")
    change(page, "Each Owl counts 2 more.", "Each Owl counts 2 less.")
    told = [message for _, message in found_in(zoo)]
    assert "score.each reads differently since the text of 'Owl' was compared with it" in told
    assert "score.each reads differently since the text 'Owls are worth more.' was compared with it" in told


def test_a_translation_is_compared_with_what_it_translates(zoo: Path) -> None:
    change(zoo / "cards.csv", "Zwei mehr.", "Drei mehr.")
    change(zoo / "rules_md" / "zoo.de.md", "Viel Spaß.", "Viel Vergnügen.")
    change(zoo / "rules_md" / "zoo.de.md", "Zwei Füchse", "Drei Füchse")
    assert {message for _, message in found_in(zoo)} == {
        f"the translation into 'de' of {what} reads differently than when it was compared with the original, "
        "which is as it was"
        for what in ("the text of 'Owl'", "'Have a good time.'", "ex.fox")
    }


FRONT = """[words]
rule = "Owls are worth 2 more {# rules: score.each #}"

[words.de]
rule = "Eulen zählen 2 mehr"

[elements.rule]
type = "text"
text = "{{ words.rule }}"

[elements.foot]
type = "text"
text = "Most points win{# rules: score.wins #}"
y = 70

[elements.wish]
type = "text"
text = "Have a good time"
y = 80
"""


@pytest.fixture
def worded(zoo: Path) -> Path:
    """The same game with words in a template, in its glossary and in the picture of a card, signed."""
    (zoo / "templates" / "zoo").mkdir(parents=True)
    (zoo / "templates" / "zoo" / "front.toml").write_text(FRONT, encoding="utf-8")
    page = zoo / "rules_md" / "zoo.md"
    change(page, "score:\n", GLOSSARY + "score:\n")
    change(page, "Have a good time.", '{{ anatomy("owl", rule="It is worth more") }} {# rules: score.each #}')
    change(zoo / "rules_md" / "zoo.de.md", "Viel Spaß.", '{{ anatomy("owl", rule="Sie zählt mehr") }}')
    for one in unsigned(zoo, [], trust=False):
        sign(one, one.found.pairs, "Ana")
    assert found_in(zoo) == []
    return zoo


GLOSSARY = """glossary:
  owl: {is: "a bird that counts more", rules: score.each}
  fox: {is: "a beast with a tail"}
"""
TEMPLATE, PAGE, GERMAN_PAGE = "templates/zoo/front.toml", "rules_md/zoo.md", "rules_md/zoo.de.md"


@pytest.mark.parametrize(
    ("file", "before", "after", "told"),
    [
        (TEMPLATE, "worth 2 more", "worth 3 more", {("W661", TEMPLATE), ("W663", TEMPLATE)}),
        (TEMPLATE, "zählen 2 mehr", "zählen 3 mehr", {("W663", TEMPLATE)}),
        (TEMPLATE, "Most points win{", "Fewest points win{", {("W661", TEMPLATE)}),
        (PAGE, "a bird that counts more", "a bird that counts less", {("W661", PAGE)}),
        (PAGE, "It is worth more", "It is worth less", {("W661", PAGE), ("W663", GERMAN_PAGE)}),
        (GERMAN_PAGE, "Sie zählt mehr", "Sie zählt nichts", {("W663", GERMAN_PAGE)}),
        (TEMPLATE, "Have a good time", "Have a bad time", {("W661", TEMPLATE)}),
        (PAGE, "a beast with a tail", "a beast without a tail", {("W661", PAGE)}),
    ],
)
def test_words_in_templates_in_the_glossary_and_in_figures_are_pairs_whether_they_name_clauses_or_not(
    worded: Path, file: str, before: str, after: str, told: set[tuple[str, str]]
) -> None:
    change(worded / file, before, after)
    found = [one for one in check(worded) if one.code in CODES]
    assert {(one.code, one.file) for one in found} == told
    assert len(found) == len(told)


def test_what_names_a_clause_is_not_printed(worded: Path) -> None:
    built = proofdeck.open(worded).build(only="cards", paper="a4")
    (sheets,) = [path for path in built.files if path.suffix == ".pdf"]
    printed = " ".join(text_of(sheets.read_bytes(), 0).split())
    assert "Owls are worth 2 more" in printed
    assert "Most points win" in printed
    assert "score." not in printed


def test_blanks_at_the_ends_of_words_stay_if_no_comment_is_behind_them(worded: Path) -> None:
    change(worded / TEMPLATE, 'rule = "Owls are', 'before = " Owls: "\nrule = "Owls are')
    template = template_of(load_project(worded, Problems()), PrintVersion("zoo"), "front", "")
    assert template is not None
    assert template.words_in("") == {"before": " Owls: ", "rule": "Owls are worth 2 more"}


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (TEMPLATE, "rules: score.wins", "rules: score.losses"),
        (PAGE, 'counts more", rules: score.each', 'counts more", rules: score.losses'),
        (PAGE, 'counts more", rules: score.each', 'counts more", rules: "score.each, score.losses"'),
    ],
)
def test_a_clause_that_does_not_exist_is_told_in_a_template_and_in_the_glossary(
    worded: Path, file: str, before: str, after: str
) -> None:
    change(worded / file, before, after)
    (problem,) = [one for one in check(worded) if one.code == "E605"]
    assert problem.message == "there is no clause score.losses"
    assert (problem.file, problem.line) == (file, line_of(worded / file, "score.losses"))


def test_words_that_nothing_holds_are_listed_wherever_they_are(worded: Path) -> None:
    opened = load_project(worded, Problems())
    found = [(one.called, one.says, one.where) for one in free_words(opened, opened.games["zoo"])]
    wish = line_of(worded / TEMPLATE, "Have a good time")
    fox = line_of(worded / PAGE, "a beast with a tail")
    assert found == [
        ("'wish' of front.toml", "Have a good time", f"{TEMPLATE}:{wish}"),
        ("the meaning of 'fox'", "a beast with a tail", f"{PAGE}:{fox}"),
    ]


def test_layout_comments_and_places_are_nothing(zoo: Path) -> None:
    page = zoo / "rules_md" / "zoo.md"
    change(page, "Each card counts its value.", "Each   **card**\ncounts its value. {# as always #}")
    change(page, "Owls are worth more.", "*Owls* are\nworth more.")
    assert found_in(zoo) == []
    (zoo / "rules_md" / "zoo.de.md").unlink()
    change(page, "*Owls* are", "Hello.\n\n*Owls* are")
    ((_, message),) = found_in(zoo)
    assert message == "1 text of Zoo has not been compared yet: the text 'Hello.'"


def test_a_text_keeps_its_signature_when_another_is_signed_after_one_above_it_is_gone(zoo: Path) -> None:
    page = zoo / "rules_md" / "zoo.md"
    (zoo / "rules_md" / "zoo.de.md").unlink()
    change(page, "Have a good time.", "Foxes count too. {# rules: score.values #}")
    for one in unsigned(zoo, [], trust=False):
        sign(one, one.found.pairs, "Ana")
    change(page, "Owls are worth more. {# rules: score.each #}\n\n", "")
    change(page, "Two foxes are", "Both foxes are")
    (one,) = unsigned(zoo, [], trust=False)
    (changed,) = one.found.changes
    assert sign(one, [changed.pair], "Ben") == 1
    assert found_in(zoo) == []


def test_what_is_new_is_told_once(zoo: Path) -> None:
    (zoo / "rules_md" / "zoo.de.md").unlink()
    change(zoo / "rules_md" / "zoo.md", "good time.", "good time.\n\nFoxes are not. {# rules: score.values #}")
    ((_, message), *_) = [one for one in found_in(zoo) if "not been compared" in one[1]]
    assert message == "1 text of Zoo has not been compared yet: the text 'Foxes are not.'"


def test_a_game_that_nobody_has_signed_is_left_alone(zoo: Path) -> None:
    (zoo / "rules_md" / "signed.json").unlink()
    change(zoo / "rules_md" / "zoo.md", "The most points win.", "The fewest points win.")
    assert found_in(zoo) == []


# -- words that are bound to nothing ----------------------------------------------------------------------------------


CLAIM = """

```claim id=claim.cards
source: The box
says: There are 7 cards.
check: count of cards
claimed: 7
found: 7
verdict: holds
```
"""
CHANGED = """

```changed id=changed.owls covers=score.each
source: An owl is worth 3 more.
here: An owl is worth 2 more.
why: Owls won too often.
```
"""


@pytest.fixture
def noted(zoo: Path) -> Path:
    """The same with a claim and a change, signed without its translation."""
    page = zoo / "rules_md" / "zoo.md"
    (zoo / "rules_md" / "zoo.de.md").unlink()
    change(page, "Have a good time.", f"Have a good time.{CLAIM}{CHANGED}\n{{{{ changed() }}}}")
    for one in unsigned(zoo, [], trust=False):
        sign(one, one.found.pairs, "Ana")
    assert [one.code for one in check(zoo)] == ["W744"]
    return zoo


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Have a good", "Have a bad", "the text 'Have a bad time.' reads differently than when it was signed"),
        ("title: Zoo", "title: Zoos", "'title' of the head reads differently than when it was signed"),
        (
            "says: There are",
            "says: In the box are",
            "the claim claim.cards reads differently than when it was compared with its figures, which are as they",
        ),
        (
            "won too often",
            "won too seldom",
            "the change changed.owls reads differently than when it was compared with score.each, which is as before",
        ),
        ("covers=score.each\nsource", "covers=score.wins\nsource", "score.wins and score.each read differently since"),
    ],
)
def test_words_that_name_no_clause_claims_and_changes_are_signed_too(
    noted: Path, before: str, after: str, told: str
) -> None:
    change(noted / "rules_md" / "zoo.md", before, after)
    messages = [message for _, message in found_in(noted)]
    assert any(told in message for message in messages), messages


def test_a_clause_that_changes_is_told_with_the_change_that_covers_it(noted: Path) -> None:
    change(noted / "rules_md" / "zoo.md", "Each Owl counts 2 more", "Each Owl counts 2 points more")
    assert "score.each reads differently since the change changed.owls was compared with it" in [
        message for _, message in found_in(noted)
    ]


def test_a_piece_more_is_told(noted: Path) -> None:
    change(noted / "cards.csv", "Fox,3,4", "Fox,3,5")
    assert "the list of '' pieces reads differently than when it was signed" in [one for _, one in found_in(noted)]


def test_check_says_how_many_texts_nothing_holds_in_a_draft_as_well(noted: Path) -> None:
    found = json.loads(run_briefly(noted, "check", "--json").out)["texts"]["zoo"]
    assert found["uncompared"] == 0
    assert run(noted, "check").out.splitlines()[-1] == f"Zoo: nothing checks {found['unbound']} texts"
    (noted / "rules_md" / "signed.json").unlink()
    draft = json.loads(run_briefly(noted, "check", "--json").out)["texts"]["zoo"]
    assert draft["unbound"] == found["unbound"]
    assert draft["uncompared"] > found["unbound"]
    line = f"Zoo: nothing checks {draft['unbound']} texts, {draft['uncompared']} never compared"
    assert run(noted, "check").out.splitlines()[-1] == line


# -- engines -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def auction(tmp_path: Path) -> Path:
    """A game with an engine of its own, signed."""
    root = tmp_path / "auction"
    shutil.copytree(STARTERS / "auction", root, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(root, "accept", "--sign", "--trust", "--by", "Ana").code == 0
    return root


def told_of(root: Path) -> list[dict[str, str]]:
    """What is told about pairs if the engine of the project is trusted."""
    found = json.loads(run_briefly(root, "check", "--trust", "--json").out)["problems"]
    return [one for one in found if one["code"] in CODES]


def test_code_that_decides_the_same_was_only_rewritten(auction: Path) -> None:
    engine = auction / "my_game_rules.py"
    change(
        engine,
        "        most = max(self.bid)\n",
        "        # the highest\n        bids = list(self.bid)\n        most = max(bids)\n",
    )
    assert told_of(auction) == []
    change(engine, "most = max(bids)", "most = min(bids)")
    told = told_of(auction)
    assert {one["message"].partition("[")[2].partition("]")[0] for one in told} >= {"bid.highest", "bid.tied"}
    assert all("has changed (my_game_rules.Auction." in one["message"] for one in told)
    assert all(
        f"my_game_rules.py:{line_of(engine, 'def sell')}" in one["hint"] for one in told if "sell" in one["message"]
    )


def test_code_far_away_is_a_change_of_those_clauses_alone_that_decide_something_else(auction: Path) -> None:
    engine = auction / "my_game_rules.py"
    far = "\n\ndef halved(number):\n    return halves_of(number)\n\n\ndef halves_of(number):\n    return number // 2\n"
    change(engine, "self.coins[seat] // 2", "halved(self.coins[seat])")
    change(engine, "\n\nGAME =", f"{far}\n\nGAME =")
    assert run(auction, "accept", "--sign", "--trust", "--by", "Ana").code == 0
    change(engine, "return number // 2", "return number >> 1")
    assert told_of(auction) == []
    change(engine, "return number >> 1", "return number // 3")
    told = {one["message"] for one in told_of(auction)}
    assert {words.partition("[")[2].partition("]")[0] for words in told} == {"score.coins"}
    assert all("(what it calls in turn)" in words for words in told)


def test_the_code_of_a_clause_is_shown_from_its_first_line_to_its_last(auction: Path) -> None:
    engine = auction / "my_game_rules.py"
    change(engine, "most = max(self.bid)", "most = min(self.bid)")
    found = json.loads(run(auction, "accept", "--list", "--trust").out)["unsigned"]
    (shown,) = (one["other"] for one in found if one["name"] == "bid.highest")
    begin, end = (line_of(engine, words) for words in ("def sell", "def items"))
    lines = engine.read_text(encoding="utf-8").splitlines()[begin - 1 : end - 1]
    assert shown[0] == f"my_game_rules.Auction.sell (my_game_rules.py:{begin})"
    assert [*filter(str.strip, shown[1:])] == [f"  {line}" for line in lines if line.strip()]


def test_clauses_of_an_engine_that_is_not_run_are_not_signed(auction: Path) -> None:
    (auction / "rules_md" / "signed.json").unlink()
    said = run(auction, "accept", "--sign", "--by", "Ana").out
    assert "11 clauses not signed, because the engine was not run." in said
    assert [one["code"] for one in told_of(auction)] == ["W662"]
    assert run(auction, "accept", "--sign", "--trust", "--by", "Ana").code == 0
    assert run(auction, "accept", "--sign", "--by", "Ben").code == 0
    said = run(auction, "check", "--trust").out
    assert "No problems found." in said
    assert "nobody has compared" not in said


# -- the record --------------------------------------------------------------------------------------------------------


def test_the_record_has_one_line_for_each_pair_and_says_who_signed(zoo: Path) -> None:
    lines = (zoo / "rules_md" / "signed.json").read_text(encoding="utf-8").splitlines()
    pairs = json.loads("\n".join(lines))["pairs"]
    assert len(lines) == len(pairs) + 2
    assert {pair["by"] for pair in pairs} == {"Ana"}
    assert {pair["kind"] for pair in pairs} == {"clause", "example", "text", "card", "de", "pieces", "head"}


def test_what_has_not_changed_keeps_who_signed_it(zoo: Path) -> None:
    record = zoo / "rules_md" / "signed.json"
    before = record.read_text(encoding="utf-8").splitlines()
    assert run(zoo, "accept", "--sign", "--by", "Ben").code == 0
    assert record.read_text(encoding="utf-8").splitlines() == before
    change(zoo / "rules_md" / "zoo.md", "Two foxes are", "Both foxes are")
    assert run(zoo, "accept", "--sign", "--by", "Ben").code == 0
    lines = record.read_text(encoding="utf-8").splitlines()
    other = [line for line, was in zip(lines, before, strict=True) if line != was]
    assert any("Both foxes are" in line for line in other)
    assert {json.loads(line.rstrip(","))["by"] for line in other} == {"Ben"}
    assert len(other) < len(lines) / 4


@pytest.mark.parametrize(
    ("damage", "hint"),
    [
        (lambda text: text.replace("}}", "}", 1)[:-9], "take back an earlier version"),
        (lambda text: f"<<<<<<< ours\n{text}", "Each line is a pair by itself"),
        (lambda text: text.replace('"says"', '"said"'), "take back an earlier version"),
        (lambda text: text.replace('"version": 1', '"version": 2'), "take back an earlier version"),
    ],
)
def test_a_damaged_record_is_told_and_never_written_over(zoo: Path, damage: Callable[[str], str], hint: str) -> None:
    record = zoo / "rules_md" / "signed.json"
    record.write_text(damage(record.read_text(encoding="utf-8")), encoding="utf-8")
    before = record.read_bytes()
    (problem,) = [one for one in check(zoo) if one.code in CODES]
    assert (problem.code, problem.file) == ("E664", "rules_md/signed.json")
    assert hint in problem.hint
    assert run(zoo, "accept", "--sign").code == 2
    assert record.read_bytes() == before


def test_a_clause_that_does_not_exist_is_told_where_it_is_named(zoo: Path) -> None:
    change(zoo / "cards.csv", "score.each,Zwei", "score.eech,Zwei")
    change(zoo / "rules_md" / "zoo.md", "rules: score.each", "rules: score.echo")
    found = {(one.file, one.message): one.hint for one in check(zoo) if one.code == "E605"}
    assert found == {
        ("cards.csv", "there is no clause score.eech"): "Did you mean 'score.each'?",
        ("rules_md/zoo.md", "there is no clause score.echo"): "Did you mean 'score.each'?",
    }


def test_a_column_of_rules_texts_is_no_list_of_clauses(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,rules,quantity\nFox,Draw a card.,2\nOwl,,1\n")
    assert [one.code for one in check(tmp_path) if one.is_error] == []


# -- at the terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not can_run(), reason="there is no such terminal here")
def test_both_sides_are_shown_and_who_says_yes_signs(zoo: Path) -> None:
    page = zoo / "rules_md" / "zoo.md"
    change(page, "Each Owl counts 2 more.", "An Owl counts 2 more.")
    with Terminal(zoo, "accept", "--by", "Ben") as terminal:
        assert terminal.wait() == "Do they agree? y, n, skip, quit:"
        shown = "\n".join(terminal.lines)
        assert "1 of 4: 1.2 [score.each] reads differently" in shown
        assert "‹Each → An› Owl counts 2 more." in shown
        assert "| each.owl in the head of the page" in shown
        for answer in ("y", "n", "y", "y"):
            terminal.says(answer)
        assert terminal.ends() == 1
    pairs = json.loads((zoo / "rules_md" / "signed.json").read_text(encoding="utf-8"))["pairs"]
    by = {pair["name"]: pair["by"] for pair in pairs if pair["kind"] == "clause"}
    assert by == {"score.values": "Ana", "score.each": "Ben", "score.wins": "Ana"}
    assert len(found_in(zoo)) == 1


@pytest.mark.parametrize("name", with_engine())
def test_the_code_of_a_shipped_game_is_signed_as_it_is(name: str) -> None:
    """Not only what decides the same: it is compared with other cards as soon as a designer changes a cell."""
    game, problems = project().games[name], Problems()
    pairs = pairs_of(project(), game, playable(name), problems)
    signed = signatures_of(name, pairs, read_signed(project().root, problems))
    stale = [pair.name for pair, one in signed if one is None or (pair.of, pair.beyond) != (one.of, one.beyond)]
    assert stale == [], "run `proofdeck accept --sign`"

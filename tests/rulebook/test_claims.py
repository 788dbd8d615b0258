"""Claims, decided: what is found when one is wrong or out of date, and what a book prints."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tables import ROOT, engine, playable, project, to_play_in, with_engine

from proofdeck.book.manuscript.composing import Proved, print_rules, prove_rules
from proofdeck.book.proof import claims
from proofdeck.book.proof.claims import Decision, decide_claims, settle
from proofdeck.book.proof.kept import depends_on, read_kept
from proofdeck.front.making.build import build
from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problems, has_errors
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.play.engine.claims import Finding
from proofdeck.play.engine.deciding import code_of, file_of, modules_that_decide
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.clauses import Edition

Writer = Callable[..., Path]


def decisions(opened: Project, game: Game, problems: Problems) -> Mapping[str, Decision]:
    """What becomes of its claims; what else is wrong with the game is not asked."""
    return decide_claims(opened, game, playable_of(opened, game, Problems()), problems)


CARDS = "game,id,kind,value,quantity\nzoo,fox,creature,3,2\nzoo,oak,plant,5,4\nzoo,help,reference,,1\n"
PAGE = """---
title: Zoo
---

## Setup

r[setup.deck]
Shuffle.

## Rulings and claims

```claim id=claim.cards
source: The box
says: There are 7 cards.
check: count of cards
claimed: 7
found: 6
verdict: refuted
ruling: setup.deck
---
A reference is no card: 7 - 1 = 6. There are {{ count("plant") }} plants.
```
"""


@pytest.fixture
def zoo(write: Writer) -> Callable[[str], list[tuple[str, int | None, str]]]:
    """The problems of a page: code, line, sentence."""

    def told(page: str) -> list[tuple[str, int | None, str]]:
        write("cards.csv", CARDS)
        root = write("rules_md/zoo.md", page)
        problems = Problems()
        opened = load_project(root, problems)
        decisions(opened, opened.games["zoo"], problems)
        assert all(one.file == "rules_md/zoo.md" for one in problems)
        return [(one.code, one.line, one.message) for one in problems]

    return told


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The rules and cards of the six games in one language, without faces, which decide nothing."""
    return to_play_in(tmp_path)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def told(root: Path, game: str) -> list[tuple[str, str]]:
    """The problems of the claims of a game: code and sentence."""
    problems = Problems()
    opened = load_project(root, problems)
    decisions(opened, opened.games[game], problems)
    return [(one.code, one.message) for one in problems]


# -- counts of cards, which any game has -------------------------------------------------------------------------------


def test_a_claim_that_is_decided_as_it_is_printed_is_no_problem(
    zoo: Callable[[str], list[tuple[str, int | None, str]]],
) -> None:
    assert zoo(PAGE) == []


@pytest.mark.parametrize(
    ("check", "found"),
    [
        ("count of cards", "6"),
        ("count of creature cards", "2"),
        ("count of plant and creature cards", "6"),
        ("count of plant, creature and reference cards with 3 players", "7"),
        ("sum of values of plant cards", "20"),
        ("sum of values of cards", "26"),
    ],
)
def test_cards_are_counted_and_added_up_by_kind(
    zoo: Callable[[str], list[tuple[str, int | None, str]]], check: str, found: str
) -> None:
    page = PAGE.replace("count of cards", check).replace("found: 6", f"found: {found}")
    page = (
        page.replace("There are 7", "There are 99")
        .replace("claimed: 7", "claimed: 99")
        .replace("7 - 1 = 6", "So it is")
    )
    assert zoo(page) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("found: 6", "found: 5", ("E631", 17, "the claim claim.cards says 5, but the computation finds 6")),
        ("7 - 1 = 6", "9 - 1 = 8", ("E624", 21, "9 is not in the table, the rules or the score of this example")),
        ("count of cards", "count of plan cards", ("E634", 15, "the claim claim.cards cannot be decided: there is no")),
        ("count of cards", "weight of cards", ("E634", 15, "nothing computes 'weight of cards'")),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    zoo: Callable[[str], list[tuple[str, int | None, str]]], old: str, new: str, problem: tuple[str, int, str]
) -> None:
    code, line, says = problem
    found = zoo(PAGE.replace(old, new))
    assert any((one[0], one[1]) == (code, line) and one[2].startswith(says) for one in found), found


def test_an_engine_that_is_not_trusted_decides_nothing_and_counts_go_on(
    zoo: Callable[[str], list[tuple[str, int | None, str]]],
) -> None:
    strange = PAGE.replace("title: Zoo", "title: Zoo\nengine: zoo_engine")
    assert zoo(strange) == []
    assert zoo(strange.replace("count of cards", "weight of cards")) == []
    assert [code for code, _, _ in zoo(strange.replace("found: 6", "found: 5"))][:1] == ["E631"]


def test_a_book_prints_who_says_it_what_is_found_the_ruling_and_how_it_was_decided(write: Writer) -> None:
    write("cards.csv", CARDS)
    root = write("rules_md/zoo.md", PAGE)
    problems = Problems()
    opened = load_project(root, problems)
    zoo = opened.games["zoo"]
    text = print_rules(zoo, problems, prove_rules(opened, zoo, problems))
    assert not problems
    assert text.partition("## 2 Rulings and claims\n\n")[2] == (
        "- **Refuted**: There are 7 cards. *(The box)*\n\n"
        "  Found: **6**; claimed: 7. See 1.1. "
        "Added up over 2 rows of the list of cards: 2 of kind creature and 4 of kind plant.\n\n"
        "  A reference is no card: 7 - 1 = 6. There are 4 plants.\n"
    )


# -- what takes long ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "is_found"),
    [
        ("fishing-dragon", False),
        pytest.param("fishing-dragon", True, marks=pytest.mark.thorough),
        pytest.param("tombs", True, marks=pytest.mark.thorough),
    ],
)
def test_what_takes_long_is_found_and_kept_and_then_counts(
    games: Path, monkeypatch: pytest.MonkeyPatch, game: str, is_found: bool
) -> None:
    """A thorough run finds it, which takes seconds; others are told what was found."""
    file = games / "rules_md" / "claims.json"
    shipped = json.loads(file.read_text())["claims"]
    file.unlink()
    if not is_found:
        (row,) = (row for row in shipped if row["game"] == game)
        plain = claims._heavy
        known = lambda _: Finding(row["found"], row["evidence"])  # noqa: E731
        monkeypatch.setattr(claims, "_heavy", lambda *given: ((claim, known) for claim, _ in plain(*given)))
    assert told(games, game)[0][0] == "W630"
    problems = Problems()
    opened = load_project(games, problems)
    settle(opened, [opened.games[game]], no_progress, problems)
    assert not problems
    assert told(games, game) == []
    found = [row for row in shipped if row["game"] == game]
    assert json.loads(file.read_text())["claims"] == found, "the committed file is what is found today"


def test_what_was_found_before_an_interrupt_is_kept_and_the_rest_is_as_it_was(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = games / "rules_md" / "claims.json"
    shipped = json.loads(file.read_text())["claims"]
    opened = load_project(games, Problems())
    named = ["tombs", "fishing-dragon"]
    found, done = {row["game"]: row for row in shipped if row["game"] in named}, list[str]()

    def find(_: object) -> Finding:
        if done:
            raise KeyboardInterrupt
        done.append("one")
        return Finding("1", "counted by hand")

    plain = claims._heavy
    monkeypatch.setattr(claims, "_heavy", lambda *given: ((claim, find) for claim, _ in plain(*given)))
    with pytest.raises(KeyboardInterrupt):
        settle(opened, [opened.games[name] for name in named], no_progress, Problems())
    rows = {row["game"]: row for row in json.loads(file.read_text())["claims"] if row["game"] in named}
    assert rows["tombs"]["evidence"] == "counted by hand"
    assert rows["fishing-dragon"] == found["fishing-dragon"]


def test_findings_of_games_that_are_not_asked_for_stay(games: Path) -> None:
    file = games / "rules_md" / "claims.json"
    change(file, "dynamic programming", "magic")
    before = file.read_text()
    opened = load_project(games, Problems())
    settle(opened, [opened.games["rummy-duel"]], no_progress, Problems())
    assert file.read_text() == before


@pytest.mark.parametrize(
    ("file", "old", "new", "game"),
    [
        ("rules_md/tombs.md", "goal: {2: 8", "goal: {2: 9", "tombs"),
        ("cards.csv", "fishing-dragon,star-flower", "fishing-dragon,star-flouer", "fishing-dragon"),
        ("rules_md/fishing-dragon.md", "prized: 2", "prized: 3", "fishing-dragon"),
        ("rules_md/claims.json", '"of": "', '"of": "x', "fishing-dragon"),
    ],
)
def test_a_finding_counts_for_the_cards_and_parameters_of_its_day_only(
    games: Path, file: str, old: str, new: str, game: str
) -> None:
    assert told(games, game) == []
    change(games / file, old, new)
    found = told(games, game)
    assert "W630" in [code for code, _ in found]
    assert "E631" not in [code for code, message in found if "claim.most" in message]


DECIDES = """
from proofdeck.play.engine.claims import Computation, Finding
from own_counting import counted

def most(game):
    return Finding(str(counted(game)), "Counted.")

CHECK = Computation(most, heavy=True)
"""
COUNTS = """
def counted(game):
    match game:
        case None:
            from own_rules.scoring import worth
    unit = ""
    return 3
"""
RULES = {
    "own_rules/__init__.py": "START = 1\n",
    "own_rules/scoring.py": "from . import START\nfrom .points import WORTH\nworth = START + WORTH\n",
    "own_rules/points.py": "WORTH = 2\n",
}


@pytest.mark.parametrize(
    ("file", "old", "new", "counts"),
    [
        ("own_counting.py", "return 3", "return 4", False),
        ("own_counting.py", "return 3", "return 3.0", False),
        ("own_counting.py", 'unit = ""', "unit = None", False),
        ("own_rules/points.py", "WORTH = 2", "WORTH = 3", False),
        ("own_rules/__init__.py", "START = 1", "START = 2", False),
        ("own_deciding.py", '"Counted."', '"Counted by hand."', False),
        ("own_deciding.py", "def most", "LIMIT = 3\n\n\ndef most", False),
        ("own_counting.py", "return 3", "return 3  # three", True),
        ("own_counting.py", "(game):\n", '(game):\n    """How many there are."""\n', True),
        ("own_counting.py", "\n", "\r\n", True),
        ("own_counting.py", "return 3", "return (3)", True),
        ("own_drawing.py", "plain", "fancy", True),
    ],
)
def test_a_finding_counts_until_the_code_that_decides_it_says_something_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, old: str, new: str, counts: bool
) -> None:
    (tmp_path / "own_rules").mkdir()
    modules = {"own_deciding.py": DECIDES, "own_counting.py": COUNTS, "own_drawing.py": "LOOK = 'plain'\n"}
    for name, code in (modules | RULES).items():
        (tmp_path / name).write_bytes(code.encode())
    monkeypatch.syspath_prepend(tmp_path)
    find = importlib.import_module("own_deciding").CHECK.find
    before = code_of(find)
    change(tmp_path / file, old, new)
    assert (code_of(find) == before) == counts
    for name in ("own_deciding", "own_counting"):
        del sys.modules[name]


@pytest.mark.parametrize(
    ("module", "counts"), [("rules", True), ("board", True), ("position", False), ("table", False), ("bot", False)]
)
def test_what_decides_a_claim_is_how_the_game_plays_and_not_how_it_looks(module: str, counts: bool) -> None:
    find = engine("tombs").checks["killings of one's own class"].find
    assert (f"proofdeck.play.games.tombs.{module}" in modules_that_decide(find)) == counts


def test_whoever_takes_a_whole_game_depends_on_all_parts_that_it_loads_by_their_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "own_of_tombs.py").write_text(
        "from proofdeck.play.games.tombs import GAME\n\n\ndef find(game):\n    return GAME.greedy\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    met = modules_that_decide(importlib.import_module("own_of_tombs").find)
    assert {
        f"proofdeck.play.games.tombs.{module}" for module in ("bot", "claims", "position", "rules", "table")
    } <= set(met)
    del sys.modules["own_of_tombs"]


def test_a_finding_depends_on_the_cards_and_parameters() -> None:
    found = playable("tombs")
    check = "killings of one's own class"
    assert depends_on(replace(found, fingerprint="0"), check) != depends_on(found, check)


def test_a_finding_that_is_not_what_the_page_says_is_an_error(games: Path) -> None:
    change(games / "rules_md" / "claims.json", '"found": "204"', '"found": "203"')
    assert told(games, "fishing-dragon") == [
        ("E631", "the claim claim.most says 204, but the computation finds 203"),
    ]


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"version": 1, "claims": [{}]}', '{"version": 1}', "\xff", "[" * 9999]
)
def test_a_file_of_findings_that_cannot_be_read_is_a_warning(games: Path, text: str) -> None:
    (games / "rules_md" / "claims.json").write_bytes(text.encode("latin-1"))
    assert [code for code, _ in told(games, "tombs")] == ["W631", "W630"]
    problems = Problems()
    assert read_kept(games / "rules_md" / "claims.json", "it", problems) == {}
    assert "check --claims" in problems[0].hint


IN_THE_REFERENCE = ("## Claims {print=proof}", "## Claims {print=reference}")


def test_a_book_of_other_rules_says_that_the_claim_is_not_decided_and_is_made(games: Path) -> None:
    file = games / "rules_md" / "claims.json"
    change(file, '"of": "', '"of": "x')
    change(games / "rules_md" / "fishing-dragon.md", *IN_THE_REFERENCE)
    problems = Problems()
    opened = load_project(games, problems)
    game = opened.games["fishing-dragon"]
    text = print_rules(game, problems, prove_rules(opened, game, problems))
    assert [one.code for one in problems] == ["W630"]
    assert "**Claim**: No bank is known that is worth more than 180 points." in text
    assert "Not decided for this version of the rules.\n" in text
    assert "**204**" not in text


def test_a_book_prints_verdicts_and_depends_on_files_of_the_project_only(write: Writer) -> None:
    write("cards.csv", CARDS)
    root = write("rules_md/zoo.md", PAGE)
    places = []
    for folder in ("one", "two"):
        options = Options(cache=False, papers=("a4",), output=root / folder, only=("rulebook",))
        assert not has_errors(build(root, ["zoo"], options).problems)
        places.append(root / folder / "zoo")
    for name in ("rulebook.md", "rulebook.html", "rulebook-a4.pdf"):
        assert (places[0] / name).read_bytes() == (places[1] / name).read_bytes(), name
    assert "**Refuted**: There are 7 cards." in (places[0] / "rulebook.md").read_text()
    assert "<strong>Refuted</strong>: There are 7 cards." in (places[0] / "rulebook.html").read_text()


def test_a_computation_that_gives_up_says_why(games: Path) -> None:
    page = games / "rules_md" / "fishing-dragon.md"
    change(page, "suit: {cards: 8", "suit: {cards: 6")
    problems = Problems()
    opened = load_project(games, problems)
    settle(opened, [opened.games["fishing-dragon"]], no_progress, problems)
    assert [(one.code, one.file) for one in problems] == [("E634", "rules_md/fishing-dragon.md")]
    assert "the method is for banks in which two suits" in problems[0].message


# -- recorded games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Fish 6 of Stars", "Fish 5 of Stars", "the rules do not allow the recorded game"),
        ('"seed":512', '"seed":513', "the rules do not allow the recorded game"),
        ("Play Dragon of Stars", "Play Dragon of Tars", "the rules do not allow the recorded game"),
    ],
)
def test_a_recorded_game_that_the_rules_do_not_play_so_shows_nothing(
    games: Path, old: str, new: str, says: str
) -> None:
    change(games / "rules_md" / "claims" / "fishing-dragon-204.jsonl", old, new)
    ((code, message),) = told(games, "fishing-dragon")
    assert code == "E635"
    assert says in message


def test_a_recorded_game_must_come_to_its_end(games: Path) -> None:
    file = games / "rules_md" / "claims" / "fishing-dragon-204.jsonl"
    file.write_text("\n".join(file.read_text().splitlines()[:-3]))
    assert [message for _, message in told(games, "fishing-dragon")] == [
        "the recorded game claims/fishing-dragon-204.jsonl does not reach its end"
    ]


@pytest.mark.parametrize("name", ["claims/nothing.jsonl", "../cards.csv", "claims"])
def test_a_recorded_game_is_a_file_in_the_folder_of_rules(games: Path, name: str) -> None:
    change(games / "rules_md" / "fishing-dragon.md", "claims/fishing-dragon-204.jsonl", name)
    ((code, message),) = told(games, "fishing-dragon")
    assert code == "E635"
    assert message.startswith("there is no recorded game")


def test_a_recorded_game_must_end_with_the_points_that_are_found(games: Path) -> None:
    page = games / "rules_md" / "fishing-dragon.md"
    change(page, "```claim id=claim.bank-of-the-source", "```claim id=claim.other")
    change(page, "found: 180\n", "found: 180\nplayed: claims/fishing-dragon-204.jsonl\n")
    assert told(games, "fishing-dragon") == [
        ("E635", "the recorded game claims/fishing-dragon-204.jsonl ends with 204 and 0, not with 180")
    ]


# -- the six games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", with_engine())
def test_the_claims_of_a_shipped_game_are_decided_and_printed(name: str) -> None:
    problems = Problems()
    found = decisions(project(), project().games[name], problems)
    assert not problems
    assert found
    assert all(one.evidence for one in found.values())
    text = print_rules(project().games[name], problems, Proved(playable(name), (), found))
    assert "Not decided" not in text
    assert text.count("\n- **Holds**: ") + text.count("\n- **Refuted**: ") == len(found)


@pytest.mark.parametrize("name", with_engine())
def test_every_computation_of_a_game_decides_a_claim_of_its_page(name: str) -> None:
    found = decisions(project(), project().games[name], Problems())
    assert set(engine(name).checks) <= {one.claim.check for one in found.values()}


FIGURES = {
    "salt-roads": {
        "claim.deck": ("47", str(15 + 7 + 8 + 11 + 6)),
        "claim.salt": ("34", str(5 * 1 + 4 * 2 + 3 * 3 + 3 * 4)),
        "claim.spice": ("14", str(5 * 1 + 3 * 3)),
        "claim.coins": ("30", "30"),
    },
    "fantasy-contract-rummy": {
        "claim.cards": ("156", "131"),
        "claim.headings": ("139", "131"),
        "claim.characters": ("28", "28"),
        "claim.companions": ("28", "27"),
        "claim.weapons": ("45", "39"),
        "claim.actions": ("18", "22"),
        "claim.contracts": ("20", "15"),
        "claim.main-deck": ("119", "116"),
        "claim.draw-deck": ("94", "91"),
        "claim.phantom-contracts": ("4", "0"),
        "claim.troubadour-set": ("at least 1", "0"),
        "claim.essential-for-sets": ("0", "4"),
        "claim.essential-for-contracts": ("0", "3"),
        "claim.two-druids": ("at least 1", "43"),
    },
    "rummy-duel": {
        "claim.deck": ("52", "52"),
        "claim.one-suit": ("at least 1", "0"),
        "claim.set-beats-run": ("0", "0"),
        "claim.run-range": ("3 to A", "3 to A"),
        "claim.set-range": ("2 to A", "2 to A"),
        "claim.stronger": ("yes", "yes"),
        "claim.rummy": ("yes", "yes"),
    },
    "tombs": {
        "claim.deck-2": ("32", "32"),
        "claim.deck-3": ("36", "36"),
        "claim.deck-4": ("40", "40"),
        "claim.own-class": ("0", "0"),
        "claim.protection": ("0", "0"),
    },
    "toonerville-rook": {
        "claim.decks": ("3", "3"),
        "claim.last-contract": ("at most 13", "14"),
        "claim.deals": ("0", "1"),
    },
    "fishing-dragon": {
        "claim.deck": ("60", "60"),
        "claim.sets": ("4, 10, 8, 20", "4, 10, 8, 20"),
        "claim.flowers": ("12, 12", "12, 12"),
        "claim.straight": ("10", "10"),
        "claim.longest": ("60", "60"),
        "claim.bank-of-the-source": ("180", "180"),
        "claim.most": ("at most 180", "204"),
    },
}
"""What the sources say and what is so, both worked out by hand from sources and lists of cards."""


@pytest.mark.parametrize("name", with_engine())
def test_claims_say_what_was_worked_out_by_hand(name: str) -> None:
    found = decisions(project(), project().games[name], Problems())
    assert {claim: (one.claim.claimed, one.claim.found) for claim, one in found.items()} == FIGURES[name]


def test_a_card_that_is_changed_in_the_spreadsheet_refutes_the_claims_that_count_it(games: Path) -> None:
    change(games / "cards.csv", "paladin,Paladin,character,,,10,4", "paladin,Paladin,character,,,10,5")
    found = Problems()
    opened = load_project(games, found)
    decisions(opened, opened.games["fantasy-contract-rummy"], found)
    lines = {one.line: one.message for one in found if one.code == "E631" and "claim claim." in one.message}
    assert sorted(message.split()[2] for message in lines.values()) == [
        "claim.cards",
        "claim.characters",
        "claim.draw-deck",
        "claim.headings",
        "claim.main-deck",
    ]
    page = (games / "rules_md" / "fantasy-contract-rummy.md").read_text().splitlines()
    assert all(page[line - 1].startswith("found: ") for line in lines if line)


@pytest.mark.parametrize("game", ["tombs", "fishing-dragon", "rummy-duel"])
def test_a_project_like_a_shipped_game_has_its_claims_decided(tmp_path: Path, game: str) -> None:
    root = tmp_path / "mine"
    start_project(root, game)
    assert told(root, "mine") == []
    kept = root / "rules_md" / "claims.json"
    assert {row["game"] for row in json.loads(kept.read_text())["claims"]} == {"mine"} if kept.exists() else True
    assert kept.exists() == (game != "rummy-duel")
    assert (root / "rules_md" / "claims").exists() == (game == "fishing-dragon")


def test_libraries_beside_an_installed_program_decide_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are beside the program there; beside an engine of the project, a module is the author's."""
    (tmp_path / "library.py").touch()
    assert file_of("library", tmp_path) == tmp_path / "library.py"
    monkeypatch.setattr("proofdeck.play.engine.deciding.PROGRAM", tmp_path / "proofdeck")
    assert file_of("library", tmp_path) is None


ROWS = {
    "fantasy-contract-rummy": 7,
    "rummy-duel": 3,
    "tombs": 3,
    "toonerville-rook": 5,
    "fishing-dragon": 2,
    "salt-roads": 2,
}
CHANGED = """
```changed id=changed.deck covers=setup.deck
source: The deck has {{ deck_size() + 1 }} cards.
here: It has {{ deck_size() }}.
why: Nobody needs another.
```

```changed id=changed.notes covers=setup.deck print=reference
source: Nothing is noted.
here: Notes are.
why: For the record.
```

## What we changed

{{ changed() }}

"""


@pytest.fixture
def changed(write: Writer) -> Callable[[Edition], str]:
    """The book of a page with two changes and a claim for players, as Markdown."""

    def printed(edition: Edition) -> str:
        write("cards.csv", CARDS)
        page = PAGE.replace("id=claim.cards", "id=claim.cards print=yes").replace("Shuffle.\n", f"Shuffle.\n{CHANGED}")
        opened = load_project(write("rules_md/zoo.md", page), Problems())
        problems = Problems()
        zoo = opened.games["zoo"]
        text = print_rules(zoo, problems, prove_rules(opened, zoo, problems), edition=edition)
        assert not problems
        return text

    return printed


def test_what_was_changed_is_printed_where_the_author_wants_it_with_its_clause_and_the_claims_for_players(
    changed: Callable[[Edition], str],
) -> None:
    text = changed(Edition.REFERENCE)
    above, _, below = text.partition("## 2 What we changed\n\n")
    assert "Nobody needs another" not in above
    listed = below.partition("\n\n")[0].splitlines()
    assert listed == [
        "- The deck has 7 cards. **Here:** It has 6. *Nobody needs another.* (1.1)",
        "- Nothing is noted. **Here:** Notes are. *For the record.* (1.1)",
        "- There are 7 cards. **Refuted:** 6. (1.1)",
    ]


def test_the_players_book_lists_what_is_not_for_the_reference_alone(changed: Callable[[Edition], str]) -> None:
    text = changed(Edition.PLAYERS)
    assert "Nobody needs another" in text
    assert "For the record" not in text


@pytest.mark.parametrize("game", ROWS)
def test_each_book_of_the_six_games_says_what_was_changed(game: str) -> None:
    opened = load_project(ROOT, Problems())
    text = print_rules(opened.games[game], Problems(), edition=Edition.PLAYERS)
    listed = text.partition("## What we changed\n\n")[2]
    assert listed.count("**Here:**") == ROWS[game]

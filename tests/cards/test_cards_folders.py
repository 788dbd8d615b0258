"""Each file in good/ and bad/ is read, and what comes out is compared with the .expected file beside it.

good: the cards as text, then the warnings. bad: the problems alone, one a line: place, code, message.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from proofdeck.ground.problems import Problem, Problems, explanations, in_reading_order
from proofdeck.source.cards import Card, read_cards

HERE = Path(__file__).parent
GOOD = sorted(path for path in (HERE / "good").iterdir() if path.suffix != ".expected")
BAD = sorted(path for path in (HERE / "bad").iterdir() if path.suffix != ".expected")


def expectation(path: Path) -> list[str]:
    """A missing file fails the test on purpose: a fixture nobody reasoned about proves nothing."""
    return path.with_name(f"{path.stem}.expected").read_text(encoding="utf-8").splitlines()


def as_line(problem: Problem) -> str:
    return f"{problem.where} {problem.code} {problem.message}"


def as_lines(card: Card) -> list[str]:
    value = "" if card.value is None else f" value {card.value:g}"
    players = "".join(f" {copies} for {count}" for count, copies in card.quantities.items())
    shown = [(name, text) for name, text in card.fields.items() if text and name not in {"game", "id"}]
    fields = [f"    {name}: {text}".replace("\n", "\\n") for name, text in shown]
    return [f"{card.game}/{card.id} x{card.quantity}{players}{value}", *fields]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_readable_quirk_gives_the_expected_cards_and_warnings(path: Path) -> None:
    problems = Problems()
    decks = read_cards(path, f"cards{path.suffix}", problems, default_game="demo")
    lines = [line for deck in decks.values() for card in deck for line in as_lines(card)]
    assert lines + [as_line(problem) for problem in in_reading_order(problems)] == expectation(path)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_reported_at_its_place_with_a_cure(path: Path) -> None:
    problems = Problems()
    read_cards(path, f"cards{path.suffix}", problems, default_game="demo")
    assert [as_line(problem) for problem in in_reading_order(problems)] == expectation(path)
    assert all(problem.hint for problem in problems)


def test_every_error_that_a_text_file_can_have_stands_in_the_folder_of_bad_files() -> None:
    shown = {line.split()[1] for path in BAD for line in expectation(path)}
    not_for_text = {"E101", "E118", "E119", "E120", "E124", "E125", "W101", "W111", "W112", "W113", "W114"}
    assert shown | not_for_text == {code for code in explanations() if code[1] == "1"}


def test_no_fixture_shares_its_expectation() -> None:
    stems = [path.with_suffix("") for path in (*GOOD, *BAD)]
    assert len(stems) == len(set(stems))

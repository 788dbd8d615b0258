"""Scores that are added up on the page: cards that are tapped, answers that are refused, and rounds that are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, broken_rules
from playwright.sync_api import Browser, Page, expect
from tables import game_with_faces, playable, project, to_play_in

from proofdeck.front.preview.server import Preview
from proofdeck.front.table.score_page import ScorePage, ScoreQuestion
from proofdeck.front.table.scores import ScoreRooms, Scores
from proofdeck.front.table.shown import CardSides, FacePicture, TableGame
from proofdeck.ground.problems import Problems
from proofdeck.score.calculator import calculate
from proofdeck.score.conversation import SHOWN

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
WIDTHS = {"rummy-duel": 5, "tombs": 3}
"""How many words a row has."""


def shown(game: str) -> TableGame:
    picture = FacePicture("face", 63, 88, "rectangle")
    cards = {card.id: CardSides(picture, None) for card in project().games[game].deck}
    return TableGame(cards, {}, None, lambda _: {})


@pytest.fixture
def rooms(tmp_path: Path) -> ScoreRooms:
    return ScoreRooms(to_play_in(tmp_path), shown, trust=False)


def act(rooms: ScoreRooms, game: str, do: str, **form: str) -> tuple[str, ...]:
    """What is said to a form that is up to date."""
    room = rooms.room(game)
    assert rooms.act(game, {"at": str(room.at), "do": do, **form})
    return room.said.lines


def scores(rooms: ScoreRooms, game: str) -> Scores:
    found = rooms.room(game).scores
    assert found is not None
    return found


def page(rooms: ScoreRooms, game: str) -> ScorePage:
    return ScorePage(rooms.room(game), scores(rooms, game))


def asked(rooms: ScoreRooms, game: str) -> ScoreQuestion:
    found = page(rooms, game).asked
    assert found is not None
    return found


def begin(rooms: ScoreRooms, game: str, *names: str) -> None:
    assert act(rooms, game, "begin", **{f"name-{seat}": name for seat, name in enumerate(names, 1)}) == ()


@pytest.mark.parametrize("game", [name for name in project().games if playable(name).engine.script])
def test_whatever_is_tapped_is_understood(rooms: ScoreRooms, game: str) -> None:
    """Each question of a game is answered with words that may be tapped, or with a number."""
    begin(rooms, game)
    used: set[str] = set()
    while (question := page(rooms, game).asked) is not None:
        free = [choice.word for choice in question.choices if choice.word not in used]
        words = free[-WIDTHS.get(game, 1) :] if question.between == " " else free[-1:]
        used |= set(words)
        said = question.between.join(words) if words else "1" if question.is_number else question.such_as
        wrong = act(rooms, game, "pile" if question.finds_sets else "answer", said=said)
        assert wrong in {(), ("Nothing in this pile scores.",)}
        if question.ends == "That is all":
            act(rooms, game, "none")
    assert act(rooms, game, "end") == ()
    assert len(page(rooms, game).rounds) == 1


def test_cards_are_shown_by_their_faces_and_other_words_come_first(rooms: ScoreRooms) -> None:
    begin(rooms, "toonerville-rook")
    choices = asked(rooms, "toonerville-rook").choices
    assert [choice.word for choice in choices[:2]] == ["out", "Red 1"]
    assert [bool(choice.drawn) for choice in choices[:2]] == [False, True]
    begin(rooms, "tombs")
    assert {choice.word for choice in asked(rooms, "tombs").choices if choice.drawn} == {
        *("B1", "B2", "M1", "M2", "O1", "O2", "T1", "T2"),
        "X",
    }


def test_the_sheets_are_those_of_the_calculator(rooms: ScoreRooms) -> None:
    begin(rooms, "tombs", "Ana", "Ben")
    for said in ("B1 . O2", "T1 X .", ". M2 .", "1", "2"):
        assert act(rooms, "tombs", "answer", said=said) == ()
    notation = scores(rooms, "tombs").tally.conversation.table.notation()
    scored = calculate(playable("tombs"), notation, SHOWN, Problems())
    assert scored is not None
    assert [sheet.total for sheet in page(rooms, "tombs").sheets] == [sheet.total for sheet in scored.sheets] == [2, 2]
    result = page(rooms, "tombs").result
    assert result is not None
    places = [(one.place, one.name, one.points) for one in result.places]
    assert places == [(1, "Ben", "2 units"), (2, "Ana", "2 units")]
    assert result.decided == "Decided by: kills"


def test_only_cards_that_may_be_in_a_row_are_offered_and_the_question_is_plain_english(rooms: ScoreRooms) -> None:
    begin(rooms, "salt-roads", "Mia", "Tom")
    question = asked(rooms, "salt-roads")
    assert question.words == "Mia, row: which cards?"
    assert "Salt 1" in (words := [choice.word for choice in question.choices])
    assert not [word for word in words if word.startswith("Camel")]
    (said,) = act(rooms, "salt-roads", "answer", said="Camel 1")
    assert said.startswith("A Camel is discarded")


def test_a_wrong_answer_says_why_and_is_there_to_be_corrected(rooms: ScoreRooms) -> None:
    begin(rooms, "tombs")
    (said,) = act(rooms, "tombs", "answer", said="B1 . Q2")
    assert said.startswith("'Q2' is not a tile. Write B1 for a Blade")
    assert rooms.room("tombs").typed == "B1 . Q2"
    assert page(rooms, "tombs").lines == []


def test_a_pile_is_read_and_the_reading_is_taken_or_not(rooms: ScoreRooms) -> None:
    begin(rooms, "fantasy-contract-rummy", "Ana", "Ben")
    for _ in range(3):
        act(rooms, "fantasy-contract-rummy", "none")
    pile = "Sword x3, Paladin, Mage, Bard, Wolf"
    assert act(rooms, "fantasy-contract-rummy", "pile", said=pile) == ()
    assert page(rooms, "fantasy-contract-rummy").suggested[-1] == "Left over: Wolf"
    act(rooms, "fantasy-contract-rummy", "refuse", said=pile)
    assert rooms.room("fantasy-contract-rummy").typed == pile
    assert page(rooms, "fantasy-contract-rummy").suggested == []
    act(rooms, "fantasy-contract-rummy", "pile", said=pile)
    act(rooms, "fantasy-contract-rummy", "use")
    assert page(rooms, "fantasy-contract-rummy").sheets[0].total > 0


def test_a_set_that_is_written_as_such_is_an_answer(rooms: ScoreRooms) -> None:
    begin(rooms, "fantasy-contract-rummy", "Ana", "Ben")
    for _ in range(3):
        act(rooms, "fantasy-contract-rummy", "none")
    assert act(rooms, "fantasy-contract-rummy", "pile", said="armory: Sword x3, Dagger x3") == ()
    assert page(rooms, "fantasy-contract-rummy").lines[-1].text == "armory: Sword x3, Dagger x3"
    assert act(rooms, "fantasy-contract-rummy", "pile", said="") != ()


def test_scores_that_were_left_go_on_and_a_damaged_file_is_told(rooms: ScoreRooms, tmp_path: Path) -> None:
    begin(rooms, "tombs", "Ana", "Ben")
    act(rooms, "tombs", "answer", said="B1 . O2")
    act(rooms, "tombs", "leave")
    (tmp_path / "played" / "tombs-scores-7.json").write_text("{", encoding="utf-8")
    offer = rooms.offer("tombs")
    assert [kept.says for kept in offer.left] == ["Ana and Ben · 0 rounds, and one under way"]
    assert ["tombs-scores-7.json" in told for told in offer.damaged] == [True]
    act(rooms, "tombs", "continue", file=offer.left[0].file)
    assert [line.text for line in page(rooms, "tombs").lines] == ["B1 . O2"]
    act(rooms, "tombs", "leave")
    begin(rooms, "tombs")
    assert scores(rooms, "tombs").file.name == "tombs-scores-8.json"


def test_a_form_of_an_old_page_changes_nothing(rooms: ScoreRooms) -> None:
    begin(rooms, "tombs")
    before = scores(rooms, "tombs").tally.written()
    room = rooms.room("tombs")
    for form in ({"at": "0", "do": "answer"}, {"at": str(room.at), "do": "use"}, {"at": str(room.at), "do": "fly"}):
        assert not rooms.act("tombs", form)
    assert scores(rooms, "tombs").tally.written() == before


def test_no_file_beside_the_scores_can_be_opened(rooms: ScoreRooms, tmp_path: Path) -> None:
    (tmp_path / "played").mkdir()
    (tmp_path / "secret.json").write_text("{}", encoding="utf-8")
    for name in ("../secret.json", str(tmp_path / "secret.json"), "", "tombs-scores-1.json"):
        assert not rooms.act("tombs", {"at": "0", "do": "continue", "file": name})


# -- in a browser ------------------------------------------------------------------------------------------------------


@contextmanager
def served(root: Path, game: str) -> Iterator[tuple[Preview, str]]:
    """The preview of a game that is alone in its project, and the address of its scores."""
    preview = Preview(game_with_faces(root, game))
    serving = Thread(target=preview.serve)
    serving.start()
    try:
        yield preview, f"{preview.address}g/{game}/score"
    finally:
        preview.stop()
        serving.join()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Page]:
    """A page on which nothing fails."""
    wrong: list[str] = []
    with browser.new_context(viewport={"width": DESK, "height": 800}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
    assert wrong == []


def press(page: Page, name: str) -> None:
    at = page.get_attribute("#table", "data-at")
    page.get_by_role("button", name=name, exact=True).first.click()
    page.wait_for_function("at => document.getElementById('table').dataset.at !== at && !main.ariaBusy", arg=at)


def tap(page: Page, *words: str) -> None:
    for word in words:
        page.locator(f'[data-word="{word}"] .choice').click()


@in_a_browser
def test_a_table_is_scored_by_taps_and_everybody_can_read_it(opened: Page, tmp_path: Path) -> None:
    with served(tmp_path, "toonerville-rook") as (_, address):
        opened.goto(address)
        score_a_round(opened)
    (kept,) = (tmp_path / "played").glob("toonerville-rook-scores-*.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["totals"] == [10.0, 0.0, 5.0]


def score_a_round(opened: Page) -> None:
    for seat, name in enumerate(("Ana", "Ben", "Cleo"), 1):
        opened.get_by_label(f"Player {seat}").fill(name)
    press(opened, "Score the table")
    opened.locator("[data-sift]").fill("red")
    expect(opened.locator("[data-word]:visible")).to_have_count(14)
    tap(opened, "Red 5", "Red 1", "Red 1")
    expect(opened.locator("#answer")).to_have_value("Red 5, Red 1 x2")
    expect(opened.locator('[data-word="Red 1"] .choice')).to_have_accessible_name("Red 1, 2")
    opened.get_by_role("button", name="One Red 1 less").click()
    expect(opened.locator("#answer")).to_have_value("Red 5, Red 1")
    broken = list(broken_rules(opened, "dark", TELEPHONE))
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(opened, "Enter")
    tap(opened, "out")
    press(opened, "Enter")
    tap(opened, "Yellow 3")
    press(opened, "Enter")
    expect(opened.locator(".ranking li").first).to_have_text(re.compile(r"^\s*Ben\s+0 penalty points\s*$"))
    broken += list(broken_rules(opened, "light", DESK))
    press(opened, "Keep this result")
    expect(opened.locator(".rounds tfoot td")).to_have_text(["3.", "1.", "2."])
    assert broken == []


@in_a_browser
def test_what_is_tapped_stays_when_the_page_hears_news(opened: Page, tmp_path: Path) -> None:
    with served(tmp_path, "toonerville-rook") as (preview, address):
        opened.goto(address)
        press(opened, "Score the table")
        tap(opened, "Red 1", "Red 1")
        before = opened.get_attribute("body", "data-news")
        preview._tell()
        opened.wait_for_function("before => document.body.dataset.news !== before", arg=before)
        expect(opened.locator('[data-word="Red 1"] .choice')).to_have_accessible_name("Red 1, 2")
        expect(opened.get_by_role("button", name="One Red 1 less")).to_be_visible()
        expect(opened.locator("#answer")).to_have_value("Red 1 x2")


@in_a_browser
def test_a_row_keeps_its_order_and_keys_are_enough(opened: Page, tmp_path: Path) -> None:
    with served(tmp_path, "tombs") as (_, address):
        opened.goto(address)
        score_a_board(opened)


def score_a_board(opened: Page) -> None:
    opened.get_by_role("button", name="Score the table").press("Enter")
    opened.wait_for_selector(".choices")
    for word in ("O2", ".", "B1"):
        opened.locator(f'[data-word="{word}"] .choice').press("Enter")
    expect(opened.locator("#answer")).to_have_value("O2 . B1")
    opened.locator("#answer").press("Enter")
    expect(opened.get_by_role("heading", name="The middle row")).to_be_focused()
    for said in (". . .", ". . ."):
        opened.locator("#answer").fill(said)
        opened.locator("#answer").press("Enter")
        opened.wait_for_function("said => !main.ariaBusy && document.getElementById('answer').value !== said", arg=said)
    more = opened.get_by_role("button", name="One more")
    more.press("Enter")
    more.press("Enter")
    expect(opened.locator("#answer")).to_have_value("2")
    opened.get_by_role("button", name="One less").press("Enter")
    expect(opened.locator("#answer")).to_have_value("1")
    assert list(broken_rules(opened, "dark", TELEPHONE)) == []

"""Where there is nothing to show, the page says so in a sentence, with one thing to do next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from browsing import CHROMIUM, broken_rules
from cli.commands import run
from edits import change
from playwright.sync_api import Browser, Page, expect
from preview.asking import ask

from proofdeck.front.preview.server import Preview

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
CODE = re.compile(r"\b[EW]\d{3}\b")
CARDS = "Name,Kind,Power,Copies\nMiner,Crew,2,3\nRig,Machine,3,2\nIce,Rock,1,4\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A bare spreadsheet, without templates or rules."""
    root = tmp_path / "mines"
    root.mkdir()
    (root / "cards.csv").write_text(CARDS, encoding="utf-8")
    return root


def text(preview: Preview, view: str) -> str:
    answer = preview.answer(f"g/mines/{view}", {})
    assert answer is not None
    main = re.search(r"<main.*</main>", answer.data.decode(), re.DOTALL)
    assert main is not None
    return " ".join(re.sub(r"<[^>]+>", " ", main[0]).split())


@pytest.mark.parametrize("view", ["play", "score", "book"])
def test_a_game_without_rules_is_told_in_words_and_names_no_file_that_is_not_there(preview: Preview, view: str) -> None:
    words = text(preview, view)
    assert CODE.search(words) is None
    assert "rules_md" not in words


def test_rules_are_begun_checked_without_a_problem_and_undone(preview: Preview, root: Path) -> None:
    assert preview.act("book", "mines", {"do": "rules"}) == "g/mines/book"
    page = root / "rules_md/mines.md"
    assert [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("## ")] == [
        *("## What you need", "## Setup", "## Your turn", "## End of the game", "## Scoring")
    ]
    assert run(root, "check").out.startswith("No problems found.\n")
    assert "Your rules are in rules_md/mines.md" in text(preview, "book")
    preview.act("book", "mines", {"do": "undo"})
    assert not page.exists()
    assert "Begin the rules" in text(preview, "book")


def test_rules_that_are_there_are_not_begun_again_and_a_head_stays(preview: Preview, root: Path) -> None:
    page = root / "rules_md/mines.md"
    page.parent.mkdir()
    page.write_text("---\ntitle: The Mines\nplayers: 3\n---\n", encoding="utf-8")
    preview.act("book", "mines", {"do": "rules"})
    begun = page.read_text(encoding="utf-8")
    assert begun.startswith("---\ntitle: The Mines\nplayers: 3\n---\n\nWho are you")
    assert "has rules already" in preview.edits.act("mines", {"do": "rules"})
    assert page.read_text(encoding="utf-8") == begun


def test_an_address_that_leads_nowhere_leads_to_the_cards(served: Preview) -> None:
    base = served.address.rstrip("/").rpartition("/")[2]
    found = ask(f"{served.address}g/mines/card/nobody")
    assert found.status == 404
    assert f'<a class="button" href="/{base}/">To the cards</a>' in found.text
    assert ask(f"{served.address}look/.css").text.startswith(":root")
    assert "mines" not in ask(served.address.replace(base, "x" * len(base))).text


@pytest.fixture
def page(browser: Browser, served: Preview) -> Iterator[Page]:
    with browser.new_context(reduced_motion="reduce") as context:
        opened = context.new_page()
        opened.goto(served.address)
        yield opened


def broken(page: Page) -> list[str]:
    return [*broken_rules(page, "light", 1440), *broken_rules(page, "dark", 1024), *broken_rules(page, "light", 390)]


@in_a_browser
def test_points_are_added_up_and_stay_through_a_save_and_a_reload(page: Page, served: Preview, root: Path) -> None:
    page.goto(f"{served.address}g/mines/score")
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Round 1, Ana").fill("5 + 4")
    page.keyboard.press("Enter")
    page.keyboard.type("12")
    page.get_by_label("Round 2, Ana").fill("-2")
    points = page.get_by_role("region", name="Points")
    expect(points.get_by_role("status")).to_have_text("Player 2 leads by 5.")
    page.get_by_role("switch", name="Fewest points win").click()
    change(root / "cards.csv", "Miner", "Digger")
    expect(page.locator("body")).not_to_have_attribute("data-number", "1")
    assert points.locator("tfoot td").all_inner_texts() == ["7", "12"]
    page.reload()
    expect(points.get_by_role("status")).to_have_text("Ana leads by 5.")
    page.get_by_role("button", name="Add a player").click()
    expect(page.get_by_label("Name of player 3")).to_be_focused()
    assert broken(page) == []


@in_a_browser
def test_a_search_without_a_hit_says_so_and_shows_all_cards_again(page: Page) -> None:
    page.get_by_label("Find").fill("dragon")
    expect(page.get_by_text("No card here has “dragon”.")).to_be_visible()
    assert broken(page) == []
    page.get_by_role("button", name="Show all cards").click()
    expect(page.locator("ul.cards > li:visible")).to_have_count(3)
    page.get_by_text("Changed", exact=True).click()
    expect(page.get_by_text("No card has changed since the page was opened.")).to_be_visible()


@in_a_browser
def test_a_search_without_a_hit_among_rows_says_so_and_shows_all_rows_again(
    page: Page, served: Preview, root: Path
) -> None:
    page.goto(f"{served.address}g/mines/spreadsheet")
    page.get_by_label("Find in rows").fill("Dragon")
    told = page.get_by_text("No row here has “dragon”.")
    expect(told).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(0)
    change(root / "cards.csv", "Miner", "Digger")
    expect(page.locator("body")).not_to_have_attribute("data-number", "1")
    expect(told).to_be_visible()
    expect(page.get_by_label("Find in rows")).to_be_focused()
    assert broken(page) == []
    page.get_by_role("button", name="Show all rows").click()
    expect(page.locator("tbody tr:visible")).to_have_count(3)
    expect(page.get_by_label("Find in rows")).to_be_focused()


@in_a_browser
def test_a_picture_that_does_not_come_is_loaded_again(page: Page, served: Preview) -> None:
    page.route("**/face/*", lambda route: route.abort())
    page.goto(f"{served.address}g/mines/card/miner")
    again = page.get_by_role("button", name="Load it again").first
    expect(again).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-news", re.compile("[1-9]"))  # after it, nothing loads again
    page.unroute("**/face/*")
    again.click()
    expect(page.locator("img.face").first).to_be_visible()
    expect(page.get_by_text("This picture did not come.")).to_have_count(1)


@in_a_browser
def test_a_program_that_has_stopped_is_told_with_the_command_that_starts_it(browser: Browser, root: Path) -> None:
    preview = Preview(root)
    serving = Thread(target=preview.serve)
    serving.start()
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(preview.address)
        preview.stop()
        serving.join()
        expect(page.get_by_text("Proofdeck has stopped, so this page no longer updates.")).to_be_visible()
        expect(page.get_by_role("button", name="Copy the command")).to_be_visible()
        assert broken(page) == []

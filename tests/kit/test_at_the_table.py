"""Games of other families on the page of the preview: nobody sees too much, and a game can be played to its end."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from browsing import CHROMIUM, DESK, chromium
from kit.families import LINES, folder_of
from playwright.sync_api import Browser, Page, expect

from generator.engine.transcript import HUMAN
from generator.preview.server import Preview
from generator.preview.tables import OpenTable

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


USUAL = {"auction", "board"}
BROWSED = [pytest.param(name, marks=() if name in USUAL else pytest.mark.thorough) for name in LINES]


@pytest.fixture
def alone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Preview]:
    """One family, without a server."""
    found = Preview(shutil.copytree(folder_of(request.param), tmp_path / request.param), trust=True)
    yield found
    found._server.server_close()


@pytest.fixture
def preview(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Preview]:
    """The same, served."""
    found = Preview(shutil.copytree(folder_of(request.param), tmp_path / request.param), trust=True)
    serving = Thread(target=found.serve)
    serving.start()
    yield found
    found.stop()
    serving.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def game_of(preview: Preview) -> str:
    """The only page of rules."""
    return next((preview.showing.root / "rules_md").glob("*.md")).stem.partition(".")[0]


def half_played(preview: Preview, moves: int) -> OpenTable:
    """A game after that many moves by chance, with a person in the first seat."""
    game = game_of(preview)
    room = preview.tables.room(game)
    room.table = None
    offer = preview.tables.offer(game, room)
    seats = {f"seat-{row}": HUMAN if row == 1 else "random" for row in range(1, offer.fewest + 1)}
    assert preview.tables.act(game, {"at": str(room.at), "do": "begin", "seed": str(moves), **seats})
    found = preview.tables.room(game).table
    assert found is not None
    while len(found.talk.sitting.actions) < moves and not found.talk.sitting.state.is_terminal():
        for action in found.talk.sitting.advice("random"):
            found.talk.play(action)
    return found


@pytest.mark.parametrize("alone", LINES, indirect=True)
def test_the_page_is_the_same_for_every_table_that_looks_the_same_to_its_reader(alone: Preview) -> None:
    game = game_of(alone)
    for moves in (0, 1, 5, 6):
        sitting = half_played(alone, moves).talk.sitting
        state, pages = sitting.state, set()
        for number in range(5):
            sitting.state = state.resample(0, Random(number)) if number else state
            page = alone.views.play(game)
            pages.add(page[page.index("<main") : page.index("</main>")])
        assert len(pages) == 1 or state.is_terminal(), f"{game} after {moves} moves"


@in_a_browser
@pytest.mark.parametrize("preview", BROWSED, indirect=True)
def test_a_whole_game_is_played_in_a_browser(browser: Browser, preview: Preview) -> None:
    wrong: list[str] = []
    with browser.new_context(viewport={"width": DESK, "height": 800}) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{preview.address}g/{game_of(preview)}/play")
        page.get_by_role("button", name="Deal the cards").click()
        moves = 0
        while "over" not in (asked := waits_for(page)):
            before = str(page.locator("#table").get_attribute("data-at"))
            wait = "is to move" in asked
            (page.get_by_role("button", name="Next") if wait else page.locator(".moves button").first).click()
            expect(page.locator("#table")).not_to_have_attribute("data-at", before)
            moves += not wait
        assert moves > 1
        expect(page.locator(".sheet-of").first).to_be_visible()
    assert wrong == []


def waits_for(page: Page) -> str:
    """What the page asks for, once it shows the table as it is."""
    heading = page.locator("#table aside h2").first
    expect(heading).to_be_visible()
    return heading.inner_text()

"""Games of other families on the page of the preview can be played to their end."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from browsing import CHROMIUM, DESK, chromium
from kit.families import LINES, folder_of
from playwright.sync_api import Browser, Page, expect

from proofdeck.front.preview.server import Preview

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture
def preview(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Preview]:
    """One family, served."""
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


@in_a_browser
@pytest.mark.parametrize("preview", LINES, indirect=True)
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

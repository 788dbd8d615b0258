"""The reference in a real browser: search, folded examples, pictures that enlarge, and the page without its script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, chromium
from playwright.sync_api import Browser, Page, expect
from rulebook.shipped_books import book_of
from tables import playable

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("book") / "rulebook.html"
    path.write_bytes(book_of("tombs")["rulebook.html"])
    return path.as_uri()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(viewport={"width": DESK, "height": 800}) as context:
        opened = context.new_page()
        opened.goto(address)
        yield opened


def test_a_search_names_rules_first_and_leads_to_them(page: Page) -> None:
    page.get_by_label("Search").fill("own units")
    found = page.locator("#found a")
    expect(found.first).to_contain_text("4.3 Your own units never threaten you")
    expect(page.locator("nav ol")).to_be_hidden()
    found.first.click()
    assert page.url.endswith("#place.own")
    expect(page.locator("[id='place.own']")).to_be_in_viewport()


def test_a_search_for_nothing_that_is_there_says_so(page: Page) -> None:
    page.get_by_label("Search").fill("dragon")
    expect(page.locator("#found")).to_have_text("Nothing found.")
    page.get_by_label("Search").fill("")
    expect(page.locator("#found")).to_have_text("")
    expect(page.locator("nav ol")).to_be_visible()


def test_an_example_is_folded_until_something_leads_to_it(page: Page) -> None:
    folded = page.locator("details.example:not([open])").first
    number = folded.get_attribute("id")
    expect(folded.locator(".results, .refused").first).to_be_hidden()
    page.evaluate("anchor => { location.hash = anchor }", number)
    expect(page.locator(f"#{number} :is(.results, .refused)").first).to_be_visible()


def test_a_picture_enlarges_at_a_click_and_closes_with_escape(page: Page) -> None:
    page.get_by_role("link", name="Blade: unit").first.click()
    shown = page.locator("dialog.look svg")
    expect(shown).to_be_visible()
    box = shown.bounding_box()
    assert box is not None
    assert box["width"] > 300
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()


def test_the_contents_stay_in_sight(page: Page) -> None:
    page.evaluate("window.scrollTo(0, 3000)")
    expect(page.get_by_role("link", name="6 The end")).to_be_in_viewport()


def test_without_its_script_all_of_the_book_can_be_read(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False, viewport={"width": TELEPHONE, "height": 800}) as context:
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_label("Search")).to_be_hidden()
        for clause in playable("tombs").clauses:
            expect(page.locator(f"a.clause[id='{clause}']")).to_be_visible()
        folded = page.locator("details.example:not([open])").first
        number = folded.get_attribute("id")
        folded.locator("summary").click()
        expect(page.locator(f"#{number} :is(.results, .refused)").first).to_be_visible()
        page.get_by_role("link", name="Blade: unit").first.click()
        expect(page.locator("#gallery figure").first).to_be_visible()


def test_no_script_but_its_own_runs_in_a_book(browser: Browser, tmp_path: Path) -> None:
    """Even if somebody edits one into the file."""
    path = tmp_path / "edited.html"
    text = book_of("tombs")["rulebook.html"].decode()
    path.write_text(text.replace("</main>", "<script>document.title = 'mine'</script></main>"), encoding="utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(path.as_uri())
        assert page.title() == "Tombs: rules"
        page.get_by_label("Search").fill("blade")
        expect(page.locator("#found a").first).to_be_visible()

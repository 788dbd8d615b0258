"""`export web`: one file, opened in a real browser from the disk."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, broken_rules, chromium
from playwright.sync_api import Browser, Page

import proofdeck

ROOT = Path(__file__).parents[2]
Writer = Callable[..., Path]
SIDE = 'size = "mini"\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nfill = "{}"\n'
HOSTILE = [
    "</script><script>document.title = 'taken'</script>",
    '" onerror="document.title = \'taken\'" x="',
    "<img src=x onerror=\"document.title = 'taken'\">",
    "javascript:alert(1)",
    "🐺 & <b>wolf</b>",
    "x" * 300,
    "same",
    "same",
]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def tombs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = proofdeck.open(ROOT).export("web", "tombs", dpi=50, output=tmp_path_factory.mktemp("web"))
    return built.files[0]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails if anything is refused by the browser or asked of the network."""
    wrong: list[str] = []
    with browser.new_context() as context:
        opened = context.new_page()
        opened.add_init_script("window.print = () => { window.printing = document.body.className; }")
        opened.on("console", lambda said: wrong.append(said.text))
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("request", lambda asked: wrong.append(asked.url) if asked.url.startswith("http") else None)
        yield opened
    assert wrong == []


def shown(page: Page) -> list[str]:
    return page.locator("#cards > li:not([hidden]) h2").all_inner_texts()


def test_a_search_finds_names_and_texts_of_cards(page: Page, tombs: Path) -> None:
    page.goto(tombs.as_uri())
    assert len(shown(page)) == 12
    assert page.locator("#count").inner_text() == "12 of 12 cards"
    page.get_by_label("Search").fill("MAGUS")
    assert shown(page)[0] == "Magus"
    page.get_by_label("Search").fill("diagonals tombstone")
    assert "Magus" in shown(page)
    assert "Blade" not in shown(page)
    page.get_by_label("Search").fill("nothing like this")
    assert (shown(page), page.locator("#count").inner_text()) == ([], "0 of 12 cards")


def test_only_one_kind_is_shown(page: Page, tombs: Path) -> None:
    page.goto(tombs.as_uri())
    page.get_by_label("Kind").select_option("marker")
    assert shown(page) == ["Sun Marker", "Moon Marker", "Tower Marker", "Leaf Marker"]
    page.get_by_label("Search").fill("sun")
    assert shown(page) == ["Sun Marker"]


def test_a_card_is_turned_over_and_back_and_so_are_all(page: Page, tombs: Path) -> None:
    page.goto(tombs.as_uri())
    pictures = page.locator("#cards img")
    front, other = (str(pictures.nth(number).get_attribute("src")) for number in (0, 1))
    page.get_by_role("button", name="Back of Blade").click()
    back = pictures.nth(0).get_attribute("src")
    assert back != front
    assert pictures.nth(0).get_attribute("alt") == "Back of Blade"
    assert pictures.nth(1).get_attribute("src") == other
    page.get_by_role("button", name="Show backs").click()
    assert pictures.nth(1).get_attribute("src") == back  # both have the back of the deck
    page.get_by_role("button", name="Show backs").click()
    assert (pictures.nth(0).get_attribute("src"), pictures.nth(1).get_attribute("src")) == (front, other)


def test_one_card_is_printed_alone_at_its_real_size(page: Page, tombs: Path) -> None:
    page.goto(tombs.as_uri())
    page.get_by_role("button", name="Print Magus").click()
    assert page.evaluate("window.printing") == "one"
    page.emulate_media(media="print")
    visible = page.locator("#cards > li:visible")
    assert visible.count() == 1
    box = visible.locator("img").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(63 / 25.4 * 96, abs=1)
    assert box["height"] == pytest.approx(88 / 25.4 * 96, abs=1.5)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#cards > li:visible").count() == 12


def test_without_its_script_all_fronts_are_there(browser: Browser, tombs: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        opened = context.new_page()
        opened.goto(tombs.as_uri())
        assert opened.locator("#cards img:visible").count() == 12
        assert opened.locator("button:visible").count() == 0


def test_the_page_breaks_no_rule_of_axe_core_by_day_and_by_night(browser: Browser, tombs: Path) -> None:
    with browser.new_context() as context:
        opened = context.new_page()
        opened.goto(tombs.as_uri())
        by_day = [text for width in (DESK, TELEPHONE) for text in broken_rules(opened, "light", width)]
        broken = [*by_day, *(text for width in (DESK, TELEPHONE) for text in broken_rules(opened, "dark", width))]
    assert not broken, "\n\n".join(["", *broken])


def test_hostile_names_are_shown_as_they_are_written_and_do_nothing(page: Page, write: Writer) -> None:
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("game", "id", "name", "kind"))
    rows.writerows(("g", f"c{number}", name, f'k"<{number % 2}') for number, name in enumerate(HOSTILE))
    write("cards.csv", text.getvalue())
    write("templates/g/back.toml", SIDE.format("#101010"))
    write("rules_md/g.md", "---\ntitle: \"</title><script>document.title = 'taken'</script>\"\n---\n")
    (file,) = proofdeck.open(write("templates/g/front.toml", SIDE.format("#c0c0c0"))).export("web", dpi=30).files
    page.goto(file.as_uri())
    assert page.locator("#cards h2").all_text_contents() == HOSTILE
    assert "taken" in page.locator("h1").inner_text()
    assert page.title().endswith(": cards")
    assert page.locator("script").count() == 1
    page.get_by_label("Kind").select_option(index=2)
    assert len(shown(page)) == 4
    page.get_by_label("Search").fill("🐺")
    assert shown(page) == []
    page.get_by_label("Kind").select_option("")
    assert shown(page) == ["🐺 & <b>wolf</b>"]


def test_the_file_needs_nothing_else_and_is_the_same_each_time(tombs: Path) -> None:
    text = tombs.read_text(encoding="utf-8")
    addresses = re.findall(r'(?:src|href)="([^"]{0,40})', text)
    assert addresses
    kinds = {re.sub(r"[,#].*", "", address) for address in addresses}
    assert kinds == {"data:image/webp;base64", "tombs-rules.html"}
    again = proofdeck.open(ROOT).export("web", "tombs", dpi=50, output=tombs.parents[3], cache=False)
    assert again.files[0] == tombs
    assert tombs.read_text(encoding="utf-8") == text


def test_copies_that_differ_only_in_their_backs_are_one_card(write: Writer) -> None:
    write("cards.csv", "game,id,quantity\ng,fox,4\n")
    write("templates/g/back.toml", SIDE.format("{{ '#ff0000' if copy == 2 else '#0000ff' }}"))
    (file,) = proofdeck.open(write("templates/g/front.toml", SIDE.format("#c0c0c0"))).export("web", dpi=30).files
    text = file.read_text(encoding="utf-8")
    assert text.count("<h2>") == 1
    assert "×4" in text

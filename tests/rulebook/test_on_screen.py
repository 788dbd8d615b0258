"""The reference in a real browser: search, folded examples, pictures that enlarge, and the page without its script."""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pypdfium2
import pypdfium2.raw
import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, chromium
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect
from reading import pixels
from rulebook.shipped_books import book_of
from tables import playable, with_engine

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


def test_a_telephone_shows_the_quick_start_before_the_list_of_chapters(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": TELEPHONE, "height": 800}) as context:
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_role("link", name="6 The end")).to_be_hidden()
        expect(page.get_by_role("heading", name="Quick start")).to_be_in_viewport()
        page.get_by_role("heading", name="Contents").click()
        expect(page.get_by_role("link", name="6 The end")).to_be_visible()
        expect(page.get_by_label("Search")).to_be_visible()


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


Box = tuple[float, float, float, float]
DPI = 288
HALFWAY = 32
"""The same part of a card differs by 3 to 25 in the five books, and other parts differ by 42 to 135."""
ENOUGH = 6
"""Pictures compared in each book."""


def printed_parts(pdf: bytes) -> dict[bytes, list[tuple[int, Box]]]:
    """The JPEG of each picture -> the pages that show it, and where the whole picture would be there, in points."""
    found: dict[bytes, list[tuple[int, Box]]] = {}
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        for image in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]):
            left, bottom, right, top = image.get_bounds()
            box = (left, page.get_height() - top, right, page.get_height() - bottom)
            found.setdefault(bytes(image.get_data()), []).append((number, box))
    return found


def part_on_paper(page: Image.Image, box: Box, share: Sequence[float]) -> Image.Image:
    """What is painted where that part of a picture is. box: of the picture; share: left, top, width and height."""
    left, top, right, bottom = (at * DPI / 72 for at in box)
    width, height = right - left, bottom - top
    x, y = left + share[0] * width, top + share[1] * height
    return page.crop((round(x), round(y), round(x + share[2] * width), round(y + share[3] * height)))


def middle(image: Image.Image) -> Image.Image:
    """Without the frame and its round corners, small enough that one pixel more or less does not matter."""
    width, height = image.size
    return image.crop((width // 8, height // 8, width * 7 // 8, height * 7 // 8)).resize((24, 32))


def difference(one: Image.Image, other: Image.Image) -> float:
    """Of a channel of a pixel in the middle, on average."""
    return max(ImageStat.Stat(ImageChops.difference(middle(one), middle(other))).mean)


@pytest.mark.parametrize(
    "game", ["tombs", *(pytest.param(name, marks=pytest.mark.thorough) for name in with_engine() if name != "tombs")]
)
def test_small_pictures_show_the_same_part_of_a_card_on_screen_and_on_paper(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    book = book_of(game)
    (tmp_path / "book.html").write_bytes(book["rulebook.html"])
    printed = printed_parts(book["rulebook-a4.pdf"])
    paper = cache(lambda number: pixels(book["rulebook-a4.pdf"], number, DPI))
    compared = 0
    with browser.new_context(viewport={"width": DESK, "height": 800}, device_scale_factor=3) as context:
        page = context.new_page()
        page.goto((tmp_path / "book.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        symbols = page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('symbol')].map(one => ['#' + one.id,"
            " [one.firstChild.getAttribute('href'), one.viewBox.baseVal.width, one.viewBox.baseVal.height]]))"
        )
        seen = set()
        for small in page.locator(".stack svg.card:last-child").all():
            name = str(small.locator("use").get_attribute("href"))
            jpeg = b64decode(symbols[name][0].partition(",")[2])
            if name in seen or jpeg not in printed:
                continue
            seen.add(name)
            size = symbols[name][1:] * 2
            share = [float(n) / of for n, of in zip(str(small.get_attribute("viewBox")).split(), size, strict=True)]
            if share[2] < 1:
                screen = Image.open(io.BytesIO(small.screenshot())).convert("RGB")
                on_paper = (part_on_paper(paper(number), box, share) for number, box in printed[jpeg])
                assert min(difference(screen, part) for part in on_paper) < HALFWAY, name
                compared += 1
            if compared == ENOUGH:
                break
    assert compared > 2

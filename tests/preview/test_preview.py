"""The preview in a real Chromium: it follows each save, in all its views, by mouse and by keyboard."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from threading import Thread
from urllib.parse import urljoin

import pytest
from browsing import CHROMIUM, DESK, LOOKS, broken_rules
from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, expect
from tables import ROOT

from proofdeck.front.preview.server import Preview
from proofdeck.front.starting import start_project
from proofdeck.ground.cache import cache_folder

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

HOSTILE = "<img src=x onerror=document.title='ran'>"
Change = Callable[[str, str, str], None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    start_project(tmp_path / "zoo")
    return tmp_path / "zoo"


@pytest.fixture
def change(root: Path) -> Change:
    """`change("cards.csv", "Raven", "Crow")` saves a file with other words."""

    def changer(name: str, old: str, new: str) -> None:
        text = (root / name).read_text(encoding="utf-8")
        assert old in text
        (root / name).write_text(text.replace(old, new), encoding="utf-8")

    return changer


@pytest.fixture
def page(browser: Browser, root: Path, tmp_path: Path) -> Iterator[Page]:
    """The page of that project, open at its cards; nothing that it does may fail."""
    assert cache_folder().is_relative_to(tmp_path.parent)
    preview = Preview(root)
    serving = Thread(target=preview.serve)
    serving.start()
    wrong: list[str] = []
    with browser.new_context(viewport={"width": DESK, "height": 800}, reduced_motion="reduce") as context:
        opened = context.new_page()
        opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.goto(preview.address)
        yield opened
    preview.stop()
    serving.join()
    assert wrong == []


def picture(page: Page, card: str) -> str:
    """What the picture of a card is called, once it can be seen."""
    image = page.locator(f'li[data-key="{card}"] .front img')
    image.scroll_into_view_if_needed()
    expect(image).to_have_js_property("complete", value=True)
    assert image.evaluate("image => image.naturalWidth") > 0
    return str(image.get_attribute("data-face"))


def go(page: Page, view: str) -> None:
    page.get_by_role("navigation", name="Views").get_by_role("link", name=view).click()


def test_a_saved_cell_is_seen_at_once_and_nothing_else_moves(page: Page, change: Change) -> None:
    before = {card: picture(page, card) for card in ("fox", "raven", "oak")}
    node = page.locator('li[data-key="fox"] .front img').element_handle()
    change("cards.csv", "Raven", "Crow")
    expect(page.locator('li[data-key="raven"] .name')).to_have_text("Crow × 4")
    after = {card: picture(page, card) for card in before}
    assert {card for card in before if before[card] != after[card]} == {"raven"}
    assert node is not None
    assert node.evaluate("image => image.isConnected"), "a picture that had not changed was loaded again"
    expect(page.locator('li[data-key="raven"] .new')).to_have_text("changed")
    expect(page.locator('li[data-key="fox"] .new')).to_have_count(0)


def test_a_template_broken_in_the_middle_of_typing_keeps_the_last_good_picture(page: Page, change: Change) -> None:
    before = picture(page, "fox")
    change("templates/zoo/front.toml", "[elements", "[elements.")
    expect(page.locator(".notice")).to_contain_text("shows how it was last")
    assert picture(page, "fox") == before
    go(page, "Problems")
    expect(page.locator(".problems .error").first).to_contain_text("templates/zoo/front.toml")
    change("templates/zoo/front.toml", "[elements.", "[elements")
    expect(page.locator("main")).to_contain_text("No problems found.", timeout=20_000)


def test_a_spreadsheet_that_is_gone_or_half_saved_is_told_and_comes_back(page: Page, root: Path) -> None:
    cards = (root / "cards.csv").read_bytes()
    (root / "cards.csv").unlink()
    expect(page.locator("#state")).to_contain_text("cannot be read at the moment")
    (root / "cards.csv").write_bytes(cards[: len(cards) // 2])
    expect(page.locator("#state")).to_be_hidden()
    (root / "cards.csv").write_bytes(cards)
    expect(page.locator("ul.cards > li")).to_have_count(4)


def test_a_deleted_folder_is_no_end(page: Page, root: Path) -> None:
    kept = root.with_name("kept")
    shutil.copytree(root, kept)
    shutil.rmtree(root)
    expect(page.locator("#state")).to_contain_text("cannot be read at the moment", timeout=20_000)
    shutil.copytree(kept, root)
    expect(page.locator("#state")).to_be_hidden(timeout=20_000)


def test_what_goes_wrong_while_the_page_is_renewed_is_not_swallowed(page: Page, change: Change) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.evaluate("() => { globalThis.look = () => { throw new Error('a fault of this page'); }; }")
    with other.expect_event("pageerror") as fault:
        change("cards.csv", "Raven", "Crow")
    assert "a fault of this page" in str(fault.value)


def test_cards_are_found_turned_and_seen_as_others_see_them(page: Page) -> None:
    page.get_by_label("Find").fill("rav")
    expect(page.locator("ul.cards > li:visible")).to_have_count(1)
    page.get_by_label("Find").fill("")
    page.get_by_label("Backs").check(force=True)
    expect(page.locator(".side.front:visible")).to_have_count(0)
    expect(page.locator(".side.back:visible")).to_have_count(4)
    page.get_by_label("Fronts").check(force=True)
    assert _has_colour(page)
    page.get_by_label("Seen").select_option("grey")
    expect(page.locator("img.face").first).to_have_attribute("src", _ending("-grey.png"))
    assert not _has_colour(page)
    page.get_by_label("Seen").select_option("low")
    expect(page.locator("img.face").first).to_have_attribute("src", _ending("-low.png"))
    page.get_by_label("Cut lines").check()
    expect(page.locator("img.face").first).to_have_attribute("src", _ending("-bleed-low.png"))
    expect(page.locator(".safe").first).to_be_visible()


def test_cards_fill_each_row_until_somebody_chooses_a_size_and_boards_stay_within_the_page(
    page: Page, root: Path
) -> None:
    faces, cards = page.locator("ul.cards .front img"), page.locator("ul.cards")

    def boxes() -> list[FloatRect]:
        return [box for box in (face.bounding_box() for face in faces.all()) if box is not None]

    for width in (360, 390, 768):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("width => document.querySelector('ul.cards').clientWidth < width", arg=width)
        room = cards.evaluate("list => list.getBoundingClientRect().right")
        first = [box for box in boxes() if box["y"] == boxes()[0]["y"]]
        assert len(first) >= 2
        assert first[-1]["x"] + first[-1]["width"] == pytest.approx(room, abs=2 + len(first)), width
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_label("Size").fill("60")
    assert boxes()[0]["width"] == pytest.approx(63 * 3.78 * 0.6, abs=0.5)
    template = root / "templates" / "zoo" / "front.toml"
    template.write_text(
        template.read_text(encoding="utf-8").replace('size = "poker"', 'size = "600x300"'), encoding="utf-8"
    )
    expect(faces.first).to_have_attribute("data-width", "600.0")
    assert page.evaluate("document.documentElement.scrollWidth") == 768
    assert boxes()[0]["width"] == pytest.approx(2 * boxes()[0]["height"], rel=0.01), "and keeps its shape"


def test_corners_are_as_round_as_they_are_cut(page: Page, root: Path) -> None:
    for side in ("front", "back"):
        template = root / "templates" / "zoo" / f"{side}.toml"
        template.write_text(
            'outline = "rounded"\nradius = 6\n' + template.read_text(encoding="utf-8"), encoding="utf-8"
        )
    image = page.locator('li[data-key="fox"] .front img')
    expect(image).to_have_attribute("data-corner", "6.0")
    round_share = image.evaluate("image => parseFloat(getComputedStyle(image).borderRadius) / image.clientWidth")
    assert round_share == pytest.approx(6 / 63, rel=0.02)


def _has_colour(page: Page) -> bool:
    """Whether any pixel of the first card is not grey."""
    source = page.locator("img.face").first.get_attribute("src")
    assert source
    answer = page.request.get(urljoin(page.url, source))
    red, green, blue = Image.open(BytesIO(answer.body())).convert("RGB").split()
    return not red.tobytes() == green.tobytes() == blue.tobytes()


def _ending(words: str) -> re.Pattern[str]:
    return re.compile(f"{re.escape(words)}$")


def test_one_card_says_where_everything_comes_from_and_the_arrow_keys_step(page: Page) -> None:
    page.locator('li[data-key="fox"] a').click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Red Fox")
    page.wait_for_load_state()
    row = page.get_by_role("region", name="Row in the spreadsheet")
    expect(row).to_contain_text("Row 4 of cards.csv")
    expect(row.get_by_role("row", name="season").get_by_role("gridcell")).to_have_attribute(
        "data-address", re.compile("[A-Z]4")
    )
    page.get_by_text("Elements and where they come from").click()
    elements = page.get_by_role("region", name="Elements and where they come from")
    expect(elements.get_by_role("row").nth(1)).to_contain_text(re.compile(r"(templates|shipped)/.+toml:\d"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text("Raven")
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", level=1)).to_have_text("Red Fox")


def test_sheets_book_and_changes_follow_too(page: Page, change: Change) -> None:
    go(page, "Sheets")
    sheet = page.get_by_role("img", name="sheet 1, front")
    first = sheet.get_attribute("src")
    change("cards.csv", "Raven", "Crow")
    expect(sheet).not_to_have_attribute("src", str(first))
    expect(page.get_by_text("sheet 1, front: 4 changed")).to_be_visible()
    expect(page.get_by_text("sheet 1, back: 4 changed")).to_be_visible()
    assert page.locator(".sheet rect").first.evaluate("mark => mark.getBoundingClientRect().width") > 50
    go(page, "What changed")
    expect(page.locator("main")).to_contain_text("Crow changed: name Raven → Crow")
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        ends = "names => names.map(name => document.querySelector(name).getBoundingClientRect().right)"
        slider, face, since = page.evaluate(ends, [".slider", ".slide .face", ".segments"])
        assert slider == face, "the card itself is the slider"
        assert since < width
    page.get_by_role("slider").fill("0")
    expect(page.locator(".slide .face + .face")).to_have_css("clip-path", "inset(0px 0px 0px 0%)")
    go(page, "Book")
    book = page.frame_locator("iframe.book")
    expect(book.locator("body")).to_contain_text("Proof edition", timeout=30_000)
    change("rules_md/zoo.md", "## ", "## Now: ")
    expect(book.locator("body")).to_contain_text("Now:", timeout=30_000)


def test_what_changed_since_a_revision_is_shown_with_the_faces_of_that_day(
    page: Page, root: Path, change: Change
) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)
    change("cards.csv", "Raven", "Crow")
    go(page, "What changed")
    page.get_by_label("or git revision").fill("HEAD")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("article")).to_contain_text("Crow changed: name Raven → Crow")
    before, after = (page.get_by_role("img", name=name, exact=True) for name in ("before", "after"))
    for image in (before, after):
        expect(image).to_have_js_property("complete", value=True)
        assert image.evaluate("image => image.naturalWidth") > 0
    assert before.get_attribute("data-face") != after.get_attribute("data-face")
    page.get_by_label("or git revision").fill("--upload-pack=x")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".notice")).to_contain_text("neither a folder nor a revision")


def test_names_and_texts_of_strangers_stay_text(page: Page, change: Change) -> None:
    change("cards.csv", "Raven", HOSTILE)
    expect(page.locator('li[data-key="raven"] .name')).to_contain_text("onerror")
    page.locator('li[data-key="raven"] a').click()
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    go(page, "What changed")
    expect(page.locator("main")).to_contain_text(HOSTILE)
    assert page.title() != "ran"


def test_the_keyboard_alone_reaches_everything(page: Page) -> None:
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    names = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        names.add(str(page.evaluate("document.activeElement.name || document.activeElement.innerText || ''")).strip())
    assert {"Sheets", "Book", "Problems", "What changed", "find", "side", "zoom", "seen", "lines", "hand"} <= names
    assert any("Red Fox" in name for name in names)


@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_no_view_breaks_a_rule_of_axe_core(page: Page, change: Change, turn: int) -> None:
    """Each wide by day or narrow by night, in turn; one problem and one change are there to be seen."""
    change("cards.csv", "Raven", "Crow")
    change("templates/zoo/front.toml", "[elements.", "[elements.beside]\ntype = 'rectangle'\nx = 900\n[elements.")
    expect(page.locator('li[data-key="raven"] .name')).to_have_text("Crow × 4")
    base = page.url.rstrip("/")
    for number, view in enumerate(("cards", "card/fox", "sheets", "book", "problems", "changes")):
        page.goto(f"{base}/g/zoo/{view}")
        broken = list(broken_rules(page, *LOOKS[(number + turn) % 2]))
        assert not broken, "\n\n".join([view, *broken])


def test_the_shipped_games_are_shown(browser: Browser) -> None:
    preview = Preview(ROOT)
    serving = Thread(target=preview.serve)
    serving.start()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{preview.address}g/fantasy-contract-rummy/cards")
        page.get_by_role("button", name="Fantasy Contract Rummy").click()
        games = page.get_by_role("navigation", name="Games").get_by_role("link").all_inner_texts()
        count = page.locator("ul.cards > li").count()
    preview.stop()
    serving.join()
    assert len(games) == 6
    assert count == len(preview.showing.now.games["fantasy-contract-rummy"].cards)

"""A game that nobody has written rules for is played on the page by hand: with a mouse, a finger and keys alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import LOOKS, TELEPHONE, Light, broken_rules
from playwright.sync_api import Browser, Locator, Page, expect
from preview.by_hand import at_the_table, drag, pile, sit_down

from proofdeck.front.preview.server import Preview

CARDS = """name,kind,quantity,text
Ada,Hero,2,Rerolls a die.
Bo,Hero,2,Hides.
Cy,Hero,2,Swims.
Fog,Event,1,Falls on all ships.
Sun,Event,1,Dries the ground.
"""
RULES = "---\ntitle: The Zoo\nplayers: 2-3\nneeds: a die\ntracks: {threat: 0-15}\n---\n\nPlay a hero.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "zoo"
    (root / "rules_md").mkdir(parents=True)
    (root / "cards.csv").write_text(CARDS, encoding="utf-8")
    (root / "rules_md" / "zoo.md").write_text(RULES, encoding="utf-8")
    return root


@pytest.fixture
def page(browser: Browser, served: Preview) -> Iterator[Page]:
    with at_the_table(browser, f"{served.address}g/zoo/play") as opened:
        yield opened


def latest(page: Page) -> Locator:
    return page.locator(".log li").first


def record(root: Path) -> list[dict[str, object]]:
    (file,) = (root / "played").glob("*.table")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_cards_are_dragged_to_a_hand_to_the_table_and_onto_piles(page: Page, root: Path) -> None:
    sit_down(page, "Mia", "Tom")
    drag(page, pile(page, "Hero").locator(".thing"), page.locator(".hand"))
    expect(page.locator(".hand .thing")).to_have_count(1)
    expect(latest(page)).to_contain_text(re.compile("^Mia draws (Ada|Bo|Cy) from Hero"))
    drag(page, page.locator(".hand .thing"), pile(page, "Discard").locator(".thing"))
    expect(latest(page)).to_contain_text(re.compile("^Mia puts (Ada|Bo|Cy) on Discard"))
    drag(page, pile(page, "Hero").locator(".thing"), page.locator(".area"), 0.12, 0.12)
    expect(latest(page)).to_have_text("Mia moves 1 card from Hero to the table.")
    expect(pile(page, "Hero").locator(".copies")).to_have_text("4")
    before = pile(page, "Event").bounding_box()
    drag(page, pile(page, "Event").locator(".label"), page.locator(".area"), 0.85, 0.85)
    expect(latest(page)).to_have_text("Mia moves Event.")
    expect(pile(page, "Event").locator(".copies")).to_have_text("2")
    assert pile(page, "Event").bounding_box() != before
    for _ in range(4):
        page.keyboard.press("u")
        expect(page.locator(".said")).to_have_text("The last act is taken back.")
        page.wait_for_function("() => !main.ariaBusy")
    expect(page.locator(".log li")).to_have_count(0)
    expect(pile(page, "Hero").locator(".copies")).to_have_text("6")
    assert [row.get("undone") for row in record(root)[-4:]] == [1, 1, 1, 1]


def test_news_of_the_page_that_comes_while_a_card_is_dragged_changes_nothing(page: Page, preview: Preview) -> None:
    """A single card moves as the pile that it is, and not as a new one."""
    sit_down(page, "Mia")
    drag(page, pile(page, "Hero").locator(".thing"), page.locator(".area"), 0.12, 0.12)
    expect(latest(page)).to_have_text("Mia moves 1 card from Hero to the table.")
    page.wait_for_function("() => !main.ariaBusy")
    card = page.locator('.spot[data-id="n1"] .thing')
    box = card.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 60, steps=4)
    news = page.locator("body").get_attribute("data-news")
    preview.told()
    expect(page.locator("body")).not_to_have_attribute("data-news", news or "")
    page.mouse.move(box["x"] + 120, box["y"] + 40, steps=4)
    page.mouse.up()
    expect(latest(page)).to_have_text("Mia moves 1 card.")


def test_a_whole_turn_is_played_with_keys_alone(page: Page) -> None:
    sit_down(page, "Mia")
    hero = pile(page, "Hero").locator(".thing")
    hero.press("Enter")
    expect(hero).to_have_attribute("aria-pressed", "true")
    page.get_by_label("How many").fill("3")
    hero.press("d")
    expect(page.locator(".hand .thing")).to_have_count(3)
    page.locator(".hand .thing").first.press("Enter")
    page.get_by_label("Put it on").select_option("the table")
    page.get_by_role("button", name="Put", exact=True).press("Enter")
    expect(latest(page)).to_contain_text("Mia plays")
    expect(page.locator(".hand .thing")).to_have_count(2)
    hero.press("ArrowRight")
    expect(latest(page)).to_have_text("Mia moves Hero.")
    hero.press("t")
    expect(latest(page)).to_contain_text(re.compile("^Mia turns (Ada|Bo|Cy) face up"))
    page.keyboard.press("o")
    expect(latest(page)).to_contain_text(re.compile("^Mia rolls d6: [1-6]"))
    page.get_by_role("button", name="threat: one more").press("Enter")
    expect(latest(page)).to_have_text("threat: 1 (Mia).")
    expect(page.get_by_role("button", name="threat: one more")).to_be_focused()


def test_a_hand_is_shown_only_to_its_owner_behind_a_curtain(page: Page, preview: Preview) -> None:
    sit_down(page, "Mia", "Tom")
    pile(page, "Hero").locator(".thing").click()
    page.get_by_role("button", name="Deal to each").click()
    expect(page.locator(".hand .thing")).to_have_count(1)
    mine = page.locator(".hand .thing").get_attribute("aria-label")
    page.get_by_role("button", name="Tom", exact=True).click()
    expect(page.get_by_role("heading", name="Pass the screen to Tom")).to_be_visible()
    assert "hand1" not in page.content()
    page.get_by_role("button", name="I am Tom").click()
    theirs = page.locator(".hand .thing").get_attribute("aria-label")
    faces = page.locator(".held img").evaluate_all("all => all.map(one => one.dataset.card)")
    assert faces == [""]
    table = preview.free.room("zoo").table
    assert table
    assert [table.sitting.table.pieces[hand[0]].name for hand in table.sitting.table.hands] == [mine, theirs]


def test_what_is_looked_at_is_seen_by_one_and_told_to_all(page: Page) -> None:
    sit_down(page, "Mia", "Tom")
    pile(page, "Event").locator(".thing").click()
    page.get_by_role("button", name="Look through it").click()
    expect(page.locator(".looked .thing")).to_have_count(2)
    expect(pile(page, "Event").locator(".thing")).to_have_attribute("aria-label", re.compile("face-down"))
    page.locator(".looked .thing", has=page.get_by_alt_text("Sun")).click()
    page.get_by_label("Put it on").select_option("your hand")
    page.get_by_role("button", name="Put", exact=True).click()
    expect(latest(page)).to_have_text("Mia draws Sun from Event.")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".looked")).to_have_count(0)
    page.get_by_role("button", name="Tom", exact=True).click()
    page.get_by_role("button", name="I am Tom").click()
    expect(page.locator(".looked")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("Mia looks through Event.")
    expect(page.locator(".log")).to_contain_text("Mia draws 1 card from Event.")
    expect(page.locator(".log")).not_to_contain_text("Sun")


def test_the_table_is_looked_back_at_and_remarked_on_and_goes_on_after_it_was_left(page: Page) -> None:
    sit_down(page, "Mia")
    hero = pile(page, "Hero")
    for count in (5, 4):
        drag(page, hero.locator(".thing"), page.locator(".hand"))
        expect(hero.locator(".copies")).to_have_text(str(count))
    page.get_by_text("Leave a remark").click()
    page.get_by_label("What is unclear").fill("Too many heroes")
    page.get_by_role("button", name="Keep the remark").click()
    expect(latest(page)).to_have_text("Mia: ‘Too many heroes’")
    page.get_by_label("Look back").fill("1")
    expect(page.locator(".notice")).to_contain_text("after 1 of 2 acts")
    expect(hero.locator(".copies")).to_have_text("5")
    page.get_by_role("button", name="Back to now").click()
    expect(hero.locator(".copies")).to_have_text("4")
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Go on").click()
    expect(hero.locator(".copies")).to_have_text("4")
    expect(page.locator(".log")).to_contain_text("Too many heroes")


def test_a_game_is_played_again_by_itself_until_it_is_stopped(page: Page) -> None:
    sit_down(page, "Mia")
    hero = pile(page, "Hero").locator(".thing")
    for count in (1, 2, 3):
        hero.press("d")
        expect(page.locator(".hand .thing")).to_have_count(count)
    play, moment = page.get_by_role("button", name=re.compile("^Play")), page.get_by_label("Look back")
    play.focus()
    page.keyboard.press("b")
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(moment).to_have_value("0")
    expect(page.locator(".hand .thing")).to_have_count(0)
    expect(page.locator(".hand .thing")).to_have_count(2)
    page.keyboard.press("b")
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(play).to_be_focused()
    expect(page.locator(".notice")).to_contain_text("after 2 of 3 acts")
    play.click()
    expect(page.locator(".hand .thing")).to_have_count(3)
    expect(page.locator(".notice")).to_have_count(0)
    expect(play).to_have_attribute("aria-pressed", "false")
    play.click()
    expect(moment).to_have_value("0")
    hero.press("d")
    expect(page.locator(".hand .thing")).to_have_count(4)
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(moment).to_have_value("4")


def test_an_arranged_table_is_written_into_the_rules_and_undone(page: Page, root: Path, preview: Preview) -> None:
    rules = root / "rules_md" / "zoo.md"
    sit_down(page, "Mia", "Tom", is_open=True)
    pile(page, "Hero").locator(".thing").click()
    page.get_by_label("How many").fill("2")
    page.get_by_role("button", name="Deal to each").click()
    expect(page.locator(".hand .thing")).to_have_count(2)
    page.get_by_text("This is the setup").click()
    expect(page.locator(".setup pre")).to_contain_text("hand: 2 of Hero")
    page.get_by_role("button", name="Write it into the rules").click()
    page.wait_for_function("() => !main.ariaBusy")
    text = rules.read_text(encoding="utf-8")
    assert "\n  Hero: Hero, shuffled, at " in text
    assert "\n  hand: 2 of Hero\n" in text
    assert "\ntracks:\n  threat: 0-15\n" in text
    assert text.endswith("---\n\nPlay a hero.\n")
    page.get_by_role("button", name="Leave the table").click()
    sit_down(page, "Ana", "Ben", "Cleo", is_open=True)
    expect(page.locator(".hand .thing")).to_have_count(2)
    expect(pile(page, "Hero")).to_have_count(1)
    assert preview.act("cards", "zoo", {"do": "undo"}) == "g/zoo/cards"
    assert rules.read_text(encoding="utf-8") == RULES


@pytest.mark.parametrize(("light", "width"), [LOOKS[0], ("dark", 1024)])
def test_the_table_is_accessible_and_no_wider_than_its_window(page: Page, light: Light, width: int) -> None:
    sit_down(page, "Mia", "Tom")
    pile(page, "Hero").locator(".thing").click()
    assert list(broken_rules(page, light, width)) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_telephone_the_table_is_accessible_by_day_and_by_night(page: Page) -> None:
    sit_down(page, "Mia", "Tom", is_open=True)
    pile(page, "Hero").locator(".thing").click()
    page.get_by_role("button", name="Deal to each").click()
    expect(latest(page)).to_have_text("Mia deals 1 to each from Hero.")
    page.locator(".hand .thing").click()
    page.get_by_text("Add", exact=True).first.click()
    for light in ("light", "dark"):
        assert list(broken_rules(page, light, TELEPHONE)) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE


def test_a_finger_drags_a_card_and_holds_a_pile(page: Page) -> None:
    sit_down(page, "Mia")
    hero, hand = pile(page, "Hero").locator(".thing").bounding_box(), page.locator(".hand").bounding_box()
    assert hero
    assert hand
    touch = page.context.new_cdp_session(page)

    def point(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = hero["x"] + 20, hero["y"] + 20
    point("touchStart", x, y)
    point("touchMove", x + 10, y + 10)
    point("touchMove", hand["x"] + 60, hand["y"] + 20)
    point("touchEnd")
    expect(page.locator(".hand .thing")).to_have_count(1)
    expect(latest(page)).to_contain_text("Mia draws")

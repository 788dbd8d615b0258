"""A deck without a template is offered in six looks, and a click writes the one that was chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import DESK, LOOKS, Light, broken_rules
from playwright.sync_api import Browser, Page, Route, expect

from proofdeck.front.preview.answers import Answer
from proofdeck.front.preview.server import Preview
from proofdeck.paper.faces.looks import look_names

CARDS = "name,kind,strength,text\nAda,Hero,3,Rerolls a die.\nBo,Hero,2,Hides.\nFog,Event,,Falls on all ships.\n"
MORE = "".join(f"Cy {at},Hero,{at},Sings.\n" for at in range(1, 5))
"""So many that not all of them are among those that are shown in each look."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "zoo"
    root.mkdir()
    (root / "cards.csv").write_text(CARDS, encoding="utf-8")
    return root


@pytest.fixture
def page(browser: Browser, served: Preview) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": DESK, "height": 1000}, reduced_motion="reduce").new_page()
    page.goto(f"{served.address}g/zoo/cards")
    expect(page.locator(".look")).to_have_count(6)
    yield page
    page.context.close()


def keys(preview: Preview) -> list[str]:
    preview.showing.follow()
    return [card.front.key for card in preview.showing.now.games["zoo"].cards.values()]


def templates(root: Path) -> set[str]:
    return {path.name for path in root.rglob("*.toml")}


def choose(preview: Preview, look: str) -> Answer | str:
    return preview.act("cards", "zoo", {"do": "own", "look": look})


@pytest.mark.parametrize("look", look_names())
def test_the_cards_are_then_what_they_were_shown_to_be_and_one_step_back_takes_it_all_away(
    look: str, preview: Preview, root: Path
) -> None:
    before = keys(preview)
    shown = [preview.showing.in_look("zoo", card, look).key for card in ("ada", "bo", "fog")]
    assert choose(preview, look) == "g/zoo/cards"
    assert keys(preview) == shown
    assert templates(root) == {"front.toml", "back.toml", "front-hero.toml", "front-event.toml"}
    assert f"Undo the look {look}" in preview.views.cards("zoo")
    assert preview.act("cards", "zoo", {"do": "undo"}) == "g/zoo/cards"
    assert (templates(root), keys(preview)) == (set(), before)
    assert preview.act("cards", "zoo", {"do": "redo"}) == "g/zoo/cards"
    assert keys(preview) == shown


def test_looks_are_offered_until_there_is_a_template_even_if_no_face_has_changed(preview: Preview) -> None:
    assert "Choose a look" in preview.views.cards("zoo")
    made = preview.showing.now.games["zoo"].made.made
    assert made is not None
    choose(preview, made.made.look)
    assert "Choose a look" not in preview.views.cards("zoo")


def test_a_look_in_a_file_that_somebody_else_has_made_is_not_written_over(preview: Preview, root: Path) -> None:
    """Nor is any other file of that look left behind."""
    front = root / "templates" / "zoo" / "front-hero.toml"
    front.parent.mkdir(parents=True)
    front.write_text("# mine\n", encoding="utf-8")
    answer = choose(preview, "word")
    assert isinstance(answer, Answer)
    assert "changed elsewhere" in answer.data.decode()
    assert (templates(root), front.read_text(encoding="utf-8")) == ({"front-hero.toml"}, "# mine\n")


def test_a_card_or_a_look_that_is_not_there_has_no_picture(preview: Preview) -> None:
    found = [preview.answer(f"sample/zoo/look/{name}.png", {}) for name in ("word/ada", "wurd/ada", "word/eva")]
    assert [answer is not None for answer in found] == [True, False, False]
    assert choose(preview, "wurd") != "g/zoo/cards"


def test_a_face_of_no_template_names_no_file_that_nobody_has(preview: Preview) -> None:
    page = preview.views.card("zoo", "ada")
    assert "made from the columns" not in page
    assert "Row 2 of <code>cards.csv</code>" in page


def test_a_look_is_chosen_and_taken_back_by_keys_alone(page: Page, root: Path) -> None:
    page.get_by_role("button", name="Euro").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Other looks")).to_be_visible()
    expect(page.get_by_role("button", name="Undo the look euro")).to_be_focused()
    assert "look `euro`" in (root / "templates/zoo/front.toml").read_text(encoding="utf-8")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("heading", name="Choose a look")).to_be_visible()
    assert templates(root) == set()
    page.keyboard.press("Control+y")
    expect(page.get_by_role("heading", name="Other looks")).to_be_visible()


def test_the_faces_on_the_screen_change_before_the_files_are_read_again(page: Page) -> None:
    """They were fetched while the mouse was on its way."""
    page.set_viewport_size({"width": DESK, "height": 2000})  # only faces on the screen change, and news moves them down
    expect(page.locator("body")).to_have_attribute("data-news", re.compile("[1-9]"))
    face = page.locator('li[data-key="fog"] .front img')
    page.route("**/g/zoo/cards", lambda route: None if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Index").hover()
    page.get_by_role("button", name="Index").click()
    expect(face).to_have_attribute("src", re.compile("/sample/zoo/look/index/fog.png"))
    page.unroute("**/g/zoo/cards")


def test_a_look_is_written_when_its_faces_are_on_the_screen(browser: Browser, served: Preview, root: Path) -> None:
    """Reading all cards again would keep the program from painting them."""
    with browser.new_context(viewport={"width": DESK, "height": 2000}) as context:
        page, held, sent = context.new_page(), list[Route](), list[str]()

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/look/dossier/**", hold)
        page.on("request", lambda request: sent.append(request.method))
        page.goto(f"{served.address}g/zoo/cards")
        page.get_by_role("button", name="Dossier").dispatch_event("click")
        expect(page.locator("main")).to_have_attribute("aria-busy", "true")
        assert "POST" not in sent
        while held:
            held.pop().continue_()
        expect(page.get_by_role("heading", name="Other looks")).to_be_visible()
    assert "look `dossier`" in (root / "templates/zoo/front.toml").read_text(encoding="utf-8")


def test_faces_in_all_looks_are_fetched_while_nobody_does_anything(
    browser: Browser, served: Preview, root: Path
) -> None:
    (root / "cards.csv").write_text(CARDS + MORE, encoding="utf-8")
    served.showing.follow()
    with browser.new_context(viewport={"width": DESK, "height": 3000}) as context:
        page = context.new_page()
        found: set[str] = set()
        page.on("requestfinished", lambda request: found.add(request.url.partition("/look/")[2].partition(".")[0]))
        page.goto(f"{served.address}g/zoo/cards")
        expect(page.locator('.look[data-aimed="yes"]')).to_have_count(6)
        assert {f"{look}/{card}" for look in look_names() for card in served.showing.now.games["zoo"].cards} <= found


@pytest.mark.parametrize(("light", "width"), LOOKS)
def test_a_page_with_looks_is_accessible_and_no_wider_than_its_window(page: Page, light: Light, width: int) -> None:
    assert [rule for rule in broken_rules(page, light, width) if "image-redundant-alt" not in rule] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width

"""Three games are made of a spreadsheet, set up, played and looked back at on the page: tiles, hands and a patience."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from preview.by_hand import at_the_table, drag, pile, sit_down

from proofdeck.front.preview.server import Preview

EVENTS = "Storm Fog Calm Gale".split()
TILES = "Harbour Reef Strait Wreck".split()
QUESTIONS = {"What never ends?": "Laundry", "Who ate the cake?": "The vicar", "What melts first?": "My resolve"}
COOPERATIVE = [
    "name,kind,quantity,component",
    *(f"{name},Event,2," for name in EVENTS),
    *(f"{name},Tile,1,tile" for name in TILES),
    *(f"{name},Ship,3,token" for name in ("Red", "Blue")),
    *(f"{name},Role,1," for name in ("Keeper", "Pilot", "Harbour Master of the Eastern Reach")),
]
PARTY = ["Question,Answer", *(f"{question},{answer} {at}" for at in "1234" for question, answer in QUESTIONS.items())]
SUITS = "Moss Tide Ash Dawn".split()
PATIENCE = [
    "name,suit,value",
    *(f"{suit} {value},{suit},{value}" for suit in SUITS for value in range(1, 10)),
]
MANY = ["name,kind,quantity", *(f"Card {number}{copy},Kind {number},2" for number in range(30) for copy in "ab")]
LONG = "Harbour Master,Reef,Old Lighthouse Keepers,Storm Warning,Provisions of the Expedition".split(",")
LIBRARY = ["name,kind,quantity", *(f"Card {at}{copy},{LONG[at % 5]} {at},2" for at in range(60) for copy in "ab")]
GAMES = {
    "reef": COOPERATIVE,
    "banter": PARTY,
    "stones": PATIENCE,
    "suits": PATIENCE,
    "crowd": MANY,
    "library": LIBRARY,
}
HEADS = {
    "reef": "players: 2-4\nneeds: a die\ntracks: {threat: 0-12, oil: 6 each}",
    "banter": "players: 3-5",
    "stones": "players: 1",
    "suits": "players: 1\nsetup:\n"
    + "\n".join(f"  {suit}: empty, at {150 * at} 240" for at, suit in enumerate(SUITS, 1)),
    "library": "players: 2",
    "crowd": "players: 2\ntracks: {gold: 20 each}",
}
SIZES = {"tile": "hex-tile", "ship": "token"}
SET = "() => !main.ariaBusy"


@pytest.fixture
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def root(tmp_path: Path, game: str) -> Path:
    root = tmp_path / game
    (root / "rules_md").mkdir(parents=True)
    (root / "cards.csv").write_text("\n".join(GAMES[game]) + "\n", encoding="utf-8")
    head = f"---\ntitle: A Game\n{HEADS[game]}\n---\n\nPlay it.\n"
    (root / "rules_md" / f"{game}.md").write_text(head, encoding="utf-8")
    for kind, size in SIZES.items() if game == "reef" else ():
        front = root / "templates" / game / f"front-{kind}.toml"
        front.parent.mkdir(parents=True, exist_ok=True)
        front.write_text(f'size = "{size}"\n', encoding="utf-8")
    return root


@pytest.fixture
def page(browser: Browser, served: Preview, game: str) -> Iterator[Page]:
    with at_the_table(browser, f"{served.address}g/{game}/play") as opened:
        yield opened


def at(page: Page, spot: str) -> Locator:
    return page.locator(f'.spot[data-id="{spot}"]')


def told(page: Page, words: str) -> None:
    expect(page.locator(".log li").first).to_have_text(re.compile(f"^{words}$"))
    page.wait_for_function(SET)


def written(page: Page, root: Path, game: str) -> str:
    page.get_by_text("This is the setup").click()
    page.get_by_role("button", name="Write it into the rules").click()
    expect(page.locator(".said")).to_have_text("The setup is written into the head of the page of rules.")
    page.wait_for_function(SET)
    return (root / "rules_md" / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["reef"], indirect=True)
def test_tiles_are_laid_edge_to_edge_with_tokens_on_them(page: Page, root: Path, game: str) -> None:
    sit_down(page, "Mia", "Tom")
    pile(page, "Role").locator(".thing").click()
    page.get_by_role("button", name="Deal to each").click()
    told(page, "Mia deals 1 to each from Role.")
    assert "\n  hand: 1 of Role\n" in written(page, root, game)
    area, tile, ship = page.locator(".area"), pile(page, "Tile").locator(".thing"), pile(page, "Ship").locator(".thing")
    drag(page, tile, area, 0.5, 0.2)
    told(page, "Mia moves 1 piece from Tile to the table.")
    box, mat = tile.bounding_box(), area.bounding_box()
    assert box
    assert mat
    across, down = 0.75 * box["width"] / mat["width"], 0.5 * box["height"] / mat["height"]
    drag(page, tile, area, 0.5 + across * 0.93, 0.2 + down * 1.1)
    expect(at(page, "n2")).to_be_visible()
    first, second = (at(page, name).locator(".thing").bounding_box() for name in ("n1", "n2"))
    assert first
    assert second
    assert second["x"] - first["x"] == pytest.approx(0.75 * first["width"], abs=1)
    assert second["y"] - first["y"] == pytest.approx(0.5 * first["height"], abs=1)
    page.wait_for_function(SET)
    drag(page, ship, at(page, "n1"))
    told(page, "Mia moves (Red|Blue) from Ship to the table.")
    place = at(page, "n3").bounding_box()
    drag(page, at(page, "n1").locator(".thing"), area, 0.2, 0.15, grip=0.1)
    told(page, "Mia moves 1 piece.")
    assert at(page, "n3").bounding_box() != place
    die = page.locator(".die")
    drag(page, die, area, 0.9, 0.1)
    told(page, "Mia moves d6.")
    threat = page.get_by_role("spinbutton", name="threat")
    threat.fill("7")
    threat.press("Enter")
    told(page, r"threat: 7 \(Mia\).")
    expect(page.get_by_label("Look back")).to_have_value("7")
    page.get_by_role("button", name="Undo").click()
    told(page, "Mia moves d6.")
    expect(threat).to_have_value("0")
    page.get_by_role("button", name="Redo").click()
    expect(threat).to_have_value("7")
    page.get_by_label("Look back").fill("1")
    expect(page.locator(".notice")).to_contain_text("after 1 of 7 acts")
    expect(page.locator(".hexagon")).to_have_count(1)
    die.click()
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator(".hexagon")).to_have_count(3)
    page.get_by_text("Add", exact=True).first.click()
    page.get_by_role("button", name="d6", exact=True).last.click()
    told(page, "Mia takes d6 away.")


@pytest.mark.parametrize("game", ["banter"], indirect=True)
def test_questions_in_a_hand_are_turned_over_sorted_and_played_one_by_one(page: Page, root: Path, game: str) -> None:
    sit_down(page, "Ana", "Ben", "Cleo", is_open=True)
    pile(page, "Cards").locator(".thing").click()
    page.keyboard.press("s")
    told(page, "Ana shuffles Cards.")
    page.get_by_label("How many").fill("3")
    page.get_by_role("button", name="Deal to each").click()
    told(page, "Ana deals 3 to each from Cards.")
    pile(page, "Cards").locator(".thing").press("m")
    told(page, "Ana marks .*")
    page.get_by_label("New name").fill("Riddles")
    page.get_by_label("New name").press("Enter")
    told(page, "Ana names a pile Riddles.")
    assert "hand: 3 of Riddles\n" in written(page, root, game)
    hand = page.locator(".hand .thing")
    front = hand.first.locator("img").get_attribute("src")
    hand.first.dblclick()
    assert hand.first.locator("img").get_attribute("src") != front
    told(page, "Ana names a pile Riddles.")
    order = hand.evaluate_all("all => all.map(one => one.dataset.ref)")
    drag(page, hand.last, hand.first, 0.1)
    told(page, "Ana sorts a hand.")
    assert hand.evaluate_all("all => all.map(one => one.dataset.ref)") == [order[2], *order[:2]]
    for count in (2, 1, 0):
        hand.first.click()
        page.get_by_role("button", name="Put", exact=True).click()
        expect(hand).to_have_count(count)
        told(page, "Ana plays .*")
    expect(page.locator(".spot")).to_have_count(4)


@pytest.mark.parametrize("game", ["stones"], indirect=True)
def test_a_patience_is_laid_out_in_columns_and_played_with_keys(page: Page, root: Path, game: str) -> None:
    sit_down(page, "Zoe")
    area, deck = page.locator(".area"), pile(page, "Cards").locator(".thing")
    for number, x in enumerate((0.15, 0.3), 1):
        drag(page, deck, area, x, 0.2)
        expect(at(page, f"n{number}")).to_be_visible()
        page.wait_for_function(SET)
        drag(page, deck, at(page, f"n{number}"))
        told(page, "Zoe puts 1 card on a pile.")
        top = at(page, f"n{number}").locator(".thing").last
        top.press("t")
        expect(page.locator(".log li").first).to_contain_text("face up")
        page.wait_for_function(SET)
        top.press("c")
        told(page, "Zoe lays .* out in a column.")
        expect(at(page, f"n{number}").locator(".thing")).to_have_count(2)
    text = written(page, root, game)
    assert len(re.findall(r"\n  .*: 2 of Cards, top face up, column, at ", text)) == 2
    drag(page, at(page, "n1").locator(".thing").first, at(page, "n2").locator(".thing").last, grip=0.1)
    told(page, "Zoe puts 2 cards on .*")
    expect(at(page, "n2").locator(".thing")).to_have_count(4)
    tops = at(page, "n2").locator(".thing").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    assert tops == sorted(set(tops))
    deck.press("Enter")
    page.get_by_label("How many").fill("5")
    deck.press("d")
    expect(page.locator(".hand .thing")).to_have_count(5)
    expect(deck).to_be_focused()
    page.get_by_role("button", name="Sort").press("Enter")
    told(page, "Zoe (sorts a hand|draws 5 cards from Cards).")
    second = page.locator(".hand .thing").nth(1)
    second.press("Enter")
    page.get_by_role("button", name="Put", exact=True).press("Enter")
    told(page, "Zoe plays .*")
    expect(page.locator(".hand .thing").nth(1)).to_be_focused()
    page.get_by_label("Look back").fill("3")
    expect(page.locator(".hand .thing")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".hand .thing")).to_have_count(4)


FOCUSED = "document.activeElement.closest('#table, header, main') ? document.activeElement.outerHTML : ''"


class Keys:
    """Somebody who has nothing but keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Of what has the focus; it has it afterwards, too, once the page has answered."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_function(SET)
            assert self.page.evaluate(FOCUSED), key

    def to(self, what: str, key: str = "Tab") -> None:
        """Go on until that has the focus."""
        for _ in range(80):
            if self.page.evaluate("what => document.activeElement.matches(what)", what):
                return
            self.page.keyboard.press(key)
        raise AssertionError(what)


@pytest.mark.parametrize("game", ["suits"], indirect=True)
@pytest.mark.parametrize("cards", [4, pytest.param(36, marks=pytest.mark.thorough)])
def test_a_patience_is_played_from_the_first_to_the_last_card_by_keys_alone(
    page: Page, root: Path, game: str, cards: int
) -> None:
    """Draw a card, put it on the pile of its suit; looked back at, taken back and left in the end."""
    keys = Keys(page)
    keys.to("[name=players]")
    page.keyboard.type("1")
    keys.to("[name=name-1]")
    page.keyboard.type("Zoe")
    keys.press("Enter")
    expect(page.locator(".area")).to_be_visible()
    for number in range(1, cards + 1):
        keys.to('[aria-label^="Cards: "]', "Shift+Tab" if number > 1 else "Tab")
        keys.press("d")
        expect(page.locator(".hand .thing")).to_have_count(1)
        keys.to(".hand .thing")
        suit = page.evaluate("document.activeElement.ariaLabel").split()[0]
        keys.press("Enter")
        keys.to('.doing [name="to"]')
        page.keyboard.type(suit)
        keys.to('[data-do="put"]')
        keys.press("Enter")
        expect(page.locator(".hand .thing")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^(Moss|Tide|Ash|Dawn): .*face down"))).to_have_count(0)
    keys.to(".setup summary")
    keys.press("Enter")
    keys.to(".setup button")
    keys.press("Enter")
    expect(page.locator(".said")).to_have_text("The setup is written into the head of the page of rules.")
    keys.to("[name=then]", "Shift+Tab")
    keys.press("Home")
    expect(page.locator(".notice")).to_contain_text(f"after 0 of {2 * cards} acts")
    keys.press(*["ArrowRight"] * 3)
    expect(page.locator(".notice")).to_contain_text(f"after 3 of {2 * cards} acts")
    keys.to(".replay .main")
    keys.press("Enter")
    expect(page.locator(".notice")).to_have_count(0)
    keys.press("u")
    expect(page.locator(".hand .thing")).to_have_count(1)
    keys.press("y")
    expect(page.locator(".hand .thing")).to_have_count(0)
    keys.to('[name="do"][value="leave"]')
    keys.press("Enter")
    expect(page.locator("[name=players]")).to_be_focused()


BOXES = """all => all.map(one => one.getBoundingClientRect()).map(one => [one.left, one.top, one.right, one.bottom])"""


@pytest.mark.parametrize("game", ["crowd"], indirect=True)
def test_sixty_piles_have_names_of_their_own_and_nothing_is_on_top_of_anything(page: Page) -> None:
    sit_down(page, "Ana", "Ben", is_open=True)
    piles = page.locator(".spot .thing")
    expect(piles).to_have_count(60)
    for boxes in (piles.evaluate_all(BOXES), page.locator(".spot .label").evaluate_all(BOXES)):
        assert len(boxes) == 60
        for one, other in combinations(boxes, 2):
            is_apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
            assert is_apart or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
    names = piles.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(set(names)) == 60
    assert "Discard, beside Kind 7: empty" in names
    assert len(set(page.get_by_label("Put it on").locator("option").all_inner_texts())) == 63
    expect(page.get_by_role("group", name="The table", exact=True).get_by_role("button")).to_have_count(60)


@pytest.mark.parametrize("game", ["library"], indirect=True)
def test_the_names_of_sixty_decks_are_read_between_their_rows_and_cut_names_say_so(page: Page) -> None:
    sit_down(page, "Ana", "Ben", is_open=True)
    piles, labels = page.locator(".spot .thing"), page.locator(".spot .label")
    expect(piles).to_have_count(120)
    expect(labels).to_have_count(60)
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 900})
        boxes = [*labels.evaluate_all(BOXES), *piles.evaluate_all(BOXES)]
        for at, one in enumerate(boxes[:60]):
            for other in boxes[at + 1 :]:
                is_apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
                assert is_apart or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
    page.set_viewport_size({"width": 1280, "height": 900})
    shown = labels.evaluate_all(
        "all => all.map(one => [one.title, one.clientWidth, one.scrollHeight > one.clientHeight])"
    )
    assert all(is_cut or len(name) <= 14 for name, _, is_cut in shown)
    assert min(width for name, width, _ in shown if len(name) > 14) > 70
    assert page.locator(".empty .thing").first.get_attribute("title") == "Discard"
    assert "Discard, beside Reef 1: empty" in piles.evaluate_all("all => all.map(one => one.ariaLabel)")


@pytest.mark.parametrize("game", ["crowd"], indirect=True)
def test_the_number_of_a_counter_is_all_that_its_field_shows(page: Page) -> None:
    sit_down(page, "Ana", "Ben", is_open=True)
    fields = page.get_by_role("spinbutton", name="gold")
    expect(fields).to_have_count(2)
    beside = fields.evaluate_all("all => all.map(one => getComputedStyle(one, '::after').content)")
    assert beside == ["none", "none"]

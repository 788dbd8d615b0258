"""Somebody who clicks and drags what lights up, and knows nothing else: how many acts a game against a bot takes."""

from __future__ import annotations

from playwright.sync_api import ElementHandle, Page

MOST = 400
CHOICES = (
    "#choose button",
    ".chips button",
    'button.lit:not(.out, [title=""])',
    '.tile button.lit[aria-pressed="false"]:not(.out)',
    '.own .hand button.lit[aria-pressed="false"]:not(.out)',
    '.felt button.lit[aria-pressed="false"]:not(.out)',
    ".moves .plain li:not([hidden]) button",
)
"""What is clicked, the first of these that there is: what is known to make a move, then tiles and cards. A card of the
hand comes before a tile as long as none is chosen.
"""
CARD, TILE = CHOICES[4], CHOICES[3]
SETTLED = """at => !document.getElementById("main").ariaBusy && (document.getElementById("table").dataset.at !== at
  || document.querySelector("#choose, [aria-pressed=true]"))"""
AWAITED = """() => !document.getElementById("main").ariaBusy && document.querySelector(".moves, .ranking")"""


def clicks_of_a_game(page: Page, seed: int = 5) -> int:
    """From the page on which the table is set to the end; to drag a card onto a tile counts as one."""
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Deal the cards").click()
    for clicks in range(1, MOST):
        page.wait_for_function(AWAITED)
        if page.query_selector(".ranking"):
            return clicks
        at, is_chosen = page.get_attribute("#table", "data-at"), page.query_selector('[aria-pressed="true"]')
        order = CHOICES if is_chosen else (*CHOICES[:3], CARD, TILE, *CHOICES[5:])
        what, found = next((what, one) for what in order if (one := page.query_selector(what)))
        if what == CARD and page.query_selector(TILE):
            drag_to_a_tile(page, found)
        else:
            found.click()
        page.wait_for_function(SETTLED, arg=at)
    raise AssertionError("the game does not end")


def drag_to_a_tile(page: Page, card: ElementHandle) -> None:
    """To the first that still has a mark when the card is lifted; a card for no tile is put back and clicked."""
    lift(page, card)
    if tile := page.query_selector(TILE):
        tile.hover(force=True)
        page.mouse.up()
    else:
        page.mouse.up()
        card.click()


def lift(page: Page, card: ElementHandle) -> None:
    card.hover()
    box = card.bounding_box()
    assert box
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 10, steps=3)

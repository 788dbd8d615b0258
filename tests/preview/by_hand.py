"""What people do on a table without rules, for the tests of its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from browsing import DESK
from playwright.sync_api import Browser, Locator, Page, expect


@contextmanager
def at_the_table(browser: Browser, address: str, width: int = DESK, height: int = 900) -> Iterator[Page]:
    """A page for mouse and fingers on which nothing may go wrong."""
    with browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=True
    ) as context:
        page, wrong = context.new_page(), list[str]()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(address)
        yield page
    assert wrong == []


def sit_down(page: Page, *names: str, is_open: bool = False) -> None:
    """Lay out the table for these people."""
    page.get_by_label("How many people?").fill(str(len(names)))
    for seat, name in enumerate(names, 1):
        page.get_by_label(f"Name in seat {seat}", exact=True).fill(name)
    if is_open:
        page.get_by_label("Everybody may see all hands").check()
    page.get_by_role("button", name="Lay out the table").click()
    expect(page.locator(".area")).to_be_visible()


def pile(page: Page, label: str) -> Locator:
    """The first pile of that name."""
    return page.locator(".spot", has=page.locator(".label", has_text=re.compile(f"^{label}$"))).first


def drag(page: Page, what: Locator, to: Locator, x: float = 0.5, y: float = 0.5, grip: float = 0.5) -> None:
    """x, y: where on the target it is let go, as shares of its size; grip: how far down it is held."""
    start, end = what.bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] * grip)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] * x, end["y"] + end["height"] * y, steps=5)
    page.mouse.up()

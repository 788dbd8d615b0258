"""The server of VirtualTabletop loads our games: in a real browser, from a checkout that is not part of this project.

`PROOFDECK_VTT` names a folder with its `server`, `client` and `assets`. In it, Node 20 has run `npm install --omit=dev
--ignore-scripts`, and there are empty folders `library/games`, `library/assets` and `library/tutorials`.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from browsing import CHROMIUM, chromium
from kit.families import LINES, family, folder_of
from playwright.sync_api import Page

import proofdeck

ROOT = Path(__file__).parents[2]
CHECKOUT = os.environ.get("PROOFDECK_VTT", "")
PATIENCE = 60
ONLY_HERE = """
import net from 'net';
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  const told = rest.find(one => typeof one === 'function');
  if (isNaN(port)) return listen.call(this, port, ...rest);
  return listen.call(this, { port: Number(port), host: '127.0.0.1' }, told);
};
"""
"""The server would listen on every network this machine is on."""

pytestmark = [
    pytest.mark.skipif(not CHECKOUT, reason="PROOFDECK_VTT names no checkout of VirtualTabletop"),
    pytest.mark.skipif(CHROMIUM is None or shutil.which("node") is None, reason="there is no Chromium or no Node"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own."""
    folder = tmp_path_factory.mktemp("vtt")
    (folder / "only-here.mjs").write_text(ONLY_HERE)
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    surroundings = {**os.environ, "PORT": str(port), "EXTERNALURL": address}
    call = ["node", "--no-warnings", "--import", str(folder / "only-here.mjs"), "server.mjs"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(call, cwd=CHECKOUT, env=surroundings, stdout=log, stderr=log)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError):
            urllib.request.urlopen(address).close()
            break
        time.sleep(0.2)
    yield address
    process.terminate()
    process.wait()


def state_of(address: str, room: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/state/{room}") as answer:
        found: dict[str, Any] = json.load(answer)
    return {name: one for name, one in found.items() if name != "_meta"}


def opened_in(page: Page, address: str, room: str, file: Path) -> None:
    """Upload a game to a room and begin its first variant."""
    page.goto(f"{address}/{room}")
    page.click("#addState")
    with page.expect_file_chooser() as chosen:
        page.click("#stateAddOverlay button[icon=upload]")
    chosen.value.set_files(file)
    page.wait_for_selector("#statesList > div:nth-of-type(2) .roomState:not(.uploading)")
    page.wait_for_timeout(700)
    page.click("#statesList > div:nth-of-type(2) .roomState")
    page.wait_for_timeout(400)
    page.locator("#stateDetailsOverlay .variant button[icon=play_arrow]").first.click()
    page.wait_for_selector(".widget.card")
    page.wait_for_timeout(1000)


def cards_by_place(widgets: dict[str, Any]) -> Counter[str]:
    """How many cards are in each place; "" for boards and what lies on them."""
    holders = [one.get("parent", "") for one in widgets.values() if one.get("type") == "card"]
    return Counter(widgets.get(holder, {}).get("parent", holder) for holder in holders)


@contextmanager
def table_with(file: Path, address: str, room: str) -> Iterator[Page]:
    """A page with that game, dealt once more; nothing may go wrong on it, and each place keeps its number of cards."""
    wrong: list[str] = []
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
        opened_in(page, address, room, file)
        before = cards_by_place(state_of(address, room))
        page.click("#w_deal")
        page.wait_for_timeout(1500)
        assert cards_by_place(state_of(address, room)) == before
        yield page
    assert wrong == []


@pytest.mark.parametrize(
    "game", ["tombs", "fishing-dragon", "rummy-duel", "fantasy-contract-rummy", "toonerville-rook", "salt-roads"]
)
def test_every_game_is_loaded_dealt_again_and_a_card_taken_into_the_hand(
    game: str, server: str, tmp_path: Path
) -> None:
    (file,) = proofdeck.open(ROOT).export("vtt", game, dpi=60, output=tmp_path).files
    room = f"proofdeck-{game}-{os.getpid()}"
    with table_with(file, server, room) as page:
        dealt = state_of(server, room)
        hand = [one for one in dealt.values() if dealt.get(one.get("parent"), {}).get("parent") == "hand-1"]
        card = max(hand, key=lambda one: int(one["z"]))
        box = page.locator(f"[id='w_{card['id']}']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(600, 700, steps=8)
        page.mouse.move(500, 900, steps=8)
        page.mouse.up()
        page.wait_for_timeout(1000)
        taken = state_of(server, room)[card["id"]]
        assert (taken["parent"], taken["activeFace"]) == ("hand", 1)
        assert taken["owner"]


@pytest.mark.parametrize("name", LINES)
def test_every_family_is_loaded_with_all_its_pieces_and_dealt_again(name: str, server: str, tmp_path: Path) -> None:
    project = proofdeck.open(folder_of(name), trust=True)
    (file,) = project.export("vtt", dpi=60, output=tmp_path).files
    (game,) = project.games.values()
    room = f"proofdeck-{name}-{os.getpid()}"
    with table_with(file, server, room):
        there = state_of(server, room)
        boards = sum(key.startswith("board-") for key in there)
        printed = game.cards.count(players=family(name).game.min_players)
        assert sum(one.get("type") == "card" for one in there.values()) + boards == printed

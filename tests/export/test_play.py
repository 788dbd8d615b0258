"""`export play`: one file, opened from the disk in a real browser and played to the end; and the runtime it needs."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, broken_rules, chromium
from cli.commands import run
from driving import FIREFOX, WEBKIT, XVFB, Driven, firefox, webkit
from export.played_games import records
from playwright.sync_api import Browser, Locator, Page, expect
from tables import starter_in

import proofdeck
from proofdeck.front.export import play
from proofdeck.front.export.compiling import can_compile, compiled
from proofdeck.front.export.runtime import ABOUT, EXPORTS, PARTS, Runtime, runtime_in
from proofdeck.ground.bounds import DEEPEST, parsed_json
from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.seats.sittings import continue_sitting
from proofdeck.score.entries import Stream
from proofdeck.score.matches.imports import read_match
from proofdeck.score.matches.match import folded_match

ROOT = Path(__file__).parents[2]
RUNTIME = os.environ.get("PROOFDECK_PYODIDE", "")
GAMES = ("salt-roads", "fishing-dragon", "rummy-duel", "toonerville-rook", "fantasy-contract-rummy")
MANY = {"tombs": 300, "fishing-dragon": 300, "rummy-duel": 300, "salt-roads": 70, "toonerville-rook": 30}
"""Games that are played twice, a thousand in all."""
NODE = shutil.which("node")
HERE = Path(__file__).parent
MOST_MB = 12
MOST_MOVES = 700
BOX = "Unpacking the box… Setting up the rules… Laying out the cards…"
STARTS = 60_000
"""Milliseconds that a page may take to begin on a busy machine."""

with_the_runtime = pytest.mark.skipif(
    not RUNTIME or CHROMIUM is None, reason="PROOFDECK_PYODIDE names no runtime, or there is no Chromium"
)


@pytest.fixture(scope="module")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder for the user's data, where no runtime is kept yet."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("data")
        patch.setenv("XDG_DATA_HOME", str(folder))
        yield folder


@pytest.fixture(scope="module")
def tombs(tmp_path_factory: pytest.TempPathFactory, data_folder: Path) -> Path:
    return exported(tmp_path_factory.mktemp("play"), "tombs")[0]


def exported(output: Path, game: str, *, folder: bool = False) -> list[Path]:
    return proofdeck.open(ROOT).export("play", game, runtime=RUNTIME, dpi=50, output=output, folder=folder).files


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


class Watched(NamedTuple):
    """A page, and what failed on it or was asked for besides its own file."""

    page: Page
    wrong: list[str]


@contextmanager
def watched(browser: Browser) -> Iterator[Watched]:
    """Without motion, which takes longer to paint than the games to play."""
    with browser.new_context(viewport={"width": DESK, "height": 800}, reduced_motion="reduce") as context:
        found = Watched(context.new_page(), [])
        found.page.on("console", lambda said: found.wrong.append(said.text))
        found.page.on("pageerror", lambda error: found.wrong.append(str(error)))
        context.on("request", lambda asked: found.wrong.append(asked.url) if asked.url.startswith("http") else None)
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on which nothing fails, and which asks for nothing but its own file."""
    with watched(browser) as opened:
        yield opened.page
        assert opened.wrong == []


@pytest.fixture(scope="module")
def opened(browser: Browser, tombs: Path) -> Iterator[Watched]:
    """Tombs, opened once: Python takes seconds to begin."""
    with watched(browser) as found:
        sit_down(found.page, tombs)
        yield found


@pytest.fixture
def at_tombs(opened: Watched) -> Iterator[Page]:
    """That page with nobody at the table and a bot in the second seat, whoever has sat there before."""
    page = opened.page
    page.set_viewport_size({"width": DESK, "height": 800})
    page.emulate_media(color_scheme="light")
    step_through(page)
    if page.query_selector(".curtain"):
        page.locator(".curtain button").click()
    if not page.query_selector("form.begin"):
        page.locator("button[value=leave]").click()
        page.wait_for_selector("form.begin")
    for seat in (1, 2):
        page.get_by_label(f"Seat {seat}", exact=True).select_option("human")
        page.get_by_label(f"Name in seat {seat}").fill("")
    page.get_by_label("Seat 2", exact=True).select_option("greedy")
    yield page
    assert opened.wrong == []


def cover(page: Page, name: str) -> Locator:
    """A button of the cover."""
    return page.locator(".cover").get_by_role("button", name=name)


def sit_down(page: Page, file: Path) -> None:
    page.goto(file.as_uri())
    cover(page, "Play").click()
    page.wait_for_selector("form.begin", timeout=STARTS)


def deal(page: Page, seed: int = 5) -> None:
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector(".table")


def step_through(page: Page) -> None:
    """As somebody who looks at each move of the bots, and keeps the list of moves open."""
    page.evaluate("sessionStorage.setItem('stepwise', 'yes'), sessionStorage.setItem('list', 'open')")


def play_on(page: Page, press: str = "") -> None:
    """Make the first move each time, by a click or a key, until the game is over."""
    step_through(page)
    page.evaluate("narrow()")
    for _ in range(MOST_MOVES):
        if page.query_selector(".ranking"):
            return
        at = page.get_attribute("#table", "data-at")
        if press:
            page.keyboard.press("Enter" if page.query_selector(".next") else press)
        else:
            page.evaluate("document.querySelector('.next, .moves button').click()")
        page.wait_for_function("at => document.getElementById('table').dataset.at !== at && !main.ariaBusy", arg=at)
    raise AssertionError("the game does not end")


KEPT = """([game, name, text]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open(`proofdeck:${game}:${document.body.dataset.edition}`);
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const store = asked.result.transaction("records", "readwrite").objectStore("records");
    const found = text === null ? store.get(name) : store.put(text, name);
    found.onsuccess = () => resolve(found.result);
  };
})"""
"""Reads what the browser keeps under a name, or writes it."""


CLICK_ON = """async (most) => {
  const settled = async () => {
    do await new Promise((done) => setTimeout(done, 3)); while (document.getElementById("main").ariaBusy);
  };
  const begins = (move, words) => words.some((word) => move.querySelector("span").textContent.startsWith(word));
  for (let clicks = 0; clicks < most && !document.querySelector(".ranking"); clicks += 1) {
    const moves = [...document.querySelectorAll(".moves button")];
    const better = moves.find((move) => begins(move, ["Lay", "Meld", "Add", "Open", "Draw"]));
    (document.querySelector(".next") ?? better ?? moves.at(-1)).click();
    await settled();
  }
}"""
"""Clicks in the page itself through a game of thousands of moves: draws, lays what can be laid, and discards."""


def kept(page: Page, game: str, name: str) -> str:
    return str(page.evaluate(KEPT, [game, name, None]))


def replayed_by_us(file: Path) -> bool:
    """Whether our own program plays a record to the same end; each of its lines has a hash of the table."""
    laid = continue_sitting(ROOT, file, file.read_text(encoding="utf-8"), trust=False)
    return laid.sitting.state.is_terminal()


@with_the_runtime
def test_a_game_is_played_by_clicks_and_its_record_is_that_of_our_own_program(
    at_tombs: Page, tombs: Path, tmp_path: Path
) -> None:
    assert tombs.stat().st_size < MOST_MB * 1_000_000
    page = at_tombs
    names = page.evaluate("async () => Object.keys(await keptRecords())")
    deal(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said")).to_contain_text("A bot would play")
    page.get_by_label("Find a move").fill("blade on b2")
    page.get_by_role("button", name="Why not?").click()
    expect(page.locator(".said a.clause")).to_have_text("4.4")
    page.keyboard.press("Escape")
    page.locator(".moves button").first.click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".said")).to_contain_text("Taken back")
    page.locator(".moves button").first.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this game").click()
    assert saved.value.suggested_filename == next(
        name for number in count(1) if (name := f"tombs-{number}.jsonl") not in names
    )
    play_on(page)
    expect(page.locator(".sheet-of")).to_have_count(2)
    assert page.locator(".log a.clause").count() > 0
    record = tmp_path / "tombs-1.jsonl"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this game").click()
    saved.value.save_as(record)
    assert replayed_by_us(record)
    assert "player 1: " in run(ROOT, "replay", record).out
    page.get_by_label("The rules that acted").first.click()
    page.locator(".log a.clause:visible").first.click()
    clause = page.frame_locator("#rules iframe").locator(":target")
    expect(clause).to_be_visible()
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator("#rules")).to_be_hidden()


@with_the_runtime
def test_a_bar_says_what_is_going_on_while_the_box_opens(browser: Browser, tombs: Path) -> None:
    with watched(browser) as (page, wrong):
        page.add_init_script("""addEventListener("DOMContentLoaded", () => {
            window.told = [];
            const ready = document.getElementById("ready"), bar = document.getElementById("bar");
            if (!ready) return;
            const note = () => told.push([ready.textContent, bar.hidden, Number(bar.ariaValueNow)]);
            new MutationObserver(note).observe(ready, { childList: true });
            note();
        });""")
        page.goto(tombs.as_uri())
        page.wait_for_function("() => told.length > 2 && told.at(-1)[1]", timeout=STARTS)
        *steps, last = page.evaluate("told")
        assert " ".join(words for words, _, _ in steps) == BOX
        assert [share for _, _, share in steps] == sorted({share for _, _, share in steps})
        assert last[0] == ""
        assert wrong == []


@with_the_runtime
def test_a_table_is_scored_and_its_scores_are_imported(page: Page, tombs: Path, tmp_path: Path) -> None:
    page.goto(tombs.as_uri())
    cover(page, "Score a table").click()
    page.wait_for_selector("form.begin", timeout=STARTS)
    page.get_by_label("Player 1").fill("Ana")
    page.get_by_role("button", name="Score the table").click()
    for row in (("B1", ".", "O2"), ("T1", "X", "."), (".", "M2", ".")):
        page.wait_for_function("() => !document.querySelector('#answer')?.value")
        for word in row:
            page.locator(f'[data-word="{word}"] .choice').click()
        enter(page)
    for kills in "31":
        page.locator("#answer").fill(kills)
        enter(page)
    expect(page.locator(".ranking li").first).to_have_text(re.compile(r"^\s*Ana\s+2 units\s*$"))
    expect(page.locator(".sheet-of").first).to_contain_text("2 units on the board")
    page.get_by_role("button", name="Keep this result").click()
    page.wait_for_function("() => !main.ariaBusy")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save these scores").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    problems = Problems()
    entries = read_match(file.read_text(encoding="utf-8"), file.name, problems)
    match = folded_match(Stream("match", 1), entries)
    assert not problems
    assert (match.players, match.rounds[0].points, match.rounds[0].won) == (("Ana", "Player 2"), (2, 2), (0,))
    page.reload()
    cover(page, "Score a table").click()
    expect(page.locator(".left")).to_contain_text("Ana and Player 2 · 1 round", timeout=STARTS)


def enter(page: Page) -> None:
    at = page.get_attribute("#table", "data-at")
    page.get_by_role("button", name="Enter").click()
    page.wait_for_function("at => document.getElementById('table').dataset.at !== at && !main.ariaBusy", arg=at)


@with_the_runtime
def test_a_closed_tab_loses_nothing_what_is_damaged_is_told_and_keys_are_enough(at_tombs: Page) -> None:
    page = at_tombs
    deal(page)
    page.keyboard.press("1")
    page.wait_for_selector(".next")
    before = page.locator(".log li").count()
    page.evaluate(KEPT, ["tombs", "tombs-80.jsonl", "no record\n"])
    page.reload()
    page.keyboard.press("Tab")
    cover(page, "Play").press("Enter")
    page.wait_for_selector("form.begin", timeout=STARTS)
    expect(page.locator(".notice", has_text="tombs-80.jsonl")).to_contain_text("not a JSON object")
    page.get_by_role("button", name="Go on").first.press("Enter")
    page.wait_for_selector(".table")
    assert page.locator(".log li").count() == before
    play_on(page, press="1")


@with_the_runtime
def test_a_saved_game_goes_on_in_another_browser_unless_it_is_damaged(
    browser: Browser, at_tombs: Page, tombs: Path, tmp_path: Path
) -> None:
    page = at_tombs
    deal(page)
    page.locator(".moves button").first.click()
    page.wait_for_selector(".next")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this game").click()
    record, half = tmp_path / "from a friend.jsonl", tmp_path / "half.jsonl"
    saved.value.save_as(record)
    half.write_text(record.read_text(encoding="utf-8").replace('"legal":', '"legal":7'), encoding="utf-8")
    with watched(browser) as (other, wrong):
        sit_down(other, tombs)
        other.get_by_label("Open a saved file").set_input_files(half)
        expect(other.get_by_role("alert").first).to_contain_text("by the rules, but 7")
        assert other.locator(".left li").count() == 0
        other.get_by_label("Open a saved file").set_input_files(record)
        other.get_by_role("button", name="Go on").click()
        other.wait_for_selector(".table")
        assert other.locator(".log li").count() == page.locator(".log li").count()
        assert kept(other, "tombs", "tombs-1.jsonl") == record.read_text(encoding="utf-8")
        assert wrong == []


@with_the_runtime
@pytest.mark.parametrize("name", ["deep.json", "deep.jsonl"])
def test_a_file_of_six_thousand_brackets_is_refused_and_the_page_plays_on(at_tombs: Page, name: str) -> None:
    page = at_tombs
    page.get_by_label("Open a saved file").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": b"[" * 6000 + b"\n"}
    )
    expect(page.get_by_role("alert").first).to_contain_text("not a")
    page.get_by_role("button", name="Play", exact=True).first.click()
    deal(page)


@with_the_runtime
def test_two_files_of_a_game_do_not_mix_the_games_that_are_kept(page: Page, tombs: Path, tmp_path: Path) -> None:
    page.goto(tombs.as_uri())
    page.evaluate("keep('tombs-1.jsonl', 'a record')")
    text = tombs.read_text(encoding="utf-8")
    edition = page.locator("body").get_attribute("data-edition")
    assert edition
    (tmp_path / "later.html").write_text(text.replace(edition, "another"), encoding="utf-8")
    page.goto((tmp_path / "later.html").as_uri())
    assert page.evaluate("async () => Object.keys(await keptRecords())") == []
    page.goto(tombs.as_uri())
    assert "tombs-1.jsonl" in page.evaluate("async () => Object.keys(await keptRecords())")
    page.evaluate("async () => (await store('readwrite')).clear()")


@with_the_runtime
def test_what_stops_the_program_is_told_with_a_way_out(browser: Browser, tombs: Path, tmp_path: Path) -> None:
    text = tombs.read_text(encoding="utf-8").replace("await loadPyodide(", "await loadNothing(")
    (tmp_path / "broken.html").write_text(text, encoding="utf-8")
    with watched(browser) as (page, _):
        page.goto((tmp_path / "broken.html").as_uri())
        expect(page.locator("#ready")).to_contain_text("loadNothing is not defined", timeout=STARTS)
        cover(page, "Play").click()
        expect(page.locator("#ready")).to_contain_text("Open this file in a current Firefox")
        page.evaluate("turnWhen(Promise.reject(new Error('gone')))")
        expect(page.locator("#state")).to_contain_text("What was played is kept. Reload this page to continue.")


@with_the_runtime
def test_two_people_pass_the_screen_and_neither_sees_the_hand_of_the_other(at_tombs: Page) -> None:
    page = at_tombs
    page.get_by_label("Seat 2", exact=True).select_option("human")
    for seat, name in ((1, "Mia"), (2, "Tom")):
        page.get_by_label(f"Name in seat {seat}").fill(name)
    page.get_by_role("button", name="Deal the cards").click()
    for name in ("Mia", "Tom", "Mia"):
        expect(page.locator(".curtain")).to_contain_text(name)
        assert page.locator("[data-card]").count() == 0
        page.locator(".curtain button").click()
        expect(page.locator(".own h2")).to_have_text(name)
        assert set(
            page.locator(".other .hand [data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
        ) == {""}
        page.locator(".moves button").first.click()
    expect(page.locator(".curtain")).to_contain_text("Tom")


@with_the_runtime
def test_an_engine_of_ones_own_plays_in_the_file_once_it_is_trusted(
    page: Page, data_folder: Path, tmp_path: Path
) -> None:
    playable = starter_in(tmp_path / "game")
    with pytest.raises(ProofdeckError):
        proofdeck.open(tmp_path / "game").export("play", playable.engine.name, runtime=RUNTIME, output=tmp_path)
    trusted = proofdeck.open(tmp_path / "game", trust=True)
    (file,) = trusted.export("play", playable.engine.name, runtime=RUNTIME, dpi=50, output=tmp_path).files
    sit_down(page, file)
    deal(page)
    play_on(page)
    page.get_by_role("button", name="About this file").click()
    expect(page.locator("#about")).to_contain_text("It runs a program by the author of the game")


@with_the_runtime
def test_a_file_in_german_speaks_german(page: Page, tombs: Path, tmp_path: Path) -> None:
    english, german = phrases_of("en").said, phrases_of("de").said
    foreign = {english[name] for name in english if name.startswith("table.") and english[name] != german[name]}
    (file,) = proofdeck.open(ROOT).export("play", "tombs", runtime=RUNTIME, dpi=50, output=tmp_path, lang="de").files
    page.goto(file.as_uri())
    assert str(page.locator("body").get_attribute("data-edition")) not in tombs.read_text(encoding="utf-8")
    texts = [page.locator("body").inner_text()]
    cover(page, "Spielen").click()
    page.wait_for_selector("form.begin", timeout=STARTS)
    texts.append(page.locator("body").inner_text())
    page.get_by_label("Startzahl").fill("5")
    step_through(page)
    page.get_by_role("button", name="Karten austeilen").click()
    page.locator(".moves button").first.click()
    page.locator(".next").click()
    page.get_by_role("button", name="Tipp").click()
    expect(page.locator(".said")).to_contain_text("würde spielen")
    page.get_by_label("Zug suchen").fill("klinge auf b2")
    page.get_by_role("button", name="Warum nicht?").click()
    expect(page.locator(".said")).to_contain_text("Klinge auf b2 ist nicht möglich")
    page.keyboard.press("Escape")
    expect(page.locator(".log li").last).to_contain_text("Du legst Klinge auf a1.")
    texts.append(page.locator("body").inner_text())
    shown = {line.strip() for text in texts for line in text.splitlines()}
    assert shown & foreign == set()
    assert not re.search(r"\b(Blade|Thorn|tombstone)\b", "\n".join(texts))


@with_the_runtime
def test_everybody_can_read_the_cover_on_every_screen(page: Page, tombs: Path) -> None:
    page.goto(tombs.as_uri())
    found = list(broken_rules(page, "light", DESK))
    page.get_by_role("button", name="About this file").click()
    expect(page.locator("#about")).to_contain_text("Pyodide 314.0.7, MPL-2.0")
    assert [*found, *broken_rules(page, "dark", TELEPHONE)] == []


@with_the_runtime
def test_everybody_can_read_the_table_on_every_screen(at_tombs: Page) -> None:
    page = at_tombs
    deal(page)
    assert [*broken_rules(page, "light", TELEPHONE), *broken_rules(page, "dark", DESK)] == []
    page.set_viewport_size({"width": TELEPHONE, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@with_the_runtime
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(page: Page, game: str, data_folder: Path, tmp_path: Path) -> None:
    (file,) = exported(tmp_path / "play", game)
    sit_down(page, file)
    deal(page)
    if game == "toonerville-rook":
        page.evaluate(CLICK_ON, 5_000)
    else:
        play_on(page)
    record = tmp_path / f"{game}-1.jsonl"
    record.write_text(kept(page, game, f"{game}-1.jsonl"), encoding="utf-8")
    assert replayed_by_us(record)


ENGINES = {
    "firefox": (firefox, FIREFOX, "there is no Firefox"),
    "webkit": (webkit, WEBKIT and XVFB, "there is no WebKitWebDriver (webkit2gtk-driver) or no Xvfb"),
}


@pytest.mark.thorough
@pytest.mark.skipif(not RUNTIME, reason="PROOFDECK_PYODIDE names no runtime")
@pytest.mark.parametrize("engine", ENGINES)
def test_the_file_plays_from_the_disk_in_the_engines_of_firefox_and_safari(
    engine: str, tombs: Path, tmp_path: Path
) -> None:
    opened, is_here, why = ENGINES[engine]
    if not is_here:
        pytest.skip(why)
    with opened(tmp_path) as driven:
        move_and_be_answered(driven, tombs)


def move_and_be_answered(driven: Driven, file: Path) -> None:
    """Open the file, deal, and make a move that the bot answers."""
    driven.open(file.as_uri())
    driven.until("return document.querySelector('.cover [data-open=play]') !== null")
    driven.run("document.querySelector('.cover [data-open=play]').click()")
    driven.until("return document.querySelector('form.begin button[value=begin]') !== null")
    driven.run("document.querySelector('form.begin button[value=begin]').click()")
    driven.until("return document.querySelector('.moves button') !== null && !main.ariaBusy")
    driven.run("document.querySelector('.moves button').click()")
    driven.until("return document.querySelectorAll('.log li').length > 1 && !main.ariaBusy")
    assert driven.run("return document.querySelectorAll('.log li').length") > 0
    assert driven.run("return document.getElementById('unkept').hidden")


@with_the_runtime
@pytest.mark.thorough
def test_a_folder_plays_from_any_host(browser: Browser, data_folder: Path, tmp_path: Path) -> None:
    files = exported(tmp_path, "tombs", folder=True)
    archive = next(file for file in files if file.suffix == ".zip")
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path / "site")
    handler = partial(_Silent, directory=str(tmp_path / "site"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, browser.new_page() as page:
        Thread(target=server.serve_forever, daemon=True).start()
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url))
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
        cover(page, "Play").click()
        page.wait_for_selector("form.begin", timeout=STARTS)
        deal(page)
        play_on(page)
        server.shutdown()
    ours = f"http://127.0.0.1:{server.server_port}/"
    assert [url for url in asked if not url.startswith((ours, "blob:", "data:"))] == []


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
        pass


# -- the same games ----------------------------------------------------------------------------------------------------


def parts_of(file: Path, folder: Path) -> Path:
    """What a file holds of the program and the game, unpacked into a folder."""
    text = file.read_text(encoding="utf-8")
    for name in ("program", "game"):
        held = re.search(rf'data-part="{name}">([^<]+)<', text)
        assert held
        (folder / name).write_bytes(gzip.decompress(b64decode(held[1])))
    return folder


def played_there(parts: Path, game: str, seeds: int) -> list[str]:
    """The digests of the records that Python for browsers makes, in Node."""
    words = [str(NODE), HERE / "records.mjs", RUNTIME, parts, game, "greedy", str(seeds)]
    done = subprocess.run(list(map(str, words)), capture_output=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr.decode()[-600:]
    return done.stdout.decode().split()


@pytest.mark.skipif(not RUNTIME or NODE is None, reason="PROOFDECK_PYODIDE names no runtime, or there is no Node")
@pytest.mark.parametrize(
    ("game", "seeds"),
    [("tombs", 20), *(pytest.param(game, seeds, marks=pytest.mark.thorough) for game, seeds in MANY.items())],
)
def test_a_thousand_games_are_the_same_byte_for_byte_in_a_browser(
    game: str, seeds: int, data_folder: Path, tmp_path: Path
) -> None:
    """Without Fantasy Contract Rummy, whose best readings are found by a solver that a browser does not have."""
    (file,) = exported(tmp_path / "play", game)
    there = played_there(parts_of(file, tmp_path), game, seeds)
    assert there == list(records(ROOT, game, "greedy", seeds))
    assert len(set(there)) == seeds


@pytest.mark.skipif(not RUNTIME or NODE is None, reason="PROOFDECK_PYODIDE names no runtime, or there is no Node")
def test_the_modules_of_every_game_are_compiled_and_engines_keep_their_lines(tombs: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(parts_of(tombs, tmp_path) / "program") as program:
        held = {*program.namelist()}
        desk = program.read("proofdeck/front/table/desk.pyc")
    assert {"jinja2/environment.pyc", "yaml/__init__.pyc", "proofdeck/play/games/tombs/rules.py"} <= held
    assert not {"jinja2/environment.py", "proofdeck/play/games/tombs/rules.pyc"} & held
    assert str(tmp_path.parents[1]).encode() not in desk, "the same bytes on every computer"


def test_without_node_the_modules_stay_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archives = {"program": b"one", "python_stdlib.zip": b"two"}
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not can_compile()
    assert compiled(tmp_path, archives) == archives
    (tmp_path / "node").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "node").chmod(0o755)
    assert compiled(tmp_path, archives) == archives


# -- games without an engine -------------------------------------------------------------------------------------------


@with_the_runtime
def test_a_game_without_rules_is_one_file_with_a_table_and_what_was_done_there_comes_back(
    page: Page, data_folder: Path, tmp_path: Path
) -> None:
    """From a spreadsheet alone. The table is saved, goes on from its file, and is told by our own program."""
    (tmp_path / "cards.csv").write_text("name,kind,quantity\nAda,Hero,3\nBo,Hero,2\nFog,Event,1\n", encoding="utf-8")
    project = proofdeck.open(tmp_path)
    (file,) = project.export("play", runtime=RUNTIME, dpi=50).files
    assert file.stat().st_size < MOST_MB * 1_000_000
    sit_down(page, file)
    page.get_by_label("Name in seat 1", exact=True).fill("Mia")
    page.get_by_role("button", name="Lay out the table").click()
    hero = page.locator(".spot", has_text="Hero").first
    hero.locator(".thing").click()
    page.get_by_role("button", name="Draw").click()
    expect(page.locator(".hand .thing")).to_have_count(1)
    page.get_by_text("Leave a remark").click()
    page.get_by_label("What is unclear").fill("Which goes first?")
    page.get_by_role("button", name="Keep the remark").click()
    expect(page.locator(".log")).to_contain_text("Which goes first?")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this game").click()
    record = tmp_path / saved.value.suggested_filename
    saved.value.save_as(record)
    told = run(tmp_path, "replay", record).out
    assert re.fullmatch("Mia draws (Ada|Bo) from Hero.\nMia: ‘Which goes first\\?’\n", told)
    page.reload()
    cover(page, "Play").click()
    page.wait_for_selector("form.begin", timeout=STARTS)
    page.get_by_label("Open a saved file").set_input_files(record)
    page.get_by_role("button", name="Go on").first.click()
    expect(page.locator(".hand .thing")).to_have_count(1)
    expect(page.locator(".log")).to_contain_text("Which goes first?")


# -- deep files --------------------------------------------------------------------------------------------------------


def test_json_is_read_as_deep_as_people_write_it_and_brackets_in_words_count_for_nothing() -> None:
    deepest = "[" * DEEPEST + "]" * DEEPEST
    assert parsed_json(f"[{deepest[1:-1]}]") == json.loads(deepest)
    assert parsed_json(json.dumps(["[" * 99, '\\"[' * 99])) == ["[" * 99, '\\"[' * 99]
    assert parsed_json("[" + "[],{}," * 99 + "0]")[-1] == 0
    for text in (f"[{deepest}]", "[" * 6000, '{"a":' * 6000, "{", '"' + "[" * 99):
        with pytest.raises(ValueError, match=r"levels of brackets|Expecting|Unterminated"):
            parsed_json(text)


# -- the runtime -------------------------------------------------------------------------------------------------------


def test_a_runtime_that_is_written_in_another_way_is_refused() -> None:
    known = {"pyodide.asm.mjs": b"var a;export default a;\n", "pyodide.mjs": b"var b;export{b as loadPyodide};\n"}
    assert set(known) == set(EXPORTS)
    assert b"self.loadPyodide = b;" in Runtime(known, b"").plain()["pyodide.js"]
    for name, text in (
        ("pyodide.mjs", b"var b;export{b as start};\n"),
        ("pyodide.mjs", b"var b;export default b;\n"),
        ("pyodide.asm.mjs", b"import c from 'c';var a;export default a;\n"),
        ("pyodide.asm.mjs", b"var a=import.meta.dirname;export default a;\n"),
    ):
        with pytest.raises(ProofdeckError) as raised:
            Runtime({**known, name: text}, b"").plain()
        (problem,) = raised.value.problems
        assert problem.code == "E531"
        assert problem.message.startswith(f"'{name}' of this Pyodide is not written as Proofdeck expects")
        assert "npm pack pyodide" in problem.hint


@pytest.mark.skipif(not RUNTIME, reason="PROOFDECK_PYODIDE names no runtime")
def test_the_page_imports_no_module_which_safari_cannot_do_from_the_disk() -> None:
    script = runtime_in(RUNTIME).plain()["pyodide.js"]
    assert b"import.meta" not in script
    assert not re.search(rb"export (?:default|\{)|export\{", script)
    page = Path(play.__file__).parent
    assert not re.search(r"\bimport\(", (page / "play_worker.js").read_text(encoding="utf-8"))


def refused(runtime: Path | None, folder: Path) -> str:
    with pytest.raises(ProofdeckError) as raised:
        proofdeck.open(ROOT).export("play", "tombs", output=folder, runtime=runtime)
    (problem,) = raised.value.problems
    assert problem.code == "E531"
    assert "npm pack pyodide" in problem.hint
    return problem.message


def test_without_a_runtime_a_sentence_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert refused(None, tmp_path) == (
        "the file needs Pyodide, which runs Python in a browser, and it is not on this computer yet"
    )
    assert refused(tmp_path / "nowhere", tmp_path).startswith("there is no unpacked Pyodide in ")


def test_a_runtime_of_another_version_or_with_other_parts_is_refused(tmp_path: Path) -> None:
    for name in PARTS:
        (tmp_path / name).write_bytes(b"something else")
    (tmp_path / ABOUT).write_text(json.dumps({"version": "0.1"}), encoding="utf-8")
    assert refused(tmp_path, tmp_path).endswith("is version 0.1; this needs 314.0.7")
    (tmp_path / ABOUT).write_text(json.dumps({"version": "314.0.7"}), encoding="utf-8")
    assert refused(tmp_path, tmp_path).endswith("is damaged or has been changed")
    (tmp_path / ABOUT).write_text("[]", encoding="utf-8")
    assert refused(tmp_path, tmp_path).startswith("there is no unpacked Pyodide in ")


@with_the_runtime
def test_the_runtime_is_kept_for_the_next_time(
    tombs: Path, data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(data_folder))
    (kept,) = data_folder.glob("proofdeck/pyodide-*")
    assert {file.name for file in kept.iterdir()} == {*PARTS, ABOUT}
    (again,) = proofdeck.open(ROOT).export("play", "tombs", dpi=50, output=tmp_path).files
    assert again.read_bytes() == tombs.read_bytes()

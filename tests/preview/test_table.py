"""Games played on the page: by clicks and by keys, alone and with several people; and that nobody sees too much."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread

import effort
import pytest
from browsing import CHROMIUM, DESK, LOOKS, TELEPHONE, Light, broken_rules
from cli.commands import COMMAND, run, surroundings
from playwright.sync_api import Browser, Page, expect
from preview.asking import Sent, ask
from preview.clicking import TILE, clicks_of_a_game, lift
from tables import ENDLESS, game_with_faces, playable, tombs_played_by, with_engine

from proofdeck.book.manuscript.composing import clause_words
from proofdeck.front.preview.handling import HERE
from proofdeck.front.preview.server import MOST_SENT, Preview
from proofdeck.front.table.desk import Desk, packed
from proofdeck.front.table.page import TablePage
from proofdeck.front.table.signs import FELT
from proofdeck.front.table.tables import OpenTable, strengths
from proofdeck.ground.colour_vision import contrast, rgb
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine import patience
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.referee import play
from proofdeck.play.engine.state import IllegalAction, State
from proofdeck.play.engine.transcript import HUMAN
from proofdeck.play.games.tombs.rules import TombsState
from proofdeck.play.seats.blind import book_of
from proofdeck.play.seats.sittings import Left
from proofdeck.play.seats.talk import Event
from proofdeck.source.project.reading import load_project

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
HOSTILE = "<img src=x onerror=document.title='ran'>"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Preview]]:
    """Each game in a project of its own, without a server."""
    opened: dict[str, Preview] = {}

    def preview_of(game: str) -> Preview:
        if game not in opened:
            opened[game] = Preview(game_with_faces(tmp_path_factory.mktemp(game), game))
        return opened[game]

    yield preview_of
    for found in opened.values():
        found._server.server_close()


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """Tombs alone, served."""
    root = game_with_faces(tmp_path_factory.mktemp("tombs"), "tombs")
    found = Preview(root)
    serving = Thread(target=found.serve)
    serving.start()
    yield found
    found.stop()
    serving.join()


@pytest.fixture
def page(fresh: Page) -> Page:
    """The page of somebody who steps through the moves of bots, and keeps the list of moves open."""
    fresh.evaluate("sessionStorage.setItem('stepwise', 'yes'), sessionStorage.setItem('list', 'open')")
    fresh.reload()
    return fresh


@pytest.fixture
def fresh(browser: Browser, preview: Preview) -> Iterator[Page]:
    """A page at the empty table of Tombs, as it is at first; nothing that it does may fail."""
    clear(preview)
    wrong: list[str] = []
    with browser.new_context(viewport={"width": DESK, "height": 800}, reduced_motion="reduce") as context:
        opened = context.new_page()
        opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.goto(f"{preview.address}g/tombs/play")
        yield opened
    assert wrong == []


def clear(preview: Preview) -> None:
    """Leave the table of Tombs and forget who sat there."""
    room = preview.tables.room("tombs")
    room.table, room.seats = None, []
    shutil.rmtree(preview.showing.root / "played", ignore_errors=True)


def at(text: str) -> str:
    """The state of the table that a page shows."""
    found = re.search(r'data-at="(\d+)"', text)
    assert found
    return found[1]


def tombs(preview: Preview) -> str:
    return f"{preview.address}g/tombs/play"


def do(preview: Preview, **form: str) -> Sent:
    """Send a form that is up to date to the table of Tombs."""
    return ask(tombs(preview), {"at": str(preview.tables.room("tombs").at), **form})


def begin(preview: Preview, *seats: tuple[str, str], seed: int = 5) -> None:
    """Sit down at Tombs: (a bot or HUMAN, a name)."""
    clear(preview)
    rows = {f"seat-{row}": who for row, (who, _) in enumerate(seats, 1)}
    names = {f"name-{row}": name for row, (_, name) in enumerate(seats, 1)}
    assert do(preview, do="begin", seed=str(seed), **rows, **names).status == 303


def table(preview: Preview, game: str = "tombs") -> OpenTable:
    found = preview.tables.room(game).table
    assert found is not None
    return found


def records(root: Path, number: int = 1) -> list[dict[str, object]]:
    text = (root / "played" / f"tombs-{number}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


# -- what is hidden ----------------------------------------------------------------------------------------------------


def half_played(preview: Preview, game: str, moves: int, bot: str = "greedy", people: int = 99) -> OpenTable:
    """A game after that many moves or a few more, with people in the first seats."""
    room = preview.tables.room(game)
    room.table = None
    offer = preview.tables.offer(game, room)
    seats = {f"seat-{row}": HUMAN if row <= people else "greedy" for row in range(1, offer.fewest + 1)}
    assert preview.tables.act(game, {"at": str(room.at), "do": "begin", "seed": str(moves), **seats})
    found = table(preview, game)
    sitting = found.talk.sitting
    while len(sitting.actions) < moves and not sitting.state.is_terminal():
        for action in sitting.advice(bot):
            found.talk.play(action)
    return found


@pytest.mark.parametrize("game", with_engine())
def test_the_page_is_the_same_for_every_table_that_looks_the_same_to_its_reader(
    alone: Callable[[str], Preview], game: str
) -> None:
    preview = alone(game)
    for moves in (0, 9, 10, 30):
        found = half_played(preview, game, moves, people=1)
        state, pages = found.talk.sitting.state, set()
        for number in range(4):
            found.talk.sitting.state = state.resample(0, Random(number)) if number else state
            pages.add(main(preview.views.play(game)))
        assert len(pages) == 1 or state.is_terminal(), f"{game} after {moves} moves"


def main(page: str) -> str:
    """A page without its head, which counts the problems that are found meanwhile."""
    return page[page.index("<main") : page.index("</main>")]


@pytest.mark.parametrize("game", with_engine())
def test_the_log_says_the_same_of_every_table_that_looked_the_same(alone: Callable[[str], Preview], game: str) -> None:
    """With its clauses, and whatever secret choice was made."""
    found = half_played(alone(game), game, 40, "random")
    talk, compared = found.talk, 0
    for event in talk.log:
        after = played(event)
        for viewer in talk.people:
            for other in could_have_been(event, viewer):
                if played(other).observation(viewer) == after.observation(viewer):
                    assert talk.heard(other, viewer) == talk.heard(event, viewer)
                    compared += 1
    assert compared


def could_have_been(event: Event, viewer: int) -> Iterator[Event]:
    """The same commitment on other tables, and to those who look on, other ones of a single move."""
    for number in range(20, 24):
        before = event.before.resample(viewer, Random(number))
        is_choice = len(event.actions) == 1 and viewer != event.mover
        for actions in [(one,) for one in before.legal_actions()] if is_choice else [event.actions]:
            other = Event(before, event.mover, actions, event.moves)
            with suppress(IllegalAction):
                if not played(other).is_open():
                    yield other


def played(event: Event) -> State:
    state = event.before.clone()
    for action in event.actions:
        state.apply_action(action)
    return state


def test_behind_the_curtain_no_byte_tells_of_either_hand(preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), (HUMAN, "Tom"))
    for _ in range(2):
        curtain = ask(tombs(preview)).text
        assert "Pass the screen to" in curtain
        assert "<img" not in curtain
        assert not any(card.name in curtain for card in table(preview).laid.game.deck)
        assert do(preview, do="ready").status == 303
        move = table(preview).talk.sitting.state.legal_actions()[0]
        assert "<img" in ask(tombs(preview)).text
        assert do(preview, do="move", move=str(move)).status == 303


def test_what_another_player_took_back_is_not_named(preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), (HUMAN, "Tom"))
    do(preview, do="ready")
    do(preview, do="move", move=str(table(preview).talk.sitting.state.legal_actions()[0]))
    do(preview, do="ready")
    do(preview, do="undo")
    assert preview.tables.room("tombs").said.lines == ("Taken back: a move of Mia",)
    assert "Pass the screen to Mia" in ask(tombs(preview)).text


# -- who may play ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "null", "Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Content_Type": "text/plain"}, 400),
        ({"Content_Length": str(MOST_SENT + 1)}, 400),
        ({"Content_Length": "x"}, 400),
    ],
)
def test_a_form_from_elsewhere_does_nothing(preview: Preview, headers: dict[str, str], status: int) -> None:
    clear(preview)
    room = preview.tables.room("tombs")
    form = {"at": str(room.at), "do": "begin", "seat-1": HUMAN, "seat-2": "greedy"}
    assert ask(tombs(preview), form, **headers).status == status
    assert room.table is None
    assert not (preview.showing.root / "played").exists()


@pytest.mark.parametrize("origin", ["http://evil.{}", "http://evil.example#{}", "https://{}", "{}", "http://{}0"])
def test_a_form_from_an_address_that_only_looks_like_the_own_one_does_nothing(preview: Preview, origin: str) -> None:
    clear(preview)
    form = {"at": str(preview.tables.room("tombs").at), "do": "begin", "seat-1": HUMAN, "seat-2": "greedy"}
    assert ask(tombs(preview), form, Origin=origin.format(f"{HERE}:{preview.port}")).status == 403
    assert preview.tables.room("tombs").table is None


def test_a_form_with_another_token_or_to_another_page_does_nothing(preview: Preview) -> None:
    clear(preview)
    form = {"at": str(preview.tables.room("tombs").at), "do": "begin", "seat-1": HUMAN, "seat-2": "greedy"}
    assert ask(tombs(preview).replace(preview.token, "x" * len(preview.token)), form).status == 403
    for path in ("", "g/tombs/sheets", "g/none/play", "g/tombs/play/more"):
        assert ask(f"{preview.address}{path}", form).status == 501
    assert preview.tables.room("tombs").table is None


def test_a_plain_form_of_the_page_is_taken(preview: Preview) -> None:
    """Browsers name no origin for a form on a page that names no referrer."""
    clear(preview)
    form = {"at": str(preview.tables.room("tombs").at), "do": "begin", "seat-1": HUMAN, "seat-2": "greedy"}
    assert ask(tombs(preview), form, Origin="null", Sec_Fetch_Site="same-origin").status == 303
    assert table(preview).talk.people == [0]


def test_a_form_that_is_out_of_date_changes_nothing_and_shows_the_table(preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", ""))
    before = ask(tombs(preview)).text
    move = str(table(preview).talk.sitting.state.legal_actions()[0])
    form = {"at": at(before), "do": "move", "move": move}
    assert ask(tombs(preview), form).status == 303
    for late in (form, {**form, "do": "undo"}):
        again = ask(tombs(preview), late)
        assert again.status == 409
    assert "The game has moved on" in again.text
    assert "Ben is to move" in again.text
    assert len(table(preview).talk.sitting.actions) == 1


@pytest.mark.parametrize(
    "form",
    [
        {"do": "move", "move": "99999"},
        {"do": "move", "move": "-1"},
        {"do": "move"},
        {"do": "step"},
        {"do": "continue", "file": "../../x"},
        {"do": "nonsense"},
        {},
    ],
)
def test_what_is_not_possible_now_is_refused(preview: Preview, form: dict[str, str]) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", ""))
    assert do(preview, **form).status == 409
    assert table(preview).talk.sitting.actions == []


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ([(HUMAN, "Mia"), (HUMAN, "mia")], "is the same as"),
        ([("greedy", ""), ("greedy", "")], "Nobody plays: there is a bot in every seat."),
        ([(HUMAN, "x" * 61), ("greedy", "")], "longer than 60 characters"),
        ([(HUMAN, "Mia"), ("greedi", "")], "There is no bot &#39;greedi&#39;"),
        ([(HUMAN, "Mia")], "Tombs is for 2 to 4 players, not 1."),
    ],
)
def test_a_table_that_cannot_be_set_says_why(preview: Preview, seats: list[tuple[str, str]], told: str) -> None:
    begin(preview, *seats)
    assert told in ask(tombs(preview)).text
    assert not (preview.showing.root / "played").exists()


def test_an_engine_that_is_not_trusted_is_not_run(tmp_path: Path) -> None:
    run(tmp_path, "new", "owls", "--engine")
    (root,) = (path.parent for path in tmp_path.rglob("cards.csv"))
    found = Preview(root)
    game = next(iter(found.showing.now.games))
    offer = found.tables.offer(game, found.tables.room(game))
    assert [problem.code for problem in offer.refused] == ["E609"]
    assert "does not come with Proofdeck, so it is not run" in found.views.play(game)
    found._server.server_close()


# -- nothing is lost ---------------------------------------------------------------------------------------------------


def test_a_killed_program_loses_nothing_that_was_played(tmp_path: Path) -> None:
    root = game_with_faces(tmp_path, "tombs")
    words = [*COMMAND, "preview", "tombs", "--no-browser"]
    with subprocess.Popen(words, cwd=root, env=surroundings(), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip().replace("/cards", "/play")
            seats = {"seat-1": HUMAN, "seat-2": "greedy"}
            for form in ({"do": "begin", "seed": "5", **seats}, {"do": "move", "move": "2"}, {"do": "step"}):
                assert ask(address, {"at": at(ask(address).text), **form}).status == 303
            last = ask(address).text
        finally:
            process.kill()
    found = Preview(root)
    (left,) = found.tables.offer("tombs", found.tables.room("tombs")).left
    assert left == Left("tombs-1.jsonl", ("Ana", "Ben (greedy)"), 2)
    assert found.tables.act("tombs", {"at": "0", "do": "continue", "file": left.file})
    assert body(found.views.play("tombs")) == body(last)
    found._server.server_close()


def body(page: str) -> str:
    """The table without what changes with each start of the program."""
    return re.sub(r'"/[\w-]{22}/|name="at" value="\d+"|data-at="\d+"', "", page[page.index('<div class="table') :])


def test_a_game_that_is_over_is_not_offered_again(preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", ""))
    to_the_end(preview)
    do(preview, do="leave")
    assert preview.tables.offer("tombs", preview.tables.room("tombs")).left == ()


def to_the_end(preview: Preview) -> None:
    sitting = table(preview).talk.sitting
    while not sitting.state.is_terminal():
        for action in sitting.advice("greedy"):
            table(preview).talk.play(action)
    preview.tables.room("tombs").at += 1


def test_a_game_goes_on_as_it_was_dealt_when_the_cards_change(preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", ""))
    cards = preview.showing.root / "cards.csv"
    text = cards.read_text(encoding="utf-8")
    try:
        cards.write_text(text.replace("Blade", "Sabre"), encoding="utf-8")
        preview.showing.follow()
        shown = ask(tombs(preview)).text
        assert "have changed since this game was dealt" in shown
        assert "Sabre on a1" not in shown
    finally:
        cards.write_text(text, encoding="utf-8")
        preview.showing.follow()
    assert "have changed since this game was dealt" not in ask(tombs(preview)).text


def test_a_full_disk_closes_the_table_and_keeps_what_was_written(
    preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", ""))
    sitting = table(preview).talk.sitting

    def full(_: str) -> None:
        raise ProofdeckError(Problem("E505", "cannot write tombs-1.jsonl: No space left on device"))

    monkeypatch.setattr(sitting, "_keep", full)
    assert do(preview, do="move", move=str(sitting.state.legal_actions()[0])).status == 303
    shown = ask(tombs(preview)).text
    assert "Cannot write tombs-1.jsonl: No space left on device." in shown
    assert "Go on" in shown
    assert len(records(preview.showing.root)) == 1


def test_an_engine_that_fails_says_where_instead_of_a_table(preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", ""))

    def fails(*_: object) -> None:
        raise ProofdeckError(Problem("E616", "the engine fails here"))

    monkeypatch.setattr(table(preview).talk.view, "in_words", fails)
    assert "The engine fails here." in ask(tombs(preview)).text
    assert preview.tables.room("tombs").table is None


def test_a_move_that_does_not_come_back_ends_the_game_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.4)
    root = tombs_played_by("waits", tmp_path)
    (root / "waits.py").write_text(ENDLESS)
    found = Preview(root, trust=True)
    act, room = found.tables.act, found.tables.room("tombs")
    assert act("tombs", {"at": "0", "do": "begin", "seat-1": HUMAN, "seat-2": "greedy"})
    move = str(table(found).talk.sitting.state.legal_actions()[0])
    hanging = Thread(target=act, args=("tombs", {"at": "1", "do": "move", "move": move}), daemon=True)
    hanging.start()
    hanging.join(60)
    assert room.table is None
    assert room.said.lines == ("_play() has been running for more than 0.4 s (waits.py:8).",)
    assert found.tables.offer("tombs", room).left
    found._server.server_close()
    del sys.modules["waits"]


# -- who sits where, and what it is about ------------------------------------------------------------------------------


def test_a_seat_has_the_sign_and_the_colour_of_its_marker(alone: Callable[[str], Preview]) -> None:
    half_played(alone("tombs"), "tombs", 0, people=1)
    page, cards = main(alone("tombs").views.play("tombs")), alone("tombs").showing.now.games["tombs"].cards
    for whose, marker in (("You", "marker-sun"), ("Ben", "marker-moon")):
        face = cards[marker].front.key
        assert re.search(rf'<h2><img class="sign round" src="[^"]*{face}[^"]*"[^>]*>{whose}</h2>', page)
    tones = re.search(r'data-tones="([^"]*)"', page)
    assert tones
    (sun, gold), (moon, pale) = (pair.split(",") for pair in tones[1].split())
    assert moon == "#1d4f86"
    assert all(contrast(rgb(tone), rgb("#ffffff")) >= 3 for tone in (sun, moon))
    assert all(contrast(rgb(tone), rgb(FELT)) >= 3 for tone in (gold, pale))


def test_a_game_without_markers_keeps_the_neutral_colours(alone: Callable[[str], Preview]) -> None:
    half_played(alone("rummy-duel"), "rummy-duel", 0, people=1)
    page = main(alone("rummy-duel").views.play("rummy-duel"))
    assert "data-tones" not in page
    assert '<h2><i class="sign dot"></i>You</h2>' in page


@pytest.mark.parametrize(("game", "strong"), [("tombs", "search"), ("salt-roads", "ismcts")])
def test_bots_are_offered_by_how_well_they_play(alone: Callable[[str], Preview], game: str, strong: str) -> None:
    tables = alone(game).tables
    room = tables.room(game)
    room.table = None
    assert tables.offer(game, room).bots == (("random", "easy bot"), ("greedy", "fair bot"), (strong, "strong bot"))
    assert "greedy bot" not in alone(game).views.play(game)


def test_bots_that_only_this_game_has_are_offered_by_their_names(alone: Callable[[str], Preview]) -> None:
    game = "fantasy-contract-rummy"
    tables = alone(game).tables
    tables.room(game).table = None
    own = (("contracts", "the contracts bot"), ("secretive", "the secretive bot"))
    assert tables.offer(game, tables.room(game)).bots[3:] == own


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["tombs", "salt-roads"])
def test_a_stronger_bot_wins_most_games_against_the_next_weaker_one(game: str) -> None:
    found = playable(game)
    order = [bot_makers(found.engine)[name] for name in strengths(found.engine)]
    for weak, strong in pairwise(order):
        won = 0.0
        for seed in range(12):
            bots = [strong(Random(seed)), weak(Random(seed))][:: 1 if seed % 2 else -1]
            end = play(found.game.new_initial_state(2, seed), bots)
            won += end.returns()[0 if seed % 2 else 1]
        assert won > 6


def test_the_goal_stands_above_the_table(alone: Callable[[str], Preview]) -> None:
    half_played(alone("salt-roads"), "salt-roads", 0, people=1)
    assert "You win with the most points for Salt" in main(alone("salt-roads").views.play("salt-roads"))


# -- moves, the log and the end ----------------------------------------------------------------------------------------


def test_a_reader_who_sees_no_moves_says_them_and_what_is_refused_is_kept(alone: Callable[[str], Preview]) -> None:
    """On the page of the preview, and in the file that is sent to friends, which is written by the same hand."""
    shown = alone("tombs").tables.shown("tombs")
    root = alone("tombs").tables._root
    clauses = clause_words(load_project(root, Problems()).games["tombs"])
    facts = {"game": "tombs", "title": "Tombs", "trust": False, "has_rules": True}
    (root / "table.json").write_bytes(packed(shown, clauses, **facts))
    desk = Desk(root, defaultdict(str))
    page = desk.page("play")
    seats = {"seat-1": HUMAN, "seat-2": "greedy", "seed": "5"}

    def does(**form: str) -> str:
        nonlocal page
        (at,) = {*re.findall(r'name="at" value="(\d+)"', page)}
        page = desk.answer(json.dumps({"view": "play", "at": at, **form}))
        return page

    begun = does(do="begin", blind="yes", **seats)
    assert '<input name="said" autocomplete="off" data-focus>' in begun
    assert "Blade on a1" not in begun
    assert 'value="hint"' not in begun
    assert not re.search(r'data-about="\d', begun), "what can be played is lit"
    assert "may not go on the middle tile" in does(do="why", said="blade b2")
    assert "can mean" in does(do="why", said="blade")
    assert "would play" not in does(do="hint")
    does(do="why", said="blade c1")
    assert "Ben plays Blade on b2." in does(do="step")
    (record,) = [text for name, text in desk.records().items() if name.startswith("tombs")]
    rows = [json.loads(line) for line in record.splitlines()]
    assert [row["clause"] for row in rows if "refused" in row] == ["place.first"]
    assert rows[0]["blind"] == book_of(clauses)
    does(do="leave")
    seen = does(do="begin", **seats)
    assert "Blade on a1" in seen
    assert re.search(r'data-about="\d', seen)
    assert "would play" in does(do="hint")
    does(do="leave")


def table_page(alone: Callable[[str], Preview], game: str, moves: int) -> TablePage:
    return TablePage(half_played(alone(game), game, moves, people=1))


def test_moves_without_a_card_or_a_place_keep_a_button_and_all_others_a_folded_list(
    alone: Callable[[str], Preview],
) -> None:
    page = table_page(alone, "tombs", 0)
    assert page.buttons == []
    assert len(page.listed) == len(page.moves) > 8
    page = table_page(alone, "toonerville-rook", 0)
    assert [move.words for move in page.buttons] == ["Take the top discard", "Decline the top discard"]
    assert page.listed == []


def test_a_card_with_two_moves_and_no_place_has_both_below_it(alone: Callable[[str], Preview]) -> None:
    page = table_page(alone, "salt-roads", 0)
    (hand,) = (part for part in page.own if part.is_hand)
    for piece in hand.heaps[0][1]:
        assert [move.words for move in piece.moves] in (["Keep", "Sell"], [])
    assert sum(len(piece.moves) for piece in hand.heaps[0][1]) >= 8
    assert not any(piece.moves for part in table_page(alone, "tombs", 0).own for _, row in part.heaps for piece in row)


def test_the_log_has_a_line_for_each_turn_and_names_rules_only_on_demand(alone: Callable[[str], Preview]) -> None:
    page = table_page(alone, "fantasy-contract-rummy", 14)
    assert [turn.seat for turn in page.log] == [number % 2 for number in range(len(page.log))][::-1]
    assert any(len(turn.words) > 2 for turn in page.log)
    text = main(alone("fantasy-contract-rummy").views.play("fantasy-contract-rummy"))
    log = text[text.index('role="log"') : text.index("</ol>", text.index('role="log"'))]
    shown = re.sub(r"<details.*?</details>", "", log, flags=re.DOTALL)
    assert 'class="clause"' in log
    assert 'class="clause"' not in shown


def test_a_secret_choice_is_told_once_when_it_is_revealed(alone: Callable[[str], Preview]) -> None:
    page = table_page(alone, "salt-roads", 6)
    assert len(page.log) == 3
    assert all(turn.seat is None and "You" in turn.words[0] and "Ben" in turn.words[0] for turn in page.log)


def test_the_end_shows_the_points_of_all_and_the_sentence_that_decided(alone: Callable[[str], Preview]) -> None:
    page = table_page(alone, "tombs", 999)
    assert page.result is not None
    first, second = page.result.places
    assert (first.place, second.place) == (1, 2)
    assert {first.name, second.name} == {"You", "Ben"}
    assert re.fullmatch(r"\d+ units?", first.points)
    assert page.result.decided_by is not None
    printed = page.clause(page.result.decided_by.clause).text
    assert page.result.decided
    assert printed.startswith(page.result.decided)
    shown = main(alone("tombs").views.play("tombs"))
    assert f"<b>{first.points}</b>" in shown


# -- in a browser ------------------------------------------------------------------------------------------------------


def sit_down(page: Page, *names: str) -> None:
    """Deal to people of these names, and to a bot if there is only one."""
    for row, name in enumerate(names, 1):
        page.get_by_label(f"Seat {row}", exact=True).select_option(HUMAN)
        page.get_by_label(f"Name in seat {row}").fill(name)
    page.get_by_label("Seed").fill("5")
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.get_by_role("heading", name="Play Tombs")).to_have_count(0)


def waits_for(page: Page) -> str:
    """What the page asks for, once it shows the table as it is."""
    heading = page.locator("#table .end h2, #table aside h2").first
    expect(heading).to_be_visible()
    return heading.inner_text()


def moved_on(page: Page, before: str) -> None:
    expect(page.locator("#table")).not_to_have_attribute("data-at", before)


@in_a_browser
def test_at_first_the_list_is_folded_cards_and_places_make_moves_and_bots_play_by_themselves(fresh: Page) -> None:
    fresh.get_by_label("Seed").fill("5")
    fresh.get_by_role("button", name="Deal the cards").click()
    expect(fresh.locator("#table aside h2").first).to_have_text("Turn 1: your move")
    expect(fresh.locator(".moves li:visible")).to_have_count(0)
    fresh.locator(".own .hand button.lit").first.click()
    expect(fresh.locator('.hand [aria-pressed="true"]')).to_have_count(1)
    fresh.locator(".tile button.lit:not(.out)").first.click()
    expect(fresh.locator(".log > ol > li").last).to_have_text(re.compile(r"You play \w+ on \w\d\."))
    expect(fresh.locator("#table aside h2").first).to_have_text("Turn 3: your move")
    expect(fresh.locator(".log > ol > li").first).to_have_text(re.compile(r"Ben plays "))
    fresh.keyboard.press("1")
    expect(fresh.locator(".moves li:visible")).not_to_have_count(0)
    fresh.keyboard.press("1")
    expect(fresh.locator("#table aside h2").first).to_have_text("Turn 5: your move")


@in_a_browser
def test_of_two_equal_cards_only_the_one_that_was_clicked_is_chosen(browser: Browser, preview: Preview) -> None:
    begin(preview, (HUMAN, ""), ("greedy", ""))
    state = table(preview).talk.sitting.state
    assert isinstance(state, TombsState)
    state.hand[0] = [0, 0, 2, 1]
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(tombs(preview))
        cards = page.locator(".own .hand button.lit")
        for chosen in (1, 0):
            cards.nth(chosen).click()
            pressed = [card.get_attribute("aria-pressed") for card in cards.all()]
            assert pressed == [str(at == chosen).lower() for at in range(3)]
        cards.nth(0).click()
        expect(page.locator(".own [aria-pressed=true]")).to_have_count(0)


@in_a_browser
def test_what_tells_two_moves_apart_is_offered_beside_the_card_also_to_keys(
    browser: Browser, alone: Callable[[str], Preview]
) -> None:
    half_played(alone("salt-roads"), "salt-roads", 0, people=1)
    with at_the_table(browser, alone("salt-roads"), "salt-roads", DESK) as page:
        page.locator(".hand button.lit").first.press("Enter")
        expect(page.locator("#choose button").first).to_be_focused()
        expect(page.locator("#choose button")).to_have_text([re.compile("^Keep "), re.compile("^Sell ")])
        assert not list(broken_rules(page, "dark", DESK))
        page.keyboard.press("Escape")
        expect(page.locator("#choose")).to_have_count(0)
        page.locator(".chips button").nth(1).click()
        expect(page.locator(".log")).to_contain_text("You sell")


@contextmanager
def at_the_table(browser: Browser, preview: Preview, game: str, width: int) -> Iterator[Page]:
    """A page of a game that is served meanwhile."""
    serving = Thread(target=preview._server.serve_forever, args=(0.01,))
    serving.start()
    try:
        with browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce") as context:
            page = context.new_page()
            page.goto(f"{preview.address}g/{game}/play")
            yield page
    finally:
        preview._server.shutdown()
        serving.join()


LAID_OUT = """() => {
  const box = (node) => node.getBoundingClientRect();
  const crosses = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const nodes = (what) => [...document.querySelectorAll(what)].filter((node) => box(node).width);
  const areas = nodes(".other, .own, aside"), middle = nodes(".middle .mat, .middle .pieces");
  const wrong = [];
  for (const [at, one] of middle.entries())
    for (const other of [...areas, ...middle.slice(at + 1)])
      if (crosses(box(one), box(other))) wrong.push(`${one.closest(".part").ariaLabel} covers ${other.outerHTML}`);
  const form = document.querySelector("form.begin");
  const fan = form ? nodes(".fan img") : [];
  if (fan.some((card) => crosses(box(card), box(form)))) wrong.push("the fan covers the form");
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("wider than the window");
  return wrong;
}"""
"""What covers something else, or is cut off at the side."""


@in_a_browser
@pytest.mark.parametrize("width", [390, 1024, 1280, 1440])
def test_nothing_covers_anything_else_whatever_the_width(
    browser: Browser, alone: Callable[[str], Preview], width: int
) -> None:
    preview = alone("tombs")
    room = preview.tables.room("tombs")
    room.table = None
    with at_the_table(browser, preview, "tombs", width) as page:
        assert page.evaluate(LAID_OUT) == []
    seats = {f"seat-{row}": HUMAN if row == 1 else "greedy" for row in range(1, 5)}
    assert preview.tables.act("tombs", {"at": str(room.at), "do": "begin", "seed": "5", **seats})
    talk = table(preview).talk
    for moves in (12, 999):
        while len(talk.sitting.actions) < moves and not talk.sitting.state.is_terminal():
            for action in talk.sitting.advice("greedy"):
                talk.play(action)
        with at_the_table(browser, preview, "tombs", width) as page:
            expect(page.locator(".mat")).to_have_count(2)
            assert page.evaluate(LAID_OUT) == []


@in_a_browser
@pytest.mark.parametrize("game", ["tombs", pytest.param("salt-roads", marks=pytest.mark.thorough)])
def test_a_first_game_takes_one_act_to_begin_and_one_for_each_move(
    browser: Browser, alone: Callable[[str], Preview], game: str
) -> None:
    alone(game).tables.room(game).table = None
    with at_the_table(browser, alone(game), game, DESK) as page:
        acts = clicks_of_a_game(page, seed=1)
    played = table(alone(game), game)
    assert acts <= 1 + sum(event.mover == played.viewer for event in played.talk.log)


@in_a_browser
def test_a_card_is_dragged_to_its_place_in_one_go_and_says_before_what_it_does(fresh: Page, preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", "Ben"), seed=1)
    fresh.reload()
    card = fresh.query_selector(".own .hand button.lit")
    assert card
    log = fresh.locator(".log > ol > li")
    lift(fresh, card)
    expect(fresh.locator('[aria-pressed="true"]')).to_have_count(1)
    fresh.mouse.up()
    expect(fresh.locator('.held, [aria-pressed="true"]')).to_have_count(0)
    fresh.wait_for_timeout(100)
    expect(log).to_have_count(0)
    lift(fresh, card)
    fresh.locator(TILE).first.hover(force=True)
    expect(fresh.locator(".held small")).to_have_text("Magus on a1")
    fresh.keyboard.press("Escape")
    fresh.mouse.up()
    expect(fresh.locator('.held, [aria-pressed="true"]')).to_have_count(0)
    fresh.wait_for_timeout(100)
    expect(log).to_have_count(0)
    lift(fresh, card)
    fresh.locator(TILE).first.hover(force=True)
    fresh.mouse.up()
    expect(log.last).to_contain_text("Magus on a1")
    expect(fresh.locator(".held")).to_have_count(0)


@in_a_browser
def test_the_only_move_has_the_focus_and_enter_makes_it(
    fresh: Page, preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(preview, (HUMAN, "Mia"), ("greedy", "Ben"))
    every = TombsState.legal_actions
    with monkeypatch.context() as patched:
        patched.setattr(TombsState, "legal_actions", lambda state: every(state)[:1])
        fresh.reload()
        only = fresh.get_by_role("button", name=re.compile(r"Blade on a1|Magus on a1|Ombra on a1|Thorn on a1"))
        fresh.keyboard.press("h")
        expect(fresh.locator(".said")).to_contain_text("A bot would play:")
        expect(only).to_be_focused()
        expect(only).to_have_accessible_description("Turn 1: Mia, your move")
    fresh.keyboard.press("Enter")
    expect(fresh.locator(".log > ol > li").last).to_contain_text("on a1")
    expect(fresh.locator("#asked")).to_be_focused()


@in_a_browser
def test_a_whole_game_is_played_by_clicking_on_cards_and_tiles(page: Page, preview: Preview) -> None:
    sit_down(page, "Mia")
    cards = buttons = 0
    while "over" not in (asked := waits_for(page)):
        before = str(page.locator("#table").get_attribute("data-at"))
        if "is to move" in asked:
            page.get_by_role("button", name="Next").click()
            moved_on(page, before)
            continue
        if page.locator(".moves .plain li").count():
            page.keyboard.press("1")
            moved_on(page, before)
            continue
        page.locator(".own button.lit").first.click()
        cards += 1
        while not page.locator("main[aria-busy]").count() and page.locator("#table").get_attribute("data-at") == before:
            tiles = page.locator('.tile button.lit[aria-pressed="false"]:not(.out)')
            buttons += not tiles.count()
            (tiles if tiles.count() else page.locator("#choose button, .moves .plain li:visible button")).first.click()
        moved_on(page, before)
    assert cards >= 3
    assert buttons < cards / 2
    expect(page.locator(".ranking li")).to_have_count(2)
    expect(page.locator(".sheet-of")).to_have_count(2)
    page.get_by_text("The rules behind the points").click()
    expect(page.locator(".rules dd").first).to_be_visible()
    rows = records(preview.showing.root)
    assert rows[0]["names"] == ["Mia", "Ben (greedy)"]
    assert "returns" in rows[-1]
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#table aside h2").first).to_have_text(re.compile("your move|is to move"))
    assert len(records(preview.showing.root, 2)) >= 1


@in_a_browser
def test_a_whole_game_is_played_by_keys_alone(page: Page, preview: Preview) -> None:
    def tab_to(what: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("node => document.activeElement.matches(node)", what):
                return
        raise AssertionError(what)

    tab_to('[name="name-1"]')
    page.keyboard.type("Mia")
    page.keyboard.press("Enter")
    expect(page.locator(".table")).to_be_visible()
    keys = {"your move": "1", "is to move": "Enter"}
    while "over" not in (asked := waits_for(page)):
        before = str(page.locator("#table").get_attribute("data-at"))
        page.keyboard.press(next(key for words, key in keys.items() if words in asked))
        moved_on(page, before)
    assert "returns" in records(preview.showing.root)[-1]
    before = str(page.locator("#table").get_attribute("data-at"))
    page.keyboard.press("u")
    moved_on(page, before)
    assert "over" not in waits_for(page)
    page.keyboard.press("/")
    page.keyboard.type("zzz")
    expect(page.locator(".moves li:visible")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("‘zzz’ is not a move.")
    tab_to("#table .table a, #table button")
    page.keyboard.press("h")
    expect(page.locator(".said")).to_contain_text("A bot would play:")


@in_a_browser
def test_moves_are_found_explained_advised_and_taken_back(page: Page, preview: Preview) -> None:
    sit_down(page, "Mia")
    page.get_by_label("Find a move").fill("blade b2")
    page.get_by_role("button", name="Why not?").click()
    expect(page.locator(".said")).to_contain_text("Blade on b2 is not possible: the first unit may not go on")
    expect(page.locator(".said")).to_contain_text("4.4 The first card of the game may not go on the middle tile.")
    page.get_by_role("button", name="Show all moves").click()
    page.get_by_label("Find a move").fill("blade a1")
    expect(page.locator(".moves li:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".log > ol > li")).to_have_count(2)
    expect(page.locator(".log > ol > li").first).to_contain_text("Ben plays")
    expect(page.locator(".tile.new")).not_to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".said")).to_contain_text("It expects you to win")
    page.keyboard.press("u")
    expect(page.locator(".said")).to_contain_text("Taken back: Blade on a1")
    expect(page.locator(".log > ol > li")).to_have_count(0)
    assert [row.get("undone") for row in records(preview.showing.root)][-1] == 2


@in_a_browser
def test_a_remark_is_kept_with_its_rule_and_what_is_being_written_stays(page: Page, preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), ("random", ""))
    page.reload()
    page.get_by_text("Leave a remark").click()
    text = page.get_by_label("What is unclear, too long, or good?")
    text.fill("I thought I could replace my own unit")
    page.locator(".moves button").first.click()
    page.wait_for_selector(".next")
    expect(text).to_have_value("I thought I could replace my own unit")
    page.get_by_label("About").select_option("place.empty")
    page.get_by_role("button", name="Keep the remark").click()
    expect(page.locator(".said")).to_have_text("Your remark is kept with the game.")
    expect(text).to_have_value("")
    kept = records(preview.showing.root)[-1]
    assert kept == {"remark": "I thought I could replace my own unit", "player": 1, "clause": "place.empty"}


def test_behind_the_curtain_nobody_makes_a_remark_and_unknown_rules_are_left_out(preview: Preview) -> None:
    begin(preview, (HUMAN, "Mia"), (HUMAN, "Tom"))
    assert do(preview, do="remark", said="secret").status == 409
    do(preview, do="ready")
    do(preview, do="remark", said=" fun\n ", clause="no.such")
    do(preview, do="remark", said=" ")
    assert records(preview.showing.root)[1:] == [{"remark": "fun", "player": 1}]


@in_a_browser
def test_the_log_leads_to_the_clause_in_the_book(page: Page) -> None:
    sit_down(page, "Mia")
    page.keyboard.press("1")
    page.get_by_label("The rules that acted").last.click()
    link = page.locator(".log .clause").last
    number = link.inner_text()
    link.click()
    book = page.frame_locator("iframe.book")
    clause = book.locator("a.clause:target")
    expect(clause).to_have_text(number, timeout=30_000)
    expect(clause).to_be_in_viewport()


@in_a_browser
def test_bots_go_on_by_themselves_if_nobody_wants_to_step(page: Page) -> None:
    sit_down(page, "Mia")
    page.keyboard.press("1")
    expect(page.locator("#table aside h2").first).to_have_text("Turn 2: Ben is to move")
    page.get_by_label("Step through the bots’ moves").uncheck()
    expect(page.locator("#table aside h2").first).to_have_text("Turn 3: Mia, your move")
    page.keyboard.press("u")
    page.keyboard.press("1")
    expect(page.locator("#table aside h2").first).to_have_text("Turn 3: Mia, your move")


@in_a_browser
def test_two_people_pass_the_screen_and_two_tabs_show_the_same(page: Page) -> None:
    sit_down(page, "Mia", "Tom")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pass the screen to Mia")
    page.keyboard.press("Enter")
    expect(page.locator("#table aside h2").first).to_have_text("Turn 1: Mia, your move")
    with page.context.expect_page():
        page.evaluate("open(location.href)")
    other = page.context.pages[-1]
    expect(other.locator("#table aside h2").first).to_have_text("Turn 1: Mia, your move")
    page.keyboard.press("1")
    for one in (page, other):
        expect(one.get_by_role("heading", level=1)).to_have_text("Pass the screen to Tom")
        expect(one.locator("#table img")).to_have_count(0)
    page.keyboard.press("Enter")
    for one in (page, other):
        expect(one.locator(".own h2")).to_have_text("Tom")
        expect(one.locator(".log > ol > li")).to_contain_text("Mia plays")


def flown(page: Page, fewest: int) -> list[str]:
    """The pictures that have begun to move, once there are so many."""
    for _ in range(100):
        if page.evaluate("flights.length") >= fewest:
            break
        page.wait_for_timeout(50)
    return list(page.evaluate("flights.splice(0)"))


@in_a_browser
def test_a_card_moves_to_where_it_is_played_and_stays_put_for_those_who_want_no_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("""() => {
        const fly = Element.prototype.animate;
        window.flights = [];
        Element.prototype.animate = function (...how) {
            if (this.className === "flying") flights.push(new URL(this.src).pathname);
            return fly.apply(this, how);
        };
    }""")
    sit_down(page, "Mia")
    assert len(flown(page, 4)) == 4, "three cards of Mia and the hand of Ben are dealt"
    played = page.locator(".own .hand [data-card]").first.get_attribute("src")
    page.locator(".own .hand button.lit").first.click()
    page.locator(".moves li:visible button").first.click()
    expect(page.locator(".mat [data-fresh]")).not_to_have_count(0)
    assert played in flown(page, 1)
    expect(page.locator(".flying")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".log > ol > li")).to_have_count(2)
    assert page.evaluate("flights.length") == 0


@in_a_browser
def test_a_card_under_the_pointer_or_the_focus_is_seen_close_up(page: Page) -> None:
    sit_down(page, "Mia")
    lens = page.locator("#lens")
    page.locator(".own .hand [data-card]").last.hover()
    expect(lens).to_be_visible()
    assert lens.locator("img").evaluate("image => image.getBoundingClientRect().width") >= 300
    page.keyboard.press("Escape")
    expect(lens).to_be_hidden()
    page.locator(".own .hand button.lit").first.focus()
    expect(lens).to_be_visible()


@in_a_browser
@pytest.mark.parametrize("game", with_engine())
def test_the_table_of_each_game_fits_its_window_and_is_played_by_keys(
    browser: Browser, alone: Callable[[str], Preview], game: str
) -> None:
    """At a desk nothing lies below the window; on a telephone the hand is always in sight."""
    preview = alone(game)
    half_played(preview, game, 6, people=1)
    serving = Thread(target=preview._server.serve_forever, args=(0.01,))
    serving.start()
    try:
        with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
            page = context.new_page()
            page.goto(f"{preview.address}g/{game}/play")
            page.keyboard.press("m")
            beyond = page.locator(".felt").evaluate("felt => felt.scrollHeight - felt.clientHeight")
            before = str(page.locator("#table").get_attribute("data-at"))
            page.keyboard.press("Enter" if "is to move" in waits_for(page) else "1")
            moved_on(page, before)
            page.set_viewport_size({"width": TELEPHONE, "height": 800})
            hand = page.locator(".drawer").bounding_box()
            across = page.evaluate("document.documentElement.scrollWidth")
    finally:
        preview._server.shutdown()
        serving.join()
    assert beyond <= 0
    assert hand is not None
    assert hand["y"] + hand["height"] == pytest.approx(800, abs=1)
    assert across == TELEPHONE


@in_a_browser
def test_names_of_strangers_stay_text(page: Page, preview: Preview) -> None:
    sit_down(page, HOSTILE)
    expect(page.locator(".own h2")).to_have_text(HOSTILE)
    page.keyboard.press("1")
    expect(page.locator(".log")).to_contain_text(HOSTILE)
    do(preview, do="leave")
    expect(page.locator(".left")).to_contain_text(HOSTILE)
    assert page.title() != "ran"


@in_a_browser
@pytest.mark.parametrize(("light", "screen"), LOOKS, ids=["light", "dark"])
def test_no_table_breaks_a_rule_of_axe_core(page: Page, preview: Preview, light: Light, screen: int) -> None:
    """With a curtain, in the middle and at the end; a thorough run looks also at the beginning and at a bot's turn."""

    def look() -> None:
        page.goto(tombs(preview))
        page.wait_for_load_state()
        broken = list(broken_rules(page, light, screen))
        assert not broken, "\n\n".join([page.title(), *broken])

    begin(preview, (HUMAN, "Mia"), ("greedy", ""))
    do(preview, do="leave")
    if effort.is_thorough:
        look()
    begin(preview, (HUMAN, "Mia"), (HUMAN, "Tom"))
    look()
    begin(preview, (HUMAN, "Mia"), ("greedy", ""))
    do(preview, do="why", said="blade b2")
    look()
    do(preview, do="move", move=str(table(preview).talk.sitting.state.legal_actions()[0]))
    if effort.is_thorough:
        look()
    to_the_end(preview)
    look()

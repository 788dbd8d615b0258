"""Cards from an address: a real server on this machine, and whatever it may answer."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import NamedTuple
from urllib.request import Request

import pytest
from cli.commands import run
from workbooks import ENDINGS, write_workbook

from proofdeck.front.preview.following import following
from proofdeck.ground.problems import Problems, ProofdeckError, has_errors
from proofdeck.source.cards.spreadsheet import read_cards
from proofdeck.source.project import fetching
from proofdeck.source.project.fetching import fetch, table_address
from proofdeck.source.project.pulling import KEPT, pull
from proofdeck.source.project.reading import load_project

CARDS = b"game,id,name\nzoo,wolf,Wolf\n"
NEW = b"game,id,name\nzoo,wolf,Wolf\nzoo,owl,Owl\n"
NOW = "2026-11-22 14:30"


class Answer(NamedTuple):
    """What the server says. tag: the name of this version."""

    data: bytes = CARDS
    code: int = 200
    tag: str = ""
    to: str = ""
    wait: float = 0.0
    length: int | None = None


class Server:
    """An address, what is answered there, and what it was asked."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/cards.csv"
        self.answers: dict[str, Answer] = {"/cards.csv": Answer()}
        self.asked: list[str] = []

    def says(self, **facts: object) -> None:
        self.answers["/cards.csv"] = Answer(**facts)  # type: ignore[arg-type]


@pytest.fixture
def server() -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            there.asked.append(self.headers.get("If-None-Match") or "")
            answer = there.answers.get(self.path, Answer(b"", 404))
            time.sleep(answer.wait)
            known = bool(answer.tag) and self.headers.get("If-None-Match") == answer.tag
            self.send_response(304 if known else answer.code)
            if answer.tag:
                self.send_header("ETag", answer.tag)
            if answer.to:
                self.send_header("Location", answer.to)
            self.send_header("Content-Length", str(len(answer.data) if answer.length is None else answer.length))
            self.end_headers()
            if not known:
                self.wfile.write(answer.data)

        def log_message(self, *_: object) -> None: ...

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    there = Server(httpd.server_port)
    thread = threading.Thread(target=httpd.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield there
    httpd.shutdown()
    httpd.server_close()


@pytest.mark.parametrize("suffix", ENDINGS)
def test_a_workbook_of_any_kind_is_saved_with_its_ending(tmp_path: Path, server: Server, suffix: str) -> None:
    given = write_workbook(tmp_path / f"given{suffix}", {"Cards": [["id", "name"], ["wolf", "Wolf"]]})
    server.says(data=given.read_bytes())
    (root := tmp_path / "zoo").mkdir()
    ending = ".xlsx" if suffix == ".xlsm" else suffix  # without macros they are the same
    assert pull(root, server.address, NOW).pulled.file == f"cards{ending}"
    assert [card.name for card in load_project(root, Problems()).games["zoo"].deck] == ["Wolf"]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(ProofdeckError) as raised:
        act()
    (problem,) = raised.value.problems
    assert problem.code == "E522"
    return f"{problem.message} -- {problem.hint}"


# -- addresses ---------------------------------------------------------------------------------------------------------

GOOGLE = "https://docs.google.com/spreadsheets/d"


@pytest.mark.parametrize(
    ("copied", "asked"),
    [
        (f"{GOOGLE}/1aB_c-D/edit#gid=42", f"{GOOGLE}/1aB_c-D/export?format=csv&gid=42"),
        (f"{GOOGLE}/1aB_c-D/edit?gid=42#gid=42", f"{GOOGLE}/1aB_c-D/export?format=csv&gid=42"),
        (f"{GOOGLE}/1aB_c-D/edit?usp=sharing", f"{GOOGLE}/1aB_c-D/export?format=csv"),
        (f"{GOOGLE}/1aB_c-D", f"{GOOGLE}/1aB_c-D/export?format=csv"),
        (f"{GOOGLE}/e/2PACX-1/pubhtml?gid=7", f"{GOOGLE}/e/2PACX-1/pub?output=csv&single=true&gid=7"),
        ("https://github.com/a/b/blob/main/x/cards.csv", "https://raw.githubusercontent.com/a/b/main/x/cards.csv"),
        (" https://example.org/cards.csv?v=2#top ", "https://example.org/cards.csv?v=2"),
    ],
)
def test_the_link_that_people_copy_becomes_that_of_the_table(copied: str, asked: str) -> None:
    assert table_address(copied) == asked


@pytest.mark.parametrize(
    "words", ["", "cards.csv", "file:///etc/passwd", "ftp://a/b", "https://", "https://a b/c", "http://[::1"]
)
def test_what_is_no_address_of_the_web_is_refused(words: str) -> None:
    assert "is not a web address" in refused(lambda: table_address(words))


# -- answers -----------------------------------------------------------------------------------------------------------

LOGIN = b"\xef\xbb\xbf\n<!DOCTYPE html><html><body>Sign in to continue<input type=password></body></html>"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"data": LOGIN}, "it shows a sign-in page -- Share the sheet"),
        ({"data": b"<html><body>Hello</body></html>"}, "it shows a web page, not a table"),
        ({"data": b"  \n"}, "the answer is empty"),
        ({"data": b'{"error": "no"}'}, "the table has no column `id` or `name`"),
        ({"code": 404}, "there is nothing at this address -- Check that the address is complete."),
        ({"code": 403}, "access is denied -- Share the sheet"),
        ({"code": 500}, "the server answered 500 -- Try again later."),
        ({"code": 302, "to": "file:///etc/passwd"}, "it redirects to an address that cannot be used"),
        ({"code": 302, "to": "/cards.csv"}, "it redirects to an address that cannot be used"),
        ({"length": 5000}, "the connection broke off"),
        ({"code": 206}, "the server sent only a part of the file -- Try again later."),
        ({"code": 304, "data": b""}, "the server answered 304 -- Try again later."),
    ],
)
def test_every_answer_that_is_no_table_is_a_sentence(server: Server, answer: dict[str, object], told: str) -> None:
    server.says(**answer)
    assert told in refused(lambda: fetch(server.address, patience=5))


@pytest.mark.parametrize(
    ("here", "there", "followed"),
    [
        ("https://a/x", "https://b/", True), ("https://a/x", "http://b/", False), ("https://a/x", "HTTP://b/", False),
        ("https://a/x", "file:///b", False), ("http://a/x", "https://b/", True), ("http://a/x", "ftp://b/", False),
    ],
)  # fmt: skip
def test_no_redirect_leads_from_an_encrypted_address_to_another_kind(here: str, there: str, followed: bool) -> None:
    moved = fetching._Moves().redirect_request(Request(here), io.BytesIO(), 302, "Found", {}, there)
    assert (moved is not None) is followed


def test_a_huge_answer_is_left_where_it_is(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "LARGEST", 1024 * 1024)
    server.says(data=CARDS + b"zoo,x,x\n" * 200_000)
    assert "the file is larger than 1 MB" in refused(lambda: fetch(server.address))


def test_a_slow_answer_and_no_network_are_sentences(server: Server) -> None:
    server.says(wait=3.0)
    assert "did not answer in time" in refused(lambda: fetch(server.address, patience=0.3))
    assert "cannot be reached" in refused(lambda: fetch("http://127.0.0.1:9/cards.csv"))


DRIPPING = [b"HTTP/1.1 200 OK\r\n", b"X-Waiting: ", b"a"]
CONTINUING = [b"", b"HTTP/1.1 100 Continue\r\n\r\n"]
CHUNKING = [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n,\r\n"]


@pytest.mark.parametrize("words", [DRIPPING, CONTINUING, CHUNKING], ids=["header", "continue", "chunks"])
def test_an_answer_that_drips_for_ever_is_given_up(words: list[bytes]) -> None:
    ended = threading.Event()

    class Dripping(BaseRequestHandler):
        def handle(self) -> None:
            *before, again = words
            self.request.sendall(b"".join(before))
            with suppress(OSError):
                while not ended.wait(0.02):
                    self.request.sendall(again)

    with ThreadingTCPServer(("127.0.0.1", 0), Dripping) as httpd:
        threading.Thread(target=httpd.serve_forever, args=(0.01,), daemon=True).start()
        address = f"http://127.0.0.1:{httpd.server_address[1]}/cards.csv"
        after = threading.Timer(5, ended.set)
        after.start()
        assert "the server did not answer in time" in refused(lambda: fetch(address, patience=0.3))
        assert not ended.is_set(), "only the end of the server ended it"
        after.cancel()
        ended.set()
        httpd.shutdown()


WORDS = b"word,rules\nWolf,Howl at the moon.\nOwl,See in the dark.\n"


@pytest.mark.parametrize(
    "data",
    [b"# a note\n#another\n" + CARDS, b"sep=;\nid;name\nwolf;Wolf\n", b"Card Name;Text\nWolf;Howl\n",
     b"Name |game\nWolf|zoo\n".replace(b"|", b"\t"), WORDS, CARDS.decode().encode("utf-16")],
)  # fmt: skip
def test_every_table_that_can_be_built_can_be_pulled(server: Server, tmp_path: Path, data: bytes) -> None:
    server.says(data=data)
    pull(tmp_path, server.address, NOW)
    problems = Problems()
    decks = read_cards(tmp_path / "cards.csv", "cards.csv", problems, default_game="zoo")
    assert "Wolf" in next(iter(decks.values())).cards[0].name
    assert not has_errors(problems)


def test_an_address_that_has_moved_is_followed(server: Server) -> None:
    server.says(code=301, to="/new.csv")
    server.answers["/new.csv"] = Answer(NEW)
    fetched = fetch(server.address)
    assert fetched is not None
    assert fetched.data == NEW


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_cards_are_kept_with_their_date_and_fetched_only_when_they_are_others(server: Server, tmp_path: Path) -> None:
    server.says(tag='"one"')
    assert pull(tmp_path, server.address, NOW).changed
    assert (tmp_path / "cards.csv").read_bytes() == CARDS
    kept = json.loads((tmp_path / KEPT).read_text())
    assert (kept["address"], kept["at"], kept["file"]) == (server.address, NOW, "cards.csv")
    assert not pull(tmp_path, server.address, "2026-11-23 09:00").changed
    assert server.asked == ["", '"one"']
    server.says(data=NEW, tag='"two"')
    assert pull(tmp_path, server.address, NOW).changed
    assert (tmp_path / "cards.csv").read_bytes() == NEW
    assert {path.name for path in tmp_path.iterdir()} == {"cards.csv", KEPT}


def test_what_was_changed_here_is_put_aside_and_never_lost(server: Server, tmp_path: Path) -> None:
    server.says(tag='"one"')
    pull(tmp_path, server.address, NOW)
    for number, name in enumerate(["cards-before-2026-11-221430.csv", "cards-before-2026-11-221430-1.csv"]):
        mine = CARDS + b"zoo,mine,%d\n" % number
        (tmp_path / "cards.csv").write_bytes(mine)
        done = pull(tmp_path, server.address, NOW)
        assert (done.changed, done.aside) == (True, name)
        assert (tmp_path / name).read_bytes() == mine
        assert (tmp_path / "cards.csv").read_bytes() == CARDS


def test_a_failure_leaves_everything_as_it_was(server: Server, tmp_path: Path) -> None:
    pull(tmp_path, server.address, NOW)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    server.says(data=LOGIN)
    refused(lambda: pull(tmp_path, server.address, NOW))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_workbook_takes_the_place_of_the_csv_that_was_fetched_and_of_no_other(server: Server, tmp_path: Path) -> None:
    import openpyxl

    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in (["game", "id", "name"], ["zoo", "wolf", "Wolf"]):
        book.active.append(row)
    book.save(stream)
    (tmp_path / "cards.csv").write_bytes(b"game,id\nzoo,mine\n")
    server.says(data=stream.getvalue())
    assert "the project already has cards.csv" in refused(lambda: pull(tmp_path, server.address, NOW))
    (tmp_path / "cards.csv").unlink()
    server.says()
    pull(tmp_path, server.address, NOW)
    server.says(data=stream.getvalue())
    pull(tmp_path, server.address, NOW)
    assert not (tmp_path / "cards.csv").exists()
    assert run(tmp_path, "games").out.startswith("zoo")


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_takes_the_address_of_the_project_and_says_what_came(server: Server, tmp_path: Path) -> None:
    (tmp_path / "proofdeck.toml").write_text(f'cards = "{server.address}"\n')
    first = run(tmp_path, "pull")
    assert (first.code, first.err) == (0, "")
    assert f"cards.csv: new cards from {server.address}" in first.out
    assert "no changes" in run(tmp_path, "pull").out
    told = json.loads(run(tmp_path, "pull", "--json").out)
    assert (told["file"], told["changed"], told["aside"]) == ("cards.csv", False, None)
    server.says(code=404)
    gone = run(tmp_path, "pull")
    assert gone.code == 2
    assert "there is nothing at this address" in gone.err


def test_no_other_command_asks_the_address(server: Server, tmp_path: Path) -> None:
    (tmp_path / "proofdeck.toml").write_text(f'cards = "{server.address}"\n')
    (tmp_path / "cards.csv").write_bytes(CARDS)
    for command in ("check", "games", "diff"):
        run(tmp_path, command)
    run(tmp_path, "build", "--only", "cards")
    assert server.asked == []


def test_following_fetches_again_and_again_and_says_each_thing_once(server: Server, tmp_path: Path) -> None:
    (tmp_path / "proofdeck.toml").write_text(f'cards = "{server.address}"\n')
    said: list[str] = []

    def until(count: int) -> None:
        patience = time.monotonic() + 10
        while len(said) < count:
            assert time.monotonic() < patience, said
            time.sleep(0.01)

    with following(tmp_path, lambda: NOW, said.append, every=0.02):
        until(1)
        server.says(code=404)
        until(2)
        asked = len(server.asked)
        while len(server.asked) < asked + 5:
            time.sleep(0.01)
        server.says(data=NEW)
        until(3)
    assert [words.split("\n")[0].rpartition(": ")[2] for words in said] == [
        "new cards",
        "there is nothing at this address",
        "new cards",
    ]
    assert (tmp_path / "cards.csv").read_bytes() == NEW

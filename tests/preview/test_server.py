"""Who may ask the preview, and for what: this machine, by its own name, with the token; nobody else hears a thing."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest
from cli.commands import run
from workbooks import write_workbook

from proofdeck.front.preview.handling import HERE
from proofdeck.front.preview.server import BEAT, Preview
from proofdeck.front.starting import start_project
from proofdeck.front.table.writing import as_code


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    root = tmp_path_factory.mktemp("own") / "zoo"
    start_project(root)
    found = Preview(root)
    serving = Thread(target=found.serve)
    serving.start()
    yield found
    found.stop()
    serving.join()


def ask(preview: Preview, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and what was sent."""
    connection = HTTPConnection(HERE, preview.port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers=named)
    answer = connection.getresponse()
    found = answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


VIEWS = (
    "",
    "g/zoo/cards",
    "g/zoo/card/fox",
    "g/zoo/sheets?paper=letter",
    "g/zoo/problems",
    "g/zoo/changes?since=printed",
)


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_served_under_a_strict_policy(preview: Preview, view: str) -> None:
    status, headers, data = ask(preview, f"/{preview.token}/{view}")
    assert status == 200
    assert data.startswith(b"<!DOCTYPE html>")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert b" style=" not in data
    assert b" onclick=" not in data


def test_what_became_known_before_a_page_began_to_listen_is_told_at_once(preview: Preview) -> None:
    while not preview.behind.checked(preview.showing.now.number):  # news of its own
        preview.wait(preview.state())
    page = ask(preview, f"/{preview.token}/g/zoo/cards")[2].decode()
    (shown,) = re.findall(r'data-number="(\d+)" data-news="(\d+)"', page)
    preview._tell()
    connection = HTTPConnection(HERE, preview.port, timeout=2 * BEAT)
    connection.request("GET", f"/{preview.token}/events?from={'-'.join(shown)}")
    assert connection.getresponse().readline() == b"event: changed\n"
    connection.close()


def test_a_face_is_a_png_that_may_be_kept(preview: Preview) -> None:
    drawn = preview.showing.now.games["zoo"].cards["fox"].front
    small, large = (ask(preview, f"/{preview.token}/face/{drawn.key}-{dpi}.png") for dpi in (96, 300))
    assert small[0] == large[0] == 200
    assert small[2].startswith(b"\x89PNG")
    assert int.from_bytes(large[2][16:20], "big") == round(drawn.face.size.width / 25.4 * 300)
    assert "immutable" in small[1]["cache-control"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:{port}", ""])
def test_another_host_is_refused(preview: Preview, host: str) -> None:
    """A page elsewhere whose name was made to lead to this machine."""
    status, _, data = ask(preview, f"/{preview.token}/", Host=host.format(port=preview.port))
    assert status == 421
    assert b"Fox" not in data


@pytest.mark.parametrize("token", ["", "x", "x" * 22, "%00", "ü"])
def test_another_token_is_refused(preview: Preview, token: str) -> None:
    from urllib.parse import quote

    status, _, data = ask(preview, f"/{quote(token, safe='%')}/g/zoo/cards")
    assert status == 403
    assert b"Fox" not in data


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_origin_is_refused(preview: Preview, site: str) -> None:
    status, _, _ = ask(preview, f"/{preview.token}/", Sec_Fetch_Site=site, Origin="http://evil.example")
    assert status == 403


NOWHERE = (
    *("g/zoo", "g/zoo/card", "g/zoo/card/none", "g/none/cards", "g/zoo/cards/more", "static/server.py", "nonsense"),
    *("static/../server.py", "static/%2e%2e/server.py", "face/none.png", "face/..-96.png", "sheet/zoo/a4/999.png"),
    *(f"face/none-{'9' * 5_000}.png", f"sheet/zoo/a4/{'9' * 5_000}.png", f"sheet/zoo/a4/{'9' * 250}.png"),
    *("sheet/zoo/a4/%C2%B2.png", "sheet/zoo/a4/-1.png", "sheet/zoo/a4/1e9.png", "g/" + "%2e/" * 999),
    *("sheet/zoo/a5/0.png", "sheet/zoo/a4/x.png", "..%2f..%2fetc/passwd"),
)


@pytest.mark.parametrize("path", NOWHERE)
def test_what_is_not_there_is_not_found(preview: Preview, path: str) -> None:
    assert ask(preview, f"/{preview.token}/{path}")[0] == 404


def test_a_silly_number_of_dots_per_inch_is_not_painted(preview: Preview) -> None:
    key = preview.showing.now.games["zoo"].cards["fox"].front.key
    for dpi in ("9" * 5_000, "9" * 250, "601", "%D9%A1"):
        assert ask(preview, f"/{preview.token}/face/{key}-{dpi}.png")[0] == 404


def test_fifty_forms_at_once_are_all_answered(tmp_path: Path) -> None:
    """They all connect before the first is taken; the system holds them, or lets them wait in vain."""
    start_project(tmp_path / "zoo")
    preview = Preview(tmp_path / "zoo")
    connections = [HTTPConnection(HERE, preview.port, timeout=5) for _ in range(50)]
    for connection in connections:
        connection.connect()
    serving = Thread(target=preview.serve)
    serving.start()
    for connection in connections:
        connection.request("POST", f"/{preview.token}/g/zoo/play", "", {"Content-Length": "0"})
    assert [connection.getresponse().status for connection in connections] == [403] * 50
    preview.stop()
    serving.join()


def test_what_became_of_each_sheet_of_a_workbook_is_told_beside_the_problems(tmp_path: Path) -> None:
    cards = [["Name", "Text"], ["Wolf", "Howls."], ["Bear", "Sleeps."]]
    birds = [["Name", "Text"], ["Owl", "Sees."], ["Crow", "Caws."]]
    write_workbook(tmp_path / "cards.xlsx", {"Beasts": cards, "Birds": birds, "Ideas": [["just words"]]})
    preview = Preview(tmp_path)
    (game,) = preview.showing.now.games
    answer = preview.answer(f"g/{game}/problems", {})
    assert answer is not None
    words = " ".join(re.sub(r"<[^>]+>", " ", answer.data.decode()).split())
    preview.behind.close()
    preview.showing.close()
    preview._server.server_close()
    assert "Beasts 2 cards Birds 2 cards Ideas not read: " in words


def test_a_page_without_cards_says_why_and_asks_again_until_there_are_some(tmp_path: Path) -> None:
    root = tmp_path / "zoo"
    start_project(root)
    cards = (root / "cards.csv").read_bytes()
    (root / "cards.csv").write_bytes(cards.splitlines(keepends=True)[0])
    preview = Preview(root)
    for path in ("", "g/zoo/cards"):
        answer = preview.answer(path, {})
        assert answer is not None
        assert b'<meta http-equiv="refresh" content="1">' in answer.data
        assert b"cards.csv" in answer.data
    (root / "cards.csv").write_bytes(cards)
    preview.showing.follow()
    answer = preview.answer("", {})
    assert answer is not None
    assert b"Fox" in answer.data
    preview.behind.close()
    preview.showing.close()
    preview._server.server_close()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_it_only_reads(preview: Preview, method: str) -> None:
    connection = HTTPConnection(HERE, preview.port, timeout=20)
    connection.request(method, f"/{preview.token}/")
    assert connection.getresponse().status == 501
    connection.close()


def test_it_listens_on_this_machine_alone(preview: Preview) -> None:
    assert preview._server.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    start_project(tmp_path / "zoo")
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        taken.listen()
        said = run(tmp_path / "zoo", "preview", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert said.code == 2
    assert "E520" in said.err
    assert "Choose another port with --port" in said.err


def test_a_folder_that_is_no_project_and_a_game_that_is_not_there_are_told(tmp_path: Path) -> None:
    assert "E501" in run(tmp_path, "preview", "--no-browser").err
    start_project(tmp_path / "zoo")
    said = run(tmp_path / "zoo", "preview", "zou", "--no-browser")
    assert "Did you mean 'zoo'?" in said.err
    assert said.code == 2


def test_commands_in_problems_are_code_and_nothing_else_becomes_html() -> None:
    assert (
        as_code("`proofdeck accept` shows <b>both</b>") == "<code>proofdeck accept</code> shows &lt;b&gt;both&lt;/b&gt;"
    )


def test_a_file_that_goes_away_while_it_is_looked_at_does_not_end_the_following(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_project(tmp_path / "zoo")
    preview = Preview(tmp_path / "zoo")
    looks = iter([FileNotFoundError("art/fox.svg")] * 2)
    follow = preview.showing.follow

    def once_gone() -> bool:
        if gone := next(looks, None):
            raise gone
        return follow()

    monkeypatch.setattr(preview.showing, "follow", once_gone)
    serving = Thread(target=preview.serve)
    serving.start()
    try:
        before = preview.state()
        cards = tmp_path / "zoo" / "cards.csv"
        cards.write_text(cards.read_text(encoding="utf-8").replace("Fox", "Stoat"), encoding="utf-8")
        seen = next((now for _ in range(20) if (now := preview.wait(before)) != before), before)
        assert seen != before
    finally:
        preview.stop()
        serving.join()

"""Each hand on a device of its own: whoever has the code of a seat sees that hand and no other."""

from __future__ import annotations

import io
import json
import re
import socket
from collections import defaultdict
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Thread

import pytest
import resvg_py
from browsing import broken_rules
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from preview.by_hand import at_the_table

from proofdeck.front.preview.server import Preview
from proofdeck.front.preview.sharing import code_of
from proofdeck.front.table.desk import Desk, packed
from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.free.acts import FreeAct, NotPossible
from proofdeck.play.free.table import FreeTable

HERE = "127.0.0.1"
NAMES = "Aster Basil Cumin Dill Endive Fennel Ginger Hyssop Iris Juniper".split()
CARDS = "name,kind\n" + "".join(f"{name},Plant\n" for name in NAMES)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "herbs").mkdir()
    (tmp_path / "herbs" / "cards.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path / "herbs"


@pytest.fixture
def preview(root: Path) -> Iterator[Preview]:
    found = Preview(root, share=HERE)
    serving = Thread(target=found.serve)
    serving.start()
    yield found
    found.stop()
    serving.join()


@pytest.fixture
def table(preview: Preview) -> FreeTable:
    """Three people, two cards each."""
    people = {"name-1": "Mia", "name-2": "Tom", "name-3": "Lea"}
    assert preview.free.act("herbs", {"do": "ask"})
    assert preview.free.act("herbs", {"do": "begin", "players": "3", **people})
    opened = preview.free.room("herbs").table
    assert opened
    opened.sitting.do(0, FreeAct("deal", (deck(opened.sitting.table),), 2))
    return opened.sitting.table


def deck(table: FreeTable) -> str:
    return next(pile.id for pile in table.piles.values() if pile.label == "Plant")


def asked(
    preview: Preview, path: str, body: str | None = None, method: str = "", **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers of the answer to a guest."""
    assert preview.guests
    host, port = preview.guests.host.split(":")
    line = HTTPConnection(host, int(port), timeout=20)
    sent = {"Origin": f"http://{preview.guests.host}"} if body is not None else {}
    more = {key.replace("_", "-"): value for key, value in headers.items()}
    line.request(method or ("GET" if body is None else "POST"), path, body, sent | more)
    answer = line.getresponse()
    data = answer.read()
    line.close()
    return answer.status, data, dict(answer.getheaders())


def path_of(preview: Preview, seat: int) -> str:
    assert preview.guests
    return preview.guests.address("herbs", seat).removeprefix(f"http://{preview.guests.host}")


def names_in(data: bytes) -> set[str]:
    return {name for name in NAMES if name.casefold() in data.decode(errors="replace").casefold()}


SIDES = "---\ntitle: Herbs\nplayers: 2-4\nsides: {4: partners}\n---\n\nGrow.\n"


@pytest.fixture
def partners(root: Path) -> None:
    """What the head of the rules says of sides."""
    (root / "rules_md").mkdir()
    (root / "rules_md" / "herbs.md").write_text(SIDES, encoding="utf-8")


@pytest.mark.usefixtures("partners")
def test_who_plays_with_whom_is_said_on_the_table_on_a_phone_and_in_the_file_that_is_sent(
    preview: Preview, tmp_path: Path
) -> None:
    begin = {"do": "begin", "open": "yes", "name-1": "Mia", "name-2": "Tom", "name-3": "Lea", "name-4": "Jo"}
    assert preview.free.act("herbs", {"do": "ask"})
    assert preview.free.act("herbs", {**begin, "players": "4"})
    together = {"Mia with Lea", "Tom with Jo", "Lea with Mia", "Jo with Tom"}
    pages = [asked(preview, path_of(preview, seat))[1].decode() for seat in range(4)]
    (tmp_path / "table.json").write_bytes(
        packed(preview.free.shown("herbs"), {}, game="herbs", title="Herbs", trust=False, has_rules=False)
    )
    alone = Desk(tmp_path, defaultdict(str))
    pages.append(alone.answer(json.dumps({**begin, "players": "4", "view": "free"})))
    assert [{*re.findall(r"\w+ with \w+", re.sub("<[^>]*>", "", page))} for page in pages] == [together] * 5
    assert alone.answer('{"do": "leave", "view": "free"}')
    assert "with Lea" not in alone.answer(json.dumps({**begin, "players": "3", "view": "free"}))


def test_a_seat_sees_its_own_hand_and_may_act_for_nobody_else(preview: Preview, table: FreeTable) -> None:
    for seat in range(3):
        status, page, headers = asked(preview, path_of(preview, seat))
        assert status == 200
        assert names_in(page) == {table.pieces[name].name for name in table.hands[seat]}
        assert headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
    mine, theirs = table.hands[0][0], table.hands[1][0]
    for what in (theirs, mine):
        asked(preview, path_of(preview, 0), f"do=move&what={what}&to=table&x=9&y=9&player=2&seat=1")
    assert (len(table.hands[0]), len(table.hands[1])) == (1, 2)
    assert table.log[-1].seat == 0


@pytest.mark.parametrize(
    "do", ["leave", "begin", "continue", "seat", "ready", "then", "setup", "ask", "", "back", "cells"]
)
def test_what_is_the_hosts_to_do_is_forbidden_to_a_guest(preview: Preview, table: FreeTable, do: str) -> None:
    before = len(table.log)
    assert asked(preview, path_of(preview, 0), f"do={do}&players=1&seat=1")[0] == 403
    opened = preview.free.room("herbs").table
    assert opened is not None
    assert (len(table.log), opened.sitting.table, opened.viewer) == (before, table, 0)


def test_only_faces_that_the_seat_sees_now_are_sent(preview: Preview, table: FreeTable) -> None:
    keys = {name: card.front.key for name, card in preview.showing.now.games["herbs"].cards.items()}
    for seat in range(3):
        seen = {table.pieces[name].card for name in table.hands[seat]}
        for card, key in keys.items():
            status, data, _ = asked(preview, f"{path_of(preview, seat)}face/{key}-200.png")
            assert (status, data[:4] == b"\x89PNG") == ((200, True) if card in seen else (404, False))
    top = table.piles[deck(table)].pieces[0]
    key = keys[table.pieces[top].card]
    assert asked(preview, f"{path_of(preview, 1)}face/{key}-200.png")[0] == 404
    table.do(0, FreeAct("turn", (deck(table),), 1))
    assert asked(preview, f"{path_of(preview, 1)}face/{key}-200.png")[0] == 200


STRANGE = [
    *(
        "/",
        "/favicon.ico",
        "/static/table.js",
        "/g/herbs/cards",
        "/../cards.csv",
        "//cards.csv",
        "/events",
        "/%2e%2e/cards.csv",
    ),
    *("{seat}../cards.csv", "{seat}static/preview.js", "{seat}static/../sharing.py", "{seat}static/%2e%2e/house.html"),
    *("{seat}g/herbs/cards", "{seat}face/", "{seat}face/x.png", "{seat}face/-200.png", "{seat}sheet/herbs/a4/1.png"),
    *("{seat}book/herbs.html", "{seat}icons/herbs.json", "{seat}made/herbs/1/1/x", "{cut}", "{cut}/events", "{token}"),
]


@pytest.mark.parametrize("path", STRANGE)
def test_there_is_nothing_else_to_see_not_even_a_word(preview: Preview, table: FreeTable, path: str) -> None:
    seat = path_of(preview, 0)
    words = {"seat": seat, "cut": seat[:-2], "token": f"/{preview.token}/g/herbs/cards"}
    status, data, _ = asked(preview, path.format(**words))
    assert (status, data) == (404, b"")


def test_the_page_of_the_host_does_not_answer_at_the_address_of_guests_nor_to_their_secrets(preview: Preview) -> None:
    assert preview.guests
    secret = path_of(preview, 0)
    line = HTTPConnection(HERE, preview.port, timeout=20)
    line.request("GET", secret)
    assert line.getresponse().status == 403
    line.close()
    assert asked(preview, f"/{preview.token}/")[0] == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Length": "99999999"}, 400),
        ({"Content-Length": "-1"}, 400),
    ],
)
def test_a_form_from_elsewhere_or_too_long_is_refused(
    preview: Preview, table: FreeTable, headers: dict[str, str], status: int
) -> None:
    assert preview.guests
    before = len(table.log)
    host, port = preview.guests.host.split(":")
    sent = {"Host": preview.guests.host, "Origin": f"http://{preview.guests.host}", "Content-Length": "9"} | headers
    lines = "".join(f"{key}: {value}\r\n" for key, value in sent.items())
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(f"POST {path_of(preview, 0)} HTTP/1.1\r\n{lines}\r\ndo=undo&x".encode())
        assert line.recv(64).split()[1] == str(status).encode()
    assert len(table.log) == before


def test_a_thousand_strange_forms_and_requests_do_nothing_but_what_hands_may_do(
    preview: Preview, table: FreeTable
) -> None:
    """Fields by chance, and bytes by chance: no answer names a hidden card, no piece is lost, and the host goes on."""
    random, lying = Random(5), sorted(table.pieces)
    values = [
        *table.piles,
        *table.pieces,
        "hand1",
        "hand2",
        "hand3",
        "table",
        "0",
        "-1",
        "9" * 400,
        "nan",
        "inf",
        "%00",
        "ü",
        "<b>",
    ]
    seat = path_of(preview, 2)
    for number in range(250):
        fields = {
            name: random.choice(values)
            for name in ("what", "to", "count", "x", "y", "way", "said", "seat", "at", "view")
        }
        fields["do"] = random.choice(
            ["move", "deal", "turn", "look", "shuffle", "count", "add", "undo", "remark", "spread", "fly"]
        )
        body = "&".join(f"{key}={value}" for key, value in fields.items() if random.random() < 0.7)
        status, _, _ = asked(preview, seat, body)
        assert status in {303, 400, 403}, (body, number)
    host, port = preview.guests.host.split(":") if preview.guests else ("", "0")
    for _ in range(40):
        with socket.create_connection((host, int(port)), timeout=20) as line:
            line.sendall(random.randbytes(random.randint(1, 300)) + b"\r\n\r\n")
    opened = preview.free.room("herbs").table
    assert opened
    now = opened.sitting.table
    assert (
        sorted(name for group in (*(pile.pieces for pile in now.piles.values()), *now.hands) for name in group) == lying
    )
    assert asked(preview, path_of(preview, 0))[0] == 200


def test_no_page_of_a_seat_names_a_card_that_it_has_not_seen_whatever_is_done(
    preview: Preview, table: FreeTable
) -> None:
    random, seats = Random(3), [path_of(preview, seat) for seat in range(3)]
    ever: list[set[str]] = [{table.pieces[name].name for name in hand} for hand in table.hands]
    for _ in range(40):
        do = random.choice(("move", "move", "turn", "look", "shuffle", "spread", "close"))
        piles = [*table.piles, "hand1", "hand2"]
        act = FreeAct(do, (random.choice([*piles, "hand3"]),), 1, random.choice([*piles, "table"]), 90, 90)
        try:
            table.do(random.randrange(3), act)
        except NotPossible:
            continue
        for seat, path in enumerate(seats):
            seen = [name for name in table.pieces if table.sees(seat, name)]
            ever[seat] |= {table.pieces[name].name for name in seen}
            assert names_in(asked(preview, path)[1]) <= ever[seat]


def test_a_fifth_page_of_a_seat_hears_nothing_and_others_go_on(preview: Preview, table: FreeTable) -> None:
    assert preview.guests
    host, port = preview.guests.host.split(":")
    path = f"{path_of(preview, 0)}events"
    lines = []
    for _ in range(5):
        line = HTTPConnection(host, int(port), timeout=20)
        line.request("GET", path)
        lines.append((line, line.getresponse()))
    assert [answer.status for _, answer in lines] == [200, 200, 200, 200, 404]
    asked(preview, path_of(preview, 1), "do=shuffle&what=" + deck(table))
    assert lines[0][1].readline() == b"event: changed\n"
    for line, _ in lines:
        line.close()


def test_without_share_nothing_listens_and_an_address_of_somebody_else_is_refused(root: Path) -> None:
    alone = Preview(root)
    assert alone.guests is None
    alone._server.server_close()
    with pytest.raises(ProofdeckError, match=r"hands cannot be shared on 192\.0\.2\.77"):
        Preview(root, share="192.0.2.77")


def test_the_code_of_a_seat_says_its_address() -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    address = "http://192.168.1.20:50123/kB0n2hQvTnUe8m7x0YwzSg/"
    png = bytes(resvg_py.svg_to_bytes(svg_string=code_of(address).decode(), width=400))
    with Image.open(io.BytesIO(png)) as picture:
        (read,) = zxingcpp.read_barcodes(picture.convert("L"))
    assert read.text == address


@pytest.fixture
def telephone(browser: Browser, preview: Preview, table: FreeTable) -> Iterator[Page]:
    assert preview.guests
    with at_the_table(browser, preview.guests.address("herbs", 1), 390, 780) as opened:
        yield opened


def test_a_telephone_shows_one_hand_follows_the_others_and_plays(
    telephone: Page, preview: Preview, table: FreeTable
) -> None:
    expect(telephone.locator(".hand .thing")).to_have_count(2)
    expect(telephone.locator(".seats")).to_have_count(0)
    assert list(broken_rules(telephone, "light", 390)) == []
    telephone.locator(".hand .thing").first.click()
    telephone.get_by_role("button", name="Put", exact=True).click()
    expect(telephone.locator(".hand .thing")).to_have_count(1)
    expect(telephone.locator(".log li").first).to_contain_text("Tom plays")
    asked(preview, path_of(preview, 0), f"do=move&what={table.hands[0][0]}&to=table&x=40&y=40")
    expect(telephone.locator(".log li").first).to_contain_text("Mia plays")
    preview.free.act("herbs", {"do": "leave"})
    preview.told()
    expect(telephone.get_by_text("The table is not laid out yet")).to_be_visible()


def test_the_host_is_shown_a_code_and_an_address_for_each_seat(
    browser: Browser, preview: Preview, table: FreeTable
) -> None:
    page = browser.new_page()
    page.goto(f"{preview.address}g/herbs/play")
    page.get_by_text("Hands on phones").click()
    addresses = page.locator(".shares a").all_inner_texts()
    assert [re.sub(r"/[\w-]{20,}/$", "/SECRET/", one) for one in addresses] == [
        f"http://{preview.guests.host}/SECRET/" for _ in range(3) if preview.guests
    ]
    assert len(set(addresses)) == 3
    page.wait_for_function("() => [...document.querySelectorAll('.shares img')].every(one => one.naturalWidth > 0)")
    page.context.close()


def test_a_request_that_never_ends_does_not_keep_others_waiting(preview: Preview, table: FreeTable) -> None:
    assert preview.guests
    host, port = preview.guests.host.split(":")
    slow = [socket.create_connection((host, int(port)), timeout=20) for _ in range(30)]
    for line in slow:
        line.sendall(b"GET / HTTP/1.1\r\nHost: ")
    assert asked(preview, path_of(preview, 0))[0] == 200
    for line in slow:
        line.close()

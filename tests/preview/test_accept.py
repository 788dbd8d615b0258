"""New results of examples that are accepted on the page: what is written, what never is, and how it is taken back."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from threading import Event

import pytest
from browsing import CHROMIUM, DESK, LOOKS, Light, broken_rules, chromium
from cli.accepting import CARDS, PHOENIX, RUMMY, ZOO, accepted, begin_rummy, by_accept, change, rewritten
from cli.commands import run
from playwright.sync_api import Page, expect
from preview.asking import ask

from proofdeck.book.accept.agreeing import sign, unsigned
from proofdeck.front.preview.answers import Answer
from proofdeck.front.preview.reviews import Pile
from proofdeck.front.preview.server import Preview
from proofdeck.ground.files import write_file
from proofdeck.ground.problems import Problem, ProofdeckError

HOSTILE = "<img src=x onerror=document.title='ran'>"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The examples of this zoo held while an Owl was worth 5; now it is worth 7."""
    root = tmp_path / "zoo"
    (root / "rules_md").mkdir(parents=True)
    (root / "cards.csv").write_text(CARDS.replace("Owl,5", "Owl,7"))
    page_of(root).write_bytes(b"\xef\xbb\xbf" + ZOO.replace("\n", "\r\n").rstrip().encode())
    return root


def page_of(root: Path) -> Path:
    return root / "rules_md" / "zoo.md"


def pile(preview: Preview, game: str = "zoo") -> Pile:
    """The failing examples, once they are known."""
    preview.showing.follow()
    preview.behind.reviews(game, preview.showing.now.number, lambda: None).answer()
    return preview.reviews.pile(game)


def press(preview: Preview, do: str, example: str = "", game: str = "zoo") -> bool:
    """Press a button of a page that is up to date, and return whether it was obeyed."""
    return preview.reviews.act(game, {"at": str(pile(preview, game).at), "do": do, "example": example})


def examples(preview: Preview, game: str = "zoo") -> list[str]:
    return [one.example for one in pile(preview, game).waiting]


def test_a_number_of_a_shipped_game_is_changed_on_purpose(tmp_path: Path) -> None:
    """Each example is accepted by its button. Only its results are written, and prose waits for its author."""
    root = tmp_path / "project"
    begin_rummy(root)
    page = root / "rules_md" / f"{RUMMY}.md"
    before = page.read_bytes()
    preview = Preview(root)
    assert examples(preview, RUMMY) == list(PHOENIX)
    assert "since HEAD: Phoenix changed: value 12 → 10" in preview.views.accept(RUMMY)
    for name in PHOENIX:
        assert press(preview, "yes", name, RUMMY)
    assert page.read_bytes().decode() == rewritten(before.decode(), by_accept(PHOENIX))
    assert examples(preview, RUMMY)
    page.write_bytes(rewritten(before.decode(), PHOENIX).encode())
    assert examples(preview, RUMMY) == []
    assert "All examples hold." in preview.views.accept(RUMMY)
    preview._server.server_close()


def test_every_other_byte_stays_and_undo_takes_it_back(preview: Preview, root: Path) -> None:
    before = page_of(root).read_bytes()
    page_of(root).chmod(0o640)
    assert not pile(preview).can_undo
    assert press(preview, "yes", "ex.row")
    assert page_of(root).read_bytes() == accepted(before) != before
    assert page_of(root).stat().st_mode & 0o777 == 0o640
    assert pile(preview).said == "ex.row is updated."
    assert press(preview, "undo")
    assert page_of(root).read_bytes() == before
    assert examples(preview) == ["ex.row"]
    assert not pile(preview).can_undo


def test_the_book_says_what_is_to_be_compared_again(preview: Preview, root: Path) -> None:
    def book() -> str:
        preview.showing.follow()
        known = Event()
        preview.behind.check(preview.showing.now.number, known.set)
        assert known.wait(60)
        return preview.views.book("zoo")

    change(root / "cards.csv", "Owl,7", "Owl,5")
    for one in unsigned(root, [], trust=False):
        sign(one, one.found.pairs, "Ana")
    assert "compared again" not in book()
    change(page_of(root), "The most points win.", "The fewest points win.")
    assert "1 text to be compared again, because one side has changed" in book()
    assert "It reads: The ‹most → fewest› points win." in book()


def test_the_command_takes_back_what_was_accepted_on_the_page(preview: Preview, root: Path) -> None:
    before = page_of(root).read_bytes()
    press(preview, "yes", "ex.row")
    assert run(root, "accept", "--undo").out == "rules_md/zoo.md is back to what it was before the last run.\n"
    assert page_of(root).read_bytes() == before


def test_what_was_changed_since_is_not_taken_back(preview: Preview, root: Path) -> None:
    press(preview, "yes", "ex.row")
    changed = page_of(root).read_bytes() + b"\n"
    page_of(root).write_bytes(changed)
    assert not pile(preview).can_undo
    assert press(preview, "undo")
    assert page_of(root).read_bytes() == changed
    assert "Nothing was taken back, because rules_md/zoo.md has changed since." in preview.views.accept("zoo")


def test_an_example_that_is_left_as_it_is_is_put_aside_until_something_about_it_changes(
    preview: Preview, root: Path
) -> None:
    before = page_of(root).read_bytes()
    assert press(preview, "no", "ex.row")
    assert page_of(root).read_bytes() == before
    assert examples(preview) == []
    assert [one.example for one in pile(preview).skipped] == ["ex.row"]
    assert "Left as they are" in preview.views.accept("zoo")
    change(root / "cards.csv", "Owl,7", "Owl,8")
    assert examples(preview) == ["ex.row"]


@pytest.mark.parametrize("what", ["page", "cards", "cards, and played since", "answered twice", "not played yet"])
def test_a_button_of_a_page_that_is_out_of_date_writes_nothing(preview: Preview, root: Path, what: str) -> None:
    form = {"at": str(pile(preview).at), "do": "yes", "example": "ex.row"}
    if what == "page":
        change(page_of(root), "The most points win", "Most points win")
    elif what == "cards":
        change(root / "cards.csv", "Owl,7", "Owl,8")
    elif what == "cards, and played since":
        change(root / "cards.csv", "Owl,7", "Owl,8")
        assert examples(preview) == ["ex.row"]
    elif what == "answered twice":
        assert preview.reviews.act("zoo", form)
    else:
        change(root / "cards.csv", "Owl,7", "Owl,8")
        preview.showing.follow()
        form["at"] = str(preview.showing.now.number)
    text = page_of(root).read_bytes()
    late = preview.act("accept", "zoo", form)
    assert isinstance(late, Answer)
    assert b"so nothing was written" in late.data
    assert page_of(root).read_bytes() == text


def test_what_was_not_asked_cannot_be_answered(preview: Preview, root: Path) -> None:
    """The Fox holds as it is."""
    before = page_of(root).read_bytes()
    for do, example in product(["yes", "no", "nonsense", ""], ["ex.fox", "ex.none", ""]):
        assert not press(preview, do, example), (do, example)
        assert page_of(root).read_bytes() == before
    assert examples(preview) == ["ex.row"]


def test_a_page_that_cannot_be_written_stays_whole(
    preview: Preview, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page_of(root).read_bytes()

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".md":
            raise ProofdeckError(Problem("E505", f"cannot write {path.name}: No space left on device"))
        write_file(path, data)

    monkeypatch.setattr("proofdeck.ground.files.write_file", full)
    assert press(preview, "yes", "ex.row")
    assert pile(preview).said == "Cannot write zoo.md: No space left on device."
    assert page_of(root).read_bytes() == before
    assert not pile(preview).can_undo


def test_what_cannot_be_written_is_shown_without_a_button(preview: Preview, root: Path) -> None:
    text = page_of(root).read_bytes()
    old, new = (words.encode().replace(b"\n", b"\r\n") for words in ("expect:\n  Ana: 6", "illegal: score.values"))
    page_of(root).write_bytes(text.replace(old, new))
    assert examples(preview) == ["ex.row", "ex.fox"]
    _, fox = preview.views.accept("zoo").split('data-key="ex.fox"')
    assert "None of this can be changed for you" in fox
    assert "must be refused by score.values" in fox
    assert "<button name" not in fox
    assert not press(preview, "yes", "ex.fox")


def test_what_is_to_be_changed_by_hand_is_shown(preview: Preview, root: Path) -> None:
    change(page_of(root), "Fox, Owl and what an Owl brings", "It was 17 before")
    pile(preview)
    shown = preview.views.accept("zoo")
    assert "Change this yourself" in shown
    assert "17 is not in the table, the rules or the score of this example" in shown


def test_an_engine_that_is_not_trusted_is_not_run(tmp_path: Path) -> None:
    run(tmp_path, "new", "owls", "--engine")
    (root,) = (path.parent for path in tmp_path.rglob("cards.csv"))
    found = Preview(root)
    game = next(iter(found.showing.now.games))
    assert [problem.code for problem in pile(found, game).problems] == ["E609"]
    assert "does not come with Proofdeck, so it is not run" in found.views.accept(game)
    found._server.server_close()


def test_names_of_strangers_stay_text(preview: Preview, root: Path) -> None:
    change(page_of(root), "ex.row covers", "ex.x covers")
    change(page_of(root), "Fox, Owl and what", f"{HOSTILE}, 17 and what")
    pile(preview)
    shown = preview.views.accept("zoo")
    assert "&lt;img src=x" in shown
    assert HOSTILE not in shown


ELSEWHERE = [
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": ""}, 403),
    ({"Sec_Fetch_Site": "cross-site"}, 403),
    ({"Host": "evil.example"}, 421),
    ({"Content_Type": "text/plain"}, 400),
    ({"Content_Length": "20001"}, 400),
]


def test_a_form_from_elsewhere_writes_nothing(served: Preview, root: Path) -> None:
    before = page_of(root).read_bytes()
    form = {"at": str(pile(served).at), "do": "yes", "example": "ex.row"}
    for headers, status in ELSEWHERE:
        assert ask(f"{served.address}g/zoo/accept", form, **headers).status == status, headers
        assert page_of(root).read_bytes() == before
    wrong = served.address.replace(served.token, "x" * len(served.token))
    assert ask(f"{wrong}g/zoo/accept", form).status == 403
    assert page_of(root).read_bytes() == before
    assert ask(f"{served.address}g/zoo/accept", form).status == 303
    assert page_of(root).read_bytes() == accepted(before)


# -- in a browser ------------------------------------------------------------------------------------------------------


def tab_to(page: Page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.ariaLabel || document.activeElement.innerText") == name:
            return
    raise AssertionError(name)


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_an_example_is_accepted_and_taken_back_by_keys_alone(served: Preview, root: Path, turn: int) -> None:
    """By way of Problems; axe-core finds nothing, wide by day and narrow by night."""
    before = page_of(root).read_bytes()
    change(page_of(root), "The most points win", f"{HOSTILE} wins")
    text = page_of(root).read_bytes()
    wrong: list[str] = []

    def look(page: Page, light: Light, width: int) -> None:
        broken = list(broken_rules(page, light, width))
        assert not broken, "\n\n".join([page.title(), *broken])

    with chromium() as browser, browser.new_context(viewport={"width": DESK, "height": 800}) as context:
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{served.address}g/zoo/problems")
        expect(page.locator("main")).to_contain_text("Ana is expected to be 10", timeout=30_000)
        tab_to(page, "accept new results")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=2)).to_have_text("ex.row", timeout=30_000)
        expect(page.locator("del").last).to_contain_text("Ana: 10")
        expect(page.locator("ins").last).to_contain_text("Ana: 12")
        look(page, *LOOKS[turn])
        tab_to(page, "Yes, ex.row")
        page.keyboard.press("Enter")
        expect(page.locator(".notice")).to_have_text("ex.row is updated.")
        expect(page.locator("main")).to_contain_text("All examples hold.", timeout=30_000)
        assert page_of(root).read_bytes() == accepted(text) != before
        tab_to(page, "Undo what was accepted last")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=2)).to_have_text("ex.row", timeout=30_000)
        assert page_of(root).read_bytes() == text
        tab_to(page, "No, ex.row")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Left as they are")).to_be_visible()
        look(page, *LOOKS[1 - turn])
        assert page.title() != "ran"
    assert wrong == []

"""The page of rules of `export web`: links to clauses, and what has changed since an earlier version."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, LOOKS, broken_rules, chromium
from playwright.sync_api import Browser, Page, expect

import proofdeck

Writer = Callable[..., Path]
CARDS = """game,id,name,kind,value,quantity,text,rules
zoo,fox,Fox,animal,{fox},2,Steals **one** card.,turn.draw turn.steal
zoo,owl,{owl},animal,5,{owls},Look at {seen}.,turn.draw
zoo,{third}
"""
RULES = """---
title: {title}
players: 2-4
version: "{version}"
date: {date}
{more}rules:
  hand: {hand}
---

## Setup

r[setup.deal]
Deal {{{{ hand }}}} cards.
{new}
r[setup.first]
The youngest begins, see {{{{ see("turn.draw") }}}}.

## Turn

r[turn.draw]
Draw a card.

r[turn.steal]
{steal}
{gone}"""
OLD = {
    "title": "Zoo",
    "version": "0.1",
    "date": "2026-11-01",
    "hand": 4,
    "steal": "Steal a card, {{ see('setup.first') }}.",
    "more": "",
}
NEW = {
    **OLD,
    "version": "0.2",
    "date": "2026-11-25",
    "hand": 5,
    "steal": "Steal two cards, {{ see('setup.first') }}.",
    "new": "",
    "gone": "",
}
OLD |= {"new": "", "gone": "\nr[turn.bark]\nBark once.\n"}
NEW |= {"new": "\nr[setup.owl]\nPut the owl aside.\n"}
THEN = {"fox": 3, "owls": 1, "seen": "the top card", "owl": "Owl", "third": "cub,Cub,animal,1,1,Sleeps.,"}
NOW = {"fox": 2, "owls": 2, "seen": "two cards", "owl": "Barn Owl", "third": "ant,Ant,insect,7,3,Digs.,"}

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def written(folder: Path, cards: dict[str, object], rules: dict[str, object], page: str = "zoo.md") -> Path:
    (folder / "rules_md").mkdir(parents=True, exist_ok=True)
    (folder / "cards.csv").write_text(CARDS.format(**cards), encoding="utf-8")
    (folder / "rules_md" / page).write_text(RULES.format(**rules), encoding="utf-8")
    return folder


def exported(folder: Path, since: str = "") -> tuple[Path, Path]:
    deck, rules = proofdeck.open(folder).export("web", dpi=30, since=since).files
    return deck, rules


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project as it was, with its pages."""
    folder = written(tmp_path_factory.mktemp("old"), THEN, OLD)
    exported(folder)
    return folder


@pytest.fixture(scope="module")
def sent(old: Path) -> Path:
    return old / "output/zoo/export/web/zoo-rules.html"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, sent: Path) -> tuple[Path, Path]:
    return exported(written(tmp_path_factory.mktemp("new"), NOW, NEW), since=str(sent))


def words(html: Path) -> str:
    """What a page says below its head, without its tags."""
    body = html.read_text(encoding="utf-8").partition("<body")[2].partition("<script")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def test_each_clause_has_a_link_by_its_id_and_each_link_on_both_pages_leads_somewhere(pages: tuple[Path, Path]) -> None:
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages}
    places = {name: set(re.findall(r'\bid="([^"]+)"', text)) for name, text in texts.items()}
    here = re.findall(r'class="here" href="#([^"]+)"', texts["zoo-rules.html"])
    assert [one for one in here if "." in one] == ["setup.deal", "setup.owl", "setup.first", "turn.draw", "turn.steal"]
    assert [one for one in here if "." not in one] == ["part-setup", "part-turn"]
    for name, text in texts.items():
        links = [link.partition("#") for link in re.findall(r'href="((?:zoo[^"]*)?#[^"]*|zoo[^"]*)"', text)]
        assert links
        assert [(page, place) for page, _, place in links if place and place not in places[page or name]] == []
    assert 'href="zoo-rules.html#turn.steal"' in texts["zoo.html"]
    assert 'href="zoo.html#card-fox"' in texts["zoo-rules.html"]


def test_what_has_changed_is_beside_its_clause_with_the_date_and_the_old_words(pages: tuple[Path, Path]) -> None:
    text = words(pages[1])
    assert "Deal 5 cards. # Changed on 2026-11-25 Before: Deal 4 cards. Now: Deal 5 cards." in text
    assert "Put the owl aside. # New on 2026-11-25" in text
    assert "see 2.1 . # 2 Turn #" in text  # its number was 1.2, and is 1.3
    assert text.endswith("Removed rules Removed on 2026-11-25: Bark once. All cards Zoo, version 0.2, 2026-11-25. "
                         + text[text.index("Cards and rules") :])  # fmt: skip
    html = pages[1].read_text(encoding="utf-8")
    assert "Steal <del>a card</del>, 1.3." in html  # as it is numbered now
    assert "Steal <ins>two cards</ins>, 1.3." in html
    assert html.index('id="turn.bark"') > html.index('id="turn.steal"')


def test_a_card_says_what_is_different_field_by_field(pages: tuple[Path, Path]) -> None:
    text = words(pages[0])
    assert "Rules: 2.1 , 2.2 Changed on 2026-11-25 Value 2, before 3 Flip" in text
    assert "Copies 2, before 1" in text
    assert "“Look at two cards.”, before “Look at the top card.”" in text
    assert "Name “Barn Owl”, before Owl" in text
    assert "insect ×3 New on 2026-11-25 Flip" in text
    assert text.endswith("No longer in the deck: Cub")


def test_a_page_a_folder_of_pages_and_a_project_say_the_same(
    tmp_path: Path, old: Path, sent: Path, pages: tuple[Path, Path]
) -> None:
    folder = written(tmp_path, NOW, NEW)
    known = [page.read_bytes() for page in pages]
    for since in (sent.parent, old):
        assert [page.read_bytes() for page in exported(folder, since=str(since))] == known


def test_where_nothing_has_changed_nothing_is_said(old: Path, sent: Path, tmp_path: Path) -> None:
    plain = [words(old / f"output/zoo/export/web/{name}.html") for name in ("zoo", "zoo-rules")]
    again = exported(written(tmp_path, THEN, OLD), since=str(sent))
    assert [words(page) for page in again] == plain


def test_without_a_new_date_the_earlier_version_is_named(tmp_path: Path, sent: Path) -> None:
    page = exported(written(tmp_path, NOW, {**NEW, "date": OLD["date"]}), since=str(sent))[1]
    assert "Changed since version 0.1 · 2026-11-01" in words(page)


@pytest.mark.parametrize(
    ("language", "changed"),
    [("de", "Geändert am 2026-11-25"), ("es", "Cambiada el 2026-11-25"), ("ja", "2026-11-25に変更")],
)
def test_both_pages_speak_the_language_of_the_game(tmp_path: Path, language: str, changed: str) -> None:
    more = {"more": f"language: {language}\n"}
    exported(written(tmp_path / "a", THEN, {**OLD, **more}))
    pages = exported(written(tmp_path / "b", NOW, {**NEW, **more}), since=str(tmp_path / "a"))
    assert all(changed in words(page) for page in pages)
    assert all(f'<html lang="{language}">' in page.read_text(encoding="utf-8") for page in pages)
    assert not any(re.search(r"\b(Rules|Search|Before|Now|Kind|Flip)\b", words(page)) for page in pages)


@pytest.mark.parametrize(
    ("since", "told"),
    [
        ("nowhere", "'nowhere' is neither a folder nor a revision"),
        ("nowhere.html", "there is no page 'nowhere.html'"),
        ("printed", "no print of 'zoo' has been recorded"),
        ("cut.html", "has no rules that can be compared"),
        ("later.html", "was made by a newer Proofdeck"),
        ("german.html", "is written in another language than this export"),
        ("other.html", "is a page of 'ark' and not of 'zoo'"),
        ("young.html", "is newer than the rules: it is of 2026-11-25, and they are of 2026-11-01"),
        ("output/zoo/export/web/zoo-rules.html", "is written over by this export"),
    ],
)
def test_a_version_that_cannot_be_compared_is_told_with_a_cure(
    old: Path, sent: Path, monkeypatch: pytest.MonkeyPatch, since: str, told: str
) -> None:
    text = sent.read_text(encoding="utf-8")
    (old / "cut.html").write_text(text[: text.index('"clause"') + 20], encoding="utf-8")
    (old / "later.html").write_text(text.replace('{"version": 1,', '{"version": 2,'), encoding="utf-8")
    (old / "german.html").write_text(text.replace('"language": ""', '"language": "de"'), encoding="utf-8")
    (old / "other.html").write_text(text.replace('{"name": "zoo"', '{"name": "ark"'), encoding="utf-8")
    (old / "young.html").write_text(text.replace('"date": "2026-11-01"', '"date": "2026-11-25"'), encoding="utf-8")
    monkeypatch.chdir(old)
    with pytest.raises(proofdeck.ProofdeckError) as caught:
        exported(old, since=since)
    problem = caught.value.problems[0]
    assert told in problem.message
    assert problem.hint


def test_rules_with_errors_leave_the_page_of_cards_and_lead_nowhere(tmp_path: Path) -> None:
    root = written(tmp_path, NOW, {**NEW, "steal": "{{ no_such_number }}"})
    built = proofdeck.open(root).export("web", dpi=30)
    assert [file.name for file in built.files] == ["zoo.html"]
    assert [problem.code for problem in built.problems] == ["W615"]
    assert "rules.html" not in built.files[0].read_text(encoding="utf-8")


def test_a_hostile_page_is_shown_as_words(tmp_path: Path, sent: Path) -> None:
    evil = "</script><script>document.title = 'taken'</script>"
    text = sent.read_text(encoding="utf-8").replace("Draw a card.", evil.replace("<", "\\u003c"))
    (tmp_path / "evil.html").write_text(text, encoding="utf-8")
    rules = {**NEW, "steal": f"Steal `{evil}`."}
    page = exported(written(tmp_path, NOW, rules), since=str(tmp_path / "evil.html"))[1].read_text(encoding="utf-8")
    assert (page.count("<script"), page.count("</script>")) == (2, 2)
    assert "Before:</b> <del>&lt;/script&gt;" in page


@needs_chromium
def test_a_link_can_be_copied_by_keyboard_and_a_dead_one_leads_to_a_sentence(
    browser: Browser, pages: tuple[Path, Path]
) -> None:
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as context:
        page = context.new_page()
        page.goto(f"{pages[1].as_uri()}#turn.meow")
        told = page.get_by_role("status").first
        assert told.inner_text() == "The rule of this link is no longer in these rules."
        page.goto(f"{pages[1].as_uri()}#turn.bark")
        assert told.inner_text() == ""
        assert page.locator(":target").inner_text() == "Removed on 2026-11-25: Bark once."
        link = page.get_by_role("link", name="Link to this rule 2.2")
        link.focus()
        assert link.evaluate("node => getComputedStyle(node).opacity") == "1"
        page.keyboard.press("Enter")
        expect(told).to_have_text("The link is copied.")
        address = f"{pages[1].as_uri()}#turn.steal"
        assert (page.url, page.evaluate("navigator.clipboard.readText()")) == (address, address)


@needs_chromium
def test_both_pages_break_no_rule_of_axe_core(browser: Browser, pages: tuple[Path, Path]) -> None:
    broken: list[str] = []
    for file in pages:
        with browser.new_context() as context:
            page: Page = context.new_page()
            page.goto(file.as_uri())
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            for light, width in LOOKS:
                broken += broken_rules(page, light, width)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not broken, "\n\n".join(["", *broken])

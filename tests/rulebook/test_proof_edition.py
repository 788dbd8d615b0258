"""The proof edition: each clause says what proves it, and an example that does not hold says what came out instead."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from reading import page_count, text_of
from tables import ROOT, game_copied_to, playable

from proofdeck.book.manuscript import books as books_of_a_game
from proofdeck.front.making.build import build
from proofdeck.front.starting import start_project
from proofdeck.source.project.folder import store_of
from proofdeck.source.project.request import Built, Options

RELEASE = {
    "rulebook.html",
    "rulebook.md",
    "rulebook-a4.pdf",
}
PROOF = {"rulebook-proof.html", "rulebook-proof-a4.pdf"}
A4_WITH_PROOF = Options(papers=("a4",), proof=True, only=("rulebook",))


FEW = 30
"""Games that are simulated."""


def tombs_in(root: Path) -> Path:
    """A project that holds Tombs alone, and tests that name one of its clauses."""
    (game_copied_to(root, "tombs") / "tests").mkdir()
    (root / "tests" / "test_mine.py").write_text("PEACE = 'place.peace'\n")
    return root


@pytest.fixture(scope="module", autouse=True)
def few_games() -> Iterator[None]:
    """Shares of few games are printed as those of many are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(books_of_a_game, "GAMES", FEW)
        yield


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which everything is right, with its books; its cache lies in it."""
    root = tombs_in(tmp_path_factory.mktemp("right") / "mine")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(root / "cache"))
        _, built = made(root)
    assert built.problems == []
    return root


@pytest.fixture(scope="module")
def books(right: Path) -> dict[str, bytes]:
    """All books of that project, by their names."""
    return {path.name: path.read_bytes() for path in (right / "output" / "tombs").iterdir() if "book" in path.name}


@pytest.fixture
def tombs(right: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Such a project without its books. Its games have been simulated already."""
    root = tmp_path / "mine"
    shutil.copytree(right, root, ignore=shutil.ignore_patterns("output"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(root / "cache"))
    shutil.copy(store_of(right), store_of(root))
    return root


def made(root: Path, options: Options = A4_WITH_PROOF) -> tuple[set[str], Built]:
    """The names of the books that are there now, and what was told."""
    built = build(root, [], options)
    return {path.name for path in (root / "output" / "tombs").iterdir() if "book" in path.name}, built


def page(root: Path) -> str:
    return (root / "output" / "tombs" / "rulebook-proof.html").read_text(encoding="utf-8")


def changed(root: Path, old: str, new: str) -> None:
    file = root / "rules_md" / "tombs.md"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def seal(text: str, clause: str) -> str:
    """The mark behind the number of a clause, and its share."""
    found = re.search(
        rf'id="{clause}" [^>]*>[\d.]+</a><span class="proof"><span class="seal (\w+)"[^>]*>(.)</span>([^<]*)', text
    )
    assert found is not None, clause
    return f"{found[1]} {found[2]}{found[3]}"


def test_it_is_made_beside_the_release_which_says_nothing_of_proof(books: dict[str, bytes]) -> None:
    assert set(books) == RELEASE | PROOF
    assert b'class="seal' not in books["rulebook.html"]
    assert b'class="seal' in books["rulebook-proof.html"]


def test_each_printed_clause_has_its_mark_by_shape_and_its_share(books: dict[str, bytes]) -> None:
    text = books["rulebook-proof.html"].decode()
    assert re.fullmatch(r"proved ● [\d.]+ %", seal(text, "place.peace"))
    assert re.fullmatch(r"partly ◐ [\d.]+ %", seal(text, "blade.kill")), "no test names it"
    assert seal(text, "setup.start") == "physical ○"
    assert seal(text, "teams.friendly").endswith(f"never in {FEW}")
    for clause in playable("tombs").clauses:
        assert seal(text, clause)


def test_its_pdf_is_tagged_and_its_marks_are_described(books: dict[str, bytes]) -> None:
    with pikepdf.open(io.BytesIO(books["rulebook-proof-a4.pdf"])) as opened:
        assert opened.check_pdf_syntax() == []
        assert "/StructTreeRoot" in opened.Root
        described = [str(one.Alt) for one in opened.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one]
    assert sum(words.startswith("applied by the engine") for words in described) == 24


def test_the_imprint_has_version_date_hash_and_the_number_of_examples(books: dict[str, bytes]) -> None:
    examples = (ROOT / "rules_md" / "tombs.md").read_text(encoding="utf-8").count("```example")
    issue = r"Tombs, version [\d.]+, \d{4}-\d\d-\d\d\. Cards and rules [0-9a-f]{12}\."
    assert re.search(f"<footer>{issue} {examples} worked examples were", books["rulebook.html"].decode())


def test_a_build_makes_the_proof_edition_for_screens_if_nothing_is_wrong(tombs: Path) -> None:
    plain = replace(A4_WITH_PROOF, proof=False)
    there, _ = made(tombs, plain)
    assert there == {"rulebook-proof.html", "rulebook.html", "rulebook.md", "rulebook-a4.pdf"}
    assert seal(page(tombs), "place.peace").startswith("proved")
    (tombs / "output/tombs/rulebook-proof.html").unlink()
    changed(tombs, "  player 1: 1\n  player 2: 0\n", "  player 1: 2\n  player 2: 0\n")
    there, _ = made(tombs, plain)
    assert "rulebook-proof.html" not in there


def test_an_example_that_does_not_hold_says_what_was_expected_and_what_came_out(tombs: Path) -> None:
    changed(tombs, "  player 1: 1\n  player 2: 0\n", "  player 1: 2\n  player 2: 0\n")
    there, built = made(tombs)
    assert there == {"rulebook-proof.html", "rulebook-proof-a4.pdf"}
    assert {problem.code for problem in built.problems} == {"E621", "W615"}
    (line,) = [problem.line for problem in built.problems if problem.code == "E621"]
    boxes = re.findall(r'<div class="wrong"><b>Expected and got</b><ul><li>(.*?)</li></ul></div>', page(tombs))
    assert boxes == [f"player 1 is expected to be 2, but the engine says 1 (line {line})"]
    pdf = (tombs / "output" / "tombs" / "rulebook-proof-a4.pdf").read_bytes()
    words = " ".join(" ".join(text_of(pdf, number) for number in range(page_count(pdf))).split())
    assert "Expected and got" in words
    assert "is expected to be 2, but the engine says 1" in words


def test_secret_and_dead_rules_are_called_so(tombs: Path) -> None:
    changed(tombs, "r[place.first]\n", "r[place.never]\n")
    there, built = made(tombs)
    assert there == {"rulebook-proof.html", "rulebook-proof-a4.pdf"}
    assert {"E605", "E606"} <= {problem.code for problem in built.problems}
    text = page(tombs)
    assert "Played, but not printed: place.first." in text
    assert seal(text, "place.never") == "dead ▲"


def test_a_book_that_is_no_longer_right_is_not_made_anew(right: Path, tombs: Path) -> None:
    shutil.copytree(right / "output", tombs / "output")
    before = (tombs / "output" / "tombs" / "rulebook.html").read_bytes()
    changed(tombs, "  player 1: 1\n  player 2: 0\n", "  player 1: 2\n  player 2: 0\n")
    _, built = made(tombs)
    assert "W615" in {problem.code for problem in built.problems}
    assert (tombs / "output" / "tombs" / "rulebook.html").read_bytes() == before


def test_a_test_that_names_another_clause_changes_the_edition(right: Path, tombs: Path) -> None:
    shutil.copytree(right / "output", tombs / "output")
    assert seal(page(tombs), "blade.kill").startswith("partly")
    (tombs / "tests" / "test_mine.py").write_text("PEACE, KILL = 'place.peace', 'blade.kill'\n")
    made(tombs)
    assert seal(page(tombs), "blade.kill").startswith("proved")


def imprint(book: str) -> str:
    return book[book.index("<footer>") :]


def test_the_hash_of_the_imprint_changes_with_a_word_of_the_rules(books: dict[str, bytes], tombs: Path) -> None:
    changed(tombs, "Draw lots for who starts. Play", "Draw lots to see who starts.")
    made(tombs, Options(papers=("a4",), only=("rulebook",)))
    text = (tombs / "output" / "tombs" / "rulebook.html").read_text(encoding="utf-8")
    assert imprint(text) != imprint(books["rulebook.html"].decode())


def test_a_game_that_is_only_scored_says_that_no_engine_applies_its_rules(tmp_path: Path) -> None:
    start_project(tmp_path / "my-game", None)
    built = build(tmp_path / "my-game", [], A4_WITH_PROOF)
    assert built.problems == []
    text = (tmp_path / "my-game" / "output" / "my-game" / "rulebook-proof.html").read_text(encoding="utf-8")
    assert "No engine applies the rules of this game." in text
    assert 'class="seal' not in text


def test_text_that_is_bound_to_nothing_is_marked_in_the_proof_edition_alone(books: dict[str, bytes]) -> None:
    proof, plain = (books[name].decode() for name in ("rulebook-proof.html", "rulebook.html"))
    marked = 'the markers of one sign.<span class="seal unheld"'
    assert marked in proof
    assert "discard one.</" in proof
    assert "seal unheld" not in plain

"""`proofdeck translate`: a page to translate, and what becomes of it when its original changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.accepting import CARDS, ZOO
from cli.commands import run
from tables import rules_copied_to, with_engine

from proofdeck.book.accept.translating import TranslationWork, translate
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems
from proofdeck.source.project.reading import load_project
from proofdeck.source.rules.page import read_page
from proofdeck.source.rules.passages import passages_of


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    (tmp_path / "rules_md").mkdir()
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    (tmp_path / "rules_md" / "zoo.md").write_text(ZOO, encoding="utf-8")
    return tmp_path


def german(root: Path) -> Path:
    return root / "rules_md" / "zoo.de.md"


def work(root: Path) -> TranslationWork:
    (found,) = translate(root, "de", [], trust=False)
    return found


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_page_to_translate_has_everything_with_its_original_beside_it(zoo: Path) -> None:
    found = work(zoo)
    assert found.is_new
    assert found.added == ("score.values", "score.each", "score.wins", "ex.row", "ex.fox")
    assert "Each Owl counts 2 more. {# original: Each Owl counts 2 more. #}" in german(zoo).read_text(encoding="utf-8")
    assert "Ana: Fox, Owl" not in german(zoo).read_text(encoding="utf-8")
    assert [one for one in check(zoo, lang="de") if one.is_error] == []


def test_every_shipped_game_gets_a_page_that_is_complete(tmp_path: Path) -> None:
    root = rules_copied_to(tmp_path)
    for one in translate(root, "fr", [], trust=False):
        page = load_project(root, Problems()).games[one.game].page
        there = read_page(root / one.file, one.file, Problems())
        assert there is not None
        original, copy = passages_of(page), passages_of(there)
        assert list(copy.clauses) == list(original.clauses)
        assert {name: passage.words for name, passage in copy.examples.items()} == {
            name: passage.words for name, passage in original.examples.items()
        }
        assert [passage.words for passage in copy.others] == [passage.words for passage in original.others]
    assert {one.stem for one in (root / "rules_md").glob("*.fr.md")} == {f"{game}.fr" for game in with_engine()}


def test_nothing_is_written_when_nothing_is_new(zoo: Path) -> None:
    work(zoo)
    change(german(zoo), "Each card counts its value. {# original: Each card counts its value. #}", "Jede zählt.")
    before = german(zoo).read_bytes()
    found = work(zoo)
    assert (found.is_new, found.added, found.stale) == (False, (), ())
    assert german(zoo).read_bytes() == before


def test_a_new_clause_and_a_new_example_are_added_where_they_belong_and_nothing_else_is_touched(zoo: Path) -> None:
    work(zoo)
    before = german(zoo).read_text(encoding="utf-8").splitlines()
    page = zoo / "rules_md" / "zoo.md"
    change(page, "r[score.wins]", 'r[score.luck]{physical: "it is luck"}\nBe lucky.\n\nr[score.wins]')
    change(
        page,
        "```example id=ex.fox",
        "```example id=ex.owl\nAna: Owl\nexpect:\n  Ana: 7\n---\nAn owl.\n```\n\n```example id=ex.fox",
    )
    assert work(zoo).added == ("score.luck", "ex.owl")
    now = german(zoo).read_text(encoding="utf-8").splitlines()
    rest = iter(now)
    assert all(line in rest for line in before)
    text = "\n".join(now)
    assert text.index("r[score.each]") < text.index("r[score.luck]") < text.index("r[score.wins]")
    assert text.index("id=ex.row") < text.index("id=ex.owl\n---\nAn owl.") < text.index("id=ex.fox")
    assert [one for one in check(zoo, lang="de") if one.is_error] == []


def test_a_stale_translation_gets_the_new_original_beside_it_once(zoo: Path) -> None:
    work(zoo)
    change(german(zoo), "The most points win. {# original: The most points win. #}", "Die meisten Punkte gewinnen.")
    assert run(zoo, "accept", "--sign").code == 0
    change(zoo / "rules_md" / "zoo.md", "The most points win.", "The fewest points win.")
    assert work(zoo).stale == ("score.wins",)
    noted = "Die meisten Punkte gewinnen. {# original: The fewest points win. #}"
    assert noted in german(zoo).read_text(encoding="utf-8")
    before = german(zoo).read_bytes()
    assert work(zoo).stale == ()
    assert german(zoo).read_bytes() == before


def test_a_page_with_line_ends_of_windows_keeps_them_and_every_other_byte(zoo: Path) -> None:
    work(zoo)
    german(zoo).write_bytes(b"\xef\xbb\xbf" + german(zoo).read_bytes().replace(b"\n", b"\r\n"))
    before = german(zoo).read_bytes()
    change(
        zoo / "rules_md" / "zoo.md",
        "r[score.wins]",
        'r[score.luck]{physical: "it is luck"}\nBe lucky.\n\nr[score.wins]',
    )
    assert work(zoo).added == ("score.luck",)
    now = german(zoo).read_bytes()
    new = b"\r\n\r\nr[score.luck]\r\nBe lucky. {# original: Be lucky. #}"
    assert now.count(new) == 1
    assert now.replace(new, b"") == before


def test_words_of_examples_without_a_translation_are_listed(tmp_path: Path) -> None:
    root = rules_copied_to(tmp_path)
    (tombs,) = translate(root, "fr", ["tombs"], trust=False)
    assert {"removes", "Discard", "on tombstone", "units on the board", "marker"} <= set(tombs.words)
    change(root / "rules_md" / "tombs.fr.md", '"removes": ', '"removes": retire')
    (again,) = translate(root, "fr", ["tombs"], trust=False)
    assert set(tombs.words) - set(again.words) == {"removes"}


def test_the_command_says_what_is_to_be_done(zoo: Path) -> None:
    assert run(zoo, "translate", "de").out.splitlines()[0] == "rules_md/zoo.de.md: new, with 5 texts to translate."
    assert run(zoo, "translate", "de").out.splitlines()[0] == "rules_md/zoo.de.md: new: nothing; stale: nothing."
    (one,) = json.loads(run(zoo, "translate", "de", "--json").out)["translations"]
    assert one["file"] == "rules_md/zoo.de.md"
    refused = run(zoo, "translate", "German")
    assert refused.code == 2
    assert "is not the code of a language" in refused.err


def test_no_page_is_written_for_a_game_without_rules(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("game,id,text,text@de\nzoo,wolf,Bites.,\n", encoding="utf-8")
    (found,) = translate(tmp_path, "de", [], trust=False)
    assert (found.file, found.is_new, found.cells) == ("", False, 1)
    assert not (tmp_path / "rules_md").exists()


def test_check_counts_the_texts_that_nobody_has_translated(zoo: Path) -> None:
    work(zoo)
    (untouched,) = [one for one in check(zoo) if one.code == "W525"]
    assert untouched.message == "5 texts are not translated into 'de' in the rules of Zoo"
    change(german(zoo), "Each card counts its value. {# original", "Jede Karte zählt ihren Wert. {# original")
    (left,) = [one for one in check(zoo) if one.code == "W525"]
    assert left.message.startswith("4 texts are")

"""Three books from one page: a short one for players, a reference that has everything, and a proof edition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reading import page_count, pixels, text_of
from rulebook.shipped_books import book_of
from tables import ROOT, playable, project, with_engine

from proofdeck.book.manuscript import typesetting
from proofdeck.book.manuscript.drawing import compose
from proofdeck.book.manuscript.editions import edition_of
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.plain_data import as_data
from proofdeck.book.manuscript.tree import Paragraph
from proofdeck.book.manuscript.words import plain
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.paper.faces.face import TextRun
from proofdeck.source.project.look import look_of
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.clauses import Edition, read_clauses
from proofdeck.source.rules.page import RulesPage

Writer = Callable[..., Path]
SAID = {"text", "says", "words", "what", "who", "label", "facts", "owner", "title", "about", "number"}
"""Where words stand in the plain data of a book."""
TOP, BOTTOM = 15 / 297, 1 - 17 / 297
"""Of the words on an A4 page, as shares of its height."""


@cache
def book(name: str) -> Manuscript:
    found = compose(project(), PrintVersion(name), False).manuscript
    assert found is not None
    return found


def words_in(data: Any, key: str = "") -> int:
    if isinstance(data, str):
        return len(data.split()) if key in SAID else 0
    if isinstance(data, dict):
        return sum(words_in(value, name) for name, value in data.items() if name != "described")
    return sum(words_in(one, key) for one in data) if isinstance(data, list) else 0


def examples_in(data: Any) -> Iterator[Any]:
    if isinstance(data, dict):
        if data.get("kind") == "example":
            yield data
            return
        data = list(data.values())
    for one in data if isinstance(data, list) else []:
        yield from examples_in(one)


def problems_of(body: str) -> list[Problem]:
    problems = Problems()
    read_clauses(RulesPage("zoo.md", body=body), problems)
    return [*problems]


# -- the books of the shipped games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", with_engine())
def test_a_players_book_is_short_and_begins_with_a_quick_start(name: str) -> None:
    data = book_of(name)["rulebook-a4.pdf"]
    allowed = project().games[name].about.pages
    assert allowed is not None
    assert page_count(data) <= min(allowed, 8)
    first, second = (" ".join(text_of(data, page).split()) for page in (0, 1))
    assert "Quick start" in first
    assert re.search(r"On your turn|Each turn", first)
    assert second.startswith("1 Components")


@pytest.mark.parametrize("name", with_engine())
def test_no_page_of_a_players_book_is_a_third_empty(name: str) -> None:
    """Below the last words of its two columns; what stands above is never wider apart than a paragraph."""
    data = book_of(name)["rulebook-a4.pdf"]
    for page in range(page_count(data)):
        image = pixels(data, page, 36).convert("L")
        body = image.crop((0, int(image.height * TOP), image.width, int(image.height * BOTTOM)))
        empty = 0.0
        for left in (0, body.width // 2):
            column = body.crop((left, 0, left + body.width // 2, body.height)).point(lambda value: 255 * (value < 200))
            box = column.getbbox()
            empty += (1 - box[3] / body.height if box else 1) / 2
        assert empty < 1 / 3, f"page {page + 1}"


@pytest.mark.parametrize("name", with_engine())
def test_at_most_a_quarter_of_the_words_of_a_players_book_are_in_examples(name: str) -> None:
    data = as_data(edition_of(book(name), Edition.PLAYERS), {})
    examples = sum(map(words_in, examples_in(data)))
    assert 0 < examples <= 0.25 * words_in(data)


@pytest.mark.parametrize("name", with_engine())
def test_one_full_turn_is_told_in_pictures(name: str) -> None:
    turns = [told for told in edition_of(book(name), Edition.PLAYERS).told if told.steps]
    assert [told.id for told in turns] == ["ex.turn"]
    assert all(step.rows or step.board for step in turns[0].steps)


@pytest.mark.parametrize("name", with_engine())
def test_each_edition_prints_what_the_shorter_one_prints(name: str) -> None:
    players, reference, proof = (edition_of(book(name), edition) for edition in Edition)
    ids = [[told.id for told in one.told] for one in (players, reference, proof)]
    assert set(ids[0]) < set(ids[1]) <= set(ids[2])
    assert len(ids[2]) == len(book(name).told)
    clauses = [{one.clause for one in each.blocks if isinstance(one, Paragraph)} - {""} for each in (players, proof)]
    assert clauses[0] == clauses[1] == set(playable(name).clauses)


@pytest.mark.parametrize("name", with_engine())
def test_examples_are_numbered_without_gaps_in_each_edition(name: str) -> None:
    for edition in Edition:
        numbers = [told.number for told in edition_of(book(name), edition).told]
        assert numbers == [*range(1, len(numbers) + 1)]


def test_a_heading_goes_with_what_an_edition_leaves_out_and_stays_above_nothing(write: Writer) -> None:
    claim = "```claim id=claim.x\nsource: The box\nsays: Two cards.\nclaimed: 2\nfound: 2\nverdict: holds\n```"
    write("cards.csv", "game,id,name\nzoo,fox,Fox\n")
    page = f"---\ntitle: Zoo\n---\n## Part one\n\n## Play\n\nPlay.\n\n## Claims\n\n{claim}\n"
    root = write("rules_md/zoo.md", page)
    found = compose(load_project(root, Problems()), PrintVersion("zoo"), False).manuscript
    assert found is not None
    titles = [plain(section.title) for section in edition_of(found, Edition.PLAYERS).text.sections]
    assert titles == ["Part one", "Play"]


@pytest.mark.parametrize("name", with_engine())
def test_claims_are_in_the_proof_edition_alone(name: str) -> None:
    data = book_of(name)["rulebook-a4.pdf"]
    words = " ".join(" ".join(text_of(data, page).split()) for page in range(page_count(data)))
    assert "Claims" not in words
    assert "The first version of the rules" not in words
    assert "The first version of" not in book_of(name)["rulebook.html"].decode()
    assert "Claims" in str(as_data(edition_of(book(name), Edition.PROOF), {}))


@pytest.mark.parametrize("name", with_engine())
def test_the_results_of_examples_in_a_players_book_are_figures_and_the_author_says_the_rest(name: str) -> None:
    """No sentence of a machine such as "The game is over": what scores, and what a player may do."""
    plain = {one.id: one for one in book(name).told}
    for told in edition_of(book(name), Edition.PLAYERS).told:
        said = [str(words) for words in told.results]
        assert set(said) <= {str(words) for words in plain[told.id].results}
        assert not any(re.search(r"over|turn|decides|wins|Hand|Deck", words) for words in said), said
        assert told.prose


# -- how a page says where something is printed ------------------------------------------------------------------------

PAGE = """---
title: Zoo
{head}
---

A zoo.

## Quick start {{-}}

Feed them.

## Feeding

r[feed.one]
Feed the wolf.

r[feed.two]{{print=reference}}
Feed it again.

### Notes

```example id=ex.one covers=feed.one{example}
Ana: Wolf
expect:
  Ana: 1
```

## Claims {{print=reference}}

Nothing.
"""


def editions(write: Writer, **settings: str) -> dict[Edition, Manuscript]:
    write("cards.csv", "game,id,name,value\nzoo,wolf,Wolf,1\n")
    root = write("rules_md/zoo.md", PAGE.format(**{"head": "sizes: A4", "example": "", **settings}))
    found = compose(load_project(root, Problems()), PrintVersion("zoo"), False).manuscript
    assert found is not None
    return {edition: edition_of(found, edition) for edition in Edition}


def sections(text: Manuscript) -> list[tuple[str, list[str]]]:
    return [(section.number, [block.kind for block in section.inside]) for section in text.text.sections]


def test_an_example_is_in_the_reference_unless_its_author_says_otherwise(write: Writer) -> None:
    """A heading below which nothing is left goes too. A section with {-} has no number."""
    books = editions(write)
    assert sections(books[Edition.PLAYERS]) == [("", ["paragraph"]), ("1", ["paragraph"])]
    everything = [("", ["paragraph"]), ("1", ["paragraph", "paragraph", "subheading", "example"]), ("2", ["paragraph"])]
    assert sections(books[Edition.REFERENCE]) == sections(books[Edition.PROOF]) == everything
    chosen = editions(write, example=" print=yes")
    assert sections(chosen[Edition.PLAYERS])[1] == ("1", ["paragraph", "subheading", "example"])
    proof = editions(write, example=" print=proof")
    assert [len(book.told) for book in proof.values()] == [0, 0, 1]


def test_a_reference_to_a_clause_that_an_edition_leaves_out_has_no_link(write: Writer) -> None:
    write("cards.csv", "game,id,name\nzoo,wolf,Wolf\n")
    body = "## One\n\nr[a.b]{print=reference}\nOne.\n\nSee {{ see('a.b') }}."
    root = write("rules_md/zoo.md", f"---\ntitle: Zoo\n---\n\n{body}\n")
    whole = compose(load_project(root, Problems()), PrintVersion("zoo"), False).manuscript
    assert whole is not None
    for edition, linked in ((Edition.PLAYERS, False), (Edition.REFERENCE, True)):
        last = as_data(edition_of(whole, edition), {})["sections"][0]["inside"][-1]["inside"][1]
        assert (last["number"], last["linked"]) == ("1.1", linked)


@pytest.mark.parametrize(
    ("line", "says", "hint"),
    [
        ("r[a.b]{print=referense}", "print=referense: no edition is called 'referense'", "Did you mean 'reference'?"),
        ("## Rules {print=}", "print=: no edition is called ''", "Write yes, reference and proof."),
        ("## Rules {-}\n\nr[a.b]\nA.", "a section without a number cannot hold a clause", "Move it to a section"),
    ],
)
def test_a_mistake_in_where_something_is_printed_has_its_line_and_its_cure(line: str, says: str, hint: str) -> None:
    (problem,) = problems_of(f"\n{line}\nWords.\n")
    assert (problem.code, problem.message) == ("E607", says)
    assert problem.hint.startswith(hint)
    assert problem.line == (4 if "{-}" in line else 2)


@pytest.mark.parametrize(("setting", "hint"), [("print=yess", "'yes'"), ("show=step", "'steps'")])
def test_a_setting_of_an_example_that_is_misspelt_is_told(write: Writer, setting: str, hint: str) -> None:
    write("cards.csv", "game,id,name,value\nzoo,wolf,Wolf,1\n")
    example = f"```example id=ex.a covers=score.values {setting}\nAna: Wolf\nexpect:\n  Ana: 1\n```"
    head = "title: Zoo\nplayers: 2\nscore: {values: yes, wins: highest}"
    clauses = "r[score.values]\nValues.\n\nr[score.wins]\nMost."
    root = write("rules_md/zoo.md", f"---\n{head}\n---\n\n## Score\n\n{clauses}\n\n{example}\n")
    (problem,) = [one for one in check(root, []) if one.code == "E620"]
    assert f"Did you mean {hint}?" in problem.hint


def test_a_clause_may_say_why_it_is_physical_and_where_it_is_printed() -> None:
    body = '## One\n\nr[a.b]{physical: "no ages"}{print=proof}\nOne.\n'
    problems = Problems()
    clause = read_clauses(RulesPage("zoo.md", body=body), problems)["a.b"]
    assert not problems
    assert (clause.number, clause.physical, clause.edition) == ("1.1", "no ages", Edition.PROOF)


# -- the page budget ---------------------------------------------------------------------------------------------------


def test_a_book_that_is_longer_than_its_budget_is_told(write: Writer) -> None:
    write("cards.csv", "game,id,name\nzoo,wolf,Wolf\n")
    long = "\n\n".join(["Feed the wolf, and then feed it again. " * 12] * 40)
    page = "---\ntitle: Zoo\nsizes: A4\npages: {}\n---\n\n## One\n\n{}\n\n## Two\n\nA.\n\n## Three\n\nB.\n"
    root = write("rules_md/zoo.md", page.format(1, long))
    (problem,) = check(root, [])
    assert (problem.code, problem.line, problem.field) == ("W618", 4, "pages")
    pages = re.search(r"has (\d+) A4 pages, and the head of its rules allows 1$", problem.message)
    assert pages
    write("rules_md/zoo.md", page.format(pages[1], long))
    assert check(root, []) == []
    write("rules_md/zoo.md", page.format("many", long))
    assert [(one.code, one.message) for one in check(root, [])] == [
        ("E506", "pages: 'many' is not a number of pages such as 8")
    ]


def test_a_book_is_set_again_for_its_length_if_anything_in_it_changed(
    write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cell changes its edition and what is said of a picture to those who cannot see it, which takes no room."""
    times, pdf = list[None](), typesetting.pdf

    def noted(*given: Any) -> bytes:
        times.append(None)
        return pdf(*given)

    monkeypatch.setattr("proofdeck.book.manuscript.books.pdf", noted)
    cards = "game,id,name,text\nzoo,wolf,Wolf,{}\nzoo,owl,Owl,{}\n"
    page = "---\ntitle: Zoo\npages: 9\n---\n\n## One\n\n{{{{ cards('owl') }}}} {}\n\n## Two\n\nA.\n\n## Three\n\nB.\n"
    look = (ROOT / "templates/rulebook/rulebook.typ").read_text(encoding="utf-8")

    def set_again(wolf: str = "Howls", owl: str = "Sees", words: str = "Feed them.", more: str = "") -> int:
        write("templates/rulebook/rulebook.typ", look + more)
        write("rules_md/zoo.md", page.format(words))
        times.clear()
        assert check(write("cards.csv", cards.format(wolf, owl)), []) == []
        return len(times)

    assert set_again() == 1
    assert set_again() == set_again(wolf="Bites") == set_again(owl="Hears") == 0
    assert set_again(words="Feed them well.") == set_again(more="\n#pagebreak()\n") == 1


@pytest.mark.parametrize("name", with_engine())
def test_small_pictures_of_cards_do_not_cut_through_their_titles(name: str) -> None:
    game = project().games[name]
    made, found = lay_out(project(), game, Options(), Problems()), look_of(project(), game, Problems())
    left, top, width, height = found.crop
    right, bottom = left + width, top + height
    played = {card.id for card in game.deck if card.kind != "reference"}
    usual = next(item.front.size for item in made.items if item.label in played)
    cut = {
        (item.label, run.text)
        for item in made.items
        if item.front.size == usual and item.label in played
        for run in item.front.leaves()
        if isinstance(run, TextRun) and run.text.strip() and top < run.y < bottom + run.size / 2
        if left < run.x < right < run.x + run.length
    }
    assert not cut

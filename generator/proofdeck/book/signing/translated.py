"""The pairs of a translation: its words, and those that they translate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from proofdeck.book.signing.elsewhere import SAID_IN_THE_HEAD, PrintedWords
from proofdeck.book.signing.pair import Pair, beginning, of_words
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Problems
from proofdeck.source.rules.glossary import TABLE as GLOSSARY
from proofdeck.source.rules.glossary import read_glossary
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.passages import Passage, Passages, passages_of, plain_words
from proofdeck.source.rules.translations import WORDS

if TYPE_CHECKING:
    from proofdeck.source.project.folder import Project
    from proofdeck.source.project.game import Game

ORIGINAL = "original"


def translations(project: Project, game: Game, language: str, passages: Passages) -> Iterator[Pair]:
    """A pair for each translated passage and cell."""
    shown = f"{RULES}/{game.name}.{language}.md"
    page = read_page(project.root / shown, shown, Problems())
    if page is not None:
        for original, passage in translated_passages(passages, passages_of(page)):
            called = original.name if "." in original.name.rpartition(" ")[2] else f"'{beginning(original.words)}'"
            of = {ORIGINAL: of_words(original.words)}
            yield Pair(language, original.name, called, passage.words, of, page.place(passage.line), {})
        yield from _translated_head(game.page, page, language)
    for card in game.deck:
        for column, words in card.translations.get(language, {}).items():
            if words and (cell := card.fields.get(column, "")):
                place, of = card.place(f"{column}@{language}"), {ORIGINAL: of_words(plain_words(cell))}
                called = f"the {column} of '{card.name or card.id}'".replace("_", " ")
                yield Pair(language, f"{card.id} {column}", called, plain_words(words), of, place, {})


def _translated_head(original: RulesPage, page: RulesPage, language: str) -> Iterator[Pair]:
    """A pair for each word of the head of a translation, and one for its glossary."""
    for key in (*SAID_IN_THE_HEAD, *(f"{WORDS}.{word}" for word in page.under(WORDS))):
        if (entry := page.head.get(key)) is not None:
            said = original.head[key].value if key in original.head else key
            called, of = f"'{key.rpartition('.')[2]}' of the head", {ORIGINAL: of_words(str(said))}
            yield Pair(language, f"head {key}", called, str(entry.value), of, entry.place, {})
    if terms := page.under(GLOSSARY):
        of, place = {ORIGINAL: of_words(_as_words(original))}, next(iter(terms.values())).place
        yield Pair(language, GLOSSARY, "the glossary", _as_words(page), of, place, {})


def _as_words(page: RulesPage) -> str:
    """The terms of a glossary with what they mean."""
    return "; ".join(f"{term.word}: {term.meaning}" for term in read_glossary(page, Problems()))


def translated_words(printed: Iterable[PrintedWords], language: str) -> Iterator[Pair]:
    """A pair for each word of a template in that language."""
    for one in printed:
        for code, source, place in one.translations:
            if code == language:
                of = {ORIGINAL: of_words(plain_words(one.source))}
                yield Pair(language, one.name, one.called, plain_words(source), of, place, {})


def translated_passages(originals: Passages, passages: Passages) -> Iterator[tuple[Passage, Passage]]:
    """Each passage of a page with its translation: clauses, examples, claims and changes by id, others by their places.

    If there are not as many headings as in the original, or other texts in a section, all of them are one passage.
    """
    for there, here in (
        (originals.clauses, passages.clauses),
        (originals.examples, passages.examples),
        (originals.claims, passages.claims),
        (originals.changes, passages.changes),
    ):
        yield from ((one, here[name]) for name, one in there.items() if name in here)
    if len(originals.headings) == len(passages.headings):
        yield from zip(originals.headings, passages.headings, strict=True)
    elif passages.headings:
        yield _joined(originals.headings), _joined(passages.headings)
    for section in dict.fromkeys(one.section for one in originals.others):
        first = [one for one in originals.others if one.section == section]
        second = [one for one in passages.others if one.section == section]
        if len(first) == len(second):
            yield from zip(first, second, strict=True)
        elif second:
            yield _joined(first), _joined(second)


def _joined(passages: Sequence[Passage]) -> Passage:
    first = passages[0]
    section = first.name.rpartition(" ")[0]
    source = "\n\n".join(one.source for one in passages)
    return Passage(section, source, first.line, passages[-1].last, first.section)

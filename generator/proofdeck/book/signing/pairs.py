"""The pairs of a game: words that are printed, and what they must agree with.

A clause must agree with the code that applies it, the prose of an example with its table, a claim with its figures, a
change with the clauses that it covers, and a text that speaks of rules with their clauses: a paragraph or the captions
of a figure, a card, a template or a term, if it names them or prints one of their parameters. A translation must agree
with the words that it translates. What nothing applies, such as a physical clause, and what speaks of no clause is a
pair whose other side is empty: it is signed by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proofdeck.book.signing.acting import SHORT, ClauseCode, code_of_clauses
from proofdeck.book.signing.elsewhere import OTHERS, WORDS, PrintedWords, printed_elsewhere
from proofdeck.ground.cache import digest
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Place, Problems, did_you_mean
from proofdeck.play.engine.score_table.reader import TAKEN
from proofdeck.play.engine.score_table.rules import clause_of
from proofdeck.source.project.languages import languages
from proofdeck.source.rules.clauses import read_clauses
from proofdeck.source.rules.examples import by_id
from proofdeck.source.rules.facts import facts
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.passages import (
    DRAWN,
    JINJA,
    STRING,
    Passage,
    Passages,
    Speaking,
    clauses_named,
    free_passages,
    passages_of,
    plain_words,
)

if TYPE_CHECKING:
    from proofdeck.play.engine.loading import Playable
    from proofdeck.source.project.folder import Project
    from proofdeck.source.project.game import Game

CLAUSE, EXAMPLE, CLAIM, CHANGED, TEXT = "clause", "example", "claim", "changed", "text"
KINDS = (CLAUSE, EXAMPLE, CLAIM, CHANGED, TEXT, *WORDS, *OTHERS)
"""The kinds of pairs, besides translations, whose kind is the code of their language."""
TABLE, FIGURES, ORIGINAL = "table", "figures", "original"
LEAD = "rules."
"""What comes before a parameter on a card."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Words, and what they must agree with.

    kind, name: tell it from the other pairs of the game. called: how messages name it, such as `3.2 [turn.draw]`. says:
    the words, without layout. of: what they must agree with, part by part, each with a digest; None for an engine that
    is not run. places: where parts are, if that is not on the page. beyond: a digest of what code calls in turn.
    """

    kind: str
    name: str
    called: str
    says: str
    of: Mapping[str, str] | None
    place: Place
    places: Mapping[str, Place]
    beyond: str = ""

    @property
    def is_bound(self) -> bool:
        """Whether there is anything that its words must agree with; a physical clause is one by itself."""
        return self.kind == CLAUSE or bool(self.of)

    @property
    def where(self) -> str:
        """The place of the words: `rules_md/tombs.md:41`."""
        return ":".join(str(part) for part in self.place[:2] if part is not None)


def pairs_of(project: Project, game: Game, playable: Playable | None, problems: Problems) -> list[Pair]:
    """All pairs of a game, in the order of its page, then its cards, then its translations.

    A clause that is named and does not exist is a problem.
    """
    passages = passages_of(game.page)
    texts = _Texts(game.page, passages, problems)
    found = [*_clauses(project, game, playable, passages), *_examples(game.page, passages)]
    found += [*_claims(game.page, passages), *texts.changes(), *texts.texts()]
    printed = list(printed_elsewhere(project, game))
    both = zip(printed, texts.elsewhere(printed), strict=True)
    found += (pair for one, pair in both if pair.of or one.says_something)
    for language in languages(project, game):
        found += _translations(project, game, language, passages)
        found += _translated_words(printed, language)
    return found


def of_words(words: str) -> str:
    return digest(words)[:SHORT]


def free_words(project: Project, game: Game) -> list[Pair]:
    """What is printed elsewhere, or in a figure, and speaks of no clause and no parameter either."""
    texts = _Texts(game.page, passages_of(game.page), Problems())
    figures = (one for one in free_passages(game.page) if one.is_figure and "anatomy(" in one.source)
    found = [_pair(TEXT, one, f"the figure '{_beginning(one.words)}'", {}, game.page) for one in figures]
    telling = (one for one in printed_elsewhere(project, game) if one.says_something and one.kind in WORDS)
    return [*found, *(pair for pair in texts.elsewhere(telling) if not pair.of)]


def _pair(kind: str, passage: Passage, called: str, of: Mapping[str, str] | None, page: RulesPage) -> Pair:
    return Pair(kind, passage.name, called, passage.words, of, page.place(passage.line), {})


# -- clauses and what applies them -------------------------------------------------------------------------------------


def _clauses(project: Project, game: Game, playable: Playable | None, passages: Passages) -> Iterator[Pair]:
    if "engine" not in game.page.head and not game.page.under("score"):
        return
    codes: dict[str, ClauseCode] = {}
    applied: Mapping[str, Mapping[str, str]] = _applied_by_table(game.page)
    if playable is not None and playable.origin.module:
        origin = playable.origin
        codes = code_of_clauses(origin.module, project.root, playable.engine.points, project.pure)
        applied = {clause: code.digests for clause, code in codes.items()}
    clauses = read_clauses(game.page, Problems())
    is_unknown = "engine" in game.page.head and playable is None
    for name, passage in passages.clauses.items():
        if name not in clauses:
            continue
        places = _places(project, codes[name].places) if name in codes else {}
        of = None if is_unknown and not clauses[name].physical else applied.get(name, {})
        beyond = codes[name].beyond if name in codes else ""
        called = f"{clauses[name].number} [{name}]"
        yield Pair(CLAUSE, name, called, passage.words, of, game.page.place(passage.line), places, beyond)


def _places(project: Project, places: Mapping[str, tuple[str, int]]) -> dict[str, Place]:
    """The places of code, in the project as its user would write them."""
    root = f"{project.root.resolve()}/"
    return {name: Place(file.removeprefix(root), line) for name, (file, line) in places.items()}


def _applied_by_table(page: RulesPage) -> dict[str, dict[str, str]]:
    """What the table of scores in the head says for each clause."""
    found: dict[str, dict[str, str]] = {}
    for key, entry in page.under("score").items():
        first, _, rest = key.partition(".")
        clause = clause_of(first if first in TAKEN else rest.partition(".")[0])
        said = [entry.value, *(item.value for item in entry.items)]
        found.setdefault(clause, {})[key] = of_words(repr(said))
    return found


# -- examples ----------------------------------------------------------------------------------------------------------


def _examples(page: RulesPage, passages: Passages) -> Iterator[Pair]:
    tables = by_id(page)
    for name, passage in passages.examples.items():
        lines = [" ".join(line.split()) for line in tables[name].lines[: tables[name].upper] if line.strip()]
        table = of_words("\n".join([*lines, *tables[name].words.split()]))
        yield _pair(EXAMPLE, passage, f"the prose of {name}", {TABLE: table}, page)


def _claims(page: RulesPage, passages: Passages) -> Iterator[Pair]:
    known = by_id(page, CLAIM)
    for name, passage in passages.claims.items():
        said = facts(known[name])
        figures = " ".join(said[key][0] for key in ("check", "claimed", "found", "verdict", "ruling") if key in said)
        yield _pair(CLAIM, passage, f"the {passage.name}", {FIGURES: of_words(figures)}, page)


# -- texts that speak of clauses ---------------------------------------------------------------------------------------


class _Texts:
    """Pairs of texts with the clauses of which they speak."""

    def __init__(self, page: RulesPage, passages: Passages, problems: Problems) -> None:
        self._page, self._passages, self._problems = page, passages, problems
        self._speaking = Speaking(page, passages)

    def _clauses_of(self, source: str, lead: str = "", more: Iterable[str] = ()) -> dict[str, str]:
        """Clause -> digest of its words."""
        known = self._speaking.known
        return {name: of_words(known[name].words) for name in self._speaking.clauses_of(source, lead, more)}

    def changes(self) -> Iterator[Pair]:
        covers = {name: block.covers for name, block in by_id(self._page, CHANGED).items()}
        for name, passage in self._passages.changes.items():
            yield _pair(CHANGED, passage, f"the {passage.name}", self._clauses_of("", more=covers[name]), self._page)

    def texts(self) -> Iterator[Pair]:
        for passage in self._passages.others:
            for name in clauses_named(passage.source):
                self._check(name, self._page.place(passage.line))
            what = "figure" if passage.is_figure else "text"
            called = f"the {what} '{_beginning(passage.words)}'"
            yield _pair(TEXT, passage, called, self._clauses_of(passage.source), self._page)
        for passage in self._passages.headings:
            yield _pair(TEXT, passage, f"the heading '{passage.words}'", {}, self._page)

    def elsewhere(self, printed: Iterable[PrintedWords]) -> Iterator[Pair]:
        """Pairs of words that are not on the page; those that speak of nothing agree with nothing."""
        for one in printed:
            for name in one.named:
                self._check(name, one.place, one.field or None)
            of = self._clauses_of(one.source, LEAD, one.named)
            yield Pair(one.kind, one.name, one.called, plain_words(one.source), of, one.place, {})

    def _check(self, name: str, place: Place, field: str | None = None) -> None:
        if name not in self._speaking.known:
            hint = did_you_mean(name, self._speaking.known)
            self._problems.report("E605", f"there is no clause {name}", place, field=field, hint=hint)


def _beginning(words: str) -> str:
    captions = (one or other for found in JINJA.findall(words) for one, other in STRING.findall(found))
    first = JINJA.sub("...", words).split()
    if first == ["..."]:
        figure = DRAWN.search(words)
        first = next((caption for caption in captions if " " in caption), figure[1] if figure else "...").split()
    return " ".join(first[:5]) + (" ..." if len(first) > 5 else "")


# -- translations ------------------------------------------------------------------------------------------------------


def _translations(project: Project, game: Game, language: str, passages: Passages) -> Iterator[Pair]:
    """A pair for each translated passage and cell."""
    shown = f"{RULES}/{game.name}.{language}.md"
    page = read_page(project.root / shown, shown, Problems())
    if page is not None:
        for original, passage in translated_passages(passages, passages_of(page)):
            called = original.name if "." in original.name.rpartition(" ")[2] else f"'{_beginning(original.words)}'"
            of = {ORIGINAL: of_words(original.words)}
            yield Pair(language, original.name, called, passage.words, of, page.place(passage.line), {})
    for card in game.deck:
        for column, words in card.translations.get(language, {}).items():
            if words and (cell := card.fields.get(column, "")):
                place, of = card.place(f"{column}@{language}"), {ORIGINAL: of_words(plain_words(cell))}
                called = f"the {column} of '{card.name or card.id}'".replace("_", " ")
                yield Pair(language, f"{card.id} {column}", called, plain_words(words), of, place, {})


def _translated_words(printed: Iterable[PrintedWords], language: str) -> Iterator[Pair]:
    """A pair for each word of a template in that language."""
    for one in printed:
        for code, source, place in one.translations:
            if code == language:
                of = {ORIGINAL: of_words(plain_words(one.source))}
                yield Pair(language, one.name, one.called, plain_words(source), of, place, {})


def translated_passages(originals: Passages, passages: Passages) -> Iterator[tuple[Passage, Passage]]:
    """Each passage of a page with its translation: clauses and examples by id, other texts by their places.

    If a section does not have as many other texts as its original, all of them together are one passage.
    """
    for there, here in (
        (originals.clauses, passages.clauses),
        (originals.examples, passages.examples),
        (originals.claims, passages.claims),
        (originals.changes, passages.changes),
    ):
        yield from ((one, here[name]) for name, one in there.items() if name in here)
    for section in dict.fromkeys(one.section for one in originals.others):
        first = [one for one in originals.others if one.section == section]
        second = [one for one in passages.others if one.section == section]
        if len(first) == len(second):
            yield from zip(first, second, strict=True)
        elif second:
            yield _joined(first), _joined(second)


def _joined(passages: list[Passage]) -> Passage:
    first = passages[0]
    section = first.name.rpartition(" ")[0]
    source = "\n\n".join(one.source for one in passages)
    return Passage(section, source, first.line, passages[-1].last, first.section)

"""The pairs of a game: words that are printed, and what they must agree with.

A clause must agree with the code that applies it, the prose of an example with its table, a claim with its figures, a
change with the clauses that it covers, and a text that speaks of rules with their clauses: a paragraph or the captions
of a figure, a card, a template or a term, if it names them or prints one of their parameters. A translation must agree
with the words that it translates. What nothing applies, such as a physical clause, and what speaks of no clause is a
pair whose other side is empty: it is signed by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from proofdeck.book.signing.acting import ClauseCode, code_of_clauses
from proofdeck.book.signing.elsewhere import WORDS, PrintedWords, printed_elsewhere
from proofdeck.book.signing.pair import CHANGED, CLAIM, CLAUSE, EXAMPLE, TEXT, Pair, beginning, of_words
from proofdeck.book.signing.translated import translated_words, translations
from proofdeck.ground.problems import Place, Problems, did_you_mean
from proofdeck.play.engine.score_table.reader import TAKEN
from proofdeck.play.engine.score_table.rules import clause_of
from proofdeck.source.project.languages import languages
from proofdeck.source.rules.clauses import read_clauses
from proofdeck.source.rules.examples import by_id
from proofdeck.source.rules.facts import facts
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.passages import (
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

TABLE, FIGURES = "table", "figures"
LEAD = "rules."
"""What comes before a parameter on a card."""


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
        found += translations(project, game, language, passages)
        found += translated_words(printed, language)
    return found


def free_words(project: Project, game: Game) -> list[Pair]:
    """What is printed elsewhere, or in a figure, and speaks of no clause and no parameter either."""
    texts = _Texts(game.page, passages_of(game.page), Problems())
    figures = (one for one in free_passages(game.page) if one.is_figure and "anatomy(" in one.source)
    found = [_pair(TEXT, one, f"the figure '{beginning(one.words)}'", {}, game.page) for one in figures]
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
            called = f"the {what} '{beginning(passage.words)}'"
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

"""Composes the book of a game from its page, and compares that with its engine: examples, claims, and changed rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.book.manuscript.addresses import UNHELD_HERE
from proofdeck.book.manuscript.appendix import changes_printed, claims_printed
from proofdeck.book.manuscript.components import parts_in
from proofdeck.book.manuscript.editions import edition_of
from proofdeck.book.manuscript.figures import COMPONENTS
from proofdeck.book.manuscript.in_words import described
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.markdown import markdown
from proofdeck.book.manuscript.reading import last_lines, read_text
from proofdeck.book.manuscript.source import filled_in
from proofdeck.book.manuscript.telling import tell
from proofdeck.book.manuscript.tree import PageFigure
from proofdeck.book.proof.claims import Decision, decide_claims
from proofdeck.book.proof.examples import Ran, Variants, run
from proofdeck.book.proof.mutation import Verdict, mutants, verdict
from proofdeck.ground.problems import (
    Problem,
    Problems,
    ProofdeckError,
    counted,
    hint_from,
)
from proofdeck.play.engine.faults import place_in
from proofdeck.play.engine.statements import read_statements
from proofdeck.play.scene.place import BACK
from proofdeck.play.setup.opening import engine_faults, open_game, playable_of
from proofdeck.play.setup.reduced import read_reduction
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.head import REDUCED
from proofdeck.source.project.printed_cards import printed_cards
from proofdeck.source.rules.changes import check_changes
from proofdeck.source.rules.clauses import Edition, read_clauses
from proofdeck.source.rules.examples import blocks, read_examples
from proofdeck.source.rules.passages import free_passages

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress
    from proofdeck.play.engine.loading import Playable
    from proofdeck.source.rules.examples import Example
    from proofdeck.source.rules.page import RulesPage

FAILURES = frozenset({"E616", "E645"})
"""The codes of what goes wrong in an engine itself."""


Held = Mapping[str, tuple[str, ...]]
"""The worked examples that hold, by id, each with the clauses that had a part in it."""


class Proved(NamedTuple):
    """A page compared with its engine.

    playable: None if it cannot be played; ran: the results of its examples; decisions: of its claims, by id.
    """

    playable: Playable | None
    ran: Sequence[Ran] = ()
    decisions: Mapping[str, Decision] = MappingProxyType({})

    @property
    def held(self) -> Held:
        """The examples that hold."""
        return {one.example.id: tuple(sorted(one.fired)) for one in self.ran if not one.problems}


def print_rules(
    game: Game, problems: Problems, proof: Proved | None = None, *, edition: Edition = Edition.PROOF
) -> str:
    """The rules of a game as Markdown with numbered clauses; empty if there are none, or after problems."""
    book = manuscript(game, proof or Proved(None), problems)
    return markdown(edition_of(book, edition)) if book else ""


def clause_words(game: Game) -> dict[str, str]:
    """The printed text and number of each clause of a game, for `why`."""
    book = manuscript(game, Proved(None), Problems())
    return book.clause_words if book else {}


def manuscript(game: Game, proof: Proved, problems: Problems) -> Manuscript | None:
    """The contents of a game's book; None if there are no rules, or after problems."""
    if not game.book.body.strip():
        return None
    clauses, say = read_clauses(game.book, problems), game.phrases
    check_changes(game.book, clauses, problems)
    page = game.book if game.translation else with_unheld_marked(game.book)
    source = filled_in(page, game.title, game.printed, clauses, problems, say)
    if source is None:
        return None
    engine, table = (proof.playable.engine, proof.playable.game) if proof.playable else (None, None)
    told = tell(source, proof.ran, game.deck, engine, table, printed=game.printed, phrases=say)
    claims = claims_printed(source, clauses, proof.decisions, say)
    names = {card.id: card.name or card.id for card in game.printed}
    names |= {f"{card.id}{BACK}": say("face_down") for card in game.deck}
    in_words = {card.id: described(card, say) for card in printed_cards(game, game.printed, None, Problems())}
    changes = tuple(changes_printed(source, clauses, proof.decisions, say))
    text = read_text(source, clauses, told, claims, say, changes)
    book = Manuscript(game.title, game.about.line, text, clauses, names, in_words, phrases=say)
    asked = {block.asked for block in book.blocks if isinstance(block, PageFigure) and block.asked.kind == COMPONENTS}
    return replace(book, figures={one: parts_in(game.printed, [kind for kind, _ in one.parts], say) for one in asked})


def with_unheld_marked(page: RulesPage) -> RulesPage:
    """The page with a mark behind each paragraph that is bound to nothing; tables, figures, code and HTML have none."""
    ends = {one.last for one in free_passages(page) if not (one.is_figure or one.source.startswith("|"))}
    if not ends or not page.keys:
        return page
    ends &= {page.first_line + line for line in last_lines(page.body)}
    lines = enumerate(page.body.split("\n"), page.first_line)
    return replace(page, body="\n".join(f"{line}{UNHELD_HERE}" if number in ends else line for number, line in lines))


def prove_rules(project: Project, game: Game, problems: Problems, *, trust: bool = False) -> Proved:
    """Compare the rules with the engine: clauses, parameters and worked examples."""
    scope = problems.scope()
    playable = playable_of(project, game, problems, trust=trust)
    if playable is not None:
        ran = run_examples(game, playable, problems)
        with engine_faults(project, game, problems):
            check_hunted(game, playable, problems)
        return Proved(playable, ran, decide_claims(project, game, playable, problems))
    if scope.is_clean:
        problems.extend(nobody_runs(game))
    return Proved(None, (), decide_claims(project, game, None, problems))


def check_hunted(game: Game, playable: Playable, problems: Problems) -> None:
    """Report what the head states of all tables and cannot be read, and a small deck that leaves no game."""
    read_statements(game.page, playable.game, {card.name: card.id for card in game.deck}, problems)
    entry = game.page.head.get(REDUCED)
    if entry is None or not (words := game.page.text(REDUCED, problems)):
        return
    try:
        table = playable.game.new_initial_state(playable.game.min_players, 0)
        read_reduction(words).of(game.deck, {card for cards in table.zones().values() for card in cards})
    except ProofdeckError as error:
        problems.extend(replace(problem, file=entry.file, line=entry.line) for problem in error.problems)


def nobody_runs(game: Game) -> list[Problem]:
    """Report each example of a game that has neither an engine nor a table of scores."""
    hint = "Name an engine in the head, or add a table 'score:'."
    message = "this example cannot be run: the game has neither an engine nor a table of scores"
    lines = [block.line for block in blocks(game.book.body, game.book.first_line)]
    return [Problem("E620", message, game.book.shown, line, hint=hint) for line in lines]


def run_examples(game: Game, playable: Playable, problems: Problems) -> list[Ran]:
    """Run the worked examples of a page; results that differ from the page are added to `problems`."""
    ran = results_of(game, playable, problems)
    problems.extend(_told(ran))
    return ran


def _told(ran: Iterable[Ran]) -> Iterator[Problem]:
    """The problems of all examples. A failure of the engine is told once, with the examples in which it happened."""
    failures: dict[Problem, list[str]] = {}
    for found in ran:
        for problem in found.problems:
            if problem.code in FAILURES:
                failures.setdefault(problem, []).append(found.example.id)
            else:
                yield problem
    for problem, (first, *others) in failures.items():
        too = f" and in {counted(len(others), 'other')}" if others else ""
        yield replace(problem, hint=hint_from(problem.hint, f"This happened in the example {first}{too}."))


def results_of(game: Game, playable: Playable, problems: Problems) -> list[Ran]:
    """Run the worked examples of a page; each result has its own problems. `problems`: for those that cannot be read.

    No example is run after a call that was given up, since each could wait as long.
    """
    examples = read_examples(game.book, playable.clauses, playable.engine.parameters, problems)
    ran: list[Ran] = []
    for found in map(runner(game, playable), examples):
        ran.append(found)
        if any(problem.code == "E645" for problem in found.problems):
            break
    return ran


def runner(game: Game, playable: Playable) -> Callable[[Example], Ran]:
    """A function that runs an example of the game. A failure of the project's engine is a problem of the example."""
    variants = Variants(playable.engine, playable.game, game.deck)

    def runs(example: Example) -> Ran:
        try:
            with playable.origin.faults():
                return run(example, game.book.shown, variants)
        except ProofdeckError as error:
            return Ran(example, frozenset(), tuple(error.problems))

    return runs


def mutate(root: Path, name: str, progress: Progress, problems: Problems, *, trust: bool) -> dict[str, object]:
    """Change rules on purpose, and see which examples notice. Ctrl-C ends it, and what is known so far is returned.

    Raises ProofdeckError if an example already fails.
    """
    game, playable = open_game(root, name, problems, trust=trust)
    wrong = Problems()
    examples = [one.example for one in run_examples(game, playable, wrong)]
    if wrong:
        raise ProofdeckError(wrong)
    changed = list(mutants(playable.engine, playable.game.values, game.deck))
    found, stopped = list[Verdict](), "changes"
    where = partial(place_in, folder=root)
    try:
        for mutant in changed:
            progress(game.title, len(found), len(changed))
            found.append(verdict(mutant, examples, game.page.shown, playable.engine, game.deck, where))
    except KeyboardInterrupt:
        if not found:
            raise
        stopped = "interrupted"
    noticed = sum(bool(one.noticed_by) for one in found)
    return {
        "version": 1,
        "game": game.name,
        "title": game.title,
        "stopped": stopped,
        "examples": len(examples),
        "mutants": len(found),
        "noticed": noticed,
        "score": noticed / len(found) if found else 0.0,
        "verdicts": [asdict(one) for one in found],
    }

"""Finds every mistake of a project, game by game, without printing; `check_all` skips untouched games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cache import Record, counts_path
from generator.engine.loading import modules_of
from generator.pipeline.books import check_length
from generator.pipeline.check import known_wishes
from generator.pipeline.claims import settle
from generator.pipeline.conforming import examined
from generator.pipeline.deck import Print, lay_out
from generator.pipeline.drawing import illustrated
from generator.pipeline.edition import look_of
from generator.pipeline.illustrations import illustrated_by_author
from generator.pipeline.jobs import check_papers
from generator.pipeline.kept import Kept
from generator.pipeline.languages import check_language, in_language, languages_of_rules, with_rules_in
from generator.pipeline.pads import pads_of
from generator.pipeline.playing import proved
from generator.pipeline.preflight import check_print
from generator.pipeline.proving import proofs
from generator.pipeline.request import Built, Options, Progress, no_progress
from generator.pipeline.sharing import are_worth_sharing, same
from generator.pipeline.shelf import Shelf
from generator.problems import Problem, Problems, has_errors, in_reading_order
from generator.processes import shared_out
from generator.project import Game, Project, load_project
from generator.rulebook.typed_numbers import RuleNumbers, check_typed_numbers
from generator.rules.glossary import read_glossary
from generator.rules.wording import check_wording

if TYPE_CHECKING:
    from generator.rulebook.examples import Ran


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings of `check`. problems: in reading order; ran: name of a game -> its worked examples."""

    project: Project
    problems: list[Problem]
    ran: Mapping[str, Sequence[Ran]]


def check(root: Path, games: Sequence[str], *, trust: bool = False, lang: str = "") -> list[Problem]:
    """Find every mistake, without writing anything. Raises ProofdeckError if the folder is not a project.

    lang: the language of the games; by default that of the project.
    """
    return checked(root, games, trust=trust, lang=lang).problems


def checked(root: Path, games: Sequence[str], *, trust: bool = False, lang: str = "") -> Checked:
    """The same, returning also the project and its worked examples."""
    problems = Problems()
    lang = lang or known_wishes(root, problems).lang
    project = load_project(root, problems)
    chosen = project.chosen(games, problems)
    check_language(project, chosen, lang)
    ran, options = {}, Options(trust=trust, lang=lang)
    for game in chosen:
        ran[game.name], _ = _examine(project, in_language(project, game, lang, problems), problems, options)
    return Checked(project, in_reading_order(problems), ran)


def check_all(root: Path, games: Sequence[str], record: Record, progress: Progress, *, trust: bool, lang: str) -> Kept:
    """The same, with the proof of each clause and the tests of the project's engines; untouched games are skipped."""
    problems = Problems()
    shelf = Shelf(root, problems, record, ("check", trust, lang), tests=True)
    chosen = shelf.project.chosen(games, problems)
    check_language(shelf.project, chosen, lang)
    found = {game.name: shelf.take(game) for game in chosen}
    missing = [game for game in chosen if found[game.name] is None]
    options = Options(trust=trust, lang=lang, cache=record.is_enabled)
    for game, kept in zip(missing, _looked_at(shelf.project, missing, progress, options), strict=True):
        shelf.lay(game, kept)
        found[game.name] = kept
    looks = [one for one in found.values() if one is not None]
    told = in_reading_order([*problems, *(problem for one in looks for problem in one.built.problems)])
    more = {what: [row for one in looks for row in one.more[what]] for what in ("tables", "tried")}
    return Kept(Built(problems=told), [*dict.fromkeys(path for one in looks for path in one.read)], more)


def settle_claims(root: Path, games: Sequence[str], progress: Progress, *, trust: bool) -> Sequence[Problem]:
    """Decide the claims that take long, store the results, and return problems of those that cannot be decided."""
    problems = Problems()
    project = load_project(root, Problems())
    settle(project, project.chosen(games, problems), progress, problems, trust=trust)
    return problems


def _looked_at(project: Project, games: Sequence[Game], progress: Progress, options: Options) -> Iterator[Kept]:
    names = [game.name for game in games]
    look = partial(_look_at, options=options)
    if not are_worth_sharing(games):
        return (look(project, name, progress=progress) for name in names)
    return shared_out(names, look, same, (project,), min(os.cpu_count() or 1, len(names)))


def _look_at(project: Project, name: str, progress: Progress = no_progress, *, options: Options) -> Kept:
    """The problems of one game, the proof of its clauses, and the test of its engine."""
    problems = Problems()
    game = in_language(project, project.games[name], options.lang, problems)
    ran, read = _examine(project, game, problems, options)
    tried = examined(project, [name], progress, problems, trust=options.trust)
    tables = proofs(project, {name: ran}, trust=options.trust)
    more = {"tables": [asdict(table) for table in tables], "tried": [asdict(one) for one in tried]}
    return Kept(Built(problems=[*problems]), [*read, counts_path(project.root, name)], more)


def _examine(
    project: Project, game: Game, problems: Problems, options: Options
) -> tuple[Sequence[Ran], Iterable[Path]]:
    """The results of its worked examples, and the images, fonts and modules that were read."""
    scope = problems.scope()
    plain = Options(cache=options.cache)
    made = lay_out(project, game, plain, problems)
    check_papers(made, plain, problems)
    if not has_errors(scope.found):
        check_print(made, problems)
    check_typed_numbers(game.printed, made.templates, RuleNumbers.of(game.page, game.about.players), problems)
    read = [] if has_errors(scope.found) else made.files(project.root)
    look_of(project, game, problems)
    ran, watched = _read_book(project, game, made, problems, trust=options.trust)
    for language in languages_of_rules(project, game) if not game.language else ():
        _read_book(project, with_rules_in(project, game, language, problems), made, problems, trust=options.trust)
    return ran, [*read, *watched, *modules_of(project.root)]


def _read_book(
    project: Project, game: Game, made: Print, problems: Problems, *, trust: bool
) -> tuple[Sequence[Ran], Sequence[Path]]:
    """The results of its worked examples, and where pictures of the page may turn up.

    Problems already reported are not repeated for a translation.
    """
    found = Problems()
    ran: Sequence[Ran] = ()
    watched: Sequence[Path] = ()
    with project.engine_faults(game, found):
        proof = proved(project, game, found, trust=trust)
        ran = proof.ran
        plain = illustrated(project, game, proof, found)
        if plain is not None and not has_errors(found):
            drawn = illustrated_by_author(project, game, plain, made.supplies, found)
            check_length(project, replace(made, game=game, illustrations=drawn.faces), drawn.book, proof, found)
            watched = drawn.watched
        if not game.translation:
            check_wording(game.page, read_glossary(game.page, Problems()), found)
            pads_of(project, game, found, trust=trust)
    told = {(problem.code, problem.message) for problem in problems} if game.translation else set()
    problems.extend(problem for problem in game.located(found) if (problem.code, problem.message) not in told)
    return ran, watched

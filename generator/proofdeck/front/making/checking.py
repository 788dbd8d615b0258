"""Finds every mistake of a project, game by game, without printing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from proofdeck.book.manuscript.books import check_length
from proofdeck.book.manuscript.composing import Held, clause_words
from proofdeck.book.manuscript.drawing import compose
from proofdeck.book.manuscript.illustrations import illustrated_by_author
from proofdeck.book.manuscript.proving import proof_of_game, why_unproved
from proofdeck.book.pads.pads import pads_of
from proofdeck.book.proof.claims import settle
from proofdeck.book.proof.pad_proof import check_pads
from proofdeck.book.proof.typed_numbers import RuleNumbers, check_typed_numbers
from proofdeck.book.signing.comparing import check_signed
from proofdeck.book.signing.pairs import free_words
from proofdeck.front.making.piece_checks import check_dealt, check_setup, check_spaces
from proofdeck.front.making.reports import GameReport, whole_report
from proofdeck.front.making.sharing import are_worth_sharing, same
from proofdeck.ground.problems import Problem, Problems, has_errors
from proofdeck.ground.processes import shared_out
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.workspace import Kept, Progress, question
from proofdeck.paper.deck.art import check_art
from proofdeck.paper.deck.font_files import check_fonts, fonts_on
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.play.setup.conforming import try_engine
from proofdeck.play.setup.opening import engine_faults, playable_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import check_language, in_language, languages_of_rules, with_rules_in
from proofdeck.source.project.look import look_of
from proofdeck.source.project.reading import load_project, problems_of_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.glossary import read_glossary
from proofdeck.source.rules.wording import check_wording


@question(Kept.VALUE)
def games_to_check(project: Project, games: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The names of the games to check. Raises ProofdeckError if that cannot be done."""
    problems = Problems()
    problems_of_project(project, problems)
    check_fonts(project, problems)
    project.collector().extend(problems)
    found = project.chosen(games, problems)
    check_language(project, found, lang)
    return tuple(game.name for game in found)


def settle_claims(root: Path, games: Sequence[str], progress: Progress, *, trust: bool) -> Sequence[Problem]:
    """Decide the claims that take long, store the results, and return problems of those that cannot be decided."""
    problems = Problems()
    project = load_project(root, Problems())
    settle(project, project.chosen(games, problems), progress, problems, trust=trust)
    return problems


def check_games(project: Project, asked: Mapping[str, Asked]) -> list[GameReport]:
    """The report on each of those games; several are made at the same time if that is worth it."""
    new = [name for name, one in asked.items() if not project.stands(one)]
    elsewhere: dict[str, GameReport] = {}
    if len(new) > 1 and are_worth_sharing([project.games[name] for name in new]):
        project.save()
        check = partial(_check_elsewhere, asked=asked)
        elsewhere = dict(
            zip(new, shared_out(new, check, same, (project,), min(os.cpu_count() or 1, len(new))), strict=True)
        )
    return [elsewhere.get(name) or whole_report(project, one) for name, one in asked.items()]


def _check_elsewhere(project: Project, name: str, asked: Mapping[str, Asked]) -> GameReport:
    found = whole_report(project, asked[name])
    project.save()
    return found


@question(Kept.VALUE)
def report_on(project: Project, name: str, lang: str, trust: bool, simulated: int | None) -> GameReport:
    """What is found in one game, without the problems, which are reported."""
    own = Problems()
    game = in_language(project, project.games[name], lang, own)
    tried = try_engine(project, project.games[name], own, trust=trust)
    held, fonts = _examine(project, game, own, trust=trust, is_sound=tried is None or tried.clean)
    proof = proof_of_game(project, name, held, trust=trust, games=simulated)
    free = free_words(project, game) if simulated is not None else []
    called = tuple(f"{one.called}: {one.says} ({one.where})" for one in free)
    why = "" if proof else why_unproved(game)
    found = GameReport(game.name, game.title, proof, tried, why, free=called, fonts=fonts)
    with engine_faults(project, game, Problems()):
        found = found._replace(texts=check_signed(project, game, own, trust=trust))
    project.collector().extend(_each_once(own))
    return found


def _each_once(problems: Iterable[Problem]) -> Iterable[Problem]:
    """The first of those that differ only in how they were met: by the test of an engine, in an example, in a claim."""
    told: dict[Problem, Problem] = {}
    for problem in problems:
        told.setdefault(replace(problem, hint=""), problem)
    return told.values()


def _examine(
    project: Project, game: Game, problems: Problems, *, trust: bool, is_sound: bool
) -> tuple[Held, tuple[str, ...]]:
    """Look for mistakes, and return the worked examples that hold and the files of fonts on cards.

    is_sound: whether games can be played for pads.
    """
    scope, plain = problems.scope(), Options()
    made = lay_out(project, game, plain, problems)
    if not has_errors(scope.found):
        check_print(made, problems)
        if not game.language:
            check_art(project, game, made.faces(), problems)
    check_typed_numbers(game.printed, made.templates, RuleNumbers.of(game.page, game.about.players), problems)
    look_of(project, game, problems)
    check_setup(game, problems)
    with engine_faults(project, game, Problems()):
        check_dealt(project, game, made, problems, trust=trust)
        check_spaces(project, game, made, problems, trust=trust)
    held = _check_book(project, game, made, problems, trust=trust, is_sound=is_sound)
    for language in languages_of_rules(project, game) if not game.language else ():
        translated = with_rules_in(project, game, language, problems)
        _check_book(project, translated, made, problems, trust=trust, is_sound=is_sound)
    return held, fonts_on(made.faces(), made.supplies)


def _check_book(project: Project, game: Game, made: Print, problems: Problems, *, trust: bool, is_sound: bool) -> Held:
    """The worked examples that hold. Problems already reported are not repeated for a translation."""
    book = compose(project, PrintVersion.of(game), trust)
    found = Problems(book.problems)
    if book.manuscript is not None and not has_errors(found):
        drawn = illustrated_by_author(project, game, book.manuscript, made.supplies, found)
        check_length(project, replace(made, game=game, illustrations=drawn.faces), drawn.book, book, found)
    if not game.translation:
        check_wording(game.page, read_glossary(game.page, Problems()), found)
        with engine_faults(project, game, found):
            pads_of(project, game, clause_words, found, trust=trust)
            playable = playable_of(project, game, Problems(), trust=trust)
            if is_sound and playable is not None and book.manuscript is not None and not has_errors(found):
                check_pads(game, playable, book.scored, book.manuscript.clause_words, found)
    told = {(problem.code, problem.message) for problem in problems} if game.translation else set()
    problems.extend(problem for problem in game.located(found) if (problem.code, problem.message) not in told)
    return book.held

"""`proofdeck rules`: prints the rules of a game, filled in and numbered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, GameName, ProgressBar, ProjectFolder, exit_code, print_object, warn
from proofdeck.ground.flags import Flag, Lang
from proofdeck.source.rules.clauses import Edition, EditionName


def rules(
    game: GameName = "",
    project: ProjectFolder = Path(),
    edition: Annotated[
        EditionName, Flag("Which of the three books is printed; each contains the one before it.")
    ] = "proof",
    lang: Lang = "",
    as_json: AsJson = False,
) -> None:
    """Print the rules of a game as Markdown, with every number filled in and every clause numbered."""
    from proofdeck.book.manuscript.composing import clause_words, print_rules, prove_rules
    from proofdeck.ground.problems import Problems, as_row
    from proofdeck.source.project.languages import check_language, in_language
    from proofdeck.source.project.reading import load_project
    from proofdeck.source.project.settings import language_in

    problems = Problems()
    opened = load_project(project, problems)
    (plain,) = opened.chosen([game], problems)
    lang = language_in(project, lang)
    check_language(opened, [plain], lang)
    chosen = in_language(opened, plain, lang, problems)
    with ProgressBar():
        proved = prove_rules(opened, chosen, Problems())
        text = print_rules(chosen, problems, proved, edition=Edition[edition.upper()])
    problems = Problems(chosen.located(problems))
    if not text and not problems:
        problems.report("E612", f"{chosen.title} has no rules yet", chosen.page.place())
    if as_json:
        told = [as_row(problem) for problem in problems]
        words = {"title": chosen.title, "markdown": text, "clauses": clause_words(chosen)}
        print_object({"version": 1, "game": chosen.name, **words, "problems": told})
    else:
        say(text.removesuffix("\n"))
        warn(problems, project)
    raise typer.Exit(exit_code(problems))

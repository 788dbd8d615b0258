"""The rulebooks of a game: which files, what they depend on, and whether what they print is true.

A book whose examples do not hold, or whose clauses the engine does not apply, is not made; cards and sheets are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.cache import digest, engine_digest
from generator.pipeline.jobs import Job, Made
from generator.pipeline.playing import run_examples
from generator.pipeline.request import Progress
from generator.problems import Problem, has_errors
from generator.project import Game, Project
from generator.rules.clauses import Clause, read_clauses

STYLE = "rulebook.css"
UNTRUSTED = "E609"


def book_jobs(project: Project, game: Game, folder: Path, problems: list[Problem]) -> list[Job]:
    """rulebook.html and rulebook.md; none for a game without rules, or after problems."""
    if not game.page.body.strip():
        return []
    from generator.rulebook.html import IN_HTML
    from generator.rulebook.source import filled_in, render

    own: list[Problem] = []
    clauses = read_clauses(game.page, own)
    examples = _proved(project, game, own)
    text = filled_in(game.page, game.title, game.deck, clauses, IN_HTML, own)
    problems.extend(own)
    if text is None or has_errors(own):
        return []
    markdown = render(game.page, game.title, game.about.line, game.deck, clauses, [])
    return [_html(project, game, folder, text, clauses, examples), _markdown(game, folder, markdown)]


def _proved(project: Project, game: Game, problems: list[Problem]) -> int:
    """Run the examples, and say how many there are. An engine that nobody trusts is left to `check`."""
    found: list[Problem] = []
    playable = project.playable(game, found)
    problems.extend(problem for problem in found if problem.code != UNTRUSTED)
    return len(run_examples(game, playable, problems)) if playable else 0


def _html(project: Project, game: Game, folder: Path, text: str, clauses: dict[str, Clause], examples: int) -> Job:
    path = folder / "rulebook.html"
    css = _style(project, game.name)
    imprint = f"{game.title}{f', version {game.about.version}' if game.about.version else ''}."
    if examples:
        imprint += f" {examples} worked examples in it were played by the rules that are printed here."

    def make(_: Sequence[Path], _progress: Progress) -> Made:
        from generator.rulebook.html import html

        yield path, html(game.title, game.about.line, text, clauses, css, imprint).encode()

    key = digest("rulebook.html", engine_digest(), game.title, game.about.line, text, clauses, css, imprint)
    says = f"{len(clauses)} clauses" + (f", {examples} examples" if examples else "")
    return Job(game.name, says, {path: key}, make)


def _markdown(game: Game, folder: Path, markdown: str) -> Job:
    path = folder / "rulebook.md"

    def make(_: Sequence[Path], _progress: Progress) -> Made:
        yield path, markdown.encode()

    return Job(game.name, "Markdown", {path: digest("rulebook.md", markdown)}, make)


def _style(project: Project, game: str) -> str:
    """The shipped page, then that of the project, then the game's own colours."""
    files = [folder / sub / STYLE for folder, _ in reversed(project.template_folders) for sub in ("rulebook", game)]
    return "\n".join(file.read_text(encoding="utf-8", errors="replace").strip() for file in files if file.is_file())

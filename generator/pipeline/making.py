"""Read, lay out, impose, print: the first arrow from end to end, and `check`, which stops before ink."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cache import Record
from generator.engine.loading import modules_of
from generator.files import write_file
from generator.pipeline.books import book_jobs
from generator.pipeline.claims import settle
from generator.pipeline.deck import lay_out, matches
from generator.pipeline.drawing import illustrated
from generator.pipeline.edition import look_of
from generator.pipeline.jobs import Job, jobs_of
from generator.pipeline.pads import pad_jobs, pads_of
from generator.pipeline.playing import proved
from generator.pipeline.request import PRODUCTS, Built, Options, Output, Progress, pattern_of
from generator.problems import Problem, did_you_mean, has_errors, hint_from, in_reading_order, listed
from generator.project import Game, Project, load_project
from generator.rules.glossary import read_glossary
from generator.rules.wording import check_wording

if TYPE_CHECKING:
    from generator.rulebook.examples import Ran


@dataclass(frozen=True, slots=True)
class Checked:
    """What `check` found. problems: in reading order; ran: name of a game -> its worked examples."""

    project: Project
    problems: list[Problem]
    ran: Mapping[str, Sequence[Ran]]


def make(
    root: Path, games: Sequence[str], options: Options, record: Record, progress: Progress
) -> tuple[Built, list[Path]]:
    """What was built, and the images and fonts that went into it. A file whose key is what it was is left alone."""
    problems: list[Problem] = []
    project = load_project(root, problems)
    chosen = project.chosen(games, problems)
    _check_request(chosen, options, problems)
    prints = [lay_out(project, game, options, problems) for game in chosen] if options.cards or options.books else []
    jobs = [job for made in prints for job in jobs_of(made, _folder(root, options, made.game), options, problems)]
    of_books: list[Problem] = []
    books = [
        job
        for made in prints
        if options.books
        for job in book_jobs(project, made, _folder(root, options, made.game), options, of_books, progress)
    ]
    books += [
        job for game in chosen for job in pad_jobs(project, game, _folder(root, options, game), options, of_books)
    ]
    built = Built(problems=in_reading_order([*problems, *of_books]))
    if has_errors(problems):
        return built, []
    for job in jobs + books:
        built.outputs.extend(_make(job, record, progress))
    return built, [*(path for made in prints for path in made.files(root)), *modules_of(root)]


def check(root: Path, games: Sequence[str], *, trust: bool = False, settling: Progress | None = None) -> list[Problem]:
    """Every mistake, and nothing written but by settling. Raises ProofdeckError when the folder is no project."""
    return checked(root, games, trust=trust, settling=settling).problems


def checked(root: Path, games: Sequence[str], *, trust: bool = False, settling: Progress | None = None) -> Checked:
    """The same, with the project and its worked examples for whoever wants to know more.

    settling: decide before that the claims which take long, and keep what is found; watches how far they are.
    """
    problems: list[Problem] = []
    project = load_project(root, problems)
    chosen, ran = project.chosen(games, problems), {}
    if settling is not None:
        settle(project, chosen, settling, problems, trust=trust)
    for game in chosen:
        made = lay_out(project, game, Options(), problems)
        jobs_of(made, root, Options(), problems)
        check_wording(game.page, read_glossary(game.page, []), problems)
        with project.engine_faults(game, problems):
            proof = proved(project, game, problems, trust=trust)
            ran[game.name] = proof.ran
            illustrated(project, game, proof, problems)
            pads_of(project, game, problems, trust=trust)
        look_of(project, game, problems)
    return Checked(project, in_reading_order(problems), ran)


def _folder(root: Path, options: Options, game: Game) -> Path:
    return (options.output or root / "output") / game.name


def _check_request(games: Sequence[Game], options: Options, problems: list[Problem]) -> None:
    players = options.players
    for game in games:
        fewest, most = game.about.players or (players, players)
        if players and fewest and most and game.depends_on_players and not fewest <= players <= most:
            message = f"{game.title} is for {fewest} to {most} players, not for {players}"
            hint = f"Take a number from {fewest} to {most}, or leave out --players."
            problems.append(Problem("E504", message, field="players", hint=hint))
    cards = [card for game in games for card in game.deck]
    for pattern in options.patterns:
        if not any(matches(card, pattern) for card in cards):
            near = did_you_mean(pattern, [*PRODUCTS, *(word for card in cards for word in (card.id, card.name))])
            hint = hint_from(near, f'Patterns such as "wolf*" match ids and names; {listed(PRODUCTS)} are no cards.')
            problems.append(Problem("E507", f"no card is called '{pattern}'", field="only", hint=hint))
    for product in options.products:
        if any(matches(card, product) for card in cards):
            message = f"'{product}' in --only makes that sheet, and a card is called so too"
            hint = f'Write "{pattern_of(product)}" for the card.'
            problems.append(Problem("W740", message, field="only", hint=hint))


def _make(job: Job, record: Record, progress: Progress) -> Iterator[Output]:
    """Write what is stale; say of each file whether it was made."""
    stale = [path for path, key in job.keys.items() if not record.is_current(path, key)]
    if stale:
        for path, data in job.make(stale, progress):
            write_file(path, data)
            record.remember(path, job.keys[path])
    made = set(stale)
    for path in job.keys:
        yield Output(job.game, path, job.says, path in made)

"""Makes the files of a target: reads the project, lays out each game, and writes what is not up to date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.cache import Record
from generator.engine.loading import modules_of
from generator.export.settings import Settings
from generator.export.target import Goods, Target, check_settings, target_of
from generator.pipeline.deck import Print, lay_out
from generator.pipeline.kept import Kept
from generator.pipeline.languages import check_language, in_language
from generator.pipeline.making import carry_out, check_request
from generator.pipeline.request import Built, Options, Output, Progress
from generator.places import EXPORTS, OUTPUT
from generator.problems import Problems, has_errors, in_reading_order
from generator.project import Game, Project, load_project


def make(
    root: Path,
    name: str,
    games: Sequence[str],
    options: Options,
    settings: Settings,
    record: Record,
    progress: Progress,
) -> Kept:
    """Make the files of the target of that name; return also the files that were read."""
    target = target_of(name)
    check_settings(target, settings)
    problems = Problems()
    project = load_project(root, problems)
    chosen = project.chosen(games, problems)
    check_language(project, chosen, options.lang)
    check_request(chosen, options, problems)
    if has_errors(problems):
        return Kept(Built(problems=in_reading_order(problems)), [])
    outputs: list[Output] = []
    read: list[Path] = []
    for plain in chosen:
        own = Problems()
        game = in_language(project, plain, options.lang, own)
        made = lay_out(project, game, options, own)
        if not has_errors(own):
            read += made.files(root)
            goods = _goods(project, game, made, target, options, own)
            outputs += _carried_out(goods, target, settings, record, progress)
        problems.extend(game.located(own))
    return Kept(Built(outputs, in_reading_order(problems)), [*dict.fromkeys(read), *modules_of(root)])


def _goods(project: Project, game: Game, made: Print, target: Target, options: Options, problems: Problems) -> Goods:
    folder = (options.output or project.root / OUTPUT) / game.name / options.lang / EXPORTS / target.name
    return Goods(project, game, made, folder, options.players, options.trust, problems)


def _carried_out(
    goods: Goods, target: Target, settings: Settings, record: Record, progress: Progress
) -> Iterator[Output]:
    jobs = target.jobs(goods, settings) if goods.designs else []
    if has_errors(goods.problems):
        return
    keys: dict[Path, str] = {}
    for job in jobs:
        yield from carry_out(job, record, progress, keys)
    for old in record.current_below(goods.folder) - {path for job in jobs for path in job.keys}:
        old.unlink(missing_ok=True)
    record.adopt(keys)

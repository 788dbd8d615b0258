"""`build` and `check`: read, lay out, impose, print; each only if what it depends on has changed.

Nothing changed is noticed twice. First by the files: if no input and no output has been touched since the last build,
nothing is even read. Then by content: a file whose display lists, fonts and pictures are what they were is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.cache import Record, digest, engine_digest
from generator.files import files_below, signatures, write_file
from generator.pipeline.deck import Print, lay_out, matches
from generator.pipeline.jobs import Job, jobs_of
from generator.pipeline.request import Built, Options, Output, Progress, no_progress
from generator.problems import Problem, did_you_mean, has_errors, hint_from, in_reading_order
from generator.project import RULES, TEMPLATES, Game, find_spreadsheet, load_project, shipped_root


def build(root: Path, games: Sequence[str], options: Options, progress: Progress = no_progress) -> Built:
    """Make every file that is not up to date; with an error anywhere, none. Raises ProofdeckError for no project."""
    spreadsheet = find_spreadsheet(root)
    record = Record(root, options.cache)
    name = digest(sorted(games), options)
    inputs = _inputs(root, spreadsheet)
    known = _unchanged(record.build(name), inputs)
    if known is not None:
        return known
    problems: list[Problem] = []
    project = load_project(root, problems)
    chosen = project.chosen(games)
    _check_request(chosen, options, problems)
    prints = [] if has_errors(problems) else [lay_out(project, game, options, problems) for game in chosen]
    jobs = [job for made in prints for job in jobs_of(made, _folder(root, options, made), options, problems)]
    built = Built(problems=in_reading_order(problems))
    if not has_errors(problems):
        for job in jobs:
            built.outputs.extend(_make(job, record, progress))
        extra = [path for made in prints for path in made.files(root)]
        record.remember_build(name, _facts(inputs, extra, built))
        record.save()
    return built


def check(root: Path, games: Sequence[str]) -> list[Problem]:
    """Every mistake, and nothing written. Raises ProofdeckError when the folder is no project."""
    problems: list[Problem] = []
    project = load_project(root, problems)
    for game in project.chosen(games):
        made = lay_out(project, game, Options(), problems)
        jobs_of(made, root, Options(), problems)
    return in_reading_order(problems)


def _folder(root: Path, options: Options, made: Print) -> Path:
    return (options.output or root / "output") / made.game.name


def _check_request(games: Sequence[Game], options: Options, problems: list[Problem]) -> None:
    players = options.players
    for game in games:
        fewest, most = game.about.players or (players, players)
        if players and fewest and most and game.depends_on_players and not fewest <= players <= most:
            message = f"{game.title} is for {fewest} to {most} players, not for {players}"
            hint = f"Take a number from {fewest} to {most}, or leave out --players."
            problems.append(Problem("E504", message, field="players", hint=hint))
    cards = [card for game in games for card in game.deck]
    for pattern in options.only:
        if not any(matches(card, pattern) for card in cards):
            near = did_you_mean(pattern, [word for card in cards for word in (card.id, card.name)])
            hint = hint_from(near, 'Patterns such as "wolf*" match ids and names.')
            problems.append(Problem("E507", f"no card is called '{pattern}'", field="only", hint=hint))


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


# -- was anything touched at all? -------------------------------------------------------------------------------------


def _inputs(root: Path, spreadsheet: Path) -> dict[str, Any]:
    """Signatures of every file that a build may read, whatever the cards say."""
    folders = {path.resolve() for path in (root / TEMPLATES, root / RULES, shipped_root() / TEMPLATES)}
    files = [spreadsheet.resolve(), *(path for folder in sorted(folders) for path in files_below(folder))]
    return {"engine": engine_digest(), **signatures(files)}


def _facts(inputs: dict[str, Any], extra: Sequence[Path], built: Built) -> dict[str, Any]:
    there = signatures(output.path for output in built.outputs)
    return {
        "inputs": inputs,
        "extra": signatures(extra),
        "outputs": [[out.game, str(out.path), out.says, there[str(out.path)]] for out in built.outputs],
        "problems": [[getattr(problem, key) for key in Problem.__dataclass_fields__] for problem in built.problems],
    }


def _unchanged(facts: dict[str, Any], inputs: dict[str, Any]) -> Built | None:
    """The last build of this kind, if nothing that it read or wrote has been touched."""
    try:
        outputs = facts["outputs"]
        written = signatures(Path(path) for _, path, _, _ in outputs)
        extra = signatures(Path(path) for path in facts["extra"])
        if facts["inputs"] != inputs or facts["extra"] != extra:
            return None
        if any(written[path] != signature for _, path, _, signature in outputs):
            return None
        rows = [Output(game, Path(path), says, False) for game, path, says, _ in outputs]
        return Built(rows, [Problem(*values) for values in facts["problems"]])
    except (KeyError, TypeError, ValueError):
        return None

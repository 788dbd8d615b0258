"""Files that are made of a game: which there are, what each depends on, and whether they are as they were made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.files import write_file
from proofdeck.ground.problems import Problem
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.workspace import Progress, Workspace

MadeFiles = Iterator[tuple[str, bytes]]


@dataclass(frozen=True)
class Job:
    """Files made together, each by its path below the folder of the game.

    keys: each file with its key; make: returns the bytes of the files asked for.
    """

    says: str
    keys: Mapping[str, str]
    make: Callable[[Sequence[str], Progress], MadeFiles]


def one_file(path: str, says: str, key: str, data: Callable[[Progress], bytes]) -> Job:
    """A job that makes one file. data: returns its bytes."""

    def make(_: Sequence[str], progress: Progress) -> MadeFiles:
        yield path, data(progress)

    return Job(says, {path: key}, make)


class Planned(NamedTuple):
    """A file to make: its path, what it is, and its key."""

    path: str
    says: str
    key: str


class FilePlan(NamedTuple):
    """The files of a game. notes: what is to be said of them; is_sound: whether they can be made."""

    files: tuple[Planned, ...]
    notes: tuple[str, ...] = ()
    is_sound: bool = True

    @classmethod
    def of(
        cls, project: Workspace, jobs: Sequence[Job], notes: Iterable[str] = (), *, is_sound: bool = True
    ) -> FilePlan:
        """The plan of those jobs, which are put aside for `make`."""
        files = (Planned(path, job.says, key) for job in jobs for path, key in job.keys.items())
        found = cls(tuple(files), tuple(notes), is_sound)
        project.workshop[FilePlan] = found, jobs
        return found


@dataclass(frozen=True, slots=True)
class Output:
    """One file of a build. made: False if it was already up to date."""

    game: str
    path: Path
    says: str
    made: bool


class GameOutputs(NamedTuple):
    """What was made of one game. plan: the question that said which files it has."""

    plan: Asked
    outputs: list[Output]
    problems: list[Problem]
    notes: list[str]


def part_of(project: Workspace, asked: Asked, outputs: list[Output]) -> GameOutputs:
    """Those files of a game, with what is behind its plan. asked: the question that it answers."""
    found: FilePlan = project.ask(asked)
    return GameOutputs(asked, outputs, list(project.summary(asked).problems), list(found.notes))


def is_up_to_date(project: Workspace, asked: Asked, folder: Path) -> bool:
    """Whether the plan is known and would be the same, and all of its files are there as they were made."""
    if not project.is_settled(asked):
        return False
    files = project.ask(asked).files
    return all(project.store.made(folder / one.path) == one.key for one in files)


def make(
    project: Workspace, asked: Asked, folder: Path, game: str, jobs_again: Callable[[], Sequence[Job]]
) -> Iterator[Output]:
    """Write the files of a plan that are out of date, and tell for each file whether it was.

    They are not remembered if anything that they are made of was changed in the meantime. jobs_again: how to get its
    jobs, if they have not been put aside a moment ago.
    """
    found: FilePlan = project.ask(asked)
    stale = {one.path for one in found.files if project.store.made(folder / one.path) != one.key}
    planned, jobs = project.workshop.pop(FilePlan, (None, ()))
    for job in () if not stale else jobs if planned is found else jobs_again():
        _write(project, job, folder, stale)
    if stale and not project.has_changed():
        project.store.keep_made({folder / one.path: one.key for one in found.files})
    for one in found.files:
        yield Output(game, folder / one.path, one.says, one.path in stale)


def _write(project: Workspace, job: Job, folder: Path, stale: Collection[str]) -> None:
    wanted = [path for path in job.keys if path in stale]
    for path, data in job.make(wanted, project.progress) if wanted else ():
        write_file(folder / path, data)

"""Two versions of a game, played with the same seeds until it is known what is different."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.lab.difference import Paired, as_rows
from proofdeck.play.lab.estimates import reach_at_any_time, reach_at_the_end
from proofdeck.play.lab.results import Compared, Stopped
from proofdeck.play.lab.simulation import Experiment, Simulation
from proofdeck.play.lab.usage import Usage, scoring_clauses
from proofdeck.play.setup.series import Crew, Series, played_elsewhere, played_here
from proofdeck.play.setup.versions import Version, name_in_words, read_change
from proofdeck.source.project.revisions import files_at

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress
    from proofdeck.play.engine.playouts import Outcome

Stream = Generator[list["Outcome"], None, None]

MOST_PAIRS = 10_000
"""Pairs after which a comparison that stops at any time ends."""
MARGIN = 0.02
"""A difference in the share of wins that does not matter, by default."""


def compare(
    root: Path,
    asked: Simulation,
    said: Sequence[str],
    progress: Progress,
    problems: Problems,
    *,
    to: str = "",
    margin: float = MARGIN,
    any_time: bool = False,
) -> Compared:
    """Play both versions, with the same figures for any number of jobs. The older one comes first.

    said: changes of the newer one, such as `goal.2=7`. to: a folder or a revision of git that has the older one; "" for
    the game as it is. any_time: stop when each figure differs, or is known to differ by less than margin (a share of
    wins). Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError if the game cannot be played.
    """
    changes = tuple(map(read_change, said))
    one = Experiment.begin(root, asked, problems, changes)
    new = one.series.version
    if to and isinstance(asked.crew, str):
        message = "a cluster can play two versions of one folder only, because workers read the project in its folder"
        raise ProofdeckError(Problem("E808", message, field="to", hint="Name the change with --set, or use --jobs."))
    with _older(new, to) as old:
        if old == new:
            hint = "Name a change, --set goal.2=7, or an older project, --to HEAD~1."
            raise ProofdeckError(Problem("E805", "there is nothing to compare the game with", hint=hint))
        sides = [replace(one.series, version=version) for version in (old, new)]
        usage = Usage(one.playable.game, scoring_clauses(one.playable))
        paired = Paired(one.players, reach_at_any_time if any_time else reach_at_the_end)
        until = (lambda: paired.is_decided(margin)) if any_time else (lambda: False)
        stopped = _play(
            _streams(sides, asked.crew), paired, usage, until, lambda done: progress(one.game.title, done, asked.games)
        )
    playable, deck = one.playable, one.game.deck
    return {
        **one.head,
        "bots": list(one.series.bots),
        "old": to or "as it is",
        "new": ", ".join(map(str, changes)) or "as it is",
        "changes": [f"{name_in_words(one.name, playable, deck)} = {one.value}" for one in changes],
        "games": paired.games,
        "unchanged": paired.unchanged,
        "stopped": stopped,
        "any_time": any_time,
        "margin": margin,
        "hardly_ever": usage.hardly(asked.words(one.game)),
        "figures": as_rows(paired.differences()),
    }


@contextmanager
def _older(new: Version, to: str) -> Iterator[Version]:
    """What the new version is compared with: the project without the changes, in this folder or another one."""
    if not to:
        yield Version(new.root, new.game, trust=new.trust)
        return
    with TemporaryDirectory(prefix="proofdeck-") as place:
        root = Path(to) if Path(to).is_dir() else files_at(new.root, to, Path(place))
        yield Version(root, new.game, trust=new.trust)


def _streams(sides: Sequence[Series], crew: Crew) -> list[Stream]:
    """The games of each side. Two folders may call their engines the same, so each has processes of its own."""
    if isinstance(crew, str):
        return [played_elsewhere(side, play_one, crew) for side in sides]
    if crew == 1 and len({side.version.root for side in sides}) == 1:
        return [played_here(side, play_one) for side in sides]
    return [played_elsewhere(side, play_one, max(1, crew // 2)) for side in sides]


def _play(
    streams: Sequence[Stream],
    paired: Paired,
    usage: Usage,
    is_decided: Callable[[], bool],
    progress: Callable[[int], None],
) -> Stopped:
    """Take games from both sides; return why play ended: `decided`, `games` or `interrupted`.

    usage: what players of the new version do.
    """
    old, new = streams
    try:
        with closing(old), closing(new):
            for one, other in zip(old, new, strict=True):
                paired.add(one, other)
                usage.add(other)
                progress(paired.games)
                if is_decided():
                    return "decided"
    except KeyboardInterrupt:
        if paired.games < 2:
            raise
        return "interrupted"
    return "games"

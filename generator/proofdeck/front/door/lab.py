"""The lab of a game: its cards, changes, values and bots, each judged by many games between bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofdeck.ground.problems import Problems, counted
from proofdeck.ground.workspace.workspace import Progress, no_progress
from proofdeck.play.lab.simulation import Simulation

if TYPE_CHECKING:
    import pandas

    from proofdeck.play.setup.series import Crew


@dataclass(frozen=True, repr=False)
class Findings:
    """What the lab found. data: the same as the command prints with `--json`; rows: what it lists, one by one."""

    data: Mapping[str, Any] = field(repr=False)
    rows: Sequence[Mapping[str, Any]] = field(repr=False)

    @property
    def frame(self) -> pandas.DataFrame:
        """The rows as a table of pandas."""
        import pandas

        return pandas.DataFrame(list(self.rows))

    def __repr__(self) -> str:
        return f"<Findings {self.data['title']}: {counted(len(self.rows), 'row')}>"

    def _repr_html_(self) -> str:
        return self.frame.to_html(index=False)


class Lab:
    """Experiments with one game, which give the same figures as the commands. Bots are given by name.

    jobs: the number of processes, or the address of a Dask scheduler whose workers play.

    >>> lab = proofdeck.open(".").games["tombs"].lab
    >>> lab.bots("random", "greedy", games=20).rows[0]["stronger"]
    True
    """

    def __init__(self, root: Path, game: str, *, trust: bool) -> None:
        self._root, self._game, self._trust = root, game, trust

    def cards(
        self,
        games: int = 1000,
        players: int | None = None,
        bots: str | Sequence[str] = "greedy",
        seed: int = 1,
        *,
        exchanges: int = 0,
        jobs: Crew = 1,
        progress: Progress = no_progress,
    ) -> Findings:
        """What the game and its cards are like, as `proofdeck lab` reports it; a row for each card.

        exchanges: how many pairs of games measure what each card is worth in an opening hand.
        """
        from proofdeck.play.lab.examining import examine

        found = examine(self._root, self._asked(games, players, bots, seed, jobs), progress, Problems(), exchanges)
        return Findings(found, found["cards"])

    def without(
        self,
        what: str,
        games: int = 1000,
        players: int | None = None,
        bots: str | Sequence[str] = "greedy",
        seed: int = 1,
        *,
        jobs: Crew = 1,
        progress: Progress = no_progress,
    ) -> Findings:
        """What a player loses who never uses a card, a clause or a move, as in `proofdeck lab --without`; one row."""
        from proofdeck.play.lab.without import do_without

        found = do_without(self._root, self._asked(games, players, bots, seed, jobs), what, progress, Problems())
        return Findings(found, [found])

    def hunt(
        self,
        minutes: float = 1.0,
        reduced: str = "",
        players: int | None = None,
        seed: int = 1,
        *,
        jobs: Crew = 1,
        progress: Progress = no_progress,
    ) -> Findings:
        """Tables that the rules leave open, as in `proofdeck hunt`; a row for each kind.

        reduced: a small deck of which all games are searched, such as `2 suits, ranks 1 to 3`.
        """
        from proofdeck.book.manuscript.composing import clause_words
        from proofdeck.play.lab.hunting import Hunt, hunt

        asked = Hunt(self._game, 60 * minutes, players, seed, jobs, reduced, self._trust, words=clause_words)
        found = hunt(self._root, asked, progress, Problems())
        return Findings(found, found["finds"])

    def compare(
        self,
        *changes: str,
        to: str = "",
        games: int | None = None,
        margin: float = 0.02,
        players: int | None = None,
        bots: str | Sequence[str] = "greedy",
        seed: int = 1,
        jobs: Crew = 1,
        progress: Progress = no_progress,
    ) -> Findings:
        """Versions of the game, as in `proofdeck compare`; a row for each figure.

        changes: such as `goal.2=7`; several values, `goal.2=6..10`, are played as in `sweep`. to: another
        folder, or a revision of git. margin: the share of wins that does not matter, from 0 to 1.
        """
        from proofdeck.play.lab.experiments import MOST_PAIRS, compare
        from proofdeck.play.lab.levels import GAMES
        from proofdeck.play.setup.versions import have_many_values

        if have_many_values(changes, to):
            games = games or GAMES
            return self.sweep(
                *changes, games=games, players=players, bots=bots, seed=seed, jobs=jobs, progress=progress
            )
        asked = self._asked(games or MOST_PAIRS, players, bots, seed, jobs)
        found = compare(self._root, asked, changes, progress, Problems(), to=to, margin=margin, any_time=games is None)
        return Findings(found, found["figures"])

    def sweep(
        self,
        *values: str,
        games: int = 500,
        players: int | None = None,
        bots: str | Sequence[str] = "greedy",
        seed: int = 1,
        jobs: Crew = 1,
        progress: Progress = no_progress,
    ) -> Findings:
        """The game with several values, as in `proofdeck compare`; a row for each figure of each version.

        values: such as `goal.2=6..10`, or `peace.2=0,2,4`.
        """
        from proofdeck.play.lab.levels import sweep

        found = sweep(self._root, self._asked(games, players, bots, seed, jobs), values, progress, Problems())
        return Findings(found, list(_of_versions(found["versions"])))

    def bots(
        self,
        *bots: str,
        games: int = 50,
        players: int | None = None,
        seed: int = 1,
        jobs: Crew = 1,
        progress: Progress = no_progress,
    ) -> Findings:
        """How strong bots are, as in `proofdeck lab --ladder`; a row for each bot against the one before it.

        bots: from weak to strong; `random`, `greedy` and `search` by default.
        """
        from proofdeck.play.lab.ladder import LADDER, climb

        found = climb(self._root, self._asked(games, players, bots or LADDER, seed, jobs), progress, Problems())
        return Findings(found, found["steps"])

    def _asked(self, games: int, players: int | None, bots: str | Sequence[str], seed: int, jobs: Crew) -> Simulation:
        if games < 2 or (isinstance(jobs, int) and jobs < 1):
            raise ValueError("games must be 2 or more, and jobs 1 or more")
        from proofdeck.book.manuscript.composing import clause_words

        return Simulation(self._game, games, players, _names(bots), seed, jobs, self._trust, clause_words)

    def __repr__(self) -> str:
        return f"<Lab of {self._game}>"


def _names(bots: str | Sequence[str]) -> tuple[str, ...]:
    return (bots,) if isinstance(bots, str) else tuple(bots)


def _of_versions(versions: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each figure of each version, with what was changed in columns of its own."""
    for version in versions:
        changed = {name: value for name, _, value in (change.partition("=") for change in version["changes"])}
        for row in version["figures"]:
            low, high = row["interval"]
            yield {
                **changed,
                "figure": row["figure"],
                "seat": row["seat"],
                "value": row["value"],
                "low": low,
                "high": high,
            }

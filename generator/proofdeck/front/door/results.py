"""The results of a project: scores, games that were played, figures, pictures, files and problems.

Each is shown as text at a prompt and as a table in a notebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from proofdeck.ground.problems import Problem, counted, has_errors, listed

if TYPE_CHECKING:
    from proofdeck.play.engine.engine import Scored


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table for a notebook; all cells are escaped as text."""

    def row(cells: Iterable[object], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead>{row(heads, 'th')}</thead><tbody>{body}</tbody></table>"


class Problems(tuple[Problem, ...]):
    """The problems of a project, in reading order. `str` gives the text of the command line."""

    __slots__ = ()

    @property
    def errors(self) -> Problems:
        """Those that stop a build; the others are warnings."""
        return Problems(problem for problem in self if problem.is_error)

    def __str__(self) -> str:
        return "\n".join(map(str, self)) or "No problems found."

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        if not self:
            return "<p>No problems found.</p>"
        return html_table(("where", "code", "problem", "hint"), ((p.where, p.code, p.message, p.hint) for p in self))


class Item(NamedTuple):
    """One line of a score. clause: the rule that gives the points; cards: names of those that earn them."""

    player: str
    clause: str
    label: str
    points: int
    cards: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Score:
    """A scored table. `str` gives the sheet that the command line prints."""

    game: str
    scored: Scored = field(repr=False)

    @property
    def points(self) -> dict[str, int]:
        """Each player's total."""
        return {name: sheet.total for name, sheet in zip(self.scored.names, self.scored.sheets, strict=True)}

    @property
    def items(self) -> list[Item]:
        """Where the points come from, player by player."""
        sheets = zip(self.scored.names, self.scored.sheets, strict=True)
        return [Item(name, i.clause, i.label, i.points, i.cards) for name, sheet in sheets for i in sheet.items]

    @property
    def ranking(self) -> list[list[str]]:
        """Names from first to last place; those who share a place are together."""
        return [[self.scored.names[seat] for seat in group] for group in self.scored.ranking.groups]

    @property
    def winners(self) -> list[str]:
        """The winner, or several: partners, or players who share the win. Nobody if the game has won."""
        return [self.scored.names[seat] for seat in self.scored.ranking.winners]

    @property
    def decided_by(self) -> str | None:
        """The clause that separates first from second place."""
        decided = self.scored.ranking.decided_by
        return decided.clause if decided else None

    @property
    def notes(self) -> tuple[str, ...]:
        """How anything left unsaid was interpreted, one sentence each."""
        return self.scored.notes

    def as_dict(self) -> dict[str, Any]:
        """The data that `proofdeck score --json` prints."""
        from proofdeck.score.calculator import as_object

        return as_object(self.game, self.scored)

    def __str__(self) -> str:
        from proofdeck.score.report import as_text

        return as_text(self.scored)

    def __repr__(self) -> str:
        return f"<Score {self.game}: {', '.join(f'{name} {points}' for name, points in self.points.items())}>"

    def _repr_html_(self) -> str:
        rows = [(i.player, i.points, i.label, i.clause, ", ".join(i.cards)) for i in self.items]
        totals = [(name, points, "in all", "", "") for name, points in self.points.items()]
        several = "share the win" if self.scored.ranking.is_shared else "win"
        caption = f"{listed(self.winners)} {'wins' if len(self.winners) == 1 else several}" if self.winners else ""
        return html_table(("player", "points", "for", "clause", "cards"), [*rows, *totals], caption)


@dataclass(frozen=True, repr=False)
class Figures:
    """The results of a simulation. data: the same as `proofdeck simulate --json` prints; seats count from 1."""

    data: Mapping[str, Any] = field(repr=False)

    @property
    def games(self) -> int:
        return int(self.data["games"])

    @property
    def wins(self) -> dict[int, float]:
        """Seat -> its share of the wins, from 0 to 1."""
        return {seat["seat"]: seat["wins"] for seat in self.data["seats"]}

    @property
    def sides(self) -> dict[tuple[int, ...], float]:
        """The seats of each side -> its share of the wins; empty if nobody plays with anybody else."""
        return {tuple(side["seats"]): side["wins"] for side in self.data.get("sides", ())}

    @property
    def intervals(self) -> dict[int, tuple[float, float]]:
        """Seat -> the 95 % interval of that share."""
        return {seat["seat"]: (seat["interval"][0], seat["interval"][1]) for seat in self.data["seats"]}

    @property
    def points(self) -> dict[int, float]:
        """Seat -> its points on average."""
        return {seat["seat"]: seat["score"]["mean"] for seat in self.data["seats"]}

    @property
    def turns(self) -> float:
        """How many turns a game took on average."""
        return float(self.data["turns"]["mean"])

    @property
    def ties(self) -> float:
        """The share of games in which the win was shared."""
        return float(self.data["ties"])

    @property
    def clauses(self) -> dict[str, float]:
        """Clause -> the share of games in which it fired."""
        return dict(self.data["clauses"])

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for seat in self.data["seats"]:
            low, high = seat["interval"]
            share, between = f"{100 * seat['wins']:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"
            yield str(seat["seat"]), seat["bot"], share, between, f"{seat['score']['mean']:.1f}"

    @property
    def _caption(self) -> str:
        return f"{self.data['title']}: {counted(self.games, 'game')}, {self.turns:.1f} turns on average"

    def __repr__(self) -> str:
        rows = (f"  seat {seat} {bot} wins {share} ({between})" for seat, bot, share, between, _ in self._rows())
        return "\n".join([self._caption, *rows])

    def _repr_html_(self) -> str:
        return html_table(("seat", "bot", "wins", "95 %", "points"), self._rows(), self._caption)


@dataclass(frozen=True, repr=False)
class Picture:
    """One side of a card as a PNG. width, height: the trimmed card in mm."""

    card: str
    side: str
    width: float
    height: float
    png: bytes = field(repr=False)

    def save(self, path: str | Path) -> None:
        """Write the PNG."""
        from proofdeck.ground.files import write_file

        write_file(Path(path), self.png)

    def __repr__(self) -> str:
        return f"<Picture {self.side} of {self.card}, {self.width:g} × {self.height:g} mm>"

    def _repr_png_(self) -> bytes:
        return self.png


@dataclass(frozen=True)
class Built:
    """The result of a build. files: all files; made: those that were not up to date."""

    files: list[Path]
    made: list[Path]
    problems: Problems

    def __repr__(self) -> str:
        return f"<Built {counted(len(self.files), 'file')}, {len(self.made)} of them now>"

    def _repr_html_(self) -> str:
        made = set(self.made)
        rows = ((path, "made" if path in made else "up to date") for path in self.files)
        return html_table(("file", ""), rows) + (self.problems._repr_html_() if has_errors(self.problems) else "")

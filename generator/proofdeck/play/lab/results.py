"""What experiments find, as `--json` prints it.

Shares are from 0 to 1, intervals are those of 95 %, and seats count from 1.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from proofdeck.play.engine.playouts import Summary

Stopped = Literal["games", "decided", "interrupted", "time", "endless"]
"""Why play ended: all games were played, nothing is open any more, Ctrl-C, or the time was over."""
Interval = list[float]
Columns = dict[str, Any]
"""A flat row for a table. Its columns depend on what was counted: `lift_held`, `lift_held_low`, `lift_held_high`."""


class Head(TypedDict):
    """The fields that all results begin with. version: of this format."""

    version: int
    game: str
    title: str
    players: int
    seed: int


class Hardly(TypedDict):
    """Something that was hardly ever done, and in which share of games. words: how it is printed; scores: whether it
    gives points.
    """

    what: str
    name: str
    words: str
    share: float
    scores: bool


class FavouredSeat(TypedDict):
    """A seat that bots favour: its share of the wins among them, and among players by chance."""

    seat: int
    bot: str
    wins: float
    by_chance: float


class DoubtedSide(TypedDict):
    """A side of which bots and players by chance say different things: its shares of the wins among both."""

    seats: list[int]
    bot: str
    wins: float
    interval: Interval
    by_chance: float
    interval_by_chance: Interval


class Favour(TypedDict, total=False):
    """The seat that bots favour, and the sides on which they and chance disagree, if there are any."""

    favoured: FavouredSeat
    doubted: list[DoubtedSide]


class Simulated(Head, Favour, Summary):
    """Of `simulate`. words: how each clause is printed."""

    fingerprint: str
    stopped: Stopped
    hardly_ever: list[Hardly]
    words: dict[str, str]


class Estimated(TypedDict):
    """A mean; the interval is None if there are too few values."""

    mean: float
    interval: Interval | None


class GameFigures(Summary):
    """What a game is like. lengths: how many games had so many turns; the rest is said in `Course`."""

    seat_advantage: float
    lengths: dict[str, int]
    lead_changes: Estimated
    settled: Estimated
    comebacks: Estimated
    quiet: Estimated


class LabReport(Head, Favour, GameFigures):
    """Of `lab`. cards: a row for each design that was dealt."""

    fingerprint: str
    bots: list[str]
    stopped: Stopped
    hardly_ever: list[Hardly]
    cards: list[Columns]


class LadderStep(TypedDict):
    """A bot against a weaker one. even: its share if both are equally strong. A rating without bounds is None."""

    bot: str
    against: str
    deals: int
    wins: float
    interval: Interval
    even: float
    elo: float | None
    elo_interval: list[float | None]
    stronger: bool


class Climbed(Head):
    """Of `lab --ladder`."""

    deals: int
    stopped: Stopped
    steps: list[LadderStep]


class Level(TypedDict):
    """A figure of one version."""

    figure: str
    seat: int | None
    value: float
    interval: Interval


class SweptVersion(TypedDict):
    """changes: as they are typed."""

    name: str
    changes: list[str]
    figures: list[Level]


class Swept(Head):
    """Of `compare` with several values. names: what people call what each axis changes."""

    bots: list[str]
    games: int
    axes: list[str]
    names: list[str]
    stopped: Stopped
    hardly_ever: list[Hardly]
    versions: list[SweptVersion]


class FigureChange(TypedDict):
    """A figure of two versions. What too few games leave open is None."""

    figure: str
    seat: int | None
    old: float
    new: float
    difference: float
    interval: Interval | None
    verdict: str
    visible: float | None


class Compared(Head):
    """Of `compare`. changes: of the newer one, in words; unchanged: pairs of games that went the same way.

    any_time: whether intervals are right always.
    """

    bots: list[str]
    old: str
    new: str
    changes: list[str]
    games: int
    unchanged: int
    stopped: Stopped
    any_time: bool
    margin: float
    hardly_ever: list[Hardly]
    figures: list[FigureChange]


class Searched(TypedDict):
    """reduced: the small deck, "" for the whole one; complete: whether these are all its tables."""

    reduced: str
    players: list[int]
    games: int
    tables: int
    complete: bool


class Found(TypedDict):
    """A kind of table that the rules leave open. cards, table, moves, example: of the smallest, if it could be made."""

    kind: str
    says: str
    look: str
    reduced: str
    players: int
    seed: int
    trail: list[str]
    cards: int | None
    table: str
    picture: list[str]
    moves: list[str]
    example: str


class Hunted(TypedDict):
    """Of `hunt`. reached: whether each table that the page promises was seen."""

    version: int
    game: str
    title: str
    players: list[int]
    seed: int
    stopped: Stopped
    searched: list[Searched]
    finds: list[Found]
    remarks: list[dict[str, str]]
    reached: dict[str, bool]
    not_found: list[str]


class Thinking(TypedDict):
    """Seconds for a move: half of all took less, and nine of ten took less than `slow`."""

    median: float
    slow: float


class Slowest(TypedDict):
    """One of the longest thoughts."""

    seconds: float
    player: str
    action: str
    move: int
    file: str


class Met(TypedDict):
    """People against a bot: their share of the wins, and what chance gives."""

    bot: str
    games: int
    people: int
    wins: Estimated
    chance: float


class LabRemark(TypedDict):
    """A remark, made after so many moves."""

    text: str
    player: str
    moves: int
    file: str


class SaidOfClause(TypedDict):
    """clause: "" for remarks on the whole game."""

    clause: str
    printed: str
    said: list[LabRemark]


class PlayedVersion(TypedDict):
    """Games that people played with the same cards and rules."""

    fingerprint: str
    game_version: str
    is_current: bool
    ended: int
    left: int
    moves: Estimated | None
    minutes: float | None
    thought: Thinking | None
    slowest: list[Slowest]
    against: list[Met]
    course: dict[str, Estimated] | None
    remarks: list[SaidOfClause]


class CameBack(TypedDict):
    """Of `lab --played`. damaged: a sentence for each file that is not counted."""

    version: int
    game: str
    title: str
    games: int
    damaged: list[str]
    versions: list[PlayedVersion]

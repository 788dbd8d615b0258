"""What came back from the games that people played: lengths, thought, leads, people against bots, and remarks.

The files are records of tables, from `played/`, from friends who were sent a game, or from a terminal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from proofdeck.ground.files import children, is_folder, read_text, write_file
from proofdeck.ground.places import OUTPUT
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, counted
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.transcript import HUMAN, Remark, Replay, Thought
from proofdeck.play.lab.course import COURSE, as_row
from proofdeck.play.lab.estimates import Sample, estimate_of
from proofdeck.play.lab.report import percent, render
from proofdeck.play.lab.results import CameBack, Estimated, LabRemark, Met, PlayedVersion, SaidOfClause
from proofdeck.play.lab.usage import short
from proofdeck.play.lab.watching import Course, course_of
from proofdeck.play.setup.opening import open_game
from proofdeck.source.project.game import ClauseWords

REPORT = "played.html"
ENDING = ".jsonl"
FEWEST = 10
"""Games for which an interval is told; with fewer it says nothing."""
SLOWEST = 3
"""The longest thoughts that are told."""
SLOW = 0.9
"""The share of thoughts that are shorter than a slow one."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that people played. file: its name; returns: each player's share of the win, empty if it was left.

    course: who was the favourite when; None if it was left, or played by other rules or cards.
    """

    file: str
    fingerprint: str
    version: str
    bots: tuple[str, ...]
    names: tuple[str, ...]
    moves: int
    returns: tuple[float, ...]
    thoughts: tuple[Thought, ...]
    remarks: tuple[Remark, ...]
    course: Course | None


@dataclass(slots=True)
class Returned:
    """What was read. damaged: a sentence for each file that is not a record of the game, or that the rules refute."""

    games: list[PlayedGame] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


def what_came_back(
    root: Path, name: str, places: Sequence[Path], problems: Problems, words: ClauseWords, *, trust: bool
) -> CameBack:
    """The figures, ready for JSON, by version of the game. places: records, and folders with records.

    Raises ProofdeckError if the game cannot be opened, or if there is no such file.
    """
    game, playable = open_game(root, name, problems, trust=trust)
    found = Returned()
    for file in [file for place in places for file in files_at(place)]:
        try:
            with playable.origin.faults():
                found.games += _read(file, game.name, playable)
        except ProofdeckError as error:
            found.damaged += [str(problem).replace("\n    ", " ") for problem in error.problems]
    printed = words(game)
    versions = _by_version(found.games, playable.fingerprint)
    return {
        "version": 1,
        "game": game.name,
        "title": game.title,
        "games": len(found.games),
        "damaged": found.damaged,
        "versions": [_figures(games, playable.fingerprint, printed) for games in versions],
    }


def files_at(place: Path) -> list[Path]:
    """The records in a folder, or that file. Raises ProofdeckError if there is none."""
    if is_folder(place):
        return [file for file in children(place) if file.suffix == ENDING]
    if not place.is_file():
        raise ProofdeckError(Problem("E803", "there is no such file or folder", str(place)))
    return [place]


def _read(file: Path, game: str, playable: Playable) -> Iterator[PlayedGame]:
    """The game in a file; nothing if only bots played it, or if it is another game."""
    text = read_text(file)
    record = Replay(text[: text.rfind("\n") + 1].splitlines(), str(file))
    header = record.header
    bots, names = (header.get(key) for key in ("bots", "names"))
    if header["game"] != game or not isinstance(bots, list) or HUMAN not in bots:
        return
    named = names if isinstance(names, list) else [f"Player {seat}" for seat in range(1, len(bots) + 1)]
    returns = record.end.get("returns")
    shares = tuple(map(float, returns)) if isinstance(returns, list) and len(returns) == len(bots) else ()
    yield PlayedGame(
        file.name,
        str(header.get("fingerprint")),
        str(header.get("game_version", "")),
        tuple(map(str, bots)),
        tuple(map(str, named)),
        record.moves,
        shares,
        tuple(record.thoughts()),
        tuple(record.remarks),
        _course(record, playable, shares) if header.get("fingerprint") == playable.fingerprint else None,
    )


def _course(record: Replay, playable: Playable, shares: Sequence[float]) -> Course | None:
    """Who was the favourite when. Raises ProofdeckError at the first line that the rules refute."""
    state = record.begin(playable.game, playable.fingerprint)
    sides = state.sides()
    standings, turn = [sides.each(state.standing())], state.turns
    for _ in record.steps(playable.game, state):
        if state.turns != turn and not state.is_terminal():
            turn = state.turns
            standings.append(sides.each(state.standing()))
    return course_of(standings, sides.each(shares)) if shares else None


def _by_version(games: Sequence[PlayedGame], now: str) -> list[list[PlayedGame]]:
    """The games of each version, those of the present one first, then those with most games."""
    found: dict[str, list[PlayedGame]] = defaultdict(list)
    for game in games:
        found[game.fingerprint].append(game)
    return sorted(found.values(), key=lambda some: (some[0].fingerprint != now, -len(some)))


# -- figures -----------------------------------------------------------------------------------------------------------


def _figures(games: Sequence[PlayedGame], now: str, printed: Mapping[str, str]) -> PlayedVersion:
    ended = [game for game in games if game.returns]
    courses = [game.course for game in ended if game.course]
    thoughts = sorted(
        ((thought, game) for game in games for thought in game.thoughts), key=lambda pair: pair[0].seconds
    )
    seconds = [thought.seconds for thought, _ in thoughts]
    return {
        "fingerprint": games[0].fingerprint,
        "game_version": games[0].version,
        "is_current": games[0].fingerprint == now,
        "ended": len(ended),
        "left": len(games) - len(ended),
        "moves": _estimated([game.moves for game in ended]) if ended else None,
        "minutes": median(sum(one.seconds for one in game.thoughts) for game in ended) / 60
        if seconds and ended
        else None,
        "thought": {"median": median(seconds), "slow": seconds[int(SLOW * len(seconds))]} if seconds else None,
        "slowest": [
            {
                "seconds": one.seconds,
                "player": game.names[one.player - 1],
                "action": one.action,
                "move": one.move,
                "file": game.file,
            }
            for one, game in reversed(thoughts[-SLOWEST:])
            if one.player <= len(game.names)
        ],
        "against": list(_against(ended)),
        "course": {name: _estimated([of(course) for course in courses]) for name, of in COURSE.items()}
        if courses
        else None,
        "remarks": list(_remarks(games, printed)),
    }


def _estimated(values: Sequence[float]) -> Estimated:
    """The mean, with an interval if there are enough values to know one."""
    sample = Sample.of(values)
    if sample.count < FEWEST:
        return {"mean": sample.mean, "interval": None}
    return as_row(estimate_of(sample))


def _against(ended: Sequence[PlayedGame]) -> Iterator[Met]:
    """For each kind of bot that people met, what share of the win a person had, and would have had by chance."""
    for bot in sorted({bot for game in ended for bot in game.bots} - {HUMAN}):
        met = [game for game in ended if bot in game.bots]
        people = [(game.returns[seat], 1 / len(game.bots)) for game in met for seat in _seats(game)]
        shares = [share for share, _ in people]
        chance = sum(fair for _, fair in people) / len(people)
        yield {"bot": bot, "games": len(met), "people": len(people), "wins": _estimated(shares), "chance": chance}


def _seats(game: PlayedGame) -> list[int]:
    """Of people."""
    return [seat for seat, bot in enumerate(game.bots) if bot == HUMAN]


def _remarks(games: Sequence[PlayedGame], printed: Mapping[str, str]) -> Iterator[SaidOfClause]:
    """What was said about each clause, in the order of the page, and then what was said about no clause."""
    said: dict[str, list[LabRemark]] = defaultdict(list)
    for game in games:
        for one in game.remarks:
            who = game.names[one.player - 1] if 0 < one.player <= len(game.names) else f"Player {one.player}"
            said[one.clause].append({"text": one.text, "player": who, "moves": one.moves, "file": game.file})
    order = [*printed, *(clause for clause in said if clause and clause not in printed), ""]
    for clause in order:
        if clause in said:
            yield {"clause": clause, "printed": printed.get(clause, clause), "said": said[clause]}


# -- in words ----------------------------------------------------------------------------------------------------------


def write_report(root: Path, found: CameBack, style: str) -> Path:
    """Write the page to the folder of the game's output. style: the stylesheet."""
    file = root / OUTPUT / found["game"] / REPORT
    told = [(_heading(version), list(_sentences(version)), version["remarks"]) for version in found["versions"]]
    write_file(file, render("played.html", found, style, told=told).encode())
    return file


def about_played(found: CameBack) -> Iterator[str]:
    """What came back, in sentences."""
    yield f"{found['title']}: {counted(found['games'], 'game')} that people played"
    for version in found["versions"]:
        yield ""
        yield f"{_heading(version)}:"
        yield from (f"  {sentence}" for sentence in _sentences(version))
        for about in version["remarks"]:
            yield f"  {short(about['printed']) or 'The game as a whole'}"
            for one in about["said"]:
                yield f"    ‘{one['text']}’ {one['player']}, after move {one['moves']} of {one['file']}"
    if found["damaged"]:
        yield ""
        yield "Not counted:"
        yield from (f"  {line}" for line in found["damaged"])


def _heading(version: PlayedVersion) -> str:
    name = f"Version {version['game_version']}" if version["game_version"] else "A version without a number"
    return f"{name}, {'as it is now' if version['is_current'] else 'with other cards or rules than now'}"


def _sentences(version: PlayedVersion) -> Iterator[str]:
    left = f", {version['left']} left before" if version["left"] else ""
    yield f"{counted(version['ended'], 'game')} to the end{left}."
    if moves := version["moves"]:
        minutes = version["minutes"]
        thinking = f", in which people thought for {minutes:.0f} minutes" if minutes and minutes >= 1 else ""
        yield f"A game has {moves['mean']:.0f} moves{_reach(moves['interval'], '{:.0f}')}{thinking}."
    if thought := version["thought"]:
        half, most = (f"{thought[key]:.0f} s" for key in ("median", "slow"))
        yield f"Half of all moves took less than {half} of thought, and nine of ten less than {most}."
    for one in version["slowest"]:
        where = f"move {one['move']} of {one['file']}"
        yield f"{one['player']} thought for {one['seconds']:.0f} s before ‘{one['action']}’, {where}."
    for met in version["against"]:
        wins, games = met["wins"], counted(met["games"], "game")
        if wins["interval"]:
            low_high = [100 * min(max(end, 0), 1) for end in wins["interval"]]
            won = f"{percent(wins['mean'])} of {games}{_reach(low_high, '{:.0f} %')}"
            fair = percent(met["chance"])
        else:
            won, fair = f"{wins['mean'] * met['people']:.3g} of {games}", f"{met['chance'] * met['people']:.3g}"
            fair += ", but these are too few to say"
        yield f"Against the {met['bot']} bot, people won {won}; chance gives {fair}."
    if course := version["course"]:
        yield (
            f"The favourite changed {course['lead_changes']['mean']:.1f} times a game, and "
            f"{percent(course['comebacks']['mean'])} of games were won from behind at half-time."
        )


def _reach(interval: Sequence[float] | None, form: str) -> str:
    """The interval in brackets, if there is one."""
    return f" (95 %: {' to '.join(map(form.format, interval))})" if interval else ""

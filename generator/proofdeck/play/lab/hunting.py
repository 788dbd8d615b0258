"""`hunt`: looks for tables that the rules of a game leave open, and makes the smallest of each kind an example."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from pathlib import Path
from statistics import NormalDist
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.problems import Place, Problems, ProofdeckError, counted
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.patience import EndlessCall
from proofdeck.play.engine.pictures import Pictures, player
from proofdeck.play.engine.playouts import ENOUGH, wilson
from proofdeck.play.engine.retelling import example_block, free_id
from proofdeck.play.engine.state import Game
from proofdeck.play.engine.statements import HeadStatement, Looking, Reader, WordedTable, read_statements
from proofdeck.play.engine.trial.comparing import Broken, cards_of
from proofdeck.play.engine.trial.hunting import Find, Goals, Hunter, HuntResult, everything, many
from proofdeck.play.engine.trial.questions import STANDING, Seen, TrialQuestion, When
from proofdeck.play.engine.trial.shrinking import Smallest, smallest
from proofdeck.play.lab.experiments import MARGIN
from proofdeck.play.lab.favour import CHANCE, differ
from proofdeck.play.lab.results import Found, Hunted, Searched, Stopped
from proofdeck.play.setup.opening import seats_of
from proofdeck.play.setup.reduced import read_reduction
from proofdeck.play.setup.seating import seated
from proofdeck.play.setup.series import Series, played
from proofdeck.play.setup.versions import Version
from proofdeck.source.project.game import ClauseWords, ids_alone
from proofdeck.source.project.game import Game as Printed
from proofdeck.source.project.head import ALWAYS, CONSERVED, NEVER, REACHABLE, REDUCED
from proofdeck.source.rules.examples import read_examples
from proofdeck.source.rules.sides import Sides, said_of

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress
    from proofdeck.play.engine.loading import Playable
    from proofdeck.play.engine.referee import BotMaker
    from proofdeck.play.setup.series import Crew

PIECES = 20
"""Pieces in a second of a process, more than any can do."""
PROSE = "Say here what the rules mean, and correct the engine or the rule."
MANY = 64
"""Workers of a cluster, for which there must be enough pieces."""


class _Stated(NamedTuple):
    """What a page states of all tables. rows: kind and words; names: the ids of cards, by their names."""

    rows: tuple[tuple[str, str], ...]
    names: Mapping[str, str]

    def of(self, game: Game) -> tuple[list[TrialQuestion], Goals]:
        """The questions and goals for a game with other cards. What is about a card that it lacks is left out."""
        found, reader = list[HeadStatement](), Reader(game, self.names) if self.rows else None
        for kind, words in self.rows:
            with suppress(ProofdeckError):
                found += [reader.statement(kind, words, Place())] if reader else []
        now = Looking()
        return questions_of(found, now), _goals(found, now)


@dataclass(frozen=True, slots=True)
class Hunt:
    """What is asked. seconds: how long to search; tables are made small after that. players: all that the page allows
    when None. reduced: words for a small deck, or those of the page. now: a clock in seconds.
    """

    game: str
    seconds: float = 60.0
    players: int | None = None
    seed: int = 1
    crew: Crew = 1
    reduced: str = ""
    trust: bool = False
    words: ClauseWords = ids_alone
    now: Callable[[], float] = monotonic


@dataclass(frozen=True, slots=True)
class _Clock:
    """The time of a hunt. progress: told how much of it is over."""

    seconds: float
    now: Callable[[], float]
    begun: float
    progress: Progress

    def is_over(self, what: str, share: float) -> bool:
        """Whether that share of the time is over."""
        spent = self.now() - self.begun
        self.progress(what, min(int(spent), int(self.seconds)), int(self.seconds) + 1)
        return spent >= share * self.seconds


@dataclass(slots=True)
class _Search:
    """What was searched: with which deck, "" for the whole one, and with how many players. playable: with that deck."""

    reduced: str
    players: tuple[int, ...]
    playable: Playable
    haul: HuntResult

    def row(self) -> Searched:
        haul = self.haul
        return {
            "reduced": self.reduced,
            "players": list(self.players),
            "games": haul.games,
            "tables": haul.tables,
            "complete": haul.complete,
        }


def hunt(root: Path, asked: Hunt, progress: Progress, problems: Problems) -> Hunted:
    """Search, and make what was found small. Ctrl-C ends the search, and what was found so far is returned.

    Raises ProofdeckError if the game cannot be played, or for mistakes in what the page states.
    """
    version = Version(root, asked.game, trust=asked.trust)
    printed, playable = version.open(problems)
    seats = (asked.players,) if asked.players else seats_of(printed, playable) or (playable.game.min_players,)
    seated(playable, ("greedy",), seats[0])
    wrong = Problems()
    names = {card.name: card.id for card in printed.deck}
    with playable.origin.faults():
        stated = read_statements(printed.page, playable.game, names, wrong)
    reduced = asked.reduced or printed.page.text(REDUCED, wrong) or ""
    if wrong:
        raise ProofdeckError(wrong)
    claimed = _Stated(tuple((one.kind, one.words) for one in stated), names)
    searches: list[_Search] = []
    clock = _Clock(asked.seconds, asked.now, asked.now(), progress)
    stopped: Stopped = "time"
    try:
        if reduced:
            small = Version(root, asked.game, trust=asked.trust, reduced=reduced).open(Problems())[1]
            for number, count in enumerate(reversed(seats), 1):  # too many players leave their time to fewer
                searches.insert(0, _Search(reduced, (count,), small, HuntResult()))
                with small.origin.faults(), suppress(EndlessCall):
                    _search_all(searches[0], claimed, clock, 0.5 * number / len(seats))
                if searches[0].haul.endless:
                    break
        if not any(search.haul.endless for search in searches):
            searches.append(_Search("", seats, playable, HuntResult()))
            _search_many(searches[-1], version, claimed, asked, clock)
        if any(search.haul.endless for search in searches):
            stopped = "endless"
    except KeyboardInterrupt:
        stopped = "interrupted"
    with playable.origin.faults():
        finds = list(_shown(searches, printed, playable, stated))
    reached = set().union(*(search.haul.reached for search in searches))
    return {
        "version": 1,
        "game": printed.name,
        "title": printed.title,
        "players": list(seats),
        "seed": asked.seed,
        "stopped": stopped,
        "searched": [search.row() for search in searches],
        "finds": finds,
        "remarks": list(_remarks(searches, asked.words(printed), playable.game)),
        "reached": {one.words: one.words in reached for one in stated if one.kind == REACHABLE},
        "not_found": [says for kind, says in _asked(stated) if kind not in {find["kind"] for find in finds}],
    }


def _asked(stated: Sequence[HeadStatement]) -> Iterator[tuple[str, str]]:
    """Every question that has a table for an answer, as kind and words."""
    yield from ((one.kind, one.says) for one in STANDING if not one.remark and one.when != When.DEEP)
    yield from ((question.kind, question.says) for question in questions_of(stated))


def questions_of(stated: Sequence[HeadStatement], now: Looking | None = None) -> list[TrialQuestion]:
    """What a page states of all tables, as questions. now: the table that they are about."""
    now, then = now or Looking(), Looking()

    def ask(statement: HeadStatement, seen: Seen) -> None:
        first = then.at(seen.first, seen.first) if seen.first else None
        if says := statement.broken(now.at(seen, seen.state), first):
            raise Broken(says, "Correct the rule, the engine or the statement.")

    return [
        TrialQuestion(
            f"{one.kind}: {one.words}", f"a table against '{one.kind}: {one.words}'", When.MOVE, partial(ask, one)
        )
        for one in stated
        if one.kind != REACHABLE
    ]


def _goals(stated: Sequence[HeadStatement], now: Looking) -> Goals:
    def is_there(statement: HeadStatement, seen: Seen) -> bool:
        return any(statement.holds(now.at(seen, seen.state)))

    return {one.words: partial(is_there, one) for one in stated if one.kind == REACHABLE}


# -- searching ---------------------------------------------------------------------------------------------------------


def _search_all(search: _Search, stated: _Stated, clock: _Clock, share: float) -> None:
    """All games of the small deck, until nothing is left or that share of the time is over."""
    game, (count,) = search.playable.game, search.players
    hunter = Hunter(game, *stated.of(game))
    search.haul = hunter.haul
    for _ in everything(hunter, count):
        if clock.is_over(f"{search.reduced}, {count} players", share):
            return


def _search_many(search: _Search, version: Version, stated: _Stated, asked: Hunt, clock: _Clock) -> None:
    """Pieces of games with the whole deck, until the time is over."""
    crew = asked.crew if isinstance(asked.crew, int) else MANY
    pieces = int(asked.seconds * PIECES * crew) + MANY
    series = Series(version, ("greedy",) * max(search.players), asked.seed, pieces, chunk=1)
    play = partial(_piece, seats=search.players, stated=stated)
    with closing(played(series, play, asked.crew)) as hauls:
        for chunk in hauls:
            for haul in chunk:
                search.haul.add(haul)
            if search.haul.endless or clock.is_over("whole deck", 1.0):
                return


def _piece(
    game: Game,
    makers: Sequence[BotMaker],
    seed: int,
    index: int,
    *,
    seats: Sequence[int],
    stated: _Stated,
) -> HuntResult:
    """Piece number index: games with each number of players in turn."""
    (extra, goals), players = stated.of(game), seats[index % len(seats)]
    return many(game, makers[:players], seed, index, extra=extra, goals=goals)


# -- what was found ----------------------------------------------------------------------------------------------------


def _shown(
    searches: Sequence[_Search], printed: Printed, playable: Playable, stated: Sequence[HeadStatement]
) -> Iterator[Found]:
    """Each kind of find once, with its smallest table; those of small decks first."""
    questions = [*STANDING, *questions_of(stated)]
    known = [one.id for one in read_examples(printed.book, playable.clauses, playable.engine.parameters, Problems())]
    met = set[str]()
    for search in searches:
        for find in search.haul.finds.values():
            if find.remark or find.kind in met:
                continue
            met.add(find.kind)
            found_in = search.playable.game if search.reduced else None
            least, changes = None, ""
            with suppress(EndlessCall):
                least = None if find.endless else smallest(playable.engine, playable.game, find, questions, found_in)
                if least is None and found_in is not None and not find.endless:
                    least = smallest(search.playable.engine, found_in, find, questions)
                    changes = ",".join(change.replace("=", ":") for change in read_reduction(search.reduced).changes)
            name = free_id(known)
            row = _row(find, search, least, playable, stated, name, changes)
            known.append(name)
            yield row


def _row(
    find: Find,
    search: _Search,
    least: Smallest | None,
    playable: Playable,
    stated: Sequence[HeadStatement],
    name: str,
    changes: str,
) -> Found:
    game = search.playable.game
    trail = [game.action_to_string(action) for action in find.trail.actions]
    moves = [*starmap((game if changes else playable.game).move_to_string, least.moves)] if least else []
    return {
        "kind": find.kind.split()[0] if find.kind.startswith("crash") else find.kind,
        "says": least.says if least else find.says,
        "look": find.look,
        "reduced": search.reduced,
        "players": find.trail.players,
        "seed": find.trail.seed,
        "trail": trail,
        "cards": least.cards if least else None,
        "table": least.text if least else "",
        "picture": list(drawn(least.text, playable.engine.pictures)) if least else [],
        "moves": [f"{player(least.before.current_player() + 1)}: {moves[0]}", *moves[1:]] if least and moves else [],
        "example": _example(find, least, stated, name, moves, changes) if least else "",
    }


def _example(
    find: Find, least: Smallest, stated: Sequence[HeadStatement], name: str, moves: Sequence[str], changes: str
) -> str:
    """An example that fails until the rule is mended; "" if no line of an example says what is wrong."""
    expected = {
        "cards": f"cards in all: {cards_of(least.before).total()}",
        "seat": "stuck: no",
    }.get(find.kind, "stuck: no" if find.kind.startswith("crash") else "")
    for one in stated:
        if find.kind == f"{one.kind}: {one.words}" and one.kind in {NEVER, ALWAYS}:
            expected = find.kind
        elif find.kind == f"{one.kind}: {one.words}" and one.kind == CONSERVED and not one.of_each:
            expected = f"{ALWAYS}: {one.words} = {one.totals(WordedTable(least.before))[0]}"
    if not expected:
        return ""
    settings = f" with={changes}" if changes else ""
    return example_block(f"{name}{settings}", least.text, moves, [expected], PROSE)


def drawn(text: str, pictures: Pictures) -> Iterator[str]:
    """A table as lines of text: rows of a board, cards in brackets, and the rest as it is written."""
    for line in read_notation(text, "").lines:
        label, value = pictures.called(line.key.text) or line.key.text, line.value.text
        if "/" in value:
            yield from (row.strip() for row in value.split("/"))
        elif any(letter.isalpha() for letter in value) and value != "nothing":
            yield f"{label}  {' '.join(f'[{word.text}]' for word in line.cut(','))}"
        elif value != "nothing":
            yield f"{label}  {value}"


# -- what never mattered -----------------------------------------------------------------------------------------------


def _remarks(searches: Sequence[_Search], words: Mapping[str, str], game: Game) -> Iterator[dict[str, str]]:
    """What was never used in the games with the whole deck, who won too often, and which ends nothing decided."""
    said = {question.kind: question for question in STANDING}
    search = next((one for one in searches if not one.reduced), None)
    for find in (find for one in searches for find in one.haul.finds.values() if find.remark):
        yield {"kind": find.kind, "says": f"{said[find.kind].says}: {find.says}"}
        break
    if search is None or search.haul.games < ENOUGH:
        return
    haul, games = search.haul, counted(search.haul.games, "game")
    for place, clause in enumerate(game.points):
        if not haul.fired >> place & 1:
            yield {"kind": "unused", "says": f"never in {games}: {words.get(clause, clause)} [{clause}]"}
    for place, (move, _) in enumerate(game.kinds_of_moves()):
        if not haul.moves >> place & 1:
            yield {"kind": "unused", "says": f"nobody ever played '{move}' in {games}"}
    cards = game.new_initial_state(search.players[0], 0).zones().values()
    for card in sorted({card for held in cards for card in held} - haul.moved):
        yield {"kind": "unused", "says": f"'{card}' was never moved in {games}"}
    yield from ({"kind": "favoured", "says": says} for says in favoured_seats(haul.shares, game.sides))


def favoured_seats(
    shares: Mapping[tuple[str, int], Sequence[Sequence[float]]], sides_of: Callable[[int], Sides] = Sides.each_alone
) -> Iterator[str]:
    """Each side that wins more than a fair share by more than chance, and by enough to matter.

    There are as many seats to be wrong about as players in all, which the intervals allow for (Bonferroni).
    """
    z = NormalDist().inv_cdf(1 - 0.025 / max(1, sum(players for _, players in shares)))
    for (style, players), games in shares.items():
        sides, others = sides_of(players), shares.get((CHANCE, players), ())
        for side in sides.seats if not sides.is_together else ():
            wins, by_chance = (sum(game[side[0]] for game in some) for some in (games, others))
            if style != CHANCE and others and differ(wins, len(games), by_chance, len(others), z):
                yield (
                    f"{said_of(side)} wins {wins / len(games):.0%} of {len(games)} games of {players} {style} players, "
                    f"but {by_chance / len(others):.0%} of {len(others)} by chance: it may be the doing of the bots"
                )
                continue
            low, high = wilson(wins, len(games), z)
            if low > sides.fair + MARGIN:
                yield (
                    f"{said_of(side)} wins {wins / len(games):.0%} of {len(games)} games of {players} {style} players "
                    f"({low:.0%} to {high:.0%}, and a fair share is {sides.fair:.0%})"
                )

"""What players hardly ever did, of which the figures of their games say nothing: rules, moves and kinds of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from textwrap import shorten

from proofdeck.ground.problems import listed
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.playouts import Outcome
from proofdeck.play.engine.state import Game
from proofdeck.play.lab.favour import doubts, told
from proofdeck.play.lab.results import Favour, Hardly

HARDLY = 0.05
"""The share of games below which something was hardly ever done."""
RULE, MOVE, KIND = "rule", "move", "kind of card"
LONGEST = 100
"""Letters of a rule that are shown."""


def scoring_clauses(playable: Playable) -> frozenset[str]:
    """The clauses that give points."""
    form = playable.engine.score_form
    rows = form(playable.game).categories if form else ()
    return frozenset().union(*(row.clauses for row in rows))


class Usage:
    """Counts in how many games something was done. scoring: the clauses that give points."""

    def __init__(self, game: Game, scoring: Collection[str] = ()) -> None:
        self._games, self._scoring = 0, scoring
        self._counts: Counter[tuple[str, str]] = Counter()
        self._kinds = {
            RULE: [*game.points],
            MOVE: [words for words, _ in game.kinds_of_moves()],
            KIND: sorted({*game.kinds_of_cards().values()}),
        }

    def add(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            self._games += 1
            for what, done in ((RULE, outcome.fired), (MOVE, outcome.moves), (KIND, outcome.kinds)):
                self._counts.update((what, name) for place, name in enumerate(self._kinds[what]) if done >> place & 1)

    def hardly(self, said: Mapping[str, str]) -> list[Hardly]:
        """What was done in few games, for JSON. said: the printed number and text of each clause."""
        shares = (
            (what, name, self._counts[what, name] / self._games)
            for what, names in self._kinds.items()
            for name in (names if self._games else ())
        )
        return [
            {
                "what": what,
                "name": name,
                "words": said.get(name, name) if what == RULE else name,
                "share": share,
                "scores": what == RULE and name in self._scoring,
            }
            for what, name, share in shares
            if share < HARDLY
        ]


def about_usage(rows: Sequence[Hardly], favour: Favour | None = None) -> Iterator[str]:
    """What stands above the figures: what bots and chance say differently of seats, and a line for each thing that was
    hardly ever done.
    """
    yield from about_favour(favour or {})
    if rows:
        yield f"These figures say nothing about what was done in fewer than {100 * HARDLY:g} % of games:"
    for row in rows:
        often = f"{100 * row['share']:.1f} %" if row["share"] else "never"
        yield f"  {often:>6}  {row['what']} {short(row['words'])}"
    if says := about_unscored(rows):
        yield says


def about_favour(favour: Favour) -> Iterator[str]:
    """A seat that bots favour, or else the sides on which they and chance disagree."""
    if "favoured" in favour:
        yield told(favour["favoured"])
    elif "doubted" in favour:
        yield doubts(favour["doubted"])


def about_unscored(rows: Sequence[Hardly]) -> str:
    """What follows for the numbers of the rules by which nobody scored; "" if there are none."""
    numbers = [row["words"].partition(" ")[0] for row in rows if row["scores"] and not row["share"]]
    rules = f"{'rules' if numbers[1:] else 'rule'} {listed(numbers)}"
    return f"No bot ever scored by {rules}, so nothing here tests what that pays." * bool(numbers)


def short(words: str, longest: int = LONGEST) -> str:
    """The words of a rule, as far as there is room."""
    return shorten(words, longest, placeholder=" …")

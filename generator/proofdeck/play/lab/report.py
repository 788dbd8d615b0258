"""The findings of the lab as sentences, as one HTML file that needs no other, and as a table for spreadsheets."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.problems import counted, listed
from proofdeck.play.engine.playouts import wilson
from proofdeck.play.lab.cards import FATES
from proofdeck.play.lab.chart import WIDTHS, chart_of
from proofdeck.play.lab.estimates import ALPHA
from proofdeck.play.lab.results import Columns, LabReport, Simulated
from proofdeck.play.lab.usage import about_favour, about_unscored, short
from proofdeck.source.rules.sides import said_of

if TYPE_CHECKING:
    from proofdeck.play.engine.playouts import Summary

WIDTH = 160
"""Of a plot, in px of CSS."""
MOST_BARS = 24
NAMED = 3
"""Cards that are named as the strongest, and as the weakest."""
EXCHANGED = "exchanged"
"""Known only if pairs of games have been played for it."""
IN_WORDS = {
    EXCHANGED: "in exchange for another",
    "opening": "in the opening hand",
    "held": "in hand at any time",
    "played": "played",
}
TELLING = (EXCHANGED, "held", "played", "opening")
"""Cards are ranked by the first of these that is known for most of them."""


class Strip(NamedTuple):
    """A dot with its interval on an axis, in px. middle: where the dashed line is."""

    low: float
    value: float
    high: float
    middle: float


class Bar(NamedTuple):
    """One bar of a histogram; height from 0 to 1."""

    label: str
    games: int
    height: float


class Rival(NamedTuple):
    """Somebody who can win: a seat, a side, or all players against the game. even: a share of the wins that is even;
    None against the game.
    """

    name: str
    wins: float
    interval: Sequence[float]
    even: float | None


def rivals(found: Summary) -> list[Rival]:
    """Those who can win, in the order of their seats."""
    seats, sides = found["seats"], found.get("sides")
    if sides is None:
        even = 1 / len(seats)
        return [Rival(f"seat {one['seat']} ({one['bot']})", one["wins"], one["interval"], even) for one in seats]
    return [
        Rival(
            "all players against the game" if side["even"] is None else said_of([seat - 1 for seat in side["seats"]]),
            side["wins"],
            side["interval"],
            side["even"],
        )
        for side in sides
    ]


def uneven(found: Simulated) -> Iterator[str]:
    """Who wins more than an even share by more than chance allows, unless bots and chance disagree about it.

    There are as many to be wrong about as can win, which the intervals allow for (Bonferroni).
    """
    everybody = rivals(found) if "doubted" not in found else []
    z = NormalDist().inv_cdf(1 - ALPHA / (2 * max(1, len(everybody))))
    for one in everybody:
        if one.even is not None and wilson(one.wins * found["games"], found["games"], z)[0] > one.even:
            yield f"{one.name} wins more than an even share of {percent(one.even)}, and not by accident"


def page(found: LabReport, faces: Mapping[str, bytes], style: str) -> str:
    """The file. found: as `--json` prints it; faces: a PNG for each card by its id; style: the stylesheet."""
    by = ranking(found["cards"])
    cards = strongest_first(found["cards"], by)
    most = _widest(cards)
    return render(
        "report.html",
        found,
        style,
        favoured=" ".join(about_favour(found)),
        script=(Path(__file__).parent / "report.js").read_text(encoding="utf-8"),
        charts=[chart for width in WIDTHS if (chart := chart_of(cards, by, width))],
        tiles=list(_tiles(found)),
        cards=cards,
        by=by,
        fates=dict(sorted(fates_of(cards).items(), key=lambda pair: pair[0] != by)),
        words=IN_WORDS,
        faces=faces,
        sentences=list(sentences(found)),
        about_cards=list(about_cards(cards)),
        rivals=[(one, _rival_strip(one)) for one in rivals(found)],
        strips=_strips(cards, most),
        bars=histogram(found["lengths"]),
        width=WIDTH,
    )


def _tiles(found: LabReport) -> Iterator[tuple[str, str, str]]:
    """The figures that say most of a game: what each is, the figure, and a remark."""
    turns = found["turns"]
    changes, settled, comebacks = (found[of]["mean"] for of in ("lead_changes", "settled", "comebacks"))
    best = max(rivals(found), key=lambda one: one.wins)
    if best.even is None:
        yield "Games won", percent(best.wins), _span(best.interval)
    else:
        doubt = "" if best.interval[0] > best.even else ", not clearly more than an even share"
        doubt = ", but see above" if "doubted" in found else doubt
        which = "seat" if "sides" not in found else "side"
        says = f"; even is {percent(best.even)}" if not doubt or "doubted" in found else ""
        yield f"Wins of the best {which}", percent(best.wins), f"{best.name}{says}{doubt}"
    yield "Turns in a game", f"{turns['mean']:.1f}", f"nine in ten: {turns['p5']} to {turns['p95']}"
    yield "Choices in a turn", f"{found['branching']:.1f}", f"{percent(found['forced'])} of decisions offer only one"
    if best.even is None:
        return
    yield "Changes of the lead", f"{changes:.1f}", f"{percent(comebacks)} of games are won from behind at half-time"
    yield "Decided after", percent(settled), "of a game, on average"


def render(template: str, found: Mapping[str, object], style: str, **names: object) -> str:
    """A page made from that template, which says what the figures are not about. found: as `--json` prints it."""
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True)
    environment.filters |= {"data": _data, "percent": percent, "points": points, "span": _span, "short": short}
    environment.filters |= {"unscored": about_unscored, "zip": zip}
    page = environment.get_template(template).render(found=found, style=style, **names)
    return page.replace(" %", "\N{NO-BREAK SPACE}%")


def table(cards: Sequence[Columns]) -> bytes:
    """A row for each card as CSV, for a spreadsheet."""
    written = io.StringIO()
    if cards:
        writer = csv.DictWriter(written, list(cards[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(cards)
    return written.getvalue().encode("utf-8-sig")


# -- sentences ---------------------------------------------------------------------------------------------------------


def sentences(found: LabReport) -> Iterator[str]:
    """What the game is like."""
    for one in rivals(found):
        yield f"{one.name[0].upper()}{one.name[1:]} {_told_of_wins(one, is_ranked='doubted' not in found)}."
    for loss in found.get("lost", ()):
        yield f"{percent(loss['share'])} of games are lost after {loss['turns']:.1f} turns: {short(loss['words'])}"
    turns = found["turns"]
    most = f"{turns['p5']} to {turns['p95']}" if turns["p5"] < turns["p95"] else turns["p5"]
    yield f"A game takes {turns['mean']:.1f} turns on average; nine games out of ten take {most}."
    if found["ties"]:
        who = "sides" if "sides" in found else "players"
        yield f"In {percent(found['ties'])} of games, several {who} share the win."
    yield (
        f"A player has {found['branching']:.1f} choices on average, and {percent(found['forced'])} of decisions "
        "offer only one."
    )
    changes, settled = found["lead_changes"]["mean"], found["settled"]["mean"]
    comebacks, quiet = found["comebacks"]["mean"], found["quiet"]["mean"]
    if "lost" in found:
        return
    yield (
        f"The favourite changes {changes:.1f} times. On average, the winner leads to the end from "
        f"{percent(settled)} of a game; in {percent(comebacks)} of games another player led halfway."
    )
    yield f"Nobody's chances change for {percent(quiet)} of a game at most, on average."


def _told_of_wins(one: Rival, *, is_ranked: bool) -> str:
    low, high = one.interval
    verb = "win" if one.even is None else "wins"
    says = f"{verb} {percent(one.wins)} ({_span(one.interval)})"
    if one.even is None:
        return f"{says} of games"
    if not is_ranked:
        return says
    beside = "more than" if low > one.even else "less than" if high < one.even else "which could be"
    return f"{says}, {beside} an even share of {percent(one.even)}"


def about_cards(cards: Sequence[Columns]) -> Iterator[str]:
    """What the plots of cards show."""
    if not cards:
        yield "The engine of this game has no zones called `hand 1`, `hand 2` ..., so nothing is known about its cards."
        return
    yield (
        "Each figure is the win rate with the card minus without it, in percentage points. A clear difference stands "
        f"out even among {counted(len(cards), 'card')}; any other could be chance."
    )
    if EXCHANGED in _counted(cards):
        yield (
            "Exchanges are games played twice, in which only that card of an opening hand is another: what differs, "
            "the card has caused."
        )
    for fate, where in fates_of(cards).items():
        good, bad = strongest(cards, fate), weakest(cards, fate)
        if bad:
            yield f"Strongest {where}: {_named(good, fate)}. Weakest: {_named(bad, fate)}."
        elif good:
            yield f"Only one card can be judged when it is {where}: {_named(good, fate)}."
        else:
            yield f"Too few games to say what it is worth to have a card {where}."


def about_card(card: Columns) -> Iterator[str]:
    """How often one card was held and played, how often players won with it, and what it is worth to have it."""
    yield f"Held by {percent(card['held'])} of players and played by {percent(card['played'])}."
    for fate, who in (("held", "Players who held it"), ("played", "Players who played it")):
        if card[f"wins_{fate}"] is not None:
            interval = _span((card[f"wins_{fate}_low"], card[f"wins_{fate}_high"]))
            yield f"{who} won {percent(card[f'wins_{fate}'])} of their games ({interval})."
    if (lift := card.get(f"lift_{EXCHANGED}")) is not None:
        low, high = (points(card[f"lift_{EXCHANGED}_{end}"]) for end in ("low", "high"))
        yield f"To have it in an opening hand is worth {points(lift)} percentage points of wins ({low} to {high})."


def _named(cards: Sequence[Columns], fate: str) -> str:
    marks = {True: ", clear", False: ""}
    return listed(
        f"{card['name'] or card['card']} ({points(card[f'lift_{fate}'])}{marks[card[f'stands_out_{fate}']]})"
        for card in cards
    )


# -- rankings ----------------------------------------------------------------------------------------------------------


def ranking(cards: Sequence[Columns]) -> str:
    """The fate by which cards are ranked."""
    return max((fate for fate in TELLING if fate in _counted(cards)), key=lambda fate: len(_known(cards, fate)))


def strongest_first(cards: Sequence[Columns], fate: str) -> list[Columns]:
    """By their lift; cards whose lift is not known come last."""
    return sorted(cards, key=lambda card: (card[f"lift_{fate}"] is None, -(card[f"lift_{fate}"] or 0)))


def strongest(cards: Sequence[Columns], fate: str) -> list[Columns]:
    known = strongest_first(_known(cards, fate), fate)
    return known[: min(NAMED, -(-len(known) // 2))]


def weakest(cards: Sequence[Columns], fate: str) -> list[Columns]:
    """The weakest first; none of the strongest is among them."""
    known = strongest_first(_known(cards, fate), fate)
    return known[::-1][: min(NAMED, len(known) // 2)]


def _counted(cards: Sequence[Columns]) -> tuple[str, ...]:
    """The fates that the rows have, the most telling one first."""
    return (EXCHANGED, *FATES) if cards and f"lift_{EXCHANGED}" in cards[0] else FATES


def _known(cards: Sequence[Columns], fate: str) -> list[Columns]:
    return [card for card in cards if card[f"lift_{fate}"] is not None]


def fates_of(cards: Sequence[Columns]) -> dict[str, str]:
    """The fates, with their words. Those that are the same for every card of this game are one."""
    found: dict[tuple[float | None, ...], list[str]] = {}
    for fate in _counted(cards):
        found.setdefault(tuple(card[f"lift_{fate}"] for card in cards), []).append(fate)
    return {first: listed(IN_WORDS[fate] for fate in (first, *others)) for first, *others in found.values()}


# -- plots -------------------------------------------------------------------------------------------------------------


def _widest(cards: Sequence[Columns]) -> float:
    """How far the axis of all plots of cards goes to each side of 0."""
    ends = (
        abs(card[f"lift_{fate}{end}"] or 0) for card in cards for fate in _counted(cards) for end in ("_low", "_high")
    )
    return max(ends, default=0) or 1


def _strips(cards: Sequence[Columns], most: float) -> dict[tuple[str, str], Strip]:
    """For each card and fate, all on one axis, with 0 in the middle."""
    return {
        (card["card"], fate): strip(
            *(card[f"lift_{fate}{end}"] for end in ("_low", "", "_high")), least=-most, most=most, middle=0
        )
        for fate in _counted(cards)
        for card in _known(cards, fate)
    }


def _rival_strip(one: Rival) -> Strip:
    low, high = one.interval
    return strip(low, one.wins, high, least=0, most=1, middle=one.even or 0.5)


def strip(low: float, value: float, high: float, *, least: float, most: float, middle: float) -> Strip:
    """least, most: the ends of the axis."""

    def at(number: float) -> float:
        return round(WIDTH * (0.03 + 0.94 * (number - least) / (most - least)), 1)

    return Strip(at(low), at(value), at(high), at(middle))


def histogram(lengths: Mapping[str, int]) -> list[Bar]:
    """Games by their length; neighbouring lengths share a bar."""
    numbers = {int(length): count for length, count in lengths.items()}
    first, last = min(numbers), max(numbers)
    wide = -(-(last - first + 1) // MOST_BARS)
    starts = range(first, last + 1, wide)
    counts = [sum(count for length, count in numbers.items() if start <= length < start + wide) for start in starts]
    labels = [str(start) if wide == 1 else f"{start}–{start + wide - 1}" for start in starts]
    return [Bar(label, count, count / max(counts)) for label, count in zip(labels, counts, strict=True)]


# -- words -------------------------------------------------------------------------------------------------------------


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points(share: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    words = f"{abs(100 * share):.1f}"
    return words if not float(words) else f"{'+' if share > 0 else '−'}{words}"


def _span(interval: Sequence[float]) -> str:
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def _data(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"

"""What a laboratory found, as sentences, as one HTML file that needs nothing else, and as a table for spreadsheets."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.lab.cards import FATES
from generator.lab.course import COURSE
from generator.problems import counted, listed

WIDTH = 190
"""Of a plot, in its own units; the card of a row beside it is about as wide."""
MOST_BARS = 24
NAMED = 3
"""Cards that a sentence names as the strongest and as the weakest."""
IN_WORDS = {"opening": "in the opening hand", "held": "in hand at any time", "played": "played"}

Row = Mapping[str, Any]


class Strip(NamedTuple):
    """A dot with its interval on an axis, in units of the plot. middle: where nothing is gained."""

    low: float
    value: float
    high: float
    middle: float


class Bar(NamedTuple):
    """One column of a histogram; height from 0 to 1."""

    label: str
    games: int
    height: float


def page(found: Row, faces: Mapping[str, bytes]) -> str:
    """The file. found: as `--json` gives it. faces: a PNG for each card by its id."""
    cards = strongest_first(found["cards"])
    return rendered(
        "report.html",
        found=found,
        cards=cards,
        fates=IN_WORDS,
        faces=faces,
        sentences=list(sentences(found)),
        about_cards=list(about_cards(cards)),
        seats=[_seat_strip(seat, len(found["seats"])) for seat in found["seats"]],
        strips=_strips(cards),
        bars=histogram(found["lengths"]),
        width=WIDTH,
    )


def rendered(template: str, **names: object) -> str:
    """A page made from that template."""
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True)
    environment.filters |= {"data": _data, "percent": percent, "points": points, "span": _span}
    return environment.get_template(template).render(names)


def table(cards: Sequence[Row]) -> bytes:
    """A row for each card as CSV, for a spreadsheet."""
    written = io.StringIO()
    if cards:
        writer = csv.DictWriter(written, list(cards[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(cards)
    return written.getvalue().encode("utf-8-sig")


# -- sentences ---------------------------------------------------------------------------------------------------------


def sentences(found: Row) -> Iterator[str]:
    """What the game is like."""
    even = 1 / len(found["seats"])
    for seat in found["seats"]:
        low, high = seat["interval"]
        beside = "more than" if low > even else "less than" if high < even else "which is not told apart from"
        yield (
            f"Seat {seat['seat']} ({seat['bot']}) wins {percent(seat['wins'])} ({_span(seat['interval'])}), "
            f"{beside} an even share of {percent(even)}."
        )
    turns = found["turns"]
    yield f"A game takes {turns['mean']:.1f} turns; nine of ten take {turns['p5']} to {turns['p95']}."
    yield f"The win is shared in {percent(found['ties'])} of games."
    yield (
        f"A player has {found['branching']:.1f} choices at a decision on average, and no choice at all at "
        f"{percent(found['forced'])} of them."
    )
    changes, settled, comebacks, quiet = (found[name]["mean"] for name in COURSE)
    yield (
        f"The favourite changes {changes:.1f} times. After {percent(settled)} of a game the winner leads to the end; "
        f"in {percent(comebacks)} of games somebody else led halfway."
    )
    yield f"The longest stretch in which nobody's prospects change takes {percent(quiet)} of a game."
    if found["never_fired"]:
        yield f"These clauses mattered in no game: {listed(found['never_fired'])}."


def about_cards(cards: Sequence[Row]) -> Iterator[str]:
    """What the plots of cards show. cards: strongest first."""
    if not cards:
        yield "The engine of this game has no zones called `hand 1`, `hand 2` ..., so nothing is known of its cards."
        return
    for fate in FATES:
        known = sorted(
            (card for card in cards if card[f"lift_{fate}"] is not None), key=lambda one: -one[f"lift_{fate}"]
        )
        firm = [card for card in known if card[f"stands_out_{fate}"]]
        where = IN_WORDS[fate]
        if not known:
            yield f"Too few players had a card {where}, or had it not, to say what it is worth."
        elif not firm:
            yield f"No card stands out when it is {where}: what is seen could be chance."
        else:
            good = [_named(card, fate) for card in firm if card[f"lift_{fate}"] > 0][:NAMED]
            bad = [_named(card, fate) for card in reversed(firm) if card[f"lift_{fate}"] < 0][:NAMED]
            yield " ".join(
                f"{which} {where}: {listed(some)}." for which, some in (("Strongest", good), ("Weakest", bad)) if some
            )
    yield f"{counted(len(cards), 'card')} in all. What is seen is not yet caused: the report says how to read it."


def _named(card: Row, fate: str) -> str:
    return f"{card['name'] or card['card']} ({points(card[f'lift_{fate}'])} points)"


def strongest_first(cards: Sequence[Row]) -> list[Row]:
    """By what they are worth in hand, those of which nothing is known last."""
    return sorted(cards, key=lambda card: (card["lift_held"] is None, -(card["lift_held"] or 0)))


# -- plots -------------------------------------------------------------------------------------------------------------


def _strips(cards: Sequence[Row]) -> dict[tuple[str, str], Strip]:
    """Of each card and fate, all on one axis, with 0 in the middle."""
    ends = [abs(card[f"lift_{fate}{end}"] or 0) for card in cards for fate in FATES for end in ("_low", "_high")]
    most = max(ends, default=0) or 1
    return {
        (card["card"], fate): strip(
            *(card[f"lift_{fate}{end}"] for end in ("_low", "", "_high")), least=-most, most=most, middle=0
        )
        for card in cards
        for fate in FATES
        if card[f"lift_{fate}"] is not None
    }


def _seat_strip(seat: Row, seats: int) -> Strip:
    low, high = seat["interval"]
    return strip(low, seat["wins"], high, least=0, most=1, middle=1 / seats)


def strip(low: float, value: float, high: float, *, least: float, most: float, middle: float) -> Strip:
    """least, most: the ends of the axis."""

    def at(number: float) -> float:
        return round(WIDTH * (0.03 + 0.94 * (number - least) / (most - least)), 1)

    return Strip(at(low), at(value), at(high), at(middle))


def histogram(lengths: Mapping[int, int]) -> list[Bar]:
    """Games by their length; lengths that lie together share a bar."""
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

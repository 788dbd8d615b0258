"""A scored table as people read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proofdeck.ground.problems import listed
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.score_sheet import Item, Ranking, ScoreSheet

AGAINST_THE_GAME = {"won": "Everybody wins.", "lost": "The game wins."}
"""How a game that all play against has ended."""


def as_text(scored: Scored, *, placed: bool = True, say: Callable[[str], str] = str) -> str:
    """Each player's sheet with points in one column and the clause of each item, notes, then the places.

    placed: whether places are final and can be shown; say: puts its words into the language of the game.
    """
    lines: list[str] = []
    for name, sheet in zip(scored.names, scored.sheets, strict=True):
        lines += [*sheet_lines(name, sheet, say), ""]
    if scored.notes:
        lines += [*map(say, scored.notes), ""]
    if not placed:
        return "\n".join(lines[:-1])
    ranking, decided = scored.ranking, scored.ranking.decided_by
    if not ranking.sides.is_together:
        lines += [f"{place}. {names}" for place, names in places(scored.names, ranking)]
    elif ranking.sides.has_partners:
        lines += [f"{sum(sheet.total for sheet in scored.sheets):>6}  {say('for all together')}"]
    if ranking.result:
        lines.append(say(AGAINST_THE_GAME[ranking.result]))
    if decided:
        lines.append(f"{say('Decided by')}: {say(decided.label)} [{decided.clause}]")
    elif ranking.is_shared:
        lines.append(say("Nothing breaks the tie."))
    return "\n".join(lines).rstrip("\n")


def sheet_lines(name: str, sheet: ScoreSheet, say: Callable[[str], str] = str) -> Iterator[str]:
    """One player's sheet."""
    yield name
    items = [in_language(item, say) for item in sheet.items]
    width = max((len(item.label) for item in items), default=0)
    yield from (item_line(item, width) for item in items)
    tallies = "".join(f", {say(what)} {count}" for what, count in sheet.tallies.items())
    yield f"{sheet.total:>6}  {say('in all')}{tallies}"


def in_language(item: Item, say: Callable[[str], str]) -> Item:
    """The item with its label and the names of its cards as a language has them."""
    return item._replace(label=say(item.label), cards=tuple(map(say, item.cards)))


def item_line(item: Item, width: int = 0) -> str:
    """One item. width: of its label."""
    cards = f"  {', '.join(item.cards)}" if item.cards else ""
    return f"{item.points:>6}  {item.label:<{width}}  [{item.clause}]{cards}".rstrip()


def places(names: Sequence[str], ranking: Ranking) -> Iterator[tuple[int, str]]:
    """Each place and who has it, side by side; after a shared place, the next ones are skipped. names: by seat."""
    for group in ranking.groups:
        sides = [side for side in ranking.sides.seats if side[0] in group]
        told = (" + ".join(names[seat] for seat in side) for side in sides)
        yield ranking.places[group[0]], listed(told)

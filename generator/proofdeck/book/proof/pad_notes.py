"""Proves what pads say at their foot and beside counts: who wins, what cards are worth, and numbers by players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from proofdeck.book.proof.pad_words import PadFlaw, numbers_in, words_in
from proofdeck.play.engine.categories import Category, ScoreForm
from proofdeck.play.engine.score_sheet import Ranking, ScoredTable, ScoreSheet
from proofdeck.score.report import sheet_lines
from proofdeck.source.cards import Deck
from proofdeck.source.rules.parameters import Value

BEST = re.compile(r"\b(?P<which>most|fewest|highest|lowest)\b(?P<what>[^,;.]*)", re.IGNORECASE)
LEAST = frozenset({"fewest", "lowest"})
SAY = {
    "lowest": re.compile(
        r"\b(?:fewest|lowest|least|smallest|wenigst\w*|niedrigst\w*|menos|menor|más baj\w*)\b", re.IGNORECASE
    ),
    "highest": re.compile(r"\b(?:most|highest|largest|greatest|meist\w*|höchst\w*|mayor|más(?! baj))\b", re.IGNORECASE),
}
"""Words of a rule that say which total wins."""
SEATS = re.compile(r"\b(?P<number>\d+) with (?P<players>\d+) players\b")
RANKS = re.compile(r"\b(?P<first>\d+) to (?P<last>\d+): (?P<value>\d+)")


def note_flaws(
    form: ScoreForm,
    wins: str,
    said: Iterable[str],
    cards: Deck,
    values: Mapping[str, Value],
    tables: Sequence[ScoredTable],
) -> Iterator[PadFlaw]:
    """Notes that name a wrong winner, a wrong worth of a card, or numbers that nothing prints.

    wins: highest or lowest; said: the printed sentences of clauses; values: the parameters by name.
    """
    other = "lowest" if wins == "highest" else "highest"
    worth = [card.fields.get(column, "") for card in cards for column in ("value", "rank")]
    known = frozenset[int]().union(*map(numbers_in, (*said, *worth, *(row.label for row in form.categories))))
    for note in form.notes:
        if f"{other} total" in note.casefold():
            yield PadFlaw(f"the pad says '{note}', but the {wins} total wins")
        elif strange := sorted(one for one in numbers_in(note) if abs(one) not in known):
            yield PadFlaw(f"the pad says '{note}', but neither the rules nor the cards print {strange[0]}")
        else:
            wrong = (*_by_players(note, values), *_worths(note, cards))
            yield from (PadFlaw(f"the pad says '{note}', but {why}") for why in wrong)
            yield from _winners(note, form, tables)
    for row in form.categories:
        if row.tally:
            yield from _tie_breakers(row, tables)


def winner_flaws(clause: str, sentence: str, wins: str) -> Iterator[PadFlaw]:
    """A rule that says the other total wins. sentence: of that clause; wins: highest or lowest."""
    said = {which: found[0] for which, words in SAY.items() if (found := words.search(sentence))}
    if len(said) == 1 and wins in SAY and wins not in said:
        yield PadFlaw(f"the {wins} total wins on the pad, but {clause} says '{said.popitem()[1]}'")


def _by_players(note: str, values: Mapping[str, Value]) -> Iterator[str]:
    """Numbers for so many players that are not those of the parameter which has most of them."""
    told = {found["players"]: int(found["number"]) for found in SEATS.finditer(note)}
    names = sorted({name for name, _, players in (one.rpartition(".") for one in values) if players in told})
    wrong = [[f"{name}.{one}" for one in told if values.get(f"{name}.{one}") != told[one]] for name in names]
    yield from (f"{name} is {values.get(name)}" for name in min(wrong, key=len, default=[]))


def _worths(note: str, cards: Deck) -> Iterator[str]:
    """Cards and ranks beside which another number stands than they are worth."""
    for card in cards:
        if card.value is None:
            continue
        rank, worth = card.fields.get("rank", ""), int(card.value)
        beside = [re.search(rf"\b{re.escape(card.name)}:? (\d+)\b", note)] if card.name else []
        beside += [re.search(rf"(?<!\w){re.escape(rank)}: (\d+)\b", note)] if rank else []
        said = [int(found[1]) for found in beside if found]
        if rank.isdigit():
            ranges = RANKS.finditer(note)
            said += [int(one["value"]) for one in ranges if int(one["first"]) <= int(rank) <= int(one["last"])]
        if wrong := [one for one in said if one != worth]:
            yield f"{card.name or card.id} is worth {worth}, not {wrong[0]}"
            return


def _winners(note: str, form: ScoreForm, tables: Iterable[ScoredTable]) -> Iterator[PadFlaw]:
    """A note that says whoever has the most or the fewest of something wins, where a game was decided otherwise."""
    for found in BEST.finditer(note):
        for row in form.categories:
            if words_in(row.label) & words_in(found["what"]):
                yield from _lost(row, found["which"], f"the pad says '{note}'", tables)


def _tie_breakers(row: Category, tables: Iterable[ScoredTable]) -> Iterator[PadFlaw]:
    """A count that decides between equal totals the other way round than its note says."""
    if found := BEST.search(row.note):
        yield from _lost(row, found["which"], f"the pad says '{row.note}' beside '{row.label}'", tables)


def _lost(row: Category, which: str, says: str, tables: Iterable[ScoredTable]) -> Iterator[PadFlaw]:
    """The first game that is won with what is written in that row, but not with the most or the fewest of it.

    Players who share a place, such as partners, are compared by what they have together.
    """
    for table in tables:
        if table.ranking is None or len(table.ranking.groups) < 2 or not _decides(row, table.ranking):
            continue
        groups, sheets = table.ranking.groups[:2], table.sheets
        winner, other = (sum(_written(row, sheets[seat]) for seat in group) / len(group) for group in groups)
        if winner > other if which.casefold() in LEAST else winner < other:
            lines = (line for seat, *_ in groups for line in sheet_lines(f"Player {seat + 1}", sheets[seat]))
            why = f"somebody with {winner:g} in '{row.label}' wins against {other:g}"
            yield PadFlaw(f"{says}, but {why}", tuple(lines))
            return


def _decides(row: Category, ranking: Ranking) -> bool:
    """Whether it is what is written in that row that told the winners from those behind them."""
    decided = ranking.decided_by
    return decided is not None and (
        decided.clause in row.clauses or bool(words_in(decided.label) & words_in(row.label))
    )


def _written(row: Category, sheet: ScoreSheet) -> int:
    if row.tally:
        return sheet.tallies.get(row.tally, 0)
    return sum(item.points for item in sheet.items if item.clause in row.clauses)

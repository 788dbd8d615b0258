"""Proves score pads: fills them in as a person would, from score sheets of many tables, and looks what is wrong.

Rows are compared with what tables give: every item has one row, every row is filled by something, and what a row says
it pays is what its items are worth. What words a row has and which numbers it names is compared with the printed
sentences of its clauses. The same is asked of reference cards that list points.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from proofdeck.book.pads.pad import score_pad
from proofdeck.book.proof.pad_filling import filling_flaws
from proofdeck.book.proof.pad_notes import note_flaws, winner_flaws
from proofdeck.book.proof.pad_words import PadFlaw, as_whole, numbers_in, words_in
from proofdeck.ground.problems import Problems, counted, listed
from proofdeck.play.engine.categories import Category, ScoreBox, ScoreForm
from proofdeck.play.engine.kit.rules import NOT_PLAYED
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.score_sheet import Item, ScoredTable, ScoreSheet
from proofdeck.play.engine.score_table.rules import WINS
from proofdeck.play.engine.state import State
from proofdeck.play.setup.opening import seats_of
from proofdeck.score.report import sheet_lines
from proofdeck.source.project.game import Game
from proofdeck.source.project.printed_cards import printed_cards
from proofdeck.source.rules.passages import plain_words

EACH = re.compile(r"(?:^|: )(?P<number>\d+) a card$|^(?P<each>\d+) each$")
OF_SOMETHING = re.compile(r": (?P<number>[1-9]\d*) each$")
FIXED = re.compile(r"(?:^|: )(?P<number>[-−+]?\d+)$")
ENOUGH, MOST_GAMES = 200, 40
"""Score sheets that a pad is filled in from, and games that are played for them."""
LONGEST, SELDOM = 3_000, 20
"""Moves of such a game, and every so manieth after which its sheets are looked at."""


def flaws_of(form: ScoreForm, sheets: Sequence[ScoreSheet], said: Mapping[str, str]) -> list[PadFlaw]:
    """Everything that is wrong with the rows of a pad. said: the printed sentence of each clause."""
    proof = _Proof(form, sheets, said)
    about_rows = (*proof.without_a_row(), *proof.with_several_rows(), *proof.unfilled(), *proof.misnamed())
    return [*about_rows, *proof.wrong()]


class _Proof:
    def __init__(self, form: ScoreForm, sheets: Sequence[ScoreSheet], said: Mapping[str, str]) -> None:
        self._rows = [category for category in form.categories if category.clauses]
        self._tallies = [category for category in form.categories if category.tally]
        self._sheets, self._said = sheets, said
        self._items: dict[str, list[tuple[Item, ScoreSheet]]] = defaultdict(list)
        for sheet in sheets:
            for item in sheet.items:
                self._items[item.clause].append((item, sheet))

    def without_a_row(self) -> Iterator[PadFlaw]:
        rows = frozenset[str]().union(*(row.clauses for row in self._rows))
        for clause, items in self._items.items():
            item, sheet = max(items, key=lambda pair: abs(pair[0].points))
            if clause not in rows and item.points:
                left = sheet.total - sum(one.points for one in sheet.items if one.clause not in rows)
                says = (
                    f"no row of the pad is for '{item.label}' [{clause}]: it would add up to {left}, not {sheet.total}"
                )
                yield PadFlaw(says, tuple(sheet_lines("", sheet)))

    def with_several_rows(self) -> Iterator[PadFlaw]:
        for clause in self._items:
            rows = [row.label for row in self._rows if clause in row.clauses]
            if len(rows) > 1:
                yield PadFlaw(f"the pad has {len(rows)} rows for {clause}: {listed(rows)}")

    def unfilled(self) -> Iterator[PadFlaw]:
        """Nothing is said of rows that few sheets could fill."""
        for row in self._rows if len(self._sheets) >= ENOUGH else ():
            if not row.earlier and not row.clauses & self._items.keys():
                yield PadFlaw(f"nothing in {len(self._sheets)} score sheets fills the row '{row.label}' of the pad")
        for row in self._tallies:
            if self._sheets and not any(row.tally in sheet.tallies for sheet in self._sheets):
                yield PadFlaw(f"no score sheet counts '{row.tally}', for which the pad has the row '{row.label}'")

    def wrong(self) -> Iterator[PadFlaw]:
        """Rows whose note says something else than what their items give."""
        for row in self._rows:
            items = [pair for clause in row.clauses for pair in self._items.get(clause, ())]
            if not row.lines:
                yield from self._misstated(ScoreBox(row.label, row.note), items, row.clauses)
            for line in row.lines:
                own = {clause for clause in row.clauses if self._belongs_to(clause, line, row)}
                yield from self._misstated(line, [pair for pair in items if pair[0].clause in own], own)

    def _belongs_to(self, clause: str, line: ScoreBox, row: Category) -> bool:
        """Whether all items of a clause are of that line and of no other."""
        labels = [item.label for item, _ in self._items.get(clause, ())]
        others = [other.label for other in row.lines if other is not line and other.label.startswith(line.label)]
        return bool(labels) and all(
            label.startswith(line.label) and not any(map(label.startswith, others)) for label in labels
        )

    def _misstated(
        self, line: ScoreBox, items: Iterable[tuple[Item, ScoreSheet]], clauses: Iterable[str]
    ) -> Iterator[PadFlaw]:
        each, fixed, counted_up = (sort.search(line.note) for sort in (EACH, FIXED, OF_SOMETHING))
        listed_ones = numbers_in(line.note)
        for item, sheet in items:
            expected: set[int] = set()
            if each and item.cards:
                expected = {int(each["number"] or each["each"]) * len(item.cards)}
            elif counted_up:
                number = int(counted_up["number"])
                expected = {item.points // number * number}
            elif fixed:
                expected = {as_whole(fixed["number"])}
            elif " / " in line.note:
                expected = listed_ones
            if expected and item.points not in expected:
                cards = f" for {len(item.cards)} cards" if item.cards and each else ""
                says = f"the pad says '{line.note}' beside '{line.label}'"
                worth = f"'{item.label}' is worth {item.points}{cards}"
                yield PadFlaw(f"{says}, but {worth}", tuple(sheet_lines("", sheet)))
                return
        printed = frozenset[int]().union(*(numbers_in(self._said.get(clause, "")) for clause in clauses))
        strange = sorted(abs(one) for one in listed_ones if abs(one) not in printed)
        if printed and strange and " / " not in line.note:
            where = listed(sorted(clauses))
            yield PadFlaw(f"the pad says '{line.note}' beside '{line.label}', but {where} does not print {strange[0]}")

    def misnamed(self) -> Iterator[PadFlaw]:
        """Rows whose name fits the clauses of another row better than their own."""
        for row in self._rows:
            words = words_in(row.label)
            own = len(words & self._vocabulary(row))
            for other in self._rows:
                if other is not row and len(words & self._vocabulary(other)) > own:
                    pays, named = (listed(sorted(one.clauses)) for one in (row, other))
                    yield PadFlaw(f"the row '{row.label}' of the pad is for {pays}, but its name is that of {named}")
                    break

    def _vocabulary(self, row: Category) -> frozenset[str]:
        """The words of the sentences of its clauses, of their ids and of their items."""
        texts = [self._said.get(clause, "") for clause in row.clauses]
        texts += [clause.replace(".", " ").replace("-", " ") for clause in row.clauses]
        texts += [item.label for clause in row.clauses for item, _ in self._items.get(clause, ())[:20]]
        return frozenset[str]().union(*map(words_in, texts))


def reference_flaws(lines: Sequence[str], said: Mapping[str, str], worth: Iterable[int]) -> list[PadFlaw]:
    """Lines of a reference card with numbers that the clauses they are about do not print.

    lines: as printed; said: the sentences of clauses that give points, by id; worth: the values of cards. A line is
    about the clause whose sentence has most of its words, if that has at least half of them.
    """
    found, values = [], set(worth)
    for line in lines:
        words, numbers = words_in(line), {abs(one) for one in numbers_in(line)} - {0, 1}
        if not words or not numbers:
            continue
        shared = {clause: len(words & words_in(sentence)) for clause, sentence in said.items()}
        best = max(shared.values(), default=0)
        about = [clause for clause, count in shared.items() if count == best and 2 * best >= len(words)]
        printed = frozenset[int]().union(*(numbers_in(said[clause]) for clause in about))
        strange = sorted(one for one in numbers if one not in printed | values)
        if about and printed and strange:
            found.append(PadFlaw(f"'{line}' says {strange[0]}, but {listed(about)} does not print this number"))
    return found


# -- a game of a project ----------------------------------------------------------------------------------------------


def check_pads(
    game: Game, playable: Playable, shown: Sequence[ScoredTable], words: Mapping[str, str], problems: Problems
) -> None:
    """Warn of everything that is wrong with the pad of a game and with reference cards that list its points.

    shown: the tables of its examples; words: what each clause says, beginning with its number.
    """
    if playable.engine.score_form is None:
        return
    form = playable.engine.score_form(playable.game)
    said = {clause: sentence.partition(" ")[2] for clause, sentence in words.items()}
    most: dict[tuple[str, int], int] = {}
    for flaw in pad_flaws(game, playable, form, enough_tables(game, playable, shown, most), said):
        problems.report("W744", flaw.says, game.page.place(), hint=" | ".join(flaw.table))
    for card in game.deck:
        short = [(most.get((card.id, n), 0), card.copies(n), n) for n in seats_of(game, playable)]
        if found := next(((needed, printed, n) for needed, printed, n in short if needed > printed), None):
            needed, printed, players = found
            message = f"a game of random moves between {counted(players, 'player')} needs {needed} of '{card.name}'"
            hint = "Print more, or say in the rules what happens when none are left, and in the engine."
            says = f"{message}, but {printed} are printed"
            problems.report("W651", says, card.place("quantity"), field="quantity", hint=hint)
    paying = {clause for row in form.categories for clause in row.clauses}
    sentences = {clause: sentence for clause, sentence in said.items() if clause in paying}
    values = [int(card.value) for card in game.deck if card.value is not None]
    for card in printed_cards(game, game.printed, None, Problems()):
        for column, text in card.fields.items() if card.kind == NOT_PLAYED else ():
            for flaw in reference_flaws([plain_words(line) for line in text.split("\n")], sentences, values):
                problems.report("W744", flaw.says, card.place(column), field=column)


def pad_flaws(
    game: Game, playable: Playable, form: ScoreForm, tables: Sequence[ScoredTable], said: Mapping[str, str]
) -> Iterator[PadFlaw]:
    """Everything that is wrong with the pad of a game. said: the printed sentence of each clause."""
    sheets = [sheet for table in tables for sheet in table.sheets]
    yield from flaws_of(form, sheets, said)
    yield from filling_flaws(score_pad(game.title, form), form, sheets)
    wins = playable.engine.match(playable.game).wins
    yield from note_flaws(form, wins, said.values(), game.deck, playable.game.values, tables)
    yield from winner_flaws(WINS, said.get(WINS, ""), wins)


def enough_tables(
    game: Game, playable: Playable, shown: Sequence[ScoredTable], most: dict[tuple[str, int], int] | None = None
) -> list[ScoredTable]:
    """Those tables, and more from games of random moves, until there are enough score sheets.

    most: takes how many of each piece were on the table at once, by its id and the number of players.
    """
    found, count = list(shown), sum(len(table.sheets) for table in shown)
    seats = seats_of(game, playable) if playable.origin.module else ()
    for number in range(MOST_GAMES if seats else 0):
        if count >= ENOUGH:
            break
        state, random = playable.game.new_initial_state(seats[number % len(seats)], number), Random(number)
        for moves in range(LONGEST):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            if most is not None:
                _note_pieces(state, most)
            if moves % SELDOM == SELDOM - 1 and not state.is_terminal():
                found.append(ScoredTable(tuple(state.score_sheets())))
                count += state.players
        found.append(ScoredTable(tuple(state.score_sheets()), state.ranking() if state.is_terminal() else None))
        count += state.players
    return found


def _note_pieces(state: State, most: dict[tuple[str, int], int]) -> None:
    laid: Counter[str] = Counter()
    for one in state.laid_pieces():
        laid[one.piece] += one.copies
    for piece, count in laid.items():
        most[piece, state.players] = max(count, most.get((piece, state.players), 0))

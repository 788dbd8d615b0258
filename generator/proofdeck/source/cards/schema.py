"""Turns rows of text into typed cards.

The result is a `Deck` for each game and a problem for each mistake. A mistake in one cell costs that cell, not the
card. A card is left out only if it cannot be identified: its row has too many cells, no name, or an id that cannot be
used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from textwrap import shorten
from typing import NamedTuple

from proofdeck.ground.problems import Place, Problem, counted
from proofdeck.source.cards.columns import KEY_COLUMNS, KNOWN_COLUMNS, QUANTITY_FOR_PLAYERS, Columns, spot
from proofdeck.source.cards.damage import CURE, DamageWatch, damage
from proofdeck.source.cards.deck import MOST_DOUBTS, Card, Deck
from proofdeck.source.cards.findings import Findings, quotation
from proofdeck.source.cards.reader import DELIMITERS, ERROR_VALUE, Record
from proofdeck.source.cards.roles import LONGEST_WORD, MOSTLY, vocabulary, words_of
from proofdeck.source.cards.values import (
    GAME_SLUG,
    LONGEST_ID,
    free_variant,
    game_slug,
    id_flaw,
    key,
    number,
    prose,
    slug,
    whole_number,
)

MOST_ROWS = 100_000
MOST_CELLS = 3_000_000
MOST_PIECES = 100_000
LONGEST_MADE_ID = 40
"""Letters of a sentence from which an id is made."""
UNNAMED = re.compile(
    r"(?:sheet|munkalap|tabelle|table|feuil|hoja|foglio|blad|ark|arkusz|list|planilha|página|лист|シート|工作表|시트)\s?\d+",
    re.IGNORECASE,
)
"""What programs call a sheet that nobody has named; it is not a kind of cards."""
FILL = "fill"
"""The quantity of a card that fills the last sheet: one copy, and more where there is room."""
RANK = re.compile("[A-HJ-NP-Z]")
"""A, J, Q and K; but I and O may be meant for figures."""
FEW = 5
"""Cards after which a last row of one cell is more probably a note."""
MOST_TOTALS = 5
"""Rows at the end that may hold sums, means and numbers of cards."""
COUNTED = frozenset({"game", "id", "quantity", *QUANTITY_FOR_PLAYERS})
"""Columns without which a card is unknown or miscounted."""
NO_DAMAGE_EXPECTED = frozenset({"text", "value", "quantity", *QUANTITY_FOR_PLAYERS})


class CardTable(NamedTuple):
    """A table of cards below its header. sheet: its name, if several are read; the kind of cards that name none."""

    rows: Iterator[Record]
    header: Record
    columns: Columns
    delimiter: str
    sheet: str = ""


def decks_of(tables: Sequence[CardTable], findings: Findings, default_game: str) -> dict[str, Deck]:
    """The cards of all tables, each with the columns of all; games in order of first appearance."""
    seen = _Seen()
    for table in tables:
        _Reading(table, seen, findings, default_game).read_all()
    seen.report(findings, default_game)
    return seen.decks()


def cards_by_sheet(decks: Mapping[str, Deck]) -> Counter[str]:
    """How many cards come from each sheet; from "" if only one is read."""
    places = (card.places for deck in decks.values() for card in deck)
    return Counter(one.row.sheet for one in places if isinstance(one, RowPlaces))


@dataclass(frozen=True, slots=True, eq=False)
class RowPlaces(Mapping[str, Place]):
    """Where each field of a row is, computed on demand: most places are never needed."""

    file: str
    row: Record
    at: Mapping[str, int]

    def __getitem__(self, name: str) -> Place:
        return Place(self.file, *self.row.place(self.at[name]))

    def __iter__(self) -> Iterator[str]:
        return iter(self.at)

    def __len__(self) -> int:
        return len(self.at)


@dataclass
class _Seen:
    """What the tables of a spreadsheet have in common: cards, their ids, and what is said once of all.

    games: what cells name -> the game. first_rows: of each game, the row of each id. fields: of each card.
    given: of each game, the last number that was given to each id.
    """

    cards: dict[str, list[Card]] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    first_rows: dict[str, dict[str, Record]] = field(default_factory=dict)
    given: dict[str, dict[str, int]] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    fields: list[dict[str, str]] = field(default_factory=list)
    doubts: dict[str, list[Problem]] = field(default_factory=dict)
    unlisted: Counter[str] = field(default_factory=Counter)
    nameless: list[tuple[Record, int]] = field(default_factory=list)
    changed_ids: list[tuple[Record, int]] = field(default_factory=list)
    same_names: list[tuple[Record, int, str, str]] = field(default_factory=list)

    def decks(self) -> dict[str, Deck]:
        for fields in self.fields:
            for name in self.headers.keys() - fields.keys():
                fields[name] = ""
        return {
            game: Deck(game, tuple(cards), self.headers, tuple(self._doubts_of(game)))
            for game, cards in self.cards.items()
        }

    def _doubts_of(self, game: str) -> Iterator[Problem]:
        yield from self.doubts.get(game, ())
        if more := self.unlisted[game]:
            last = self.doubts[game][-1]
            message = f"{more} more problems of this kind are not listed"
            yield Problem(last.code, message, last.file, field=last.field)

    def report(self, findings: Findings, default_game: str) -> None:
        """What can be said only when all rows are read."""
        self._check_nameless(findings, default_game)
        self._warn_of_same_names(findings)
        self._warn_of_changed_ids(findings)
        self._check_pieces(findings)

    def _check_pieces(self, findings: Findings) -> None:
        """A game that nobody could print probably has other numbers in the column of quantities."""
        for game, cards in self.cards.items():
            pieces = accumulate(max((card.quantity, *card.quantities.values())) for card in cards)
            fit = sum(so_far <= MOST_PIECES for so_far in pieces)
            if fit < len(cards):
                place = cards[fit].place("quantity")
                message = f"'{game}' has more than {MOST_PIECES:,} pieces; from this card on it was not read"
                hint = "Check the quantities, or divide the cards among several games."
                findings.report("E118", message, (place.line or 1, place.column or 1), field="quantity", hint=hint)
                del cards[fit:]

    def _check_nameless(self, findings: Findings, default_game: str) -> None:
        """Rows may leave out the game if all of them do, or if it has the same name as the project."""
        if not self.nameless or set(self.games.values()) <= {default_game}:
            return
        (first, at), others = self.nameless[0], len(self.nameless) - 1
        also = f", nor {'does' if others == 1 else 'do'} {others} more" if others else ""
        named = [game for game in self.cards if game != default_game]
        message = f"this row does not name its game ({spot(first, at)}){also}"
        hint = f"Write '{named[-1]}', or whichever game the card belongs to."
        findings.report("E123", message, first.place(at), field="game", hint=hint)

    def _warn_of_same_names(self, findings: Findings) -> None:
        if self.same_names:
            (row, at, what, text), others = self.same_names[0], len(self.same_names) - 1
            also = f", and {counted(others, f'other {what}')} as well" if others else ""
            message = f"{quotation(text)} is already the {what} of a card ({spot(row, at)}){also}"
            hint = "These cards have numbered ids. For more copies of one card, set its quantity instead."
            findings.report("W105", message, row.place(at), field=what, hint=hint)

    def _warn_of_changed_ids(self, findings: Findings) -> None:
        if self.changed_ids:
            (row, at), others = self.changed_ids[0], len(self.changed_ids) - 1
            also = f", and {counted(others, 'other id')} likewise" if others else ""
            text = key(row.cells[at])
            called = slug(text) or f"card-{row.number}"
            message = f"id {quotation(text)} {id_flaw(text)} ({spot(row, at)}), so the card is called '{called}'{also}"
            hint = "Ids become names of files: use letters, digits, '-', '_' and '.'."
            findings.report("W108", message, row.place(at), field="id", hint=hint)


class _Reading:
    """One pass over the rows of a table below its header."""

    def __init__(self, table: CardTable, seen: _Seen, findings: Findings, default_game: str) -> None:
        columns = table.columns
        self._table = table
        self._delimiter = table.delimiter
        self._header = table.header
        self._seen = seen
        self._at = dict(columns.at)
        self._translations = tuple((name, *of) for name, of in columns.translations.items())
        self._findings = findings
        self._default_game = default_game
        self._cleaning = tuple((i, name, key if name in KEY_COLUMNS else prose) for name, i in columns.at.items())
        plain = {name: columns.translations.get(name, ("", name))[1] for name in columns.at}
        watched = {name: column for name, column in plain.items() if column not in NO_DAMAGE_EXPECTED}
        self._watches = {name: DamageWatch(name, own=of not in KNOWN_COLUMNS) for name, of in watched.items()}
        self._copies = {name: players for name, players in QUANTITY_FOR_PLAYERS.items() if name in columns.at}
        self._blank = set(columns.blank)
        self._kind = "" if UNNAMED.fullmatch(table.sheet.strip()) else key(table.sheet)
        self._fields_of_cards: list[dict[str, str]] = []
        self._doubts: list[Problem] = []
        self._called_by = columns.called_by
        self._unnamed: list[Record] = []
        self._is_headless = False
        self._no_cards: list[Record] = []
        self._only_numbers: list[Record] = []
        self._running: dict[str, int] | None = None

    def read_all(self) -> None:
        count = 0
        most = min(MOST_ROWS, MOST_CELLS // len(self._header.cells))
        for count, row in enumerate(self._without_totals(self._without_headings(most)), 1):
            if count > most:
                hint = "Split the file, or delete rows that are not cards."
                self._findings.report("E118", f"more than {most} rows; the rest was not read", (row.line, 1), hint=hint)
                break
            self._is_headless = self._is_headless or row.line == self._header.line
            self._read(row)
        if count == 0:
            hint = "Write one row per card below the header."
            self._findings.report("E116", "there is a header but no cards", self._header.place(0), hint=hint)
        self._warn_of_unnamed()
        for watch in self._watches.values():
            watch.report(self._findings)
        if self._table.sheet:
            self._seen.headers.setdefault("kind", "kind")
        unseen = self._blank.union(name for name, *_ in self._translations)
        for name, header in self._table.columns.headers.items():
            if name not in unseen:
                self._seen.headers.setdefault(name, header)
        for fields in self._fields_of_cards:
            for name in self._blank:
                del fields[name]
        self._seen.fields += self._fields_of_cards

    def _without_totals(self, rows: Iterator[Record]) -> Iterator[Record]:
        """The rows before those at the end that hold sums. Rows that may are kept back until the next card."""
        kept_back: list[Record] = []
        for row in rows:
            if self._may_be_totals(row):
                kept_back.append(row)
            else:
                yield from kept_back
                kept_back.clear()
                yield row
        for left, row in zip(range(len(kept_back), 0, -1), kept_back, strict=True):
            if left <= MOST_TOTALS and self._are_totals(row):
                message = f"this row holds the totals of its columns ({spot(row, 0)}): left out"
                self._findings.report("W106", message, row.place(0), hint="If it is a card, give it a name.")
            else:
                yield row

    def _without_headings(self, most: int) -> Iterator[Record]:
        """The rows without those that only name the cards below them, if each such row follows an empty one."""
        at = self._at.get(self._called_by)
        rows = list(islice(self._table.rows, most + 1))
        named = [place for place, row in enumerate(rows) if at is not None and _says_only(row, at)]
        are_headings = 1 < len(named) < len(rows) and all(_begins_a_part(rows, place) for place in named)
        if are_headings and at is not None:
            also = f", as {'are' if len(named) > 2 else 'is'} {counted(len(named) - 1, 'other')}"
            message = f"this row is a heading of the cards below it ({spot(rows[named[0]], at)}){also}: left out"
            place = rows[named[0]].place(at)
            hint = "If it is a card, fill another of its cells, or delete the empty row above it."
            self._findings.report("W106", message, place, field=self._called_by, hint=hint)
        is_note = False
        if at is not None and named == [len(rows) - 1] and len(rows) > FEW:
            is_note = rows[-1].number > rows[-2].number + 1
            end = "left out" if is_note else "printed"
            message = f"only this row has nothing but a name ({spot(rows[-1], at)}): {end}"
            hint = "If it is a note, begin it with #."
            if is_note:
                hint = "If it is a card, fill another of its cells, or delete the empty row above it."
            self._findings.report("W106", message, rows[-1].place(at), field=self._called_by, hint=hint)
        left_out = {*named} if are_headings or is_note else ()
        return (row for place, row in enumerate(rows) if place not in left_out)

    def _may_be_totals(self, row: Record) -> bool:
        """Whether it has neither a name nor an id, or begins with a word such as Total."""
        named = [self._at[name] for name in ("id", self._called_by) if name in self._at]
        nameless = not any(cell.strip() for at in named for cell in row.cells[at : at + 1])
        return nameless or bool(_is_total(row))

    def _are_totals(self, row: Record) -> bool:
        """Whether its figures are sums or means of the cells above them, or numbers of cards: one of them, if it is
        called so, or all.
        """
        fits, label, count = [], _is_total(row), len(self._fields_of_cards)
        for name, at in self._at.items():
            said = key(row.cells[at]) if at < len(row.cells) else ""
            if not said or label == said:
                continue
            if (total := _amount(said)) is None:
                return False
            above = [found for fields in self._fields_of_cards if (found := _amount(fields.get(name, ""))) is not None]
            places = len(said.partition(".")[2])
            mean = round(sum(above) / len(above), places) if above and label else count
            fits.append(total in {round(sum(above), places), count, mean})
        return any(fits) if label else bool(fits) and all(fits)

    def _warn_of_unnamed(self) -> None:
        """Tell of rows without a name: of those that are printed without one, and of those that hold no card."""
        at = self._at.get(self._called_by, self._at.get("id", 0))
        for rows, end in (
            (self._unnamed, "printed without one"),
            (self._no_cards, "left out, because only one cell is filled"),
            (self._only_numbers, "left out, because it holds a running number and nothing else"),
        ):
            if rows:
                also = (
                    f", nor {'do' if len(rows) > 2 else 'does'} {counted(len(rows) - 1, 'other row')}"
                    if rows[1:]
                    else ""
                )
                message = f"this row does not name a card ({spot(rows[0], at)}){also}: {end}"
                self._findings.report("W106", message, rows[0].place(at), field=self._called_by, hint="Name the card.")

    def _read(self, row: Record) -> None:
        if row.broken or self._is_long(row) or self._is_header(row):
            return
        fields = self._fields(row)
        for name in [name for name in self._blank if fields[name]] if self._blank else ():
            self._warn_of_blank_header(row, name)
        faulty = self._without_error_values(row, fields)
        self._watch_for_damage(row, fields)
        game = self._game(row, fields.get("game", ""))
        card_id = self._id(row, fields, faulty)
        value = self._value(row, self._counted(row, fields, "value"))
        fills = fields.get("quantity", "").casefold() == FILL
        quantity = 1 if fills else self._whole(row, "quantity", self._counted(row, fields, "quantity"), blank=1)
        quantities = self._quantities(row, fields) if self._copies else {}
        translations = self._translated(fields) if self._translations else {}
        if card_id and (card_id := self._free_id(row, fields, game, card_id)):
            fields |= {"game": game, "id": card_id, "name": fields.get("name", "")}
            places = RowPlaces(self._findings.file, row, self._at)
            kind = fields.get("kind", "") or self._kind
            if self._table.sheet:
                fields["kind"] = kind
            card = Card(
                *(game, card_id, fields["name"], kind, value, quantity or 0, fields, places, quantities, translations),
                fills=fills,
            )
            self._seen.cards[game].append(card)
            known = self._seen.doubts.setdefault(game, [])
            room = MOST_DOUBTS - len(known)
            known += self._doubts[:room]
            self._seen.unlisted[game] += len(self._doubts[room:])
            self._doubts.clear()
            self._fields_of_cards.append(fields)

    def _is_header(self, row: Record) -> bool:
        """Whether the header stands again between the cards, as on sheets that are printed; a few words may differ.

        A table without a header is read with its first row in that place, which is a card.
        """
        pairs = zip(row.cells, self._header.cells, strict=False)
        same = sum(cell == head and not cell.isspace() for cell, head in pairs if cell)
        return same > 1 and same >= MOSTLY * len(row.filled) and not self._is_headless

    def _is_long(self, row: Record) -> bool:
        width = len(self._header.cells)
        if len(row.cells) <= width:
            return False
        surplus = [index for index in range(width, len(row.cells)) if row.cells[index].strip()]
        if not surplus:
            return False
        delimiter = DELIMITERS[self._delimiter]
        row_name = "row" if row.number == row.line else f"row {row.number}"
        message = f"{row_name} has {surplus[-1] + 1} values, but the header has {width} (an unquoted {delimiter}?)"
        hint = f'If the text of a cell contains a {delimiter}, put the cell in quotes: "...".'
        self._findings.report("E105", message, row.place(surplus[0]), hint=hint)
        return True

    def _warn_of_blank_header(self, row: Record, name: str) -> None:
        self._blank.discard(name)
        index = self._at[name]
        message = f"this column has no name, but has a value in {self._line_word} {row.line} ({spot(row, index)})"
        hint = f"Name the column; until then, templates call it '{name}'."
        self._findings.report("W107", message, self._header.start(index), hint=hint)

    @property
    def _line_word(self) -> str:
        return "line" if self._delimiter else "row"

    def _fields(self, row: Record) -> dict[str, str]:
        cells = row.cells
        count = len(cells)
        fields = {name: clean(cells[index]) if index < count else "" for index, name, clean in self._cleaning}
        if row.marks:
            fields |= {
                name: prose(row.marks[at]) for at, name, _ in self._cleaning if at in row.marks and self._is_prose(name)
            }
        return fields

    def _is_prose(self, name: str) -> bool:
        """Whether a column holds words that are printed, and neither names nor tells apart."""
        _, of = self._table.columns.translations.get(name, ("", name))
        return of not in KEY_COLUMNS | {"name", self._called_by}

    def _counted(self, row: Record, fields: Mapping[str, str], name: str) -> str:
        """The cell as it is stored: 0.25, where a workbook shows 25 %."""
        return key(row.stored(self._at[name]) or fields[name]) if fields.get(name) else ""

    def _translated(self, fields: dict[str, str]) -> dict[str, dict[str, str]]:
        """Move the row's translations out of its fields."""
        found: dict[str, dict[str, str]] = {}
        for name, language, column in self._translations:
            found.setdefault(language, {})[column] = fields.pop(name)
        return found

    def _without_error_values(self, row: Record, fields: dict[str, str]) -> list[str]:
        """Report and blank the cells in which a formula failed; return the names of their columns."""
        faulty = [name for name, text in fields.items() if text[:1] in "#E" and ERROR_VALUE.fullmatch(text)]
        for name in faulty:
            message = f"a formula has failed with {fields[name]} ({spot(row, self._at[name])})"
            hint = "Fix the formula in the spreadsheet program and save the file again."
            at_once = name in COUNTED or name == self._called_by
            (self._findings.report if at_once else self._doubt)(
                "E114", message, row.place(self._at[name]), field=name, hint=hint
            )
            fields[name] = ""
        return faulty

    def _doubt(self, code: str, message: str, place: tuple[int, int], *, field: str, hint: str) -> None:
        """Note an error that is one only if somebody reads the column."""
        if len(self._doubts) < MOST_DOUBTS:
            self._doubts.append(Problem(code, message, self._findings.file, *place, field, hint))

    def _watch_for_damage(self, row: Record, fields: Mapping[str, str]) -> None:
        for name, watch in self._watches.items():
            if watch.see(fields[name]):
                index = self._at[name]
                watch.suspect(fields[name], row.place(index), spot(row, index))

    def _game(self, row: Record, text: str) -> str:
        if not text and "game" in self._at:
            self._seen.nameless.append((row, self._at["game"]))
        game = self._seen.games.get(text)
        if game is None:
            game = self._seen.games[text] = self._checked_game(row, text) if text else self._default_game
            self._seen.cards.setdefault(game, [])
            self._seen.first_rows.setdefault(game, {})
        return game

    def _checked_game(self, row: Record, text: str) -> str:
        if GAME_SLUG.fullmatch(text):
            return text
        suggestion = game_slug(text)
        if suggestion == re.sub(r"[\s_]", "-", text.casefold()) and GAME_SLUG.fullmatch(suggestion):
            return suggestion
        index = self._at["game"]
        long = f", up to {LONGEST_ID} of them" if len(text) > LONGEST_ID else ""
        message = f"{quotation(text)} cannot name a game: use a to z, 0 to 9 and '-'{long} ({spot(row, index)})"
        hint = f"Write '{suggestion}' in every row of this game." if suggestion else "Write a short name like 'tombs'."
        self._findings.report("E113", message, row.place(index), field="game", hint=hint)
        return suggestion or self._default_game

    def _id(self, row: Record, fields: Mapping[str, str], faulty: list[str]) -> str:
        given, name = fields.get("id", ""), fields.get(self._called_by, "")
        if self._only_counts_on(fields) and not name:
            self._only_numbers.append(row)
            return ""
        if given and id_flaw(given):
            self._seen.changed_ids.append((row, self._at["id"]))
            given = slug(given) or f"card-{row.number}"
        if given:
            return given
        if name:
            words = name if self._called_by == "name" else shorten(name, LONGEST_MADE_ID, placeholder="")
            return slug(words) or f"card-{row.number}"
        if {"id", self._called_by}.intersection(faulty):
            return ""
        if sum(map(bool, fields.values())) < min(2, len(self._at)):
            self._no_cards.append(row)
            return ""
        self._unnamed.append(row)
        return f"card-{row.number}"

    def _only_counts_on(self, fields: Mapping[str, str]) -> bool:
        """Whether a row holds a number that has run on from the first row, and nothing else but signs such as {}."""
        first, then = self._running is None, self._running or {}
        now = {name: whole_number(fields[name]) for name in (fields if first else then)}
        self._running = {
            name: number for name, number in now.items() if number is not None and (first or number == then[name] + 1)
        }
        said = [name for name, cell in fields.items() if any(map(str.isalnum, cell))] if self._running else []
        return bool(said) and not first and self._running.keys() >= {*said}

    def _free_id(self, row: Record, fields: Mapping[str, str], game: str, card_id: str) -> str:
        """The id, numbered if it was made or changed and another card has it; "" if the spreadsheet repeats it."""
        rows = self._seen.first_rows[game]
        column = "id" if fields.get("id") else self._called_by
        text = fields.get(column, "")
        first = rows.get(card_id.casefold())
        elsewhere = first is not None and first.sheet != row.sheet  # where ids may begin from 1 again
        changed = column == "id" and (text != card_id or elsewhere)
        if changed and rows.setdefault(text.casefold(), row) is not row:
            self._seen.same_names.append((row, self._at[column], "id", text))
        if (first := rows.setdefault(card_id.casefold(), row)) is row:
            return card_id
        other = free_variant(card_id, rows, given=self._seen.given.setdefault(game, {}))
        if column == "id" and not changed:
            message = f"id '{card_id}' is already used in {self._line_word} {first.line}{first.in_sheet}"
            hint = f"For more copies, set the card's quantity. For a different card, use another id, such as '{other}'."
            self._doubt("E111", message, row.place(self._at["id"]), field="id", hint=hint)
        elif not changed:
            what = "id" if column == "id" else "name"
            self._seen.same_names.append((row, self._at[column], what, text))
        rows[other.casefold()] = row
        return other

    def _value(self, row: Record, text: str) -> float | None:
        if not text:
            return None
        value = number(text, decimal_comma=self._delimiter == ";")
        if value is None and any(map(str.isalnum, text)) and not RANK.fullmatch(text):
            hint = _cure(text, "Write a number such as 3 or 2.5, or leave the cell blank.")
            index = self._at["value"]
            message = f"{quotation(text)} is not a number ({spot(row, index)})"
            self._doubt("E103", message, row.place(index), field="value", hint=hint)
        return value

    def _quantities(self, row: Record, fields: Mapping[str, str]) -> dict[int, int]:
        found = {
            players: self._whole(row, name, self._counted(row, fields, name)) for name, players in self._copies.items()
        }
        return {players: copies for players, copies in found.items() if copies is not None}

    def _whole(self, row: Record, name: str, text: str, blank: int | None = None) -> int | None:
        if not text:
            return blank
        copies = whole_number(text)
        if copies is None:
            index = self._at[name]
            message = f"{quotation(text)} is not a whole number from 0 to 999 ({spot(row, index)})"
            hint = _cure(text, "Write how many copies to print: 0, 1, 2 ...; a blank cell means 1.")
            self._findings.report("E104", message, row.place(index), field=name, hint=hint)
        return copies


def _says_only(row: Record, at: int) -> bool:
    """Whether that cell is the only one with anything in it."""
    return any(map(str.strip, row.cells[at : at + 1])) and len(row.filled) == 1


def _begins_a_part(rows: Sequence[Record], at: int) -> bool:
    """Whether there is an empty row above that one, or the header, and a card that says more below it."""
    follows = at == 0 or rows[at].number > rows[at - 1].number + 1
    return (
        follows and at + 1 < len(rows) and rows[at + 1].number == rows[at].number + 1 and len(rows[at + 1].filled) > 1
    )


def _is_total(row: Record) -> str:
    """The word with which it begins, if that is `Total`, or ""."""
    first = next(filter(None, map(key, row.cells)), "")
    return first if len(first) <= LONGEST_WORD and words_of(first) in vocabulary()["totals"] else ""


def _amount(text: str) -> float | None:
    """The number in a cell such as 25% and €12.50; None for words."""
    return None if any(map(str.isalpha, text)) else number(re.sub(r"[^\d.\-]", "", text))


def _cure(text: str, usual: str) -> str:
    kind = damage(text)
    return f"It looks like {kind} made by a spreadsheet program. {CURE}" if kind else usual

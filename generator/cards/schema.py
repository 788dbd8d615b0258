"""Turns rows of text into typed cards.

The result is a `Deck` for each game and a problem for each mistake. A mistake in one cell costs that cell, not the
card. A card is left out only if it cannot be identified: its row has too many cells, no name, or an id that cannot be
used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from generator.cards.columns import KEY_COLUMNS, KNOWN_COLUMNS, QUANTITY_FOR_PLAYERS, Columns, spot
from generator.cards.damage import CURE, DamageWatch, damage
from generator.cards.deck import Card, Deck
from generator.cards.findings import Findings, quotation
from generator.cards.reader import DELIMITERS, ERROR_VALUE, Row, Table
from generator.cards.values import (
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
from generator.problems import Place

MOST_ROWS = 100_000
MOST_CELLS = 3_000_000
MOST_PIECES = 100_000
FILL = "fill"
"""The quantity of a card that fills the last sheet: one copy, and more where there is room."""
NO_DAMAGE_EXPECTED = frozenset({"text", "value", "quantity", *QUANTITY_FOR_PLAYERS})


def decks_of(table: Table, header: Row, columns: Columns, findings: Findings, default_game: str) -> dict[str, Deck]:
    """Reads the rest of the table; games in order of first appearance."""
    reading = _Reading(table.delimiter, header, columns, findings, default_game)
    reading.read_all(table.rows)
    return reading.decks()


@dataclass(frozen=True, slots=True, eq=False)
class RowPlaces(Mapping[str, Place]):
    """Where each field of a row is, computed on demand: most places are never needed."""

    file: str
    row: Row
    at: Mapping[str, int]

    def __getitem__(self, name: str) -> Place:
        return Place(self.file, *self.row.place(self.at[name]))

    def __iter__(self) -> Iterator[str]:
        return iter(self.at)

    def __len__(self) -> int:
        return len(self.at)


class _Reading:
    """One pass over the rows below the header."""

    def __init__(self, delimiter: str, header: Row, columns: Columns, findings: Findings, default_game: str) -> None:
        self._delimiter = delimiter
        self._header = header
        self._at = dict(columns.at)
        self._translations = tuple((name, *of) for name, of in columns.translations.items())
        self._findings = findings
        self._default_game = default_game
        self._cleaning = tuple((i, name, key if name in KEY_COLUMNS else prose) for name, i in columns.at.items())
        self._blank_headers = set(columns.blank)
        plain = {name: columns.translations.get(name, ("", name))[1] for name in columns.at}
        watched = {name: column for name, column in plain.items() if column not in NO_DAMAGE_EXPECTED}
        self._watches = {name: DamageWatch(name, own=of not in KNOWN_COLUMNS) for name, of in watched.items()}
        self._copies = {name: players for name, players in QUANTITY_FOR_PLAYERS.items() if name in columns.at}
        self._cards: dict[str, list[Card]] = {}
        self._games: dict[str, str] = {}
        self._nameless: list[Row] = []
        self._first_lines: dict[str, dict[str, int]] = {}

    def decks(self) -> dict[str, Deck]:
        return {game: Deck(game, tuple(cards)) for game, cards in self._cards.items()}

    def read_all(self, rows: Iterable[Row]) -> None:
        count = 0
        most = min(MOST_ROWS, MOST_CELLS // len(self._header.cells))
        for count, row in enumerate(rows, 1):
            if count > most:
                hint = "Split the file, or delete rows that are not cards."
                self._findings.report("E118", f"more than {most} rows; the rest was not read", (row.line, 1), hint=hint)
                break
            self._read(row)
        if count == 0:
            hint = "Write one row per card below the header."
            self._findings.report("E116", "there is a header but no cards", self._header.place(0), hint=hint)
        self._check_nameless()
        self._check_pieces()
        for watch in self._watches.values():
            watch.report(self._findings)

    def _check_pieces(self) -> None:
        """A game that nobody could print probably has other numbers in the column of quantities."""
        for game, cards in self._cards.items():
            pieces = accumulate(max((card.quantity, *card.quantities.values())) for card in cards)
            fit = sum(so_far <= MOST_PIECES for so_far in pieces)
            if fit < len(cards):
                place = cards[fit].place("quantity")
                message = f"'{game}' has more than {MOST_PIECES:,} pieces; from this card on it was not read"
                hint = "Check the quantities, or divide the cards among several games."
                self._findings.report(
                    "E118", message, (place.line or 1, place.column or 1), field="quantity", hint=hint
                )
                del cards[fit:]

    def _check_nameless(self) -> None:
        """Rows may leave out the game if all of them do, or if it has the same name as the project."""
        if not self._nameless or set(self._games.values()) <= {self._default_game}:
            return
        first, others = self._nameless[0], len(self._nameless) - 1
        also = f", nor {'does' if others == 1 else 'do'} {others} more" if others else ""
        named = [game for game in self._cards if game != self._default_game]
        message = f"this row does not name its game ({spot(first, self._at['game'])}){also}"
        hint = f"Write '{named[-1]}', or whichever game the card belongs to."
        self._findings.report("E123", message, first.place(self._at["game"]), field="game", hint=hint)

    def _read(self, row: Row) -> None:
        if row.broken or self._is_long(row):
            return
        for index in self._blank_headers.intersection(range(len(row.cells))) if self._blank_headers else ():
            self._check_blank_header(row, index)
        fields = self._fields(row)
        faulty = self._without_error_values(row, fields)
        self._watch_for_damage(row, fields)
        game = self._game(row, fields.get("game", ""))
        card_id = self._id(row, fields, faulty)
        value = self._value(row, fields.get("value", ""))
        fills = fields.get("quantity", "").casefold() == FILL
        quantity = 1 if fills else self._whole(row, "quantity", fields.get("quantity", ""), blank=1)
        quantities = self._quantities(row, fields) if self._copies else {}
        translations = self._translated(fields) if self._translations else {}
        if card_id and self._is_first(row, fields, game, card_id):
            fields |= {"game": game, "id": card_id, "name": fields.get("name", "")}
            places = RowPlaces(self._findings.file, row, self._at)
            kind = fields.get("kind", "")
            card = Card(
                *(game, card_id, fields["name"], kind, value, quantity or 0, fields, places, quantities, translations),
                fills=fills,
            )
            self._cards[game].append(card)

    def _is_long(self, row: Row) -> bool:
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

    def _check_blank_header(self, row: Row, index: int) -> None:
        if row.cells[index].strip():
            self._blank_headers.discard(index)
            message = f"this column has no name, but has a value in {self._line_word} {row.line} ({spot(row, index)})"
            hint = "Name the column, or clear its cells."
            self._findings.report("E107", message, self._header.start(index), hint=hint)

    @property
    def _line_word(self) -> str:
        return "line" if self._delimiter else "row"

    def _fields(self, row: Row) -> dict[str, str]:
        cells = row.cells
        count = len(cells)
        return {name: clean(cells[index]) if index < count else "" for index, name, clean in self._cleaning}

    def _translated(self, fields: dict[str, str]) -> dict[str, dict[str, str]]:
        """Move the row's translations out of its fields."""
        found: dict[str, dict[str, str]] = {}
        for name, language, column in self._translations:
            found.setdefault(language, {})[column] = fields.pop(name)
        return found

    def _without_error_values(self, row: Row, fields: dict[str, str]) -> list[str]:
        """Report and blank the cells in which a formula failed; return the names of their columns."""
        faulty = [name for name, text in fields.items() if text[:1] in "#E" and ERROR_VALUE.fullmatch(text)]
        for name in faulty:
            message = f"a formula has failed with {fields[name]} ({spot(row, self._at[name])})"
            hint = "Fix the formula in the spreadsheet program and save the file again."
            self._findings.report("E114", message, row.place(self._at[name]), field=name, hint=hint)
            fields[name] = ""
        return faulty

    def _watch_for_damage(self, row: Row, fields: Mapping[str, str]) -> None:
        for name, watch in self._watches.items():
            if watch.see(fields[name]):
                index = self._at[name]
                watch.suspect(fields[name], row.place(index), spot(row, index))

    def _game(self, row: Row, text: str) -> str:
        if not text and "game" in self._at:
            self._nameless.append(row)
        game = self._games.get(text)
        if game is None:
            game = self._games[text] = self._checked_game(row, text) if text else self._default_game
            self._cards.setdefault(game, [])
            self._first_lines.setdefault(game, {})
        return game

    def _checked_game(self, row: Row, text: str) -> str:
        if GAME_SLUG.fullmatch(text):
            return text
        suggestion = game_slug(text)
        index = self._at["game"]
        long = f", up to {LONGEST_ID} of them" if len(text) > LONGEST_ID else ""
        message = f"{quotation(text)} cannot name a game: use a to z, 0 to 9 and '-'{long} ({spot(row, index)})"
        hint = f"Write '{suggestion}' in every row of this game." if suggestion else "Write a short name like 'tombs'."
        self._findings.report("E113", message, row.place(index), field="game", hint=hint)
        return suggestion or self._default_game

    def _id(self, row: Row, fields: Mapping[str, str], faulty: list[str]) -> str:
        given, name = fields.get("id", ""), fields.get("name", "")
        if given:
            return given if self._is_fine_id(row, given) else ""
        if name:
            return self._id_of_name(row, name)
        if "id" not in faulty and "name" not in faulty:
            self._findings.report("E110", "this row has neither an id nor a name", row.place(0), hint="Name the card.")
        return ""

    def _is_fine_id(self, row: Row, text: str) -> bool:
        flaw = id_flaw(text)
        if flaw:
            index = self._at["id"]
            suggestion = slug(text)
            hint = f"Write '{suggestion}'." if suggestion else "Use letters, digits, '-', '_' and '.'."
            message = f"id {quotation(text)} {flaw} ({spot(row, index)})"
            self._findings.report("E112", message, row.place(index), field="id", hint=hint)
        return not flaw

    def _id_of_name(self, row: Row, name: str) -> str:
        made = slug(name)
        if not made:
            message = f"the name {quotation(name)} cannot be turned into an id ({spot(row, self._at['name'])})"
            hint = "Give the card an id of letters and digits in a column 'id'."
            self._findings.report("E112", message, row.place(self._at["name"]), field="name", hint=hint)
        return made

    def _is_first(self, row: Row, fields: Mapping[str, str], game: str, card_id: str) -> bool:
        lines = self._first_lines[game]
        first = lines.setdefault(card_id.casefold(), row.line)
        if first == row.line:
            return True
        field = "id" if fields.get("id") else "name"
        source = "" if field == "id" else ", made from the name,"
        message = f"id '{card_id}'{source} is already used in {self._line_word} {first}"
        other = free_variant(card_id, lines)
        hint = f"For more copies, set the card's quantity. For a different card, use another id, such as '{other}'."
        self._findings.report("E111", message, row.place(self._at[field]), field=field, hint=hint)
        return False

    def _value(self, row: Row, text: str) -> float | None:
        if not text:
            return None
        value = number(text, decimal_comma=self._delimiter == ";")
        if value is None:
            hint = _cure(text, "Write a number such as 3 or 2.5, or leave the cell blank.")
            index = self._at["value"]
            message = f"{quotation(text)} is not a number ({spot(row, index)})"
            self._findings.report("E103", message, row.place(index), field="value", hint=hint)
        return value

    def _quantities(self, row: Row, fields: Mapping[str, str]) -> dict[int, int]:
        found = {players: self._whole(row, name, fields[name]) for name, players in self._copies.items()}
        return {players: copies for players, copies in found.items() if copies is not None}

    def _whole(self, row: Row, name: str, text: str, blank: int | None = None) -> int | None:
        if not text:
            return blank
        copies = whole_number(text)
        if copies is None:
            index = self._at[name]
            message = f"{quotation(text)} is not a whole number from 0 to 999 ({spot(row, index)})"
            hint = _cure(text, "Write how many copies to print: 0, 1, 2 ...; a blank cell means 1.")
            self._findings.report("E104", message, row.place(index), field=name, hint=hint)
        return copies


def _cure(text: str, usual: str) -> str:
    kind = damage(text)
    return f"It looks like {kind} made by a spreadsheet program. {CURE}" if kind else usual

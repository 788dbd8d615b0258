"""Which sheets of a workbook hold cards: workbooks as people keep them, each drawn as a picture of its sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openpyxl import Workbook

from proofdeck.ground.problems import Problems
from proofdeck.source.cards.roles import Column, Role, role_of, words_of
from proofdeck.source.cards.spreadsheet import Spreadsheet, read_spreadsheet

HEROES = """
    Heroes
    Name | Attack | Text
    Ada  | 3      | Draw.
    Bo   | 2      | Rest.
"""
PICTURES: dict[str, tuple[str, dict[str, str | list[str]]]] = {
    "notes first, in one column, and the deck after them": (
        """
    Read me
    How this file works
    Only the deck is printed

    Deck
    Name   | Cost | Text
    Bridge | 2    | Cross.
    """,
        {"Read me": "notes", "Deck": ["Bridge"]},
    ),
    "a sheet for each kind, each with columns of its own": (
        f"""{HEROES}
    Monsters
    Monster Name | Health | Qty.
    Rat          | 1      | 4

    Places
    Title | Effect
    Marsh | Stop.
    """,
        {"Heroes": ["Ada", "Bo"], "Monsters": ["Rat"], "Places": ["Marsh"]},
    ),
    "a list of factions that a column of the cards names, and prices of a shop": (
        """
    Factions
    Name   | Colour
    Reeds  | green
    Stones | grey

    Card List
    Title  | Faction | Cost
    Bridge | Reeds   | 2
    Ford   | Stones  | 1
    Weir   | Reeds   | 3

    Prices
    Shop | EUR
    A    | 3
    """,
        {
            "Factions": "explains the column 'faction' of 'Card List'",
            "Card List": ["Bridge", "Ford", "Weir"],
            "Prices": "does not look like cards",
        },
    ),
    "last month's version of a sheet, a copy, and one that was cut": (
        """
    Cards
    Name | Cost | Text
    Ada  | 1    | Draw.
    Bo   | 2    | Rest.
    Cy   | 3    | Sing.

    Cards in May
    Name | Cost | Text
    Ada  | 2    | Draw two.
    Bo   | 1    | Rest.
    Cy   | 4    | Sing.

    Copy
    Name | Cost | Text
    Ada  | 1    | Draw.

    Cut
    Name | Cost | Text
    Dee  | 1    | Leave.
    """,
        {
            "Cards": ["Ada", "Bo", "Cy"],
            "Cards in May": "has the cards of 'Cards' again",
            "Copy": "has the cards of 'Cards' again",
            "Cut": "its name says that its cards are no longer used",
        },
    ),
    "what was removed, what is counted, and what is worked out": (
        """
    Goods
    Title | Text  | Qty
    Wood  | Warm. | 2
    Clay  | Wet.  | 3
    Silk  | Soft. | 1

    Removed cards
    Title | Text  | Qty
    Gold  | Dear. | 2

    Stats
    Name | # Cards | Type | Effect
    Wood | 2       | 0.3  | a
    Clay | 3       | 0.5  | a
    Silk | 1       | 0.2  | b

    Market
    Good | Count | Supply    | Demand    | Rarity
    Wood | 2     | 1.5454545 | 0.6470588 | 3.8823529
    Clay | 3     | 1.1818181 | 0.8461538 | 5.0769230
    Silk | 1     | 0.3333333 | 3.0000001 | 5.5000001
    """,
        {
            "Goods": ["Wood", "Clay", "Silk"],
            "Removed cards": "its name says that its cards are no longer used",
            "Stats": "says more about the cards of 'Goods'",
            "Market": "holds figures that are worked out",
        },
    ),
    "two decks with as many rows that say no more than B, one half empty and below a few words of praise": (
        """
    Knights
    Name  | Rarity | Effect 1
    Sword | A      | Hit.
          | B      |
          | B      |

    Monks
    Praise of monks:
    Card Name | Rarity | Effect 1
    Bell      | A      | Ring.
              | B      |
              | B      |
    """,
        {"Knights": ["Sword"], "Monks": ["Bell"]},
    ),
    "names of players far below other lists": (
        f"""{HEROES}
    People
    Ann
    Ben
    Cleo
    Dan
    Eve
    Name | Picture
    Ann  | green
    Ben  | grey
    """,
        {"Heroes": ["Ada", "Bo"], "People": "does not look like cards"},
    ),
    "a database, in which the sheet called Cards is the deck": (
        """
    Cards
    ID | Name | Cost
    a1 | Fox  | 1
    b2 | Owl  | 2
    c3 | Elk  | 3

    Printings
    ID | Card_ID | Name  | Text
    1  | a1      | Fuchs | Beta.
    2  | b2      | Eule  | Beta.
    3  | c3      | Elch  | Beta.

    Tiles
    Name | Text | Copies
    Moor | Wet. | 2

    Shops
    Name | City
    Dice | Ulm
    """,
        {
            "Cards": ["Fox", "Owl", "Elk"],
            "Printings": "says more about the cards of 'Cards'",
            "Tiles": ["Moor"],
            "Shops": "does not look like cards",
        },
    ),
    "a deck in which only the copies are called as usual": (
        f"""{HEROES}
    Second deck
    Piece | Qty.
    Boat  | 3
    Oar   | 6

    Second deck of ideas
    Piece | Weight
    Sail  | 3
    """,
        {"Heroes": ["Ada", "Bo"], "Second deck": ["Boat", "Oar"], "Second deck of ideas": "notes"},
    ),
    "earlier versions, told by their names": (
        """
    0.9 Alpha
    Name | Cost | Text
    Ada  | 1    | Draw.

    0.8 Alpha
    Name | Cost | Text
    Zoe  | 2    | Draw two.

    Version 0.10
    Name | Cost | Text
    Eve  | 1    | Draw.

    Rituals
    Name | Cost
    Rain | 3
    """,
        {
            "0.9 Alpha": "is an earlier version of 'Version 0.10'",
            "0.8 Alpha": "is an earlier version of 'Version 0.10'",
            "Version 0.10": ["Eve"],
            "Rituals": ["Rain"],
        },
    ),
    "sheets that their author has put aside, and an empty one": (
        f"""
    #Ideas
    Name | Text
    Zed  | Hm.
{HEROES}
    _old
    Name | Text
    Yan  | No.

    Sheet3
    """,
        {
            "#Ideas": "its name begins with #",
            "Heroes": ["Ada", "Bo"],
            "_old": "its name begins with _",
            "Sheet3": "empty",
        },
    ),
    "a title above the header": (
        """
    Spells
    All my spells
    Name | Cost
    Fog  | 2

    Items
    Name | Cost
    Rope | 1
    """,
        {"Spells": ["Fog"], "Items": ["Rope"]},
    ),
    "in German": (
        """
    Anleitung
    Ziel des Spiels ist es zu gewinnen

    Helden
    Name | Typ  | Anzahl
    Ute  | Held | 2

    Ereignisse
    Titel | Beschreibung
    Flut  | Alle gehen.
    """,
        {"Anleitung": "notes", "Helden": ["Ute"], "Ereignisse": ["Flut"]},
    ),
    "in Japanese": (
        """
    ルール
    勝つのはだれか

    カード
    名前 | コスト | 効果
    橋   | 2      | 渡る
    """,
        {"ルール": "notes", "カード": ["橋"]},
    ),
    "only one sheet, which says little": ("""
    Sheet1
    id
    ape
    """, {"Sheet1": [""]}),
}  # fmt: skip


def read(folder: Path, picture: str) -> tuple[Spreadsheet, Problems]:
    """The workbook of that picture: a sheet for each block, whose first line is its name."""
    book = Workbook()
    book.remove(book.active)
    for block in filter(str.strip, picture.split("\n\n")):
        name, *rows = [line.strip() for line in block.strip("\n").splitlines() if line.strip()]
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([int(cell) if cell.isdigit() else cell for cell in map(str.strip, row.split("|"))])
    book.save(folder / "deck.xlsx")
    problems = Problems()
    return read_spreadsheet(folder / "deck.xlsx", "deck.xlsx", problems, default_game="demo"), problems


@pytest.mark.parametrize("case", PICTURES)
def test_every_sheet_is_looked_at_and_what_becomes_of_it_is_told(case: str, tmp_path: Path) -> None:
    picture, wanted = PICTURES[case]
    found, problems = read(tmp_path, picture)
    names = [name for outcome in wanted.values() if isinstance(outcome, list) for name in outcome]
    assert [card.name for card in found.decks["demo"]] == names
    told = {name: len(outcome) if isinstance(outcome, list) else outcome for name, outcome in wanted.items()}
    assert {use.name: use.left_out or use.rows for use in found.sheets} == (told if len(told) > 1 else {})
    expected = ("Shops", "only one cell", "'People' may hold cards")
    assert [problem.message for problem in problems if not any(one in problem.message for one in expected)] == []


def test_each_sheet_has_its_own_columns_and_every_card_has_those_of_all(tmp_path: Path) -> None:
    found, _ = read(tmp_path, PICTURES["a sheet for each kind, each with columns of its own"][0])
    ada, _, rat, marsh = found.decks["demo"]
    assert [(card.kind, card.quantity) for card in (ada, rat, marsh)] == [("Heroes", 1), ("Monsters", 4), ("Places", 1)]
    assert (rat.fields["health"], rat.fields["attack"], rat.fields["text"]) == ("1", "", "")
    assert (marsh.fields["effect"], marsh.fields["health"]) == ("Stop.", "")
    assert {"attack", "health", "effect", "kind"} <= found.decks["demo"].headers.keys()


def test_a_single_sheet_with_cards_gives_no_kind(tmp_path: Path) -> None:
    found, _ = read(tmp_path, PICTURES["notes first, in one column, and the deck after them"][0])
    assert [card.kind for card in found.decks["demo"]] == [""]


def test_a_header_that_stands_again_between_the_cards_is_not_a_card(tmp_path: Path) -> None:
    again = "    Name | Cost | Text\n"
    found, problems = read(tmp_path, f"    Spells\n{again}    Fog | 1 | Go.\n{again}    Ice | 2 | Stay.\n")
    assert ([card.name for card in found.decks["demo"]], list(problems)) == (["Fog", "Ice"], [])
    more = "Name | Cost | Text | Kind | HP | ATK | "
    rows = f"    {more}Rarity\n    Fog | 1 | Go. | a | 1 | 2 | 3\n    {more}\n    {more}Rare\n    Cost | 2 | Pay. | b\n"
    found, _ = read(tmp_path, f"    Spells\n{rows}")
    assert [card.name for card in found.decks["demo"]] == ["Fog", "Cost"]


TOTALS = """
    Spells
    Name | Copies | Cost | Text
    Fog  | 2      | 1    | Go.
    Ice  | 4      | 3    | Stay.
"""


@pytest.mark.parametrize(
    "row", ["Total | 6 | 4", "TOTAL: | 6", "Summe | 6 | 2.0", "| 6 | 4", "Average | 3 | 2", "Sum | 2", "合計 | 6 | 4"]
)
def test_totals_below_the_last_card_are_no_card(tmp_path: Path, row: str) -> None:
    found, problems = read(tmp_path, f"{TOTALS}    {row}\n")
    assert [card.name for card in found.decks["demo"]] == ["Fog", "Ice"]
    assert [problem.message for problem in problems] == [
        "this row holds the totals of its columns (column A): left out"
    ]


def test_only_the_last_five_rows_can_be_totals(tmp_path: Path) -> None:
    """To add up all rows for each of thousands would not end."""
    _, problems = read(tmp_path, TOTALS + "    Total | 6 | 4\n" * 7)
    told = [problem for problem in problems if problem.message.startswith("this row holds the totals")]
    assert len(told) <= 5


@pytest.mark.parametrize(
    "row", ["Total | 1 | 9 | Win.", "Sum | 1", "| 2 | 9", "Total | 6 | 4\n    Ash | 1 | 1 | Burn."]
)
def test_a_card_that_only_looks_like_totals_is_a_card(tmp_path: Path, row: str) -> None:
    found, _ = read(tmp_path, f"{TOTALS}    {row}\n")
    assert len(found.decks["demo"].cards) > 2


def test_a_header_of_two_lines_names_each_column(tmp_path: Path) -> None:
    lines = "    Name | Stats | | Text\n    | HP | ATK |\n    Fog | 1 | 2 | Go.\n"
    found, problems = read(tmp_path, f"    Spells\n{lines}")
    (fog,) = found.decks["demo"]
    assert (fog.name, fog.fields["hp"], fog.fields["atk"], fog.fields["text"]) == ("Fog", "1", "2", "Go.")
    assert not problems


def test_a_card_whose_last_column_has_no_header_is_no_second_line_of_the_header(tmp_path: Path) -> None:
    for rows in ("Name | Text\n    Fog | Go. | later", "ID | Name\n    | Fog | later"):
        found, _ = read(tmp_path, f"    Spells\n    {rows}\n")
        assert [card.name for card in found.decks["demo"]] == ["Fog"]


def test_a_line_that_names_types_for_programs_is_no_card(tmp_path: Path) -> None:
    found, problems = read(tmp_path, "    Spells\n    Name | HP | Text\n    string | int | string\n    Fog | 1 | Go.\n")
    assert [card.name for card in found.decks["demo"]] == ["Fog"]
    assert [problem.message for problem in problems] == ["this row says what the columns hold (column A): left out"]


def test_a_table_that_lies_on_its_side_is_told_with_its_cure(tmp_path: Path) -> None:
    rows = ("Name | Fog | Ice | Ash", "Type | air | water | fire", "HP | 1 | 2 | 3", "Text | Go. | Stay. | Burn.")
    _, problems = read(tmp_path, "    Spells\n" + "".join(f"    {row}\n" for row in rows))
    assert [(problem.code, problem.hint) for problem in problems] == [
        ("E125", "Copy the table, and paste it transposed, with one card per row."),
    ]


def test_the_first_card_of_a_table_without_a_header_is_kept_as_often_as_it_is_there(tmp_path: Path) -> None:
    rows = "    Riot | 2 | Turn it.\n    Calm | 3 | Rest now.\n    Riot | 2 | Turn it.\n"
    found, _ = read(tmp_path, f"    Cards\n{rows}")
    assert [card.fields["a"] for card in found.decks["demo"]] == ["Riot", "Calm", "Riot"]


def test_words_above_figures_alone_are_a_header_even_with_a_count_among_them(tmp_path: Path) -> None:
    rows = "    Riot | 2 | Turn it. | a\n    Calm | 3 | Rest now. | b\n    Flood | 2 | Swim. | c\n"
    found, _ = read(tmp_path, f"    Cards\n    Deed | Gravitas | Doing | 109\n{rows}")
    assert [card.name for card in found.decks["demo"]] == ["Riot", "Calm", "Flood"]


def test_a_sheet_that_nobody_has_named_is_no_kind(tmp_path: Path) -> None:
    found, _ = read(tmp_path, f"{HEROES}\n    Sheet2\n    Name | Cost\n    Rex | 1\n")
    assert {card.kind for card in found.decks["demo"]} == {"Heroes", ""}


def test_ids_that_begin_again_on_each_sheet_are_numbered_and_no_card_is_lost(tmp_path: Path) -> None:
    again = "    ID | Name | Cost\n    1 | {0} | 1\n    2 | {0}2 | 2\n"
    found, problems = read(tmp_path, f"    Spells\n{again.format('Fog')}\n\n    Items\n{again.format('Rope')}")
    assert [(card.id, card.name) for card in found.decks["demo"]] == [
        *(("1", "Fog"), ("2", "Fog2"), ("1-2", "Rope"), ("2-2", "Rope2")),
    ]
    assert [problem.code for problem in problems] == ["W105"]


def test_sheets_of_names_and_nothing_else_are_named_because_they_may_be_cards(tmp_path: Path) -> None:
    _, problems = read(tmp_path, f"{HEROES}\n    Villains\n    Name\n    Rex\n    Ivy\n")
    assert [str(problem) for problem in problems] == [
        (
            "deck.xlsx W112 'Villains' may hold cards, and is not read\n"
            "    Give each a column called Name, with one card a row; or begin the name of the sheet with #."
        )
    ]


def test_a_workbook_without_any_deck_is_read_where_it_looks_most_like_one_and_this_is_told(tmp_path: Path) -> None:
    rows = "    x | Without | y\n    Hits | 30 of 40 | 7\n    Misses | 12 of 40 | 9\n"
    found, problems = read(tmp_path, f"    Results\n{rows}\n    Raw\n    1 | 2\n    3 | 4\n")
    assert [use.name for use in found.sheets if not use.left_out] == ["Results"]
    assert [problem.message for problem in problems if problem.code == "W112"] == [
        "no sheet looks like cards, so 'Results' is read, which does so most"
    ]


def test_a_workbook_of_charts_alone_is_told_to_have_no_cells(tmp_path: Path) -> None:
    book = Workbook()
    book.create_chartsheet("Curve")
    book.remove(book.active)
    book.save(tmp_path / "deck.xlsx")
    problems = Problems()
    assert not read_spreadsheet(tmp_path / "deck.xlsx", "deck.xlsx", problems, default_game="demo").decks
    assert [problem.message for problem in problems] == ["the workbook has charts and no cells"]


def test_copies_are_counted_below_a_header_that_stands_under_a_title(tmp_path: Path) -> None:
    found, _ = read(tmp_path, "    Users\n    Needs |\n    Name | Card Quantity\n    Fox | 2\n    Owl | 3\n")
    assert [card.quantity for card in found.decks["demo"]] == [2, 3]


def test_of_very_many_sheets_the_last_are_told_to_be_unread(tmp_path: Path) -> None:
    many = "\n\n".join(f"    Kind {number}\n    Name | Cost\n    Card {number} | 1" for number in range(62))
    found, _ = read(tmp_path, many)
    assert (len(found.decks["demo"].cards), [use.left_out for use in found.sheets[60:]]) == (
        60,
        ["only the first 60 are"] * 2,
    )


def test_a_sheet_longer_than_what_is_judged_is_read_whole_and_counted(tmp_path: Path) -> None:
    rows = "\n".join(f"    Card {number} | {number}" for number in range(700))
    found, _ = read(tmp_path, f"{HEROES}\n    Numbers\n    Name | Cost\n{rows}\n")
    assert {use.name: use.rows for use in found.sheets} == {"Heroes": 2, "Numbers": 700}


COPIES = """
en: Qty; Qty.; QTY; Quantity; Count; Copies; Amount; Number; No.; # in deck; # copies; # of copies; # cards; #
    of cards; No. of copies; No. of Copies; No of copies; Number of copies; Number of Copies;
    number_of_copies; NumberOfCopies; Number of cards; Copies in deck; Copies in Deck; Cards in deck; In deck;
    In Deck; Deck count; Card count; Card Qty; Card quantity; Freq; Frequency; Freq.; How many; How many?;
    Times; To print; Print qty; Print Quantity; Copies (total); Total copies; Per deck; Copies per deck; Qty
    in deck; Copies of card; # per deck; Copies/deck; Quantity (deck); QTY:; #Copies; Num copies; Num. copies;
    Nr. of copies; Multiplicity; Pieces; Units; Count in deck; Amount in deck; x; X; #
de: Kopienzahl; Anzahl pro Deck; Anzahl (Stück); Karten im Deck; Anzahl; ANZAHL; Menge; Stück; Stk.;
    Stückzahl; Exemplare; Anzahl Karten; Anzahl der Karten; Anzahl Kopien; Anzahl im Deck; Im Deck;
    Kartenanzahl; Kartenzahl; Häufigkeit; Kopien; Anz.; Wie oft; Zahl der Karten; Mal
es: Cantidad en mazo; # copias; Número; Copias por mazo; Cantidad; CANTIDAD; Copias; Unidades; Número de
    copias; Nº de copias; N.º de copias; Num. de cartas; Número de cartas; Cant.; Ejemplares; Veces; Cantidad
    de cartas; Cantidad de copias; En el mazo; Copias en mazo; Frecuencia; ¿Cuántas?; Cuántas
fr: Nb. cartes; Nb de chaque; Nombre dans le deck; Quantité; QUANTITÉ; Exemplaires; Nombre d'exemplaires;
    Nombre d’exemplaires; Nb; Nb de cartes; Nbre; Nombre de cartes; Nombre de copies; Qté; N° de copies;
    Fréquence; Combien; Dans le paquet; Nb. d'exemplaires
it: Quantità; QUANTITÀ; Copie; Numero di copie; Numero di carte; N. copie; N° copie; Q.tà; Qtà; Pezzi;
    Esemplari; Nel mazzo; Frequenza
pt: Quantidade; QUANTIDADE; Cópias; Número de cópias; Número de cartas; Nº de cópias; Qtd; Qtd.; Qtde;
    Exemplares; Unidades; Quantas; Cópias no baralho; Frequência
nl, pl, cs, sv, fi: Aantal; Aantal kaarten; Ilość; Liczba; Liczba kopii; Liczba kart; Sztuk; Szt.; Počet;
    Počet kusů; Antal; Antal kort; Määrä; Lukumäärä; Kpl
ru: Сколько; Кол.; Количество; КОЛИЧЕСТВО; Кол-во; Кол-во.; Количество карт; Количество копий; Копий; Копии;
    Штук; Шт.; Число карт
zh: 每种数量; 卡片数量; 数量; 张数; 份数; 件数; 卡牌数量; 数目; 张
ja, ko: 枚数; 数量; 個数; カード枚数; 枚; 수량; 매수; 장수; 개수
"""
"""What people write above the number of copies."""
NO_COPIES = """
Cost; Attack; Number of players; Level; Points; Copies of rules; Deck; Cards; Card number; Year; Hand size;
Kosten; Coste; Prix; 费用
"""
"""Figures that are none."""


def headings_in(words: str) -> list[str]:
    """The headings of a list, which may go over several lines."""
    return [
        " ".join(heading.split())
        for line in re.split(r"\n(?!    )", words)
        for heading in line.split(";")
        if heading.strip()
    ]


def pieces(folder: Path, header: str, cells: str) -> tuple[int, list[str]]:
    file = folder / "deck.csv"
    rows = zip(("Ada", "Bo", "Cy"), cells.split(), strict=True)
    file.write_text(f'Name,"{header}"\n' + "\n".join(f"{name},{cell}" for name, cell in rows), encoding="utf-8")
    problems = Problems()
    decks = read_spreadsheet(file, "deck.csv", problems, default_game="demo").decks
    return decks["demo"].count(), [problem.code for problem in problems]


def test_the_number_of_copies_is_known_under_200_headings_in_many_languages(tmp_path: Path) -> None:
    headings = headings_in(re.sub(r"^[\w, ]+: ", "", COPIES, flags=re.MULTILINE).replace(":", ""))
    assert len(headings) >= 200
    strange = {heading: found for heading in headings if (found := pieces(tmp_path, heading, "2 4 1")) != (7, [])}
    assert strange == {}


def test_other_figures_are_no_copies(tmp_path: Path) -> None:
    strange = {word: pieces(tmp_path, word, "2 4 1")[0] for word in headings_in(NO_COPIES)}
    assert set(strange.values()) == {3}, strange


def test_running_numbers_and_words_below_such_a_heading_are_no_copies(tmp_path: Path) -> None:
    assert pieces(tmp_path, "No.", "1 2 3")[0] == pieces(tmp_path, "Number", "north south east")[0] == 3


def test_copies_are_counted_with_a_sign_of_multiplication(tmp_path: Path) -> None:
    assert pieces(tmp_path, "Qty", "2x x4 ×1") == (7, [])


def test_below_art_stand_pictures_in_english_and_kinds_in_german() -> None:
    def role(*cells: str) -> Role:
        return role_of(Column("art", "Art", cells), words_of("Art"))

    assert role("wolf", "old_bear", "owl-2") == role("Wolf.png", "Bear.png") == Role.PICTURE
    assert role("Ort", "Person", "Ort", "Ort") is Role.KIND
    assert role("Ort", "Person") is not Role.PICTURE


@pytest.mark.parametrize(
    ("header", "cells", "is_picture"),
    [
        ("Art Styles", ("1", "3"), False),
        ("Image", ("1", "3"), True),
        ("Art.-Nr.", ("A1000", "A1001"), False),
        ("Image 2", ("fox", "owl"), True),
    ],
)
def test_figures_and_numbers_of_articles_name_no_pictures(
    header: str, cells: tuple[str, ...], is_picture: bool
) -> None:
    assert (role_of(Column("art", header, cells), words_of(header)) is Role.PICTURE) is is_picture

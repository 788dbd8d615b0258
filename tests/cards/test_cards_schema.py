"""Cards out of rows: places, cures, limits and what is left of a file with mistakes."""

from __future__ import annotations

import pickle
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.source.cards import KNOWN_COLUMNS, Deck, read_cards
from proofdeck.source.cards.columns import QUANTITY_ELSEWHERE, column_letter, column_name
from proofdeck.source.cards.values import LONGEST_ID, id_flaw, number, slug, whole_number


def read(folder: Path, text: str) -> tuple[dict[str, Deck], Problems]:
    path = folder / "cards.csv"
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    return read_cards(path, "cards.csv", problems, default_game="demo"), problems


def hints(folder: Path, text: str) -> list[str]:
    return [problem.hint for problem in read(folder, text)[1]]


def test_the_known_columns_are_these() -> None:
    assert " ".join(KNOWN_COLUMNS) == (
        "game id name kind suit rank value quantity text icon quantity_2 quantity_3 quantity_4 quantity_5 quantity_6"
        " quantity_7 quantity_8 quantity_9 quantity_10 quantity_11 quantity_12"
    )


def test_each_field_knows_its_place_and_a_missing_one_points_at_the_row(tmp_path: Path) -> None:
    decks, _ = read(tmp_path, 'name,text,value\n\nLamp,"a\n  b",3\nRope\n')
    lamp, rope = decks["demo"].cards
    places = {name: (lamp.place(name).line, lamp.place(name).column) for name in ("name", "text", "value", "id")}
    assert places == {"name": (3, 1), "text": (3, 7), "value": (4, 6), "id": (3, 1)}
    assert (rope.place("value").line, rope.place("value").column) == (5, 5)
    assert lamp.place("value").file == "cards.csv"


def test_a_deck_survives_pickling_for_work_in_several_processes(tmp_path: Path) -> None:
    deck = read(tmp_path, 'name,text\nLamp,"a ""b"""\n')[0]["demo"]
    copy = pickle.loads(pickle.dumps(deck))
    assert copy == deck
    assert copy.cards[0].place("text") == deck.cards[0].place("text")


def test_a_faulty_cell_costs_the_cell_and_not_the_card(tmp_path: Path) -> None:
    decks, problems = read(tmp_path, "name,value,qty,kind\nLamp,x,y,#REF!\n")
    lamp = decks["demo"].cards[0]
    assert (lamp.value, lamp.quantity, lamp.kind) == (None, 0, "")
    assert [problem.code for problem in problems] == ["E104", "E114", "E103"]


def test_a_row_without_a_card_is_left_out_and_its_game_stays(tmp_path: Path) -> None:
    decks, _ = read(tmp_path, "game,name,id\nzoo,,\nark,A,a/b\nark,A,\nark,A,\n")
    ids = {game: [card.id for card in deck] for game, deck in decks.items()}
    assert ids == {"zoo": [], "ark": ["a-b", "a", "a-2"]}


def test_rows_kept_free_for_cards_to_come_are_left_out_and_told(tmp_path: Path) -> None:
    for text in ("id,front\n1,Fox\n2,Owl\n3,\n4,\n", "name,cost,no\nFox,{1},1\nOwl,{2},2\n,{},3\n,{},4\n"):
        decks, problems = read(tmp_path, text)
        assert len(decks["demo"].cards) == 2
        (told,) = problems
        assert told.message.endswith(
            ", nor does 1 other row: left out, because it holds a running number and nothing else"
        )


def test_cards_of_figures_without_a_name_are_cards(tmp_path: Path) -> None:
    decks, _ = read(tmp_path, "name,value,qty\nStop,0,2\n,7,4\n,9,4\n")
    assert [card.quantity for card in decks["demo"]] == [2, 4, 4]
    decks, _ = read(tmp_path, "name,value,box\nJoker,,1\n,2,1\n,3,1\n,4,1\n")
    assert [card.fields["value"] for card in decks["demo"]][1:] == ["2", "3", "4"]


PARTS = "name,text,qty\nSpells,,\nFog,Hide.,2\nIce,Slip.,1\n,,\nItems,,\nRope,Climb.,3\n"


def test_headings_between_the_parts_of_a_list_are_no_cards(tmp_path: Path) -> None:
    decks, problems = read(tmp_path, PARTS)
    assert [card.name for card in decks["demo"]] == ["Fog", "Ice", "Rope"]
    assert [problem.message for problem in problems] == [
        "this row is a heading of the cards below it (column A), as is 1 other: left out"
    ]


@pytest.mark.parametrize("text", [PARTS.replace("\n,,\n", "\n"), PARTS + "Map,,\n", "name,text\nFog,\n\nIce,\n"])
def test_cards_with_nothing_but_a_name_yet_are_cards(tmp_path: Path, text: str) -> None:
    decks, problems = read(tmp_path, text)
    assert len(decks["demo"].cards) == text.count("\n") - 1 - text.count("\n,,\n") - text.count("\n\n")
    assert not problems


@pytest.mark.parametrize(("gap", "cards", "end"), [("", 7, "printed"), ("\n", 6, "left out"), (",\n", 6, "left out")])
def test_a_last_row_of_one_cell_may_be_a_note_and_below_an_empty_row_is_one(
    tmp_path: Path, gap: str, cards: int, end: str
) -> None:
    decks, problems = read(tmp_path, "name,text\n" + "".join(f"Fox {at},Run.\n" for at in range(6)) + gap + "To do,\n")
    assert len(decks["demo"].cards) == cards
    assert [problem.message for problem in problems] == [f"only this row has nothing but a name (column A): {end}"]


@pytest.mark.parametrize(
    ("text", "copies"),
    [
        ("id;cout;nbCartes;nbActions;nbGold\nAtelier;4;0;1;0\nDouve;2;2;0;0\n", [1, 1]),
        ("name,number\nGo,0\nElm Street,2\nOak Street,3\n", [1, 1, 1]),
        ("name,number\nGo,1\nElm Street,2\nOak Street,2\n", [1, 2, 2]),
        ("name,qty\nGo,0\nElm Street,0\n", [0, 0]),
    ],
)
def test_a_number_of_other_things_is_no_number_of_copies(tmp_path: Path, text: str, copies: list[int]) -> None:
    assert [card.quantity for card in read(tmp_path, text)[0]["demo"]] == copies


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("nr,card ability,card points\n1,none,2\n2,none,0\n3,joker,1\n", ["", "", ""]),
        ("question,hint\nWho?,Look up\nWhere?,Look down\nWhy?,Look back\n", ["", "", ""]),
        ("resposta;dica1\nLua;Brilha\nSol;Queima\nMar;Molha\n", ["Lua", "Sol", "Mar"]),
        ('topic,challenge,code\na,Sing now,"{a: 1},"\nb,Dance now,"{a: 2},"\n', ["", ""]),
        ("no,card name,cost\n1,Fox,1\n2,,5\n3,,3\n4,,4\n", ["Fox", "", "", ""]),
    ],
)
def test_cards_are_called_as_a_person_would_call_them(tmp_path: Path, text: str, names: list[str]) -> None:
    assert [card.name for card in read(tmp_path, text)[0]["demo"]] == names


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("nmae,id\nLamp,a\n", "Did you mean 'name'?"),
        ("id,quantitiy\na,2\n", "Did you mean 'quantity'?"),
        ("id,quantity2\na,2\n", "Did you mean 'quantity_2'?"),
        ("id,quantity_13\na,2\n", "quantity_N is for 2 to 12 players."),
        ("id,name\nRed Lamp!,a\n", "Ids become names of files: use letters, digits, '-', '_' and '.'."),
        ("game,name\nThe Zoo!,a\n", "Write 'the-zoo' in every row of this game."),
        ("level,cost\n1,2\n", "The columns are level and cost. The first row must name the columns: id,name,text,..."),
        (
            "id\na\na\n",
            "For more copies, set the card's quantity. For a different card, use another id, such as 'a-2'.",
        ),
        (
            "id,quantity\na,01-Feb\n",
            (
                "It looks like a date made by a spreadsheet program. "
                "Format the column as text in the spreadsheet program and type the value again."
            ),
        ),
    ],
)
def test_a_mistake_comes_with_its_cure(tmp_path: Path, text: str, hint: str) -> None:
    assert hints(tmp_path, text) == [hint]


@pytest.mark.parametrize("name", ["cost", "text_2", "icon2", "mana", "title", "size", "id_old", "x" * 5000])
def test_an_own_column_is_not_taken_for_a_misspelt_one(tmp_path: Path, name: str) -> None:
    assert not read(tmp_path, f"name,{name}\na,b\n")[1]


def test_pieces_for_the_most_players_count_towards_those_that_nobody_could_print(tmp_path: Path) -> None:
    rows = "".join(f"c{number},1,999\n" for number in range(102))
    decks, (problem,) = read(tmp_path, "id,quantity,quantity_4\n" + rows)
    assert (problem.code, problem.line, len(decks["demo"].cards)) == ("E118", 102, 100)


def test_a_column_that_is_the_same_in_every_language_has_no_translation(tmp_path: Path) -> None:
    decks, (problem,) = read(tmp_path, "id,quantity,quantity@de\nfox,2,5\n")
    (fox,) = decks["demo"]
    assert (problem.code, fox.copies(), fox.translations) == ("W104", 2, {})


def test_a_file_that_is_missing_or_a_folder_is_an_error(tmp_path: Path) -> None:
    problems = Problems()
    (tmp_path / "folder.csv").mkdir()
    for name in ("none.csv", "none.xlsx", "folder.csv", "nul\0.csv"):
        assert read_cards(tmp_path / name, name, problems, default_game="demo") == {}
    assert [problem.code for problem in problems] == ["E101"] * 4


def test_a_file_too_large_is_an_error_and_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    with path.open("wb") as file:
        file.truncate(20_000_001)
    problems = Problems()
    read_cards(path, "cards.csv", problems, default_game="demo")
    assert [problem.message for problem in problems] == ["the file has 20 MB; the limit is 20 MB"]


def test_more_pieces_than_anybody_prints_are_told_at_the_card_that_goes_beyond(tmp_path: Path) -> None:
    rows = "".join(f"{game},c{number},{copies}\n" for game, copies in (("a", 999), ("b", 500)) for number in range(200))
    decks, problems = read(tmp_path, f"game,id,quantity\n{rows}")
    assert {game: len(deck.cards) for game, deck in decks.items()} == {"a": 100, "b": 200}
    (problem,) = problems
    assert (problem.code, problem.line, problem.column, problem.field) == ("E118", 102, 8, "quantity")


def test_rows_lines_and_columns_have_a_limit(tmp_path: Path) -> None:
    _, problems = read(tmp_path, "id\n" + "a\n" * 100_001)
    assert [p.message for p in problems if p.code == "E118"] == ["more than 100000 rows; the rest was not read"]
    assert [p.code for p in read(tmp_path, "\n" * 1_000_001)[1]] == ["E118"]
    assert [p.code for p in read(tmp_path, ",".join(f"c{n}" for n in range(257)) + "\na\n")[1]] == ["E118"]


def test_a_flood_of_one_mistake_is_cut_short_and_counted(tmp_path: Path) -> None:
    _, problems = read(tmp_path, "id,value\n" + "".join(f"c{n},x\n" for n in range(150)) + "d,1,2\n")
    assert [problem.code for problem in problems] == ["E105", *["E103"] * 101]
    assert problems[-1].message == "50 more problems of this kind are not listed"


def test_messages_are_short_for_long_values(tmp_path: Path) -> None:
    _, problems = read(tmp_path, f'id,value\na,"{"x" * 10_000}\ny"\n')
    assert problems[0].message == f"'{'x' * 37}...' is not a number (column B)"


@given(st.text(max_size=150))
def test_a_slug_is_always_a_fine_id_or_nothing(name: str) -> None:
    made = slug(name)
    assert made == "" or id_flaw(made) == ""
    assert len(made) <= LONGEST_ID + 2


@given(st.floats(-1e12, 1e12).map(lambda value: round(value, 3)))
def test_a_decimal_is_read_as_written(value: float) -> None:
    assert number(f"{value:.3f}") == value
    assert number(f"{value:.3f}".replace(".", ","), decimal_comma=True) == value


@pytest.mark.parametrize("text", ["", "1e5", "inf", "nan", ".", "+", "1.2.3", "0x1", "1_0", "9" * 400, "²"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert number(text) is None


@pytest.mark.parametrize(
    ("text", "copies"), [("0", 0), ("007", 7), ("+3", 3), ("999", 999), ("1000", None), ("-0", None)]
)
def test_a_quantity_is_a_whole_number_from_0_to_999(text: str, copies: int | None) -> None:
    assert whole_number(text) == copies
    assert whole_number("9" * 10_000) is None


@given(st.integers(0, 20_000))
def test_column_letters_count_like_a_spreadsheet(index: int) -> None:
    value = 0
    for letter in column_letter(index):
        value = value * 26 + string.ascii_uppercase.index(letter) + 1
    assert value == index + 1


@pytest.mark.parametrize(
    "header", ["Hit Points", " hit-points ", "HIT__POINTS", "hit\u00a0points", "hit\u2011points", "Hit - points"]
)
def test_column_names_are_compared_without_case_and_blanks(header: str) -> None:
    assert column_name(header) == "hit_points"


def test_ids_of_signs_are_numbered_where_they_clash_and_repeated_ones_are_told_once(tmp_path: Path) -> None:
    rows = "♄+2,Saturn\n♆+2,Neptune\n♆+2,Again\n♀️,Venus\n♀️,Once more\n"
    decks, problems = read(tmp_path, "id,name\n" + rows)
    assert [card.id for card in decks["demo"]] == ["2", "2-2", "2-3", "card-5", "card-6"]
    assert sorted(f"{problem.code} {problem.message}" for problem in problems) == [
        "W105 '♆+2' is already the id of a card (column A), and 1 other id as well",
        "W108 id '♄+2' contains '♄' (column A), so the card is called '2', and 4 other ids likewise",
    ]
    assert [problem.code for problem in read(tmp_path, "id,name\na,Saturn\na,Neptune\n")[1]] == ["E111"]


def test_the_number_of_copies_is_known_in_the_languages_that_the_page_names(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "spreadsheet.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| `quantity` |")]
    words = row.partition("`qty`")[2].split("`")[1::2]
    assert {"count", *words} == {"count", "copies", *QUANTITY_ELSEWHERE}
    for word in words:
        assert read(tmp_path, f"name,{word.title()}\nWolf,3\n")[0]["demo"].cards[0].quantity == 3

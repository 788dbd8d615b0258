"""A folder that holds nothing but a spreadsheet, as people have them, gives faces that show all of it."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import pytest
from effort import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from materials import supplies_in
from PIL import Image
from workbooks import ENDINGS, write_workbook

from proofdeck.book.manuscript.composing import print_rules
from proofdeck.front.starting import start_with
from proofdeck.ground.problems import Problems, ProofdeckError, has_errors
from proofdeck.paper.deck.adopting import files_from
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import Font, TextRun
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.clauses import Edition

WILD = Path(__file__).parent.parent / "cards" / "wild"
PICTURE = Path(__file__).parent.parent.parent / "output" / "gallery" / "pads.png"
DECKS = sorted(path for path in WILD.iterdir() if path.stem != "bank")
NOT_SHOWN = {"prefix": {0}, "italian": {0}, "camel": {0}, "twice": {1}}
"""Columns for programs, and of copies, which no card shows."""
NO = {"no"}


def laid_out(folder: Path, problems: Problems) -> Print:
    (game,) = (project := load_project(folder, problems)).games.values()
    return lay_out(project, game, Options(cache=False), problems)


def letters(text: str) -> str:
    """What can be compared after quotation marks, dashes and line ends have been set."""
    return re.sub(r"\W", "", text)


def words_on(made: Print, number: int) -> str:
    item = made.items[number]
    faces = [face for face in (item.front, item.back) if face is not None]
    return letters("".join(mark.text for face in faces for mark in face.leaves() if isinstance(mark, TextRun)))


def rows_of(path: Path) -> list[list[str]]:
    text = path.read_text(encoding="utf-8")
    rows = list(csv.reader(text.splitlines(), delimiter=";" if ";" in text.splitlines()[0] else ","))
    return rows if path.stem == "no-header" else rows[1:]


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_everything_that_a_row_holds_for_people_is_on_its_card(path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "My Cards v2.csv")
    problems = Problems()
    made = laid_out(tmp_path, problems)
    assert not has_errors(problems)
    copies = [copy for item in made.items for copy in [item.label]]
    for number, (row, label) in enumerate(zip(rows_of(path), dict.fromkeys(copies), strict=True)):
        shown = words_on(made, copies.index(label))
        wanted = [cell for at, cell in enumerate(row) if at not in NOT_SHOWN.get(path.stem, set()) and cell not in NO]
        assert [cell for cell in wanted if letters(cell.replace("yes", "")) not in shown] == [], number


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_printer_has_nothing_to_say_about_a_made_face(path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "cards.csv")
    made = laid_out(tmp_path, Problems())
    check_print(made, problems := Problems())
    assert [str(problem) for problem in problems] == []


def test_what_was_taken_for_what_is_said_in_words(tmp_path: Path) -> None:
    shutil.copy(WILD / "prefix.csv", tmp_path / "cards.csv")
    made = laid_out(tmp_path, Problems()).made
    assert made is not None
    assert made.notes("Ember")[:2] == [
        (
            "The faces of Ember were made from its columns: Card name as names; Card type as kinds; Card manacost as "
            "figures; Card text as words; Card flavortext as flavour; Card image as pictures."
        ),
        "For programs, and so on no card: Card id.",
    ]


def test_the_number_of_copies_is_found_and_a_name_used_twice_is_numbered(tmp_path: Path) -> None:
    shutil.copy(WILD / "twice.csv", tmp_path / "cards.csv")
    problems = Problems()
    made = laid_out(tmp_path, problems)
    assert [item.label for item in made.items] == [*["goblin"] * 3, *["goblin-2"] * 2, "dragon"]
    assert [problem.code for problem in problems] == ["W105"]


def test_cards_grow_with_the_longest_text_until_it_fits(tmp_path: Path) -> None:
    widths = []
    for words in (10, 400, 700, 2000):
        (tmp_path / "cards.csv").write_text(f"name,text\nFox,Draw a card.\nOwl,{'another ' * words}\n")
        made = laid_out(tmp_path, problems := Problems())
        (width,) = {item.front.size.width for item in made.items}
        widths.append(width)
        assert any(problem.code == "E301" for problem in problems) == (words == 2000)
    assert widths == [63, 69.85, 88.9, 88.9]


def test_the_other_side_of_a_row_is_on_the_back(tmp_path: Path) -> None:
    shutil.copy(WILD / "two-sides.csv", tmp_path / "cards.csv")
    made = laid_out(tmp_path, Problems())
    (front, back) = (
        letters("".join(mark.text for mark in face.leaves() if isinstance(mark, TextRun)))
        for face in (made.items[0].front, made.items[0].back)
        if face is not None
    )
    assert ("LoomHall" in front, "GreatLoom" in front, "GreatLoom" in back) == (True, False, True)


@pytest.mark.parametrize("place", ["images/Wisp.PNG", "Bilder/WISP.png", "Meine Karten/Geister/wisp.jpg", "Wisp.png"])
def test_a_picture_is_found_beside_the_spreadsheet_whatever_its_folder_and_case(place: str, tmp_path: Path) -> None:
    shutil.copy(WILD / "prefix.csv", tmp_path / "cards.csv")
    (tmp_path / "output/zoo").mkdir(parents=True)
    shutil.copy(PICTURE, tmp_path / "output/zoo/wisp.png")
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(PICTURE, tmp_path / place)
    made = laid_out(tmp_path, Problems())
    assert made.made is not None
    assert f'"wisp.png" = "{place}"' in made.made.made.front
    names = [[mark.text for mark in item.front.leaves() if isinstance(mark, TextRun)] for item in made.items]
    assert ["wisp.png" in words for words in names[:1]] == [False], "the name of a picture is printed only in its place"


def test_a_face_has_names_even_if_the_spreadsheet_has_ids_and_calls_its_names_otherwise(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("ID,Title,Class\n1,Still Pond,water\n2,Moss,plant\n3,Vines,plant\n", "utf-8")
    made = laid_out(tmp_path, Problems())
    assert made.made is not None
    assert made.made.made.taken == "Title as names; Class as kinds"
    for row, said in (("Moss,Plant,,", "Id as names; Class as words"), ("m1,Plant,,x", "Class and d as words")):
        (tmp_path / "cards.csv").write_text(f"Id,Class,,\n{row}\n", "utf-8")
        made = laid_out(tmp_path, Problems())
        assert made.made is not None
        assert made.made.made.taken == said


def test_a_picture_that_is_put_beside_the_spreadsheet_later_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,image\nWisp,wisp\nWard,ward\n", encoding="utf-8")
    before = laid_out(tmp_path, Problems())
    shutil.copy(PICTURE, tmp_path / "wisp.png")
    after = laid_out(tmp_path, Problems())
    assert (before.made is not None, after.made is not None) == (True, True)
    assert ["wisp.png" in made.made.made.front for made in (before, after) if made.made] == [False, True]


def test_a_picture_and_a_font_that_come_later_are_noticed_by_a_project_that_stays_open(tmp_path: Path) -> None:
    """And a picture that is a link is another one as soon as the link leads elsewhere."""
    (tmp_path / "cards.csv").write_text("name,image\nWisp Ɖ,wisp\nWard,ward\n", encoding="utf-8")
    project = load_project(tmp_path, Problems())
    (game,) = project.games.values()

    def face_made() -> tuple[dict[str, str], list[str]]:
        project.look_again()
        made = lay_out(project, game, Options(), Problems()).made
        assert made is not None
        return dict(re.findall(r'"(\w+)" = "(\w+/\w+\.png)"', made.made.front)), list(made.found.fonts)

    assert face_made() == ({}, [])
    (tmp_path / "images").mkdir()
    (tmp_path / "drawn").mkdir()
    for name in ("one", "two"):
        shutil.copy(PICTURE, tmp_path / "drawn" / f"{name}.png")
    link = tmp_path / "images" / "wisp.png"
    for name in ("one", "two"):
        link.unlink(missing_ok=True)
        link.symlink_to(f"../drawn/{name}.png")
        assert face_made() == ({"wisp": f"drawn/{name}.png"}, [])
    (tmp_path / "fonts").mkdir()
    shutil.copy(supplies_in(tmp_path).fonts.file(Font("Crimson Text")).path, tmp_path / "fonts" / "mine.ttf")
    assert face_made() == ({"wisp": "drawn/two.png"}, ["fonts/mine.ttf"])


def test_a_picture_is_found_in_a_folder_that_is_named_from_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game/images").mkdir(parents=True)
    (tmp_path / "game/cards.csv").write_text("name,image\nWisp,wisp\n", encoding="utf-8")
    shutil.copy(PICTURE, tmp_path / "game/images/wisp.png")
    monkeypatch.chdir(tmp_path)
    made = laid_out(Path("game"), problems := Problems())
    assert not has_errors(problems)
    assert made.made is not None
    assert '"wisp" = "images/wisp.png"' in made.made.made.front


def test_a_bank_statement_gets_a_sentence_and_not_a_deck(tmp_path: Path) -> None:
    shutil.copy(WILD / "bank.csv", tmp_path / "cards.csv")
    problems = Problems()
    laid_out(tmp_path, problems)
    assert [problem.code for problem in problems] == ["E125"]
    assert problems[0].message == (
        "this does not look like a spreadsheet of cards: its columns are booking date, amount and balance"
    )


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (
            "time,place,reading\n2026-01-02 03:04:05,loft,4\n2026-01-02 03:09:05,loft,7\n2026-01-02T03:14:05,hall,5\n",
            "its rows begin with a date and a time, like those of a log",
        ),
        (
            "name,artist,length\n/music/a/one.mp3,Ann,200\nC:\\music\\two.mp3,Ben,180\n/music/b/three.ogg,Cy,90\n",
            "its names are paths of files",
        ),
    ],
    ids=["log", "files"],
)
def test_a_list_of_something_else_gets_a_sentence_that_says_why(rows: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(rows, encoding="utf-8")
    problems = Problems()
    laid_out(tmp_path, problems)
    assert [problem.message for problem in problems if problem.code == "E125"] == [
        f"this does not look like a spreadsheet of cards: {why}"
    ]


HEADERS = st.lists(
    st.from_regex(r"[A-Z][a-z]{2,8}( [A-Z][a-z]{2,6})?", fullmatch=True), min_size=1, max_size=9, unique=True
)
CELLS = st.one_of(st.from_regex(r"[a-zA-Z]{1,8}( [a-z]{2,8}){0,9}", fullmatch=True), st.integers(0, 99).map(str))


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_the_columns_no_cell_is_lost_without_a_word(data: st.DataObject, tmp_path: Path) -> None:
    headers = [header for header in data.draw(HEADERS) if header.split()[0] not in {"Qty", "Game", "Front", "Back"}]
    rows = [[f"Card {letter}", *(data.draw(CELLS) for _ in headers)] for letter in "abc"]
    with (tmp_path / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["Name", *headers], *rows])
    problems = Problems()
    made = laid_out(tmp_path, problems)
    if has_errors(problems) or made.made is None:
        return
    hidden, counted = made.made.made.hidden, made.made.made.shown["copies"]
    first = {item.label: at for at, item in reversed(list(enumerate(made.items)))}
    for row, at in zip(rows, (first[label] for label in dict.fromkeys(item.label for item in made.items)), strict=True):
        for header, cell in zip(headers, row[1:], strict=True):
            told = {header.casefold(), header.capitalize().casefold()} & {
                label.casefold() for label in (*hidden, *counted)
            }
            assert told or letters(cell) in words_on(made, at), (header, cell)


def test_a_project_that_is_written_down_prints_the_same_faces(tmp_path: Path) -> None:
    (tmp_path / "found").mkdir()
    shutil.copy(WILD / "camel.csv", tmp_path / "found" / "ferries.csv")
    written = start_with(tmp_path / "ferries", files_from(tmp_path / "found" / "ferries.csv", "ferries"))
    assert {path.relative_to(tmp_path / "ferries").as_posix() for path in written} > {
        "cards.csv", "templates/ferries/front.toml", "templates/ferries/back.toml", "rules_md/ferries.md",
    }  # fmt: skip
    found, own = (laid_out(tmp_path / name, Problems()) for name in ("found", "ferries"))
    assert (found.made is None, own.made is None) == (False, True)
    assert [item.front.digest for item in own.items] == [item.front.digest for item in found.items]
    assert [item.back and item.back.digest for item in own.items] == [
        item.back and item.back.digest for item in found.items
    ]


def test_a_bank_statement_becomes_no_project_either(tmp_path: Path) -> None:
    with pytest.raises(ProofdeckError, match="E125"):
        files_from(WILD / "bank.csv", "bank")


def test_letters_that_the_usual_font_lacks_come_from_a_font_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,text\nBlue Ɖ,from B to A\n", encoding="utf-8")
    before = Problems()
    laid_out(tmp_path, before)
    assert [(problem.code, problem.hint) for problem in before] == [
        ("E302", "Put a font that has them into fonts/, as a TTF or OTF file.")
    ]
    (tmp_path / "fonts").mkdir()
    shutil.copy(supplies_in(tmp_path).fonts.file(Font("Crimson Text")).path, tmp_path / "fonts" / "mine.ttf")
    after = Problems()
    made = laid_out(tmp_path, after)
    assert list(after) == []
    runs = [mark for mark in made.items[0].front.leaves() if isinstance(mark, TextRun)]
    assert {run.text.strip() for run in runs if run.font.file == "fonts/mine.ttf"} == {"Ɖ"}


def test_a_symbol_that_no_font_has_is_named_and_words_between_colons_stay(tmp_path: Path) -> None:
    """The symbol is U+1F525; the letter after the second one only chooses between two forms of it."""
    (tmp_path / "cards.csv").write_text(
        "name,text\nOven,two \U0001f525\U0001f525\ufe0f by :CC-BY: him\n", encoding="utf-8"
    )
    problems = Problems()
    made = laid_out(tmp_path, problems)
    assert list(problems) == []
    assert made.made is not None
    runs = [mark.text for mark in made.items[0].front.leaves() if isinstance(mark, TextRun)]
    assert "two[fire][fire]by:CC-BY:him" in "".join(runs).replace(" ", "")
    assert "No font has \U0001f525, so" in " ".join(made.made.notes("Oven"))


@pytest.mark.parametrize(
    ("words", "is_heading"), [("Fog", True), ("Nobody left the harbour that morning because of ___", False)]
)
def test_a_sentence_that_is_all_there_is_to_read_is_set_large_in_the_middle(
    words: str, is_heading: bool, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text(f"name,blanks\n{words},1\n{words} Twice,2\n", encoding="utf-8")
    made = laid_out(tmp_path, Problems()).made
    assert made is not None
    names = [element.name for element in made.templates["front.toml"].elements]
    assert ("title" in names) == is_heading
    printed = laid_out(tmp_path, Problems()).items[0].front
    largest = max((mark for mark in printed.leaves() if isinstance(mark, TextRun)), key=lambda run: run.size)
    assert words.startswith(largest.text.strip()) != is_heading


@pytest.mark.parametrize("suffix", ENDINGS)
def test_a_project_is_made_of_a_workbook_of_any_kind(suffix: str, tmp_path: Path) -> None:
    path = write_workbook(
        tmp_path / f"My Deck{suffix}", {"Cards": [["Name", "Text"], ["Wolf", "Howls."], ["Owl", "Sees."]]}
    )
    files = files_from(path, "mine")
    assert files[f"cards{suffix}"] == path.read_bytes()
    assert "templates/mine/front.toml" in files


SHEETS = {
    "Heroes": [
        ["Name", "Strength", "Text", "Picture"],
        ["Ada", "1", "Runs.", "ada.png"],
        ["Bo", "2", "Hides.", "bo.png"],
    ],
    "Sea Events": [["Name", "Effect"], ["Storm", "All lose a coin."], ["Calm", "Nothing happens."]],
}


def test_kinds_whose_files_would_have_one_name_share_a_front(tmp_path: Path) -> None:
    sheets: dict[str, list[list[str | int]]] = {
        "Sea Beasts": [
            ["name", "text", "power"],
            ["Eel", "Bites all who swim near.", 3],
            ["Ray", "Stings and hides.", 1],
        ],
        "Sea-Beasts": [["name", "text", "price"], ["Cod", "Feeds a whole harbour.", 2], ["Bass", "Feeds a house.", 4]],
    }
    write_workbook(tmp_path / "beasts.xlsx", sheets)
    made = files_from(tmp_path / "beasts.xlsx", "beasts")
    assert {Path(name).name for name in made if name.startswith("templates/")} == {"front.toml", "back.toml"}


def test_sheets_with_columns_of_their_own_become_kinds_with_fronts_of_their_own(tmp_path: Path) -> None:
    """Pictures are found by what their cells say, also by those that are added later; the back is like its front."""
    (tmp_path / "found/art").mkdir(parents=True)
    for name in ("ada", "bo"):
        shutil.copy(PICTURE, tmp_path / f"found/art/{name}.png")
    path = write_workbook(tmp_path / "found/game.xlsx", SHEETS)
    files = files_from(path, "mine")
    ours = {name.rpartition("/")[2]: data.decode() for name, data in files.items() if name.startswith("templates/mine")}
    assert set(ours) == {"front.toml", "back.toml", "front-heroes.toml", "front-sea-events.toml"}
    assert "art/{{ picture }}" in ours["front-heroes.toml"]
    assert "[elements.picture" not in ours["front-sea-events.toml"] + ours["front.toml"]
    assert "size" not in ours["back.toml"]
    start_with(tmp_path / "mine", files)
    made = laid_out(tmp_path / "mine", problems := Problems())
    assert not has_errors(problems)
    assert "Strength" in words_on(made, 0)
    assert "Strength" not in words_on(made, 2)
    assert made.items[0].back is not None
    assert made.items[0].back.size == made.items[0].front.size


def test_rules_beside_the_spreadsheet_become_the_page_of_the_project(tmp_path: Path) -> None:
    shutil.copy(WILD / "camel.csv", tmp_path / "ferries.csv")
    (tmp_path / "images").mkdir()
    shutil.copy(PICTURE, tmp_path / "images/board.png")
    (tmp_path / "README.md").write_text("Not rules.\n")
    (tmp_path / "Spielregeln.md").write_text("# The Ferries\n\nPay {{ 3 }} coins. ![a](board.png)\n", encoding="utf-8")
    files = files_from(tmp_path / "ferries.csv", "mine")
    assert "images/board.png" in files
    start_with(tmp_path / "mine", files)
    (game,) = load_project(tmp_path / "mine", Problems()).games.values()
    assert game.title == "The Ferries"
    assert "Pay {{ 3 }} coins." in print_rules(game, Problems(), edition=Edition.PLAYERS).replace("\\", "")


@pytest.mark.parametrize(("name", "data"), [("My Deck.xlsx", b"no workbook"), ("My Deck.csv", b"Name,Text\n")])
def test_no_project_is_made_of_a_file_that_cannot_be_read_and_the_message_names_that_file(
    name: str, data: bytes, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ProofdeckError) as caught:
        files_from(tmp_path / name, "mine")
    assert [problem.file for problem in caught.value.problems] == [str(tmp_path / name)]


def test_a_letter_of_a_heading_that_no_font_has_is_told_at_the_spreadsheet(tmp_path: Path) -> None:
    """The template that prints the heading is in no file, so its lines would lead nowhere."""
    (tmp_path / "cards.csv").write_text("Name,\u98a8\u529b\nWell,2\nMill,3\n", encoding="utf-8")
    laid_out(tmp_path, problems := Problems())
    (problem,) = problems
    assert (problem.code, problem.file, problem.line) == ("E302", "cards.csv", None)
    assert problem.message.startswith("a heading: ")


def test_kinds_with_fronts_of_their_own_get_a_back_of_the_same_size(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("game,name,kind\nzoo,Ant,folk\nzoo,Nest,site\nzoo,Stone,other\n")
    folder = tmp_path / "templates" / "zoo"
    folder.mkdir(parents=True)
    for kind, size in (("folk", "44x68"), ("site", "70x70")):
        text = '[elements.n]\ntype = "text"\ntext = "{{ name }}"\nx = 5\ny = 5\nwidth = 30\nheight = 9\n'
        (folder / f"front-{kind}.toml").write_text(f'size = "{size}"\n[fonts]\nbody = "Crimson Text"\n{text}')
    made = laid_out(tmp_path, problems := Problems())
    assert [str(problem) for problem in problems] == []
    assert [item.front.size for item in made.items] == [item.back.size for item in made.items if item.back]
    assert len({item.front.size for item in made.items}) == 3


def test_pictures_that_are_not_there_are_told_at_once_for_made_faces_too(tmp_path: Path) -> None:
    rows = "Fox,art/fox.png\nOwl,owl.png\nElk,https://example.org/elk.png\nBee,art/fox.png\n"
    (tmp_path / "cards.csv").write_text(f"name,picture\n{rows}")
    laid_out(tmp_path, problems := Problems())
    (problem,) = problems
    assert (problem.code, problem.where) == ("W319", "cards.csv:2:5")
    assert "3 pictures are not there" in problem.message
    assert "owl.png" in problem.message
    (tmp_path / "art").mkdir()
    for name in ("fox.png", "owl.png", "elk.png"):
        Image.new("RGB", (800, 800), "red").save(tmp_path / "art" / name)
    laid_out(tmp_path, again := Problems())
    assert list(again) == []


def test_two_columns_of_one_name_do_not_make_a_list_of_customers_of_a_deck(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,address,text,address\nRouter,10.0.0.1,Route.,10.0.0.2\nHub,a,Send.,b\n")
    assert len(laid_out(tmp_path, problems := Problems()).items) == 2
    assert [problem.code for problem in problems] == ["W109"] or not problems


DOUBTFUL = "id,name,value,note,text\n1,Ada,4-6-5,#REF!,Draw.\n1,Bo,3,ok,Rest.\n2,Cy,x-y,#N/A,Go.\n"


def problems_in(folder: Path, template: str = "", page: str = "") -> list[str]:
    """What a game with doubtful cells is told, with that front and those rules."""
    folder.joinpath("cards.csv").write_text(DOUBTFUL, encoding="utf-8")
    for name, text in (("templates/zoo/front.toml", template), ("rules_md/zoo.md", page)):
        if text:
            folder.joinpath(name).parent.mkdir(parents=True)
            folder.joinpath(name).write_text(text, encoding="utf-8")
    problems = Problems()
    made = laid_out(folder, problems)
    assert [item.label for item in made.items][:1] == ["1"]
    return [f"{problem.code} {problem.field}" for problem in problems if problem.field and problem.code != "W308"]


FRONT = '[elements.title]\ntype = "text"\ntext = "{{ name }} NOTE"\nx = 5\ny = 5\nw = 40\nh = 20\n'


def test_doubtful_cells_are_one_warning_for_each_column_that_nobody_needs(tmp_path: Path) -> None:
    front = 'size = "poker"\n' + FRONT
    assert problems_in(tmp_path, front.replace(" NOTE", "")) == ["W114 note", "W114 value", "W114 id"]


def test_doubtful_cells_are_errors_where_a_template_prints_them(tmp_path: Path) -> None:
    front = 'size = "poker"\n' + FRONT
    assert problems_in(tmp_path, front.replace("NOTE", "{{ note }}")) == ["E114 note"] * 2 + ["W114 value", "W114 id"]


def test_doubtful_cells_are_errors_where_rules_count_with_them(tmp_path: Path) -> None:
    told = problems_in(tmp_path, page="---\ntitle: Zoo\n---\n\nr[a.b] Each card scores its value.\n")
    assert {"E103 value", "E111 id"} <= set(told)


def test_a_made_face_prints_a_value_that_is_no_number(tmp_path: Path) -> None:
    assert sorted(problems_in(tmp_path)) == ["E114 note", "E114 note", "W114 id", "W114 value"]

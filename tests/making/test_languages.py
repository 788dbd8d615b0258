"""Games printed in other languages: what takes the place of what, and what is told where something is missing."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from conftest import Writer
from letters.small_fonts import save_font
from reading import text_of
from tables import ROOT

from proofdeck.book.changes.comparing import say_printed
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.front.export.exporting import export
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.front.preview.showing import Showing
from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.cards.languages import untranslated
from proofdeck.source.project.languages import check_language, in_language
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

CARDS = """
    id,name,name@de,text,text@de,flavour,flavour@pt-BR
    fox,Fox,Fuchs,Steals.,Stiehlt.,Red,Vermelho
    owl,Owl,Eule,Sees.,,Grey,
    elk,Elk,,Runs.,,,
"""
TEMPLATE = """
    safe = 0
    [fonts]
    body = "Crimson Text"
    [elements.words]
    type = "text"
    text = "{{ name }} {{ text }} {{ flavour }}"
"""


@pytest.fixture
def zoo(write: Writer) -> Path:
    write("templates/zoo/front.toml", TEMPLATE)
    return write("cards.csv", "game,quantity," + CARDS.strip().replace("\n    ", "\nzoo,1,"))


def words(folder: Path) -> str:
    """What the sheet of cards says, behind its first page and that page's back."""
    return text_of((folder / "cards-a4.pdf").read_bytes(), 2)


def test_cells_of_a_language_take_the_place_of_plain_ones(zoo: Path) -> None:
    wanted = Options(papers=("a4",), only=("cards",))
    build(zoo, [], replace(wanted, lang="de"))
    build(zoo, [], wanted)
    german, plain = words(zoo / "output/zoo/de"), words(zoo / "output/zoo")
    assert [word in german for word in ("Fuchs", "Stiehlt.", "Eule", "Sees.", "Elk", "Red")] == [True] * 6
    assert [word in plain for word in ("Fuchs", "Stiehlt.", "Fox", "Steals.")] == [False, False, True, True]


def test_one_warning_counts_the_cells_that_are_printed_as_they_are(zoo: Path) -> None:
    (told,) = build(zoo, [], Options(papers=("a4",), only=("cards",), lang="de")).problems
    assert (told.code, told.line, told.field) == ("W524", 3, "text@de")
    assert told.message == "3 cells are not translated into 'de' in Zoo; the first is in the column 'text@de'"
    assert check(zoo, [], lang="de") == [told]
    assert check(zoo, []) == []


def test_a_region_is_written_in_any_case(zoo: Path) -> None:
    (told,) = build(zoo, [], Options(papers=("a4",), only=("cards",), lang="pt-br")).problems
    assert told.message.startswith("1 cell is not translated into 'pt-br'")
    assert "Vermelho" in words(zoo / "output/zoo/pt-br")


def test_a_language_in_which_nobody_wrote_anything_is_refused(zoo: Path) -> None:
    for ask in (lambda: build(zoo, [], Options(lang="dee")), lambda: check(zoo, [], lang="dee")):
        with pytest.raises(ProofdeckError) as caught:
            ask()
        (told,) = caught.value.problems
        assert (told.code, told.hint) == ("E523", "Did you mean 'de'? The languages are de and pt-br.")
    assert not (zoo / "output").exists()


def test_a_language_of_another_game_is_refused_with_the_name_of_that_game() -> None:
    project = load_project(ROOT, Problems())
    with pytest.raises(ProofdeckError) as caught:
        check_language(project, [project.games["rummy-duel"]], "es")
    (told,) = caught.value.problems
    assert told.message == "nothing of Rummy Duel is written in the language 'es'"
    assert told.hint == "Only Tombs can be printed in it."


@pytest.mark.parametrize(
    ("language", "said"),
    [("", "three once twice three times 21 times"), ("de", "drei einmal zweimal dreimal 21mal"),
     ("es", "tres una vez dos veces tres veces 21 veces")],
)  # fmt: skip
def test_numbers_in_words_are_of_the_language_of_the_cards(write: Writer, language: str, said: str) -> None:
    write("templates/zoo/front.toml", TEMPLATE.replace("{{ name }} {{ text }} {{ flavour }}", "{{ text }}"))
    cell = "{{ 3|in_words }} {{ 1|times }} {{ 2|times }} {{ 3|times }} {{ 21|times }}"
    root = write("cards.csv", f"game,id,text,text@de,text@es\nzoo,fox,{cell},{cell},{cell}\n")
    project, problems = load_project(root, Problems()), Problems()
    (item,) = lay_out(
        project, in_language(project, project.games["zoo"], language, problems), Options(), problems
    ).items
    assert item.front.text.replace("\n", " ") == said
    assert not problems


def test_the_project_may_wish_for_a_language(zoo: Path, write: Writer) -> None:
    write("proofdeck.toml", 'lang = "de"')
    built = build(zoo, [], Options(papers=("a4",), only=("cards",)))
    assert {output.path.parent for output in built.outputs} == {zoo / "output/zoo/de"}
    assert [problem.code for problem in check(zoo, [])] == ["W524"]


@pytest.mark.parametrize("lang", ["", "de"])
def test_only_a_translation_has_a_folder_of_its_own(zoo: Path, write: Writer, lang: str) -> None:
    """A project that is German itself may say so; what it was printed as before is a leftover."""
    wanted = Options(papers=("a4",), only=("cards",), lang=lang)
    build(zoo, [], replace(wanted, lang="de"))
    write("cards.csv", "game,id,name,quantity\nzoo,fox,Fuchs,1\n")
    write("templates/zoo/front.toml", TEMPLATE.replace("{{ text }} {{ flavour }}", ""))
    write("proofdeck.toml", 'lang = "de"')
    for _ in range(2):  # the second time, nothing is loaded that would know
        built = build(zoo, [], wanted)
        assert {output.path.parent for output in built.outputs} == {zoo / "output/zoo"}
    assert zoo / "output/zoo/de/cards-a4.pdf" in build(zoo, [], replace(wanted, only=())).leftovers
    exported = export(zoo, "png", [], replace(wanted, papers=(), only=()), TargetSettings(dpi=50))
    assert {output.path.parent.parent for output in exported.outputs} == {zoo / "output/zoo/export/png"}
    assert [*say_printed(zoo, [], lang, None, "now")] == ["zoo"]


def test_what_is_kept_follows_the_translations(zoo: Path) -> None:
    options = Options(papers=("a4",), only=("cards",), lang="de")
    build(zoo, [], options)
    cards = zoo / "cards.csv"
    cards.write_text(cards.read_text().replace("Stiehlt.", "Stibitz."))
    build(zoo, [], options)
    assert "Stibitz." in words(zoo / "output/zoo/de")
    plain = Options(papers=("a4",), only=("cards",))
    build(zoo, [], plain)
    cards.write_text(cards.read_text().replace("Stibitz.", "Mopste.."))
    assert not any(output.made for output in build(zoo, [], plain).outputs)


def test_a_card_can_have_two_languages(zoo: Path, write: Writer) -> None:
    """Where a cell is empty, the plain one is printed; a mail address in quotes is none of a language."""
    both = TEMPLATE.replace("{{ flavour }}", "{{ text@de }} {{ flavour@pt-br }} {{ 'me@de' }}")
    write("templates/zoo/front.toml", both)
    build(zoo, [], Options(papers=("a4",), only=("cards",)))
    said = words(zoo / "output/zoo")
    assert [word in said for word in ("Fox Steals. Stiehlt. Vermelho me@de", "Owl Sees. Sees. Grey")] == [True, True]


def test_an_unknown_language_in_a_template_is_told_with_the_nearest(zoo: Path, write: Writer) -> None:
    write("templates/zoo/front.toml", TEMPLATE.replace("{{ flavour }}", "{{ text@deu }}"))
    (told,) = [one for one in build(zoo, [], Options(only=("cards",))).problems if one.code == "E210"]
    assert "the name 'text@deu' is unknown" in told.message
    assert told.hint is not None
    assert told.hint.startswith("Did you mean 'text@de'?")


def test_first_page_foot_and_pads_take_letters_from_the_fonts_of_the_project(write: Writer) -> None:
    """No font that comes with Proofdeck has Japanese letters, and each of these pages says something in Japanese."""
    root = write("cards.csv", "game,id,name,quantity\ntori,owl,Owl,2\n")
    write("rules_md/tori.md", "---\ntitle: 鳥の森\nlanguage: ja\nplayers: 2-4\n---\nAn owl.\n")
    letters = {*"鳥の森", *"".join(phrases_of("ja").said.values())}
    save_font(root / "fonts/own.otf", dict.fromkeys(letters, 900), family="Own")
    wanted = Options(papers=("a4",), only=("cards", "score-pad"))
    assert not [told for told in build(root, [], wanted).problems if told.code == "W742"]
    for name, page in (("cards", 0), ("cards", 1), ("cards", 2), ("score-pad", 0)):
        with pikepdf.open(root / f"output/tori/{name}-a4.pdf") as pdf:
            sheet = pdf.pages[page].Resources
            painted: list[Any] = [sheet, *(one.get("/Resources", {}) for one in sheet.get("/XObject", {}).values())]
            fonts = [str(font.BaseFont) for one in painted for font in one.get("/Font", {}).values()]
        assert any(font.endswith("+own") for font in fonts), (name, page, fonts)
    assert "シート1/1" in text_of((root / "output/tori/cards-a4.pdf").read_bytes(), 2)


def test_no_game_and_no_template_sees_columns_of_other_languages(zoo: Path) -> None:
    fox = load_project(zoo, Problems()).games["zoo"].deck.cards[0]
    assert [name for name in fox.fields if "@" in name] == []
    assert fox.name == "Fox"


def test_words_of_templates_are_those_of_the_language(zoo: Path, write: Writer) -> None:
    front = TEMPLATE.replace("{{ flavour }}", "{{ flavour }} {{ words.one }} {{ words.two }}")
    write("templates/base/front.toml", front + WORDS)
    write("templates/zoo/front.toml", 'extends = "base/front.toml"\n[words.de]\none = "Eins"\n')
    options = Options(papers=("a4",), only=("cards",))
    found = build(zoo, [], replace(options, lang="de")).problems
    (told,) = (one for one in found if one.code != "W524")
    assert (told.code, told.file, told.field) == ("W526", "templates/base/front.toml", "two")
    assert "Eins Two" in words(zoo / "output/zoo/de")
    assert build(zoo, [], options).problems == []
    assert "One Two" in words(zoo / "output/zoo")


WORDS = """
    [words]
    one = "One"
    two = "Two"
"""


def test_the_first_page_and_the_foot_of_each_sheet_speak_the_language(zoo: Path) -> None:
    build(zoo, [], Options(papers=("a4",), only=("cards",), lang="de"))
    pdf = (zoo / "output/zoo/de/cards-a4.pdf").read_bytes()
    first = text_of(pdf, 0)
    assert "Auf diesen Bögen" in first
    assert "Vorderseite" in first
    assert "nach rechts" in text_of(pdf, 1)
    assert "Zoo · Bogen 1 von 1 · Vorderseite · mit 100 % drucken" in text_of(pdf, 2)


def test_the_preview_shows_the_language_that_is_asked_for(zoo: Path) -> None:
    shown = Showing(zoo, "de")
    assert [card.card.name for card in shown.now.games["zoo"].cards.values()] == ["Fuchs", "Eule", "Elk"]
    cards = zoo / "cards.csv"
    cards.write_text(cards.read_text().replace("Eule", "Kauz"))
    assert shown.follow()
    assert shown.now.games["zoo"].cards["owl"].card.name == "Kauz"


@pytest.mark.parametrize("language", ["de", "es"])
def test_tombs_is_whole_in_every_language(language: str) -> None:
    """No cell, word or clause is missing; nothing overflows; and each clause prints the numbers of the English one."""
    assert check(ROOT, ["tombs"], lang=language) == []
    project = load_project(ROOT, Problems())
    game = project.games["tombs"]
    assert list(untranslated(game.deck, language)) == []
    english, other = clause_words(game), clause_words(in_language(project, game, language, Problems()))
    assert english.keys() == other.keys()
    for clause, said in english.items():
        assert Counter(re.findall(r"[0-9]+", said)) == Counter(re.findall(r"[0-9]+", other[clause])), clause


def test_no_word_of_english_is_left_in_the_books_of_tombs() -> None:
    project = load_project(ROOT, Problems())
    for language in ("de", "es"):
        game = in_language(project, project.games["tombs"], language, Problems())
        said = " ".join([game.book.body, *(text for card in game.printed for text in card.fields.values())])
        prose = re.sub(
            r"```(example|claim)[^\n]*\n.*?(---|```)|```changed[^\n]*|\{[{%].*?[}%]\}|r\[.*?\]",
            " ",
            said,
            flags=re.DOTALL,
        )
        assert re.findall(r"\b(the|and|with|Blade|Thorn|tile|enemy|placed)\b", prose) == []


GERMAN = """
    ---
    title: Nordwind
    {0}
    score:
      wins: highest
      values: yes
      rules:
        orte: {{count: kind Ort, points: 2}}
    ---

    # Ende

    r[score.wins]
    Wer die meisten Punkte hat, gewinnt.

    r[score.values]
    Jede Karte zählt ihren Wert.

    r[score.orte]
    Jeder Ort zählt zwei Punkte mehr.
"""


@pytest.mark.parametrize("head", ["language: de", ""])
def test_everything_printed_speaks_the_language_of_the_page_or_of_the_settings(write: Writer, head: str) -> None:
    root = write("cards.csv", "name,kind,value\nHafen,Ort,2\nSturm,Wind,1\n")
    write("rules_md/nord.md", GERMAN.format(head or "age: ab 8"))
    if not head:
        write("proofdeck.toml", 'lang = "de"\n')
    assert [problem.message for problem in check(root)] == []
    folder = root / "output/nord"
    build(root, [], Options(papers=("a4",)))
    printed = {
        name: text_of((folder / f"{name}-a4.pdf").read_bytes(), 0) for name in ("cards", "score-pad", "rulebook")
    }
    assert "Mit 100 % drucken" in printed["cards"]
    for words in ("Werte der Karten", "Summe", "Datum", "Die höchste Summe gewinnt."):
        assert words in " ".join(printed["score-pad"].split())
    assert not re.search(r"\b(?:each|Total|Player|the|wins)\b", " ".join(printed.values()))

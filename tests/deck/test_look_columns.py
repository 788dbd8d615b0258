"""What looks leave out, shorten and put in colour: bookkeeping, blanks, series of costs, missing pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from looking import game_in, made_in

from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.looking import face_in_look
from proofdeck.paper.deck.made_faces import MadeFaces
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.faces.face import Shape, TextRun
from proofdeck.paper.faces.looks import look_names
from proofdeck.source.project.request import Options


def words_on(folder: Path, cards: str, number: int = 0, look: str = "framed") -> str:
    """All that is printed on the front of a card."""
    project, game = game_in(folder, cards)
    face, _, _ = face_in_look(project, game, list(game.deck)[number], look)
    return " ".join(" ".join(mark.text for mark in face.leaves() if isinstance(mark, TextRun)).split())


def table(*rows: str) -> str:
    return "".join(f"{row}\n" for row in rows)


def text_of(made: MadeFaces, name: str) -> str:
    return made.made.front.partition(f"[elements.{name}]\n")[2].partition("[elements.")[0]


NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")


def test_running_numbers_ids_and_codes_of_other_columns_are_on_no_card(tmp_path: Path) -> None:
    rows = [
        f"{at},{name},{'CH'[at % 2]},{('Clubs', 'Hearts')[at % 2]},T{at}X,{at * 7}" for at, name in enumerate(NAMES, 1)
    ]
    made = made_in(tmp_path, table("Card Number,Name,Suit,Suit Name,Tag,Jewel Card ID#", *rows)).made
    assert [*made.hidden] == ["Card Number", "Suit", "Tag", "Jewel Card ID#"]
    assert made.shown["kinds"] == ["Suit Name"]


@pytest.mark.parametrize(("words", "hidden"), [("turn.draw turn.play", ["Rules"]), ("Draw two cards.", [])])
def test_clauses_that_a_card_speaks_of_are_not_on_it_but_rules_in_words_are(
    words: str, hidden: list[str], tmp_path: Path
) -> None:
    made = made_in(tmp_path, table("Name,Text,Rules", *(f"{name},Act.,{words}" for name in NAMES))).made
    assert [*made.hidden] == hidden


@pytest.mark.parametrize("header", ["Suit,Rank", "Suit,Number", "Name,Value"])
def test_figures_that_count_up_and_are_what_a_card_is_stay_on_it(header: str, tmp_path: Path) -> None:
    made = made_in(tmp_path, table(header, *(f"{'AB'[at % 2]}ll,{at}" for at in range(1, 9)))).made
    assert [*made.hidden] == []


def test_numbers_that_begin_again_with_each_suit_stay_on_the_card(tmp_path: Path) -> None:
    rows = [f"{suit} {at},{suit},{at}" for suit in ("Owl", "Fox") for at in range(1, 14)]
    assert [*made_in(tmp_path, table("Name,Suit,Number", *rows)).made.hidden] == []


def test_commands_and_records_of_a_program_are_on_no_card(tmp_path: Path) -> None:
    rows = [f'{name},STEAL_MONEY ALL {at},"""year"": {at},",Takes a coin from all.' for at, name in enumerate(NAMES)]
    made = made_in(tmp_path, table("Name,Effect,Record,Text", *rows)).made
    assert [*made.hidden] == ["Effect", "Record"]


def test_a_mark_that_nearly_all_cards_have_is_on_none(tmp_path: Path) -> None:
    rows = [f"{name},yes,{'yes' if at == 0 else 'no'}" for at, name in enumerate(NAMES)]
    made = made_in(tmp_path, table("Name,Deckable,Rare", *rows)).made
    assert [*made.hidden] == ["Deckable"]


def test_a_cell_that_says_that_there_is_nothing_prints_nothing(tmp_path: Path) -> None:
    rows = [
        f"{name},Beast,{tail},null" for name, tail in zip(NAMES, ["-", "Red", "Blue", "Red", "Blue", "-"], strict=True)
    ]
    cards = table("Name,Type,Tail,Ability", *rows)
    assert [words_on(tmp_path, cards, at) for at in (0, 1)] == ["Ada Beast", "Bo Beast · Red"]


def test_nothing_is_no_kind_with_a_colour_and_no_name(tmp_path: Path) -> None:
    rows = [f"{at},{('red', 'null', 'green')[at % 3]},{'null' if at % 2 else 'Take a turn.'}" for at in range(1, 7)]
    cards = table("Number,Color,Card Ability", *rows)
    tones = made_in(tmp_path, cards).made.front.partition("[data.tones]\n")[2].partition("\n\n")[0]
    assert [line.partition(" = ")[0] for line in tones.splitlines()] == ['"green"', '"red"']
    _, game = game_in(tmp_path, cards)
    assert "null" not in {card.name for card in game.deck}


def test_kinds_that_are_written_for_programs_are_printed_for_people(tmp_path: Path) -> None:
    cards = table("Name,Type", *(f"{name},{'move_back' if at % 2 else 'pay_tax'}" for at, name in enumerate(NAMES)))
    assert words_on(tmp_path, cards) == "Ada pay tax"


def test_a_figure_that_is_nearly_always_zero_is_said_only_where_it_is_not(tmp_path: Path) -> None:
    cards = table(
        "Name,Cost,Attack", *(f"{name},{at + 1},{3 if name == 'Flo' else 0}" for at, name in enumerate(NAMES))
    )
    assert "Attack" not in words_on(tmp_path, cards)
    assert "Attack 3" in words_on(tmp_path, cards, 5)


def test_a_series_of_costs_has_short_names_in_their_own_colours_and_no_zeros(tmp_path: Path) -> None:
    rows = [f"{name},{at % 3 + 1},0,2,{at}" for at, name in enumerate(NAMES)]
    cards = table("Name,Points,White Gem Cost,Blue Gem Cost,Red Gem Cost", *rows)
    assert "White" not in words_on(tmp_path, cards)
    assert "2 Blue" in words_on(tmp_path, cards)
    assert "Gem" not in words_on(tmp_path, cards)
    made = made_in(tmp_path, cards, "euro")
    fills = [text_of(made, f"token-{at}").partition('fill = "')[2].partition('"')[0] for at in (1, 2, 3)]
    assert fills == ["#62656c", "#27539b", "#9d2f2a"]


def test_figures_that_need_two_rows_have_their_series_in_the_second(tmp_path: Path) -> None:
    costs = [f"{colour} cost" for colour in ("White", "Blue", "Green", "Red", "Black", "Pearl")]
    rows = [f"{name},{at + 2},{at + 3},{at + 4},{at + 5},1,2,3,4,5,6" for at, name in enumerate(NAMES)]
    made = made_in(tmp_path, table(f"Name,Level,Gems,Points,Crowns,{','.join(costs)}", *rows), "word")
    (template,) = (template for name, template in made.templates.items() if name == "front.toml")
    tops = [float(one.constants["y"]) for one in template.elements if one.name.startswith("tag-figure")]
    assert [tops.count(top) for top in sorted({*tops})] == [2, 6]


def test_a_long_label_keeps_its_last_word_or_stands_in_a_line(tmp_path: Path) -> None:
    rows = [f"{name},{at},{at + 1},{at + 5}" for at, name in enumerate(NAMES)]
    shown = words_on(tmp_path, table("Name,Prestige Points,Strength,Value with the best trump", *rows), look="euro")
    assert "Points" in shown
    assert "Prestige" not in shown
    assert "Value with the best trump 5" in shown


def test_texts_that_are_numbered_have_their_numbers(tmp_path: Path) -> None:
    rows = [f"{name},{name} lives in the sea.,{name} has eight long arms.,{name} changes its colour." for name in NAMES]
    shown = words_on(tmp_path, table("Name,Clue1,Clue2,Clue3", *rows))
    assert "1 Ada lives in the sea." in shown
    assert "3 Ada changes its colour." in shown
    assert "Clue" not in shown


def test_a_few_words_without_a_name_are_the_title(tmp_path: Path) -> None:
    cards = table("type,text", *(f"{'red' if at % 2 else 'green'},{name}" for at, name in enumerate(NAMES)))
    made = made_in(tmp_path, cards)
    assert made.made.look == "word"
    assert text_of(made, "title").startswith('type = "text"\ntext = "{{ text }}"')


def test_a_table_without_a_header_has_no_labels(tmp_path: Path) -> None:
    rows = [f"{at};{name} the Old;Weapon;{at % 3 + 1}" for at, name in enumerate(NAMES, 1)]
    assert words_on(tmp_path, table(*rows), 2) == "1 Weapon Cy the Old"


def test_a_colour_in_a_cell_is_the_colour_of_the_card_and_dark_enough_for_white_letters(tmp_path: Path) -> None:
    rows = [f"{name},{'#ffee88' if at % 2 else '#202060'}" for at, name in enumerate(NAMES)]
    cards = table("Name,Color", *rows)
    front = made_in(tmp_path, cards).made.front
    assert '"#202060" = "#202060"' in front
    assert '"#ffee88" = "#' in front
    assert '"#ffee88" = "#ffee88"' not in front
    assert words_on(tmp_path, cards) == "Ada"


def test_a_picture_that_is_not_there_has_a_window_whatever_its_address(tmp_path: Path) -> None:
    address = "https://example.org/pictures/of/all/the/cards/in/the/game"
    for look in look_names():
        cards = table("Name,Text,Picture", *(f"{name},Runs.,{address}/{name}.png" for name in NAMES))
        assert made_in(tmp_path, cards, look).made.size == "poker"
        shown = words_on(tmp_path, cards, look=look)
        assert "Ada.png" in shown
        assert "example" not in shown
        hashes = table("Name,Picture", *(f"{name},{address}/{name}{'0123456789abcdef' * 3}.png" for name in NAMES))
        assert words_on(tmp_path, hashes, look=look) == "Ada"
    project, game = game_in(tmp_path, hashes)
    face, _, _ = face_in_look(project, game, next(iter(game.deck)), "framed")
    assert sum(isinstance(mark, Shape) for mark in face.leaves()) > 3


def test_cards_grow_rather_than_print_letters_below_six_points(tmp_path: Path) -> None:
    for look in look_names():
        cards = table("Name,Text", *(f"{name},{'These are many words. ' * 42}" for name in NAMES))
        project, game = game_in(tmp_path, cards)
        face, _, _ = face_in_look(project, game, next(iter(game.deck)), look)
        sizes = [mark.size for mark in face.leaves() if isinstance(mark, TextRun)]
        assert min(sizes) * 72 / 25.4 >= 6 - 1e-6, look


def test_much_text_has_the_whole_width_and_few_words_have_something_pale_behind_them(tmp_path: Path) -> None:
    rows = [f"{name},{at},{'Many words that say much. ' * 7}" for at, name in enumerate(NAMES, 1)]
    made = made_in(tmp_path, table("Name,Cost,Text", *rows), "index")
    (words,) = (one for one in made.templates["front.toml"].elements if one.name == "words")
    assert float(words.constants["width"]) > 50
    for look in ("index", "dossier", "framed", "euro"):
        assert 'text = "{{ cost }}"' in text_of(made_in(tmp_path, table("Name,Cost,Text", *rows), look), "shade")


def test_a_title_in_letters_that_a_display_font_lacks_is_as_heavy(tmp_path: Path) -> None:
    made = made_in(tmp_path, table("Name,Text", *(f"Ж{name},Runs fast." for name in NAMES)), "word")
    assert 'title = {family = "Alegreya Sans", weight = 800}' in made.made.front


def test_suits_have_their_own_signs_in_four_colours(tmp_path: Path) -> None:
    suits = ("Herz", "Karo", "Kreuz", "Pik")
    made = made_in(tmp_path, table("Suit,Rank", *(f"{suit},{at}" for suit in suits for at in range(1, 5))))
    assert all(
        f'"{suit}" = "{icon}"' in made.made.front
        for suit, icon in zip(suits, ("hearts", "diamonds", "clubs", "spades"), strict=True)
    )
    tones = made.made.front.partition("[data.tones]\n")[2].partition("\n\n")[0]
    assert len({line.partition(" = ")[2] for line in tones.splitlines()}) == 4


def test_made_faces_of_all_of_that_are_laid_out_without_a_word_of_complaint(tmp_path: Path) -> None:
    rows = [f"{at},{name},-,0,2,{at},Draws a card." for at, name in enumerate(NAMES, 1)]
    project, game = game_in(tmp_path, table("No.,Name,Tail,White cost,Blue cost,Red cost,Text", *rows))
    lay_out(project, game, Options(cache=False), problems := Problems())
    assert [str(one) for one in problems] == []

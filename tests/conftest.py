"""What the tests share: small projects in temporary folders, and PDFs opened again with another supplies."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import effort
import pytest
from hypothesis import settings
from tables import LEARNED

from proofdeck.ground.processes import look_for_garbage_less_often
from proofdeck.source.project.folder import store_of

ROOT = Path(__file__).parent.parent


RUN = "PROOFDECK_TESTS"
"""Names the folder that all processes of a run share."""
SHIPPED = "shipped.db"
"""The answers about the shipped project itself, in the folder of those about its copies."""

sys.dont_write_bytecode = False  # else each run would rewrite the assertions of all tests
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process that a test starts would compile everything anew

Writer = Callable[..., Path]


def pytest_configure(config: pytest.Config) -> None:
    """A slow machine is no mistake, and most mistakes are among the first cases that are tried."""
    effort.is_thorough = config.option.markexpr in {"", "thorough"}
    settings.register_profile("patient", deadline=None, max_examples=100 if effort.is_thorough else 12)
    settings.load_profile("patient")
    if RUN not in os.environ:  # processes of xdist are given it by the first one
        os.environ[RUN] = mkdtemp(prefix="proofdeck-tests-")
        (Path(os.environ[RUN]) / LEARNED).mkdir()
        cache_at(Path(os.environ[RUN]))
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(RUN), ignore_errors=True))
    os.environ["XDG_CACHE_HOME"] = os.environ[RUN]  # modules of tests open the shipped project when they are read


@pytest.fixture(scope="session")
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that are not there yet. They are counted, for pytest looks through all that there are for a new one."""
    place = tmp_path_factory.mktemp("caches")
    return (place / str(number) for number in count())


@pytest.fixture(scope="session")
def untouched() -> list[Path]:
    """Caches into which a test has put nothing, for the next one; most tests need none, and a new one takes longer."""
    return []


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_run(caches: Iterator[Path]) -> Iterator[None]:
    """What several tests share is made without the cache of the person who runs them, too."""
    folder = cache_at(next(caches))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        yield


@pytest.fixture(autouse=True)
def cache_of_its_own(caches: Iterator[Path], untouched: list[Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No test reads or writes the cache or the scores of the person who runs it."""
    folder = untouched.pop() if untouched else cache_at(next(caches))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.delenv("PROOFDECK_DB", raising=False)
    yield folder
    if is_untouched(folder):
        untouched.append(folder)


def cache_at(folder: Path) -> Path:
    """A cache that knows only what any process of this run has found out about the shipped games and their copies."""
    (folder / "proofdeck").mkdir(parents=True)
    learned = Path(os.environ[RUN]) / LEARNED
    with suppress(OSError):  # where links are forbidden, each test finds out everything by itself
        (folder / "proofdeck" / LEARNED).symlink_to(learned, target_is_directory=True)
        (folder / "proofdeck" / store_of(ROOT).name).symlink_to(learned / SHIPPED)
    return folder


def is_untouched(folder: Path) -> bool:
    """Whether a cache holds nothing but the links with which it was made."""
    if [one.name for one in folder.iterdir()] != ["proofdeck"]:
        return False
    return all(one.is_symlink() for one in (folder / "proofdeck").iterdir())


@pytest.fixture
def empty_cache(cache_of_its_own: Path) -> Path:
    """The same folder with nothing in it that another test has made."""
    shutil.rmtree(cache_of_its_own / "proofdeck")
    return cache_of_its_own


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """`write("templates/g/front.toml", "...")` in the project folder; gives the folder back."""

    def writer(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
        return tmp_path

    return writer


PLAIN_FRONT = """
    size = "poker"
    bleed = 2
    [fonts]
    body = "Crimson Text"
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "#eeeeee"
    [elements.name]
    type = "text"
    text = "{{ id }}"
    size = 12
    x = 5
    y = 5
    width = 50
    height = 10
"""

PLAIN_BACK = """
    size = "poker"
    bleed = 2
    [fonts]
    body = "Crimson Text"
    [elements.name]
    type = "text"
    text = "back of {{ id }}"
    size = 12
    x = 5
    y = 5
    width = 50
    height = 10
"""


@pytest.fixture
def deck(write: Writer) -> Callable[[int], Path]:
    """A project with that many different cards, each back saying whose it is."""

    def make(count: int, front: str = PLAIN_FRONT, back: str = PLAIN_BACK) -> Path:
        rows = "\n".join(f"deck,c{number}" for number in range(1, count + 1))
        write("cards.csv", f"game,id\n{rows}\n")
        write("templates/deck/front.toml", front)
        write("templates/deck/back.toml", back)
        return write("rules_md/deck.md", "---\ntitle: Deck\n---\n")

    return make


LONG = (
    *("tests/preview/test_table.py", "tests/making/test_fuzz.py"),
    *("after_many_kills", "test_seating.py", "test_preview.py", "test_shipped_games.py", "test_online.py"),
    *("test_endings.py", "test_on_boards.py", "test_on_screen.py", "test_editions.py", "test_documented_sessions.py"),
    "test_play.py",
)
"""What takes longest, begun first, so that no process works on it alone at the end."""
NOT_QUICK = (
    *(
        "tests/cli/",
        "tests/making/",
        "tests/deck/",
        "tests/project/",
        "tests/preview/",
        "tests/referee/",
        "test_an_evening.py",
        "tests/house/",
        "tests/test_plugins.py",
        "tests/test_files.py",
        "tests/test_shipped_games.py",
        "tests/test_tutorial.py",
        "tests/test_door.py",
        "tests/adapters/",
        "tests/journeys/",
        "tests/signing/",
        "tests/kit/",
        "tests/editing/",
        "tests/test_wheel.py",
        "tests/test_processes.py",
        "tests/test_gallery.py",
        "tests/test_licences.py",
        "tests/test_documentation.py",
        "tests/test_voice.py",
    ),
    *("tests/ink/test_traps.py", "tests/cards/test_cards_reader.py", "test_greedy_games.py", "test_survival.py"),
    *("oracle", "brute_force", "best_reading", "duel_melds", "imagined", "toonerville_rook_table"),
    *("test_ledger.py", "test_seating.py", "test_pads.py", "test_match_files.py", "test_tournament", "_claims.py"),
    *("rulebook/test_html", "test_pdf", "test_accessibility", "test_proof", "rulebook/test_claims"),
    *("export/test_online.py", "export/test_web", "test_virtualtabletop.py", "export/test_play.py"),
    *("test_endings.py", "test_editions.py", "test_cover.py", "test_telling.py"),
    *("is_read_is_noted", "whatever_is_edited", "the_page_about_rules_hold", "test_cluster.py", "test_without.py"),
    *("any_filter_test_and_operator", "runs_away", "test_hunt.py", "a_shipped_game_has_no_mistake", "test_figures.py"),
    *("what_a_player_hears", "each_way_that_hidden", "worth_nothing", "a_quick_bot", "test_greedy", "best_reading"),
    *("notice_most_changes", "test_examples", "test_conformance", "lists_for_speed"),
    *("test_on_screen.py", "test_pad_proof.py", "test_translating.py", "test_cgs.py", "test_protocol.py"),
    *("test_report_page.py", "cutting_machine_gets_a_square", "search_beats_chance", "a_later_process_sums_up"),
    *("where_nothing_differs", "looks_again_and_again", "nothing_overlaps", "two_viewers_see", "the_hint_is_the_same"),
    *("signs_in_nearly_every_game", "a_hint_is_the_same_on_all", "moves_and_kinds_of_cards_of_a_game_are"),
    *("a_greedy_player_beats", "what_a_card_is_worth_is_what", "a_bot_that_searches", "sheets_are_built_for_a_printer"),
    *("test_cards_workbook.py", "test_cards_archive.py", "of_very_many_sheets", "rows_lines_and_columns_have_a_limit"),
    *("test_shops.py", "test_box.py", "test_codes.py", "test_typed_numbers.py", "a_drawing_with_any_value"),
    *("every_example_of_a_template_builds", "has_a_snippet_that_fails", "words_are_divided_as_their_language"),
    *("a_page_full_of_half_signs", "a_hundred_thousand_tabs", "no_bank_of_twenty", "the_smart_way_to_find"),
    *("what_is_expected_is_nearer", "a_key_that_does_not_say", "test_cut.py", "test_played.py", "test_refusals.py"),
    *("follow_their_font_when_it_is_replaced", "words_are_painted_in_whatever_way", "export/test_pictures.py"),
    *("what_no_shape_can_show", "a_drawing_that_takes_too_long", "test_pnp.py", "test_ends_of_games.py"),
    *("test_rummy_duel_play.py", "test_crop_marks.py", "test_reasons", "test_press.py"),
)
"""Tests that start processes, open browsers, set whole books, play many games or read much. All others are marked
`quick`, and so are a few of these files that say so themselves.
"""


FANTASY, DUEL, ROOK, ROADS = "fantasy-contract-rummy", "rummy-duel", "toonerville-rook", "salt-roads"
ALL_BUT_TOMBS = (FANTASY, DUEL, ROOK, ROADS, "fishing-dragon")
WITH_MORE_PLAYERS = ("tombs-3", "tombs-4", "fishing-dragon-3", "fishing-dragon-4")
ONCE_MORE: dict[str, tuple[str, ...] | int] = {
    "notice_most_changes_of_the_rules": ALL_BUT_TOMBS,
    "a_book_breaks_no_rule_of_axe_core": (FANTASY, DUEL, ROOK, ROADS, "fishing-dragon"),
    "the_page_is_the_same_for_every_table": ALL_BUT_TOMBS,
    "a_number_of_a_shipped_game_is_changed_on_purpose": ("",),
    "test_survival.py": (f"{ROOK}-3", f"{ROOK}-5", f"{ROADS}-2", f"{ROADS}-4"),
    "bots_that_look_ahead_play_legal_actions": (*WITH_MORE_PLAYERS, ROADS, FANTASY, DUEL),
    "an_action_that_is_not_legal_is_refused": (*WITH_MORE_PLAYERS, ROOK, FANTASY, DUEL),
    "greedy_players_end_their_games": WITH_MORE_PLAYERS,
    "a_transcript_replays_to_the_same_end": WITH_MORE_PLAYERS,
    "chance_that_nobody_passed_in": WITH_MORE_PLAYERS,
    "by_chance_a_game_ends": ("1-", "2-"),
    "so_many_boards_can_be_reached": ("3-",),
    "rulebook/test_html.py": ALL_BUT_TOMBS,
    "test_editions.py": ALL_BUT_TOMBS,
    "test_telling.py": ALL_BUT_TOMBS,
    "a_page_full_of_half_signs": 5,
    "a_greedy_player_of_tombs_who_sees_all_cards": ("2",),
    "test_greedy_games.py": (ROOK, ROADS, FANTASY, *WITH_MORE_PLAYERS),
    "is_one_short_file_that_check_finds_nothing_wrong_with": ("roads", "rummy", "dice", "draft", "auction"),
    "a_quick_bot_answers_legally": (FANTASY, DUEL, ROOK, f"{ROADS}-greedy"),
    "the_most_follows_the_points_of_the_rules": ("",),
    "no_command_imports_from_the_folder_it_is_run_in": (
        *("export", "mutate", "lab", "hunt", "compare", "accept", "diff", "translate", "printed"),
    ),
    "a_whole_game_is_played_in_a_browser": ("",),
    "the_shipped_games_are_shown": ("",),
    "greedy_players_give_no_seat_more_than_an_even_share": ("auction",),
    "every_item_that_can_be_scored_belongs": (ROADS, ROOK, FANTASY, DUEL),
    "a_move_of_a_game_becomes_an_example": (FANTASY, DUEL, ROOK, ROADS, "fishing-dragon"),
    "each_game_is_continued_from_a_file": ALL_BUT_TOMBS,
    "the_log_says_the_same_of_every_table": ALL_BUT_TOMBS,
    "the_table_of_each_game_fits_its_window": ALL_BUT_TOMBS,
    "no_bank_of_twenty_cards_is_worth_more": 14,
    "a_grey_edition_has_no_colour": (FANTASY, DUEL, ROOK, ROADS),
    "low_ink_halves_the_ink": (FANTASY, ROOK, "fishing-dragon"),
    "a_project_like_a_shipped_game": (DUEL,),
    "every_card_id_leads_to_a_cell": ("fishing-dragon",),
    "every_id_in_a_vtt_file": ("fishing-dragon",),
    "only_open_cards_lie_face_up": ("fishing-dragon",),
    "each_table_of_a_shipped_game_is_larger": (ROADS,),
    "no_more_repeated_meetings": ("34-6", "17-5", "38-6"),
    "exactly_when_a_whole_contract_goes_on": ("8-10", "6-10", "3-20", "5-20"),
    "with_many_rooks_no_meld": ("3-3", "3-4", "3-5"),
    "are_those_that_plain_code_finds_in_whole_games": ("3", "5"),
    "melds_stay_valid_and_totals": ("3", "5"),
    "a_thousand_edits_read_back": (
        "85",
        *(f"6-{letter}" for letter in "abdfrst"),
    ),
    "axe_finds_nothing_while_a_card_is_arranged": 6,
    "axe_finds_nothing_while_a_cell_is_edited": 4,
    "no_table_breaks_a_rule_of_axe_core": ("dark",),
    "a_sentence_or_a_number_that_is_not_so_is_told": 5,
    "words_in_templates_in_the_glossary_and_in_figures": 4,
    "the_code_of_a_shipped_game_is_signed": ALL_BUT_TOMBS,
    "a_mistake_is_told_with_its_place_and_a_cure": 12,
    "a_code_is_read_back": 3,
    "no_progress_is_shown_to_those": 2,
    "progress_has_no_colours_where": ("",),
    "a_change_touches_the_games": 2,
    "whatever_is_read_is_watched": 2,
    "the_pads_of_the_shipped_games_add_up": (FANTASY, DUEL, ROOK),
    "the_claims_of_a_shipped_game_are_decided": (FANTASY, DUEL, ROOK),
    "cards_look_the_same_whatever_their_game_is_called": 3,
    "a_clause_that_does_not_exist_is_told": 3,
    "no_byte_cut_off_or_flipped": 5,
    "processes_begin_however_long": 4,
    "players_who_look_ahead_end_their_games": ("dice", "board", "draft", "rummy", "roads"),
    "in_a_save_of_tabletop_simulator_markers": ("",),
    "in_playingcards_io_markers": ("",),
    "a_built_book_shows_the_markers": ("",),
    "numbers_that_are_words_on_cards": 5,
    "no_expression_runs_away": 11,
    "any_filter_test_and_operator": 2,
    "with_few_tables_everyone_meets_everyone": ("",),
    "an_expression_that_no_person_would_write": 5,
    "a_function_of_a_page_may_be_given_anything": 5,
    "whatever_is_edited_answers_are_those": 6,
    "whatever_is_broken_is_found": 9,
    "a_lie_of_a_pad_is_told": 3,
    "the_parts_that_a_shipped_book_names": (FANTASY, DUEL, ROOK, ROADS),
    "test_pettingzoo.py": (FANTASY, DUEL, ROOK, ROADS, "fishing-dragon"),
    "a_worker_that_dies_in_the_middle": ("",),
    "another_folder_cannot_be_compared_by_a_cluster": ("",),
    "a_cluster_finds_a_table": ("",),
    "what_was_changed_since_the_last_games": ("",),
    "test_pdf.py": ALL_BUT_TOMBS,
    "no_package_is_downloaded": 4,
    "words_stand_out_from_what_lies_behind_them": ALL_BUT_TOMBS,
    "nothing_is_painted_over_words": ALL_BUT_TOMBS,
    "a_back_is_the_same_whichever_way_up": (FANTASY, ROOK, ROADS, "fishing-dragon"),
    "where_nothing_differs": 2,
    "a_shipped_game_has_no_mistake": (FANTASY, DUEL, ROOK, "fishing-dragon"),
    "a_thousand_games_are_the_same": ("",),
    "a_file_in_german_speaks_german": ("",),
    "the_runtime_is_kept_for_the_next_time": ("",),
    "nothing_is_typed_on_the_other_shipped_cards": (DUEL, ROOK),
    "tombs_is_whole_in_every_language": 2,
    "a_damaged_record_is_told": 2,
    "ends_solved_by_brute_force": 3,
    "everything_is_on_the_page_and_no_words_are_on_others": ALL_BUT_TOMBS,
    "the_table_shows_what_the_first_player_sees": ALL_BUT_TOMBS,
    "a_picture_shows_what_is_printed": ("tutorial", "pads", "six-games"),
    "however_many_processes_play": ("1",),
    "an_engine_of_ones_own_plays_in_the_file": ("",),
    "a_saved_game_goes_on_in_another_browser": ("",),
    "two_numbers_of_a_shipped_game_are_changed": ("",),
    "lifts_of_cards_that_are_worth_nothing": ("",),
    "each_way_that_hidden_cards_can_lie": 2,
    "every_way_to_deal_the_hidden_cards_is_imagined": 3,
    "what_a_player_hears_of_others": (FANTASY, DUEL, ROOK, ROADS),
    "each_warning_is_silenced": 3,
    "a_claim_is_decided_by_the_rules_that_are_agreed_on": ("types of sets", "contracts that can"),
    "no_way_to_lay_a_small_pile": 6,
    "no_way_to_use_a_pile_beside_sets": 6,
    "a_table_is_scored_and_its_scores_are_imported": ("",),
    "two_files_of_a_game_do_not_mix": ("",),
    "the_sessions_on_the_page_about_the_lab": ("",),
    "check_writes_nothing_unless_it_is_asked": ("",),
    "what_is_tapped_stays_when_the_page_hears_news": ("",),
    "a_script_in_the_folder_of_the_project_and_what_it_imports": ("",),
    "a_greedy_player_of_tombs_loses_little": ("",),
    "the_figures_of_a_lab_are_those_of_a_simulation": ("",),
    "ctrl_c_in_the_middle_of_a_build": ("600", "120-words1", "120-words2", "120-words4"),
    "a_terminal_that_wants_no_colours": ("plain1", "plain2"),
    "an_svg_that_would_take_a_minute": (
        *("read_outline", "read_drawing-circles", "read_drawing-paths", "read_drawing-markers"),
    ),
    "a_check_notices_a_file_that_only_the_engine": ("",),
    "what_is_not_possible_now_is_refused": 2,
    "a_page_that_wants_too_much": ("memory",),
    "is_what_card_rules_score_and_games_say": ("",),
    "check_compares_the_clauses_of_the_text": 2,
    "a_clean_result_is_kept_until": 3,
    "the_cure_of_a_fault_plays_its_game": 3,
    "a_record_with_another_header": 4,
    "every_picture_of_a_product_has_exactly": 3,
    "looking_at_a_tournament_loads_no_project": 4,
    "any_title_stays_inside_its_panels": 4,
    "a_file_of_findings_that_cannot_be_read": 3,
    "the_rules_of_a_shipped_game_are_printed_whole": ALL_BUT_TOMBS,
    "every_option_takes_any_value": 3,
    "no_file_can_put_a_control_character": 2,
    "a_damaged_store_costs_time": 4,
    "a_build_of_a_part_leaves_everything_else": 3,
    "a_word_that_could_mean_several_things": 3,
    "a_log_of_which_one_thing_is_wrong": 3,
    "a_number_comes_from_the_row": 2,
    "an_engine_that_cannot_be_opened_is_told": 3,
    "a_name_that_nobody_declared": 3,
    "a_wrong_declaration_is_told": 2,
    "at_another_resolution_a_game": 5,
    "a_number_of_players_that_the_engine_cannot_deal_for": 2,
    "a_mistake_in_a_shipped_game_is_found": 4,
    "names_that_no_terminal_can_show": 5,
    "what_is_exported_can_be_imported_elsewhere": 2,
    "a_sweep_that_cannot_be_made": 3,
    "only_takes_cards_whose_id_or_name": 3,
    "every_paper_is_as_large": 3,
    "players_decide_how_many_copies": 3,
    "a_completion_script_can_be_shown": 3,
    "an_interval_at_the_end_covers": 2,
    "code_of_the_project_runs_only_when": ("words0",),
    "ctrl_c_in_the_middle_of_a_proof": ("1.8",),
    "ctrl_c_in_the_middle_of_a_simulation": ("0.5",),
    "a_table_may_come_through_a_pipe": 2,
    "reports_and_pages_of_several_values": ("",),
    "progress_begins_before_the_first_game": ("bots1",),
    "an_interrupt_before_anything_is_known": 3,
    "ctrl_c_in_the_middle_of_a_comparison": ("2",),
    "those_that_nobody_notices_are_named": ("",),
    "what_is_typed_back_by_hand": ("",),
    "small_pictures_of_cards_do_not_cut": ALL_BUT_TOMBS,
    "greedy_players_end_their_games_and_break_no_rule": (*ALL_BUT_TOMBS, "tombs-3", "tombs-4"),
    "a_transcript_replays_to_the_same_end_and": (ROOK, FANTASY),
    "chance_that_nobody_passed_in_changes": (ROOK, ROADS),
    "what_is_hidden_from_a_player_shows_in_nothing": (f"{ROOK}-4",),
    "by_chance_a_game_ends_and": (f"0-{ROOK}-3", f"0-{ROOK}-5"),
    "nobody_kills_a_unit_of_his_own_class": ("True",),
    "the_steps_lead_to_every_set": 4,
    "cards_for_a_set_on_the_table_are_exactly": 3,
    "where_a_card_stands_in_for_no_other": 3,
    "the_legal_actions_are_also_right_on_boards": 3,
    "the_legal_actions_are_those_of_a_generator": 3,
    "a_greedy_player_beats_players_by_chance": ("",),
    "a_greedy_player_beats_one_who_plays_by_chance": ("",),
    "by_chance_no_seat_of_three_is_better": ("",),
    "a_bot_that_searches_answers_legally": (ROADS, ROOK, FANTASY, DUEL),
    "players_who_go_for_contracts_sign": ("",),
    "a_hand_of_seven_holds_a_meld": ("",),
    "the_greedy_bot_beats_chance": 3,
    "the_reason_of_a_refusal_is_the_one": (ROOK,),
    "the_solver_finds_the_same_shares": 3,
    "a_greedy_player_of_tombs_who_sees": ("",),
    "nothing_is_told_of_the_five_games": (FANTASY, DUEL, ROOK, ROADS),
    "lists_for_speed_is_what_no_row_bars": (ROOK,),
    "a_key_that_does_not_say_how": 2,
    "only_the_player_who_does_without": 2,
    "a_hint_is_the_same_on_all_tables": (ROADS, ROOK, FANTASY),
    "a_replay_reads_as_a_referee": (ROOK,),
    "the_categories_of_a_sheet_add_up": (ROADS,),
    "a_word_that_is_taken_draws_the_same": 3,
    "a_zip_bomb_is_refused_before": 4,
    "elements_are_counted_wherever": 4,
    "attributes_are_counted_too": 2,
    "each_category_with_its_number": 6,
    "each_back_lies_behind_its_own_front": 3,
    "the_line_around_a_hexagon": 3,
    "sizes_have_the_decimal_sign": 2,
    "numbers_that_are_words_on_cards_follow_too": 3,
}
"""Tests that check the same on further games, seats, sizes or mistakes, and take long: marked `thorough`.

Behind a name are what their values begin with, or a number: of so many cases, only the first is no repetition.
"""


def repetitions(tests: Iterable[str]) -> set[str]:
    """The tests, by their ids, that repeat the check of another."""
    found, cases = set(), Counter[str]()
    for test in tests:
        place, _, values = test.partition("[")
        for more in repeated(place):
            if cases[place] % more if isinstance(more, int) else values.startswith(more):
                found.add(test)
        cases[place] += 1
    return found


@cache
def repeated(place: str) -> list[tuple[str, ...] | int]:
    """What the table says of a test, whatever its values."""
    return [more for name, more in ONCE_MORE.items() if name in place]


def is_by_chance(item: pytest.Item) -> bool:
    """Whether it tries more in a thorough run than in others."""
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False) or "tests/editing/" in item.nodeid


OF_ONE_GAME = {
    **dict.fromkeys(
        ("test_pdf.py", "test_html.py", "test_accessibility.py", "test_editions.py", "test_on_screen.py"), "books"
    ),
    "test_pads.py": "sheets",
}
"""Tests that share what is made of a game, such as its book: those of one game are run by one process."""
GAMES = ("tombs", "fishing-dragon", "fantasy-contract-rummy", "rummy-duel", "toonerville-rook", "salt-roads")
ALONE = ("test_journeys.py", "test_cli.py", "test_survival.py")
"""Files whose tests share nothing; those of any other file are run by one process, which makes what they share once."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process per core: another one would read all tests and make what is shared once more."""
    return os.cpu_count() or 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests that share what takes long to make are given to one process."""
    from xdist.scheduler import LoadScopeScheduling

    if config.getoption("dist") != "load":
        return None
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = shared_by
    return scheduler


def shared_by(test: str) -> str:
    """What that test and others share, or the test itself. What is about no game goes with the smallest."""
    place, _, values = test.partition("[")
    path = place.partition("::")[0]
    file = path.rpartition("/")[2]
    if path.startswith("tests/house/"):
        return "the source"
    if file in OF_ONE_GAME:
        return f"{OF_ONE_GAME[file]} of {next((game for game in GAMES if game in values), GAMES[0])}"
    return test if file in ALONE else path


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    is_long, is_costly = (re.compile("|".join(map(re.escape, names))).search for names in (LONG, NOT_QUICK))
    items.sort(key=lambda item: not is_long(item.nodeid))
    found = repetitions(item.nodeid for item in items)
    for item in items:
        if item.nodeid in found or (effort.is_thorough and is_by_chance(item)):
            item.add_marker(pytest.mark.thorough)
        elif not is_costly(item.nodeid):
            item.add_marker(pytest.mark.quick)


def pytest_collection_finish() -> None:
    """Never look for garbage among the thousands of tests and the libraries, which stay until the end."""
    gc.collect()
    gc.freeze()
    look_for_garbage_less_often()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-goldens", action="store_true", help="accept recorded games as they are played now")
    parser.addoption("--games", type=int, default=6, help="greedy games of each kind that must end properly")

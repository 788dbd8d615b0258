"""What the tests share: small projects in temporary folders, and PDFs opened again with another supplies."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import effort
import pytest
from hypothesis import settings
from tables import LEARNED

from proofdeck.ground.processes import look_for_garbage_less_often

ROOT = Path(__file__).parent.parent


sys.dont_write_bytecode = False  # else each run would rewrite the assertions of all tests
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process that a test starts would compile everything anew

Writer = Callable[..., Path]


def pytest_configure(config: pytest.Config) -> None:
    """A slow machine is no mistake, and most mistakes are among the first cases that are tried."""
    effort.is_thorough = config.option.markexpr in {"", "thorough"}
    settings.register_profile("patient", deadline=None, max_examples=100 if effort.is_thorough else 30)
    settings.load_profile("patient")


@pytest.fixture(scope="session")
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that are not there yet. They are counted, for pytest looks through all that there are for a new one."""
    place = tmp_path_factory.mktemp("caches")
    return (place / str(number) for number in count())


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where answers about copies of the shipped games are kept for all tests of this run, in any process."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / LEARNED
    shared.mkdir(exist_ok=True)
    return shared


@pytest.fixture(scope="session")
def untouched() -> list[Path]:
    """Caches into which a test has put nothing, for the next one; most tests need none, and a new one takes longer."""
    return []


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_run(caches: Iterator[Path], learned: Path) -> Iterator[None]:
    """What several tests share is made without the cache of the person who runs them, too."""
    folder = cache_at(next(caches), learned)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        yield


@pytest.fixture(autouse=True)
def cache_of_its_own(
    caches: Iterator[Path], untouched: list[Path], learned: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """No test reads or writes the cache or the scores of the person who runs it."""
    folder = untouched.pop() if untouched else cache_at(next(caches), learned)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.delenv("PROOFDECK_DB", raising=False)
    yield folder
    if is_untouched(folder):
        untouched.append(folder)


def cache_at(folder: Path, learned: Path) -> Path:
    (folder / "proofdeck").mkdir(parents=True)
    with suppress(OSError):  # where links are forbidden, each test finds out everything by itself
        (folder / "proofdeck" / LEARNED).symlink_to(learned, target_is_directory=True)
    return folder


def is_untouched(folder: Path) -> bool:
    """Whether a cache holds nothing but the link with which it was made."""
    if [one.name for one in folder.iterdir()] != ["proofdeck"]:
        return False
    return [one.name for one in (folder / "proofdeck").iterdir()] == [LEARNED]


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
    *("after_a_hundred_kills", "test_seating.py", "test_preview.py", "test_shipped_games.py", "test_online.py"),
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
    ),
    *("tests/ink/test_traps.py", "tests/cards/test_cards_reader.py", "test_greedy_games.py", "test_survival.py"),
    *("oracle", "brute_force", "best_reading", "duel_melds", "imagined", "toonerville_rook_table"),
    *("test_ledger.py", "test_seating.py", "test_pads.py", "test_match_files.py", "test_tournament", "_claims.py"),
    *("rulebook/test_html", "test_pdf", "test_accessibility", "test_proof", "rulebook/test_claims"),
    *("export/test_online.py", "export/test_web.py", "test_virtualtabletop.py", "export/test_play.py"),
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
)
"""Tests that start processes, open browsers, set whole books or play many games; all others are marked `quick`."""


FANTASY, DUEL, ROOK, ROADS = "fantasy-contract-rummy", "rummy-duel", "toonerville-rook", "salt-roads"
WITH_MORE_PLAYERS = ("tombs-3", "tombs-4", "fishing-dragon-3", "fishing-dragon-4")
ONCE_MORE: dict[str, tuple[str, ...] | int] = {
    "notice_most_changes_of_the_rules": (FANTASY, DUEL, ROOK),
    "what_takes_long_is_found": ("tombs",),
    "a_book_breaks_no_rule_of_axe_core": (FANTASY, DUEL, ROOK, ROADS, "fishing-dragon"),
    "the_page_is_the_same_for_every_table": (DUEL, ROOK, FANTASY, "fishing-dragon", "tombs"),
    "test_survival.py": (f"{ROOK}-3", f"{ROOK}-5", f"{ROADS}-2", f"{ROADS}-4"),
    "bots_that_look_ahead_play_legal_actions": (*WITH_MORE_PLAYERS, ROADS, FANTASY, DUEL),
    "an_action_that_is_not_legal_is_refused": (*WITH_MORE_PLAYERS, ROOK),
    "greedy_players_end_their_games": WITH_MORE_PLAYERS,
    "a_transcript_replays_to_the_same_end": WITH_MORE_PLAYERS,
    "chance_that_nobody_passed_in": WITH_MORE_PLAYERS,
    "by_chance_a_game_ends": ("1-", "2-"),
    "so_many_boards_can_be_reached": ("3-",),
    "a_players_book_is_short": (ROOK, DUEL, FANTASY, "fishing-dragon"),
    "no_page_of_a_players_book_is_a_third_empty": (ROOK, DUEL, FANTASY, "fishing-dragon"),
    "a_greedy_player_of_tombs_who_sees_all_cards": ("2",),
    "test_greedy_games.py": (f"{ROOK}-3", f"{ROOK}-5", f"{ROADS}-4", *WITH_MORE_PLAYERS),
    "is_one_short_file_that_check_finds_nothing_wrong_with": ("roads", "rummy", "dice", "draft"),
    "a_quick_bot_answers_legally": 2,
    "the_most_follows_the_points_of_the_rules": ("",),
    "no_command_imports_from_the_folder_it_is_run_in": (
        *("export", "mutate", "lab", "hunt", "compare", "accept", "diff", "translate", "printed"),
    ),
    "a_whole_game_is_played_in_a_browser": ("",),
    "the_shipped_games_are_shown": ("",),
    "greedy_players_give_no_seat_more_than_an_even_share": ("auction",),
    "every_item_that_can_be_scored_belongs": (ROADS,),
    "a_move_of_a_game_becomes_an_example": (FANTASY, DUEL, ROOK, ROADS, "fishing-dragon"),
    "each_game_is_continued_from_a_file": (FANTASY, DUEL, ROOK),
    "the_log_says_the_same_of_every_table": (DUEL, ROOK, FANTASY, ROADS, "tombs"),
    "the_table_of_each_game_fits_its_window": (DUEL, FANTASY, ROOK, "fishing-dragon"),
    "no_bank_of_twenty_cards_is_worth_more": ("2]", "3]", "5]", "6]", "7]", "9]", "10]", "11]", "12]"),
    "a_grey_edition_has_no_colour": (FANTASY, DUEL, ROOK),
    "low_ink_halves_the_ink": (FANTASY, ROOK, "fishing-dragon"),
    "a_project_like_a_shipped_game": (DUEL,),
    "every_card_id_leads_to_a_cell": ("fishing-dragon",),
    "every_id_in_a_vtt_file": ("fishing-dragon",),
    "no_more_repeated_meetings": ("34-6", "17-5", "38-6"),
    "exactly_when_a_whole_contract_goes_on": ("8-10", "6-10"),
    "with_many_rooks_no_meld": ("3-4", "3-5"),
    "are_those_that_plain_code_finds_in_whole_games": ("3", "5"),
    "melds_stay_valid_and_totals": ("3", "5"),
    "a_thousand_edits_read_back": (
        "85",
        *(f"6-{name}" for name in (DUEL, FANTASY, ROADS, ROOK, "f", "b", "d", "r", "a")),
    ),
    "axe_finds_nothing_while": 3,
    "no_table_breaks_a_rule_of_axe_core": ("dark",),
    "reports_and_sweeps_break_no_rule_of_axe_core": ("",),
    "a_sentence_or_a_number_that_is_not_so_is_told": 5,
    "words_in_templates_in_the_glossary_and_in_figures": 4,
    "the_code_of_a_shipped_game_is_signed": (FANTASY, DUEL, ROOK),
    "a_mistake_is_told_with_its_place_and_a_cure": 4,
    "players_who_look_ahead_end_their_games": ("dice", "board", "draft", "rummy", "roads"),
    "in_a_save_of_tabletop_simulator_markers": ("",),
    "in_playingcards_io_markers": ("",),
    "a_built_book_shows_the_markers": ("",),
    "numbers_that_are_words_on_cards": 5,
    "no_expression_runs_away": 6,
    "an_expression_that_no_person_would_write": 5,
    "a_function_of_a_page_may_be_given_anything": 5,
    "whatever_is_edited_answers_are_those": 6,
    "whatever_is_broken_is_found": 4,
    "test_pettingzoo.py": (FANTASY, DUEL, ROOK, ROADS, "fishing-dragon"),
    "a_worker_that_dies_in_the_middle": ("",),
    "another_folder_cannot_be_compared_by_a_cluster": ("",),
    "a_cluster_finds_a_table": ("",),
    "what_was_changed_since_the_last_games": ("",),
    "test_pdf.py": (FANTASY, DUEL, ROOK, "fishing-dragon"),
    "claims_are_in_the_proof_edition_alone": (FANTASY, DUEL, ROOK, "fishing-dragon"),
    "words_stand_out_from_what_lies_behind_them": (FANTASY,),
    "where_nothing_differs": 2,
    "a_shipped_game_has_no_mistake": (FANTASY, DUEL, ROOK, "fishing-dragon"),
    "a_thousand_games_are_the_same": ("",),
    "a_file_in_german_speaks_german": ("",),
    "the_runtime_is_kept_for_the_next_time": ("",),
    "nothing_is_typed_on_the_other_shipped_cards": (DUEL, ROOK),
    "tombs_is_whole_in_every_language": 2,
    "a_damaged_record_is_told": 2,
    "ends_solved_by_brute_force": 3,
    "everything_is_on_the_page_and_no_words_are_on_others": 4,
    "the_table_shows_what_the_first_player_sees": (FANTASY, DUEL, ROOK, "fishing-dragon"),
    "the_cards_that_are_shown_are_those_that_are_played": (FANTASY, DUEL, ROOK, "fishing-dragon"),
    "a_picture_shows_what_is_printed": ("tutorial", "pads", "six-games"),
    "however_many_processes_play": ("1",),
    "an_engine_of_ones_own_plays_in_the_file": ("",),
    "a_saved_game_goes_on_in_another_browser": ("",),
    "two_numbers_of_a_shipped_game_are_changed": ("",),
    "lifts_of_cards_that_are_worth_nothing": ("",),
    "each_way_that_hidden_cards_can_lie": 2,
    "every_way_to_deal_the_hidden_cards_is_imagined": 3,
    "what_a_player_hears_of_others": (FANTASY, DUEL, ROOK),
    "each_warning_is_silenced": 3,
    "everyone_meets_everyone_and_no_pair": 2,
    "a_claim_is_decided_by_the_rules_that_are_agreed_on": 3,
    "no_way_to_lay_a_small_pile": 2,
    "no_way_to_use_a_pile_beside_sets": 2,
    "a_table_is_scored_and_its_scores_are_imported": ("",),
    "two_files_of_a_game_do_not_mix": ("",),
    "the_sessions_on_the_page_about_the_lab": ("",),
    "check_writes_nothing_unless_it_is_asked": ("",),
    "what_is_tapped_stays_when_the_page_hears_news": ("",),
    "a_script_in_the_folder_of_the_project_and_what_it_imports": ("",),
    "a_greedy_player_of_tombs_loses_little": ("",),
    "the_figures_of_a_lab_are_those_of_a_simulation": ("",),
    "small_pictures_of_cards_do_not_cut": 2,
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
        for more in (more for name, more in ONCE_MORE.items() if name in place):
            if cases[place] % more if isinstance(more, int) else values.startswith(more):
                found.add(test)
        cases[place] += 1
    return found


def is_by_chance(item: pytest.Item) -> bool:
    """Whether it tries more in a thorough run than in others."""
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False) or "tests/editing/" in item.nodeid


OF_ONE_GAME = {
    **dict.fromkeys(("test_pdf.py", "test_html.py", "test_accessibility.py", "test_editions.py"), "books"),
    "test_pads.py": "sheets",
}
"""Tests that share what is made of a game, such as its book: those of one game are run by one process."""
GAMES = ("tombs", "fishing-dragon", "fantasy-contract-rummy", "rummy-duel", "toonerville-rook", "salt-roads")
TOGETHER = (
    *("test_proof_edition.py", "test_shipped_games.py", "test_preview.py", "test_an_evening.py"),
    *("test_online.py", "test_web.py", "test_virtualtabletop.py", "test_cluster.py"),
    *("test_table.py", "test_on_screen.py", "test_endings.py", "test_cover.py", "test_telling.py", "test_shadows.py"),
    *("test_on_boards.py", "test_play.py"),
)
"""Files whose tests share something that takes seconds to make."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: terminals, interrupts and kills are mostly waited for."""
    return (os.cpu_count() or 1) + 1


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
    file = place.partition("::")[0].rpartition("/")[2]
    if file in OF_ONE_GAME:
        return f"{OF_ONE_GAME[file]} of {next((game for game in GAMES if game in values), GAMES[0])}"
    return file if file in TOGETHER else test


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not any(name in item.nodeid for name in LONG))
    repeated = repetitions(item.nodeid for item in items)
    for item in items:
        if item.nodeid in repeated or (effort.is_thorough and is_by_chance(item)):
            item.add_marker(pytest.mark.thorough)
        elif not any(name in item.nodeid for name in NOT_QUICK):
            item.add_marker(pytest.mark.quick)


def pytest_collection_finish() -> None:
    """Never look for garbage among the thousands of tests and the libraries, which stay until the end."""
    gc.collect()
    gc.freeze()
    look_for_garbage_less_often()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-goldens", action="store_true", help="accept recorded games as they are played now")
    parser.addoption("--games", type=int, default=6, help="greedy games of each kind that must end properly")

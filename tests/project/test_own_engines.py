"""Engines that are code of the project: run when they are trusted, and their faults are told to their author."""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest
from cli.commands import run
from tables import ENDLESS, ROOT, playable, tombs_played_by

from proofdeck.book.manuscript.books import book_jobs
from proofdeck.book.manuscript.composing import run_examples
from proofdeck.front.making.build import build
from proofdeck.front.making.check import check, report
from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.ground.workspace.workspace import TICK, no_progress
from proofdeck.paper.deck.prints import lay_out
from proofdeck.play.engine import patience, referee
from proofdeck.play.engine.faults import EndlessGame
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.trial import conformance
from proofdeck.play.lab.simulation import Simulation, simulate
from proofdeck.play.setup.opening import playable_of
from proofdeck.play.setup.trusting import trust_project
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.examples import blocks

RULES = (ROOT / "rules_md" / "tombs.md").read_text(encoding="utf-8")
EXAMPLES = RULES.count("```example ")
EMPTY = """def {}(self, *_):
        return None

    def others("""
IN_THE_REFERENCE = EXAMPLES - RULES.count(" print=proof")
PLAIN = "from proofdeck.play.games.tombs import GAME\n"
OF_A_FILE = """
    from dataclasses import replace
    from pathlib import Path
    from proofdeck.play.games.tombs import GAME as PLAIN

    def make(*given):
        if Path(__file__).with_name("notes.txt").read_text() != "sound":
            raise ValueError("the notes are not sound")
        return PLAIN.make(*given)

    GAME = replace(PLAIN, make=make)
"""
UNMADE = """
    from dataclasses import replace
    from proofdeck.play.games.tombs import GAME as PLAIN
    GAME = replace(PLAIN, make=lambda deck, values, on: {}["gaol"])
"""
UNSCORED = """
    from dataclasses import replace
    from proofdeck.play.games.tombs import GAME as PLAIN
    def score(*_):
        return {}[3]
    GAME = replace(PLAIN, score=score)
"""
UNSEEN = """
    from dataclasses import replace
    from proofdeck.play.games.tombs import GAME as PLAIN

    def board(state):
        return {}["board"]

    def parts(name):
        return replace(PLAIN.pictures, board=board) if name == "pictures" else PLAIN.parts(name)

    GAME = replace(PLAIN, parts=parts)
"""
FAILED_IN = re.compile(r"This happened in the example ([\w.]+)(?: and in (\d+) others?)?\.")
NO_THORN = """
    from dataclasses import replace
    from proofdeck.play.games.tombs import GAME as PLAIN
    from proofdeck.play.games.tombs.rules import Tombs
    class Mine(Tombs):
        def string_to_action(self, text):
            return {}[text] if text.startswith("Thorn") else super().string_to_action(text)
    GAME = replace(PLAIN, make=Mine)
"""
ALARMED = ENDLESS.replace("while self: sleep(0.01)", "raise_signal(SIGALRM); super()._play(action)").replace(
    "from dataclasses import replace", "from dataclasses import replace; from signal import SIGALRM, raise_signal"
)
"""An alarm rings in each of its calls, as if all of them together took long."""
TURNS = """
    from dataclasses import replace
    from proofdeck.play.games.tombs import GAME as PLAIN
    from proofdeck.play.games.tombs.rules import Tombs, TombsState

    class Turns(TombsState):
        __slots__ = ()
        def _play(self, action):
            if self.turns == 9:
                return self.worn[action]
            super()._play(action)

    class Mine(Tombs):
        table = Turns

    GAME = replace(PLAIN, make=Mine)
"""


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check tries out an engine in one game of each number of players: `test_conforming.py` is about that."""
    monkeypatch.setattr(conformance, "USUAL", conformance.Effort(games=1, tables=3, deals=60))


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """A project whose game is Tombs, played by the code that is given."""

    def project(code: str) -> Path:
        root = tombs_played_by("mine", tmp_path / "tombs")
        (root / "mine.py").write_text(dedent(code).lstrip("\n"), encoding="utf-8")
        return root

    yield project
    for name in ("mine", "of_mine"):
        sys.modules.pop(name, None)


def book(root: Path, *, trust: bool) -> tuple[str, str, list[str]]:
    """The HTML book, what a build says of it, and the codes of all problems that were told."""
    problems = Problems()
    project = load_project(root, problems)
    made = lay_out(project, project.games["tombs"], Options(), Problems())
    jobs = book_jobs(project, made, Options(trust=trust), problems)
    pages, says = "", ""
    for job in jobs:
        for path in job.keys:
            if path == "rulebook.html":
                ((_, data),) = job.make([path], no_progress)
                pages, says = data.decode(), job.says
    return pages, says, [problem.code for problem in problems if problem.code != "W630"]


def after_each_note(root: Path, look: Callable[[], list[Problem]]) -> list[set[str]]:
    """The codes of what is found while the notes of the engine are sound, and once they are not."""
    found = []
    for words in ("sound", "upset"):
        (root / "notes.txt").write_text(words)
        time.sleep(2 * TICK / 1e9)
        found.append({problem.code for problem in look()} - {"W630"})
    return found


def test_a_build_notices_a_file_that_only_the_engine_of_the_project_reads(mine: Callable[[str], Path]) -> None:
    root = mine(OF_A_FILE)
    only = Options(only=("score-pad",), papers=("a4",), trust=True)
    assert after_each_note(root, lambda: build(root, [], only).problems) == [set(), {"W741"}]


def test_a_check_notices_a_file_that_only_the_engine_of_the_project_reads(mine: Callable[[str], Path]) -> None:
    root = mine(OF_A_FILE)
    (root / "notes.txt").write_text("sound")
    trust_project(root)
    assert after_each_note(root, lambda: report(root, []).problems) == [set(), {"E616"}]


def told(root: Path) -> list[str]:
    """What is wrong with the engine of a project, as it is opened: places, codes and sentences."""
    problems = Problems()
    project = load_project(root, problems)
    assert playable_of(project, project.games["tombs"], problems, trust=True) is None
    return [f"{problem.where} {problem.code} {problem.message}" for problem in problems]


# -- trust -------------------------------------------------------------------------------------------------------------


def test_a_book_whose_engine_was_not_run_is_made_and_says_so(mine: Callable[[str], Path]) -> None:
    pages, says, codes = book(mine(PLAIN), trust=False)
    assert codes == ["W616"]
    assert f"{EXAMPLES} worked examples were not checked" in pages
    assert says == f"26 clauses, {IN_THE_REFERENCE} examples, not played"


def test_a_book_whose_engine_was_trusted_says_that_its_examples_were_played(mine: Callable[[str], Path]) -> None:
    pages, says, codes = book(mine(PLAIN), trust=True)
    assert codes == []
    assert f"{EXAMPLES} worked examples were checked" in pages
    assert says == f"26 clauses, {IN_THE_REFERENCE} examples"


def test_two_projects_whose_engines_have_one_name_each_play_their_own(tmp_path: Path) -> None:
    most = {tmp_path / "one" / "auction": 20, tmp_path / "other" / "auction": 30}
    for root, coins in most.items():
        start_project(root, kind="auction")
        engine = root / "auction_rules.py"
        engine.write_text(engine.read_text().replace("MOST_COINS = 20", f"MOST_COINS = {coins}"))
    for root, coins in [*most.items(), *most.items()]:
        project = load_project(root, Problems())
        found = playable_of(project, project.games["auction"], Problems(), trust=True)
        assert found is not None
        assert len([*found.game.actions()]) == coins + 1


def test_a_trusted_engine_keeps_a_book_with_a_false_example_from_being_made(mine: Callable[[str], Path]) -> None:
    root = mine(PLAIN)
    page = root / "rules_md" / "tombs.md"
    page.write_text(page.read_text(encoding="utf-8").replace("  player 1: 2\n", "  player 1: 7\n", 1), encoding="utf-8")
    assert book(root, trust=True) == ("", "", ["E621", "W615"])


def test_a_trusted_engine_that_cannot_draw_a_table_keeps_its_book_from_being_made(mine: Callable[[str], Path]) -> None:
    assert book(mine(UNSEEN), trust=True) == ("", "", ["E616", "W615"])


def test_a_trusted_build_is_made_again_when_the_engine_changes(mine: Callable[[str], Path]) -> None:
    root = mine("import of_mine\n" + PLAIN)
    (root / "of_mine.py").touch()
    options = Options(only=("score-pad",), papers=("a4",), trust=True)
    assert [build(root, [], options).problems, build(root, [], options).problems] == [[], []]
    (root / "of_mine.py").write_text("raise ValueError\n")
    sys.modules.pop("of_mine")
    sys.modules.pop("mine")
    assert [problem.code for problem in build(root, [], options).problems] == ["W741"]


# -- faults ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("GAME = 1 / 0\n", "mine.py:1 E616 the engine fails here: ZeroDivisionError: division by zero"),
        ("def GAME(:\n", "mine.py:1 E616 the engine fails here: SyntaxError: invalid syntax (mine.py, line 1)"),
        (
            "import generaotr\n",
            "mine.py:1 E616 the engine fails here: ModuleNotFoundError: No module named 'generaotr'",
        ),
        ("\nGAME = 3\n", "rules_md/tombs.md:8 E608 the module 'mine' has no GAME that is an Engine"),
        (UNMADE, "mine.py:3 E616 the engine fails here: KeyError: 'gaol'"),
    ],
)
def test_an_engine_that_cannot_be_opened_is_told_at_its_line(mine: Callable[[str], Path], code: str, says: str) -> None:
    assert told(mine(code)) == [says]


@pytest.mark.parametrize(
    ("instead", "message", "hint"),
    [
        ('self.put("asid", ', "the engine fails here: there is no zone 'asid'. Did you mean 'aside'?", ""),
        (
            'self.rules.values.number("hands"); self.put("aside", ',
            "the engine fails here: there is no parameter 'hands'. Did you mean 'hand'?",
            "",
        ),
        (
            'self.helper = 3; self.put("aside", ',
            "has no attribute 'helper'",
            "declare `helper = fact(0)` for a number, or `helper = pile()` for cards",
        ),
        ('self.cards_on("aside"); self.put("aside", ', "has no attribute 'cards_on'", "Did you mean 'cards_in'?"),
        ('self.rules.sut; self.put("aside", ', "'Tricks' object has no attribute 'sut'", "Did you mean 'suit'?"),
        ('CRAD; self.put("aside", ', "name 'CRAD' is not defined", "Did you mean 'CARD'?"),
        ('3 in self.aside; self.put("aside", ', "'int' is not iterable", "list its cards with `self.cards_in`"),
        ('self.put("last_trick", ', "'last_trick' is not a zone: read and set `self.last_trick`", ""),
        (
            'self.put("hand", ',
            "each player has a zone 'hand': write whose as the last value, a seat counted from 0",
            "",
        ),
        ('self.add("aside", [], 0); self.put("aside", ', "all share the zone 'aside': leave out the seat, or", ""),
        ('self.next_turn(7); self.put("aside", ', "there is no seat 7 at a table for 3, because seats are counted", ""),
        ('self.end(); self.put("aside", ', "fails here: self.end() lacks 'clause': write self.end(clause)", ""),
        ('self.roll(dice=[], die=3); self.put("aside", ', "self.roll() has no 'die': it takes name and dice.", ""),
        ('self.item("score.pearls", "", 1); self.put("aside", ', "'score.pearls' is not a clause: write the name", ""),
        ('self.by(MOST, "most", 3); self.put("aside", ', "'most' needs a list with a value for each player", ""),
    ],
)
def test_a_name_that_nobody_declared_is_told_with_what_to_do(
    tmp_path: Path, instead: str, message: str, hint: str
) -> None:
    root = tmp_path / "lagoon"
    start_project(root, engine=True)
    engine = root / "lagoon_rules.py"
    code = engine.read_text(encoding="utf-8")
    line = code[: code.index('self.put("aside", ')].count("\n") + 1
    engine.write_text(code.replace('self.put("aside", ', instead), encoding="utf-8")
    sys.modules.pop("lagoon_rules", None)
    (found, *_) = [one for one in opened(root) if one.code == "E616"]
    assert (found.file, found.line) == ("lagoon_rules.py", line)
    assert message in found.message
    assert hint in found.hint


def opened(root: Path) -> list[Problem]:
    """What is told of a new project with an engine before its games are tried."""
    problems = Problems()
    project = load_project(root, problems)
    (game,) = project.games.values()
    if playable := playable_of(project, game, problems, trust=True):
        run_examples(game, playable, problems)
    return [*problems]


HAND = "zone(OWNER, each=True)"
ASIDE = "aside: int = zone(NOBODY)"
COMMITS = "def keep(self, card):\n        return self.commit(kept=card)\n\n    "


@pytest.mark.parametrize(
    ("old", "new", "says", "cure"),
    [
        (
            HAND,
            "zone(each=True, owner=True)",
            "zone() has no 'owner': it takes sees, form, each, known, scored, fits, passed and tiles. ",
            (HAND, "zone(each=True, owner=True)"),
        ),
        (HAND, "zone('hers', each=True)", "'hers' does not say who sees the cards: write ALL,", ("OWNER", "'hers'")),
        (
            ASIDE,
            f"{COMMITS}kept: list[int] = secret(-1, each=True)\n    {ASIDE}",
            "secret() has no 'each': it takes start, hidden and words. For what all choose at the same time, declare ",
            ("choice(each=True)", "secret(-1, each=True)"),
        ),
        (
            ASIDE,
            f"kept: list[int] = secret(-1, each=True)\n    {ASIDE}",
            "for a number that each player has and all see, ",
            ("fact(0, each=True)", "secret(-1, each=True)"),
        ),
        (
            ASIDE,
            f"kept: int = secret(-1)\n    {ASIDE}",
            "secret() lacks 'hidden': write ",
            ("secret(-1, hidden=-1)",) * 2,
        ),
        ('held("hand", CARD)', 'held("hand", "play.card")', "'play.card' is not a clause", ("CARD", '"play.card"')),
        ("@play.bar(FOLLOW)", '@play.bar("play.follow")', "is not a clause", ("FOLLOW", '"play.follow"')),
        (
            " OWNER,",
            " ONWER,",
            "there is no 'ONWER' in proofdeck.kit. Did you mean 'OWNER'?",
            ("OWNER", "ONWER"),
        ),
        ("    table = ", "    tabel = ", "the class Tricks needs a line `table = ...`", ("table = ", "tabel = ")),
        ("def deal(", "def dael(", "the class TrickTable needs the method `deal`", ("deal", "dael")),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_wrong_declaration_is_told_in_words_of_the_kit_and_what_they_say_helps(
    tmp_path: Path, old: str, new: str, says: str, cure: tuple[str, str]
) -> None:
    root = tmp_path / "lagoon"
    start_project(root, engine=True)
    engine = root / "lagoon_rules.py"
    kit = engine.read_text(encoding="utf-8").replace("RulePoints,", "RulePoints, choice, secret,", 1)
    engine.write_text(kit.replace(old, new, 1), encoding="utf-8")
    sys.modules.pop("lagoon_rules", None)
    (found,) = opened(root)
    assert (found.code, found.file) == ("E616", "lagoon_rules.py")
    assert says in found.message
    typed, wrong = cure
    if "`" in found.message and typed.endswith(")"):
        assert f"`{typed}`" in found.message
    engine.write_text(kit.replace(old, new.replace(wrong, typed), 1).replace("secret(-1)", typed), encoding="utf-8")
    sys.modules.pop("lagoon_rules", None)
    assert opened(root) == []


@pytest.mark.parametrize(
    ("old", "new", "method", "says"),
    [
        (
            'yield self.item(LAST, "the last trick", ',
            'yield (LAST, "the last trick", ',
            "items",
            "items() must yield what self.item() makes, not (128, 'the last trick', 5)",
        ),
        ("def items(", EMPTY.format("items"), "items", "items() must yield what self.item() makes, not None"),
        ("def deciding(", EMPTY.format("deciding"), "deciding", "deciding() must yield what self.by() makes, not None"),
        (
            "    def deciding(self)",
            "    def objections(self, seat):\n        return ['no']\n\n    def deciding(self)",
            "objections",
            "objections() must yield what self.objection() makes, not 'no'",
        ),
    ],
)
def test_what_cannot_be_used_is_told_at_the_method_that_returned_it(
    tmp_path: Path, old: str, new: str, method: str, says: str
) -> None:
    root = tmp_path / "lagoon"
    start_project(root, engine=True)
    code = (root / "lagoon_rules.py").read_text(encoding="utf-8").replace(old, new)
    (root / "lagoon_rules.py").write_text(code, encoding="utf-8")
    line = code[: code.index(f"def {method}(")].count("\n") + 1
    sys.modules.pop("lagoon_rules", None)
    (found, *_) = [one for one in opened(root) if one.code == "E616"]
    assert (found.where, found.message) == (f"lagoon_rules.py:{line}", f"the engine fails here: {says}")


def test_points_that_are_not_a_number_are_told_at_their_line(tmp_path: Path) -> None:
    root = tmp_path / "lagoon"
    start_project(root, engine=True)
    code = (root / "lagoon_rules.py").read_text(encoding="utf-8")
    code = code.replace('self.rules.values.number("last-trick"))', 'self.rules.values.word("last-trick"))')
    (root / "lagoon_rules.py").write_text(code, encoding="utf-8")
    line = code[: code.index("yield self.item(LAST")].count("\n") + 1
    sys.modules.pop("lagoon_rules", None)
    (found, *_) = [one for one in opened(root) if one.code == "E616"]
    assert found.where == f"lagoon_rules.py:{line}"
    assert found.message.endswith("the points of 'the last trick' must be a number, not '5'")


def test_an_engine_without_a_game_is_told_how_it_ends(mine: Callable[[str], Path]) -> None:
    (problem,) = check(mine("\nGAME = 3\n"), [], trust=True)
    assert problem.hint == "The module ends with `GAME = game_of(...)`."


def test_an_engine_that_fails_in_an_example_keeps_no_other_from_being_played(mine: Callable[[str], Path]) -> None:
    project = load_project(mine(NO_THORN), Problems())
    game = project.games["tombs"]
    playable = playable_of(project, game, Problems(), trust=True)
    assert playable is not None
    told = Problems()
    ran = run_examples(game, playable, told)
    assert len(ran) == len([*blocks(game.book.body, 1)])
    failed = [one.example.id for one in ran if one.problems]
    assert {"ex.thorn", "ex.units"} < {*failed}
    assert {(problem.where, problem.code) for problem in told} == {("mine.py:6", "E616")}
    said = [FAILED_IN.fullmatch(problem.hint) for problem in told]
    assert {match[1] for match in said if match} < {*failed}
    assert sum(1 + int(match[2] or 0) for match in said if match) == len(failed) > len(said)


def test_an_engine_that_fails_in_a_game_is_told_with_the_game_that_repeats_it(mine: Callable[[str], Path]) -> None:
    root = mine(TURNS)
    asked = Simulation("tombs", 10, 3, ("random",), 5, 2, trust=True)
    with pytest.raises(ProofdeckError) as failed:
        simulate(root, asked, no_progress, Problems())
    (problem,) = failed.value.problems
    assert (problem.where, problem.code) == ("mine.py:9", "E616")
    assert problem.message == "the engine fails here: AttributeError: 'Turns' object has no attribute 'worn'"
    declare = "To remember it, declare `worn = fact(0)` for a number, or `worn = pile()` for cards."
    repeat = "This was game 1; --players 3 --seed 5 --games 1 repeats it."
    assert problem.hint == f"Did you mean 'on'? {declare} {repeat}"


def test_no_command_shows_a_traceback_of_an_engine_of_the_project(mine: Callable[[str], Path]) -> None:
    root = mine(UNSCORED)
    (root / "table.txt").write_text("board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n")
    ran = run(root, "score", "tombs", "table.txt", "--trust")
    assert ran.code == 2
    assert ran.err.startswith("mine.py:4 E616 the engine fails here: KeyError: 3\n")


def test_a_game_without_an_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "MOST_ACTIONS", 5)
    found = playable("tombs")
    with pytest.raises(EndlessGame, match="after 5 moves in ") as endless:
        play_one(found.game, [found.engine.greedy] * 2, 3, 1)
    assert endless.value.__notes__ == ["This was game 2; --players 2 --seed 3 --games 2 repeats it."]
    with pytest.raises(ProofdeckError, match=r"rules_md/tombs.md:8 E645 the game has not ended"), found.origin.faults():
        raise endless.value


@pytest.mark.parametrize("in_a_thread", [False, True])
def test_a_call_without_an_end_is_told_where_it_was(
    mine: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, *, in_a_thread: bool
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.8)
    root = mine(ENDLESS)
    asked = Simulation("tombs", 2, 2, ("random",), 5, 1, trust=True)
    game = partial(simulate, root, asked, no_progress, Problems())
    with ThreadPoolExecutor() as threads, pytest.raises(ProofdeckError) as failed:
        threads.submit(game).result() if in_a_thread else game()
    (problem,) = failed.value.problems
    assert (problem.where, problem.code) == ("mine.py:8", "E645")
    assert problem.message == "_play() has been running for more than 0.8 s"
    assert problem.hint == "This was game 1; --players 2 --seed 5 --games 1 repeats it."
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_a_check_tells_once_of_a_call_without_an_end_in_examples_in_claims_and_in_the_test_of_the_engine(
    mine: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.8)
    endless = [problem for problem in check(mine(ENDLESS), [], trust=True) if problem.code == "E645"]
    assert [problem.where for problem in endless] == ["mine.py:8"]


def test_an_engine_whose_calls_come_back_may_take_its_time(mine: Callable[[str], Path]) -> None:
    asked = Simulation("tombs", 10, 3, ("random",), 5, 1, trust=True)
    assert simulate(mine(ALARMED), asked, no_progress, Problems())["games"] == 10


def test_a_call_during_which_two_alarms_ring_is_given_up(mine: Callable[[str], Path]) -> None:
    root = mine(ALARMED.replace("raise_signal(SIGALRM)", "raise_signal(SIGALRM); raise_signal(SIGALRM)"))
    with pytest.raises(ProofdeckError, match="has been running for more than 30 s"):
        simulate(root, Simulation("tombs", 10, 3, ("random",), 5, 1, trust=True), no_progress, Problems())


def test_a_fault_of_an_engine_that_comes_with_proofdeck_keeps_its_traceback() -> None:
    with pytest.raises(KeyError), playable("tombs").origin.faults():
        raise KeyError(1)

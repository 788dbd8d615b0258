"""An open project forgets nothing: whatever is edited, its answers are those of a project that remembers nothing."""

from __future__ import annotations

import os
import pickle
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from proofdeck.front.making import build, check
from proofdeck.ground.files import is_file, links_out, names_in, read_file
from proofdeck.ground.problems import Place, Problem
from proofdeck.ground.workspace.answers import Answer, Asked, digest_of
from proofdeck.ground.workspace.store import Store
from proofdeck.ground.workspace.workspace import CycleError, Kept, Workspace, question, question_called
from proofdeck.source.project.folder import GAME_CALLED, GAME_NAMES

PLAN: dict[int, list[tuple[str, int]]] = {}
"""What each node of a graph of questions reads, in order."""
HERE = __name__


def content(path: Path) -> bytes:
    """What is in a file; nothing if there is none."""
    try:
        return read_file(path)
    except OSError:
        return b""


def node(project: Workspace, number: int) -> int:
    """Reads files and other nodes as its plan says; what it reads may depend on what it has read."""
    total = number
    for kind, which in PLAN[number]:
        path = project.root / f"f{which}"
        if kind == "file":
            total += len(content(path)) % 3  # many contents, few values: answers often come out the same
        elif kind == "there":
            total += is_file(path)
        elif kind == "names":
            total += len(names_in(project.root / f"d{which}"))
        elif kind == "links":
            total += len(links_out(project.root, [project.root / f"d{which}"]))
        elif kind == "setting":
            total += project.setting("far")
        elif kind == "tried":
            with suppress(ValueError):
                total += ask(project, which)
        elif total % 2 or kind == "always":
            total += ask(project, which)
    if total % 5 == 0:
        project.collector().report("E000", f"{number} is {total}")
    if total % 7 == 3:
        raise ValueError(total)
    return total % 4


@question(Kept.WHILE_OPEN)
def fleeting(project: Workspace, number: int) -> int:
    """A node that is remembered while the project is open."""
    return node(project, number)


@question(Kept.VALUE)
def lasting(project: Workspace, number: int) -> int:
    """A node that later runs remember."""
    return node(project, number)


@question(Kept.DIGEST)
def written(project: Workspace, number: int) -> int:
    """A node of which later runs know only whether it is the same."""
    return node(project, number)


KINDS: list[Callable[[Workspace, int], int]] = [fleeting, lasting, written]


def ask(project: Workspace, number: int) -> int:
    return KINDS[number % 3](project, number)


def asked(number: int) -> Asked:
    return Asked(f"{HERE}.{('fleeting', 'lasting', 'written')[number % 3]}", (number,))


def outcome(project: Workspace, number: int) -> tuple[object, list[Problem]]:
    """What a node says or raises, and all problems behind it."""
    try:
        said: object = ask(project, number)
    except ValueError as error:
        said = repr(error)
    return said, sorted(project.summary(asked(number)).problems, key=repr)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_edited_answers_are_those_of_a_project_that_remembers_nothing(seed: int, tmp_path: Path) -> None:
    rng, root = random.Random(seed), tmp_path / "p"
    for folder in ("d0", "d1"):
        (root / folder).mkdir(parents=True)
    outside = ("file", "there", "names", "links", "setting")
    for number in range(12):
        kinds = [*outside, *(("always", "maybe", "tried") * 2 if number else ())]
        reads = [rng.choice(kinds) for _ in range(rng.randrange(1, 6))]
        PLAN[number] = [
            (kind, rng.randrange({"names": 2, "links": 2}.get(kind, 5)) if kind in outside else rng.randrange(number))
            for kind in reads
        ]
    far = 1
    project = Workspace(root, Store(tmp_path / "kept.db"), far=far)
    for _ in range(10):
        for _ in range(rng.randrange(3)):
            place = rng.choice(["", "d0/", "d1/"])
            path = root / f"{place}f{rng.randrange(5)}"
            path.unlink(missing_ok=True)
            if rng.random() < 0.2:
                path.symlink_to(tmp_path)
            elif rng.random() < 0.7:
                path.write_text("x" * rng.randrange(9))
        if rng.random() < 0.4:
            project.close()
            far = rng.randrange(1, 3)
            project = Workspace(root, Store(tmp_path / "kept.db"), far=far)
        project.look_again()
        for number in (rng.randrange(12), rng.randrange(12)):
            assert outcome(project, number) == outcome(Workspace(root, far=far), number)
    project.close()


@dataclass(frozen=True)
class Deck:
    """A deck of so many cards. line: where it is written, which makes it no other deck."""

    cards: int
    line: int = field(default=0, compare=False)

    @cached_property
    def twice(self) -> int:
        """Something that is computed when it is needed."""
        return 2 * self.cards


@question(Kept.VALUE)
def deck(project: Workspace) -> Deck:
    """The deck in the file."""
    cards, _, line = (content(project.root / "deck") or b"0").partition(b" ")
    if not int(cards):
        project.collector().report("E000", "there are no cards")
    return Deck(int(cards), int(line or 0))


@question(Kept.VALUE)
def sheets(project: Workspace, per_sheet: int) -> int:
    """How many sheets a deck needs."""
    return -(-deck(project).twice // per_sheet)


@question(Kept.DIGEST)
def pdf(project: Workspace, per_sheet: int) -> bytes:
    """Those sheets."""
    return b"sheet" * sheets(project, per_sheet)


PDF = Asked(f"{HERE}.pdf", (9,))


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[], Workspace]]:
    """Opens the project again, as a later run does."""
    (tmp_path / "deck").write_text("18")
    projects: list[Workspace] = []

    def again() -> Workspace:
        for one in projects:
            one.close()
        projects[:] = [Workspace(tmp_path, Store(tmp_path / "cache" / "kept.db", "program"))]
        return projects[0]

    yield again
    projects[0].close()


def test_in_a_later_run_what_is_the_same_is_not_answered_again(opened: Callable[[], Workspace]) -> None:
    project = opened()
    assert (pdf(project, 9), project.answered) == (b"sheet" * 4, 3)
    project = opened()
    before = project.digest(PDF)
    assert project.answered == 0
    (project.root / "deck").write_text("18 7")
    project.look_again()
    assert (project.digest(PDF), project.answered) == (before, 1), "a deck that moved is the same deck"
    (project.root / "deck").write_text("17 7")
    project.look_again()
    assert (project.digest(PDF), project.answered) == (before, 3), "as many sheets as before are the same sheets"
    (project.root / "deck").write_text("27")
    project.look_again()
    assert (pdf(project, 9), project.answered) == (b"sheet" * 6, 6)


def test_a_summary_looks_at_inputs_alone_as_long_as_they_are_the_same(opened: Callable[[], Workspace]) -> None:
    first = opened().summary(PDF)
    project = opened()
    again = project.summary(PDF)
    assert (again.digest, list(again.reads), again.problems) == (first.digest, list(first.reads), first.problems)
    assert project.files_behind(PDF) == [project.root / "deck"]
    assert (project.answered, len(project._answers)) == (0, 1)


def test_a_summary_of_an_earlier_answer_says_nothing_of_a_later_one(opened: Callable[[], Workspace]) -> None:
    """The deck is as it was for the summary, but the answer that is kept is that of another one."""
    asked = sheets.about(9)
    opened().summary(asked)
    for cards, answer, found in (("27", Workspace.ask, 6), ("18", Workspace.settle, 4)):
        project = opened()
        (project.root / "deck").write_text(cards)
        assert answer(project, asked) == found


def test_problems_behind_an_answer_are_told_each_time_and_once(opened: Callable[[], Workspace]) -> None:
    project = opened()
    for text, told in (("18", []), ("0", ["there are no cards"]), ("18", [])):
        (project.root / "deck").write_text(text)
        for _ in range(2):
            project = opened()
            pdf(project, 9)
            assert [problem.message for problem in project.summary(PDF).problems] == told


@question(Kept.VALUE)
def doubted(project: Workspace) -> int:
    """The number of cards, which seems odd."""
    found = deck(project)
    project.collector().report("W000", "are these all?", Place("deck", found.line))
    return found.cards


def test_a_problem_is_told_where_its_cause_is_now(opened: Callable[[], Workspace]) -> None:
    for line in (3, 7):
        project = opened()
        (project.root / "deck").write_text(f"18 {line}")
        assert doubted(project) == 18
        assert [problem.line for problem in project.summary(Asked(f"{HERE}.doubted", ())).problems] == [line]


@question()
def refused(project: Workspace) -> int:
    """Never has an answer."""
    raise ValueError(content(project.root / "deck"))


@question(Kept.VALUE)
def excused(project: Workspace) -> str:
    """Why it has none."""
    try:
        return str(refused(project))
    except ValueError as error:
        return repr(error)


def test_whoever_tells_why_there_is_no_answer_tells_the_reason_of_now(opened: Callable[[], Workspace]) -> None:
    project = opened()
    for text in ("18", "20", "18"):
        (project.root / "deck").write_text(text)
        project.look_again()
        assert excused(project) == f"ValueError(b'{text}')"


SLOWNESS: list[str] = []
"""What the machine is too slow for, just now."""


@question(Kept.VALUE)
def hurried(project: Workspace) -> int:
    """The number of cards, if that does not take too long."""
    for code in SLOWNESS:
        project.collector().report(code, "this takes too long")
    return deck(project).cards


@question(Kept.VALUE)
def doubled(project: Workspace) -> int:
    return 2 * hurried(project)


def computed(cards: int) -> list[str]:
    return [*SLOWNESS, str(cards)]


@pytest.mark.parametrize(("code", "is_remembered"), [("E645", False), ("E646", True)])
def test_what_a_slow_moment_is_to_blame_for_is_not_remembered(
    code: str, is_remembered: bool, opened: Callable[[], Workspace]
) -> None:
    asked = doubled.about()
    SLOWNESS[:] = [code]
    for is_first in (True, False):
        project = opened()
        assert (project.settle(asked), [problem.code for problem in project.summary(asked).problems]) == (36, [code])
        assert project.pure(computed, 9, lasts=lambda found: found[0] != "E645") == [code, "9"], "it is slow again"
        assert project.answered == (3 if is_first else 0 if is_remembered else 2)
    SLOWNESS.clear()
    project = opened()
    told = [code] if is_remembered else []
    assert (project.settle(asked), [problem.code for problem in project.summary(asked).problems]) == (36, told)
    assert project.pure(computed, 9, lasts=bool) == [*told, "9"]


def test_answers_of_another_program_are_unknown(tmp_path: Path) -> None:
    (tmp_path / "deck").write_text("9")
    for program, answered in (("one", 3), ("one", 0), ("two", 3)):
        project = Workspace(tmp_path, Store(tmp_path / "kept.db", program))
        project.digest(PDF)
        assert project.answered == answered
        project.close()


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0", b"no database at all" * 100])
def test_a_damaged_store_is_made_again(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "deck").write_text("9")
    for kept in (True, False, True):
        project = Workspace(tmp_path, Store(tmp_path / "kept.db"))
        assert pdf(project, 9) == b"sheet" * 2
        project.close()
        if kept:
            (tmp_path / "kept.db").write_bytes(damage)


def test_an_answer_that_is_damaged_in_the_store_is_given_again(opened: Callable[[], Workspace]) -> None:
    pdf(opened(), 9)
    opened().close()
    path = opened().root / "cache" / "kept.db"
    for column in ("reads", "value", "asked", "digest"):
        with sqlite3.connect(path) as database:
            database.execute(f"update answers set {column} = cast(x'00112233' || substr({column}, 5) as blob)")
        assert pdf(opened(), 9) == b"sheet" * 4


@pytest.mark.parametrize("answer", [Workspace.ask, Workspace.settle])
def test_an_answer_that_has_lost_what_it_read_in_the_store_is_not_believed(
    answer: Callable[[Workspace, Asked], int], opened: Callable[[], Workspace]
) -> None:
    asked = sheets.about(9)
    assert answer(opened(), asked) == 4
    opened().summary(asked)
    path = opened().root / "cache" / "kept.db"
    with sqlite3.connect(path) as database:
        database.execute("update answers set reads = x''")
    (path.parent.parent / "deck").write_text("27")
    assert answer(opened(), asked) == 6


def test_a_value_that_is_another_one_in_the_store_is_not_believed(opened: Callable[[], Workspace]) -> None:
    assert sheets(opened(), 9) == 4
    with sqlite3.connect(opened().root / "cache" / "kept.db") as database:
        database.execute("update answers set value = cast(substr(value, 1, 16) || ? as blob)", [pickle.dumps(5)])
    assert sheets(opened(), 9) == 4


def test_the_oldest_answers_are_forgotten_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofdeck.ground.workspace.store.MOST_ANSWERS", 2)
    store = Store(tmp_path / "kept.db")
    for number in range(4):
        store.keep(bytes([number]), Asked("one", (number,)), Answer(b"", (), (), number), with_value=True)
        store.save()
    assert [store.value(bytes([number])) for number in range(4)] == [None, None, (2,), (3,)]
    store.close()


def test_a_store_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "deck").write_text("9")
    (tmp_path / "kept.db").mkdir()
    project = Workspace(tmp_path, Store(tmp_path / "kept.db"))
    assert pdf(project, 9) == b"sheet" * 2
    project.close()


def test_two_programs_may_write_at_the_same_time(tmp_path: Path) -> None:
    (tmp_path / "deck").write_text("45")
    wrong: list[object] = []

    def work(by: int) -> None:
        for at in range(8):
            project = Workspace(tmp_path, Store(tmp_path / "kept.db"))
            wrong.extend([] if len(pdf(project, 1 + (at + by) % 5)) % 5 == 0 else [at])
            project.close()

    threads = [threading.Thread(target=work, args=(by,)) for by in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    project = Workspace(tmp_path, Store(tmp_path / "kept.db"))
    assert (pdf(project, 1), project.answered) == (b"sheet" * 90, 1)
    project.close()


@question()
def chicken(project: Workspace) -> int:
    """Needs the egg."""
    return egg(project)


@question()
def egg(project: Workspace) -> int:
    """Needs the chicken."""
    return chicken(project)


def test_questions_that_need_each_other_are_named(tmp_path: Path) -> None:
    with pytest.raises(CycleError, match=r"chicken.* needs .*egg.* needs .*chicken"):
        chicken(Workspace(tmp_path))


@question(Kept.DIGEST)
def left(project: Workspace) -> int:
    """Needs the right while it leads."""
    return 1 + (right(project) if content(project.root / "leader") == b"left" else 0)


@question(Kept.DIGEST)
def right(project: Workspace) -> int:
    """Needs the left while it leads."""
    return 1 + (left(project) if content(project.root / "leader") == b"right" else 0)


def test_what_was_read_first_is_looked_at_first_because_the_rest_may_not_be_needed_any_more(tmp_path: Path) -> None:
    project = Workspace(tmp_path)
    for leader, found in (("left", (2, 1)), ("right", (1, 2)), ("left", (2, 1))):
        (tmp_path / "leader").write_text(leader)
        project.look_again()
        assert (left(project), right(project)) == found


@question(Kept.VALUE)
def slow(project: Workspace) -> bytes:
    """A file that somebody saves while it is being read."""
    data = content(project.root / "deck")
    SAVED(project.root / "deck")
    return data + content(project.root / "deck")


def SAVED(path: Path) -> None:
    """What happens in the middle of `slow`."""


def test_a_file_that_is_saved_while_a_question_is_answered_is_noticed_the_next_time(
    opened: Callable[[], Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(path: Path) -> None:
        path.write_text("20")

    monkeypatch.setitem(globals(), "SAVED", save)
    project = opened()
    slow(project)
    assert slow(opened()) == slow(Workspace(project.root)) == b"2020"


def test_a_file_that_is_saved_twice_within_a_tick_of_the_clock_is_noticed(
    opened: Callable[[], Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has as many bytes as before, and for the clock both moments are the same one."""
    far = 2 * time.time_ns()
    monkeypatch.setattr("proofdeck.ground.workspace.workspace.signature", lambda _: [2, far, far])
    project = opened()
    for cards, is_later_run in ((18, False), (20, False), (18, True), (20, True)):
        project = opened() if is_later_run else project
        (project.root / "deck").write_text(str(cards))
        project.look_again()
        assert deck(project).cards == cards


@question(Kept.VALUE)
def late(project: Workspace) -> bytes:
    """What is in the file once `slow` has read it."""
    slow(project)
    return content(project.root / "deck")


def test_a_file_that_was_saved_in_the_middle_and_is_as_before_again_is_noticed(
    opened: Callable[[], Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One question read it before, and another one afterwards: no summary can say what was read."""
    monkeypatch.setitem(globals(), "SAVED", lambda path: path.write_text("20"))
    project = opened()
    late(project)
    assert project.summary(late.about()).problems == ()
    monkeypatch.setitem(globals(), "SAVED", lambda _: None)
    (project.root / "deck").write_text("18")
    assert opened().settle(late.about()) == b"18"


def test_a_file_that_was_saved_in_the_middle_and_is_as_before_again_is_noticed_while_the_project_is_open(
    opened: Callable[[], Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "SAVED", lambda path: path.write_text("20"))
    project = opened()
    late(project)
    project.summary(late.about())
    monkeypatch.setitem(globals(), "SAVED", lambda _: None)
    (project.root / "deck").write_text("18")
    project.look_again()
    assert project.settle(late.about()) == b"18"


@question(Kept.VALUE)
def played(project: Workspace) -> int:
    """How many games were played so far."""
    return project.fact("games", "zoo") or 0


def test_what_was_learned_since_is_noticed(opened: Callable[[], Workspace]) -> None:
    for number in range(3):
        project = opened()
        assert played(project) == number
        project.learn("games", "zoo", number + 1)
        project.learn("games", "sea", 9)
        project.look_again()
        assert played(project) == number + 1


def test_what_is_learned_after_a_look_at_it_is_noticed_by_whoever_asks_next(opened: Callable[[], Workspace]) -> None:
    assert played(opened()) == 0
    project = opened()
    assert project.fact("games", "zoo") is None
    project.learn("games", "zoo", 1)
    assert played(project) == 1


def test_a_value_is_told_from_others_of_other_types_and_not_by_what_is_the_same_object() -> None:
    word = "salt and silk"
    values: list[Any] = [1, 1.0, True, "1", b"1", None, (1,), [1], {"a": 1}, {"a": 1.0}, Deck(1), Deck(2), (1, Deck(1))]
    assert len({digest_of(value) for value in values}) == len(values)
    assert digest_of([word, word]) == digest_of([word, "".join(word)]) == digest_of([word, str(word.encode(), "ascii")])
    known = Deck(4)
    assert known.twice == 8
    assert digest_of([known]) == digest_of([Deck(4, line=3)])


@pytest.mark.parametrize("name", [GAME_NAMES, GAME_CALLED, build.CHOSEN, build.PLAN, check.GAMES, check.REPORT])
def test_a_question_that_is_named_is_found(name: str) -> None:
    found = question_called(name)
    assert found is not None
    assert found.name == name


def test_no_module_of_the_project_is_loaded_for_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('it ran')")
    monkeypatch.syspath_prepend(tmp_path)
    assert question_called("evil.question") is None
    assert question_called("proofdeck.evil.question") is None


def test_a_later_process_sums_up_an_answer_whose_module_it_has_not_loaded(deck_of_one: Path) -> None:
    """After an edit that changes no card, nothing is answered again, so nothing has loaded what answers."""
    build_it = "import sys; from pathlib import Path; from proofdeck.front.making.build import build\n"
    build_it += "from proofdeck.source.project.request import Options\n"
    build_it += "print(len(build(Path(sys.argv[1]), [], Options(papers=())).outputs))"
    for more in ("", "# a note\n"):
        with (deck_of_one / "cards.csv").open("a") as table:
            table.write(more)
        done = subprocess.run(
            [sys.executable, "-c", build_it, deck_of_one], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def deck_of_one(tmp_path: Path) -> Path:
    (tmp_path / "cards.csv").write_text("game,id\ng,a\n")
    return tmp_path


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner")
def test_a_store_of_another_user_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path / "kept.db").close()
    store = Store(tmp_path / "kept.db")
    assert store.is_open
    store.close()
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    before = (tmp_path / "kept.db").read_bytes()
    assert not Store(tmp_path / "kept.db").is_open
    assert (tmp_path / "kept.db").read_bytes() == before

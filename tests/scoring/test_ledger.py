"""What was confirmed is there, whatever happens: kills, full disks, protected folders, damaged files, two writers."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from proofdeck.ground.problems import ProofdeckError
from proofdeck.score.entries import UNDONE, Entry, Stream, standing
from proofdeck.score.ledger import APPLICATION, MIGRATIONS, Ledger, ledger_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "scores.db"


def filled(path: Path, rounds: int = 3) -> Stream:
    with Ledger(path) as ledger:
        stream = ledger.begin("match", {"title": "Tombs"})
        for number in range(rounds):
            ledger.append(stream, "round", {"number": number})
    return stream


def numbers(path: Path, stream: Stream) -> list[int]:
    with Ledger(path) as ledger:
        return [entry.data["number"] for entry in ledger.entries(stream) if entry.what == "round"]


def refusal(path: Path) -> str:
    """The code with which a further entry is refused."""
    with pytest.raises(ProofdeckError) as caught, Ledger(path) as ledger:
        ledger.append(Stream("match", 1), "round", {"number": 99})
    (problem,) = caught.value.problems
    assert problem.hint
    assert problem.file == str(path)
    return problem.code


def test_nothing_is_in_a_file_that_is_not_there_and_looking_does_not_make_one(path: Path) -> None:
    with Ledger(path) as ledger:
        assert ledger.streams("match") == []
        assert ledger.entries(Stream("match", 1)) == []
    assert not path.parent.exists()


def test_a_file_that_a_kill_has_left_without_its_tables_is_empty_and_can_be_used(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Ledger(path) as ledger:
        assert ledger.streams("match") == []
        assert ledger.begin("match", {}) == ("match", 1)


def test_entries_come_back_in_their_order_and_each_kind_is_numbered_by_itself(path: Path) -> None:
    with Ledger(path) as ledger:
        first, other, second = (ledger.begin(kind, {}) for kind in ("match", "tournament", "match"))
        assert (first, other, second) == (("match", 1), ("tournament", 1), ("match", 2))
        ledger.append(first, "round", {"points": [1, -2], "who": "Zoë"})
    with Ledger(path) as ledger:
        assert [(entry.what, entry.data) for entry in ledger.entries(first)] == [
            ("begun", {}),
            ("round", {"points": [1, -2], "who": "Zoë"}),
        ]
        assert ledger.streams("match") == [second, first], "the one that was written to last stands last"


def entry(number: int, what: str) -> Entry:
    return Entry(number, "", what, {})


@pytest.mark.parametrize(
    ("whats", "counting"),
    [
        ("begun round round", "begun round round"),
        ("begun round undone", "begun"),
        ("begun round edited undone undone round", "begun round"),
        ("begun undone undone round", "begun round"),
    ],
)
def test_undone_takes_back_the_last_entry_that_counts_but_never_the_first(whats: str, counting: str) -> None:
    entries = [entry(number, what) for number, what in enumerate(whats.split())]
    assert [kept.what for kept in standing(entries)] == counting.split()


def test_the_file_refuses_to_change_or_lose_an_entry(path: Path) -> None:
    filled(path)
    connection = sqlite3.connect(path)
    for attempt in ("UPDATE entry SET data = '{}'", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="only added"):
            connection.execute(attempt)
    connection.close()


def add_and_stumble(path: Path, stream: Stream) -> None:
    with Ledger(path) as ledger, ledger.writing():
        ledger.append(stream, "round", {"number": 7})
        raise ZeroDivisionError


def test_what_happens_together_happens_at_once_or_not_at_all(path: Path) -> None:
    stream = filled(path, 1)
    with pytest.raises(ZeroDivisionError):
        add_and_stumble(path, stream)
    assert numbers(path, stream) == [0]


# -- kills -------------------------------------------------------------------------------------------------------------

ADDERS = """
import os, sys
from pathlib import Path
from proofdeck.score.entries import Stream
from proofdeck.score.ledger import Ledger

def add_for_ever(number):
    os.write(1, b"%d\\n" % os.getpid())
    with Ledger(Path(sys.argv[1])) as ledger:
        stream = Stream("match", 1) if ledger.streams("match") else ledger.begin("match", {})
        while True:
            ledger.append(stream, "round", {"number": number})
            os.write(1, b"%d\\n" % number)
            number += 1

for line in sys.stdin:
    child = os.fork()
    if not child:
        add_for_ever(int(line))
    os.waitpid(child, 0)
    os.write(1, b"gone\\n")
"""
"""For each number that comes in, a process that adds from it on and says of each entry that it is kept."""


@pytest.fixture
def adders(path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", ADDERS, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


def added_until_killed(adders: subprocess.Popen[str], number: int, milliseconds: float) -> int:
    """Add from that number on until the process is killed, so long after its first entry; the next number to add."""
    assert adders.stdin is not None
    assert adders.stdout is not None
    print(number, file=adders.stdin, flush=True)
    process = int(adders.stdout.readline())
    said = [adders.stdout.readline()]
    time.sleep(milliseconds / 1000)
    os.kill(process, signal.SIGKILL)
    said += iter(adders.stdout.readline, "gone\n")
    confirmed = [int(line) for line in said]
    assert confirmed == list(range(number, number + len(confirmed)))
    return number + len(confirmed)


@pytest.mark.parametrize("kills", [20, pytest.param(100, marks=pytest.mark.thorough)])
def test_every_confirmed_entry_is_there_after_many_kills_at_any_moment(
    path: Path, adders: subprocess.Popen[str], kills: int
) -> None:
    """A process adds as fast as it can and says of each entry that it is kept, until it is killed."""
    random, following = Random(5), 0
    for _ in range(kills):
        confirmed = added_until_killed(adders, following, random.uniform(0, 4))
        there = numbers(path, Stream("match", 1))
        assert there[:confirmed] == list(range(confirmed)), "a confirmed entry is missing, twice there, or half"
        assert len(there) <= confirmed + 1, "what was not confirmed is one entry at most"
        following = len(there)
    assert following > 2 * kills, "hardly anything was being added while the kills came"
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_two_terminals_at_once_lose_nothing(path: Path) -> None:
    stream = filled(path, 0)

    def add(first: int) -> None:
        with Ledger(path) as ledger:
            for number in range(first, first + 50):
                ledger.append(stream, "round", {"number": number})

    threads = [threading.Thread(target=add, args=(first,)) for first in (0, 50, 100, 150)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers(path, stream)) == list(range(200))


def test_two_terminals_that_begin_at_once_begin_two_streams(path: Path) -> None:
    for attempt in range(40):
        found: list[Stream] = []
        file = path.with_name(f"{attempt}.db")

        def begin(file: Path = file, found: list[Stream] = found) -> None:
            with Ledger(file) as ledger:
                found.append(ledger.begin("match", {}))

        threads = [threading.Thread(target=begin) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(stream.number for stream in found) == [1, 2, 3, 4]


# -- files that cannot serve -------------------------------------------------------------------------------------------

ADD_WITH_A_SMALL_DISK = """
import resource, signal, sys
from pathlib import Path
from proofdeck.ground.problems import ProofdeckError
from proofdeck.score.entries import Stream
from proofdeck.score.ledger import Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
with Ledger(Path(sys.argv[1])) as ledger:
    for number in range(3, 2000):
        try:
            ledger.append(Stream("match", 1), "round", {"number": number, "table": "x" * 3000})
        except ProofdeckError as error:
            print(number, error.problems[0].code)
            break
"""


def test_a_full_disk_is_told_and_loses_nothing(path: Path) -> None:
    stream = filled(path)
    command = [sys.executable, "-B", "-c", ADD_WITH_A_SMALL_DISK, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    number, code = done.stdout.split()
    assert code == "E730"
    assert numbers(path, stream) == list(range(int(number)))
    filled_up = sqlite3.connect(path)
    assert filled_up.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    filled_up.close()


AS_NOBODY = """
import os, sys
from pathlib import Path
from proofdeck.ground.problems import ProofdeckError
from proofdeck.score.entries import Stream
from proofdeck.score.ledger import Ledger
if os.getuid() == 0:
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
with Ledger(Path(sys.argv[1])) as ledger:
    print(len(ledger.entries(Stream("match", 1))))
    try:
        ledger.append(Stream("match", 1), "round", {"number": 9})
    except ProofdeckError as error:
        print(error.problems[0].code)
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that everybody may enter, which those of pytest are not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
def test_a_protected_folder_can_be_read_and_says_why_it_cannot_be_written(public_folder: Path) -> None:
    path = public_folder / "kept" / "scores.db"
    stream = filled(path)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        command = [sys.executable, "-B", "-c", AS_NOBODY, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    finally:
        path.parent.chmod(0o755)
    assert done.stdout.split() == ["4", "E730"]
    assert numbers(path, stream) == [0, 1, 2]


def test_a_folder_or_a_device_is_no_file_of_scores_and_nobody_is_asked_for_a_full_disk(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/null")):
        with Ledger(path) as ledger, pytest.raises(ProofdeckError, match="is a folder or a device, not a file"):
            ledger.streams("match")
        with Ledger(path) as ledger, pytest.raises(ProofdeckError, match="is a folder or a device, not a file"):
            ledger.begin("match", {})


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert refusal(tmp_path / "file" / "folder" / "scores.db") == "E730"


@pytest.mark.parametrize("damage", ["noise", "cut off", "overwritten inside"])
def test_a_damaged_file_is_told_and_left_as_it_is(path: Path, damage: str) -> None:
    filled(path, 200)
    whole = path.read_bytes()
    broken = {
        "noise": Random(1).randbytes(5000),
        "cut off": whole[: len(whole) // 2],
        "overwritten inside": whole[:4096] + Random(2).randbytes(len(whole) - 4096),
    }[damage]
    path.write_bytes(broken)
    assert refusal(path) == "E732"
    with pytest.raises(ProofdeckError), Ledger(path) as ledger:
        ledger.entries(Stream("match", 1))
    assert path.read_bytes() == broken


@pytest.mark.parametrize("data", ["[1", "[1]", "[" * 100_000, '{"a": ' * 100_000, "9" * 5_000])
def test_an_entry_that_is_no_data_is_damage(path: Path, data: str) -> None:
    stream = filled(path)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO entry (kind, stream, at, what, data) VALUES ('match', 1, '', 'round', ?)", (data,))
    connection.commit()
    connection.close()
    with pytest.raises(ProofdeckError) as caught:
        numbers(path, stream)
    assert caught.value.problems[0].code == "E732"


def test_a_file_of_a_newer_program_is_told_and_left_as_it_is(path: Path) -> None:
    filled(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = path.read_bytes()
    assert refusal(path) == "E731"
    assert path.read_bytes() == before


def test_a_file_of_another_program_is_told_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE holiday (photo BLOB)")
    connection.close()
    before = path.read_bytes()
    assert refusal(path) == "E733"
    assert path.read_bytes() == before


def test_a_file_that_somebody_holds_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = filled(path)
    monkeypatch.setattr("proofdeck.score.ledger.PATIENCE", 0.05)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert refusal(path) == "E734"
    assert numbers(path, stream) == [0, 1, 2], "looking needs nobody's leave"
    holder.close()


def test_a_file_of_the_first_version_is_brought_up_to_date_with_all_that_is_in_it(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript(MIGRATIONS[0])
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("PRAGMA user_version = 1")
    row = ("match", 1, "2026-11-21T20:00:00+00:00", "begun", json.dumps({"number": 5}))
    connection.execute("INSERT INTO entry (kind, stream, at, what, data) VALUES (?, ?, ?, ?, ?)", row)
    connection.commit()
    connection.close()
    with Ledger(path) as ledger:
        assert ledger.entries(Stream("match", 1))[0].data == {"number": 5}, "it can be read as it is"
        ledger.append(Stream("match", 1), UNDONE, {})
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        connection.execute("DELETE FROM entry")
    connection.close()


def test_the_place_is_the_one_asked_for_then_that_of_the_environment_then_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROOFDECK_DB", str(tmp_path / "named.db"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert ledger_path(tmp_path / "asked.db") == tmp_path / "asked.db"
    assert ledger_path() == tmp_path / "named.db"
    monkeypatch.delenv("PROOFDECK_DB")
    assert ledger_path() == tmp_path / "data" / "proofdeck" / "scores.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert ledger_path().is_relative_to(Path.home())

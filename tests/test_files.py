"""A file is the old one or the new one, whatever happens while it is written; and a name leads where its links lead."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proofdeck.ground.files import (
    LOOKS,
    append_line,
    everything_in,
    files_below,
    folders_in,
    heard_by,
    inside,
    is_file,
    is_folder,
    is_nothing,
    links_out,
    names_ending,
    names_in,
    read_file,
    touch_of,
    write_file,
)
from proofdeck.ground.problems import ProofdeckError

WRITE_MUCH = """
import sys
from pathlib import Path
from proofdeck.ground.files import write_file
data = b"new" * 100_000_000
print("go", flush=True)
write_file(Path(sys.argv[1]), data)
"""

WRITE_ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from proofdeck.ground.files import write_file
from proofdeck.ground.problems import ProofdeckError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_file(Path(sys.argv[1]), b"new" * 1000)
except ProofdeckError as error:
    print(error.problems[0].code)
"""


def test_a_file_is_written_into_folders_that_are_not_there_yet(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b" / "c.txt", b"new")
    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"new"
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["c.txt"]


def test_a_file_that_is_written_can_be_read_by_others(tmp_path: Path) -> None:
    write_file(tmp_path / "cards.pdf", b"new")
    assert (tmp_path / "cards.pdf").stat().st_mode & 0o044 == 0o044


def test_a_kill_in_the_middle_of_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(b"old")
    process = subprocess.Popen([sys.executable, "-c", WRITE_MUCH, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    while not any(other.stat().st_size for other in tmp_path.iterdir() if other != path):
        assert process.poll() is None, "the file was written before it could be killed"
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert path.read_bytes() == b"old"


def test_a_full_disk_leaves_the_old_file_and_no_half_one(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(b"old")
    call = [sys.executable, "-B", "-c", WRITE_ON_A_FULL_DISK, str(path)]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "E505"
    assert path.read_bytes() == b"old"
    assert [other.name for other in tmp_path.iterdir()] == ["cards.pdf"]


def test_a_place_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ProofdeckError) as caught:
        write_file(tmp_path / "file" / "cards.pdf", b"new")
    assert caught.value.problems[0].code == "E505"


def test_lines_are_added_and_those_before_stay(tmp_path: Path) -> None:
    log = tmp_path / "played" / "game.jsonl"
    append_line(log, "one")
    append_line(log, "zwö")
    assert log.read_text(encoding="utf-8") == "one\nzwö\n"


def test_a_line_that_cannot_be_added_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "played").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(ProofdeckError) as wrong:
        append_line(tmp_path / "played" / "game.jsonl", "one")
    assert [problem.code for problem in wrong.value.problems] == ["E505"]


@pytest.mark.parametrize("is_relative", [False, True])
def test_a_name_leads_into_a_folder_or_out_of_it_through_links(
    is_relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    for folder in (home / "art", away):
        folder.mkdir(parents=True)
    (home / "art/fox.png").touch()
    (home / "owl.png").symlink_to("art/fox.png")
    (home / "pictures").symlink_to("art", target_is_directory=True)
    (home / "elk.png").symlink_to("../away/elk.png")
    (home / "out").symlink_to(away, target_is_directory=True)
    monkeypatch.chdir(home)
    root = Path() if is_relative else home
    real = (home / "art/fox.png").resolve()
    assert {inside(root, name) for name in ("art/fox.png", "owl.png", "pictures/fox.png")} == {real}
    outside = ("elk.png", "out/bat.png", "out/../art/fox.png", "../away", "a\0b")
    assert [name for name in outside if inside(root, name)] == []


def test_whatever_looks_at_the_disk_is_heard_and_says_how_to_look_again(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art/fox.png").write_bytes(b"fox")
    (tmp_path / "out").symlink_to(tmp_path.parent, target_is_directory=True)
    art, fox = tmp_path / "art", tmp_path / "art/fox.png"
    heard: list[tuple[str, tuple[str, ...], object]] = []
    with heard_by(lambda *look: heard.append(look)):
        read_file(fox)
        is_file(fox)
        is_folder(art)
        names_in(art)
        names_ending(art, [".png"])
        folders_in(tmp_path, "out")
        files_below(art)
        files_below(art, is_nothing)
        everything_in(art)
        touch_of(fox)
        inside(tmp_path, "art/fox.png")
        links_out(tmp_path, [tmp_path / "out"])
    assert {look for look, _, _ in heard} == LOOKS.keys()
    assert [seen for _, _, seen in heard] == [LOOKS[look](*at) for look, at, _ in heard]

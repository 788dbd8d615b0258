"""Work shared by processes: what comes back, and what becomes of pieces that nobody waits for."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path
from tempfile import mkdtemp
from threading import main_thread

import pytest

from proofdeck.ground.processes import LONGEST_FOLDER, shared_out

ROOT = Path(__file__).parents[1]
PATIENCE = 60
"""s after which a piece that should have been abandoned ends by itself."""


def same(folder: Path) -> Path:
    return folder


def wait_for(file: Path) -> bool:
    """Whether the file was there in time."""
    end = time.monotonic() + PATIENCE
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.005)
    return file.exists()


def piece(folder: Path, name: str) -> str:
    """The first is done at once; of the others nobody ever writes what they wait for."""
    if name == "first":
        return name
    try:
        (folder / f"{name} begun").touch()
        wait_for(folder / "never")
        (folder / f"{name} finished").touch()
    finally:
        (folder / f"{name} left").touch()
    return name


class Deaf:
    """Whatever is raised while it goes is ignored."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __del__(self) -> None:
        (self.folder / "second begun").touch()
        wait_for(self.folder / "never")


def deaf(folder: Path, name: str) -> str:
    """As `piece`, but asked to stop where Python ignores it."""
    try:
        if name != "first":
            Deaf(folder)
        return piece(folder, name)
    finally:
        (folder / f"{name} left").touch()


def wrong(_: Path, name: str) -> str:
    raise ValueError(name)


def test_a_script_that_does_not_ask_whether_it_is_the_main_one_is_run_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    lines = (
        "from proofdeck.ground.processes import shared_out",
        "print(list(shared_out([5, 7], divmod, int, (12,), 2)))",
    )
    script.write_text("\n".join(lines), encoding="utf-8")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.stdout, ran.stderr) == ("[(2, 2), (1, 5)]\n", "")


def test_results_come_in_the_order_of_their_pieces_whatever_is_done_first(tmp_path: Path) -> None:
    assert list(shared_out([3, 1, 2], divmod, int, (12,), 2)) == [(4, 0), (12, 0), (6, 0)]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are spawned there anyway")
@pytest.mark.parametrize("length", [LONGEST_FOLDER - 1, LONGEST_FOLDER, LONGEST_FOLDER + 1, 150])
def test_processes_begin_however_long_the_folder_for_temporary_files_is_called(length: int) -> None:
    base = Path(mkdtemp(dir="/tmp" if Path("/tmp").is_dir() else None))
    folder = base / ("a" * (length - len(os.fsencode(base)) - 1))
    folder.mkdir()
    code = "from proofdeck.ground.processes import shared_out; print([*shared_out([3, 1, 2], divmod, int, (12,), 2)])"
    words = [sys.executable, "-c", code]
    environment = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    shutil.rmtree(base)
    assert (done.stdout, done.stderr) == ("[(4, 0), (12, 0), (6, 0)]\n", "")


def variable(_: Path, name: str) -> str:
    return os.environ[name]


def test_a_process_has_the_environment_of_the_moment_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    for season in ("spring", "autumn"):
        monkeypatch.setenv("SEASON", season)
        assert list(shared_out(["SEASON"], variable, same, (Path(),), 1)) == [season]


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is held back there")
def test_a_second_interrupt_waits_until_no_process_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends a command may send the signal twice: to it, and to all that it has started."""
    others, left = set(active_children()), list[int]()
    shutdown = ProcessPoolExecutor.shutdown

    def interrupted_again(pool: ProcessPoolExecutor, **more: bool) -> None:
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        shutdown(pool, **more)
        left.append(len(set(active_children()) - others))

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", interrupted_again)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        done = shared_out(["first", "second"], piece, same, (tmp_path,), 2)
        assert next(done) == "first"
        with pytest.raises(KeyboardInterrupt):
            done.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    finally:
        signal.signal(signal.SIGINT, before)
    assert left == [0]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not asked there")
def test_a_process_that_is_asked_to_stop_where_python_ignores_it_is_asked_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = shared_out(["first", "second"], deaf, same, (tmp_path,), 2)
    assert next(done) == "first"
    assert wait_for(tmp_path / "second begun")
    with pytest.raises(KeyboardInterrupt):
        done.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    assert (tmp_path / "second left").exists()
    assert not (tmp_path / "second finished").exists()
    assert capfd.readouterr().err == ""


def test_an_error_in_a_process_is_raised_here() -> None:
    with pytest.raises(ValueError, match="second"):
        list(shared_out(["second"], wrong, same, (Path(),), 1))


@pytest.mark.parametrize("pieces", [["first", "second"], ["first"]])
def test_processes_end_with_the_program_that_started_them_even_if_it_is_killed(
    tmp_path: Path, pieces: list[str]
) -> None:
    """At work and at rest. Whoever lives on keeps the output open."""
    code = f"""
from pathlib import Path
from time import sleep
from proofdeck.ground.processes import shared_out
from test_processes import PATIENCE, piece, same
for done in shared_out({pieces}, piece, same, (Path({str(tmp_path)!r}),), 1):
    print(done, flush=True)
    sleep({PATIENCE} if len({pieces}) == 1 else 0)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "tests")))}
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, start_new_session=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"first\n"
        assert pieces == ["first"] or wait_for(tmp_path / "second begun")
        program.kill()
        try:
            program.communicate(timeout=PATIENCE / 2)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    assert {path.name for path in tmp_path.iterdir()} <= {"second begun", "second left"}


@pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows cannot be asked to stop")
def test_whoever_stops_early_does_not_wait_for_pieces_that_were_begun(tmp_path: Path) -> None:
    """They tidy up behind them, and those that were not begun never are."""
    results = shared_out(["first", "second", "third", "fourth"], piece, same, (tmp_path,), 1)
    assert next(results) == "first"
    assert wait_for(tmp_path / "second begun")
    results.close()  # type: ignore[attr-defined]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["second begun", "second left"]

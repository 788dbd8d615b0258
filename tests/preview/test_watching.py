"""When the preview looks at the disk: at each event, and now and then where none come."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

import pytest

from proofdeck.front.preview import server, watching
from proofdeck.front.preview.server import Preview

NEVER = 1e6


def saved(root: Path) -> None:
    """Serve, save once the first look is over, and wait until the page is told."""
    preview, known = Preview(root), (0, 0)
    looked = Event()
    follow = preview.showing.follow

    def heard() -> bool:
        found = follow()
        looked.set()
        return found

    preview.showing.follow = heard  # type: ignore[method-assign]
    thread = Thread(target=preview.serve, daemon=True)
    thread.start()
    try:
        assert looked.wait(30)
        number = preview.showing.now.number
        while not preview.stopped.wait(0.05) and preview.showing.now.number == number:
            (root / "cards.csv").write_bytes(f"game,id,name\nzoo,wolf,Wolf {known}\n".encode())
            known = preview.wait(preview.state())
    finally:
        preview.stop()
        thread.join()


def test_a_save_is_heard_of_without_asking_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cards.csv").write_bytes(b"game,id,name\nzoo,wolf,Wolf\n")
    monkeypatch.setattr(server, "pause_after", lambda seconds: NEVER)
    saved(tmp_path)


def test_a_save_is_found_where_no_events_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cards.csv").write_bytes(b"game,id,name\nzoo,wolf,Wolf\n")
    monkeypatch.setattr(server, "watch_folder", lambda *given: None)
    saved(tmp_path)


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.01, 0.02])
def test_looks_without_an_event_take_a_small_share_of_a_core(seconds: float) -> None:
    assert seconds / watching.pause_after(seconds) <= 0.0025
    assert watching.SHORTEST <= watching.pause_after(seconds) <= watching.LONGEST
    assert watching.pause_after(60) == watching.LONGEST


def test_a_drive_that_cannot_be_watched_is_no_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError

    touched = Event()
    monkeypatch.setattr("watchfiles.watch", refuse)
    watching._watch(tmp_path, touched, Event())
    assert not touched.is_set()

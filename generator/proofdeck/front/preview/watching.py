"""When to look at the project's files again: at each event of the disk, and now and then for what gives no events."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

STEP_MS = 70
"""How often events are collected."""
LONGEST_WAIT_MS = 140
"""How long events that do not stop are collected before they count."""
SHARE = 0.002
"""The share of a core that looks may take while nothing happens."""
SHORTEST, LONGEST = 0.25, 10.0
"""Bounds for the seconds between two looks without an event."""


def pause_after(seconds: float) -> float:
    """The time until the next look without an event, given how long the last look took.

    It finds changes on network drives and outside the project, where no events come from.
    """
    return min(max(seconds / SHARE, SHORTEST), LONGEST)


def watch_folder(root: Path, touched: Event, stopped: Event) -> None:
    """Set `touched` in the background whenever something below `root` changes, until `stopped` is set."""
    Thread(target=_watch, args=(root, touched, stopped), name="watching", daemon=True).start()


def _watch(root: Path, touched: Event, stopped: Event) -> None:
    from watchfiles import watch

    try:
        # It would poll the whole folder on some systems, which costs more than our own looks at what was read.
        for _ in watch(
            root,
            watch_filter=None,
            debounce=LONGEST_WAIT_MS,
            step=STEP_MS,
            stop_event=stopped,
            raise_interrupt=False,
            force_polling=False,
            ignore_permission_denied=True,
        ):
            touched.set()
    except (OSError, RuntimeError):  # no such folder, or no events to be had: looks without an event go on
        return

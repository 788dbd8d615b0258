"""What is said when a file is left as it is."""

from __future__ import annotations

import os
from pathlib import Path


class NotWrittenError(Exception):
    """An edit that cannot be made. Its text is a sentence that says why, and what to do."""


def why_locked(path: Path, shown: str) -> str:
    """Why a file may not be written to, or "". shown: its name in messages."""
    if any(there.exists() and not os.access(there, os.W_OK) for there in (path, path.parent)):
        return (
            f"{shown} may not be written to. Change its permissions, or those of its folder, and load this page again."
        )
    return ""

"""What is said when a file is left as it is."""

from __future__ import annotations


class NotWrittenError(Exception):
    """An edit that cannot be made. Its text is a sentence that says why, and what to do."""

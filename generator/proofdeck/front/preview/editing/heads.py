"""One table in the head of a page of rules, is replaced; everything else stays byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from proofdeck.front.preview.editing.refusal import NotWrittenError

MARK = "---"
PLAIN = re.compile(r"[^\W\d_][\w ]*")
PLAIN_WORDS = re.compile(r"[\w][\w ,.×-]*")
OTHER_TYPES = re.compile(r"(?:y|yes|n|no|on|off|true|false|null|none)", re.IGNORECASE)
"""Words that YAML reads as something else."""


def with_tables(data: bytes, tables: Mapping[str, Mapping[str, str]]) -> bytes:
    """The page with those tables in its head, in place of what was there under these keys; an empty one is left out.

    Raises NotWrittenError for a page that is not text.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotWrittenError("The page of rules is not text in UTF-8, so nothing was written.") from None
    lead = "\ufeff" if data.startswith(b"\xef\xbb\xbf") else ""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines()
    if not lines or lines[0].rstrip() != MARK or MARK not in [line.rstrip() for line in lines[1:]]:
        lines = [MARK, MARK, "", *lines]
    closing = next(at for at, line in enumerate(lines) if at and line.rstrip() == MARK)
    head, rest = lines[1:closing], lines[closing:]
    for key, rows in tables.items():
        head = _with(head, key, rows)
    return (lead + end.join([MARK, *head, *rest]) + end).encode()


def _with(head: list[str], key: str, rows: Mapping[str, str]) -> list[str]:
    written = [f"{key}:", *(f"  {_label(name)}: {_words(words)}" for name, words in rows.items())] if rows else []
    begins = next((at for at, line in enumerate(head) if re.match(rf"{re.escape(key)}\s*:", line)), None)
    if begins is None:
        return [*head, *written]
    ends = next((at for at in range(begins + 1, len(head)) if head[at][:1].strip(" \t")), len(head))
    return [*head[:begins], *written, *head[ends:]]


def _label(name: str) -> str:
    return name if PLAIN.fullmatch(name) and not OTHER_TYPES.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _words(words: str) -> str:
    is_plain = PLAIN_WORDS.fullmatch(words) and not OTHER_TYPES.fullmatch(words)
    return words if is_plain else json.dumps(words, ensure_ascii=False)

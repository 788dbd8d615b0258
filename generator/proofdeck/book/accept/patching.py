"""Patches of text files, in the unified form that `git apply` reads too: written, and applied whole or not at all."""

from __future__ import annotations

import difflib
import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

from proofdeck.book.accept.rewriting import PageBackup, can_take_back, decoded, take_back, write_note
from proofdeck.ground.cache import digest
from proofdeck.ground.files import inside, read_file, rewrite_file, write_file
from proofdeck.ground.problems import Problem, ProofdeckError, listed

TEXTS = (".csv", ".tsv", ".txt", ".md", ".toml", ".json", ".jsonl", ".svg")
"""The endings of files that a patch may change; nothing that is run."""
MOST_BYTES = 2_000_000
"""The largest file that may be changed, and the largest patch."""
ELSEWHERE = re.compile(r'[\x00-\x1f\x7f"\\:]|(^|/)\.|//|^/|^output(/|$)', re.IGNORECASE)
"""In names of what is hidden, is outside the project or is made by Proofdeck."""
FILE = re.compile(
    r"(?P<new>new file mode \d+\n)?(index (?P<blob>[0-9a-f]+)\.\..*\n)?--- .*\n\+\+\+ b/(?P<name>[^\t\r\n]+)\t?\r?\n"
)
CHANGE = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@.*\n", re.MULTILINE)
OPEN_END = "\n\\ No newline at end of file"


def is_text(name: str) -> bool:
    """Whether a file of a project with that name may be read and changed, unless it is behind a link."""
    return not ELSEWHERE.search(name) and Path(name).suffix.casefold() in TEXTS


def text_in(root: Path, name: str) -> Path:
    """The path of a text file that may be read and changed. Raises ProofdeckError for any other, there or not."""
    path = root / name
    if not is_text(name) or path.is_dir() or inside(root, name) != root.resolve() / name:
        hint = f"Only text files of a game are: {listed(TEXTS)}, not hidden, in output/, outside or behind a link."
        raise ProofdeckError(Problem("E543", f"'{name}' may not be read or changed here", name, hint=hint))
    if path.exists() and path.stat().st_size > MOST_BYTES:
        raise ProofdeckError(Problem("E543", f"'{name}' has more than {MOST_BYTES:,} bytes", name))
    return path


def patch_of(before: Mapping[str, bytes | None], now: Mapping[str, bytes]) -> str:
    """The patch that makes the files of `now` of those of `before`, by their names; None for a file that is new."""
    return "".join(_of_file(name, before.get(name), data) for name, data in now.items() if before.get(name) != data)


def _of_file(name: str, before: bytes | None, now: bytes) -> str:
    old, new = (_lines(decoded(data or b"")) for data in (before, now))
    tab, blobs = "\t" * (" " in name), f"{_blob(before)}..{_blob(now)}"
    is_new, side = ("new file mode 100644\n", "/dev/null") if before is None else ("", f"a/{name}{tab}")
    rows = difflib.unified_diff(old, new, side, f"b/{name}{tab}")
    head = f"diff --git a/{name} b/{name}\n{is_new}index {blobs}{'' if is_new else ' 100644'}\n"
    return head + "".join(row if row.endswith("\n") else f"{row}{OPEN_END}\n" for row in rows)


def _lines(text: str) -> list[str]:
    """The lines with their ends; only a line feed ends one."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _blob(data: bytes | None) -> str:
    """What git calls a file with these bytes."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest() if data else "0" * 40


def apply_patch(root: Path, patch: Path) -> list[str]:
    """Apply a patch to the files of a project, and return their names. `take_back` undoes it.

    Raises ProofdeckError, changing nothing, if it cannot be read, names a file that is not a text of the project, or if
    a file is not as it was when the patch was made.
    """
    text = decoded(read_file(patch, MOST_BYTES))
    before, after = dict[str, bytes | None](), dict[str, bytes]()
    for section in re.split(r"^diff --git .*\n", text, flags=re.MULTILINE)[1:]:
        one = FILE.match(section)
        if one is None or one["name"] in after or len(text) > MOST_BYTES:
            says = "this is not a patch that changes or adds text files, each once"
            raise ProofdeckError(Problem("E544", says, str(patch), hint="Nothing was changed."))
        name = one["name"]
        before[name] = data = path.read_bytes() if (path := text_in(root, name)).exists() else None
        is_same = (data is None) == bool(one["new"]) and (_blob(data).startswith(one["blob"] or "") or not data)
        after[name] = _changed(name, data or b"", section[one.end() :], is_same=is_same)
    if not after:
        raise ProofdeckError(Problem("E544", "the patch changes no file", str(patch)))
    was = {name: None if old is None else b64encode(old).decode() for name, old in before.items()}
    write_note(root, {name: PageBackup(was[name], (digest(data),)) for name, data in after.items()})
    try:
        for name, data in after.items():
            (write_file if was[name] is None else rewrite_file)(root / name, data)
    except BaseException:
        if can_take_back(root, ()):
            take_back(root, ())
        raise
    return list(after)


def _changed(name: str, data: bytes, changes: str, *, is_same: bool) -> bytes:
    """A file after its changes. Raises ProofdeckError with the first line that is not as it was."""
    lines, found, done, line = _lines(decoded(data)), list[str](), 0, None
    head, *pieces = CHANGE.split(changes)
    for first, count, new_count, body in zip(*(pieces[at::4] for at in range(4)), strict=True):
        rows = [(row[0], row[1:].replace("\0\n", "")) for row in _lines(body.replace(OPEN_END, "\0"))]
        old, new = ([words for mark, words in rows if mark in marks] for marks in (" -", " +"))
        at = int(first) - bool(old)
        there, counts = lines[at : at + len(old)], (int(count or 1), int(new_count or 1))
        if there != old or (len(old), len(new)) != counts or at < done or any(mark not in " -+" for mark, _ in rows):
            same = (number for number, pair in enumerate(zip(there, old, strict=False)) if pair[0] != pair[1])
            line, is_same = at + next(same, min(len(there), len(old))) + 1, False
            break
        found += [*lines[done:at], *new]
        done = at + len(old)
    if head or not is_same:
        hint = "Nothing was changed. The file is not as it was when the patch was made, or the patch was cut."
        raise ProofdeckError(Problem("E544", f"the patch does not fit {name}", name, line, hint=hint))
    return "".join([*found, *lines[done:]]).encode("utf-8", "surrogateescape")

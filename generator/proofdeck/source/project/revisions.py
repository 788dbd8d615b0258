"""Reads the files of a project at a revision of git, without running anything that its repository names.

A folder from somebody else may have a configuration that names programs: filters, hooks, pagers, commands that download
what is missing. Only raw objects are read here, none of which are filtered, and nothing may be downloaded.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.files import inside
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.ground.programs import program_named

PATIENCE = 60
"""Seconds to wait for git."""
NOTHING_RUNS = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
}
"""Settings that a repository cannot override: without a protocol, git cannot fetch what a partial clone lacks."""
LINK = "120000"
FILES = ("100644", "100755", LINK)
"""The modes of what is copied; a submodule is not."""


class Blob(NamedTuple):
    """A file at a revision. path: relative to the project, as git writes it."""

    mode: str
    name: str
    path: str


def commit_of(root: Path, revision: str) -> str:
    """The commit of that revision. Raises ProofdeckError if it is unknown."""
    words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return _git(root, revision, *words).decode().strip()


def files_at(root: Path, revision: str, place: Path) -> Path:
    """Copy the project's files at that revision to `place`, as they were committed, and return their folder.

    Raises ProofdeckError if the revision is unknown, or was not downloaded completely.
    """
    blobs = list(_blobs(_git(root, revision, "ls-tree", "-r", "-z", commit_of(root, revision))))
    wanted = "".join(f"{blob.name}\n" for blob in blobs).encode()
    contents = _contents(_git(root, revision, "cat-file", "--batch", given=wanted), revision)
    folder = place / root.resolve().name
    folder.mkdir(parents=True, exist_ok=True)
    links = []
    for blob, content in zip(blobs, contents, strict=True):
        if (path := inside(folder, blob.path)) is None:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if blob.mode == LINK:
            links.append((path, content))
        else:
            path.write_bytes(content)
    for path, content in links:  # last, so that no file is written through one
        with suppress(OSError, ValueError):
            path.symlink_to(os.fsdecode(content))
    return folder


def _blobs(listing: bytes) -> Iterator[Blob]:
    """The files in a listing of `git ls-tree -z`: `MODE TYPE NAME<tab>PATH`."""
    for line in filter(None, listing.split(b"\0")):
        facts, _, path = line.partition(b"\t")
        mode, _, name = facts.decode().split(" ")
        if mode in FILES:
            yield Blob(mode, name, os.fsdecode(path))


def _contents(batch: bytes, revision: str) -> Iterator[bytes]:
    """The contents in the output of `git cat-file --batch`: `NAME TYPE SIZE`, that many bytes, and a line break."""
    at = 0
    while at < len(batch):
        end = batch.index(b"\n", at)
        facts = batch[at:end].split(b" ")
        if facts[-1] == b"missing":
            hint = "Parts of it were never downloaded. Check the revision out with git once, and compare then."
            raise ProofdeckError(Problem("E516", f"this repository lacks files of '{revision}'", hint=hint))
        size = int(facts[2])
        yield batch[end + 1 : end + 1 + size]
        at = end + 2 + size


def name_in_git(root: Path) -> str:
    """The name under which whoever sits here commits; "" if git does not know any."""
    with suppress(ProofdeckError):
        return _git(root, "", "config", "user.name").decode("utf-8", "replace").strip()
    return ""


def _git(root: Path, named: str, *words: str, given: bytes = b"") -> bytes:
    """What git prints. named: the revision, for messages; given: its input."""
    git = program_named("git")
    if git is None:
        hint = "Install git, or give a folder."
        raise ProofdeckError(Problem("E516", f"'{named}' is not a folder, and git is not installed", hint=hint))
    try:
        done = subprocess.run(  # noqa: S603
            [git, "--no-pager", *words],
            cwd=root,
            env=os.environ | NOTHING_RUNS,
            input=given,
            capture_output=True,
            timeout=PATIENCE,
            check=True,
        )
    except (subprocess.SubprocessError, OSError, ValueError):
        hint = "Give a folder, a git revision such as HEAD~1, or 'printed'."
        raise ProofdeckError(Problem("E516", f"'{named}' is neither a folder nor a revision", hint=hint)) from None
    return done.stdout

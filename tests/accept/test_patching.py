"""Patches: git reads what is written, what git writes is read, and a patch is applied whole or not at all."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from effort import is_thorough

from proofdeck.book.accept.patching import apply_patch, patch_of, text_in
from proofdeck.book.accept.rewriting import take_back
from proofdeck.ground.problems import ProofdeckError

ODD_LINES = ("a", "b", "ü", "", "--- x", "+++ y", "@@ -1 +1 @@", "diff --git a/x b/x", "x\rz", "\udcff")
ENDS = ("\\ No newline at end of file", "-", "+", " ")
FILE, OTHER = "rules_md/my game.md", "cards.csv"
BEFORE = {FILE: b"one\ntwo\nthree\nfour\nfive\n", OTHER: b"game,id\na,b\n"}
NOW = {FILE: b"one\ntwo\nthird\nfour\nfive\n", OTHER: b"game,id\na,b\na,c\n", "art/new.svg": b"<svg/>"}


def laid_out(root: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def written(place: Path, patch: str) -> Path:
    file = place / "changes.patch"
    file.write_bytes(patch.encode("utf-8", "surrogateescape"))
    return file


def git(root: Path, *words: str | Path) -> subprocess.CompletedProcess[bytes]:
    surroundings = {"GIT_CEILING_DIRECTORIES": str(root.parent), "HOME": str(root.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(["git", *map(str, words)], cwd=root, env=surroundings, capture_output=True, check=False)


def any_text(random: Random) -> bytes:
    lines = (
        random.choice(ODD_LINES + ENDS) + random.choice(["\n", "\n", "\r\n"]) for _ in range(random.randint(0, 25))
    )
    return ("".join(lines) + random.choice(["", "open"])).encode("utf-8", "surrogateescape")


def changed(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    for _ in range(random.randint(0, 3)):
        at = random.randrange(len(lines) + 1)
        lines[at : at + random.randint(0, 2)] = [b"new"] * random.randint(0, 2)
    return b"\n".join(lines)


def test_any_change_is_applied_as_git_applies_it_and_taken_back(tmp_path: Path) -> None:
    for number in range(200 if is_thorough else 25):
        random, root = Random(number), tmp_path / str(number)
        before = {name: any_text(random) for name in (FILE, OTHER, "templates/g/front.toml")}
        now = {**{name: changed(random, data) for name, data in before.items()}, "art/a new one.svg": any_text(random)}
        laid_out(root, before)
        patch = written(tmp_path, patch_of(before, now))
        assert git(root, "apply", "--check", patch).stderr == b""
        apply_patch(root, patch)
        assert contents(root) == now
        take_back(root, ())
        assert contents(root) == before


def test_what_git_writes_is_applied(tmp_path: Path) -> None:
    root = laid_out(tmp_path / "root", BEFORE)
    git(root, "init", "-q")
    git(root, "add", ".")
    laid_out(root, {FILE: NOW[FILE], OTHER: NOW[OTHER]})
    patch = tmp_path / "changes.patch"
    patch.write_bytes(git(root, "diff").stdout)
    shutil.rmtree(root / ".git")
    laid_out(root, BEFORE)
    assert apply_patch(root, patch) == sorted(BEFORE)
    assert contents(root) == {FILE: NOW[FILE], OTHER: NOW[OTHER]}


@pytest.mark.parametrize(
    ("file", "data", "place"),
    [
        (FILE, b"one\ntwo\n3\nfour\nfive\n", f"{FILE}:3"),
        (FILE, b"zero\none\ntwo\nthree\nfour\nfive\n", f"{FILE}:1"),
        (FILE, b"one\ntwo\n", f"{FILE}:3"),
        (OTHER, b"game,id\r\na,b\r\n", f"{OTHER}:1"),
        (FILE, b"one\ntwo\nthree\nfour\nfive\nsix\n", FILE),
        ("art/new.svg", b"there", "art/new.svg"),
    ],
)
def test_a_file_that_has_changed_meanwhile_is_named_with_its_line_and_nothing_is_changed(
    file: str, data: bytes, place: str, tmp_path: Path
) -> None:
    root = laid_out(tmp_path / "root", {**BEFORE, file: data})
    before, patch = contents(root), written(tmp_path, patch_of(BEFORE, NOW))
    with pytest.raises(ProofdeckError) as caught:
        apply_patch(root, patch)
    assert [(one.code, one.where) for one in caught.value.problems] == [("E544", place)]
    assert contents(root) == before


@pytest.mark.parametrize(
    "name", ["../x.md", "/x.md", "rules.py", ".git/x.md", "output/x.md", "a\\b.md", "C:x.md", "link/x.md", "x.png", "."]
)
def test_code_pictures_and_what_is_outside_are_never_changed(name: str, tmp_path: Path) -> None:
    root, outside = laid_out(tmp_path / "root", BEFORE), tmp_path / "outside"
    outside.mkdir()
    (root / "link").symlink_to(outside, target_is_directory=True)
    before = contents(tmp_path)
    with pytest.raises(ProofdeckError, match="may not be read or changed here"):
        text_in(root, name)
    patch = written(tmp_path, patch_of(BEFORE, {**NOW, name: b"mine\n"}))
    with pytest.raises(ProofdeckError):
        apply_patch(root, patch)
    assert contents(tmp_path) == {**before, "changes.patch": patch.read_bytes()}


@pytest.mark.parametrize(
    "edit",
    [
        lambda patch: "",
        lambda patch: "hello",
        lambda patch: patch[:-8],
        lambda patch: patch[: patch.index(" four\n")],
        lambda patch: patch.replace("-three\n", ""),
        lambda patch: patch + patch,
        lambda patch: patch.replace("+++ b/cards.csv", "+++ /dev/null"),
        lambda patch: "diff --git a/x.png b/x.png\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZ\n",
        lambda patch: patch.replace("@@ -1,5", "@@ -x"),
    ],
)
def test_a_patch_that_was_cut_or_changed_is_refused_whole(edit: object, tmp_path: Path) -> None:
    assert callable(edit)
    root = laid_out(tmp_path / "root", BEFORE)
    with pytest.raises(ProofdeckError) as caught:
        apply_patch(root, written(tmp_path, edit(patch_of(BEFORE, NOW))))
    assert {one.code for one in caught.value.problems} == {"E544"}
    assert contents(root) == BEFORE


def test_if_one_file_cannot_be_written_those_before_it_are_put_back(tmp_path: Path) -> None:
    root = laid_out(tmp_path / "root", BEFORE)
    with pytest.raises(ProofdeckError) as caught:
        apply_patch(
            root, written(tmp_path, patch_of(BEFORE, {**NOW, f"{OTHER}/in a file.md": b"there is no such folder"}))
        )
    assert [one.code for one in caught.value.problems] == ["E505"]
    assert contents(root) == BEFORE


def test_what_a_run_that_was_killed_has_written_is_taken_back(tmp_path: Path) -> None:
    root = laid_out(tmp_path / "root", BEFORE)
    apply_patch(root, written(tmp_path, patch_of(BEFORE, NOW)))
    (root / OTHER).write_bytes(BEFORE[OTHER])
    (root / "art" / "new.svg").unlink()
    take_back(root, ())
    assert contents(root) == BEFORE


def test_a_patch_is_only_taken_back_while_its_files_are_as_it_left_them(tmp_path: Path) -> None:
    root = laid_out(tmp_path / "root", BEFORE)
    apply_patch(root, written(tmp_path, patch_of(BEFORE, NOW)))
    (root / OTHER).write_bytes(b"somebody else")
    with pytest.raises(ProofdeckError, match="nothing was taken back"):
        take_back(root, ())
    assert contents(root) == {**NOW, OTHER: b"somebody else"}

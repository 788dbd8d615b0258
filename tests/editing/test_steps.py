"""Steps are undone and done again one by one, and never over what somebody else has written."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from proofdeck.front.preview.editing.history import EditStep, History
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.steps import Steps
from proofdeck.ground.problems import ProofdeckError


def test_a_thousand_random_steps_lead_back_byte_for_byte(tmp_path: Path) -> None:
    """Against a list of versions that is kept beside them."""
    random, steps, file = Random(1), Steps(), tmp_path / "cards.csv"
    file.write_bytes(b"")
    versions, at = [b""], 0
    for number in range(1000):
        do = random.choice(["do", "do", "undo", "redo"])
        if do == "do":
            new = versions[at] + f"{number}\n".encode() if random.random() < 0.9 else versions[at]
            steps.do(EditStep(file, versions[at], new, str(number)))
            if new != versions[at]:
                versions, at = [*versions[: at + 1], new], at + 1
        elif do == "undo" and at > max(0, len(versions) - 400):
            steps.undo()
            at -= 1
        elif do == "redo" and at + 1 < len(versions):
            steps.redo()
            at += 1
        assert file.read_bytes() == versions[at]


def test_a_step_is_refused_if_the_file_has_changed_since_and_both_versions_stay(tmp_path: Path) -> None:
    file, steps = tmp_path / "cards.csv", Steps()
    file.write_bytes(b"one")
    steps.do(EditStep(file, b"one", b"two", "value of Wolf"))
    file.write_bytes(b"from an editor")
    for act in (steps.undo, lambda: steps.do(EditStep(file, b"two", b"three", "x"))):
        with pytest.raises(NotWrittenError, match=r"cards\.csv has been changed elsewhere"):
            act()
        assert file.read_bytes() == b"from an editor"
    file.write_bytes(b"two")
    assert steps.undo() == "value of Wolf"
    assert file.read_bytes() == b"one"


def test_a_new_step_ends_what_could_be_done_again(tmp_path: Path) -> None:
    file, steps = tmp_path / "cards.csv", Steps()
    file.write_bytes(b"1")
    steps.do(EditStep(file, b"1", b"2", "first"))
    steps.undo()
    assert (steps.can_undo, steps.can_redo) == ("", "first")
    steps.do(EditStep(file, b"1", b"3", "second"))
    assert (steps.can_undo, steps.can_redo) == ("second", "")
    with pytest.raises(NotWrittenError, match="nothing to do again"):
        steps.redo()


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="an administrator may write anywhere")
def test_a_folder_that_may_not_be_written_keeps_the_step_undone(tmp_path: Path) -> None:
    file, steps = tmp_path / "cards.csv", Steps()
    file.write_bytes(b"1")
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(ProofdeckError):
            steps.do(EditStep(file, b"1", b"2", "first"))
    finally:
        tmp_path.chmod(0o755)
    assert (file.read_bytes(), steps.can_undo) == (b"1", "")


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotWrittenError, match=r"cards\.csv cannot be read"):
        Steps().do(EditStep(tmp_path / "cards.csv", b"1", b"2", "first"))


def test_a_file_that_a_step_has_made_goes_when_it_is_undone(tmp_path: Path) -> None:
    file, steps = tmp_path / "templates" / "zoo" / "front.toml", Steps()
    steps.do(EditStep(file, None, b"x = 1\n", "a template"))
    assert file.read_bytes() == b"x = 1\n"
    steps.undo()
    assert not file.exists()
    file.write_bytes(b"from an editor")
    with pytest.raises(NotWrittenError, match=r"front\.toml has been changed elsewhere"):
        steps.redo()
    assert file.read_bytes() == b"from an editor"


def test_steps_that_are_done_together_are_taken_back_together_and_none_is_done_if_one_cannot_be(tmp_path: Path) -> None:
    one, two, steps = tmp_path / "front.toml", tmp_path / "back.toml", Steps()
    steps.do(EditStep(one, None, b"1", "a look"), EditStep(two, None, b"2", "a look"))
    assert (one.read_bytes(), two.read_bytes()) == (b"1", b"2")
    assert (steps.undo(), one.exists(), two.exists()) == ("a look", False, False)
    two.write_bytes(b"from an editor")
    with pytest.raises(NotWrittenError, match=r"back\.toml has been changed elsewhere"):
        steps.redo()
    assert (one.exists(), two.read_bytes()) == (False, b"from an editor")


# -- kept for the next run ---------------------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "zoo"
    root.mkdir()
    return root.resolve()


def again(root: Path) -> Steps:
    """As another run of the program finds them."""
    return Steps(History(root, root.parent / "cache" / "steps.db"))


def cell(root: Path, before: bytes | None, after: bytes, says: str = "a cell") -> EditStep:
    return EditStep(root / "cards.csv", before, after, says)


def test_what_an_earlier_run_has_done_is_undone_and_done_again_in_any_later_one(root: Path) -> None:
    """Against a list of versions that is kept beside them; every few steps the program is started again."""
    random, file, versions, at = Random(2), root / "cards.csv", [b""], 0
    file.write_bytes(b"")
    steps = again(root)
    for number in range(120):
        if random.random() < 0.3:
            steps = again(root)
        do = random.choice(["do", "do", "undo", "redo"])
        if do == "do":
            new = versions[at] + f"{number}\n".encode()
            steps.do(cell(root, versions[at], new, str(number)))
            versions, at = [*versions[: at + 1], new], at + 1
        elif do == "undo" and at:
            steps.undo()
            at -= 1
        elif do == "redo" and at + 1 < len(versions):
            steps.redo()
            at += 1
        assert file.read_bytes() == versions[at]
    assert at > 10
    for version in reversed(versions[:at]):
        again(root).undo()
        assert file.read_bytes() == version
    assert again(root).can_undo == ""
    while again(root).can_redo:
        again(root).redo()
    assert file.read_bytes() == versions[-1]


def test_a_step_of_an_earlier_run_is_refused_if_the_file_has_changed_since(root: Path) -> None:
    again(root).do(EditStep(root / "a.toml", None, b"a", "a look"), cell(root, None, b"1", "a look"))
    (root / "cards.csv").write_bytes(b"from an editor")
    with pytest.raises(NotWrittenError, match=r"cards\.csv has been changed elsewhere since, so nothing was written\."):
        again(root).undo()
    assert ((root / "a.toml").read_bytes(), (root / "cards.csv").read_bytes()) == (b"a", b"from an editor")
    (root / "cards.csv").write_bytes(b"1")
    assert again(root).undo() == "a look"
    assert list(root.iterdir()) == []


def test_the_oldest_steps_are_forgotten_when_there_is_no_room(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofdeck.front.preview.editing.history.MOST_BYTES", 100_000)
    chance, steps, before = Random(3), again(root), None
    for number in range(12):
        after = chance.randbytes(20_000)
        steps.do(cell(root, before, after, str(number)))
        before = after
    assert (root.parent / "cache" / "steps.db").stat().st_size < 300_000
    found = again(root)
    assert [found.undo() for _ in range(3)] == ["11", "10", "9"]
    assert found.can_undo == ""
    steps = again(root)
    steps.do(EditStep(root / "large.png", None, chance.randbytes(200_000), "too large"))
    assert (again(root).can_undo, again(root).can_redo) == ("", "")


def test_no_more_than_so_many_steps_are_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofdeck.front.preview.editing.history.MOST_STEPS", 3)
    steps = again(root)
    for number in range(5):
        steps.do(cell(root, str(number).encode() if number else None, str(number + 1).encode()))
    assert [again(root).undo() for _ in range(3)] == ["a cell"] * 3
    assert again(root).can_undo == ""
    assert (root / "cards.csv").read_bytes() == b"2"


@pytest.mark.parametrize("damage", [b"", b"not a database at all, not at all", None])
def test_a_damaged_history_is_none_and_is_begun_anew(root: Path, damage: bytes | None) -> None:
    again(root).do(cell(root, None, b"1"))
    kept = root.parent / "cache" / "steps.db"
    data = kept.read_bytes()
    kept.write_bytes(damage if damage is not None else data.replace(b'"cards.csv"', b'"../../etc"'))
    assert (again(root).can_undo, again(root).can_redo) == ("", "")
    for number in (1, 2, 3):
        again(root).do(cell(root, str(number).encode(), str(number + 1).encode()))
    assert again(root).can_undo == "a cell"


def test_what_is_outside_the_project_is_not_kept(root: Path) -> None:
    steps = again(root)
    steps.do(cell(root, None, b"1"))
    steps.do(EditStep(root.parent / "loose.csv", None, b"1", "loose"))
    assert steps.can_undo == "loose"
    assert again(root).can_undo == ""

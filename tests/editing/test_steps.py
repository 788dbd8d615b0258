"""Steps are undone and done again one by one, and never over what somebody else has written."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.steps import EditStep, Steps
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

"""The copy of a project on which an assistant works: what may be read and changed there, and what becomes a patch."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import mkdtemp

from proofdeck.book.accept.patching import MOST_BYTES, patch_of, text_in
from proofdeck.ground.files import files_below, is_hidden, write_file
from proofdeck.ground.places import OUTPUT, PLAYED
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.transcript import BLIND
from proofdeck.play.engine.trust import code_digest, trust_in
from proofdeck.play.setup.trusting import own_engines
from proofdeck.source.project.reading import load_project

LEFT_OUT = ("venv", "node_modules")
IS_BLIND = f'"{BLIND}":'.encode()


class WorkingCopy:
    """root: the project, which is only read. folder: its copy. patch: where what is proposed is written."""

    def __init__(self, root: Path, *, trust: bool) -> None:
        """Copy a project; links are left out. Raises ProofdeckError if the folder is none."""
        engines = own_engines(load_project(root, Problems())).values()
        self._trusted = {one for one in engines if trust or trust_in(root, one) == "trusted"}
        self.root, self._place = root.resolve(), Path(mkdtemp(prefix="proofdeck-mcp-"))
        self.folder, self.patch = self._place / self.root.name, self._place / "proposal.patch"
        self.begin()

    def begin(self) -> None:
        """Copy the project as it is now, in place of the copy."""

        def left_out(parent: str, names: list[str]) -> list[str]:
            but = (*LEFT_OUT, OUTPUT) if Path(parent) == self.root else LEFT_OUT
            return [one for one in names if is_hidden(one) or one in but or Path(parent, one).is_symlink()]

        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.root, self.folder, ignore=left_out, copy_function=shutil.copyfile)
        self._before: dict[str, bytes | None] = {}
        self._records, self._code = {*self._played()}, code_digest(self.folder)

    def close(self) -> None:
        """Remove the copy; a patch stays for the designer."""
        shutil.rmtree(self.folder if self.patch.exists() else self._place, ignore_errors=True)

    @property
    def trust(self) -> bool:
        """Whether engines of the project run in the copy: if its pages name only trusted ones, with the same code."""
        named = {*own_engines(load_project(self.folder, Problems())).values()}
        return bool(named) and named <= self._trusted and code_digest(self.folder) == self._code

    def write(self, name: str, text: str, instead_of: str) -> str:
        """Write a file, or replace words that it has once; return how it differs from the project."""
        path = text_in(self.folder, name)
        old, data = path.read_bytes() if path.exists() else None, text.encode()
        if instead_of and (there := (old or b"").count(instead_of.encode())) != 1:
            raise ProofdeckError(Problem("E543", f"the words to replace are in {name} {there} times, not once", name))
        data = (old or b"").replace(instead_of.encode(), data) if instead_of else data
        if len(data) > MOST_BYTES:
            raise ProofdeckError(Problem("E543", f"{name} would have more than {MOST_BYTES:,} bytes", name))
        write_file(path, data)
        self._before.setdefault(name, old)
        return self.changes(name)

    def changes(self, *names: str) -> str:
        """What is different in those files, or in all, as a patch; records of games read blind are new files."""
        before = {**dict.fromkeys({*self._played()} - self._records), **self._before}
        return patch_of(before, {name: (self.folder / name).read_bytes() for name in names or sorted(before)})

    def _played(self) -> list[str]:
        return [f"{PLAYED}/{one.name}" for one in files_below(self.folder / PLAYED) if IS_BLIND in one.read_bytes()]

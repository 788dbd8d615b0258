"""`build`: make what is not up to date.

Nothing changed is noticed twice. First here, by the files: if no input and no output has been touched since the last
build, nothing is even read, and none of the rooms below is loaded. Then, in `making`, by content.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.cache import Record, digest, engine_digest
from generator.engine.trust import trusted_code
from generator.files import files_below, signatures
from generator.pipeline.request import Built, Options, Output, Progress, no_progress
from generator.places import RULES, TEMPLATES, TESTS, find_spreadsheet, shipped_root
from generator.problems import Problem, as_row


def build(root: Path, games: Sequence[str], options: Options, progress: Progress = no_progress) -> Built:
    """Make every file that is not up to date; with an error anywhere, none. Raises ProofdeckError for no project."""
    inputs = _inputs(root, find_spreadsheet(root), options.proof)
    record = Record(root, options.cache)
    name = digest(sorted(games), options)
    known = _unchanged(record.build(name), inputs)
    if known is not None:
        return known
    from generator.pipeline.making import make

    built, extra = make(root, games, options, record, progress)
    if built.outputs:
        record.remember_build(name, _facts(inputs, extra, built))
        record.save()
    return built


def _inputs(root: Path, spreadsheet: Path, proof: bool) -> dict[str, Any]:
    """Signatures of every file that a build may read, whatever the cards say. proof: whether it looks into tests."""
    places = (root / TEMPLATES, root / RULES, shipped_root() / TEMPLATES, *((root / TESTS,) if proof else ()))
    folders = {path.resolve() for path in places}
    files = [spreadsheet.resolve(), *(path for folder in sorted(folders) for path in files_below(folder))]
    return {"engine": engine_digest(), "trusted": trusted_code(root), **signatures(files)}


def _facts(inputs: dict[str, Any], extra: Sequence[Path], built: Built) -> dict[str, Any]:
    there = signatures(output.path for output in built.outputs)
    return {
        "inputs": inputs,
        "extra": signatures(extra),
        "outputs": [[out.game, str(out.path), out.says, there[str(out.path)]] for out in built.outputs],
        "problems": [as_row(problem) for problem in built.problems],
    }


def _unchanged(facts: dict[str, Any], inputs: dict[str, Any]) -> Built | None:
    """The last build of this kind, if nothing that it read or wrote has been touched."""
    try:
        outputs = facts["outputs"]
        written = signatures(Path(path) for _, path, _, _ in outputs)
        extra = signatures(Path(path) for path in facts["extra"])
        if facts["inputs"] != inputs or facts["extra"] != extra:
            return None
        if any(written[path] != signature for _, path, _, signature in outputs):
            return None
        rows = [Output(game, Path(path), says, False) for game, path, says, _ in outputs]
        return Built(rows, [Problem(**row) for row in facts["problems"]])
    except (KeyError, TypeError, ValueError):
        return None

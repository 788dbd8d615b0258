"""Five measures of the house, read from its source: `python tests/house/measures.py` prints them as a table.

What a reader of a module needs is the module itself and the heads of what it names from elsewhere in the package: the
signature and docstring of a function; those of a class, with its fields and the signatures of its public methods; the
line of a constant with what is said below it.
"""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import mean, median, quantiles

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "generator"
PACKAGE = SOURCE / "proofdeck"
TOP = "proofdeck"
STARTERS = PACKAGE / "front" / "starters"
ENTRY = ("proofdeck.front.cli.build", "proofdeck.front.making.build")
"""Where `build` begins."""
COMMITS = 100
"""The commits of which rooms are counted."""


@cache
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node. Expressions hold none, and are most of a module."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for one in getattr(node, part, ()):
            yield one
            yield from statements(one)


@dataclass(frozen=True)
class Module:
    """One file of the program."""

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return parsed(self.text)

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @cached_property
    def heads(self) -> Mapping[str, int]:
        """The lines of the head of each name that it defines."""
        return dict(_heads(self.tree.body))

    @cached_property
    def imports(self) -> list[tuple[str, str]]:
        """(module, name) of each import from the package, wherever it is; the name is "" for a whole module."""
        found: list[tuple[str, str]] = []
        for node in statements(self.tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == TOP:
                found += [(node.module or "", one.name) for one in node.names]
            elif isinstance(node, ast.Import):
                found += [(one.name, "") for one in node.names if one.name.partition(".")[0] == TOP]
        return found

    @property
    def named(self) -> Iterator[str]:
        """Modules that it names as text, as builds name their questions."""
        if not re.search(rf"""["']{TOP}\.""", self.text):
            return
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{TOP}."):
                yield node.value.rpartition(".")[0]

    @property
    def public(self) -> int:
        """How many names it offers: functions, classes, and public methods of classes."""
        found = 0
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                inner = node.body if isinstance(node, ast.ClassDef) else []
                found += 1 + sum(isinstance(one, ast.FunctionDef) and one.name[0] != "_" for one in inner)
        return found


def _heads(body: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, _head(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            said = after if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else None
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for one in ast.walk(target):
                    if isinstance(one, ast.Name):
                        yield one.id, 1 + (_span(said) if said else 0)


def _head(node: ast.FunctionDef | ast.ClassDef) -> int:
    first = node.body[0]
    signature = max(1, first.lineno - node.lineno)
    said = _span(first) if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else 0
    if isinstance(node, ast.FunctionDef):
        return signature + said
    fields = sum(isinstance(one, ast.AnnAssign) for one in node.body)
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")]
    return signature + said + fields + sum(max(1, one.body[0].lineno - one.lineno) for one in methods)


def _span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


class House:
    """All modules of the program, by name."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}
        for path in sorted(PACKAGE.rglob("*.py")):
            if STARTERS not in path.parents:
                place = path.relative_to(SOURCE).with_suffix("")
                parts = place.parts[:-1] if place.name == "__init__" else place.parts
                name = ".".join(parts)
                self.modules[name] = Module(name, path.read_text(encoding="utf-8"))

    def target(self, module: str, name: str) -> tuple[str, str]:
        """The module that defines a name that is imported from a module, followed through packages, and the name."""
        if f"{module}.{name}" in self.modules:
            return f"{module}.{name}", ""
        if name in self.modules[module].heads:
            return module, name
        for inner, one in self.modules[module].imports:
            if one == name:
                return self.target(inner, name)
        return module, name

    @cached_property
    def reading(self) -> dict[str, int]:
        """For each module, its own lines and the heads of what it names."""
        found = {}
        for name, module in self.modules.items():
            if module.lines > 1:
                targets = {self.target(*one) for one in module.imports if one[0] in self.modules}
                heads = (self.modules[where].heads for where, _ in targets)
                needed = sum(head.get(what, 0) if what else 0 for head, (_, what) in zip(heads, targets, strict=True))
                found[name] = module.lines + needed
        return found

    def reached(self) -> int:
        """The lines of all modules that a build can load, without what the package itself offers to programs."""
        ahead, met = list(ENTRY), set[str]()
        while ahead:
            name = ahead.pop()
            if name in self.modules and name not in met | {TOP}:
                met.add(name)
                ahead.append(name.rpartition(".")[0])
                module = self.modules[name]
                ahead += [self.target(*one)[0] for one in module.imports if one[0] in self.modules]
                ahead += module.named
        return sum(self.modules[name].lines for name in met)


def rooms_of_a_commit() -> float:
    """The mean number of rooms in which the last commits changed something, moves aside; 0 where git is not at hand."""
    call = ["git", "log", f"-{COMMITS}", "--no-merges", "-M", "--diff-filter=AM", "--name-only", "--format=%x00"]
    try:
        said = subprocess.run([*call, "--", "generator"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0.0
    counts = [len({room_of(line) for line in one.split()}) for one in said.split("\0")[1:]]
    return mean([count for count in counts if count] or [0])


def room_of(path: str) -> str:
    """The room of a file, also of one from before there were wings."""
    parts = path.split("/")[1:-1]
    return "/".join(parts[1:3] if parts[:1] == [TOP] else parts[:1])


def layers() -> list[str]:
    """The layers to which imports are held."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return next(row["layers"] for row in contracts if row.get("containers") == [TOP])


def rooms_of_wings() -> dict[str, int]:
    """How many rooms each wing has: the packages in it."""
    return Counter(path.parts[-3] for path in PACKAGE.glob("*/*/__init__.py"))


def nine_of_ten(reading: Mapping[str, int]) -> float:
    """The lines with which nine of ten modules can be read."""
    return quantiles(reading.values(), n=10)[8]


def table(house: House) -> Iterator[str]:
    """What is measured, as lines of a table."""
    reading = house.reading
    worst = max(reading, key=lambda name: reading[name])
    offering = sorted(house.modules.values(), key=lambda module: -module.public)[:5]
    lines = Counter[str]()
    for name, module in house.modules.items():
        lines[f"{name}..".split(".")[1]] += module.lines
    yield f"layers              {len(layers())}: {', '.join(layers())}"
    yield f"rooms of a wing     {', '.join(f'{wing} {count}' for wing, count in sorted(rooms_of_wings().items()))}"
    yield f"to read a module    {median(reading.values()):.0f} lines, nine of ten at most {nine_of_ten(reading):.0f}"
    yield f"                    most: {worst}, {reading[worst]}"
    yield f"a build reaches     {house.reached():,} lines"
    names = sum(module.public for module in house.modules.values())
    yield f"public names        {names:,}: {', '.join(f'{one.name} {one.public}' for one in offering)}"
    yield f"rooms of a commit   {rooms_of_a_commit():.1f}"
    wings = ", ".join(f"{wing} {count:,}" for wing, count in sorted(lines.items()) if wing)
    yield f"lines               {sum(lines.values()):,}: {wings}"


if __name__ == "__main__":
    print("\n".join(table(House())))

"""The worked examples of a rules page, as written; `rulebook.examples` runs them.

::

    ```example id=ex.shields covers=set.master-of-arms,partner.triple
    Ana:
      master-of-arms: Paladin, Shield x2, Sword, Dagger
    expect:
      Ana: 48
    ---
    The Paladin triples both Shields.
    ```

The part above the three hyphens is run, the part below is the explanation for the reader. First comes the table: for
the calculator or, if `play:` follows, a position and then moves, one per line; `new game, 3 players` is the position
after the deal. Then follow `expect:` and the expected result, or `illegal:` and the clause that must forbid the table
or the last move. The expected result is written out and never computed, because an example that took a number from the
rules could not notice that the number is wrong.

`with=match:yes,goal:50` after the covers plays a variant: the rules of the head with these parameters changed.
`print=yes` prints the example in the players' book, `print=proof` only in the proof edition; all others are in the
reference. `show=steps` draws the table again after each move.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofdeck.ground.problems import Problems, did_you_mean, hint_from, listed
from proofdeck.source.rules.clauses import PRINTS, Clause, Edition
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import Parameter, Value

OPENING = {kind: re.compile(rf"^```{kind}(?P<words>(?:\s.*)?)$") for kind in ("example", "claim", "changed")}
CLOSING = re.compile(r"^```\s*$")
RULE_OFF = re.compile(r"^-{3,}\s*$")
SETTINGS = ("id", "covers", "with", "print", "show")
SETTING = re.compile(rf"(?P<key>{'|'.join(SETTINGS)})=(?P<value>\S+)")
STEPS = "steps"
ID = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")
NEW_GAME = re.compile(r"\s*new game(?:,?\s+(?P<players>\d)\s+players?)?\s*", re.IGNORECASE)
"""The position right after the deal."""
OF_A_CLAUSE = re.compile(r"(?P<player>[^\[]*[^\[\s])\s*\[(?P<clause>[^\]]*)\]")
COMPUTED = ("{{", "{%", "{#")
WHOLE = re.compile(r"-?[0-9]{1,9}")
ANSWERS: Mapping[str, Value] = {"yes": True, "no": False}
HINT = "An example begins with ```example id=ex.name covers=clause.one,clause.two"
VARIANT_HINT = "For example: with=match:yes,goal:50"


@dataclass(frozen=True, slots=True)
class Expected:
    """One line below `expect:`. what: a player, `Ana [clause]`, `winner` or `decided by`; line: of the file."""

    what: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Move:
    """One line below `play:`."""

    words: str
    line: int


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example. Lines are those of the file.

    covers: the clauses that it is about. changes: (parameter, value) of the variant by which it is played, none for the
    rules of the head. table: the table in the calculator's notation, from table_line on.
    is_played: whether it is a position and not a table to be scored; moves: what is played from there, in words.
    expected: what must come out; illegal: the clause that must forbid the table or the last move, or "". prose: what
    the reader is told. in_steps: whether the table is drawn again after each move.
    """

    id: str
    covers: tuple[str, ...]
    changes: tuple[tuple[str, Value], ...]
    line: int
    table: str
    table_line: int
    is_played: bool
    moves: tuple[Move, ...]
    expected: tuple[Expected, ...]
    illegal: str
    prose: str
    prose_line: int
    in_steps: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one example, claim or change without fences.

    kind: `example`, `claim` or `changed`; line: of the opening fence; words: what follows its kind.
    """

    kind: str
    words: str
    line: int
    lines: tuple[str, ...]
    is_closed: bool = True

    @property
    def id(self) -> str:
        """As written; "" if it has none that can be one."""
        name = self.settings.get("id", "")
        return name if ID.fullmatch(name) else ""

    def unread(self, known: Collection[str]) -> str:
        """What its opening line says besides the settings that are known."""
        return SETTING.sub(lambda found: "" if found["key"] in known else found[0], self.words).strip()

    @property
    def settings(self) -> dict[str, str]:
        """What its opening line says, as written."""
        return {found["key"]: found["value"] for found in SETTING.finditer(self.words)}

    @property
    def covers(self) -> tuple[str, ...]:
        """The clauses that it covers, as written."""
        return tuple(filter(None, self.settings.get("covers", "").split(",")))

    @property
    def variant(self) -> list[tuple[str, str]]:
        """(parameter, value) of an example's variant, as written."""
        pairs = (change.partition(":") for change in self.settings.get("with", "").split(",") if change)
        return [(name, word) for name, _, word in pairs]

    @property
    def edition(self) -> Edition:
        """The first edition that prints an example."""
        return PRINTS.get(self.settings.get("print", ""), Edition.REFERENCE)

    @property
    def upper(self) -> int:
        """The number of lines that are run; the separator comes next."""
        found = (place for place, line in enumerate(self.lines) if RULE_OFF.match(line))
        return next(found, len(self.lines))

    @property
    def table(self) -> tuple[str, ...]:
        return self.lines[: min(self._begin, self._cut)]

    @property
    def moves(self) -> tuple[Move, ...]:
        """What is played, with the lines of the file."""
        between = enumerate(self.lines[self._begin + 1 : self._cut], self.line + self._begin + 2)
        return tuple(Move(line.strip(), number) for number, line in between if line.strip())

    @property
    def outcome(self) -> tuple[list[Expected], Expected | None]:
        """The expected result, as written, and the line with the clause that must forbid the example."""
        expected, illegal = list[Expected](), None
        for number, line in enumerate(self.lines[self._cut : self.upper], self.line + self._cut + 1):
            key, _, value = (part.strip() for part in line.partition(":"))
            if line.startswith("illegal:"):
                illegal = Expected(key, value, number)
            elif line.strip() and not line.startswith("expect:"):
                expected.append(Expected(key, value, number))
        return expected, illegal

    @property
    def prose(self) -> tuple[str, ...]:
        return self.lines[self.upper + 1 :]

    @property
    def is_played(self) -> bool:
        return self._begin < self._cut or bool(NEW_GAME.fullmatch("\n".join(self.table)))

    @property
    def _begin(self) -> int:
        return self._first("play:")

    @property
    def _cut(self) -> int:
        return self._first("expect:", "illegal:")

    def _first(self, *keys: str) -> int:
        """The index of the first line that begins with one of the words, or the end of the part that is run."""
        return next((place for place in range(self.upper) if self.lines[place].startswith(keys)), self.upper)


def blocks(text: str, first_line: int = 1, kind: str = "example") -> Iterable[Block]:
    """The examples, claims or changes in a text whose first line has that number."""
    words, begin, inside = "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), first_line):
        opening = OPENING[kind].match(line)
        if opening and not begin:
            words, begin, inside = opening["words"].strip(), number, []
        elif begin and CLOSING.match(line):
            yield Block(kind, words, begin, tuple(inside))
            begin = 0
        elif begin:
            inside.append(line)
    if begin:
        yield Block(kind, words, begin, tuple(inside), is_closed=False)


def by_id(page: RulesPage, kind: str = "example") -> dict[str, Block]:
    """The examples, claims or changes of a page."""
    return {block.id: block for block in blocks(page.body, page.first_line, kind)}


def read_examples(
    page: RulesPage, clauses: Mapping[str, Clause], parameters: Sequence[Parameter], problems: Problems
) -> list[Example]:
    """The examples of a page in order. Those that cannot be read become problems.

    parameters: those that a variant may change.
    """
    found: dict[str, Example] = {}
    for block in blocks(page.body, page.first_line):
        example = _ExampleReader(page, clauses, parameters, problems).example(block)
        if example is None:
            continue
        if example.id in found:
            message = f"the example {example.id} is already on line {found[example.id].line}"
            problems.report("E620", message, page.place(example.line), hint="Give it a different id.")
        else:
            found[example.id] = example
    return list(found.values())


class _ExampleReader:
    """Reads one block, and collects its problems."""

    def __init__(
        self, page: RulesPage, clauses: Mapping[str, Clause], parameters: Sequence[Parameter], problems: Problems
    ) -> None:
        self._page, self._clauses, self._problems = page, clauses, problems
        self._parameters = {parameter.name: parameter for parameter in parameters}

    def example(self, block: Block) -> Example | None:
        scope = self._problems.scope()
        if not block.is_closed:
            self._refuse("the example is not closed", block.line, "Write ``` on a line of its own below it.")
        if not block.id or block.unread(SETTINGS):
            self._refuse(f"'example {block.words}' does not give an id and clauses", block.line, HINT)
        for clause in block.covers:
            self._check_clause(clause, block.line)
        self._check_settings(block)
        changes = tuple(self._changes(block))
        for place, line in enumerate(block.lines[: block.upper], block.line + 1):
            if any(mark in line for mark in COMPUTED):
                hint = "Write the number out: an example that takes it from the rules can never find a mistake in them."
                self._refuse("the part of an example that is run must not be computed", place, hint)
        expected, illegal = self._outcome(block)
        if not expected and not illegal:
            hint = "Write 'expect:' and below it, for example, 'Ana: 48'; or 'illegal:' and a clause."
            self._refuse("the example has no expected result", block.line, hint)
        if not scope.is_clean:
            return None
        return Example(
            id=block.id,
            covers=block.covers,
            changes=changes,
            line=block.line,
            table="\n".join(block.table),
            table_line=block.line + 1,
            is_played=block.is_played,
            moves=block.moves,
            expected=expected,
            illegal=illegal,
            prose="\n".join(block.prose),
            prose_line=block.line + block.upper + 2,
            in_steps=block.settings.get("show") == STEPS,
        )

    def _check_settings(self, block: Block) -> None:
        known = {"print": tuple(PRINTS), "show": (STEPS,)}
        for key, word in block.settings.items():
            if word not in known.get(key, (word,)):
                hint = hint_from(did_you_mean(word, known[key]), f"Write {key}={listed(known[key])}.")
                self._refuse(f"{key}={word}: there is no '{word}'", block.line, hint)

    def _changes(self, block: Block) -> Iterator[tuple[str, Value]]:
        """The variant, with values of the right type."""
        pairs = block.variant
        if "with" in block.settings and not pairs:
            self._refuse("there is no parameter after 'with'", block.line, VARIANT_HINT)
        for name, word in pairs:
            parameter = self._parameters.get(name)
            if parameter is None:
                known = f"The parameters are {listed(self._parameters)}." if self._parameters else "This game has none."
                hint = hint_from(did_you_mean(name, self._parameters) or known)
                self._refuse(f"there is no parameter {name}", block.line, hint)
                continue
            if [known for known, _ in pairs].count(name) > 1:
                self._refuse(f"the parameter {name} appears twice", block.line, VARIANT_HINT)
                return
            try:
                yield name, parameter.read(_value(word))
            except ValueError as error:
                self._refuse(f"with {name}: {error}", block.line, f"This is {parameter.says}.")

    def _outcome(self, block: Block) -> tuple[tuple[Expected, ...], str]:
        expected, illegal = block.outcome
        if illegal:
            self._check_clause(illegal.value, illegal.line)
        for one in expected:
            if one.what == "illegal":
                hint = f"Write 'illegal: {one.value}' in the first column, in place of 'expect:'."
                self._refuse("'illegal:' cannot be below 'expect:'", one.line, hint)
            elif not one.what or not one.value:
                hint = "For example: 'Ana: 48', 'Ana [set.armory]: 4', 'winner: Ana' or 'decided by: end.total'."
                self._refuse(f"'{one.what or one.value}' is not an expected result", one.line, hint)
            elif of_a_clause := OF_A_CLAUSE.fullmatch(one.what):
                self._check_clause(of_a_clause["clause"], one.line)
        return tuple(expected), illegal.value if illegal else ""

    def _check_clause(self, clause: str, line: int) -> None:
        if clause not in self._clauses:
            hint = hint_from(did_you_mean(clause, self._clauses))
            self._refuse(f"there is no clause {clause}", line, hint)

    def _refuse(self, message: str, line: int, hint: str) -> None:
        self._problems.report("E620", message, self._page.place(line), hint=hint)


def _value(word: str) -> Value:
    """`yes`, `12` or another word."""
    return ANSWERS.get(word, int(word) if WHOLE.fullmatch(word) else word)

"""Make the reference page of the engine kit, `docs/kit.md`, from docstrings and `docs/kit.txt`: `python docs/kit.py`.

`kit.txt` has the order of the page and a snippet for each name. What a snippet prints is found by running it; if it
fails, that is what an author is told. A test makes the page again and fails if it is a different one.
"""

from __future__ import annotations

import inspect
import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from doctest import DocTestParser
from pathlib import Path
from typing import Any, NamedTuple, cast

from proofdeck.ground.problems import Place, ProofdeckError
from proofdeck.play.engine import kit
from proofdeck.play.engine.faults import notes_of, said
from proofdeck.play.engine.misuse import cure
from proofdeck.play.engine.state import Game, State
from proofdeck.source.cards import Card, Deck
from proofdeck.source.rules.parameters import Values

DOCS = Path(__file__).parent
PAGE, SOURCE = DOCS / "kit.md", DOCS / "kit.txt"
OWNERS: dict[str, tuple[type, ...]] = {
    "self.values.": (Values,),
    "self.": (kit.Table, kit.Rules),
    "def ": (kit.Table, kit.Rules),
    "@play.": (kit.Action,),
    "play.": (kit.Action,),
    "POINTS.": (kit.RulePoints,),
}
"""How the name of an entry begins: whose method it is."""
OF_THE_KIT = frozenset("allowed declared design_of fill heaps kind_of number_of sees".split())
"""Methods that no author needs."""
NAMES = {id(getattr(kit, name)): name for name in ("SET", "PILE", "COUNTS")} | {"all": "ALL"}
CLASSES: tuple[object, ...] = (kit.Table, kit.Rules, kit.Action)
"""Authors do not call them, but read their attributes."""
ATTRIBUTE = "[a-z_]+"
RAISES = r"Raises [^.]*[.](?: |$)"
HAND = 3
CARAVANS = ("ann", "ben", "cem", "dan")


class Entry(NamedTuple):
    """One entry: the names it is about, what is said besides their docstrings, and a snippet."""

    names: tuple[str, ...]
    prose: str
    snippet: str


class Group(NamedTuple):
    """A heading, an introduction, and entries below it."""

    title: str
    prose: str
    entries: list[Entry]


def groups() -> list[Group]:
    """Return what `kit.txt` says, and then the names of the kit that it does not have."""
    found: list[Group] = []
    for part in re.split(r"^(?=##? )", SOURCE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        prose, prompt, snippet = f"\n{rest}".partition("\n>>> ")
        if head.startswith("## "):
            names = tuple(head.removeprefix("## ").split(", "))
            found[-1].entries.append(Entry(names, prose.strip(), (prompt + snippet).strip()))
        else:
            found.append(Group(head.removeprefix("# "), rest.strip(), []))
    missing = [Entry((name,), "", "") for name in sorted({*known()} - {*mentioned(found)})]
    return [*found, Group("More", "", missing)] if missing else found


def mentioned(found: Sequence[Group]) -> Iterator[str]:
    """Yield each name that has an entry, as `known` has it."""
    for entry in (entry for group in found for entry in group.entries):
        yield from (re.sub(r"^def ", "self.", name) for name in entry.names)


def known() -> Iterator[str]:
    """Yield what the kit offers: its names, and the methods of tables and rules that it adds."""
    yield from kit.__all__
    for owner, base in ((kit.Table, State), (kit.Rules, Game)):
        named = [name for name in dir(owner) if not name.startswith("_") and name not in OF_THE_KIT]
        yield from (
            f"self.{name}" for name in named if inspect.isfunction(getattr(owner, name)) and not hasattr(base, name)
        )


# -- snippets ----------------------------------------------------------------------------------------------------------


def cards() -> Deck:
    """Make the deck of the page: Reef 1 to 8 and Gale 1 to 8, twelve coins, a board and four caravans."""
    place = {"id": Place("cards.csv", 2, 1)}
    suited = [
        Card("duel", f"{suit.lower()}-{rank}", f"{suit} {rank}", suit.lower(), float(rank), 1, fields, place)
        for suit in ("Reef", "Gale")
        for rank in range(1, 9)
        for fields in [{"id": "", "name": "", "suit": suit, "rank": str(rank)}]
    ]
    pieces = [("coin", "coin", 12), ("road", "board", 1), *((name, "caravan", 1) for name in CARAVANS)]
    rows = [
        Card("duel", name, name.title(), kind, None, copies, {"component": "yes"}, place)
        for name, kind, copies in pieces
    ]
    return Deck("duel", (*suited, *rows))


def names_for_snippets() -> dict[str, Any]:
    """Return what a snippet begins with: the kit, the game of the page, `dealt`, and a table that is dealt."""
    space: dict[str, Any] = {name: getattr(kit, name) for name in kit.__all__}
    exec(compile(game_of_the_page(), "duel.py", "exec"), space)  # noqa: S102 - the game that the page shows

    def dealt(table: type[kit.Table], players: int = 2) -> kit.Table:
        rules = type("Rules", (space["DuelRules"],), {"table": table})
        laid: kit.Table = rules(cards(), Values({"hand": HAND})).new_initial_state(players, 1)
        return laid

    return space | {"dealt": dealt, "table": dealt(space["Duel"]), "cards": cards()}


def game_of_the_page() -> str:
    """Return the code at the top of the page."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", SOURCE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return str(code)


def printed(snippet: str) -> str:
    """Run a snippet, and return it with what it prints."""
    space = names_for_snippets()
    lines: list[str] = []
    for example in DocTestParser().get_examples(snippet):
        source = example.source.rstrip("\n").split("\n")
        lines += [f">>> {source[0]}", *(f"... {line}".rstrip() for line in source[1:])]
        heard = io.StringIO()
        try:
            with redirect_stdout(heard):
                exec(compile(example.source, "<kit>", "single"), space)  # noqa: S102 - our own text
        except ProofdeckError as error:
            heard.write(
                ". ".join([f"Error: {error.problems[0].message}", *(notes_of(error) or [error.problems[0].hint])])
            )
        except Exception as error:  # noqa: BLE001 - the page shows what an author is told
            heard.write(f"Error: {'. '.join(filter(None, (said(error), cure(error))))}")
        lines += heard.getvalue().splitlines()
    return "\n".join(lines)


# -- the page ----------------------------------------------------------------------------------------------------------


def page() -> str:
    """Return the Markdown of the page."""
    first, *others = groups()
    lines = [f"# {first.title}\n\n{first.prose}\n"]
    for group in others:
        lines.append(f"\n## {group.title}\n")
        lines += [f"\n{group.prose}\n"] if group.prose else []
        for entry in group.entries:
            lines += [f"\n### {', '.join(f'`{name}`' for name in entry.names)}\n", *written(entry)]
    return "".join(lines)


def written(entry: Entry) -> Iterator[str]:
    """Yield the parts of one entry: how it is called, what it does, and its snippet."""
    if len(entry.names) == 1 and (found := method_of(entry.names[0])):
        yield f"\n```python\n{signature(entry.names[0], found)}\n```\n" if found not in CLASSES else ""
        yield from (f"\n{text}\n" for text in paragraphs(found))
    yield f"\n{entry.prose}\n" if entry.prose else ""
    yield f"\n```pycon\n{printed(entry.snippet)}\n```\n" if entry.snippet else ""


def method_of(name: str) -> Callable[..., object] | None:
    """Return what that name stands for, or None for a constant."""
    for prefix, owners in OWNERS.items():
        if name.startswith(prefix):
            method = name.removeprefix(prefix)
            found: Any = next(getattr(owner, method) for owner in owners if hasattr(owner, method))
            return cast("Callable[..., object]", found)
    found = getattr(kit, name)
    return found if callable(found) else None


def parameters(called: Callable[..., object]) -> list[inspect.Parameter]:
    return [one for one in inspect.signature(called).parameters.values() if one.name != "self"]


def signature(name: str, called: Callable[..., object]) -> str:
    """Return how it is written: `zone(sees=ALL, *, each=False)`."""
    shown, has_star = ["self"] if name.startswith("def ") else [], False
    for one in parameters(called):
        stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
        shown += ["*"] if one.kind is one.KEYWORD_ONLY and not has_star else []
        has_star = has_star or stars == "*" or one.kind is one.KEYWORD_ONLY
        shown.append(f"{stars}{one.name}" + ("" if one.default is one.empty else f"={default(one.default)}"))
    return f"{name}({', '.join(shown)})"


def default(value: object) -> str:
    return NAMES.get(id(value)) or NAMES.get(value if isinstance(value, str) else "") or repr(value).replace("'", '"')


def paragraphs(called: Callable[..., object]) -> Iterator[str]:
    """Yield the docstring: what it does, a list of what its values are, and what it raises."""
    texts: list[str] = []
    meanings: list[str] = []
    raises: list[str] = []
    named = ATTRIBUTE if called in CLASSES else "|".join(one.name for one in parameters(called)) or "(?!)"
    for text in (inspect.getdoc(called) or "").split("\n\n"):
        plain = re.sub(RAISES, "", " ".join(text.split()))
        says, *listed = re.split(rf"(?:(?<=[.;] )|^)((?:{named})(?:, (?:{named}))*): ", plain)
        texts.append(re.sub(r";$", ".", says.strip()))
        raises += re.findall(RAISES, " ".join(text.split()))
        for names, meaning in zip(listed[::2], listed[1::2], strict=True):
            meanings.append(f"- {', '.join(f'`{name}`' for name in names.split(', '))}: {meaning.strip().rstrip('.;')}")
    yield from filter(None, [*texts, "\n".join(meanings), " ".join(raises).strip()])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

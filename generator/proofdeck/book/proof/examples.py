"""Worked examples, run: does the engine produce what is printed?

There are four demands. What is expected must come out. Each clause that an example claims to cover must have played a
part. Every number in its prose must come from the run, from a parameter or from a sum that can be followed. And what it
calls illegal must be refused, by that clause and no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofdeck.ground.problems import Place, Problem, Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.notation import COPIES_AFTER, Notation, read_notation
from proofdeck.play.engine.pictures import PLAYERS
from proofdeck.play.engine.score_sheet import Ranking, ScoreSheet
from proofdeck.play.engine.state import Action, Game, IllegalAction, State, WrongRoll
from proofdeck.play.engine.statements import Reader, WordedTable
from proofdeck.source.cards import KNOWN_COLUMNS, Deck
from proofdeck.source.project.head import ALWAYS, NEVER
from proofdeck.source.rules.examples import NEW_GAME, OF_A_CLAUSE, Example, Expected, Move
from proofdeck.source.rules.parameters import Value
from proofdeck.source.rules.wording import blanked

NAMED_CLAUSE = re.compile(r"\[(?P<clause>[a-z0-9.-]+)\]$")
JINJA = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}|\{#(?:(?!\{#).)*?#\}", re.DOTALL)
"""Each ends where the next begins, so that unclosed braces are not read again and again."""
NUMBER = re.compile(r"(?a:(?<![\w.])\d+(?![\w]|\.\d))")
SUM = re.compile(r"(?<![\w.])\d+(?:\s*[-+−×x*]\s*\d+){1,99}\s*=\s*[-−]?\d+(?![\w]|\.\d)")
STEP = re.compile(r"(?P<sign>[-+−×x*]?)\s*(?P<number>\d+)")
COUNTED = "cards in "
OPTIONS = ("can", "cannot")
STATED = (NEVER, ALWAYS)
"""What may be stated of a table, as in the head of a page."""
WINNERS = ("winner", "winners")
TO_MOVE, DECIDED_BY, STUCK, IN_ALL = "to move", "decided by", "stuck", "cards in all"
KNOWN = (TO_MOVE, *OPTIONS, WINNERS[0], DECIDED_BY, *STATED, STUCK, IN_ALL)
"""What an example of every game may expect."""


@dataclass(frozen=True, slots=True)
class Different:
    """A line below `expect:` that does not hold. `found`: what the engine says instead."""

    expected: Expected
    found: str


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of an example.

    `fired`: the clauses that had a part in it; `problems`: everything that is not as printed; `movers`: who made each
    move, as seats from 0; `tables`: before the first move and after the last; `different`: what is expected and does
    not come out; `sheets`: what each player has, by name; `steps`: tables after each move, for an example that shows
    them; `ranking`: the places of all players, if the game is over.
    """

    example: Example
    fired: frozenset[str]
    problems: tuple[Problem, ...]
    movers: tuple[int, ...] = ()
    tables: tuple[State | None, State | None] = (None, None)
    different: tuple[Different, ...] = ()
    sheets: Mapping[str, ScoreSheet] = field(default_factory=dict)
    steps: tuple[State, ...] = ()
    ranking: Ranking | None = None


class Variants:
    """One game and its variants. Each is made once, when an example first asks for it."""

    def __init__(self, engine: Engine[Game], game: Game, deck: Deck) -> None:
        self.engine, self.deck = engine, deck
        self._made: dict[tuple[tuple[str, Value], ...], Game] = {(): game}

    def played(self, changes: Iterable[tuple[str, Value]]) -> Game:
        """Return the game with these parameters. Raises ProofdeckError if it cannot be played with them."""
        wanted = tuple(sorted(changes))
        if wanted not in self._made:
            game = self._made[()]
            self._made[wanted] = self.engine.make(self.deck, game.values.but(dict(wanted)), game.on)
        return self._made[wanted]


def run(example: Example, shown: str, variants: Variants) -> Ran:
    """Score the table of an example or play its moves, and compare the result with what is printed.

    `shown`: the page.
    """
    engine, deck = variants.engine, variants.deck
    try:
        game = variants.played(example.changes)
    except ProofdeckError as error:
        message = f"with these parameters the game cannot be played: {error}"
        return Ran(example, frozenset(), (Problem("E620", message, shown, example.line),))
    text = read_notation(example.table, shown, example.table_line)
    how = _played if example.is_played else _scored
    ran = how(example, text, engine, game, deck)
    placed = (one if one.line else replace(one, line=example.table_line) for one in ran.problems)
    return replace(ran, problems=tuple(placed))


# -- tables that are scored --------------------------------------------------------------------------------------------


def _scored(example: Example, text: Notation, engine: Engine[Game], game: Game, deck: Deck) -> Ran:
    refusals = Problems()
    scored = engine.score(game, text, refusals)
    if example.illegal:
        fired = frozenset(found["clause"] for one in refusals if (found := NAMED_CLAUSE.search(one.message)))
        wrong = _wrong_refusals(example, text, refusals)
        return Ran(example, fired, (*wrong, *_checked(example, text.shown, fired, (), deck)))
    if scored is None:
        return Ran(example, frozenset(), tuple(refusals))
    names, sheets, ranking = scored.names, scored.sheets, scored.ranking
    fired = scored.fired | {item.clause for sheet in sheets for item in sheet.items} | _deciding(ranking)
    results, different = _compared(example, text.shown, lambda one: _of_players(one.what, names, sheets, ranking), {})
    problems = (*results, *_checked(example, text.shown, fired, sheets, deck))
    by_name = dict(zip(names, sheets, strict=True))
    return Ran(example, fired, problems, different=different, sheets=by_name, ranking=ranking)


def _wrong_refusals(example: Example, text: Notation, refusals: Problems) -> Iterator[Problem]:
    named = [one for one in refusals if one.message.endswith(f"[{example.illegal}]")]
    others = [one for one in refusals if one not in named]
    if not named:
        said = others[0].message if others else "nothing is wrong with it"
        yield _not_refused(example, text.shown, example.line, said)
    else:
        yield from others


def _not_refused(example: Example, shown: str, line: int, said: str) -> Problem:
    message = f"the example {example.id} must be refused by {example.illegal}, but the engine says: {said}"
    return Problem("E622", message, shown, line, hint="Look again at the table and at the rule.")


# -- positions that are played on --------------------------------------------------------------------------------------


def _played(example: Example, text: Notation, engine: Engine[Game], game: Game, deck: Deck) -> Ran:
    problems = Problems()
    state = _position(example, text, engine, game, problems)
    if state is None:
        return Ran(example, frozenset(), tuple(problems))
    before, movers, steps, refused_by = state.clone(), list[int](), list[State](), ""
    for place, move in enumerate(example.moves):
        is_last = place == len(example.moves) - 1
        movers.append(state.current_player())
        try:
            action, faces = game.read_move(move.words)
        except ValueError as error:
            wrong = Problem("E620", str(error), text.shown, move.line)
            return Ran(example, frozenset(), (wrong,), tuple(movers), (before, None))
        try:
            state.play_rolling(action, faces)
        except WrongRoll as roll:
            wrong = Problem("E620", _other_dice(game, action, move, roll.rolled), text.shown, move.line)
            return Ran(example, frozenset(), (wrong,), tuple(movers), (before, None))
        except IllegalAction as refusal:
            refused_by = refusal.clause
            if not (is_last and example.illegal == refusal.clause):
                wrong = _refused(example, text.shown, move, refusal)
                return Ran(example, frozenset(), (wrong,), tuple(movers), (before, None))
        steps += [state.clone()] if example.in_steps else []
    if example.illegal and not refused_by:
        line = example.moves[-1].line if example.moves else example.line
        said = "the move can be made" if example.moves else "no move is made"
        return Ran(example, frozenset(), (_not_refused(example, text.shown, line, said),))
    state.legal_actions()
    fired = frozenset(game.points.named(state.fired)) | ({refused_by} if refused_by else set())
    unknown = _unknown_moves(example, text.shown, game)
    expected = replace(example, expected=tuple(_with_seats(one, state) for one in example.expected))
    cards = {card.name: card.id for card in deck}
    results, different = _compared(expected, text.shown, lambda one: _of_state(one, state, game, cards), cards)
    if results and state.is_sealed():
        wrong = _not_all_have_chosen(example, text.shown, state)
        return Ran(example, fired, (wrong,), tuple(movers), (before, state))
    sheets = state.score_sheets()
    found = (*unknown, *results, *_checked(example, text.shown, fired, sheets, deck))
    by_name = dict(zip(_seats(state), sheets, strict=True))
    tables, ranking = (before, state), state.ranking() if state.is_terminal() else None
    return Ran(example, fired, found, tuple(movers), tables, different, by_name, tuple(steps), ranking)


def _not_all_have_chosen(example: Example, shown: str, state: State) -> Problem:
    """One problem in place of one for each line that is not so before choices are revealed."""
    line = example.moves[-1].line if example.moves else example.line
    message = f"the moves end before player {state.current_player() + 1} has chosen, so nothing is revealed yet"
    return Problem("E621", message, shown, line, hint="Write down what each player chooses, in turn.")


def _position(example: Example, text: Notation, engine: Engine[Game], game: Game, problems: Problems) -> State | None:
    """Set up the table from which moves are made."""
    if found := NEW_GAME.fullmatch(example.table):
        try:
            return game.new_initial_state(int(found["players"] or game.min_players), 1)
        except (ValueError, ProofdeckError) as error:
            says = error.problems[0].message if isinstance(error, ProofdeckError) else str(error)
            problems.report("E620", says, Place(text.shown, example.table_line))
            return None
    if engine.position is not None:
        return engine.position(game, text, problems)
    message = f"the engine of {game.name} knows no positions to play from"
    problems.report("E620", message, Place(text.shown, example.table_line))
    return None


def _other_dice(game: Game, action: Action, move: Move, rolled: Sequence[int]) -> str:
    """That a move rolls other dice than the example says."""
    if not rolled:
        return f"no die is rolled by '{game.action_to_string(action)}'"
    dice = "a die; say what it shows" if len(rolled) == 1 else f"{len(rolled)} dice; say what they show"
    return f"'{move.words}' rolls {dice}, such as '{game.move_to_string(action, rolled)}'"


def _unknown_moves(example: Example, shown: str, game: Game) -> Iterator[Problem]:
    """Report moves that no player can ever make, since their being impossible would prove nothing."""
    for expected in example.expected:
        for move in _moves(expected):
            try:
                game.string_to_action(move)
            except ValueError as error:
                yield Problem("E620", str(error), shown, expected.line)


def _moves(expected: Expected) -> list[str]:
    """Check what is said to be possible, or impossible."""
    return [move.strip() for move in expected.value.split(";")] if expected.what.casefold() in OPTIONS else []


def _refused(example: Example, shown: str, move: Move, refusal: IllegalAction) -> Problem:
    wanted = f" by {example.illegal}" if example.illegal else ""
    code = "E622" if example.illegal else "E621"
    message = f"'{move.words}' is refused: {refusal}" + (f"; it must be refused{wanted}" if wanted else "")
    return Problem(code, message, shown, move.line, hint="Either the example or the rule is wrong.")


def _of_state(expected: Expected, state: State, game: Game, names_of_cards: Mapping[str, str]) -> str:
    """Answer all but scores: whose turn it is, whether the game is over, what can be done, where things are."""
    what = _as_seat(expected.what, state)
    key = what.casefold()
    if key in STATED:
        return _stated(state, game, names_of_cards, key, expected.value)
    if key == STUCK:
        return "no" if state.is_terminal() or state.legal_actions() else "yes"
    if key == IN_ALL:
        return str(sum(map(len, state.zones().values())))
    if key == TO_MOVE:
        return "nobody" if state.is_terminal() else str(state.current_player() + 1)
    if key in OPTIONS:
        return "; ".join(game.action_to_string(action) for action in state.legal_actions())
    zones = state.zones()
    if key.removeprefix(COUNTED) in zones and key.startswith(COUNTED):
        return str(len(zones[key.removeprefix(COUNTED)]))
    if key in zones:
        return ", ".join(sorted(zones[key]))
    facts = _facts(state)
    if key in facts:
        return facts[key]
    names = _seats(state)
    try:
        return _of_players(key, names, state.score_sheets(), state.ranking())
    except ValueError:
        known = list(dict.fromkeys([*KNOWN, *zones, *facts, *names, *(COUNTED + zone for zone in zones)]))
        hint = hint_from(did_you_mean(what, known), f"Known here: {listed(known)}.")
        raise ValueError(f"an example cannot expect '{what}'", hint) from None


def _facts(state: State) -> dict[str, str]:
    """What everybody sees besides cards, by the names of positions: `round`, `coins 1`."""
    found: dict[str, str] = {}
    for name, value in state.seen_by_all().items():
        each = (
            {f"{name} {seat}": one for seat, one in enumerate(value, 1)} if isinstance(value, list) else {name: value}
        )
        said = {key: one for key, one in each.items() if isinstance(one, int | str) and not isinstance(one, bool)}
        found |= {key: str(one) for key, one in said.items()}
    return found | state.counted_pieces()


def _stated(state: State, game: Game, names_of_cards: Mapping[str, str], kind: str, words: str) -> str:
    """The words of a statement if it is so. Raises ValueError(sentence, cure) if it cannot be read."""
    try:
        broken = Reader(game, names_of_cards).statement(kind, words, Place()).broken(WordedTable(state))
    except ProofdeckError as error:
        (problem,) = error.problems
        raise ValueError(problem.message, problem.hint or "") from None
    return f"it is {'so' if kind == NEVER else 'not so'}" if broken else words


def _with_seats(expected: Expected, state: State) -> Expected:
    """A winner by the name that books give to that seat is that player."""
    if expected.what.casefold() not in WINNERS:
        return expected
    named = (_as_seat(one.strip(), state) for one in expected.value.split(","))
    return replace(expected, value=", ".join(named))


def _as_seat(words: str, state: State) -> str:
    """The same with `player 1` in place of the name that books give the first player, and so on."""
    for seat, name in enumerate(PLAYERS[: state.players], 1):
        words = re.sub(rf"^{name}\b", f"player {seat}", words, flags=re.IGNORECASE)
    return words


def _seats(state: State) -> tuple[str, ...]:
    """Return what players are called in positions."""
    return tuple(f"player {seat + 1}" for seat in range(state.players))


# -- what must come out ------------------------------------------------------------------------------------------------


def _compared(
    example: Example, shown: str, result: Callable[[Expected], str], cards: Mapping[str, str]
) -> tuple[Problems, tuple[Different, ...]]:
    """Compare what is expected with what comes out. `cards`: their ids, by their names."""
    ids = {name.casefold(): card.casefold() for name, card in cards.items()}
    problems = Problems()
    different: list[Different] = []
    for expected in example.expected:
        try:
            got = result(expected)
        except ValueError as error:
            message, hint = error.args
            problems.report("E620", message, Place(shown, expected.line), hint=hint)
            continue
        if not _agrees(expected, got, ids):
            different.append(Different(expected, got or "nothing"))
            message = f"{expected.what} is expected to be {expected.value}, but the engine says {got or 'nothing'}"
            hint = "Work it out by hand: either the example is wrong, or a rule or a card is."
            problems.report("E621", message, Place(shown, expected.line), hint=hint)
    return problems, tuple(different)


def _agrees(expected: Expected, got: str, ids: Mapping[str, str]) -> bool:
    wanted = expected.value.replace("−", "-").casefold()
    found = got.casefold()
    if moves := {move.casefold() for move in _moves(expected)}:
        possible = set(found.split("; "))
        return moves <= possible if expected.what.casefold() == "can" else not moves & possible
    here = sorted(map(str.strip, found.split(",")))
    if here in (sorted(map(str.strip, wanted.split(","))), sorted(_cards(wanted, ids))):
        return True
    return wanted == "nothing" and not found


def _cards(words: str, ids: Mapping[str, str]) -> Iterator[str]:
    """Cards by id, one by one: of `Salt 1, Silk x2`, for example."""
    for part in map(str.strip, words.split(",")):
        found = COPIES_AFTER.search(part)
        name = part[: found.start()] if found else part
        yield from [ids.get(name, name)] * (int(found["count"]) if found else 1)


def _of_players(what: str, names: Sequence[str], sheets: Sequence[ScoreSheet], ranking: Ranking) -> str:
    """Answer a total, the points of one clause, or the winner.

    Raises ValueError(sentence, cure) for any other question.
    """
    if what.casefold() in WINNERS:
        return ", ".join(names[seat] for seat in ranking.winners) or ("the game" if ranking.result else "nobody")
    if what.casefold() == DECIDED_BY:
        return next(iter(_deciding(ranking)), "nothing")
    found = OF_A_CLAUSE.fullmatch(what)
    player = found["player"] if found else what
    if player not in names:
        raise ValueError(f"there is no player '{player}'", hint_from(did_you_mean(player, names)))
    sheet = sheets[names.index(player)]
    if found:
        return str(sum(item.points for item in sheet.items if item.clause == found["clause"]))
    return str(sheet.total)


def _deciding(ranking: Ranking) -> frozenset[str]:
    return frozenset({ranking.decided_by.clause} if ranking.decided_by is not None else ())


def _checked(
    example: Example, shown: str, fired: frozenset[str], sheets: Sequence[ScoreSheet], deck: Deck
) -> Iterator[Problem]:
    """Check what the example claims to cover, and the numbers in its prose."""
    for clause in example.covers:
        if clause not in fired:
            message = f"the example {example.id} claims to cover {clause}, which had no part in it"
            hint = f"Clauses that had: {listed(had)}." if (had := sorted(fired)) else "No clause had."
            yield Problem("E623", message, shown, example.line, hint=hint)
    yield from unbound_numbers(example.prose, example.prose_line, shown, _numbers_of(example, sheets, deck))


# -- numbers in prose --------------------------------------------------------------------------------------------------


def unbound_numbers(prose: str, first_line: int, shown: str, bound: set[int]) -> Iterator[Problem]:
    """Yield a problem for each sum that is wrong, and for each number that nobody would notice if it were.

    `first_line`: of the prose, in the file that is shown.
    """

    def told(found: re.Match[str], message: str, hint: str) -> Problem:
        line = first_line + prose.count("\n", 0, found.start())
        column = found.start() - (prose.rfind("\n", 0, found.start()) + 1) + 1
        return Problem("E624", message, shown, line, column, hint=hint)

    for found in SUM.finditer(JINJA.sub(blanked, prose)):
        left, right = found[0].split("=")
        if worth(left) != int(right.replace("−", "-")):
            yield told(found, f"{left.strip()} is {worth(left)}, not {right.strip()}", "")
    for found in loose_numbers(prose, bound):
        message = f"{found[0]} is not in the table, the rules or the score of this example"
        hint = "Put it into expect, take it from a parameter ({{ ... }}), or write the sum with its result."
        yield told(found, message, hint)


def loose_numbers(prose: str, bound: set[int]) -> Iterator[re.Match[str]]:
    """Yield numbers that are not bound, and not in an expression or in a sum that leads to bound ones."""
    prose = JINJA.sub(blanked, prose)
    for found in SUM.finditer(prose):
        left, right = found[0].split("=")
        terms = {int(step["number"]) for step in STEP.finditer(left)}
        result = int(right.replace("−", "-"))
        if worth(left) == result and (abs(result) in bound or terms <= bound):
            prose = prose[: found.start()] + blanked(found) + prose[found.end() :]
    return (found for found in NUMBER.finditer(prose) if int(found[0]) not in bound)


def worth(sum_: str) -> int:
    """Work out a chain of additions, subtractions and multiplications, with multiplications first."""
    terms: list[int] = []
    for step in STEP.finditer(sum_):
        number = int(step["number"])
        if step["sign"] in {"×", "x", "*"}:
            terms[-1] *= number
        else:
            terms.append(-number if step["sign"] in {"-", "−"} else number)
    return sum(terms)


LONGEST_NUMBER = 7
"""Digits of a cell of an author's own column that may be meant by a number in the prose."""


def _numbers_of(example: Example, sheets: Sequence[ScoreSheet], deck: Deck) -> set[int]:
    """Collect totals, points, numbers and values of cards, and what is expected and written."""
    written = [
        example.table,
        *(str(value) for _, value in example.changes),
        *(move.words for move in example.moves),
        *(one.value for one in example.expected),
    ]
    bound = {int(found) for text in written for found in re.findall(r"\d+", text)}
    values = values_of(deck)
    text = "\n".join(written).casefold()
    for card in deck:
        if card.name.casefold() in text or card.id.casefold() in text:
            own = [cell for column, cell in card.fields.items() if column not in KNOWN_COLUMNS]
            bound |= {int(cell) for cell in own if cell.isdecimal() and len(cell) < LONGEST_NUMBER}
    for sheet in sheets:
        bound |= {abs(sheet.total), *map(int, sheet.tallies.values())}
        for item in sheet.items:
            bound |= {abs(item.points), len(item.cards)}
            bound |= {values[itself(card)] for card in item.cards if itself(card) in values}
    return bound


def values_of(deck: Deck) -> dict[str, int]:
    """Return the value of each card that has one, by its name in lower case."""
    return {card.name.casefold(): int(card.value) for card in deck if card.value is not None}


def itself(card: str) -> str:
    """Return the lower-case name of a card on a score sheet, also where it counts as a different card."""
    return card.partition(" as ")[0].casefold()

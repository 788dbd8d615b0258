"""A game at a table in words: what moves are called, what people hear of them, why one is refused, and hints.

The terminal and the page in the browser hold the same conversation through this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from time import monotonic
from typing import NamedTuple

from proofdeck.ground.problems import some_of
from proofdeck.play.engine.sentences import consequences, sentence
from proofdeck.play.engine.state import Action, IllegalAction, Macro, Rolled, State
from proofdeck.play.engine.transcript import HUMAN
from proofdeck.play.scene.seen import View
from proofdeck.play.seats.second_person import second_person
from proofdeck.play.seats.seen import clauses_seen, is_told, news
from proofdeck.play.seats.sitting import Sitting

ADVISER = "greedy"
"""The bot that gives hints."""


ALL = "All"


class Notice(NamedTuple):
    """What one person learns of a commitment, and the ids of the clauses that acted, as far as the person can know.

    who: who made it, or ALL for what was chosen at the same time. says: the same in sentences.
    """

    lines: tuple[str, ...]
    clauses: tuple[str, ...]
    who: str
    says: str


@dataclass(frozen=True, slots=True)
class Event:
    """A commitment. before: the table before it; mover: the seat; moves: the moves of the game up to its end."""

    before: State
    mover: int
    actions: Macro
    moves: int
    heard: dict[int, Notice] = field(default_factory=dict)
    """By the seats of those who have asked."""


class Refusal(NamedTuple):
    """A move that is not possible: its words, the reason, and the clause that forbids it."""

    move: str
    why: str
    clause: str


class Hint(NamedTuple):
    """What a bot would do: its moves, the share of the win it expects, and the best single move with its share."""

    moves: tuple[str, ...]
    share: str
    best: str
    best_share: str


class Talk:
    """What is said at one table. people: the seats of people; log: what has happened, oldest first.

    names: what the players are called here, those of the sitting by default; to_you: the seat of the only person, if
    that is called "You".
    """

    def __init__(self, sitting: Sitting, view: View, names: Sequence[str] = (), to_you: int | None = None) -> None:
        self.sitting, self.view = sitting, view
        self.names, self._to_you = tuple(names) or sitting.names, to_you
        self.people = [seat for seat, bot in enumerate(sitting.bots) if bot == HUMAN]
        self.log: list[Event] = []
        self._begun: tuple[State, Macro] | None = None
        self._since = monotonic()
        state = sitting.table_after(0)
        for number, action in enumerate(sitting.actions, 1):
            before = state.clone()
            state.apply_action(action)
            self._note(before, action, state, number)

    def called(self, action: Action) -> str:
        """The words for an action, with the names of the players."""
        return self.view.called(self.sitting.game.action_to_string(action))

    def moves(self) -> dict[str, Action]:
        """The legal moves by their words."""
        return {self.called(one): one for one in self.sitting.state.legal_actions()}

    def play(self, action: Action) -> None:
        """Make a move. Raises IllegalAction, leaving everything unchanged."""
        before = self.sitting.state.clone()
        self.sitting.play(action, monotonic() - self._since if self.sitting.is_of_person() else None)
        self.look_again()
        self._note(before, action, self.sitting.state, len(self.sitting.actions))

    def look_again(self) -> None:
        """Somebody sees the table now, and begins to think."""
        self._since = monotonic()

    def undo(self) -> list[tuple[int, str]]:
        """Take back the last choice of a person and what followed; return what was taken back, with its players."""
        length = len(self.sitting.actions)
        taken = self.sitting.undo()
        self.look_again()
        if not taken:
            return []
        state, told = self.sitting.state.clone(), []
        for action in taken:
            told.append((state.current_player(), self.called(action)))
            state.apply_action(action)
        left = length - len(taken)
        self.log = [event for event in self.log if event.moves <= left]
        done = self.log[-1].moves if self.log else 0
        under_way = tuple(self.sitting.actions[done:])
        self._begun = (self.sitting.table_after(done), under_way) if under_way else None
        return told

    def heard(self, event: Event, seat: int) -> Notice:
        """What the person in that seat learns of something that happened."""
        if seat not in event.heard:
            event.heard[seat] = self._learned(event, seat)
        return event.heard[seat]

    @cached_property
    def _moves_of_the_game(self) -> dict[str, Action]:
        return {self.called(action): action for action in self.sitting.game.actions()}

    def spoken(self, said: str) -> dict[str, Action]:
        """The moves of the game that somebody means by words alone, whether they are possible or not."""
        return meant(said, self._moves_of_the_game) if said and not said.isdigit() else {}

    def blindly(self, said: str) -> Action | Refusal | str:
        """The possible move that somebody says who sees no list of moves; why it is refused; or why it is not clear.

        A refusal is kept if people read blind at this table.
        """
        found = self.spoken(said)
        if len(found) != 1:
            kinds = found or [words for words, _ in self.sitting.game.kinds_of_moves()]
            quoted = some_of([f"'{words}'" for words in kinds])
            says = (
                f"can mean {quoted}" if found else f"is not a move. Moves are {quoted}" if quoted else "is not a move"
            )
            return f"'{said}' {says}."
        refusal, (action,) = self.refusal(said), found.values()
        if refusal is not None:
            self.sitting.refused(self.sitting.game.action_to_string(action), refusal.clause)
        return action if refusal is None else refusal

    def refusal(self, said: str) -> Refusal | None:
        """Why the move that somebody means is refused; None if it is possible, or if there is no such move."""
        for words, action in self.spoken(said).items():
            try:
                self.sitting.state.clone().apply_action(action)
            except IllegalAction as refusal:
                return Refusal(words, self.view.called(refusal.why), refusal.clause)
            return None
        return None

    def hint(self) -> Hint:
        """What a bot would do in the place of the player to move."""
        chosen, prospects = self.sitting.advice(ADVISER), self.sitting.prospects()
        best = max(prospects, key=lambda action: prospects[action])
        moves = tuple(map(self.called, chosen))
        return Hint(moves, _percent(prospects[chosen[0]]), self.called(best), _percent(prospects[best]))

    def _note(self, before: State, action: Action, after: State, moves: int) -> None:
        """Remember a move; once it completes a commitment, that has happened."""
        begun, actions = self._begun or (before, ())
        actions = (*actions, action)
        self._begun = (begun, actions) if after.is_open() else None
        if not self._begun:
            self.log.append(Event(begun, begun.current_player(), actions, moves))

    def rolled(self, event: Event) -> Sequence[Rolled]:
        """What the dice of a commitment showed."""
        return _rolled(event, _after(event))

    def _learned(self, event: Event, seat: int) -> Notice:
        after = _after(event)
        heard, rolled = self._done(event, after, seat), _rolled(event, after)
        if not rolled:
            return heard
        shows = self.view.pictures.faces(rolled, self.names)
        return heard._replace(lines=(*heard.lines, shows), says=f"{heard.says.removesuffix('.')}. {shows}")

    def _done(self, event: Event, after: State, seat: int) -> Notice:
        """What the person learns of it, but for the dice that were rolled."""
        game = self.sitting.game
        clauses = tuple(game.points.named(clauses_seen(event.before, event.actions, after, seat)))
        words, who = [game.action_to_string(action) for action in event.actions], self.names[event.mover]
        if event.before.is_sealed() and not after.is_sealed():
            choices = list(self._revealed(event))
            says = " ".join(f"{self._sentence(one, moves).removesuffix('.')}." for one, moves in choices)
            lines = (f"{self.names[one]}: {' '.join(map(self.view.called, moves))}" for one, moves in choices)
            return Notice(tuple(lines), clauses, ALL, says)
        if seat != event.mover and after.is_sealed():
            says = self.view.pictures.phrases("table.has_chosen", name=who)
            return Notice((says.removeprefix(f"{who} ").removesuffix("."),), clauses, who, says)
        if seat != event.mover and not is_told(self.view, event.before, words, event.actions, after, seat):
            changes = news(self.view, event.before, after, seat)
            return Notice(tuple(changes), clauses, who, f"{who}: {'; '.join(changes)}")
        more = consequences(clauses, list(self._gone(event.before, after, seat)), self.view.pictures)
        return Notice(tuple(map(self.view.called, words)), clauses, who, self._sentence(event.mover, words, list(more)))

    def _sentence(self, mover: int, words: Sequence[str], more: Sequence[str] = ()) -> str:
        """What somebody does, as a sentence if the language has one for it."""
        who, pictures = self.names[mover], self.view.pictures
        person = partial(second_person, say=pictures.phrases) if mover == self._to_you else str
        said = sentence(who, map(self.view.named, words), pictures, more, person)
        return said or f"{who}: {'; '.join(map(self.view.called, words))}"

    def _gone(self, before: State, after: State, viewer: int) -> Iterator[str]:
        """The cards that have left a board: `your Magus`, `Ben’s Blade`."""
        say, left = self.view.pictures.phrases, Counter(after.laid_cards())
        for one in (Counter(before.laid_cards()) - left).elements():
            what = self.view.name_of(one.piece)
            if one.seat == viewer:
                yield say("your", what=what)
            else:
                yield what if one.seat is None else say("whose", who=self.names[one.seat], what=what)

    def _revealed(self, last: Event) -> Iterator[tuple[int, list[str]]]:
        """What each has chosen at the same time. last: the choice that was the last one."""
        earlier, choices = [event for event in self.log if event.moves < last.moves], [last]
        while choices[-1].before.is_sealed():
            choices.append(earlier.pop())
        for event in reversed(choices):
            yield event.mover, list(map(self.sitting.game.action_to_string, event.actions))


def _after(event: Event) -> State:
    """The table after a commitment."""
    after = event.before.clone()
    for action in event.actions:
        after.apply_action(action)
    return after


def _rolled(event: Event, after: State) -> Sequence[Rolled]:
    return after.rolled()[len(event.before.rolled()) :]


def meant(said: str, words: Mapping[str, Action]) -> dict[str, Action]:
    """The moves that an answer can mean: by its number, by all its words, or by a part of them."""
    if said.isascii() and said.isdigit():
        found = list(words)[int(said) - 1 : int(said)] if int(said[:9]) > 0 else []
    elif not said:
        found = list(words) if len(words) == 1 else []
    else:
        exact = [one for one in words if one.casefold() == said.casefold()]
        found = exact or with_words(said, words)
    return {one: words[one] for one in found}


def with_words(said: str, words: Iterable[str]) -> list[str]:
    """Those in which each word of an answer begins a word."""
    wanted = said.casefold().split()
    return [one for one in words if all(any(part.startswith(w) for part in one.casefold().split()) for w in wanted)]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"

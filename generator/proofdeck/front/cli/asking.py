"""A conversation at the terminal: questions, completion, running totals and answers to `why`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from proofdeck.front.cli.plain import plain, say
from proofdeck.front.cli.screen import fitted, width_of
from proofdeck.front.cli.terminal import Colours, ExitCode, show_problems
from proofdeck.ground.bounds import whole
from proofdeck.ground.phrases import ENGLISH, FALLBACK, Phrases
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean
from proofdeck.play.seats.players import check_players
from proofdeck.score.conversation import AnswerEffect, Conversation, not_to_be_written
from proofdeck.score.drafts import CHANGED, ENDED, PLAYERS, SAID, Draft, replay, unfinished
from proofdeck.score.entries import UNDONE, standing
from proofdeck.score.ledger import Ledger
from proofdeck.score.report import as_text
from proofdeck.score.why import ClauseWords, why

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.document import Document

    from proofdeck.play.engine.loading import Playable

COMMANDS = ("help", "why", "total", "pile", "lines", "change", "undo", "quit")
ALSO = {"?": "help", "back": "undo", "exit": "quit", "fix": "change", "edit": "change"}


class LeftError(Exception):
    """The user has left, by `quit`, at the end of the input, or with Ctrl-C (`by_force`)."""

    def __init__(self, *, by_force: bool = False) -> None:
        super().__init__()
        self.by_force = by_force


@contextmanager
def leaving(words: str = "", code: ExitCode = ExitCode.FINE) -> Iterator[None]:
    """If the user leaves, say these words and end the command with that code, or as Ctrl-C does."""
    try:
        yield
    except LeftError as left:
        if words:
            say(words)
        raise typer.Exit(ExitCode.INTERRUPTED if left.by_force else code) from None


class Asker:
    """Asks for a line. The library for line editing is loaded at the first question."""

    def __init__(self) -> None:
        self._session: PromptSession[str] | None = None

    def __call__(self, asked: str, words: Sequence[str] = (), default: str = "", below: str = "") -> str:
        """words: for completion; default: a text to edit; below: a line at the foot of the terminal.

        The answer is one line, even where several were pasted. Raises LeftError.
        """
        from prompt_toolkit import PromptSession

        if self._session is None:
            self._session = PromptSession(complete_while_typing=False)
        try:
            said = self._session.prompt(
                f"{fitted(plain(asked), width_of(sys.stdout))}: ",
                completer=_completer(words),
                default=default,
                bottom_toolbar=plain(below) or None,
            )
            return " ".join(said.split())
        except EOFError:
            raise LeftError from None
        except KeyboardInterrupt:
            raise LeftError(by_force=True) from None


def _completer(words: Sequence[str]) -> Any:
    """Offers names that match what follows the last comma, colon or equals sign."""
    from prompt_toolkit.completion import Completer, Completion

    class Names(Completer):
        def get_completions(self, document: Document, _: object) -> Iterator[Completion]:
            begun = last_part(document.text_before_cursor)
            for word in completions(begun, words):
                yield Completion(word, start_position=-len(begun))

    return Names()


def last_part(text: str) -> str:
    """The name being typed: what follows the last separator, without leading spaces."""
    start = max(text.rfind(mark) for mark in ",:;=/")
    return text[start + 1 :].lstrip()


def completions(begun: str, words: Iterable[str]) -> list[str]:
    """Names that begin this way, then names in which another word does."""
    wanted = begun.casefold()
    first = [word for word in words if word.casefold().startswith(wanted)]
    later = [word for word in words if any(part.startswith(wanted) for part in word.casefold().split()[1:])]
    return list(dict.fromkeys([*first, *later])) if wanted else first


@dataclass(frozen=True, slots=True)
class TerminalTalk:
    """One conversation at the terminal. ended_by: what pressing Enter at the end does, such as `end`.

    phrases: those of the language of the game.
    """

    conversation: Conversation
    draft: Draft
    ask: Asker
    words: ClauseWords
    ended_by: str
    phrases: Phrases

    def to_the_end(self) -> None:
        """Ask until there is nothing left to ask and the user confirms. Raises LeftError."""
        shown, content = None, False
        while not content:
            table = self.conversation.table
            if table.question is None and table is not shown:
                self._show_all()
                shown = table
            content = self._step()

    def _step(self) -> bool:
        """One line of the conversation; True when it was the last."""
        question = self.conversation.table.question
        if question is None:
            said = self.ask(self.phrases(f"asked.to_{self.ended_by}"), (*COMMANDS, *self._words()))
            if not said:
                return self.conversation.scored(Problems()) is not None
        else:
            more = " (Enter when done)" if question.many else " (Enter for none)" if question.optional else ""
            asks = self.phrases.said_of_a_game(f"{question.asks}{more}")
            said = self.ask(asks, list(map(self.phrases.term, question.words)), below=self._below())
        command, rest = command_of(said, self.phrases)
        if question and (question.many or question.optional) and said.casefold() in self._said("none_words"):
            said = ""
        if command:
            self._obey(command, rest)
        elif question is None:
            near = did_you_mean(said, COMMANDS) if self.phrases.language == FALLBACK else ""
            say(f"{self.phrases('asked.not_a_command', said=said)} {near}".strip())
            say(self._help())
        else:
            answer = self.phrases.original(said)
            self._take(lambda: self.conversation.say(answer), SAID, text=answer)
        return False

    def _said(self, words: str) -> list[str]:
        """The words that are understood."""
        return self.phrases(f"asked.{words}").split()

    def _words(self) -> Iterator[str]:
        """The commands in the language of the game."""
        return (one.partition("=")[0] for one in self._said("command_words"))

    def _help(self) -> str:
        return self.phrases("asked.help").strip("\n")

    def _take(self, change: Callable[[], list[Problem]], what: str, **data: Any) -> None:
        before = self.conversation.scored(Problems())
        asked = self.conversation.table.question
        wrong = change()
        if wrong:
            tell(wrong)
            return
        if not_kept := self.draft.keep(what, **data):
            tell(not_kept)
            say(self.phrases("asked.not_kept"))
        worth = self.conversation.worth_since(before)
        if worth and (what == CHANGED or (asked and asked.player)):
            self._show_change(worth, asked.player if asked and what == SAID else "")

    def _show_change(self, worth: AnswerEffect, player: str) -> None:
        """player: whose change is shown; "" for everybody's."""
        bold = Colours(sys.stdout)
        rows = [row for row in worth.items if player in {"", row[0]}]
        for _, item, more in rows:
            if more > 0 and item.points:
                cards = f"  {self.phrases.rewritten(', '.join(item.cards))}" if item.cards else ""
                say(f"{item.points * more:>6}  {self.phrases.said_of_a_game(item.label)}{cards}")
        for note in worth.notes:
            say(f"  {note}")
        for name in dict.fromkeys(row[0] for row in rows):
            typer.echo(f"  {plain(name)} {self.phrases.said_of_a_game('has')} {bold('1', str(worth.totals[name]))}.")

    def _below(self) -> str:
        scored = self.conversation.scored(Problems())
        if scored is None:
            return ""
        return "   ".join(f"{name} {sheet.total}" for name, sheet in zip(scored.names, scored.sheets, strict=True))

    def _show_all(self) -> None:
        problems = Problems()
        scored = self.conversation.scored(problems)
        say("")
        if scored is None:
            tell(problems)
            say(self.phrases("asked.do_not_fit"))
        else:
            say(as_text(scored, say=self.phrases.said_of_a_game))

    # -- what can be said instead of an answer -------------------------------------------------------------------------

    def _obey(self, command: str, rest: str) -> None:
        if command == "quit":
            raise LeftError
        if command == "help":
            question = self.conversation.table.question
            if question:
                say(f"  {self.phrases('asked.example', example=self.phrases.rewritten(question.such_as))}")
            say(self._help())
        elif command == "lines":
            for number, (question, answer) in enumerate(self.conversation.table.lines, 1):
                say(f"  {number:>3}  {self.phrases.said_of_a_game(question.asks)}: {answer.text}")
        elif command == "change":
            self._change(rest)
        elif command == "pile":
            self._pile(rest)
        elif command == "undo":
            self._undo()
        else:
            self._explain(command, rest)

    def _explain(self, command: str, rest: str) -> None:
        scored = self.conversation.scored(Problems())
        if scored is None:
            say(self.phrases("asked.incomplete"))
        elif command == "total":
            text = as_text(scored, placed=not self.conversation.table.waiting, say=self.phrases.said_of_a_game)
            say(text)
        else:
            say("\n".join(why(rest, scored, self.words, self.phrases)))

    def _change(self, rest: str) -> None:
        lines = self.conversation.table.lines
        number = whole(rest) or 0
        if not 1 <= number <= len(lines):
            say(f"  {self.phrases('asked.which_line' if lines else 'asked.no_answers', last=len(lines))}")
            return
        question, answer = lines[number - 1]
        text = self.ask(
            self.phrases("asked.corrected", asked=self.phrases.said_of_a_game(question.asks)),
            question.words,
            default=answer.text,
        )
        self._take(lambda: self.conversation.change(number, text), CHANGED, line=number, text=text)

    def _pile(self, rest: str) -> None:
        question = self.conversation.table.question
        cards = rest or self.ask(self.phrases("asked.which_cards"), question.words if question else ())
        suggestion, problems = self.conversation.suggestion(cards)
        tell(problems)
        if suggestion is None:
            return
        changes = self.conversation.changes(suggestion)
        if not suggestion.answers and not changes:
            say(f"  {self.phrases('table.no_sets')}")
            return
        for number, text in changes:
            before = self.conversation.table.lines[number - 1][1].text
            say(f"  {self.phrases('asked.in_place', text=text, number=number, before=before)}")
        for answer in suggestion.answers:
            say(f"  {answer}")
        for what, words in (("left_over", suggestion.left), ("fulfilled", suggestion.fulfils)):
            if words:
                say(f"  {self.phrases(f'asked.{what}', cards=', '.join(words))}")
        if ask_yes(self.ask, self.phrases("asked.use_them"), self.phrases):
            for number, text in changes:
                self._take(partial(self.conversation.change, number, text), CHANGED, line=number, text=text)
            for answer in suggestion.answers:
                self._take(partial(self.conversation.say, answer), SAID, text=answer)

    def _undo(self) -> None:
        """Repeat all answers except the last."""
        if self.draft.is_empty:
            say(f"  {self.phrases('asked.no_answers')}")
            return
        last = standing(self.draft.entries)[-1].data.get("text", "")
        say(f"  {self.phrases('asked.taken_back', what=last or self.phrases('asked.an_enter'))}")
        self.draft.keep(UNDONE)
        tell(replay(self.conversation, self.draft))


def command_of(said: str, phrases: Phrases = ENGLISH) -> tuple[str, str]:
    """(command, what follows it), or ("", "") for an answer. Commands are understood in English, too."""
    first, _, rest = said.partition(" ")
    word = first.casefold().rstrip("?:？：") or ("?" if first else "")
    others = dict(one.split("=") for one in phrases("asked.command_words").split())
    command = ALSO.get(word, others.get(word, word))
    takes_more = command in {"why", "change", "pile"}
    return (command, rest.strip()) if command in COMMANDS and (takes_more or not rest.strip()) else ("", "")


def ask_players(ask: Asker, title: str, playable: Playable, phrases: Phrases) -> tuple[str, ...]:
    """Ask for names until they are valid for the game and its notation. Raises LeftError."""
    least, most = playable.game.min_players, playable.game.max_players
    while True:
        seats = str(least) if least == most else phrases("from_to", first=least, last=most)
        said = ask(phrases("asked.who", seats=seats))
        if command_of(said, phrases)[0] == "quit":
            raise LeftError
        parted = tuple(" ".join(name.split()) for name in said.split(",") if name.strip())
        names = parted if len(parted) > 1 else tuple(said.split())
        wrong = check_players(names, least, most, title) or not_to_be_written(playable, names)
        if not wrong:
            return names
        tell(wrong)


def begin(
    ask: Asker,
    ledger: Ledger,
    playable: Playable,
    begun: Mapping[str, Any],
    players: Callable[[], tuple[str, ...]],
    phrases: Phrases,
    known: Sequence[str] = (),
) -> tuple[Conversation, Draft]:
    """A conversation that was left, or a new one. begun: its subject; known: what need not be asked.

    Raises LeftError.
    """
    try:
        left = unfinished(ledger, begun)
    except ProofdeckError as error:
        tell(error.problems)
        left = None
    if left is not None:
        names = tuple(left.entries[0].data[PLAYERS])
        said = phrases("asked.answers", count=len(standing(left.entries)) - 1)
        if ask_yes(ask, phrases("asked.go_on", names=phrases.listed(names), answers=said), phrases):
            conversation = Conversation(playable, names, known)
            if changed := replay(conversation, left):
                tell(changed)
                say(phrases("asked.no_longer_fit"))
            return conversation, left
        left.keep(ENDED)
    names = players()
    return Conversation(playable, names, known), Draft(ledger, {**begun, PLAYERS: list(names)})


def ask_yes(ask: Asker, asked: str, phrases: Phrases = ENGLISH) -> bool:
    """Enter means yes. Raises LeftError."""
    while True:
        said = ask(phrases("asked.yes_no", asked=asked)).casefold()
        if command_of(said, phrases)[0] == "quit":
            raise LeftError
        if said in {"", *ENGLISH("asked.yes_words").split(), *phrases("asked.yes_words").split()}:
            return True
        if said in {*ENGLISH("asked.no_words").split(), *phrases("asked.no_words").split()}:
            return False
        say(phrases("asked.please"))


def tell(problems: Iterable[Problem]) -> None:
    """Show what is wrong and how to fix it, without places, because there is no file."""
    for problem in problems:
        shown = Problem(
            problem.code, problem.message, problem.file if problem.line is None else None, hint=problem.hint
        )
        show_problems([shown], "concise", None, sys.stdout)
        if problem.hint:
            say(f"    {problem.hint}")

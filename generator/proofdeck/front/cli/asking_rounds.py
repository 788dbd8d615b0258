"""Asks for a round of a match at the terminal: its points, or the table line by line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from proofdeck.front.cli.asking import Asker, LeftError, TerminalTalk, ask_yes, begin, command_of, leaving, tell
from proofdeck.front.cli.folders import as_spoken
from proofdeck.front.cli.plain import say
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.engine.loading import Playable
from proofdeck.score.conversation import not_to_be_written
from proofdeck.score.ledger import Ledger
from proofdeck.score.matches.match import Round
from proofdeck.score.matches.rounds import RoundRequest, no_sums, read_round
from proofdeck.source.project.game import Game


def ask_round(ledger: Ledger, project: Path, asked: RoundRequest) -> Round:
    """Ask for a round. If the user leaves, the command ends and the answers are kept."""
    match = asked.match
    name = match.round_name(asked.number)
    playable = _game(asked)
    game = _read(project, match.game) if playable else None
    phrases = game.spoken if game else ENGLISH
    say(phrases("asked.round_named" if name else "asked.round", title=match.title, number=asked.number, name=name))
    with leaving(phrases("asked.left_round")):
        return _asked_for(ledger, project, asked, playable, phrases)


def _asked_for(
    ledger: Ledger, project: Path, asked: RoundRequest, playable: Playable | None, phrases: Phrases
) -> Round:
    match, ask = asked.match, Asker()
    points = phrases("asked.points_of", players=phrases.listed(match.players))
    while True:
        said = ask(phrases("asked.or_table", points=points) if playable else points)
        if command_of(said, phrases)[0] == "quit":
            raise LeftError
        as_table = not said and playable is not None
        if as_table and playable is not None:
            if unclear := not_to_be_written(playable, match.players):
                tell(unclear)
                continue
            said = _table(ledger, project, asked, playable, ask, phrases)
        problems = Problems()
        try:
            played = read_round(said, asked, problems, table=as_table)
        except ProofdeckError as error:
            played, problems = None, Problems(error.problems)
        if played is not None and _can_be(played, playable, ask, phrases):
            return played
        tell(problems)


def _can_be(played: Round, playable: Playable | None, ask: Asker, phrases: Phrases) -> bool:
    """Whether points are possible in the game, or are to be kept although they are not. Raises LeftError."""
    wrong, parts = no_sums(played, playable) if playable else ([], [])
    numbers, known = phrases.listed(map(str, wrong)), phrases.listed(map(str, parts))
    return not wrong or ask_yes(ask, phrases("asked.no_sum", count=len(wrong), numbers=numbers, parts=known), phrases)


def _game(asked: RoundRequest) -> Playable | None:
    """The game, if it can ask for tables. If it cannot be opened, say why and ask for points only."""
    if not asked.match.game:
        return None
    try:
        playable = asked.opened()
    except ProofdeckError as error:
        tell(error.problems)
        return None
    return playable if playable and playable.engine.script else None


@cache
def _read(project: Path, name: str) -> Game | None:
    from proofdeck.source.project.reading import load_project

    game = load_project(project, Problems(), name).games.get(name)
    return game and as_spoken(project, game)


def _table(ledger: Ledger, project: Path, asked: RoundRequest, playable: Playable, ask: Asker, phrases: Phrases) -> str:
    """The table in the notation of its game. Raises LeftError.

    The conversation is never marked as ended, so its answers are there when the round is added or corrected again.
    """
    from proofdeck.book.manuscript.composing import clause_words

    match = asked.match
    about = {"game": match.game, "project": str(project.resolve()), "match": match.id, "round": asked.number}
    known = (str(asked.number),) if match.form.rounds else ()
    conversation, draft = begin(ask, ledger, playable, about, lambda: match.players, phrases, known)

    def words() -> Mapping[str, str]:
        game = _read(project, match.game)
        return clause_words(game) if game else {}

    TerminalTalk(conversation, draft, ask, words, "keep", phrases).to_the_end()
    return conversation.table.notation()

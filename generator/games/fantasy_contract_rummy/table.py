"""The notation of a table of Fantasy Contract Rummy, and its score.

::

    Ana:
      master-of-arms: Paladin, Shield x2, Sword, Dagger
      Trickster as Ranger, Wolf, Bear, Raven
      broken formation: Bard, Rogue
      open: Warrior's Arsenal
      secret: Slippery Beasts
      actions: Espionage, Helping Hand
    Ben:
      multiplets: Druid x2, Dagger x2, Wolf x2

Where the type of a set is left out, or what a Trickster or a Druid stands for, the reading is taken that counts the
most together with the contracts. `pile:` before cards makes them into the sets that count the most beside those that
are written down, and repairs broken ones with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from generator.engine.asking import Suggestion
from generator.engine.engine import Scored
from generator.engine.notation import Notation
from generator.engine.score_sheet import Ranking
from generator.games.fantasy_contract_rummy.best_reading import best_reading
from generator.games.fantasy_contract_rummy.motifs import CONTRACTS, Motifs
from generator.games.fantasy_contract_rummy.reading import PlayerRead, Reader
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.scoring import Side
from generator.games.fantasy_contract_rummy.sets import ANIMAL_KINGDOM, CLASS_FORMATION, KINDS, MULTIPLETS, CardSet
from generator.games.fantasy_contract_rummy.typed_sets import choices, read_as
from generator.problems import Problems


def score(game: FantasyContractRummy, notation: Notation, problems: Problems) -> Scored | None:
    """Read each player's sets, contracts and actions. None if there are mistakes, which are added to `problems`."""
    players = read_players(game, notation, problems)
    if players is None:
        return None
    table, notes = game.table.blank(game, len(players), 0), list[str]()
    for seat, player in enumerate(players):
        table.lay(seat, side_of(game, player))
        notes += _notes(game, player, table.side(seat))
    names = tuple(player.name.text for player in players)
    fired = frozenset(clause for seat in range(len(players)) for clause in _fired(game, table.side(seat)))
    return Scored(names, tuple(table.score_sheets()), Ranking.by(table.criteria()), fired, tuple(notes))


def read_players(game: FantasyContractRummy, notation: Notation, problems: Problems) -> list[PlayerRead] | None:
    """What each player has. None if there are mistakes, which are added to `problems`."""
    reader = Reader(game, notation, problems)
    players = [reader.player(head, lines) for head, lines in notation.blocks()]
    if not 1 <= len(players) <= game.max_players:
        message = f"Fantasy Contract Rummy is for two players, but there are {len(players)}"
        hint = "A name and a colon, and below it, indented, what that player has."
        reader.cannot_be(message, hint=hint)
    reader.check_counts()
    return None if reader.failed() else players


def side_of(game: FantasyContractRummy, player: PlayerRead) -> Side:
    """The best-scoring reading of a player's cards: sets in the order of their lines, then new ones."""
    sides = (
        Side(_with_pile(game, player, sets), player.actions, player.contracts)
        for sets in choices(game, player.typed, player.contracts, player.actions)
    )
    return max(sides, key=game.scoring.total)


def _with_pile(game: FantasyContractRummy, player: PlayerRead, sets: list[CardSet]) -> list[CardSet]:
    """Those sets and the best reading of the player's pile with them."""
    if not player.pile:
        return sets
    return best_reading(game, player.pile, sets, player.contracts, player.actions)


def _notes(game: FantasyContractRummy, player: PlayerRead, side: Side) -> Iterator[str]:
    """Notes on how anything left unsaid was interpreted."""
    for typed, card_set in zip(player.typed, side.sets, strict=False):
        for card, motif in read_as(game, typed, card_set):
            yield f"{player.name.text}: {card} is read as {motif}, because that counts most."


def suggest(game: FantasyContractRummy, notation: Notation, problems: Problems) -> Mapping[str, Suggestion]:
    """The best reading of the players' piles, given their other cards."""
    players = read_players(game, notation, problems) or []
    return {player.name.text: _suggestion(game, player) for player in players if player.pile}


def _suggestion(game: FantasyContractRummy, player: PlayerRead) -> Suggestion:
    motifs, side = game.motifs, side_of(game, player)
    there, new = side.sets[: len(player.typed)], side.sets[len(player.typed) :]
    instead = {
        typed.line: _answer(motifs, now)
        for typed, now in zip(player.typed, there, strict=True)
        if now not in typed.readings
    }
    laid = Counter(motifs.card_of[element] for _, elements in side.sets for element in elements)
    laid.subtract(motif for typed in player.typed for motif, _ in typed.cards)
    left = tuple(motifs.names[motif] for motif in (player.pile - laid).elements())
    fulfilled = (
        name
        for contract, name in enumerate(motifs.contract_names)
        if game.scoring.is_fulfilled(contract, side.sets, player.actions)
    )
    return Suggestion(tuple(_answer(motifs, one) for one in new), left, tuple(fulfilled), instead)


def _answer(motifs: Motifs, card_set: CardSet) -> str:
    """The set in notation."""
    kind, elements = card_set
    return f"{KINDS[kind]}: {_counted(map(motifs.element_name, elements))}"


def _counted(names: Iterable[str]) -> str:
    """`Paladin, Shield x2`."""
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in Counter(names).items())


def _fired(game: FantasyContractRummy, side: Side) -> Iterator[str]:
    """The clauses that played a part without giving points."""
    for kind, elements in side.sets:
        yield f"set.{KINDS[kind]}"
        roles = [element >> 1 for element in elements if element & 1]
        yield from ("stand-in.trickster" if role in game.motifs.characters else "stand-in.druid" for role in roles)
        if roles and kind in {CLASS_FORMATION, ANIMAL_KINGDOM, MULTIPLETS}:
            yield "stand-in.natural"
    for contract, is_open in side.contracts:
        yield f"contract.{CONTRACTS[contract]}"
        yield "pay.open" if is_open else "pay.secret"

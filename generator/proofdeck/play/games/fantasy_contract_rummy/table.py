"""The notation of a table of Fantasy Contract Rummy, its score, the questions about it, and what to write down.

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
from collections.abc import Iterator, Mapping, Sequence

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.asking import Gap, Script, Suggestion, of_each
from proofdeck.play.engine.categories import Category, ScoreBox, ScoreForm
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import Notation
from proofdeck.play.engine.score_sheet import Ranking
from proofdeck.play.games.fantasy_contract_rummy.best_reading import best_reading
from proofdeck.play.games.fantasy_contract_rummy.motifs import CONTRACTS, HOARDER, Motifs
from proofdeck.play.games.fantasy_contract_rummy.reading import PlayerRead, Reader, choices, read_as
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.scoring import Side
from proofdeck.play.games.fantasy_contract_rummy.sets import (
    ANIMAL_KINGDOM,
    CLASS_FORMATION,
    KINDS,
    MULTIPLETS,
    SET_NAMES,
    CardSet,
)


def score(game: FantasyContractRummy, notation: Notation, problems: Problems) -> Scored | None:
    """Read each player's sets, contracts and actions. None if there are mistakes, which are added to `problems`."""
    players = read_players(game, notation, problems)
    if players is None:
        return None
    table, notes = game.table.blank(game, len(players), 0), list[str]()
    for seat, player in enumerate(players):
        table.lay(seat, side_of(game, player))
        for typed, card_set in zip(player.typed, table.side(seat).sets, strict=False):
            for card, motif in read_as(game, typed, card_set):
                notes.append(f"{player.name.text}: {card} is read as {motif}, because that counts most.")
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
    pile, actions, contracts = player.pile, player.actions, player.contracts
    sides = (
        Side(best_reading(game, pile, sets, contracts, actions) if pile else sets, actions, contracts)
        for sets in choices(game, player.typed, contracts, actions)
    )
    return max(sides, key=game.scoring.total)


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
    """The set in notation: `armory: Sword, Shield x2`."""
    kind, elements = card_set
    names = Counter(map(motifs.element_name, elements)).items()
    return f"{KINDS[kind]}: {', '.join(f'{name} x{count}' if count > 1 else name for name, count in names)}"


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


# -- asking and writing down -------------------------------------------------------------------------------------------


def script(game: FantasyContractRummy, players: Sequence[str]) -> Script:
    motifs = game.motifs
    actions = tuple(motifs.names[motif] for motif in motifs.actions)
    cards = tuple(card for card in motifs.names if card not in actions)
    contracts = tuple(motifs.contract_names)
    such_as = "Paladin, Shield x2, Sword, Dagger   or: broken armory: Sword x2"
    each = of_each(
        players,
        "\n{player}:",
        Gap("Open contracts of {player}", "\n  open: ", "Hoarder", contracts, optional=True),
        Gap("Secret contracts of {player}", "\n  secret: ", contracts[0], contracts, optional=True),
        Gap("Actions that {player} has played", "\n  actions: ", "Espionage, Thievery", actions, optional=True),
        Gap("A set of {player}", "\n  ", such_as, (*cards, *KINDS), many=True),
    )
    return (*each, "\n")


SET_CLAUSES = frozenset({"set.value", "set.broken", "partner.triple", *(f"set.{kind}" for kind in KINDS)})
CONTRACT_CLAUSES = frozenset(
    {"pay.open", "pay.secret", "pay.hoarder", *(f"contract.{contract}" for contract in CONTRACTS)}
)


def score_form(game: FantasyContractRummy) -> ScoreForm:
    """A line for each type of set with its bonus, and for each contract with what it pays."""
    agreed, motifs = game.agreed, game.motifs
    sets = tuple(ScoreBox(name, f"{bonus:+d}") for name, bonus in zip(SET_NAMES, agreed.bonus, strict=True))
    contracts = tuple(ScoreBox(motifs.contract_names[one], _pays(game, one)) for one in range(len(CONTRACTS)))
    values = ", ".join(f"{motifs.names[motif]} {motifs.values[motif]}" for motif in motifs.actions)
    return ScoreForm(
        (
            Category("Sets", SET_CLAUSES, "values and bonus", sets, often=True),
            Category("Contracts", CONTRACT_CLAUSES, "fulfilled / not", contracts, often=True),
            Category("Actions", frozenset({"action.value"}), "played, their values", often=True),
            Category("Fulfilled contracts", note="if the totals are equal, the most win", tally="fulfilled contracts"),
        ),
        (game.min_players, game.max_players),
        notes=(
            "A set: the values of its cards and its bonus.",
            f"In a set with its partner, a weapon counts {agreed.factor} times.",
            "A broken set scores nothing.",
            f"Actions: {values}.",
        ),
    )


def _pays(game: FantasyContractRummy, contract: int) -> str:
    """`open 20 / −20, secret 10 / −40`, as in the calculator."""
    shown = []
    for is_open, word in ((True, "open"), (False, "secret")):
        if contract == HOARDER and not is_open:
            shown.append("face down 0")
            continue
        paid, lost = game.scoring.pays(contract, is_open=is_open)
        shown.append(f"{word} {paid} / {lost}".replace("-", "−"))
    return ", ".join(shown)

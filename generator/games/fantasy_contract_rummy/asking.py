"""The questions about a table of Fantasy Contract Rummy: each player's sets, contracts and actions."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.asking import Question, Script, of_each
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.sets import KINDS


def script(game: FantasyContractRummy, players: Sequence[str]) -> Script:
    motifs = game.motifs
    actions = tuple(motifs.names[motif] for motif in motifs.actions)
    cards = tuple(card for card in motifs.names if card not in actions)
    contracts = tuple(motifs.contract_names)
    such_as = "Paladin, Shield x2, Sword, Dagger   or: broken armory: Sword x2"
    each = of_each(
        players,
        "\n{player}:",
        Question("Open contracts of {player}", "\n  open: ", "Hoarder", contracts, optional=True),
        Question("Secret contracts of {player}", "\n  secret: ", contracts[0], contracts, optional=True),
        Question("Actions that {player} has played", "\n  actions: ", "Espionage, Thievery", actions, optional=True),
        Question("A set of {player}", "\n  ", such_as, (*cards, *KINDS), many=True),
    )
    return (*each, "\n")

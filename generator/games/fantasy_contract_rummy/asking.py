"""The questions about a table of Fantasy Contract Rummy: each player's sets, contracts and actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.asking import Question, Script
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.sets import KINDS


def script(game: FantasyContractRummy, players: Sequence[str]) -> Script:
    return (*(part for name in players for part in _player(game, name)), "\n")


def _player(game: FantasyContractRummy, name: str) -> Iterator[str | Question]:
    motifs = game.motifs
    actions = tuple(motifs.names[motif] for motif in motifs.actions)
    cards = tuple(card for card in motifs.names if card not in actions)
    contracts = tuple(motifs.contract_names)
    yield f"\n{name}:"
    yield Question(f"Open contracts of {name}", "\n  open: ", "Hoarder", contracts, player=name, optional=True)
    yield Question(f"Secret contracts of {name}", "\n  secret: ", contracts[0], contracts, player=name, optional=True)
    yield Question(
        f"Actions that {name} has played", "\n  actions: ", "Espionage, Thievery", actions, player=name, optional=True
    )
    yield Question(
        f"A set of {name}",
        "\n  ",
        "Paladin, Shield x2, Sword, Dagger   or: broken armory: Sword x2",
        (*cards, *KINDS),
        player=name,
        many=True,
    )

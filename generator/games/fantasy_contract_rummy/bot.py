"""The bots of this game: the greedy one, and players who go for contracts."""

from __future__ import annotations

from generator.games.fantasy_contract_rummy.contract_bot import ContractBot
from generator.games.fantasy_contract_rummy.greedy_bot import GreedyBot

greedy = GreedyBot
BOTS = {"contracts": ContractBot}

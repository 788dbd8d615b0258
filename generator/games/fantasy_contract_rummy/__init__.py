"""Fantasy Contract Rummy: two companies of heroes lay sets and sign contracts."""

from generator.engine.kit.game import game_in
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.table import score

GAME = game_in(__name__, FantasyContractRummy, score)

"""Fantasy Contract Rummy: two companies of heroes lay sets and sign contracts."""

from proofdeck.play.engine.kit.game import game_in
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.table import score

GAME = game_in(__name__, FantasyContractRummy, score)

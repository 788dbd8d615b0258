"""Fantasy Contract Rummy: two companies of heroes lay sets and sign contracts."""

from generator.engine.engine import Engine, in_package
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.table import score

GAME = Engine(
    FantasyContractRummy.name,
    FantasyContractRummy.parameters,
    FantasyContractRummy.points,
    FantasyContractRummy,
    score,
    parts=in_package(__name__),
)

"""Fantasy Contract Rummy: two companies of heroes lay sets and sign contracts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from generator.engine.engine import Engine
from generator.games.fantasy_contract_rummy.clauses import PARAMETERS, POINTS
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.table import score

if TYPE_CHECKING:
    from generator.engine.beside import Beside


@cache
def beside() -> Beside:
    """What is needed for more than a score."""
    from generator.engine.beside import Beside
    from generator.games.fantasy_contract_rummy.asking import script
    from generator.games.fantasy_contract_rummy.bot import greedy
    from generator.games.fantasy_contract_rummy.categories import score_form
    from generator.games.fantasy_contract_rummy.claims import CHECKS
    from generator.games.fantasy_contract_rummy.pictures import PICTURES
    from generator.games.fantasy_contract_rummy.position import position
    from generator.games.fantasy_contract_rummy.table import suggest

    return Beside(greedy, position, PICTURES, CHECKS, script, suggest, score_form)


GAME = Engine("fantasy-contract-rummy", PARAMETERS, POINTS, FantasyContractRummy, score, beside=beside)

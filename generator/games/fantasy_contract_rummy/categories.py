"""What to write down after a game of Fantasy Contract Rummy: sets, contracts and actions."""

from __future__ import annotations

from generator.engine.categories import Category, Place, ScoreForm
from generator.games.fantasy_contract_rummy.motifs import CONTRACTS, HOARDER
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.sets import KINDS, SET_NAMES

SET_CLAUSES = frozenset({"set.value", "set.broken", "partner.triple", *(f"set.{kind}" for kind in KINDS)})
CONTRACT_CLAUSES = frozenset(
    {"pay.open", "pay.secret", "pay.hoarder", *(f"contract.{contract}" for contract in CONTRACTS)}
)


def score_form(game: FantasyContractRummy) -> ScoreForm:
    """A line for each type of set with its bonus, and for each contract with what it pays."""
    agreed, motifs = game.agreed, game.motifs
    sets = tuple(Place(name, f"{bonus:+d}") for name, bonus in zip(SET_NAMES, agreed.bonus, strict=True))
    contracts = tuple(Place(motifs.contract_names[one], _pays(game, one)) for one in range(len(CONTRACTS)))
    values = ", ".join(f"{motifs.names[motif]} {motifs.values[motif]}" for motif in motifs.actions)
    return ScoreForm(
        (
            Category("Sets", SET_CLAUSES, "values and bonus", sets, often=True),
            Category("Contracts", CONTRACT_CLAUSES, "fulfilled / not", contracts, often=True),
            Category("Actions", frozenset({"action.value"}), "played, their values", often=True),
            Category("Fulfilled contracts", note="the most break a tie", tally="fulfilled contracts"),
        ),
        (game.min_players, game.max_players),
        notes=(
            f"A set: the values of its cards and its bonus. Beside its partner a weapon counts {agreed.factor} times.",
            "A broken set counts nothing.",
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
        items = [game.scoring.contract_item(contract, is_open=is_open, fulfilled=done) for done in (True, False)]
        shown.append(f"{word} {' / '.join(_signed(item.points) for item in items)}")
    return ", ".join(shown)


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)

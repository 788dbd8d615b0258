"""Computations for claims about Fantasy Contract Rummy: cards left to draw, and what sets and contracts need."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.problems import listed
from proofdeck.play.engine.claims import Computation, Finding
from proofdeck.play.games.fantasy_contract_rummy.building import NOTHING_YET
from proofdeck.play.games.fantasy_contract_rummy.reading import readings
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, SET_NAMES, CardSet

PHANTOMS = ("Barrier Mage", "Wild Druid", "Unseen Actors", "Thinning the Herd")


def left_to_draw(game: FantasyContractRummy) -> Finding:
    """The draw deck when the game begins."""
    table = game.new_initial_state(game.min_players, 0)
    lie = {zone: len(cards) for zone, cards in table.zones().items()}
    hands = [lie[f"hand {seat + 1}"] for seat in range(table.players)]
    main = lie["stock"] + lie["discard pile"] + sum(hands)
    dealt = " - ".join(map(str, hands))
    return Finding(
        str(lie["stock"]),
        f"The engine dealt a game: {main} - {dealt} - {lie['discard pile']} = {lie['stock']} cards, "
        "the main deck less both hands and the card that is turned up.",
    )


def phantom_contracts(game: FantasyContractRummy) -> Finding:
    """Contracts that the source names and never describes."""
    names = game.motifs.contract_names
    there = [name for name in PHANTOMS if name.casefold() in {known.casefold() for known in names}]
    return Finding(str(len(there)), f"Looked up among the {len(names)} contracts of the list: {listed(names)}.")


def troubadour_sets(game: FantasyContractRummy) -> Finding:
    """The sets that Bard, Lute and Mirror make without another card."""
    cards = [(game.motifs.number[name], None) for name in ("bard", "lute", "mirror")]
    kinds = [SET_NAMES[kind] for kind, _ in readings(game.agreed, None, cards)]
    return Finding(str(len(kinds)), f"The engine tried these three cards as each of the {len(KINDS)} types of sets.")


def sets_without_weapons(game: FantasyContractRummy) -> Finding:
    """The types of sets that characters and companions can make alone."""
    kinds = {kind for kind, _ in _without_weapons(game)}
    names = listed(SET_NAMES[kind] for kind in sorted(kinds))
    return Finding(str(len(kinds)), f"The engine laid the characters and companions of the deck alone: {names}.")


def contracts_without_weapons(game: FantasyContractRummy) -> Finding:
    """The contracts that sets of characters and companions fulfil, with every action played."""
    sets, actions = list(_without_weapons(game)), list(game.motifs.actions)
    names = game.motifs.contract_names
    found = [name for contract, name in enumerate(names) if game.scoring.is_fulfilled(contract, sets, actions)]
    said = "all sets of characters and companions that need no weapon, and every action"
    return Finding(str(len(found)), f"The engine asked each contract about {said}: {listed(found)}.")


def _without_weapons(game: FantasyContractRummy) -> Iterator[CardSet]:
    """For each type of set the largest ones from the characters and companions of the deck, each by itself."""
    motifs, builder = game.motifs, game.builder
    hand = [count if motif < motifs.weapons.start else 0 for motif, count in enumerate(motifs.copies)]
    for kind in range(len(KINDS)):
        for first in list(builder.options(kind, [], NOTHING_YET, hand)):
            chosen, left = [first], hand[:]
            left[motifs.card_of[first]] -= 1
            while more := list(builder.options(kind, chosen, chosen[-1], left)):
                chosen.append(more[0])
                left[motifs.card_of[more[0]]] -= 1
            if game.agreed.is_valid(kind, chosen):
                yield kind, tuple(chosen)


def two_druids(game: FantasyContractRummy) -> Finding:
    """The score of the source's example; 0 if it is not a set."""
    cards = [(game.motifs.number[name], None) for name in ("druid", "dagger", "wolf") for _ in "12"]
    found = [game.agreed.points(*one) for one in readings(game.agreed, KINDS.index("multiplets"), cards)]
    return Finding(str(max(found, default=0)), "The engine laid these six cards as Multiplets and counted them.")


CHECKS = {
    "cards in the draw deck after the deal": Computation(left_to_draw),
    "contracts named Barrier Mage, Wild Druid, Unseen Actors or Thinning the Herd": Computation(phantom_contracts),
    "sets of Bard, Lute and Mirror": Computation(troubadour_sets),
    "types of sets without a weapon": Computation(sets_without_weapons),
    "contracts that can be fulfilled without a weapon": Computation(contracts_without_weapons),
    "points of Multiplets of 2 Druids, 2 Daggers and 2 Wolves": Computation(two_druids),
}

"""What can be seen of a table, and what can be imagined behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from generator.engine.state import OVER
from generator.games.fantasy_contract_rummy.clauses import (
    HOARDER_OPEN,
)
from generator.games.fantasy_contract_rummy.motifs import CONTRACTS
from generator.games.fantasy_contract_rummy.moves import (
    AIMING,
    BUILDING,
    BURYING,
    PAYING,
    PHASES,
    PLAYING,
)
from generator.games.fantasy_contract_rummy.scoring import HOARDER
from generator.games.fantasy_contract_rummy.sets import SET_NAMES

if TYPE_CHECKING:
    from generator.games.fantasy_contract_rummy.rules import Table

SomeTable = TypeVar("SomeTable", bound="Table")


def zones(table: Table) -> dict[str, list[str]]:
    """Where every card is. What is pending is still in the hand."""
    motifs = table.game.motifs
    where = {
        "stock": [motifs.ids[motif] for motif in table.stock],
        "discard pile": [motifs.ids[motif] for motif in table.discard],
        "gone": [motifs.ids[motif] for motif in table.gone],
        "contract deck": [CONTRACTS[contract] for contract in table.contract_deck],
        "contracts looked at": [CONTRACTS[contract] for contract in table.looked],
        "contracts on the table": [CONTRACTS[contract] for contract, _, _, _ in table.laid],
    }
    for player in (0, 1):
        where[f"hand {player + 1}"] = motifs.listed(table.hands[player])
        where[f"actions {player + 1}"] = [motifs.ids[motif] for motif in table.played[player]]
        cards = [motifs.card_of[element] for _, elements in table.sets[player] for element in elements]
        where[f"sets {player + 1}"] = [motifs.ids[motif] for motif in cards]
    return where


def key(table: Table) -> bytes:
    return repr((
        table.player, table.turns, table.phase, table.stock, table.discard, table.hands, table.known, table.sets,
        table.played, table.laid, table.contract_deck, table.gone, table.looked, table.choices, table.pending,
        table.kind, table.target, table.step, table.exhausted, table.last_turn, table.quiet, table.news, table.spared,
        table.whose_turn, table.seed, table.shuffles, table.looks,
    )).encode()  # fmt: skip


def information_state_key(table: Table, player: int) -> bytes:
    """Which cards of the opponent that player can tell is in `known`, and what contracts showed in `looks`.

    One thing is forgotten: how far down the draw deck Pestilence found a character, or that it found none.
    """
    mine = table.player == player
    private = (table.pending, table.choices, table.looked, table.target, table.kind, table.step) if mine else ()
    phase = table.phase if mine else _public_phase(table)
    public_step = table.step if phase in {BURYING, PAYING} else 0
    return repr((
        player, table.player, table.turns, phase, len(table.stock), table.discard, table.hands[player],
        sum(table.hands[1 - player]), table.known, table.sets, table.played, _contracts(table, player),
        len(table.contract_deck), len(table.looked), table.gone, private, public_step, table.exhausted,
        table.last_turn, table.quiet, table.news, table.spared, table.whose_turn, _own_looks(table, player),
    )).encode()  # fmt: skip


def _own_looks(table: Table, player: int) -> list[tuple[int, tuple[int, ...]]]:
    """How many contracts were laid whenever that player looked at contracts, and what these were."""
    return [(laid, looked) for who, laid, looked in table.looks if who == player]


def _public_phase(table: Table) -> int:
    """What others see of a set that is not closed yet: nothing but that Reinforcements have been played."""
    if table.phase != BUILDING:
        return table.phase
    return AIMING if table.step else PLAYING


def _contracts(table: Table, player: int | None) -> list[tuple[str | None, int, bool]]:
    """Contract, owner and whether it lies open; the name is None when that player does not know it."""
    return [
        (CONTRACTS[contract] if is_open or known or owner == player else None, owner, is_open)
        for contract, owner, is_open, known in table.laid
    ]


def observation(table: Table, player: int | None) -> dict[str, Any]:
    motifs = table.game.motifs
    mine = player is not None and table.player == player
    return {
        "player": None if player is None else player + 1,
        "turn": table.turns,
        "to move": None if table.player == OVER else table.player + 1,
        "phase": PHASES[table.phase if mine else _public_phase(table)],
        "hand": [] if player is None else motifs.listed(table.hands[player]),
        "cards in hand": [sum(hand) for hand in table.hands],
        "known of the opponent's hand": [] if player is None else motifs.listed(table.known[1 - player]),
        "known to the opponent": [] if player is None else motifs.listed(table.known[player]),
        "discard pile": [motifs.ids[motif] for motif in reversed(table.discard)],
        "draw deck": len(table.stock),
        "contract deck": len(table.contract_deck),
        "contracts": [
            {"contract": name, "owner": owner + 1, "open": is_open}
            for name, owner, is_open in _contracts(table, player)
        ],
        "looking at": [CONTRACTS[contract] for contract in table.looked] if mine else len(table.looked),
        "sets": [
            [{"type": SET_NAMES[kind], "cards": [motifs.element_name(e) for e in elements]} for kind, elements in sets]
            for sets in table.sets
        ],
        "actions": [[motifs.ids[motif] for motif in cards] for cards in table.played],
        "gone": [motifs.ids[motif] for motif in table.gone],
        "pending": list(table.pending) if mine else [],
        "choices": list(table.choices) if mine else [],
        "exhausted": table.exhausted,
        "last turn": bool(table.last_turn),
        "turns without anything new": table.quiet,
    }


def resample(table: SomeTable, player: int, random: Random) -> SomeTable:
    """The unseen cards of the opponent's hand and the draw deck, and the unseen contracts, dealt anew.

    Each way to deal them that agrees with what the player knows is equally likely; what is forgotten is said at
    `information_state_key`. An opponent who has played Reinforcements can reinforce: hands with which he could not are
    dealt once more.
    """
    while True:
        copy = _resampled(table, player, random)
        if copy.player in {player, OVER} or copy.legal_actions():
            return copy


def _resampled(table: SomeTable, player: int, random: Random) -> SomeTable:
    copy = table.clone()
    other = 1 - player
    copy.seed = random.getrandbits(56)
    motifs = range(len(copy.hands[other]))
    unknown = [motif for motif in motifs for _ in range(copy.hands[other][motif] - copy.known[other][motif])]
    pool = sorted(unknown + copy.stock)
    random.shuffle(pool)
    copy.hands[other] = copy.known[other][:]
    for _ in unknown:
        copy.hands[other][pool.pop()] += 1
    copy.stock = pool
    _resample_contracts(copy, player, random)
    if copy.player != player:
        _forget_commitment(copy)
        copy._legal = None
    return copy


def _resample_contracts(table: Table, player: int, random: Random) -> None:
    """Deal the contracts that the player cannot see: those laid face down, those looked at, and the contract deck.

    Those laid face down are no Hoarders where Hoarders must be laid open, and they were not in the deck when the player
    looked at contracts of it later. What the opponent saw there before is not imagined.
    """
    secret = [
        place
        for place, (_, owner, is_open, known) in enumerate(table.laid)
        if owner != player and not is_open and not known
    ]
    looking = table.looked if table.player != player else []
    pool = sorted(table.contract_deck + [table.laid[place][0] for place in secret] + looking)
    chosen = _laid_face_down(table, player, pool, secret, random) if secret else []
    for place, contract in zip(secret, chosen, strict=True):
        table.laid[place] = (contract, *table.laid[place][1:])
        pool.remove(contract)
    random.shuffle(pool)
    table.looks = [look for look in table.looks if look[0] == player]
    if looking:
        table.looked = sorted(pool.pop() for _ in looking)
        table.looks.append((table.player, len(table.laid), tuple(table.looked)))
    table.contract_deck = pool


def _laid_face_down(
    table: Table, player: int, pool: Sequence[int], secret: Sequence[int], random: Random
) -> Sequence[int]:
    """Which contracts of those that the player cannot see lie at the secret places."""
    may_lie = [contract for contract in pool if contract != HOARDER or not table.on & HOARDER_OPEN]
    room = [(before, _not_laid(table, player, before, looked)) for before, looked in _own_looks(table, player)]
    while True:
        chosen = random.sample(may_lie, len(secret))
        if all(_fits(chosen, secret, before, left) for before, left in room):
            return chosen


def _not_laid(table: Table, player: int, before: int, looked: Iterable[int]) -> Counter[int]:
    """How many of each contract may have lain face down, when that many were laid and the player saw these."""
    left = Counter(table.game.contracts)
    left.subtract(looked)
    left.subtract(
        contract for contract, owner, is_open, known in table.laid[:before] if is_open or known or owner == player
    )
    return left


def _fits(chosen: Iterable[int], places: Iterable[int], before: int, left: Counter[int]) -> bool:
    """Whether the contracts that were laid before are among those that were left."""
    laid = Counter(contract for contract, place in zip(chosen, places, strict=True) if place < before)
    return all(count <= left[contract] for contract, count in laid.items())


def _forget_commitment(table: Table) -> None:
    """What the opponent has begun is hidden: he stands where he was before it."""
    table.pending, table.choices = [], []
    if table.phase == BUILDING:
        table.phase = _public_phase(table)
        table.target, table.kind, table.step = None, 0, 0

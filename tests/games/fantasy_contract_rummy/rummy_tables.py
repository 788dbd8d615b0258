"""Tables of Fantasy Contract Rummy from a few words: what is not named lies in the draw deck, in the deck's order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tables import variant

from proofdeck.play.games.fantasy_contract_rummy.motifs import CONTRACTS
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy, FantasyContractRummyState
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS
from proofdeck.source.rules.parameters import Value

NAME = "fantasy-contract-rummy"


def rules(changes: Mapping[str, Value] | None = None, without: tuple[str, ...] = ()) -> FantasyContractRummy:
    game = variant(NAME, changes, without)
    assert isinstance(game, FantasyContractRummy)
    return game


def element(game: FantasyContractRummy, words: str) -> int:
    """`wolf`, or `druid=wolf` for a Druid that stands in for a Wolf."""
    card, _, role = words.partition("=")
    motif = game.motifs.number[role or card]
    return 2 * motif + bool(role and role != card)


def elements(game: FantasyContractRummy, words: str) -> tuple[int, ...]:
    return tuple(sorted(element(game, word) for word in words.split()))


def table(
    mine: str = "",
    theirs: str = "",
    *,
    pile: str = "",
    deck: str | None = None,
    my_sets: Sequence[str] = (),
    their_sets: Sequence[str] = (),
    my_actions: str = "",
    my_contracts: str = "",
    their_contracts: str = "",
    contract_deck: str | None = None,
    turn: int = 9,
    drawn: bool = True,
    game: FantasyContractRummy | None = None,
) -> FantasyContractRummyState:
    """Player 1 to move, after his draw unless `drawn` says otherwise.

    pile: the discard pile, top first. deck: the draw deck, top first; all other cards when left out. sets:
    `formation: paladin bard rogue`. contracts: `hoarder slippery-beasts/secret`.
    """
    found = game or rules()
    state = found.new_initial_state(2, 0)
    motifs = found.motifs
    state.hand = [_counts(found, mine), _counts(found, theirs)]
    state.discard_pile = [motifs.number[word] for word in reversed(pile.split())]
    state.sets = [[_set(found, words) for words in sets] for sets in (my_sets, their_sets)]
    state.actions = [[motifs.number[word] for word in my_actions.split()], []]
    state.contracts_on_the_table = [_contract(word, 0) for word in my_contracts.split()]
    state.contracts_on_the_table += [_contract(word, 1) for word in their_contracts.split()]
    used = Counter(_used(state))
    rest = [motif for motif, copies in enumerate(motifs.copies) for _ in range(copies - used[motif])]
    state.stock = rest if deck is None else [motifs.number[word] for word in reversed(deck.split())]
    if deck is not None:
        left = Counter(rest)
        left.subtract(state.stock)
        state.gone = list(left.elements())
    taken = Counter(contract for contract, *_ in state.contracts_on_the_table)
    state.contract_deck = [kind for kind, n in enumerate(motifs.contract_copies) for _ in range(n - taken[kind])]
    if contract_deck is not None:
        state.contract_deck = [CONTRACTS.index(word) for word in reversed(contract_deck.split())]
    state.turns, state.fired, state._legal = turn - 1, 0, None
    state.begin_turn(0)
    if drawn:
        state.phase = 2
    return state


def _counts(game: FantasyContractRummy, words: str) -> list[int]:
    hand = [0] * len(game.motifs.names)
    for word in words.split():
        hand[game.motifs.number[word]] += 1
    return hand


def _set(game: FantasyContractRummy, words: str) -> tuple[int, tuple[int, ...]]:
    kind, _, cards = words.partition(":")
    return KINDS.index(kind), elements(game, cards)


def _contract(word: str, owner: int) -> tuple[int, int, bool, bool]:
    name, _, how = word.partition("/")
    return CONTRACTS.index(name), owner, how != "secret", how != "secret"


def _used(state: FantasyContractRummyState) -> Iterable[int]:
    for hand in state.hand:
        yield from (motif for motif, count in enumerate(hand) for _ in range(count))
    yield from state.discard_pile
    for sets in state.sets:
        yield from (state.rules.motifs.card_of[e] for _, cards in sets for e in cards)
    for cards in state.actions:
        yield from cards


def play(state: FantasyContractRummyState, *words: str) -> FantasyContractRummyState:
    """Apply actions by their words."""
    for text in words:
        state.apply_action(state.rules.string_to_action(text))
    return state


def legal(state: FantasyContractRummyState) -> set[str]:
    return {state.rules.action_to_string(action) for action in state.legal_actions()}


def fired(state: FantasyContractRummyState) -> set[str]:
    return set(state.rules.points.named(state.fired))


def hand(state: FantasyContractRummyState, player: int = 0) -> str:
    return " ".join(state.zones()[f"hand {player + 1}"])


def pile(state: FantasyContractRummyState) -> str:
    """Top first."""
    return " ".join(state.rules.motifs.ids[motif] for motif in reversed(state.discard_pile))

"""The bots of this game: the greedy one, and players who go for contracts, openly or in secret.

Those sign at once, keep the cards that their contracts ask for, and lay them late. This does not win: Tax Collectors
take cards from a full hand, and a player who holds cards pays for each action card with one of them. It shows what
contracts do in the hands of players who want them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import add

from proofdeck.play.engine.bots import after
from proofdeck.play.engine.state import Action, Macro
from proofdeck.play.games.fantasy_contract_rummy.building import sets_in
from proofdeck.play.games.fantasy_contract_rummy.greedy_bot import (
    IN_HAND,
    LIES,
    GreedyBot,
    keep_worth,
    laying,
    lead,
    set_macros,
    unharmed,
)
from proofdeck.play.games.fantasy_contract_rummy.phases import DRAWING, LOOKING
from proofdeck.play.games.fantasy_contract_rummy.scoring import DIFFERENT, Contract, Demand
from proofdeck.play.games.fantasy_contract_rummy.sets import CardSet
from proofdeck.play.games.fantasy_contract_rummy.tableau import Tableau

FOUND, ACTION_FOUND = 0.85, 0.5
"""How likely a card that a contract asks for is found, and an action card, if there is enough time."""
ENOUGH, LATE, LAST = 40, 20, 6
"""Cards to come that are enough time; with which sets are laid; and with which nothing more is found."""
COMES_BACK = 0.7
"""The share of the draw deck that will be discarded and drawn again."""
LEAST_GAIN = 2
"""Points that a look at contracts must promise to be worth giving up a draw; with an empty hand, any will do."""
CARD_NEEDED = 6
"""Points that a card is worth that a contract asks for."""
WORTH_A_CARD = ("thievery", "hostile-action", "pestilence")
"""Action cards that are played even if another card must be discarded for each."""

Signed = tuple[int, bool]
"""A contract, and whether it is open."""


class Plan:
    """The cards of a hand that a player keeps for contracts; the first contract chooses first.

    spare: the cards that are not kept. kept: for each contract those that are. lacking: how many more each asks for.
    """

    def __init__(self, table: Tableau, player: int, contracts: Iterable[int]) -> None:
        self.spare = table.hand[player][:]
        self.kept: dict[int, Counter[int]] = {}
        self.lacking: dict[int, int] = {}
        values, scoring = table.rules.motifs.values, table.rules.scoring
        for contract in contracts:
            asked, lacking = scoring.contracts[contract], 0
            kept = Counter(motif for motif in asked.actions if self.spare[motif] and motif not in table.actions[player])
            for demand, wanted in _missing(table, player, asked):
                more = wanted
                for motif in sorted(demand.motifs, key=lambda motif: -values[motif]):
                    count = min(more, self.spare[motif] - kept[motif], 1 if demand.of == DIFFERENT else more)
                    kept[motif] += count
                    more -= count
                lacking += more
            self.spare = [count - kept[motif] for motif, count in enumerate(self.spare)]
            self.kept[contract], self.lacking[contract] = kept, lacking

    @property
    def missing(self) -> int:
        """How many cards all contracts lack together."""
        return sum(self.lacking.values())

    @property
    def room(self) -> int:
        """How many cards are left over if places in the hand are kept for the cards that are lacking."""
        return sum(self.spare) - self.missing


class ContractBot(GreedyBot):
    """Plays greedily with the cards that its contracts do not need."""

    def _draw(self, table: Tableau, legal: Sequence[Action]) -> Action:
        """Look at contracts if those that are signed lack no card, or take a card that one lacks, or draw."""
        me, first = table.player, table.rules.first
        look, take, draw = (first[name] for name in ("look_at_contracts", "take", "draw"))
        plan = plan_of(table, me)
        can_spare = any(plan.spare) or not plan.kept
        is_ready = can_spare and not any(plan.lacking.get(contract, 1) for contract in unfulfilled(table, me))
        if look in legal and is_ready and promised(table, plan.kept) > (LEAST_GAIN if any(table.hand[me]) else 0):
            return look
        legal = [action for action in legal if action != look] or legal
        if not plan.kept:
            return super()._draw(table, legal)
        if take in legal and lacking_after(table, (take,), plan) < plan.missing:
            return take
        return draw if draw in legal else legal[0]

    def _sign(self, table: Tableau) -> Macro:
        """Of all ways to decide on the contracts, the one that promises most; they share one hand."""
        before = plan_of(table, table.player).kept
        return max(table.macro_actions(), key=lambda macro: expected(table, signed_by(table, macro), before))

    def _least_useful(self, table: Tableau, motifs: Sequence[int]) -> int:
        """A card that no contract needs, if possible none of the best set in the rest of the hand."""
        spare, agreed = plan_of(table, table.player).spare, table.rules.agreed
        loose = spare[:]
        sets = sets_in(table.rules.builder, tuple(spare))
        for element in max(sets, key=lambda one: agreed.points(*one))[1] if sets else ():
            loose[agreed.card_of[element]] -= 1
        return min(motifs, key=lambda motif: (not spare[motif], not loose[motif], keep_worth(table, motif)))

    def _worth(self, table: Tableau, player: int) -> float:
        return lead(table, player) - CARD_NEEDED * plan_of(table, player).missing

    def _play(self, table: Tableau, legal: Sequence[Action]) -> Sequence[Action]:
        """The action cards that contracts ask for, a set late in the game, a repair, or a card that is worth it."""
        first, motifs = table.rules.first, table.rules.motifs
        plan = plan_of(table, table.player)
        if not plan.kept:
            return super()._play(table, legal)
        cards = {motif: first["play_card"] + number for number, motif in enumerate(motifs.actions)}
        cards = {motif: action for motif, action in cards.items() if action in legal}
        for kept in plan.kept.values():
            for motif in cards.keys() & kept.keys():
                return (cards[motif],)
        is_time = cards_to_come(table) <= LATE or not (plan.missing or any(plan.spare))
        if is_time and (best := best_to_lay(table, plan)):
            return best
        repairs = [action for action in legal if first["repair"] <= action < first["play_card"]]
        for macro in set_macros(table, repairs):
            if lacking_after(table, macro, plan) <= plan.missing:
                return macro
        worth = [motif for motif in cards if motifs.ids[motif] in WORTH_A_CARD and plan.room > 0]
        return (cards[max(worth, key=lambda motif: motifs.values[motif])] if worth else first["pass_on"],)


class SecretiveBot(ContractBot):
    """Keeps the same contracts, but all of them face down that may be.

    By the payments of the page nobody else would: a secret contract pays less and costs more. So this is who shows
    what secret contracts come to, kept and failed.
    """

    def _sign(self, table: Tableau) -> Macro:
        wanted = {contract for contract, _ in signed_by(table, super()._sign(table))}
        ways = {macro: signed_by(table, macro) for macro in table.macro_actions()}
        same = [macro for macro, signed in ways.items() if {contract for contract, _ in signed} == wanted]
        return max(same, key=lambda macro: sum(not is_open for _, is_open in ways[macro]))


def cards_to_come(table: Tableau) -> float:
    """How many cards will be drawn before the draw deck is exhausted for the last time."""
    if table.exhausted + 1 >= table.rules.exhaustions:
        return len(table.stock)
    return (1 + COMES_BACK) * len(table.stock) + len(table.discard_pile)


greedy = GreedyBot
BOTS = {"contracts": ContractBot, "secretive": SecretiveBot}


# -- the sets for contracts --------------------------------------------------------------------------------------------


def _missing(table: Tableau, player: int, asked: Contract) -> Iterator[tuple[Demand, int]]:
    """Each demand of a contract, and how many cards it asks of the hand."""
    is_valid, card_of = table.rules.agreed.is_valid, table.rules.motifs.card_of
    lying = [element for one in table.sets[player] if asked.together and is_valid(*one) for element in one[1]]
    for demand in asked.demands:
        yield demand, max(0, demand.least - demand.number(lying, card_of))


def has_set(table: Tableau, player: int, contract: int) -> bool:
    """Whether sets on the table are what a contract asks for."""
    scoring = table.rules.scoring
    return scoring.is_fulfilled(contract, table.sets[player], scoring.contracts[contract].actions)


def unfulfilled(table: Tableau, player: int) -> list[int]:
    """The contracts of a player that have no set on the table, the most valuable first."""
    signed = {contract for contract, owner, *_ in table.contracts_on_the_table if owner == player}
    values = table.rules.motifs.contract_values
    found = [contract for contract in sorted(signed) if not has_set(table, player, contract)]
    return sorted(found, key=lambda contract: -values[contract])


def is_possible(table: Tableau, player: int, contract: int) -> bool:
    """Whether enough cards are neither in sets nor out of the game."""
    motifs, gone = table.rules.motifs, Counter(table.gone)
    for seat in range(table.players):
        gone.update(table.cards_in("sets", seat))
    return all(
        sum(motifs.copies[motif] - gone[motif] for motif in demand.motifs) >= count
        for demand, count in _missing(table, player, table.rules.scoring.contracts[contract])
        if count
    )


def plan_of(table: Tableau, player: int) -> Plan:
    """What a player keeps for contracts: those that lack the least come first, and those that do not fit are left."""
    found = list[int]()
    room = -1 if table.phase in {DRAWING, LOOKING} else 0
    alone = [(Plan(table, player, [contract]).missing, contract) for contract in unfulfilled(table, player)]
    for missing, contract in sorted(alone, key=lambda pair: pair[0]):
        is_too_late = missing and cards_to_come(table) <= LAST
        if is_too_late or not is_possible(table, player, contract):
            continue
        if Plan(table, player, [*found, contract]).room >= room:
            found.append(contract)
    return Plan(table, player, found)


def lacking_after(table: Tableau, macro: Macro, plan: Plan) -> int:
    """How many cards the contracts of a plan lack after that commitment."""
    return Plan(after(table, macro), table.player, plan.kept).missing


def best_to_lay(table: Tableau, plan: Plan) -> Macro | None:
    """The best set for the first contract that has one, or else of the cards that can be spared."""
    rules = table.rules
    for contract in plan.kept:
        if found := [*_sets_for(table, plan, contract)]:
            break
    else:
        found = [one for one in sets_in(rules.builder, tuple(plan.spare)) if len(one[1]) <= plan.room]
    if not found:
        return None
    kind, elements = max(found, key=lambda one: rules.agreed.points(*one))
    return laying(table, rules.first["open_set"] + kind, elements)


def _sets_for(table: Tableau, plan: Plan, contract: int) -> Iterator[CardSet]:
    """The sets of the hand that fulfil a contract, or are the first of those that fulfil it together."""
    rules, mine = table.rules, table.sets[table.player]
    asked, motifs = rules.scoring.contracts[contract], rules.motifs
    kept = [plan.kept[contract][motif] for motif in range(len(plan.spare))]
    if asked.together:
        yield from sets_in(rules.builder, tuple(kept)) if not plan.lacking[contract] else ()
        return
    hand = list(map(add, plan.spare, kept))
    named = {motif for demand in asked.demands for motif in demand.motifs}
    led = [0 if motif in motifs.characters and motif not in named else count for motif, count in enumerate(hand)]
    for cards in (hand, led):
        for one in sets_in(rules.builder, tuple(cards)):
            if rules.scoring.is_fulfilled(contract, [*mine, one], asked.actions):
                yield one


# -- what contracts promise --------------------------------------------------------------------------------------------


def chance(table: Tableau, contract: int, plan: Plan) -> float:
    """How likely the player whose turn it is fulfils a contract of that plan."""
    me, time = table.player, min(1.0, cards_to_come(table) / ENOUGH)
    likely = 1.0
    for motif in table.rules.scoring.contracts[contract].actions:
        if motif not in table.actions[me]:
            likely *= IN_HAND if table.hand[me][motif] else ACTION_FOUND * time
    if has_set(table, me, contract):
        return likely * LIES * unharmed(table, contract)
    if plan.room < -1 or not is_possible(table, me, contract):
        return 0.0
    return likely * IN_HAND * float((FOUND * time) ** plan.missing)


def expected(table: Tableau, signed: Sequence[Signed], before: Iterable[int]) -> float:
    """The points to expect of contracts that are signed now. before: those that cards are kept for already."""
    me = table.player
    wanted = [contract for contract, _ in signed if not has_set(table, me, contract)]
    plan = Plan(table, me, dict.fromkeys([*before, *wanted]))
    points = 0.0
    for contract, is_open in signed:
        likely = chance(table, contract, plan)
        paid, lost = table.rules.scoring.pays(contract, is_open=is_open)
        points += likely * paid + (1 - likely) * lost
    return points


def promised(table: Tableau, before: Iterable[int]) -> float:
    """The expected gain of a look at contracts, if those of them are signed openly that promise most together."""
    looks = Counter(combinations(sorted(table.contract_deck), table.rules.look))
    chosen = {kept for look in looks for kept in _choices(look)}
    worth = {kept: expected(table, [(contract, True) for contract in kept], before) for kept in chosen}
    return sum(max(worth[kept] for kept in _choices(look)) * times for look, times in looks.items()) / looks.total()


def _choices(look: Sequence[int]) -> list[tuple[int, ...]]:
    """The ways to keep at least one contract."""
    return [chosen for count in range(1, len(look) + 1) for chosen in combinations(look, count)]


def signed_by(table: Tableau, macro: Macro) -> list[Signed]:
    """The contracts that are signed by that commitment."""
    first, contracts = table.rules.first, range(len(table.rules.motifs.contract_names))
    lays = ((first["lay_open"], True), (first["lay_secret"], False))
    return [(action - lay, is_open) for action in macro for lay, is_open in lays if action - lay in contracts]

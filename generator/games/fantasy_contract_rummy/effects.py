"""What the eight action cards do: for each how it begins, what may be chosen, and what a choice does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.engine.state import Action
from generator.games.fantasy_contract_rummy.building import NOTHING_YET
from generator.games.fantasy_contract_rummy.clauses import EFFECTS
from generator.games.fantasy_contract_rummy.motifs import ACTIONS
from generator.games.fantasy_contract_rummy.moves import (
    AIMING,
    BURYING,
    CLOSE,
    FLIPPING,
    HELPING,
    MOST_SETS,
    OTHERS,
    OWN,
    PAY_ALL,
    PAYING,
    ROBBING,
    STEALING,
)
from generator.games.fantasy_contract_rummy.sets import NO_LIMIT

if TYPE_CHECKING:
    from generator.games.fantasy_contract_rummy.rules import Table

REWRITE, THIEVERY, TAX, REINFORCE, ESPIONAGE, HELP, HOSTILE, PESTILENCE = range(len(ACTIONS))
FROM_PILE = 2
PESTILENCE_ORDER = (FROM_PILE, OTHERS, OWN, FROM_PILE, OTHERS)
"""Whence the five characters go: discard pile, opponent's sets, own sets, discard pile, opponent's sets."""


def can_play(table: Table, number: int) -> bool:
    """Whether the action card can have its effect."""
    if number == REWRITE:
        return bool(table.laid)
    if number == REINFORCE:
        return any(True for _ in _reinforceable(table))
    return number != HOSTILE or bool(robberies(table))


def begin(table: Table, number: int) -> None:
    """The card lies on the table: do what needs no choice, and wait for the rest."""
    if not (rule := table.on & EFFECTS[number]):
        table.after_play()
        return
    table.fired |= rule
    _BEGIN[number](table)


def room(table: Table) -> int:
    """How many cards may be added to the set that is being built."""
    return table.game.values.number("reinforcements.most") if table.step else NO_LIMIT


# -- Rewrite Destiny ---------------------------------------------------------------------------------------------------


def _begin_rewrite(table: Table) -> None:
    table.phase = FLIPPING


def flips(table: Table) -> list[Action]:
    return [table.game.moves.flip + place for place in range(len(table.laid))]


def flip(table: Table, action: Action) -> None:
    place = action - table.game.moves.flip
    contract, owner, is_open, _ = table.laid[place]
    table.laid[place] = (contract, owner, not is_open, True)
    table.after_play()


# -- Thievery ----------------------------------------------------------------------------------------------------------


def _begin_thievery(table: Table) -> None:
    table.spared = table.turns
    if table.discard:
        table.phase = STEALING
    else:
        table.draw_cards(table.game.values.number("thievery.cards"))
        table.after_play()


def thefts(table: Table) -> list[Action]:
    return [table.game.moves.steal + place for place in range(len(table.discard))]


def steal(table: Table, action: Action) -> None:
    values, pile = table.game.values, table.discard
    place = len(pile) - 1 - (action - table.game.moves.steal)
    beside = values.number("thievery.beside")
    low, high = max(0, place - beside), min(len(pile), place + beside + 1)
    stolen = pile[low:high]
    del pile[low:high]
    for motif in stolen:
        table.hands[table.player][motif] += 1
        table.known[table.player][motif] += 1
    table.draw_cards(values.number("thievery.cards") - len(stolen))
    table.after_play()


# -- Tax Collector -----------------------------------------------------------------------------------------------------


def _begin_tax(table: Table) -> None:
    table.phase, table.step = PAYING, 0
    _next_payer(table)


def _next_payer(table: Table) -> None:
    """The turn's player pays first, then the other; who has no card pays nothing."""
    while table.step < table.players:
        payer = table.whose_turn ^ table.step
        if any(table.hands[payer]):
            table.player = payer
            return
        table.step += 1
    table.player, table.step = table.whose_turn, 0
    table.after_play()


def payments(table: Table) -> list[Action]:
    """From the dearest card down, so that the last one paid is the cheapest and none can be spared."""
    game, hand = table.game, table.hands[table.player]
    tax, values = game.values.number("tax.value"), game.motifs.values
    left = [hand[motif] - table.pending.count(motif) for motif in game.by_value]
    paid = sum(values[motif] for motif in table.pending)
    begin = game.by_value.index(table.pending[-1]) if table.pending else 0
    legal: list[Action] = []
    for place in range(begin, len(left)):
        can_pay = sum(values[motif] * count for motif, count in zip(game.by_value[place:], left[place:], strict=True))
        if paid + can_pay < tax:
            break
        if left[place]:
            legal.append(game.moves.pay + game.by_value[place])
    return sorted(legal) or [PAY_ALL]


def pay(table: Table, action: Action) -> None:
    game, payer = table.game, table.player
    if action == PAY_ALL:
        table.pending = [motif for motif in game.by_value for _ in range(table.hands[payer][motif])]
    else:
        table.pending.append(action - game.moves.pay)
        if sum(game.motifs.values[motif] for motif in table.pending) < game.values.number("tax.value"):
            return
    for motif in table.pending:
        table.throw_away(payer, motif)
    table.pending = []
    table.step += 1
    _next_payer(table)


# -- Reinforcements ----------------------------------------------------------------------------------------------------


def _reinforceable(table: Table) -> Iterator[tuple[int, int]]:
    """The sets to which cards of the hand can be added: (whose, place)."""
    most = table.game.values.number("reinforcements.most")
    for whose in (OWN, OTHERS):
        for place, (kind, elements) in enumerate(table.sets[table.player ^ whose]):
            options = table.game.builder.options(kind, list(elements), NOTHING_YET, table.spare(), most)
            if any(True for _ in options):
                yield whose, place


def _begin_reinforcements(table: Table) -> None:
    table.phase = AIMING


def targets(table: Table) -> list[Action]:
    return [table.game.moves.target + whose * MOST_SETS + place for whose, place in _reinforceable(table)]


def aim(table: Table, action: Action) -> None:
    whose, place = divmod(action - table.game.moves.target, MOST_SETS)
    table.step = 1
    table.start_building(table.sets[table.player ^ whose][place][0], (whose, place))


# -- Espionage ---------------------------------------------------------------------------------------------------------


def _begin_espionage(table: Table) -> None:
    other = 1 - table.player
    table.known[other] = table.hands[other][:]
    table.after_play()


# -- Helping Hand ------------------------------------------------------------------------------------------------------


def _begin_help(table: Table) -> None:
    table.phase = HELPING


def helps(table: Table) -> list[Action]:
    """Cards for the opponent's sets, one set after the other; a set is left only when it is valid."""
    game, theirs = table.game, table.sets[1 - table.player]
    pending = [game.moves.parts_of_at(action) for action in table.pending]
    left = table.hands[table.player][:]
    for _, _, element in pending:
        left[game.motifs.card_of[element]] -= 1
    current = pending[-1][1] if pending else -1
    done = current < 0 or game.agreed.is_valid(theirs[current][0], sorted(_with(table, current)))
    legal = [CLOSE] if done else []
    space = game.values.number("helping-hand.most") - len(pending)
    for place in range(max(0, current), len(theirs)):
        if place > current and not done:
            break
        last = pending[-1][2] if place == current else NOTHING_YET
        chosen = _with(table, place)
        options = game.builder.options(theirs[place][0], chosen, last, left, space)
        legal += [game.moves.element_at(OTHERS, place, element) for element in options]
    return legal


def _with(table: Table, place: int) -> list[int]:
    """One of the opponent's sets with what is pending for it."""
    parts = map(table.game.moves.parts_of_at, table.pending)
    return [*table.sets[1 - table.player][place][1], *(element for _, where, element in parts if where == place)]


def help_with(table: Table, action: Action) -> None:
    if action != CLOSE:
        table.pending.append(action)
        return
    theirs, parts = table.sets[1 - table.player], [table.game.moves.parts_of_at(given) for given in table.pending]
    for place in {where for _, where, _ in parts}:
        theirs[place] = (theirs[place][0], tuple(sorted(_with(table, place))))
    table.spend([element for _, _, element in parts])
    table.pending = []
    table.after_play()


# -- Hostile Action ----------------------------------------------------------------------------------------------------


def _begin_hostile(table: Table) -> None:
    table.phase = ROBBING


def robberies(table: Table) -> list[Action]:
    """Cards of the opponent's sets, in the order in which they go to the discard pile."""
    game, theirs = table.game, table.sets[1 - table.player]
    most = game.values.number("hostile-action.most")
    parts = [game.moves.parts_of_at(action) for action in table.pending]
    remaining = [list(elements) for _, elements in theirs]
    for _, place, element in parts:
        remaining[place].remove(element)
    touched = {place for _, place, _ in parts}
    lacking = {place: _lacking(table, place, remaining[place], most) for place in touched}
    legal = [CLOSE] if parts and not any(lacking.values()) else []
    for place, elements in enumerate(remaining):
        others = sum(more for where, more in lacking.items() if where != place)
        for element in sorted(set(elements)):
            elements.remove(element)
            if len(parts) + 1 + others + _lacking(table, place, elements, most) <= most:
                legal.append(game.moves.element_at(OTHERS, place, element))
            elements.append(element)
            elements.sort()
    return legal


def _lacking(table: Table, place: int, elements: list[int], most: int) -> int:
    """How many more cards must go from a touched set to make it valid again; more than `most` for never."""
    kind = table.sets[1 - table.player][place][0]
    layer = {tuple(elements)}
    for gone in range(most + 1):
        if any(table.game.agreed.is_valid(kind, rest) for rest in layer):
            return gone
        layer = {rest[:i] + rest[i + 1 :] for rest in layer for i in range(len(rest))}
    return most + 1


def rob(table: Table, action: Action) -> None:
    if action != CLOSE:
        table.pending.append(action)
        return
    theirs, game = table.sets[1 - table.player], table.game
    for _, place, element in map(game.moves.parts_of_at, table.pending):
        kind, elements = theirs[place]
        at = elements.index(element)
        theirs[place] = (kind, elements[:at] + elements[at + 1 :])
        table.discard.append(game.motifs.card_of[element])
    table.pending = []
    table.after_play()


# -- Pestilence --------------------------------------------------------------------------------------------------------


def _begin_pestilence(table: Table) -> None:
    table.phase, table.step = BURYING, 0
    _go_on_burying(table)


def _go_on_burying(table: Table) -> None:
    """Steps in which nothing is chosen, up to the next one in which something is, or the end."""
    while table.step < len(PESTILENCE_ORDER):
        if PESTILENCE_ORDER[table.step] == FROM_PILE:
            _bury_from_piles(table)
        elif burials(table):
            return
        table.step += 1
    table.step = 0
    table.after_play()


def _bury_from_piles(table: Table) -> None:
    """The topmost character of the discard pile, else of the draw deck, leaves the game."""
    characters = table.game.motifs.characters
    for pile in (table.discard, table.stock):
        place = next((place for place in reversed(range(len(pile))) if pile[place] in characters), None)
        if place is not None:
            table.gone.append(pile.pop(place))
            if pile is table.stock and not pile:
                table.deck_is_exhausted()
            return


def burials(table: Table) -> list[Action]:
    """The characters in the sets from which one must go."""
    whose, motifs = PESTILENCE_ORDER[table.step], table.game.motifs
    return [
        table.game.moves.element_at(whose, place, element)
        for place, (_, elements) in enumerate(table.sets[table.player ^ whose])
        for element in sorted(set(elements))
        if motifs.card_of[element] in motifs.characters
    ]


def bury(table: Table, action: Action) -> None:
    whose, place, element = table.game.moves.parts_of_at(action)
    sets = table.sets[table.player ^ whose]
    kind, elements = sets[place]
    at = elements.index(element)
    sets[place] = (kind, elements[:at] + elements[at + 1 :])
    if not sets[place][1]:
        del sets[place]
    table.gone.append(table.game.motifs.card_of[element])
    table.step += 1
    _go_on_burying(table)


_BEGIN = (
    _begin_rewrite,
    _begin_thievery,
    _begin_tax,
    _begin_reinforcements,
    _begin_espionage,
    _begin_help,
    _begin_hostile,
    _begin_pestilence,
)

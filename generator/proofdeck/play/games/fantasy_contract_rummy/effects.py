"""What the eight action cards do at once, and the choices they offer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from proofdeck.play.games.fantasy_contract_rummy.building import NOTHING_YET
from proofdeck.play.games.fantasy_contract_rummy.clauses import EFFECTS
from proofdeck.play.games.fantasy_contract_rummy.motifs import (
    ESPIONAGE,
    HELP,
    HOSTILE,
    PESTILENCE,
    REINFORCE,
    REWRITE,
    TAX,
    THIEVERY,
)
from proofdeck.play.games.fantasy_contract_rummy.phases import (
    AIMING,
    BURYING,
    FLIPPING,
    HELPING,
    PAYING,
    ROBBING,
    STEALING,
)
from proofdeck.play.games.fantasy_contract_rummy.sets import MOST_REMEMBERED, Agreed
from proofdeck.play.games.fantasy_contract_rummy.tableau import OTHERS, OWN, Tableau

FROM_PILE = 2
PESTILENCE_ORDER = (FROM_PILE, OTHERS, OWN, FROM_PILE, OTHERS)
"""Where the five characters come from: discard pile, opponent's sets, your sets, discard pile, opponent's sets."""
InSet = tuple[int, ...]
"""Whose set, which of them, and an element."""


def can_play(table: Tableau, number: int) -> bool:
    """Whether the action card can have its effect."""
    if number == REWRITE:
        return bool(table.contracts_on_the_table)
    if number == REINFORCE:
        return any(True for _ in targets(table))
    return number != HOSTILE or bool(robberies(table))


def begin(table: Tableau, number: int) -> None:
    """Play an action card: do what needs no choice, and wait for the choices."""
    if not (rule := table.on & EFFECTS[number]):
        table.after_play()
        return
    table.fired |= rule
    if number in CHOICES:
        table.phase = CHOICES[number]
    if number in BEGINNINGS:
        BEGINNINGS[number](table)


def _steal_from_nothing(table: Tableau) -> None:
    table.spared = table.turns
    if not table.discard_pile:
        table.draw_cards(table.rules.values.number("thievery.cards"))
        table.after_play()


def _show_the_hand(table: Tableau) -> None:
    other = 1 - table.player
    table.known[other] = table.hand[other][:]
    table.after_play()


# -- Tax Collector -----------------------------------------------------------------------------------------------------


def next_payer(table: Tableau) -> None:
    """The player whose turn it is pays first, then the other; a player without cards pays nothing."""
    while table.step < table.players:
        payer = table.whose_turn ^ table.step
        if any(table.hand[payer]):
            table.player = payer
            return
        table.step += 1
    table.player, table.step = table.whose_turn, 0
    table.after_play()


def payments(table: Tableau) -> list[int]:
    """Pay from the most valuable card down, so that no card can be spared.

    Empty when the whole hand is not enough.
    """
    by_value, values = table.rules.by_value, table.rules.motifs.values
    hand, pending = table.hand[table.player], table.pending
    left = [hand[motif] - pending.count(motif) for motif in by_value]
    missing = table.rules.values.number("tax.value") - sum(values[motif] for motif in pending)
    begin = by_value.index(pending[-1]) if pending else 0
    can_pay = sum(values[motif] * count for motif, count in zip(by_value[begin:], left[begin:], strict=True))
    found = []
    for motif, count in zip(by_value[begin:], left[begin:], strict=True):
        if can_pay < missing:
            break
        if count:
            found.append(motif)
        can_pay -= values[motif] * count
    return sorted(found)


# -- Reinforcements and Helping Hand -----------------------------------------------------------------------------------


def targets(table: Tableau) -> Iterator[tuple[int, int]]:
    """The sets to which cards of the hand can be added: (whose, place)."""
    most, spare = table.rules.reinforcements, table.spare()
    for whose in (OWN, OTHERS):
        for place, (kind, elements) in enumerate(table.sets[table.player ^ whose]):
            options = table.rules.builder.found(kind, [*elements], NOTHING_YET, spare, most)
            if any(True for _ in options):
                yield whose, place


def given(table: Tableau) -> list[InSet]:
    """What is pending for sets of the opponent, or from them."""
    pending = table.pending if table.phase in {HELPING, ROBBING} else ()
    return [table.rules.moves[action][1] for action in pending]


def with_given(table: Tableau, place: int) -> list[int]:
    """One of the opponent's sets with what is pending for it."""
    elements = table.sets[1 - table.player][place][1]
    return [*elements, *(element for _, where, element in given(table) if where == place)]


def can_stop_helping(table: Tableau) -> bool:
    """Move on from a set only if it is valid."""
    if not table.pending:
        return True
    _, place, _ = given(table)[-1]
    kind, _ = table.sets[1 - table.player][place]
    return table.rules.agreed.is_valid(kind, sorted(with_given(table, place)))


def helps(table: Tableau) -> list[InSet]:
    """Cards for the opponent's sets, one set after the other."""
    rules, theirs, pending = table.rules, table.sets[1 - table.player], given(table)
    left = table.hand[table.player][:]
    for _, _, element in pending:
        left[rules.motifs.card_of[element]] -= 1
    _, current, last = pending[-1] if pending else (OTHERS, 0, NOTHING_YET)
    end = len(theirs) if can_stop_helping(table) else current + 1
    space = rules.values.number("helping-hand.most") - len(pending)
    return [
        (OTHERS, place, element)
        for place in range(current, end)
        for element in rules.builder.options(
            theirs[place][0], with_given(table, place), last if place == current else NOTHING_YET, left, space
        )
    ]


# -- Hostile Action ----------------------------------------------------------------------------------------------------


def _left(table: Tableau) -> list[list[int]]:
    """The opponent's sets without what is pending from them."""
    remaining = [list(elements) for _, elements in table.sets[1 - table.player]]
    for _, place, element in given(table):
        remaining[place].remove(element)
    return remaining


def can_stop_robbing(table: Tableau) -> bool:
    """Every touched set must end up valid."""
    remaining = _left(table)
    return bool(table.pending) and not any(_lacking(table, place, remaining[place]) for _, place, _ in given(table))


def robberies(table: Tableau) -> list[InSet]:
    """Cards of the opponent's sets, in the order in which they go to the discard pile."""
    most, parts, remaining = table.rules.values.number("hostile-action.most"), given(table), _left(table)
    lacking = {place: _lacking(table, place, remaining[place]) for _, place, _ in parts}
    found: list[InSet] = []
    for place, elements in enumerate(remaining):
        others = sum(more for where, more in lacking.items() if where != place)
        for element in sorted(set(elements)):
            at = elements.index(element)
            rest = elements[:at] + elements[at + 1 :]
            if len(parts) + 1 + others + _lacking(table, place, rest) <= most:
                found.append((OTHERS, place, element))
    return found


def _lacking(table: Tableau, place: int, elements: list[int]) -> int:
    """How many more cards must leave a touched set to make it valid again; a large number if that is impossible."""
    most = table.rules.values.number("hostile-action.most")
    kind = table.sets[1 - table.player][place][0]
    return _too_many(table.rules.agreed, kind, tuple(elements), most)


@lru_cache(maxsize=MOST_REMEMBERED)
def _too_many(agreed: Agreed, kind: int, elements: tuple[int, ...], most: int) -> int:
    layer = {elements}
    for gone in range(most + 1):
        if any(agreed.is_valid(kind, rest) for rest in layer):
            return gone
        layer = {rest[:i] + rest[i + 1 :] for rest in layer for i in range(len(rest))}
    return most + 1


# -- Pestilence --------------------------------------------------------------------------------------------------------


def go_on_burying(table: Tableau) -> None:
    """Carry out steps without a choice, up to the next choice or the end."""
    while table.step < len(PESTILENCE_ORDER):
        if PESTILENCE_ORDER[table.step] == FROM_PILE:
            _bury_from_piles(table)
        elif burials(table):
            return
        table.step += 1
    table.step = 0
    table.after_play()


def _bury_from_piles(table: Tableau) -> None:
    """Remove the topmost character of the discard pile, or else of the draw deck, from the game."""
    characters = table.rules.motifs.characters
    for pile in (table.discard_pile, table.stock):
        place = next((place for place in reversed(range(len(pile))) if pile[place] in characters), None)
        if place is not None:
            table.gone.append(pile.pop(place))
            if pile is table.stock and not pile:
                table.deck_is_exhausted()
            return


def burials(table: Tableau) -> list[InSet]:
    """The characters in the sets from which one must be removed."""
    whose, motifs = PESTILENCE_ORDER[table.step], table.rules.motifs
    return [
        (whose, place, element)
        for place, (_, elements) in enumerate(table.sets[table.player ^ whose])
        for element in sorted(set(elements))
        if motifs.card_of[element] in motifs.characters
    ]


CHOICES = {
    REWRITE: FLIPPING,
    THIEVERY: STEALING,
    TAX: PAYING,
    REINFORCE: AIMING,
    HELP: HELPING,
    HOSTILE: ROBBING,
    PESTILENCE: BURYING,
}
"""What is chosen after each."""
BEGINNINGS = {THIEVERY: _steal_from_nothing, TAX: next_payer, ESPIONAGE: _show_the_hand, PESTILENCE: go_on_burying}
"""What happens before that."""

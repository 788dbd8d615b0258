"""What players choose in Fantasy Contract Rummy, in the order of its page, and why they may not.

The automatic parts of a turn are in `tableau.py`, the effects of action cards in `effects.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from proofdeck.play.engine.kit.actions import Action, Axis, Reason, action, numbers
from proofdeck.play.games.fantasy_contract_rummy import clauses, effects, phases
from proofdeck.play.games.fantasy_contract_rummy.building import NOTHING_YET
from proofdeck.play.games.fantasy_contract_rummy.motifs import HOARDER
from proofdeck.play.games.fantasy_contract_rummy.phases import listed_at, only_at
from proofdeck.play.games.fantasy_contract_rummy.sets import NO_LIMIT, SET_NAMES
from proofdeck.play.games.fantasy_contract_rummy.tableau import BACK, MOST_SETS, OPEN, OWN, SECRET, Prepared, Tableau


def one_a_turn(kind: Action) -> Action:
    """Declare that it is a play, of which there is one per turn."""

    @kind.bar(clauses.PLAY)
    def a_play_has_been_made(table: Tableau) -> str | None:
        is_over = table.phase in {phases.DISCARDING, phases.SHEDDING}
        return "only one play per turn is allowed, and now a card must be discarded" if is_over else None

    return kind


def never_a_hoarder(kind: Action) -> Action:
    """Declare that contracts are laid face down, which a Hoarder never is."""

    @kind.bar(clauses.HOARDER_OPEN)
    def a_hoarder_is_laid_open(table: Tableau, contract: int) -> str | None:
        is_one = contract == HOARDER and HOARDER in table.contracts_looked_at
        return "a Hoarder must be laid open" if is_one else None

    return kind


def _element_names(rules: Prepared[Tableau]) -> list[str]:
    motifs = rules.motifs
    return [
        f"nothing as {motifs.names[element >> 1]}" if motifs.card_of[element] < 0 else motifs.element_name(element)
        for element in motifs.elements
    ]


CONTRACT = Axis(lambda rules: rules.motifs.contract_names)
CARD = Axis(lambda rules: rules.motifs.names)
ELEMENT = Axis(_element_names)
WHOSE = Axis(lambda _: ("own", "opponent's"))
PLACE = numbers(MOST_SETS)


class FantasyContractRummyState(Tableau):
    """A table of Fantasy Contract Rummy, and what its players do there."""

    # -- draw ----------------------------------------------------------------------------------------------------------

    @only_at(phases.DRAWING)
    @action("Draw from the draw deck")
    def draw(self) -> None:
        self.apply(clauses.DRAW_DECK)
        self.news = True
        self.phase = phases.PLAYING
        self.draw_cards(1)
        if self.rules.refill and self.apply(clauses.REFILL):
            self.draw_cards(self.hand_limit() - sum(self.hand[self.player]))

    @draw.bar(clauses.DRAW_DECK)
    def the_draw_deck_is_empty(self) -> str | None:
        return None if self.stock else "the draw deck is empty"

    @only_at(phases.DRAWING)
    @action("Take the top of the discard pile")
    def take(self) -> None:
        self.apply(clauses.DRAW_DISCARD)
        self.take_into_hand([self.discard_pile.pop()])
        self.phase = phases.PLAYING

    @take.bar(clauses.DRAW_DISCARD)
    def the_discard_pile_is_empty(self) -> str | None:
        return None if self.discard_pile else "the discard pile is empty"

    @only_at(phases.DRAWING)
    @action("Look at contracts")
    def look_at_contracts(self) -> None:
        self.apply(clauses.DRAW_CONTRACTS)
        self.news = True
        look = self.rules.look
        self.contracts_looked_at = sorted(self.contract_deck[-look:])
        del self.contract_deck[-look:]
        self.looks += ((self.player, len(self.contracts_on_the_table), tuple(self.contracts_looked_at)),)
        self.phase = phases.LOOKING

    @look_at_contracts.bar(clauses.DRAW_CONTRACTS)
    def too_few_contracts_are_left(self) -> str | None:
        return "too few contracts are left" if len(self.contract_deck) < self.rules.look else None

    look_at_contracts.needs(clauses.DRAW_CONTRACTS, "contracts cannot be looked at now")

    # -- play ----------------------------------------------------------------------------------------------------------

    @only_at(phases.PLAYING)
    @action("Play no more")
    def pass_on(self) -> None:
        self.to_discard()

    @only_at(phases.BUILDING, phases.HELPING, phases.ROBBING)
    @action("Close")
    def close(self) -> None:
        self.CLOSING[self.phase](self)

    @listed_at(phases.PAYING)
    @action("Pay with the whole hand")
    def pay_all(self) -> None:
        hand = self.hand[self.player]
        self._pay([motif for motif in self.rules.by_value for _ in range(hand[motif])])

    @only_at(phases.PLAYING)
    @one_a_turn
    @action("Open {kind}", kind=Axis(lambda _: SET_NAMES))
    def open_set(self, kind: int) -> None:
        self.start_building(kind, None)

    @listed_at(phases.LOOKING)
    @action("Lay {contract} open", contract=CONTRACT)
    def lay_open(self, _: int) -> None:
        self._choose(OPEN)

    @listed_at(phases.LOOKING)
    @never_a_hoarder
    @action("Lay {contract} secretly", contract=CONTRACT)
    def lay_secret(self, _: int) -> None:
        self._choose(SECRET)

    @listed_at(phases.LOOKING)
    @action("Give {contract} back", contract=CONTRACT)
    def give_back(self, _: int) -> None:
        self._choose(BACK)

    @only_at(phases.PLAYING)
    @one_a_turn
    @action("Repair own set {place}", place=PLACE)
    def repair(self, place: int) -> None:
        self.start_building(self.sets[self.player][place][0], (OWN, place))

    @only_at(phases.PLAYING)
    @one_a_turn
    @action("Play {card}", card=Axis(lambda rules: [rules.motifs.names[motif] for motif in rules.motifs.actions]))
    def play_card(self, number: int) -> None:
        motif = self.rules.motifs.actions[number]
        self.lose(self.player, motif)
        self.actions[self.player].append(motif)
        effects.begin(self, number)

    # -- what action cards let a player choose -------------------------------------------------------------------------

    @listed_at(phases.FLIPPING)
    @action("Turn over contract {place}", place=numbers(lambda rules: len(rules.contracts)))
    def flip(self, place: int) -> None:
        contract, owner, is_open, _ = self.contracts_on_the_table[place]
        self.contracts_on_the_table[place] = (contract, owner, not is_open, True)
        self.after_play()

    @listed_at(phases.STEALING)
    @action("Steal card {place} of the discard pile", place=numbers(lambda rules: len(rules.main_deck)))
    def steal(self, place: int) -> None:
        pile, number = self.discard_pile, self.rules.values.number
        at, beside = len(pile) - 1 - place, number("thievery.beside")
        stolen = pile[max(0, at - beside) : at + beside + 1]
        del pile[max(0, at - beside) : at + beside + 1]
        self.take_into_hand(stolen)
        self.draw_cards(number("thievery.cards") - len(stolen))
        self.after_play()

    @listed_at(phases.AIMING)
    @action("Reinforce {whose} set {place}", whose=WHOSE, place=PLACE)
    def reinforce(self, whose: int, place: int) -> None:
        self.step = 1
        self.start_building(self.sets[self.player ^ whose][place][0], (whose, place))

    @only_at(phases.BUILDING)
    @action("Add {element}", element=ELEMENT)
    def add_element(self, element: int) -> None:
        self.pending += (element,)

    @listed_at(phases.HELPING, phases.ROBBING, phases.BURYING)
    @action("{element} in {whose} set {place}", whose=WHOSE, place=PLACE, element=ELEMENT)
    def at(self, whose: int, place: int, element: int) -> None:
        if self.phase == phases.BURYING:
            self._bury(whose, place, element)
        else:
            self.pending += (self.rules.number_of("at", whose, place, element),)

    @listed_at(phases.PAYING)
    @action("Pay {card}", card=CARD)
    def pay(self, motif: int) -> None:
        self.pending += (motif,)
        values = self.rules.motifs.values
        if sum(values[motif] for motif in self.pending) >= self.rules.values.number("tax.value"):
            self._pay(self.pending)

    # -- discard -------------------------------------------------------------------------------------------------------

    @listed_at(phases.DISCARDING, phases.SHEDDING)
    @action("Discard {card}", card=CARD)
    def discard(self, motif: int) -> None:
        self.throw_away(self.player, motif)
        self.apply(clauses.DISCARD_ONE if self.phase == phases.DISCARDING else clauses.LIMIT)
        over = sum(self.hand[self.player]) > self.hand_limit() and self.on & clauses.LIMIT
        if over and not (self.spared == self.turns and self.apply(clauses.SPARED)):
            self.phase = phases.SHEDDING
        else:
            self.end_turn()

    # -- what comes of it ----------------------------------------------------------------------------------------------

    def _choose(self, choice: int) -> None:
        self.choices += (choice,)
        if len(self.choices) < len(self.contracts_looked_at):
            return
        returned = []
        for contract, choice in zip(self.contracts_looked_at, self.choices, strict=True):
            if choice == BACK:
                returned.append(contract)
            else:
                self.contracts_on_the_table.append((contract, self.player, choice == OPEN, choice == OPEN))
                self.apply(clauses.LAY)
        self.apply(clauses.KEEP)
        self.contracts_looked_at, self.choices = [], ()
        self.contract_deck = self.shuffled(self.contract_deck + returned)
        if len(self.contract_deck) < self.rules.look and (rule := self.on & clauses.END_CONTRACTS):
            self.last_turn = self.last_turn or rule
        self.phase = phases.PLAYING

    def _close_set(self) -> None:
        card_set = (self.kind, tuple(sorted(self.chosen())))
        if self.target is None:
            self.sets[self.player].append(card_set)
        else:
            whose, place = self.target
            self.sets[self.player ^ whose][place] = card_set
        self.spend(self.pending)
        stand_ins = [element >> 1 for element in card_set[1] if element & 1]
        self.apply(clauses.SETS[self.kind] | (clauses.NATURAL if stand_ins else 0))
        for motif in stand_ins:
            self.apply(clauses.TRICKSTER if motif in self.rules.motifs.characters else clauses.DRUID)
        if not self.step:
            self.apply(clauses.REPAIR if self.target else clauses.PLAY)
        self.pending, self.target, self.step = (), None, 0
        self.after_play()

    def _close_help(self) -> None:
        theirs, given = self.sets[1 - self.player], effects.given(self)
        for place in {where for _, where, _ in given}:
            theirs[place] = (theirs[place][0], tuple(sorted(effects.with_given(self, place))))
        self.spend(element for _, _, element in given)
        self.pending = ()
        self.after_play()

    def _close_robbery(self) -> None:
        self.discard_pile += [self.take_from_set(*part) for part in effects.given(self)]
        self.pending = ()
        self.after_play()

    def _pay(self, motifs: Sequence[int]) -> None:
        for motif in motifs:
            self.throw_away(self.player, motif)
        self.pending = ()
        self.step += 1
        effects.next_payer(self)

    def _bury(self, whose: int, place: int, element: int) -> None:
        self.gone.append(self.take_from_set(whose, place, element))
        sets = self.sets[self.player ^ whose]
        if not sets[place][1]:
            del sets[place]
        self.step += 1
        effects.go_on_burying(self)

    # -- what is forbidden ---------------------------------------------------------------------------------------------

    @open_set.bar_by(clauses.NATURAL, *clauses.SETS)
    def it_cannot_be_opened(self, kind: int) -> Reason | None:
        hand = self.hand[self.player]
        if self.rules.builder.can_finish(kind, (), NOTHING_YET, hand):
            return None
        return self._stand_ins_alone(kind, (), hand, NO_LIMIT) or (
            clauses.SETS[kind],
            f"the hand has no {SET_NAMES[kind]}",
        )

    @open_set.permit_by(*clauses.SETS)
    def nobody_lays_such_sets(self, kind: int) -> Reason | None:
        return clauses.SETS[kind], f"no {SET_NAMES[kind]} can be laid now"

    repair.needs(clauses.REPAIR, "sets cannot be repaired now")

    @repair.bar(clauses.REPAIR)
    def there_is_nothing_to_repair(self, place: int) -> str | None:
        return None if place in self._repairable() else "there is no broken set that the hand can repair"

    def _repairable(self) -> list[int]:
        """The places of broken sets that the hand can repair."""
        player, rules = self.player, self.rules
        return [
            place
            for place, one in enumerate(self.sets[player])
            if not rules.agreed.is_valid(*one) and rules.builder.can_finish(*one, NOTHING_YET, self.hand[player])
        ]

    @play_card.bar(clauses.PLAY)
    def it_is_not_in_the_hand(self, number: int) -> str | None:
        motif = self.rules.motifs.actions[number]
        return None if self.hand[self.player][motif] else f"there is no {self.rules.names[motif]} in the hand"

    @play_card.bar_by(*clauses.EFFECTS)
    def it_would_have_no_effect(self, number: int) -> Reason | None:
        name = self.rules.names[self.rules.motifs.actions[number]]
        return None if effects.can_play(self, number) else (clauses.EFFECTS[number], f"{name} would have no effect")

    @close.bar_by(*phases.EVERY_CLAUSE, *clauses.SETS, clauses.NATURAL)
    def it_cannot_be_closed(self) -> Reason | None:
        if self.rules.first["close"] in self.legal_actions():
            return None
        if self.phase != phases.BUILDING:
            return self.what_is_done()
        if self.step and not self.pending:
            return self.what_is_done()[0], "at least one card must be added"
        return self._no_set(self.chosen(), self.spare(), 0)

    @add_element.bar_by(*phases.EVERY_CLAUSE, *clauses.SETS, clauses.NATURAL)
    def it_cannot_be_added(self, element: int) -> Reason | None:
        if element in self._options():
            return None
        card, left, room = self.rules.motifs.card_of[element], self.spare(), self.room()
        if card < 0 or not left[card]:
            return self.what_is_done()[0], "there is no such card in the hand"
        if not room:
            return self.what_is_done()[0], "no more cards may be added"
        left[card] -= 1
        return self._no_set([*self.chosen(), element], left, room - 1)

    def _options(self) -> Sequence[int]:
        """The elements that may be added next to the set that is built."""
        last = self.pending[-1] if self.pending else NOTHING_YET
        return self.rules.builder.options(self.kind, self.chosen(), last, self.spare(), self.room())

    def _no_set(self, elements: Sequence[int], left: list[int], more: int) -> Reason | None:
        """Why these elements with that many more cards from the hand do not make a set, or not in this order."""
        kind = self.kind
        if self.rules.builder.can_finish(kind, elements, NOTHING_YET, left, more):
            return clauses.SETS[kind], "its cards must be added in order"
        why = f"it cannot become a {SET_NAMES[kind]}"
        return self._stand_ins_alone(kind, elements, left, more) or (clauses.SETS[kind], why)

    def _stand_ins_alone(self, kind: int, elements: Sequence[int], left: list[int], more: int) -> Reason | None:
        """A reason where stand-ins could make it if they could make a group alone, however many they are."""
        could = self.rules.lax_builder.can_finish(kind, elements, NOTHING_YET, left, more)
        return (clauses.NATURAL, "a set cannot consist of stand-ins alone") if could else None

    # -- what can be done, for speed -----------------------------------------------------------------------------------

    def _generate(self) -> list[int]:
        return self.LISTS[self.phase](self)

    def _lay_or_give_back(self) -> list[int]:
        """What may be done with the next contract; of equal ones, a later one is treated no better than an earlier."""
        first, looked, place = self.rules.first, self.contracts_looked_at, len(self.choices)
        contract = looked[place]
        least = self.choices[-1] if place > 0 and looked[place - 1] == contract else OPEN
        legal = [first["lay_open"] + contract] if least == OPEN else []
        if least <= SECRET and not (contract == HOARDER and self.apply(clauses.HOARDER_OPEN)):
            legal.append(first["lay_secret"] + contract)
        kept = any(choice != BACK for choice in self.choices)
        if kept or looked[-1] != contract or not self.on & clauses.KEEP:
            legal.append(first["give_back"] + contract)
        return legal

    def _plays(self) -> list[int]:
        rules, hand, on = self.rules, self.hand[self.player], self.on
        can_finish = rules.builder.can_finish
        bits = enumerate(clauses.SETS)
        kinds = [kind for kind, clause in bits if on & clause and can_finish(kind, (), NOTHING_YET, hand)]
        held = [number for number, motif in enumerate(rules.motifs.actions) if hand[motif]]
        return [
            rules.first["pass_on"],
            *self._numbered("open_set", kinds),
            *self._numbered("repair", self._repairable() if on & clauses.REPAIR else ()),
            *self._numbered("play_card", (number for number in held if effects.can_play(self, number))),
        ]

    def _next_elements(self) -> list[int]:
        first = self.rules.first
        can_close = self.pending and self.rules.agreed.is_valid(self.kind, sorted(self.chosen()))
        legal = [first["close"]] if can_close else []
        return legal + self._numbered("add_element", self._options())

    def _numbered(self, kind: str, values: Iterable[int]) -> list[int]:
        start = self.rules.first[kind]
        return [start + value for value in values]

    def _in_sets(self) -> list[int]:
        can_stop = self.phase in CAN_STOP and CAN_STOP[self.phase](self)
        legal = [self.rules.first["close"]] if can_stop else []
        return legal + [self.rules.number_of("at", *part) for part in IN_SETS[self.phase](self)]

    def _discards(self) -> list[int]:
        return self._numbered("discard", (motif for motif, count in enumerate(self.hand[self.player]) if count))

    LISTS: ClassVar[Mapping[int, Callable[[FantasyContractRummyState], list[int]]]] = {
        phases.DRAWING: Tableau.draws,
        phases.LOOKING: _lay_or_give_back,
        phases.PLAYING: _plays,
        phases.BUILDING: _next_elements,
        phases.FLIPPING: lambda self: self._numbered("flip", range(len(self.contracts_on_the_table))),
        phases.STEALING: lambda self: self._numbered("steal", range(len(self.discard_pile))),
        phases.PAYING: lambda self: self._numbered("pay", effects.payments(self)) or [self.rules.first["pay_all"]],
        phases.AIMING: lambda self: [self.rules.number_of("reinforce", *target) for target in effects.targets(self)],
        phases.HELPING: _in_sets,
        phases.ROBBING: _in_sets,
        phases.BURYING: _in_sets,
        phases.DISCARDING: _discards,
        phases.SHEDDING: _discards,
    }
    CLOSING: ClassVar[Mapping[int, Callable[[FantasyContractRummyState], None]]] = {
        phases.BUILDING: _close_set,
        phases.HELPING: _close_help,
        phases.ROBBING: _close_robbery,
    }


IN_SETS = {phases.HELPING: effects.helps, phases.ROBBING: effects.robberies, phases.BURYING: effects.burials}
"""The cards in sets that an action card may affect."""
CAN_STOP = {phases.HELPING: effects.can_stop_helping, phases.ROBBING: effects.can_stop_robbing}


class FantasyContractRummy(Prepared[FantasyContractRummyState]):
    """Fantasy Contract Rummy for one deck and one set of parameters."""

    table = FantasyContractRummyState

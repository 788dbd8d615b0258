"""Declared tables: where cards are and who sees them. Most methods are derived; a game only writes the fast ones.

Copies, keys, zones, observations, information states and imagined tables are derived from zones and facts; what is
legal, what is refused and why from the actions and their rows. A game overrides what it can do better.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from marshal import dumps
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

from proofdeck.ground.problems import UnknownName, counted, listed
from proofdeck.play.engine.faults import ShortDeal, Unusable, unusable, usable
from proofdeck.play.engine.kit.actions import Action
from proofdeck.play.engine.kit.choosing import EARLY, choose_anew, commit, has_chosen
from proofdeck.play.engine.kit.declaring import FORETOLD, ROLLED, Declared
from proofdeck.play.engine.kit.ground import BareRules, BareTable
from proofdeck.play.engine.kit.imagining import deal_anew, give, pass_on, take_away
from proofdeck.play.engine.kit.pieces import (
    BOUNDS,
    PRINT_MORE,
    Die,
    Pool,
    Track,
    copies_of,
    pieces_aside,
    strays,
    values_of,
)
from proofdeck.play.engine.kit.tiles import in_words, laid_cards
from proofdeck.play.engine.kit.zones import CHOOSING, NOBODY, PILE, Fact, Tally, Thing, Zone, called, place
from proofdeck.play.engine.piles import derived, shuffled
from proofdeck.play.engine.score_sheet import Criterion, Item, Ranking, ScoreSheet
from proofdeck.play.engine.state import OVER, UNKNOWN_ACTION, Dice, IllegalAction, Laid, Rolled
from proofdeck.source.rules.points import ALL_ON
from proofdeck.source.rules.sides import Sides

HAND = "hand"
NUMBERS = (int, float)
PLAIN = 2
"""The version of a quick notation in which equal values are always written alike."""
OneThing = TypeVar("OneThing", bound=Thing[Any])


class Objection(NamedTuple):
    """Why a table cannot be scored. clause: the bit of the rule that forbids it; cards: those it is about."""

    clause: int
    why: str
    cards: tuple[int, ...]


class Table(BareTable, metaclass=Declared):
    """One table of a declared game.

    rules: those of the game; on: bits of the clauses that apply; ended_by: the bit of the clause that ended the game.
    seed, shuffles: the source of chance, and how often it has been used.
    """

    __slots__ = ()

    loses: ClassVar[int] = 0
    """The clauses that end the game and win it for the game, where all players play against it."""
    ACTIONS: ClassVar[Mapping[str, Action]]
    MASKED: ClassVar[Mapping[str, Fact]]
    """The facts that not everybody sees."""

    # -- what a game must say ------------------------------------------------------------------------------------------

    def items(self, seat: int) -> Iterable[Item]:  # noqa: ARG002
        """The player's points, each item made with `item`; points of clauses that are off are left out."""
        return ()

    def objections(self, seat: int) -> Iterable[Objection]:  # noqa: ARG002
        """What forbids scoring what the player has, each made with `objection`; clauses that are off forbid nothing."""
        return ()

    def deciding(self) -> Iterable[Criterion]:
        """What decides who wins, most important first, each made with `by`. A game against which all play needs none:
        it ends as won, unless one of the clauses in `loses` ends it.
        """
        return ()

    # -- what a game may use -------------------------------------------------------------------------------------------

    def add(self, zone: str, cards: Sequence[int], seat: int | None = None) -> None:
        """Add cards to those in a zone. seat: the owner, if each player has one."""
        self.put(zone, [*self.cards_in(zone, seat), *cards], seat)

    def gather(self, zone: str, into: str) -> None:
        """Move all players' cards of a zone into one that everybody shares, those of the first player first."""
        for seat in range(self.players):
            self.add(into, self.cards_in(zone, seat))
            self.put(zone, [], seat)

    def by_kind(self, zone: str, kinds: Sequence[int], seat: int | None = None) -> Mapping[int, list[int]]:
        """The cards of a zone by kind; an empty list for a kind that is not there. kinds: of all cards of the deck."""
        found: dict[int, list[int]] = defaultdict(list)
        for card in self.cards_in(zone, seat):
            found[kinds[card]].append(card)
        return found

    def deal_out(self, zone: str, cards: Sequence[int], size: int, *, all: bool = True) -> list[int]:  # noqa: A002
        """Put the first `size` cards into the zone of the first player, the next ones into that of the second, and so
        on. Returns the cards that are left.

        all: whether everybody must get that many; if not, and there are too few cards, they are dealt out in rounds
        until none are left, so the first players may get one more than the last. Raises ShortDeal if all must get that
        many and there are too few.
        """
        short = self.players * size - len(cards)
        if all and short > 0:
            raise ShortDeal((size, len(cards), self.players))
        each, more = divmod(len(cards), self.players) if short > 0 else (size, 0)
        left = list(cards)
        for seat in range(self.players):
            count = each + (seat < more)
            self.put(zone, left[:count], seat)
            del left[:count]
        return left

    def take_first(self, cards: Sequence[int], count: int) -> tuple[list[int], list[int]]:
        """Split off the first `count` cards, for all players together, and return them and the rest.

        Raises ShortDeal if there are fewer.
        """
        if count > len(cards):
            raise ShortDeal((count, len(cards), 0))
        return list(cards[:count]), list(cards[count:])

    def pass_left(self, zone: str, by: int = 1) -> None:
        """Give every player's cards to the player `by` seats to the left; players remember what they passed on.

        The zone is declared with `passed=True`. Cards must be seen to leave such a zone, or be the last ones in it,
        because a player who remembers a card would otherwise notice that it has gone. Raises TypeError without that.
        """
        if not self.ZONES[zone].passed:
            raise TypeError(f"declare `{zone} = zone(OWNER, each=True, passed=True)`, so that players remember cards")
        pass_on(self, zone, by)

    def pass_cards(self, zone: str, cards: Sequence[int], seat: int, *, into: str = "", by: int | None = None) -> None:
        """Give some cards of a player's zone to that seat. The player who gives them remembers where they are; all who
        do not see them arrive forget what they knew of the zone, because it may have left.

        into: the zone that they go to, by default the same one; by: whose cards they are, by default those of the
        player to move. If all pass cards at the same time, each player first passes them into another zone of their
        own. Raises TypeError for cards that are not there, or if nobody would remember them.
        """
        giver = self.player if by is None else by
        for name in (zone, into or zone):
            self._declaration(name, seat)
        if giver != seat and not (self.ZONES[into or zone].passed or self.sees(self.ZONES[into or zone], seat, giver)):
            raise TypeError(f"declare `{into or zone} = zone(OWNER, each=True, passed=True)`, so that players remember")
        give(self, (zone, giver), cards, (into or zone, seat))

    def commit(self, **chosen: int) -> bool:
        """Keep what the player to move has chosen, by the names of choices; whether all have chosen now.

        If so, it is time to show and do what was chosen, and to say whose turn is next. Otherwise it is the turn of the
        next player who has not chosen. The method of the action does nothing before that but commit. Choices stay for
        all to see until the first player chooses again. Raises TypeError for a value that has no name.
        """
        return commit(self, chosen)

    def roll(self, name: str, dice: Iterable[int] | None = None) -> Any:
        """Roll a die or several, each face equally likely by the seed, and return what they show: a number for a single
        die, otherwise a list. dice: which of several, counted from 0, or of which seats; all by default. What they show
        is told to everybody, and written into transcripts.
        """
        faces, fact = self._thing(name, Die).faces, self.FACTS[name]
        values = getattr(self, name) if fact.is_list else [0]
        self.shuffles += 1
        rolled = [*range(len(values))] if dice is None else [*dice]
        told = getattr(self, FORETOLD)
        for number, which in enumerate(rolled):
            values[which] = 1 + derived(self.seed, "roll", self.shuffles, which) % faces
            if number < len(told) and 1 <= told[number] <= faces:
                values[which] = told[number]
        setattr(self, FORETOLD, told[len(rolled) :])
        shown = (Rolled(place(name, which if fact.each else None), values[which]) for which in rolled)
        setattr(self, ROLLED, (*getattr(self, ROLLED), *shown))
        if not fact.is_list:
            setattr(self, name, values[0])
            return values[0]
        return [values[which] for which in rolled]

    def pieces_left(self, piece: str) -> int:
        """How many copies of a piece are not on the table. piece: the id of its design."""
        card = self.rules.pieces.get(piece)
        if card is None:
            raise UnknownName("piece", piece, self.rules.pieces)
        laid = copies_of(self, self.rules.laid_by.get(piece, ()))
        return int(card.copies(self.players) - laid.get(piece, 0))

    def pay_out(self, pool: str, count: int, seats: Sequence[int]) -> bool:
        """Give each of these players that many pieces of a pool, or nobody any if there are too few left; whether they
        got them. In the deal, too few are a mistake. Raises TypeError if the seats are a single one.
        """
        thing, have = self._thing(pool, Pool), getattr(self, pool)
        if isinstance(seats, int):
            raise TypeError(
                f"the seats of pay_out() must be a list, such as [{seats}] or range(self.players), not {seats}"
            )
        left = 0 if thing.promised else self.pieces_left(thing.piece)
        is_enough = thing.promised or count * len(seats) <= left
        if not is_enough and not self.turns:
            code = type(self).deal.__code__
            says = f"{count * len(seats)} of '{thing.piece}' are needed in the deal to {self.players} players"
            raise Unusable(f"{says}, but there are {left}", code.co_filename, code.co_firstlineno, PRINT_MORE)
        for seat in seats if is_enough else ():
            have[seat] += count
        return is_enough

    def advance(self, track: str, steps: int, seat: int) -> int:
        """Move a player's piece forward on a track, at most to the last space; by how many spaces it has moved.

        Raises TypeError for a seat that there is not.
        """
        thing, at = self._thing(track, Track), getattr(self, track)
        if seat not in range(len(at)):
            raise TypeError(f"there is no seat {seat}: write advance('{track}', steps, seat)")
        moved = min(steps, thing.range(self.rules)[1] - at[seat])
        at[seat] += moved
        return int(moved)

    def _thing(self, name: str, kind: type[OneThing]) -> OneThing:
        """Raises UnknownName if no thing of that kind is declared by that name."""
        known = {key: fact.thing for key, fact in self.FACTS.items() if isinstance(fact.thing, kind)}
        if name not in known:
            raise UnknownName(kind.__name__.lower(), name, known)
        return known[name]

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The cards in an order determined by the seed, different each time."""
        self.shuffles += 1
        return shuffled(sorted(cards), self.seed, self.shuffles)

    def apply(self, clause: int) -> bool:
        """Record that a rule takes effect; whether it does, which it does not while it is switched off.

        clause: the bit of the rule, or of several that are applied together.
        """
        applied = self.on & clause
        self.fired |= applied
        return applied != 0

    def item(self, clause: int, label: str, points: int, cards: Iterable[int] = ()) -> Item:
        """A line of a score sheet. clause: the bit of the rule that gives the points; cards: those that earn them.

        Raises TypeError for points that are not a number, and for other cards than a list of numbers.
        """
        if not isinstance(points, NUMBERS):
            raise TypeError(f"the points of '{label}' must be a number, not {points!r}")
        rules, whole = self.rules, int(points)
        try:
            names = tuple([rules.names[card] for card in cards])
        except TypeError:
            says = f"the cards of '{label}' must be a list of their numbers, such as self.cards_in(...)"
            raise TypeError(f"{says}, not {cards!r}") from None
        return Item(rules.points.id(clause), label, whole if whole == points else points, names)

    def objection(self, clause: int, why: str, cards: Iterable[int] = ()) -> Objection:
        """A reason to refuse a table. clause: the bit of the rule that forbids it; cards: those of the player's that
        are wrong.
        """
        return Objection(clause, why, tuple(cards))

    def by(self, clause: int, label: str, values: Sequence[float]) -> Criterion:
        """A criterion that decides the game. clause: the bit of the rule; values: one per player, more is better.
        Partners have the same, such as `self.side_points()`.

        Raises TypeError for another number of values, and for partners with different ones.
        """
        if not hasattr(values, "__len__") or len(values) != self.players:
            raise TypeError(f"'{label}' needs a list with a value for each player, not {values!r}")
        for side in self.sides().seats:
            if len(side) > 1 and len({values[seat] for seat in side}) > 1:
                partners = listed(str(seat + 1) for seat in side)
                raise TypeError(
                    f"'{label}' needs the same value for the partners {partners}, not {values!r}: add them up, as "
                    "`self.side_points()` does"
                )
        return Criterion(self.rules.points.id(clause), label, values)

    def end(self, clause: int) -> None:
        """End the game. clause: the bit of the rule that ends it."""
        self.ended_by = clause
        self.player = OVER
        points = self.rules.points
        scored = {item.clause for sheet in self.score_sheets() for item in sheet.items}
        decided = self.ranking().decided_by
        for name in scored | ({decided.clause} if decided else set()):
            self.fired |= points.bit(name)
        self.fired |= self.on & clause

    # -- what follows --------------------------------------------------------------------------------------------------

    if TYPE_CHECKING:

        @classmethod
        def blank(cls, rules: BareRules, players: int, seed: int) -> Self:
            """An empty table."""

        def clone(self) -> Self: ...
        def _in_full(self) -> tuple[Any, ...]: ...
        def _generate(self) -> list[int]: ...

    def key(self) -> bytes:
        try:
            return dumps(self._in_full(), PLAIN)
        except ValueError:  # a fact is more than numbers, words and lists of them
            return repr(self._in_full()).encode()

    def hash(self) -> str:
        """The same in every version of Python, for logs."""
        if type(self).key is not Table.key:
            return super().hash()
        return blake2b(repr(self._in_full()).encode(), digest_size=8).hexdigest()

    def _play(self, action: int) -> None:
        effect, parts = self.rules.moves[action]
        try:
            effect(self, *parts)
        except Exception as error:
            if self.is_sealed() and not getattr(error, "__notes__", ()):
                error.add_note(EARLY)
            raise
        if self.rules.things and self.rules.checks_pieces and not self.is_sealed() and (why := strays(self)):
            code, says = effect.__code__, f"after '{self.rules.action_to_string(action)}', {why}"
            raise Unusable(says, code.co_filename, code.co_firstlineno, BOUNDS)

    def _refuse(self, action: int) -> IllegalAction:
        rules = self.rules
        if self.player == OVER:
            return IllegalAction(
                rules.points.id(self.ended_by) if self.ended_by else UNKNOWN_ACTION, "the game is over"
            )
        kind = rules.kind_of(action)
        if kind is None:
            return IllegalAction(UNKNOWN_ACTION, f"{rules.name} has no action {action}")
        clause, why = self._barred(kind.action, kind.parts(action))
        return IllegalAction(rules.points.id(clause) if clause else UNKNOWN_ACTION, why)

    def _barred(self, kind: Action, parts: tuple[int, ...]) -> tuple[int, str]:
        """The first reason against it: a row about the table alone, the place of its cards, or any other row."""
        return self._barred_now(kind) or self._barred_there(kind, parts) or (0, "no rule forbids it")

    def _barred_now(self, kind: Action) -> tuple[int, str] | None:
        """The first row about the table alone that forbids all actions of that kind."""
        for row in kind.rows:
            if row.whole and row.applies(self.on) and (why := row.why(self)) is not None:
                return row.clause, why
        return None

    def _barred_there(self, kind: Action, parts: tuple[int, ...]) -> tuple[int, str] | None:
        """What forbids this action, if its kind is allowed now."""
        for axis, part in zip(kind.axes.values(), parts, strict=True):
            if axis.zone and part not in self.cards_in(axis.zone, self._seat_of(axis.zone)):
                return axis.clause, f"{self.rules.names[part]} is not in the {called(axis.zone)}"
        for row in kind.rows:
            if not row.whole and row.applies(self.on) and (why := row.why(self, *parts)) is not None:
                return row.clause, why
        return None

    def _seat_of(self, zone: str) -> int | None:
        return self.player if self.ZONES[zone].each else None

    def allowed(self) -> list[int]:
        """All actions that no row bars, found by checking every action: slow but simple."""
        if self.player == OVER:
            return []
        return [
            number
            for kind in self.rules.kinds
            if not self._barred_now(kind.action)
            for number, parts in enumerate(kind.all_parts(), kind.start)
            if not self._barred_there(kind.action, parts)
        ]

    @classmethod
    def declared(cls) -> dict[str, Zone | Fact]:
        """Zones and facts by name."""
        return {**cls.ZONES, **cls.FACTS}

    # -- who sees what -------------------------------------------------------------------------------------------------

    def zones(self) -> dict[str, list[str]]:
        rules, id_of, shadows = self.rules, self.rules.ids.__getitem__, {zone.known for zone in self.ZONES.values()}
        return {
            place(name, seat): [*map(id_of, zone.form.cards(held, rules))]
            for name, zone, seat, held in self.heaps()
            if name not in shadows
        }

    def observation(self, player: int | None) -> dict[str, Any]:
        ids = self.rules.ids
        seen: dict[str, object] = {
            "player": None if player is None else player + 1,
            "turn": self.turns,
            "to move": None if self.player == OVER else self.player + 1,
        }
        for name, zone, seat, held in self.heaps():
            seen[place(name, seat)] = (
                in_words(zone.tiles, self)
                if zone.tiles
                else [ids[card] for card in zone.form.cards(held, self.rules)]
                if self.sees(zone, seat, player)
                else counted(zone.form.size(held, self.rules), "card")
            )
        return seen | self._facts(player)

    def _facts(self, viewer: int | None) -> dict[str, object]:
        """The part of an observation that is not about cards."""
        shown = ((name, fact) for name, fact in self.FACTS.items() if fact.shown)
        return {called(name): self._said(fact, self._seen(name, fact, viewer)) for name, fact in shown}

    def seen_by_all(self) -> Mapping[str, object]:
        plain = type(self).observation is Table.observation
        return {**(self._facts(None) if plain else self.observation(None)), **self.counted_pieces()}

    def _said(self, fact: Fact, value: Any) -> object:
        return [fact.says(one, self.rules) for one in value] if fact.each else fact.says(value, self.rules)

    def _seen(self, name: str, fact: Fact, viewer: int | None) -> object:
        """The value of a fact as the player sees it."""
        value = getattr(self, name)
        return value if fact.seen is None else fact.seen(self, value, viewer)

    def information_state_key(self, player: int) -> bytes:
        seen: list[object] = [player, self.player, self.turns, self.ended_by, self.shuffles]
        for _, zone, seat, held in self.heaps():
            seen.append(held if self.sees(zone, seat, player) else zone.form.size(held, self.rules))
        seen += [self._seen(name, fact, player) for name, fact in self.FACTS.items()]
        return repr(seen).encode()

    def resample(self, player: int, random: Random) -> Self:
        copy = self.clone()
        deal_anew(copy, player, random)
        copy._mask(player)
        copy._legal = None  # what hidden cards allowed is not what those of this table allow
        if self.is_sealed():
            choose_anew(copy, self._unseen_choosers(player), random)
        return copy

    def is_sealed(self) -> bool:
        return bool(self.CHOICES) and bool(getattr(self, CHOOSING))

    def unsealed(self, player: int, random: Random) -> Self:
        copy = self.clone()
        choose_anew(copy, self._unseen_choosers(player), random)
        return copy

    def _unseen_choosers(self, player: int) -> list[int]:
        return [seat for seat in range(self.players) if seat != player and has_chosen(self, seat)]

    def laid_pieces(self) -> list[Laid]:
        return [
            one._replace(place=place(name, seat))
            for name, _, thing, seat, value in values_of(self)
            for one in thing.laid(value, self.rules, seat)
        ]

    def pieces_aside(self) -> list[Laid]:
        return pieces_aside(self)

    def laid_cards(self) -> list[Laid]:
        return list(laid_cards(self))

    def laid_dice(self) -> list[Dice]:
        return [
            Dice(place(name, seat), thing.faces, thing.count or 1, seat)
            for name, _, thing, seat, _ in values_of(self)
            if isinstance(thing, Die)
        ]

    def rolled(self) -> tuple[Rolled, ...]:
        return getattr(self, ROLLED, ())

    def _foretell(self, faces: Sequence[int]) -> None:
        if FORETOLD in self.FACTS:
            setattr(self, FORETOLD, tuple(faces))

    def counted_pieces(self) -> dict[str, str]:
        return {
            place(name, seat): thing.written(value, self.rules)
            for name, fact, thing, seat, value in values_of(self)
            if fact.shown and name not in self.CHOICES and not isinstance(thing, Tally)
        }

    def glance(self, player: int) -> Self:
        """The table with nothing in the places that the player cannot see into, but for cards that everybody saw."""
        if type(self).resample is not Table.resample:
            return super().glance(player)
        copy = self.clone()
        take_away(copy, player)
        copy._mask(player)
        return copy

    def with_and_without(self, card: str, player: int, random: Random) -> tuple[Self, Self] | None:
        """None also if everybody saw cards go to the hand, or if no zone is called `hand`, or no pile is hidden."""
        hand, wanted = self.ZONES.get(HAND), self.rules.ids.index(card)
        stock = next((name for name, zone in self.ZONES.items() if zone.form is PILE and zone.sees == NOBODY), None)
        if hand is None or not hand.each or stock is None or (hand.known and self.cards_in(hand.known, player)):
            return None
        held, ahead = [*self.cards_in(HAND, player)], self.cards_in(stock)
        has_it = wanted in held
        depths = [depth for depth, other in enumerate(ahead) if (other == wanted) != has_it]
        if not held or not depths:
            return None
        at, depth = held.index(wanted) if has_it else random.randrange(len(held)), random.choice(depths)
        held[at], ahead[depth] = ahead[depth], held[at]
        copy = self.clone()
        copy.put(HAND, held, player)
        copy.put(stock, ahead)
        copy._legal = None
        return (self, copy) if has_it else (copy, self)

    def _mask(self, player: int) -> None:
        """Make facts what the player sees of them."""
        is_mover = player == self.player
        if not is_mover:
            self._legal = None
        for name, fact in self.MASKED.items():
            if fact.seen and not (is_mover and fact.mover_sees):
                setattr(self, name, fact.seen(self, getattr(self, name), player))

    # -- points --------------------------------------------------------------------------------------------------------

    def tallies(self, seat: int) -> Mapping[str, int]:  # noqa: ARG002
        """Counts besides points that may break ties."""
        return {}

    def score_sheets(self) -> list[ScoreSheet]:
        return [ScoreSheet(tuple(self._counting(seat)), dict(self.tallies(seat))) for seat in range(self.players)]

    def _counting(self, seat: int) -> list[Item]:
        """The items of clauses that apply."""
        on, bit, found, counting = self.on, self.rules.points.bit, self.items(seat), []
        if found is None:
            raise unusable(self.items, "item", found)
        for item in found:
            try:
                clause = item.clause
            except AttributeError:
                raise unusable(self.items, "item", item) from None
            if on == ALL_ON or on & bit(clause):
                counting.append(item)
        return counting

    def points(self) -> list[int]:
        """The present points of each player."""
        return [sum([item.points for item in self._counting(seat)]) for seat in range(self.players)]

    def side_points(self) -> list[int]:
        """For each player, the present points of all players on the same side."""
        return self.sides().sums(self.points())

    def sides(self) -> Sides:
        return self.rules.sides(self.players)

    def _is_lost(self) -> bool:
        """Whether the game has ended and has won against all players."""
        return bool(self.ended_by & self.loses)

    def ranking(self) -> Ranking:
        sides = self.sides()
        if not sides.is_together:
            return super().ranking()
        everybody = sides.seats
        if not self.ended_by or not self.loses:
            return Ranking(everybody, None, sides)
        clause = self.rules.points.id(self.ended_by)
        label = clause.rpartition(".")[2].replace("-", " ")
        return Ranking(everybody, Criterion(clause, label, ()), sides, "lost" if self._is_lost() else "won")

    def returns(self) -> list[float]:
        sides = self.sides()
        return [0.0 if self._is_lost() else 1.0] * self.players if sides.is_together else super().returns()

    def criteria(self) -> list[Criterion]:
        bit = self.rules.points.bit
        deciding = usable(self.deciding, "by", Criterion, self.deciding())
        found = [one for one in deciding if self.on & bit(one.clause)]
        return found or [Criterion("", "nothing", [0.0] * self.players)]

    def standing(self) -> list[float]:
        """Shares by `weights`; at the end, the final shares."""
        if self.player == OVER:
            return self.returns()
        sides = self.sides()
        if sides.is_together:
            return [self.hope()] * self.players
        weights = self.weights()
        total = sum(weights)
        return sides.sums(weight / total for weight in weights)

    def hope(self) -> float:
        """A guess at the chance to win a game that all play against, from 0 to 1: more with more points."""
        points = sum(self.points())
        return (1 + points / (abs(points) + 10)) / 2

    def weights(self) -> list[float]:
        """The weight of each player's prospects: points, moved closer together because nothing is decided yet."""
        points = self.points()
        least, spread = min(points), max(points) - min(points)
        return [1 + 2 * (one - least) / (spread + 4) for one in points]

    def __repr__(self) -> str:
        lines = [f"{name}: {', '.join(cards) or 'nothing'}" for name, cards in self.zones().items()]
        lines += [f"{called(name)}: {self._said(fact, getattr(self, name))}" for name, fact in self.FACTS.items()]
        return "\n".join([*lines, "the game is over" if self.player == OVER else f"to move: {self.player + 1}"])

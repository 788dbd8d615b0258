"""A table in the middle of a game of Fantasy Contract Rummy, in the notation of examples, and how books show it.

::

    player 1:
      hand: Paladin, Shield x2, Thievery
      formation: Bard, Rogue, Trickster as Mage
      broken armory: Sword x2
      open: Hoarder
      secret: Slippery Beasts
      actions: Espionage
    player 2:
      hand: Wolf x3
    pile: Wolf, Bear
    deck: Sword, Dagger
    contract deck: Hoarder, Companion Mastery
    to move: 2
    stage: draw
    exhausted: 1
    quiet: 19

The cards in front of players are written as for the calculator. Piles are written from the top down. `deck` is
everything that can be drawn, and cards not named anywhere are out of the game; without `deck`, they form the deck.
`contract deck` gives its top cards. Players have already drawn unless `stage` says something else. `exhausted` is how
often the deck ran out, `quiet` how many turns in a row brought nothing new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.kit.position import lines_of
from proofdeck.play.engine.notation import Notation, NotationLine, folded
from proofdeck.play.engine.pictures import LEFT_OUT, Pictures
from proofdeck.play.engine.position import Fields, as_text
from proofdeck.play.engine.state import State
from proofdeck.play.games.fantasy_contract_rummy.phases import DRAWING, PLAYING
from proofdeck.play.games.fantasy_contract_rummy.reading import BROKEN, CARD, CONTRACT, PlayerRead, Reader
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, SET_NAMES
from proofdeck.play.games.fantasy_contract_rummy.table import side_of
from proofdeck.play.games.fantasy_contract_rummy.tableau import Tableau

KEYS = ("pile", "deck", "contract deck", "to move", "stage", "exhausted", "quiet")
SEATS = {"player1": 0, "player2": 1}
STAGES = ("draw", "play")


def position(game: FantasyContractRummy, notation: Notation, problems: Problems) -> State | None:
    """The table of an example. None after problems."""
    reader = Reader(game, notation, problems)
    others: list[NotationLine] = []
    players: dict[int, PlayerRead] = {}
    for head, below in notation.blocks():
        seat = SEATS.get(folded(head.key.text))
        if seat is None:
            others += [head, *below]
        elif seat in players:
            reader.refuse(f"'{head.key.text}' is already there", head.key)
        else:
            players[seat] = reader.player(head, below)
            if players[seat].pile:
                reader.refuse("a table in play has sets, so a pile cannot be read here", head.key)
    fields = Fields(Notation(notation.shown, tuple(others)), KEYS, (), problems)
    table = game.new_initial_state(game.max_players, 0)
    for seat in range(table.players):
        table.put("hand", players[seat].hand if seat in players else [], seat)
        if seat in players:
            table.lay(seat, side_of(game, players[seat]))
    _put_away(table, fields, reader)
    reader.check_counts()
    _begin(table, fields)
    return None if reader.failed() else fields.ready(table)


def _put_away(table: Tableau, fields: Fields, reader: Reader) -> None:
    """The piles, and cards not named anywhere."""
    pile, deck, top = fields.line("pile"), fields.line("deck"), fields.line("contract deck")
    table.discard_pile = reader.named(CARD, pile)[::-1]
    rest = Counter(table.rules.main_deck) - Counter(_used(table))
    if deck:
        table.stock = reader.named(CARD, deck)[::-1]
        table.gone = sorted((rest - Counter(table.stock)).elements())
    else:
        table.stock = sorted(rest.elements())
    named = reader.named(CONTRACT, top)[::-1]
    left = Counter(table.rules.contracts) - Counter(
        [*(contract for contract, *_ in table.contracts_on_the_table), *named]
    )
    table.contract_deck = sorted(left.elements()) + named


def _used(table: Tableau) -> Iterator[int]:
    """The cards of the main deck that are in no zone."""
    yield from table.discard_pile
    for seat in range(table.players):
        for zone in ("hand", "sets", "actions"):
            yield from table.cards_in(zone, seat)


def _begin(table: Tableau, fields: Fields) -> None:
    """Whose turn it is, and its stage."""
    table.begin_turn(fields.to_move(table.players))
    if fields.word("stage", STAGES, "play") == "play":
        table.phase, table.last_turn = PLAYING, 0
    table.exhausted = fields.whole("exhausted", 0, table.rules.exhaustions, 0)
    table.quiet = fields.whole("quiet", 0, table.rules.stall, 0)


def written(table: Tableau) -> str:
    """The lines from which `position` reads this table again."""
    rules, motifs = table.rules, table.rules.motifs

    def named(cards: Iterable[int]) -> str:
        return ", ".join(motifs.names[card] for card in cards)

    lines = []
    for seat in range(table.players):
        lines.append(f"player {seat + 1}:")
        own = [(f"hand: {named(table.cards_in('hand', seat))}")] if table.cards_in("hand", seat) else []
        for kind, elements in table.sets[seat]:
            broken = "" if rules.agreed.is_valid(kind, elements) else f"{BROKEN} "
            own.append(f"{broken}{KINDS[kind]}: {', '.join(map(motifs.element_name, elements))}")
        for contract, owner, is_open, _ in table.contracts_on_the_table:
            if owner == seat:
                own.append(f"{'open' if is_open else 'secret'}: {motifs.contract_names[contract]}")
        own += [f"actions: {named(table.actions[seat])}"] if table.actions[seat] else []
        lines += [f"  {line}" for line in own]
    contracts = ", ".join(motifs.contract_names[contract] for contract in table.contract_deck[::-1])
    others = as_text(
        *lines_of(table, "discard_pile", "pile", from_top=True),
        *lines_of(table, "stock", "deck", from_top=True),
        ("contract deck", contracts),
        ("to move", table.player + 1),
        ("stage", "draw" if table.phase == DRAWING else "play"),
        ("exhausted", table.exhausted),
        ("quiet", table.quiet),
    )
    return "\n".join([*lines, others])


# -- how books show it -------------------------------------------------------------------------------------------------


PICTURES = Pictures(
    words={
        **dict(zip(KINDS, SET_NAMES, strict=True)),
        **{f"{BROKEN} {kind}": f"{BROKEN} {name}" for kind, name in zip(KINDS, SET_NAMES, strict=True)},
        "deck": "draw deck",
        "stock": "draw deck",
        "pile": "discard pile",
        "open": "open contract",
        "secret": "secret contract",
        "actions": "actions played",
        "gone": "out of the game",
        "stage": LEFT_OUT,
        "exhausted": "times the draw deck was exhausted",
        "quiet": "turns in a row that brought nothing new",
        "stand-ins": "stand-ins",
    },
    open_zones=frozenset({"discard pile", "sets", "actions"}),
    piles=frozenset({"deck", "pile"}),
    unsaid=frozenset({"choices", "kind", "pending", "phase", "quiet", "step", "target"}),
    told={
        "Close": "",
        "Lay {contract} secretly": "lays {contract} face down",
        "{element} in {whose} set {place}": "puts {element} into {whose} set {place}",
    },
)

"""The clauses of Fantasy Contract Rummy that the engine applies, and its parameters."""

from __future__ import annotations

from proofdeck.play.games.fantasy_contract_rummy.motifs import ACTIONS, CONTRACTS
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, STAND_INS
from proofdeck.source.rules.parameters import OneOf, Parameter, Whole, YesNo
from proofdeck.source.rules.points import RulePoints

PARAMETERS: tuple[Parameter, ...] = (
    Whole("hand", 1, 30, "the number of cards dealt to each player, and the hand limit"),
    YesNo("refill", "whether a player who draws from the deck fills their hand up to the limit"),
    YesNo("busy-play", "whether a player may play any number of sets and actions in a turn"),
    OneOf("multiplets", ("strict", "wide", "loose"), "what Multiplets are made of"),
    OneOf("stand-ins", tuple(STAND_INS), "how many cards of a set may stand in for others"),
    YesNo("secret-pays", "whether secret contracts pay what open ones do, and vice versa"),
    Whole("contracts.look", 1, 10, "the number of contracts that are drawn at once"),
    Whole("exhaustions", 1, 9, "how often the draw deck must be exhausted for the game to end"),
    Whole("stall", 2, 200, "the number of turns without a new card or a play after which the game ends"),
    Whole("sets.cards", 1, 12, "the fewest cards of a set of one kind"),
    Whole("sets.weapons", 1, 12, "the fewest different weapons of a Master of Arms"),
    Whole("sets.companions", 1, 12, "the fewest companions of a Friend of Animals"),
    Whole("sets.copies", 2, 6, "the fewest copies of each motif of Multiplets"),
    Whole("sets.partner-factor", 1, 9, "how many times a weapon beside its partner counts"),
    *(Whole(f"bonus.{kind}", 0, 99, f"the bonus of {kind}") for kind in KINDS),
    Whole("thievery.cards", 1, 9, "the number of cards that Thievery brings"),
    Whole("thievery.beside", 0, 5, "the number of neighbours on each side that Thievery takes along"),
    Whole("tax.value", 1, 99, "what each player pays to the Tax Collector"),
    Whole("reinforcements.most", 1, 12, "the most cards of Reinforcements"),
    Whole("helping-hand.most", 1, 12, "the most cards of a Helping Hand"),
    Whole("hostile-action.most", 1, 6, "the most cards of a Hostile Action"),
    Whole("arsenal.weapons", 1, 8, "the different weapons of a Warrior's Arsenal"),
    Whole("hoarder.weapons", 1, 20, "the weapons of a Hoarder"),
    Whole("hoarder.hand", 0, 9, "what an active Hoarder adds to the hand limit"),
    Whole("beasts.weasels", 0, 6, "the Weasels of Slippery Beasts"),
    Whole("beasts.ravens", 0, 5, "the Ravens of Slippery Beasts"),
    Whole("pay.open", 0, 9, "how many times its value a fulfilled open contract pays"),
    Whole("pay.open-failed", 0, 9, "how many times its value an unfulfilled open contract costs"),
    Whole("pay.secret", 0, 9, "how many times its value a fulfilled secret contract pays"),
    Whole("pay.secret-failed", 0, 9, "how many times its value an unfulfilled secret contract costs"),
)

POINTS = RulePoints()
DECKS, DEAL, START = POINTS.bind_all("setup.decks", "setup.deal", "setup.discard-pile")
DRAW_DECK, DRAW_DISCARD, DRAW_CONTRACTS = POINTS.bind_all("draw.deck", "draw.discard-pile", "draw.contracts")
REFILL, EXHAUSTED = POINTS.bind_all("draw.refill", "draw.exhausted")
KEEP, LAY, HOARDER_OPEN = POINTS.bind_all("contracts.keep", "contracts.lay", "contracts.hoarder-open")
PLAY, REPAIR, BUSY = POINTS.bind_all("play.one", "play.repair", "play.busy")
DISCARD_ONE, LIMIT = POINTS.bind_all("discard.one", "discard.limit")
HOARD, SPARED = POINTS.bind_all("discard.hoarder", "discard.thievery")
SETS = POINTS.bind_all(*(f"set.{kind}" for kind in KINDS))
TRICKSTER, DRUID, NATURAL = POINTS.bind_all("stand-in.trickster", "stand-in.druid", "stand-in.natural")
TRIPLE, VALUE, BROKEN = POINTS.bind_all("partner.triple", "set.value", "set.broken")
EFFECTS = POINTS.bind_all(*(f"action.{name}" for name in ACTIONS))
(ACTION_VALUE,) = POINTS.bind_all("action.value")
FULFIL = POINTS.bind_all(*(f"contract.{name}" for name in CONTRACTS))
PAY_OPEN, PAY_SECRET, PAY_HOARDER = POINTS.bind_all("pay.open", "pay.secret", "pay.hoarder")
END_CONTRACTS, END_DECK, END_STALL = POINTS.bind_all("end.contracts", "end.deck", "end.stall")
TOTAL, TIE = POINTS.bind_all("end.total", "end.tie")

"""The cards that sum up the rules say the same numbers as the rules."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tables import playable, project

from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import lay_out
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, SET_NAMES
from proofdeck.source.project.request import Options
from proofdeck.source.rules.parameters import Values

CONTRACTS = {(0, 2): "two sets", (1, 1): "a run, a set", (2, 0): "two runs", (0, 3): "three sets",
             (1, 2): "a run, two sets", (2, 1): "two runs, a set", (0, 4): "four sets", (3, 0): "three runs",
             (0, 5): "five sets", (4, 0): "four runs", (2, 2): "two runs, two sets"}  # fmt: skip


def of_tombs(v: Values) -> list[str]:
    return [
        f"Deal {v.number('hand')} cards each.",
        ", ".join(f"{n} players **{v.number(f'goal.{n}')}**" for n in (2, 3, 4)),
        ", ".join(f"**{v.number(f'peace.{n}')}** with {n}{' players' if n == 2 else ''}" for n in (2, 3, 4)),
    ]


def of_rummy(v: Values) -> list[str]:
    return [
        f"**Sets** of {v.number('sets.cards')} or more",
        f"{v.number('sets.weapons')} or more different weapons",
        f"{v.number('sets.companions')} or more companions",
        f"{v.number('sets.copies')} or more of each",
        f"see **{v.number('contracts.look')} contracts**",
        f"down to **{v.number('hand')}**",
        f"Fewer than {v.number('contracts.look')} contracts left",
        f"Open contract: **+{v.number('pay.open')}** or **−{v.number('pay.open-failed')}** times",
        f"Secret contract: **+{v.number('pay.secret')}** or **−{v.number('pay.secret-failed')}** times",
    ]


def of_duel(v: Values) -> list[str]:
    return [
        f"**Deal** {v.number('hand')} cards each, {v.number('row')} community cards",
        f"after **{v.number('stall')} turns** in a row",
    ]


def of_rook(v: Values) -> list[str]:
    rounds = []
    for number in range(1, v.number("rounds") + 1):
        deal = v.number(f"deal.{number}" if number < 11 else "round-11-deal")
        contract = CONTRACTS[v.number(f"runs.{number}"), v.number(f"sets.{number}")]
        rounds.append(f"**{number}** {contract} ({deal})")
    return [
        *rounds,
        f"**Run**: {v.number('run-length')} or more",
        f"**Set**: {v.number('set-length')} or more",
        f"After {v.number('rounds')} rounds",
    ]


def of_dragon(v: Values) -> list[str]:
    return [
        f"{v.number('hand.2')} cards each, {v.number('river')} face up as the **river**",
        f"After {v.number('hand.2')} turns each",
        f"{v.number('rank.set')} of one rank: its value",
        f"{v.number('rank.full')} of one rank: **{ {2: 'twice'}[v.number('rank.full-times')] }** its value",
        f"Each card of the prized suit: **{v.number('prized')}**",
        f"{v.number('suit.cards')} or more of one suit: **{v.number('suit.bonus')}**",
        f"{v.number('straight.cards')} or more: **{v.number('straight.each')}** per card",
        f"Straight from 1 to 12: **{v.number('straight.full')}** instead",
        f"**{v.number('goal')}** after a round",
    ]


@pytest.mark.parametrize(
    ("name", "phrases"),
    [
        ("tombs", of_tombs),
        ("fantasy-contract-rummy", of_rummy),
        ("rummy-duel", of_duel),
        ("toonerville-rook", of_rook),
        ("fishing-dragon", of_dragon),
    ],
)
def test_a_reference_card_says_the_numbers_of_the_rules(name: str, phrases: Callable[[Values], list[str]]) -> None:
    shipped = project()
    (card,) = [card.id for card in shipped.games[name].deck if card.kind == "reference"]
    (item,) = lay_out(shipped, shipped.games[name], Options(only=(card,)), Problems()).items[:1]
    words = "".join(f"{item.front.text} {item.back.text if item.back else ''}".split())
    said = [re.sub(r"[*\s]", "", phrase) for phrase in phrases(playable(name).game.values)]
    of_rows = re.sub(r"\+\d+", "", words)  # what is in the column at the right stands between the lines of its row
    assert [phrase for phrase in said if phrase not in words and phrase not in of_rows] == []


def test_each_set_has_its_bonus_at_the_end_of_its_row() -> None:
    shipped, rules = project(), playable("fantasy-contract-rummy").game.values
    (item, *_) = lay_out(
        shipped, shipped.games["fantasy-contract-rummy"], Options(only=("reference",)), Problems()
    ).items
    said = item.front.text.replace("\n", " ")
    rows = re.split("|".join(re.escape(f"{name}:") for name in sorted(SET_NAMES, key=len, reverse=True)), said)[1:]
    bonuses = {kind: f"+{rules.number(f'bonus.{kind}')}" for kind in KINDS}
    assert [re.findall(r"[+−]\d+", row) for row in rows] == [[bonuses[kind]] for kind in KINDS]

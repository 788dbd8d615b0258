"""Playing at one table: what each player sees and learns, and a transcript that moves taken back belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import effort
import pytest
from tables import playable, project, with_engine

from proofdeck.ground.problems import Place, ProofdeckError
from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.kit import OWNER, Criterion, RulePoints, Rules, Table, action, held, zone
from proofdeck.play.engine.pictures import Pictures
from proofdeck.play.engine.state import Action, Macro, State
from proofdeck.play.engine.transcript import Replay
from proofdeck.play.scene.seen import View
from proofdeck.play.seats.seen import clauses_seen, is_told, news
from proofdeck.play.seats.sitting import Sitting
from proofdeck.play.seats.talk import Talk
from proofdeck.source.cards import Card, Deck
from proofdeck.source.rules.parameters import Values

NAMES = ("Ana", "Ben", "Cleo")


def learned(view: View, before: State, words: Sequence[str], actions: Macro, after: State, viewer: int) -> list[str]:
    """What the viewer hears of a commitment of another player."""
    told = is_told(view, before, words, actions, after, viewer)
    return list(map(view.called, words)) if told else news(view, before, after, viewer)


def seats(game: str) -> int:
    return playable(game).game.min_players


def sitting(game: str, lines: list[str], bots: str = "human") -> Sitting:
    count = seats(game)
    begun = Sitting(playable(game), 3, [bots] * count, NAMES[:count], lines.append)
    begun.begin()
    return begun


def tables_on_the_way(game: str, seed: int) -> list[State]:
    """A table after each of the first moves of a game between greedy bots."""
    loaded, random = playable(game), Random(seed)
    state, bot, found = loaded.game.new_initial_state(seats(game), seed), loaded.engine.greedy(random), list[State]()
    for _ in range(25):
        if not state.is_terminal():
            for action in bot.choose(Seat(state)):
                state.apply_action(action)
            found.append(state.clone())
    return found


@pytest.mark.parametrize("game", with_engine())
def test_the_words_for_a_player_are_the_same_whatever_is_hidden_from_that_player(game: str) -> None:
    view = View(playable(game).engine.pictures, {}, NAMES[: seats(game)])
    for state in tables_on_the_way(game, 2):
        for viewer in range(state.players):
            imagined = state.resample(viewer, Random(1))
            assert list(view.table(state, viewer)) == list(view.table(imagined, viewer))


def told_of(wanted: str) -> str:
    """Play Fantasy Contract Rummy at random until a commitment has that in it; what the opponent learns of it."""
    loaded = playable("fantasy-contract-rummy")
    game, view = loaded.game, View(loaded.engine.pictures, {}, NAMES[:2])
    state, random = game.new_initial_state(2, 1), Random(1)
    while True:
        before, mover, said, done = state.clone(), state.current_player(), list[str](), list[Action]()
        while not said or state.is_open():
            legal = {game.action_to_string(action): action for action in state.legal_actions()}
            words = next((one for one in legal if wanted in one), None) or random.choice(list(legal))
            state.apply_action(legal[words])
            said.append(words)
            done.append(legal[words])
        if any(wanted in words for words in said):
            return "\n".join(learned(view, before, said, tuple(done), state, 1 - mover))


def test_a_discard_is_told_and_a_secret_contract_is_not() -> None:
    assert told_of("Discard ").startswith("Discard ")
    assert told_of("Take the top of the discard pile") == "Take the top of the discard pile"
    secret = told_of("secretly")
    assert "Contracts on the table" in secret
    assert not any(name in secret.replace("’", "'") for name in ("Kingdom", "Arsenal", "Beasts", "Troubadour", "Run"))


@pytest.mark.parametrize("seed", range(3))
def test_of_contracts_that_are_looked_at_only_those_that_lie_open_are_named(seed: int) -> None:
    loaded, random = playable("fantasy-contract-rummy"), Random(seed)
    game, deck = loaded.game, project().games["fantasy-contract-rummy"].deck
    contracts = {card.name for card in deck if card.fields["kind"] == "contract"}
    view = View(loaded.engine.pictures, {card.id: card.name for card in deck}, NAMES[:2])
    state, look = game.new_initial_state(2, seed), game.string_to_action("Look at contracts")
    for _ in range(3):
        while look not in state.legal_actions():
            state.apply_action(random.choice(state.legal_actions()))
        state.apply_action(look)
        viewer = 1 - state.current_player()
        for commitment in state.macro_actions():
            after = state.clone()
            for chosen in commitment:
                after.apply_action(chosen)
            words = list(map(game.action_to_string, commitment))
            told = "\n".join(learned(view, state, words, commitment, after, viewer))
            in_view = view.cards_in("\n".join(view.table(after, viewer)))
            assert view.cards_in(told) & contracts <= in_view


def test_a_contract_says_on_the_table_whether_it_lies_open() -> None:
    loaded, deck = playable("fantasy-contract-rummy"), project().games["fantasy-contract-rummy"].deck
    view = View(loaded.engine.pictures, {card.id: card.name for card in deck}, NAMES[:2])
    state = loaded.game.new_initial_state(2, 1)
    state.apply_action(loaded.game.string_to_action("Look at contracts"))
    found = set[str]()
    for macro in state.macro_actions():
        after, said = state.clone(), [loaded.game.action_to_string(one) for one in macro]
        for chosen in macro:
            after.apply_action(chosen)
        (place,) = (one for one in view.places(after, 0) if one.label == "Contracts on the table")
        ways = sorted("open" if words.endswith(" open") else "" for words in said if words.startswith("Lay "))
        assert sorted(heap.says for heap in place.heaps) == ways
        found.update(ways)
    assert found == {"open", ""}


POINTS = RulePoints()
HELD, MOST, SHOWN, EVEN = POINTS.bind_all("lay.held", "win.most", "lay.shown", "lay.even")


class Laying(Table):
    """In turn, each lays a card face up, or one face down that nobody else sees."""

    rules: LayingRules
    hand: list[int] = zone(OWNER, each=True)
    face_up: int = zone()
    face_down: list[int] = zone(OWNER, each=True)

    def deal(self, cards: list[int]) -> None:
        for seat in range(self.players):
            self.put("hand", cards[3 * seat : 3 * seat + 3], seat)
        self.next_turn(0)

    @action("Show {card}", card=held("hand", HELD))
    def show(self, card: int) -> None:
        self.hand[self.player] ^= 1 << card
        self.face_up |= 1 << card
        self.fired |= SHOWN
        self.next_turn(1 - self.player)

    @action("Hide {card}", card=held("hand", HELD))
    def hide(self, card: int) -> None:
        self.hand[self.player] ^= 1 << card
        self.face_down[self.player] |= 1 << card
        self.fired |= 0 if card % 2 else EVEN
        self.next_turn(1 - self.player)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "cards face up", [0, 0])


class LayingRules(Rules[Laying]):
    name, min_players, max_players, points, table = "laying", 2, 2, POINTS, Laying


CARDS = [
    Card("laying", f"c{number}", f"Card {number}", "card", None, 1, {}, {"id": Place("cards.csv", 2, 1)})
    for number in range(6)
]


def laying() -> Laying:
    """The table after a deal of six cards."""
    return LayingRules(Deck("laying", tuple(CARDS)), Values({})).new_initial_state(2, 1)


def test_a_clause_that_would_give_a_secret_choice_away_is_named_to_its_player_alone() -> None:
    before = laying()
    even = next(card for card in before.cards_in("hand", 0) if card % 2 == 0)
    for verb, named in (("Hide", [EVEN, 0]), ("Show", [SHOWN, SHOWN])):
        after = before.clone()
        chosen = before.rules.string_to_action(f"{verb} Card {even}")
        after.apply_action(chosen)
        assert [clauses_seen(before, (chosen,), after, viewer) for viewer in (0, 1)] == named


@pytest.mark.parametrize("game", [*with_engine(), "laying"])
def test_the_parts_of_a_table_are_the_same_whatever_is_hidden(game: str) -> None:
    """Down to the card whose back is shown."""
    pictures = Pictures() if game == "laying" else playable(game).engine.pictures
    cards = CARDS if game == "laying" else list(project().games[game].deck)
    tables = [laying()] if game == "laying" else tables_on_the_way(game, 3)[::4]
    names = {card.id: card.name for card in cards}
    shown = 0
    for state in tables:
        players = NAMES[: state.players]
        view = View(pictures, names, players)
        for viewer in range(state.players):
            parts = view.places(state, viewer)
            shown += sum(len(part.pieces) for part in parts)
            for number in range(20, 24):
                assert view.places(state.resample(viewer, Random(number)), viewer) == parts
    assert shown


def test_a_commitment_that_is_under_way_belongs_to_one_line_of_the_log_after_a_pause() -> None:
    """Continued or taken back in its middle, it still begins where it began."""
    lines: list[str] = []
    table = sitting("fishing-dragon", lines)
    talk = Talk(table, View(playable("fishing-dragon").engine.pictures, {}, NAMES[:2]))
    talk.play(table.state.legal_actions()[0])
    assert table.state.is_open()
    assert talk.log == []
    again = Sitting(playable("fishing-dragon"), 3, table.bots, table.names, lambda line: None)
    again.go_on(Replay(lines, "game.jsonl"))
    later = Talk(again, talk.view)
    later.play(again.state.legal_actions()[0])
    (whole,) = later.log
    assert whole.actions == tuple(again.actions)
    assert len(whole.actions) == 2
    later.undo()
    assert later.log == []
    later.play(again.state.legal_actions()[-1])
    assert [event.actions for event in later.log] == [tuple(again.actions)]


def test_what_was_done_before_a_move_that_is_taken_back_stays_in_the_log() -> None:
    table = sitting("toonerville-rook", [])
    talk = Talk(table, View(playable("toonerville-rook").engine.pictures, {}, NAMES[: len(table.bots)]))
    while len(talk.log) < 2 or talk.log[-1].moves < len(table.actions):
        talk.play(table.state.legal_actions()[0])
    told = list(talk.log)
    talk.play(table.state.legal_actions()[0])
    talk.undo()
    assert talk.log == told


@pytest.mark.parametrize(("verb", "is_told"), [("Show", True), ("Hide", False)])
def test_a_card_laid_face_down_is_not_named_to_others(verb: str, is_told: bool) -> None:
    """All that they hear of it is that the hand is smaller and the pile larger."""
    state = laying()
    (card, *_) = state.cards_in("hand", 0)
    words, before = f"{verb} {CARDS[card].name}", state.clone()
    chosen = state.rules.string_to_action(words)
    state.apply_action(chosen)
    view = View(Pictures(), {card.id: card.name for card in CARDS}, NAMES[:2])
    told = learned(view, before, [words], (chosen,), state, 1)
    assert (told == [words]) is is_told
    assert (CARDS[card].name in " ".join(told)) is is_told


@pytest.mark.parametrize("game", with_engine())
def test_what_a_player_hears_of_others_does_not_depend_on_what_is_hidden(game: str) -> None:
    """Where the same look could come from different moves, their words are not told."""
    loaded = playable(game)
    view = View(loaded.engine.pictures, {}, NAMES[: seats(game)])
    for before in tables_on_the_way(game, 4)[: 8 if effort.is_thorough else 3]:
        if before.is_terminal() or before.is_open():
            continue
        mover = before.current_player()
        viewer = (mover + 1) % before.players
        heard: dict[str, set[str]] = {}
        for table in [before, *(before.resample(viewer, Random(number)) for number in range(4))]:
            for chosen in table.legal_actions()[:12]:
                after = table.clone()
                after.apply_action(chosen)
                if not after.is_open():
                    words = loaded.game.action_to_string(chosen)
                    told = learned(view, table, [words], (chosen,), after, viewer)
                    heard.setdefault(repr(after.observation(viewer)), set()).add("\n".join(told))
        assert all(len(words) == 1 for words in heard.values())


def test_moves_taken_back_are_gone_from_the_table_and_from_a_replay() -> None:
    lines: list[str] = []
    table = sitting("tombs", lines)
    for _ in range(3):
        table.play(table.state.legal_actions()[0])
    key = table.state.key()
    table.play(table.state.legal_actions()[-1])
    assert len(table.undo()) == 1
    assert table.state.key() == key
    again = Sitting(playable("tombs"), 3, table.bots, table.names, lambda line: None)
    again.go_on(Replay(lines, "game.jsonl"))
    assert again.state.key() == key
    assert again.actions == table.actions


def test_taking_back_goes_to_the_last_choice_of_a_person() -> None:
    lines: list[str] = []
    table = Sitting(playable("tombs"), 3, ["human", "greedy"], NAMES[:2], lines.append)
    first = table.state.key()
    table.play(table.state.legal_actions()[0])
    table.play(table.chosen_by_bot()[0])
    assert len(table.undo()) == 2
    assert table.state.key() == first
    assert table.undo() == []


def test_a_game_that_is_over_can_be_taken_back_and_ended_differently() -> None:
    lines: list[str] = []
    table = sitting("tombs", lines)
    random = Random(5)
    while not table.state.is_terminal():
        table.play(random.choice(table.state.legal_actions()))
    assert "ranking" in lines[-1]
    table.undo()
    table.play(table.state.legal_actions()[0])
    again = Sitting(playable("tombs"), 3, table.bots, table.names, lambda line: None)
    again.go_on(Replay(lines, "game.jsonl"))
    assert again.state.key() == table.state.key()


@pytest.mark.parametrize("undone", ["0", "2", "true", '"1"', "null"])
def test_a_transcript_cannot_take_back_what_was_not_played(undone: str) -> None:
    lines: list[str] = []
    table = sitting("tombs", lines)
    table.play(table.state.legal_actions()[0])
    with pytest.raises(ProofdeckError) as wrong:
        Replay([*lines, f'{{"undone":{undone}}}'], "game.jsonl")
    assert [(problem.code, problem.line) for problem in wrong.value.problems] == [("E803", 3)]


@pytest.mark.parametrize("game", with_engine())
def test_a_hint_is_the_same_on_all_tables_that_look_the_same(game: str) -> None:
    """Whoever asks learns nothing of hidden cards: neither from the move that is advised nor from the shares."""
    table = sitting(game, [])
    talk = Talk(table, View(playable(game).engine.pictures, {}, NAMES[: seats(game)]))
    asked = 0
    for state in tables_on_the_way(game, 5)[::3]:
        if state.is_terminal() or len(state.legal_actions()) == 1:
            continue
        asked += 1
        hints, mover = set(), state.current_player()
        for same in [state, *(state.resample(mover, Random(number)) for number in range(3))]:
            table.state = same
            hints.add((talk.hint(), *table.prospects().values()))
        assert len(hints) == 1
    assert asked


def test_the_same_table_at_the_same_move_gets_the_same_advice_and_shares_from_0_to_1() -> None:
    table = sitting("fishing-dragon", [])
    assert table.advice("greedy") == table.advice("greedy")
    prospects = table.prospects()
    assert list(prospects) == table.state.legal_actions()
    assert all(0 <= share <= 1 for share in prospects.values())

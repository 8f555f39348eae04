"""What bots do on the walk, with riddles, around the table and at the chest."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from escale.core.bots import LONGEST_WAIT, Budget, planned
from escale.core.event import Acted
from escale.core.match import may_act
from escale.core.phases import top
from escale.core.secrecy import HIDDEN, Seat, view
from escale.games.arena import play_one
from escale.games.fortboyard.bots.guessing import Guesser
from escale.games.fortboyard.bots.levels import FortBot
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.chest import Chest, KeysBack
from escale.games.fortboyard.rules.phase import told
from escale.games.fortboyard.rules.pieces import (
    Cast,
    Choose,
    GiveBack,
    Judge,
    OpenChest,
    Options,
    PassDie,
    Repeat,
    Riddle,
    Say,
    Throw,
    TurnHourglass,
    Vote,
)
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable
from escale.games.fortboyard.rules.walk import AtCell, Turn

LEVELS = (1, 2, 3, 4)
FORT = rules(Options())
SAND = 60_000


def table(*phases: Any, seats: int = 4, **fields: Any) -> State:
    state = FORT.setup(Options(), seats)
    return replace(state, phases=phases, **fields)


def with_keys(state: State, *black: int) -> State:
    for seat, keys in enumerate(black):
        state = state.with_purse(replace(state.purses[seat], black=keys))
    return state


def choice(level: int, state: State, seat: Seat) -> tuple[Any, int]:
    """What the bot plans, which must be allowed."""
    budget = Budget(1, time.process_time)
    chosen: Any = FortBot(level, FORT).choose(view(state, seat), budget, Random(7))
    action, wait = planned(chosen)
    assert may_act(FORT, state, seat, action)
    return action, wait


def asked(card: Riddle, **fields: Any) -> Asked:
    number = FORT.riddles.index(card)
    phase = Asked(1, 0, 1000, number, card, card.text, card.one_answer_only)
    race = {"turned": True, "roller": 2, "may_roll": 1000, "rolled": (None,) * 4, **fields}
    return replace(phase, **race)


def riddles(difficulty: int, once: bool = False) -> list[Riddle]:
    return [
        card
        for card in FORT.riddles
        if card.difficulty == difficulty and card.one_answer_only == once
    ]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_bots_play_to_the_end_on_a_clock_of_their_own(seats: int) -> None:
    options = Options(language=("fr", "en", "de")[seats % 3], hourglass=30)
    levels = [LEVELS[seat % 4] for seat in range(seats)]
    result, record = play_one(GAME, options, levels, seed=seats, number=1)
    assert result.score.ending in GAME.box.endings
    assert result.lasted > 5 * 60_000
    assert sum(isinstance(event, Acted) for event in record.log) > 50


def test_bots_play_to_the_end_around_the_table() -> None:
    result, _ = play_one(GAME, Options(trials="table"), [1, 2, 3], seed=1, number=0)
    assert result.score.ending in GAME.box.endings


@pytest.mark.parametrize("level", LEVELS)
def test_throwing_takes_as_long_as_a_hand_needs(level: int) -> None:
    action, wait = choice(level, table(Turn(0)), 0)
    assert action == Throw()
    assert 700 <= wait <= 1500


@pytest.mark.parametrize("level", LEVELS)
def test_a_second_chance_is_taken(level: int) -> None:
    action, _ = choice(level, table(Turn(0), AtCell(0, 1, failed=True)), 0)
    assert action == Choose("riddle")


@pytest.mark.parametrize("level", LEVELS)
def test_the_reader_reads_before_the_hourglass_is_turned(level: int) -> None:
    card = max(FORT.riddles, key=lambda card: len(card.text))
    state = table(Turn(1), asked(card, turned=False), now=1000)
    action, wait = choice(level, state, 0)
    assert action == TurnHourglass()
    assert wait >= 5000
    assert choice(level, replace(state, now=3000), 0)[1] == wait - 2000


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_riddle_that_is_read_again_confuses_nobody(level: int, seat: Seat) -> None:
    card = riddles(1)[0]
    once, again = (table(asked(card, repeats=number), now=2000) for number in (0, 2))
    action, wait = choice(level, once, seat)
    assert not isinstance(action, Repeat)
    assert choice(level, again, seat) == (action, wait)


@pytest.mark.parametrize("level", LEVELS)
def test_the_reader_accepts_the_last_answer_if_a_person_would(level: int) -> None:
    card = next(one for one in FORT.riddles if one.name == "phare")
    for answers, wait in (
        (("un vieux phare",), True),
        (("rien", "un phare ou une balise"), True),
        (("un vieux phare", "rien"), False),
    ):
        state = table(Turn(1), asked(card, answers=answers), now=1000)
        action, after = choice(level, state, 0)
        assert action == Judge(True)
        assert (after < 3000) is wait


@pytest.mark.parametrize("level", [3, 4])
def test_strong_bots_choose_the_trial_that_leaves_a_second_chance(level: int) -> None:
    place = FORT.setup(Options(), 4).squares.index("or")
    assert choice(level, table(Turn(0), AtCell(0, place)), 0)[0] == Choose("trial")


@pytest.mark.parametrize("level", LEVELS)
def test_the_reader_never_accepts_what_did_not_match(level: int) -> None:
    card = riddles(2)[0]
    assert choice(level, table(Turn(1), asked(card, answers=("rien",)), now=1000), 0) == (
        Judge(True),
        LONGEST_WAIT,
    )


@pytest.mark.parametrize("level", LEVELS)
def test_of_a_single_answer_the_reader_says_that_it_is_wrong(level: int) -> None:
    card = riddles(2)[0]
    phase = asked(card, once=True, answers=("rien",), single=True)
    action, wait = choice(level, table(Turn(1), phase, now=1000), 0)
    assert action == Judge(False)
    assert wait < SAND


def test_thoughts_come_from_the_text_alone_and_do_not_change_when_one_is_asked_anew() -> None:
    for card in FORT.riddles[:30]:
        state = table(Turn(1), asked(card), now=1000)
        assert top(view(state, 1).seen).card is HIDDEN
        action, wait = choice(4, state, 1)
        later = choice(4, replace(state, now=1400), 1)
        assert later == (action, wait if wait == LONGEST_WAIT else wait - 400)


def _solved(level: int, difficulty: int) -> float:
    guesser, cards = Guesser(level, FORT.riddles), riddles(difficulty)
    right = 0
    for card in cards:
        for seat in range(6):
            said = guesser.thoughts(card.text, seat, False, SAND)
            assert said == sorted(said)
            assert all(one.after >= 500 for one in said)
            right += any(FORT.matches(one.answer, card) for one in said)
    return right / (6 * len(cards))


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_the_better_the_level_the_more_riddles_it_solves(difficulty: int) -> None:
    weak, able, strong = (_solved(level, difficulty) for level in (1, 2, 4))
    assert weak < able < strong


def test_the_harder_the_riddle_the_fewer_solve_it() -> None:
    assert _solved(2, 4) < _solved(2, 2) < _solved(2, 1)


def test_a_single_answer_is_thought_over_and_a_guess_comes_last() -> None:
    guesser = Guesser(1, FORT.riddles)
    for card in riddles(4):
        (only,) = guesser.thoughts(card.text, 2, True, SAND)
        known = FORT.matches(only.answer, card)
        assert known or only.after >= SAND - 8000


def test_a_riddle_that_nobody_has_ever_heard_finds_no_answer() -> None:
    assert Guesser(4, FORT.riddles).thoughts("Qui suis-je ?", 0, False, SAND) == []


def test_whoever_has_nothing_to_say_waits() -> None:
    card = riddles(4)[0]
    phase = asked(card, answers=("rien",) * 5)
    action, wait = choice(1, table(Turn(1), phase, now=1000), 1)
    assert isinstance(action, Say)
    assert wait == LONGEST_WAIT


@pytest.mark.parametrize("level", LEVELS)
def test_against_a_riddle_dice_are_thrown_in_a_hurry(level: int) -> None:
    state = table(Turn(1), asked(riddles(1)[0]), now=1000)
    action, wait = choice(level, state, 2)
    assert action == Throw()
    assert wait < 1000


def _race(place: int, chest: int = 20) -> State:
    phase = Chest(0, 1, ends=SAND, rolls_by=5000, stage="racing", taken=1)
    return table(Turn(0), phase, pawns=(0, place, 0, 0), chest=chest)


def test_at_the_chest_weak_players_hurry_and_strong_ones_count() -> None:
    tiger = table().squares.index("tiger")
    for level in (1, 2):
        assert choice(level, _race(tiger), 1)[1] < 5000
    assert choice(3, _race(tiger), 1)[1] == LONGEST_WAIT
    assert choice(3, _race(tiger - 2), 1)[1] < 5000
    assert choice(4, _race(tiger - 2), 1)[1] == LONGEST_WAIT  # five times of six it gives a note


def test_where_tigers_are_dense_a_strong_player_hurries_as_well() -> None:
    state = replace(_race(0), squares=("start", *("tiger",) * 3, *("plain",) * 26))
    assert choice(4, state, 1)[1] < 5000


@pytest.mark.parametrize("level", LEVELS)
def test_the_bonus_is_taken_at_once(level: int) -> None:
    phase = Chest(0, 1, ends=SAND, rolls_by=SAND + 5000, stage="bonus", taken=9)
    assert choice(level, table(Turn(0), phase), 0)[1] < 5000


@pytest.mark.parametrize("level", LEVELS)
def test_the_chest_is_opened_when_somebody_else_might(level: int) -> None:
    near = table().squares.index("tiger") - 1
    state = with_keys(table(Turn(0), pawns=(0, near, near, near)), 4, 4, 4, 3)
    assert choice(level, state, 0)[0] == OpenChest()


def test_a_strong_player_waits_while_all_others_stand_before_a_tiger() -> None:
    near = table().squares.index("tiger") - 1
    state = with_keys(table(Turn(0), pawns=(0, near, near, near)), 4)
    assert choice(4, state, 0)[0] == Throw()
    assert choice(2, state, 0)[0] == OpenChest()
    past = with_keys(table(Turn(0), pawns=(0, near + 1, near + 1, near + 1)), 4)
    assert choice(4, past, 0)[0] == OpenChest()


def test_with_fewer_keys_the_die_goes_on() -> None:
    state = with_keys(table(Turn(0, walked=True)), 4)
    assert choice(1, state, 0)[0] == OpenChest()
    assert choice(1, with_keys(table(Turn(0)), 3), 0)[0] == Throw()
    assert PassDie() not in (choice(level, state, 0)[0] for level in (1, 2))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("keys", [4, 5, 7])
def test_all_keys_but_two_go_back(level: int, keys: int) -> None:
    state = with_keys(table(Turn(0), KeysBack(0), pawns=(10, 16, 16, 16)), keys)
    action, _ = choice(level, state, 0)
    assert isinstance(action, GiveBack)
    assert len(action.squares) == keys - 2


def test_a_strong_player_puts_keys_where_the_others_have_passed() -> None:
    state = with_keys(table(Turn(0), KeysBack(0), pawns=(10, 16, 16, 16)), 4)
    emptied = replace(state, cells=tuple(replace(cell, black=0) for cell in state.cells))
    action, _ = choice(4, emptied, 0)
    assert all(10 < square <= 16 for square in action.squares)


def test_around_the_table_the_right_hand_neighbour_turns_and_bots_agree() -> None:
    phase = AroundTable(Cast(0, (1, 2, 3)), "interdits", 1, (None,) * 4)
    news = told(table(Turn(0)), "draws-trial", 0, text="interdits").news
    waiting = table(Turn(0), phase, news=news)
    assert choice(2, waiting, 3)[0] == TurnHourglass()
    assert isinstance(choice(2, waiting, 1)[0], Vote)
    over = table(Turn(0), replace(phase, turns=0), news=news)
    assert len({choice(2, over, seat)[0] for seat in (1, 2, 3)}) == 1

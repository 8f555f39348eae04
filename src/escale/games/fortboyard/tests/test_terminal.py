"""Les Clés de Fort Boyard in the terminal: what is drawn, told and typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from escale.core.event import Acted, Drawn
from escale.core.game import LANGUAGES
from escale.core.play import Chance, Players
from escale.core.secrecy import Seat, view
from escale.games.fortboyard import trials
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.chest import Chest, KeysBack
from escale.games.fortboyard.rules.pieces import (
    Cast,
    Cell,
    Choose,
    GiveBack,
    Judge,
    OpenChest,
    Options,
    Purse,
    Ready,
    Repeat,
    Say,
    TakeCard,
    Throw,
    TurnHourglass,
    Vote,
)
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable, Trying
from escale.games.fortboyard.rules.walk import AtCell, Turn
from escale.games.fortboyard.terminal import ask, draw, first, folder, news, private, quiet
from escale.games.fortboyard.tests.desk import NAMES, ROOM, Desk, printed, say
from escale.games.terminal import Deed
from escale.games.texts import texts


def start(**options: Any) -> State:
    chosen = Options(language="en", **options)
    state = rules(chosen).setup(chosen, 3)
    return replace(state, phases=(Turn(0),))


def on(state: State, *phases: Any) -> State:
    return replace(state, phases=(*state.phases, *phases))


def asked(state: State, seat: Seat, *lines: str, **desk: Any) -> tuple[Any, Desk]:
    keyboard = Desk(*lines, **desk)
    return ask(view(state, seat), say(), NAMES, keyboard), keyboard


def drawn(state: State, seat: Seat | None, width: int = 100) -> str:
    return printed(draw(view(state, seat), say(), NAMES, width), width)


def with_keys(state: State, seat: Seat, black: int, *notes: int) -> State:
    purse = Purse(seat, black=black, count=len(notes), notes=notes)
    return state.with_purse(purse)


def a_riddle(state: State, **changes: Any) -> State:
    card = rules(state.options).riddles[0]
    race = Asked(1, 0, 0, 0, card, card.text, once=False)
    return on(state, replace(race, **changes))


def race(state: State, **changes: Any) -> State:
    begun = {"turned": True, "roller": 2, "rolled": (None, None, None)}
    return a_riddle(state, **{**begun, **changes})


# The table


@pytest.mark.parametrize("width", [60, 100, 140])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_walk_fits_the_width(width: int, language: str) -> None:
    picture = draw(view(start(), None), say(language), NAMES, width)
    lines = printed(picture, width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert sum("…" in line for line in lines) == 0


def test_squares_show_their_sort_their_keys_and_who_stands_there() -> None:
    state = start().with_cell(1, Cell(black=1, red=2)).walked(1, 1)
    text = drawn(state, None)
    assert " 1 ●◆◆" in text and "⚔ or ?" in text and "guardian" in text and "tiger" in text
    assert "● black key   ◆ red key" in text
    first_row = next(line for line in text.splitlines() if "①" in line)
    assert first_row.index("①③") < first_row.index("②")


def test_many_keys_are_counted() -> None:
    assert "2●6◆" in drawn(start().with_cell(1, Cell(black=2, red=6)), None)


def test_everybody_sees_how_many_notes_there_are_and_only_the_owner_what_they_are_worth() -> None:
    state = with_keys(start(), 0, 4, 5000, 1000)
    assert "6\u00a0000" in drawn(state, 0)
    assert "6\u00a0000" not in drawn(state, 1) + drawn(state, None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", trials.NAMES)
def test_each_card_is_shown_whole_with_who_meets_whom(name: str, language: str) -> None:
    state = on(start(trials="table"), Trying(1, place=0, name=name))
    text = printed(draw(view(state, None), say(language), NAMES, 60), 60)
    words = " ".join(line.strip("│╭╮ \n") for line in text.splitlines())
    card = say(language)(f"trials.{name}.card")
    assert card.split()[-1] in words and say(language)(f"trials.{name}.title") in words
    assert words.index("1. ③ Cleo") < words.index("2. ① Ada")


# A turn


def test_enter_rolls_and_a_number_opens_the_chest() -> None:
    assert asked(start(), 0, "")[0] == Throw()
    rich = with_keys(start(), 0, 4)
    assert asked(rich, 0, "x", "1")[0] == OpenChest()
    assert asked(start(), 0, "1", "")[0] == Throw(), "with too few keys it cannot be opened"


def test_notes_are_shown_to_their_owner_alone_who_asks_for_them() -> None:
    state = with_keys(start(), 0, 4, 5000, 1000)
    action, desk = asked(state, 0, "0", "")
    assert action == Throw()
    assert "6\u00a0000 boyards" in desk.private[0] and desk.private[0].startswith("Ada")
    assert not any("000" in line for line in desk.shown)


def test_a_card_of_the_fan_is_taken_by_its_number() -> None:
    state = on(start(), Trying(0))
    action, desk = asked(state, 0, "11", "10")
    assert action == TakeCard(9)
    assert any("Cleo fans out" in line for line in desk.shown)


def test_keys_are_given_back_by_the_numbers_of_squares() -> None:
    state = on(with_keys(start(), 0, 5), KeysBack(0))
    action, desk = asked(state, 0, "1 2", "1 2 0", "one", "1, 2 2")
    assert action == GiveBack((1, 2, 2))
    assert sum("Type 3 numbers of squares" in line for line in desk.shown) == 2


# Around the table


def test_people_in_one_room_get_ready_together() -> None:
    state = on(start(trials="table"), Trying(1, place=0, name="bataille"))
    deeds, _ = asked(state, 0, "")
    assert deeds == tuple(Deed(seat, Ready(doubled=False)) for seat in ROOM)


def test_online_some_of_them_may_need_twice_the_time() -> None:
    state = on(start(), Trying(1, place=0, name="bataille"))
    deeds, _ = asked(state, 0, "1 3")
    assert [deed.action.doubled for deed in deeds] == [True, False, True]
    assert asked(state, 0, "2", people=(0,))[0] == Ready(doubled=True)


def around(turns: int, **changes: Any) -> State:
    table = AroundTable(Cast(0, (1, 2)), "interdits", turns, (None,) * 3)
    return on(start(trials="table"), replace(table, **changes))


def test_the_right_hand_neighbour_turns_the_hourglass() -> None:
    state = around(1)
    assert first(view(state, None), (1, 2)) == 2
    assert asked(state, 2, "")[0] == TurnHourglass()
    assert asked(state, 2, "1", "2")[0] == Vote(won=False), "or it is over without"


def test_the_sand_runs_before_the_question_and_enter_ends_it() -> None:
    state = around(0, ends=60_000, stage="running")
    action, desk = asked(state, 1, "", "1")
    assert action == Vote(won=True)
    full, half, none = (desk.clocks[0].shown(left) for left in (60_000, 30_000, 0))
    assert full == "⧗ 60 s " + "▓" * 12
    assert half == "⧗ 30 s " + "▓" * 6 + "░" * 6
    assert none == "⧗ 0 s " + "░" * 12


def test_while_the_sand_has_to_run_once_more_enter_does_not_end_the_trial() -> None:
    state = around(1, ends=60_000, stage="running")
    _, desk = asked(state, 1, "", "1", "1")
    assert any("does not fit" in line for line in desk.shown)


def test_each_opponent_is_asked_by_name_and_nobody_hands_the_keyboard_over() -> None:
    state = around(0, voted=(1,), votes=(None, True, None))
    assert first(view(state, None), (2,)) == 2
    action, desk = asked(state, 2, "2")
    assert action == Vote(won=False)
    assert "Cleo: has Ada won?" in desk.shown[0]
    assert not private(view(state, 2)) and quiet(view(state, 2))


def test_a_word_is_understood_like_its_number() -> None:
    voting = around(0, voted=(1,), votes=(None, True, None))
    for typed, won in (("yes", True), ("Y", True), ("no", False), ("n", False)):
        assert asked(voting, 2, typed)[0] == Vote(won=won), typed
    either = on(start(), AtCell(0, 2, failed=False))
    assert asked(either, 0, "riddle")[0] == Choose("riddle")
    assert asked(either, 0, "maybe", "Tri")[0] == Choose("trial")
    failed = on(start(), AtCell(0, 1, failed=True))
    assert asked(failed, 0, "riddle")[0] == Choose("riddle")


# A riddle


def test_the_reader_alone_sees_the_answer_and_turns_the_hourglass() -> None:
    state = a_riddle(start())
    assert private(view(state, 0)) and not private(view(state, 1))
    assert "Right:" in drawn(state, 0)
    assert "Right:" not in drawn(state, 1) + drawn(state, None)
    assert asked(state, 0, "")[0] == TurnHourglass()


def test_in_the_race_one_person_types_for_all() -> None:
    state = race(start())
    assert first(view(state, None), ROOM) == 0 and not private(view(state, 0))
    assert asked(state, 0, "the moon")[0] == (Deed(1, Say("the moon")),)
    assert asked(state, 0, "")[0] == (Deed(2, Throw()),)
    assert asked(state, 0, "+")[0] == (Deed(0, Judge(right=True)),)


def test_the_reader_may_look_at_the_card_again_in_private() -> None:
    _, desk = asked(race(start()), 0, "0", "+")
    assert "Right:" in desk.private[0]
    assert not any("Right:" in line for line in desk.shown)


def test_what_may_be_typed_in_the_race_is_explained_once() -> None:
    """Dice roll by themselves every few seconds; the question alone says what is left to do."""
    _, desk = asked(race(start()), 0, "+")
    assert any("has the riddle read again" in line for line in desk.shown)
    _, desk = asked(race(start(), throws=1), 0, "+")
    assert desk.shown == ["Answer, or Enter"]
    once = race(start(), once=True, single=True, answers=("fog",))
    _, desk = asked(once, 0, "+")
    assert desk.shown == ["That was the one answer. Ada, + if it is right, - if it is wrong."]


def test_wrong_is_said_only_of_a_single_answer() -> None:
    assert asked(race(start()), 0, "-", "+")[0] == (Deed(0, Judge(right=True)),)
    once = race(start(), once=True, single=True, answers=("fog",))
    assert asked(once, 0, "sand", "-")[0] == (Deed(0, Judge(right=False)),)


def test_the_candidate_has_the_riddle_read_again_and_the_card_is_printed_once_more() -> None:
    state = race(start())
    action, desk = asked(state, 0, "*")
    assert action == (Deed(1, Repeat()),)
    assert any("* to read" in line or "*: Ben" in line for line in desk.shown)
    after = step(state, 1, Repeat())
    top = after.phases[-1]
    assert isinstance(top, Asked)
    for seat in (None, 0, 1, 2):
        lines = [one.line for one in news(view(state, seat), view(after, seat), say(), NAMES)]
        assert lines == ["Ada reads the riddle to Ben again.", *top.text.split("\n")]


def test_nobody_but_the_candidate_asks_to_hear_it_again_as_often_as_wanted() -> None:
    state = race(start())
    assert asked(state, 2, "*", "", people=(2,))[0] == (Deed(2, Throw()),)
    often = race(start(), repeats=50)
    assert asked(often, 1, "*", people=(1,))[0] == (Deed(1, Repeat()),)


def test_who_has_just_rolled_waits() -> None:
    action, desk = asked(race(start(), may_roll=5000), 0, "", "fog")
    assert action == (Deed(1, Say("fog")),)
    assert any("Cleo has just rolled" in line for line in desk.shown)


def test_among_bots_a_person_types_for_nobody_else() -> None:
    state = race(start())
    assert asked(state, 2, "fog", "+", "", people=(2,))[0] == (Deed(2, Throw()),)
    assert asked(state, 1, "", "fog", people=(1,))[0] == (Deed(1, Say("fog")),)
    assert asked(state, 0, "fog", "", "+", people=(0,))[0] == (Deed(0, Judge(right=True)),)


# The chest


def test_rolls_for_the_tiger_run_against_the_sand() -> None:
    state = on(start(), Chest(0, 1, ends=60_000, rolls_by=5000, stage="racing", taken=2))
    action, desk = asked(state, 1, "")
    assert action == Throw() and len(desk.clocks) == 1
    assert quiet(view(state, 1))


def test_who_looks_for_the_tiger_sees_which_number_leads_there() -> None:
    chest = Chest(0, roller=1, ends=60_000, rolls_by=5_000, stage="racing", taken=1)
    _, desk = asked(on(start(), chest), 1, "")
    assert desk.shown[-1] == "Ben: Enter rolls the die. Tiger with 4, else a note for Ada."
    _, desk = asked(on(start().walked(1, 4), chest), 1, "")
    assert desk.shown[-1] == "Ben: Enter rolls the die. No tiger in sight: a note for Ada."


def step(state: State, seat: Seat, action: Any, *draws: int) -> State:
    """The action and what chance makes of it: each draw answers one question."""
    fort = rules(state.options)
    state = fort.step(state, Acted(seat, action, state.now))
    for number in draws:
        awaits = fort.awaits(state)
        assert isinstance(awaits, Chance)
        state = fort.step(state, Drawn((number,), awaits.to, state.now))
    assert isinstance(fort.awaits(state), Players)
    return state


def told(before: State, after: State, seat: Seat | None) -> list[str]:
    return [one.line for one in news(view(before, seat), view(after, seat), say(), NAMES)]


def test_what_the_opener_takes_is_counted_for_all_and_named_for_the_opener() -> None:
    before = with_keys(start(), 0, 4)
    opened = step(before, 0, OpenChest(), 0)
    assert told(before, opened, None)[-1] == "Ada takes a note. In the chest: 29."
    value = opened.purses[0].notes[0]
    assert f"{value:,}".replace(",", "\u00a0") in told(before, opened, 0)[-1]
    rolled = step(opened, 1, Throw(), 3, 0)
    assert told(opened, rolled, None) == [
        "⚂  Ben walks to square 3: trial.",
        "Ada takes a note. In the chest: 28.",
    ]
    tiger = step(opened, 1, Throw(), 4)
    assert told(opened, tiger, None)[0] == "⚃  Ben walks to square 4: tiger."


def test_dice_are_shown_as_they_fall() -> None:
    before = start()
    assert told(before, step(before, 0, Throw(), 4), None)[0].startswith("⚃  Ada walks 4")


def test_a_trial_that_is_new_here_is_played_from_its_offers() -> None:
    unknown: Any = object()
    assert asked(on(start(), unknown), 0)[0] == "offered"


def test_texts_have_the_same_keys_in_all_languages() -> None:
    keys = [texts(GAME, language, NAMES, folder).keys() for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]

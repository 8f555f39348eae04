"""À qui est-ce ?, sentence by sentence of its card."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from escale.core.event import Acted, Drawn, seen_event
from escale.core.match import Player
from escale.core.play import NOBODY, Chance, Players, Ruling
from escale.core.secrecy import HIDDEN
from escale.games.arena import seeded_match
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.pieces import Options, Throw
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.walk import FirstRoll
from escale.games.fortboyard.tests.evening import Evening
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.tests.trial_secrets import (
    assert_answers_do_not_depend_on_secrets,
    assert_events_tell_no_secrets,
    assert_secrets_are_kept,
    words,
)
from escale.games.fortboyard.trials.a_qui_est_ce.bot import choose
from escale.games.fortboyard.trials.a_qui_est_ce.drawings import (
    GRID,
    LONGEST,
    MOST_STROKES,
    ink,
    is_drawing,
    read_drawing,
    write_drawing,
)
from escale.games.fortboyard.trials.a_qui_est_ce.hands import HANDS, Hand, drawn_by
from escale.games.fortboyard.trials.a_qui_est_ce.models import MODELS
from escale.games.fortboyard.trials.a_qui_est_ce.rules import (
    CARD,
    PROMPTS,
    NameAuthors,
    SendDrawing,
)
from escale.games.fortboyard.trials.shared.face_to_face import GoOn
from escale.testing.fuzzing import fuzz_actions

CROSS = "10109090 10909010"


def sketch(seat: int) -> str:
    """A line that only this seat would draw."""
    return f"{seat:02}{seat:02}9999"


def sight(table: Table, seat: int | None) -> Any:
    """The trial as this seat sees it; None: an onlooker."""
    return table.view(seat).seen.phases[-1]


def drawing(players: int = 4, **more: Any) -> Table:
    """A nose is to be drawn."""
    table = Table(CARD, players, **more)
    table.draw(0)
    return table


def naming(players: int = 4) -> Table:
    """The drawings hang in the order of the opponents, the last one first."""
    table = drawing(players)
    for seat in range(1, players):
        table.act(seat, SendDrawing(sketch(seat)))
    table.draw(*reversed(range(players - 1)))
    return table


def test_all_draw_the_same_part_of_the_body() -> None:
    table = drawing()
    assert table.phase.prompt == "nose"
    assert table.waits_for == (1, 2, 3)
    assert all(sight(table, seat).prompt == "nose" for seat in (None, 0, 1, 2, 3))
    assert "draw-nose" in table.news


def test_the_candidate_is_blindfolded_nobody_sees_a_drawing_of_another_before_all_are_in() -> None:
    table = drawing()
    table.act(1, SendDrawing(CROSS))
    assert sight(table, 1).drawings[1] == CROSS
    for seat in (None, 0, 2, 3):
        assert sight(table, seat).drawings[1] is HIDDEN
        assert sight(table, seat).hung == ()
        event: Any = seen_event(Acted(1, SendDrawing(CROSS)), seat)
        assert event.action.drawing is HIDDEN


def test_who_has_sent_is_no_secret_and_nobody_sends_twice() -> None:
    table = drawing()
    table.act(2, SendDrawing(CROSS))
    assert sight(table, 0).sent == (2,)
    assert table.waits_for == (1, 3)
    assert table.refusal(2, SendDrawing(CROSS)) == "not-your-turn"


def test_who_has_sent_nothing_in_time_has_an_empty_sheet() -> None:
    table = drawing()
    assert table.deadline == 90_000
    table.act(2, SendDrawing(CROSS))
    table.wait()
    table.draw(1, 0, 2)
    assert table.phase.hung == (CROSS, "", "")
    assert table.phase.authors == (2, 1, 3)


def test_doubled_time_of_any_opponent_holds_for_all_and_the_candidates_does_not() -> None:
    assert drawing(doubled=(3,)).deadline == 180_000
    assert drawing(doubled=(0,)).deadline == 90_000


def test_they_hang_unsigned_in_an_order_that_nobody_sees() -> None:
    table = drawing()
    for seat in (1, 2, 3):
        table.act(seat, SendDrawing(sketch(seat)))
    awaits = table.rules.awaits(table.state)
    assert isinstance(awaits, Chance)
    assert awaits.to == NOBODY
    hidden: Any = (HIDDEN,) * 3
    assert seen_event(Drawn((2, 0, 1), NOBODY), 1) == Drawn(hidden, NOBODY)
    table.draw(2, 0, 1)
    everybody: tuple[int | None, ...] = (None, 0, 1, 2, 3)
    for eyes in everybody:
        assert sight(table, eyes).hung == (sketch(3), sketch(1), sketch(2))
        assert sight(table, eyes).authors is HIDDEN
    assert sight(table, 2).drawings[2] == sketch(2)  # an author knows the own one


def test_there_is_no_hourglass_the_candidate_may_take_all_the_time() -> None:
    assert naming().rules.awaits(naming().state) == Players((0,), None)


def test_the_candidate_names_each_player_once() -> None:
    table = naming()
    assert table.refusal(0, NameAuthors((1, 2))) == "does-not-fit"
    assert table.refusal(0, NameAuthors((1, 2, 2))) == "does-not-fit"
    assert table.refusal(0, NameAuthors((0, 1, 2))) == "does-not-fit"
    assert table.refusal(1, NameAuthors((3, 2, 1))) == "not-your-turn"
    assert table.refusal(0, NameAuthors((3, 2, 1))) == ""


def test_nobody_says_a_word_until_all_are_named_then_all_is_revealed() -> None:
    table = naming()
    assert not [one for one in table.news if one.startswith("author")]
    table.act(0, NameAuthors((3, 1, 2)))
    assert sight(table, None).authors == (3, 2, 1)
    revealed = [one for one in table.state.news if one.what.startswith("author")]
    assert [(one.what, one.player, one.count) for one in revealed] == [
        ("author-right", 3, 1),
        ("author-wrong", 2, 2),
        ("author-wrong", 1, 3),
    ]
    assert table.won is None  # for a while everybody can look
    table.wait()
    assert table.won is False


@pytest.mark.parametrize(("players", "needed"), [(3, 1), (4, 2), (5, 2), (6, 3)])
def test_won_with_one_two_two_or_three_right(players: int, needed: int) -> None:
    seen = set()
    for named in permutations(range(1, players)):
        table = naming(players)
        right = sum(one == other for one, other in zip(named, table.phase.authors, strict=True))
        if right in seen:
            continue
        seen.add(right)
        table.act(0, NameAuthors(named))
        table.act(0, GoOn(0))
        assert table.won is (right >= needed)
    assert seen == set(range(players)) - {players - 2}  # all but one right: there is no such thing


@pytest.mark.parametrize(
    "text",
    ["", " ", "1010 ", " 1010", "101", "10101", "1010  2020", "10a0", "-110", "１０１０", "1010\n"],
)
def test_what_is_no_drawing_is_refused(text: str) -> None:
    assert drawing().refusal(1, SendDrawing(text)) == "no-drawing"


def test_a_drawing_has_bounds() -> None:
    table = drawing()
    assert table.refusal(1, SendDrawing("1010" * (LONGEST // 4))) == ""
    assert table.refusal(1, SendDrawing("1010" * (LONGEST // 4 + 1))) == "does-not-fit"
    assert table.refusal(1, SendDrawing(" ".join(["1010"] * MOST_STROKES))) == ""
    assert table.refusal(1, SendDrawing(" ".join(["1010"] * (MOST_STROKES + 1)))) == "no-drawing"


def test_a_drawing_is_read_as_it_was_written() -> None:
    strokes = (((0, 0), (99, 99)), ((5, 70),))
    assert write_drawing(strokes) == "00009999 0570"
    assert read_drawing("00009999 0570") == strokes
    assert read_drawing("") == ()
    assert ink("00009999 0570") == 99


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_secrets_are_kept(players: int) -> None:
    for seed in range(6):
        assert_secrets_are_kept(CARD, players, seed)


def test_events_tell_no_secrets() -> None:
    """From afar, two drawings look the same."""
    for seed in range(4):
        assert_events_tell_no_secrets(CARD, 5, seed)


def test_the_referee_does_not_tell_secrets() -> None:
    tried = [NameAuthors(order) for order in permutations((1, 2, 3))]
    for seed in range(4):
        assert_answers_do_not_depend_on_secrets(CARD, 4, seed, tried)


def test_senseless_actions_are_refused() -> None:
    for table in (drawing(), naming()):
        for seat in table.waits_for:
            for action in fuzz_actions(SendDrawing | NameAuthors):
                assert table.refusal(seat, action)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    assert {Table(CARD, players).play_by_lot(seed) for seed in range(40)} == {True, False}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_bots_play_it_to_the_end_at_every_level(level: int) -> None:
    for players in (3, 4, 6):
        for seed in range(4):
            table = Table(CARD, players)
            table.play_with_bots(choose, [level] * players, seed)
            assert table.now < 140_000


def test_every_hand_draws_every_prompt_within_the_bounds() -> None:
    assert set(MODELS) == set(PROMPTS)
    for prompt in PROMPTS:
        for hand in HANDS:
            text = drawn_by(hand, prompt, Random(1))
            assert is_drawing(text)
            assert text != drawn_by(hand, prompt, Random(2))  # never a stencil


def test_the_hand_of_a_bot_can_be_learnt() -> None:
    """How wide a hand draws, of all it draws, is its own: the small one stays the smallest."""

    def width(hand: Hand, prompt: str) -> int:
        xs = [x for stroke in read_drawing(drawn_by(hand, prompt, Random(7))) for x, _ in stroke]
        return max(xs) - min(xs)

    small = min(HANDS, key=lambda hand: hand.width)
    for prompt in PROMPTS:
        assert min(HANDS, key=lambda hand: width(hand, prompt)) == small
    assert len(set(HANDS)) == 6


def begun(seed: int, players: int = 4) -> State:
    """A match in which everybody has rolled to see who begins."""
    sitting = [Player(f"bot {seat}", "bot:2") for seat in range(players)]
    match = seeded_match(GAME, Options(), sitting, seed)
    match.extend(match.begin())
    while isinstance(match.state.phases[-1], FirstRoll):
        assert isinstance(match.awaits, Players)
        events = match.act(match.awaits.seats[0], Throw())
        assert not isinstance(events, Ruling)
        match.extend(events)
    state: State = match.state
    return state


def hands(state: State, prompt: int, seed: int) -> list[Hand]:
    """With which hand each bot draws this prompt in such a match: by what it really sends."""
    table = Table(CARD, state.seats)
    table.state = replace(table.state, first_rolls=state.first_rolls)
    table.draw(prompt)
    found = []
    for seat in table.waits_for:
        choice: Any = choose(3, table.rules, table.view(seat), Random(seed))
        drawing = choice.action.drawing
        found += [
            hand for hand in HANDS if drawn_by(hand, PROMPTS[prompt], Random(seed)) == drawing
        ]
    return found


def test_a_bot_keeps_its_hand_all_evening_and_no_two_draw_alike() -> None:
    state = begun(1)
    first = hands(state, prompt=0, seed=1)
    assert len(set(first)) == state.seats - 1
    for prompt in range(len(PROMPTS)):
        assert hands(state, prompt, seed=prompt) == first


def test_who_knows_the_hands_of_one_evening_does_not_know_those_of_the_next() -> None:
    evenings = [hands(begun(seed), prompt=0, seed=0) for seed in range(40)]
    for at_one_seat in zip(*evenings, strict=True):
        assert set(at_one_seat) == set(HANDS)
    assert hands(begun(7), 0, 0) == hands(begun(7), 0, 0)  # and the same match tells the same


def test_the_first_rolls_count_even_if_some_roll_again() -> None:
    table = Evening(players=3)
    for seat, number in enumerate((5, 5, 2)):
        table.rolls(seat, number)
    assert table.state.first_rolls == (5, 5, 2)
    table.rolls(0, 1)
    table.rolls(1, 6)
    assert table.turn == 1
    assert table.state.first_rolls == (5, 5, 2)
    assert table.view(None).seen.first_rolls == (5, 5, 2)


def test_a_bot_knows_the_empty_sheet_and_learns_nothing_from_what_is_hidden() -> None:
    table = drawing(5)
    for seat in (1, 2, 4):
        table.act(seat, SendDrawing(sketch(seat)))
    table.wait()
    table.draw(2, 0, 3, 1)  # the empty sheet of seat 3 hangs first
    for level in (1, 2, 3, 4):
        for seed in range(5):
            choice: Any = choose(level, table.rules, table.view(0), Random(seed))
            assert choice.action.authors[0] == 3
    guesses = {choose(4, table.rules, table.view(0), Random(seed)).action for seed in range(60)}
    assert len(guesses) > 1


def test_a_better_bot_pays_attention_to_who_was_quick() -> None:
    table = drawing()
    for seat, text in ((2, "1010"), (3, "00009900"), (1, "000099009999")):
        table.act(seat, SendDrawing(text))
    table.draw(0, 1, 2)  # they hang in the order 1, 2, 3
    right = [0, 0, 0, 0, 0]
    for level in (1, 4):
        for seed in range(100):
            choice: Any = choose(level, table.rules, table.view(0), Random(seed))
            right[level] += choice.action.authors == (1, 2, 3)
    assert right[4] > 70 > 40 > right[1]


def test_sheets_are_large_for_the_grid() -> None:
    points = [
        point
        for prompt in PROMPTS
        for hand in HANDS
        for stroke in read_drawing(drawn_by(hand, prompt, Random(1)))
        for point in stroke
    ]
    assert all(0 <= x < GRID and 0 <= y < GRID for x, y in points)


def test_what_is_to_be_drawn_has_a_name_in_three_languages() -> None:
    for language in ("fr", "en", "de"):
        say = words(CARD, language)
        assert len({say(f"a_qui_est_ce.{prompt}") for prompt in PROMPTS}) == len(PROMPTS)
        assert all(say(f"news.draw-{prompt}") for prompt in PROMPTS)

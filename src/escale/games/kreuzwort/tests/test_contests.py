"""Words, contests, and turns without a word (K7 to K9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from escale.core.event import Acted
from escale.core.phases import top
from escale.core.play import Players
from escale.core.secrecy import view
from escale.games.kreuzwort.board import describe
from escale.games.kreuzwort.editions import edition
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.grid import at
from escale.games.kreuzwort.rules.pieces import Answer, Options, PutBack
from escale.games.kreuzwort.rules.rules import Contest, Kreuzwort
from escale.games.kreuzwort.tests.table import Table, announce, rat
from escale.games.texts import texts
from escale.words import load

SAY = texts(GAME, "en", ["Ada", "Blaise"])

# ------------------------------------------------------------------ K7, K8: words and contests


def test_k7_a_word_has_at_least_two_letters() -> None:
    assert rat().check(0, announce("r", "r4c3")).reason == "two-letters"


@pytest.mark.parametrize("word", ["ra-t", "ra t", "r4t", ""])
def test_k7_only_letters(word: str) -> None:
    assert rat().check(0, announce(word, "r4c3", "r4c4<r8c2", "r4c5")).reason == "letters-only"


def test_k7_umlauts_play_as_two_letters() -> None:
    table = Table(r4c3="black:B1", r4c6="black:R1", r8c2="S:A1", r8c3="S:E1", r8c4="S:T1")
    table.put(at(1, 3), "N:E1")
    path = ("r4c3", "r4c4<r8c2", "r4c5<r8c3", "r4c6", "r4c7<r8c4", "r4c8<r1c3")
    assert table.say(0, "bärte", *path)
    assert table.state.history[-1].spelling == "Bärte"


def test_k8_dictionary_a_wrong_word_ends_the_turn_without_points() -> None:
    table = rat()
    assert table.say(0, "tar", "r4c3", "r4c4<r8c2", "r4c5").reason == "wrong-letter"
    table = Table(r4c3="black:T4", r4c5="black:R2", r8c2="S:A1", r1c2="N:B3")
    assert table.say(0, "tar", "r4c3", "r4c4<r8c2", "r4c5"), "what is laid right may be said"
    assert table.state.history[-1].ruling.reason == "not-in-dictionary"
    assert table.state.gains == (0, 0)
    assert table.state.at(at(8, 2)).top is not None, "everything goes back"
    assert table.waits_for == (1,)


def test_k7_inflected_forms_may_be_forbidden() -> None:
    words = load("de")
    strict = Kreuzwort(edition("de"), words, inflected=False)
    assert strict.referee.wrong("häuser").reason == "inflected-form"
    assert strict.referee.wrong("haus")
    assert Kreuzwort(edition("de"), words).referee.wrong("häuser"), "allowed by default"


def contested(seats: int = 3, word: str = "rat") -> Table:
    table = Table(seats, Options(), r4c3="black:R4", r4c5="black:T2", r8c2="S:A1", r1c2="N:B3")
    table.put(at(2, 1), "W:X8")
    table.put(at(8, 7), "S:X8")
    if word == "tar":
        table.put(at(4, 3), "black:T4")
        table.put(at(4, 5), "black:R2")
    assert table.say(0, word, "r4c3", "r4c4<r8c2", "r4c5")
    return table


def test_k8_contest_is_the_default_and_asks_all_the_others() -> None:
    table = contested()
    assert table.waits_for == (1, 2)
    assert table.check(1, PutBack()).reason == "answer-first"
    assert table.check(0, Answer(accept=True)).reason == "not-your-turn"


def test_k8_accepted_by_all_a_word_stands_even_if_no_book_has_it() -> None:
    table = contested(word="tar")
    table.answer(1, accept=True)
    table.answer(2, accept=True)
    assert table.state.gains[0] == 7
    assert table.waits_for == (1,)


def test_k8_silence_accepts() -> None:
    table = contested(word="tar")
    awaits = table.rules.awaits(table.state)
    assert isinstance(awaits, Players)
    assert awaits.deadline == 60_000
    table.elapse(60_000)
    assert table.state.gains[0] == 7


def test_k8_the_answer_time_begins_with_the_announcement() -> None:
    table = rat()
    table.state = replace(table.state, options=Options(answer_seconds=20))
    table.act(0, announce("rat", "r4c3", "r4c4<r8c2", "r4c5"), at=7_000)
    awaits = table.rules.awaits(table.state)
    assert isinstance(awaits, Players)
    assert awaits.deadline == 27_000


def test_k8_the_silence_of_others_does_not_undo_a_contest() -> None:
    table = contested(word="tar")
    table.answer(2, accept=False)
    table.elapse(60_000)
    assert table.state.history[-1].ruling.reason == "not-in-dictionary"
    assert table.state.gains == (0, 0, 0)


def test_k8_a_contested_wrong_word_goes_back_without_points() -> None:
    table = contested(word="tar")
    table.answer(1, accept=True)
    table.answer(2, accept=False)
    assert table.state.gains == (0, 0, 0)
    assert table.state.misses == (0, 0, 0), "who was right to contest misses nothing"
    assert table.state.history[-1].ruling.reason == "not-in-dictionary"
    assert table.state.at(at(8, 2)).top is not None
    assert table.waits_for == (1,)


def test_k8_a_contested_right_word_stands_and_each_contester_misses_a_turn() -> None:
    table = contested()
    table.answer(1, accept=False)
    table.answer(2, accept=False)
    assert table.state.gains[0] == 7
    assert table.state.history[0].contested == (1, 2)
    assert table.waits_for == (0,), "both others missed their turn"
    assert [turn.ruling.reason for turn in table.state.history[1:]] == ["misses-turn"] * 2
    assert table.state.misses == (0, 0, 0), "one turn only"


def test_k8_each_right_word_that_was_contested_costs_a_turn() -> None:
    """Who contests two before the own next turn, and is wrong both times, misses two."""
    table = contested()
    table.answer(1, accept=True)
    table.answer(2, accept=False)
    assert table.waits_for == (1,)
    table.put(at(4, 3), "black:R4")
    table.put(at(5, 3), "W:E1")
    assert table.say(1, "re", "r4c3", "r5c3")
    table.answer(0, accept=True)
    table.answer(2, accept=False)
    assert table.waits_for == (0,)
    assert table.state.misses == (0, 0, 1), "one is missed, one is still to miss"
    for seat in (0, 1):
        table.act(seat, PutBack())
    assert table.state.history[-1].ruling.reason == "misses-turn"
    assert table.state.misses == (0, 0, 0)
    assert table.waits_for == (0,)


def test_k8_answers_are_secret_until_all_have_answered() -> None:
    table = contested(seats=4)
    table.answer(1, accept=False)
    phase = top(view(table.state, 2).seen)
    assert isinstance(phase, Contest)
    assert phase.answered == (1,)
    assert repr(phase.answers[1]) == "HIDDEN"


def test_there_is_nothing_to_answer_in_a_turn() -> None:
    assert rat().check(0, Answer(accept=True)).reason == "no-answer-now"


# ------------------------------------------------------------------ K9: error, pass, time


def test_k9_put_back_ends_the_turn_without_points() -> None:
    table = rat()
    before = table.state.spots
    assert table.act(0, PutBack())
    assert table.state.spots == before
    assert table.state.history[-1].ruling.reason == "put-back"
    assert table.waits_for == (1,)


def test_when_the_time_is_up_everything_goes_back() -> None:
    table = Table(2, Options(turn_seconds=30), r4c3="black:R4", r8c2="S:A1", r1c2="N:B3")
    awaits = table.rules.awaits(table.state)
    assert isinstance(awaits, Players)
    assert awaits.deadline == 30_000
    table.elapse(30_000)
    assert table.state.history[-1].ruling.reason == "time-up"
    assert table.waits_for == (1,)


def test_only_putting_back_may_be_taken_back() -> None:
    table = rat()
    assert table.rules.reversible(table.state, Acted(0, PutBack()))
    move = announce("rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert not table.rules.reversible(table.state, Acted(0, move))


@pytest.mark.parametrize(
    ("seat", "path"),
    [
        (0, "R row 5 column 4, A row 5 column 5, T row 5 column 6"),
        (1, "R row 6 column 7, A row 6 column 6, T row 6 column 5"),
        (None, "R row 5 column 4, A row 5 column 5, T row 5 column 6"),
    ],
)
def test_who_answers_is_told_where_the_word_lies(seat: int | None, path: str) -> None:
    table = rat()
    table.state = replace(table.state, options=Options())
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    told = describe(view(table.state, seat), SAY)
    assert f"It lies on: {path}." in told
    table.answer(1, accept=True)
    assert not any("It lies on" in line for line in describe(view(table.state, seat), SAY))

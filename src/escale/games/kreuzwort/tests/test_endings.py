"""The end of the game, the expert game, and the editions (K12 to K14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from escale.core.secrecy import view
from escale.games.kreuzwort.board import describe
from escale.games.kreuzwort.editions import edition
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.grid import CORNERS, SIDES, STARTS, at
from escale.games.kreuzwort.rules.pieces import GREY_LETTERS, Options, PutBack
from escale.games.kreuzwort.rules.rules import Ended, score
from escale.games.kreuzwort.rules.setup import bags
from escale.games.kreuzwort.tests.table import Table, announce, laid, rat, rules
from escale.games.texts import texts
from escale.words.protocol import LANGUAGES, Language

DICTIONARY = Options(referee="dictionary")


# ------------------------------------------------------------------ K12: end and score


def test_k12_the_game_ends_when_a_player_has_no_own_pyramid_left() -> None:
    table = rat()
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert table.score is not None
    assert table.score.ending == "ran-out"
    assert table.score.points == (7, -4), "the B and the E of the north count against it"
    assert table.score.winners == (0,)


def test_k12_it_also_ends_when_another_takes_the_last_one() -> None:
    table = Table(r4c3="black:R4", r8c2="S:A1", r8c3="S:E1", r1c2="N:T3")
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5<r1c2")
    assert table.score is not None
    assert table.score.points == (8 - 1, 0)


def test_k12_an_empty_seat_does_not_end_it() -> None:
    table = rat()
    table.put(at(8, 3), "S:E1")
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert table.score is None, "the west and the east have nothing on the board and do not count"


def test_k12_what_lies_unseen_beneath_counts_against_its_owner() -> None:
    table = Table(r4c3="black:R4", r8c2="S:A1", r4c5="black:T1")
    table.put(at(1, 2), "N:B3", beneath=1)
    table.bag(2, "N:Q10")
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert table.score is not None
    assert table.score.points[1] == -13


def test_k12_two_rounds_of_passes_end_the_game() -> None:
    table = rat()
    for _ in range(2):
        for seat in (0, 1):
            assert table.score is None
            table.act(seat, PutBack())
    assert table.score is not None
    assert table.score.ending == "all-passed"


def test_k12_to_let_the_time_run_out_is_to_pass() -> None:
    table = Table(2, Options(referee="dictionary", turn_seconds=30), r8c2="S:A1", r1c2="N:B3")
    for turn in range(1, 5):
        assert table.score is None
        table.elapse(30_000 * turn)
    assert table.score is not None
    assert table.score.ending == "all-passed"


def tat(version: int = 2, options: Options = DICTIONARY) -> Table:
    """Both sides can lay TAT, which is no word here, as often as they like."""
    table = Table(2, options, r4c3="black:T4", r4c5="black:T2", r8c2="S:A1", r1c2="N:A1")
    table.rules = rules(version)
    return table


def misspell(table: Table, seat: int) -> None:
    """TAT from the south or, read the other way, from the north."""
    path = ["r4c3", f"r4c4<{('r8c2', 'r1c2')[seat]}", "r4c5"]
    assert table.say(seat, "tat", *(path, path[::-1])[seat])
    assert table.state.history[-1].ruling.reason == "not-in-dictionary"


def ended(table: Table) -> str:
    return table.score.ending if table.score else ""


def test_k12_wrong_words_do_not_end_the_game() -> None:
    table = tat()
    for _ in range(2):
        for seat in (0, 1):
            misspell(table, seat)
    assert not ended(table)


def test_k12_wrong_words_neither_count_nor_interrupt() -> None:
    table = tat()
    table.act(0, PutBack())
    misspell(table, 1)
    table.act(0, PutBack())
    misspell(table, 1)
    table.act(0, PutBack())
    table.act(1, PutBack())
    assert not ended(table), "the other has passed once only"
    misspell(table, 0)
    table.act(1, PutBack())
    assert ended(table) == "all-passed"


def test_k12_turns_missed_for_a_contest_do_not_count() -> None:
    table = tat()
    table.state = replace(table.state, misses=(0, 2))
    table.act(0, PutBack())
    table.act(0, PutBack())
    assert [turn.ruling.reason for turn in table.state.history] == ["put-back", "misses-turn"] * 2
    assert not ended(table)
    for _ in range(2):
        assert not ended(table)
        table.act(0, PutBack())
        table.act(1, PutBack())
    assert ended(table) == "all-passed"


def test_k12_six_whole_rounds_without_a_gain_end_it_whatever_happened() -> None:
    table = tat()
    for turn in range(12):
        assert not ended(table)
        misspell(table, turn % 2)
    assert ended(table) == "no-gains"


def test_k12_by_version_1_two_rounds_of_wrong_words_end_it() -> None:
    table = tat(version=1)
    for turn in range(4):
        assert not ended(table)
        misspell(table, turn % 2)
    assert ended(table) == "all-passed"


# ------------------------------------------------------------------ K8: what nobody contested


def test_k8_after_the_game_everybody_learns_which_accepted_words_were_none() -> None:
    table = tat(options=Options())
    table.put(at(8, 3), "S:E1")
    assert table.say(0, "tat", "r4c3", "r4c4<r8c2", "r4c5")
    assert table.answer(1, accept=True)
    assert table.state.gains == (7, 0)
    assert "TAT" not in told(table)[-1]
    for seat in (1, 0, 1, 0):
        table.act(seat, PutBack())
    (phase,) = table.state.phases
    assert isinstance(phase, Ended)
    assert [(one.turn, one.ruling.reason) for one in phase.bluffs] == [(0, "not-in-dictionary")]
    assert told(table)[-1] == (
        "Turn 1: nobody contested TAT, announced by Ada (blue). “TAT” is not in the dictionary."
    )


def test_k8_words_that_were_right_or_went_back_are_no_bluffs() -> None:
    table = rat()
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    (phase,) = table.state.phases
    assert isinstance(phase, Ended)
    assert phase.bluffs == ()
    table = tat()
    for turn in range(12):
        misspell(table, turn % 2)
    (phase,) = table.state.phases
    assert isinstance(phase, Ended)
    assert phase.bluffs == ()


def told(table: Table) -> tuple[str, ...]:
    return describe(view(table.state, 1), texts(GAME, "en", ["Ada", "Blaise"]))


def test_k12_a_word_in_between_begins_the_count_anew() -> None:
    table = rat()
    table.put(at(8, 3), "S:E1")
    for seat in (0, 1):
        table.act(seat, PutBack())
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    for seat in (1, 0, 1):
        assert table.score is None
        table.act(seat, PutBack())
    assert table.score is None
    table.act(0, PutBack())
    assert table.score is not None


def test_k12_words_of_print_alone_do_not_keep_the_game_going() -> None:
    """They are allowed, but nothing leaves the board: two such rounds end it."""
    table = Table(r8c2="S:E1", r1c2="N:E1")
    table.print(at(4, 3), "R", "black")
    table.print(at(4, 4), "A", "S")
    table.print(at(4, 5), "T", "black")
    for _ in range(2):
        assert table.score is None
        assert table.say(0, "rat", "r4c3", "r4c4", "r4c5")
        assert table.score is None
        table.act(1, PutBack())
    assert table.score is not None
    assert table.score.ending == "all-passed"
    assert table.score.points == (-1, -1)


def test_k12_ties_share_the_victory() -> None:
    state = Table().state
    assert score(state, "all-passed").winners == (0, 1)


# ------------------------------------------------------------------ K13: the expert game


def test_k13_six_piles_of_five_and_no_grey_piles() -> None:
    _, state = laid(4, Options(referee="dictionary", expert=True))
    assert all(state.at(cell).height == 0 for cell in CORNERS)
    assert all(state.at(cell).height == 5 for side in SIDES for cell in STARTS[side])


def test_k13_each_player_has_two_e_s_r_i_n_in_grey() -> None:
    for number, side in enumerate(SIDES):
        greys = [one for one in bags(edition("de"), expert=True)[number] if one.colour == "grey"]
        assert Counter(one.letter for one in greys) == Counter("EESRIN")
        assert {one.owner for one in greys} == {side}


def expert(**board: str) -> Table:
    return Table(2, Options(referee="dictionary", expert=True), **board)


def test_k13_the_greys_of_another_player_cannot_be_moved_or_used() -> None:
    board = {"r4c3": "black:R4", "r8c2": "S:A1", "r8c4": "S:T1"}
    table = expert(**board, r1c2="grey:E1/N")
    move = announce("rate", "r4c3", "r4c4<r8c2", "r4c5<r8c4", "r4c6<r1c2")
    assert table.check(0, move).reason == "foreign-grey"
    table = expert(**board, r4c6="grey:E1/N")
    assert table.check(0, announce("rate", "r4c3", "r4c4<r8c2", "r4c5<r8c4", "r4c6")).reason == (
        "foreign-grey"
    )


def test_k13_own_greys_and_those_of_an_empty_seat_can() -> None:
    for owner in ("S", "W"):
        table = expert(r4c3="black:R4", r8c2="S:A1", r8c4="S:T1", r1c2=f"grey:E1/{owner}")
        assert table.say(0, "rate", "r4c3", "r4c4<r8c2", "r4c5<r8c4", "r4c6<r1c2")


def test_k13_an_own_grey_is_not_of_the_own_colour() -> None:
    table = expert(r4c3="black:R4", r4c4="black:A1", r8c4="grey:T1/S", r1c2="N:B3")
    assert table.check(0, announce("rat", "r4c3", "r4c4", "r4c5<r8c4")).reason == "no-own-letter"


def test_k13_the_game_ends_when_own_colour_and_own_greys_are_used() -> None:
    table = expert(r4c3="black:R4", r8c2="S:A1", r8c4="grey:T1/S", r1c2="N:B3", r8c5="grey:E1/S")
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5<r8c4")
    assert table.score is None, "a grey of the south is still there"
    table = expert(r4c3="black:R4", r8c2="S:A1", r8c4="grey:T1/S", r1c2="N:B3", r1c3="grey:E1/N")
    table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5<r8c4")
    assert table.score is not None
    assert table.score.points == (6, -4), "own greys left count as minus points too"


# ------------------------------------------------------------------ K14: editions


@pytest.mark.parametrize("language", LANGUAGES)
def test_k14_every_edition_has_its_letters_and_dear_q_and_y(language: Language) -> None:
    made = edition(language)
    assert len(made.colour) == 24
    assert len(made.black) == len(made.printed) == 36
    values = dict(made.values)
    assert values["Q"] == values["Y"] == max(values.values())
    assert all(values[letter] == 1 for letter in "E")
    assert all(values[letter] == value for letter, value in (*made.colour, *made.black))
    for letters in (made.colour, made.black):
        assert {"Q", "Y"} <= {letter for letter, _ in letters}


def test_k14_the_greys_are_8_e_and_4_each_of_s_r_i_n() -> None:
    assert Counter(GREY_LETTERS) == {"E": 8, "S": 4, "R": 4, "I": 4, "N": 4}


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_k14_a_grey_is_worth_what_its_letter_is(language: Language, expert: bool) -> None:
    values = dict(edition(language).values)
    greys = [one for bag in bags(edition(language), expert=expert) for one in bag]
    greys = [one for one in greys if one.colour == "grey"]
    assert len(greys) == 24
    assert all(one.value == values[one.letter] for one in greys)


def test_k14_german_is_the_default() -> None:
    assert Options().language == "de"

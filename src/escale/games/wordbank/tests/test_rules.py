"""Set-up and turns, taking back, options.

Every sentence of the rules and every ruling, W1 to W13, has a test that names it; the others are
in `test_passwords.py`, `test_referee.py` and `test_endings.py`.
"""

from __future__ import annotations

import pytest

from escale.core.chance import Draw, Pick
from escale.core.event import Acted, Drawn
from escale.core.play import EVERYBODY, Chance
from escale.games.wordbank.rules.pieces import COLOURS, Announce, Options, Pass, Safe
from escale.games.wordbank.tests.table import EXAMPLE, Table, rules, stones

O = Safe("O", 3)
X = Safe("X", 2)


# --- Set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each"), [(2, 20), (3, 18), (4, 15), (5, 12)])
def test_W1_stones_by_number_of_players(seats: int, each: int) -> None:
    assert Table(seats).state.hands == (each,) * seats


def test_W1_five_colours() -> None:
    assert COLOURS == ("blue", "white", "pink", "orange", "green")


def test_setup_seven_cards_are_drawn_from_the_pile_into_a_ring() -> None:
    game = rules(pile=(*EXAMPLE, O, X))
    state = game.setup(Options(starter=0), 2)
    assert game.awaits(state) == Chance(Draw(count=7, size=9), to=EVERYBODY)
    state = game.step(state, Drawn((8, 6, 5, 4, 3, 2, 1), EVERYBODY))
    assert "".join(safe.letter for safe in state.ring) == "XIFRIES"
    assert [safe.letter for safe in state.pile] == ["G", "O"]
    assert all(safe.stones == () for safe in state.ring)


def test_setup_the_pile_has_no_order_that_could_leak() -> None:
    table = Table(2, then=(O, X))
    assert table.state.pile == (O, X)
    table.give(ring=stones(EXAMPLE, (), (), (), (1, 1)))
    table.say(0, "ire", "cw", 3)
    assert table.rules.awaits(table.state) == Chance(Draw(count=1, size=2), to=EVERYBODY)


def test_W11_the_table_names_the_starter() -> None:
    assert Table(4, starter=2).turn == 2


def test_W11_otherwise_chance_decides() -> None:
    table = Table(4, starter=None)
    assert table.rules.awaits(table.state) == Chance(Pick(4), to=EVERYBODY)
    table.draw(3)
    assert table.turn == 3


def test_W11_a_starter_who_does_not_sit_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 4"):
        Table(3, starter=4)


def test_W12_play_goes_clockwise_seat_by_seat() -> None:
    table = Table(3, starter=1)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        table.act(table.turn, Pass())
    assert turns == [1, 2, 0, 1]


def test_W12_nobody_plays_out_of_turn() -> None:
    assert Table(3).refusal(1, Pass()).reason == "not-your-turn"


# --- Taking back --------------------------------------------------------------------------------


def test_a_password_that_stood_and_a_pass_can_be_taken_back_a_verdict_cannot() -> None:
    table = Table(2)

    def may(action: Announce | Pass) -> bool:
        return table.rules.reversible(table.state, Acted(0, action))

    assert may(Announce("grief", 0, "cw"))
    assert may(Pass())
    assert not may(Announce("gxrr", 0, "cw"))


# --- Options ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"starter": 5}, "starter"),
        ({"turn_seconds": -1}, "turn_seconds"),
        ({"vote_seconds": 0}, "vote_seconds"),
        ({"cards": (("A", 3),)}, "cards"),
        ({"cards": (("A", 3),) * 6 + (("É", 3),)}, r"cards\[6\]"),
        ({"cards": (("A", 3),) * 6 + (("B", 0),)}, r"cards\[6\]"),
        ({"added": ("ab", "a b")}, r"added\[1\]"),
        ({"banned": ("",)}, r"banned\[0\]"),
    ],
)
def test_bad_options_are_refused_by_name(options: dict[str, object], names: str) -> None:
    with pytest.raises(ValueError, match=names):
        Options(**options)  # type: ignore[arg-type]


def test_W2_a_table_can_use_an_edition_of_its_own() -> None:
    game = rules()
    state = game.setup(Options(cards=(("Q", 2),) * 8), 2)
    assert state.pile == (Safe("Q", 2),) * 8

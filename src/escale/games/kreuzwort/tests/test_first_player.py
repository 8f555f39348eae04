"""What everybody is told about who begins (K10)."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from escale.core.event import Acted
from escale.core.game import LANGUAGES
from escale.core.match import Match, Player
from escale.core.phases import top
from escale.core.proof import verify
from escale.core.secrecy import view
from escale.games.kreuzwort.board import describe
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.first_player import opening_sums
from escale.games.kreuzwort.rules.grid import STARTS, Side
from escale.games.kreuzwort.rules.pieces import Options, PutBack, side_of
from escale.games.kreuzwort.rules.rules import FirstPlayer, State, Turn
from escale.games.kreuzwort.terminal import draw, folder
from escale.games.kreuzwort.tests.table import Table, laid
from escale.games.texts import texts

NAMES = ("Ada", "Blaise", "Clara", "Denis")


def told(state: State, language: str = "en") -> list[str]:
    return list(describe(view(state, 0), texts(GAME, language, NAMES)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_one_who_begins_has_the_lowest_sum_of_tops(seats: int) -> None:
    _, state = laid(seats)
    compared, phase = opening_sums(state), top(state)
    assert isinstance(phase, Turn)
    assert [len(one) for one in compared] == [1] * seats
    assert phase.seat == min(range(seats), key=lambda seat: compared[seat])
    for seat in range(seats):
        spots = [state.at(cell).top for cell in STARTS[side_of(seat, seats)]]
        assert compared[seat] == (sum(one.value for one in spots if one),)


def test_after_a_tie_the_layers_that_were_lifted_are_told_too() -> None:
    table = Table(3)
    values: dict[Side, int] = {"S": 1, "W": 2, "N": 1}
    for side, value in values.items():
        for cell in STARTS[side]:
            table.put(cell, f"{side}:E{value}", beneath=1)
    table.bag(0, *["S:A3"] * 6)
    table.bag(2, *["N:A2"] * 6)
    phase = FirstPlayer((0, 1, 2), 0)
    table.state = phase.enter(table.rules, replace(table.state, phases=(phase,)))
    table.draw(0, 1, 2, 3, 4, 5)
    table.draw(0, 1, 2, 3, 4, 5)
    assert opening_sums(table.state) == ((6, 18), (12,), (6, 12))
    lines = told(table.state)
    assert "Ada (blue): the six tops add up to 6 points, those beneath to 18." in lines
    assert "Blaise (yellow): the six tops add up to 12 points." in lines
    assert "The lowest total begins: Clara (red)." in lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sums_are_told_until_the_first_turn_is_over(language: str) -> None:
    game, state = laid(4)
    say, phase = texts(GAME, language, NAMES), top(state)
    assert isinstance(phase, Turn)
    (one,) = opening_sums(state)[0]
    line = say("board.tops", who=say("board.player", seat=0, colour=say("colours.blue")), sum=one)
    assert line in told(state, language)
    state = game.step(state, Acted(phase.seat, PutBack(), 1))
    assert opening_sums(state) == ()
    assert line not in told(state, language)


def test_the_terminal_shows_the_sums_too() -> None:
    _, state = laid(2)
    console = Console(width=110, file=io.StringIO())
    with console.capture() as seen:
        console.print(draw(view(state, 0), texts(GAME, "en", NAMES, folder), NAMES[:2], 110))
    for name, (one,) in zip(NAMES, opening_sums(state), strict=False):
        assert f"{name}: the six tops add up to {one} points." in seen.get()


@pytest.mark.parametrize(
    ("language", "opening"), [("fr", "LAPINS"), ("en", "ISLAND"), ("de", "STRAND")]
)
def test_a_table_may_name_who_begins_and_the_letters_on_top(language: str, opening: str) -> None:
    """The same letters as in web/guide.ts."""
    options = Options(language=language, starter=1, opening=opening)  # type: ignore[arg-type]
    header = GAME.header("m", options, [Player(name) for name in NAMES], "ab" * 32)
    match = Match(GAME.rules(options), header, "ab" * 32)
    match.extend(match.begin())
    assert top(match.state) == Turn(1, 0)
    assert opening_sums(match.state) == ()
    assert not any("lowest" in line for line in told(match.state))
    for cells in STARTS.values():
        assert "".join(match.state.at(cell).stack[0].letter for cell in cells) == opening
    assert [len(bag) for bag in match.state.bags] == [18, 18, 18, 18, 20, 0]
    assert verify(match.rules, match.record)


@pytest.mark.parametrize(
    "wrong", [{"starter": 4}, {"opening": "ABC"}, {"opening": "QQABCD"}, {"opening": "strand"}]
)
def test_a_beginning_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        GAME.rules(Options()).setup(Options(language="de", **wrong), 2)
    with pytest.raises(ValueError, match="starter"):
        GAME.rules(Options()).setup(Options(starter=2), 2)

"""Kreuzwort-Pyramiden in the terminal: the board from the own side, and words typed on it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from escale.core.secrecy import view
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.pieces import Announce, Answer, Options, PutBack
from escale.games.kreuzwort.terminal import ask, draw, folder, news
from escale.games.kreuzwort.terminal.looks import cell_name, cell_named
from escale.games.kreuzwort.tests.table import Table, announce
from escale.games.texts import texts

NAMES = ["Ada", "Blaise"]


class Desk:
    """A keyboard with lines typed before, and a screen that remembers."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.console = Console(width=110, file=io.StringIO())
        self.shown: list[str] = []

    def read(self, prompt: str, *, free: bool = False) -> str:
        self.shown.append(prompt)
        return next(self.lines)

    def show(self, *lines: Any) -> None:
        with self.console.capture() as seen:
            for line in lines:
                self.console.print(line)
        self.shown.append(seen.get())

    def sketch(self, drawing: Any) -> None:
        self.show(drawing)

    def goes_back(self, line: str) -> bool:
        return line == "b"


def say(language: str = "en") -> Any:
    return texts(GAME, language, NAMES, folder)


def table() -> Table:
    made = Table(2, Options(), r4c3="black:R4", r4c5="black:T2", r8c2="S:A1", r1c2="N:B3")
    made.put(88, "S:X9")
    return made


def asked(*lines: str, on: Table | None = None, seat: int = 0) -> tuple[Any, Desk]:
    desk = Desk(*lines)
    return ask(view((on or table()).state, seat), say(), NAMES, desk), desk


def drawn(on: Table, seat: int | None, width: int = 110) -> str:
    console = Console(width=width, file=io.StringIO())
    with console.capture() as seen:
        console.print(draw(view(on.state, seat), say(), NAMES, width))
    return seen.get()


def test_a_word_is_typed_and_its_way_chosen_by_number() -> None:
    action, _ = asked("rat", "1", "")
    assert action == Announce("rat", (43, 44, 45), (43, 82, 45))


def test_enter_takes_the_best_way() -> None:
    action, desk = asked("rat", "", "")
    assert isinstance(action, Announce)
    assert any("7 points" in line for line in desk.shown)


def test_a_way_can_be_left_for_another_word() -> None:
    action, _ = asked("rat", "b", "-", "-")
    assert isinstance(action, PutBack)


def test_a_turn_is_not_put_back_by_a_slip() -> None:
    assert asked("-", "", "")[0] is None, "an empty line keeps it"
    assert asked("-", "b", "")[0] is None
    assert isinstance(asked("-", "rat", "", "")[0], Announce), "a word is looked for"


def test_a_word_that_cannot_be_laid_says_so() -> None:
    action, desk = asked("zebra", "xaxax", "")
    assert action is None
    assert "ZEBRA cannot be placed. There is no Z on the board" in "".join(desk.shown)
    assert "XAXAX cannot be placed. There is only 1 X to use now" in "".join(desk.shown)
    on = Table(2, Options(), r4c3="black:R4", r1c2="N:A3")
    _, desk = asked("ra", "", on=on)
    assert "RA cannot be placed. Too few R lie free." in "".join(desk.shown)


def test_one_letter_is_too_few() -> None:
    action, _ = asked("r")
    assert table().check(0, action).reason == "two-letters"


@pytest.mark.parametrize("typed", ["0", "10", "²", "9" * 5000, "x"])
def test_a_number_that_is_none_is_asked_for_again(typed: str) -> None:
    action, desk = asked("rat", typed, "1", "")
    assert isinstance(action, Announce)
    assert any("choose one of the numbers" in line for line in desk.shown)


def test_cell_by_cell() -> None:
    action, desk = asked("rat d5 e5<c9 f5", "")
    assert action == announce("rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert "announce RAT, 7 points" in desk.shown[-1], "nothing happens before a confirmation"
    assert isinstance(asked("rat d5 e5<c9 f5", "b", "-", "-")[0], PutBack)


def test_cells_that_cannot_be_are_left_to_the_rules() -> None:
    action, _ = asked("rat d5 e5<c9 g5")
    assert action == announce("rat", "r4c3", "r4c4<r8c2", "r4c6")
    assert not table().check(0, action)


def test_a_word_is_seen_on_the_board_before_it_is_announced() -> None:
    _, desk = asked("rat", "1", "b", "b", "")
    (board,) = (line for line in desk.shown if "[A₁]" in line)
    lines = board.splitlines()
    assert "[R₄] [A₁] [T₂]" in lines[5]
    assert "░" in lines[9], "what the A uncovers cannot be used in this turn"


def test_the_ways_tell_what_they_change_in_the_score() -> None:
    on = table()
    on.put(87, "S:R4")
    _, desk = asked("rat", "b", "", on=on)
    first = next(line for line in desk.shown if "7 points" in line).splitlines()[0]
    assert "score +12" in first


def test_a_cell_that_is_none_is_explained() -> None:
    _, desk = asked("rat z9", "")
    assert any("Type it like this" in line for line in desk.shown)


def test_a_contest_is_answered() -> None:
    on = table()
    on.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    action, desk = asked("?", "c", on=on, seat=1)
    assert action == Answer(accept=False)
    assert "If you contest a right one, you miss a turn." in desk.shown[0]
    assert asked("a", on=on, seat=1)[0] == Answer(accept=True)


@pytest.mark.parametrize("side", ["S", "W", "N", "E"])
def test_cells_have_names_as_the_side_sees_them(side: Any) -> None:
    for cell in range(100):
        assert cell_named(side, cell_name(side, cell)) == cell
    assert cell_named("S", "k1") is cell_named("S", "a11") is cell_named("S", "") is None


def test_each_side_sees_its_own_pyramids_near() -> None:
    south, north = (drawn(table(), seat).splitlines() for seat in (0, 1))
    assert next(row for row, line in enumerate(south) if "⬢A" in line) > 8
    assert next(row for row, line in enumerate(north) if "▲B" in line) > 8


@pytest.mark.parametrize("width", [60, 110])
def test_the_board_fits_the_width(width: int) -> None:
    assert all(len(line) <= width for line in drawn(table(), None, width).splitlines())


def test_what_has_happened_is_told() -> None:
    before, after = table(), table()
    after.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    told = news(view(before.state, 1), view(after.state, 1), say(), NAMES)
    assert "announces RAT, 7 points" in told[0].line
    after.answer(1, accept=True)
    told = news(view(before.state, 1), view(after.state, 1), say(), NAMES)
    assert "RAT: 7 points" in told[0].line


def test_an_announced_word_lies_on_the_board_of_those_who_answer() -> None:
    on = table()
    on.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert "[R₄] [A₁] [T₂]" in drawn(on, 0)
    north = drawn(on, 1).splitlines()
    # Seen from the north it runs from right to left.
    assert any("[T₂] [A₁] [R₄]" in line for line in north)
    on.answer(1, accept=True)
    assert "[" not in drawn(on, 0)


def test_greys_with_an_owner_are_told_from_colours_without_colour() -> None:
    on = Table(2, Options(expert=True), r8c2="S:E1", r8c3="grey:E1/S", r1c2="grey:E1/N")
    board = drawn(on, 0)
    assert "⬢E₁" in board
    assert "⬡E₁" in board
    assert "△E₁" in board

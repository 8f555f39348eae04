"""Kreuzwort-Pyramiden in the terminal: the board from the own side, and words typed on it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from escale.core.secrecy import view
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.pieces import Announce, Answer, Options, PutBack
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
    action, _ = asked("rat", "b", "-", "")
    assert isinstance(action, PutBack)


def test_a_word_that_cannot_be_laid_says_so() -> None:
    action, desk = asked("zebra", "")
    assert action is None
    assert any("ZEBRA cannot be laid" in line for line in desk.shown)


def test_cell_by_cell() -> None:
    action, _ = asked("rat d5 e5<c9 f5")
    assert action == announce("rat", "r4c3", "r4c4<r8c2", "r4c5")


def test_a_cell_that_is_none_is_explained() -> None:
    _, desk = asked("rat z9", "")
    assert any("Type it like this" in line for line in desk.shown)


def test_a_contest_is_answered() -> None:
    on = table()
    on.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert asked("?", "c", on=on, seat=1)[0] == Answer(accept=False)
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

"""The board of Kreuzwort-Pyramiden is whole, and as large as a small phone can make it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.fit import cut_off
from tests.browser.test_access_kreuzwort import contesting, own_turn
from tests.browser.visitor import Visitor

BOARD = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [board, room] = [box('main .board'), box('main .room')];
  const whole = board.top >= room.top - 1 && board.bottom <= room.bottom + 1;
  return {
    whole: whole && (board.bottom <= box('#tray').top + 1 || board.right <= box('#tray').left + 1),
    cell: box('main [role="grid"]').width / 10,
  };
}"""


@pytest.mark.parametrize(("screen", "least"), [(own_turn, 20), (contesting, 16)])
def test_nothing_covers_the_board(
    visit: Visit, screen: Callable[[Visitor], None], least: float
) -> None:
    """`least`: pixels of a cell on 320 x 640; a long word that is contested takes two rows."""
    visitor = visit("phone", name="Ada", language="de")
    screen(visitor)
    for size in ("small", "side", "phone", "tablet"):
        assert cut_off(visitor, size) == []
        found = visitor.page.evaluate(BOARD)
        assert found["whole"], size
        assert found["cell"] >= least, size

"""Whole games of Kreuzwort-Pyramiden in browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.kreuzwort import new_table, take_turn
from tests.browser.visitor import PATIENCE, Size, Visitor
from tests.browser.wordbank import is_over, until, waits_for

MOST_ACTIONS = 400


def play_to_the_end(players: dict[int, Visitor]) -> None:
    """Each of these seats is somebody's; the others are bots."""
    anybody = next(iter(players.values()))
    for _ in range(MOST_ACTIONS):
        until(lambda: is_over(anybody) or any(seat in players for seat in waits_for(anybody)))
        if is_over(anybody):
            return
        seat = next(seat for seat in waits_for(anybody) if seat in players)
        take_turn(players[seat], seat)
    raise AssertionError("the game goes on and on")


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_four_play_to_the_end_three_of_them_bots(visit: Visit, size: Size) -> None:
    player = visit(size, name="Ada", language="de").open()
    player.open(new_table(player, ["me", 3, 3, 3], expert=size == "desk"))
    play_to_the_end({0: player})
    player.sees(re.compile("(gewinn|gewonnen)"))
    expect(player.page.get_by_role("button", name=re.compile("Revanche"))).to_be_visible()


def test_two_friends_play_in_browsers_of_their_own_to_the_end(visit: Visit) -> None:
    host = visit("desk", name="Ada", language="de").open()
    path = new_table(host, ["me", "open"])
    host.open(path)
    friend = visit("phone", name="Blaise", language="de").open(path)
    friend.press("Hier hinsetzen")
    start = host.page.get_by_role("button", name="Anfangen")
    expect(start).to_be_enabled(timeout=PATIENCE)
    start.click()
    play_to_the_end({0: host, 1: friend})
    for visitor in (host, friend):
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("gewinn")

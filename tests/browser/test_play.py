"""Whole games of Word Bank in browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import PATIENCE, Size, Visitor
from tests.browser.wordbank import is_over, type_word, until, waits_for
from tests.served import House

pytestmark = pytest.mark.timeout(300) if hasattr(pytest.mark, "timeout") else []
MOST_TURNS = 80


def play_to_the_end(players: dict[int, Visitor]) -> None:
    """Each of these seats is somebody's; the others are bots."""
    anybody = next(iter(players.values()))
    for _ in range(MOST_TURNS):
        until(lambda: is_over(anybody) or any(seat in players for seat in waits_for(anybody)))
        if is_over(anybody):
            return
        seat = next(seat for seat in waits_for(anybody) if seat in players)
        type_word(players[seat], seat)
    raise AssertionError("the game goes on and on")


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_one_tap_and_a_newcomer_plays_with_bots_to_the_end(visit: Visit, size: Size) -> None:
    player = visit(size, language="fr").open()
    player.press(re.compile("^Jouer"))
    player.page.wait_for_url(re.compile("/table/"))
    expect(player.page.locator(".tray")).to_be_visible()
    play_to_the_end({0: player})
    player.sees(re.compile("(l’emporte|gagnez|partag)"))
    expect(player.page.get_by_role("button", name=re.compile("Revanche"))).to_be_visible()


@pytest.mark.parametrize("count", [2, 3])
def test_friends_play_in_browsers_of_their_own_to_the_end(visit: Visit, count: int) -> None:
    host = visit("desk", name="Ada").open("/games/wordbank/new")
    wish = {
        "id": f"friends-{count}",
        "game": "wordbank",
        "name": "Ada",
        "seats": ["me", *["open"] * (count - 1)],
        "options": {"language": "en", "referee": "dictionary"},
    }
    answer = host.page.request.post(
        host.url + "/api/tables", data=wish, headers={"Origin": host.url}
    )
    path = answer.json()["path"]
    host.open(path)
    friends = [visit("phone", name=name).open(path) for name in ("Blaise", "Clara")[: count - 1]]
    for friend in friends:
        friend.press(re.compile("^(Sit|Take)"))
    start = host.page.get_by_role("button", name=re.compile("^(Start|Begin)"))
    expect(start).to_be_enabled(timeout=PATIENCE)
    start.click()
    play_to_the_end(dict(enumerate([host, *friends])))
    for visitor in (host, *friends):
        expect(
            visitor.page.get_by_role("heading").filter(has_text=re.compile("win"))
        ).to_be_visible()


def test_when_the_house_is_killed_an_unsent_move_is_played_once(visit: Visit, house: House) -> None:
    player = visit("desk").open()
    for noise in ("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to fetch", "ERR_"):
        player.forgive(noise)
    player.press(re.compile("^Play"))
    player.page.wait_for_url(re.compile("/table/"))
    until(lambda: 0 in waits_for(player))
    type_word(player, 0)
    until(lambda: 0 in waits_for(player) or is_over(player))
    house.kill()
    expect(player.page.locator(".lost, .banner").first).to_be_visible(timeout=PATIENCE)
    house.start()
    expect(player.page.locator(".lost, .banner")).to_have_count(0, timeout=2 * PATIENCE)
    until(lambda: 0 in waits_for(player) or is_over(player))
    type_word(player, 0)

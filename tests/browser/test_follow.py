"""What the others do can be read: at the times of a person, on a phone."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import kreuzwort, wordbank
from tests.browser.conftest import Visit
from tests.browser.screens import made
from tests.browser.visitor import PATIENCE, Visitor

READABLE = 1.5  # seconds
TURNS = 3

# What a person can read of the moves of others, every 50 ms: the word that is told in the tray.
FILM = """() => {
  window.film = [];
  const shot = () => {
    const slip = document.querySelector('#tray .recap');
    const told = slip && slip.offsetParent && slip.querySelector('.told h2');
    const vote = document.querySelector('#tray :is(.vote, .contest) h2');
    const shown = told && told.offsetParent ? told : vote && vote.offsetParent ? vote : null;
    window.film.push([performance.now(), shown ? shown.textContent.trim() : '']);
  };
  setInterval(shot, 50);
}"""


def film_of(visitor: Visitor) -> dict[str, float]:
    """For how many seconds in all each sentence could be read."""
    shots: list[Any] = visitor.page.evaluate("window.film")
    read: dict[str, float] = defaultdict(float)
    for (then, text), (now, _) in pairwise(shots):
        read[text] += (now - then) / 1000
    return read


def until_turn(visitor: Visitor) -> None:
    """As a person does it: they look at the screen until it is theirs, and then read."""
    mine = visitor.page.locator(".seat.you.turn")
    over = visitor.page.get_by_role("button", name="See the result")
    expect(mine.or_(over).first).to_be_visible(timeout=2 * PATIENCE)
    if moves_of_others(visitor):
        expect(visitor.page.locator("#tray .recap.whole .go")).to_be_visible()
        visitor.page.wait_for_timeout(1000 * READABLE + 100)  # they read before they act


def go_on(visitor: Visitor) -> None:
    """Past what happened since the last turn."""
    slip = visitor.page.locator("#tray .recap.whole")
    while slip.count():
        slip.locator(".go").click()
        visitor.page.wait_for_timeout(100)


def table(visitor: Visitor, game: str, **options: Any) -> None:
    visitor.open()
    seats = ["me", 1, 3]
    options = {"language": "en"} | options
    path = made(visitor, id=game, game=game, seats=seats, start=True, options=options)
    visitor.open(path)
    visitor.page.evaluate(FILM)


def moves_of_others(visitor: Visitor) -> list[str]:
    return [
        one["spelling"].upper() for one in wordbank.history(visitor) if one["seat"] and one["word"]
    ]


@pytest.mark.parametrize("game", ["wordbank", "kreuzwort"])
def test_every_move_of_another_seat_can_be_read(visit: Visit, game: str) -> None:
    """A sampled film of a phone game against two bots, at the pace that a newcomer finds."""
    player = visit("phone", pace="calm", name="Ada")
    table(player, game, **({"referee": "dictionary"} if game == "kreuzwort" else {}))
    for _ in range(TURNS):
        until_turn(player)
        if wordbank.is_over(player):
            break
        go_on(player)
        if game == "wordbank":
            wordbank.play_turn(player, 0)
        else:
            kreuzwort.take_turn(player, 0)
    until_turn(player)
    read, words = film_of(player), moves_of_others(player)
    assert len(words) >= 2, "nothing was played"
    for word in words:
        told = {text: seconds for text, seconds in read.items() if re.search(rf"\b{word}\b", text)}
        assert sum(told.values()) >= READABLE, f"{word}: {told}, of {dict(read)}"

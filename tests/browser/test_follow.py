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
from tests.browser.screens import made, tell
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
    """Past what happened since the last turn. What was missed live is read step by step."""
    slip = visitor.page.locator("#tray .recap.whole")
    while slip.count():
        slip.locator(".go").click()
        visitor.page.wait_for_timeout(100)
        if slip.count():
            visitor.page.wait_for_timeout(1000 * READABLE)


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


def test_what_happened_is_told_after_a_reload_folds_and_keeps_the_draft(visit: Visit) -> None:
    player = visit("phone", pace="calm", name="Ada")
    table(player, "wordbank", starter=0)
    page = player.page
    until_turn(player)
    go_on(player)
    wordbank.play_turn(player, 0)
    until_turn(player)
    slip = page.locator("#tray .recap")
    told = slip.locator("h2").inner_text()
    words = moves_of_others(player)
    assert words[-1] in told, "everything was followed: the last move is open"
    slip.get_by_role("button", name="The move before").click()
    expect(slip.locator("h2")).to_contain_text(words[-2])
    page.reload()
    expect(slip.locator("h2")).to_contain_text(words[-2])  # nothing was followed: the first is
    slip.get_by_role("button", name=re.compile("^Next: ")).click()
    expect(slip.locator("h2")).to_have_text(told)
    slip.get_by_role("button", name="Your turn").click()
    line = slip.get_by_role("button", expanded=False)
    expect(line).to_contain_text(words[-1])
    page.locator("#tray .keys").get_by_role("button", name=re.compile("^A(,|$)")).click()
    field = page.locator("#tray [data-field]")
    expect(field).to_have_value("A")
    line.click()
    expect(slip.get_by_role("button", expanded=True)).to_be_visible()
    expect(field).not_to_be_visible()
    expect(slip.locator(".list .one")).to_have_count(3)  # both of them, and the own one before
    page.get_by_role("button", name="Fold up").click()
    expect(field).to_have_value("A")


def test_the_result_waits_until_the_last_move_was_seen(visit: Visit) -> None:
    """Two players on one phone pass until the game is over."""
    player = visit("phone", pace="calm", name="Ada").open()
    seats = ["me", "me"]
    player.open(made(player, id="pass", seats=seats, start=True, options={"language": "en"}))
    expect(player.page.locator("#tray")).to_be_visible()
    turn = 0
    while not wordbank.is_over(player):
        seat = wordbank.waits_for(player)[0]
        turn += 1
        action = {"kind": "Pass"}
        tell(player, player.table, kind="act", id=f"p{turn}", seat=seat, after=None, action=action)
    result = player.page.get_by_role("button", name="See the result")
    expect(result).to_be_visible()
    player.page.wait_for_timeout(1000)
    expect(player.page.locator("#tray .recap h2")).to_contain_text("pass")
    expect(player.page.get_by_role("button", name=re.compile("Rematch"))).to_have_count(0)
    result.click()
    expect(player.page.get_by_role("button", name=re.compile("Rematch"))).to_be_visible()

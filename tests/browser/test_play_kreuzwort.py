"""Whole games of Kreuzwort-Pyramiden in browsers."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, expect

from escale.core.codec import from_plain
from escale.games.kreuzwort.editions import edition, words
from escale.games.kreuzwort.rules.referee import Referee
from escale.games.kreuzwort.rules.rules import State
from tests.browser.conftest import Visit
from tests.browser.kreuzwort import (
    announce,
    confirm,
    contest,
    move,
    new_table,
    put_back,
    seen,
    steps,
    take_turn,
)
from tests.browser.screens import tell
from tests.browser.visitor import Size, Visitor
from tests.browser.wordbank import history, is_over, until, waits_for

MOST_ACTIONS = 400


def play(players: dict[int, Visitor], actions: int) -> bool:
    """So many, or to the end. Each of these seats is somebody's; the others are bots."""
    anybody = next(iter(players.values()))
    for _ in range(actions):
        until(lambda: is_over(anybody) or any(seat in players for seat in waits_for(anybody)))
        if is_over(anybody):
            return True
        seat = next(seat for seat in waits_for(anybody) if seat in players)
        take_turn(players[seat], seat)
    return False


def test_four_play_to_the_end_three_of_them_bots(visit: Visit) -> None:
    """With a phone; test_keys_kreuzwort.py plays to the end at a desk."""
    player = visit("phone", name="Ada", language="de").open()
    player.open(new_table(player, ["me", 3, 3, 3], expert=True))
    assert play({0: player}, MOST_ACTIONS), "the game goes on and on"
    player.sees(re.compile("(gewinn|gewonnen)"))
    expect(player.page.get_by_role("button", name=re.compile("Revanche"))).to_be_visible()


def test_two_friends_play_in_browsers_of_their_own_until_one_gives_up(visit: Visit) -> None:
    host = visit("desk", name="Ada", language="de").open()
    path = new_table(host, ["me", "open"])
    host.open(path)
    friend = visit("phone", name="Blaise", language="de").open(path)
    friend.press("Hier hinsetzen")
    start = host.page.get_by_role("button", name="Anfangen")
    expect(start).to_be_enabled()
    start.click()
    assert not play({0: host, 1: friend}, 12)
    give_up(friend)
    for visitor in (host, friend):
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("gewinn")


def give_up(friend: Visitor) -> None:
    """By the menu, which says what becomes of a game of two."""
    asks_to_give_up(friend)
    friend.page.keyboard.press("Enter")
    expect(friend.page.locator("dialog")).to_have_count(0)
    asks_to_give_up(friend)
    confirm(friend)


def asks_to_give_up(friend: Visitor) -> None:
    friend.page.get_by_role("button", name="Menü").click()
    friend.page.get_by_role("button", name="Aufgeben").click()
    question = friend.page.locator("dialog")
    expect(question).to_contain_text("sofort zu Ende, und Ada gewinnt")
    expect(question.locator(".btn.go")).to_be_focused()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_word_is_laid_by_hand(visit: Visit, size: Size) -> None:
    """On a desk pyramids are dragged; on a phone a pyramid is tapped, and then its cell."""
    player = visit(size, name="Ada", language="de").open()
    player.open(new_table(player, ["me", 1], referee="dictionary", answer_seconds=61))
    until(lambda: 0 in waits_for(player))
    found = move(player, 0)
    assert found is not None
    in_hand = player.page.locator("#tray").get_by_text("ist in der Hand")
    for cell, source in steps(found):
        lies = at(player, cell, "[aria-selected='true']")
        if cell == source:
            press(player, cell, lies)
        elif player.touches:
            press(player, source, in_hand)
            press(player, cell, lies)
        else:
            at(player, source).drag_to(at(player, cell))
            expect(lies).to_be_attached()
    go = player.page.locator("#tray .btn.go")
    expect(go).to_contain_text(f"{found.word} ")
    turns = len(history(player))
    go.click()
    until(lambda: len(history(player)) > turns)
    assert history(player)[turns]["word"] == found.word
    assert history(player)[turns]["sources"] == list(found.sources)


def at(player: Visitor, cell: int, like: str = "") -> Locator:
    """A cell, as the south sees it."""
    return player.page.locator(f"[data-at='{cell // 10},{cell % 10}']{like}")


def press(player: Visitor, cell: int, outcome: Locator) -> None:
    """On a busy machine a tap may last so long that it asks about the pile: then once more."""
    for _ in range(5):
        at(player, cell).tap() if player.touches else at(player, cell).click()
        with suppress(AssertionError):
            return expect(outcome).to_be_attached(timeout=2_000)
    raise AssertionError(f"nothing happens on {cell}")


def nonsense(player: Visitor) -> str:
    """Two letters that can be laid, an own one and a black one, and are no word."""
    state: State = from_plain(State, seen(player, 0))
    referee = Referee(edition("de"), words("de"), inflected=True)
    tops = [spot.top for spot in state.spots if spot.top is not None]
    return next(
        own.letter + black.letter
        for own in tops
        for black in tops
        if (own.colour, black.colour) == ("S", "black")
        and not referee.wrong(own.letter + black.letter)
    )


def test_the_own_word_was_wrong_and_another_waits_for_an_answer(visit: Visit) -> None:
    """Time runs for the answer: it is asked for at once, below what became of the own word."""
    host = visit("phone", name="Ada", language="de").open()
    path = new_table(host, ["me", "open"])
    host.open(path)
    friend = visit("desk", name="Blaise", language="de").open(path)
    friend.press("Hier hinsetzen")
    host.page.get_by_role("button", name="Anfangen").click()
    until(lambda: bool(waits_for(host)))
    while contest(host, 0) or 0 not in waits_for(host):
        take_turn(host, 0) if 0 in waits_for(host) else take_turn(friend, 1)
    word = nonsense(host)
    announce(host, word)
    friend.page.locator("#tray .acts .warn").click()
    confirm(friend)
    tray = host.page.locator("#tray")
    expect(tray.locator(".slip")).to_contain_text("steht nicht im Wörterbuch")
    search = f"https://de.wiktionary.org/wiki/Special:Search?go=Go&search={word.lower()}"
    expect(tray.get_by_role("link", name="Was heißt das?")).to_have_attribute("href", search)
    until(lambda: 1 in waits_for(friend))
    outcome = friend.page.locator("#tray .slip")
    expect(outcome).to_contain_text("Dein Einspruch war richtig")
    friend.page.keyboard.press("Escape")
    expect(outcome).to_be_visible()  # it stays until it has been read
    friend.press("Verstanden")
    take_turn(friend, 1)
    expect(tray.locator(".before")).to_contain_text("steht nicht im Wörterbuch")
    turns = len(history(host))
    tray.locator(".acts .go").click()
    until(lambda: len(history(host)) > turns)
    expect(tray.locator(".before, .slip")).to_have_count(0)
    bluff_and_pass_to_the_end(host, friend)


def bluff_and_pass_to_the_end(host: Visitor, friend: Visitor) -> None:
    """What nobody contested is told when the game is over. A pause is called one meanwhile."""
    until(lambda: waits_for(host) == [0])
    word = nonsense(host)
    announce(host, word)
    until(lambda: contest(friend, 1) is not None)
    friend.page.locator("#tray .acts .go").click()
    until(lambda: waits_for(friend) == [1])
    assert history(host)[-1]["word"] == word
    expect(host.page.locator(".bluffs")).to_have_count(0)
    tell(host, host.table, kind="propose", id="pause", what="pause")
    tell(friend, friend.table, kind="answer", id="yes", agree=True)
    expect(friend.page.locator("#tray h2").first).to_have_text("Die Partie pausiert")
    tell(friend, friend.table, kind="resume", id="on")
    for visitor in (friend, host) * 2:
        put_back(visitor)
    for visitor in (host, friend):
        told = visitor.page.locator(".bluffs li")
        who = "Du" if visitor is host else "Ada"
        expect(told).to_contain_text(re.compile(f"{who}: *{word}.*nicht im Wörterbuch"))

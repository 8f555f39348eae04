"""Kreuzwort-Pyramiden by keyboard alone: no pointer is ever used."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from escale.games.kreuzwort.rules.pieces import Announce
from tests.browser.conftest import Visit
from tests.browser.kreuzwort import contest, move, plan, steps, still_asked
from tests.browser.listening import fallen, heard, hears, listen
from tests.browser.test_play import focus_by_tab
from tests.browser.visitor import Visitor
from tests.browser.wordbank import history, is_over, until, waits_for

MOST_ACTIONS = 200


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """From the shelf to the rematch. One word is laid by hand, one of the others contested.

    Whoever listens hears all of it, and the focus is never nowhere.
    """
    player = visit("desk", language="de")
    listen(player)
    player.open()
    keyboard = player.page.keyboard
    focus_by_tab(player, re.compile("^Spielen: Kreuzwort"))
    keyboard.press("Enter")
    player.page.wait_for_url(re.compile("/table/"))
    by_hand, contested, typed = 0, 0, 0
    for _ in range(MOST_ACTIONS):
        until(lambda: is_over(player) or 0 in waits_for(player))
        if is_over(player):
            break
        asked = contest(player, 0)
        if asked is not None:
            answer(player, asked) if contested else contest_by_key(player, asked)
            contested += 1
            continue
        turns, found = len(history(player)), move(player, 0)
        if found is None:
            ask_to_put_back(player)
            keyboard.press("Tab")
        elif not by_hand:
            nothing_is_lost_by_a_slip(player)
            lay_by_hand(player, found)
            by_hand += 1
        else:
            plan(player, found.word)
            if not typed:
                until(lambda word=found.word: hears(player, f"^{word} passt auf .*Punkt"))
            typed += 1
        keyboard.press("Enter")
        until(lambda turns=turns: has_played(player, turns))
    else:
        raise AssertionError("the game goes on and on")
    assert by_hand and contested and typed
    assert heard(player, "assertive").count("Du bist dran") >= by_hand + typed
    assert fallen(player) == []
    focus_by_tab(player, re.compile("Revanche"))
    first = player.table
    keyboard.press("Enter")
    player.page.wait_for_url(lambda url: first not in url)


def has_played(player: Visitor, turns: int) -> bool:
    return is_over(player) or len(history(player)) > turns or contest(player, 0) is not None


def ask_to_put_back(player: Visitor) -> None:
    expect(player.page.locator("#tray [data-field]")).to_be_attached()
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog .btn.go")).to_be_focused()


def nothing_is_lost_by_a_slip(player: Visitor) -> None:
    """Enter and Esc keep the turn, a letter goes to the field, and what fits nowhere says why."""
    keyboard, asked = player.page.keyboard, player.page.locator("dialog")
    turns = len(history(player))
    for key in ("Enter", "Escape"):
        ask_to_put_back(player)
        keyboard.press(key)
        expect(asked).to_have_count(0)
    ask_to_put_back(player)
    keyboard.type("qqqq")
    expect(asked).to_have_count(0)
    expect(player.page.locator("#tray [data-field]")).to_have_value("QQQQ")
    expect(player.page.locator("#tray .bad")).to_have_text("Q?")
    expect(player.page.locator("#tray .told")).to_contain_text("Q")
    keyboard.press("Escape")
    expect(player.page.locator("#tray [data-field]")).to_have_value("")
    assert len(history(player)) == turns
    assert waits_for(player) == [0]


def answer(player: Visitor, asked: dict[str, Any]) -> None:
    """Keys answer once there was time to read: press until it is taken."""

    def answered() -> bool:
        player.page.keyboard.press("Enter")
        player.page.wait_for_timeout(200)
        return is_over(player) or not still_asked(player, 0, asked)

    expect(player.page.locator("#tray .acts .go")).to_be_visible()
    until(answered)


def contest_by_key(player: Visitor, asked: dict[str, Any]) -> None:
    """C asks first, and Enter does not contest."""
    keyboard, question = player.page.keyboard, player.page.locator("dialog")

    def is_asked() -> bool:
        keyboard.press("c")
        player.page.wait_for_timeout(100)
        return question.count() > 0

    expect(player.page.locator("#tray .acts .go")).to_be_visible()
    until(is_asked)
    expect(question.locator(".btn.go")).to_be_focused()
    keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert still_asked(player, 0, asked)
    until(is_asked)
    keyboard.press("Tab")
    keyboard.press("Enter")
    until(lambda: is_over(player) or not still_asked(player, 0, asked))


def lay_by_hand(player: Visitor, word: Announce) -> None:
    """Arrows walk the board, Space lifts a pyramid and sets it down."""
    # The page knows whose turn it is: what was laid before the last word came would go back.
    expect(player.page.locator("#tray [data-field]")).to_be_attached()
    focus_by_tab(player, re.compile("^Reihe"))
    keyboard = player.page.keyboard
    in_hand = player.page.locator("#tray").get_by_text("ist in der Hand")
    for cell, source in steps(word):
        walk(player, source)
        keyboard.press(" ")
        # What could go elsewhere is lifted even to be used where it stands.
        if cell != source or in_hand.count():
            walk(player, cell)
            keyboard.press(" ")
            lifted = word.word[word.sources.index(source)]
            assert hears(player, f"^{lifted} ist in der Hand")
            assert hears(
                player, f"^{lifted} liegt in Reihe {cell // 10 + 1}, Spalte {cell % 10 + 1}"
            )
    announce = player.page.locator("#tray .btn.go")
    expect(announce).to_contain_text(f"{word.word} ")
    until(lambda: hears(player, f"^{word.word} passt auf eine Art: "))


def walk(player: Visitor, cell: int) -> None:
    """To a cell, as the south sees it."""
    here = str(player.page.locator(":focus").get_attribute("data-at"))
    row, column = map(int, here.split(","))
    down, right = cell // 10 - row, cell % 10 - column
    for key, times in (
        ("ArrowDown", down),
        ("ArrowUp", -down),
        ("ArrowRight", right),
        ("ArrowLeft", -right),
    ):
        for _ in range(times):
            player.page.keyboard.press(key)

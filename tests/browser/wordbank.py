"""How a person plays Word Bank in a browser: looks at the ring, thinks of a word, types it."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

from playwright.sync_api import expect

from escale.core.bots import Budget
from escale.core.codec import from_plain
from escale.core.secrecy import View
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Announce
from escale.games.wordbank.rules.rules import State
from tests.browser.visitor import PATIENCE, Visitor

LEVEL = 3
YOUR_TURN = re.compile("^(Your turn|À vous|Du bist dran)")


def look(visitor: Visitor) -> dict[str, Any]:
    seen: Any = visitor.ask(f"/api/tables/{visitor.table}")
    return dict(seen)


def think(visitor: Visitor, seat: int) -> str | None:
    """A word that a good player would find; None: nothing comes to mind."""
    views = {view["seat"]: view for view in look(visitor)["views"]}
    state: State = from_plain(State, views[seat]["seen"])
    bot = GAME.levels[LEVEL].make(state.options)
    action = bot.choose(View(seat, state), Budget(2.0, time.monotonic), Random(1))
    return action.word if isinstance(action, Announce) else None


def is_over(visitor: Visitor) -> bool:
    return bool(look(visitor)["table"]["status"] == "over")


def waits_for(visitor: Visitor) -> list[int]:
    play = look(visitor).get("play") or {}
    return list(play.get("awaits", []))


def plan_word(visitor: Visitor, seat: int) -> str | None:
    """Type a word that could be played, up to the question whether to place the stones."""
    word = type_word(visitor, seat)
    if word is not None:
        choose_way(visitor)
    return word


def type_word(visitor: Visitor, seat: int) -> str | None:
    """By keyboard on a desk; on a phone by the page's own letters."""
    page, word = visitor.page, think(visitor, seat)
    expect(page.locator(".tray")).to_be_visible()
    if word is None:
        return None
    if visitor.touches:
        keys = page.locator(".tray .keys")
        for letter in word:
            keys.get_by_role("button", name=re.compile(f"^{letter}(,|$)")).click()
    else:
        page.keyboard.type(word.lower(), delay=5)
    return word


def choose_way(visitor: Visitor) -> None:
    """The better of the two."""
    page = visitor.page
    if visitor.touches:
        page.locator(".tray .keys .ok").click()
    else:
        expect(page.locator(".tray .btn.go")).to_be_enabled()
        page.keyboard.press("Enter")
    expect(page.locator(".tray .btn.go")).to_contain_text(re.compile(r"\d"))


def place(visitor: Visitor) -> None:
    if visitor.touches:
        visitor.page.locator(".tray .btn.go").click()
    else:
        visitor.page.keyboard.press("Enter")


def play_turn(visitor: Visitor, seat: int) -> None:
    """A word, or a pass if none comes to mind. Returns when it has been played."""
    before = len(history(visitor))
    if plan_word(visitor, seat) is not None:
        place(visitor)
    else:
        pass_turn(visitor)
    until_more(visitor, before)


def until_more(visitor: Visitor, turns: int) -> None:
    until(lambda: len(history(visitor)) > turns or is_over(visitor))


def pass_turn(visitor: Visitor) -> None:
    tray = visitor.page.locator(".tray")
    tray.get_by_role("button", name=re.compile("^(Pass|Passer|Passen)$")).click()
    expect(visitor.page.locator("dialog .btn.go")).to_be_focused()
    visitor.page.locator("dialog .btn.warn").click()


def history(visitor: Visitor) -> list[Any]:
    views = look(visitor).get("views") or [{}]
    return list((views[0].get("seen") or {}).get("history", []))


def until(true: Any, seconds: float = PATIENCE / 1000) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.1)

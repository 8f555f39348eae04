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
from escale.games.wordbank.pieces import Announce
from escale.games.wordbank.rules import State
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


def type_word(visitor: Visitor, seat: int) -> None:
    """By keyboard: the word, Enter for the best direction, Enter to place the stones; or pass."""
    page = visitor.page
    word = think(visitor, seat)
    if word is None:
        page.get_by_role("button", name=re.compile("^(Pass|Passer|Passen)$")).first.click()
        confirm = re.compile("^(Pass my turn|Passer mon tour|Passen|.*passen)$")
        page.get_by_role("button", name=confirm).last.click()
        return
    before = len(history(visitor))
    page.keyboard.press("Escape")
    page.keyboard.type(word.lower(), delay=5)
    go = page.locator(".tray .btn.go")
    expect(go).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(page.locator(".tray .btn.go")).to_contain_text(re.compile(r"\d"), timeout=PATIENCE)
    page.keyboard.press("Enter")
    until(lambda: len(history(visitor)) > before or is_over(visitor))


def history(visitor: Visitor) -> list[Any]:
    views = look(visitor).get("views") or [{}]
    return list((views[0].get("seen") or {}).get("history", []))


def until(true: Any, seconds: float = PATIENCE / 1000) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.05)

"""How a person plays Kreuzwort-Pyramiden in a browser: thinks of a word and types it."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from random import Random
from typing import Any

from playwright.sync_api import expect

from escale.core.bots import Budget
from escale.core.codec import from_plain
from escale.core.secrecy import View
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.pieces import Announce
from escale.games.kreuzwort.rules.rules import State
from escale.words.spelling import letters
from tests.browser.visitor import Visitor
from tests.browser.wordbank import history, is_over, look, until

LEVEL = 3


def seen(visitor: Visitor, seat: int) -> dict[str, Any]:
    views = {view["seat"]: view for view in look(visitor)["views"]}
    return dict(views[seat]["seen"])


def contest(visitor: Visitor, seat: int) -> dict[str, Any] | None:
    """The word that waits for answers, if any does."""
    frame: dict[str, Any] = seen(visitor, seat)["phases"][-1]
    return frame if frame["kind"] == "Contest" else None


def still_asked(visitor: Visitor, seat: int, asked: dict[str, Any]) -> bool:
    """The same word waits for the same answer; another may follow at once."""
    now = contest(visitor, seat)
    return now is not None and now["began"] == asked["began"] and seat not in now["answered"]


def move(visitor: Visitor, seat: int) -> Announce | None:
    """What a good player would find; None: nothing comes to mind."""
    state: State = from_plain(State, seen(visitor, seat))
    bot = GAME.levels[LEVEL].make(state.options)
    action = bot.choose(View(seat, state), Budget(2.0, time.monotonic), Random(1))
    if not isinstance(action, Announce):
        return None
    # The page's own letters have no accents.
    return replace(action, word=letters(action.word, state.options.language))


def think(visitor: Visitor, seat: int) -> str | None:
    """Its word."""
    found = move(visitor, seat)
    return found.word if found else None


def steps(word: Announce) -> list[tuple[int, int]]:
    """Cells and their sources, in an order for hands: nothing is covered that is still to go."""
    left, done = list(zip(word.cells, word.sources, strict=True)), []
    while left:
        waiting = {source for _, source in left}
        free = next((one for one in left if one[0] == one[1] or one[0] not in waiting), left[0])
        left.remove(free)
        done.append(free)
    return done


def take_turn(visitor: Visitor, seat: int) -> None:
    """Accept the word of somebody else, or announce one. Returns when it has been done."""
    asked = contest(visitor, seat)
    if asked is not None:
        accept = visitor.page.locator("#tray .acts .go")
        expect(accept).to_be_visible()
        accept.click()
        until(lambda: is_over(visitor) or not still_asked(visitor, seat, asked))
        return
    turns, word = len(history(visitor)), think(visitor, seat)
    if word is None:
        put_back(visitor)
    else:
        announce(visitor, word)
    until(
        lambda: (
            is_over(visitor) or len(history(visitor)) > turns or contest(visitor, seat) is not None
        )
    )


def announce(visitor: Visitor, word: str) -> None:
    plan(visitor, word)
    if visitor.touches:
        visitor.page.locator("#tray .btn.go").click()
    else:
        visitor.page.keyboard.press("Enter")


def plan(visitor: Visitor, word: str) -> None:
    """Up to the button that says it. By keyboard on a desk; on a phone by the page's letters."""
    page = visitor.page
    if visitor.touches:
        keys = page.locator("#tray .keys")
        for letter in word:
            keys.get_by_role("button", name=re.compile(f"^{letter}(,|$)")).click()
        keys.locator(".ok").click()
    else:
        expect(page.locator("#tray [data-field]")).to_be_attached()
        page.keyboard.type(word.lower(), delay=5)
    expect(page.locator("#tray .btn.go")).to_contain_text(f"{word} ")


def confirm(visitor: Visitor) -> None:
    """Say yes to what cannot be undone; the other answer has the focus."""
    expect(visitor.page.locator("dialog .btn.go")).to_be_focused()
    visitor.page.locator("dialog .btn.warn").click()


def put_back(visitor: Visitor) -> None:
    tray = visitor.page.locator("#tray")
    tray.get_by_role("button", name=re.compile("^(Skip|Passer|Zug auslassen)")).click()
    confirm(visitor)


def new_table(host: Visitor, seats: list[object], **options: object) -> str:
    """A table of Kreuzwort-Pyramiden: its address."""
    wish = {
        "id": f"{seats} {options}",
        "game": "kreuzwort",
        "name": "Ada",
        "seats": seats,
        "options": {"language": "de", **options},
        "start": "open" not in seats,
    }
    answer = host.page.request.post(
        host.url + "/api/tables", data=wish, headers={"Origin": host.url}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["path"])

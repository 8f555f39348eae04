"""The main screens, and how a visitor gets there."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.visitor import PATIENCE, Visitor
from tests.browser.wordbank import plan_word, until, waits_for

PLAY = re.compile("^(Play|Jouer à|Spielen:) Word Bank")
REMATCH = re.compile("(Rematch|Revanche)")


def begin(visitor: Visitor) -> None:
    """One tap on the shelf, and it is the visitor's turn."""
    visitor.open()
    visitor.press(PLAY)
    try:
        visitor.page.wait_for_url(re.compile("/table/"), timeout=PATIENCE / 2)
    except TooLate:  # seen once on a machine that had no moment to spare: whoever waits taps again
        visitor.press(PLAY)
        visitor.page.wait_for_url(re.compile("/table/"))
    until(lambda: 0 in waits_for(visitor))


def tell(visitor: Visitor, table: str, **message: object) -> None:
    answer = visitor.page.request.post(
        f"{visitor.url}/api/tables/{table}/ask", data=message, headers={"Origin": visitor.url}
    )
    assert answer.ok, answer.text()


def made(visitor: Visitor, **wish: object) -> str:
    """A table of Word Bank: its address."""
    whole = {"id": "made", "game": "wordbank", "name": "Ada", **wish}
    answer = visitor.page.request.post(
        f"{visitor.url}/api/tables", data=whole, headers={"Origin": visitor.url}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["path"])


def shelf(visitor: Visitor) -> None:
    visitor.open()
    expect(visitor.page.get_by_role("button", name=PLAY).first).to_be_visible()


def new_table(visitor: Visitor) -> None:
    visitor.open("/games/wordbank/new")
    expect(visitor.page.get_by_role("radio").first).to_be_attached()


def rules(visitor: Visitor) -> None:
    visitor.open("/games/wordbank/rules")
    expect(visitor.page.locator("#letter-order")).to_be_attached()
    expect(visitor.page.locator("article figure").first).to_be_attached()


def gathering(visitor: Visitor) -> None:
    visitor.open()
    visitor.open(made(visitor, seats=["me", "open", 2]))
    expect(visitor.page.get_by_text("Ada").first).to_be_visible()
    visitor.page.locator(".invite img").evaluate("image => image.decode()")


def playing(visitor: Visitor) -> None:
    begin(visitor)
    expect(visitor.page.locator(".tray")).to_be_visible()


def choosing(visitor: Visitor) -> None:
    begin(visitor)
    assert plan_word(visitor, 0) is not None


def over(visitor: Visitor) -> None:
    begin(visitor)
    tell(visitor, visitor.table, kind="resign", id="give-up", seat=0)
    expect(visitor.page.get_by_role("button", name=REMATCH).first).to_be_visible()


def replay(visitor: Visitor) -> None:
    over(visitor)
    visitor.open(f"/table/{visitor.table}/replay")
    expect(visitor.page.get_by_role("slider").first).to_be_visible()


def missing(visitor: Visitor) -> None:
    visitor.forgive("404")
    visitor.open("/nothing/here")
    expect(visitor.page.get_by_role("heading").first).to_be_visible()


SCREENS: dict[str, Callable[[Visitor], None]] = {
    "shelf": shelf,
    "new-table": new_table,
    "rules": rules,
    "gathering": gathering,
    "playing": playing,
    "choosing": choosing,
    "over": over,
    "replay": replay,
    "missing": missing,
}

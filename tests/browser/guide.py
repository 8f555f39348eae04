"""How a newcomer is led through a first game: one tap on the shelf, and what the slip says."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Route, expect

from tests.browser.visitor import Visitor

PACKAGE = Path(__file__).parents[2] / "src" / "escale"
TITLES = {
    "wordbank": "Word Bank",
    "kreuzwort": "Kreuzwort-Pyramiden",
    "fortboyard": "Les Clés de Fort Boyard",
    "lucky-cave": "Lucky Cave",
}
KEPT = "JSON.parse(localStorage.getItem('escale-guided') ?? '{}')"
# Parts of the tray, and the middle of the board, that the slip lies on; and what is not reached.
COVERED = """slip => {
  const over = slip.getBoundingClientRect();
  const found = [];
  const meets = box => box.left < over.right - 1 && box.right > over.left + 1
    && box.top < over.bottom - 1 && box.bottom > over.top + 1;
  for (const tray of document.querySelectorAll('.play > .tray, .play > .cell > .inside')) {
    if (meets(tray.getBoundingClientRect())) found.push('the tray');
  }
  const board = document.querySelector('.play > main').getBoundingClientRect();
  const [x, y] = [(board.left + board.right) / 2, (board.top + board.bottom) / 2];
  if (meets({left: x - 2, right: x + 2, top: y - 2, bottom: y + 2})) found.push('the middle');
  for (const one of slip.querySelectorAll('button')) {
    const {left, top, right, bottom, width, height} = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!one.contains(hit)) found.push(`${one.textContent} is not reached`);
    if (height < 44 || left < 0 || right > innerWidth) found.push(`${one.textContent}: ${width}`);
  }
  return found;
}"""


def texts(game: str, language: str = "en") -> dict[str, str]:
    """What the pages of a game say, by key; those of the house are among them."""
    said: dict[str, str] = {}
    for folder in (PACKAGE / "web", PACKAGE / "games" / game / "web"):
        file = folder / "texts" / f"{language}.toml"
        if file.exists():
            said |= tomllib.loads(file.read_text("utf-8")).get("guide", {})
    return said


def begin(visitor: Visitor, game: str, **options: object) -> None:
    """One tap. `options`: what the table gets besides, so that three turns do not take long."""

    def more(route: Route) -> None:
        wish: dict[str, Any] = json.loads(route.request.post_data or "{}")
        if wish:  # the shelf asks for tables at the same address
            wish["options"] |= options
        route.continue_(post_data=json.dumps(wish) if wish else None)

    visitor.open()
    if options:
        visitor.page.route("**/api/tables", more)
    first = visitor.page.get_by_role(
        "button", name=re.compile(f"^(Try|Ess|Prob).*{TITLES[game]}", re.I)
    )
    first.click()
    visitor.page.wait_for_url(re.compile("/table/"))


def guide_here(visitor: Visitor) -> None:
    """As if the match that is on the screen had been begun as a guided one."""
    nothing = {"shown": [], "at": -1, "read": True, "since": 0, "turns": 0, "turn": None}
    visitor.page.evaluate(
        "kept => localStorage.setItem('escale-guided', JSON.stringify(kept))",
        {visitor.table: nothing},
    )
    visitor.page.reload()


def slip(visitor: Visitor) -> Locator:
    name = texts("", visitor.language)["title"]
    return visitor.page.get_by_role("region", name=name, exact=True)


def told(visitor: Visitor) -> str:
    """The page that is open; empty: none is."""
    return slip(visitor).get_by_role("status").inner_text()


def says(visitor: Visitor, text: str) -> None:
    """This page comes, in the polite voice, and lies on nothing that one needs."""
    expect(slip(visitor).get_by_role("status")).to_have_text(text)
    visitor.page.wait_for_timeout(300)  # it has come to rest
    assert slip(visitor).evaluate(COVERED) == [], text


def press(visitor: Visitor, key: str) -> None:
    """A button of the slip, by the key of its text."""
    slip(visitor).get_by_role("button", name=texts("", visitor.language)[key], exact=True).click()


def is_guided(visitor: Visitor) -> bool:
    return visitor.table in visitor.page.evaluate(KEPT)


def shown(visitor: Visitor) -> list[int]:
    """The places in the guide of the pages that have come."""
    return list(visitor.page.evaluate(KEPT)[visitor.table]["shown"])

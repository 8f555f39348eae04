"""A refusal because of a family: why, what the word means, and how a table overrules it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.screens import made, tell
from tests.browser.visitor import Visitor
from tests.browser.wordbank import look, until, waits_for

OPTIONS: dict[str, Any] = {
    "language": "fr",
    "referee": "friendly",
    "starter": 0,
    "cards": [["C", 5], *[[letter, 5] for letter in "HANSOX"]],
}


def played(visitor: Visitor) -> list[dict[str, Any]]:
    return list(look(visitor)["views"][0]["seen"]["history"])


def test_a_friendly_table_overrules_a_family_in_two_taps(visit: Visit, pictures: Path) -> None:
    ada = visit("phone", name="Ada").open()
    path = made(ada, seats=["me", "open"], options=OPTIONS)
    ada.open(path)
    blaise = visit("phone", name="Blaise", language="fr").open(path)
    blaise.press(re.compile("^(Asseyez|S’asseoir|S’installer|Prendre|Je )"))
    ada.page.get_by_role("button", name=re.compile("^(Start|Begin)")).click()
    until(lambda: waits_for(ada) == [0])
    ring = look(ada)["views"][0]["seen"]["ring"]
    first = [safe["letter"] for safe in ring].index("C")
    move = {"kind": "Announce", "word": "chanter", "start": first, "direction": "cw", "cards": []}
    tell(ada, ada.table, kind="act", id="one", seat=0, action=move)
    until(lambda: waits_for(blaise) == [1])

    page = blaise.page
    keys = page.locator(".tray .keys")
    for letter in "CHANSON":
        keys.get_by_role("button", name=re.compile(f"^{letter}(,|$)")).click()
    page.locator(".tray .keys .ok").click()
    page.locator(".tray .btn.go").click()
    page.get_by_role("button", name="Pourquoi").click()
    blaise.sees(re.compile("CHANSON.*même famille|CHANTER.*même famille"))
    link = page.get_by_role("link", name=re.compile("veut dire"))
    expect(link).to_have_attribute("href", "https://fr.wiktionary.org/wiki/chanson")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    page.screenshot(path=pictures / "wordbank-why.png")

    page.get_by_role("button", name=re.compile("Pas d’accord")).click()  # one
    count = ada.page.get_by_role("button", name="No, let it count")
    expect(count).to_be_visible()
    ada.page.screenshot(path=pictures / "wordbank-appeal.png")
    count.click()  # two
    until(lambda: len(played(ada)) == 2)
    assert played(ada)[-1]["overruled"] == "CHANTER"

    ada.move_to("desk", "day")
    word = ada.page.locator(".log").get_by_role("link", name=re.compile("^CHANSON"))
    expect(word).to_have_attribute("href", "https://fr.wiktionary.org/wiki/chanson")
    expect(word).to_have_attribute("rel", "noopener noreferrer")
    ada.page.screenshot(path=pictures / "wordbank-log.png")

"""A refusal because of a family: why, what the word means, and how a table overrules it; and the
links by which a word is looked up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

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


def type_letters(visitor: Visitor, word: str) -> None:
    """On a phone, up to the announcement."""
    keys = visitor.page.locator(".tray .keys")
    for letter in word:
        keys.get_by_role("button", name=re.compile(f"^{letter}(,|$)")).click()
    keys.locator(".ok").click()
    visitor.page.locator(".tray .btn.go").click()


def looked_up(link: Locator, address: str) -> None:
    expect(link).to_have_attribute("href", f"https://de.wiktionary.org/wiki/{address}")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("target", "_blank")


def test_with_bots_alone_the_second_tap_is_ones_own(visit: Visit, pictures: Path) -> None:
    ada = visit("phone", name="Ada", language="de").open()
    options = {**OPTIONS, "language": "de", "cards": [["H", 9]] * 7}
    ada.open(made(ada, seats=["me", 1], options=options, start=True))
    until(lambda: waits_for(ada) == [0])
    move = {"kind": "Announce", "word": "haus", "start": 0, "direction": "cw", "cards": []}
    tell(ada, ada.table, kind="act", id="one", seat=0, action=move)
    until(lambda: len(played(ada)) == 2 and waits_for(ada) == [0])
    meaning = ada.page.get_by_role("link", name=re.compile("Was heißt das"))

    type_letters(ada, "HXAUS")
    looked_up(meaning, "Special:Search?go=Go&search=hxaus")
    ada.press("Anderes Wort")
    # The word is there to be changed, and is not offered again before it is.
    expect(ada.page.locator(".tray [data-field]")).to_have_value("HXAUS")
    expect(ada.page.locator(".tray [data-field]")).to_be_focused()
    ready = ada.page.locator(".tray .keys .ok")
    expect(ready).to_be_disabled()
    ada.sees("Dieses Wort wurde abgelehnt.")
    ada.page.keyboard.press("Backspace")
    expect(ready).to_be_enabled()
    for _ in "HXAU":
        ada.page.keyboard.press("Backspace")

    type_letters(ada, "HAUSES")
    looked_up(meaning, "Hauses")  # a noun, with its capital
    ada.press("Warum?")
    ada.sees("HAUSES ist eine Form von HAUS.")
    for light in ("day", "night"):
        ada.move_to("phone", light)
        ada.page.screenshot(path=pictures / f"wordbank-refused-{light}.png")
    ada.press("Anderer Meinung?")
    ada.sees("Die Bots überlassen es dir: Sie haben nichts dagegen.")
    ada.page.screenshot(path=pictures / "wordbank-bots-agree.png")
    assert len(played(ada)) == 2
    ada.press("Gelten lassen")
    until(lambda: len(played(ada)) > 2)
    assert played(ada)[2]["overruled"] == "HAUS"

    tell(ada, ada.table, kind="resign", id="give-up", seat=0)
    ada.open(f"/table/{ada.table}/replay")
    ada.page.get_by_role("slider").first.press("End")
    ada.page.get_by_role("slider").first.press("Home")
    ada.page.get_by_role("slider").first.press("ArrowRight")
    looked_up(ada.page.get_by_role("link", name=re.compile("^HAUS")).first, "Haus")
    ada.page.screenshot(path=pictures / "wordbank-replay.png")


def test_a_vote_and_a_pass_are_asked_for_twice(visit: Visit) -> None:
    """Whoever contests or passes by a slip keeps everything. The replay tells what was refused."""
    ada = visit("desk", name="Ada", language="en").open()
    cards = [[letter, 1] for letter in "ETASION"]
    options = {"language": "en", "referee": "table", "starter": 1, "cards": cards}
    ada.open(made(ada, seats=["me", 2], options=options, start=True))
    page, question = ada.page, ada.page.locator("dialog")
    until(lambda: waits_for(ada) == [0])
    expect(page.locator(".tray .acts .warn")).to_be_visible()
    page.keyboard.press("c")
    expect(question.locator(".btn.go")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert played(ada) == []
    page.locator(".tray .acts .warn").click()
    question.locator(".btn.warn").click()
    until(lambda: len(played(ada)) == 1 and waits_for(ada) == [0])
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(question.locator(".btn.go")).to_be_focused()
    page.keyboard.press("e")
    expect(question).to_have_count(0)
    expect(page.locator(".tray [data-field]")).to_have_value("E")
    assert len(played(ada)) == 1
    tell(ada, ada.table, kind="resign", id="give-up", seat=0)
    ada.open(f"/table/{ada.table}/replay")
    slider = page.get_by_role("slider").first
    slider.press("Home")
    slider.press("ArrowRight")
    mine = page.locator(".compare article").first
    expect(mine).to_contain_text("contested by the table")
    expect(mine.locator("p")).not_to_contain_text("closes")

"""The host asks people to leave, and everybody reads who plays and who looks on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import Visitor
from tests.served import House, served

WISH = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "open"]}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(tmp_path) as open_house:
        yield open_house


def speak(page: Page, name: str, text: str) -> None:
    page.get_by_label("Your name").last.fill(name)
    page.get_by_label("Write to the table").fill(text)
    page.get_by_role("button", name="Send").click()


def test_the_host_asks_a_spectator_and_a_player_to_leave(browser: Browser, house: House) -> None:
    ada, eve = (Visitor(browser, house.url, language="en") for _ in range(2))
    eve.forgive("403")
    made = ada.context.request.post(f"{house.url}/api/tables", data=WISH)
    place = f"{house.url}/table/{made.json()['table']}"
    ada.page.goto(place)
    eve.page.goto(place)
    speak(eve.page, "\u0410da", "It is me, Ada")  # with a Cyrillic letter
    expect(eve.page.get_by_text("Somebody here is already called")).to_be_visible()
    speak(eve.page, "Eve", "Only me")
    messages = ada.page.get_by_label("Messages")
    expect(messages).to_contain_text("Eve looks on Only me")
    eve.page.get_by_role("button", name="Sit down").click()
    expect(messages).to_contain_text("Eve plays Only me")

    ada.page.get_by_role("button", name="Ask Eve to leave").first.click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Only free the seat").click()
    expect(messages).to_contain_text("Eve looks on Only me")
    messages.get_by_role("button", name="Ask Eve to leave").click()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    messages.get_by_role("button", name="Ask Eve to leave").click()
    dialog.get_by_role("button", name="Ask to leave").click()

    expect(eve.page.get_by_role("heading", name="You were asked to leave")).to_be_visible()
    expect(eve.page.get_by_text("The host of this table has asked you")).to_be_visible()
    expect(messages.get_by_role("button", name="Ask Eve to leave")).to_have_count(0)
    eve.page.reload()
    expect(eve.page.get_by_role("heading", name="You were asked to leave")).to_be_visible()
    assert [*ada.leave(), *eve.leave()] == []

"""The page for the host, and what guests see of what the host decides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor
from tests.served import House, served

KEY = "correct-horse-battery"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(tmp_path, "--host-key", KEY) as open_house:
        yield open_house


def test_the_host_looks_after_the_house(browser: Browser, house: House) -> None:
    with httpx.Client(base_url=house.url, trust_env=False) as ada:
        wish = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "me"], "start": True}
        place = ada.post("/api/tables", json=wish).json()["table"]
        said = {"kind": "say", "id": "2", "text": "hello"}
        ada.post(f"/api/tables/{place}/ask", json=said)
        cookie = ada.cookies["escale"]
    host = Visitor(browser, house.url, language="en")
    host.forgive("403")
    page = host.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{house.url}/host#wrong-horse-battery")
    expect(page.get_by_role("alert").filter(has_text="key")).to_be_visible()
    page.get_by_label("Host key").fill(KEY)
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="The newest tables")).to_be_visible()
    assert KEY not in page.url and "wrong" not in page.url

    page.get_by_role("button", name=re.compile("wordbank")).click()
    page.get_by_role("button", name="Erase 1 message").click()
    expect(page.get_by_role("button", name="Erase 1 message")).to_have_count(0)

    guest = Visitor(browser, house.url, language="en")
    guest.forgive("403")
    guest.context.add_cookies([{"name": "escale", "value": cookie, "url": house.url}])
    page.get_by_label("Tell everybody").fill("Pause at ten")
    page.get_by_role("button", name="Announce").click()
    guest.page.goto(house.url)
    expect(guest.page.get_by_text("Pause at ten")).to_be_visible()
    guest.page.get_by_role("button", name="Dismiss").click()
    expect(guest.page.get_by_text("Pause at ten")).to_have_count(0)

    page.get_by_label("Password, asked for once").fill("open sesame")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text("The house has a password")).to_be_visible()
    guest.page.goto(f"{house.url}/table/{place}")
    field = guest.page.get_by_label("House password")
    field.fill("sesame")
    guest.page.get_by_role("button", name="Come in").click()
    expect(guest.page.get_by_text("That is not the password")).to_be_visible()
    field.fill("open sesame")
    guest.page.get_by_role("button", name="Come in").click()
    expect(field).to_have_count(0)

    page.get_by_role("button", name=re.compile("wordbank")).click()
    page.get_by_role("button", name="Close the table").click()
    expect(guest.page.get_by_role("heading", name="This table is closed")).to_be_visible()
    guest.page.on("dialog", lambda dialog: dialog.accept())
    guest.page.get_by_role("button", name="Delete this table").click()
    expect(guest.page.get_by_role("heading", name="Take a box and play.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("There is no table yet.")).to_be_visible()
    assert [*host.leave(), *guest.leave()] == []

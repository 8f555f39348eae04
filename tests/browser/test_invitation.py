"""The link and the code of a table can be opened by the phone of whoever is invited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from escale.server.operations.listeners import own_address
from tests.browser.visitor import Visitor
from tests.served import House, served

OWN = own_address()
WISH = {"id": "1", "game": "wordbank", "name": "Ada", "seats": ["me", "open"]}
pytestmark = pytest.mark.skipif(OWN is None, reason="this machine is on no network")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(tmp_path) as open_house:
        yield open_house


def test_phones_are_let_in_from_the_page_of_the_machine(browser: Browser, house: House) -> None:
    ada = Visitor(browser, house.url, language="en")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    made = ada.context.request.post(f"{house.url}/api/tables", data=WISH).json()["table"]
    ada.page.goto(f"{house.url}/table/{made}")
    invite = ada.page.get_by_role("region", name="Invite")
    code = invite.get_by_alt_text("QR code")
    expect(invite).to_contain_text("This link works on this computer only.")
    assert "phones" not in str(code.get_attribute("src"))

    invite.get_by_role("button", name="Let phones in").click()
    expect(invite).to_contain_text("Phones on your Wi-Fi can join now.")
    expect(invite).not_to_contain_text("this computer only")
    assert "phones=true" in str(code.get_attribute("src"))
    invite.get_by_role("button", name="Copy").click()
    link = ada.page.evaluate("navigator.clipboard.readText()")
    assert link == f"http://{OWN}:{house.port}/table/{made}"

    ben = Visitor(browser, link.partition("/table")[0], "phone", language="en")
    ben.forgive("Cross-Origin-Opener-Policy")  # without TLS it is ignored
    ben.page.goto(link)
    ben.page.get_by_label("Your name").first.fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.get_by_text("Ben").first).to_be_visible()
    expect(ben.page.get_by_role("button", name="Let phones in")).to_have_count(0)
    assert [*ada.leave(), *ben.leave()] == []


def test_they_are_sent_away_again(browser: Browser, house: House) -> None:
    ada = Visitor(browser, house.url, "phone", language="fr")
    made = ada.context.request.post(f"{house.url}/api/tables", data=WISH).json()["table"]
    ada.page.goto(f"{house.url}/table/{made}")
    ada.page.get_by_role("button", name="Ouvrir aux téléphones").click()
    ada.page.get_by_role("button", name="Refermer").click()
    expect(ada.page.get_by_text("Ce lien ne marche que sur cet ordinateur.")).to_be_visible()
    assert ada.leave() == []

"""Salts in browsers: nobody clicks for them, and the certificate says whose are in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from escale.core.proof import verify
from escale.games import matchfile
from tests.browser.conftest import Visit
from tests.browser.fort_screens import is_turn
from tests.browser.fort_stories import story
from tests.browser.fortboyard import bring
from tests.browser.screens import tell
from tests.browser.visitor import Visitor
from tests.browser.wordbank import until, waits_for


def the_file(visitor: Visitor) -> dict[str, Any]:
    found: Any = visitor.ask(f"/api/tables/{visitor.table}/match")
    return dict(found)


def witnesses(file: dict[str, Any]) -> tuple[int, ...]:
    game, record = matchfile.from_json(json.dumps(file))
    proof = verify(matchfile.at_start(game, record.header).rules, record)
    assert proof
    assert len(proof.epochs) == 1
    return proof.epochs[0].witnesses


def new_table(visitor: Visitor, seats: list[Any], **more: Any) -> None:
    """Made without a pledge, as by a program that knows nothing of salts."""
    wish = {"id": "plain", "game": "wordbank", "name": "Ada", "seats": seats, **more}
    wish["options"] = {"language": "en"}
    answer = visitor.page.request.post(
        f"{visitor.url}/api/tables", data=wish, headers={"Origin": visitor.url}
    )
    visitor.open(answer.json()["path"])


def give_up(visitor: Visitor, seat: int) -> None:
    until(lambda: bool(waits_for(visitor)))
    tell(visitor, visitor.table, kind="resign", id="up", seat=seat)


def test_one_tap_begins_a_match_with_a_salt(visit: Visit) -> None:
    player = visit("phone", language="en").open()
    player.press(re.compile("^Play Word Bank"))
    player.page.wait_for_url(re.compile("/table/"))
    expect(player.page.locator(".tray")).to_be_visible()
    told = json.dumps(player.ask(f"/api/tables/{player.table}?since=0"))
    assert '"Salted"' in told
    assert '"Unsalted"' not in told


def test_whoever_sits_down_or_wants_a_rematch_adds_a_salt(visit: Visit, pictures: Path) -> None:
    player = visit("phone", language="en", name="Ada").open()
    new_table(player, ["open", 1])
    player.press("Sit down")
    player.press("Start")
    first = player.table
    for match in ("first", "rematch"):
        give_up(player, 0)
        player.sees(re.compile("Chance verified")).click()
        dialog = player.page.get_by_role("dialog")
        expect(dialog.get_by_text("It comes from this device")).to_be_visible()
        expect(dialog.locator(".sum.holds")).to_be_visible()
        player.page.screenshot(path=pictures / f"certificate-{match}.png")
        assert witnesses(the_file(player)) == (0,)
        player.page.keyboard.press("Escape")
        if player.table == first:
            player.press("Rematch")
            player.page.wait_for_url(lambda url: first not in url)


def test_without_a_salt_the_certificate_has_no_tick(visit: Visit, pictures: Path) -> None:
    player = visit("phone", language="en").open()
    new_table(player, ["me", 1], start=True)
    give_up(player, 0)
    player.sees("Chance checked as far as possible").click()
    dialog = player.page.get_by_role("dialog")
    expect(dialog.get_by_text("No player’s salt is in the draws")).to_be_visible()
    expect(dialog.locator(".sum.holds")).to_have_count(0)
    player.page.screenshot(path=pictures / "certificate-unsalted.png")


def test_a_brought_match_says_who_brought_it(visit: Visit, pictures: Path) -> None:
    player = visit("phone", language="en")
    bring(story(is_turn, language="en"), player)
    expect(player.page.get_by_text("Brought by Ada")).to_be_visible()
    player.page.screenshot(path=pictures / "brought.png")


def test_a_device_that_is_away_is_waited_for_and_then_left_out(visit: Visit) -> None:
    host, friend = visit("desk", name="Ada"), visit("phone", name="Bob")
    new_table(host.open(), ["open", "open"])
    host.press("Sit down")
    friend.open(f"/table/{host.table}").press("Sit down")
    until(lambda: "Bob" in json.dumps(host.ask(f"/api/tables/{host.table}?since=0")))
    friend.open("/")
    host.press("Start")
    host.sees(re.compile("pinch of salt"))
    expect(host.page.locator(".tray")).to_be_visible(timeout=40_000)

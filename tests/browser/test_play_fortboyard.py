"""A whole evening of Les Clés de Fort Boyard in browsers."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.fort_stories import RIDDLES
from tests.browser.fortboyard import seen, take_part
from tests.browser.screens import REMATCH, made
from tests.browser.visitor import PATIENCE
from tests.browser.wordbank import is_over

LONGEST = 600  # seconds; on a quiet machine it is about one minute


def test_two_friends_and_two_bots_play_an_evening_to_the_end(visit: Visit) -> None:
    """On a short hourglass, with riddles for two keys each; one at a desk, one with a phone."""
    host = visit("desk", name="Ada").open()
    options = {"language": "en", "hourglass": 30, "roll_pace": 1, "plan": RIDDLES}
    path = made(host, game="fortboyard", seats=["me", 1, "open", 1], options=options)
    host.open(path)
    friend = visit("phone", name="Blaise").open(path)
    friend.press(re.compile("^(Sit|Take)"))
    start = host.page.get_by_role("button", name="Start")
    expect(start).to_be_enabled(timeout=PATIENCE)
    start.click()
    end = time.monotonic() + LONGEST
    while not is_over(host):
        assert time.monotonic() < end, "the evening goes on and on"
        take_part(host)
        take_part(friend)
    for visitor in (host, friend):
        visitor.sees("The count of the notes")
        expect(visitor.page.get_by_role("button", name=REMATCH).first).to_be_visible()
    notes = [purse["count"] for purse in seen(host)["purses"]]
    assert sum(notes) == 40, "the chest is empty"

"""Les Clés de Fort Boyard in several browsers: a whole evening, and what friends do together."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable
from tests.browser.conftest import Visit
from tests.browser.fort_stories import RIDDLES, TRIALS, drawn, story
from tests.browser.fortboyard import bring, seen, take_part
from tests.browser.screens import REMATCH, made
from tests.browser.wordbank import is_over, until

LONGEST = 600  # seconds; chance decides, and it is mostly one or two minutes


def test_two_friends_and_two_bots_play_an_evening_to_the_end(visit: Visit) -> None:
    """On a short hourglass, with riddles for two keys each; one at a desk, one with a phone."""
    host = visit("desk", name="Ada").open()
    options = {"language": "en", "hourglass": 30, "roll_pace": 1, "plan": RIDDLES}
    path = made(host, game="fortboyard", seats=["me", 1, "open", 1], options=options)
    host.open(path)
    friend = visit("phone", name="Blaise").open(path)
    friend.press(re.compile("^(Sit|Take)"))
    start = host.page.get_by_role("button", name="Start")
    expect(start).to_be_enabled()
    start.click()
    end = time.monotonic() + LONGEST
    while not is_over(host):
        assert time.monotonic() < end, "the evening goes on and on"
        take_part(host)
        take_part(friend)
    for visitor in (host, friend):
        visitor.sees("The notes, counted")
        expect(visitor.page.get_by_role("button", name=REMATCH).first).to_be_visible()
    notes = [purse["count"] for purse in seen(host)["purses"]]
    assert sum(notes) == 40, "the chest is empty"


def test_two_friends_say_how_a_trial_in_the_room_has_ended(visit: Visit) -> None:
    def is_played(state: State) -> bool:
        top = state.phases[-1]
        return isinstance(top, AroundTable) and top.cast.candidate == 2 and top.turns == 1

    host, friend = visit("desk", name="Ada"), visit("phone", name="Blaise")
    bring(story(is_played, people=2, plan=TRIALS, trials="table", language="en"), host, friend)
    friend.press("Turn the hourglass")
    for visitor in (host, friend):
        expect(visitor.page.get_by_role("timer")).to_be_visible()
    friend.press("Won")
    expect(host.page.get_by_text("voted", exact=True)).to_have_count(1)
    host.press("Won")
    for visitor in (host, friend):
        visitor.sees("Malo wins 1 key.")
    assert seen(host)["purses"][2]["black"] == 1


def test_two_friends_meet_in_la_bataille(visit: Visit) -> None:
    """Nobody sees a figure before both have chosen."""
    host, friend = visit("desk", name="Ada"), visit("phone", name="Blaise")
    bring(story(drawn("bataille", ready=1), people=2, plan=TRIALS, language="en"), host, friend)
    host.press("Begin")
    friend.press("Begin")
    host.press(re.compile("^Leaf"))
    expect(friend.page.get_by_text("Chosen")).to_be_visible()
    assert "leaf" not in str(seen(friend, 1)["phases"][-1])
    friend.press(re.compile("^Well"))
    for visitor, winner in ((host, "You win"), (friend, "Ada wins")):
        visitor.sees(f"{winner} this duel.")
        visitor.sees("The leaf covers the well.")
    until(lambda: seen(host)["purses"][0]["black"] == 1)

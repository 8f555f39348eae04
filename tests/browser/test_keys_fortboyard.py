"""The fort by keyboard alone: no pointer is ever used."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.walk import Turn
from tests.browser.conftest import Visit
from tests.browser.fort_screens import is_answer, is_choice, is_keys_back, is_race
from tests.browser.fort_stories import TRIALS, drawn, story
from tests.browser.fortboyard import bring, phase, right_answer, seen
from tests.browser.listening import fallen, joys, listen
from tests.browser.test_play import focus_by_tab
from tests.browser.visitor import Visitor
from tests.browser.wordbank import until


def begins(state: State) -> bool:
    """A turn of the visitor's begins."""
    top = state.phases[-1]
    return isinstance(top, Turn) and top.seat == 0


# All titles that the tray has had since.
TITLES = """() => {
  const tray = document.querySelector('#tray');
  globalThis.titles = [];
  const look = () => titles.push(...[...tray.querySelectorAll('h2')].map((one) => one.textContent));
  new MutationObserver(look).observe(tray, { subtree: true, childList: true, characterData: true });
}"""


def meets_the_tiger(state: State) -> bool:
    """Soon after seat 0 has opened the chest."""
    return is_keys_back(state) and state.news[-1].what == "tiger-closes" and state.chest > 25


def player_of(visit: Visit, match: str) -> Visitor:
    player = visit("desk", name="Ada")
    listen(player)
    bring(match, player)
    return player


def test_die_fan_and_a_trial(visit: Visit) -> None:
    """Space throws, the arrows go through the fan, Enter draws; 1, 2 and 3 are figures."""
    match = story(drawn("bataille"), begins, plan=TRIALS, language="en")
    player = player_of(visit, match)
    keyboard = player.page.keyboard
    player.sees("Your throw")
    keyboard.press(" ")
    fan = player.page.get_by_role("group", name=re.compile("^Fan of"))
    expect(fan).to_be_visible()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(player.page.get_by_role("button", name="Begin")).to_be_focused()
    keyboard.press("Enter")
    expect(player.page.get_by_role("button", name=re.compile("^Leaf"))).to_be_enabled()
    keyboard.press("3")
    expect(player.page.locator(".verdict")).to_be_visible()
    shown = phase(player)
    assert shown["last"][0] == "scissors"
    keyboard.press("Enter")
    until(lambda: phase(player).get("bout") != shown["bout"])
    assert fallen(player) == []


def test_a_riddle(visit: Visit) -> None:
    """Whose riddle it is writes at once, without looking for the field."""
    player = player_of(visit, story(is_answer, language="en"))
    expect(player.page.get_by_label("Your answer")).to_be_focused()
    player.page.keyboard.type("anything at all")
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".tried s")).to_have_text("anything at all")
    player.page.keyboard.type(right_answer(player))
    player.page.keyboard.press("Enter")
    result = player.page.get_by_role("region", name="The guardian’s riddle")
    expect(result).to_be_visible()
    assert seen(player)["purses"][0]["black"] >= 2
    player.page.keyboard.press("Escape")
    expect(result).to_have_count(0)


def test_the_tiger_is_looked_for(visit: Visit) -> None:
    player = player_of(visit, story(is_race, language="en"))
    before = seen(player)["pawns"]
    player.sees("Find the tiger")
    player.page.keyboard.press(" ")
    until(lambda: seen(player)["pawns"][0] != before[0])


def test_the_chest_and_the_keys_back(visit: Visit) -> None:
    """1 opens the chest; then the arrows walk from cell to cell, and Enter puts a key there."""
    match = story(meets_the_tiger, is_choice, language="en", roll_pace=1)
    player = visit("desk", name="Ada", motion="no-preference")
    listen(player)
    bring(match, player)
    keyboard = player.page.keyboard
    player.sees("Open the chest?")
    player.page.evaluate(TITLES)
    keyboard.press("1")
    until(lambda: phase(player)["kind"] == "KeysBack")
    player.sees(re.compile("red keys? to put back"))
    assert {"tiger", "buzz 30"} <= set(joys(player))
    titles = player.page.evaluate("titles")
    assert any("lands on a tiger" in one for one in titles)
    assert not any("walks" in one for one in titles), "no square of an earlier turn is told"
    red = sum(cell["red"] for cell in seen(player)["cells"])
    keyboard.press("ArrowRight")
    expect(player.page.locator(".squares button:focus")).to_have_count(1)
    done = player.page.get_by_role("button", name="Pass the die", exact=True)
    while not done.is_enabled():
        keyboard.press("ArrowRight")
        keyboard.press("Enter")
        player.page.wait_for_timeout(100)
    focus_by_tab(player, re.compile("^Pass the die$"))
    keyboard.press("Enter")
    until(lambda: phase(player)["kind"] != "KeysBack")
    assert sum(cell["red"] for cell in seen(player)["cells"]) > red

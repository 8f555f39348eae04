"""The phone in the hand is shaken, and the die falls: once, and only where it may."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from escale.games.fortboyard.rules.rules import State
from tests.browser.conftest import Visit
from tests.browser.fort_screens import is_race, is_turn
from tests.browser.fort_stories import story
from tests.browser.fortboyard import bring, phase
from tests.browser.visitor import HELD_STILL, Visitor
from tests.browser.wordbank import until

STRONG, GENTLE = 22, 5  # m/s²
SHAKES = "Shake to throw the dice"
# A sensor with which a test moves the device, in place of one that a machine has not.
SENSOR = """
window.motions = 0; // who listens
const [add, remove] = [window.addEventListener, window.removeEventListener];
window.addEventListener = function (type, ...more) {
  if (type === 'devicemotion') motions += 1;
  return add.call(this, type, ...more);
};
window.removeEventListener = function (type, ...more) {
  if (type === 'devicemotion') motions -= 1;
  return remove.call(this, type, ...more);
};
window.moved = (x, heavy) => {
  const alone = { x, y: 0, z: 0 };
  const weighs = { x, y: 0, z: 9.8 };
  const acceleration = heavy ? { x: null, y: null, z: null } : alone;
  const told = { acceleration, accelerationIncludingGravity: weighs, interval: 16 };
  window.dispatchEvent(new DeviceMotionEvent('devicemotion', told));
};
window.swings = async (strength, count, heavy) => {
  for (let i = 0; i < count; i++) {
    moved(i % 2 ? strength : -strength, heavy);
    await new Promise((done) => setTimeout(done, 60));
  }
};
window.rests = async () => {
  for (let i = 0; i < 12; i++) {
    moved(0.2, false);
    await new Promise((done) => setTimeout(done, 60));
  }
};
"""
GUARD = """
window.asked = 0;
navigator.permissions.query = async () => { throw new TypeError('no such permission'); };
DeviceMotionEvent.requestPermission = async () => { asked += 1; return 'ANSWER'; };
"""


def holder(visit: Visit, match: str, *scripts: str, size: str = "phone") -> Visitor:
    visitor = visit(size, name="Ada")
    for script in (SENSOR, *scripts):
        visitor.context.add_init_script(script)
    bring(match, visitor)
    return visitor


def swing(visitor: Visitor, strength: int = STRONG, count: int = 8, heavy: bool = False) -> None:
    visitor.page.evaluate("([s, n, h]) => swings(s, n, h)", [strength, count, heavy])


def rest(visitor: Visitor) -> None:
    visitor.page.evaluate("rests()")


def throws(visitor: Visitor, seat: int = 0) -> int:
    """How often this seat has thrown since the match was brought here."""
    told: Any = visitor.ask(f"/api/tables/{visitor.table}?since=0")
    events = [
        event
        for entry in told["happened"]
        for what in entry["what"]
        if what["kind"] == "Happened"
        for event in what["events"]
    ]
    return sum(
        event["kind"] == "Acted" and event["seat"] == seat and event["action"]["kind"] == "Throw"
        for event in events
    )


def die_is_offered(visitor: Visitor) -> None:
    expect(visitor.page.get_by_role("button", name=re.compile("^Throw the di"))).to_be_enabled()


@pytest.mark.parametrize("heavy", [False, True])
def test_a_shake_throws_the_die_and_a_gentle_movement_does_not(visit: Visit, heavy: bool) -> None:
    """With a sensor that tells the movement alone, or one that only tells it with the weight."""
    visitor = holder(visit, story(is_turn, language="en"))
    die_is_offered(visitor)
    expect(visitor.page.get_by_text("or shake")).to_have_count(0)  # nobody knows of a sensor yet
    before = throws(visitor)
    swing(visitor, GENTLE, 12, heavy)
    visitor.page.evaluate("heavy => moved(40, heavy)", heavy)  # put down hard: no to and fro
    expect(visitor.page.get_by_text("or shake")).to_be_visible()
    rest(visitor)
    assert phase(visitor)["kind"] == "Turn"
    swing(visitor, heavy=heavy)
    until(lambda: phase(visitor)["kind"] != "Turn")
    assert throws(visitor) == before + 1
    rest(visitor)
    until(lambda: visitor.page.evaluate("motions") == 0)  # nobody listens for nothing


def has_a_long_way(state: State) -> bool:
    """Whatever seat 0 throws twice, and the other one once, nobody meets the tiger."""
    tiger = state.squares.index("tiger")
    others = [place for seat, place in enumerate(state.pawns) if seat]
    return is_race(state) and state.pawns[0] <= tiger - 13 and max(others) <= tiger - 7


def test_one_shake_throws_once_however_long_it_is(visit: Visit) -> None:
    visitor = holder(visit, story(has_a_long_way, language="en"))
    die_is_offered(visitor)
    before = throws(visitor)
    visitor.page.evaluate(f"window.goesOn = setInterval(() => swings({STRONG}, 2, false), 120)")
    until(lambda: throws(visitor) == before + 1)
    until(lambda: phase(visitor).get("roller") == 2)
    until(lambda: phase(visitor).get("roller") == 0)  # the die is back, and the hand still shakes
    die_is_offered(visitor)
    visitor.page.wait_for_timeout(1000)
    assert throws(visitor) == before + 1
    visitor.page.evaluate("clearInterval(goesOn)")
    rest(visitor)
    swing(visitor)
    until(lambda: throws(visitor) == before + 2)


def test_it_can_be_switched_off(visit: Visit) -> None:
    visitor = holder(visit, story(is_turn, language="en"))
    die_is_offered(visitor)
    swing(visitor, GENTLE)
    visitor.press("Menu")
    switch = visitor.page.get_by_role("switch", name=SHAKES)
    expect(switch).to_be_checked()
    swing(visitor)  # nothing is thrown behind the menu
    switch.locator("..").click()
    visitor.press("Close")
    swing(visitor)
    rest(visitor)
    expect(visitor.page.get_by_text("or shake")).to_have_count(0)
    assert visitor.page.evaluate("motions") == 0
    assert phase(visitor)["kind"] == "Turn"
    visitor.page.reload()
    die_is_offered(visitor)
    swing(visitor)
    assert phase(visitor)["kind"] == "Turn", "it stays off"
    visitor.press("Menu")
    visitor.page.get_by_role("switch", name=SHAKES).locator("..").click()
    visitor.press("Close")
    swing(visitor)
    until(lambda: phase(visitor)["kind"] != "Turn")


def test_who_writes_throws_nothing(visit: Visit) -> None:
    visitor = holder(visit, story(is_turn, language="en"), size="desk")
    die_is_offered(visitor)
    visitor.page.get_by_label("Write to the table").focus()
    swing(visitor)
    rest(visitor)
    assert phase(visitor)["kind"] == "Turn"
    visitor.page.evaluate("document.activeElement.blur()")
    swing(visitor)
    until(lambda: phase(visitor)["kind"] != "Turn")


def test_a_browser_that_wants_to_be_asked_is_asked_after_a_tap_only(visit: Visit) -> None:
    visitor = holder(visit, story(is_turn, language="en"), GUARD.replace("ANSWER", "granted"))
    die_is_offered(visitor)
    offer = visitor.page.get_by_role("button", name="Throw by shaking")
    expect(offer).to_be_visible()
    assert visitor.page.evaluate("asked") == 0
    offer.tap()
    expect(offer).to_have_count(0)
    assert visitor.page.evaluate("asked") == 1
    swing(visitor)
    until(lambda: phase(visitor)["kind"] != "Turn")
    assert visitor.page.evaluate("asked") == 1


def test_who_says_no_is_not_asked_again(visit: Visit) -> None:
    visitor = holder(visit, story(is_turn, language="en"), GUARD.replace("ANSWER", "denied"))
    visitor.page.get_by_role("button", name="Throw by shaking").tap()
    visitor.sees("Your browser does not allow this")
    expect(visitor.page.get_by_role("button", name="Throw by shaking")).to_have_count(0)
    die_is_offered(visitor)


def test_without_a_sensor_nothing_is_shown_and_the_house_allows_one(visit: Visit) -> None:
    visitor = holder(visit, story(is_turn, language="en"), HELD_STILL)
    die_is_offered(visitor)
    expect(visitor.page.get_by_text(re.compile("shak", re.I))).to_have_count(0)
    visitor.press("Menu")
    expect(visitor.page.get_by_role("switch", name=SHAKES)).to_have_count(0)
    for feature in ("accelerometer", "gyroscope"):
        assert visitor.page.evaluate(f"document.featurePolicy.allowsFeature('{feature}')")

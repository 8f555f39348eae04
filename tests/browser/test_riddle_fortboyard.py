"""The riddle is read again for all; and what those hear of the dice races who listen."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from escale.core.chance import Roll
from escale.games import matchfile
from escale.games.fortboyard.rules.chest import Chest
from escale.games.fortboyard.rules.rules import State
from tests.browser.conftest import Visit
from tests.browser.fit import cut_off
from tests.browser.fort_screens import is_answer
from tests.browser.fort_stories import brought, story
from tests.browser.fortboyard import bring, phase
from tests.browser.test_access import findings
from tests.browser.visitor import Size, Visitor
from tests.browser.wordbank import until

POLITE = "[role=log][aria-live=polite]"
EVERY = 5_000  # milliseconds
JITTER = 100
# What a screen reader would say, and when.
LISTEN = f"""
window.heard = [];
const polite = document.querySelector('{POLITE}');
new MutationObserver(() => heard.push([performance.now(), polite.textContent])).observe(
  polite, {{ childList: true, characterData: true, subtree: true }});
"""


def hears(*visitors: Visitor) -> None:
    """The riddle lies there: whoever comes later is not read it again."""
    for visitor in visitors:
        expect(visitor.page.locator(".main article .q")).to_be_visible()


def large(visitor: Visitor) -> Locator:
    return visitor.page.locator(".large article")


def draws_are_calm(match: str, many: int) -> bool:
    """Will no even double fall in so many throws, if nothing else happens?"""
    told = brought(matchfile.from_json(match)[1])
    oracle = told.epoch.oracle(told.secret)
    first = len(told.log) + 1
    fallen = [oracle.answer(Roll(2), number) for number in range(first, first + 2 * many, 2)]
    return not any(one == other and one % 2 == 0 for one, other in fallen)


def calm_race(**options: Any) -> str:
    """Seat 0 thinks, and nobody throws an even double for a while."""

    def told(riddles: int) -> str:
        return story(
            lambda state: is_answer(state) and len(state.read) == riddles, language="en", **options
        )

    matches = map(told, range(12))
    return next(match for match in matches if draws_are_calm(match, 6))


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_candidate_has_the_riddle_read_again_for_all(visit: Visit, size: Size) -> None:
    host, friend = visit(size, name="Ada"), visit("phone", name="Blaise")
    bring(calm_race(people=2), host, friend)
    looker = visit("desk").open(f"/table/{host.table}")
    hears(host, friend, looker)
    riddle = host.page.locator(".main article .q").inner_text()
    expect(friend.page.get_by_role("button", name="Read again")).to_have_count(0)
    host.press("Read again")
    for visitor in (host, friend, looker):
        expect(large(visitor)).to_have_count(1)
        assert large(visitor).locator(".q").inner_text() == riddle
        heard = visitor.page.locator(POLITE)
        whom = "you" if visitor is host else "Ada"
        expect(heard).to_contain_text(f"reads the riddle to {whom} again.")
        assert "".join(riddle.split()) in "".join(str(heard.text_content()).split())
    assert findings(friend) == []
    size_of = "e => parseFloat(getComputedStyle(e).fontSize)"
    small = friend.page.locator(".main article .q").evaluate(size_of)
    assert large(friend).locator(".q").evaluate(size_of) > small
    assert cut_off(friend, "phone") == []
    if size == "phone":  # a number is an answer, too
        keys = host.page.get_by_role("group", name="Keyboard")
        for digit in "10":
            keys.get_by_role("button", name=digit, exact=True).click()
        expect(host.page.locator(".ans input")).to_have_value("10")
        assert cut_off(host, "phone") == []


def test_who_throws_is_not_hindered_and_a_touch_puts_it_away(visit: Visit) -> None:
    host, friend = visit("desk", name="Ada"), visit("phone", name="Blaise")
    bring(calm_race(people=2), host, friend)
    hears(host, friend)
    host.press("Read again")
    expect(large(friend)).to_be_visible()
    friend.page.locator(".mine").last.get_by_role("button", name="Throw the dice").tap()
    until(lambda: phase(host)["throws"] == 1)
    expect(large(friend)).to_be_visible()
    large(friend).tap()
    expect(large(friend)).to_have_count(0)
    expect(large(host)).to_be_visible()
    host.page.keyboard.type("w")  # who knows the answer writes at once
    expect(large(host)).to_have_count(0)
    expect(host.page.locator(".ans input")).to_have_value("w")


def test_it_goes_away_by_itself_and_can_be_asked_for_as_often_as_wanted(visit: Visit) -> None:
    host = visit("phone", name="Ada")
    bring(calm_race(), host)
    again = host.page.get_by_role("button", name="Read again")
    for number in range(1, 5):
        expect(again).to_be_enabled()
        again.tap()
        until(lambda number=number: phase(host)["repeats"] == number)
        expect(large(host)).to_be_visible()
        if number == 1:
            expect(large(host)).to_have_count(0)
    expect(again).to_be_enabled()
    expect(host.page.locator(".ans input")).to_be_visible()


def sums(visitor: Visitor) -> list[tuple[float, str]]:
    heard = visitor.page.evaluate("heard")
    return [(at, text) for at, text in heard if "rolled" in text or " rolls;" in text]


def test_the_race_of_a_riddle_is_summed_up(visit: Visit) -> None:
    """One bot throws at once, and the next one when ten seconds have passed."""
    visitor = visit("desk", name="Ada")
    bring(calm_race(players=4), visitor)
    expect(visitor.page.locator(".ans input")).to_be_visible()
    visitor.page.evaluate(LISTEN)
    until(lambda: phase(visitor).get("throws") == 2)
    polite = visitor.page.locator(POLITE)
    expect(polite).to_have_text("Malo and Nordet: 2 rolls; no even double.")
    heard = [tuple(one) for one in visitor.page.evaluate("heard")]
    told = sums(visitor)  # a moment later: there may be one more
    assert heard == told[: len(heard)], "no roll by itself"
    assert re.fullmatch(r"(Malo has rolled (once|\d times)|.*: \d rolls); no.*", told[0][1])
    assert all(after - before >= EVERY - JITTER for (before, _), (after, _) in pairwise(told))


def opens_chest(state: State) -> bool:
    """The tiger is far from those who roll."""
    top, tiger = state.phases[-1], state.squares.index("tiger")
    opened = isinstance(top, Chest) and top.opener == 0 and top.stage == "racing" and top.taken == 1
    return opened and max(state.pawns[1:]) <= tiger - 12


def test_the_race_at_the_chest_is_summed_up(visit: Visit) -> None:
    visitor = visit("desk", name="Ada")
    bring(story(opens_chest, language="en"), visitor)
    expect(visitor.page.locator("#tray")).to_be_visible()
    visitor.page.evaluate(LISTEN)
    until(lambda: bool(sums(visitor)))
    found = re.fullmatch(
        r"(?:Malo has rolled (?:(once)|(\d) times)|Malo and Nordet: (\d) rolls);"
        r" no tiger, (\d) notes? taken, (\d+) s of sand left\.",
        sums(visitor)[0][1],
    )
    assert found, sums(visitor)
    throws = 1 if found[1] else int(found[2] or found[3])
    assert int(found[4]) == throws + 1
    assert int(found[4]) <= phase(visitor).get("taken", 99)
    heard = [text for _, text in visitor.page.evaluate("heard")]
    assert not [text for text in heard if text.endswith("rolls.")]

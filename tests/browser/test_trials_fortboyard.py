"""The trials of the fort in a browser, as candidate and as opponent.

The four in which a moment counts are tried as candidate in test_reactions.py.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from escale.games.fortboyard.trials.catapulte.flight import CUP_AT
from tests.browser.conftest import Visit
from tests.browser.fit import cut_off
from tests.browser.fort_stories import TRIALS, drawn, story
from tests.browser.fortboyard import bring, come_to_trial, phase
from tests.browser.test_access import findings
from tests.browser.visitor import PATIENCE, Size, Visitor
from tests.browser.wordbank import until

LAST = 2  # the candidate, if the visitor on seat 0 is the first of the opponents


def candidate(visit: Visit, trial: str) -> Visitor:
    visitor = visit("desk", name="Ada", light="night")
    come_to_trial(visitor, trial)
    return visitor


def opponent(visit: Visit, trial: str) -> Visitor:
    visitor = visit("phone", name="Ada")
    come_to_trial(visitor, trial, candidate=LAST)
    return visitor


def stays(visitor: Visitor, trial: str) -> bool:
    """The trial goes on."""
    return str(phase(visitor)["kind"]).lower() == trial.replace("_", "")


def slip(visitor: Visitor, title: str) -> Locator:
    """The result, over the fort."""
    found = visitor.page.get_by_role("region", name=title)
    expect(found).to_be_visible()
    return found


def button(visitor: Visitor, name: str | re.Pattern[str]) -> Locator:
    found = visitor.page.get_by_role("button", name=name).first
    expect(found).to_be_enabled(timeout=2 * PATIENCE)
    return found


def is_for_all(visitor: Visitor) -> None:
    """Nothing that axe calls serious, and nothing cut off."""
    assert findings(visitor) == []
    sizes: tuple[Size, ...] = ("side", "small", "phone") if visitor.touches else ("wide", "desk")
    assert cut_off(visitor, *sizes) == []


def middle(place: Locator) -> tuple[float, float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


def test_the_card_has_one_line_for_each_role_and_the_rest_is_folded(visit: Visit) -> None:
    for seat, who, line in (
        (0, "Your trial", "Slide the egg cup under the falling die"),
        (LAST, "You play against Nordet", "Choose the force, then let go"),
    ):
        player = visit("phone", name="Ada")
        ready = drawn("catapulte", seat, ready=2)
        bring(story(ready, plan=TRIALS, language="en"), player)
        card = player.page.locator(".tcard")
        expect(card.locator(".who")).to_have_text(who)
        expect(card.get_by_role("heading")).to_have_text(line)
        whole = player.page.locator("details")
        expect(whole.locator("p")).to_be_hidden()
        whole.locator("summary").tap()
        expect(whole.locator("p")).to_contain_text("egg cup")
        is_for_all(player)


@pytest.mark.parametrize("trial", ["catapulte", "nez_a_nez"])
def test_a_phone_that_is_held_upright_gives_its_height(visit: Visit, trial: str) -> None:
    player = visit("phone", name="Ada")
    come_to_trial(player, trial)
    field = player.page.locator(".field")
    expect(field).to_be_visible(timeout=3 * PATIENCE)
    box = field.bounding_box()
    assert box is not None
    assert box["height"] > 1.5 * box["width"]
    assert box["height"] > 0.5 * player.page.evaluate("innerHeight")
    if trial == "nez_a_nez":
        player.page.locator("button.field").focus()
        player.page.keyboard.down("ArrowUp")
        until(lambda: phase(player)["kind"] != "NezANez" or phase(player)["box"]["x"] > 0)


def test_bataille_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "bataille")
    button(player, re.compile("^Scissors")).tap()
    expect(player.page.locator(".verdict")).to_be_visible()
    assert phase(player)["last"][1] == "scissors"


def test_pince_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "pince")
    button(player, "Let the card fall").tap()
    expect(player.page.locator(".verdict")).to_be_visible()


def test_patte_du_tigre_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "patte_du_tigre")
    button(player, "Lay your hand flat").tap()
    button(player, "The die").tap()
    expect(player.page.locator(".verdict")).to_be_visible()
    assert phase(player)["times"][1] != 0


def test_catapulte_as_candidate(visit: Visit) -> None:
    """The egg cup runs after the mouse while the die flies."""
    player = candidate(visit, "catapulte")
    until(lambda: phase(player)["shot"] is not None)
    x, y, width = middle(player.page.locator("button.field"))
    player.page.mouse.move(x + 0.4 * width, y)
    expect(player.page.get_by_text(re.compile("^(Caught|Missed)$"))).to_be_visible()
    assert phase(player)["cup"] > CUP_AT
    is_for_all(player)


def test_catapulte_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "catapulte")
    button(player, "Steeper").tap()
    is_for_all(player)
    button(player, "Throw").tap()
    expect(player.page.get_by_text(re.compile("^(Caught|Missed)$"))).to_be_visible()
    assert phase(player)["shot"]["angle"] == 59
    button(player, "Go on").tap()
    until(lambda: not stays(player, "catapulte") or phase(player)["results"])


def test_nez_a_nez_as_candidate(visit: Visit) -> None:
    """Straight ahead with the arrow: it moves, until it arrives or falls."""
    player = candidate(visit, "nez_a_nez")
    expect(player.page.locator("button.field")).to_be_focused()
    is_for_all(player)
    player.page.keyboard.down("ArrowRight")
    slip(player, "Nose to nose")
    player.page.keyboard.up("ArrowRight")


def test_nez_a_nez_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "nez_a_nez")
    button(player, "Malo, 0 votes").tap()
    player.sees(re.compile("(You have chosen|takes the matchbox from)"))
    is_for_all(player)
    player.sees("Nordet takes the matchbox from Malo’s nose.")


def test_barbichette_as_candidate(visit: Visit) -> None:
    """It begins when both hold, after a countdown; then who lets go has laughed."""
    player = candidate(visit, "barbichette")
    player.sees("Both hold to begin")
    player.page.locator("button.field").focus()
    player.page.keyboard.down(" ")
    count = player.page.locator(".count")
    expect(count).to_be_visible()
    player.page.keyboard.up(" ")
    expect(count).to_have_count(0)
    assert phase(player)["holding"] == [1] and phase(player)["ends"] == 0
    player.page.keyboard.down(" ")
    player.sees(re.compile("^Keep your circle"))
    player.page.keyboard.press("Enter")
    until(lambda: len(phase(player).get("opponents_jumps", [0])) == 1)  # or it is over
    player.page.keyboard.up(" ")
    slip(player, "Chin to chin")


def test_barbichette_against_a_candidate(visit: Visit) -> None:
    """Who has laughed looks on: the candidate has the next one by the chin."""
    player = opponent(visit, "barbichette")
    x, y, width = middle(player.page.locator("button.field"))
    player.page.mouse.move(x + 0.25 * width, y)  # nothing moves: as far out as the circle
    player.page.mouse.down()
    expect(player.page.locator(".count")).to_be_visible()
    until(lambda: phase(player)["fingers"][1]["heard"] > phase(player)["counted"] > 0)
    player.page.mouse.up()
    player.sees("Nordet and Malo hold each other by the chin. Who will laugh?")
    mine = player.page.get_by_role("list", name="Opponents, in order").get_by_role("listitem").first
    expect(mine).to_contain_text("Nordet wins")
    is_for_all(player)


def test_interdits_as_candidate(visit: Visit) -> None:
    player = candidate(visit, "interdits")
    field = player.page.get_by_label("Your reply")
    until(lambda: bool(phase(player)["queue"]))
    field.fill("The sea is wide")
    field.press("Enter")
    chat = player.page.get_by_role("log", name="Questions and replies")
    expect(chat).to_contain_text("The sea is wide")
    is_for_all(player)
    field.fill("No, never")
    button(player, "Reply").click()
    expect(slip(player, "The forbidden words")).to_contain_text("that is forbidden")


def test_interdits_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "interdits")
    button(player, "An idea for a question").tap()
    field = player.page.get_by_label("Your question")
    expect(field).not_to_have_value("")
    asked = field.input_value()
    button(player, "Ask").tap()
    player.sees(asked)
    is_for_all(player)


def test_anomalie_as_candidate(visit: Visit) -> None:
    player = candidate(visit, "anomalie")
    button(player, "I have seen enough").click()
    player.sees("Close your eyes")
    button(player, re.compile("^Nordet. ")).click()
    button(player, "the badge").click()
    is_for_all(player)
    button(player, "Nordet: the badge").click()
    player.sees(re.compile("^(2 tries left|Found)"))


def test_anomalie_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "anomalie")
    player.sees("Nordet looks at you")
    button(player, re.compile("^Malo. ")).tap()
    button(player, "the hair").tap()
    ideas = player.page.get_by_role("group", name="the hair, and instead")
    ideas.get_by_role("button").first.tap()
    is_for_all(player)
    button(player, re.compile("^Propose")).tap()
    until(lambda: not stays(player, "anomalie") or 0 in phase(player)["spoken"])
    player.sees(re.compile("^(Your choice|Nordet is looking for it)"))


def test_a_qui_est_ce_as_candidate(visit: Visit) -> None:
    """One name is dragged onto a drawing, the other is touched after its drawing."""
    player = candidate(visit, "a_qui_est_ce")
    tags = player.page.get_by_role("group", name="The names").get_by_role("button")
    expect(tags).to_have_count(2, timeout=2 * PATIENCE)
    tags.first.drag_to(player.page.locator("[data-place='1']"))
    expect(player.page.get_by_role("button", name="Drawing 2: Malo")).to_be_visible()
    tags.last.click()
    is_for_all(player)
    button(player, "There, I have named everybody").click()
    player.sees(re.compile("^(0|2) found"))
    assert phase(player)["named"] == [2, 1]
    button(player, "Go on").click()
    slip(player, "Whose is it?")


def test_a_qui_est_ce_against_a_candidate(visit: Visit) -> None:
    player = opponent(visit, "a_qui_est_ce")
    sheet = player.page.get_by_role("img", name=re.compile("^Your sheet"))
    x, y, width = middle(sheet)
    player.page.mouse.move(x - 0.2 * width, y)
    player.page.mouse.down()
    player.page.mouse.move(x, y - 0.2 * width, steps=5)
    player.page.mouse.move(x + 0.2 * width, y, steps=5)
    player.page.mouse.up()
    expect(sheet).to_have_accessible_name("Your sheet, 1 line")
    is_for_all(player)
    button(player, "Send").tap()
    player.sees(re.compile("(is handed in|working out whose)"))
    assert 0 in phase(player)["sent"]

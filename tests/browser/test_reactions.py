"""Trials of the fort in which a moment counts, in a browser: by keyboard, mouse and touch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.fortboyard import come_to_trial, phase
from tests.browser.test_access import LOOKS, looked_at
from tests.browser.visitor import Size, Visitor
from tests.browser.wordbank import until


def verdict(visitor: Visitor, text: str | re.Pattern[str] = "") -> None:
    """The end of the bout is there, and can be left."""
    shown = visitor.page.locator(".verdict")
    expect(shown).to_contain_text(text)


def goes_on(visitor: Visitor, bout: int) -> None:
    """The next bout, or the end of the trial."""
    until(lambda: phase(visitor).get("bout") != bout or not phase(visitor).get("outcome"))


def test_la_bataille_by_keyboard(visit: Visit) -> None:
    player = visit("desk", name="Ada")
    come_to_trial(player, "bataille")
    expect(player.page.get_by_role("button", name=re.compile("^Leaf"))).to_be_enabled()
    player.page.keyboard.press("2")
    verdict(player, re.compile("(wins? this duel|same figures)"))
    assert phase(player)["last"][0] == "leaf"
    player.page.keyboard.press("Enter")
    goes_on(player, 0)


def test_la_main_chaude_keeps_the_space_bar_down_and_lets_go(visit: Visit) -> None:
    player = visit("desk", name="Ada", motion="no-preference")
    come_to_trial(player, "main_chaude")
    pad = player.page.get_by_role("button", name="Your hands")
    expect(pad).to_have_attribute("aria-pressed", "false")
    player.page.keyboard.down(" ")
    expect(pad).to_have_attribute("aria-pressed", "true")
    until(lambda: phase(player)["placed"] == [0])
    strike = player.page.locator(".star")
    expect(strike).to_be_visible()
    player.page.keyboard.up(" ")
    verdict(player)
    assert phase(player)["reaction"] != 0, "measured, whether it was in time or not"


def test_hands_that_are_pulled_away_for_nothing_come_back(visit: Visit) -> None:
    player = visit("phone", name="Ada")
    come_to_trial(player, "main_chaude")
    pad = player.page.get_by_role("button", name="Your hands")
    pad.focus()
    player.page.keyboard.down(" ")
    until(lambda: phase(player)["placed"] == [0])
    player.page.keyboard.up(" ")
    until(lambda: phase(player)["away"] == 1 or phase(player)["cue"] > 0)
    player.page.keyboard.down(" ")
    until(lambda: phase(player)["placed"] == [0])


def test_the_opponent_of_la_main_chaude_feints_and_strikes(visit: Visit) -> None:
    player = visit("desk", name="Ada")
    come_to_trial(player, "main_chaude", candidate=2)
    player.press(re.compile("^Feint"))
    until(lambda: phase(player)["feints"] == 2)
    until(lambda: player.page.get_by_role("button", name="Strike").is_enabled())
    player.press("Strike")
    verdict(player)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_la_pince_closed_too_early(visit: Visit, size: Size) -> None:
    player = visit(size, name="Ada")
    come_to_trial(player, "pince")
    touch(player, "Open your fingers")
    until(lambda: phase(player)["placed"] == [0])
    if not phase(player)["cue"]:
        touch(player, "Pinch")
    verdict(player)
    assert phase(player)["outcome"] == "lost"


def touch(visitor: Visitor, name: str) -> None:
    button = visitor.page.get_by_role("button", name=name)
    if visitor.touches:
        button.tap()
    else:
        button.click()


def test_la_patte_du_tigre_lights_a_die(visit: Visit) -> None:
    player = visit("desk", name="Ada", motion="no-preference")
    come_to_trial(player, "patte_du_tigre")
    player.page.keyboard.press(" ")
    die = player.page.get_by_role("button", name="The die")
    expect(die.locator(".rays")).to_be_visible()
    player.page.keyboard.press(" ")
    verdict(player)
    assert phase(player)["times"][0] != 0


PAINTED = """() => {
  window.cues = [];
  new MutationObserver(() => {
    const rays = document.querySelector('.rays');
    if (!rays || rays.seen) return;
    rays.seen = true;
    const cue = { number: cues.length };
    cues.push(cue);
    const mark = document.createElement('p');
    mark.textContent = 'cue';
    mark.setAttribute('elementtiming', `cue ${cue.number}`);
    mark.style.cssText = 'position: fixed; top: 0; z-index: 999; pointer-events: none';
    document.body.append(mark);
    requestAnimationFrame((at) => (cue.frame = at));
  }).observe(document.body, { subtree: true, childList: true });
  new PerformanceObserver((list) => {
    for (const { identifier, renderTime } of list.getEntries())
      cues[+identifier.split(' ')[1]].painted = renderTime;
  }).observe({ type: 'element', buffered: true });
  const touched = (event) => cues.length && (cues.at(-1).touch ??= event.timeStamp);
  addEventListener('keydown', touched, true);
}"""


@pytest.mark.parametrize("slower", [1, 6])
def test_a_reaction_counts_from_the_paint_of_the_cue(visit: Visit, slower: int) -> None:
    """What the table is told is nearer to the paint than what was counted from the frame."""
    player = visit("phone", name="Ada", motion="no-preference")
    player.page.context.new_cdp_session(player.page).send(
        "Emulation.setCPUThrottlingRate", {"rate": slower}
    )
    come_to_trial(player, "patte_du_tigre")
    player.page.evaluate(PAINTED)
    player.page.keyboard.press(" ")
    until(lambda: player.page.evaluate("cues[0]?.painted"))
    player.page.wait_for_timeout(200)
    player.page.keyboard.press(" ")
    verdict(player)
    cue = player.page.evaluate("cues[0]")
    told = phase(player)["times"][0]
    if told <= 0:  # the opponent was quicker
        return
    since_paint, since_frame = cue["touch"] - cue["painted"], cue["touch"] - cue["frame"]
    assert abs(told - since_paint) <= abs(since_frame - since_paint) + 1


def test_who_takes_no_part_gives_the_signal(visit: Visit) -> None:
    player = visit("desk", name="Ada")
    come_to_trial(player, "patte_du_tigre", candidate=1)
    player.press("Give the signal")
    verdict(player)


@pytest.mark.parametrize("trial", ["bataille", "main_chaude", "patte_du_tigre", "pince"])
def test_axe_finds_nothing_serious_on_the_stage(visit: Visit, pictures: Path, trial: str) -> None:
    visitor = visit("phone", language="de", name="Ada")
    come_to_trial(visitor, trial)
    expect(visitor.page.locator("main.cell .inside > *").first).to_be_visible()
    visitor.page.wait_for_timeout(500)
    assert len([*looked_at(visitor, pictures, trial)]) == len(LOOKS)

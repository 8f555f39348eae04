"""Kreuzwort-Pyramiden for all: nothing that axe finds, nothing lost, on any of its screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.kreuzwort import contest, new_table, plan, take_turn, think
from tests.browser.reflow import lost
from tests.browser.screens import REMATCH, tell
from tests.browser.test_access import OVERHANG, looked_at
from tests.browser.visitor import Visitor
from tests.browser.wordbank import history, is_over, until, waits_for


def begin(visitor: Visitor) -> None:
    visitor.open()
    visitor.open(new_table(visitor, ["me", 2], answer_seconds=600))
    until(lambda: 0 in waits_for(visitor))


def own_turn(visitor: Visitor) -> None:
    begin(visitor)
    until_asked(visitor, of_a_word=False)
    expect(visitor.page.locator("#tray [data-field], #tray .keys").first).to_be_visible()


def until_asked(visitor: Visitor, *, of_a_word: bool) -> None:
    """Play on until a word of the other one waits for an answer, or until it is the own turn."""
    while (contest(visitor, 0) is not None) != of_a_word:
        take_turn(visitor, 0)
        until(lambda: 0 in waits_for(visitor))
        assert not is_over(visitor)


def new(visitor: Visitor) -> None:
    visitor.open("/games/kreuzwort/new")
    expect(visitor.page.get_by_role("radio").first).to_be_attached()


def rules(visitor: Visitor) -> None:
    visitor.open("/games/kreuzwort/rules")
    expect(visitor.page.locator("#first-player")).to_be_attached()
    expect(visitor.page.locator("article figure").first).to_be_attached()


def start(visitor: Visitor) -> None:
    """The sums of the tops are on the board until the first turn is over."""
    begin(visitor)
    assert history(visitor) == []
    begins = visitor.page.locator(".board .sum.begins")
    expect(begins).to_have_count(1)
    sums = [first_sum(one) for one in visitor.page.locator(".board .sum").all_text_contents()]
    assert len(sums) == 2
    assert first_sum(begins.text_content() or "") == min(sums)


def first_sum(shown: str) -> int:
    """Of "1 + 3 + 2 + 1 + 6 + 1 = 14 · 9": what the tops add up to."""
    return int(shown.split("=")[-1].split("·")[0])


def choosing(visitor: Visitor) -> None:
    own_turn(visitor)
    word = think(visitor, 0)
    assert word is not None
    plan(visitor, word)


def putting_back(visitor: Visitor) -> None:
    own_turn(visitor)
    skip = re.compile("^(Skip|Passer|Zug auslassen)")
    visitor.page.locator("#tray").get_by_role("button", name=skip).click()
    expect(visitor.page.locator("dialog .btn.go")).to_be_focused()


def contesting(visitor: Visitor) -> None:
    begin(visitor)
    until_asked(visitor, of_a_word=True)
    expect(visitor.page.locator("#tray .acts .go")).to_be_visible()
    expect(visitor.page.locator("#tray .acts .warn")).to_be_visible()


def over(visitor: Visitor) -> None:
    begin(visitor)
    tell(visitor, visitor.table, kind="resign", id="give-up", seat=0)
    expect(visitor.page.get_by_role("button", name=REMATCH).first).to_be_visible()


def replay(visitor: Visitor) -> None:
    over(visitor)
    visitor.open(f"/table/{visitor.table}/replay")
    expect(visitor.page.get_by_role("slider").first).to_be_visible()


SCREENS: dict[str, Callable[[Visitor], None]] = {
    "new-table": new,
    "rules": rules,
    "start": start,
    "choosing": choosing,
    "putting-back": putting_back,
    "contesting": contesting,
    "over": over,
    "replay": replay,
}


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_and_nothing_is_lost(visit: Visit, pictures: Path, screen: str) -> None:
    visitor = visit("phone", name="Ada", language="de")
    SCREENS[screen](visitor)
    for size in looked_at(visitor, pictures, f"kreuzwort-{screen}"):
        assert visitor.page.evaluate(OVERHANG) <= 0, size
    assert lost(visitor, pictures, f"kreuzwort-{screen}") == []

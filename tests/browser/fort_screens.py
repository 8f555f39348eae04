"""The screens of the fort, and how a visitor on seat 0 gets there."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from escale.games.fortboyard.rules.chest import Chest, KeysBack
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable, Trying
from escale.games.fortboyard.rules.walk import Turn
from tests.browser.fort_stories import TRIALS, story
from tests.browser.fortboyard import bring, touch
from tests.browser.screens import REMATCH
from tests.browser.visitor import Visitor
from tests.browser.wordbank import is_over, until


def is_turn(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Turn) and top.seat == 0 and state.purses[0].keys == 2


def is_fan(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Trying) and top.candidate == 0


def is_card(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Trying) and top.name == "barbichette" and len(top.ready) == 2


def is_vote(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, AroundTable) and top.cast.candidate == 1


def is_answer(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Asked) and top.candidate == 0 and top.turned


def is_reading(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Asked) and top.reader == 0 and not top.turned


def is_choice(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Turn) and top.seat == 0 and top.walked


def is_race(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Chest) and top.roller == 0 and top.taken > 2


def is_taking(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, Chest) and top.opener == 0 and top.taken > 2


def is_keys_back(state: State) -> bool:
    top = state.phases[-1]
    return isinstance(top, KeysBack) and top.opener == 0


def is_last_note(state: State) -> bool:
    """Whatever seat 0 throws, the chest will be empty."""
    ahead = {state.squares[(state.pawns[0] + step) % len(state.squares)] for step in range(1, 7)}
    return is_race(state) and state.chest == 1 and "tiger" not in ahead


def turn(visitor: Visitor) -> None:
    bring(story(is_turn, language=visitor.language), visitor)
    expect(throw(visitor)).to_be_visible()


def throw(visitor: Visitor) -> Locator:
    return visitor.page.locator("#tray .btn.go")


def fan(visitor: Visitor) -> None:
    bring(story(is_fan, plan=TRIALS, language=visitor.language), visitor)
    expect(visitor.page.locator(".fan button").first).to_be_attached()


def card(visitor: Visitor) -> None:
    bring(story(is_card, plan=TRIALS, language=visitor.language), visitor)
    expect(visitor.page.locator(".begin .btn.go")).to_be_visible()


def vote(visitor: Visitor) -> None:
    bring(story(is_vote, plan=TRIALS, trials="table", language=visitor.language), visitor)
    expect(visitor.page.locator(".vote .btn").first).to_be_visible()


def answer(visitor: Visitor) -> None:
    bring(story(is_answer, language=visitor.language), visitor)
    expect(visitor.page.locator(".ans input")).to_be_visible()


def reading(visitor: Visitor) -> None:
    bring(story(is_reading, language=visitor.language), visitor)
    expect(visitor.page.locator(".reads .btn")).to_be_visible()


def choice(visitor: Visitor) -> None:
    bring(story(is_choice, language=visitor.language), visitor)
    expect(visitor.page.locator(".ways button").first).to_be_visible()


def race(visitor: Visitor) -> None:
    bring(story(is_race, language=visitor.language), visitor)
    expect(throw(visitor)).to_be_visible()


def taking(visitor: Visitor) -> None:
    bring(story(is_taking, language=visitor.language), visitor)
    expect(visitor.page.locator("#tray")).to_be_visible()


def keys_back(visitor: Visitor) -> None:
    bring(story(is_keys_back, language=visitor.language), visitor)
    expect(visitor.page.locator(".squares button:enabled").first).to_be_visible()


def over(visitor: Visitor) -> None:
    bring(story(is_last_note, language=visitor.language), visitor)
    touch(visitor, throw(visitor))
    until(lambda: is_over(visitor))
    again = visitor.page.get_by_role("button", name=REMATCH).first
    expect(again).to_be_visible()


def new_table(visitor: Visitor) -> None:
    visitor.open("/games/fortboyard/new")
    expect(visitor.page.get_by_role("radio").first).to_be_attached()


def rules(visitor: Visitor) -> None:
    visitor.open("/games/fortboyard/rules")
    expect(visitor.page.locator("article figure").first).to_be_attached()


SCREENS: dict[str, Callable[[Visitor], None]] = {
    "turn": turn,
    "fan": fan,
    "card": card,
    "vote": vote,
    "answer": answer,
    "reading": reading,
    "choice": choice,
    "race": race,
    "taking": taking,
    "keys-back": keys_back,
    "over": over,
    "new-table": new_table,
    "rules": rules,
}

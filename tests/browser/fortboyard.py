"""How a person plays Les Clés de Fort Boyard in a browser: does what the page asks for."""

from __future__ import annotations

import json
import re
import unicodedata
from contextlib import suppress
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as TooLate

from escale.games.fortboyard.riddles import riddles
from tests.browser.fort_stories import TRIALS, drawn, story
from tests.browser.screens import tell
from tests.browser.visitor import PATIENCE, Visitor
from tests.browser.wordbank import look, until

LANGUAGE = "en"
ANSWERS = {card.text: card.answers for card in riddles(LANGUAGE)}
GO = re.compile(
    "^(Throw the di|Open the chest|A riddle|Card 1 |Begin$|Turn the hourglass|Accept|Won|Pass the)"
)
AT_ONCE = 1_000  # milliseconds: what is asked for may be over before it is done


def bring(match: str, host: Visitor, *friends: Visitor) -> None:
    """To a table with this match: the host sits on seat 0, friends beside, and it goes on."""
    for visitor in (host, *friends):
        visitor.open()
    answer = host.page.request.post(
        f"{host.url}/api/matches?id={uuid4()}&name=Ada",
        data=json.loads(match),
        headers={"Origin": host.url},
    )
    assert answer.ok, answer.text()
    path, table = answer.json()["path"], answer.json()["table"]
    for seat, visitor in enumerate((host, *friends)):
        name = ("Ada", "Blaise", "Clara")[seat]
        tell(visitor, table, kind="sit", id="sit", name=name, seat=seat)
        visitor.open(path)  # a page that is open already would not hear of it
    tell(host, host.table, kind="start", id="start")


def come_to_trial(visitor: Visitor, trial: str, candidate: int = 0) -> None:
    """The card lies there and all others are ready: the visitor, on seat 0, begins."""
    wanted = drawn(trial, candidate, ready=2)
    bring(story(wanted, plan=TRIALS, hourglass=60, language=visitor.language), visitor)
    visitor.page.locator(".begin .btn.go").click()
    until(lambda: "cast" in phase(visitor))


def seen(visitor: Visitor, seat: int = 0) -> dict[str, Any]:
    views = {view["seat"]: view for view in look(visitor)["views"]}
    return dict(views[seat]["seen"])


def phase(visitor: Visitor, seat: int = 0) -> dict[str, Any]:
    """The phase on top."""
    return dict(seen(visitor, seat)["phases"][-1])


def take_part(visitor: Visitor) -> None:
    """Whatever the page asks of somebody now. If that is over before it is done, so be it."""
    page = visitor.page
    asked = page.get_by_role("button", name=GO).first
    with suppress(TooLate):
        if page.locator(".ans input").is_visible():
            answer(visitor, AT_ONCE)
        elif page.get_by_role("button", name="Take a key back").is_visible():
            put_keys_back(visitor, AT_ONCE)
        elif asked.is_visible() and asked.is_enabled():
            touch(visitor, asked, AT_ONCE)


def touch(visitor: Visitor, asked: Locator, patience: float = PATIENCE) -> None:
    if visitor.touches:
        asked.tap(timeout=patience)
    else:
        asked.click(timeout=patience)


def right_answer(visitor: Visitor, patience: float = PATIENCE) -> str:
    """The shortest one to the riddle on the parchment."""
    text = visitor.page.locator("article .q").inner_text(timeout=patience)
    known = min(_answers(text), key=len)
    return unicodedata.normalize("NFD", known).encode("ascii", "ignore").decode()


def _answers(text: str) -> tuple[str, ...]:
    words = text.split()
    return next(answers for riddle, answers in ANSWERS.items() if riddle.split() == words)


def answer(visitor: Visitor, patience: float = PATIENCE) -> None:
    """By keyboard on a desk; on a phone by the page's own letters."""
    page, said = visitor.page, right_answer(visitor, patience)
    if not visitor.touches:
        page.locator(".ans input").fill(said, timeout=patience)
        page.keyboard.press("Enter")
        return
    keys = page.locator(".ans .keys")
    for letter in said.upper():
        name = "Space" if letter == " " else letter
        keys.get_by_role("button", name=name, exact=True).tap(timeout=patience)
    page.get_by_role("button", name="Answer", exact=True).tap(timeout=patience)


def put_keys_back(visitor: Visitor, patience: float = PATIENCE) -> None:
    page = visitor.page
    cells = page.locator(".squares button:enabled")
    done = page.get_by_role("button", name="Pass the die", exact=True)
    for _ in range(20):
        if done.is_enabled():
            touch(visitor, done, patience)
            return expect(done).to_have_count(0)
        touch(visitor, cells.nth(2), patience)
    raise AssertionError("keys and no end")

"""The recorded matches show all that can be met on the walk."""

from __future__ import annotations

from functools import cache

from escale.core.match import Match
from escale.games.fortboyard import trials
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.pieces import News
from escale.games.fortboyard.tests.record import MATCHES
from escale.games.matchfile import from_json


@cache
def news(name: str) -> tuple[News, ...]:
    """All that happened in a match."""
    text = (GAME.folder / "recorded" / f"{name}.json").read_text(encoding="utf-8")
    _, record = from_json(text, GAME)
    match = Match(GAME.rules(record.header.options), record.header)
    told: dict[int, News] = {}
    for event in record.log:
        match.extend([event])
        told |= {one.number: one for one in match.state.news}
    return tuple(told.values())


def everything() -> list[News]:
    return [one for name in MATCHES for one in news(name)]


def test_every_sort_of_square_is_met() -> None:
    sorts = ("start", "plain", "or", "and", "guardian", "tiger", "empty")
    assert {one.what for one in everything()} >= {f"arrives-{sort}" for sort in sorts}


def test_every_trial_is_drawn_and_one_of_the_host() -> None:
    drawn = {one.text for one in everything() if one.what == "draws-trial"}
    assert drawn == {*trials.NAMES, "La tour"}


def test_trials_and_riddles_end_in_every_way() -> None:
    ways = {"trial-won", "trial-lost", "right-answer", "even-double", "sand-out-riddle"}
    assert {one.what for one in everything()} >= ways


def test_the_chest_is_shut_by_a_tiger_and_by_the_sand() -> None:
    ways = {"tiger-closes", "sand-out-chest", "bonus", "shuts-chest", "keys-back"}
    assert {one.what for one in everything()} >= ways

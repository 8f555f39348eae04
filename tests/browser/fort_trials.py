"""How a visitor comes to a trial of the fort: with a match that has come as far as that."""

from __future__ import annotations

import json
from typing import Any

from escale.core.match import Match, Player
from escale.core.play import Players, Ruling
from escale.games import matchfile
from escale.games.arena import seeded_match
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.pieces import Options, Ready, TakeCard, Throw
from escale.games.fortboyard.trial import Trying
from tests.browser.screens import tell
from tests.browser.visitor import Visitor
from tests.browser.wordbank import look, until

PEOPLE = ("Ada", "Blaise", "Clara", "Dario", "Emma", "Farid")
PLAN = "S" + "P" * 20 + "T"  # wherever the die leads, there is a trial
LEVEL = 2
MOST_SEEDS = 400


def come_to(visitor: Visitor, trial: str, candidate: int = 0, players: int = 3) -> None:
    """Seat 0 is the visitor's, the others are bots; the trial begins as this returns."""
    record = _record(trial, candidate, players, visitor.language)
    visitor.open()
    answer = visitor.page.request.post(
        f"{visitor.url}/api/matches?id={trial}-{candidate}-{players}&name=Ada",
        data=json.loads(matchfile.to_json(record)),
        headers={"Origin": visitor.url},
    )
    assert answer.ok, answer.text()
    path = answer.json()["path"]
    table = path.rpartition("/")[2]
    tell(visitor, table, kind="sit", id="sit", name="Ada", seat=0)
    tell(visitor, table, kind="start", id="start")
    visitor.open(path)
    ready = {"kind": "Ready", "doubled": False}
    tell(visitor, table, kind="act", id="ready", seat=0, action=ready)
    until(lambda: "cast" in phase(visitor))


def phase(visitor: Visitor) -> dict[str, Any]:
    """The phase on top, as seat 0 sees it."""
    return dict(look(visitor)["views"][0]["seen"]["frames"][-1])


def _record(trial: str, candidate: int, players: int, language: Any) -> Any:
    """A match in which this card is drawn, and everybody but seat 0 is ready."""
    options = Options(language=language, plan=PLAN)
    roles = ["person", *[f"bot:{LEVEL}"] * (players - 1)]
    people = [Player(name, role) for name, role in zip(PEOPLE, roles, strict=False)]
    for seed in range(MOST_SEEDS):
        match = seeded_match(GAME, options, people, seed)
        match.extend(match.begin())
        _walk(match)
        drawn = match.state.frames[-1]
        if (drawn.candidate, drawn.name) == (candidate, trial):
            return match.record
    raise AssertionError(f"nobody draws {trial}")


def _walk(match: Match[Any, Any, Any]) -> None:
    """To the first trial card."""
    while True:
        awaits, top = match.awaits, match.state.frames[-1]
        assert isinstance(awaits, Players)
        action: Any = Throw()
        if isinstance(top, Trying):
            action = Ready(doubled=False) if top.name else TakeCard(0)
        seat = awaits.seats[-1]
        if isinstance(action, Ready) and seat == 0:
            return
        events = match.act(seat, action, match.now)
        assert not isinstance(events, Ruling), events
        match.extend(events)

"""Plays a match of bots from a seed: for the matches that a game records in `recorded/`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from escale.core.bots import Budget
from escale.core.game import Game
from escale.core.match import Match, Player, Record
from escale.core.play import Players, Ruling
from escale.core.secrecy import Seat, view
from escale.games.arena import seeded_match

NAMES = ("Ada", "Blaise", "Clara", "Denis")
PAUSE = 5_000  # milliseconds of match time between two actions

Choose = Callable[[Match[Any, Any, Any], Seat], Any]


def bot_match(
    game: Game[Any, Any, Any],
    name: str,
    options: Any,
    levels: Sequence[int],
    choose: Choose | None = None,
) -> Record[Any, Any]:
    """The match that is recorded as `name`, which must begin with its ending.

    `choose` replaces the bots' own decisions.
    """
    players = [Player(who, f"bot:{level}") for who, level in zip(NAMES, levels, strict=False)]
    match = seeded_match(game, options, players, f"recorded {name}")
    rng = Random(name)

    def chosen(seat: Seat) -> Any:
        level = game.levels[levels[seat]]
        budget = Budget(level.seconds, time.process_time)
        return level.make(options).choose(view(match.state, seat), budget, rng)

    match.extend(match.begin())
    while isinstance(awaits := match.awaits, Players):
        seat = awaits.seats[0]
        action = choose(match, seat) if choose else chosen(seat)
        events = match.act(seat, action, match.now + PAUSE)
        assert not isinstance(events, Ruling), f"{name}: {action!r} is refused: {events.reason}"
        match.extend(events)
    assert match.score is not None
    assert name.startswith(match.score.ending), f"{name} ended by {match.score.ending}"
    return match.record

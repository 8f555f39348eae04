"""The bots of a match in the terminal."""

from __future__ import annotations

import time
from hashlib import sha256
from random import Random
from typing import Any

from escale.cli.terminal.seating import PERSON
from escale.core.bots import Bot, Budget
from escale.core.game import Game
from escale.core.match import Match
from escale.core.secrecy import Seat, view


class Bots:
    def __init__(self, match: Match[Any, Any, Any], game: Game[Any, Any, Any]) -> None:
        self._match = match
        self._game = game
        self._bots: dict[int, Bot[Any, Any]] = {}  # by level

    def choose(self, seat: Seat, kind: str, purpose: str = "") -> Any:
        """For a person who has resigned an easy bot plays, or, without bots, a random sampler.

        `purpose`: of a choice that is not a move, whose randomness must not be that of a move."""
        match, random = self._match, self._random(seat, purpose)
        number = self._game.easy_level if kind == PERSON else int(kind.removeprefix("bot:"))
        if number is None:
            return match.rules.sample(match.state, seat, random)
        level = self._game.levels[number]
        if number not in self._bots:
            self._bots[number] = level.make(match.header.options)
        budget = Budget(level.seconds, time.monotonic)
        return self._bots[number].choose(view(match.state, seat), budget, random)

    def _random(self, seat: Seat, purpose: str) -> Random:
        """Seeded by the secret and the place in the log, so that a game can be repeated."""
        place = f"{self._match.secret}|{seat}|{len(self._match.log)}{purpose}"
        return Random(sha256(place.encode()).digest())

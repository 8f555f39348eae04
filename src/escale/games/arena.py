"""Bots against bots, many games at once: who wins how often, and how sure that is."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from escale.core.bots import Bot, Budget
from escale.core.event import Acted
from escale.core.game import Game
from escale.core.match import Match, Player, Record
from escale.core.play import Over, Players, Score
from escale.core.secrecy import view
from escale.games.shelf import take


def seeded_key(*seed: object) -> str:
    """A secret that everybody who knows the seed can make again: for trials, never for people."""
    return sha256("/".join(map(str, seed)).encode()).hexdigest()


def seeded_match(
    game: Game[Any, Any, Any], options: Any, players: Sequence[Player], seed: object
) -> Match[Any, Any, Any]:
    """A new match whose chance follows from a seed."""
    secret = seeded_key(game.name, seed)
    header = game.header(seeded_key("match", game.name, seed)[:16], options, players, secret)
    return Match(game.rules(options), header, secret)


@dataclass(frozen=True, slots=True)
class Result:
    """One game: which bot sat where, how it ended, and how many turns it took."""

    number: int
    lineup: tuple[int, ...]  # the bot at each seat, as its place in the list of bots
    score: Score
    turns: int

    def wins(self, bot: int) -> float:
        """A shared victory counts as a part of one."""
        return sum(self.score.share(seat) for seat, one in enumerate(self.lineup) if one == bot)


def play_one(
    game: Game[Any, Any, Any], options: Any, levels: Sequence[int], seed: int, number: int
) -> tuple[Result, Record[Any, Any]]:
    """Game `number` of an arena. Seats rotate, so that no bot has the best one more often."""
    count = len(levels)
    lineup = tuple((seat + number) % count for seat in range(count))
    players = [Player(f"{bot + 1}", f"bot:{levels[bot]}") for bot in lineup]
    match = seeded_match(game, options, players, f"arena {seed} {number}")
    rng = Random(f"{seed} {number}")
    match.extend(match.begin())
    while isinstance(awaits := match.awaits, Players):
        seat = awaits.seats[0]
        level = levels[lineup[seat]]
        # Processor time, not the clock on the wall: a busy machine must not change the games.
        budget = Budget(game.levels[level].seconds, time.process_time)
        action = _bot(game, options, level).choose(view(match.state, seat), budget, rng)
        events = match.act(seat, action, match.now)
        if not isinstance(events, tuple):
            raise RuntimeError(f"bot {level} of {game.name} broke a rule: {events}")
        match.extend(events)
    assert isinstance(awaits, Over)
    turns = sum(isinstance(event, Acted) for event in match.log)
    return Result(number, lineup, awaits.score, turns), match.record


@cache
def _bot(game: Game[Any, Any, Any], options: Any, level: int) -> Bot[Any, Any]:
    """A bot may take a while to make (its words): each process makes it once."""
    bot: Bot[Any, Any] = game.levels[level].make(options)
    return bot


def _play(task: tuple[str, Any, tuple[int, ...], int, int]) -> Result:
    name, options, levels, seed, number = task
    return play_one(take(name), options, levels, seed, number)[0]


def _warm_up(name: str) -> None:
    take(name).warm_up()


def play_many(
    game: Game[Any, Any, Any],
    options: Any,
    levels: Sequence[int],
    games: int,
    seed: int,
    processes: int,
) -> Iterator[Result]:
    """All games, in order, as they are done. The results do not depend on `processes`."""
    tasks = [(game.name, options, tuple(levels), seed, number) for number in range(games)]
    if processes == 1:
        yield from map(_play, tasks)
        return
    with ProcessPoolExecutor(processes, initializer=_warm_up, initargs=(game.name,)) as pool:
        yield from pool.map(_play, tasks, chunksize=max(1, min(8, games // (4 * processes))))


def interval(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share."""
    if not games:
        return 0.0, 1.0
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

"""Many matches of bots against bots, in parallel, and the confidence intervals of results."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple, TypeAlias

from escale.core.bots import Bot, Budget, planned
from escale.core.event import Acted
from escale.core.game import Game
from escale.core.match import Match, Player, Record
from escale.core.play import Over, Players, Ruling, Score
from escale.core.secrecy import Seat, view
from escale.games.registry import load_game


def seeded_key(*seed: object) -> str:
    """A secret derived from a seed: for experiments, never for matches of people."""
    return sha256("/".join(map(str, seed)).encode()).hexdigest()


def seeded_match(
    game: Game[Any, Any, Any], options: Any, players: Sequence[Player], seed: object
) -> Match[Any, Any, Any]:
    """A new match whose draws are determined by a seed."""
    secret = seeded_key(game.name, seed)
    match = seeded_key("match", game.name, seed)[:16]
    header = game.header(match, options, players, secret, experiment=True)
    return Match(game.rules(options), header, secret)


@dataclass(frozen=True, slots=True)
class Result:
    """One game: which bot sat where, how it ended, how many turns and how long it took."""

    number: int
    lineup: tuple[int, ...]  # the bot at each seat, as its place in the list of bots
    score: Score
    turns: int
    lasted: int = 0  # milliseconds of match time: 0 where nothing is timed

    def wins(self, bot: int) -> float:
        """Victories of a bot; a shared one counts as a fraction."""
        return sum(self.score.share(seat) for seat, one in enumerate(self.lineup) if one == bot)


def play_one(
    game: Game[Any, Any, Any], options: Any, levels: Sequence[int], seed: int, number: int
) -> tuple[Result, Record[Any, Any]]:
    """Game `number` of an arena. Seats rotate, so that no bot has the best one more often."""
    count = len(levels)
    lineup = tuple((seat + number) % count for seat in range(count))
    players = [Player(f"{bot + 1}", f"bot:{levels[bot]}") for bot in lineup]
    match = seeded_match(game, options, players, f"arena {seed} {number}")
    match.extend(match.begin())
    at_seats = [levels[bot] for bot in lineup]
    score = _BotMatch(game, options, at_seats, match, Random(f"{seed} {number}")).play()
    turns = sum(isinstance(event, Acted) for event in match.log)
    return Result(number, lineup, score, turns, match.now), match.record


class _Plan(NamedTuple):
    """What a bot will do and when, the length of the log it decided on, and its open actions."""

    at: int
    action: Any
    seen: int
    open: frozenset[type[Any]]


class _BotMatch:
    """One match of bots on a simulated clock, which jumps to the next thing that happens."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        options: Any,
        levels: Sequence[int],
        match: Match[Any, Any, Any],
        rng: Random,
    ) -> None:
        self._game = game
        self._options = options
        self._levels = levels  # of the bot at each seat
        self._match = match
        self._rng = rng
        self._plans: dict[Seat, _Plan] = {}
        self._now = match.now

    def play(self) -> Score:
        match = self._match
        while isinstance(awaits := match.awaits, Players):
            seat = self._first(awaits.seats)
            self._now, deadline = self._plans[seat].at, awaits.deadline
            if deadline is not None and self._now >= deadline:
                self._now = max(match.now, deadline)
                self._plans.clear()
                match.extend(match.elapse(self._now))
            else:
                self._act(seat)
        assert isinstance(awaits, Over)
        return awaits.score

    def _first(self, seats: Sequence[Seat]) -> Seat:
        """The seat with the earliest plan; of equal ones, the one that the rules name first.

        A seat that is awaited again, or for something else, is asked again, as at a table
        (`tables/bots`). A seat that acts at once does so before the others are asked.
        """
        self._plans = {
            seat: plan
            for seat, plan in self._plans.items()
            if seat in seats and self._match.open_to(seat) == plan.open
        }
        for seat in seats:
            if seat not in self._plans:
                self._plans[seat] = self._planned(seat)
            if self._plans[seat].at <= self._now:
                return seat
        return min(seats, key=lambda seat: self._plans[seat].at)

    def _planned(self, seat: Seat) -> _Plan:
        match, level = self._match, self._levels[seat]
        # Processor time, not wall-clock time: a busy machine must not change the results.
        budget = Budget(self._game.levels[level].seconds, time.process_time)
        bot = _bot(self._game, self._options, level)
        action, wait = planned(bot.choose(view(match.state, seat), budget, self._rng))
        return _Plan(self._now + wait, action, len(match.log), match.open_to(seat))

    def _act(self, seat: Seat) -> None:
        """Carry out a plan, unless other events have made it illegal since it was made."""
        match, plan = self._match, self._plans.pop(seat)
        events = match.act(seat, plan.action, plan.at)
        if not isinstance(events, Ruling):
            match.extend(events)
        elif plan.seen == len(match.log):
            level, name = self._levels[seat], self._game.name
            raise RuntimeError(f"bot {level} of {name} broke a rule: {events}")


@cache
def _bot(game: Game[Any, Any, Any], options: Any, level: int) -> Bot[Any, Any]:
    """Cached per process: making a bot may take a while (its vocabulary)."""
    bot: Bot[Any, Any] = game.levels[level].make(options)
    return bot


Task: TypeAlias = tuple[str, Any, tuple[int, ...], int, int]
"""Name of the game, options, levels, seed and number: all that another process needs."""


def play_task(task: Task) -> Result:
    name, options, levels, seed, number = task
    return play_one(load_game(name), options, levels, seed, number)[0]


def _warm_up(name: str) -> None:
    load_game(name).warm_up()


def play_many(
    game: Game[Any, Any, Any],
    options: Any,
    levels: Sequence[int],
    games: int,
    seed: int,
    processes: int,
) -> Iterator[Result]:
    """All results, in order. They do not depend on `processes`."""
    tasks = [(game.name, options, tuple(levels), seed, number) for number in range(games)]
    if processes == 1:
        yield from map(play_task, tasks)
        return
    game.warm_up()  # compile once, before every process would do it
    with ProcessPoolExecutor(processes, initializer=_warm_up, initargs=(game.name,)) as pool:
        yield from pool.map(play_task, tasks, chunksize=max(1, min(8, games // (4 * processes))))


def interval(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share."""
    if not games:
        return 0.0, 1.0
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

"""A game whose bots do what bots should not, and questions to ask them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvloop

from escale.core.match import Match, Player
from escale.core.play import Players
from escale.core.secrecy import view
from escale.games import registry
from escale.games.arena import seeded_match
from escale.tables.bots.pool import BotPool, BotRequest, Limits, NoAnswer

CAVE = "strange-cave"
SEED = "a seed that nobody may read"

BOTS = '''
import gc, os, subprocess, sys, time
from pathlib import Path

from escale.core.game import Level
from escale.core.secrecy import has_hidden
from strange_cave.rules import Cave, Decide

WORDS = "something that only a bot knows"


class Bot:
    def choose(self, view, budget, rng):
        (Path(os.environ["CAVE_MARKS"]) / f"{type(self).__name__}-{os.getpid()}").touch()
        return self.decide(view, budget, rng) or Decide(stay=True)


class Plain(Bot):
    def decide(self, view, budget, rng):
        return Cave().sample(view.seen, view.seat, rng)


class Crashing(Bot):
    def decide(self, view, budget, rng):
        print(WORDS, file=sys.stderr, flush=True)
        raise ValueError(WORDS, view)


class Leaving(Bot):
    def decide(self, view, budget, rng):
        sys.exit(WORDS)


class Hanging(Bot):
    def decide(self, view, budget, rng):
        while True:
            time.sleep(0.01)


class Dying(Bot):
    def decide(self, view, budget, rng):
        print(WORDS, file=sys.stderr, flush=True)
        os._exit(3)


class Talking(Bot):
    def decide(self, view, budget, rng):
        print(WORDS * 10_000, flush=True)
        os.write(1, WORDS.encode())
        subprocess.run([sys.executable, "-c", "print(input())"], check=False)
        assert not sys.stdin.read()


class Patient(Bot):
    def decide(self, view, budget, rng):
        while not budget.spent():
            time.sleep(0.01)


class Again(Bot):
    """When its time is over it begins a second time, with a budget of its own."""

    def decide(self, view, budget, rng):
        while not budget.spent():
            time.sleep(0.01)
        second = type(budget)(60.0, budget.clock)
        while not second.spent():
            time.sleep(0.01)


class Wrong(Bot):
    def decide(self, view, budget, rng):
        return view.seen.options


class Formless(Bot):
    def decide(self, view, budget, rng):
        return {WORDS: view}


class Scribbling(Bot):
    """Finds the wire, and writes on it."""

    def decide(self, view, budget, rng):
        (process,) = [one for one in gc.get_objects() if type(one).__name__ == "BotProcess"]
        process._output.write(WORDS.encode())
        process._output.flush()
        time.sleep(60)


class Seeing(Bot):
    def decide(self, view, budget, rng):
        return Decide(stay=has_hidden(view.seen))


class Hashing(Bot):
    def decide(self, view, budget, rng):
        return Decide(stay=bool(hash(WORDS) >> rng.randrange(60) & 1))


class Gentle(Bot):
    def decide(self, view, budget, rng):
        return Decide(stay=os.nice(0) > 0)


class Slow(Bot):
    """Takes its time to be made."""

    def __init__(self):
        (Path(os.environ["CAVE_MARKS"]) / f"Making-{os.getpid()}").touch()
        time.sleep(1.0)

    def decide(self, view, budget, rng):
        return None


def level(kind, seconds=0.1):
    return Level(seconds=seconds, make=lambda options: kind())


LEVELS = {
    1: level(Plain),
    2: level(Crashing),
    3: level(Leaving),
    4: level(Hanging),
    5: level(Dying),
    6: level(Talking),
    7: level(Patient, 60.0),
    8: level(Wrong),
    9: level(Formless),
    10: level(Scribbling),
    11: level(Seeing),
    12: level(Hashing),
    13: level(Slow),
    14: level(Patient, 0.5),
    15: level(Gentle),
    16: level(Again, 60.0),
}
'''

PLAIN, CRASHING, LEAVING, HANGING, DYING, TALKING, PATIENT, WRONG, FORMLESS = range(1, 10)
SCRIBBLING, SEEING, HASHING, SLOW, HALF_A_SECOND, GENTLE, AGAIN = range(10, 17)


def table(name: str, **options: Any) -> Match[Any, Any, Any]:
    """A match at its first decision; in the cave with gems to carry home, so that one can leave."""
    game = registry.load_game(name)
    for seed in range(100):
        players = [Player("Ada"), Player("Bruno")]
        match = seeded_match(game, game.options(**options), players, seed)
        match.extend(match.begin())
        if name != CAVE or match.state.hands[0]:
            return match
    raise AssertionError("no gems in a hundred caves")


def question(name: str, level: int, seed: str = SEED, **options: Any) -> BotRequest:
    match = table(name, **options)
    assert isinstance(match.awaits, Players)
    seat = match.awaits.seats[0]
    return BotRequest(name, match.header.options, seat, view(match.state, seat), level, seed)


@asynccontextmanager
async def pool(workers: int = 1, **limits: Any) -> AsyncIterator[BotPool]:
    made = BotPool(workers, Limits(**limits))
    try:
        yield made
    finally:
        await made.close()


LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
both = pytest.mark.parametrize("loop", LOOPS)


def run(work: Coroutine[Any, Any, Any], loop: str = "uvloop") -> None:
    """So many seconds are far too many: they only keep a broken pool from stopping the tests."""
    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        runner.run(asyncio.wait_for(work, 60))


async def until(true: Callable[[], Any]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def marked(marks: Path, kind: str) -> list[int]:
    """The processes in which bots of this kind have begun to think."""
    return [int(file.name.split("-")[1]) for file in marks.glob(f"{kind}-*")]


async def no_answer(asked: Awaitable[Any]) -> NoAnswer:
    with pytest.raises(NoAnswer) as raised:
        await asked
    return raised.value


async def cancelled(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def serve() -> None:
    """A server whose bots think for a minute, and for ever."""
    bots = BotPool(2)
    await asyncio.gather(*(bots.ask(question(CAVE, level)) for level in (PATIENT, HANGING)))


if __name__ == "__main__":
    asyncio.run(serve())

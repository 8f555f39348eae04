"""Bots in other processes: they answer, are stopped, break down, and the pool lives on."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvloop

from escale.cli.new_game import new_game
from escale.core.match import Match, Player
from escale.core.secrecy import HIDDEN, has_hidden, view
from escale.games import shelf
from escale.games.arena import seeded_match
from escale.tables import thinkers
from escale.tables.thinkers import Limits, NoAnswer, Question, Thinkers

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
        (worker,) = [one for one in gc.get_objects() if type(one).__name__ == "Worker"]
        worker._mouth.write(WORDS.encode())
        worker._mouth.flush()
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


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for ESCALE_GAMES, with a game whose bots do what bots should not."""
    folder = new_game(CAVE, tmp_path_factory.mktemp("games"))
    package = folder / "strange_cave"
    (package / "bots.py").write_text(BOTS, encoding="utf-8")
    text = (package / "game.py").read_text(encoding="utf-8")
    text = text.replace("import Careful, Careless", "import LEVELS")
    begin = text.index("    levels={")
    text = f"{text[:begin]}    levels=LEVELS,\n)\n"
    (package / "game.py").write_text(text, encoding="utf-8")
    path = list(sys.path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ESCALE_GAMES", str(folder))
        yield folder
    sys.path[:] = path
    for name in [one for one in sys.modules if one.split(".")[0] == "strange_cave"]:
        del sys.modules[name]
    shelf.take.cache_clear()


@pytest.fixture
def marks(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots of the cave leave a mark when they begin to think."""
    monkeypatch.setenv("CAVE_MARKS", str(tmp_path))
    return tmp_path


def table(name: str, **options: Any) -> Match[Any, Any, Any]:
    """A match at its first decision; in the cave with gems to carry home, so that one can leave."""
    game = shelf.take(name)
    for seed in range(100):
        players = [Player("Ada"), Player("Bruno")]
        match = seeded_match(game, game.options(**options), players, seed)
        match.extend(match.begin())
        if name != CAVE or match.state.hands[0]:
            return match
    raise AssertionError("no gems in a hundred caves")


def question(name: str, level: int, seed: str = SEED, **options: Any) -> Question:
    match = table(name, **options)
    seat = match.awaits.seats[0]
    return Question(name, match.header.options, seat, view(match.state, seat), level, seed)


@asynccontextmanager
async def pool(workers: int = 1, **limits: Any) -> AsyncIterator[Thinkers]:
    made = Thinkers(workers, Limits(**limits))
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


# Answers


def test_word_bank_answers_within_its_rules():
    async def work() -> None:
        match = table("wordbank", language="en")
        async with pool() as bots:
            for level in (1, 2):
                asked = question("wordbank", level, language="en")
                action = await bots.ask(asked)
                assert isinstance(match.act(asked.seat, action), tuple)
                assert await bots.ask(asked) == action
            assert len(bots.pids) == 1

    run(work())


def test_the_same_seed_gives_the_same_answer_in_every_process(marks):
    async def work() -> None:
        async with pool(2) as bots:
            for level in (PLAIN, HASHING):
                seeds = [question(CAVE, level, f"{SEED} {number}") for number in range(20)]
                twice = [await asyncio.gather(bots.ask(one), bots.ask(one)) for one in seeds]
                assert all(first == second for first, second in twice)
                assert {first.stay for first, _ in twice} == {True, False}
            assert len(marked(marks, "Hashing")) == 2

    run(work())


def test_a_bot_sees_its_view_and_nothing_else(marks):
    async def work() -> None:
        asked = question(CAVE, SEEING)
        assert asked.view.seen.decisions[1] is HIDDEN
        assert has_hidden(asked.view.seen)
        async with pool() as bots:
            assert (await bots.ask(asked)).stay is True

    run(work())


def test_what_a_bot_prints_and_reads_is_not_part_of_the_wire(marks):
    async def work() -> None:
        async with pool() as bots:
            assert (await bots.ask(question(CAVE, TALKING))).stay is True
            assert (await bots.ask(question(CAVE, GENTLE))).stay is True
            assert len(marked(marks, "Talking")) == 1

    run(work())


def test_the_server_goes_on_while_a_bot_thinks():
    async def work() -> None:
        async with pool() as bots:
            asked = question("wordbank", 4, language="fr")
            await bots.ask(asked)  # the first time it loads its words
            gaps: list[float] = []
            began = last = time.monotonic()
            task = asyncio.create_task(bots.ask(asked))
            while not task.done():
                await asyncio.sleep(0.005)
                gaps.append(time.monotonic() - last)
                last = time.monotonic()
            await task
            took = time.monotonic() - began
            assert took > 0.05, "too short a thought to tell"
            assert max(gaps) < took / 2
            assert len(gaps) > 5

    run(work())


# Cancelling


@pytest.mark.parametrize("level", [PATIENT, AGAIN])
def test_a_cancelled_bot_stops_and_its_worker_is_free(marks, level):
    async def work() -> None:
        async with pool(stopping=20) as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, level)))
            await until(lambda: any(marks.iterdir()))
            pids = bots.pids
            began = time.monotonic()
            await cancelled(thinking)
            await bots.ask(question(CAVE, PLAIN))
            assert time.monotonic() - began < 10  # it would have thought for a minute
            assert bots.pids == pids

    run(work())


def test_a_cancelled_bot_that_does_not_stop_is_ended(marks):
    async def work() -> None:
        async with pool(stopping=0.1, grace=60) as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, HANGING)))
            await until(lambda: marked(marks, "Hanging"))
            pids = bots.pids
            await cancelled(thinking)
            await bots.ask(question(CAVE, PLAIN))
            assert bots.pids != pids

    run(work())


def test_what_is_being_loaded_is_loaded_to_the_end(marks):
    """Otherwise tables that move on quickly would have every worker load for ever."""

    async def work() -> None:
        async with pool(stopping=0.1) as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, SLOW)))
            await until(lambda: marked(marks, "Making"))
            pids = bots.pids
            await cancelled(thinking)
            await bots.ask(question(CAVE, SLOW))
            assert bots.pids == pids
            assert len(marked(marks, "Making")) == 1

    run(work())


def test_a_question_cancelled_at_once_costs_nothing(marks):
    async def work() -> None:
        async with pool() as bots:
            for pauses in range(6):
                task = asyncio.create_task(bots.ask(question(CAVE, PATIENT)))
                for _ in range(pauses):
                    await asyncio.sleep(0)
                await cancelled(task)
            assert await bots.ask(question(CAVE, PLAIN))
            assert len(bots.pids) == 1

    run(work())


def test_questions_wait_in_line_and_may_leave_it(marks):
    async def work() -> None:
        done: list[int] = []

        async def ask(number: int, level: int = PLAIN) -> None:
            await bots.ask(question(CAVE, level))
            done.append(number)

        async with pool() as bots:
            first = asyncio.create_task(ask(0, PATIENT))
            await until(lambda: marked(marks, "Patient"))
            others = [asyncio.create_task(ask(number)) for number in range(1, 6)]
            await asyncio.sleep(0)
            await cancelled(others.pop(2))
            assert not done
            await cancelled(first)
            await asyncio.gather(*others)
            assert done == [1, 2, 4, 5]

    run(work())


# Trouble


def test_a_bot_that_breaks_down_gives_no_answer_and_its_worker_lives_on(marks):
    async def work() -> None:
        async with pool() as bots:
            for level, why in (
                (CRASHING, "ValueError"),
                (LEAVING, "SystemExit"),
                (WRONG, "Malformed"),
                (FORMLESS, "TypeError"),
            ):
                problem = await no_answer(bots.ask(question(CAVE, level)))
                assert str(problem) == f"{CAVE}, level {level}: {why}"
                assert await bots.ask(question(CAVE, PLAIN))
            assert len(marked(marks, "Plain")) == 1

    run(work())


def test_a_question_that_ends_its_worker_is_asked_twice(marks):
    async def work() -> None:
        async with pool() as bots:
            for level, kind, why in (
                (DYING, "Dying", "the worker ended (3)"),
                (SCRIBBLING, "Scribbling", "the worker spoke gibberish"),
            ):
                problem = await no_answer(bots.ask(question(CAVE, level)))
                assert str(problem) == f"{CAVE}, level {level}: {why}"
                assert len(marked(marks, kind)) == 2
            assert await bots.ask(question(CAVE, PLAIN))

    run(work())


def test_a_bot_that_hangs_is_ended(marks):
    async def work() -> None:
        async with pool(grace=0.1) as bots:
            problem = await no_answer(bots.ask(question(CAVE, HANGING)))
            assert str(problem).endswith("took too long")
            assert len(marked(marks, "Hanging")) == 1
            assert await bots.ask(question(CAVE, PLAIN))

    run(work())


def test_a_game_that_is_never_loaded_gives_no_answer(marks):
    async def work() -> None:
        async with pool(making=0.05) as bots:
            problem = await no_answer(bots.ask(question(CAVE, SLOW)))
            assert str(problem).endswith("took too long")

    run(work())


@both
def test_the_answer_comes_although_the_worker_is_killed(marks, loop, caplog):
    async def work() -> None:
        async with pool() as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, HALF_A_SECOND)))
            await until(lambda: marked(marks, "Patient"))
            os.kill(bots.pids[0], signal.SIGKILL)
            assert (await thinking).stay is True
            assert len(marked(marks, "Patient")) == 2
            os.kill(bots.pids[0], signal.SIGKILL)  # now while it does nothing: nothing is lost
            await until(lambda: not bots.pids)
            assert await bots.ask(question(CAVE, PLAIN))
            assert caplog.text.count("lost a worker") == 1

    run(work(), loop)


@both
def test_a_worker_may_die_as_it_is_told_to_stop(marks, loop):
    async def work() -> None:
        async with pool() as bots:
            for pauses in range(2):
                thinking = asyncio.create_task(bots.ask(question(CAVE, PATIENT)))
                await until(lambda count=pauses: len(marked(marks, "Patient")) > count)
                os.kill(bots.pids[0], signal.SIGKILL)
                for _ in range(2 * pauses):
                    await asyncio.sleep(0.001)
                await cancelled(thinking)
            assert await bots.ask(question(CAVE, PLAIN))

    run(work(), loop)


def test_an_interrupted_server_ends_its_workers_by_itself(marks):
    async def work() -> None:
        async with pool() as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, HALF_A_SECOND)))
            await until(lambda: marked(marks, "Patient"))
            assert os.getpgid(bots.pids[0]) != os.getpgid(0)
            os.kill(bots.pids[0], signal.SIGINT)
            await thinking
            assert len(marked(marks, "Patient")) == 1

    run(work())


@pytest.mark.parametrize(
    ("program", "why"),
    [("/bin/false", "the worker ended (1)"), ("/no/python", "FileNotFoundError")],
)
def test_workers_that_cannot_start_are_not_started_for_ever(
    marks, monkeypatch, caplog, program, why
):
    async def work() -> None:
        async with pool() as bots:
            asked = question(CAVE, PLAIN)
            with monkeypatch.context() as patch:
                patch.setattr(thinkers, "sys", SimpleNamespace(executable=program))
                problem = await no_answer(bots.ask(asked))
                assert str(problem).endswith(why)
                assert caplog.text.count("lost a worker") == 2
            assert await bots.ask(asked)

    run(work())


def test_what_kept_a_worker_from_starting_is_named(marks, monkeypatch, tmp_path):
    hidden = tmp_path / "escale"
    hidden.mkdir()
    (hidden / "__init__.py").write_text("raise RuntimeError('not this one')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def work() -> None:
        async with pool() as bots:
            problem = await no_answer(bots.ask(question(CAVE, PLAIN)))
            assert str(problem).endswith("the worker ended (RuntimeError)")

    run(work())


def test_what_cannot_be_asked_has_no_answer(marks):
    async def work() -> None:
        async with pool() as bots:
            await no_answer(bots.ask(question(CAVE, 99)))
            nothing = Question("no-such-game", None, 0, view(None, 0), 1, SEED)
            await no_answer(bots.ask(nothing))
            asked = question(CAVE, PLAIN)
            formless = Question(CAVE, {"trips": 3}, 0, asked.view, PLAIN, SEED)
            await no_answer(bots.ask(formless))
            assert not bots.pids

    run(work())


def test_logs_tell_no_secrets(marks, caplog):
    async def work() -> None:
        async with pool() as bots:
            for level in (CRASHING, DYING, WRONG, FORMLESS, 99):
                problem = await no_answer(bots.ask(question(CAVE, level)))
                assert problem.__context__ is None
                assert problem.__cause__ is None
                assert "knows" not in str(problem)

    caplog.set_level(logging.DEBUG)
    run(work())
    told = [record.getMessage() for record in caplog.records if record.name.startswith("escale")]
    assert f"no answer from a bot ({CAVE}, level {CRASHING}): ValueError" in told
    for secret in (SEED, "only a bot knows", "HIDDEN", "hands", "decisions", "Traceback"):
        assert secret not in caplog.text
    assert SEED not in repr(question(CAVE, PLAIN))


# Coming and going


def test_idle_workers_go_and_one_stays(marks):
    async def work() -> None:
        async with pool(2, idle=0.05) as bots:
            asked = [question(CAVE, PLAIN)] * 2
            assert len(await asyncio.gather(*map(bots.ask, asked))) == 2
            await until(lambda: len(bots.pids) == 1)
            (stays,) = bots.pids
            await asyncio.sleep(0.2)
            assert bots.pids == (stays,)
            assert len(await asyncio.gather(*map(bots.ask, asked))) == 2

    run(work())


def test_a_worker_that_grew_too_large_is_replaced(marks):
    async def work() -> None:
        async with pool(memory=1) as bots:
            for _ in range(2):
                assert await bots.ask(question(CAVE, PLAIN))
            await until(lambda: not bots.pids)
            assert len(marked(marks, "Plain")) == 2

    run(work())


@both
def test_closing_ends_everything(marks, loop):
    async def work() -> None:
        bots = Thinkers(1)
        thinking = asyncio.create_task(bots.ask(question(CAVE, PATIENT)))
        waiting = asyncio.create_task(bots.ask(question(CAVE, PLAIN)))
        await until(lambda: marked(marks, "Patient"))
        (pid,) = bots.pids
        await asyncio.gather(bots.close(), bots.close())
        await no_answer(thinking)
        await no_answer(waiting)
        await no_answer(bots.ask(question(CAVE, PLAIN)))
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        starting = Thinkers(1)
        task = asyncio.create_task(starting.ask(question(CAVE, PLAIN)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await starting.close()
        await no_answer(task)
        await Thinkers().close()

    run(work(), loop)


async def serve() -> None:
    """A server whose bots think for a minute, and for ever."""
    bots = Thinkers(2)
    await asyncio.gather(*(bots.ask(question(CAVE, level)) for level in (PATIENT, HANGING)))


def test_workers_die_with_their_server(marks):
    """Even if it is killed so that it can tell nobody."""
    server = subprocess.Popen([sys.executable, __file__])
    try:
        run(until(lambda: marked(marks, "Patient") and marked(marks, "Hanging")))
    finally:
        server.kill()
        server.wait()
    run(until(lambda: not any(map(alive, marked(marks, "*")))))


def alive(pid: int) -> bool:
    """A process that nobody has buried yet does not count."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


if __name__ == "__main__":
    asyncio.run(serve())

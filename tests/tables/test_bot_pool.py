"""Bots in other processes: they answer, are stopped, come and go."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from escale.core.secrecy import HIDDEN, has_hidden
from escale.tables.bots.pool import BotPool
from escale.tables.fair_queue import Turn
from tests.tables import strange_bots
from tests.tables.strange_bots import (
    AGAIN,
    CAVE,
    GENTLE,
    HANGING,
    HASHING,
    PATIENT,
    PLAIN,
    SEED,
    SEEING,
    SLOW,
    TALKING,
    both,
    cancelled,
    marked,
    no_answer,
    pool,
    question,
    run,
    table,
    until,
)

ROOT = Path(__file__).parents[2]

# Answers


def test_word_bank_answers_within_its_rules() -> None:
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


def test_the_same_seed_gives_the_same_answer_in_every_process(marks: Path) -> None:
    async def work() -> None:
        async with pool(2) as bots:
            for level in (PLAIN, HASHING):
                seeds = [question(CAVE, level, f"{SEED} {number}") for number in range(20)]
                twice = [await asyncio.gather(bots.ask(one), bots.ask(one)) for one in seeds]
                assert all(first == second for first, second in twice)
                assert {first.stay for first, _ in twice} == {True, False}
            assert len(marked(marks, "Hashing")) == 2

    run(work())


def test_a_bot_sees_its_view_and_nothing_else(marks: Path) -> None:
    async def work() -> None:
        asked = question(CAVE, SEEING)
        assert asked.view.seen.decisions[1] is HIDDEN
        assert has_hidden(asked.view.seen)
        async with pool() as bots:
            assert (await bots.ask(asked)).stay is True

    run(work())


def test_what_a_bot_prints_and_reads_is_not_part_of_the_wire(marks: Path) -> None:
    async def work() -> None:
        async with pool() as bots:
            assert (await bots.ask(question(CAVE, TALKING))).stay is True
            assert (await bots.ask(question(CAVE, GENTLE))).stay is True
            assert len(marked(marks, "Talking")) == 1

    run(work())


def test_the_server_goes_on_while_a_bot_thinks(marks: Path) -> None:
    """Counted in turns of the event loop: on a busy machine any number of seconds may pass."""

    async def work() -> None:
        async with pool() as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, PATIENT)))
            await until(lambda: marked(marks, "Patient"))
            for _ in range(100):
                await asyncio.sleep(0)
            assert not thinking.done()
            assert os.getpid() not in marked(marks, "Patient")
            await cancelled(thinking)

    run(work())


# Cancelling


@pytest.mark.parametrize("level", [PATIENT, AGAIN])
def test_a_cancelled_bot_stops_and_its_worker_is_free(marks: Path, level: Any) -> None:
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


def test_a_cancelled_bot_that_does_not_stop_is_ended(marks: Path) -> None:
    async def work() -> None:
        async with pool(stopping=0.1, grace=60) as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, HANGING)))
            await until(lambda: marked(marks, "Hanging"))
            pids = bots.pids
            await cancelled(thinking)
            await bots.ask(question(CAVE, PLAIN))
            assert bots.pids != pids

    run(work())


def test_what_is_being_loaded_is_loaded_to_the_end(marks: Path) -> None:
    """Otherwise tables that move on quickly would have every worker load for ever."""

    async def work() -> None:
        async with pool(stopping=0.5) as bots:
            thinking = asyncio.create_task(bots.ask(question(CAVE, SLOW)))
            await until(lambda: marked(marks, "Making"))
            pids = bots.pids
            await cancelled(thinking)
            await bots.ask(question(CAVE, SLOW))
            assert bots.pids == pids
            assert len(marked(marks, "Making")) == 1

    run(work())


def test_a_question_cancelled_at_once_costs_nothing(marks: Path) -> None:
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


def test_questions_wait_in_line_and_may_leave_it(marks: Path) -> None:
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


def test_people_do_not_wait_for_tables_of_bots_nor_for_another_player(marks: Path) -> None:
    async def work() -> None:
        def thinks(turn: Turn) -> asyncio.Task[Any]:
            return asyncio.create_task(bots.ask(question(CAVE, PATIENT), turn))

        async with pool() as bots:
            alone = [thinks(Turn("eve", first=False)) for _ in range(3)]
            greedy = [thinks(Turn("mallory")) for _ in range(3)]
            await until(lambda: len(marked(marks, "Patient")) == 2)
            assert await bots.ask(question(CAVE, PLAIN), Turn("ada"))
            assert len(bots.pids) == 3
            await asyncio.sleep(0.1)
            assert len(marked(marks, "Patient")) == 2  # nobody has a second one, though one is idle
            for task in (*alone, *greedy):
                await cancelled(task)

    run(work())


def test_tables_without_people_have_half_of_the_workers(marks: Path) -> None:
    async def work() -> None:
        async with pool(4) as bots:
            turns = [Turn(f"client {number}", first=False) for number in range(4)]
            asked = [bots.ask(question(CAVE, PATIENT), turn) for turn in turns]
            tasks = [asyncio.create_task(one) for one in asked]
            await until(lambda: len(marked(marks, "Patient")) == 2)
            await asyncio.sleep(0.1)
            assert len(marked(marks, "Patient")) == 2
            bots.change(turns[3], "client 3", first=True)  # somebody came
            await until(lambda: len(marked(marks, "Patient")) == 3)
            for task in tasks:
                await cancelled(task)

    run(work())


# Coming and going


def test_idle_workers_go_and_one_stays(marks: Path) -> None:
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


def test_a_worker_that_grew_too_large_is_replaced(marks: Path) -> None:
    async def work() -> None:
        async with pool(memory=1) as bots:
            for _ in range(2):
                assert await bots.ask(question(CAVE, PLAIN))
            await until(lambda: not bots.pids)
            assert len(marked(marks, "Plain")) == 2

    run(work())


@both
def test_closing_ends_everything(marks: Path, loop: Any) -> None:
    async def work() -> None:
        bots = BotPool(1)
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
        starting = BotPool(1)
        task = asyncio.create_task(starting.ask(question(CAVE, PLAIN)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await starting.close()
        await no_answer(task)
        await BotPool().close()

    run(work(), loop)


def test_workers_die_with_their_server(marks: Path) -> None:
    """Even if it is killed so that it can tell nobody."""
    server = subprocess.Popen([sys.executable, "-m", strange_bots.__name__], cwd=ROOT)
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

"""Bots that break down, hang or die: the pool lives on, and tells no secrets."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from escale.core.secrecy import view
from escale.tables.bots import pool as bot_pool
from escale.tables.bots.pool import BotRequest
from tests.tables.strange_bots import (
    CAVE,
    CRASHING,
    DYING,
    FORMLESS,
    HALF_A_SECOND,
    HANGING,
    LEAVING,
    PATIENT,
    PLAIN,
    SCRIBBLING,
    SEED,
    SLOW,
    WRONG,
    both,
    cancelled,
    marked,
    no_answer,
    pool,
    question,
    run,
    until,
)


def test_a_bot_that_breaks_down_gives_no_answer_and_its_worker_lives_on(marks: Path) -> None:
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


def test_a_question_that_ends_its_worker_is_asked_twice(marks: Path) -> None:
    async def work() -> None:
        async with pool() as bots:
            for level, kind, why in (
                (DYING, "Dying", "process exited (3)"),
                (SCRIBBLING, "Scribbling", "malformed reply"),
            ):
                problem = await no_answer(bots.ask(question(CAVE, level)))
                assert str(problem) == f"{CAVE}, level {level}: {why}"
                assert len(marked(marks, kind)) == 2
            assert await bots.ask(question(CAVE, PLAIN))

    run(work())


def test_a_bot_that_hangs_is_ended(marks: Path) -> None:
    async def work() -> None:
        async with pool(grace=0.1) as bots:
            problem = await no_answer(bots.ask(question(CAVE, HANGING)))
            assert str(problem).endswith("timed out")
            assert len(marked(marks, "Hanging")) == 1
            assert await bots.ask(question(CAVE, PLAIN))

    run(work())


def test_a_game_that_is_never_loaded_gives_no_answer(marks: Path) -> None:
    async def work() -> None:
        async with pool(making=0.05) as bots:
            problem = await no_answer(bots.ask(question(CAVE, SLOW)))
            assert str(problem).endswith("timed out")

    run(work())


@both
def test_the_answer_comes_although_the_worker_is_killed(
    marks: Path, loop: Any, caplog: pytest.LogCaptureFixture
) -> None:
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
            assert caplog.text.count("bot process failed") == 1

    run(work(), loop)


@both
def test_a_worker_may_die_as_it_is_told_to_stop(marks: Path, loop: Any) -> None:
    async def work() -> None:
        async with pool() as bots:
            for pauses in range(2):
                thinking = asyncio.create_task(bots.ask(question(CAVE, PATIENT)))
                started = partial(lambda count: len(marked(marks, "Patient")) > count, pauses)
                await until(started)
                os.kill(bots.pids[0], signal.SIGKILL)
                for _ in range(2 * pauses):
                    await asyncio.sleep(0.001)
                await cancelled(thinking)
            assert await bots.ask(question(CAVE, PLAIN))

    run(work(), loop)


def test_an_interrupted_server_ends_its_workers_by_itself(marks: Path) -> None:
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
    [("/bin/false", "process exited (1)"), ("/no/python", "FileNotFoundError")],
)
def test_workers_that_cannot_start_are_not_started_for_ever(
    marks: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    program: Any,
    why: Any,
) -> None:
    async def work() -> None:
        async with pool() as bots:
            asked = question(CAVE, PLAIN)
            with monkeypatch.context() as patch:
                patch.setattr(bot_pool, "sys", SimpleNamespace(executable=program))
                problem = await no_answer(bots.ask(asked))
                assert str(problem).endswith(why)
                assert caplog.text.count("bot process failed") == 2
            assert await bots.ask(asked)

    run(work())


def test_what_kept_a_worker_from_starting_is_named(
    marks: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hidden = tmp_path / "escale"
    hidden.mkdir()
    (hidden / "__init__.py").write_text("raise RuntimeError('not this one')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def work() -> None:
        async with pool() as bots:
            problem = await no_answer(bots.ask(question(CAVE, PLAIN)))
            assert str(problem).endswith("process exited (RuntimeError)")

    run(work())


def test_what_cannot_be_asked_has_no_answer(marks: Path) -> None:
    async def work() -> None:
        async with pool() as bots:
            await no_answer(bots.ask(question(CAVE, 99)))
            nothing = BotRequest("no-such-game", None, 0, view(None, 0), 1, SEED)
            await no_answer(bots.ask(nothing))
            asked = question(CAVE, PLAIN)
            formless = BotRequest(CAVE, {"trips": 3}, 0, asked.view, PLAIN, SEED)
            await no_answer(bots.ask(formless))
            assert not bots.pids

    run(work())


def test_logs_tell_no_secrets(marks: Path, caplog: pytest.LogCaptureFixture) -> None:
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
    failed = (
        f"bot gave no answer ({CAVE}, level {CRASHING}): ValueError; the caller goes on without it"
    )
    assert failed in told
    for secret in (SEED, "only a bot knows", "HIDDEN", "hands", "decisions", "Traceback"):
        assert secret not in caplog.text
    assert SEED not in repr(question(CAVE, PLAIN))

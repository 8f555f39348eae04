"""Programs that play: they are asked by lines, and answer by lines."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from escale.client import Engine, EngineFailed
from escale.client.engine import BadAnswer
from tests.client.players import run

ECHO = """
import sys
for line in sys.stdin:
    print(line.strip(), flush=True)
"""


def command(tmp_path: Path, script: Any) -> Any:
    path = tmp_path / "an engine.py"
    path.write_text(script, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


def test_every_question_has_its_answer(tmp_path: Path) -> None:
    async def talk() -> Any:
        async with Engine(command(tmp_path, ECHO)) as engine:
            return [await engine.ask({"number": number, "text": "é\n"}) for number in range(3)]

    assert run(talk()) == [{"number": number, "text": "é\n"} for number in range(3)]


def test_the_answer_to_a_question_that_was_given_up_is_not_taken_for_the_next(
    tmp_path: Path,
) -> None:
    async def talk() -> Any:
        async with Engine(command(tmp_path, ECHO)) as engine:
            for number in range(3):
                asking = asyncio.create_task(engine.ask({"number": number}))
                await asyncio.sleep(0)
                asking.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asking
            return await engine.ask({"number": 3})

    assert run(talk()) == {"number": 3}


@pytest.mark.parametrize("said", ["what?", "[1, 2]", "", '{"kind": ', '"' + "x" * 70_000 + '"'])
def test_what_is_no_object_is_no_answer(tmp_path: Path, said: Any) -> None:
    async def talk() -> None:
        async with Engine(command(tmp_path, f"input(); print({said!r}); input()")) as engine:
            await engine.ask({})

    with pytest.raises(BadAnswer, match="not a JSON object"):
        run(talk())


@pytest.mark.parametrize("script", ["exit(3)", "input(); exit(3)"])
def test_an_engine_that_ends_too_early(tmp_path: Path, script: Any) -> None:
    async def talk() -> None:
        async with Engine(command(tmp_path, script)) as engine:
            await engine.ask({"text": "x" * 200_000})

    with pytest.raises(EngineFailed, match="exited with code 3"):
        run(talk())


@pytest.mark.parametrize("wrong", ["", "no-such-program --fast", "'", "/"])
def test_a_command_that_is_none(wrong: Any) -> None:
    async def start() -> None:
        async with Engine(wrong):
            pass

    with pytest.raises(EngineFailed) as failed:
        run(start())
    assert "\n" not in str(failed.value)

"""`escale bot` at a real table: it comes, plays, agrees, stays and leaves."""

from __future__ import annotations

import asyncio
import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from escale.cli import main
from escale.client import Client, Refused, Table
from tests.client.players import ENGLISH, LONG, awaited, only_pass, play, proved, run
from tests.nursery import ESCALE, environment
from tests.served import House, served

PASSES = """
import json, sys
log = open(sys.argv[1], "w", encoding="utf-8")
for line in sys.stdin:
    log.write(line)
    log.flush()
    told = json.loads(line)
    if "refused" in told:
        answer = {"kind": "Pass"} if told["refused"]["reason"] == "bad-action" else {}
        print(json.dumps(answer), flush=True)
    else:
        print("Let me think" if told["number"] % 2 else "{}", flush=True)
"""
STUBBORN = """
for _ in range(5):
    input()
    print('{"kind": "Announce"}', flush=True)
"""


@contextmanager
def bot(house: House, *arguments: Any) -> Iterator[Any]:
    """The command, as a process."""
    process = subprocess.Popen(
        [*ESCALE, "bot", "--server", house.url, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ended(process: Any) -> Any:
    """Exit code, output and errors."""
    out, err = process.communicate(timeout=LONG)
    return process.returncode, out, err


def engine(tmp_path: Path, script: Any, *arguments: Any) -> Any:
    path = tmp_path / "engine.py"
    path.write_text(script, encoding="utf-8")
    return shlex.join([sys.executable, str(path), *map(str, arguments)])


async def with_a_bot(
    house: House, work: Any, *arguments: Any, seats: Any = ("me", "open"), table: str = "code"
) -> Any:
    """Ada makes a table, a bot comes, and Ada does some work there."""
    async with Client(house.url) as ada:
        found = await ada.make("wordbank", name="Ada", seats=list(seats), options=ENGLISH)
        async with ada.table(found) as line:
            place = {"code": line.about["code"], "link": f"{house.url}/table/{found}"}[table]
            with bot(house, "--table", place, *arguments) as process:
                await line.until(lambda now: len(now.people) == 2)
                await work(line, process)
                return await asyncio.to_thread(ended, process), line


def test_a_bot_of_some_level_plays_a_game(house: House) -> None:
    async def work(table: Table, _: Any) -> None:
        await table.until(lambda now: 1 in now.here)
        await table.ask("start")
        await play(table)
        file = await table.client.match(table.id)
        proved(file)
        assert file["header"]["players"][1]["pledge"]
        assert {event["seat"] for event in file["log"] if event["kind"] == "Salted"} == {0, 1}

    arguments = ("--level", "1", "--games", "1", "--name", "Robby", "--seat", "2")
    (code, out, err), table = run(with_a_bot(house, work, *arguments))
    assert (code, err) == (0, "")
    assert "at seat 2" in out
    points = table.score["points"]
    assert f"Ada {points[0]}, Robby {points[1]}" in out
    assert table.people == ["Ada", "Robby"]


def test_where_whoever_made_the_table_looks_on_bots_play_among_themselves(house: House) -> None:
    async def watch() -> Any:
        async with Client(house.url) as ada:
            found = await ada.make("wordbank", name="Ada", seats=["open", 1], options=ENGLISH)
            async with ada.table(found) as table:
                with bot(house, "--table", found, "--level", "1") as process:
                    await table.until(lambda now: now.status == "over")
                    return await asyncio.to_thread(ended, process), table.score

    (code, out, err), score = run(watch())
    assert (code, err) == (0, "")
    assert score["ending"] in out


def test_an_engine_plays_answers_again_and_stays_for_a_rematch(
    house: House, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    again = []

    async def work(table: Table, _: Any) -> None:
        await table.ask("start")
        await awaited(table)
        await table.ask("propose", what="pause")
        await table.until(lambda now: now.about["paused"])  # the bot does not mind
        await table.ask("resume")
        await only_pass(table)
        await table.ask("propose", what="rematch")
        await table.until(lambda now: now.about["rematch"] is not None)
        async with table.client.table(table.about["rematch"]) as next_table:
            again.append(await only_pass(next_table))

    arguments = ("--engine", engine(tmp_path, PASSES, log), "--games", "2")
    (code, out, err), table = run(with_a_bot(house, work, *arguments, table="link"))
    assert (code, err) == (0, "")
    assert out.count("Won by") == 2
    assert again[0]["ending"] == table.score["ending"] == "all-passed"
    told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    questions = [one for one in told if "seen" in one]
    assert {one["seat"] for one in questions} == {1}  # in a rematch everybody keeps their seat
    for one in questions:
        assert list(one) == [
            *("seat", "seen", "offers", "awaits", "seconds", "number", "game", "options")
        ]
        assert one["game"] == "wordbank"
        assert one["options"]["language"] == "en"
        assert one["seat"] in one["awaits"]
        assert "Pass" in [offer["action"] for offer in one["offers"]]
    reasons = [one["refused"]["reason"] for one in told if "refused" in one]
    assert len(reasons) >= len(questions) - 1  # one may have been given up in the pause
    assert set(reasons) <= {"bad-action", "bad-answer"}


def test_an_engine_without_an_allowed_move_resigns(house: House, tmp_path: Path) -> None:
    async def work(table: Table, _: Any) -> None:
        await table.ask("start")
        await only_pass(table)

    arguments = ("--engine", engine(tmp_path, STUBBORN))
    (code, _, err), table = run(with_a_bot(house, work, *arguments))
    assert code == 1
    assert "no allowed move in 5 attempts" in err
    assert len(err.splitlines()) == 1
    assert table.score["ending"] == "resigned"
    assert table.score["winners"] == [0]


def test_it_waits_for_a_free_seat_and_leaves_when_it_is_told_to(house: House) -> None:
    async def work(table: Table, process: Any) -> None:
        await table.until(lambda now: now.about["seats"][1]["person"] == 1)
        await table.ask("start")
        await awaited(table)
        process.send_signal(signal.SIGINT)
        await table.until(lambda now: now.about["seats"][1]["left"])
        await table.until(lambda now: now.here == (0,))

    async def visit() -> None:
        async with Client(house.url) as ada, Client(house.url) as bob:
            found = await ada.make("wordbank", name="Ada", seats=["me", "open"], options=ENGLISH)
            async with ada.table(found) as table, bob.table(found) as his:
                await his.sit("Bob")
                with bot(house, "--table", found, "--level", "1") as process:
                    await asyncio.to_thread(process.stdout.readline)
                    await his.ask("stand-up", seat=1)
                    await table.until(lambda now: now.about["seats"][1]["person"] == 2)
                    process.send_signal(signal.SIGINT)
                    await table.until(lambda now: now.about["seats"][1]["kind"] == "empty")
                    assert (await asyncio.to_thread(ended, process))[0] == 0

    run(visit())
    (code, _, err), _ = run(with_a_bot(house, work, "--level", "1"))
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--server", "http://127.0.0.1:9", "--table", "ba-ba ba-ba"], "no answer from"),
        (["--server", "here", "--table", "ba-ba ba-ba"], "--server: 'here'"),
        (["--table", "ba-ba ba-ba"], "--table: No table"),
        (["--table", "0" * 24], "--table: There is no such table"),
        (["--table", "FOUND", "--level", "9"], "--level: wordbank has bots of level 1, 2, 3, 4"),
        (["--table", "FOUND", "--engine", "no-such-program"], "--engine: no-such-program: No such"),
        (["--table", "FOUND", "--engine", "x", "--level", "1"], "cannot be combined"),
        (["--table", "FOUND", "--games", "0"], "--games: must be at least 1"),
        (["--table", "FOUND", "--level", "1", "--seat", "7"], "seat"),
        (["--table", "FOUND", "--level", "1", "--name", "Ada"], "Ada"),
        (["--table", "BEGUN", "--level", "1"], "begun"),
    ],
)
def test_bad_input_is_told_in_one_line(
    house: House,
    arguments: Any,
    why: Any,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def make(*seats: Any, start: Any = False) -> Any:
        async with Client(house.url) as ada:
            return await ada.make("wordbank", name="Ada", seats=seats, options=ENGLISH, start=start)

    monkeypatch.setattr("escale.cli.commands.bot.CONNECT_TIMEOUT", 1.0)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    tables = {"FOUND": ("me", "open"), "BEGUN": ("me", "me")}
    given = [
        run(make(*tables[one], start=one == "BEGUN")) if one in tables else one for one in arguments
    ]
    if "--server" not in given:
        given += ["--server", house.url]
    assert main(["bot", *given]) == 2
    err = capsys.readouterr().err
    assert err.startswith("escale bot: ")
    assert why in err
    assert len(err.splitlines()) == 1


def test_a_game_that_is_not_here(
    house: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from escale.cli import inputs as given
    from escale.games.registry import UnknownGame

    def nothing(name: str) -> None:
        raise UnknownGame(f"no game is called {name!r}")

    async def make() -> Any:
        async with Client(house.url) as ada:
            return await ada.make("wordbank", name="Ada", seats=["me", "open"], options=ENGLISH)

    monkeypatch.setattr(given, "load_game", nothing)
    assert main(["bot", "--server", house.url, "--table", run(make())]) == 2
    assert "no game is called 'wordbank'" in capsys.readouterr().err


def test_into_a_house_with_a_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, password = "correct-horse-battery", "open sesame"
    with served(tmp_path, "--host-key", key) as house:
        command = {"kind": "password", "password": password}
        headers = {"Authorization": f"Bearer {key}"}
        answer = httpx.post(f"{house.url}/api/host", json=command, headers=headers, trust_env=False)
        assert answer.status_code == 204

        async def of_ada() -> str:
            async with Client(house.url) as ada:
                with pytest.raises(Refused, match="password"):
                    await ada.make("wordbank", name="Ada", seats=["me", "open"])
                with pytest.raises(Refused, match="password"):
                    await ada.enter("open sesam")
                await ada.enter(password)
                return await ada.make("wordbank", name="Ada", seats=["me", "me"], start=True)

        table = run(of_ada())
        arguments = ["bot", "--server", house.url, "--table", table]
        assert main(arguments) == 2
        assert "ESCALE_PASSWORD" in capsys.readouterr().err
        monkeypatch.setenv("ESCALE_PASSWORD", password)
        assert main(arguments) == 2  # it is in, and finds no free seat
        said = capsys.readouterr().err
        assert "seat" in said and "password" not in said

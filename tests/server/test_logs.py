"""A log line tells where an error was, in which game and request, and nothing about a person."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from escale.server.operations.json_logs import JsonLines, RequestContext, add_fields
from tests.server.attack import in_time, new_id
from tests.server.inside import ADA, Inside, inside
from tests.server.test_client_session import FakeConnection, session

SECRET = "the secret of Ada"


@pytest.fixture
def log() -> Iterator[StringIO]:
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def lines(log: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def fail(*_: object, **__: object) -> None:
    raise TypeError(SECRET)


async def broken_table(here: Inside, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table at which an error is raised when somebody resigns."""
    place = await here.table()
    monkeypatch.setattr("escale.core.match.Match.resign", fail)
    return place


def is_about_nobody(log: StringIO, place: str) -> bool:
    table = place.rpartition("/")[2]
    return not any(one in log.getvalue() for one in ("Ada", "secret of", table, "127.0.0.1"))


@in_time
async def test_an_error_deep_in_a_request_is_logged_with_its_whole_stack(
    tmp_path: Path, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as here:
        place = await broken_table(here, monkeypatch)
        answer = await here.ask(place, "resign", seat=0)
        assert answer.status_code == 500
    (line,) = lines(log)
    assert line["event"] == "a request failed; its client gets status 500"
    assert line["error"] == "TypeError"
    assert (line["game"], line["rules_version"]) == ("wordbank", 3)
    assert line["request_id"] == answer.headers["x-request-id"]
    places = [one.rpartition(":")[0] for one in line["stack"]]
    assert places[-1] == "tests.server.test_logs.fail"
    route = places.index("escale.server.routes.tables.Tables.ask")
    table = next(at for at, one in enumerate(places) if one.startswith("escale.tables.table.Table"))
    decision = places.index("escale.tables.decisions.decide.decide")
    assert route < table < decision < len(places) - 1
    assert all(one.rpartition(":")[2].isdecimal() for one in line["stack"])
    assert is_about_nobody(log, place)


@in_time
async def test_an_error_in_a_command_of_a_websocket_is_logged_likewise(
    tmp_path: Path, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as here:
        place = await broken_table(here, monkeypatch)
        connection = FakeConnection()
        one = await session(here, place, connection, ADA)
        command = {"kind": "resign", "id": new_id(), "seat": 0}
        one.on_message(json.dumps(command))
        await connection.sent_something(b"not-kept")
        one.on_close()
    (line,) = lines(log)
    assert line["event"] == "a command failed; its client gets the refusal `not-kept`"
    assert (line["error"], line["game"], line["rules_version"]) == ("TypeError", "wordbank", 3)
    assert len(line["request_id"]) == 12
    assert "escale.tables.table.Table._advance" in line["stack"][0]
    assert line["stack"][-1].startswith("tests.server.test_logs.fail:")
    assert is_about_nobody(log, place)


@in_time
async def test_every_answer_names_its_request(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        answers = [await here.web.get("/healthz") for _ in range(3)]
        answers.append(await here.web.post("/api/tables", headers={"Origin": "http://evil"}))
    assert answers[-1].status_code == 403
    assert len({answer.headers["x-request-id"] for answer in answers}) == 4


def formatted(error: BaseException, **extra: object) -> tuple[str, dict[str, Any]]:
    given = (type(error), error, error.__traceback__)
    record = logging.LogRecord("escale", logging.ERROR, __file__, 1, "write failed", (), given)
    vars(record).update(extra)
    text = JsonLines().format(record)
    return text, json.loads(text)


def test_what_the_caller_gives_and_the_request_are_both_told() -> None:
    with RequestContext() as request:
        add_fields(game="kreuzwort", rules_version=3)
        _, line = formatted(ValueError(), game="wordbank", mark="Ada")
    assert line.keys() == {
        *("at", "level", "from", "event", "error", "stack"),
        *("request_id", "game", "rules_version"),
    }
    told = line["request_id"], line["game"], line["rules_version"]
    assert told == (request.id, "wordbank", 3)
    assert "request_id" not in formatted(ValueError())[1]


def test_the_cause_of_an_error_is_told_and_no_message() -> None:
    try:
        try:
            fail()
        except TypeError as cause:
            raise ValueError(f"after {SECRET}") from cause
    except ValueError as problem:
        text, line = formatted(problem)
    assert SECRET not in text
    assert "\n" not in text
    assert line["cause"]["error"] == "TypeError"
    assert line["cause"]["stack"][-1].startswith("tests.server.test_logs.fail:")


def test_direct_recursion_is_counted() -> None:
    def again() -> None:
        again()

    with pytest.raises(RecursionError) as caught:
        again()
    _, line = formatted(caught.value)
    assert len(line["stack"]) < 10
    assert line["stack"][-1].endswith(" times)")

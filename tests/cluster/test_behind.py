"""A worker that missed notifications never sends a client an older state than it has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.served import NO_TLS
from tests.server.attack import new_id
from tests.servers.postgres import PostgresServer
from tests.soak.crash import born
from tests.soak.victim import Victim

NOWHERE = "redis://127.0.0.1:1/0"
ADA = {"Cookie": f"escale={'a' * 43}"}


def asked(worker: Victim, path: str, **message: Any) -> httpx.Response:
    """Send a message, or GET without one."""
    with httpx.Client(
        trust_env=False, verify=NO_TLS, base_url=worker.url, headers=ADA, timeout=30
    ) as web:
        if not message:
            return web.get(path)
        answer = web.post(path, json={"id": new_id(), **message})
        assert answer.is_success, answer.text
        return answer


def first_event(worker: Victim, path: str) -> str:
    with (
        httpx.Client(trust_env=False, verify=NO_TLS, headers=ADA, timeout=30) as web,
        web.stream("GET", worker.url + path) as stream,
    ):
        return next(line for line in stream.iter_lines() if line.startswith("data: "))


@pytest.mark.parametrize("way", ["look", "events", "match", "replay"])
def test_a_device_that_comes_to_another_worker_is_told_no_old_news(
    tmp_path: Path, postgres: PostgresServer, way: str
) -> None:
    database = postgres.database()
    here, there = workers = [Victim(born(), tmp_path, database) for _ in range(2)]
    for worker in workers:
        worker.start("--broker", NOWHERE)
    try:
        for worker in workers:
            worker.wait_until_ready()
        wanted = {"game": "wordbank", "name": "Ada", "seats": ["me", "me"], "start": True}
        table = asked(here, "/api/tables", **wanted).json()["table"]
        place = f"/api/tables/{table}"
        assert asked(there, place).json()["table"]["status"] == "playing"
        number = asked(here, f"{place}/ask", kind="resign", seat=0).json()["number"]
        if way == "look":
            update = asked(there, f"{place}?since={number}").json()
            assert (update["number"], update["happened"]) == (number, [])
        elif way == "events":
            assert f'"number":{number},' in first_event(there, f"{place}/events?since={number}")
        else:
            answer = asked(there, f"{place}/{way}")
            assert answer.status_code == 200, answer.text
    finally:
        for worker in workers:
            worker.kill()


def test_a_socket_that_cannot_be_opened_without_the_database_is_tried_again(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    """Meanwhile a client gets an HTTP status, and no error is logged."""
    here = Victim(born(), tmp_path, postgres.database())
    here.start("--broker", NOWHERE)
    try:
        here.wait_until_ready()
        wanted = {"game": "wordbank", "name": "Ada", "seats": ["me", "me"], "start": True}
        table = asked(here, "/api/tables", **wanted).json()["table"]
        other = "0" * 24
        places = [f"{here.url}/api/tables/{other}/socket", f"{here.url}/api/tables/{table}/socket"]
        postgres.kill()
        try:
            for place in (places[0], f"{places[1]}?since=99"):  # both need the database
                with pytest.raises(InvalidStatus) as refused:
                    connect(place.replace("http", "ws", 1), proxy=None)
                assert refused.value.response.status_code == 503
        finally:
            postgres.start()
        with connect(places[1].replace("http", "ws", 1), proxy=None, open_timeout=30) as line:
            assert '"kind":"update"' in str(line.recv(timeout=30))
    finally:
        here.stop()
    assert "could not be opened" not in here.said()

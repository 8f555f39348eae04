"""Whole workers on machines whose clocks differ by hours: nobody at a table notices.

The database's clock is right, and none of the workers'.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from escale.client import clocks
from escale.core.event import Acted, Elapsed
from escale.tables.log import entries as e
from tests.served import NO_TLS
from tests.server.attack import new_id
from tests.servers.clocks import WrongClocks, clean_up
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import audit
from tests.soak.crash import born
from tests.soak.victim import Victim

LONG = 60.0  # seconds: a generous timeout
SLACK = 1.0  # seconds: so late a busy machine may look at the database's clock
ADA, BEN = "a" * 43, "b" * 43  # their cookies
PASS = {"kind": "Pass"}
HOUR = 3600


@dataclass
class Pair:
    """Two workers of one house, of which one is ahead, and the other one behind."""

    ahead: Victim
    behind: Victim
    database: str
    broker: str
    clocks: dict[Victim, Mapping[str, str]] = field(default_factory=dict)
    opened: int = 0  # the hour, by the right clock
    dead: set[Victim] = field(default_factory=set)

    def open(self) -> None:
        """Start whoever does not run."""
        started = list(self.dead)
        for worker in started:
            worker.start("--broker", self.broker, **self.clocks[worker])
            self.dead.remove(worker)
        for worker in started:
            worker.wait_until_ready()

    @property
    def alive(self) -> list[Victim]:
        return [one for one in (self.ahead, self.behind) if one not in self.dead]

    def kill(self, worker: Victim) -> None:
        if worker not in self.dead:
            worker.kill()
            clean_up(worker.pid)
            self.dead.add(worker)

    def now(self) -> int:
        with closing(psycopg.connect(self.database)) as one:
            row = one.execute("SELECT extract(epoch FROM clock_timestamp()) * 1000").fetchone()
        assert row
        return int(row[0])

    def log(self, table: str) -> list[Any]:
        """The entries of a table, of which none may be of another time than that of the house."""
        stored = audit.tables_in_postgres(self.database)[table]
        assert not [*audit.problems(stored)]
        entries = stored.state().entries
        hours = [self.opened, *(entry.at for entry in entries), self.now() + 1000 * SLACK]
        assert all(earlier <= later for earlier, later in pairwise(hours))
        return entries


@contextmanager
def open_pair(
    folder: Path,
    postgres: PostgresServer,
    redis: RedisServer,
    ahead: Mapping[str, str],
    behind: Mapping[str, str],
) -> Iterator[Pair]:
    database = postgres.database()
    one, other = (Victim(born(), folder, database, fresh=True) for _ in range(2))
    pair = Pair(one, other, database, redis.url, {one: ahead, other: behind}, dead={one, other})
    pair.opened = pair.now() - int(1000 * SLACK)
    try:
        pair.open()
        yield pair
    finally:
        for worker in pair.alive:
            pair.kill(worker)


@pytest.fixture(scope="module")
def opened_pair(
    tmp_path_factory: pytest.TempPathFactory,
    postgres: PostgresServer,
    redis: RedisServer,
    wrong_clocks: WrongClocks,
) -> Iterator[Pair]:
    """One is a day ahead, and its clock runs twice as fast; the other one is hours behind, and a
    second takes it too long: by two in a hundred, a thousand times as much as on a bad machine."""
    ahead, behind = wrong_clocks.wall("+26h x2"), wrong_clocks.all("-3h x0.98")
    folder = tmp_path_factory.mktemp("pair")
    with open_pair(folder, postgres, redis, ahead, behind) as opened:
        yield opened


@pytest.fixture
def pair(opened_pair: Pair) -> Pair:
    opened_pair.open()
    return opened_pair


def web(worker: Victim, cookie: str) -> httpx.Client:
    headers = {"Cookie": f"escale={cookie}"}
    return httpx.Client(
        trust_env=False, verify=NO_TLS, base_url=worker.url, headers=headers, timeout=LONG
    )


def asked(worker: Victim, cookie: str, path: str, **message: Any) -> Any:
    with web(worker, cookie) as device:
        answer = device.post(path, json={"id": new_id(), **message})
    assert answer.is_success, answer.text
    return answer.json()


def look(worker: Victim, table: str, cookie: str = ADA) -> dict[str, Any]:
    with web(worker, cookie) as device:
        answer = device.get(f"/api/tables/{table}")
    assert answer.is_success, answer.text
    update: dict[str, Any] = answer.json()
    return update


def made(worker: Victim, seats: list[str], **wanted: Any) -> str:
    """A table of Word Bank."""
    table = asked(worker, ADA, "/api/tables", game="wordbank", name="Ada", seats=seats, **wanted)
    return str(table["table"])


def table_for_two(pair: Pair, seconds: int) -> str:
    """Ada came to the worker ahead, and Ben to the one behind."""
    table = made(pair.ahead, ["me", "open"], options={"language": "en", "turn_seconds": seconds})
    asked(pair.behind, BEN, f"/api/tables/{table}/ask", kind="sit", name="Ben")
    asked(pair.ahead, ADA, f"/api/tables/{table}/ask", kind="start")
    return table


def passed(pair: Pair, table: str, seat: int) -> None:
    worker, cookie = ((pair.ahead, ADA), (pair.behind, BEN))[seat]
    asked(worker, cookie, f"/api/tables/{table}/ask", kind="act", seat=seat, action=PASS)


def deadline(update: Mapping[str, Any]) -> int:
    """The hour at which the move ends, as a device works it out."""
    play = update["play"]
    return int(play["match_clock"]["since"] + play["deadline"] - play["match_clock"]["value"])


def seen_by_all(pair: Pair, table: str, number: int) -> dict[str, Any]:
    """What all devices are shown once there are so many entries: a move, and the same hours."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        begun = time.monotonic()
        updates = [look(worker, table) for worker in pair.alive]
        took = 1000 * (time.monotonic() - begun)
        first, *others = updates
        numbers = {update["number"] for update in updates}
        if len(numbers) == 1 and number <= first["number"] and first["play"]["events"]:
            hours = [update["now"] for update in updates]
            assert max(hours) - min(hours) <= took + 1000 * SLACK
            assert all(update["play"] == first["play"] for update in others)
            return first
        time.sleep(0.1)
    raise AssertionError("\n".join(worker.said() for worker in pair.alive))


def long_enough(pair: Pair) -> int:
    """The seconds of a move that can be looked at from all sides before it is over, also where
    many others are at work. The first table is only there to have everything loaded."""
    seen_by_all(pair, table_for_two(pair, 0), 1)
    begun = time.monotonic()
    table = table_for_two(pair, 0)
    passed(pair, table, seen_by_all(pair, table, 1)["play"]["awaits"][0])
    return 6 + round(6 * (time.monotonic() - begun))


def count(log: list[Any], kind: type) -> int:
    """Of happenings, or of events of the match."""
    happened = [what for entry in log for what in entry.what]
    events = [event for what in happened if isinstance(what, e.Happened) for event in what.events]
    return sum(isinstance(one, kind) for one in (*happened, *events))


def test_a_move_lasts_as_long_through_whichever_worker(pair: Pair) -> None:
    """Each of the two plays once, and once lets the time run out."""
    seconds, begun = long_enough(pair), time.monotonic()
    table = table_for_two(pair, seconds)
    shown = seen_by_all(pair, table, 1)
    for plays in (True, False, False, True):
        left = clocks.seconds_left(shown["play"], shown["now"])
        assert left is not None and 0 < left <= seconds
        ends = deadline(shown)
        if plays:
            passed(pair, table, shown["play"]["awaits"][0])
        shown = seen_by_all(pair, table, shown["number"] + 1)
        ended = shown["happened"][-1]["at"]
        assert ended < ends if plays else ends <= ended < ends + 1000 * seconds
    assert time.monotonic() - begun > 2 * seconds - SLACK
    assert shown["table"]["status"] == "over"
    log = pair.log(table)
    assert (count(log, Acted), count(log, Elapsed)) == (2, 2)


@pytest.mark.parametrize("killed", ["ahead", "behind"])
def test_who_is_left_goes_on_by_the_same_clock(pair: Pair, killed: str) -> None:
    """With a move that it knows, with one that it must be woken for, and not with one that has
    an hour yet."""
    victim: Victim = getattr(pair, killed)
    both = ["me", "me"]
    slow = made(victim, both, pace={"speed": "slow", "seconds": HOUR}, start=True)
    asleep = made(victim, both, pace={"speed": "live", "seconds": 5}, start=True)
    seconds = long_enough(pair)
    table = table_for_two(pair, seconds)
    shown = seen_by_all(pair, table, 1)
    untouched = pair.log(slow)
    pair.kill(victim)
    (left,) = pair.alive
    assert look(left, table)["play"] == shown["play"]
    ends = deadline(shown)
    ended = seen_by_all(pair, table, shown["number"] + 1)["happened"][-1]["at"]
    assert ends <= ended < ends + 1000 * seconds
    assert count(pair.log(table), Elapsed) == 1

    until = time.monotonic() + LONG
    while not count(pair.log(asleep), e.StoodIn):
        assert time.monotonic() < until, left.said()
        time.sleep(0.2)
    assert count(pair.log(asleep), e.StoodIn) == 1
    assert pair.log(slow) == untouched
    wake = audit.tables_in_postgres(pair.database)[slow].summary.wake
    assert wake == untouched[-1].at + 1000 * HOUR
    seen = look(left, slow)
    limit = clocks.seconds_left(seen["play"], seen["now"])
    assert limit is not None and HOUR - LONG < limit < HOUR
    assert pair.log(slow) == untouched


def test_a_clock_that_runs_away_is_set_again(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer, wrong_clocks: WrongClocks
) -> None:
    """Even a second is half a second there. What it gains between two looks at the database's
    clock is all that it is ahead, and no entry is older than the one before it."""
    fast, slow = wrong_clocks.all("+1h x2"), wrong_clocks.wall("-1h")
    with open_pair(tmp_path, postgres, redis, fast, slow) as pair:
        table = table_for_two(pair, 0)
        begun = time.monotonic()
        while time.monotonic() - begun < 12:
            for worker, cookie in ((pair.ahead, ADA), (pair.behind, BEN)):
                asked(worker, cookie, f"/api/tables/{table}/ask", kind="say", text="Tick")
                assert look(worker, table)["now"] < pair.now() + 5000
            time.sleep(2.5)
        hours = [
            entry.at for entry in audit.tables_in_postgres(pair.database)[table].state().entries
        ]
        assert hours == sorted(hours)


def test_who_is_there_is_told_by_all(pair: Pair) -> None:
    """In the list of tables, by a worker that has the table not in memory."""
    for here, there in ((pair.ahead, pair.behind), (pair.behind, pair.ahead)):
        table = made(here, ["me", "open"], listed=True)
        with web(here, ADA) as device, device.stream("GET", f"/api/tables/{table}/events"):
            until = time.monotonic() + LONG
            while True:
                with web(there, BEN) as other:
                    listed = other.get("/api/tables").json()
                if [row["here"] for row in listed if row["table"] == table] == [1]:
                    break
                assert time.monotonic() < until, listed
                time.sleep(0.1)

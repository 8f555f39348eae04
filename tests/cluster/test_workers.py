"""Two and three workers serve the same tables: a timeout or a bot's move happens only once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import pairwise

import msgspec
import psycopg
import pytest
from redis.asyncio.client import PubSub

from escale.core.event import Elapsed
from escale.core.proof import verify
from escale.store import OutcomeUnknown, StoreError, TableSummary
from escale.store.postgres import PostgresStore
from escale.tables import house as tables_house
from escale.tables.bots.players import ThinkingBots
from escale.tables.brokers.redis_broker import RedisBroker
from escale.tables.decisions import commands
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.table_state import TableState
from escale.tables.table import Done
from tests.cluster.houses import (
    ADA,
    BEN,
    LONG,
    Watching,
    done,
    made,
    made_of,
    opened,
    refused,
    run,
    slow,
    until,
    worker,
)
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.soak import crash

PASS = msgspec.Raw(b'{"kind":"Pass"}')
STAY = msgspec.Raw(b'{"kind":"Decide","stay":true}')


def happened(state: TableState, kind: type) -> int:
    """The number of events of this kind in the log of a table."""
    return sum(
        isinstance(event, kind)
        for entry in state.entries
        for what in entry.what
        if isinstance(what, e.Happened)
        for event in what.events
    )


def test_what_one_worker_keeps_the_others_tell(
    postgres: PostgresServer, redis: RedisServer
) -> None:
    """A move, a chat message, and presence."""

    async def go() -> None:
        database = postgres.database()
        async with worker(database, redis.url) as here, worker(database, redis.url) as there:
            ours = await made(here, ("me", None))
            theirs = await opened(there, ours.state.name)
            ada, ben = Watching(ADA), Watching(BEN)
            ours.watch(ada)
            theirs.watch(ben)
            await done(theirs, BEN, commands.Sit("1", "Ben"))
            await done(ours, ADA, commands.Start("2"))
            await done(theirs, BEN, commands.Say("3", "Bonjour"))
            await until(lambda: ours.state.number == theirs.state.number)
            assert ours.state.entries == theirs.state.entries
            await until(lambda: ours.present == theirs.present == {0, 1})
            assert ours.watching_everywhere == theirs.watching_everywhere == 2
            assert ben.woken > 0
            counts = await there.broker.presence_counts([ours.state.name])
            assert counts == {ours.state.name: 2}
            ours.unwatch(ada)
            await until(lambda: theirs.present == {1})

    run(go)


def test_a_slow_broker_keeps_nobody_from_playing(
    postgres: PostgresServer, redis: RedisServer
) -> None:
    """Notifications are late; a move is neither delayed nor refused because of that."""

    async def go() -> None:
        database = postgres.database()
        async with (
            slow(redis.url, 0.5) as far,
            worker(database, far) as here,
            worker(database, far) as there,
        ):
            ours = await made(here, ("me", None))
            theirs = await opened(there, ours.state.name)
            await done(theirs, BEN, commands.Sit("sit", "Ben"))
            await done(ours, ADA, commands.Start("start"))
            for number in range(6):
                turn = ours.state.awaited[0]
                guest_hash, table = ((ADA, ours), (BEN, theirs))[turn]
                await done(table, guest_hash, commands.Act(f"{number}", turn, PASS))
                await until(lambda: ours.state.number == theirs.state.number)
                if not ours.state.playing:
                    break
            assert ours.state.entries == theirs.state.entries

    run(go)


def test_nobody_is_refused_by_an_old_state(postgres: PostgresServer, redis: RedisServer) -> None:
    """One worker gets no notifications (its broker is down) and still knows whose turn it is."""

    async def go() -> None:
        database = postgres.database()
        deaf = "redis://127.0.0.1:1/0"
        async with worker(database, redis.url) as here, worker(database, deaf) as there:
            ours = await made(here, ("me", None))
            theirs = await opened(there, ours.state.name)
            await done(ours, BEN, commands.Sit("1", "Ben"))
            await done(ours, ADA, commands.Start("2"))
            assert theirs.state.status == "gathering"
            turn = ours.state.awaited[0]
            guest_hash = (ADA, BEN)[turn]
            await done(theirs, guest_hash, commands.Act("3", turn, PASS))
            assert theirs.state.number == ours.state.number + 1
            # The same message, sent again to the other worker, is recognised as done.
            await done(ours, guest_hash, commands.Act("3", turn, PASS))
            assert ours.state.entries == theirs.state.entries
            assert await refused(ours, guest_hash, commands.Act("4", turn, PASS)) == "not-your-turn"

    run(go)


def test_a_move_that_two_workers_make_at_once_is_played_once(
    postgres: PostgresServer, redis: RedisServer
) -> None:
    async def go() -> None:
        database = postgres.database()
        async with worker(database, redis.url) as here, worker(database, redis.url) as there:
            ours = await made(here, ("me", "me"))
            await done(ours, ADA, commands.Start("start"))
            theirs = await opened(there, ours.state.name)
            for turn in range(6):
                await until(lambda: ours.state.number == theirs.state.number)
                if not ours.state.playing:
                    break
                seat, after = ours.state.awaited[0], ours.state.number
                asked = [
                    table.do(ADA, commands.Act(f"{turn}", seat, PASS, after))
                    for table in (ours, theirs)
                ]
                await asyncio.gather(*asked)
                stored = await here.store.entry_counts([ours.state.name])
                assert stored == {ours.state.name: after + 1}

    run(go)


def test_a_clock_strikes_once_whoever_watches(postgres: PostgresServer, redis: RedisServer) -> None:
    """Three workers have the table in memory, and each has a timer for the same deadline."""

    async def go() -> None:
        database = postgres.database()
        async with (
            worker(database, redis.url) as one,
            worker(database, redis.url) as two,
            worker(database, redis.url) as three,
        ):
            ours = await made(one, ("me", "me"), turn_seconds=1)
            await done(ours, ADA, commands.Start("start"))
            tables = [ours, *[await opened(house, ours.state.name) for house in (two, three)]]
            await until(lambda: happened(ours.state, Elapsed) >= 2)
            await until(lambda: len({table.state.number for table in tables}) == 1)
            assert ours.state.running is not None
            assert verify(ours.state.running.match.rules, ours.state.running.match.record)
            strikes = [
                entry.at for entry in ours.state.entries if b"Elapsed" in entry_codec.encode(entry)
            ]
            turns = [later - earlier for earlier, later in pairwise(strikes)]
            assert all(turn >= 1000 for turn in turns)

    run(go)


def test_a_clock_strikes_though_its_worker_was_killed(
    postgres: PostgresServer, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease runs out, and another worker wakes the table."""
    monkeypatch.setattr(tables_house, "LEASE_MS", 3_000)

    async def go() -> None:
        database = postgres.database()
        async with worker(database, redis.url, sweeps=False) as killed:
            ours = await made(killed, ("me", "me"), turn_seconds=1)
            await done(ours, ADA, commands.Start("start"))
            name = ours.state.name
            await killed.sweep()  # it takes the lease
            ours.unload()  # as if killed: it does nothing more and releases no lease
            killed.tables.clear()
            async with worker(database, redis.url) as other:
                await until(lambda: name in other.tables)
                await until(lambda: happened(other.tables[name].state, Elapsed) >= 1)

    run(go)


def test_bots_think_in_workers_of_their_own(postgres: PostgresServer, redis: RedisServer) -> None:
    async def go() -> None:
        database = postgres.database()
        async with (
            worker(database, redis.url) as house,
            worker(database, redis.url, bots=True) as bots,
        ):
            assert house.bot_pool is None
            ours = await made(house, (1, "me"))
            await done(ours, ADA, commands.Start("start"))
            for number in range(4):
                await until(lambda: ours.state.awaited == (1,) or not ours.state.playing)
                if not ours.state.playing:
                    break
                await done(ours, ADA, commands.Act(f"{number}", 1, PASS))
            assert bots.counts["bot answers"] > 0
            assert house.counts["bot answers"] == 0

    run(go)


def test_workers_of_bots_know_at_which_tables_people_are(
    postgres: PostgresServer, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: dict[str, tuple[str, bool]] = {}

    def remember(thinking: ThinkingBots, client: str, *, people: bool) -> None:
        if thinking._house.bot_pool is not None:
            turns["now"] = (client, people)

    async def go() -> None:
        database = postgres.database()
        async with (
            worker(database, redis.url) as house,
            worker(database, redis.url, bots=True),
        ):
            monkeypatch.setattr(ThinkingBots, "take_turns", remember)
            ours = await made(house, (1, "me"))
            await done(ours, ADA, commands.Start("start"))
            if ours.state.awaited == (1,):  # the bot must have something to think about
                await done(ours, ADA, commands.Act("1", 1, PASS))
            await until(lambda: turns.get("now") == (ADA, False))  # nobody is connected
            ada = Watching(ADA)
            ada.client = "her address"
            ours.watch(ada)
            await until(lambda: turns.get("now") == ("her address", True))
            ours.unwatch(ada)
            await until(lambda: turns.get("now") == (ADA, False))

    run(go)


def test_a_lease_goes_to_one_worker_only(postgres: PostgresServer) -> None:
    async def go() -> None:
        database = postgres.database()
        stores = [PostgresStore.open(database) for _ in range(3)]
        try:
            for number in range(30):
                name = f"table-{number}"
                wake, bots = stores[0].now() - 1000, number % 3 == 0
                summary = TableSummary(name, "wordbank", "playing", wake=wake, bots=bots)
                await stores[0].append(name, 0, b"{}", summary)
            soon = stores[0].now() + 1000
            taken = await asyncio.gather(
                *(
                    store.lease(soon, 50, bots=False, duration=60_000, held=())
                    for store in stores
                    for _ in range(3)
                )
            )
            names = [name for some in taken for name in some]
            assert len(names) == len(set(names)) == 20
            for store in stores:
                assert not await store.lease(soon, 50, bots=False, duration=60_000, held=())
            assert len(await stores[1].lease(soon, 50, bots=True, duration=60_000, held=())) == 10
            await stores[1].close()  # closing releases its leases
            assert len(await stores[2].lease(soon, 50, bots=True, duration=60_000, held=())) == 10
        finally:
            for store in stores:
                await store.close()

    run(go)


def test_workers_go_by_one_clock(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clocks of their machines differ by hours; all use the clock of the database."""

    async def go() -> None:
        database = postgres.database()
        right = PostgresStore.open(database)
        wrong_hours = 3 * 3600 * 10**9
        true_time: Callable[[], int] = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: true_time() + wrong_hours)
        skewed = PostgresStore.open(database)
        try:
            assert abs(right.now() - skewed.now()) < 500
            await skewed.record_alive(skewed.now())
            assert abs(right.now() - skewed.now()) < 500
            assert list(skewed.downtimes()) == list(right.downtimes()) == []
        finally:
            await right.close()
            await skewed.close()

    run(go)


def test_no_seat_sees_a_foreign_secret_through_another_worker(
    postgres: PostgresServer, redis: RedisServer
) -> None:
    """A secret decision is visible to its author at every worker, and to nobody else."""

    async def go() -> None:
        database = postgres.database()
        async with worker(database, redis.url) as here, worker(database, redis.url) as there:
            ours = await made_of(crash.GAME, here, ("me", None))
            theirs = await opened(there, ours.state.name)
            await done(theirs, BEN, commands.Sit("sit", "Ben"))
            await done(ours, ADA, commands.Start("start"))
            await done(ours, ADA, commands.Act("decide", 0, STAY))
            await until(lambda: ours.state.number == theirs.state.number)
            assert ours.state.running is not None and ours.state.running.match.secret
            for table in (ours, theirs):
                for person, sees in ((0, True), (1, False), (None, False)):
                    told = table.updates.update(person, 0, 0)[0].decode()
                    assert '"kind":"Decide"' in told
                    assert ('"stay":true' in told) is sees
                    assert ours.state.running.match.secret not in told
                    assert ADA not in told and BEN not in told

    with crash.quick_game():
        run(go)


def test_who_waits_for_a_database_that_dies_is_told_nothing_wrong(
    postgres: PostgresServer, redis: RedisServer
) -> None:
    """Whether the write succeeded is known only when the database is back."""

    async def go() -> None:
        database = postgres.database()
        async with worker(database, redis.url) as house:
            ours = await made(house, ("me", "me"))
            await done(ours, ADA, commands.Start("start"))
            name, seat, number = ours.state.name, ours.state.awaited[0], ours.state.number
            with closing(psycopg.connect(database)) as other:
                other.execute("SELECT * FROM tables FOR UPDATE")
                asked = asyncio.create_task(ours.do(ADA, commands.Act("move", seat, PASS)))
                await asyncio.sleep(0.2)
                assert not asked.done()
                postgres.kill()
            told = await asyncio.gather(asked, return_exceptions=True)
            postgres.start()
            stored = (await house.store.entry_counts([name]))[name] > number
            match told[0]:
                case Done():
                    assert stored
                case OutcomeUnknown():
                    pass
                case problem:
                    assert isinstance(problem, StoreError) and not stored
            await done(ours, ADA, commands.Act("move", seat, PASS))
            assert ours.state.number == number + 1

    run(go)


def test_a_broker_ends_though_its_client_forgets_that_it_was_cancelled(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `asyncio.wait_for` does below Python 3.12, if the answer comes at the same moment."""
    connected, reached = asyncio.Event(), asyncio.Event()
    subscribe = PubSub.subscribe

    async def forgetful(self: PubSub, *channels: str) -> None:
        await subscribe(self, *channels)
        if channels == ("escale:table",):
            reached.set()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(LONG)

    async def go() -> None:
        monkeypatch.setattr(PubSub, "subscribe", forgetful)
        broker = RedisBroker(redis.url)
        broker.listeners.connected = connected.set
        running = asyncio.create_task(broker.run())
        await connected.wait()
        broker.subscribe("table")
        await reached.wait()
        running.cancel()
        ended, _ = await asyncio.wait({running}, timeout=LONG / 2)
        assert ended

    run(go)

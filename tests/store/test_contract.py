"""What every store must do."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Sequence

import pytest

from escale.store import Conflict, Downtime, Store, StoreError, TableSummary
from tests.store.conftest import Visit


def summary(table: str, **more: object) -> TableSummary:
    return TableSummary(table, "wordbank", "playing", **more)  # type: ignore[arg-type]


async def outcome(store: Store, table: str, after: int, new: TableSummary | None = None) -> object:
    try:
        return await store.append(table, after, b"%d" % after, new)
    except (Conflict, StoreError) as problem:
        return type(problem)


async def together(*asked: Awaitable[object]) -> list[object]:
    return list(await asyncio.gather(*asked))


def names(summaries: Sequence[TableSummary]) -> list[str]:
    return [one.table for one in summaries]


def test_entries_are_numbered_and_read_back(visit: Visit) -> None:
    async def go(store: Store) -> None:
        assert await store.append("a", 0, b"one", summary("a")) == 1
        assert await store.append("a", 1, b"\x00\xff") == 2
        assert await store.append("a", 2, b"") == 3
        assert await store.append("b", 0, b"other", summary("b")) == 1
        assert await store.entries_after("a", 0) == [b"one", b"\x00\xff", b""]
        assert await store.entries_after("a", 2) == [b""]
        assert await store.entries_after("a", 3) == []
        assert await store.entries_after("nowhere", 0) == []

    visit(go)


def test_changes_are_new_entries_and_the_current_summary(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"one", summary("a", code="KIWI"))
        await store.append("b", 0, b"other", summary("b"))
        await store.append("a", 1, b"two", summary("a", wake=7, guests=("ann",)))
        await store.append("a", 2, b"")
        now = summary("a", wake=7, guests=("ann",))
        assert await store.changes_after("a", 0) == ([b"one", b"two", b""], now)
        assert await store.changes_after("a", 2) == ([b""], now)
        assert await store.changes_after("a", 3) is None
        assert await store.changes_after("nowhere", 0) is None

    visit(go)


def test_all_is_there_after_a_restart(visit: Visit) -> None:
    kept = summary("a", code="KIWI", wake=7, guests=("ann", "bob"), summary=b"sum", listed=True)

    async def before(store: Store) -> None:
        await store.append("a", 0, b"one", kept)
        await store.append("a", 1, b"two")

    async def after(store: Store) -> None:
        assert await store.summary("a") == kept
        assert await store.entries_after("a", 0) == [b"one", b"two"]
        assert await store.table_with_code("KIWI") == "a"
        assert await outcome(store, "a", 1) is Conflict
        assert await outcome(store, "b", 0, summary("b", code="KIWI")) is Conflict
        assert await store.append("a", 2, b"three") == 3
        assert await store.append("b", 0, b"one", summary("b")) == 1

    visit(before)
    visit(after)


@pytest.mark.parametrize("after", [0, 1, 3, 4, -1])
def test_an_entry_must_follow_the_last_one(visit: Visit, after: int) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a"))
        await store.append("a", 1, b"1")
        assert await outcome(store, "a", after, summary("a", code="KIWI")) is Conflict
        assert await store.entries_after("a", 0) == [b"0", b"1"]
        assert await store.summary("a") == summary("a")

    visit(go)


def test_a_table_that_is_not_there_has_no_entries(visit: Visit) -> None:
    async def go(store: Store) -> None:
        assert await outcome(store, "a", 1) is Conflict
        assert await store.summary("a") is None

    visit(go)


def test_the_first_entry_needs_a_summary(visit: Visit) -> None:
    async def go(store: Store) -> None:
        with pytest.raises(ValueError, match="summary"):
            await store.append("a", 0, b"0")
        with pytest.raises(ValueError, match="summary"):
            await store.append("a", 0, b"0", summary("b"))

    visit(go)


def test_a_conflict_fails_alone(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a", code="KIWI"))
        told = await together(
            outcome(store, "b", 0, summary("b")),
            outcome(store, "a", 7),
            outcome(store, "c", 0, summary("c", code="KIWI")),
            outcome(store, "a", 1),
            outcome(store, "a", 1),
            outcome(store, "d", 0, summary("d", code="PLUM")),
            outcome(store, "e", 0, summary("e", code="PLUM")),
            outcome(store, "a", 2),
        )
        assert told == [1, Conflict, Conflict, 2, Conflict, 1, Conflict, 3]
        assert await store.entries_after("a", 0) == [b"0", b"1", b"2"]
        assert await store.entries_after("c", 0) == []
        assert await store.summary("e") is None
        assert await store.table_with_code("PLUM") == "d"

    visit(go)


def test_one_of_many_rivals_is_first(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a"))
        for after in range(1, 20):
            told = await together(*(outcome(store, "a", after) for _ in range(5)))
            assert sorted(told, key=str) == [after + 1, *[Conflict] * 4]

    visit(go)


def test_an_invalid_append_fails_alone(visit: Visit) -> None:
    async def go(store: Store) -> None:
        bad = "\ud800"
        told = await together(
            outcome(store, "a", 0, summary("a")),
            outcome(store, bad, 0, summary(bad)),
            outcome(store, "b", 0, summary("b", guests=("ann", bad))),
            outcome(store, "c", 0, summary("c", wake=1 << 80)),
            outcome(store, "d", 0, summary("d", guests=("ann",))),
        )
        assert told == [1, StoreError, StoreError, StoreError, 1]
        assert names(await store.tables_of_guest("ann", 9)) == ["d"]
        assert await store.append("b", 0, b"0", summary("b")) == 1

    visit(go)


def test_an_invalid_query_fails_alone(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a"))
        bad, good = await asyncio.gather(
            store.table_with_code("\ud800"), store.summary("a"), return_exceptions=True
        )
        assert isinstance(bad, Exception)
        assert good == summary("a")

    visit(go)


def test_a_summary_stays_until_it_is_replaced(visit: Visit) -> None:
    async def go(store: Store) -> None:
        first = summary("a", code="KIWI", listed=True, wake=5, guests=("ann",), summary=b"1")
        await store.append("a", 0, b"0", first)
        await store.append("a", 1, b"1")
        assert await store.summary("a") == first
        last = TableSummary("a", "wordbank", "over")
        await store.append("a", 2, b"2", last)
        assert await store.summary("a") == last
        assert await store.table_with_code("KIWI") is None
        assert await store.listed_tables(9) == []
        assert await store.tables_of_guest("ann", 9) == []
        assert await store.due_tables(9, 9) == []

    visit(go)


def test_a_code_goes_from_table_to_table(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a", code="KIWI"))
        await store.append("b", 0, b"0", summary("b", code="PLUM"))
        told = await together(
            outcome(store, "b", 1, summary("b", code="KIWI")),  # taken still
            outcome(store, "a", 1, summary("a", code="PEAR")),
            outcome(store, "b", 1, summary("b", code="KIWI")),
            outcome(store, "a", 2, summary("a", code="PLUM")),
            outcome(store, "c", 0, summary("c", code="PEAR")),
            outcome(store, "d", 0, summary("d", code="KIWI")),
        )
        assert told == [Conflict, 2, 2, 3, 1, Conflict]
        codes = {code: await store.table_with_code(code) for code in ("KIWI", "PLUM", "PEAR")}
        assert codes == {"KIWI": "b", "PLUM": "a", "PEAR": "c"}

    visit(go)


def test_a_code_can_be_given_up_and_taken_back(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a", code="KIWI"))
        told = await together(
            outcome(store, "a", 1, summary("a")),
            outcome(store, "a", 2, summary("a", code="KIWI")),
            outcome(store, "b", 0, summary("b", code="KIWI")),
        )
        assert told == [2, 3, Conflict]
        assert await store.table_with_code("KIWI") == "a"

    visit(go)


def test_lists_begin_with_what_changed_last(visit: Visit) -> None:
    async def go(store: Store) -> None:
        for table in "abcd":
            guests = ("ann", "bob") if table in "abc" else ("bob",)
            shown = summary(table, listed=table != "b", guests=guests)
            await store.append(table, 0, b"0", shown)
        await store.append("a", 1, b"1", summary("a", listed=True, guests=("ann",)))
        assert names(await store.listed_tables(9)) == ["a", "d", "c"]
        assert names(await store.listed_tables(2)) == ["a", "d"]
        assert names(await store.tables_of_guest("ann", 9)) == ["a", "c", "b"]
        assert names(await store.tables_of_guest("ann", 1)) == ["a"]
        assert names(await store.tables_of_guest("bob", 9)) == ["d", "c", "b"]
        assert await store.tables_of_guest("zoe", 9) == []

    visit(go)


def test_guests_come_and_go_at_once(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await asyncio.gather(
            outcome(store, "a", 0, summary("a", guests=("ann", "ann", "bob"))),
            outcome(store, "a", 1, summary("a", guests=("bob", "cat"))),
            outcome(store, "a", 2, summary("a", guests=("cat", "ann"))),
        )
        found = [guest for guest in ("ann", "bob", "cat") if await store.tables_of_guest(guest, 1)]
        assert found == ["ann", "cat"]
        kept = await store.summary("a")
        assert kept
        assert kept.guests == ("cat", "ann")

    visit(go)


def test_due_begins_with_the_first(visit: Visit) -> None:
    async def go(store: Store) -> None:
        for table, wake in [("a", 30), ("b", 10), ("c", None), ("d", 20), ("e", 40)]:
            await store.append(table, 0, b"0", summary(table, wake=wake))
        assert await store.due_tables(30, 9) == ["b", "d", "a"]
        assert await store.due_tables(30, 2) == ["b", "d"]
        assert await store.due_tables(9, 9) == []

    visit(go)


def test_many_tables_at_once(visit: Visit) -> None:
    """Any number of appends together, with and without summaries, comes out in order."""

    async def go(store: Store) -> None:
        rng = random.Random("escale")

        async def play(table: str, entries: int) -> None:
            await store.append(table, 0, b"0", summary(table, code=table, guests=("all", table)))
            for after in range(1, entries):
                new = summary(table, wake=after, guests=("all",)) if rng.random() < 0.3 else None
                assert await store.append(table, after, b"%d" % after, new) == after + 1

        tables = {f"table-{number}": rng.randrange(1, 20) for number in range(300)}
        await asyncio.gather(*(play(*table) for table in tables.items()))
        for table, entries in tables.items():
            assert await store.entries_after(table, 0) == [
                b"%d" % number for number in range(entries)
            ]
        assert len(await store.tables_of_guest("all", 999)) == len(tables)

    visit(go)


def test_a_new_store_has_no_downtime(visit: Visit) -> None:
    async def go(store: Store) -> None:
        assert list(store.downtimes()) == []

    visit(go, now=5000)


def test_downtime_postpones_wakes(visit: Visit) -> None:
    async def first(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a", wake=6000))
        await store.append("b", 0, b"0", summary("b"))
        await store.record_alive(5000)

    async def second(store: Store) -> None:
        assert list(store.downtimes()) == [Downtime(5000, 9000)]
        assert await store.due_tables(9999, 9) == []
        assert await store.due_tables(10_000, 9) == ["a"]
        assert await store.summary("b") == summary("b")
        await store.record_alive(9500)

    async def third(store: Store) -> None:
        assert list(store.downtimes()) == [Downtime(5000, 9000), Downtime(9500, 9600)]
        assert await store.summary("a") == summary("a", wake=10_100)

    visit(first, now=1000)
    visit(second, now=9000)
    visit(third, now=9600)


def test_restarts_in_a_row_are_one_downtime(visit: Visit) -> None:
    async def first(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a", wake=100))
        await store.record_alive(50)

    async def nothing(store: Store) -> None:
        pass

    async def last(store: Store) -> None:
        assert list(store.downtimes()) == [Downtime(50, 90)]
        assert await store.due_tables(140, 9) == ["a"]
        assert await store.due_tables(139, 9) == []

    visit(first, now=0)
    for now in (60, 70, 80):
        visit(nothing, now=now)
    visit(last, now=90)


def test_a_clock_set_back_is_no_downtime(visit: Visit) -> None:
    """The house goes on from the hour that it had reached."""

    async def first(store: Store) -> None:
        assert store.opened_at() == 1000
        await store.append("a", 0, b"0", summary("a", wake=6000))
        await store.record_alive(5000)

    async def set_back(store: Store) -> None:
        assert store.opened_at() == 5000
        assert list(store.downtimes()) == []
        assert await store.summary("a") == summary("a", wake=6000)

    async def later(store: Store) -> None:
        assert store.opened_at() == 7000
        assert list(store.downtimes()) == [Downtime(5000, 7000)]
        assert await store.summary("a") == summary("a", wake=8000)

    visit(first, now=1000)
    visit(set_back, now=3000)
    visit(set_back, now=2000)
    visit(later, now=7000)


def test_close_finishes_what_waits_and_refuses_more(visit: Visit) -> None:
    async def before(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a"))
        waiting = [asyncio.create_task(store.append("a", n, b"%d" % n)) for n in range(1, 50)]
        await asyncio.sleep(0)  # they have asked
        await store.close()
        assert await asyncio.gather(*waiting) == list(range(2, 51))
        assert await outcome(store, "a", 50) is StoreError
        with pytest.raises(StoreError):
            await store.record_alive(9)

    async def after(store: Store) -> None:
        assert len(await store.entries_after("a", 0)) == 50

    visit(before)
    visit(after)


def test_a_cancelled_append_does_not_disturb_others(visit: Visit) -> None:
    async def go(store: Store) -> None:
        await store.append("a", 0, b"0", summary("a"))
        await store.append("b", 0, b"0", summary("b"))
        gone = asyncio.create_task(store.append("a", 1, b"1"))
        stays = asyncio.create_task(store.append("b", 1, b"1"))
        await asyncio.sleep(0)
        gone.cancel()
        assert await stays == 2
        assert await store.append("b", 2, b"2") == 3

    visit(go)

"""Clients take turns, and so do the tables of each of them."""

from __future__ import annotations

from escale.tables import fair_queue
from escale.tables.fair_queue import FairQueue, Turn


def taken(queue: FairQueue[str]) -> list[str]:
    found = []
    while (item := queue.pop()) is not None:
        found.append(item)
    return found


def test_clients_take_turns_and_so_do_the_tables_of_each() -> None:
    queue: FairQueue[str] = FairQueue()
    greedy = [Turn("eve") for _ in range(3)]
    for number in range(2):
        for table, turn in enumerate(greedy):
            queue.put(f"eve {table}.{number}", turn)
    honest = Turn("ada")
    queue.put("ada 1", honest)
    queue.put("ada 2", honest)
    assert queue.count("eve") == 6
    assert taken(queue) == [
        *("eve 0.0", "ada 1", "eve 1.0", "ada 2"),
        *("eve 2.0", "eve 0.1", "eve 1.1", "eve 2.1"),
    ]


def test_who_was_served_longest_ago_is_next() -> None:
    queue: FairQueue[str] = FairQueue()
    for client in ("ada", "ben"):
        queue.put(client, Turn(client))
        assert queue.pop() == client
    queue.put("ben again", Turn("ben"))
    queue.put("ada again", Turn("ada"))
    assert taken(queue) == ["ada again", "ben again"]


def test_those_that_come_first_may_change_while_they_wait() -> None:
    queue: FairQueue[str] = FairQueue()
    alone, watched, gone = (Turn(client, first=False) for client in ("eve", "ada", "ben"))
    for name, turn in (("alone", alone), ("watched", watched), ("gone", gone)):
        queue.put(name, turn)
    watched.first = True
    queue.remove("gone")
    queue.remove("gone")
    assert queue.pop(lambda turn: turn.client == "nobody") is None
    assert taken(queue) == ["watched", "alone"]


def test_only_the_last_clients_are_remembered() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(2 * fair_queue.MOST_REMEMBERED + 2):
        queue.put("waits", Turn("patient"))
        queue.put("now", Turn(f"client {number}"))
        assert queue.pop(lambda turn: turn.client != "patient") == "now"
    assert len(queue._last) <= fair_queue.MOST_REMEMBERED
    assert queue.clear() == ["waits"]
    assert queue.pop() is None

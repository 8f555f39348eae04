"""One thing at a time: in the order of asking, and whoever gives up keeps nobody waiting."""

from __future__ import annotations

import asyncio

from escale.tables.lock import Turns


def test_turns_come_in_the_order_of_asking() -> None:
    async def run() -> list[int]:
        turns, done = Turns(), []

        async def work(number: int) -> None:
            async with turns:
                await asyncio.sleep(0)
                done.append(number)

        assert turns.take()
        assert not turns.take()
        tasks = [asyncio.create_task(work(number)) for number in range(5)]
        await asyncio.sleep(0)
        turns.give_back()
        assert not turns.take()  # it is the first one's already
        await asyncio.gather(*tasks)
        assert turns.take()
        return done

    assert asyncio.run(run()) == [0, 1, 2, 3, 4]


def test_whoever_gives_up_keeps_nobody_waiting() -> None:
    async def run() -> None:
        turns = Turns()

        async def wait() -> None:
            async with turns:
                pass

        for given in (False, True):  # it is cancelled before, or just after, its turn came
            assert turns.take()
            first, second = asyncio.create_task(wait()), asyncio.create_task(wait())
            await asyncio.sleep(0)
            if given:
                turns.give_back()
            first.cancel()
            await asyncio.sleep(0)
            if not given:
                turns.give_back()
            async with asyncio.timeout(5):
                await second
            assert first.cancelled()
            assert not turns.taken

    asyncio.run(run())

"""Strangers play whole matches over the network, by what they see and nothing else."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escale.cli.commands.new_game import new_game
from escale.client import Client, Refused, Table
from escale.games.registry import load_game
from tests.client.players import ENGLISH, awaited, only_pass, play, proved, run, two_at
from tests.served import House, served

HIDDEN = {"kind": "Hidden"}
CAVE = "far-cave"


def points(file: dict[str, Any]) -> list[int]:
    score = proved(file).score
    assert score is not None
    return list(score.points)


def test_two_clients_and_two_bots_play_word_bank_to_the_end(house: House) -> None:
    async def match() -> Any:
        async with two_at(house.url, ["me", 1, "open", 2]) as (hers, his):
            await hers.ask("start")
            scores = await asyncio.gather(play(hers), play(his))
            return scores, await hers.client.match(hers.id), await his.client.match(his.id)

    (hers, his), file, same_file = run(match())
    assert file == same_file
    played = proved(file)
    score = played.score
    assert score is not None
    assert (
        hers
        == his
        == {
            "kind": "Score",
            "ending": score.ending,
            "points": list(score.points),
            "winners": list(score.winners),
        }
    )
    assert [one.role for one in played.header.players] == ["person", "bot:1", "person", "bot:2"]
    assert "bot gave no answer" not in house.log.read_text(encoding="utf-8")


@pytest.fixture
def cave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A game that was written a moment ago, on the shelf of the house and on ours."""
    games = new_game(CAVE, tmp_path)
    monkeypatch.setenv("ESCALE_GAMES", str(games))
    monkeypatch.setattr(sys, "path", list(sys.path))
    with served(tmp_path, environment={"ESCALE_GAMES": str(games)}) as house:
        yield house
    load_game.cache_clear()


def test_a_new_game_is_played_over_the_network_at_once(cave: Any) -> None:
    async def match() -> Any:
        async with Client(cave.url) as ada, Client(cave.url) as bob, Client(cave.url) as eve:
            assert CAVE in [box["name"] for box in await eve.games()]
            found = await ada.make(CAVE, name="Ada", seats=["me", "open", 1, 2], listed=True)
            assert [one["table"] for one in await eve.open_tables()] == [found]
            async with ada.table(found) as hers, bob.table(found) as his, eve.table(found) as eyes:
                await his.sit("Bob")
                await hers.ask("start")
                watching = asyncio.create_task(watched(eyes))
                scores = await asyncio.gather(play(hers, 2), play(his, 2))
                return scores, await eve.match(found), await watching, eyes

    (hers, his), file, updates, eyes = run(match())
    assert hers == his == eyes.score
    assert points(file) == hers["points"]
    _check_that_it_saw_only_what_spectators_may(updates, eyes)


async def watched(table: Table) -> Any:
    """Every update until the match is over."""
    updates = []
    async for update in table.updates():
        updates.append(update)
        if table.status == "over":
            break
    return updates


def _check_that_it_saw_only_what_spectators_may(updates: Any, eyes: Any) -> None:
    assert (eyes.person, eyes.seats, list(eyes.views)) == (None, (), [None])
    views = [view for update in updates for view in update.get("views", ())]
    assert len(views) > 1  # on a busy machine, or by bad luck in the cave, they are few
    for view in views:
        assert view["seat"] is None
        assert view["offers"] == []
        assert view["seen"]["decisions"] == [HIDDEN] * 4
    what = [one for entry in eyes.happened for one in entry["what"]]
    events = [event for one in what for event in one.get("events", ())]
    acted = [event for event in events if event["kind"] == "Acted"]
    assert acted
    assert all(event["action"] == {"kind": "Decide", "stay": HIDDEN} for event in acted)
    assert all(one["secret"] == HIDDEN for one in what if one["kind"] == "Begun")
    assert all(one["guest"] == HIDDEN for one in what if one["kind"] == "Came")


def test_who_looks_on_cannot_play(house: House) -> None:
    async def match() -> None:
        async with two_at(house.url, ["me", "open"]) as (hers, _), Client(house.url) as eve:
            await hers.ask("start")
            seat = await awaited(hers)
            async with eve.table(hers.id) as eyes:
                await eyes.say("Hello", name="Eve")
                with pytest.raises(Refused) as refused:
                    await eyes.act(seat, {"kind": "Pass"})
                assert refused.value.reason == "not-your-seat"

    run(match())


def test_pass_and_play_on_one_device(house: House) -> None:
    async def match() -> Any:
        async with Client(house.url) as ada:
            seats = ["me", "me"]
            found = await ada.make("wordbank", name="Ada", seats=seats, options=ENGLISH, start=True)
            async with ada.table(found) as table:
                await awaited(table)
                assert table.seats == (0, 1)
                assert set(table.views) == {0, 1}
                assert table.play is not None
                assert [len(view["offers"]) > 0 for view in table.views.values()] == [
                    seat in table.play["awaits"] for seat in table.views
                ]
                return await play(table), await ada.match(found)

    score, file = run(match())
    assert points(file) == score["points"]


def test_in_slow_play_turns_open_the_timed_moments_that_wait(house: House) -> None:
    async def match() -> Any:
        slow = {"speed": "slow", "seconds": 3600}
        options = {**ENGLISH, "turn_seconds": 600}
        async with two_at(house.url, ["me", "open"], options, pace=slow) as (hers, his):
            await hers.ask("start")
            seat = await awaited(hers)
            mine, theirs = (hers, his) if seat in hers.seats else (his, hers)
            assert await awaited(mine) == await awaited(theirs) == seat
            assert mine.views[seat] == {"seat": seat, "held": True, "opened": False}
            assert mine.seconds_left() == theirs.seconds_left() == 600
            scores = await asyncio.gather(only_pass(hers), only_pass(his))
            return scores, await hers.client.match(hers.id), hers.happened

    (hers, his), file, happened = run(match())
    assert hers == his
    proved(file)
    opened = [one for entry in happened for one in entry["what"] if one["kind"] == "Opened"]
    assert len(opened) == sum(event["kind"] == "Acted" for event in file["log"])


def test_who_takes_the_seat_of_one_who_left_sees_what_it_sees(house: House) -> None:
    async def match() -> Any:
        async with two_at(house.url, ["me", "open"]) as (hers, his), Client(house.url) as cyd:
            await hers.ask("start")
            seat = await awaited(hers)
            leaves, stays = (hers, his) if seat in hers.seats else (his, hers)
            async with cyd.table(hers.id) as comes:
                await leaves.ask("stand-up", seat=seat)
                await comes.ask("propose", what="take-seat", seat=seat, name="Cyd")
                await stays.until(lambda now: now.about["proposal"] is not None)
                await stays.ask("answer", agree=True)
                await comes.until(lambda now: now.seats == (seat,))
                assert comes.views[seat]["offers"]
                await leaves.until(lambda now: list(now.views) == [None])
                return await asyncio.gather(only_pass(comes), only_pass(stays))

    comes, stays = run(match())
    assert comes == stays


def test_a_match_that_is_carried_away_goes_on_elsewhere(house: House) -> None:
    async def match() -> Any:
        async with Client(house.url) as ada, Client(house.url) as bob:
            found = await ada.make("wordbank", name="Ada", seats=["me", 1], options=ENGLISH)
            async with ada.table(found) as table:
                await table.ask("start")
                async for turn in table.turns():
                    await turn.act({"kind": "Pass"})
                    break
                await table.ask("propose", what="carry-away")
                assert table.about["carried_away"]
            with pytest.raises(Refused) as refused:
                await bob.match(found)
            assert refused.value.reason == "not-your-match"
            file = await ada.match(found)
            again = await bob.bring(file, "Bob")
            async with bob.table(again) as table:
                await table.sit("Bob")
                await table.ask("start")
                score = await play(table)
            return score, await bob.match(again), file

    score, whole, begun = run(match())
    assert points(whole) == score["points"]
    assert whole["log"][: len(begun["log"])] == begun["log"]

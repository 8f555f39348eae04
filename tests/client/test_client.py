"""The calls of the client, one by one, and what it puts together from updates."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from escale.client import Client, Refused
from escale.client import salts as own_salts
from escale.client.clocks import reading, seconds_left
from escale.client.table_state import TableState
from escale.core import chance
from tests.client.players import ENGLISH, awaited, only_pass, proved, run, two_at
from tests.served import House

ALONE = """
import sys, escale.client
others = [name for name in sys.modules if name.startswith("escale.")]
sys.exit(", ".join(name for name in others if not name.startswith("escale.client")) or 0)
"""


def test_a_table_that_the_house_tells_anew_is_not_known_twice() -> None:
    """A backup was put back: what was seen after it did not happen."""

    def update(number: int, *happened: tuple[int, int]) -> dict[str, Any]:
        told = [{"number": one, "at": at, "by": 0, "what": []} for one, at in happened]
        return {"kind": "update", "number": number, "now": 0, "happened": told}

    seen = TableState()
    seen.take_update(update(3, (1, 10), (2, 20), (3, 30)))
    seen.take_update(update(2, (1, 10), (2, 25)))
    seen.take_update(update(3, (3, 35)))
    assert [entry["at"] for entry in seen.happened] == [10, 25, 35]
    assert seen.number == 3


def test_it_needs_nothing_else_of_escale() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_shelf_and_its_rulebooks(house: House) -> None:
    async def look() -> None:
        async with Client(house.url, language="de") as client:
            boxes = {box["name"]: box for box in await client.games()}
            assert boxes["wordbank"]["levels"] == [1, 2, 3, 4]
            assert "# " in await client.rulebook("wordbank")
            with pytest.raises(Refused) as refused:
                await client.rulebook("../wordbank")
            assert refused.value.status == 404

    run(look())


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ftp://house", "http://", "house"])
def test_an_address_that_is_none(url: Any) -> None:
    with pytest.raises(ValueError, match="must be a URL such as"):
        Client(url)


def test_a_table_is_found_by_its_code_its_link_and_its_id(house: House) -> None:
    async def find() -> None:
        async with Client(f"{house.url}/") as client:
            found = await client.make("wordbank", name="Ada", seats=["me", 1], options=ENGLISH)
            code = (await client.look(found))["table"]["code"]
            spoken = code.upper().replace("-", " ")
            for text in (code, spoken, found, f"{house.url}/table/{found}", f" /table/{found}/ "):
                assert await client.find(text) == found
            with pytest.raises(Refused) as refused:
                await client.find("ba-ba ba-ba")
            assert refused.value.reason == "no-such-code"
            with pytest.raises(Refused) as refused:
                await client.find("0" * 24)
            assert refused.value.status == 404

    run(find())


@pytest.mark.parametrize(
    ("language", "words"), [("en", "turn"), ("fr", "tour"), ("de", "an der Reihe")]
)
def test_a_refusal_speaks_the_language_that_was_asked_for(
    house: House, language: Any, words: Any
) -> None:
    async def ask() -> Any:
        async with Client(house.url, language=language) as client:
            with pytest.raises(Refused) as refused:
                await client.make("wordbank", name="Ada", seats=["me"] * 9)
            assert refused.value.reason == "wrong-number"
            assert refused.value.details == {"fewest": 2, "most": 5}
            seats = ["me", "me"]
            found = await client.make("wordbank", name="Ada", seats=seats, start=True)
            async with client.table(found) as table:
                seat = await awaited(table)
                with pytest.raises(Refused) as refused:
                    await table.act(1 - seat, {"kind": "Pass"})
                return refused.value

    refusal = run(ask())
    assert refusal.reason == "not-your-turn"
    assert refusal.anchor == "house-turn"
    assert words in refusal.text
    assert str(refusal) == refusal.text == refusal.plain["text"]


def test_what_cannot_be_read_is_refused_to_the_one_who_said_it(house: House) -> None:
    async def ask() -> None:
        async with two_at(house.url, ["me", "open"]) as (hers, _):
            wrong: list[tuple[str, dict[str, Any]]] = [
                ("dance", {}),
                ("sit", {}),
                ("sit", {"name": "x" * 21}),
                ("act", {"seat": -1, "action": {}}),
            ]
            for kind, fields in wrong:
                with pytest.raises(Refused) as refused:
                    await hers.ask(kind, **fields)
                assert refused.value.reason == "bad-message"
            await hers.ask("start")
            seat = await awaited(hers)
            mine = hers if seat in hers.seats else _
            await awaited(mine)
            with pytest.raises(Refused) as refused:
                await mine.act(seat, {"kind": "Pass", "quickly": True})
            assert refused.value.reason == "bad-action"

    run(ask())


def test_the_same_id_does_it_once(house: House) -> None:
    async def talk() -> None:
        async with two_at(house.url, ["me", "open"]) as (hers, _):
            number = hers.number
            for _ in range(3):
                await hers.ask("say", id="hello", text="Hello")
            assert hers.number == number + 1
            await asyncio.gather(*(hers.ask("say", id="again", text="Again") for _ in range(3)))
            assert hers.number == number + 2

    run(talk())


# Salts


def test_pledges_are_those_of_the_engine() -> None:
    salt = own_salts.new()
    assert chance.is_key(salt)
    assert own_salts.pledge(salt) == chance.pledge(salt)


def test_a_salt_is_pledged_told_and_found_in_the_match_file(house: House) -> None:
    async def match() -> Any:
        async with Client(house.url) as ada, Client(house.url) as bob:
            seats = ["open", "open"]
            found = await ada.make("wordbank", name="Ada", seats=seats, options=ENGLISH)
            async with ada.table(found) as hers, bob.table(found) as his:
                assert await hers.sit("Ada") == 0
                assert await his.sit("Bob", seat=1) == 1
                await hers.ask("start")
                await asyncio.gather(only_pass(hers), only_pass(his))
            return await ada.match(found), ada, bob

    file, ada, bob = run(match())
    proved(file)
    assert (ada.check_salt(file, 0), ada.check_salt(file, 1)) == (True, False)
    assert (bob.check_salt(file, 0), bob.check_salt(file, 1)) == (False, True)
    without = [event for event in file["log"] if event["kind"] != "Salted"]
    assert not ada.check_salt({**file, "log": without}, 0)
    late = [*without, *(event for event in file["log"] if event["kind"] == "Salted")]
    assert not ada.check_salt({**file, "log": late}, 0)


# Clocks and moments


def test_clocks_run_on_between_updates() -> None:
    clock = {"value": 1000, "since": 50_000}
    assert reading(clock, 53_000) == 4000
    assert reading(clock, 49_000) == 1000
    assert reading({"value": 1000, "since": None}, 53_000) == 1000
    play = {"deadline": None, "limit": None, "match_clock": clock, "move_clock": clock}
    assert seconds_left(play, 53_000) is None
    assert seconds_left({**play, "limit": 10_000}, 53_000) == 6
    assert seconds_left({**play, "limit": 10_000, "deadline": 5000}, 53_000) == 1
    assert seconds_left({**play, "deadline": 5000}, 99_000) == 0


def test_the_clock_of_a_live_table_stands_still_in_a_pause(house: House) -> None:
    async def match() -> None:
        pace = {"speed": "live", "seconds": 3000}
        async with two_at(house.url, ["me", "open"], pace=pace) as (hers, his):
            assert hers.seconds_left() is None
            await hers.ask("start")
            await awaited(hers)
            assert 2900 < hers.seconds_left() <= 3000
            await hers.ask("propose", what="pause")
            await his.until(lambda now: now.about["proposal"] is not None)
            await his.ask("answer", agree=True)
            assert his.seconds_left() is None
            assert his.moment(his.play["awaits"][0]) is None
            await his.ask("resume")
            assert 2900 < his.seconds_left() <= 3000
            assert his.play == (await his.client.look(his.id))["play"]

    run(match())


def update(number: int, awaits: Any, *what: Any, **about: Any) -> Any:
    table = {"status": "playing", "paused": False, "seats": [{"resigned": False}] * 3, **about}
    entry = {"number": number, "at": 0, "by": None, "what": list(what)}
    play = {"awaits": awaits, "score": None, "deadline": None, "limit": None}
    return {"number": number, "now": 0, "happened": [entry], "table": table, "play": play}


def events(*kinds: Any) -> Any:
    return {"kind": "Happened", "events": [{"kind": kind, "seat": seat} for kind, seat in kinds]}


def test_a_moment_lasts_until_its_seat_has_played() -> None:
    seen = TableState()
    seen.take_update(update(1, [0, 1]))
    assert [seen.moment(seat) for seat in (0, 1, 2)] == [1, 1, None]
    seen.take_update(update(2, [1, 2], events(("Acted", 0))))
    assert [seen.moment(seat) for seat in (0, 1, 2)] == [None, 1, 2]
    seen.take_update(update(3, [1], events(("Acted", 1), ("Acted", 2))))
    assert seen.moment(1) == 3
    seen.take_update({"number": 4, "now": 0, "happened": []})
    assert seen.moment(1) == 3


@pytest.mark.parametrize(
    "between",
    [
        (events(("Rewound", 0)),),
        (events(("Elapsed", 0)),),
        ({"kind": "Resumed"},),
        (events(("Acted", 2)), events(("Acted", 2))),  # what came between cannot be known
    ],
)
def test_after_more_than_a_move_of_others_the_moment_is_another(between: Any) -> None:
    seen = TableState()
    seen.take_update(update(1, [0, 1]))
    seen.take_update(update(2, [0, 1], *between))
    assert (seen.moment(0), seen.moment(1)) == (2, 2)


def test_no_moment_in_a_pause_and_none_for_one_who_resigned() -> None:
    seen = TableState()
    seen.take_update(update(1, [0, 1], paused=True))
    assert seen.moment(0) is None
    seen.take_update(update(2, [0, 1], seats=[{"resigned": True}, {"resigned": False}]))
    assert (seen.moment(0), seen.moment(1)) == (None, 1)
    seen.take_update(update(3, [0, 1], status="over"))
    assert seen.moment(1) is None


def test_a_refusal_is_shown_with_the_place_that_a_programmer_has_to_know() -> None:
    told = {"reason": "bad-request", "text": "What?", "details": {"problem": "data: no `id`"}}
    assert str(Refused.from_message(told)) == "What? (data: no `id`)"
    assert str(Refused.from_message({"reason": "stale", "text": "Too late."})) == "Too late."
    assert str(Refused("http")) == "http"

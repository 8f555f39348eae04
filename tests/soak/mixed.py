"""Mixed games: every box of the house, in every language, at tables of people and of bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import count
from typing import Any, TypeAlias

from tests.soak import habits
from tests.soak.crowd import Device, Message, new_token
from tests.soak.guests import Guests
from tests.soak.player import Player, move

Wish: TypeAlias = dict[str, Any]

NAMES = ("Ada", "Ben", "Cléo", "Dora")
LONGEST_STAY = 240.0  # seconds; then a person gives up, and the next one may have the table
LAST = 4  # so many matches a table, on average; all who sit there know which is the last
PROVED = 0.8  # of the match files are taken home
SHORT = (("A", 1), ("E", 2), ("S", 1), ("T", 1), ("R", 2), ("N", 1), ("I", 1), ("O", 2))
WALK = "SPOTPAPGTPOPAPTO"
LIVE = {"speed": "live", "seconds": 20}
SLOW = {"speed": "slow", "seconds": 3600}


def _wish(game: str, seats: Sequence[str | int], pace: Wish | None = None, **options: Any) -> Wish:
    return {"game": game, "seats": [*seats], "options": options, "pace": pace or {}}


WISHES: tuple[Wish, ...] = (
    _wish("crash-cave", ["me", "open"]),
    _wish("wordbank", ["me", "open"], language="fr"),
    _wish("kreuzwort", ["me", 2], language="de", referee="dictionary"),
    _wish("fortboyard", ["me", "open", 2], language="fr", hourglass=30, roll_pace=1, plan=WALK),
    _wish("wordbank", ["me", 1, 3], language="en", referee="table", vote_seconds=5),
    _wish("kreuzwort", ["me", "open"], LIVE, language="fr", answer_seconds=5),
    _wish("crash-cave", [1, "me", 2]),
    _wish("fortboyard", ["me", 1, 3], language="en", trials="table", roll_pace=1, plan=WALK),
    _wish("wordbank", ["me", "open", 2], LIVE, language="de", referee="friendly", turn_seconds=15),
    _wish("kreuzwort", ["me", "open", 1, 2], language="en", expert=True, ring="both"),
    _wish("fortboyard", ["open", "me", "open"], language="de", hourglass=30, roll_pace=1),
    _wish("wordbank", ["me", 4], SLOW, language="fr", cards=SHORT),
    _wish("kreuzwort", [3, "me"], language="fr", turn_seconds=20, answer_seconds=5),
    _wish("crash-cave", ["me", "open", "open"], LIVE),
)
OF_BOTS = (
    _wish("crash-cave", [2, 1, 2]),
    _wish("wordbank", [1, 2], language="de", cards=SHORT),
)


def sociable(device: Device) -> Message | None:
    """What a person does next; None: they wait."""
    about = device.about
    if about is None:
        return None
    if about["status"] == "gathering":
        return habits.gathering(device)
    if about["status"] == "over":
        return habits.after(device, last=int(about["table"], 16) % LAST == 0)
    if not device.seats:  # a rematch without those who had left their seats
        device.left = True
        return None
    mine = [seat for seat in device.seats if not about["seats"][seat]["resigned"]]
    if not mine:
        device.left = device.crowd.finishing
        return {"kind": "resume"} if about["paused"] and not device.left else None
    assert isinstance(device, Player)
    tired = device.crowd.finishing or time.monotonic() > device.came_at + LONGEST_STAY
    if tired or habits.chance(device, 0.002):
        return {"kind": "resign", "seat": mine[0]}
    return habits.at_play(device) or move(device)


async def party(guests: Guests, wanted: Wish) -> None:
    """Some people at a table, and when they have gone home others, until they are to finish."""
    people = 1 + wanted["seats"].count("open")
    while not guests.finishing:
        tokens = [new_token() for _ in range(people)]
        table = await guests.make(tokens[0], **wanted)
        those = zip(NAMES, tokens, strict=False)
        await asyncio.gather(
            *(habits.evening(guests, table, token, name, Player, sociable) for name, token in those)
        )
        if table in guests.over and guests.dice.random() < PROVED:
            await guests.prove(table, tokens[0])


async def bots(guests: Guests, unseen: dict[str, float], every: float) -> None:
    """Tables of bots alone, which nobody ever looks at again, and when they were made."""
    for number in count():
        if guests.finishing:
            return
        wanted = OF_BOTS[number % len(OF_BOTS)]
        table = await guests.make(new_token(), start=True, **wanted)
        unseen[table] = time.monotonic()
        await asyncio.sleep(every)

"""How people play: with moves above all, but they also talk, take back, pause, leave and return."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.soak.crowd import Crowd, Device, Message, new_token

Habit = Callable[[Device], Message | None]


def eager(device: Device) -> Message | None:
    """What this person does next; None: they wait."""
    about = device.about
    if about is None:
        return None
    if about["status"] == "gathering":
        return gathering(device)
    if about["status"] == "over":
        return after(device)
    if not device.seats:  # a rematch without those who had left their seats
        device.left = True
        return None
    return at_play(device) or _move(device)


def at_play(device: Device) -> Message | None:
    """All that people do during a match, whatever the game, except to play."""
    return _back(device) or _proposed(device) or _around(device)


def idle(device: Device) -> Message | None:
    """Sits down, and then does nothing."""
    about = device.about
    waits = about is not None and about["status"] == "gathering"
    return gathering(device) if waits else None


def finishing(device: Device) -> Message | None:
    """Resigns, so that the match is over."""
    if device.over:
        device.left = True
        return None
    return {"kind": "resign", "seat": device.seats[0]} if device.seats else None


def chance(device: Device, share: float) -> bool:
    return not device.crowd.finishing and device.crowd.dice.random() < share


def gathering(device: Device) -> Message | None:
    if not device.seats:
        return {"kind": "sit", "name": device.name}
    if chance(device, 0.1):
        return {"kind": "stand-up", "seat": device.seats[0]}
    if chance(device, 0.2):
        return {"kind": "say", "text": "Bonjour !"}
    full = all(chair["kind"] != "empty" for chair in device.about["seats"])
    return {"kind": "start"} if full and device.about["host"] == device.person else None


def _proposed(device: Device) -> Message | None:
    proposal = device.about["proposal"]
    if proposal is None or device.person in proposal["agreed"]:
        return None
    return {"kind": "answer", "agree": device.crowd.finishing or device.crowd.dice.random() < 0.7}


def _back(device: Device) -> Message | None:
    """From a pause, and to a seat that was left."""
    if device.about["paused"]:
        return {"kind": "resume"}
    if device.about["seats"][device.seats[0]]["left"]:
        return {"kind": "sit", "name": device.name}
    return None


def _around(device: Device) -> Message | None:
    """All that is not a move."""
    seat = device.seats[0]
    if chance(device, 0.06):
        return {"kind": "say", "text": "À toi de jouer"}
    if chance(device, 0.02):
        return {"kind": "stand-up", "seat": seat}
    if device.about["proposal"] is None and chance(device, 0.08):
        return {"kind": "propose", "what": device.crowd.dice.choice(["take-back", "pause"])}
    return None


def _move(device: Device) -> Message | None:
    seat = device.seats[0]
    if device.playing is None or seat not in device.playing["awaits"]:
        return None
    seen = device.views[0]["seen"]
    carries = seen["hands"][seat] + seen["path"]
    stay = device.crowd.dice.random() < (0.6 if carries else 0.95)  # who carries nothing must stay
    action = {"kind": "Decide", "stay": stay}
    return {"kind": "act", "seat": seat, "action": action, "after": device.number}


def after(device: Device, *, last: bool = False) -> Message | None:
    """The match is over: another one, or home. Nobody leaves while another one could still begin
    without them."""
    proposal = device.about["proposal"]
    finishing = last or device.crowd.finishing
    gone = all(device.about["seats"][seat]["left"] for seat in device.seats)  # and is not asked
    if device.about["rematch"] or gone or (finishing and proposal is None):
        device.left = True
        return None
    if proposal is None:
        return {"kind": "propose", "what": "rematch"}
    if finishing:
        return {"kind": "answer", "agree": False}
    return None if device.person in proposal["agreed"] else {"kind": "answer", "agree": True}


# Whole evenings


async def evening(
    crowd: Crowd,
    table: str,
    token: str,
    name: str,
    kind: type[Device] = Device,
    habit: Habit = eager,
) -> None:
    """One person, one match after the other."""
    while True:
        device = kind(crowd, table, token, name, habit)
        await device.live()
        if not device.about["rematch"]:
            return
        table = device.about["rematch"]


async def pair(crowd: Crowd, **wanted: Any) -> None:
    """Two people, and when they have gone home two others, until they are told to finish."""
    while not crowd.finishing:
        ada, ben = new_token(), new_token()
        table = await crowd.make(ada, seats=["me", "open"], **wanted)
        await asyncio.gather(evening(crowd, table, ada, "Ada"), evening(crowd, table, ben, "Ben"))


async def alone(crowd: Crowd) -> None:
    """One person with two bots, and then another one."""
    while not crowd.finishing:
        ada = new_token()
        table = await crowd.make(ada, seats=[1, "me", 2], start=True)
        await evening(crowd, table, ada, "Ada")


async def bots(crowd: Crowd, tables: set[str], every: float) -> None:
    """Tables of bots alone. Nobody ever looks at them again."""
    while not crowd.finishing:
        tables.add(await crowd.make(new_token(), seats=[2, 1, 2], start=True))
        await asyncio.sleep(every)

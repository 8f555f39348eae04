"""docs/protocol.md tells the truth: its dialogue is held with a real house, line by line.

In a dialogue `Ada →` asks, `Ada ←` is told, and `Ada ⇄` opens a socket; what follows is indented.
An ellipsis stands for anything; so do the hours. Messages between those shown are left out.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from escale.server.refusal_texts import Reason
from escale.server.schema import json_schemas
from escale.server.settings import MATCH_FILE_BYTES, Limits
from escale.tables.log.table_state import CHAT_BURST, CHAT_MS, MOST_PEOPLE
from tests.served import House, served

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
STEP = re.compile(r"^(\w+) ([→←⇄]) (.*)$")
HOURS = re.compile(r'"(now|at|since|value|spent)":\d+')
NAMES = re.compile(r'"table":"([0-9a-f]{24})","code":"([a-z]{4}-[a-z]{4})"')


def steps() -> Iterator[tuple[str, str, str, str]]:
    """Who, which way, the first line, and what follows it."""
    blocks = re.findall(r"^```dialogue\n(.*?)^```$", PAGE, re.M | re.S)
    for block in blocks:
        lines: list[str] = []
        for line in block.splitlines():
            if STEP.match(line) and lines:
                yield step(lines)
                lines = []
            lines.append(line)
        yield step(lines)


def step(lines: list[str]) -> tuple[str, str, str, str]:
    found = STEP.match(lines[0])
    assert found, lines
    return found[1], found[2], found[3], "".join(line.strip() for line in lines[1:])


def pattern(shown: str) -> re.Pattern[str]:
    """What is shown, with whatever may differ from one evening to the next."""
    parts = []
    for part in shown.split("…"):
        pieces = HOURS.split(part)
        fixed = [re.escape(one) for one in pieces[::2]]
        hours = [f'"{name}":\\d+' for name in pieces[1::2]]
        parts.append("".join(a + b for a, b in zip(fixed, [*hours, ""], strict=True)))
    return re.compile(".*?".join(parts), re.S)


@dataclass
class Person:
    web: httpx.AsyncClient
    socket: ClientConnection | None = None
    answer: httpx.Response | None = None
    heard: list[str] = field(default_factory=list)


class Session:
    def __init__(self, house: House, stack: AsyncExitStack) -> None:
        self._house = house
        self._stack = stack
        self._people: dict[str, Person] = {}
        self._names: dict[str, str] = {}  # of the page's table and code: what they are here

    async def take(self, who: str, way: str, line: str, more: str) -> None:
        person = await self._person(who)
        if way == "⇄":
            await self._connect(person, self._here(line))
        elif way == "→" and line.startswith("{"):
            assert person.socket is not None
            await person.socket.send(self._here(line + more))
        elif way == "→":
            method, path = self._here(line).split(" ")
            body = self._here(more).encode() or None
            person.answer = await person.web.request(method, path, content=body)
        elif line.startswith("{"):
            await self._told(person, line + more)
        else:
            self._answered(person, line, more)

    async def _person(self, who: str) -> Person:
        if who not in self._people:
            web = httpx.AsyncClient(base_url=self._house.url, trust_env=False)
            self._people[who] = Person(await self._stack.enter_async_context(web))
        return self._people[who]

    async def _connect(self, person: Person, path: str) -> None:
        if person.socket is not None:
            await person.socket.close()
        headers = {"Cookie": f"escale={person.web.cookies['escale']}"}
        address = f"ws{self._house.url[4:]}{path}"
        wish = connect(address, additional_headers=headers, proxy=None)
        person.socket = await self._stack.enter_async_context(wish)
        person.heard.clear()

    async def _told(self, person: Person, shown: str) -> None:
        assert person.socket is not None
        wanted = pattern(shown)
        try:
            async with asyncio.timeout(10):
                while True:
                    told = self._there(str(await person.socket.recv()))
                    person.heard.append(told)
                    if wanted.fullmatch(told):
                        return
        except TimeoutError:
            heard = [one[:1500] for one in person.heard[-3:]]
            raise AssertionError("\n".join([shown, "was not heard, but", *heard])) from None

    def _answered(self, person: Person, line: str, more: str) -> None:
        answer = person.answer
        assert answer is not None
        assert line == str(answer.status_code), answer.text
        found, told = NAMES.search(more), NAMES.search(answer.text)
        if found and told:
            self._names |= dict(zip(found.groups(), told.groups(), strict=True))
        if more.startswith("Set-Cookie: "):
            assert pattern(more[12:]).fullmatch(answer.headers["set-cookie"])
        else:
            text = answer.text
            if answer.headers.get("content-type", "").startswith("application/json"):
                text = json.dumps(answer.json(), ensure_ascii=False, separators=(",", ":"))
            assert pattern(more).fullmatch(self._there(text)), text

    def _here(self, shown: str) -> str:
        for page, here in self._names.items():
            shown = shown.replace(page, here)
        return shown

    def _there(self, told: str) -> str:
        for page, here in self._names.items():
            told = told.replace(here, page)
        return told


def test_the_dialogue_is_what_happens(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        async with AsyncExitStack() as stack:
            session = Session(house, stack)
            for one in steps():
                await session.take(*one)

    assert len(list(steps())) > 30
    with served(tmp_path) as house:
        asyncio.run(talk(house))


def test_every_message_is_on_the_page() -> None:
    wire = json_schemas.wire()["$defs"]
    for name in ("Ask", "Told"):
        for kind in wire[name]["discriminator"]["mapping"]:
            assert f"`{kind}`" in PAGE, kind
    for union in ("Happening", "Event", "Wish"):
        for one in wire[union]["oneOf"]:
            assert f"`{one['$ref'].rsplit('/')[-1]}`" in PAGE, one
    for message in ("Update", "About", "Chair", "Play", "View", "Refused", "Presence"):
        for name in wire[message]["properties"]:
            assert f"`{name}`" in PAGE, (message, name)


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_of_an_error_is_on_the_page(reason: str) -> None:
    assert f"`{reason}`" in PAGE


@pytest.mark.parametrize(
    "told",
    [
        f"{Limits().messages.a_second:g} a second",
        f"{Limits().requests.a_second:g} a second",
        f"{Limits().message_bytes // 1024} KiB",
        f"{MATCH_FILE_BYTES // 1024**2} MiB",
        f"{Limits().stuck_seconds:g} seconds",
        f"{Limits().connections} connections",
        f"{Limits().watchers} connections",
        f"{Limits().watchers_of_address} of one address",
        f"{Limits().devices_of_player} devices",
        f"{Limits().newcomers.at_once:g} people",
        f"one every {1 / Limits().newcomers.a_second:g} seconds",
        f"{MOST_PEOPLE} people",
        f"{CHAT_BURST} things at once",
        f"one every {CHAT_MS // 1000} seconds",
    ],
)
def test_the_limits_on_the_page_are_those_of_the_house(told: str) -> None:
    assert told in PAGE

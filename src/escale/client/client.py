"""The HTTP side of the client: games, tables and match files."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from ssl import SSLContext
from typing import Any, Self
from urllib.parse import quote, urlsplit
from uuid import uuid4

import httpx
import msgspec

from escale.client import salts
from escale.client.errors import Away, Refused
from escale.client.table import Table

COOKIE = "escale"
SECURE_COOKIE = "__Host-escale"  # what a house calls it over HTTPS; it takes the other as well
DOOR_COOKIE = "escale-door"  # for whoever told the password of the house
DEFAULT_PATIENCE = 30.0  # seconds
FIRST_PAUSE, MAX_PAUSE = 0.05, 2.0
RETRY_STATUS = (429, 502, 503, 504)
_LINK = re.compile(r"(?:.*/)?([0-9a-f]{24})/?")


class Client:
    """A guest of a server.

    `token` identifies the guest: pass it again later to get the same tables and seats. `patience`
    is how long (in seconds) calls retry while the server cannot be reached, before they raise
    `Away`. Its seats add salts to the draws by themselves: `salts` has them by their pledges, and
    `told` has what the server had committed to when each was told (see `escale.client.salts`).
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str = "en",
        patience: float = DEFAULT_PATIENCE,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r}: must be a URL such as http://127.0.0.1:8080")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.token = token
        self.language = language
        self.patience = patience
        self.salts: dict[str, str] = {}
        self.told: dict[str, str] = {}
        self._admission: str | None = None
        self._http = httpx.AsyncClient(
            verify=_certificates(), timeout=max(1.0, patience), follow_redirects=True
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def enter(self, password: str) -> None:
        """Tell the password of the house, where the host has set one."""
        await self._request("POST", "/api/door", json={"password": password})

    # The shelf

    async def games(self) -> list[dict[str, Any]]:
        """The games on the shelf, each with the schemas of its options and actions."""
        found: list[dict[str, Any]] = await self._json("GET", "/api/games")
        return found

    async def rulebook(self, game: str) -> str:
        """The rulebook in Markdown, with the anchors that refusals name."""
        return (await self._request("GET", f"/api/games/{quote(game, safe='')}/rulebook")).text

    # Tables

    async def open_tables(self) -> list[dict[str, Any]]:
        """The listed tables that wait for players."""
        found: list[dict[str, Any]] = await self._json("GET", "/api/tables")
        return found

    async def my_tables(self) -> list[dict[str, Any]]:
        """The tables of this guest, last changed first."""
        found: list[dict[str, Any]] = await self._json("GET", "/api/tables/mine")
        return found

    async def make(
        self,
        game: str,
        *,
        name: str,
        seats: Sequence[str | int],
        options: Mapping[str, Any] | None = None,
        pace: Mapping[str, Any] | None = None,
        listed: bool = False,
        chat: str = "everybody",
        start: bool = False,
        id: str | None = None,
    ) -> str:
        """Make a table; returns its id. A seat is "me", "open" or the level of a bot.

        Open the table soon if it starts: its draws wait some seconds for the salt of this client.
        The same `id` returns the same table, so that a retry makes no second one."""
        wanted = {
            "id": id or new_id(),
            "game": game,
            "name": name,
            "seats": list(seats),
            "options": dict(options or {}),
            "listed": listed,
            "chat": chat,
            "start": start,
            **({"pledge": self.pledge()} if "me" in seats else {}),
            **({} if pace is None else {"pace": dict(pace)}),
        }
        return await self._table("/api/tables", json=wanted)

    async def join(self, code: str) -> str:
        """The id of the table with this code."""
        return await self._table("/api/tables/join", json={"code": code})

    async def find(self, text: str) -> str:
        """The id of the table with this code, link or id."""
        named = _LINK.fullmatch(text.strip())
        if named is None:
            return await self.join(text)
        await self.look(named[1], since=10**9)  # raises `Refused` if there is none
        return named[1]

    async def look(self, table: str, since: int = 0) -> dict[str, Any]:
        """One update: the table as this guest may see it now."""
        found: dict[str, Any] = await self._json("GET", f"/api/tables/{table}?since={since}")
        return found

    async def match(self, table: str) -> dict[str, Any]:
        """The match file of a match that is over or was carried away."""
        found: dict[str, Any] = await self._json("GET", f"/api/tables/{table}/match")
        return found

    async def bring(self, match: Mapping[str, Any], name: str, *, id: str | None = None) -> str:
        """Continue the match of a match file at a new table, with new draws; returns its id."""
        given: dict[str, Any] = {"id": id or new_id(), "name": name}
        return await self._table("/api/matches", params=given, json=dict(match))

    def table(self, table: str) -> Table:
        """A live connection to a table: `async with client.table(found) as table`."""
        return Table(self, table)

    def check_salt(self, match: Mapping[str, Any], seat: int) -> bool:
        """Whether the salt pledged for this seat is in the match file before the first draw, and
        the server has kept to what it had committed to before."""
        return salts.were_used(match, seat, self.salts, self.told)

    def pledge(self) -> str:
        """The pledge of a new salt, which is told when the match begins."""
        salt = salts.new()
        pledged = salts.pledge(salt)
        self.salts[pledged] = salt
        return pledged

    async def be_a_guest(self) -> str:
        """The token of the guest; asks the server for one if there is none."""
        if self.token is None:
            await self._request("POST", "/api/guest")
        if self.token is None:
            raise Refused("no-token", "The server gave no cookie.")
        return self.token

    # Requests

    async def _table(self, path: str, **more: Any) -> str:
        return str((await self._json("POST", path, **more))["table"])

    async def _json(self, method: str, path: str, **more: Any) -> Any:
        return msgspec.json.decode((await self._request(method, path, **more)).content)

    async def _request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Retry while the server is down or busy. Safe, since every change has an id."""
        until = time.monotonic() + self.patience
        pause = FIRST_PAUSE
        while True:
            response = None
            with suppress(httpx.TransportError):
                response = await self._once(method, path, **more)
                if response.is_success:
                    return response
                if response.status_code not in RETRY_STATUS:
                    raise _problem(response)
            wait = max(pause, _retry_after(response))
            if time.monotonic() + wait > until:
                raise Away(f"no answer from {self.url}") if response is None else _problem(response)
            await asyncio.sleep(wait)
            pause = min(2 * pause, MAX_PAUSE)

    async def _once(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Accept-Language": self.language, **self.cookie}
        response = await self._http.request(method, self.url + path, headers=headers, **more)
        told = response.cookies
        self.token = told.get(SECURE_COOKIE) or told.get(COOKIE) or self.token
        self._admission = told.get(DOOR_COOKIE) or self._admission
        self._http.cookies.clear()  # the token has one place
        return response

    @property
    def cookie(self) -> dict[str, str]:
        kept = {COOKIE: self.token, DOOR_COOKIE: self._admission}
        told = "; ".join(f"{name}={value}" for name, value in kept.items() if value is not None)
        return {"Cookie": told} if told else {}


@cache
def _certificates() -> SSLContext:
    """Cached: reading them takes longer than everything else about a client."""
    return httpx.create_ssl_context()


def new_id() -> str:
    """The id of a message; a retry has the same."""
    return uuid4().hex


def _problem(response: httpx.Response) -> Refused:
    with suppress(msgspec.DecodeError):
        body = msgspec.json.decode(response.content)
        if isinstance(body, dict) and body.get("reason"):
            return Refused.from_message(body, response.status_code)
    text = f"{response.status_code} {response.text[:200]}".strip()
    return Refused("http", text, status=response.status_code)


def _retry_after(response: httpx.Response | None) -> float:
    text = "" if response is None else response.headers.get("retry-after", "")
    return float(text) if text.isdecimal() else 0.0

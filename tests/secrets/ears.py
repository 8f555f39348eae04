"""All that somebody hears of a table, byte by byte: sockets, event streams, and every route."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from escale.core.game import LANGUAGES
from escale.server.asgi import Message
from tests.secrets.house import ToldHouse

ADDRESS = ("192.0.2.7", 50_000)  # not of the machine of the house, which may read /metrics
SEATS = 4

# What differs between two answers to the same request, whatever is hidden:
RANDOM_HEADERS = {
    b"x-request-id",  # drawn for each request
    b"set-cookie",  # a new guest gets a random token
}


class Asked(NamedTuple):
    method: str
    path: str  # with its query
    body: Any = None


Ways = Callable[["Ear"], Iterator[Asked]]
Route = tuple[str, str]  # a method and a path


def _nobody(_: Ear) -> Iterator[Asked]:
    yield from ()


def _once(*paths: str) -> Ways:
    return lambda _: (Asked("GET", path) for path in paths)


def _of_table(*rests: str) -> Ways:
    return lambda ear: (Asked("GET", f"/api/tables/{ear.table}{rest}") for rest in rests)


def _described(ear: Ear) -> Iterator[Asked]:
    for seat in sorted({"", ear.own_seat, f"&seat={ear.foreign_seat}"}):
        for language in LANGUAGES if seat == ear.own_seat else LANGUAGES[:1]:
            yield Asked("GET", f"/api/tables/{ear.table}/described?language={language}{seat}")


def _considered(ear: Ear) -> Iterator[Asked]:
    for seat in (0, 1):
        body = {"question": {"word": "tables"}, "seat": seat}
        yield Asked("POST", f"/api/tables/{ear.table}/consider", body)


def _deleted(ear: Ear) -> Iterator[Asked]:
    if not ear.opened_it:  # whoever did may delete a table that is over
        yield Asked("DELETE", f"/api/tables/{ear.table}")


def _joined(ear: Ear) -> Iterator[Asked]:
    yield Asked("POST", "/api/tables/join", {"code": ear.code})


def _hosted(ear: Ear) -> Iterator[Asked]:
    yield Asked("GET", f"/api/host/tables/{ear.table}")


def _paged(ear: Ear) -> Iterator[Asked]:
    for rest in ("", "/replay", "?seat=0"):
        yield Asked("GET", f"/table/{ear.table}{rest}")


def _asked(ear: Ear) -> Iterator[Asked]:
    """Commands that are refused, in the hope that the reason tells something."""
    for number, command in enumerate(prying(ear)):
        body = {"id": f"{ear.name}-http-{number}", **command}
        yield Asked("POST", f"/api/tables/{ear.table}/ask", body)


def prying(ear: Ear) -> Iterator[dict[str, Any]]:
    for kind in ("open", "hint", "resign"):
        yield {"kind": kind, "seat": ear.foreign_seat}
    for action in ({"kind": "Throw"}, {"kind": "Vote", "accept": True}, {"kind": "Secret"}):
        yield {"kind": "act", "seat": ear.foreign_seat, "action": action}
    yield {"kind": "salt", "seat": ear.foreign_seat, "salt": "ab" * 32}
    yield from ear.tried
    yield {"kind": "answer", "agree": True}
    yield {"kind": "propose", "what": "rematch"}
    yield {"kind": "propose", "what": "deal-again"}
    yield {"kind": "propose", "what": "stand-in", "seat": ear.foreign_seat}
    yield {"kind": "start"}
    yield {"kind": "nonsense"}


ROUTES: dict[Route, Ways] = {
    # The table
    ("GET", "/api/tables/{table:str}"): _of_table("", "?since=5&at=7", "?since=99999"),
    ("GET", "/api/tables/{table:str}/described"): _described,
    ("GET", "/api/tables/{table:str}/events"): _nobody,  # `Ear` listens all the time
    ("GET", "/api/tables/{table:str}/match"): _of_table("/match"),
    ("GET", "/api/tables/{table:str}/replay"): _of_table("/replay", "/replay?language=de"),
    ("GET", "/api/tables/{table:str}/review"): _of_table("/review?event=1", "/review?event=9"),
    ("POST", "/api/tables/{table:str}/consider"): _considered,
    ("GET", "/api/tables/{table:str}/recap"): _of_table(
        "/recap?since=0", "/recap?since=0&seat=0", "/recap?since=0&seat=1"
    ),
    ("GET", "/api/tables/{table:str}/hint"): _of_table("/hint?seat=0", "/hint?seat=1"),
    ("POST", "/api/tables/{table:str}/ask"): _asked,
    ("DELETE", "/api/tables/{table:str}"): _deleted,
    # Lists of tables
    ("GET", "/api/tables"): _once("/api/tables"),
    ("GET", "/api/tables/mine"): _once("/api/tables/mine"),
    ("POST", "/api/tables/join"): _joined,
    ("GET", "/metrics"): _once("/metrics"),
    # The host of the house: nobody here has the key
    ("GET", "/api/host"): _once("/api/host"),
    ("POST", "/api/host"): lambda _: iter([Asked("POST", "/api/host", {"kind": "unban"})]),
    ("GET", "/api/host/tables"): _once("/api/host/tables"),
    ("GET", "/api/host/tables/{table:str}"): _hosted,
    ("GET", "/api/door"): _once("/api/door"),
    ("GET", "/api/home-network"): _once("/api/home-network"),
    ("POST", "/api/home-network"): lambda _: iter(
        [Asked("POST", "/api/home-network", {"open": True})]
    ),
    ("POST", "/api/door"): lambda _: iter([Asked("POST", "/api/door", {"password": "x"})]),
    # The page
    ("GET", "/"): _nobody,
    ("HEAD", "/"): _nobody,
    ("GET", "/{path:path}"): _paged,
    ("HEAD", "/{path:path}"): _nobody,  # as GET
    # Making something new, from what the client sends
    ("POST", "/api/tables"): _nobody,
    ("POST", "/api/matches"): _nobody,
    ("POST", "/api/guest"): _nobody,
    # The same for everybody and at all times
    ("GET", "/api"): _nobody,
    ("GET", "/api/{path:str}"): _nobody,
    ("GET", "/api/games"): _nobody,
    ("GET", "/api/games/{game:str}"): _nobody,
    ("GET", "/api/games/{game:str}/rulebook"): _nobody,
    ("GET", "/api/games/{game:str}/rulebook.html"): _nobody,
    ("GET", "/api/games/{game:str}/texts"): _nobody,
    ("GET", "/api/messages.json"): _nobody,
    ("GET", "/api/openapi.json"): _nobody,
    ("GET", "/api/qr.svg"): _nobody,
    ("GET", "/healthz"): _nobody,
    ("GET", "/readyz"): _nobody,
    ("GET", "/mark.svg"): _nobody,
    ("GET", "/style.css"): _nobody,
}
"""How each route of the application is asked. A route that is not here fails a test."""

CHANGING = ("POST", "/api/tables/{table:str}/ask")  # asked last: it may change the table
OF_TABLE = [route for route in ROUTES if route[1].startswith("/api/tables/{table")]


class Ear:
    """Somebody at or around a table. `token` None: a stranger without a cookie."""

    def __init__(self, house: ToldHouse, name: str, token: str | None, seat: int | None) -> None:
        self.house = house
        self.name = name
        self.token = token
        self.own_seat = "" if seat is None else f"&seat={seat}"
        self.foreign_seat = 1 if seat == 0 else 0
        self.opened_it = seat == 0
        self.table = ""
        self.code = ""
        self.tried: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self._socket: ClientConnection | None = None
        self._texts: list[str] = []
        self._events: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._answers = asyncio.Condition()

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Cookie": f"escale={self.token}"}

    # Listening

    async def listen(self, table: str, code: str, *, to_events: bool) -> None:
        self.table, self.code = table, code
        url = f"ws{self.house.url[4:]}/api/tables/{table}/socket"
        self._socket = await connect(
            url,
            additional_headers=self.headers,
            proxy=None,
            compression=None,
            ping_interval=None,
            close_timeout=1,
        )
        self._tasks = [asyncio.create_task(self._listen_to_socket(self._socket))]
        if to_events:
            self._tasks.append(asyncio.create_task(self._listen_to_events()))
        while not (self._texts and (self._events or not to_events)):
            await asyncio.sleep(0.001)

    async def _listen_to_socket(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                self._texts.append(str(text))
        self._texts.append(f"closed {socket.close_code}")

    async def _listen_to_events(self) -> None:
        asked = Asked("GET", f"/api/tables/{self.table}/events")
        await self._send(asked, lambda part: self._events.append(part.decode()))
        self._events.append("closed")

    async def has_heard_all(self) -> None:
        """The answer to a ping comes after all that was sent before, and after the answer to a
        command: a connection handles one at a time."""
        assert self._socket is not None
        with suppress(ConnectionClosed):
            await (await self._socket.ping())

    async def is_shut_out(self) -> None:
        await asyncio.wait(self._tasks)

    def take_down(self, step: str) -> None:
        """What came since the last time."""
        for way, parts in (("socket", self._texts), ("events", self._events)):
            self.heard += [f"{step} | {way} | {part}" for part in parts]
            parts.clear()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # Asking

    async def say(self, command: dict[str, Any]) -> None:
        """Over the socket; the answer is heard like everything else."""
        assert self._socket is not None
        with suppress(ConnectionClosed):
            await self._socket.send(json.dumps(command))

    async def look_around(self, step: str, routes: Iterable[Route]) -> None:
        """Ask routes for all that they may tell about the table."""
        for route in routes:
            if route != CHANGING:
                for asked in ROUTES[route](self):
                    await self._take_down_answer(step, asked)

    async def pry(self, step: str) -> None:
        """Command what is refused, over HTTP and over the socket."""
        for asked in ROUTES[CHANGING](self):
            await self._take_down_answer(step, asked)
        for number, command in enumerate(prying(self)):
            await self.say({"id": f"{self.name}-socket-{number}", **command})

    async def ask(self, asked: Asked) -> tuple[int, Any]:
        """The status and the JSON of the answer, which is not taken down."""
        parts: list[bytes] = []
        start = await self._send(asked, parts.append)
        return start["status"], json.loads(b"".join(parts) or b"null")

    async def _take_down_answer(self, step: str, asked: Asked) -> None:
        parts: list[bytes] = []
        start = await self._send(asked, parts.append)
        headers = [one for one in start["headers"] if one[0] not in RANDOM_HEADERS]
        answer = f"{start['status']} {headers} {parts}"
        self.heard.append(f"{step} | {asked.method} {asked.path} {asked.body} | {answer}")

    async def _send(self, asked: Asked, take: Callable[[bytes], object]) -> Message:
        """To the application itself, so that every part of an answer is seen as it is sent."""
        path, _, query = asked.path.partition("?")
        body = b"" if asked.body is None else json.dumps(asked.body).encode()
        headers = [(b"host", b"127.0.0.1"), (b"content-length", b"%d" % len(body))]
        headers += [(key.lower().encode(), one.encode()) for key, one in self.headers.items()]
        requests = iter([{"type": "http.request", "body": body, "more_body": False}])
        start: Message = {}
        answered = asyncio.Event()

        async def receive() -> Message:
            for request in requests:
                return request
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            if message.get("body"):
                take(bytes(message["body"]))
            if not message.get("more_body"):
                answered.set()

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ADDRESS,
            "server": ("127.0.0.1", 80),
        }
        await self.house.app(scope, receive, send)
        return start

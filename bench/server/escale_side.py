"""Escale, through its own doors: tables are made over HTTP, moves go over the WebSocket.

Every move that it acknowledges is on disk (SQLite, synchronous=FULL).
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from rest import Rest
from sides import Heard, Launch, Pair, Refused, Standing, Voice

ROOT = Path(__file__).parents[2]
EVENTS = b'},"events":'  # of the match, behind its clocks
UPDATE = b'{"kind":"update"'
REFUSED = b'{"kind":"refused"'
A_TABLE = 50  # idle connections that look at the same one
TIDY_SECONDS = 1.0


class EscaleVoice:
    """A seat at a table, or (without a seat) somebody who looks on."""

    __slots__ = ("_seat", "_stands", "headers", "path")

    def __init__(self, table: str, seat: int | None = None, token: str = "") -> None:
        self.path = f"/api/tables/{table}/socket"
        self.headers: Mapping[str, str] = {"Cookie": f"escale={token}"} if token else {}
        self._seat = b"" if seat is None else b'","seat":%d,"action":{"kind":"Add","step":' % seat
        self._stands = False

    def opened(self) -> bytes | None:
        self._stands = False
        return None  # the server speaks first

    def hear(self, frame: bytes) -> Heard:
        if frame.startswith(UPDATE):
            if not self._stands:
                self._stands = True
                return standing(frame)
            begin = frame.find(EVENTS)
            if begin < 0:
                return None
            begin += len(EVENTS)
            return int(frame[begin : frame.index(b",", begin)])
        if frame.startswith(REFUSED):
            raise Refused(frame.decode()[:300])
        return None

    def move(self, step: int, made: int) -> bytes:
        return b'{"kind":"act","id":"%d%s%d}}' % (made, self._seat, step)


def standing(frame: bytes) -> Standing:
    told = json.loads(frame)
    if "play" not in told:
        return Standing(0, 0)
    return Standing(told["play"]["events"], told["views"][0]["seen"]["counter"])


class Escale:
    """This checkout, or another one with its own `.venv` (after `make test` there)."""

    name = "Escale"
    durable = True

    def __init__(self, checkout: Path | None = None) -> None:
        if checkout:
            self.name = "Escale before"
        self._python = str(checkout / ".venv/bin/python") if checkout else sys.executable
        self._games = (checkout or ROOT) / "bench/server/game"

    def prepare(self, cache: Path) -> None:
        pass  # it is what runs this benchmark

    def about(self) -> str:
        return f"{version('escale')}, uvicorn {version('uvicorn')}"

    def launch(self, port: int, data: Path) -> Launch:
        many = "1000000"
        command = [self._python, "-m", "escale", "serve", "--port", str(port)]
        command += ["--database", str(data / "escale.sqlite"), "--connections", many]
        command += ["--messages-a-second", many, "--requests-a-second", many]
        command += ["--tables-a-second", many]
        return Launch(command, data, {"ESCALE_GAMES": str(self._games)})

    def seat(self, port: int, matches: int, goal: int) -> list[Pair]:
        with Rest(port) as rest:
            return [self._match(rest, goal) for _ in range(matches)]

    def _match(self, rest: Rest, goal: int) -> Pair:
        tokens = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        ada, ben = ({"Cookie": f"escale={token}"} for token in tokens)
        wish = {"id": "make", "game": "corridor", "name": "Ada", "seats": ["me", "open"]}
        made = rest.post("/api/tables", {**wish, "options": {"goal": goal}}, ada)
        table = made["table"]
        rest.post(f"/api/tables/{table}/ask", {"kind": "sit", "id": "sit", "name": "Ben"}, ben)
        rest.post(f"/api/tables/{table}/ask", {"kind": "start", "id": "start"}, ada)
        return EscaleVoice(table, 0, tokens[0]), EscaleVoice(table, 1, tokens[1])

    def idlers(self, port: int, count: int) -> list[Voice]:
        tables = -(-count // A_TABLE)
        pairs = self.seat(port, tables, 1000)
        paths = [pair[0].path.split("/")[3] for pair in pairs]
        return [EscaleVoice(paths[number % tables]) for number in range(count)]

    def tidy(self, pid: int) -> None:
        time.sleep(TIDY_SECONDS)

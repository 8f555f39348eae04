"""boardgame.io, through its own doors: its lobby over HTTP, its moves over socket.io.

Of socket.io we need few frames, so they are written by hand; "42/corridor," is a packet of
engine.io (4: message) with a packet of socket.io (2: event) in the namespace of the game.

peer/package.json keeps koa-compose at 4.1.0: with 4.2.0, which a fresh installation would bring,
boardgame.io 0.50 answers 404 to everything over HTTP. It keeps node-persist, on which FlatFile
stands, at 3.1.0: 3.1.3 is no faster under load and may hold a write back for a second, and 4
does not run with it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from install import HERE, node_packages, program
from rest import Rest
from sides import Heard, Launch, Pair, Standing, Voice

GAME = "corridor"
OPEN, PING, PONG = b"0", b"2", b"3"
CONNECT = f"40/{GAME},".encode()
EVENT = f"42/{GAME},".encode()
UPDATE = EVENT + b'["update",'
SYNC = EVENT + b'["sync",'
STATE_ID = b'"_stateID":'
TIDY_SECONDS = 1.0


class PeerVoice:
    """A seat of boardgame.io, or (without a match) a connection that only stays open."""

    __slots__ = ("_end", "_hello", "_start")

    path = "/socket.io/?EIO=4&transport=websocket"
    headers: Mapping[str, str] = {}

    def __init__(self, match: str = "", seat: str = "", credentials: str = "") -> None:
        self._hello = b""
        if match:
            self._hello = EVENT + json.dumps(["sync", match, seat, credentials, 2]).encode()
        # A move is the same text around its step and the number of the state that it is based on.
        payload = f'"playerID":"{seat}","credentials":"{credentials}"'
        self._start = EVENT + b'["update",{"type":"MAKE_MOVE","payload":{"type":"add",'
        self._start += payload.encode() + b',"args":['
        self._end = f',"{match}","{seat}"]'.encode()

    def opened(self) -> bytes | None:
        return None  # the server speaks first

    def hear(self, frame: bytes) -> Heard:
        if frame.startswith(UPDATE):
            # An update is about a kilobyte of JSON, of which the driver wants one number.
            # The first one is that of the state; the log behind it has others.
            begin = frame.index(STATE_ID) + len(STATE_ID)
            return int(frame[begin : frame.index(b"}", begin)])
        if frame == PING:
            return PONG
        if frame.startswith(OPEN):
            return CONNECT
        if frame.startswith(CONNECT):
            return self._hello or None
        if frame.startswith(SYNC):
            return standing(frame)
        return None

    def move(self, step: int, made: int) -> bytes:
        return b"%s%d]}},%d%s" % (self._start, step, made, self._end)


def standing(frame: bytes) -> Standing:
    _, _, told = json.loads(frame[len(EVENT) :])
    return Standing(told["state"]["_stateID"], told["state"]["G"]["counter"])


class Peer:
    """boardgame.io's server, in memory or with its FlatFile storage."""

    def __init__(self, name: str, durable: bool) -> None:
        self.name = name
        self.durable = durable
        self._folder = Path()

    def prepare(self, cache: Path) -> None:
        self._folder = node_packages(HERE / "peer", cache)

    def about(self) -> str:
        node = subprocess.run(  # noqa: S603
            [program("node"), "--version"], check=True, capture_output=True, text=True
        ).stdout.strip()
        packages = ["boardgame.io", "koa-socket-2/node_modules/socket.io"]
        packages += ["node-persist"] if self.durable else []
        return ", ".join([*map(self._version, packages), f"Node {node}"])

    def _version(self, package: str) -> str:
        text = (self._folder / "node_modules" / package / "package.json").read_text()
        found = json.loads(text)
        return f"{found['name']} {found['version']}"

    def launch(self, port: int, data: Path) -> Launch:
        command = [program("node"), "--expose-gc", "server.cjs", str(port)]
        if self.durable:
            command.append(str(data))
        return Launch(command, self._folder, {"NODE_ENV": "production"})

    def seat(self, port: int, matches: int, goal: int) -> list[Pair]:
        with Rest(port) as rest:
            return [self._match(rest, goal) for _ in range(matches)]

    def _match(self, rest: Rest, goal: int) -> Pair:
        wishes = {"numPlayers": 2, "setupData": {"goal": goal}}
        match = rest.post(f"/games/{GAME}/create", wishes)["matchID"]
        return self._join(rest, match, "0"), self._join(rest, match, "1")

    def _join(self, rest: Rest, match: str, seat: str) -> PeerVoice:
        wishes = {"playerID": seat, "playerName": f"Player {seat}"}
        joined = rest.post(f"/games/{GAME}/{match}/join", wishes)
        return PeerVoice(match, seat, joined["playerCredentials"])

    def idlers(self, port: int, count: int) -> list[Voice]:
        """In the namespace of the game and at no match: the cheapest that its clients can be."""
        return [PeerVoice() for _ in range(count)]

    def tidy(self, pid: int) -> None:
        os.kill(pid, signal.SIGUSR2)
        time.sleep(TIDY_SECONDS)


IN_MEMORY = Peer("boardgame.io, in memory", durable=False)
FLAT_FILE = Peer("boardgame.io, FlatFile", durable=True)

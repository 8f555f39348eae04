"""The driver's own limit: a server that knows no game and keeps nothing.

It tells both players of every frame that it gets, remembers the last one of each match, and that
is all. No server can be measured to be
faster than this; the closer one comes, the more it is the driver that is measured. Run as a script
it is the server; as a module, the side.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from sides import Heard, Launch, Pair, Standing, Voice

WELCOME = b"welcome "


class BareVoice:
    __slots__ = ("path",)

    headers: Mapping[str, str] = {}

    def __init__(self, match: int, seat: int) -> None:
        self.path = f"/{match}/{seat}"

    def opened(self) -> bytes | None:
        return None

    def hear(self, frame: bytes) -> Heard:
        if not frame.startswith(WELCOME):
            return int(frame)
        moves = int(frame[len(WELCOME) :])
        return Standing(moves, sum(1 + move % 3 for move in range(moves)))

    def move(self, step: int, made: int) -> bytes:
        return b"%d" % (made + 1)


class Bare:
    name = "no game, nothing kept"
    durable = False

    def prepare(self, cache: Path) -> None:
        pass  # the driver's packages are all that it needs

    def about(self) -> str:
        return "picows"

    def launch(self, port: int, data: Path) -> Launch:
        path = {"PYTHONPATH": ":".join(sys.path)}
        return Launch([sys.executable, __file__, str(port)], Path(__file__).parent, path)

    def seat(self, port: int, matches: int, goal: int) -> list[Pair]:
        return [(BareVoice(match, 0), BareVoice(match, 1)) for match in range(matches)]

    def idlers(self, port: int, count: int) -> list[Voice]:
        return [BareVoice(0, 0) for _ in range(count)]

    def tidy(self, pid: int) -> None:
        pass


async def serve(port: int) -> None:
    from picows import (
        WSFrame,
        WSListener,
        WSMsgType,
        WSTransport,
        WSUpgradeRequest,
        ws_create_server,
    )

    class Room:
        def __init__(self) -> None:
            self.last = b"0"
            self.players: list[WSTransport] = []

    rooms: defaultdict[str, Room] = defaultdict(Room)

    class Seat(WSListener):
        def __init__(self, request: WSUpgradeRequest) -> None:
            self.room = rooms[request.path.decode().split("/")[1]]

        def on_ws_connected(self, transport: WSTransport) -> None:
            self.room.players.append(transport)
            transport.send(WSMsgType.TEXT, WELCOME + self.room.last)

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()
                return
            self.room.last = frame.get_payload_as_bytes()
            for player in self.room.players:
                player.send(WSMsgType.TEXT, self.room.last)

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self.room.players.remove(transport)

    server = await ws_create_server(Seat, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(sys.argv[1])))

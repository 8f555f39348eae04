"""The frames of a socket that is open, both ways, without a task or a queue for a connection.

The handshake is uvicorn's (wire.py). What follows it is so little that passing it through layers
cost more than the moves it carried: a message is heard in the call that its bytes arrive with.
A socket is read a little at a time, and not at all while its owner does not read.
"""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from websockets.exceptions import ProtocolError
from websockets.frames import Close

from escale.server.rate_limits import Bucket
from escale.server.settings import Rate

try:
    from websockets.speedups import apply_mask
except ImportError:  # the same, slower, where no compiler was at hand
    from websockets.utils import apply_mask

SLICE = 2048  # bytes of a socket that are dealt with before others have their turn
TRIFLES = Rate(20, 200)  # pings, pongs and parts of messages
BEAT_SECONDS = 25.0  # whoever was silent from one beat to the next, though asked, has gone
CLOSE_SECONDS = 10.0  # in which a goodbye is answered

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
KNOWN = frozenset((CONT, TEXT, BINARY, CLOSE, PING, PONG))
FIN, RESERVED, MASKED = 0x80, 0x70, 0x80
WRONG, NOT_TEXT, TOO_MANY, TOO_LARGE, SILENT, RESTART = 1002, 1007, 1008, 1009, 1011, 1012
NO_CODE = 1005


class Talk(Protocol):
    """Who hears what a socket says, and tells it more."""

    def heard(self, text: str | bytes) -> None:
        """A message came. `hold` keeps the next one away."""
        ...

    def ready(self) -> None:
        """There is room again for more to be sent."""
        ...

    def stuck(self) -> None:
        """The other side has taken nothing for long: it will be gone."""
        ...

    def gone(self) -> None:
        """The connection is lost. Nothing more will come."""
        ...


class Frames(asyncio.Protocol):
    __slots__ = (
        "_alive",
        "_beat",
        "_closing",
        "_connections",
        "_held",
        "_kind",
        "_loop",
        "_most",
        "_parts",
        "_paused",
        "_soon",
        "_stuck",
        "_stuck_seconds",
        "_talk",
        "_transport",
        "_trifles",
        "_unread",
        "writable",
    )

    def __init__(
        self, transport: asyncio.Transport, connections: set[Any], most: int, stuck: float
    ) -> None:
        """`most`: bytes of a message. `stuck`: seconds to wait for who takes nothing."""
        self._transport = transport
        self._connections = connections  # the server's list, to end them all
        self._most = most
        self._stuck_seconds = stuck
        self._loop = asyncio.get_running_loop()
        self._talk: Talk
        self._unread = b""
        self._parts: list[bytes] | None = None  # of a message that comes in several frames
        self._kind = TEXT
        self._trifles: Bucket | None = None
        self._held = False  # the message before is not answered yet
        self._paused = False
        self._closing: asyncio.TimerHandle | None = None  # goodbye was said
        self._soon: asyncio.Handle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._alive = True
        self._beat = self._loop.call_later(BEAT_SECONDS, self._on_beat)
        self.writable = True

    def begin(self, talk: Talk, early: bytes) -> None:
        """`early`: what came before anybody listened. Reading was paused meanwhile."""
        self._talk = talk
        self._connections.add(self)
        self._transport.set_protocol(self)
        self._unread, self._paused = early, True
        self._read_on_soon()

    # What the talk asks for

    def send(self, message: bytes) -> None:
        if self._closing is None and not self._transport.is_closing():
            self._transport.write(_head(TEXT, len(message)) + message)

    def hold(self) -> None:
        self._held = True

    def go_on(self) -> None:
        self._held = False
        if self._unread:
            self._read_on_soon()

    def close(self, code: int) -> None:
        """Say goodbye, and leave when that is answered, or not answered for long."""
        if self._closing is None and not self._transport.is_closing():
            self._write(CLOSE, Close(code, "").serialize())
            self._closing = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)
            self._read_on_soon()

    # What the server asks for

    def shutdown(self) -> None:
        if self._closing is None and not self._transport.is_closing():
            self._write(CLOSE, Close(RESTART, "").serialize())
        self._transport.close()

    # What the connection says

    def data_received(self, data: bytes) -> None:
        self._alive = True
        if self._unread:
            self._unread += data
        else:
            self._unread = data
        if self._soon is None:
            self._read_on()

    def eof_received(self) -> None:
        pass  # and so the transport closes

    def pause_writing(self) -> None:
        self.writable = False
        self._stuck = self._loop.call_later(self._stuck_seconds, self._cut)

    def resume_writing(self) -> None:
        self.writable = True
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        self._talk.ready()
        self._read_on_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._beat, self._stuck, self._closing, self._soon):
            if timer is not None:
                timer.cancel()
        self._unread, self._parts = b"", None
        self._connections.discard(self)
        self._talk.gone()
        del self._talk  # it knows us as well: apart, both leave memory at once

    def _cut(self) -> None:
        """To close it would be to wait until all is sent."""
        self._talk.stuck()
        self._transport.abort()

    def _on_beat(self) -> None:
        if self._closing is not None or self._transport.is_closing():
            return
        if not self._alive and self._reads:
            self._fail(SILENT, "keepalive ping timeout")
            return
        if self.writable:
            self._alive = False
            self._write(PING, b"")
        self._beat = self._loop.call_later(BEAT_SECONDS, self._on_beat)

    # Reading

    @property
    def _reads(self) -> bool:
        """After a goodbye only its answer is waited for, whatever else stands still."""
        return self._closing is not None or (self.writable and not self._held)

    def _read_on_soon(self) -> None:
        if self._soon is None:
            self._soon = self._loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        """A slice at most: then it is the turn of others."""
        self._soon = None
        begin, whole = 0, True
        while whole and begin < SLICE and begin < len(self._unread) and self._reads:
            end = self._frame(begin)
            whole = end > 0
            begin = end or begin
        if self._transport.is_closing():
            self._unread = b""
            return
        self._unread = self._unread[begin:]
        waits = bool(self._unread) and (whole or not self._reads)
        if waits and self._reads:
            self._read_on_soon()
        if waits != self._paused:
            self._paused = waits
            (self._transport.pause_reading if waits else self._transport.resume_reading)()

    def _frame(self, begin: int) -> int:
        """Deal with the frame that begins here; returns where it ends. 0: it is not all here."""
        data = self._unread
        if len(data) < begin + 2:
            return 0
        first, second = data[begin], data[begin + 1]
        kind, length, mask = first & 0x0F, second & 0x7F, begin + 2
        if length > 125:
            mask += 2 if length == 126 else 8
            if len(data) < mask:
                return 0
            length = int.from_bytes(data[begin + 2 : mask], "big")
        if first & RESERVED or not second & MASKED or kind not in KNOWN:
            return self._fail(WRONG, "not a frame of a client")
        if kind >= CLOSE:
            if length > 125 or not first & FIN:
                return self._fail(WRONG, "a control frame too large")
        elif (kind == CONT) != (self._parts is not None):
            return self._fail(WRONG, "a part of no message")
        elif length + sum(map(len, self._parts or ())) > self._most:
            return self._fail(TOO_LARGE, "message too big")
        start = mask + 4
        end = start + length
        if len(data) < end:
            return 0
        body = apply_mask(data[start:end], data[mask:start])
        if kind >= CLOSE:
            self._control(kind, body)
        elif first & FIN and kind != CONT:
            self._hear(kind, body)
        else:
            self._part(kind, body, bool(first & FIN))
        return end

    def _hear(self, kind: int, body: bytes) -> None:
        if self._closing is not None:
            return
        if kind == BINARY:
            self._talk.heard(body)
            return
        try:
            text = body.decode()
        except UnicodeDecodeError:
            self._fail(NOT_TEXT, "not a text")
            return
        self._talk.heard(text)

    def _part(self, kind: int, body: bytes, last: bool) -> None:
        if not self._is_bearable():
            return
        if self._parts is None:
            self._kind, self._parts = kind, []
        # The empty ones are not kept: any number of them would fit into the largest message.
        self._parts += [body] if body else []
        if last:
            whole, self._parts = b"".join(self._parts), None
            self._hear(self._kind, whole)

    def _control(self, kind: int, body: bytes) -> None:
        if kind == CLOSE:
            self._goodbye(body)
        elif self._is_bearable() and kind == PING and self._closing is None:
            self._write(PONG, body)

    def _goodbye(self, body: bytes) -> None:
        if self._closing is None:
            try:
                code = Close.parse(body).code
            except (ProtocolError, UnicodeDecodeError):
                self._fail(WRONG, "a goodbye that makes no sense")
                return
            self._write(CLOSE, b"" if code == NO_CODE else Close(code, "").serialize())
        self._transport.close()

    def _is_bearable(self) -> bool:
        if self._trifles is None:
            self._trifles = Bucket(TRIFLES, self._loop.time())
        if self._trifles.take(self._loop.time()) == 0:
            return True
        self._fail(TOO_MANY, "too many frames")
        return False

    def _fail(self, code: int, why: str) -> int:
        """Whoever breaks the rules is told which, and not waited for."""
        if self._closing is None:
            self._write(CLOSE, Close(code, why).serialize())
        self._transport.close()  # nothing more is read (_read_on)
        return 0

    def _write(self, kind: int, body: bytes) -> None:
        self._transport.write(_head(kind, len(body)) + body)


def _head(kind: int, length: int) -> bytes:
    """Of a whole message from a server."""
    if length < 126:
        return bytes((FIN | kind, length))
    if length < 1 << 16:
        return bytes((FIN | kind, 126)) + length.to_bytes(2, "big")
    return bytes((FIN | kind, 127)) + length.to_bytes(8, "big")

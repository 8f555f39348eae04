"""An open WebSocket: websockets' sans-I/O protocol on an asyncio transport.

A connection has no task and no queue: a message is handled in the call that delivers its bytes.
Framing (RFC 6455) is done by `websockets.server.ServerProtocol`; what is here is flow control,
keepalive, the rate limit of frames that carry no message, and a shortcut for the frame that nearly
every message is: a short text that comes alone.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any, Protocol

from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol
from websockets.utils import apply_mask

from escale.server.rate_limits import Bucket
from escale.server.settings import Rate

SLICE_BYTES = 2048  # parsed in one turn of the event loop; then other connections have theirs
PIECE_BYTES = 512  # parsed at once: bounds how many parsed frames can wait for a busy handler
CONTROL_RATE = Rate(20, 200)  # of pings, pongs and fragments
KEEPALIVE_SECONDS = 25.0  # a peer that sends nothing between two pings is taken for dead
CLOSE_SECONDS = 10.0  # for the peer to answer our close frame

INVALID_TEXT, POLICY_VIOLATION, KEEPALIVE_TIMEOUT, RESTART = 1007, 1008, 1011, 1012


TEXT, BINARY = Opcode.TEXT, Opcode.BINARY
CLOSE, PING, PONG = Opcode.CLOSE, Opcode.PING, Opcode.PONG
OPEN = State.OPEN


@lru_cache(maxsize=4096)
def _text_head(length: int) -> bytes:
    """What precedes the text of a message: it depends on the length alone."""
    frame = Frame(TEXT, bytes(length)).serialize(mask=False)
    return frame[: len(frame) - length]


def _short_text(data: bytes) -> bytes | None:
    """The content, if this is exactly one masked text frame of 1 to 125 bytes; None otherwise."""
    if len(data) > 6 and data[0] == 0x81 and data[1] == 0x80 + len(data) - 6 <= 0xFD:
        return apply_mask(data[6:], data[2:6])
    return None


def _wire_bytes(frame: Frame) -> int:
    """How many bytes a masked frame took at least."""
    size = len(frame.data)
    return size + (6 if size < 126 else 8 if size < 65536 else 14)


class MessageHandler(Protocol):
    """What a connection calls."""

    def on_message(self, message: str | bytes) -> None:
        """`WebSocketConnection.pause` holds the next message back."""
        ...

    def on_writable(self) -> None:
        """The write buffer has drained: more can be sent."""
        ...

    def on_stalled(self) -> None:
        """The peer has read nothing for too long; the connection is aborted next."""
        ...

    def on_close(self) -> None:
        """The connection is lost. This is the last call."""
        ...


class WebSocketConnection(asyncio.Protocol):
    __slots__ = (
        "_alive",
        "_closing",
        "_connections",
        "_control_bucket",
        "_fragments",
        "_frames",
        "_handler",
        "_incomplete",
        "_keepalive",
        "_loop",
        "_may_send",
        "_paused",
        "_protocol",
        "_read_soon",
        "_stall_seconds",
        "_stalled",
        "_transport_paused",
        "_unread",
        "transport",
        "writable",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        connections: set[Any],
        max_message_bytes: int,
        stall_seconds: float,
        unread: bytes = b"",
    ) -> None:
        """Reading must be paused. `connections`: all that uvicorn calls `shutdown` on.
        `unread`: what came with the handshake."""
        self.transport = transport
        self._connections = connections
        # Not the one of the handshake: that holds on to its request.
        self._protocol = ServerProtocol(state=OPEN, max_size=max_message_bytes)
        self._may_send = True  # no close frame was sent
        self._stall_seconds = stall_seconds
        self._loop = asyncio.get_running_loop()
        self._handler: MessageHandler
        self._unread = unread
        self._incomplete = 0  # bytes of a frame that the protocol does not have as a whole
        self._frames: list[Frame] = []  # parsed, and not yet handled
        self._fragments: list[Frame] | None = None  # of a message that is not complete
        self._control_bucket: Bucket | None = None
        self._paused = False  # by the handler
        self._transport_paused = True
        self._closing: asyncio.TimerHandle | None = None  # we sent a close frame first
        self._read_soon: asyncio.Handle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._alive = True
        self._keepalive = self._loop.call_later(KEEPALIVE_SECONDS, self._on_keepalive)
        self.writable = True

    def start(self, handler: MessageHandler) -> None:
        self._handler = handler
        self._connections.add(self)
        self.transport.set_protocol(self)
        self._schedule_read()

    # Called by the handler

    def send(self, message: bytes) -> None:
        """A text message, in UTF-8. Dropped if the connection is closing."""
        if self._may_send and not self.transport.is_closing():
            self.transport.write(_text_head(len(message)) + message)

    def pause(self) -> None:
        """Deliver no message until `resume`."""
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        if self._frames or self._unread:
            self._schedule_read()

    def close(self, code: int) -> None:
        """Send a close frame and wait up to `CLOSE_SECONDS` for the answer."""
        if self._is_open:
            self._protocol.send_close(code)
            self._closing = self._loop.call_later(CLOSE_SECONDS, self.transport.abort)
            self._schedule_read()
        self._flush()

    # Called by uvicorn

    def shutdown(self) -> None:
        if self._is_open:
            self._protocol.send_close(RESTART)
        self._flush()
        self.transport.close()

    # Called by the transport

    def data_received(self, data: bytes) -> None:
        self._alive = True
        self._unread = self._unread + data if self._unread else data
        if self._read_soon is None:
            self._read()

    def eof_received(self) -> None:
        """Returning None closes the transport."""

    def pause_writing(self) -> None:
        self.writable = False
        self._stalled = self._loop.call_later(self._stall_seconds, self._on_stalled)

    def resume_writing(self) -> None:
        self.writable = True
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        self._handler.on_writable()
        self._schedule_read()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._keepalive, self._stalled, self._closing, self._read_soon):
            if timer is not None:
                timer.cancel()
        self._unread, self._frames, self._fragments = b"", [], None
        self._connections.discard(self)
        self._handler.on_close()
        # Breaks reference cycles: all is freed at once, without the garbage collector.
        del self._handler
        self._protocol.parser.close()

    def _on_stalled(self) -> None:
        self._handler.on_stalled()
        self.transport.abort()  # close() would flush first

    def _on_keepalive(self) -> None:
        if not self._is_open:
            return
        if not self._alive and self._may_read:
            self._fail(KEEPALIVE_TIMEOUT, "keepalive ping timeout")
            return
        if self.writable:
            self._alive = False
            self._protocol.send_ping(b"")
            self._flush()
        self._keepalive = self._loop.call_later(KEEPALIVE_SECONDS, self._on_keepalive)

    # Reading

    @property
    def _is_open(self) -> bool:
        """No close frame was sent, nor received: the answer to that may still wait (`_flush`)."""
        return self._protocol.state is OPEN and not self.transport.is_closing()

    @property
    def _may_read(self) -> bool:
        """After our close frame only its answer matters, whatever is paused."""
        may = self._closing is not None or (self.writable and not self._paused)
        return may and not self.transport.is_closing()

    @property
    def _may_take_shortcut(self) -> bool:
        """The protocol need not see a frame that comes between two others and is no fragment."""
        between = self._incomplete == 0 and self._fragments is None
        return between and self._may_read and self._protocol.state is OPEN

    def _schedule_read(self) -> None:
        if self._read_soon is None:
            self._read_soon = self._loop.call_soon(self._read)

    def _read(self) -> None:
        """Handle what was received, a slice at most."""
        self._read_soon = None
        data, position = self._unread, 0
        if self._frames:
            self._handle_frames()
        elif self._may_take_shortcut and (text := _short_text(data)) is not None:
            position = len(data)
            self._handle_message(TEXT, text)
        while position < min(len(data), SLICE_BYTES) and not self._frames and self._may_read:
            piece = data[position : position + PIECE_BYTES]
            self._protocol.receive_data(piece)
            position += PIECE_BYTES
            frames: Any = self._protocol.events_received()  # only a handshake has other events
            self._incomplete += len(piece) - sum(map(_wire_bytes, frames))
            self._frames = frames
            self._handle_frames()
        if self.transport.is_closing():
            self._unread, self._frames = b"", []
            return
        self._unread = data[position:]
        if self._unread and self._may_read:
            self._schedule_read()
        waits = bool(self._unread or self._frames)
        if waits != self._transport_paused:
            self._transport_paused = waits
            (self.transport.pause_reading if waits else self.transport.resume_reading)()

    def _handle_frames(self) -> None:
        """As many as may be handled now. What the protocol answers to frames (a pong, a close
        frame) is sent after the last of them, so that no message before it is lost."""
        frames = self._frames
        while frames and self._may_read:
            self._handle_frame(frames.pop(0))
        if not frames:
            self._flush()

    def _handle_frame(self, frame: Frame) -> None:
        if frame.opcode is CLOSE:
            return  # answered by the protocol
        if frame.fin and frame.opcode in (TEXT, BINARY):
            self._handle_message(frame.opcode, bytes(frame.data))
        elif self._control_limit_exceeded():
            self._fail(POLICY_VIOLATION, "too many control frames or fragments")
        elif frame.opcode not in (PING, PONG):
            self._handle_fragment(frame)

    def _handle_fragment(self, frame: Frame) -> None:
        if self._fragments is None:
            self._fragments = [frame]
        elif frame.data:  # any number of empty ones would fit into the largest message
            self._fragments.append(frame)
        if frame.fin:
            fragments, self._fragments = self._fragments, None
            self._handle_message(fragments[0].opcode, b"".join(one.data for one in fragments))

    def _handle_message(self, opcode: Opcode, data: bytes) -> None:
        if self._closing is not None:
            return
        if opcode is BINARY:
            self._handler.on_message(data)
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._fail(INVALID_TEXT, "invalid UTF-8")
            return
        self._handler.on_message(text)

    def _control_limit_exceeded(self) -> bool:
        now = self._loop.time()
        if self._control_bucket is None:
            self._control_bucket = Bucket(CONTROL_RATE, now)
        return self._control_bucket.take(now) > 0

    # Writing

    def _fail(self, code: int, reason: str) -> None:
        self._frames = []
        self._protocol.fail(code, reason)
        self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data == SEND_EOF:
                self.transport.close()
            else:
                self.transport.write(data)
        self._may_send = self._protocol.state is OPEN

"""The frames of a socket, byte by byte, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.frames import Close

from escale.server.websocket.connection import BINARY, CLOSE, CONT, PING, PONG, SLICE, TEXT, Frames

MASK = b"\x01\x02\x03\x04"


def frame(kind: int, body: bytes = b"", *, fin: bool = True, masked: bool = True) -> bytes:
    size = len(body)
    if size < 126:
        head = bytes((fin << 7 | kind, masked << 7 | size))
    else:
        head = bytes((fin << 7 | kind, masked << 7 | 126)) + size.to_bytes(2, "big")
    if not masked:
        return head + body
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(body))


class Wire:
    """A transport, and the talk at the other end of the frames."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.heard_all: list[str | bytes] = []
        self.closed = self.paused = self.is_gone = False
        self.holds = False
        self.frames = Frames(self, set(), 1000, 30.0)  # type: ignore[arg-type]
        self.frames.begin(self, b"")

    def heard(self, text: str | bytes) -> None:
        self.heard_all.append(text)
        if self.holds:
            self.frames.hold()

    def ready(self) -> None: ...
    def stuck(self) -> None: ...

    def gone(self) -> None:
        self.is_gone = True

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def set_protocol(self, protocol: Any) -> None: ...

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    @property
    def code(self) -> int:
        """Of the goodbye that was said."""
        assert self.sent[-1][0] == 0x80 | CLOSE
        return int(Close.parse(self.sent[-1][2:]).code)


def on_a_wire(work: Callable[[Wire], Any]) -> None:
    async def run() -> None:
        wire = Wire()
        await asyncio.sleep(0)
        result = work(wire)
        if result is not None:
            await result
        wire.frames.connection_lost(None)
        assert wire.is_gone

    asyncio.run(run())


@pytest.mark.parametrize("step", [1, 2, 5, 1000])
def test_messages_are_heard_however_their_bytes_come(step: int) -> None:
    async def work(wire: Wire) -> None:
        data = frame(TEXT, b"one") + frame(BINARY, b"two") + frame(TEXT, b"x" * 300)
        data += frame(TEXT, b"th", fin=False) + frame(PING, b"p") + frame(CONT, b"ree")
        for start in range(0, len(data), step):
            wire.frames.data_received(data[start : start + step])
            await asyncio.sleep(0)
        assert wire.heard_all == ["one", b"two", "x" * 300, "three"]
        assert wire.sent == [bytes((0x80 | PONG, 1)) + b"p"]
        assert not wire.closed

    on_a_wire(work)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, b"a", masked=False), 1002),
        (frame(3, b"a"), 1002),
        (frame(0x40 | TEXT, b"a"), 1002),
        (frame(CONT, b"a"), 1002),
        (frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"), 1002),
        (frame(PING, b"a", fin=False), 1002),
        (frame(PING, b"a" * 126), 1002),
        (frame(CLOSE, b"\x00"), 1002),
        (frame(CLOSE, b"\x00\x01"), 1002),
        (frame(TEXT, b"\xff"), 1007),
        (frame(TEXT, b"a" * 1001)[:8], 1009),
        (frame(TEXT, b"a" * 600, fin=False) + frame(CONT, b"b" * 600), 1009),
        (frame(PONG) * 201, 1008),
    ],
)
def test_whoever_breaks_the_rules_is_told_and_left(data: bytes, code: int) -> None:
    def work(wire: Wire) -> None:
        wire.frames.data_received(data)
        assert wire.closed
        assert wire.code == code
        assert wire.heard_all == []

    on_a_wire(work)


def test_while_a_message_is_not_answered_no_more_are_read() -> None:
    async def work(wire: Wire) -> None:
        wire.holds = True
        wire.frames.data_received(frame(TEXT, b"1") + frame(TEXT, b"2"))
        await asyncio.sleep(0)
        assert (wire.heard_all, wire.paused) == (["1"], True)
        wire.frames.go_on()
        await asyncio.sleep(0)
        assert (wire.heard_all, wire.paused) == (["1", "2"], False)

    on_a_wire(work)


def test_whoever_does_not_read_is_not_read_either() -> None:
    async def work(wire: Wire) -> None:
        wire.frames.pause_writing()
        wire.frames.data_received(frame(PING))
        assert (wire.sent, wire.paused) == ([], True)
        wire.frames.resume_writing()
        await asyncio.sleep(0)
        assert (len(wire.sent), wire.paused) == (1, False)

    on_a_wire(work)


def test_a_flood_is_dealt_with_a_slice_at_a_time() -> None:
    async def work(wire: Wire) -> None:
        wire.frames.data_received(frame(TEXT, b"1") * SLICE)
        assert 0 < len(wire.heard_all) <= SLICE // 6
        assert wire.paused
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(wire.heard_all) == SLICE
        assert not wire.paused

    on_a_wire(work)


def test_goodbyes_are_answered_and_nothing_is_heard_after_ours() -> None:
    def theirs(wire: Wire) -> None:
        wire.frames.data_received(frame(CLOSE, b"\x03\xe8bye"))
        assert (wire.code, wire.closed) == (1000, True)

    async def ours(wire: Wire) -> None:
        wire.frames.close(1001)
        wire.frames.send(b"late")
        wire.frames.data_received(frame(TEXT, b"late"))
        await asyncio.sleep(0)
        assert (wire.code, wire.closed, wire.heard_all) == (1001, False, [])
        wire.frames.data_received(frame(CLOSE, b"\x03\xe9"))
        assert wire.closed
        assert len(wire.sent) == 1

    on_a_wire(theirs)
    on_a_wire(ours)


def test_long_messages_have_long_heads() -> None:
    def work(wire: Wire) -> None:
        for size in (125, 126, 65_535, 65_536):
            wire.frames.send(b"a" * size)
        heads = [sent[: sent.index(b"a")] for sent in wire.sent]
        assert heads == [
            b"\x81\x7d",
            b"\x81\x7e\x00\x7e",
            b"\x81\x7e\xff\xff",
            b"\x81\x7f" + (65_536).to_bytes(8, "big"),
        ]

    on_a_wire(work)

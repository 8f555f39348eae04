"""An open WebSocket, byte by byte, without a network."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from websockets.frames import Close

from escale.server.websocket import connection
from escale.server.websocket.connection import SLICE_BYTES, WebSocketConnection

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

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


class Peer:
    """The transport of a connection, and its handler."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.messages: list[str | bytes] = []
        self.closed = self.paused = self.aborted = self.stalled = self.is_gone = False
        self.pauses = False  # at every message
        self.connection = WebSocketConnection(self, set(), 1000, 30.0)  # type: ignore[arg-type]
        self.connection.start(self)

    def on_message(self, message: str | bytes) -> None:
        self.messages.append(message)
        if self.pauses:
            self.connection.pause()

    def on_writable(self) -> None: ...

    def on_stalled(self) -> None:
        self.stalled = True

    def on_close(self) -> None:
        self.is_gone = True

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def set_protocol(self, protocol: Any) -> None: ...

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    @property
    def code(self) -> int:
        """Of the close frame that was sent last."""
        assert self.sent[-1][0] == 0x80 | CLOSE
        return int(Close.parse(self.sent[-1][2:]).code)


def connected(work: Callable[[Peer], Any]) -> None:
    async def run() -> None:
        peer = Peer()
        await asyncio.sleep(0)
        result = work(peer)
        if result is not None:
            await result
        peer.connection.connection_lost(None)
        assert peer.is_gone

    asyncio.run(run())


@pytest.mark.parametrize("step", [1, 2, 5, 1000])
def test_messages_are_heard_however_their_bytes_come(step: int) -> None:
    async def work(peer: Peer) -> None:
        data = frame(TEXT, b"one") + frame(BINARY, b"two") + frame(TEXT, b"x" * 300)
        data += frame(TEXT, b"th", fin=False) + frame(PING, b"p") + frame(CONT, b"ree")
        for start in range(0, len(data), step):
            peer.connection.data_received(data[start : start + step])
            await asyncio.sleep(0)
        assert peer.messages == ["one", b"two", "x" * 300, "three"]
        assert peer.sent == [bytes((0x80 | PONG, 1)) + b"p"]
        assert not peer.closed

    connected(work)


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
    def work(peer: Peer) -> None:
        peer.connection.data_received(data)
        assert peer.closed
        assert peer.code == code
        assert peer.messages == []

    connected(work)


def test_while_a_message_is_not_answered_no_more_are_read() -> None:
    async def work(peer: Peer) -> None:
        peer.pauses = True
        peer.connection.data_received(frame(TEXT, b"1") + frame(TEXT, b"2"))
        await asyncio.sleep(0)
        assert (peer.messages, peer.paused) == (["1"], True)
        peer.connection.resume()
        await asyncio.sleep(0)
        assert (peer.messages, peer.paused) == (["1", "2"], False)

    connected(work)


def test_whoever_does_not_read_is_not_read_either() -> None:
    async def work(peer: Peer) -> None:
        peer.connection.pause_writing()
        peer.connection.data_received(frame(PING))
        assert (peer.sent, peer.paused) == ([], True)
        peer.connection.resume_writing()
        await asyncio.sleep(0)
        assert (len(peer.sent), peer.paused) == (1, False)

    connected(work)


def test_a_flood_is_dealt_with_a_slice_at_a_time() -> None:
    async def work(peer: Peer) -> None:
        peer.connection.data_received(frame(TEXT, b"1") * SLICE_BYTES)
        assert 0 < len(peer.messages) <= SLICE_BYTES // 6
        assert peer.paused
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(peer.messages) == SLICE_BYTES
        assert not peer.paused

    connected(work)


def test_goodbyes_are_answered_and_nothing_is_heard_after_ours() -> None:
    def theirs(peer: Peer) -> None:
        peer.connection.data_received(frame(CLOSE, b"\x03\xe8bye"))
        assert (peer.code, peer.closed) == (1000, True)

    async def ours(peer: Peer) -> None:
        peer.connection.close(1001)
        peer.connection.send(b"late")
        peer.connection.data_received(frame(TEXT, b"late"))
        await asyncio.sleep(0)
        assert (peer.code, peer.closed, peer.messages) == (1001, False, [])
        peer.connection.data_received(frame(CLOSE, b"\x03\xe9"))
        assert peer.closed
        assert len(peer.sent) == 1

    connected(theirs)
    connected(ours)


def test_long_messages_have_long_heads() -> None:
    def work(peer: Peer) -> None:
        for size in (125, 126, 65_535, 65_536):
            peer.connection.send(b"a" * size)
        heads = [sent[: sent.index(b"a")] for sent in peer.sent]
        assert heads == [
            b"\x81\x7d",
            b"\x81\x7e\x00\x7e",
            b"\x81\x7e\xff\xff",
            b"\x81\x7f" + (65_536).to_bytes(8, "big"),
        ]

    connected(work)


# Time


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "KEEPALIVE_SECONDS", 0.02)
    monkeypatch.setattr(connection, "CLOSE_SECONDS", 0.02)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.002)


@pytest.mark.usefixtures("fast")
def test_a_peer_that_answers_no_ping_is_taken_for_dead() -> None:
    async def work(peer: Peer) -> None:
        await until(lambda: peer.closed)
        assert peer.sent[0] == bytes((0x80 | PING, 0))
        assert len(peer.sent) == 2
        assert peer.code == 1011

    connected(work)


@pytest.mark.usefixtures("fast")
def test_a_peer_that_answers_is_pinged_again_and_again() -> None:
    async def work(peer: Peer) -> None:
        for number in range(1, 6):
            await until(lambda number=number: len(peer.sent) == number)  # type: ignore[misc]
            peer.connection.data_received(frame(PONG))
        assert peer.sent == [bytes((0x80 | PING, 0))] * 5
        assert not peer.closed

    connected(work)


@pytest.mark.usefixtures("fast")
def test_a_peer_that_we_do_not_read_is_not_taken_for_dead() -> None:
    """Its pongs may be among what is not read yet."""

    async def work(peer: Peer) -> None:
        peer.pauses = True
        peer.connection.data_received(frame(TEXT, b"1"))
        await until(lambda: len(peer.sent) == 4)
        assert not peer.closed

    connected(work)


@pytest.mark.usefixtures("fast")
def test_a_goodbye_that_nobody_answers_ends_all_the_same() -> None:
    async def work(peer: Peer) -> None:
        peer.connection.close(1001)
        assert (peer.code, peer.closed) == (1001, False)
        await until(lambda: peer.aborted)
        assert len(peer.sent) == 1  # no ping after a goodbye

    connected(work)


@pytest.mark.parametrize("reads_again", [True, False])
def test_a_peer_that_reads_nothing_for_long_is_cut_off(reads_again: bool) -> None:
    async def work(peer: Peer) -> None:
        peer.connection._stall_seconds = 0.05
        peer.connection.pause_writing()
        assert not peer.connection.writable
        if reads_again:
            peer.connection.resume_writing()
            await asyncio.sleep(0.1)
        else:
            await until(lambda: peer.aborted)
        assert (peer.stalled, peer.aborted) == (not reads_again, not reads_again)

    connected(work)


def test_a_frame_inside_another_is_no_message() -> None:
    inner = frame(TEXT, b"inner")
    outer = frame(BINARY, bytes(byte ^ MASK[at % 4] for at, byte in enumerate(inner)))
    head, rest = outer[:6], outer[6:]
    assert rest == inner

    def work(peer: Peer) -> None:
        peer.connection.data_received(frame(TEXT, b"before"))
        peer.connection.data_received(head)
        peer.connection.data_received(rest)
        peer.connection.data_received(frame(TEXT, b"after"))
        assert peer.messages[0] == "before" and peer.messages[2:] == ["after"]
        assert isinstance(peer.messages[1], bytes) and len(peer.messages[1]) == len(inner)

    connected(work)


def test_a_length_that_is_written_in_more_bytes_than_needed_is_heard() -> None:
    long = bytes((0x81, 0x80 | 126)) + (4).to_bytes(2, "big") + bytes(4) + b"long"

    def work(peer: Peer) -> None:
        for data in (long, frame(TEXT, b"1"), long[:5], long[5:] + frame(TEXT, b"2")):
            peer.connection.data_received(data)
        assert peer.messages == ["long", "1", "long", "2"]

    connected(work)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300])
def test_a_short_text_alone_is_read_as_any_other(size: int) -> None:
    def work(peer: Peer) -> None:
        for text in (b"x" * size, b"", b"y" * size):
            peer.connection.data_received(frame(TEXT, text))
        peer.connection.data_received(frame(TEXT, b"\xff"))
        assert peer.messages == ["x" * size, "", "y" * size]
        assert peer.code == 1007

    connected(work)


def test_a_text_between_fragments_is_an_error() -> None:
    def work(peer: Peer) -> None:
        peer.connection.data_received(frame(TEXT, b"a", fin=False))
        peer.connection.data_received(frame(TEXT, b"b"))
        assert (peer.messages, peer.code) == ([], 1002)

    connected(work)


# The end


@pytest.mark.parametrize(
    ("last", "code"),
    [(frame(CLOSE, b"\x03\xe8"), 1000), (frame(3), 1002)],
    ids=["a close frame", "nonsense"],
)
def test_messages_before_the_end_are_heard_though_they_come_together(
    last: bytes, code: int
) -> None:
    async def work(peer: Peer) -> None:
        peer.pauses = True
        peer.connection.data_received(frame(TEXT, b"1") + frame(TEXT, b"2") + last)
        assert (peer.messages, peer.sent, peer.closed) == (["1"], [], False)
        for _ in range(2):
            peer.connection.resume()
            await asyncio.sleep(0)
        assert (peer.messages, peer.code, peer.closed) == (["1", "2"], code, True)

    connected(work)


def test_a_server_that_stops_says_that_it_comes_back() -> None:
    def work(peer: Peer) -> None:
        peer.connection.shutdown()
        assert (peer.code, peer.closed) == (1012, True)

    connected(work)


@pytest.mark.parametrize(
    ("end", "is_answered"),
    [
        (WebSocketConnection.shutdown, True),
        (lambda connection: connection.close(1000), True),
        (WebSocketConnection._on_keepalive, False),
    ],
    ids=["shutdown", "close", "keepalive"],
)
def test_a_peer_may_close_before_its_messages_are_handled(
    end: Callable[[WebSocketConnection], None], is_answered: bool
) -> None:
    def work(peer: Peer) -> None:
        peer.pauses = True
        peer.connection.data_received(frame(TEXT, b"1") + frame(CLOSE, b"\x03\xe9"))
        end(peer.connection)
        assert peer.closed == is_answered
        assert [peer.code] == [1001] if is_answered else peer.sent == []

    connected(work)


def test_empty_fragments_are_not_kept() -> None:
    def work(peer: Peer) -> None:
        peer.connection.data_received(frame(TEXT, b"a", fin=False) + frame(CONT, fin=False) * 150)
        assert peer.connection._fragments is not None
        assert len(peer.connection._fragments) == 1
        peer.connection.data_received(frame(CONT, b"b"))
        assert peer.messages == ["ab"]

    connected(work)


def test_few_parsed_frames_wait_for_a_busy_handler() -> None:
    """They cost a hundred times as much as their bytes."""

    def work(peer: Peer) -> None:
        peer.pauses = True
        peer.connection.data_received(frame(TEXT, b"") * 10_000)
        assert peer.connection._frames is not None
        assert len(peer.connection._frames) < 100
        assert len(peer.messages) == 1

    connected(work)


def test_a_lost_connection_is_freed_at_once() -> None:
    """The server collects reference cycles only every few minutes, and people come and go."""

    async def go() -> None:
        peer = Peer()
        peer.connection.data_received(frame(TEXT, b"hello"))
        freed = weakref.ref(peer.connection._protocol)
        peer.connection.connection_lost(None)
        gc.disable()
        try:
            del peer.connection
            await asyncio.sleep(0)  # reading may have been scheduled
            assert freed() is None
        finally:
            gc.enable()

    asyncio.run(go())

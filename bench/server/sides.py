"""The seam: what a server must offer to be measured.

A `Side` starts a server and seats players; a `Voice` is one seat's language on its socket. All
that is counted and timed happens in driver.py, the same for every side, so a side cannot
flatter itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias


class Standing(NamedTuple):
    """What a server tells a seat that has just connected: how far its match has come."""

    moves: int
    counter: int


Heard: TypeAlias = int | Standing | bytes | None
"""What a frame meant: a match has this many moves now; where it stands; an answer to send at
once, such as a pong; or nothing of interest."""


class Refused(Exception):
    """A server refused what the driver knows to be allowed, or did not understand it."""


class Voice(Protocol):
    """One seat on one socket. `hear` and `move` run for every frame: they must be lean."""

    @property
    def path(self) -> str:
        """What follows the port in the address of the socket."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """Sent with the handshake: a cookie, a token."""
        ...

    def opened(self) -> bytes | None:
        """What to say first when the socket is open, if anything."""
        ...

    def hear(self, frame: bytes) -> Heard: ...

    def move(self, step: int, made: int) -> bytes:
        """The frame that adds `step` in a match of `made` moves so far."""
        ...


Pair: TypeAlias = tuple[Voice, Voice]


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a server process."""

    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)


class Side(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def durable(self) -> bool:
        """Does it promise to know its matches after a restart? Then it is killed to see."""
        ...

    def prepare(self, cache: Path) -> None:
        """Install what it needs into a folder outside of the repository; once."""
        ...

    def about(self) -> str:
        """Versions, for the report; after `prepare`."""
        ...

    def launch(self, port: int, data: Path) -> Launch:
        """Serve on this port of 127.0.0.1, with all that is kept in this folder."""
        ...

    def seat(self, port: int, matches: int, goal: int) -> list[Pair]:
        """Create matches on the running server and give each of them two players.

        After a restart with the same data, the same voices must be able to go on.
        """
        ...

    def idlers(self, port: int, count: int) -> list[Voice]:
        """Connections that are open and do nothing. They need not hear a `Standing`."""
        ...

    def tidy(self, pid: int) -> None:
        """Let the server collect its garbage before its memory is read."""
        ...

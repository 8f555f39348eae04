"""What the host of a house has decided: who may come in, and what everybody is told.

One document in the store. Every worker reads it with each sweep, so that all of them agree within
seconds, with or without a broker.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence

import msgspec

from escale.store.protocol import Conflict, Store, StoreError

DOCUMENT = "host"
TRIES = 5  # to write, when another worker was faster
MOST_REWRITTEN = 500  # tables; every worker reads the document much sooner than these are replaced


class Ban(msgspec.Struct, frozen=True):
    name: str  # by which the host recognises the guest
    until: int  # wall time, ms


class Notice(msgspec.Struct, frozen=True):
    text: str
    until: int  # wall time, ms


class HostState(msgspec.Struct, frozen=True):
    newcomers: bool = True  # False: only guests who were at a table before
    password: str = ""  # salt and scrypt hash, in hexadecimal; empty: there is none
    notice: Notice | None = None
    bans: dict[str, Ban] = {}  # by guest hash
    rewritten: dict[str, int] = {}  # how often the log of a table was deleted or rewritten

    @property
    def is_open(self) -> bool:
        """Whoever comes may come in, without a look at who it is."""
        return self.newcomers and not self.password and not self.bans

    def is_banned(self, guest_hash: str, now: int) -> bool:
        ban = self.bans.get(guest_hash)
        return ban is not None and now < ban.until

    def current_notice(self, now: int) -> str | None:
        return self.notice.text if self.notice and now < self.notice.until else None

    def admission(self) -> str:
        """What a device keeps once it has told the password; another password makes it void."""
        return hashlib.sha256(f"door|{self.password}".encode()).hexdigest()

    def is_password(self, given: str) -> bool:
        """Slow on purpose: call it in a thread."""
        salt, _, known = self.password.partition("$")
        return hmac.compare_digest(_scrypt(given, bytes.fromhex(salt)), known)


def hashed_password(password: str) -> str:
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}${_scrypt(password, salt)}"


def _scrypt(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, n=1 << 14, r=8, p=1, dklen=32).hex()


_decoder = msgspec.json.Decoder(HostState)
_encode = msgspec.json.Encoder().encode


class SharedHostState:
    """The host's decisions as this worker knows them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version = 0
        self.current = HostState()

    async def refresh(self) -> HostState | None:
        """Read what other workers wrote. Returns the state before, if there is a new one."""
        version, body = await self._store.document(DOCUMENT)
        if version == self._version:
            return None
        before, self.current = self.current, _decoder.decode(body) if body else HostState()
        self._version = version
        return before

    async def change(self, change: Callable[[HostState], HostState]) -> None:
        """Write a change on top of whatever others wrote; `refresh` then takes it over."""
        for _ in range(TRIES):
            version, body = await self._store.document(DOCUMENT)
            state = change(_decoder.decode(body) if body else HostState())
            try:
                await self._store.write_document(DOCUMENT, version, _encode(state))
            except Conflict:
                continue
            return
        raise StoreError(f"gave up after {TRIES} append conflicts")


def with_rewritten(state: HostState, tables: Sequence[str]) -> HostState:
    rewritten = dict(state.rewritten)
    for table in tables:
        rewritten[table] = rewritten.pop(table, 0) + 1  # the last ones come last
    return msgspec.structs.replace(state, rewritten=dict([*rewritten.items()][-MOST_REWRITTEN:]))

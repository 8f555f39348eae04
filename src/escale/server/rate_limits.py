"""Rate limits: token buckets, and what each client address has used of its limits."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address

from escale.server.settings import Limits, Rate

MOST_ADDRESSES = 10_000


class Bucket:
    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._tokens = rate.at_once
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> float:
        """0 if there were enough tokens; otherwise how many seconds to wait."""
        rate = self._rate
        self._tokens = min(rate.at_once, self._tokens + (now - self._at) * rate.a_second)
        self._at = now
        if self._tokens >= cost:
            self._tokens -= cost
            return 0.0
        return (cost - self._tokens) / rate.a_second


class AddressLimits:
    """Rates and connections of each client address. Only the latest addresses are remembered."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._connections: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()
        self._imports: Counter[str] = Counter()

    def take(self, address: str, what: str, cost: float = 1.0) -> float:
        """0: go on. Otherwise: seconds to wait. `what` names a rate in the limits."""
        key = (_network_prefix(address), what)
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(getattr(self._limits, what), now)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now, cost)

    def newcomer(self, address: str, table: str) -> float:
        """Of somebody whom the table does not know: there can be any number of them."""
        return self.take(f"{_network_prefix(address)} at {table}", "newcomers")

    def is_full(self, address: str) -> bool:
        return self._connections[_network_prefix(address)] >= self._limits.connections

    def connect(self, address: str) -> bool:
        return _begin(self._connections, address, self._limits.connections)

    def disconnect(self, address: str) -> None:
        _end(self._connections, address)

    def begin_request(self, address: str) -> bool:
        """Until its response is sent."""
        return _begin(self._requests, address, self._limits.connections)

    def end_request(self, address: str) -> None:
        _end(self._requests, address)

    @contextmanager
    def importing(self, address: str) -> Iterator[bool]:
        """Whether one more match file may be checked."""
        allowed = _begin(self._imports, address, self._limits.imports)
        try:
            yield allowed
        finally:
            if allowed:
                _end(self._imports, address)

    @property
    def connections(self) -> int:
        return self._connections.total()


def _begin(counts: Counter[str], address: str, most: int) -> bool:
    prefix = _network_prefix(address)
    if counts[prefix] >= most:
        return False
    counts[prefix] += 1
    return True


def _end(counts: Counter[str], address: str) -> None:
    prefix = _network_prefix(address)
    counts[prefix] -= 1
    if counts[prefix] <= 0:
        del counts[prefix]


@lru_cache(maxsize=4096)
def client_of(address: str) -> str:
    """The same for all who share an address, and for other workers: they take turns by it, and need
    not know the address."""
    return sha256(f"client|{_network_prefix(address)}".encode()).hexdigest()[:16]


@lru_cache(maxsize=4096)
def _network_prefix(address: str) -> str:
    """What counts as one client. An IPv6 customer has 2^64 addresses, alike in the first half."""
    try:
        six = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(six.ipv4_mapped or six.exploded[:19])

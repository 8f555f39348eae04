"""Figures for those who run the house. They count; they name nobody."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from escale.server.rate_limits import Addresses
from escale.tables.house import House

COUNTED = (  # told from the start: nobody can see a figure rise that was not there
    "tables",
    "entries",
    "loaded",
    "refused",
    "bot answers",
    "bot failures",
    "not kept",
    "errors",
)
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    def __init__(self, house: House, addresses: Addresses) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Now(house, addresses))
        self.asked = Durations("escale_message_seconds", "from a message to its being on disk")
        self._registry.register(self.asked)
        self.requests = Counter(
            "escale_http_requests", "by status", ["status"], registry=self._registry
        )
        self.slowed = Counter(
            "escale_slowed", "messages and requests over their rate", registry=self._registry
        )
        self.stuck = Counter("escale_stuck", "readers that were let go", registry=self._registry)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class Durations(Collector):
    """A histogram as cheap as what it counts: every move passes here, in one thread."""

    def __init__(self, name: str, about: str) -> None:
        self._name = name
        self._about = about
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[Metric]:
        bounds = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._about, buckets, self._sum)


class _Now(Collector):
    """What the house counts by itself, read when it is asked for."""

    def __init__(self, house: House, addresses: Addresses) -> None:
        self._house = house
        self._addresses = addresses

    def collect(self) -> Iterator[Metric]:
        house, broker = self._house, self._house.broker
        yield _gauge("escale_tables_in_memory", "tables in memory", len(house.tables))
        yield _gauge("escale_connections", "open connections", self._addresses.connections)
        yield _gauge("escale_broker_away", "1: it cannot be reached", broker.disconnected)
        yield _gauge("escale_bots_missing", "1: nobody thinks for them", broker.bots_missing)
        counts = CounterMetricFamily("escale_house", "what happened", labels=["what"])
        for what, count in sorted((dict.fromkeys(COUNTED, 0) | house.counts).items()):
            counts.add_metric([what.replace(" ", "_")], count)
        yield counts


def _gauge(name: str, about: str, value: int) -> Metric:
    return GaugeMetricFamily(name, about, value)

"""Figures for those who run the house. They count; they name nobody."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from escale.server.limits import Addresses
from escale.tables.house import House

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    def __init__(self, house: House, addresses: Addresses) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Now(house, addresses))
        self.asked = Histogram(
            "escale_message_seconds",
            "from a message to its being on disk",
            buckets=SECONDS,
            registry=self._registry,
        )
        self.requests = Counter(
            "escale_http_requests", "by status", ["status"], registry=self._registry
        )
        self.slowed = Counter(
            "escale_slowed", "messages and requests over their rate", registry=self._registry
        )
        self.stuck = Counter("escale_stuck", "readers that were let go", registry=self._registry)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Now(Collector):
    """What the house counts by itself, read when it is asked for."""

    def __init__(self, house: House, addresses: Addresses) -> None:
        self._house = house
        self._addresses = addresses

    def collect(self) -> Iterator[Metric]:
        tables = GaugeMetricFamily("escale_tables_in_memory", "tables in memory")
        tables.add_metric([], len(self._house.tables))
        yield tables
        connections = GaugeMetricFamily("escale_connections", "open connections")
        connections.add_metric([], self._addresses.connections)
        yield connections
        counts = CounterMetricFamily("escale_house", "what happened", labels=["what"])
        for what, count in sorted(self._house.counts.items()):
            counts.add_metric([what.replace(" ", "_")], count)
        yield counts

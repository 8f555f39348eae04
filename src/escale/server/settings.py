"""Settings of the server. The defaults suit one machine and a few families."""

from __future__ import annotations

from dataclasses import dataclass, field

MATCH_FILE_BYTES = 4 * 1024 * 1024  # of an imported match
SMALL_BYTES = 4 * 1024  # of a message or body that only counts as one, however many bytes it has


@dataclass(frozen=True, slots=True)
class Rate:
    """Of a token bucket: how many a second on average, and how many at once."""

    a_second: float
    at_once: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Of a connection, an address or a table. A whole ludothèque may share one address."""

    messages: Rate = Rate(20, 60)  # of a connection
    requests: Rate = Rate(50, 300)  # of an address
    tables: Rate = Rate(0.5, 60)  # made by an address
    codes: Rate = Rate(0.5, 30)  # tried by an address
    questions: Rate = Rate(10, 40)  # about plans, by a guest
    reviews: Rate = Rate(4, 120)  # that are not cached, by an address
    passwords: Rate = Rate(0.1, 10)  # of the house, tried by an address
    host_requests: Rate = Rate(2, 60)  # with or without the right key, by an address
    uploads: Rate = Rate(128 * 1024, 3 * MATCH_FILE_BYTES)  # bytes, by an address
    imports: int = 2  # match files of an address that are checked at the same time
    connections: int = 400  # of an address; and requests that are not answered yet
    watchers: int = 300  # of a table
    watchers_of_address: int = 60  # of a table, of one address
    devices_of_player: int = 10  # that are let in at a table beyond these
    newcomers: Rate = Rate(0.05, 30)  # who first sit or speak at a table, of an address
    message_bytes: int = 64 * 1024
    body_bytes: int = 64 * 1024
    stuck_seconds: float = 30.0  # a client that reads nothing for so long is disconnected


@dataclass(frozen=True, slots=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8080
    database: str = "escale.sqlite"  # a file, or the address of a PostgreSQL database
    broker: str = ""  # the address of a Redis server, where several workers share a database
    limits: Limits = field(default_factory=Limits)
    origins: tuple[str, ...] = ()  # of pages on other hosts that may use this server
    sites: tuple[str, ...] = ()  # public host names of this house
    proxies: str = ""  # addresses of trusted reverse proxies, as uvicorn takes them
    bot_workers: int | None = None
    bot_pause: float = 0.7
    host_key: str = ""  # of the page for the host; empty: there is no such page
    keep_days: int = 0  # for which finished tables are kept; 0: for ever
    idle_seconds: float = 20.0  # after which a table that nobody watches leaves memory


def is_postgres(database: str) -> bool:
    return database.startswith(("postgresql://", "postgres://"))

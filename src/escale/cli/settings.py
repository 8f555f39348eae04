"""All settings of a server: names, defaults and checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from escale.server.hosts import host_name
from escale.server.settings import Settings, is_postgres


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of a setting. A file has typed values; flags and variables are text."""

    written: type
    description: str  # how it is written in a file
    check: Callable[[Any], Any]  # returns the value; raises ValueError with the requirement


@dataclass(frozen=True, slots=True)
class Setting:
    variable: str
    usual: Any
    kind: Kind
    metavar: str
    help: str


def _number(least: int, most: int) -> Kind:
    def check(value: Any) -> int:
        if not str(value).isdecimal() or not least <= int(value) <= most:
            raise ValueError(f"must be a number from {least} to {most}")
        return int(value)

    return Kind(int, "a whole number, without quotes", check)


def _decimal(least: float, most: int) -> Kind:
    def check(value: Any) -> float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not least <= number <= most:
            raise ValueError(f"must be a number from {least:g} to {most}")
        return number

    return Kind(float, "a number, without quotes", check)


def _pages(value: Any) -> tuple[str, ...]:
    """Separated by spaces in an environment variable."""
    return tuple(value.split() if isinstance(value, str) else value)


def _sites(value: Any) -> tuple[str, ...]:
    """As Caddy takes them, too: with scheme, port or comma; `:80` is no name."""
    names = (host_name(one.strip(",")) for one in _pages(value))
    return tuple(name for name in names if name)


def _host(value: Any) -> str:
    if not value:
        raise ValueError("must not be empty")
    return str(value)


def _database(value: Any) -> str:
    """The address of another engine is no file, though it could be the name of one."""
    if not value or ("://" in value and not is_postgres(value)):
        raise ValueError("must be a file, or begin with postgresql://")
    return str(value)


def _broker(value: Any) -> str:
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError("must begin with redis://, rediss:// or unix://")
    return str(value)


def _host_key(value: Any) -> str:
    if value and not (value.isascii() and value.isprintable() and " " not in value):
        raise ValueError("must consist of letters, digits and signs, without spaces")
    if value and len(value) < 16:
        raise ValueError("must have at least 16 letters and digits")
    return str(value)


TEXT = Kind(str, "a text, in quotes", str)
TEXTS = Kind(list, "a list of texts, in brackets", _pages)

_HOUSE = Settings()
_LIMITS = _HOUSE.limits
_RATE = _decimal(0.001, 1_000_000)

SETTINGS = {
    "host": Setting(
        "ESCALE_HOST",
        _HOUSE.host,
        Kind(str, TEXT.description, _host),
        "ADDRESS",
        "where to listen; 0.0.0.0 lets phones on the same network in",
    ),
    "port": Setting("ESCALE_PORT", _HOUSE.port, _number(0, 65_535), "N", "0 takes any free one"),
    "database": Setting(
        "ESCALE_DATABASE",
        _HOUSE.database,
        Kind(str, TEXT.description, _database),
        "FILE|URL",
        "where everything is kept: a file, or postgresql://...",
    ),
    "broker": Setting(
        "ESCALE_BROKER",
        _HOUSE.broker,
        Kind(str, TEXT.description, _broker),
        "URL",
        "redis://...: several workers share the database, and bots have their own",
    ),
    "origin": Setting(
        "ESCALE_ORIGINS",
        _HOUSE.origins,
        TEXTS,
        "URL",
        "a page elsewhere that may use this house; can be given several times",
    ),
    "site": Setting(
        "ESCALE_SITES",
        _HOUSE.sites,
        Kind(list, TEXTS.description, _sites),
        "NAME",
        "a public name of this house, such as games.example; can be given several times",
    ),
    "proxy": Setting(
        "ESCALE_PROXY",
        _HOUSE.proxies,
        TEXT,
        "ADDRESS",
        "a reverse proxy whose word on the visitor's address is believed",
    ),
    "host-key": Setting(
        "ESCALE_HOST_KEY",
        _HOUSE.host_key,
        Kind(str, TEXT.description, _host_key),
        "KEY",
        "opens the page for the host, at /host; without it a new one is printed at each start",
    ),
    "keep-days": Setting(
        "ESCALE_KEEP_DAYS",
        _HOUSE.keep_days,
        _number(0, 36_500),
        "N",
        "for which finished tables are kept, after that they are deleted; 0 keeps them for ever",
    ),
    "connections": Setting(
        "ESCALE_CONNECTIONS",
        _LIMITS.connections,
        _number(1, 1_000_000),
        "N",
        "how many connections one address may have",
    ),
    "messages-a-second": Setting(
        "ESCALE_MESSAGES",
        _LIMITS.messages.a_second,
        _RATE,
        "N",
        "of one connection, on average; more are slowed down",
    ),
    "requests-a-second": Setting(
        "ESCALE_REQUESTS",
        _LIMITS.requests.a_second,
        _RATE,
        "N",
        "of one address, on average",
    ),
    "tables-a-second": Setting(
        "ESCALE_TABLES",
        _LIMITS.tables.a_second,
        _RATE,
        "N",
        "that one address may make, on average",
    ),
    "stuck-seconds": Setting(
        "ESCALE_STUCK",
        _LIMITS.stuck_seconds,
        _decimal(0, 3600),
        "N",
        "after which a connection that takes nothing is let go",
    ),
    "idle-seconds": Setting(
        "ESCALE_IDLE",
        _HOUSE.idle_seconds,
        _decimal(0, 86_400),
        "N",
        "after which a table that nobody looks at leaves memory",
    ),
    "bots": Setting(
        "ESCALE_BOTS",
        _HOUSE.bot_workers,
        _number(1, 256),
        "N",
        "how many bots may think at the same time (one less than the cores)",
    ),
    "bot-pause": Setting(
        "ESCALE_BOT_PAUSE",
        _HOUSE.bot_pause,
        _decimal(0, 60),
        "SECONDS",
        "how long a bot takes at least, so that people can follow",
    ),
}

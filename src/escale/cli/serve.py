"""`escale serve`: open the house."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from signal import SIGTERM, default_int_handler, signal
from socket import socket
from typing import Any

import segno
from rich.console import Console

from escale.cli import given
from escale.cli.console import OK, console, language_of_the_system
from escale.cli.voice import voice
from escale.games.texts import Texts
from escale.server.running import address, address_for_phones, bind, open_broker, open_store, serve
from escale.server.settings import Limits, Rate, Settings
from escale.store.migrations import BadDatabase


def add_arguments(parser: ArgumentParser) -> None:
    usual = Settings()
    parser.add_argument(
        "--host",
        default=_environment("HOST", usual.host),
        help="where to listen; 0.0.0.0 lets phones on the same network in (127.0.0.1)",
    )
    parser.add_argument("--port", default=_environment("PORT", usual.port), help="(8080)")
    add_database(parser)
    add_broker(parser)
    parser.add_argument(
        "--origin",
        action="append",
        default=_environment("ORIGINS", "").split(),
        metavar="URL",
        help="a page elsewhere that may use this house",
    )
    parser.add_argument(
        "--proxy",
        default=_environment("PROXY", ""),
        metavar="ADDRESS",
        help="a reverse proxy whose word on the visitor's address is believed",
    )
    parser.add_argument(
        "--connections",
        default=_environment("CONNECTIONS", usual.limits.connections),
        help="how many connections one address may have (%(default)s)",
    )
    parser.add_argument(
        "--messages-a-second",
        default=_environment("MESSAGES", usual.limits.messages.a_second),
        metavar="N",
        help="of one connection, on average (%(default)s); more are slowed down",
    )
    parser.add_argument(
        "--requests-a-second",
        default=_environment("REQUESTS", usual.limits.requests.a_second),
        metavar="N",
        help="of one address, on average (%(default)s)",
    )
    parser.add_argument(
        "--tables-a-second",
        default=_environment("TABLES", usual.limits.tables.a_second),
        metavar="N",
        help="that one address may make, on average (%(default)s)",
    )
    parser.add_argument(
        "--stuck-seconds",
        default=_environment("STUCK", usual.limits.stuck_seconds),
        metavar="N",
        help="after which a connection that takes nothing is let go (%(default)s)",
    )
    parser.add_argument(
        "--idle-seconds",
        default=_environment("IDLE", usual.idle_seconds),
        metavar="N",
        help="after which a table that nobody looks at leaves memory (%(default)s)",
    )
    add_bots(parser)


def run(args: Namespace) -> int:
    settings = _settings(args)
    say = voice(None, language_of_the_system())
    out = console(plain=False)
    with _until_told_to_stop():
        _serve(settings, say, out)
    out.print(say("serve.closed"))
    return OK


@contextmanager
def _until_told_to_stop() -> Iterator[None]:
    """Ctrl+C, or the signal by which the system stops a service: both are a good end."""
    before = signal(SIGTERM, default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        signal(SIGTERM, before)


def _serve(settings: Settings, say: Texts, out: Console) -> None:
    try:
        listener = bind(settings)
    except OSError as problem:
        place = f"{settings.host} port {settings.port}"
        raise given.BadInput(f"cannot listen on {place}: {problem.strerror}") from None
    with listener:
        try:
            open_broker(settings)
            store = open_store(settings)
        except (OSError, BadDatabase) as problem:
            reason = getattr(problem, "strerror", None)  # of the system, about a file beside it
            told = f"{settings.database}: {reason}" if reason else problem
            raise given.BadInput(f"--database: {told}") from None
        _welcome(out, say, settings, listener)
        serve(settings, store, listener)


def _welcome(out: Console, say: Texts, settings: Settings, listener: socket) -> None:
    out.print(say("serve.open", address=address(settings, listener)), soft_wrap=True)
    phones = address_for_phones(settings, listener)
    if phones is None:
        out.print(say("serve.only-here"))
    else:
        out.print(say("serve.phones", address=phones), soft_wrap=True)
        out.print(_qr(phones), soft_wrap=True, style="bright_white on black")
    out.print(say("serve.stop"))


def add_database(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="FILE|URL",
        default=_environment("DATABASE", Settings().database),
        help="where everything is kept: a file, or postgresql://... (escale.sqlite)",
    )


def add_bots(parser: ArgumentParser) -> None:
    usual = Settings()
    parser.add_argument(
        "--bots",
        default=_environment("BOTS", ""),
        metavar="N",
        help="how many bots may think at the same time (one less than the cores)",
    )
    parser.add_argument(
        "--bot-pause",
        default=_environment("BOT_PAUSE", usual.bot_pause),
        metavar="SECONDS",
        help="how long a bot takes at least, so that people can follow (%(default)s)",
    )


def settings_of_bots(args: Namespace) -> Settings:
    """Those that a worker without visitors has."""
    return Settings(
        database=args.database,
        broker=args.broker,
        bot_workers=_number("--bots", args.bots, 1, 256) if args.bots else None,
        bot_pause=_seconds("--bot-pause", args.bot_pause),
    )


def add_broker(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--broker",
        metavar="URL",
        default=_environment("BROKER", ""),
        help="redis://...: several workers share the database, and bots have their own",
    )


def _environment(name: str, usual: Any) -> Any:
    return os.environ.get(f"ESCALE_{name}", usual)


def _settings(args: Namespace) -> Settings:
    return Settings(
        host=args.host,
        port=_number("--port", args.port, 0, 65_535),
        database=args.database,
        broker=args.broker,
        limits=_limits(args),
        origins=tuple(args.origin),
        proxies=args.proxy,
        bot_workers=_number("--bots", args.bots, 1, 256) if args.bots else None,
        bot_pause=_seconds("--bot-pause", args.bot_pause),
        idle_seconds=_seconds("--idle-seconds", args.idle_seconds, 86_400),
    )


def _limits(args: Namespace) -> Limits:
    usual = Limits()
    return Limits(
        messages=_rate("--messages-a-second", args.messages_a_second, usual.messages),
        requests=_rate("--requests-a-second", args.requests_a_second, usual.requests),
        tables=_rate("--tables-a-second", args.tables_a_second, usual.tables),
        connections=_number("--connections", args.connections, 1, 1_000_000),
        stuck_seconds=_seconds("--stuck-seconds", args.stuck_seconds, 3600),
    )


def _rate(name: str, text: Any, usual: Rate) -> Rate:
    """As many more at once as there are more a second."""
    a_second = _decimal(text)
    if not 0.001 <= a_second <= 1_000_000:
        raise given.BadInput(f"{name}: must be a number from 0.001 to 1000000, got {text!r}")
    return Rate(a_second, max(1.0, usual.at_once * a_second / usual.a_second))


def _number(name: str, text: Any, least: int, most: int) -> int:
    if not str(text).isdecimal() or not least <= int(text) <= most:
        raise given.BadInput(f"{name}: must be a number from {least} to {most}, got {text!r}")
    return int(text)


def _seconds(name: str, text: Any, most: int = 60) -> float:
    seconds = _decimal(text)
    if not 0 <= seconds <= most:
        raise given.BadInput(f"{name}: must be 0 to {most} seconds, got {text!r}")
    return seconds


def _decimal(text: Any) -> float:
    """-1, if this is no number."""
    try:
        return float(text)
    except ValueError:
        return -1.0


def _qr(text: str) -> str:
    drawn = StringIO()
    segno.make(text, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()

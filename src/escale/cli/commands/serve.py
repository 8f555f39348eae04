"""`escale serve`: open the house."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from io import StringIO
from secrets import token_urlsafe
from socket import socket

import segno
from rich.console import Console

from escale.cli import inputs
from escale.cli.settings import SETTINGS
from escale.cli.settings_sources import add_settings, resolve_settings
from escale.cli.signals import stopped_by_signals
from escale.cli.terminal.console import OK, console, system_language
from escale.cli.terminal.texts import load_texts
from escale.games.texts import Texts
from escale.server.operations.home_network import HomeNetwork, is_offered
from escale.server.operations.listeners import address, address_for_phones, bind, only_here
from escale.server.operations.process import open_broker, open_store, serve
from escale.server.settings import MATCH_FILE_BYTES, Limits, Rate, Settings
from escale.store.protocol import BadDatabase


def add_arguments(parser: ArgumentParser) -> None:
    add_settings(parser, *SETTINGS)


def run(args: Namespace) -> int:
    settings = _settings(resolve_settings(args))
    say = load_texts(None, system_language())
    out = console(plain=False)
    with stopped_by_signals():
        _serve(settings, say, out)
    out.print(say("serve.closed"))
    return OK


def _serve(settings: Settings, say: Texts, out: Console) -> None:
    try:
        listener = bind(settings)
    except OSError as problem:
        place = f"{settings.host} port {settings.port}"
        raise inputs.BadInput(f"cannot listen on {place}: {problem.strerror}") from None
    with listener:
        try:
            broker = open_broker(settings)
        except OSError as problem:
            raise inputs.BadInput(f"--broker: {problem}") from None
        try:
            store = open_store(settings, stays=True)
        except (OSError, BadDatabase) as problem:
            reason = getattr(problem, "strerror", None)  # about the lock file beside it
            text = f"{settings.database}: {reason}" if reason else problem
            raise inputs.BadInput(f"--database: {text}") from None
        settings, host_page = _with_host_key(settings, listener)
        _welcome(out, say, settings, listener, host_page)
        port = listener.getsockname()[1]

        def on_change(address: str | None) -> None:
            if address is None:
                out.print(say("serve.phones-out"))
            else:
                _for_phones(out, say, address)

        home = HomeNetwork(settings, port, on_change) if is_offered(settings) else None
        serve(settings, store, listener, broker, home)


def _with_host_key(settings: Settings, listener: socket) -> tuple[Settings, str]:
    """Also the address of the page for the host; empty: there is none. A key is never printed into
    a log, which others may read: a service and a container need the setting."""
    page = f"{address(settings, listener)}host"
    if settings.host_key:
        return settings, page
    if "JOURNAL_STREAM" in os.environ or "container" in os.environ:
        return settings, ""
    key = token_urlsafe(18)
    # Behind the number sign, where no server or proxy ever sees it.
    return replace(settings, host_key=key), f"{page}#{key}"


def _welcome(
    out: Console, say: Texts, settings: Settings, listener: socket, host_page: str
) -> None:
    out.print(say("serve.open", address=address(settings, listener)), soft_wrap=True)
    phones = address_for_phones(settings, listener)
    if only_here(settings):
        out.print(say("serve.only-here-yet" if is_offered(settings) else "serve.only-here"))
    elif phones is not None:
        _for_phones(out, say, phones)
    out.print(say("serve.host-page" if host_page else "serve.no-host-page"))
    if host_page:
        out.print(host_page, soft_wrap=True)
    out.print(say("serve.stop"))


def _for_phones(out: Console, say: Texts, address: str) -> None:
    out.print(say("serve.phones", address=address), soft_wrap=True)
    out.print(_qr(address), soft_wrap=True, style="bright_white on black")


def _settings(args: Namespace) -> Settings:
    return Settings(
        host=args.host,
        port=args.port,
        database=args.database,
        broker=args.broker,
        limits=_limits(args),
        origins=args.origin,
        sites=args.site,
        proxies=args.proxy,
        bot_workers=args.bots,
        bot_pause=args.bot_pause,
        host_key=args.host_key,
        keep_days=args.keep_days,
        idle_seconds=args.idle_seconds,
    )


def _limits(args: Namespace) -> Limits:
    usual = Limits()
    return Limits(
        messages=_rate(args.messages_a_second, usual.messages),
        requests=_rate(args.requests_a_second, usual.requests),
        tables=_rate(args.tables_a_second, usual.tables),
        uploads=_uploads(args.requests_a_second / usual.requests.a_second, usual.uploads),
        connections=args.connections,
        stuck_seconds=args.stuck_seconds,
    )


def _rate(a_second: float, usual: Rate) -> Rate:
    """As many more at once as there are more a second."""
    return Rate(a_second, max(1.0, usual.at_once * a_second / usual.a_second))


def _uploads(share: float, usual: Rate) -> Rate:
    """As many bytes more as there are more requests; one match file can always be brought."""
    return Rate(usual.a_second * share, max(usual.at_once * share, MATCH_FILE_BYTES))


def _qr(text: str) -> str:
    drawn = StringIO()
    segno.make(text, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()

"""`escale bots`: a worker that runs the bots of a house whose workers share a broker."""

from __future__ import annotations

import asyncio
import signal
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from escale.cli.inputs import BadInput
from escale.cli.settings_sources import add_settings, resolve_settings
from escale.cli.signals import stopped_by_signals
from escale.cli.terminal.console import OK, console, system_language
from escale.cli.terminal.texts import load_texts
from escale.server.operations import json_logs
from escale.server.operations.process import open_broker, open_store
from escale.server.settings import Settings
from escale.store.protocol import BadDatabase, Store
from escale.tables.bots.pool import BotPool
from escale.tables.brokers.protocol import Broker
from escale.tables.house import House


def add_arguments(parser: ArgumentParser) -> None:
    add_settings(parser, "database", "broker", "bots", "bot-pause")


def run(args: Namespace) -> int:
    resolve_settings(args)
    settings = Settings(
        database=args.database,
        broker=args.broker,
        bot_workers=args.bots,
        bot_pause=args.bot_pause,
    )
    say = load_texts(None, system_language())
    with stopped_by_signals():
        store, broker = _opened(settings)
        json_logs.set_up()
        console().print(say("bots.open"))
        asyncio.run(_run_bots(store, broker, settings))
    console().print(say("bots.closed"))
    return OK


def _opened(settings: Settings) -> tuple[Store, Broker]:
    try:
        broker = open_broker(settings)
    except OSError as problem:
        raise BadInput(f"--broker: {problem}") from None
    if broker is None:
        raise BadInput("--broker: is required; a single server runs its bots itself")
    try:
        return open_store(settings), broker
    except (OSError, BadDatabase) as problem:
        raise BadInput(f"--database: {problem}") from None


async def _run_bots(store: Store, broker: Broker, settings: Settings) -> None:
    bot_pool = BotPool(settings.bot_workers)
    house = House(store, bot_pool, broker=broker, serves=False, bot_pause=settings.bot_pause)
    work = asyncio.gather(house.keep_sweeping(), broker.run())
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, work.cancel)
    with suppress(asyncio.CancelledError):
        await work
    await house.close()

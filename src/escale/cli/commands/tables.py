"""`escale tables`: what the host of a house can do with its tables."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from escale.cli.commands.export import opened, write_tables
from escale.cli.inputs import BadInput
from escale.cli.settings_sources import add_settings, resolve_settings
from escale.cli.terminal.console import CHECK_FAILED, OK, console, system_language
from escale.cli.terminal.texts import load_texts
from escale.games.texts import Texts
from escale.server.settings import is_postgres
from escale.store.protocol import BadDatabase, Store, StoreError
from escale.store.sqlite.store import SqliteStore
from escale.tables import hosting
from escale.tables.house import House
from escale.tables.log import entries as e
from escale.tables.log import entry_codec

CHANGES: dict[str, type[hosting.AnyHostCommand]] = {
    "close": hosting.CloseTable,
    "delete": hosting.DeleteTable,
    "erase-chat": hosting.EraseChat,
}
DATABASE = "of the house"


def add_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", dest="action", required=True)
    helps = {
        "list": "every table: its name, status, game and players",
        "show": "one table: who was there, and how much was played and said",
        "check": "load every table, and name those that cannot be read",
        "export": "write tables to a file for escale import, without those that cannot be read",
        "close": "let nobody play on at a table",
        "delete": "delete a table, with all that was played and said there",
        "erase-chat": "erase what was said at a table; the match stays",
    }
    for name, text in helps.items():
        action = actions.add_parser(name, help=text, description=text.capitalize() + ".")
        if name == "export":
            action.add_argument("file", metavar="FILE", help="a new file")
            action.add_argument("table", metavar="TABLE", nargs="*", help="only these")
        elif name not in ("list", "check"):
            action.add_argument("table", metavar="TABLE", help="its name, as the list has it")
        closed = "" if name not in CHANGES else "; a server that uses a file must be stopped"
        add_settings(action, "database", database=DATABASE + closed)


def run(args: Namespace) -> int:
    resolve_settings(args)
    say = load_texts(None, system_language())
    return asyncio.run(ACTIONS[args.action](args, say))


async def _list(args: Namespace, say: Texts) -> int:
    out = console()
    async with to_read(args) as store:
        last = ""
        while page := await store.table_names(last, hosting.PAGE):
            for name in page:
                out.print(await _line(store, name, say), soft_wrap=True)
            last = page[-1]
    return OK


async def _line(store: Store, name: str, say: Texts) -> str:
    """One table that cannot be read must not hide the others."""
    try:
        summary = await store.summary(name)
        assert summary
        seats = msgspec.json.decode(summary.summary)["seats"]
        players = ", ".join(seat["name"] for seat in seats if seat["name"])
        status = say(f"tables.{summary.status}")
        return f"{name}  {status:<10} {summary.game:<12} {players}".rstrip()
    except StoreError:
        raise
    except Exception:
        return f"{name}  {say('tables.unreadable')}"


async def _show(args: Namespace, say: Texts) -> int:
    async with to_read(args) as store:
        bodies = await store.entries_after(args.table, 0)
        if not bodies:
            raise BadInput(f"there is no table {args.table}")
        try:
            state = entry_codec.load(args.table, bodies)
        except entry_codec.Unplayable as problem:
            raise BadInput(f"table {args.table}: {problem}") from None
        except Exception as problem:
            kind = type(problem).__name__
            raise BadInput(f"table {args.table}: cannot be read ({kind})") from None
    said = sum(
        isinstance(one, e.Said) and one.text != "" for entry in state.entries for one in entry.what
    )
    facts = {
        "game": state.game.name,
        "status": say(f"tables.{state.status}"),
        "opened": _when(state.entries[0].at),
        "changed": _when(state.entries[-1].at),
        "entries": state.number,
        "said": said,
        "people": ", ".join(guest.name for guest in state.people),
    }
    for name, value in facts.items():
        console().print(f"{say(f'tables.{name}')}: {value}", soft_wrap=True)
    return OK


def _when(at: int) -> str:
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


async def _check(args: Namespace, say: Texts) -> int:
    out = console()
    good = bad = 0
    async with to_read(args) as store:
        async for checked in hosting.check(store):
            if checked.problem:
                out.print(f"{checked.table}: {checked.problem}", soft_wrap=True)
            bad, good = bad + bool(checked.problem), good + (not checked.problem)
    out.print(say("tables.readable", count=good), soft_wrap=True)
    if bad:
        out.print(say("tables.not-readable", count=bad), soft_wrap=True)
    return CHECK_FAILED if bad else OK


async def _export(args: Namespace, say: Texts) -> int:
    path = Path(args.file)
    if path.exists():
        raise BadInput(f"{path} exists already")
    async with to_read(args) as store:
        every = [checked async for checked in hosting.check(store, args.table)]
        good = [checked.table for checked in every if not checked.damaged]
        count = await write_tables(store, path, good) if good else 0
    for checked in every:
        if checked.damaged:
            line = f"{checked.table}: {checked.problem}"
            console(stderr=True).print(line, soft_wrap=True)
    console().print(say("export.done", count=count, file=str(path)), soft_wrap=True)
    return OK if len(good) == len(every) else CHECK_FAILED


async def _change(args: Namespace, say: Texts) -> int:
    try:
        command = msgspec.convert({"table": args.table}, CHANGES[args.action])
    except msgspec.ValidationError:
        raise BadInput(f"there is no table {args.table}") from None
    if not is_postgres(args.database) and not Path(args.database).is_file():
        raise BadInput(f"--database: {args.database} does not exist")
    house = House(opened(args), None)
    try:
        await hosting.carry_out(house, command)
    except hosting.NoSuchThing:
        raise BadInput(f"there is no table {args.table}") from None
    except entry_codec.Unplayable as problem:
        raise BadInput(f"table {args.table}: {problem}") from None
    except StoreError as problem:
        raise BadInput(f"--database: {problem}") from None
    finally:
        await house.close()
    console().print(say(f"tables.{args.action}-done", table=args.table), soft_wrap=True)
    return OK


@asynccontextmanager
async def to_read(args: Namespace) -> AsyncIterator[Store]:
    """A file is read beside its server, and even if it is damaged."""
    if is_postgres(args.database):
        store: Any = opened(args)
    else:
        try:
            store = SqliteStore.open_to_read(args.database, time.time_ns() // 1_000_000)
        except (OSError, BadDatabase) as problem:
            raise BadInput(f"--database: {problem}") from None
    try:
        yield store
    except StoreError as problem:
        raise BadInput(f"--database: {problem}") from None
    finally:
        await store.close()


ACTIONS: dict[str, Callable[[Namespace, Texts], Coroutine[Any, Any, int]]] = {
    "list": _list,
    "show": _show,
    "check": _check,
    "export": _export,
    **dict.fromkeys(CHANGES, _change),
}

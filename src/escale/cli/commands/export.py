"""`escale export FILE`: write tables to a file for `escale import`."""

from __future__ import annotations

import asyncio
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from escale.cli.inputs import BadInput
from escale.cli.settings_sources import add_settings, resolve_settings
from escale.cli.terminal.console import OK, console, system_language
from escale.cli.terminal.texts import load_texts
from escale.server.operations.process import open_store
from escale.server.settings import Settings, is_postgres
from escale.store.protocol import BadDatabase, Store, StoreError
from escale.store.transfer import BadFile, export_tables


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a new file")
    parser.add_argument(
        "--table", action="append", default=[], metavar="NAME", help="only this table, or these"
    )
    add_database(parser)


def add_database(parser: ArgumentParser) -> None:
    add_settings(parser, "database", database="of the house; one in a file must be closed")


def run(args: Namespace) -> int:
    path = Path(args.file)
    if path.exists():
        raise BadInput(f"{path} exists already")
    resolve_settings(args)
    if not is_postgres(args.database) and not Path(args.database).is_file():
        raise BadInput(f"--database: {args.database} does not exist")
    store = opened(args)
    count = asyncio.run(_write(store, path, args.table))
    say = load_texts(None, system_language())
    console().print(say("export.done", count=count, file=str(path)), soft_wrap=True)
    return OK


def opened(args: Namespace) -> Store:
    try:
        return open_store(Settings(database=args.database))
    except (OSError, BadDatabase) as problem:
        raise BadInput(f"--database: {problem}") from None


async def _write(store: Store, path: Path, tables: list[str]) -> int:
    try:
        return await write_tables(store, path, tables)
    finally:
        await store.close()


async def write_tables(store: Store, path: Path, tables: list[str]) -> int:
    """Returns how many there are; without names, all of them."""
    count = -2  # the first line and the last one
    part = path.with_name(f"{path.name}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            async for line in export_tables(store, tables):
                file.write(line)
                count += 1
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    except (BadFile, StoreError) as problem:
        raise BadInput(str(problem)) from None
    finally:
        part.unlink(missing_ok=True)
    return count

"""`escale import FILE`: import the tables of an export file."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from escale.cli.commands.export import add_database, opened
from escale.cli.inputs import BadInput
from escale.cli.settings_sources import resolve_settings
from escale.cli.terminal.console import OK, console, system_language
from escale.cli.terminal.texts import load_texts
from escale.store.protocol import Store, StoreError
from escale.store.transfer import BadFile, ImportResult, import_tables
from escale.tables.log.imports import validated


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="written by escale export")
    add_database(parser)


def run(args: Namespace) -> int:
    path = Path(args.file)
    if not path.is_file():
        raise BadInput(f"{path} does not exist")
    result = asyncio.run(_read(opened(resolve_settings(args)), path))
    say = load_texts(None, system_language())
    out = console()
    out.print(say("import.done", count=result.new), soft_wrap=True)
    if result.known:
        out.print(say("import.known", count=result.known), soft_wrap=True)
    if result.codes:
        out.print(say("import.codes", count=result.codes), soft_wrap=True)
    return OK


async def _read(store: Store, path: Path) -> ImportResult:
    try:
        with path.open("rb") as file:
            return await import_tables(store, file, validated)
    except (OSError, BadFile, StoreError) as problem:
        raise BadInput(f"{path}: {problem}") from None
    finally:
        await store.close()

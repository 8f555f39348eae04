"""`escale backup TARGET`: a copy of everything, whether the house is open or closed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from escale.cli.inputs import BadInput
from escale.cli.settings_sources import add_settings, resolve_settings
from escale.cli.terminal.console import OK, console, system_language
from escale.cli.terminal.texts import load_texts
from escale.server.settings import is_postgres
from escale.store.protocol import BadDatabase
from escale.store.sqlite.backup import backup


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("target", metavar="TARGET", help="a new file")
    add_settings(parser, "database", database="the database of the house, a file")


def run(args: Namespace) -> int:
    target = Path(args.target)
    database = resolve_settings(args).database
    if is_postgres(database):
        raise BadInput("--database: one in PostgreSQL is copied by pg_dump, or by escale export")
    try:
        backup(Path(database), target)
    except (OSError, BadDatabase) as problem:
        raise BadInput(_told(problem, target)) from None
    say = load_texts(None, system_language())
    kilobytes = -(-target.stat().st_size // 1000)
    console().print(say("backup.done", target=str(target), kilobytes=kilobytes), soft_wrap=True)
    return OK


def _told(problem: Exception, target: Path) -> str:
    """The system names the file that it was asked for, which is a part of the one wanted."""
    reason = getattr(problem, "strerror", None)
    return str(problem) if reason is None else f"{target}: {reason}"

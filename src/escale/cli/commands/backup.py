"""`escale backup TARGET`: copy the SQLite database, even while the server runs."""

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
        raise BadInput("--database: back up PostgreSQL with pg_dump, or use escale export")
    try:
        backup(Path(database), target)
    except (OSError, BadDatabase) as problem:
        raise BadInput(_message(problem, target)) from None
    say = load_texts(None, system_language())
    kilobytes = -(-target.stat().st_size // 1000)
    console().print(say("backup.done", target=str(target), kilobytes=kilobytes), soft_wrap=True)
    return OK


def _message(problem: Exception, target: Path) -> str:
    """Names the target, not the temporary file that the system reports."""
    reason = getattr(problem, "strerror", None)
    return str(problem) if reason is None else f"{target}: {reason}"

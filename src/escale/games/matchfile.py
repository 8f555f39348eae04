"""Matches in files: one JSON object that says all, so that it can be saved, carried and proved."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.event import Event
from escale.core.game import Game
from escale.core.match import Header, Match, Record
from escale.games.shelf import UnknownGame, take

FORMAT = "escale match 1"


class BadMatchFile(ValueError):
    """A file that is no match, or a match that cannot go on here. The message says why."""


def to_json(record: Record[Any, Any]) -> str:
    """One event a line, so that a person can read it and a diff shows what changed."""
    log = ",\n".join("  " + json.dumps(to_plain(event), ensure_ascii=False) for event in record.log)
    header = json.dumps(to_plain(record.header), ensure_ascii=False)
    parts = [f'"format": "{FORMAT}"', f'"header": {header}', f'"log": [\n{log}\n ]']
    if record.secret:
        parts.append(f'"secret": "{record.secret}"')
    return "{" + ",\n ".join(parts) + "}\n"


def from_json(
    text: str, game: Game[Any, Any, Any] | None = None
) -> tuple[Game[Any, Any, Any], Record[Any, Any]]:
    """`game`: the one that this must be a match of, whether it is on the shelf or not."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadMatchFile(f"this is not JSON: {problem}") from None
    if not isinstance(plain, dict) or plain.pop("format", None) != FORMAT:
        raise BadMatchFile(f'this is no match file: it does not say "format": "{FORMAT}"')
    try:
        name = plain["header"]["game"]
        if game is None:
            game = take(name)
        elif name != game.name:
            raise BadMatchFile(f"header.game: must be {game.name}, got {name!r}")
        kind = Record[game.options, game.actions]  # type: ignore[name-defined]
        return game, from_plain(kind, plain)
    except (KeyError, TypeError):
        raise BadMatchFile("header.game: is missing") from None
    except (Malformed, UnknownGame) as problem:
        raise BadMatchFile(str(problem)) from None


def read(path: Path) -> tuple[Game[Any, Any, Any], Record[Any, Any]]:
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadMatchFile("this is not a text file") from None


def write(path: Path, record: Record[Any, Any]) -> None:
    """Whole or not at all: a crash in the middle leaves the old file as it was."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
    ) as file:
        file.write(to_json(record))
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)


def reopen(game: Game[Any, Any, Any], record: Record[Any, Any]) -> Match[Any, Any, Any]:
    """The match as it stands, with the data that it pins."""
    header: Header[Any] = record.header
    if header.version != game.box.version:
        raise BadMatchFile(
            f"header.version: this match was played by version {header.version} of the rules,"
            f" and version {game.box.version} is here"
        )
    here = dict(game.pins(header.options))
    for name, pinned in header.pins:
        if here.pop(name, "nothing") != pinned:
            found = dict(game.pins(header.options)).get(name, "nothing")
            raise BadMatchFile(f"header.pins: {name}: must be {found}, got {pinned}")
    if here:
        raise BadMatchFile(f"header.pins: {', '.join(here)}: is missing")
    log: tuple[Event[Any], ...] = record.log
    return Match(game.rules(header.options), header, record.secret, log)

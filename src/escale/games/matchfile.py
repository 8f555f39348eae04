"""Match files: a whole match as one JSON object, to save, share and verify it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.game import Game
from escale.core.match import Header, Match, Record
from escale.core.proof import verification
from escale.games.registry import UnknownGame, load_game

FORMAT = "escale match 1"
MOST_ELEMENTS = 300_000  # objects, lists and their items, in a file from somebody else
MOST_EVENTS = 5000  # of a match from somebody else: when it begins, they are folded at once


class BadMatchFile(ValueError):
    """A file that is no match, or a match that cannot be continued here. The message says why."""


def to_json(record: Record[Any, Any]) -> str:
    """One event a line, for readers and diffs."""
    return "".join(json_parts(record))


def json_parts(record: Record[Any, Any]) -> Iterator[str]:
    """The same, one event at a time."""
    plain = to_plain(record.header)
    if not record.header.bound:  # a file from before it existed is written as it was
        del plain["bound"]
    header = json.dumps(plain, ensure_ascii=False)
    yield f'{{"format": "{FORMAT}",\n "header": {header},\n "log": [\n'
    for number, event in enumerate(record.log):
        comma = ",\n" if number else ""
        yield f"{comma}  {json.dumps(to_plain(event), ensure_ascii=False)}"
    yield "\n ]"
    if record.secret:
        yield f',\n "secret": "{record.secret}"'
    yield "}\n"


def from_json(
    text: str, game: Game[Any, Any, Any] | None = None
) -> tuple[Game[Any, Any, Any], Record[Any, Any]]:
    """Decode a match file. `game`: the game that it must be a match of, registered or not."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadMatchFile(f"this is not JSON: {problem}") from None
    if not isinstance(plain, dict) or plain.pop("format", None) != FORMAT:
        raise BadMatchFile(f'this is no match file: it does not say "format": "{FORMAT}"')
    try:
        name = plain["header"]["game"]
        if game is None:
            game = load_game(name)
        elif name != game.name:
            raise BadMatchFile(f"header.game: must be {game.name}, got {name!r}")
        version = plain["header"].get("version")
        if type(version) is int:  # otherwise the codec refuses it below
            game = by_version(game, version)
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
    """Write atomically: a crash leaves the old file unchanged."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
    ) as file:
        file.write(to_json(record))
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)


def by_version(game: Game[Any, Any, Any], version: int) -> Game[Any, Any, Any]:
    """The game with the rules of this version."""
    versions = game.versions
    if version not in versions:
        raise _other_rules(version, *versions)
    return versions[version]


def _other_rules(version: int, *here: int) -> BadMatchFile:
    return BadMatchFile(
        f"header.version: this match was played by version {version} of the rules,"
        f" and version {' and '.join(map(str, here))} is here"
    )


def at_start(game: Game[Any, Any, Any], header: Header[Any]) -> Match[Any, Any, Any]:
    """The match of a header before its first event; raises if pinned data is not available.

    The log of a file is untrusted until `core.proof` has verified it.
    """
    if header.version != game.box.version:
        raise _other_rules(header.version, game.box.version)
    if len(header.players) not in game.box.seats:
        raise BadMatchFile(f"header.players: {game.name} takes another number of players")
    here = dict(game.pins(header.options))
    if sorted(here) != sorted(name for name, _ in header.pins):
        raise BadMatchFile(f"header.pins: must be {', '.join(here) or 'none'}")
    for name, pinned in header.pins:
        if here[name] != pinned:
            raise BadMatchFile(f"header.pins: {name}: must be {here[name]}, got {pinned}")
    try:
        return Match(game.rules(header.options), header)
    except ValueError as problem:  # options that do not fit the number of players
        raise BadMatchFile(f"header.options: {problem}") from None


def reopen(game: Game[Any, Any, Any], record: Record[Any, Any]) -> Match[Any, Any, Any]:
    """The match so far, if it verifies and all its bots are available."""
    for _ in checks(game, record):
        pass
    return Match(game.rules(record.header.options), record.header, record.secret, record.log)


def checks(game: Game[Any, Any, Any], record: Record[Any, Any]) -> Iterator[None]:
    """Whether a match can go on here, one event at a time; raises `BadMatchFile` if it cannot."""
    rules = at_start(game, record.header).rules
    roles = {"person", *(f"bot:{level}" for level in game.levels)}
    for player in record.header.players:
        if player.role not in roles:
            raise BadMatchFile(f"header.players: there is no {player.role!r} here")
    proof = yield from verification(rules, record)
    for problem in proof.problems:
        if problem.event is not None:
            raise BadMatchFile(f"log[{problem.event}]: {problem.reason}")
        if not record.secret and problem.reason == "secret-breaks-commitment":
            raise BadMatchFile("secret: is missing, and only its holder can go on with a match")
        raise BadMatchFile(problem.reason)

"""Checks arguments and files given to commands. Errors are one line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

from escale.core.codec import Malformed, from_plain
from escale.core.game import Game
from escale.core.match import Record
from escale.games import matchfile
from escale.games.registry import UnknownGame, load_game
from escale.words import Language
from escale.words.custom_words import BadCustomWords, read_custom_words


class BadInput(ValueError):
    """An argument or file is invalid. The message is one line; the exit code is 2."""


def game(name: str) -> Game[Any, Any, Any]:
    try:
        return load_game(name)
    except UnknownGame as problem:
        raise BadInput(str(problem)) from None


def text(path: str) -> str:
    """The content of a file; `-` is standard input."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a text file in UTF-8") from None


def match(path: str) -> tuple[Game[Any, Any, Any], Record[Any, Any]]:
    try:
        return matchfile.from_json(text(path))
    except matchfile.BadMatchFile as problem:
        raise BadInput(f"{path}: {problem}") from None


def options(game: Game[Any, Any, Any], pairs: list[str], **known: Any) -> Any:
    """Options of a game from `name=value` pairs; numbers, yes and no as people write them."""
    plain: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"option {pair!r}: must be name=value")
        plain[name.strip().replace("-", "_")] = _value(value.strip())
    fields = game.options.__dataclass_fields__
    plain.update((name, value) for name, value in known.items() if name in fields and value)
    try:
        return from_plain(game.options, plain)
    except Malformed as problem:
        raise BadInput(f"option {problem}") from None


def house(game: Game[Any, Any, Any], path: str | None, language: str) -> dict[str, Any]:
    """Options for the house dictionary in a file."""
    if path is None:
        return {}
    if not {"added", "banned"} <= set(game.options.__dataclass_fields__):
        raise BadInput(f"--house: {game.name} uses no dictionary")
    try:
        own = read_custom_words(text(path), cast(Language, language))
    except BadCustomWords as problem:
        raise BadInput(f"{path}: {problem}") from None
    pairs = {"kin": own.kin, "not_kin": own.not_kin}
    return {
        "added": list(own.added),
        "banned": list(own.banned),
        **{name: list(map(list, value)) for name, value in pairs.items() if value},
    }


def cards(game: Game[Any, Any, Any], path: str | None, language: str) -> dict[str, Any]:
    """Options for a file with custom cards."""
    if path is None:
        return {}
    if game.cards is None:
        raise BadInput(f"--cards: {game.name} has no blank cards")
    try:
        return dict(game.cards(text(path), language))
    except ValueError as problem:
        raise BadInput(f"{path}: {problem}") from None


def _value(text: str) -> Any:
    words = {"yes": True, "true": True, "no": False, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    return int(text) if text.lstrip("-").isdecimal() else text

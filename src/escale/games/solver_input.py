"""Validation of untrusted solver input: positions as JSON, and lists of words.

Every field is checked; an error is one line that names the field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from escale.core.codec import Malformed

MAX_WORD: Final = 100


class BadPosition(Malformed):
    """An invalid position or list of words. The message is one line."""


def read_words(lines: Iterable[str]) -> list[str]:
    """The words of a file, one A-Z word a line; blank lines and repetitions are ignored."""
    words: dict[str, None] = {}
    for number, line in enumerate(lines, 1):
        word = line.rstrip("\r\n")
        if number == 1:
            word = word.removeprefix("\ufeff")
        if word and not word.isspace():
            check_word(word, f"line {number}")
            words[word] = None
    return list(words)


def check_word(word: object, name: str) -> None:
    if not isinstance(word, str) or not re.fullmatch("[A-Z]+", word):
        raise BadPosition(f"{name}: must be a word of the letters A to Z, got {show(word)}")
    if len(word) > MAX_WORD:
        raise BadPosition(f"{name}: must be a word of at most {MAX_WORD} letters, got {len(word)}")


def integer(data: object, name: str, low: int, high: int) -> int:
    # In Python true is a number; in a position it is a mistake.
    if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high:
        raise BadPosition(f"{name}: must be a whole number from {low} to {high}, got {show(data)}")
    return data


def json_list(data: object, name: str) -> list[Any]:
    if not isinstance(data, list):
        raise BadPosition(f"{name}: must be a list, got {show(data)}")
    return data


def json_object(
    data: object, name: str, needed: Sequence[str], optional: Sequence[str] = ()
) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadPosition(f"{name}: must be an object, got {show(data)}")
    inside = "" if name == "position" else f"{name}."
    for field in data:
        if field not in (*needed, *optional):
            known = ", ".join((*needed, *optional))
            raise BadPosition(f"{name}: unknown field {show(field)}; the fields are {known}")
    for field in needed:
        if field not in data:
            raise BadPosition(f"{inside}{field}: is missing")
    return data


def show(value: object) -> str:
    """Any value as short text on one line, for messages."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    if isinstance(value, str) and len(value) > 40:
        return repr(value[:40]) + "..."
    return repr(value) if isinstance(value, str | int | float) else type(value).__name__

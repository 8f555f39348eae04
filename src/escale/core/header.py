"""The header of a match: what is fixed before the first event, and the text that binds draws."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.secrecy import Open, Shown, view

O = TypeVar("O")


@dataclass(frozen=True, slots=True)
class Player(Open):
    """Who holds a seat. `role` is "person" or a bot such as "bot:3"; `pledge` binds to a salt."""

    name: str
    role: str = "person"
    pledge: str = ""


@dataclass(frozen=True, slots=True)
class Header(Generic[O]):
    """What is fixed before the first event. `pins` identifies the exact data: edition, lexicon.

    It is public, except for what the fields of the options hide. `bound` is the public part as a
    JSON text, on which every draw depends. The text is kept, rather than computed again, because a
    later release may write the same header differently. Empty: a match from before there was one.
    """

    match: Shown[str]
    game: Shown[str]
    version: Shown[int]
    options: Shown[O]
    pins: Shown[tuple[tuple[str, str], ...]]
    players: Shown[tuple[Player, ...]]
    commitment: Shown[str]
    bound: Shown[str] = ""

    def __post_init__(self) -> None:
        # The id is joined with the salts to compute draws: it must not contain their separator.
        if not re.fullmatch(r"[A-Za-z0-9-]{1,64}", self.match):
            raise ValueError("match: must be 1 to 64 letters, digits or hyphens")

    @property
    def seats(self) -> range:
        return range(len(self.players))


def bound(header: Header[O]) -> Header[O]:
    """The same header; draws of its match will depend on all that is public in it."""
    return replace(header, bound=json_text(public(header)))


def public(header: Header[Any]) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(view(header, None).seen)
    del plain["bound"]
    return plain


def says_the_same(plain: object, header: Header[Any]) -> bool:
    """Is `plain` the public part of this header, as this or an earlier release wrote it?"""
    try:
        said = from_plain(Header[type(header.options)], plain, hidden=True)  # type: ignore[misc]
    except (Malformed, ValueError):
        return False
    seen = view(header, None).seen
    return bool(said == replace(seen, bound=""))


def is_kept(header: Header[Any]) -> bool:
    """Does the header say what its draws were bound to?"""
    return not header.bound or says_the_same(read_json(header.bound), header)


def json_text(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def read_json(text: str) -> Any:
    """None: it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None

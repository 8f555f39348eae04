"""Salts: randomness that a seat adds to the draws, so that it need not trust the server.

Before the match a seat pledges a salt (sends its SHA-256); when the match begins, and the server
has committed to its own secret, it reveals the salt, and every draw depends on it. The client
remembers what the server had committed to. Afterwards the match file shows whether the salt was
used, and whether the server has kept to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from secrets import token_hex
from typing import Any


def new() -> str:
    return token_hex(32)


def pledge(salt: str) -> str:
    """The commitment to a salt."""
    return sha256(bytes.fromhex(salt)).hexdigest()


def terms(beginning: Mapping[str, Any]) -> str:
    """What the server has committed to, in a header or a new commitment, before salts are told."""
    return str(beginning.get("bound") or beginning["commitment"])


def beginning(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The last header or new commitment in an entry; None: chance does not begin here."""
    found: Mapping[str, Any] | None = None
    for one in entry["what"]:
        if one["kind"] == "Begun":
            found = one["header"]
        elif one["kind"] == "Happened":
            again = [event for event in one["events"] if event["kind"] == "Recommitted"]
            found = again[-1] if again else found
    return found


def to_tell(
    entry: Mapping[str, Any], seats: Iterable[int], salts: Mapping[str, str], told: dict[str, str]
) -> dict[int, str]:
    """The salts, by seat, that a table waits for after this entry. `salts` are by their pledges.

    `told` has, by pledge, what the server had committed to. A salt that was told is worth nothing
    to another commitment: the server knows it, and could choose a secret that suits it.
    """
    begins = beginning(entry)
    if begins is None:
        return {}
    pledges = {seat: begins["players"][seat]["pledge"] for seat in seats}
    own = {seat: made for seat, made in pledges.items() if made in salts}
    promised = terms(begins)
    good = {seat for seat, made in own.items() if told.setdefault(made, promised) == promised}
    return {seat: salts[own[seat]] for seat in sorted(good)}


def were_used(
    match: Mapping[str, Any], seat: int, salts: Mapping[str, str], told: Mapping[str, str]
) -> bool:
    """Is a salt of ours, pledged for this seat, in the log of a match file before the first draw
    that depends on it, and is the server's commitment the one that we saw before we told it?

    That the draws follow from it is what `escale verify` proves of the same file.
    """
    for begins, events in _epochs(match):
        made = begins["players"][seat]["pledge"]
        if made in salts and told.get(made) == terms(begins):
            before = _until_drawn(events)
            return any(one["seat"] == seat and one["salt"] == salts[made] for one in before)
    return False


def _epochs(match: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], list[Any]]]:
    """Each header or new commitment, with the events that follow it."""
    begins: Mapping[str, Any] = match["header"]
    events: list[Any] = []
    for event in match["log"]:
        if event["kind"] == "Recommitted":
            yield begins, events
            begins, events = event, []
        else:
            events.append(event)
    yield begins, events


def _until_drawn(events: Iterable[Any]) -> Iterator[Any]:
    for event in events:
        if event["kind"] == "Drawn":
            return
        if event["kind"] == "Salted":
            yield event

"""Salts: randomness that a seat adds to the draws, so that it need not trust the server.

Before the match a seat pledges a salt (sends its SHA-256); when the match begins it reveals the
salt, and every draw depends on it. Afterwards the match file shows whether it was used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from secrets import token_hex
from typing import Any


def new() -> str:
    return token_hex(32)


def pledge(salt: str) -> str:
    """The commitment to a salt."""
    return sha256(bytes.fromhex(salt)).hexdigest()


def to_tell(
    entry: Mapping[str, Any], seats: Iterable[int], salts: Mapping[str, str]
) -> dict[int, str]:
    """The salts, by seat, that a table waits for after this entry. `salts` are by their pledges."""
    headers = [one["header"] for one in entry["what"] if one["kind"] == "Begun"]
    if not headers:
        return {}
    pledges = {seat: headers[-1]["players"][seat]["pledge"] for seat in seats}
    return {seat: salts[made] for seat, made in pledges.items() if made in salts}


def were_used(match: Mapping[str, Any], seat: int, salts: Mapping[str, str]) -> bool:
    """Is a salt of ours, pledged for this seat, in the log of a match file before the first draw?

    That the draws follow from it is what `escale verify` proves of the same file.
    """
    salt = salts.get(match["header"]["players"][seat]["pledge"])
    for event in match["log"]:
        if event["kind"] == "Drawn":
            break
        if event["kind"] == "Salted" and event["seat"] == seat:
            return salt is not None and event["salt"] == salt
    return False

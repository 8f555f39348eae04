"""Verifiable randomness: nobody can predict a draw, and anybody can check it afterwards.

This is a commit-reveal scheme. Before the first draw the host publishes `commitment(secret)`, and
every seat that wants to publishes `pledge(salt)`; then the salts are revealed. Each outcome is
computed from the secret, all salts, the match id and the index of the draw in the log, so that

- the host, bound by the commitment, cannot choose outcomes once it has seen the salts;
- a seat, bound by its pledge, cannot choose its salt once it has seen the others';
- nobody without the secret can compute an outcome in advance;
- once the secret is revealed, anybody can recompute all outcomes.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from escale.core.secrecy import Open


@dataclass(frozen=True, slots=True)
class Roll(Open):
    """Roll dice. The outcome is a number from 1 to `sides` for each die."""

    dice: int
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Draw(Open):
    """Draw without replacement. The outcome is `count` distinct indices from 0 to `size` - 1.

    There is no shuffled deck in memory that could leak: a card is decided when it is drawn.
    """

    count: int
    size: int


@dataclass(frozen=True, slots=True)
class Pick(Open):
    """Pick one of several. The outcome is one index from 0 to `size` - 1."""

    size: int


ChanceRequest: TypeAlias = Roll | Draw | Pick


def is_key(text: str) -> bool:
    """Has this the form of a secret or a salt: 16 to 64 bytes in lowercase hexadecimal?"""
    return len(text) % 2 == 0 and re.fullmatch(r"[0-9a-f]{32,128}", text) is not None


def commitment(secret: str) -> str:
    """What the host publishes before the match: binds it to the secret without revealing it."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def pledge(salt: str) -> str:
    """What a seat publishes before the match: binds it to the salt without revealing it."""
    return sha256(bytes.fromhex(salt)).hexdigest()


class Oracle:
    """Computes outcomes, deterministically from the secret, the salts, the match and the index."""

    def __init__(self, secret: str, match: str, salts: tuple[str, ...] = ()) -> None:
        self._key = bytes.fromhex(secret)
        self._context = "|".join((match, *salts))

    def answer(self, ask: ChanceRequest, number: int) -> tuple[int, ...]:
        """`number` is the index of the draw in the log, so no two draws share their input."""
        numbers = self._numbers(number)
        match ask:
            case Roll(dice, sides):
                return tuple(1 + _below(sides, numbers) for _ in range(dice))
            case Pick(size):
                return (_below(size, numbers),)
            case Draw(count, size):
                return _distinct(count, size, numbers)

    def _numbers(self, number: int) -> Iterator[int]:
        """An endless stream of 32-bit numbers, eight from each HMAC-SHA256."""
        block = 0
        while True:
            message = f"{self._context}|{number}|{block}".encode()
            digest = hmac.digest(self._key, message, "sha256")
            for place in range(0, 32, 4):
                yield int.from_bytes(digest[place : place + 4], "big")
            block += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A uniform number from 0 to `limit` - 1, by rejection sampling."""
    if not 1 <= limit <= 2**32:
        raise ValueError(f"cannot choose one of {limit}: must be 1 to 2**32")
    whole = 2**32 - 2**32 % limit
    return next(one for one in numbers if one < whole) % limit


def _distinct(count: int, size: int, numbers: Iterator[int]) -> tuple[int, ...]:
    """The first `count` indices of a Fisher-Yates shuffle."""
    if not 0 <= count <= size:
        raise ValueError(f"cannot draw {count} of {size} without replacement")
    bag = list(range(size))
    for place in range(count):
        other = place + _below(size - place, numbers)
        bag[place], bag[other] = bag[other], bag[place]
    return tuple(bag[:count])

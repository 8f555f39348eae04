"""Dice and cards that nobody can foresee and everybody can check afterwards.

Before the first draw the host publishes `commitment(secret)`, and every seat that wants to has
published `pledge(salt)`; then the salts are told. Each outcome is computed from the secret, all
salts, the match and the draw's number in the log, so that

- the host, bound by the commitment, cannot choose outcomes after it has seen the salts;
- a seat, bound by its pledge, cannot choose its salt after it has seen the others';
- nobody without the secret can compute an outcome before it is drawn;
- once the secret is revealed, anybody can compute all of them again.
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
    """Dice. The outcome is one number from 1 to `sides` for each."""

    dice: int
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Draw(Open):
    """Pieces from a well-shaken bag. The outcome is `count` different places from 0 to `size` - 1.

    The bag has no order in memory: a card is decided when it is drawn, not before.
    """

    count: int
    size: int


@dataclass(frozen=True, slots=True)
class Pick(Open):
    """One of several. The outcome is one place from 0 to `size` - 1."""

    size: int


Ask: TypeAlias = Roll | Draw | Pick


def is_key(text: str) -> bool:
    """Is this a secret or a salt: 16 to 64 bytes, in small hexadecimal digits?"""
    return len(text) % 2 == 0 and re.fullmatch(r"[0-9a-f]{32,128}", text) is not None


def commitment(secret: str) -> str:
    """What the host publishes before the match: it fixes the secret and does not tell it."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def pledge(salt: str) -> str:
    """What a seat publishes before the match: it fixes the salt and does not tell it."""
    return sha256(bytes.fromhex(salt)).hexdigest()


class Oracle:
    """Answers what the rules ask. The same secret, salts, match and number: the same answer."""

    def __init__(self, secret: str, match: str, salts: tuple[str, ...] = ()) -> None:
        self._key = bytes.fromhex(secret)
        self._context = "|".join((match, *salts))

    def answer(self, ask: Ask, number: int) -> tuple[int, ...]:
        """`number` is the place of the draw in the log, so no answer is ever given twice."""
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
    """A fair number from 0 to `limit` - 1: those in the last, incomplete round are thrown away."""
    if not 1 <= limit <= 2**32:
        raise ValueError(f"cannot choose among {limit}")
    whole = 2**32 - 2**32 % limit
    return next(one for one in numbers if one < whole) % limit


def _distinct(count: int, size: int, numbers: Iterator[int]) -> tuple[int, ...]:
    """The first `count` places of a fair shuffle."""
    if not 0 <= count <= size:
        raise ValueError(f"cannot draw {count} of {size}")
    bag = list(range(size))
    for place in range(count):
        other = place + _below(size - place, numbers)
        bag[place], bag[other] = bag[other], bag[place]
    return tuple(bag[:count])

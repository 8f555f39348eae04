"""Probabilities: of tigers, of squares within reach, and the value of an open chest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import TypeAlias

from escale.core.secrecy import Seat
from escale.games.fortboyard.rules.pieces import Square
from escale.games.fortboyard.rules.rules import State

FACES = range(1, 7)
MOST_THROWS = 60  # of one pawn while the chest is open

Squares: TypeAlias = tuple[Square, ...]
Spared: TypeAlias = tuple[float, ...]
"""The probability that a pawn has met no tiger after 0, 1, 2, ... throws."""


def tiger_odds(squares: Squares, place: int) -> float:
    """The probability that the next throw ends on a tiger."""
    reached = (squares[(place + number) % len(squares)] for number in FACES)
    return sum(square == "tiger" for square in reached) / 6


@lru_cache(maxsize=64)
def spared(squares: Squares) -> tuple[Spared, ...]:
    """By the square on which the pawn stands now."""
    size = len(squares)
    rows = [[1.0] * size]
    for _ in range(MOST_THROWS):
        last = [0.0 if squares[at] == "tiger" else rows[-1][at] for at in range(size)]
        rows.append([sum(last[(at + number) % size] for number in FACES) / 6 for at in range(size)])
    return tuple(zip(*rows, strict=True))


@lru_cache(maxsize=64)
def spared_anywhere(squares: Squares) -> Spared:
    """For a pawn on an unknown square."""
    return tuple(sum(row) / len(row) for row in zip(*spared(squares), strict=True))


def bonus(chest: int) -> float:
    """The mean number of notes of the bonus roll, if this many are left."""
    return sum(min(number, chest) for number in FACES) / 6


def notes_now(state: State, opener: Seat, rolls: int) -> float:
    """The mean number of notes of an opener, if the others roll this many times in all."""
    others = ((opener + step) % state.seats for step in range(1, state.seats))
    pawns = [spared(state.squares)[state.pawns[seat]] for seat in others]
    return _notes(pawns, state.chest, rolls)


def notes_later(state: State, rolls: int) -> float:
    """The same for a later turn, when the pawns stand anywhere."""
    pawns = [spared_anywhere(state.squares)] * (state.seats - 1)
    return _notes(pawns, state.chest, rolls)


def _notes(pawns: Sequence[Spared], chest: int, rolls: int) -> float:
    """The pawns move independently of each other, so their probabilities multiply."""
    rolls = min(rolls, chest - 1, MOST_THROWS * len(pawns))
    taken = 1.0
    for roll in range(1, rolls + 1):
        taken += _all_spared(pawns, roll)
    return taken + _all_spared(pawns, rolls) * bonus(max(0, chest - 1 - rolls))


def _all_spared(pawns: Sequence[Spared], roll: int) -> float:
    """After this many rolls the first pawns have moved once more than the others."""
    each, more = divmod(roll, len(pawns))
    return prod(pawn[each + (place < more)] for place, pawn in enumerate(pawns))


@lru_cache(maxsize=1)
def arrivals() -> tuple[dict[int, float], ...]:
    """The probability of each distance after the first, second and third throw of a pawn."""
    thrown = [dict.fromkeys(FACES, 1 / 6)]
    for _ in range(2):
        onward: dict[int, float] = {}
        for distance, odds in thrown[-1].items():
            for number in FACES:
                onward[distance + number] = onward.get(distance + number, 0.0) + odds / 6
        thrown.append(onward)
    return tuple(thrown)


def worth_of_cell(state: State, seat: Seat, square: int) -> float:
    """The probability that this seat gets a key there, minus the mean of the others.

    Computed right after this seat's turn, for three rounds; whoever comes first takes the key.
    """
    size, left, worth = len(state.squares), 1.0, 0.0
    for arrival in arrivals():
        for step in range(1, state.seats + 1):
            player = (seat + step) % state.seats
            odds = left * arrival.get((square - state.pawns[player]) % size, 0.0)
            worth += odds if player == seat else -odds / (state.seats - 1)
            left -= odds
    return worth

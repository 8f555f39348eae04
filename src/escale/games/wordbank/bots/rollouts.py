"""Greedy games to the end, for bots that think ahead: thousands a second when compiled.

A rollout knows the table and not the words: it takes no notice of words that were used. It plays
the heaviest placement at each turn by a *taste*: so much for a stone placed, so much for each own
stone secured by closing a card, so much against each stone of the others secured with it. Ties,
and the cards that come from the pile, are left to a small random number generator with a seed, so
that plain Python and numba play the same games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from escale.games.jit import installed
from escale.games.wordbank.bots import greedy
from escale.games.wordbank.bots.greedy import MAX_PILE, MAX_SEATS
from escale.games.wordbank.rules.ring import MAX_CARDS
from escale.games.wordbank.solver import kernel
from escale.games.wordbank.solver.subsequences import Table, build
from escale.words.spelling import is_plain


@dataclass(frozen=True, slots=True)
class Taste:
    """What a greedy player likes, in stones."""

    placed: int = 2
    secured: int = 2
    helped: int = 1


GREEDY: Final = Taste()


@dataclass(frozen=True, slots=True)
class Situation:
    """A match as far as a rollout needs it. Cards are clockwise, `stones[card][seat]`."""

    letters: str
    capacities: tuple[int, ...]
    stones: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    closed: tuple[int, ...]
    pile: tuple[tuple[str, int], ...]  # letter and capacity, in no order
    seat: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a rollout ended: the score of each seat (low is good), and the cards it closed."""

    scores: tuple[int, ...]
    closed: tuple[int, ...]

    def shares(self) -> tuple[float, ...]:
        """Who wins: 1 for the winner, shared between equals (W10)."""
        keys = [(score, -cards) for score, cards in zip(self.scores, self.closed, strict=True)]
        winners = keys.count(min(keys))
        return tuple(1 / winners if key == min(keys) else 0.0 for key in keys)


_compiled: Callable[..., int] | None = None


def warm_up() -> None:
    """Compile with numba, if it is installed; from then on every rollout is compiled."""
    global _compiled
    if _compiled is None and installed():
        inner = kernel.jit_kernel(greedy.heaviest)
        game = kernel.jit_kernel(greedy.play, heaviest=inner)
        function = kernel.jit_kernel(greedy.play_many, play=game)
        alone = Situation("A", (1,), ((0,),), (1,), (0,), (), 0)
        _play_compiled(function, build([]), *_board(alone), [0, 0, 0], 0, 2)
        _compiled = function


def rollouts(
    table: Table, situation: Situation, games: int, seed: int, taste: Taste = GREEDY
) -> list[Ending]:
    """Play greedy games to the end. The same seed gives the same games, with numba or without."""
    start, counts = _board(situation)
    seats = counts[1]
    likes = [taste.placed, taste.secured, taste.helped]
    size = games * 2 * seats
    seed &= 0xFFFFFFFF
    if _compiled is not None:
        results = _play_compiled(_compiled, table, start, counts, likes, seed, size)
    else:
        results = [0] * size
        board, path = list(start), [0] * greedy.PATH
        rows = (table.levels, likes, counts)
        greedy.play_many(*table.plain, *rows, seed, start, board, path, results)
    return [
        Ending(tuple(results[k : k + seats]), tuple(results[k + seats : k + 2 * seats]))
        for k in range(0, size, 2 * seats)
    ]


def _play_compiled(
    function: Callable[..., int],
    table: Table,
    start: list[int],
    counts: list[int],
    likes: list[int],
    seed: int,
    size: int,
) -> list[int]:
    levels, liked, counted, row = (
        np.array(numbers, np.int64) for numbers in (table.levels, likes, counts, start)
    )
    path, results = np.zeros(greedy.PATH, np.int64), np.zeros(size, np.int64)
    function(table.masks, table.base, levels, liked, counted, seed, row, row.copy(), path, results)
    numbers: list[int] = results.tolist()
    return numbers


def _board(situation: Situation) -> tuple[list[int], list[int]]:
    """The situation as a row of numbers, and the counts that go with it."""
    size, seats, pile = len(situation.letters), len(situation.hands), len(situation.pile)
    letters = situation.letters + "".join(letter for letter, _ in situation.pile)
    if size > MAX_CARDS or pile > MAX_PILE or not 1 <= seats <= MAX_SEATS:
        raise ValueError(f"{size} cards, {pile} in the pile and {seats} seats are too many")
    if (letters and not is_plain(letters)) or len(letters) != size + pile:
        raise ValueError(f"the letters of cards are A to Z, not {letters!r}")
    board = [0] * greedy.BOARD
    for card, letter in enumerate(situation.letters):
        board[greedy.LETTERS + card] = 1 << ord(letter) - 65
        board[greedy.CAPACITIES + card] = situation.capacities[card]
        for seat in range(seats):
            board[greedy.STONES + card * MAX_SEATS + seat] = situation.stones[card][seat]
    for seat in range(seats):
        board[greedy.HANDS + seat] = situation.hands[seat]
        board[greedy.CLOSED + seat] = situation.closed[seat]
    for card, (letter, capacity) in enumerate(situation.pile):
        board[greedy.PILE_LETTERS + card] = 1 << ord(letter) - 65
        board[greedy.PILE_CAPACITIES + card] = capacity
    return board, [size, seats, pile, situation.seat]

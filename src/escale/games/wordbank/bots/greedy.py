"""The kernels of greedy games: one source for plain Python and for numba.

They work on arrays of integers, which both engines read alike; `rollouts` is the entry point.
"""

from __future__ import annotations

from typing import Any, Final

from escale.games.wordbank.rules.ring import MAX_CARDS
from escale.games.wordbank.solver.kernel import Numbers, Slots, popcount
from escale.games.wordbank.solver.subsequences import DEPTH

MAX_SEATS: Final = 5
MAX_PILE: Final = 200

#: Weights are in sixteenths of what a taste says: the rest is chance, to break ties.
GRAIN: Final = 16

# A board is one row of numbers, so that a game can be set up again with one copy. Where they stand:
LETTERS: Final = 0  # a bit for each card's letter
CAPACITIES: Final = LETTERS + MAX_CARDS
STONES: Final = CAPACITIES + MAX_CARDS  # five for each card, by seat
HANDS: Final = STONES + MAX_CARDS * MAX_SEATS
CLOSED: Final = HANDS + MAX_SEATS
FREE: Final = CLOSED + MAX_SEATS  # the letters again, 0 where a card is full
WEIGHTS: Final = FREE + MAX_CARDS
PILE_LETTERS: Final = WEIGHTS + MAX_CARDS
PILE_CAPACITIES: Final = PILE_LETTERS + MAX_PILE
BOARD: Final = PILE_CAPACITIES + MAX_PILE

# The path of a search, by the number of cards used: what is known at each step of it.
STEPS: Final = MAX_CARDS + 1
NODE: Final = 0
FOLLOW: Final = NODE + STEPS
CARDS: Final = FOLLOW + STEPS
WEIGHT: Final = CARDS + STEPS
NEXT: Final = WEIGHT + STEPS
HOPE: Final = NEXT + STEPS  # by distance: what all cards from there on could add
PATH: Final = HOPE + STEPS


def heaviest(
    masks: Numbers, base: Numbers, inner: int, size: int, board: Slots, path: Slots
) -> int:
    """The heaviest set of cards that some word allows, as bits; 0 if there is none.

    Depth first, pruned where all remaining cards together could not beat the best set
    found: that leaves few of the nodes that `kernel.reach` visits.
    """
    best = -(1 << 40)
    chosen = 0
    top = masks[0]
    for start in range(size):
        first = board[FREE + start]
        if not top & first:
            continue
        head = base[0] + popcount(top & (first - 1))
        for step in (1, size - 1):
            path[HOPE + size] = 0
            for distance in range(size - 1, 0, -1):
                card = (start + step * distance) % size
                gain = max(board[WEIGHTS + card], 0) if board[FREE + card] else 0
                path[HOPE + distance] = path[HOPE + distance + 1] + gain
            path[NODE] = head
            path[FOLLOW] = masks[head] if inner > 0 else 0
            path[CARDS] = 1 << start
            path[WEIGHT] = board[WEIGHTS + start]
            path[NEXT] = 1
            if path[WEIGHT] > best:
                best = path[WEIGHT]
                chosen = path[CARDS]
            used = 0
            while used >= 0:
                distance = path[NEXT + used]
                weight = path[WEIGHT + used]
                if distance >= size or weight + path[HOPE + distance] <= best:
                    used -= 1
                    continue
                path[NEXT + used] = distance + 1
                card = (start + step * distance) % size
                bit = board[FREE + card]
                letters = path[FOLLOW + used]
                if not letters & bit:
                    continue
                weight += board[WEIGHTS + card]
                cards = path[CARDS + used] | 1 << card
                if weight > best:
                    best = weight
                    chosen = cards
                node = path[NODE + used]
                if node < inner:
                    node = base[node] + popcount(letters & (bit - 1))
                    used += 1
                    path[NODE + used] = node
                    path[FOLLOW + used] = masks[node]
                    path[CARDS + used] = cards
                    path[WEIGHT + used] = weight
                    path[NEXT + used] = distance + 1
    return chosen


def play(
    masks: Numbers,
    base: Numbers,
    levels: Numbers,
    taste: Numbers,
    counts: Numbers,
    seed: int,
    board: Slots,
    path: Slots,
) -> int:
    """Play to the end (W8 to W10) on the board; return the number of cards left in the ring.

    `counts` are the cards in the ring, the seats, the cards in the pile, and the seat to play.
    """
    size, seats, pile, seat = counts[0], counts[1], counts[2], counts[3]
    passes = 0
    while size > 0 and passes < 2 * seats:
        for card in range(size):
            total = 0
            for other in range(seats):
                total += board[STONES + card * MAX_SEATS + other]
            own = board[STONES + card * MAX_SEATS + seat]
            liking = taste[0]
            if total + 1 == board[CAPACITIES + card]:
                liking += taste[1] * (own + 1) - taste[2] * (total - own)
            seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
            board[WEIGHTS + card] = liking * GRAIN + (seed >> 28)
            board[FREE + card] = board[LETTERS + card] if total < board[CAPACITIES + card] else 0
        limit = min(board[HANDS + seat], DEPTH)
        chosen = 0
        if limit > 0:
            chosen = heaviest(masks, base, levels[limit - 1], size, board, path)
        passes = 0 if chosen else passes + 1
        kept = 0
        for card in range(size):
            place = STONES + card * MAX_SEATS
            if chosen >> card & 1:
                board[place + seat] += 1
                board[HANDS + seat] -= 1
            total = 0
            for other in range(seats):
                total += board[place + other]
            letter = board[LETTERS + card]
            capacity = board[CAPACITIES + card]
            if total >= capacity:
                board[CLOSED + seat] += 1
                for other in range(seats):
                    board[place + other] = 0
                if pile == 0:
                    continue
                seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
                drawn = (seed >> 16) * pile >> 16
                pile -= 1
                letter = board[PILE_LETTERS + drawn]
                capacity = board[PILE_CAPACITIES + drawn]
                board[PILE_LETTERS + drawn] = board[PILE_LETTERS + pile]
                board[PILE_CAPACITIES + drawn] = board[PILE_CAPACITIES + pile]
            board[LETTERS + kept] = letter
            board[CAPACITIES + kept] = capacity
            for other in range(seats):
                board[STONES + kept * MAX_SEATS + other] = board[place + other]
            kept += 1
        size = kept
        if board[HANDS + seat] == 0:
            break
        seat = (seat + 1) % seats
    return size


def play_many(
    masks: Numbers,
    base: Numbers,
    levels: Numbers,
    taste: Numbers,
    counts: Numbers,
    seed: int,
    start: Any,
    board: Any,
    path: Slots,
    results: Slots,
) -> int:
    """Play as many games from `start` as there is room for in `results`; return their number.

    A game leaves the score of each seat, then the cards that each seat closed.
    """
    seats = counts[1]
    games = len(results) // (2 * seats)
    for game in range(games):
        board[:] = start
        seed = (seed * 22695477 + 1) & 0xFFFFFFFF
        size = play(masks, base, levels, taste, counts, seed, board, path)
        for seat in range(seats):
            score = board[HANDS + seat]
            for card in range(size):
                score += board[STONES + card * MAX_SEATS + seat]
            results[2 * seats * game + seat] = score
            results[2 * seats * game + seats + seat] = board[CLOSED + seat]
    return games

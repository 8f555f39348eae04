"""Look-ahead by simulation: how the game goes on after each of several placements.

All placements are tried on the same simulated draws, so that luck is the same for all. The worse
half is dropped after each round, and the better half gets as many simulations again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from escale.core.secrecy import Seat
from escale.games.wordbank.bots.rollouts import Ending, Situation, rollouts
from escale.games.wordbank.rules.rules import State
from escale.games.wordbank.solver.subsequences import Table

FUTURES = 4  # games from each draw of new cards
LEAD = 0.01  # what a stone of advantage is worth, where victories do not decide


class Foresight:
    def __init__(self, state: State, seat: Seat, table: Table, rng: Random) -> None:
        self.state = state
        self.seat = seat
        self.table = table
        self.seed = rng.getrandbits(32)

    def best(self, candidates: Sequence[int], playouts: int, late: Callable[[], bool]) -> int:
        """The best of some sets of cards; ties go to the earlier ones."""
        left = list(candidates)
        value = dict.fromkeys(left, 0.0)
        tried = 0
        while len(left) > 1:
            futures = max(1, playouts // len(left) // FUTURES)
            for future in range(tried, tried + futures):
                for cards in left:
                    if late():
                        return max(left, key=value.__getitem__)
                    value[cards] += self._value(cards, future)
            tried += futures
            left = sorted(left, key=lambda cards: -value[cards])[: len(left) // 2]
        return left[0]

    def _value(self, cards: int, future: int) -> float:
        """How well this seat does after a placement, in one draw of the new cards."""
        after = self._after(cards, Random(self.seed + future))
        if after.hands[self.seat] == 0:
            endings = [_at_once(after)]
        else:
            endings = rollouts(self.table, after, FUTURES, self.seed + future)
        return sum(self._worth(ending) for ending in endings) / len(endings)

    def _worth(self, ending: Ending) -> float:
        own = ending.scores[self.seat]
        others = [score for seat, score in enumerate(ending.scores) if seat != self.seat]
        return ending.shares()[self.seat] + LEAD * (min(others) - own)

    def _after(self, cards: int, rng: Random) -> Situation:
        """The table after the placement, its full cards replaced by others from the pile (W8)."""
        state, seat = self.state, self.seat
        pile = [(safe.letter, safe.spaces) for safe in state.pile]
        ring: list[tuple[str, int, tuple[int, ...]]] = []
        closed = [len(letters) for letters in state.closed]
        for place, safe in enumerate(state.ring):
            lying = (*safe.stones, seat) if cards >> place & 1 else safe.stones
            if len(lying) < safe.spaces:
                ring.append((safe.letter, safe.spaces, _by_seat(lying, state.seats)))
                continue
            closed[seat] += 1
            if pile:
                letter, spaces = pile.pop(rng.randrange(len(pile)))
                ring.append((letter, spaces, (0,) * state.seats))
        hands = list(state.hands)
        hands[seat] -= cards.bit_count()
        return Situation(
            letters="".join(letter for letter, _, _ in ring),
            capacities=tuple(spaces for _, spaces, _ in ring),
            stones=tuple(stones for _, _, stones in ring),
            hands=tuple(hands),
            closed=tuple(closed),
            pile=tuple(pile),
            seat=(seat + 1) % state.seats,
        )


def _by_seat(stones: Sequence[Seat], seats: int) -> tuple[int, ...]:
    return tuple(stones.count(seat) for seat in range(seats))


def _at_once(situation: Situation) -> Ending:
    """The score if the game ends here (W10)."""
    exposed = [sum(column) for column in zip(*situation.stones, strict=True)]
    scores = tuple(hand + lying for hand, lying in zip(situation.hands, exposed, strict=True))
    return Ending(scores, situation.closed)

"""One-move look-ahead: what a move is worth beyond its points.

Using an own pyramid counts twice: it is gained, and it is not subtracted in the end. Using one of
another player spares that player its points. The pyramids that a move uncovers are available to the
next player, whose best reply is simulated. If the move ends the game, only the score counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from escale.core.chance import Draw
from escale.core.event import Acted, Drawn
from escale.core.play import EVERYBODY, Chance, Over
from escale.core.secrecy import Seat
from escale.games.kreuzwort.rules.pieces import Announce, Answer, side_of
from escale.games.kreuzwort.rules.rules import Kreuzwort, State, score
from escale.games.kreuzwort.solver.best_first import Solver
from escale.games.kreuzwort.solver.fitting import Move

SURE_OF_ENDING = 1000.0  # more than any points: to win now is better than to go on
REPLY = 0.5  # how much of the next player's gain counts: they know other words
LOOKS = 2  # times that the uncovered pyramids are imagined


class Foresight:
    def __init__(
        self, rules: Kreuzwort, state: State, seat: Seat, solver: Solver, rng: Random
    ) -> None:
        self._rules = rules
        self._state = state
        self._seat = seat
        self._solver = solver
        self._rng = rng

    def best(self, moves: Sequence[Move], late: Callable[[], bool]) -> Move:
        """The move with the best value, of as many as the time allows to evaluate."""
        hopeful = sorted(moves, key=self._worth, reverse=True)
        judged: list[tuple[float, int]] = []
        for place, move in enumerate(hopeful):
            if judged and late():
                break
            judged.append((self._worth(move) - self._after(move), -place))
        return hopeful[-max(judged)[1]]

    def _worth(self, move: Move) -> float:
        """Its points, plus what it spares its player, minus what it spares the others."""
        state, seat = self._state, self._seat
        own, others = side_of(seat, state.seats), 0.0
        worth = float(move.score)
        for cell in move.sources:
            pyramid = state.at(cell).top
            if pyramid is None:
                continue
            if pyramid.is_of(own):
                worth += pyramid.value
            elif {pyramid.colour, pyramid.owner}.isdisjoint(("black", "grey", *state.empty)):
                others += pyramid.value
        return worth - others / (state.seats - 1)

    def _after(self, move: Move) -> float:
        """What the next player gains from it; or the result, if the game ends."""
        whole = 0.0
        for _ in range(LOOKS):
            state = self._played(move)
            awaits = self._rules.awaits(state)
            if isinstance(awaits, Over):
                lead = _lead(score(state, awaits.score.ending).points, self._seat)
                return (-SURE_OF_ENDING if lead >= 0 else SURE_OF_ENDING) - lead
            following = (self._seat + 1) % state.seats
            reply = self._solver.best(state.position(following))
            whole += REPLY * reply.score if reply else 0.0
        return whole / LOOKS

    def _played(self, move: Move) -> State:
        """The table after the move, when all accept it, with some pyramids uncovered."""
        rules, state = self._rules, self._state
        announce = Announce(move.word, move.cells, move.sources)
        state = rules.step(state, Acted(self._seat, announce, state.now))
        for seat in range(state.seats):
            if seat != self._seat and state.options.referee == "contest":
                state = rules.step(state, Acted(seat, Answer(accept=True), state.now))
        while isinstance(awaits := rules.awaits(state), Chance):
            assert isinstance(awaits.ask, Draw)
            places = self._rng.sample(range(awaits.ask.size), awaits.ask.count)
            state = rules.step(state, Drawn(tuple(places), EVERYBODY, state.now))
        return state


def _lead(points: Sequence[int], seat: Seat) -> int:
    return points[seat] - max(one for other, one in enumerate(points) if other != seat)

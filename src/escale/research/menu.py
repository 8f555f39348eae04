"""A game whose moves are an open set, as one with a menu of numbered moves.

Programs that learn want a fixed number of actions and of observations. Words, drawings and
dialogues are neither. So at each decision the seat is given a menu of some allowed actions, drawn
by the game's own `sample` from a seed, and chooses by number. It is not the whole game: `Decision`
also has the view, from which a program can make any action of its own, and `act` takes those too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from escale.core.codec import to_plain
from escale.core.event import Acted
from escale.core.game import Game
from escale.core.match import Match, Player
from escale.core.play import Over, Players, Ruling, Score
from escale.core.secrecy import Seat, View, view
from escale.games.arena import seeded_match

DECISION_MS = 1000  # of match time that a decision takes, where something is timed
TRIES = 4  # samples for each place on the menu
LARGEST = 1_000_000  # in an observation: numbers of notes and times are cut there


@dataclass(frozen=True, slots=True)
class Decision:
    seat: Seat
    view: View[Any]
    menu: tuple[Any, ...]


class MenuMatch:
    """One match. The same seed gives the same chance and, for the same choices, the same menus."""

    def __init__(
        self, game: Game[Any, Any, Any], options: Any, seats: int, seed: int, size: int
    ) -> None:
        players = [Player(f"{seat + 1}", "bot:0") for seat in range(seats)]
        self.match: Match[Any, Any, Any] = seeded_match(game, options, players, seed)
        self.seats = seats
        self._size = size
        self._seed = seed
        self.match.extend(self.match.begin())

    @property
    def score(self) -> Score | None:
        return self.match.score

    def decision(self) -> Decision:
        """The next one. Where several seats are awaited at once they decide one after the other,
        without knowing of each other: their views see to that."""
        awaits = self.match.awaits
        assert isinstance(awaits, Players), "the match is over"
        seat = awaits.seats[0]
        return Decision(seat, view(self.match.state, seat), tuple(self._menu(seat)))

    def _menu(self, seat: Seat) -> Iterator[Any]:
        rng = Random(f"{self._seed}|{len(self.match.log)}|{seat}")
        found: list[Any] = []
        for _ in range(TRIES * self._size):
            action = self.match.rules.sample(self.match.state, seat, rng)
            if action not in found:
                found.append(action)
                yield action
            if len(found) == self._size:
                return

    def act(self, seat: Seat, action: Any) -> Ruling | None:
        """Play it; the reason, if it is refused. Whoever's time is up has decided too late."""
        awaits, at = self.match.awaits, self.match.now + DECISION_MS
        if isinstance(awaits, Players) and awaits.deadline is not None and at >= awaits.deadline:
            self.match.extend(self.match.elapse(max(self.match.now, awaits.deadline)))
            return None
        outcome = self.match.act(seat, action, at)
        if isinstance(outcome, Ruling):
            return outcome
        self.match.extend(outcome)
        return None

    @property
    def turns(self) -> int:
        return sum(isinstance(event, Acted) for event in self.match.log)

    def shares(self) -> Sequence[float]:
        """What each seat has won: a part of 1."""
        awaits = self.match.awaits
        assert isinstance(awaits, Over)
        return [awaits.score.share(seat) for seat in range(self.seats)]


def numbers(seen: Any, length: int) -> list[int]:
    """A view as a row of numbers, always as long: whatever is written in it, in its order.

    Texts count by their letters, what is hidden by -1. It is a plain way, the same for every game;
    a program that knows its game will rather read the view itself.
    """
    row: list[int] = []
    _write(to_plain(seen), row, length)
    return row + [0] * (length - len(row))


def _write(plain: Any, row: list[int], length: int) -> None:
    if len(row) >= length:
        return
    match plain:
        case bool() | int():
            row.append(max(-LARGEST, min(LARGEST, int(plain))))
        case None:
            row.append(-2)
        case str():
            row.extend(min(ord(letter), LARGEST) for letter in plain[: length - len(row)])
        case list():
            for item in plain:
                _write(item, row, length)
        case {"kind": "Hidden"}:
            row.append(-1)
        case dict():
            for key, value in plain.items():
                if key != "kind":
                    _write(value, row, length)

"""A small table to try rules on: chosen pyramids, chosen words, hand-told draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from escale.core.chance import Draw
from escale.core.event import Acted, Drawn, Elapsed
from escale.core.match import may_act
from escale.core.play import EVERYBODY, Chance, Over, Players, Ruling, Score
from escale.core.secrecy import Seat
from escale.games.kreuzwort.editions import edition
from escale.games.kreuzwort.rules.grid import Cell, at
from escale.games.kreuzwort.rules.pieces import Action, Announce, Answer, Options, Pyramid, Spot
from escale.games.kreuzwort.rules.rules import PLACE, Kreuzwort, State, Turn
from escale.words import from_list

WORDS = "rat rate raten tor tore ort bar bart rabe tal nass eis reis reise er re es se".split()


def rules(version: int = 2, *, inflected: bool = True) -> Kreuzwort:
    words = from_list(["Rat", "Rate", *WORDS, "Bart", "Bärte"], "de", [])
    return Kreuzwort(edition("de"), words, version, inflected=inflected)


def pyramid(text: str) -> Pyramid:
    """`S:E3` is an E of 3 points in the colour of the south; `grey:E1/W` is a grey of the west."""
    colour, rest = text.split(":")
    letters, _, owner = rest.partition("/")
    return Pyramid(letters[0], int(letters[1:]), colour, owner)  # type: ignore[arg-type]


class Table:
    """Plays by the rules on a board that a test has made, with draws that it tells."""

    def __init__(self, seats: int = 2, options: Options | None = None, **board: str) -> None:
        options = options or Options(referee="dictionary")
        self.rules = rules(inflected=options.inflected)
        state = self.rules.setup(options, seats)
        spots = tuple(replace(spot, stack=(), beneath=0) for spot in state.spots)
        self.state = replace(
            state, spots=spots, bags=((),) * len(state.bags), phases=(Turn(0, began=0),)
        )
        for name, piece in board.items():
            self.put(cell(name), piece)

    def put(self, where: Cell, *pieces: str, beneath: int = 0) -> None:
        """Pyramids on a cell, from the top down; none: the cell is empty."""
        spot = replace(self.state.at(where), stack=tuple(map(pyramid, pieces)), beneath=beneath)
        self._set(where, spot)

    def print(self, where: Cell, letter: str, ink: Any) -> None:
        self._set(where, Spot(letter, ink))

    def bag(self, number: int, *pieces: str) -> None:
        """What has not been seen yet of a colour: 0 south, 1 west, 2 north, 3 east, 4 grey."""
        bags = list(self.state.bags)
        bags[number] = tuple(map(pyramid, pieces))
        self.state = replace(self.state, bags=tuple(bags))

    def _set(self, where: Cell, spot: Spot) -> None:
        spots = list(self.state.spots)
        spots[PLACE[where]] = spot
        self.state = replace(self.state, spots=tuple(spots))

    def check(self, seat: Seat, action: Action) -> Ruling:
        return may_act(self.rules, self.state, seat, action)

    def act(self, seat: Seat, action: Action, at: int = 0) -> Ruling:
        ruling = self.check(seat, action)
        if ruling:
            self.state = self.rules.step(self.state, Acted(seat, action, at))
        return ruling

    def say(self, seat: Seat, word: str, *path: str) -> Ruling:
        """Announce a word. Each of `path` is a cell, or `cell<source` for a pyramid that moved."""
        return self.act(seat, announce(word, *path))

    def answer(self, seat: Seat, accept: bool) -> Ruling:
        return self.act(seat, Answer(accept=accept))

    def draw(self, *places: int) -> None:
        assert isinstance(self.rules.awaits(self.state), Chance)
        self.state = self.rules.step(self.state, Drawn(places, EVERYBODY, self.state.now))

    def elapse(self, at: int) -> None:
        self.state = self.rules.step(self.state, Elapsed(at))

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        awaits = self.rules.awaits(self.state)
        assert isinstance(awaits, Players), awaits
        return awaits.seats

    @property
    def score(self) -> Score | None:
        awaits = self.rules.awaits(self.state)
        return awaits.score if isinstance(awaits, Over) else None


def cell(name: str) -> Cell:
    """`r4c3` is row 4, column 3, seen from the south."""
    row, column = name[1:].split("c")
    return at(int(row), int(column))


def announce(word: str, *path: str) -> Announce:
    cells, sources = [], []
    for step in path:
        where, _, source = step.partition("<")
        cells.append(cell(where))
        sources.append(cell(source or where))
    return Announce(word, tuple(cells), tuple(sources))


def rat(**more: str) -> Table:
    """R and T are black in row 4; the south has an A, the north a B and an E."""
    board = {"r4c3": "black:R4", "r4c5": "black:T2", "r8c2": "S:A1", "r1c2": "N:B3", "r1c3": "N:E1"}
    return Table(2, None, **board, **more)


def laid(seats: int = 2, options: Options | None = None) -> tuple[Kreuzwort, State]:
    """A table as it is laid; each side draws other places of its bag, so that no sums tie."""
    game = rules()
    state = game.setup(options or Options(referee="dictionary"), seats)
    draws = 0
    while isinstance(awaits := game.awaits(state), Chance):
        assert isinstance(awaits.ask, Draw)
        first = min(4 * draws, awaits.ask.size - awaits.ask.count)
        places = tuple(range(first, first + awaits.ask.count))
        state = game.step(state, Drawn(places, None, 0))
        draws += 1
    return game, state

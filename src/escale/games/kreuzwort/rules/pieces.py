"""The pieces: pyramids, what a cell holds, editions, and what a player may do."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from escale.core.play import Ruling
from escale.core.secrecy import Open, Own, Seat
from escale.games.kreuzwort.rules.grid import SEATED, Cell, Side
from escale.words.protocol import Language, Umlauts
from escale.words.spelling import is_plain

Colour = Literal["black", "grey", "S", "W", "N", "E"]

IDENTITIES: dict[Side, str] = {"S": "blue", "W": "yellow", "N": "red", "E": "green"}
"""The colours of the four sides, as they are called and drawn."""

FEWEST_LETTERS = 2
LONGEST_WORD = 44  # eight cells inside and all of the ring
GREY_LETTERS = "EEEEEEEESSSSRRRRIIIINNNN"
OPENING = 6  # piles of each player
OWN_GREYS = "EESRIN"  # of each player, in the expert game


@dataclass(frozen=True, slots=True, order=True)
class Pyramid(Open):
    """A letter with its points. In the expert game a grey one has an owner."""

    letter: str
    value: int
    colour: Colour
    owner: Side | Literal[""] = ""

    def is_of(self, side: Side) -> bool:
        """Is it of this side's colour, or one of its greys?"""
        return side in (self.colour, self.owner)


def points(pyramids: Iterable[Pyramid]) -> int:
    return sum(pyramid.value for pyramid in pyramids)


def change(gained: Collection[Pyramid], side: Side) -> int:
    """How far the score of a side rises: an own pyramid is gained, and no longer lost."""
    return points(gained) + points(one for one in gained if one.is_of(side))


@dataclass(frozen=True, slots=True)
class Spot(Open):
    """What stands on a cell inside: a letter printed on it, and a pile.

    `stack` is what has been seen of the pile, from the top down; usually the top alone. What lies
    `beneath` is undecided until it is uncovered: it is drawn from what has not been seen yet.
    """

    printed: str
    ink: Colour | Literal[""]
    stack: tuple[Pyramid, ...] = ()
    beneath: int = 0

    @property
    def top(self) -> Pyramid | None:
        return self.stack[0] if self.stack else None

    @property
    def height(self) -> int:
        return len(self.stack) + self.beneath


@dataclass(frozen=True, slots=True)
class Edition(Open):
    """The letters and points of one language."""

    name: str
    language: Language
    umlauts: Umlauts
    colour: tuple[tuple[str, int], ...]  # the 24 of each colour
    black: tuple[tuple[str, int], ...]
    printed: str  # the 36 black letters on the board, row by row as seen from the south
    values: tuple[tuple[str, int], ...]

    def value(self, letter: str) -> int:
        return dict(self.values)[letter]


@dataclass(frozen=True, slots=True)
class Options(Open):
    """What a table decides before it plays."""

    language: Language = "de"
    referee: Literal["contest", "dictionary"] = "contest"
    inflected: bool = True
    ring: Literal["one", "both"] = "one"
    expert: bool = False
    turn_seconds: int = 0  # 0: no clock
    answer_seconds: int = 60
    starter: int | None = None  # None: the lowest sum of the own six tops
    opening: str = ""  # the letters on top of everybody's six piles; empty: they are drawn

    def __post_init__(self) -> None:
        if self.starter is not None and not 0 <= self.starter < len(IDENTITIES):
            raise ValueError(f"starter: must be a seat from 0 to {len(IDENTITIES) - 1}")
        if self.opening and (len(self.opening) != OPENING or not is_plain(self.opening)):
            raise ValueError(f"opening: must be {OPENING} letters A-Z")
        for name, least in (("turn_seconds", 0), ("answer_seconds", 5)):
            if not least <= getattr(self, name) <= 86_400:
                raise ValueError(f"{name}: must be from {least} to 86400 seconds")


@dataclass(frozen=True, slots=True)
class Announce(Open):
    """Say a word. `cells` is its path, letter by letter; `sources` tells where each letter was.

    A letter that is used in place, pyramid or print, has its own cell as its source.
    """

    word: str
    cells: tuple[Cell, ...]
    sources: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PutBack(Open):
    """Put everything back: the turn is over without points."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Accept or contest the word. The others do not see it before all have answered."""

    accept: Own[bool]


Action: TypeAlias = Announce | PutBack | Answer


@dataclass(frozen=True, slots=True)
class Played(Open):
    """A turn that is over: what was announced, whether it stood, and what it gained."""

    seat: Seat
    ruling: Ruling
    word: str = ""  # folded; empty: nothing was announced
    spelling: str = ""
    cells: tuple[Cell, ...] = ()
    sources: tuple[Cell, ...] = ()
    gained: tuple[Pyramid, ...] = ()
    contested: tuple[Seat, ...] = ()

    @property
    def points(self) -> int:
        return points(self.gained)

    def change(self, seats: int) -> int:
        """What it changed in the score of its player, own pyramids no longer being on the board."""
        return change(self.gained, side_of(self.seat, seats))


@dataclass(frozen=True, slots=True)
class Bluff(Open):
    """A word that nobody contested, and what the dictionary would have said."""

    turn: int  # its place in the history
    ruling: Ruling


def side_of(seat: Seat, seats: int) -> Side:
    return SEATED[seats][seat]

"""A box on the shelf: everything that the house needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from escale.core.bots import Bot
from escale.core.chance import commitment
from escale.core.match import Header, Player
from escale.core.rules import Rules
from escale.core.secrecy import Open, Seat, View

O = TypeVar("O")
S = TypeVar("S")
A = TypeVar("A")

LANGUAGES = ("fr", "en", "de")


class Say(Protocol):
    """The game's texts in one language: a key and what fills its gaps."""

    def __call__(self, key: str, /, **details: str | int) -> str: ...


@dataclass(frozen=True, slots=True)
class Box(Open):
    """What is printed on the box: the content of `game.toml`."""

    name: str
    version: int  # of the rules; a match pins it
    fewest: int
    most: int
    minutes: int
    age: int
    endings: tuple[str, ...]  # the ways in which a game can end

    @property
    def seats(self) -> range:
        return range(self.fewest, self.most + 1)


@dataclass(frozen=True, slots=True)
class Level(Generic[O, S, A]):
    """A bot of some strength, and the seconds that it may think about a move."""

    seconds: float
    make: Callable[[O], Bot[S, A]]


Pins: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, eq=False)  # a game is itself
class Game(Generic[O, S, A]):
    """What a game's entry point names."""

    box: Box
    folder: Any  # a Path or a Traversable with texts/, rulebook/, recorded/ and editions/
    options: type[O]
    state: type[S]
    actions: Any  # the union of the action classes
    rules: Callable[[O], Rules[O, S, A]]
    describe: Callable[[View[S], Say], tuple[str, ...]]
    consider: Callable[[View[S], Any], Any] | None = None
    """What a plan would do, from what a seat sees: the question and the answer are plain data.

    Pure and quick. The question may be anything: `Malformed` says what is wrong with it. What a
    player has to find out by doing it, such as whether a word counts, must not be answered here."""
    review: Callable[[O, S, Seat, A], tuple[Any, Any]] | None = None
    """Of an action in a match that is over, from the state before it: what was played and what
    would have been best, as plain data; None where there is nothing to say. It may take long."""
    levels: Mapping[int, Level[O, S, A]] = field(default_factory=dict)
    cards: Callable[[str, str], Mapping[str, Any]] | None = None
    """What a file with cards of the host's own, in a language, adds to the options, as plain data.

    A ValueError says all that is wrong with it, with the lines."""
    pins: Callable[[O], Pins] = lambda _: ()
    warm_up: Callable[[], None] = lambda: None  # what pays off only before many games
    solver: Callable[[], Any] | None = None  # loads the module behind `escale solve`
    terminal: Callable[[], Any] | None = None  # loads its drawing (games/terminal.py)
    parts: tuple[Any, ...] = ()
    """Folders with texts/ of their own, which are read with those of the game."""
    earlier: tuple[Game[Any, Any, Any], ...] = ()
    """The same game by rules of earlier versions, each with a box that says which: matches that
    began by them are played, told and proved by them."""

    @property
    def name(self) -> str:
        return self.box.name

    @property
    def versions(self) -> dict[int, Game[Any, Any, Any]]:
        """All that can be played here, by the version of the rules; that of today comes first."""
        return {game.box.version: game for game in (self, *self.earlier)}

    def header(self, match: str, options: O, players: Sequence[Player], secret: str) -> Header[O]:
        """The header of a new match, which commits to the secret of its chance."""
        return Header(
            match=match,
            game=self.name,
            version=self.box.version,
            options=options,
            pins=self.pins(options),
            players=tuple(players),
            commitment=commitment(secret),
        )

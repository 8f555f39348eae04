"""The definition of a game: everything that server, terminal and tools need to know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from escale.core.bots import Bot
from escale.core.chance import commitment
from escale.core.header import Header, Player, bound
from escale.core.rules import Rules
from escale.core.secrecy import Open, Seat, View

O = TypeVar("O")
S = TypeVar("S")
A = TypeVar("A")

LANGUAGES = ("fr", "en", "de")


class Say(Protocol):
    """Looks up a text of the game in one language and fills in its placeholders."""

    def __call__(self, key: str, /, **details: str | int) -> str: ...


@dataclass(frozen=True, slots=True)
class Box(Open):
    """The content of `game.toml`: what is printed on the box."""

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
    """A bot of some strength, and the seconds that it may think per move."""

    seconds: float
    make: Callable[[O], Bot[S, A]]


def levels(make: Callable[[int, O], Bot[S, A]], *seconds: float) -> dict[int, Level[O, S, A]]:
    """The levels from 1 on, by the seconds of each; `make` gets the level and the options."""
    return {level: Level(one, partial(make, level)) for level, one in enumerate(seconds, start=1)}


Pins: TypeAlias = tuple[tuple[str, str], ...]
Sentence: TypeAlias = tuple[str, Mapping[str, str | int]]
"""A text of the game and its details, for `Say`."""


BEST_HINT = 3  # the rungs of a moment: a nudge, a move of an easy bot, the best move


@dataclass(frozen=True, slots=True)
class Hints(Generic[S, A]):
    """What a player who is stuck is told of a move that a bot would make."""

    fit: Callable[[View[S]], bool]  # is this a moment to ask for one?
    nudge: Callable[[View[S], A], Sentence]  # only where to look
    move: Callable[[View[S], A], Sentence]
    among_people: Callable[[Any], bool] = lambda _: False  # do these options give them, too?

    def sentence(self, rung: int, view: View[S], action: A) -> Sentence:
        return (self.nudge if rung == 1 else self.move)(view, action)


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity
class Game(Generic[O, S, A]):
    """What the entry point of a game refers to."""

    box: Box
    folder: Any  # a Path or a Traversable with texts/, rulebook/, recorded/ and editions/
    options: type[O]
    state: type[S]
    actions: Any  # the union of the action classes
    rules: Callable[[O], Rules[O, S, A]]
    describe: Callable[[View[S], Say], tuple[str, ...]]
    consider: Callable[[View[S], Any], Any] | None = None
    """Previews a move from a seat's view, without making it. Question and answer are plain data.

    Pure and fast. The question is untrusted: raise `Malformed` if it is wrong. Never answer what a
    player can only find out by making the move, such as whether a word counts."""
    review: Callable[[O, S, Seat, A], tuple[Any, Any]] | None = None
    """Analyses an action of a finished match, from the state before it: what was played and what
    would have been best, as plain data (None: nothing to say). May be slow."""
    levels: Mapping[int, Level[O, S, A]] = field(default_factory=dict)
    hints: Hints[S, A] | None = None  # for games with bots
    published: Callable[[Any], Any] = lambda record: record
    """The record of a finished match without what its options hide and nobody was told. It must
    prove the same."""
    cards: Callable[[str, str], Mapping[str, Any]] | None = None
    """Reads a file with the host's own cards in a language; returns options as plain data.

    Raises ValueError with all problems and their line numbers."""
    again: Callable[[O, Seat], O] | None = None
    """The options of a rematch in which this seat begins. None: the first seat always does, and
    everybody moves one seat further."""
    pins: Callable[[O], Pins] = lambda _: ()
    warm_up: Callable[[], None] = lambda: None  # for example compilation, before many games
    solver: Callable[[], Any] | None = None  # imports the module behind `escale solve`
    terminal: Callable[[], Any] | None = None  # imports its terminal board (games/terminal.py)
    parts: tuple[Any, ...] = ()
    """Folders with texts/ of their own, merged with those of the game."""
    earlier: tuple[Game[Any, Any, Any], ...] = ()
    """The same game with earlier versions of its rules (`box.version` says which): matches that
    began under a version are played, described and verified with it."""

    @property
    def name(self) -> str:
        return self.box.name

    @property
    def versions(self) -> dict[int, Game[Any, Any, Any]]:
        """By version of the rules, the current one first."""
        return {game.box.version: game for game in (self, *self.earlier)}

    @property
    def easy_level(self) -> int | None:
        """Of the bots that play where nobody chose a level; None: the game has no bots."""
        return 2 if 2 in self.levels else min(self.levels, default=None)

    def hint_level(self, rung: int, bots: Iterable[int]) -> int:
        """Of the bot behind a hint: the weakest one that plays, for the last rung the best."""
        if rung == BEST_HINT:
            return max(self.levels)
        return min(bots, default=self.easy_level or 0)

    def header(
        self,
        match: str,
        options: O,
        players: Sequence[Player],
        secret: str,
        *,
        experiment: bool = False,
    ) -> Header[O]:
        """The header of a new match, which commits to the secret of its draws.

        The draws are bound to it; not those of an experiment, in which the same seed should give
        the same draws whatever the players are called.
        """
        header = Header(
            match=match,
            game=self.name,
            version=self.box.version,
            options=options,
            pins=self.pins(options),
            players=tuple(players),
            commitment=commitment(secret),
        )
        return header if experiment else bound(header)

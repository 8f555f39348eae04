"""What a game may bring for the terminal: its own drawing and its own way of typing a move.

A game without any of this is played all the same, from its `describe` lines and its offers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from escale.core.game import Say
from escale.core.play import ALLOWED, Ruling
from escale.core.secrecy import Seat, View, has_hidden

if TYPE_CHECKING:  # the rules of a game can be used where Rich is not installed
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened, in one line; if the referee said no, the reason is told with it."""

    line: str
    ruling: Ruling = ALLOWED


class Desk(Protocol):
    """The place where a person types. Commands such as help or undo never reach the game."""

    def read(self, prompt: str, *, free: bool = False) -> str:
        """A line without spaces around it. `free`: any word may be meant, even "help"."""
        ...

    def show(self, *lines: RenderableType) -> None: ...

    def sketch(self, drawing: RenderableType) -> None:
        """A drawing that says nothing new: left out where only sentences are wanted."""
        ...

    def goes_back(self, line: str) -> bool:
        """Does this line ask for one step back?"""
        ...


@dataclass(frozen=True, slots=True)
class Clock:
    """What stands before a question while time runs: drawn anew with every beat, where there is a
    terminal that can; where only sentences are wanted, at a few moments."""

    ends: int  # in match time
    shown: Callable[[int], str]  # of the milliseconds that are left
    beat: int = 1000  # milliseconds
    said: Callable[[int], str] | None = None  # the same as a sentence; None: as it is shown


@dataclass(frozen=True, slots=True)
class Deed:
    """What one of the people at the keyboard does, whoever of them types it."""

    seat: Seat
    action: Any


class RoomDesk(Desk, Protocol):
    """The desk as it is for people in one room, who play against the clock.

    There `ask` may also return a tuple of deeds: they are done one after the other.
    """

    @property
    def people(self) -> tuple[Seat, ...]:
        """Those who sit at this keyboard."""
        ...

    def now(self) -> int:
        """Match time, in milliseconds."""
        ...

    def wait(self, until: int) -> None:
        """Nothing more is typed before this moment of the match."""
        ...

    def read(self, prompt: str, *, free: bool = False, clock: Clock | None = None) -> str: ...

    def look(self, seat: Seat, *lines: RenderableType) -> None:
        """Shown to this seat alone, and gone before the others look again."""
        ...

    def offered(self) -> Any:
        """The action that is chosen and filled in from what the rules offer, as in any game."""
        ...


class Terminal(Protocol):
    """What `Game.terminal` returns: a module or an object.

    It may also say how people share one keyboard (`is_private`, `asked_first` and `goes_on` tell
    what holds if it does not):

    - `private(view) -> bool`: must what this seat is shown or types now stay from the others?
    - `first(view, seats) -> Seat`: of several people who are awaited, who is asked first? The view
      is what everybody at the screen may see.
    - `quiet(view) -> bool`: is this seat asked in the middle of something that stands on the screen
      already? Then the table is not drawn again.
    """

    folder: Any  # with texts/, for what only the terminal says

    def draw(
        self, view: View[Any], say: Say, names: Sequence[str], width: int
    ) -> RenderableType: ...

    def news(
        self, before: View[Any], after: View[Any], say: Say, names: Sequence[str]
    ) -> Sequence[News]:
        """What has happened between two views, one line each."""
        ...

    def ask(self, view: View[Any], say: Say, names: Sequence[str], desk: Desk) -> Any:
        """The action that the view's seat decides on; None: it wants to see the table again."""
        ...


def is_private(terminal: Terminal | None, view: View[Any]) -> bool:
    """Is the keyboard handed over, and the screen wiped afterwards? If the game does not say:
    wherever something is hidden from somebody."""
    private: Callable[[View[Any]], bool] = getattr(terminal, "private", _has_hidden)
    return private(view)


def _has_hidden(view: View[Any]) -> bool:
    return has_hidden(view.seen)


def asked_first(terminal: Terminal | None, view: View[Any], seats: tuple[Seat, ...]) -> Seat:
    """Of these people. If the game does not say: in the order in which the rules name them."""
    first: Callable[[View[Any], tuple[Seat, ...]], Seat] = getattr(terminal, "first", _in_order)
    return first(view, seats)


def _in_order(_: View[Any], seats: tuple[Seat, ...]) -> Seat:
    return seats[0]


def goes_on(terminal: Terminal | None, view: View[Any]) -> bool:
    """Is the table left as it was drawn? If the game does not say: it is drawn every time."""
    quiet: Callable[[View[Any]], bool] = getattr(terminal, "quiet", _never)
    return quiet(view)


def _never(_: View[Any]) -> bool:
    return False

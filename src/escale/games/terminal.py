"""The interface of a game's own terminal front end: its drawing, and its way of typing a move.

Optional: a game without one is played from its `describe` lines and its offers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from escale.core.game import Say
from escale.core.play import ALLOWED, Ruling
from escale.core.secrecy import Seat, View, has_hidden

if TYPE_CHECKING:  # so that games work without Rich
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened, in one line, with the refusal if there was one."""

    line: str
    ruling: Ruling = ALLOWED


class Desk(Protocol):
    """Input and output at the keyboard. Commands such as help or undo never reach the game."""

    def read(self, prompt: str, *, free: bool = False) -> str:
        """A line without spaces around it. `free`: any word may be meant, even "help"."""
        ...

    def show(self, *lines: RenderableType) -> None: ...

    def sketch(self, drawing: RenderableType) -> None:
        """A drawing without new information: omitted where only sentences are wanted."""
        ...

    def goes_back(self, line: str) -> bool:
        """Does this line ask for one step back?"""
        ...


@dataclass(frozen=True, slots=True)
class Clock:
    """A running clock in front of a prompt: redrawn at every beat where the terminal can do so,
    otherwise printed a few times."""

    ends: int  # in match time
    shown: Callable[[int], str]  # of the milliseconds that are left
    beat: int = 1000  # milliseconds
    said: Callable[[int], str] | None = None  # the same as a sentence; None: as it is shown


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of one of the people at the keyboard, whoever types it."""

    seat: Seat
    action: Any


class RoomDesk(Desk, Protocol):
    """The desk of people in one room who play against the clock.

    `ask` may then also return a tuple of deeds, which are carried out in order.
    """

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people at this keyboard."""
        ...

    def now(self) -> int:
        """Match time, in milliseconds."""
        ...

    def wait(self, until: int) -> None:
        """Take no input before this match time."""
        ...

    def read(self, prompt: str, *, free: bool = False, clock: Clock | None = None) -> str: ...

    def look(self, seat: Seat, *lines: RenderableType) -> None:
        """Show something to this seat alone, and wipe the screen afterwards."""
        ...

    def offered(self) -> Any:
        """Let the player choose and fill in one of the offers of the rules."""
        ...


class Terminal(Protocol):
    """What `Game.terminal` returns: a module or an object.

    It may also define how people share one keyboard (for the defaults see `is_private`,
    `asked_first` and `goes_on`):

    - `private(view) -> bool`: must the others not see what this seat is shown or types now?
    - `first(view, seats) -> Seat`: of several people who are awaited, who is asked first? The view
      is what everybody at the screen may see.
    - `quiet(view) -> bool`: is this seat asked in the middle of something that stands on the screen
      already? Then the table is not drawn again.

    And `ask_again(rules, view, refused, ruling, say, names, desk)`: called instead of `ask` after a
    refusal, for a game that has more to say about it or another action to offer.
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
    """Whether the keyboard is handed over and the screen wiped afterwards; by default, if the view
    hides anything."""
    private: Callable[[View[Any]], bool] | None = getattr(terminal, "private", None)
    return private(view) if private else has_hidden(view.seen)


def asked_first(terminal: Terminal | None, view: View[Any], seats: tuple[Seat, ...]) -> Seat:
    """Who of several people is asked first; by default, in the order of the rules."""
    first: Callable[[View[Any], tuple[Seat, ...]], Seat] = getattr(terminal, "first", _in_order)
    return first(view, seats)


def _in_order(_: View[Any], seats: tuple[Seat, ...]) -> Seat:
    return seats[0]


def goes_on(terminal: Terminal | None, view: View[Any]) -> bool:
    """Whether the table is not drawn again; by default, it is drawn every time."""
    quiet: Callable[[View[Any]], bool] = getattr(terminal, "quiet", _never)
    return quiet(view)


def _never(_: View[Any]) -> bool:
    return False


def asked_again(terminal: Terminal) -> Callable[..., Any]:
    """How a seat is asked after a refusal; by default, as before it."""
    again: Callable[..., Any] | None = getattr(terminal, "ask_again", None)
    return again or (lambda _rules, view, _refused, _ruling, *desk: terminal.ask(view, *desk))


def read_accept(say: Say, desk: Desk, prompt: str) -> bool | None:
    """Ask whether a word is accepted or contested; None: an empty line, to see the table again."""
    while line := desk.read(say(prompt)).lower():
        for accept, key in ((True, "entry.accept"), (False, "entry.contest")):
            if line in say(key).split():
                return accept
        desk.show(say("entry.accept-or-contest"))
    return None

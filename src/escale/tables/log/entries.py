"""The entries of a table's log. The state of a table is the fold of them.

One entry is what followed from one command, or from time: it is written whole or not at all. As in
a game's state, a field is hidden from everybody unless its type says who sees it. The names of
classes and fields are serialised: they cannot change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from escale.core.event import Event
from escale.core.match import Header, Record
from escale.core.secrecy import Open, Seat, Shown

O = TypeVar("O")
A = TypeVar("A")

Person: TypeAlias = int
"""Somebody who came to this table: a number in the order of coming."""


@dataclass(frozen=True, slots=True)
class Pace(Open):
    """How long a move may take: `free` has no clock, `live` counts seconds, `slow` counts days."""

    speed: Literal["free", "live", "slow"] = "free"
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Made(Generic[O]):
    """The table was set up: this game, these options."""

    game: Shown[str]
    options: Shown[O]
    seats: Shown[int]
    pace: Shown[Pace]
    listed: Shown[bool]
    chat: Shown[Literal["everybody", "players", "nobody"]]
    code: Shown[str]
    hints: Shown[bool | None] = None  # None: if bots play, or the options are kind
    series: Shown[tuple[int, ...]] = ()  # of a rematch: the matches won before it, by seat


@dataclass(frozen=True, slots=True)
class Brought(Generic[O, A]):
    """The match was begun elsewhere, and goes on here."""

    record: Record[O, A]


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody is known to the table from now on."""

    person: Shown[Person]
    name: Shown[str]
    guest: str  # the hash of their cookie: nobody sees it


@dataclass(frozen=True, slots=True)
class Sat(Open):
    """A person took a seat, or came back to it, or took over the seat of one who left."""

    seat: Seat
    person: Person
    name: str
    pledge: str = ""


@dataclass(frozen=True, slots=True)
class BotSat(Open):
    """A bot was put on a seat."""

    seat: Seat
    level: int
    name: str


@dataclass(frozen=True, slots=True)
class Freed(Open):
    """A seat is empty again, before the game begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Begun(Generic[O]):
    """The game begins."""

    header: Shown[Header[O]]
    secret: str  # of chance: everybody learns it after the match


@dataclass(frozen=True, slots=True)
class Unbegun(Open):
    """A pledged salt did not come: the game begins again, without the pledges of these seats.

    Only in older logs: now the salt is given up (`core.event.Unsalted`) and the secret stays.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Happened(Generic[A]):
    """Events of the match."""

    events: Shown[tuple[Event[A], ...]]  # each guards its own secrets (core.event.seen_event)


@dataclass(frozen=True, slots=True)
class Left(Open):
    """The person on this seat has gone, in the middle of the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StoodIn(Open):
    """A bot plays for the seat: this one move, or until its person is back."""

    seat: Seat
    level: int
    once: bool = False


@dataclass(frozen=True, slots=True)
class Opened(Open):
    """In slow play: a seat opened a timed moment that was waiting for it."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class Hinted(Open):
    """A seat asked for a hint: 1 is a nudge, 2 a move of the table's level, 3 the best one.

    The hint itself is not written down: it is computed for whoever may see it."""

    seat: Seat
    rung: int


@dataclass(frozen=True, slots=True)
class Paused(Open):
    """The clocks stand still: match time, and how long the move had taken."""

    at: int
    spent: int


@dataclass(frozen=True, slots=True)
class Resumed(Open):
    """The clocks go on."""


@dataclass(frozen=True, slots=True)
class TakeBack(Open):
    """Take back the match from this event on."""

    to: int


@dataclass(frozen=True, slots=True)
class Pause(Open):
    """Stop the clocks for a while."""


@dataclass(frozen=True, slots=True)
class StandIn(Open):
    """Let a bot play for one who left."""

    seat: Seat
    level: int


@dataclass(frozen=True, slots=True)
class TakeSeat(Open):
    """Let the one who asks take the seat of one who left."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Rematch(Open):
    """Play again; another seat begins."""


@dataclass(frozen=True, slots=True)
class DealAgain(Open):
    """Make the first draws again: the deal was an unlucky one, and nobody has played."""


@dataclass(frozen=True, slots=True)
class CarryAway(Open):
    """Close the table here and hand out the whole match, with all that is hidden in it, to go on
    elsewhere. Its draws go on with another secret."""


Proposal: TypeAlias = TakeBack | Pause | StandIn | TakeSeat | Rematch | CarryAway | DealAgain


@dataclass(frozen=True, slots=True)
class Proposed(Open):
    person: Person
    what: Proposal
    pledge: str = ""  # for the chance of a rematch


@dataclass(frozen=True, slots=True)
class Agreed(Open):
    person: Person
    pledge: str = ""  # for the chance of a rematch


@dataclass(frozen=True, slots=True)
class Declined(Open):
    """Somebody does not agree, or the one who proposed thought better of it."""

    person: Person


@dataclass(frozen=True, slots=True)
class Settled(Open):
    """Everybody agreed to what was proposed: it follows."""


@dataclass(frozen=True, slots=True)
class Rematched(Open):
    """The same people play again at this table, with these pledges."""

    table: str
    pledges: tuple[tuple[Person, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CarriedAway(Open):
    """The match goes on elsewhere; here it is closed."""

    person: Person


@dataclass(frozen=True, slots=True)
class Closed(Open):
    """The host of the house closed the table: nobody plays on, and nothing hidden is told."""


@dataclass(frozen=True, slots=True)
class Said(Open):
    """An empty text: it was erased."""

    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Muted(Open):
    """A person does not want to hear another one (only the two fields' owner learns of it)."""

    person: Person
    whom: Person
    muted: bool


@dataclass(frozen=True, slots=True)
class AskedToLeave(Open):
    """The host of the table asked somebody to leave: they are not let in again."""

    person: Person


Happening: TypeAlias = (
    Made[O]
    | Brought[O, A]
    | Came
    | Sat
    | BotSat
    | Freed
    | Begun[O]
    | Unbegun
    | Happened[A]
    | Left
    | StoodIn
    | Opened
    | Hinted
    | Paused
    | Resumed
    | Proposed
    | Agreed
    | Declined
    | Settled
    | Rematched
    | CarriedAway
    | Closed
    | Said
    | Muted
    | AskedToLeave
)

Happenings: TypeAlias = tuple[Happening[Any, Any], ...]


@dataclass(frozen=True, slots=True)
class Entry(Generic[O, A]):
    """One message and what followed from it. `by` and `id` make a retry harmless."""

    at: int  # wall time, ms
    what: tuple[Happening[O, A], ...]
    by: Person | None = None  # None: the house
    id: str = ""


AnyEntry: TypeAlias = Entry[Any, Any]

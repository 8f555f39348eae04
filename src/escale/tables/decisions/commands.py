"""The commands of a client: the messages of the wire, bounded field by field."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

SeatNumber = Annotated[int, Meta(ge=0, le=63)]
PersonNumber = Annotated[int, Meta(ge=0, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=20, description="a name chosen by a guest")]
LevelNumber = Annotated[int, Meta(ge=0, le=9)]
Key = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
MessageId = Annotated[
    str, Meta(min_length=1, max_length=64, description="chosen by the sender; a retry has the same")
]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Everything that is asked has an id, so that asking twice does it once."""

    id: MessageId


class Sit(Message, frozen=True, tag="sit"):
    """Take a seat (any free one, if none is named), or come back to one's own."""

    name: Name
    seat: SeatNumber | None = None
    pledge: Key | None = None


class StandUp(Message, frozen=True, tag="stand-up"):
    """Free one's seat before the game begins; leave it while the game goes on."""

    seat: SeatNumber


class SeatBot(Message, frozen=True, tag="seat-bot"):
    """Put a bot of this level on a free seat (or, with no level, take the bot away)."""

    seat: SeatNumber
    level: LevelNumber | None = None


class Start(Message, frozen=True, tag="start"):
    """Begin the game: every seat is taken."""


class Salt(Message, frozen=True, tag="salt"):
    """Tell the salt that was pledged."""

    seat: SeatNumber
    salt: Key


class Act(Message, frozen=True, tag="act"):
    """Play. `after` is the number of the update that was on the screen."""

    seat: SeatNumber
    action: msgspec.Raw
    after: Annotated[int, Meta(ge=0)] | None = None


class OpenMoment(Message, frozen=True, tag="open"):
    """In slow play: see the timed moment that waits for this seat, and let its clock run."""

    seat: SeatNumber


class AskForHint(Message, frozen=True, tag="hint"):
    """The next hint for this seat. Everybody learns that it was asked for, nobody what it says: the
    seat then reads it (`GET /api/tables/{table}/hint`)."""

    seat: SeatNumber


class Resign(Message, frozen=True, tag="resign"):
    seat: SeatNumber


class Propose(Message, frozen=True, tag="propose"):
    """Ask for something that the others must agree to."""

    what: Literal[
        "take-back", "pause", "stand-in", "take-seat", "rematch", "carry-away", "deal-again"
    ]
    seat: SeatNumber | None = None
    level: LevelNumber | None = None
    name: Name | None = None
    pledge: Annotated[Key | None, Meta(description="of a salt, for a rematch")] = None


class Answer(Message, frozen=True, tag="answer"):
    """Agree to what is proposed, or not."""

    agree: bool
    pledge: Annotated[Key | None, Meta(description="of a salt, for a rematch")] = None


class Resume(Message, frozen=True, tag="resume"):
    """Let the clocks go on."""


class Say(Message, frozen=True, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=300)]
    name: Name | None = None


class Mute(Message, frozen=True, tag="mute"):
    """Hear no more from somebody (or, again)."""

    person: PersonNumber
    muted: bool = True


class AskToLeave(Message, frozen=True, tag="ask-to-leave"):
    """By whoever opened the table: this person leaves it, and does not come back."""

    person: PersonNumber


Command: TypeAlias = (
    Sit
    | StandUp
    | SeatBot
    | Start
    | Salt
    | Act
    | OpenMoment
    | AskForHint
    | Resign
    | Propose
    | Answer
    | Resume
    | Say
    | Mute
    | AskToLeave
)


def name_in(command: Command) -> str:
    """Under which somebody new is remembered at the table; empty: they are not."""
    return getattr(command, "name", None) or ""

"""Messages of the server as types: the schemas are generated from them, and tests check every
message against them.

Commands of clients are in `tables.decisions.commands`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from escale.tables.decisions.commands import Key, LevelNumber, MessageId, Name, SeatNumber

Options = Annotated[dict[str, Any], Meta(description="as the game's schema of options says")]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


# Over the WebSocket


class Entry(Strict, frozen=True):
    """What followed from one message, or from the clock, as this device may know it."""

    number: int
    at: Annotated[int, Meta(description="wall time, ms")]
    by: Annotated[int | None, Meta(description="the person who asked; null: the house")]
    what: Annotated[list[dict[str, Any]], Meta(description="each has its kind")]


class You(Strict, frozen=True):
    person: int | None
    seats: list[int]


class Chair(Strict, frozen=True):
    kind: Literal["empty", "person", "bot"]
    name: str
    person: int | None
    bot: Annotated[int | None, Meta(description="the level of the bot that plays it now")]
    left: bool
    resigned: bool
    hints: Annotated[int, Meta(description="how many it has asked for in this match")]


class Proposal(Strict, frozen=True):
    person: int
    what: dict[str, Any]
    agreed: list[int]


class About(Strict, frozen=True):
    """The table around the match."""

    table: str
    code: str | None
    game: str
    options: dict[str, Any]
    pace: dict[str, Any]
    listed: bool
    chat: Literal["everybody", "players", "nobody"]
    hints: Annotated[bool, Meta(description="players can ask for them")]
    series: Annotated[
        list[int], Meta(description="of a rematch: the matches won before it, by seat")
    ]
    status: Literal["gathering", "playing", "over"]
    host: int
    people: list[str]
    seats: list[Chair]
    paused: bool
    proposal: Proposal | None
    rematch: str | None
    carried_away: bool
    brought_by: Annotated[
        str | None, Meta(description="who brought the match from elsewhere; null: it began here")
    ]
    closed: Annotated[bool, Meta(description="by the host of the house")]


class Clock(Strict, frozen=True):
    """It read `value` ms at the wall time `since`; null: it stands still."""

    value: int
    since: int | None


class Play(Strict, frozen=True):
    """Whom the match waits for, and until when."""

    awaits: list[int]
    salts: Annotated[list[int], Meta(description="seats whose salts it waits for at its beginning")]
    deadline: Annotated[int | None, Meta(description="in match time, ms")]
    limit: Annotated[int | None, Meta(description="how long a move may take, ms")]
    match_clock: Clock
    move_clock: Clock
    events: Annotated[int, Meta(description="how many the match has")]
    may_deal_again: Annotated[
        bool, Meta(description="nobody has played, and the deal is an unlucky one")
    ]
    score: dict[str, Any] | None


class View(Strict, frozen=True):
    """What a seat (null: whoever looks on) sees. Hidden values are {"kind": "Hidden"}."""

    seat: int | None
    held: Annotated[bool, Meta(description="a timed moment that is sealed in slow play")]
    opened: Annotated[
        bool | UnsetType, Meta(description="of one that is held: this seat has opened it")
    ] = UNSET
    seen: dict[str, Any] | UnsetType = UNSET
    offers: list[dict[str, Any]] | UnsetType = UNSET


class Update(Spoken, frozen=True, tag="update"):
    """All that is new. `number` is what to ask for "since" next time."""

    number: int
    now: Annotated[int, Meta(description="the server's wall time, ms")]
    happened: list[Entry]
    done: Annotated[
        list[str] | UnsetType, Meta(description="own messages that had their effect")
    ] = UNSET
    you: You | UnsetType = UNSET
    table: About | UnsetType = UNSET
    play: Play | UnsetType = UNSET
    views: list[View] | UnsetType = UNSET


class Refused(Spoken, frozen=True, tag="refused"):
    """A message that had no effect, and why. `anchor` is a place in the rulebook."""

    id: str | None
    reason: str
    anchor: str
    details: dict[str, str | int]
    text: str


class Presence(Spoken, frozen=True, tag="presence"):
    """Who is connected, by their numbers; and how many look on."""

    here: list[int]
    watching: int


Told: TypeAlias = Update | Refused | Presence


# Over HTTP


class Done(Spoken, frozen=True, tag="done"):
    """The message has had its effect, in entry `number`."""

    id: str
    number: int
    person: int | None


class PaceWish(Strict, frozen=True):
    """`free` has no clock; `live` takes 5 s to an hour a move, `slow` an hour to thirty days."""

    speed: Literal["free", "live", "slow"] = "free"
    seconds: Annotated[int, Meta(ge=0, le=30 * 86_400)] = 0


class NewTable(Strict, frozen=True):
    """A table to make. Each seat is for "me", "open" to whoever comes, or a bot of some level."""

    id: MessageId
    game: Annotated[str, Meta(max_length=64)]
    name: Name
    seats: Annotated[list[Literal["me", "open"] | LevelNumber], Meta(min_length=1, max_length=64)]
    options: Options = {}
    pace: PaceWish = PaceWish()
    listed: bool = False
    chat: Literal["everybody", "players", "nobody"] = "everybody"
    hints: Annotated[
        bool | None, Meta(description="null: if bots play, or the options are kind")
    ] = None
    start: Annotated[bool, Meta(description="begin at once, if every seat is taken")] = False
    pledge: Annotated[Key | None, Meta(description='of a salt, for the seats of "me"')] = None
    names: Annotated[
        list[Name],
        Meta(max_length=63, description='of the players on the seats of "me", but for the first'),
    ] = []


class Code(Strict, frozen=True):
    code: Annotated[str, Meta(max_length=40)]


class Found(Strict, frozen=True):
    """A table: its name for links, and its short code to say aloud."""

    table: str
    code: str | None
    path: str


class Listed(Strict, frozen=True):
    """A table in a list."""

    table: str
    game: str
    status: Literal["gathering", "playing", "over"]
    code: str | None
    seats: list[dict[str, Any]]
    pace: dict[str, Any]
    here: Annotated[int, Meta(description="how many of its people are connected now")]
    language: Annotated[str | None, Meta(description="of its words; null: the game has none")]
    winners: Annotated[list[int], Meta(description="the seats that have won, when it is over")]
    ended: Annotated[int | None, Meta(description="wall time of the end, ms")]


class GameInfo(Strict, frozen=True):
    """A box on the shelf."""

    name: str
    version: int
    title: str
    about: Annotated[str, Meta(description="a sentence or two, as on the back of the box")]
    players: tuple[int, int]
    minutes: int
    age: int
    levels: Annotated[list[int], Meta(description="of bots")]
    endings: list[str]
    hints: Annotated[bool, Meta(description="players who are stuck can ask for them")]
    options: Annotated[dict[str, Any], Meta(description="JSON Schema")]
    actions: Annotated[dict[str, Any], Meta(description="JSON Schema")]


class Section(Strict, frozen=True):
    """A heading of a rulebook; `id` is its place in the HTML."""

    id: str
    title: str


class Rulebook(Strict, frozen=True):
    """`html` has no title of its own: its headings begin at the second level."""

    title: str
    html: str
    sections: list[Section]


class Question(Strict, frozen=True):
    """What a plan of one's own would do. The game says what it understands as a question."""

    seat: SeatNumber
    question: Any


class Considered(Strict, frozen=True):
    answer: Annotated[Any, Meta(description="as the game has it")]


class Hint(Strict, frozen=True):
    """The last hint that a seat asked for in this moment: 1 is a nudge, 2 a move of the table's
    level, 3 the best one. `action` is that move, ready to be played; null: only a nudge."""

    rung: int
    text: str
    action: dict[str, Any] | None


class Described(Strict, frozen=True):
    """The board in sentences, after entry `number`."""

    number: int
    lines: list[str]


class Frame(Strict, frozen=True):
    """A match after its first `event` events, as whoever asks sees it; the last one in words.

    `seat` is whose doing it was, if anybody's. `stands`: it was not taken back later. `chance` is
    what the rules asked (Roll, Draw or Pick), if it was an answer of chance; `action` is what was
    played, if it was an action."""

    event: int
    at: Annotated[int, Meta(description="match time, ms")]
    seat: int | None
    said: str
    stands: bool
    chance: dict[str, Any] | None
    lines: Annotated[list[str], Meta(description="the board in words")]
    seen: dict[str, Any]
    action: dict[str, Any] | None = None


class Recap(Strict, frozen=True):
    """What happened in a match up to now. The first frame is before the first event of it."""

    frames: list[Frame]


class Replay(Strict, frozen=True):
    frames: list[Frame]
    header: dict[str, Any]
    score: dict[str, Any]


class Review(Strict, frozen=True):
    """What was played, and the best that could have been, as the game tells it."""

    played: Any
    best: Any


class Problem(Strict, frozen=True):
    """Why a request was not done. `anchor` is a place in the rulebook."""

    reason: str
    text: str
    anchor: str | UnsetType = UNSET
    details: dict[str, str | int] | UnsetType = UNSET

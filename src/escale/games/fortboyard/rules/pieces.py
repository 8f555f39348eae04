"""Cards, keys, notes, squares, options, and the actions outside of trials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, get_args

from escale.core.secrecy import Counted, Open, Own, Seat, Shown, When
from escale.words.protocol import Language

Theme = Literal[
    "object",
    "nature",
    "time",
    "letters",
    "numbers",
    "sea",
    "fort",
    "body",
    "home",
    "people",
    "own",  # the default for a host's card
]
THEMES: tuple[Theme, ...] = get_args(Theme)

LONGEST_NAME, LONGEST_TEXT = 40, 400  # characters on a card
MOST_ANSWERS, ANSWER_LENGTH = 20, 60


@dataclass(frozen=True, slots=True)
class Riddle(Open):
    """A riddle card. It shows the answers, so only its reader may see it."""

    name: str
    theme: Theme
    difficulty: int  # 1: a child of eight, 4: a clever adult
    text: str
    answers: tuple[str, ...]  # the first one is shown as the solution
    one_answer_only: bool = False

    def __post_init__(self) -> None:
        _check_card(self.name, self.text)
        if not 1 <= self.difficulty <= 4:
            raise ValueError("difficulty: must be from 1 to 4")
        fits = all(answer.strip() and len(answer) <= ANSWER_LENGTH for answer in self.answers)
        if not fits or not 1 <= len(self.answers) <= MOST_ANSWERS:
            raise ValueError(
                f"answers: must be 1 to {MOST_ANSWERS}, each of at most {ANSWER_LENGTH} characters"
            )

    def __str__(self) -> str:
        """The name only: transcripts list the host's cards and must not reveal answers."""
        return self.name


@dataclass(frozen=True, slots=True)
class Trial(Open):
    """A host's own trial, which is played around the table by the text of its card."""

    name: str
    text: str

    def __post_init__(self) -> None:
        _check_card(self.name, self.text)

    def __str__(self) -> str:
        return self.name


def printable(name: str) -> bool:
    """Whether it is one line without invisible characters, except French no-break spaces."""
    return name.replace("\u00a0", " ").replace("\u202f", " ").isprintable()


def _check_card(name: str, text: str) -> None:
    """Checks for cards from any source; `cards.py` has more, with better messages, for files."""
    if not (0 < len(name.strip()) <= LONGEST_NAME and printable(name)):
        raise ValueError(f"name: must have 1 to {LONGEST_NAME} characters and stand on one line")
    if not 0 < len(text.strip()) <= LONGEST_TEXT:
        raise ValueError(f"text: must have 1 to {LONGEST_TEXT} characters")


@dataclass(frozen=True, slots=True)
class Cards(Open):
    riddles: tuple[Riddle, ...] = ()
    trials: tuple[Trial, ...] = ()


Square = Literal["start", "plain", "or", "and", "guardian", "tiger"]
SQUARES: dict[str, Square] = {
    "S": "start",
    "P": "plain",
    "O": "or",
    "A": "and",
    "G": "guardian",
    "T": "tiger",
}
"""The letters of a plan: one for each square, in walking order."""

KEYS: dict[Square, int] = {"plain": 1, "or": 1, "and": 2, "guardian": 2}
"""Black keys in the cell of each sort of square at the start; the others have no cell."""

TO_OPEN = 4  # keys
KEPT = 2  # keys that an opener keeps after closing the chest
NOTES_A_PLAYER = 10
RED_KEYS = 30  # in the box
NOBODY_SEAT = -1
MOST_CARDS = 500  # of one sort in a host's file: all are stored in the header of the match


def read_plan(letters: str) -> tuple[Square, ...]:
    """The squares of a plan. Raises ValueError if the game cannot be played on it."""
    strange = set(letters) - set(SQUARES)
    if strange:
        raise ValueError(f"plan: {min(strange)!r} is no square; write {', '.join(SQUARES)}")
    if not 12 <= len(letters) <= 60:
        raise ValueError("plan: must have 12 to 60 squares")
    if letters[0] != "S" or letters.count("S") != 1:
        raise ValueError("plan: must have one start, S, and begin with it")
    if "T" not in letters:
        raise ValueError("plan: must have a tiger, T: nothing else closes the chest")
    squares = tuple(SQUARES[letter] for letter in letters)
    keys = sum(KEYS.get(square, 0) for square in squares)
    if not 8 <= keys <= 30:
        raise ValueError(f"plan: its cells hold {keys} keys; must be 8 to 30")
    return squares


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table."""

    language: Shown[Language] = "fr"
    trials: Shown[Literal["online", "table"]] = "online"
    hourglass: Shown[int] = 60  # seconds
    roll_pace: Shown[int] = 4  # seconds
    plan: Shown[str] = ""  # the table's own plan; empty: that of the edition
    riddles: Counted[tuple[Riddle, ...]] = ()  # the host's own riddles: hidden from everybody
    own_trials: Shown[tuple[Trial, ...]] = ()

    def __post_init__(self) -> None:
        for name, least, most in (("hourglass", 30, 120), ("roll_pace", 1, 10)):
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name}: must be from {least} to {most} seconds")
        if self.plan:
            read_plan(self.plan)
        for sort, names in (
            ("riddles", [card.name for card in self.riddles if isinstance(card, Riddle)]),
            ("own_trials", [card.name for card in self.own_trials]),
        ):
            if len(names) > MOST_CARDS:
                raise ValueError(f"{sort}: must be at most {MOST_CARDS} cards")
            if len(set(names)) < len(names):
                raise ValueError(f"{sort}: each card needs a name of its own")


@dataclass(frozen=True, slots=True)
class Edition(Open):
    """The contents of the box: the plan of the walk, and the notes."""

    name: str
    plan: str
    notes: tuple[tuple[int, int], ...]  # a value, and the number of notes that have it


@dataclass(frozen=True, slots=True)
class Cell(Open):
    """The keys in the cell below a square."""

    black: int = 0
    red: int = 0

    @property
    def keys(self) -> int:
        return self.black + self.red


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's keys and notes. Only the owner knows the value of the notes until the end."""

    seat: Shown[Seat]
    black: Shown[int] = 0
    red: Shown[int] = 0
    count: Shown[int] = 0  # of notes
    notes: Annotated[
        tuple[int, ...], When(lambda purse, seat: purse.counted or purse.seat == seat)
    ] = ()
    counted: Shown[bool] = False

    @property
    def keys(self) -> int:
        return self.black + self.red


@dataclass(frozen=True, slots=True)
class News(Open):
    """Something that happened; its sentence is the text `news.<what>`."""

    number: int  # in the order of what happened
    what: str
    seat: Seat = NOBODY_SEAT
    player: Seat = NOBODY_SEAT  # another player who is concerned
    count: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Cast(Open):
    """The players of a trial. Seats in `doubled` get twice the time for everything."""

    candidate: Seat
    opponents: tuple[Seat, ...]  # in order, from the candidate's left
    doubled: tuple[Seat, ...] = ()

    @property
    def players(self) -> int:
        return 1 + len(self.opponents)

    @property
    def needed(self) -> int:
        """Duels to win: 1, 2, 2, 3 for 3, 4, 5, 6 players, as most cards say."""
        return {3: 1, 4: 2, 5: 2, 6: 3}[self.players]

    def window(self, seat: Seat, milliseconds: int) -> int:
        """A time limit, doubled if the seat has doubled time."""
        return milliseconds * (2 if seat in self.doubled else 1)


@dataclass(frozen=True, slots=True)
class Throw(Open):
    """Throw the dice."""


@dataclass(frozen=True, slots=True)
class OpenChest(Open):
    """Open the chest."""


@dataclass(frozen=True, slots=True)
class PassDie(Open):
    """Leave the chest closed and pass the die to the left."""


@dataclass(frozen=True, slots=True)
class Choose(Open):
    """Trial or riddle; or, after a failed trial, riddle or nothing."""

    path: Literal["trial", "riddle", "nothing"]


@dataclass(frozen=True, slots=True)
class TakeCard(Open):
    """Take a trial card from the fan of the right-hand neighbour, face down."""

    place: int


@dataclass(frozen=True, slots=True)
class Ready(Open):
    """I have read the card and am ready. `doubled`: I need twice the time."""

    doubled: bool


@dataclass(frozen=True, slots=True)
class TurnHourglass(Open):
    """Start the hourglass: the riddle has been read aloud, or a trial begins."""


@dataclass(frozen=True, slots=True)
class EndSand(Open):
    """The candidate has looked long enough: the sand need not run out."""


@dataclass(frozen=True, slots=True)
class Say(Open):
    """An answer to the riddle."""

    answer: str


@dataclass(frozen=True, slots=True)
class Repeat(Open):
    """The candidate asks to hear the riddle again."""


@dataclass(frozen=True, slots=True)
class Judge(Open):
    """The reader accepts the candidate's answer or, if only one was allowed, rejects it."""

    right: bool


@dataclass(frozen=True, slots=True)
class GiveBack(Open):
    """Put surplus keys back into cells, by the numbers of their squares."""

    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Vote:
    """An opponent reports the result of a trial around the table."""

    won: Own[bool]


BaseAction: TypeAlias = (
    Throw
    | OpenChest
    | PassDie
    | Choose
    | TakeCard
    | Ready
    | TurnHourglass
    | EndSand
    | Say
    | Repeat
    | Judge
    | GiveBack
    | Vote
)

"""The pieces: cards, keys, notes, the squares of the walk, and what a player may do."""

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
    "own",  # a host's card that does not say
]
THEMES: tuple[Theme, ...] = get_args(Theme)

LONGEST_NAME, LONGEST_TEXT = 40, 400  # characters on a card
MOST_ANSWERS, ANSWER_LENGTH = 20, 60


@dataclass(frozen=True, slots=True)
class Riddle(Open):
    """Who sees the card sees its answers: the reader does, so the state says who reads."""

    name: str
    theme: Theme
    difficulty: int  # 1: a child of eight, 4: a clever adult
    text: str
    answers: tuple[str, ...]  # the first is the one shown
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
        """A transcript that lists the host's cards gives no answer away."""
        return self.name


@dataclass(frozen=True, slots=True)
class Trial(Open):
    """A trial of the host's own, played around the table: its card says it all."""

    name: str
    text: str

    def __post_init__(self) -> None:
        _check_card(self.name, self.text)

    def __str__(self) -> str:
        return self.name


def printable(name: str) -> bool:
    """On one line, and all of it to be seen; French puts no-break spaces before some marks."""
    return name.replace("\u00a0", " ").replace("\u202f", " ").isprintable()


def _check_card(name: str, text: str) -> None:
    """What holds for every card, wherever it comes from; a file is told more (cards.py)."""
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
"""How a plan is written: a letter a square, in the order in which pawns walk."""

KEYS: dict[Square, int] = {"plain": 1, "or": 1, "and": 2, "guardian": 2}
"""How many black keys the cell below a square holds at the start; the others have no cell."""

TO_OPEN = 4  # keys
KEPT = 2  # keys that an opener keeps
NOTES_A_PLAYER = 10
NOBODY_SEAT = -1
MOST_CARDS = 500  # of a host, of one sort: they all stand in the header of the match


def read_plan(letters: str) -> tuple[Square, ...]:
    """The squares of a plan; ValueError if it cannot be walked."""
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
    """What a table decides before it plays."""

    language: Shown[Language] = "fr"
    trials: Shown[Literal["online", "table"]] = "online"
    hourglass: Shown[int] = 60  # seconds
    roll_pace: Shown[int] = 5  # seconds
    plan: Shown[str] = ""  # a plan of the table's own; empty: the edition's
    riddles: Counted[tuple[Riddle, ...]] = ()  # blank cards of the host: nobody may read them
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
    """What is in the box: the plan of the walk, and the notes."""

    name: str
    plan: str
    notes: tuple[tuple[int, int], ...]  # a value, and how many notes have it


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
    """What a player has won. How much the notes are worth, only the owner knows until the end."""

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
    """Something that happened, as `news.<what>` of the texts tells it."""

    number: int  # of all that happened
    what: str
    seat: Seat = NOBODY_SEAT
    player: Seat = NOBODY_SEAT  # somebody else who had to do with it
    count: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Cast(Open):
    """Who takes part in a trial; for the seats in `doubled` every window is twice as wide."""

    candidate: Seat
    opponents: tuple[Seat, ...]  # in order, from the candidate's left
    doubled: tuple[Seat, ...] = ()

    @property
    def players(self) -> int:
        return 1 + len(self.opponents)

    @property
    def needed(self) -> int:
        """How many duels are to be won, where the card says 1, 2, 2, 3 for 3, 4, 5, 6 players."""
        return {3: 1, 4: 2, 5: 2, 6: 3}[self.players]

    def window(self, seat: Seat, milliseconds: int) -> int:
        """How long something may take, for this seat."""
        return milliseconds * (2 if seat in self.doubled else 1)


@dataclass(frozen=True, slots=True)
class Throw(Open):
    """Throw the dice."""


@dataclass(frozen=True, slots=True)
class OpenChest(Open):
    """Open the chest."""


@dataclass(frozen=True, slots=True)
class PassDie(Open):
    """Leave the chest shut and give the die to the left."""


@dataclass(frozen=True, slots=True)
class Choose(Open):
    """Trial or riddle; or, after a failed trial, riddle or nothing."""

    path: Literal["trial", "riddle", "nothing"]


@dataclass(frozen=True, slots=True)
class TakeCard(Open):
    """Take one of the trial cards that the right-hand neighbour fans out, face down."""

    place: int


@dataclass(frozen=True, slots=True)
class Ready(Open):
    """The card has been read and one is there. `doubled`: every window twice as wide, for me."""

    doubled: bool


@dataclass(frozen=True, slots=True)
class TurnHourglass(Open):
    """The reader has read the riddle aloud; or a trial begins."""


@dataclass(frozen=True, slots=True)
class Say(Open):
    """An answer to the riddle."""

    answer: str


@dataclass(frozen=True, slots=True)
class Repeat(Open):
    """The candidate has the riddle repeated, for all to hear."""


@dataclass(frozen=True, slots=True)
class Judge(Open):
    """The reader takes the candidate's answer as right; or, of a single answer, as wrong."""

    right: bool


@dataclass(frozen=True, slots=True)
class GiveBack(Open):
    """Put the keys that are to be given back into cells, by the numbers of their squares."""

    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Vote:
    """An opponent says how a trial around the table has ended."""

    won: Own[bool]


BaseAction: TypeAlias = (
    Throw
    | OpenChest
    | PassDie
    | Choose
    | TakeCard
    | Ready
    | TurnHourglass
    | Say
    | Repeat
    | Judge
    | GiveBack
    | Vote
)

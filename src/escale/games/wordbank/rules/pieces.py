"""The pieces of Word Bank: safes, stones, editions, and what a player may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from escale.core.play import Ruling
from escale.core.secrecy import Open, Own, Seat
from escale.games.wordbank.rules.ring import Direction, in_order
from escale.words.protocol import Language, Umlauts
from escale.words.spelling import is_plain, letters

COLOURS = ("blue", "white", "pink", "orange", "green")
STONES = {2: 20, 3: 18, 4: 15, 5: 12}
RING = 7
VOWELS = frozenset("AEIOUY")
LONGEST_WORD = 40
MOST_OWN_WORDS = 5_000  # the header of a match contains all of them


@dataclass(frozen=True, slots=True)
class Safe(Open):
    """A Safe card: its letter, its spaces, and whose stones lie on it."""

    letter: str
    spaces: int
    stones: tuple[Seat, ...] = ()

    @property
    def full(self) -> bool:
        return len(self.stones) >= self.spaces


@dataclass(frozen=True, slots=True)
class Edition(Open):
    """The cards of one language, and what its printed rules say beyond the others'."""

    name: str
    language: Language
    umlauts: Umlauts
    forbids_containing: bool  # a word that contains a used word is refused
    cards: tuple[Safe, ...]


@dataclass(frozen=True, slots=True)
class Options(Open):
    """What a table decides before it plays."""

    language: Language = "fr"
    referee: Literal["dictionary", "friendly", "table"] = "dictionary"
    starter: int | None = None  # the last to have been to the bank; None: chance decides
    even_turns: bool = False
    turn_seconds: int = 0  # 0: no clock
    vote_seconds: int = 60
    cards: tuple[tuple[str, int], ...] = ()  # an edition of the table's own; none: the language's
    added: tuple[str, ...] = ()  # the table's own dictionary: words that count here,
    banned: tuple[str, ...] = ()  # and words that do not
    kin: tuple[tuple[str, str], ...] = ()  # of one family here; an unknown word is added
    not_kin: tuple[tuple[str, str], ...] = ()
    # English edition: a used word of four letters or more may not be contained, or any used word.
    contains: Literal["base", "literal"] = "base"
    opening: str = ""  # the letters of the first ring, clockwise; empty: they are drawn

    def __post_init__(self) -> None:
        if self.starter is not None and not 0 <= self.starter < max(STONES):
            raise ValueError(f"starter: must be a seat from 0 to {max(STONES) - 1}")
        for name, least in (("turn_seconds", 0), ("vote_seconds", 5)):
            if not least <= getattr(self, name) <= 86_400:
                raise ValueError(f"{name}: must be from {least} to 86400 seconds")
        if self.cards and not RING <= len(self.cards) <= 200:
            raise ValueError(f"cards: must be {RING} to 200 cards")
        for row, (letter, spaces) in enumerate(self.cards):
            if not (len(letter) == 1 and "A" <= letter <= "Z" and 1 <= spaces <= 9):
                raise ValueError(f"cards[{row}]: must be a letter A-Z and 1 to 9 spaces")
        if self.opening and (len(self.opening) != RING or not is_plain(self.opening)):
            raise ValueError(f"opening: must be {RING} letters A-Z")
        own: dict[str, tuple[tuple[str, ...], ...]] = {
            "added": tuple((word,) for word in self.added),
            "banned": tuple((word,) for word in self.banned),
            "kin": self.kin,
            "not_kin": self.not_kin,
        }
        for name, rows in own.items():
            if len(rows) > MOST_OWN_WORDS:
                raise ValueError(f"{name}: must be at most {MOST_OWN_WORDS} words")
            for row, words in enumerate(rows):
                if any(
                    len(word) > LONGEST_WORD or not letters(word, self.language) for word in words
                ):
                    raise ValueError(
                        f"{name}[{row}]: must be a word of 1 to {LONGEST_WORD} letters"
                    )


@dataclass(frozen=True, slots=True)
class Announce(Open):
    """Say a password, and put stones on the start card and on further cards of the ring."""

    word: str
    start: int
    direction: Direction
    cards: tuple[int, ...] = ()

    def in_order(self, size: int) -> tuple[int, ...]:
        """All cards that get a stone, on a ring of this size, in order of play."""
        others = in_order(size, self.start, self.direction)
        return (self.start, *(card for card in others if card in self.cards))


@dataclass(frozen=True, slots=True)
class Appeal(Open):
    """Ask the others about a password that the friendly referee refused as of the same base."""

    word: str
    start: int
    direction: Direction
    cards: tuple[int, ...] = ()

    @property
    def move(self) -> Announce:
        return Announce(self.word, self.start, self.direction, self.cards)


@dataclass(frozen=True, slots=True)
class Pass(Open):
    """Announce nothing."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Accept or contest the word on the table. The others do not see how one voted.

    None, after an appeal only: leave it to the others, as bots do.
    """

    accept: Own[bool | None]


Action: TypeAlias = Announce | Pass | Vote | Appeal


@dataclass(frozen=True, slots=True)
class Played(Open):
    """A turn that is over: what was announced, and whether it stood."""

    seat: Seat
    ruling: Ruling
    word: str = ""  # folded; empty: nothing was announced
    spelling: str = ""
    direction: Direction = "cw"
    letters: str = ""  # the safes that got a stone, in order of play
    closed: str = ""  # the safes that were closed
    overruled: str = ""  # the used words that the table found not to be of the same base

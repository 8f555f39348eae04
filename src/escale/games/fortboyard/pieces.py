"""The cards that are read aloud: riddles, and the trials that a host writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from escale.core.secrecy import Open

Kind = Literal[
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
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Riddle(Open):
    """Who sees the card sees its answers: the reader does, so the state says who reads."""

    name: str
    kind: Kind
    difficulty: int  # 1: a child of eight, 4: a clever adult
    text: str
    answers: tuple[str, ...]  # the first is the one shown
    one_answer_only: bool = False


@dataclass(frozen=True, slots=True)
class Trial(Open):
    """A trial of the host's own, played around the table: its card says it all."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Cards(Open):
    riddles: tuple[Riddle, ...] = ()
    trials: tuple[Trial, ...] = ()

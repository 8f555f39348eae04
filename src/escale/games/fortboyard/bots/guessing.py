"""How bots solve riddles: whether they find the answer, when, and what they say before."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from escale.core.secrecy import Seat
from escale.games.fortboyard.rules.pieces import Riddle

QUICKEST = 1500  # milliseconds to write a word
SOONEST, LATEST = 0.4, 1.8  # range of the thinking time, relative to its mean


@dataclass(frozen=True, slots=True)
class Wits:
    """The skill of a level at riddles."""

    knows: tuple[float, float, float, float]  # the probability to find the answer, by difficulty
    pace: float  # factor of the thinking time
    rashness: float  # probability of a wrong answer before it


WITS = {
    1: Wits((0.50, 0.28, 0.12, 0.04), pace=1.3, rashness=0.6),
    2: Wits((0.72, 0.48, 0.28, 0.13), pace=1.1, rashness=0.4),
    3: Wits((0.86, 0.66, 0.45, 0.27), pace=0.9, rashness=0.3),
    4: Wits((0.95, 0.84, 0.68, 0.48), pace=0.7, rashness=0.15),
}


class Thought(NamedTuple):
    """An answer, and when to give it: milliseconds after the hourglass was turned."""

    after: int
    answer: str


class Guesser:
    """Recognises a riddle by its text alone, and knows its answer or not."""

    def __init__(self, level: int, riddles: tuple[Riddle, ...]) -> None:
        self._level = level
        self._wits = WITS[level]
        self._cards = {card.text: card for card in riddles}
        self._answers: dict[str, list[str]] = {}
        for card in riddles:
            self._answers.setdefault(card.theme, []).append(card.answers[0])

    def thoughts(self, text: str, seat: Seat, once: bool, sand: int) -> list[Thought]:
        """All answers that this seat will give, in order; always the same for a seat."""
        card = self._cards.get(text)
        if card is None:
            return []
        mood = Random(f"{text}|{self._level}|{seat}")
        knows = mood.random() < self._wits.knows[card.difficulty - 1]
        moment = QUICKEST + round(self._thinking(card.difficulty) * mood.uniform(SOONEST, LATEST))
        wrong = [
            Thought(round(moment * part), answer)
            for part in (0.4, 0.7)
            if mood.random() < self._wits.rashness
            and (answer := mood.choice(self._answers[card.theme])) not in card.answers
        ]
        if once:  # a guess just before the sand is out costs nothing
            last = Thought(sand - mood.randint(2000, 8000), mood.choice(self._answers[card.theme]))
            return [Thought(moment, card.answers[0]) if knows else last]
        return [*wrong, Thought(moment, card.answers[0])] if knows else wrong

    def _thinking(self, difficulty: int) -> float:
        """The mean, in milliseconds."""
        return 1000 * (3 + 4 * difficulty) * self._wits.pace

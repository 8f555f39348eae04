"""Bots and riddles: whether one comes upon the answer, when, and what one says before."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from escale.core.secrecy import Seat
from escale.games.fortboyard.rules.pieces import Riddle

EVEN_DOUBLE = 3 / 36
QUICKEST = 1500  # milliseconds to write a word
THROWING = 600  # milliseconds that others need to throw, once they may
SOONEST, LATEST = 0.4, 1.8  # when the answer comes, compared with the mean of thinking
MOMENTS = (0.5, 0.8, 1.1, 1.4, 1.7)  # some of these


@dataclass(frozen=True, slots=True)
class Wits:
    """How a level solves riddles."""

    knows: tuple[float, float, float, float]  # the answer in time, by difficulty 1 to 4
    pace: float  # how long it thinks, compared with others
    rashness: float  # how often it says something wrong before


WITS = {
    1: Wits((0.50, 0.28, 0.12, 0.04), pace=1.3, rashness=0.6),
    2: Wits((0.72, 0.48, 0.28, 0.13), pace=1.1, rashness=0.4),
    3: Wits((0.86, 0.66, 0.45, 0.27), pace=0.9, rashness=0.3),
    4: Wits((0.95, 0.84, 0.68, 0.48), pace=0.7, rashness=0.15),
}


class Thought(NamedTuple):
    """Something to say, and when: milliseconds after the hourglass was turned."""

    after: int
    answer: str


class Guesser:
    """Knows riddles as a person does: looks at the text alone, and remembers, or not."""

    def __init__(self, level: int, riddles: tuple[Riddle, ...]) -> None:
        self._level = level
        self._wits = WITS[level]
        self._cards = {card.text: card for card in riddles}
        self._answers: dict[str, list[str]] = {}
        for card in riddles:
            self._answers.setdefault(card.theme, []).append(card.answers[0])

    def thoughts(self, text: str, seat: Seat, once: bool, sand: int) -> list[Thought]:
        """All that this seat will say, in order: the same, however often one asks."""
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
        if once:  # nothing is lost by a guess when the sand is nearly out
            last = Thought(sand - mood.randint(2000, 8000), mood.choice(self._answers[card.theme]))
            return [Thought(moment, card.answers[0]) if knows else last]
        return [*wrong, Thought(moment, card.answers[0])] if knows else wrong

    def _thinking(self, difficulty: int) -> float:
        """Milliseconds, on average."""
        return 1000 * (3 + 4 * difficulty) * self._wits.pace

    def chance(self, players: int, roll_pace: int) -> float:
        """How likely it wins some riddle, before anybody has thrown an even double."""
        cards = self._cards.values()
        return sum(self._chance(card, players, roll_pace) for card in cards) / len(cards)

    def _chance(self, card: Riddle, players: int, roll_pace: int) -> float:
        in_time = 0.0
        for part in MOMENTS:
            moment = QUICKEST + part * self._thinking(card.difficulty)
            rolls = 1 + (players - 2) * moment / (1000 * roll_pace + THROWING)
            in_time += (1 - EVEN_DOUBLE) ** rolls / len(MOMENTS)
        return self._wits.knows[card.difficulty - 1] * in_time

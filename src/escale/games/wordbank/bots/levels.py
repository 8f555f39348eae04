"""The four levels of bots: each has its vocabulary, and sees only its view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from escale.core.bots import Budget
from escale.core.phases import top
from escale.core.secrecy import Seat, View
from escale.games.wordbank.bots import rollouts
from escale.games.wordbank.bots.foresight import Foresight
from escale.games.wordbank.rules.pieces import Action, Announce, Pass, Vote
from escale.games.wordbank.rules.rules import Contest, State, WordBank
from escale.games.wordbank.solver import kernel
from escale.games.wordbank.solver.moves import Moves, Placement, Ring
from escale.words.protocol import Words
from escale.words.vocabulary import Vocabulary

LONGEST_THOUGHT = 0.7  # of the budget: the rest is for the move itself and a slow machine


@dataclass(frozen=True, slots=True)
class Character:
    """How a level plays."""

    words: Vocabulary
    cards: int  # how many cards it uses at most
    carelessness: float  # how far its idea of a card's worth may be off
    candidates: int = 0  # placements that it simulates
    playouts: int = 0  # simulated games in each round


CHARACTERS = {
    1: Character(Vocabulary(3.0, 8, "child"), cards=3, carelessness=3.0),
    2: Character(Vocabulary(3.4, 10, "family"), cards=5, carelessness=0.7),
    3: Character(Vocabulary(2.7, 14), cards=7, carelessness=0.0),
    4: Character(Vocabulary(2.0, 20), cards=7, carelessness=0.0, candidates=16, playouts=160),
}


MOST_VOCABULARIES = 16  # with custom words: each takes megabytes

_vocabularies: dict[tuple[str, int], Moves] = {}


def vocabulary(words: Words, level: int) -> Moves:
    """The moves of all words that a level plays, most frequent first; cached per process."""
    key = (words.digest, level)
    while key not in _vocabularies and len(_vocabularies) >= MOST_VOCABULARIES:
        del _vocabularies[next(iter(_vocabularies))]
    if key not in _vocabularies:
        own = CHARACTERS[level].words
        moves = Moves.cached(own.said(words, own.known(words)))
        moves.best(Ring("ABCDEFG"), 7)  # builds what is built lazily
        _vocabularies[key] = moves
    return _vocabularies[key]


def warm_up() -> None:
    """Compile the kernels, if numba is installed: worth it for many games."""
    kernel.warm_up()
    rollouts.warm_up()


class WordBankBot:
    def __init__(self, level: int, rules: WordBank) -> None:
        self.character = CHARACTERS[level]
        self.rules = rules
        self.moves = vocabulary(rules.words, level)

    def choose(self, view: View[State], budget: Budget, rng: Random) -> Action:
        assert view.seat is not None
        phase = top(view.seen)
        if isinstance(phase, Contest):
            if phase.against:  # a bot knows no more of families than the dictionary in doubt
                return Vote(accept=None)
            return Vote(accept=self._believes(phase.move.word, view.seen))
        if self.character.playouts:
            move = self._search(view.seen, view.seat, budget, rng)
        else:
            move = self._greedy(view.seen, view.seat, rng)
        return move or Pass()

    def _believes(self, text: str, state: State) -> bool:
        """Where the players decide about words, a bot goes by its own dictionary."""
        word = self.rules.referee(state.options).folded(text)
        return word in self.rules.words and self.allowed(state)(word)

    def allowed(self, state: State) -> Callable[[str], bool]:
        """Whether a word may still be used, after those that were."""
        return self.rules.by_dictionary(state.options).not_used_up(
            played.spelling for played in state.history if played.ruling
        )

    def _greedy(self, state: State, seat: Seat, rng: Random) -> Announce | None:
        """The best placement by this level's estimate of the cards' worth."""
        worth = [one + rng.gauss(0, self.character.carelessness) for one in card_worth(state, seat)]
        hand = min(self.character.cards, state.hands[seat])
        found = self.moves.best(_ring(state), hand, worth, allowed=self.allowed(state))
        return _announce(found[1], found[2]) if found else None

    def _search(self, state: State, seat: Seat, budget: Budget, rng: Random) -> Announce | None:
        """Simulate the rest of the game after each placement, and take the best."""
        placements = self.moves.placements(
            _ring(state), state.hands[seat], allowed=self.allowed(state)
        )
        by_cards: dict[int, tuple[Placement, str]] = {}
        for placement, word in placements.items():
            by_cards.setdefault(sum(1 << card for card in placement.cards), (placement, word))
        if not by_cards:
            return None
        worth = card_worth(state, seat)
        likely = sorted(
            by_cards,
            key=lambda cards: -sum(one for card, one in enumerate(worth) if cards >> card & 1),
        )
        think = Foresight(state, seat, self.moves.table, rng)
        late = partial(budget.spent, LONGEST_THOUGHT)
        best = think.best(likely[: self.character.candidates], self.character.playouts, late)
        return _announce(*by_cards[best])


def card_worth(state: State, seat: Seat) -> list[float]:
    """What a stone on each card is worth: out of the hand, and safe with others if it closes."""
    worth = []
    for safe in state.ring:
        value = 1.0
        if len(safe.stones) + 1 == safe.spaces:
            own = safe.stones.count(seat)
            value += 1 + own - 0.5 * (len(safe.stones) - own) / (state.seats - 1)
        worth.append(value)
    return worth


def _ring(state: State) -> Ring:
    letters = "".join(safe.letter for safe in state.ring)
    return Ring(letters, tuple(not safe.full for safe in state.ring))


def _announce(placement: Placement, word: str) -> Announce:
    return Announce(word, placement.start, placement.direction, placement.cards[1:])

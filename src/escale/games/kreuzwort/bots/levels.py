"""The four levels of bots: each has its vocabulary, and sees only its view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from random import Random

from escale.core.bots import Budget
from escale.core.phases import top
from escale.core.secrecy import Seat, View
from escale.games.kreuzwort.bots.doubt import chances, known_groups, looks
from escale.games.kreuzwort.bots.foresight import Foresight
from escale.games.kreuzwort.editions import BOX, LEXICONS, edition, lexicon
from escale.games.kreuzwort.rules.pieces import Action, Announce, Answer, PutBack
from escale.games.kreuzwort.rules.rules import Contest, Kreuzwort, State
from escale.games.kreuzwort.solver.best_first import Solver
from escale.games.kreuzwort.solver.fitting import Move
from escale.games.kreuzwort.solver.vocabulary_file import cached
from escale.words.protocol import Language
from escale.words.vocabulary import Vocabulary

LONGEST_THOUGHT = 0.6  # of the budget: the rest is for the move itself and a slow machine
CHOICE = 12  # the best words, among which carelessness decides


@dataclass(frozen=True, slots=True)
class Character:
    """How a level plays."""

    words: Vocabulary
    carelessness: float  # by how many points it may misjudge a word
    candidates: int = 0  # moves that it looks ahead for


CHARACTERS = {
    1: Character(Vocabulary(3.0, 6, "child"), carelessness=5.0),
    2: Character(Vocabulary(3.6, 8, "family"), carelessness=2.5),
    3: Character(Vocabulary(2.8, 12), carelessness=0.0),
    4: Character(Vocabulary(2.0, 20), carelessness=0.0, candidates=16),
}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The vocabulary of a level: the words it plays, those it knows, and their letter groups."""

    solver: Solver
    known: frozenset[str]
    groups: frozenset[str]


def knowledge(language: Language, level: int, version: int = BOX.version) -> Knowledge:
    """Cached per process. `version`: of the rules."""
    return _knowledge(language, level, LEXICONS[version])


@lru_cache(maxsize=16)
def _knowledge(language: Language, level: int, number: int) -> Knowledge:
    own, printed = CHARACTERS[level].words, edition(language)
    known_words = lexicon(language, number)
    known = [word for word in own.known(known_words) if len(word) > 1]
    said = own.said(known_words, known)
    name = sha256("\n".join(said).encode()).hexdigest()
    solver = Solver(cached(lambda: said, dict(printed.values), name))
    return Knowledge(solver, frozenset(known), known_groups(known))


class KreuzwortBot:
    def __init__(self, level: int, rules: Kreuzwort) -> None:
        self.character = CHARACTERS[level]
        self.rules = rules
        self.knows = knowledge(rules.edition.language, level, rules.version)
        self.chances = chances(rules.edition.language, level)

    def choose(self, view: View[State], budget: Budget, rng: Random) -> Action:
        assert view.seat is not None
        phase = top(view.seen)
        if isinstance(phase, Contest):
            return Answer(accept=rng.random() >= self.doubt(phase.move.word))
        move = self._move(view.seen, view.seat, budget, rng)
        if move is None:
            return PutBack()
        # With accents, so that nobody contests it because it looks misspelt.
        return Announce(self.rules.referee.spelling(move.word), move.cells, move.sources)

    def doubt(self, text: str) -> float:
        """The probability of contesting a word: 0 if it is known, otherwise from `doubts.toml`.

        The dictionary is not consulted: contesting is a risk for bots too.
        """
        word = self.rules.referee.folded(text)
        if word in self.knows.known:
            counts = self.rules.referee.inflected or self.rules.words.is_lemma(word)
            return 0.0 if counts else 1.0
        seen = looks(word, self.knows.groups)
        return self.chances[seen.length][seen.strange]

    def _move(self, state: State, seat: Seat, budget: Budget, rng: Random) -> Move | None:
        allowed: Callable[[str], bool] | None = None
        if not self.rules.referee.inflected:
            allowed = self.rules.words.is_lemma
        count = max(CHOICE, self.character.candidates)
        found = self.knows.solver.top(state.position(seat), count, allowed)
        if not found:
            return None
        if self.character.candidates:
            late = partial(budget.spent, LONGEST_THOUGHT)
            return Foresight(self.rules, state, seat, self.knows.solver, rng).best(found, late)
        slips = self.character.carelessness
        return max(found, key=lambda move: move.score + rng.gauss(0, slips))

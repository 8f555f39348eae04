"""The review of a finished match: the word that was played, and the best one possible."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from escale.core.secrecy import Seat
from escale.games.kreuzwort.editions import LEXICONS, edition, lexicon
from escale.games.kreuzwort.rules.pieces import Action, Announce, Answer, points
from escale.games.kreuzwort.rules.placing import gained
from escale.games.kreuzwort.rules.rules import Kreuzwort, State
from escale.games.kreuzwort.solver.best_first import Solver
from escale.games.kreuzwort.solver.fitting import Move
from escale.games.kreuzwort.solver.vocabulary_file import cached
from escale.words.protocol import Language
from escale.words.spelling import capitals


def review(rules: Kreuzwort, state: State, seat: Seat, action: Action) -> tuple[Any, Any]:
    """Both as plain data. The best has the most points, over the whole dictionary."""
    if isinstance(action, Answer):
        return None, None
    referee = rules.referee
    played = None
    if isinstance(action, Announce):
        score = points(gained(action, state.at))
        move = Move(referee.folded(action.word), score, action.cells, action.sources)
        played = _told(move, referee.spelling(action.word))
        wrong = referee.wrong(action.word)
        played["wrong"] = wrong.reason  # told even if nobody contested it
    allowed = None if referee.inflected else rules.words.is_lemma
    solver = whole_lexicon(rules.edition.language, LEXICONS[rules.version])
    best = solver.best(state.position(seat), allowed)
    return played, None if best is None else _told(best, referee.spelling(best.word))


@lru_cache(maxsize=3)
def whole_lexicon(language: Language, number: int) -> Solver:
    """All words of a language: a million of them take seconds the first time."""
    words = lexicon(language, number)
    return Solver(cached(words.all, dict(edition(language).values), words.digest))


def _told(move: Move, spelling: str) -> dict[str, Any]:
    return {
        "word": capitals(spelling),
        "score": move.score,
        "cells": list(move.cells),
        "sources": list(move.sources),
    }

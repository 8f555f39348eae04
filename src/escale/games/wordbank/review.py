"""The review of a finished match: the placement that was played, and the best one possible.

Bots use a table of everything that their vocabulary allows, which takes long to build for the whole
dictionary. A review is about single positions: their placements are tried, the best first, until
there is a word for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from escale.core.secrecy import Seat
from escale.games.wordbank.editions import words
from escale.games.wordbank.rules.pieces import Action, Announce, Appeal, Options, Vote
from escale.games.wordbank.rules.ring import DIRECTIONS, Placement, in_order
from escale.games.wordbank.rules.rules import State, WordBank
from escale.games.wordbank.solver.moves import order
from escale.games.wordbank.solver.witnesses import Search, Witnesses
from escale.words.spelling import capitals

MOST_DICTIONARIES = 3  # cached: each takes megabytes


def review(rules: WordBank, state: State, seat: Seat, action: Action) -> tuple[Any, Any]:
    """Both as plain data. The best has most stones and then most closed safes, over the whole
    dictionary and without the words that were used."""
    if isinstance(action, Vote):
        return None, None
    referee = rules.by_dictionary(state.options)
    played = None
    if isinstance(action, Announce | Appeal):
        cards = (action if isinstance(action, Announce) else action.move).in_order(len(state.ring))
        placement = Placement(action.start, action.direction, cards)
        played = _told(state, placement, referee.spelling(action.word))
    best = _best(rules, state, seat)
    return played, None if best is None else _told(state, best[0], referee.spelling(best[1]))


def _best(rules: WordBank, state: State, seat: Seat) -> tuple[Placement, str] | None:
    used = [turn.spelling for turn in state.history if turn.ruling]
    allowed = rules.by_dictionary(state.options).not_used_up(used)
    search = Search(_witnesses(state.options, rules.version), allowed)
    missed: set[str] = set()
    for placement in sorted(_placements(state, seat), key=lambda one: _rank(state, one)):
        letters = _letters(state, placement)
        word = None if letters in missed else search.find(letters)
        if word is not None:
            return placement, word
        missed.add(letters)
    return None


def _placements(state: State, seat: Seat) -> Iterator[Placement]:
    """All placements that the ring and the hand allow, with or without a word for them."""
    free = [card for card, safe in enumerate(state.ring) if not safe.full]
    for start in free:
        for direction in DIRECTIONS:
            further = [card for card in in_order(len(state.ring), start, direction) if card in free]
            for count in range(min(state.hands[seat], len(free))):
                for chosen in combinations(further, count):
                    yield Placement(start, direction, (start, *chosen))


def _rank(state: State, placement: Placement) -> Any:
    return -len(placement.cards), -_closes(state, placement), order(placement)


def _closes(state: State, placement: Placement) -> int:
    """How many safes would be full with one stone more."""
    ring = state.ring
    return sum(len(ring[card].stones) + 1 == ring[card].spaces for card in placement.cards)


def _letters(state: State, placement: Placement) -> str:
    return "".join(state.ring[card].letter for card in placement.cards)


def _told(state: State, placement: Placement, spelling: str) -> dict[str, Any]:
    return {
        "word": capitals(spelling),
        "start": placement.start,
        "direction": placement.direction,
        "cards": list(placement.cards),
        "letters": _letters(state, placement),
        "stones": len(placement.cards),
        "closes": _closes(state, placement),
    }


def _witnesses(options: Options, version: int) -> Witnesses:
    same = {name: getattr(options, name) for name in ("language", "added", "banned", "kin")}
    return _cached(Options(**same), version)


@lru_cache(maxsize=MOST_DICTIONARIES)
def _cached(options: Options, version: int) -> Witnesses:
    """Of options that differ in nothing but the words."""
    return Witnesses(words(options, version).all())

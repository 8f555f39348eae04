"""The review tells what was played, and the best there was: as exactly as the solver."""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.core.event import Acted
from escale.games import matchfile, replay
from escale.games.registry import load_game
from escale.games.wordbank import review
from escale.games.wordbank.editions import edition, words
from escale.games.wordbank.rules.pieces import Announce
from escale.games.wordbank.rules.rules import WordBank
from escale.games.wordbank.solver.moves import Moves, Ring
from escale.games.wordbank.solver.witnesses import Witnesses

RECORDED = Path(str(load_game("wordbank").folder)) / "recorded"


@pytest.mark.parametrize("name", ["ran-out", "no-safes", "example-fr"])
def test_nothing_better_could_have_been_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over common words only: the solver needs minutes to read a whole dictionary."""
    game, record = matchfile.read(RECORDED / f"{name}.json")
    options = record.header.options
    lexicon = words(options)
    rules = WordBank(edition(options.language), lexicon)
    known = [word for word in lexicon.common(4.0) if len(word) <= 12]
    moves = Moves(known)
    monkeypatch.setattr(review, "_witnesses", lambda *_: Witnesses(known))
    checked = 0
    for event, state in zip(record.log, replay.states(game, record), strict=False):
        if not isinstance(event, Acted) or not isinstance(event.action, Announce):
            continue
        played, best = review.review(rules, state, event.seat, event.action)
        assert played["stones"] == 1 + len(event.action.cards)
        assert played["start"] == event.action.start
        used = [turn.spelling for turn in state.history if turn.ruling]
        ring = Ring(
            "".join(safe.letter for safe in state.ring),
            tuple(not safe.full for safe in state.ring),
        )
        closing = [len(safe.stones) + 1 == safe.spaces for safe in state.ring]
        found = moves.best(
            ring,
            state.hands[event.seat],
            [10 + closes for closes in closing],
            allowed=rules.by_dictionary(state.options).not_used_up(used),
        )
        if found is None:
            assert best is None
            continue
        weight, placement, _ = found
        assert 10 * best["stones"] + best["closes"] == weight
        assert tuple(best["cards"]) == placement.cards
        assert (best["start"], best["direction"]) == (placement.start, placement.direction)
        checked += 1
    assert checked >= 2

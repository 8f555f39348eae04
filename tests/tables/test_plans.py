"""A bot holds on to its plan as long as it is asked the same, and no longer."""

from __future__ import annotations

from escale.core.play import Ruling
from escale.games import matchfile
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.pieces import Say, Throw
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.walk import Turn
from tests.browser.fort_stories import story


def races_against_the_next(state: State) -> bool:
    """Seat 0 answers a riddle, and seat 1 throws against the sand."""
    top = state.phases[-1]
    return isinstance(top, Asked) and top.candidate == 0 and top.turned and top.roller == 1


def test_a_throw_against_the_sand_is_no_throw_in_the_own_turn() -> None:
    """It was planned in haste. In between, seat 1 is asked all the time, and always for a throw."""
    text = story(races_against_the_next, language="en")
    match = matchfile.reopen(GAME, matchfile.from_json(text, GAME)[1])
    asked = match.state.phases[-1]
    assert isinstance(asked, Asked)
    before = match.open_to(1)
    right = match.act(0, Say(asked.card.answers[0]), match.now)
    assert not isinstance(right, Ruling)
    match.extend(right)
    turn = match.state.phases[-1]
    assert isinstance(turn, Turn) and turn.seat == 1
    assert Throw in before and Throw in match.open_to(1)
    assert match.open_to(1) != before

"""F11: the judging of answers in a match, with the real dictionary."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.rules.pieces import Options, Say
from escale.games.fortboyard.tests.evening import Evening


def hears(answer: str) -> Evening:
    """The guardian asks for the button, and this is the answer."""
    evening = Evening()
    evening.rules = rules(Options(trials="table"))
    evening.turn_of(0)
    evening.lands(0, "guardian")
    evening.hears_riddle()
    evening.act(0, Say(answer))
    return evening


@pytest.mark.parametrize("answer", ["BOUTON", "Un bouton", "  bouton ", "boutton"])
def test_case_articles_and_small_slips_do_not_matter(answer: str) -> None:
    assert hears(answer).purse(0).keys == 2


@pytest.mark.parametrize("answer", ["mouton", "le vent", "boulon"])
def test_another_word_is_another_answer(answer: str) -> None:
    evening = hears(answer)
    assert evening.purse(0).keys == 0
    assert evening.phase.answers == (answer,)

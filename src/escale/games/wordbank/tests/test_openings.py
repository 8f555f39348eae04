"""The first ring: chosen by the table, or dealt again if it has no vowel and everybody agrees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from escale.core.event import Drawn, Rewound
from escale.core.match import Match, Player, first_seat
from escale.core.play import Ruling
from escale.core.proof import verify
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Action, Announce, Options, Pass
from escale.games.wordbank.rules.rules import State

CONSONANTS = tuple((letter, 3) for letter in "BCDFGHKLMNPRST")


def begun(**options: object) -> Match[Options, State, Action]:
    chosen = Options(**options)  # type: ignore[arg-type]
    header = GAME.header("m", chosen, [Player("Ada"), Player("Ben")], "ab" * 32)
    match: Match[Options, State, Action] = Match(GAME.rules(chosen), header, "ab" * 32)
    match.extend(match.begin())
    return match


def letters(match: Match[Options, State, Action]) -> str:
    return "".join(safe.letter for safe in match.state.ring)


@pytest.mark.parametrize(
    ("language", "opening", "word"),
    [("fr", "MAISONE", "maison"), ("en", "GARDENI", "garden"), ("de", "GARTENS", "garten")],
)
def test_the_openings_of_the_guide_can_be_laid_and_show_a_word(
    language: str, opening: str, word: str
) -> None:
    """The same letters as in web/guide.ts."""
    match = begun(language=language, opening=opening, starter=0)
    assert letters(match) == opening and len(match.state.pile) == 45
    assert not any(isinstance(event, Drawn) for event in match.log), "nothing is left to chance"
    cards = tuple(range(1, len(word)))
    assert match.rules.check(match.state, 0, Announce(word, 0, "cw", cards))
    assert match.header.options.opening == opening and opening in match.header.bound
    assert verify(match.rules, match.record)


@pytest.mark.parametrize("opening", ["AEIOU", "aeiours", "AEIOUR1", "QQQQQQQ"])
def test_an_opening_that_cannot_be_laid_is_refused(opening: str) -> None:
    with pytest.raises(ValueError, match="opening"):
        begun(opening=opening)


def test_a_ring_without_a_vowel_is_dealt_again_and_both_deals_are_proved() -> None:
    match = begun(cards=CONSONANTS)
    before = letters(match)
    events = match.deal_again(5)
    assert not isinstance(events, Ruling)
    assert [type(event) for event in events] == [Rewound, Drawn, Drawn]
    assert letters(match) == before, "nothing has happened yet"
    match.extend(events)
    assert letters(match) != before
    assert verify(match.rules, match.record)
    again: Match[Options, State, Action] = Match(match.rules, match.header, match.secret, match.log)
    assert again.state == match.state
    assert first_seat(match) == match.awaits.seats[0]  # type: ignore[union-attr]
    # Events that were not proposed here, as another worker gets them:
    other = begun(cards=CONSONANTS)
    other.extend(list(events))
    assert other.state == match.state
    assert not other.rewind(0), "to take back is another thing"


def test_other_rings_and_games_that_have_begun_are_not_dealt_again() -> None:
    match = begun(language="fr", opening="MAISONE")
    assert match.deal_again() == match.may_deal_again()
    assert match.may_deal_again().reason == "no-new-deal"
    assert not begun(cards=(*CONSONANTS[:6], ("A", 3))).may_deal_again()
    chosen = begun(cards=CONSONANTS, opening="BCDFGHK")
    assert not chosen.may_deal_again(), "the table wanted it so"
    match = begun(cards=CONSONANTS, starter=0)
    passed = match.act(0, Pass())
    assert not isinstance(passed, Ruling)
    match.extend(passed)
    assert match.deal_again() == match.may_deal_again()
    assert not match.may_deal_again()


def test_a_deal_that_was_lucky_or_played_on_cannot_be_hidden() -> None:
    """Whoever writes a file with a new deal that the rules do not know is found out."""
    lucky = begun(language="fr", starter=0, cards=(*CONSONANTS[:6], ("A", 3)))
    forged = replace(lucky.record, log=(*lucky.record.log, Rewound(0)))
    (problem,) = verify(lucky.rules, forged).problems
    assert (problem.event, problem.reason) == (1, "cannot-be-untold")
    match = begun(cards=CONSONANTS, starter=0)
    passed = match.act(0, Pass())
    assert not isinstance(passed, Ruling)
    match.extend(passed)
    forged = replace(match.record, log=(*match.record.log, Rewound(0)))
    (problem,) = verify(match.rules, forged).problems
    assert (problem.event, problem.reason) == (2, "cannot-be-untold")
    twice = begun(cards=CONSONANTS, starter=0)
    events = twice.deal_again()
    assert not isinstance(events, Ruling)
    forged = replace(twice.record, log=(*twice.record.log, *events, Rewound(0)))
    (problem,) = verify(twice.rules, forged).problems
    assert (problem.event, problem.reason) == (3, "cannot-be-untold")

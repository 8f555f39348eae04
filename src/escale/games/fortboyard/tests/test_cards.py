"""F16: cards of a host's own, and every mistake in them with its line."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.cards import LONGEST_CARD, MOST_PROBLEMS, BadCards, Problem, read_cards
from escale.games.fortboyard.rules.pieces import MOST_CARDS, Riddle, Trial

GOOD = '''\ufeff# Our own cards
[[riddle]]
name = "oven"
theme = "home"
difficulty = 3
text = """
I am hungry at noon,
and give back all that I am fed.
"""
answers = ["the oven", "oven"]
one_answer_only = true

[[riddle]]
name = "grandpa’s chair"
text = "It waits for one man only."
answers = ["the armchair"]

[[trial]]
name = "The candle"
text = "Blow it out from three steps away."
'''


def problems(text: str) -> list[Problem]:
    with pytest.raises(BadCards) as caught:
        read_cards(text, "en")
    return [*caught.value.problems]


def test_F16_riddles_and_trials_of_a_host() -> None:
    cards = read_cards(GOOD.replace("\n", "\r\n"), "en")
    text = "I am hungry at noon,\nand give back all that I am fed."
    assert cards.riddles == (
        Riddle("oven", "home", 3, text, ("the oven", "oven"), one_answer_only=True),
        Riddle("grandpa’s chair", "own", 2, "It waits for one man only.", ("the armchair",)),
    )
    assert cards.trials == (Trial("The candle", "Blow it out from three steps away."),)
    assert read_cards("# nothing yet\n", "en").riddles == ()


def test_F16_every_mistake_is_told_with_its_line() -> None:
    text = """title = "ours"
[[riddle]]
name = "oven"
theme = "kitchen"
difficulty = 5
text = "The oven is never full."
answers = ["oven", "...", "a"]
hint = "hot"
one_answer_only = "yes"

[[riddle]]
name = "broken
text = "I am only here to be in the way."

[[ridle]]
[[trial]]
name = 3
[[riddle]]
text = "short"
answers = "a stove"
"""
    assert [(problem.line, problem.fault) for problem in problems(text)] == [
        (1, "no-card"),
        (4, "bad-theme"),
        (5, "bad-difficulty"),
        (7, "answer-in-text"),
        (7, "empty-answer"),
        (8, "unknown-field"),
        (9, "not-yes-or-no"),
        (12, "not-toml"),
        (15, "unknown-header"),
        (16, "missing"),
        (17, "not-text"),
        (18, "missing"),
        (19, "text-length"),
        (20, "not-answers"),
    ]


def test_F16_a_mistake_is_told_in_plain_words() -> None:
    with pytest.raises(BadCards) as caught:
        read_cards(GOOD.replace('"the oven"', '"noon"').replace("difficulty = 3", ""), "en")
    assert str(caught.value) == "line 10: oven: the answer 'noon' occurs in the question"


def test_F16_names_are_used_once() -> None:
    [problem] = problems(GOOD + GOOD.replace("grandpa", "grandma").replace("candle", "rope")[1:])
    assert (problem.line, problem.fault, problem.detail) == (23, "twice", "oven")


def test_F16_a_trial_does_not_take_the_name_of_one_in_the_box() -> None:
    [problem] = problems(GOOD.replace("The candle", "bataille"))
    assert (problem.line, problem.fault) == (19, "twice")


def test_F16_blanks_around_a_name_make_no_other_name() -> None:
    [problem] = problems(GOOD + '[[trial]]\nname = " The candle "\ntext = "Blow it out again."\n')
    assert (problem.line, problem.fault, problem.detail) == (22, "twice", "The candle")


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85"])
def test_F16_lines_are_counted_as_an_editor_does(mark: str) -> None:
    """A text that was pasted may have marks that break a line elsewhere."""
    text = GOOD.replace("hungry at noon", f"hungry{mark}at noon")
    assert mark in read_cards(text, "en").riddles[0].text
    [problem] = problems(text.replace("the armchair", "a" * 61))
    assert (problem.line, problem.fault) == (16, "long-answer")


BIG = LONGEST_CARD
HOSTILE = {
    "brackets": ("name = " + "[" * (BIG // 3) + "]" * (BIG // 3), "not-toml"),
    "tables": ("name = " + "{a=" * (BIG // 5) + "1" + "}" * (BIG // 5), "not-toml"),
    "a number": ("difficulty = " + "9" * 5000, "not-toml"),
    "a long text": (f'text = "{"un " * BIG}"', "long-card"),
    "a path": (".".join("a" * BIG) + " = 1", "long-card"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_F16_a_hostile_card_is_refused_like_any_other(what: str) -> None:
    line, fault = HOSTILE[what]
    [problem] = problems(f"{GOOD}[[riddle]]\n{line}\n")
    assert (problem.line, problem.fault) == (21, fault)
    assert len(str(problem)) < 200


def test_F16_not_all_mistakes_of_a_hopeless_file_are_told() -> None:
    assert len(problems("[[riddle]]\n" * 50_000)) == MOST_PROBLEMS


def test_F16_bounds() -> None:
    card = '[[trial]]\nname = "{}"\ntext = "Stand on one leg."\n'
    read_cards("".join(map(card.format, range(MOST_CARDS))), "en")
    [problem] = problems("".join(map(card.format, range(MOST_CARDS + 1))))
    assert (problem.line, problem.fault) == (3 * MOST_CARDS + 1, "too-many")
    [problem] = problems(GOOD.replace("the armchair", "a" * 61))
    assert (problem.line, problem.fault) == (16, "long-answer")
    [problem] = problems(GOOD.replace("The candle", "The\\ncandle"))
    assert problem.fault == "bad-name"
    with pytest.raises(ValueError, match="unknown language"):
        read_cards(GOOD, "it")  # type: ignore[arg-type]

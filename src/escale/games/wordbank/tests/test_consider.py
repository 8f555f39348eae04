"""What a board is told of a word while it is typed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from escale.core.codec import Malformed
from escale.core.event import Acted, Drawn
from escale.core.play import EVERYBODY
from escale.core.secrecy import View
from escale.games.wordbank.consider import consider
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Announce, Options, Safe, Vote
from escale.games.wordbank.rules.rules import WordBank
from escale.games.wordbank.tests.table import Table, stones


def ask(table: Table, word: str, seat: int = 0, **wishes: Any) -> dict[str, Any]:
    question = {"word": word, **wishes}
    answer = consider(table.rules, View(seat, table.state), question)
    assert json.loads(json.dumps(answer)) == answer  # plain data
    return answer


def test_both_directions_with_their_letters() -> None:
    answer = ask(Table(), "groupies")
    assert answer["word"] == "GROUPIES"
    assert answer["starts"] == [0]
    assert (answer["ccw"]["letters"], answer["ccw"]["cards"]) == ("GRIES", [0, 4, 3, 2, 1])
    assert answer["cw"]["letters"] == "GRI"
    assert answer["cw"]["read"] == [0, 1, 5]
    assert answer["ccw"]["left"] == 13
    assert answer["reach"] == [["cw", "ccw"]] * 5 + [[], ["cw", "ccw"]]


def test_the_beginning_of_a_word_is_enough() -> None:
    answer = ask(Table(), "FIDEL")
    assert [answer[direction]["letters"] for direction in ("cw", "ccw")] == ["FIE", "FIE"]
    assert [answer["cw"]["cards"], answer["ccw"]["cards"]] == [[5, 6, 2], [5, 3, 2]]
    assert answer["reach"][6] == ["cw", "ccw"]  # the other I, if it is wanted
    assert answer["reach"][0] == []


def test_accents_and_ligatures_keep_their_tiles() -> None:
    assert ask(Table(), "œil")["spelt"] == [["Œ", "OE"], ["I", "I"], ["L", "L"]]
    german = Table(language="de")
    assert ask(german, "Ärgerß")["word"] == "AERGERSS"


def test_wishes() -> None:
    table = Table()
    assert ask(table, "FIDELISER")["cw"]["letters"] == "FISER"
    assert ask(table, "FIDELISER", out=[6])["cw"]["letters"] == "FSER"
    swapped = ask(table, "FIDELISER", fixed=[3])["cw"]
    assert (swapped["letters"], swapped["fixed"]) == ("FIEIR", [3])
    # What cannot be had together: the latest wish counts, and the answer says what is left.
    both = ask(table, "FIDELISER", fixed=[1, 3])["cw"]
    assert (both["letters"], both["fixed"]) == ("FIEIR", [3])


def test_several_start_cards() -> None:
    table = Table()
    assert ask(table, "IRE")["starts"] == [3, 6]
    assert ask(table, "IRE", start=6)["cw"]["start"] == 6
    assert ask(table, "IRE", start=0)["cw"]["start"] in (3, 6)


def test_what_would_close_and_end() -> None:
    table = Table()
    ring = stones(table.state.ring, (), (), (), (0, 2))
    table.give(ring=ring, hands=(5, 18, 18))
    way = ask(table, "FIDELISER")["cw"]
    assert way["closes"] == [{"card": 3, "letter": "I", "stones": [0, 2, 0]}]
    assert (way["left"], way["ends"]) == (0, "turn")
    assert ask(table, "FIDELISER", out=[2])["cw"]["ends"] == ""


def test_even_turns_end_with_the_round() -> None:
    table = Table(even_turns=True)
    table.give(hands=(1, 1, 1))
    assert ask(table, "GROUPIES", 0)["cw"]["ends"] == "round"
    assert ask(table, "GROUPIES", 2)["cw"]["ends"] == "turn"


def test_no_more_cards_than_stones_and_none_without_one() -> None:
    table = Table()
    table.give(hands=(2, 18, 0))
    assert len(ask(table, "GROUPIES", 0)["ccw"]["cards"]) == 2
    assert ask(table, "GROUPIES", 2)["ccw"] is None


@pytest.mark.parametrize("referee", ["dictionary", "table"])
def test_no_hint_whether_a_word_is_valid(referee: str) -> None:
    table = Table(referee=referee)
    good, bad = ask(table, "fiers"), ask(table, "fierz")
    assert good.keys() == bad.keys()
    assert "spelling" not in good
    assert "warning" not in good


def test_a_friendly_referee_warns() -> None:
    table = Table(referee="friendly")
    assert ask(table, "fideliser")["spelling"] == "fidéliser"
    assert ask(table, "fideliser")["warning"] is None
    assert ask(table, "fidelizer")["warning"]["reason"] == "not-in-dictionary"
    assert ask(table, "fidelizer")["spelling"] is None


def test_used_words_and_their_families() -> None:
    table = Table(ring=tuple(Safe(letter, 3) for letter in "PROTEGI"))
    table.say(0, "protéger", "cw", 0, 1)
    answer = consider(table.rules, View(1, table.state), {"used": True})
    (used,) = answer["used"]
    assert (used["word"], used["seat"], used["turn"]) == ("PROTÉGER", 0, 1)
    assert {"protection", "protecteur"} <= set(used["family"])
    assert "protéger" not in used["family"]


def why(table: Table, word: object, turn: object) -> Any:
    return consider(table.rules, View(1, table.state), {"why": word, "turn": turn})["why"]


def test_why_a_word_is_of_the_same_base() -> None:
    table = Table(ring=(Safe("P", 5),) * 7, referee="friendly")
    table.say(0, "protéger", "cw", 0)
    assert why(table, "PROTECTION", 1) == [
        {"kind": "family", "one": "PROTECTION", "other": "PROTÉGER"}
    ]
    assert why(table, "portion", 1) == why(table, "proxection", 1) == why(table, "x2", 1) == []


def test_why_is_told_of_refused_words_only() -> None:
    """Otherwise it would be a way to consult the dictionary."""
    table = Table(ring=(Safe("P", 5),) * 7)
    table.say(0, "protéger", "cw", 0)
    assert why(table, "protection", 1) == []
    table.say(1, "protection", "cw", 1)
    assert [link["kind"] for link in why(table, "protection", 1)] == ["family"]
    assert why(table, "protecteur", 1) == []
    assert why(table, "protéger", 2) == []  # of a word that was not accepted


def test_why_without_a_dictionary_is_never_told() -> None:
    table = Table(ring=(Safe("P", 5),) * 7, referee="table")
    table.say(0, "protéger", "cw", 0)
    for seat in (1, 2):
        table.act(seat, Vote(accept=True))
    assert why(table, "protection", 1) == []


@pytest.mark.parametrize(("word", "turn"), [(1, 1), ("", 1), ("a" * 41, 1), ("a", 0), ("a", 2)])
def test_why_is_asked_about_a_word_and_a_turn(word: object, turn: object) -> None:
    table = Table(ring=(Safe("P", 5),) * 7, referee="friendly")
    table.say(0, "protéger", "cw", 0)
    with pytest.raises(Malformed):
        why(table, word, turn)
    with pytest.raises(Malformed):
        why(table, "protection", True)


def test_why_in_a_match_of_version_1() -> None:
    """It compared letters: MARCHE was refused because of marché."""
    options = Options(language="fr", starter=0, referee="friendly", cards=(("M", 5),) * 7)
    rules = GAME.versions[1].rules(options)
    assert isinstance(rules, WordBank)
    state = rules.step(rules.setup(options, 2), Drawn(tuple(range(7)), EVERYBODY, 0))
    state = rules.step(state, Acted(0, Announce("marchand", 0, "cw"), 0))
    move = Announce("marche", 1, "cw")
    assert rules.check(state, 1, move).reason == "same-base"
    question = {"why": "marche", "turn": 1}
    links = consider(rules, View(1, state), question)["why"]
    assert {link["other"] for link in links} >= {"MARCHAND"}


@pytest.mark.parametrize("word", ["a b", "x2", "été-là", "  ", "🙂"])
def test_what_is_no_word_reaches_nothing(word: str) -> None:
    answer = ask(Table(), word)
    assert (answer["word"], answer["cw"], answer["ccw"]) == ("", None, None)


@pytest.mark.parametrize(
    "question",
    [
        None,
        [],
        "FIDEL",
        {},
        {"word": 5},
        {"word": ""},
        {"word": "A" * 41},
        {"word": "A", "start": 7},
        {"word": "A", "start": -1},
        {"word": "A", "start": True},
        {"word": "A", "start": "0"},
        {"word": "A", "fixed": 3},
        {"word": "A", "fixed": [0.5]},
        {"word": "A", "out": [99]},
        {"word": "A", "out": list(range(8))},
        {"word": "A", "more": 1},
        {"used": 1.5},
    ],
)
def test_hostile_questions(question: object) -> None:
    table = Table()
    with pytest.raises(Malformed, match=r"\w"):
        consider(table.rules, View(0, table.state), question)


def test_who_looks_on_considers_nothing() -> None:
    with pytest.raises(Malformed, match="only a player"):
        consider(Table().rules, View(None, Table().state), {"word": "A"})

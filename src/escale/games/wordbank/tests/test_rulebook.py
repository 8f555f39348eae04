"""The rulebook, the texts and the text board: complete, and the same in three languages."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from escale.core.game import LANGUAGES
from escale.core.phases import top, update
from escale.core.secrecy import view
from escale.games.texts import ANCHOR, Texts, flat, passage, rulebook, texts
from escale.games.wordbank.board import describe
from escale.games.wordbank.editions import FOLDER
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import COLOURS, Pass, Played, Vote
from escale.games.wordbank.rules.ring import Direction, fits
from escale.games.wordbank.rules.rules import Ended
from escale.games.wordbank.tests.table import EXAMPLE, Table, stones

NO_BREAK = "\u00a0"

RULES = {
    # The printed rules, French and English.
    "each password lets you put stones into safes": "aim",
    "a stone is secured when its safe is closed, and a safe closes when it is full": "secured",
    "most stones secured wins": "goal",
    "52 Safe cards": "contents-safes",
    "100 stones, 20 in each of 5 colours": "contents-stones",
    "shuffled pile, letters hidden, in the middle": "pile",
    "seven safes in a circle, letters showing": "ring-of-seven",
    "each player chooses a colour": "colour",
    "20, 18, 15, 12 stones for 2, 3, 4, 5 players": "stones-by-players",
    "the last to have been to the bank starts": "starter",
    "players take turns clockwise": "clockwise",
    "announce a password, then place stones": "password",
    "the password begins with the letter of a safe, which gets the first stone": "first-letter",
    "stones go on free spaces": "free-space",
    "then choose a direction": "direction",
    "stones on the safes whose letters the password has": "further-safes",
    "letters may be left out, their order is kept": "letter-order",
    "several ways: the player chooses": "choice-of-ways",
    "one stone a safe in a turn": "one-stone-a-safe",
    "one rotation at most from the first safe": "one-rotation",
    "any word in the dictionary": "any-word",
    "a table may add and ban words": "own-words",
    "no word that was used": "used-word",
    "no word with the same base as a used word": "same-base",
    "English: no word that contains a used word": "contains-used",
    "house: the word as it is shown counts": "as-spelt",
    "at the end of the turn full safes close": "closing",
    "stones of closed safes go back into the box": "to-the-box",
    "closed safes are kept in front of the player, for the end": "closed-card",
    "new safes from the pile replace the closed ones": "new-safe",
    "then the next player plays": "next-player",
    "incorrect: misspelt or against the rules": "incorrect",
    "incorrect: stones come back, turn over, next player": "cancelled",
    "no stones in front at the end of a turn: the game ends at once": "end",
    "who ends the game need not be the winner": "not-the-winner",
    "count stones in front and on the safes in the ring": "score",
    "fewest stones wins": "winner",
    "tie: most closed safes": "tie",
    "example, first turn": "example-1",
    "example, second turn": "example-2",
    "example, why the E takes no second stone": "example-limits",
    "example, third turn": "example-3",
    "example, the I closes and an O comes": "example-closing",
    # The rulings.
    "W1 numbers of stones": "stones-by-players",
    "W1 the five colours": "contents-stones",
    "W2 hard letters have fewer spaces": "contents-safes",
    "W2 an edition for each language": "editions",
    "W2 a rematch rotates the start": "rematch",
    "W2 a table can use an edition of its own": "own-edition",
    "W3 words are made of letters": "letters",
    "W3 accents, ligatures, umlauts": "accents",
    "W3 the proper spelling is shown": "spelling",
    "W4 a letter of the word serves one card": "letter-once",
    "W4 fewer cards than the word allows, at least the start card": "fewer-cards",
    "W4 never past the start card": "one-rotation",
    "W4 never more than the stones in hand": "stones-in-hand",
    "W5 families and inflected forms": "same-base",
    "W5 English: contains, from four letters on or literally": "contains-used",
    "W5 the refusal names word, player and turn": "reason",
    "W6 what is incorrect": "incorrect",
    "W6 a refused word is not used": "not-used",
    "W6 pass and clock cancel the turn": "nothing-announced",
    "W7 referee: dictionary": "referee-dictionary",
    "W7 referee: friendly": "referee-friendly",
    "house: the others may overrule the friendly referee": "appeal",
    "house: bots leave it to the others": "appeal-bots",
    "W7 referee: table, majority of the others": "referee-table",
    "W7 votes: secret, silence accepts": "votes",
    "W7 what is checked without a dictionary": "table-checks",
    "W8 stones are secured, whoever's they are": "to-the-box",
    "W8 the card goes to the player whose turn it is": "closed-card",
    "W8 replaced in ring order": "new-safe",
    "W9 empty pile: the ring shrinks": "empty-pile",
    "W10 end after closing": "end",
    "W10 shared victory": "shared-victory",
    "W10 twice round without a password": "all-passed",
    "W10 no card left in the ring": "no-safes",
    "W11 the table names the starter, or chance": "starter",
    "W12 clockwise": "clockwise",
    "W13 even turns, a house variant": "even-turns",
    "house: a clock": "clock",
    "house: never colour alone": "cuts",
    "history": "version-1",
    "history, version 2": "version-2",
    "history, version 3": "version-3",
}

EXAMPLES: dict[str, tuple[str, str, str]] = {
    "fr": ("GROUPIES", "SPÉCIFIQUE", "FIDÉLISER"),
    "en": ("GROUPIES", "SPECIFIC", "FIREFIGHTER"),
    "de": ("GRILLFLEISCH", "SEIFENKISTE", "FREIZEITPARK"),
}
PLACED: tuple[tuple[Direction, tuple[int, ...]], ...] = (
    ("ccw", (0, 4, 3, 2, 1)),
    ("cw", (1, 2, 3, 5, 6)),
    ("cw", (5, 6, 2, 3, 4)),
)


def anchors(language: str) -> list[str]:
    return ANCHOR.findall(rulebook(GAME, language))


def refusals() -> set[tuple[str, str]]:
    """Every reason in the code of the rules, with its anchor."""
    folder = Path(str(FOLDER), "rules")
    code = "".join((folder / name).read_text("utf-8") for name in ("rules.py", "referee.py"))
    return set(re.findall(r'refused\(\s*"([a-z-]+)",\s*"([a-z-]+)"', code))


@pytest.mark.parametrize("language", LANGUAGES)
def test_anchors_are_unique_and_the_same_in_every_language(language: str) -> None:
    assert len(set(anchors(language))) == len(anchors(language))
    assert anchors(language) == anchors("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_anchor_gives_a_short_passage(language: str) -> None:
    passages = [passage(GAME, language, anchor) for anchor in anchors(language)]
    for text in passages:
        assert 0 < len(text) < 400
        assert not re.search(r"[<>*_#|\n]", text)
        assert text.endswith((".", ".)"))
    assert len(set(passages)) == len(passages)


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_is_forgotten(rule: str) -> None:
    assert RULES[rule] in anchors("en")


def test_every_passage_is_a_rule_of_the_list() -> None:
    assert set(anchors("en")) == set(RULES.values())


def test_every_refusal_has_its_sentence_and_its_text() -> None:
    found = refusals()
    assert len(found) >= 15
    for reason, anchor in found:
        assert anchor in anchors("en")
        assert "refusals." + reason in texts(GAME, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("turn", range(3))
def test_the_words_of_the_example_can_be_placed(language: str, turn: int) -> None:
    word = EXAMPLES[language][turn]
    direction, cards = PLACED[turn]
    letters = [safe.letter for safe in EXAMPLE]
    assert word in passage(GAME, language, f"example-{turn + 1}")
    assert fits(word.replace("É", "E"), letters, cards[0], direction, cards)


def test_the_last_turn_of_the_example_fills_the_i_after_e() -> None:
    stones_on = [sum(place in cards for _, cards in PLACED) for place in range(7)]
    assert [place for place in range(7) if stones_on[place] == EXAMPLE[place].spaces] == [3]


# Texts


def own(language: str) -> Texts:
    with (FOLDER / "texts" / f"{language}.toml").open("rb") as file:
        return Texts(language, flat(tomllib.load(file)))


def forms(language: str) -> dict[str, tuple[str, ...]]:
    """Each text under its key: one form, or two where it depends on a number."""
    said: dict[str, Any] = own(language)._texts
    return {
        key: (text,) if isinstance(text, str) else (text["one"], text["other"])
        for key, text in said.items()
    }


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_the_same_keys_forms_and_gaps_in_every_language(language: str) -> None:
    theirs = forms("en")
    assert forms(language).keys() == theirs.keys()
    for key, mine in forms(language).items():
        assert [gaps(form) for form in mine] == [gaps(form) for form in theirs[key]], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography(language: str) -> None:
    said = [form for texts_ in forms(language).values() for form in texts_]
    for text in (*said, rulebook(GAME, language)):
        plain = re.sub(r'<a id="[a-z0-9-]+"></a>|\{\w+:', "", text)
        assert not re.search(r"['\"!]", plain), text
        assert plain == plain.replace("  ", " ")
        if language == "fr":
            assert not re.search(rf"[^{NO_BREAK}\-|][:;?»]", plain), text
            assert not re.search(rf"«[^{NO_BREAK}]", plain), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_has_a_name_and_a_cut(language: str) -> None:
    for colour in COLOURS:
        assert {f"colours.{colour}", f"cuts.{colour}"} <= own(language).keys()


# The text board


def middle() -> Table:
    """The example after two turns."""
    table = Table(3)
    table.say(0, "groupies", "ccw", 0, 4, 3, 2, 1)
    table.say(1, "spécifique", "cw", 1, 2, 3, 5, 6)
    return table


def contested() -> Table:
    table = Table(3, referee="table")
    table.say(0, "griffe", "ccw", 0, 4, 3)
    table.act(2, Vote(accept=False))
    return table


def ended(closed: tuple[str, ...]) -> Table:
    table = middle()
    table.give(
        hands=(0, 3, 0),
        closed=closed,
        ring=stones(EXAMPLE, (0,), (0, 1), (2, 2)),
        phases=(Ended("ran-out"),),
    )
    return table


def lines(table: Table, seat: int | None, language: str = "en") -> tuple[str, ...]:
    return describe(view(table.state, seat), texts(GAME, language, ("Ada", "Bo", "Cy")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_board_can_be_read_in_every_language(language: str, seat: int | None) -> None:
    for table in (middle(), contested(), ended(("IO", "", "E"))):
        told = lines(table, seat, language)
        assert len(told) >= 7 + 1 + 1 + 3
        for line in told:
            assert line.endswith(".")
            assert not re.search(r"[{}]|HIDDEN", line)


def test_the_board_in_the_middle_of_a_game() -> None:
    told = lines(middle(), 2)
    assert told[:3] == (
        "A ring of 7 safes, clockwise.",
        "Safe 1: G, 1 free space, 1 stone (blue).",
        "Safe 2: S, 1 free space, 2 stones (blue, white).",
    )
    assert "Bo (white), round: 13 stones in hand, 5 exposed, 0 secured, no closed safe." in told
    assert told[-3:] == (
        "Turn 2: Bo (white) announced SPÉCIFIQUE, clockwise, on S, E, I, F, I.",
        "No safe closed.",
        "It is your turn. Your colour: pink.",
    )
    assert lines(middle(), 0)[-1] == "Next to play: Cy (pink)."


def test_the_board_says_what_closed() -> None:
    table = Table(3, then=(replace(EXAMPLE[0], letter="O"),))
    table.give(ring=stones(EXAMPLE, (), (), (), (0, 1)))
    table.give(hands=(17, 17, 18))
    table.say(0, "fidéliser", "cw", 5, 6, 2, 3, 4)
    table.draw(0)
    told = lines(table, None)
    assert "Safe 4: O, 2 free spaces, no stones." in told
    assert "1 safe closed: I." in told
    assert any("1 closed safe (I)" in line for line in told)


def test_the_board_says_why_a_turn_was_cancelled() -> None:
    table = middle()
    table.say(2, "groupies", "ccw", 0, 4)
    assert lines(table, None)[-2] == (
        "Turn 3: Cy (pink) announced GROUPIES. “GROUPIES” has already been used: "
        "Ada (blue) announced “GROUPIES” in turn 1. The turn is cancelled."
    )
    table.act(0, Pass())
    assert lines(table, None)[-2] == (
        "Turn 4: Ada (blue). Nothing was announced: the turn was passed."
    )


def test_capitals_keep_the_proper_spelling() -> None:
    table = middle()
    street = Played(0, table.state.history[0].ruling, "STRASSE", "Straße", "cw", "SRE")
    table.give(history=(street,))
    assert any("STRAẞE" in line for line in lines(table, None, "de"))


def test_a_contest_tells_who_has_voted_and_never_how() -> None:
    told = lines(contested(), 1)
    assert told[-3:] == (
        "Ada (blue) announces GRIFFE, anticlockwise, on G, R, I. The others accept or contest it.",
        "Votes cast: Cy (pink).",
        "Your vote is still missing.",
    )
    accepted = contested()
    phase = top(accepted.state)
    accepted.state = update(accepted.state, replace(phase, votes=(None, None, True)))
    for seat in (None, 0, 1, 2):
        assert lines(accepted, seat) == lines(contested(), seat)


def test_the_end_has_the_score_and_the_winner() -> None:
    assert lines(ended(("IO", "", "E")), 0)[-5:] == (
        "The game is over: a player has no stones left in hand.",
        "Ada (blue) has 2 stones left: 0 in hand and 2 exposed; closed safes: 2.",
        "Bo (white) has 4 stones left: 3 in hand and 1 exposed; closed safes: 0.",
        "Cy (pink) has 2 stones left: 0 in hand and 2 exposed; closed safes: 1.",
        "Ada (blue) wins.",
    )


def test_a_shared_victory_names_all_winners() -> None:
    told = lines(ended(("I", "", "E")), None)
    assert told[-1] == "The victory is shared: Ada (blue), Cy (pink)."

"""The rulebook and the texts: complete, and the same in three languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from escale.core.game import LANGUAGES
from escale.games.fortboyard import trials
from escale.games.fortboyard.editions import FOLDER, edition
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.phase import told
from escale.games.fortboyard.rules.pieces import read_plan
from escale.games.texts import ANCHOR, passage, rulebook, texts

NO_BREAK = "\u00a0"

RULES = {
    # The printed rules, sentence by sentence.
    "four keys open the chest, to take as much money as possible": "aim",
    "a board": "contents-board",
    "30 red keys, 30 black keys": "contents-keys",
    "112 bank notes": "contents-notes",
    "180 riddle cards and the guardian": "contents-riddles",
    "10 trial cards": "contents-trials",
    "4 blank riddles, 3 blank trials": "contents-blank",
    "a matchbox, 2 dice, 6 pawns, an hourglass": "contents-rest",
    "a black key, or two, in each cell": "cells",
    "the red keys beside the board": "red-keys",
    "ten notes each, unseen, into the chest": "notes",
    "two piles, and the guardian on the riddles": "piles",
    "blank cards are put aside, for your own": "blank-cards",
    "pawns on the start": "pawns",
    "the highest number begins": "first-player",
    "as many squares as the die says, on the walk": "walking",
    "a key below: undergo a trial": "key-below",
    "success: the key, and the die goes left": "trial-passed",
    "failure: a riddle may make up for it": "second-chance",
    "no key, and the die goes on": "no-key",
    "a black key is replaced by a red one": "black-key",
    "a red key leaves the cell empty": "red-key",
    "some squares let you choose": "trial-or-riddle",
    "some squares give two keys, for both": "trial-and-riddle",
    "the guardian: a riddle for two keys": "guardian",
    "a tiger in the normal course of the game": "tiger",
    "the right-hand neighbour fans out the trials": "fan",
    "trials differ; hourglass or not; against all, each or one": "cards-differ",
    "follow the card exactly": "follow-card",
    "1 time for 3 players, 2 for 4 or 5, 3 for 6": "threshold",
    "à qui est-ce: touch a part, name everybody": "a-qui-est-ce",
    "à qui est-ce: silence": "a-qui-est-ce-silence",
    "à qui est-ce: won": "a-qui-est-ce-won",
    "barbichette: hold the chin and sing": "barbichette",
    "barbichette: who laughs": "barbichette-laugh",
    "barbichette: no laugh until the sand is out": "barbichette-won",
    "anomalie: observe for an hourglass": "anomalie-look",
    "anomalie: one change and one only": "anomalie-change",
    "anomalie: an hourglass to discover it": "anomalie-find",
    "nez à nez: one, chosen by the others, and the case": "nez-a-nez",
    "nez à nez: without hands, before the sand is out": "nez-a-nez-sand",
    "nez à nez: dropped once, failed": "nez-a-nez-lost",
    "interdits: never yes or no, no nodding": "interdits",
    "interdits: too slow, or always the same": "interdits-called",
    "main chaude: palms down above palms up": "main-chaude",
    "main chaude: the slap": "main-chaude-strike",
    "main chaude: avoided once": "main-chaude-won",
    "patte du tigre: the first hand on the die": "patte-du-tigre",
    "patte du tigre: won": "patte-du-tigre-won",
    "pince: catch the card": "pince",
    "pince: won": "pince-won",
    "bataille: the hand behind the back": "bataille",
    "bataille: what beats what": "bataille-figures",
    "bataille: equal figures": "bataille-equal",
    "bataille: won": "bataille-won",
    "catapulte: catch the die": "catapulte",
    "catapulte: once, twice with six": "catapulte-won",
    "the right-hand neighbour reads and turns the hourglass": "reader",
    "all others but the reader roll for an even double": "even-doubles",
    "the riddle may be repeated": "repeat",
    "as many answers as wanted": "answers",
    "unless the card says otherwise": "one-answer",
    "four keys give the right to open": "four-keys",
    "the first note; the hourglass": "first-note",
    "the others roll in turn": "chest-race",
    "a further note after each roll": "one-more-note",
    "on a tiger the chest is shut at once": "tiger-closes",
    "2 keys, or 3 of five": "keys-back",
    "anywhere on the board": "keys-anywhere",
    "no red key: black ones are exchanged": "keys-exchange",
    "no tiger: the bonus": "bonus",
    "no note left": "end",
    "the highest sum wins": "winner",
    # The rulings beyond them, and the house.
    "F2 the plan": "plan",
    "F2 a plan of the table": "own-plan",
    "F3 amounts are hidden": "notes-hidden",
    "F9 nothing there": "nothing-there",
    "F10 keys that were put back": "one-key",
    "F11 how answers are matched": "matching",
    "F11 the reader accepts": "accept",
    "F11 the sand is out": "sand-out",
    "F11 all have been read": "riddles-again",
    "F11, F13 the pace": "roll-pace",
    "F11 a reader who forgets the hourglass": "reading",
    "F12 the order, and when it is over": "order",
    "F16 cards of the host": "own-cards",
    "F18 the hourglass": "sand",
    "the screens: true to the card": "trials-online",
    "the screens: all are ready": "ready",
    "the screens: doubled time": "doubled",
    "the screens: reactions": "reactions",
    "the screens: a late touch": "late-touch",
    "around the table": "trials-table",
    "the screens: anomalie, three tries": "anomalie-tries",
    "the screens: main chaude, never there": "main-chaude-away",
    "what is offered": "offers",
    "history": "version-1",
    "history, version 2": "version-2",
    **{
        f"the screens: {trial}": f"{trial}-online"
        for trial in (
            "a-qui-est-ce",
            "barbichette",
            "anomalie",
            "nez-a-nez",
            "interdits",
            "main-chaude",
            "patte-du-tigre",
            "pince",
            "bataille",
            "catapulte",
        )
    },
}


def anchors(language: str) -> list[str]:
    return ANCHOR.findall(rulebook(GAME, language))


def code() -> str:
    """All the code of the game and of its trials."""
    rooms = ("rules", "trials")
    files = (file for room in rooms for file in Path(str(FOLDER), room).rglob("*.py"))
    return "".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_anchors_are_unique_and_the_same_in_every_language(language: str) -> None:
    assert len(set(anchors(language))) == len(anchors(language))
    assert anchors(language) == anchors("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_anchor_gives_a_short_passage(language: str) -> None:
    for anchor in anchors(language):
        text = passage(GAME, language, anchor)
        assert 0 < len(text) < 420
        assert text.endswith(".")


def test_every_passage_is_a_rule_of_the_list_and_none_is_forgotten() -> None:
    assert set(anchors("en")) == set(RULES.values())


def test_every_refusal_has_its_sentence_and_its_text() -> None:
    found = set(re.findall(r'refused\(\s*"([a-z-]+)",\s*"([a-z-]+)"', code()))
    assert {reason for reason, _ in found} >= {"not-now", "does-not-fit", "empty-answer"}
    for reason, anchor in found:
        assert anchor in anchors("en"), anchor
        assert all("refusals." + reason in texts(GAME, language) for language in LANGUAGES), reason


def test_all_that_is_told_has_its_text() -> None:
    found = set(re.findall(told.__name__ + r'\(\s*[a-z_.()]+,\s*"([a-z-]+)"', code()))
    assert found >= {"first-roll", "tie", "wins-keys", "tiger-closes", "chest-empty"}
    for what in found:
        assert all("news." + what in texts(GAME, language) for language in LANGUAGES), what


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_box_are_those_of_the_edition(language: str) -> None:
    """F2, F3: what the rulebook counts is what is played with."""
    squares = read_plan(edition().plan)
    counts = [squares.count(sort) for sort in ("plain", "or", "and", "tiger")]
    told_of = [int(one) for one in re.findall(r"\d+", passage(GAME, language, "plan"))]
    assert told_of == [len(squares), *counts, 30]
    notes = passage(GAME, language, "contents-notes").replace(NO_BREAK, "")
    numbers = [int(one) for one in re.findall(r"\d+", notes)]
    printed = [number for value, count in edition().notes for number in (count, value)]
    assert numbers == [112, *printed]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trial_has_its_section_under_the_title_of_its_card(language: str) -> None:
    say, book = texts(GAME, language), rulebook(GAME, language)
    for name in trials.NAMES:
        title = re.escape(say(f"trials.{name}.title"))
        assert re.search(rf"^### {title}( \(.*\))?$", book, re.MULTILINE), name


def test_french_has_its_spaces() -> None:
    for place in ("rulebook/fr.md", "texts/fr.toml"):
        text = Path(str(FOLDER), place).read_text("utf-8")
        assert not re.search(r"\w [:;!?»]|« \w", text), place
        assert NO_BREAK in text

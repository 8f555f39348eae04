"""The rulebook and the texts: complete, and the same in three languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from escale.core.game import LANGUAGES
from escale.games.kreuzwort.editions import FOLDER
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.placing import ANCHORS
from escale.games.texts import ANCHOR, passage, rulebook, texts

NO_BREAK = "\u00a0"

RULES = {
    # The printed rules, sentence by sentence.
    "use as many pyramids as possible to form words": "aim",
    "dear letters such as Q and Y": "dear-letters",
    "one board": "contents-board",
    "36 neutral pyramids with black letters": "contents-black",
    "24 pyramids with grey letters": "contents-grey",
    "4 identical sets of 24 in 4 colours": "contents-colours",
    "six piles of four on F E R T I G": "own-piles",
    "the colours of empty seats are set up all the same": "empty-seats",
    "36 black ones on the 36 cells of the centre": "black-cells",
    "24 greys in 4 piles of six on the corners": "grey-piles",
    "turns go clockwise": "clockwise",
    "the lowest sum of the six tops begins": "first-player",
    "who ties lifts the tops, and puts them back": "first-player-tie",
    "left to right or top to bottom, from the own side": "reading",
    "never diagonally, no bend": "straight",
    "only the ring bends": "ring",
    "to begin or to end, never inside, outside, inside": "one-end",
    "only the tops; what is uncovered is for the next": "only-tops",
    "tops may be placed anywhere, free or occupied": "move-anywhere",
    "black ones stay, and may be covered": "black-stays",
    "an own and a black letter": "own-and-black",
    "printed letters": "printed",
    "in the dictionary, no proper nouns, no compounds": "words",
    "the players agree on inflected forms": "inflected",
    "at least two letters": "two-letters",
    "announce the word": "announce",
    "take all the pyramids": "gain",
    "change of mind; error: everything back": "put-back",
    "anybody may contest": "contest",
    "contested and wrong": "contest-wrong",
    "contested and right": "contest-right",
    "the end": "end",
    "gains minus own pyramids": "score",
    "the most points win": "winner",
    "expert: greys shared out, not to be stolen": "expert-greys",
    "expert: the end": "expert-end",
    # The rulings beyond them, and the house.
    "K3 every moved pyramid is part of the word": "all-in-word",
    "K8 the dictionary at once": "referee-dictionary",
    "K10 hidden piles": "piles-hidden",
    "K8 turns lost add up": "contest-twice",
    "K8 accepted words that are none": "bluff",
    "K12 two rounds of passes": "all-passed",
    "K12 six rounds without a gain": "no-gains",
    "K14 editions": "editions",
    "folding": "accents",
    "house: a clock": "clock",
    "history": "version-1",
    "history of version 2": "version-2",
}


def anchors(language: str) -> list[str]:
    return ANCHOR.findall(rulebook(GAME, language))


def refusals() -> set[tuple[str, str]]:
    """Every reason in the code of the rules, with its anchor."""
    folder = Path(str(FOLDER), "rules")
    names = ("rules.py", "referee.py", "placing.py", "no_way.py")
    code = "".join((folder / name).read_text("utf-8") for name in names)
    found = set(re.findall(r'refused\(\s*"([a-z-]+)",\s*"([a-z-]+)"', code))
    return found | set(ANCHORS.items())


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
    found = refusals()
    assert len(found) >= 20
    for reason, anchor in found:
        assert anchor in anchors("en")
        assert all("refusals." + reason in texts(GAME, language) for language in LANGUAGES)


def test_french_has_its_spaces() -> None:
    for place in ("rulebook/fr.md", "texts/fr.toml", "terminal/texts/fr.toml"):
        text = Path(str(FOLDER), place).read_text("utf-8")
        assert not re.search(r"\w [:;!?»]|« \w", text), place
        assert NO_BREAK in text

"""The worked example of the rules, in three languages and on the three rings that allow it.

The recorded matches are told, not played: their draws are chosen, so they have no commitment.
`python -m escale.games.wordbank.tests.record` writes them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from escale.core.event import Acted, Drawn, Event
from escale.core.match import Header, Match, Player, Record
from escale.core.play import EVERYBODY
from escale.games.matchfile import to_json
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Action, Announce, Options
from escale.games.wordbank.rules.ring import Direction
from escale.games.wordbank.rules.rules import State
from escale.words import Language

# G may stand before S, after R or after F. The I after E, here called J, is the one with 3 spaces.
RINGS = {"": "GSEJRFI", "-g-after-r": "SEJRGFI", "-g-after-f": "SEJRFGI"}
SPACES = {"G": 2, "S": 4, "E": 5, "J": 3, "R": 4, "F": 3, "I": 4, "O": 3}
WORDS: dict[Language, tuple[str, str, str]] = {
    "fr": ("groupies", "spécifique", "fidéliser"),
    "en": ("groupies", "specific", "firefighter"),
    "de": ("Grillfleisch", "Seifenkiste", "Freizeitpark"),
}
TURNS: list[tuple[Direction, str]] = [("ccw", "GRJES"), ("cw", "SEJFI"), ("cw", "FIEJR")]
RECORDED = [(language, "") for language in WORDS] + [("fr", ring) for ring in RINGS if ring]
FOLDER = Path(__file__).parents[1] / "recorded"


def card(letter: str) -> tuple[str, int]:
    return letter.replace("J", "I"), SPACES[letter]


def example(language: Language, ring: str) -> Record[Options, Action]:
    letters = RINGS[ring]
    options = Options(
        language=language, starter=0, cards=tuple(card(letter) for letter in letters + "O")
    )
    log: list[Event[Action]] = [Drawn(tuple(range(7)), EVERYBODY)]
    for seat, (word, (direction, path)) in enumerate(zip(WORDS[language], TURNS, strict=True)):
        start, *cards = (letters.index(letter) for letter in path)
        log.append(Acted(seat, Announce(word, start, direction, tuple(cards))))
    log.append(Drawn((0,), EVERYBODY))
    header = Header(
        match=f"example-{language}",
        game=GAME.name,
        version=GAME.box.version,
        options=options,
        pins=GAME.pins(options),
        players=(Player("Azure"), Player("Ruby"), Player("Olive")),
        commitment="",
    )
    return Record(header, tuple(log))


def after(turns: int, language: Language = "fr", ring: str = "") -> tuple[State, str]:
    """The table after so many turns of the example, and the letters of its ring with J for I."""
    record = example(language, ring)
    match: Match[Any, State, Any] = Match(GAME.rules(record.header.options), record.header)
    match.extend(record.log[: 1 + turns + (turns == 3)])
    return match.state, RINGS[ring]


everywhere = pytest.mark.parametrize(("language", "ring"), RECORDED)


@everywhere
def test_blue_places_five_stones_and_no_card_is_full(language: Language, ring: str) -> None:
    state, letters = after(1, language, ring)
    assert bool(state.history[0].ruling)
    assert state.history[0].letters == "GRIES"
    lying = {letter for letter, safe in zip(letters, state.ring, strict=True) if safe.stones}
    assert lying == set("GRJES")
    assert state.hands == (13, 18, 18)
    assert state.closed == ("", "", "")


@everywhere
def test_red_goes_clockwise_and_no_card_is_full(language: Language, ring: str) -> None:
    state, letters = after(2, language, ring)
    assert bool(state.history[1].ruling)
    reds = {letter for letter, safe in zip(letters, state.ring, strict=True) if 1 in safe.stones}
    assert reds == set("SEJFI")
    assert state.closed == ("", "", "")


def test_red_cannot_put_a_second_stone_on_the_e_nor_pass_the_s() -> None:
    state, letters = after(1)
    rules = GAME.rules(state.options)
    start, *cards = (letters.index(letter) for letter in "SEJFI")
    twice = Announce("spécifique", start, "cw", (*cards, letters.index("E")))
    assert rules.check(state, 1, twice).reason == "one-stone-a-safe"
    past = Announce("spécifique", start, "cw", (*cards, start))
    assert rules.check(state, 1, past).reason == "one-stone-a-safe"


@everywhere
def test_green_closes_the_i_and_an_o_takes_its_place(language: Language, ring: str) -> None:
    state, letters = after(3, language, ring)
    played = state.history[2]
    assert bool(played.ruling)
    assert (played.letters, played.closed) == ("FIEIR", "I")
    assert state.closed == ("", "", "I")
    place = letters.index("J")
    assert (state.ring[place].letter, state.ring[place].stones) == ("O", ())
    # Five stones each were placed; the three on the I, one of each player, are safe in the box.
    assert [state.exposed(seat) for seat in range(3)] == [4, 4, 4]
    assert state.hands == (13, 13, 13)


@everywhere
def test_the_recorded_example_is_this_one(language: Language, ring: str) -> None:
    path = FOLDER / f"example-{language}{ring}.json"
    assert path.read_text("utf-8") == to_json(example(language, ring))

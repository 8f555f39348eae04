"""The bots' doubts: what they know they accept, and the rest they contest as the table says."""

from __future__ import annotations

import time
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from escale.core.bots import Budget
from escale.core.secrecy import view
from escale.games.kreuzwort.bots.calibrate import WRONG, beyond, calibrated, wrong_of
from escale.games.kreuzwort.bots.doubt import LENGTHS, Looks, chances, looks
from escale.games.kreuzwort.bots.levels import CHARACTERS, KreuzwortBot
from escale.games.kreuzwort.editions import words
from escale.games.kreuzwort.game import rules
from escale.games.kreuzwort.rules.pieces import Announce, Answer, Options
from escale.games.kreuzwort.rules.rules import Contest
from escale.games.kreuzwort.tests.table import Table
from escale.words import LANGUAGES, Language

TIMES = 600
FAR = 4.5  # standard deviations: chance goes so far once in a hundred thousand times


def bot_of(level: int, language: Language = "de", *, inflected: bool = True) -> KreuzwortBot:
    return KreuzwortBot(level, rules(Options(language=language, inflected=inflected)))


def contested(bot: KreuzwortBot, word: str, times: int = TIMES) -> float:
    """How often a bot contests a word that somebody else has announced."""
    table = Table(2, Options(language="de"), r4c3="black:R4", r4c5="black:T2", r8c2="S:A1")
    table.put(11, "N:B3")
    phase = Contest.open(table.state, 0, Announce(word, (43, 44, 45), (43, 82, 45)))
    seen = view(replace(table.state, phases=(*table.state.phases, phase)), 1)
    rng, count = Random(1), 0
    for _ in range(times):
        action = bot.choose(seen, Budget(1.0, time.process_time), rng)
        assert isinstance(action, Answer)
        count += not action.accept
    return count / times


@pytest.mark.parametrize("level", CHARACTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_never_contests_a_word_of_its_vocabulary(language: Language, level: int) -> None:
    bot = bot_of(level, language)
    assert bot.knows.known
    assert all(bot.doubt(word) == 0.0 for word in bot.knows.known)


def test_a_bot_accepts_what_it_knows_however_it_is_spelt() -> None:
    bot = bot_of(1)
    assert contested(bot, "Haus", 50) == contested(bot, "Straße", 50) == 0.0


def test_where_forms_are_forbidden_a_bot_contests_those_that_it_knows() -> None:
    bot = bot_of(1, inflected=False)
    assert contested(bot, "Haus", 50) == 0.0
    assert contested(bot, "Hauses", 50) == 1.0


@pytest.mark.parametrize("level", CHARACTERS)
@pytest.mark.parametrize("word", ["xqzt", "verstandlung", "Zytostatikum", "Quarz", "rotzig"])
def test_an_unknown_word_is_contested_as_often_as_the_table_says(level: int, word: str) -> None:
    bot = bot_of(level)
    folded = bot.rules.referee.folded(word)
    seen = looks(folded, bot.knows.groups)
    told = 0.0 if folded in bot.knows.known else chances("de", level)[seen.length][seen.strange]
    far = FAR * sqrt(told * (1 - told) / TIMES)
    assert abs(contested(bot, word) - told) <= far


@pytest.mark.parametrize("level", CHARACTERS)
def test_words_that_look_alike_are_doubted_alike_be_they_real_or_not(level: int) -> None:
    """Whether the dictionary has a word makes no difference: only its letters do."""
    bot = bot_of(level, "fr")
    real = beyond("fr", level)[::50]
    wrong = wrong_of("fr", 2000, Random(2))
    assert all(word in words("fr") for word in real) and not any(w in words("fr") for w in wrong)
    by_looks: dict[Looks, set[float]] = {}
    for word in (*real, *wrong):
        by_looks.setdefault(looks(word, bot.knows.groups), set()).add(bot.doubt(word))
    assert len(by_looks) == 9
    assert all(len(one) == 1 for one in by_looks.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_invented_words_are_contested_more_often_than_rare_ones(language: Language) -> None:
    """And the more so, the more a level has read."""
    gaps = []
    for level in CHARACTERS:
        bot = bot_of(level, language)
        real, wrong = beyond(language, level)[::20], wrong_of(language, 4000, Random(3))
        rare, invented = (sum(map(bot.doubt, some)) / len(some) for some in (real, wrong))
        assert 0.1 < rare < invented < 0.9
        gaps.append(invented - rare)
    assert gaps == sorted(gaps)


@pytest.mark.parametrize("level", CHARACTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_what_the_words_say(language: Language, level: int) -> None:
    """Made again from other wrong words, it is the same within what chance may do."""
    told = chances(language, level)
    again = calibrated(language, level, 4000, Random(4))
    for length in LENGTHS:
        assert list(told[length]) == sorted(told[length]), "the stranger, the more doubtful"
        for old, new in zip(told[length], again[length], strict=True):
            assert abs(old - new) < 0.06


def test_a_bot_contests_as_many_words_as_are_wrong() -> None:
    """Among words of which one in four is wrong, it contests about one in four."""
    for level in CHARACTERS:
        bot = bot_of(level, "en")
        real, wrong = beyond("en", level)[::10], wrong_of("en", 4000, Random(5))
        rare, invented = (sum(map(bot.doubt, some)) / len(some) for some in (real, wrong))
        assert abs((1 - WRONG) * rare + WRONG * invented - WRONG) < 0.04

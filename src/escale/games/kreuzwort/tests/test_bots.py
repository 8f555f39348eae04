"""The bots: from their view alone, within their words, and each level better than the one below."""

from __future__ import annotations

import time
from random import Random

import pytest

from escale.core.bots import Budget
from escale.core.chance import Oracle
from escale.core.event import Acted, Drawn
from escale.core.play import Chance, Over, Players, Score
from escale.core.secrecy import view
from escale.games.kreuzwort.bots.levels import CHARACTERS, KreuzwortBot, knowledge
from escale.games.kreuzwort.game import rules
from escale.games.kreuzwort.rules.pieces import Announce, Options
from escale.games.kreuzwort.rules.rules import State
from escale.words import Language
from escale.words.spelling import capitals, letters

OPTIONS = Options(language="en", referee="dictionary")


def played(
    levels: tuple[int, ...], seed: int, options: Options = OPTIONS, said: list[str] | None = None
) -> tuple[Score, State]:
    """A whole game. `said` takes the words as they were announced."""
    game, rng = rules(options), Random(seed)
    bots = [KreuzwortBot(level, game) for level in levels]
    oracle = Oracle(f"{seed:032x}", "bots")
    state, number = game.setup(options, len(levels)), 0
    while not isinstance(awaits := game.awaits(state), Over):
        number += 1
        if isinstance(awaits, Chance):
            state = game.step(state, Drawn(oracle.answer(awaits.ask, number), None, number))
            continue
        assert isinstance(awaits, Players)
        seat = awaits.seats[0]
        action = bots[seat].choose(view(state, seat), Budget(3.0, time.process_time), rng)
        assert game.check(state, seat, action)
        if said is not None and isinstance(action, Announce):
            said.append(action.word)
        state = game.step(state, Acted(seat, action, number))
    return awaits.score, state


def test_a_bot_says_words_that_its_level_knows() -> None:
    _, state = played((1, 1), 1)
    said = [turn.word for turn in state.history if turn.word]
    assert said
    known = knowledge("en", 1).known
    assert all(word in known and len(word) <= CHARACTERS[1].words.longest for word in said)


@pytest.mark.parametrize(("language", "accents"), [("fr", "ÀÂÇÈÉÊËÎÏÔÙÛÜŒ"), ("de", "ÄÖÜẞ")])
def test_a_bot_announces_a_word_as_it_is_spelt(language: Language, accents: str) -> None:
    """The others may object to its spelling: "S'il n'y a pas d'objection au mot ou à son
    orthographe". So they see OXYGÈNE and not OXYGENE when they are asked.
    """
    said: list[str] = []
    for seed in range(4):
        played((3, 3), seed, Options(language=language), said)
    words = rules(Options(language=language)).words
    assert all(word in words.spellings(letters(word, language)) for word in said)
    assert any(set(capitals(word)) & set(accents) for word in said)


def test_a_stronger_bot_wins_more() -> None:
    """Level 3 against level 1, in both orders: chance alone would give half."""
    wins = 0
    for seed in range(6):
        order = (3, 1) if seed % 2 else (1, 3)
        score, _ = played(order, seed)
        wins += order.index(3) in score.winners
    assert wins >= 5


def test_without_inflected_forms_a_bot_says_none() -> None:
    options = Options(language="en", referee="dictionary", inflected=False)
    _, state = played((2, 2), 3, options)
    assert all(turn.ruling.reason != "inflected-form" for turn in state.history)

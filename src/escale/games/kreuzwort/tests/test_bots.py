"""The bots: from their view alone, within their words, and each level better than the one below."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from escale.core.bots import Budget
from escale.core.chance import Oracle
from escale.core.event import Acted, Drawn
from escale.core.play import Chance, Over, Players, Score
from escale.core.secrecy import view
from escale.games.kreuzwort.bots import CHARACTERS, KreuzwortBot, knowledge
from escale.games.kreuzwort.game import rules
from escale.games.kreuzwort.pieces import Announce, Answer, Options
from escale.games.kreuzwort.rules import Contest, State
from escale.games.kreuzwort.tests.table import Table

OPTIONS = Options(language="en", referee="dictionary")


def played(levels: tuple[int, ...], seed: int, options: Options = OPTIONS) -> tuple[Score, State]:
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
        state = game.step(state, Acted(seat, action, number))
    return awaits.score, state


def test_a_bot_says_words_that_its_level_knows() -> None:
    _, state = played((1, 1), 1)
    said = [turn.word for turn in state.history if turn.word]
    assert said
    known = knowledge("en", 1).known
    assert all(word in known and len(word) <= CHARACTERS[1].longest for word in said)


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


def answers(word: str, level: int, times: int = 200) -> float:
    """How often a bot accepts a word that somebody else has announced."""
    table = Table(2, Options(language="de"), r4c3="black:R4", r4c5="black:T2", r8c2="S:A1")
    table.put(11, "N:B3")
    bot = KreuzwortBot(level, rules(Options(language="de")))
    accepted = 0
    frame = Contest.open(table.state, 0, Announce(word, (43, 44, 45), (43, 82, 45)))
    state = replace(table.state, frames=(*table.state.frames, frame))
    rng = Random(1)
    for _ in range(times):
        action = bot.choose(view(state, 1), Budget(1.0, time.process_time), rng)
        assert isinstance(action, Answer)
        accepted += action.accept
    return accepted / times


def test_a_bot_accepts_what_it_knows() -> None:
    assert answers("Haus", 1, 20) == 1.0


@pytest.mark.parametrize("level", [2, 3])
def test_a_bot_doubts_the_more_the_odder_an_unknown_word_looks(level: int) -> None:
    odd, plausible = answers("xqzt", level), answers("verstandlung", level)
    assert odd < plausible < 1.0, "a strange word is contested more often than a likely one"


def test_a_bot_does_not_ask_the_dictionary() -> None:
    """A rare but real word beyond its vocabulary is sometimes contested: a bot takes the risk."""
    assert 0.0 < answers("Zytostatikum", 2) < 1.0

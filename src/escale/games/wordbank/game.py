"""The `GAME` object of Word Bank, which the registry loads."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from escale.core.bots import Bot
from escale.core.game import Game, levels
from escale.core.secrecy import View
from escale.games.registry import read_box
from escale.games.wordbank.board import describe
from escale.games.wordbank.consider import consider
from escale.games.wordbank.editions import FOLDER, edition, pins, words
from escale.games.wordbank.rules.pieces import Action, Options
from escale.games.wordbank.rules.rules import State, WordBank


def rules(options: Options) -> WordBank:
    return WordBank(edition(options.language), words(options))


def _consider(view: View[State], question: Any) -> dict[str, Any]:
    return consider(rules(view.seen.options), view, question)


# Modules that need NumPy or Rich are imported on demand, not with the rules.
_load = partial(import_module, package=__package__)


def _bot(level: int, options: Options) -> Bot[State, Action]:
    bot: Bot[State, Action] = _load(".bots.levels").WordBankBot(level, rules(options))
    return bot


GAME = Game(
    box=read_box(FOLDER),
    folder=FOLDER,
    options=Options,
    state=State,
    actions=Action,
    rules=rules,
    describe=describe,
    consider=_consider,
    review=lambda *given: _load(".review").review(*given),
    levels=levels(_bot, 0.2, 0.2, 0.2, 2.0),
    pins=pins,
    warm_up=lambda: _load(".bots.levels").warm_up(),
    solver=lambda: _load(".solver.solve"),
    terminal=lambda: _load(".terminal"),
)

"""The `GAME` object of Word Bank, which the registry loads."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from escale.core.bots import Bot
from escale.core.game import Game, levels
from escale.core.secrecy import Seat, View
from escale.games.wordbank.board import describe
from escale.games.wordbank.consider import consider
from escale.games.wordbank.editions import BOX, FOLDER, edition, pins, words
from escale.games.wordbank.hints import HINTS
from escale.games.wordbank.rules.pieces import Action, Options
from escale.games.wordbank.rules.rules import State, WordBank


def _rules(version: int, options: Options) -> WordBank:
    return WordBank(edition(options.language), words(options, version), version)


def _again(options: Options, first: Seat) -> Options:
    return replace(options, starter=first, opening="")


def _consider(version: int, view: View[State], question: Any) -> dict[str, Any]:
    return consider(_rules(version, view.seen.options), view, question)


def _review(version: int, options: Options, *given: Any) -> tuple[Any, Any]:
    found: tuple[Any, Any] = _load(".review").review(_rules(version, options), *given)
    return found


# Modules that need NumPy or Rich are imported on demand, not with the rules.
_load = partial(import_module, package=__package__)


def _bot(version: int, level: int, options: Options) -> Bot[State, Action]:
    bots = _load(".bots.levels")
    bot: Bot[State, Action] = bots.WordBankBot(level, _rules(version, options))
    return bot


def _game(version: int, *earlier: Game[Any, Any, Any]) -> Game[Options, State, Action]:
    """All versions share their code: `WordBank` says how they differ."""
    return Game(
        box=replace(BOX, version=version),
        folder=FOLDER,
        options=Options,
        state=State,
        actions=Action,
        rules=partial(_rules, version),
        describe=describe,
        consider=partial(_consider, version),
        review=partial(_review, version),
        levels=levels(partial(_bot, version), 0.2, 0.2, 0.2, 2.0),
        hints=HINTS,
        pins=partial(pins, version=version),
        warm_up=lambda: _load(".bots.levels").warm_up(),
        solver=lambda: _load(".solver.solve"),
        terminal=lambda: _load(".terminal"),
        again=_again,
        earlier=earlier,
    )


GAME = _game(BOX.version, _game(2), _game(1))
rules = GAME.rules

"""The `GAME` object of Kreuzwort-Pyramiden, which the registry loads."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from escale.core.bots import Bot
from escale.core.game import Game, levels
from escale.core.secrecy import Seat, View
from escale.games.kreuzwort.board import describe
from escale.games.kreuzwort.consider import consider
from escale.games.kreuzwort.editions import BOX, FOLDER, edition, pins, words
from escale.games.kreuzwort.hints import HINTS
from escale.games.kreuzwort.rules.pieces import Action, Options
from escale.games.kreuzwort.rules.rules import Kreuzwort, State


def rules(options: Options, version: int = BOX.version) -> Kreuzwort:
    language = options.language
    known = words(language, version)
    return Kreuzwort(edition(language), known, version, inflected=options.inflected)


def _again(options: Options, first: Seat) -> Options:
    return replace(options, starter=first, opening="")


def _consider(version: int, view: View[State], question: Any) -> dict[str, Any]:
    return consider(rules(view.seen.options, version), view, question)


def _review(version: int, options: Options, *given: Any) -> tuple[Any, Any]:
    found: tuple[Any, Any] = _load(".review").review(rules(options, version), *given)
    return found


# Modules that need NumPy or Rich are imported on demand, not with the rules.
_load = partial(import_module, package=__package__)


def _bot(version: int, level: int, options: Options) -> Bot[State, Action]:
    bots = _load(".bots.levels")
    bot: Bot[State, Action] = bots.KreuzwortBot(level, rules(options, version))
    return bot


def _game(version: int, *earlier: Game[Any, Any, Any]) -> Game[Options, State, Action]:
    """All versions share their code: `Kreuzwort` says how they differ."""
    return Game(
        box=replace(BOX, version=version),
        folder=FOLDER,
        options=Options,
        state=State,
        actions=Action,
        rules=partial(rules, version=version),
        describe=describe,
        consider=partial(_consider, version),
        review=partial(_review, version),
        levels=levels(partial(_bot, version), 1.0, 1.0, 1.0, 3.0),
        hints=HINTS,
        pins=partial(pins, version=version),
        warm_up=lambda: _load(".solver.best_first").warm_up(),
        solver=lambda: _load(".solver.solve"),
        terminal=lambda: _load(".terminal"),
        again=_again,
        earlier=earlier,
    )


GAME = _game(BOX.version, _game(1))

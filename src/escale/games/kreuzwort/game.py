"""The `GAME` object of Kreuzwort-Pyramiden, which the registry loads."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from escale.core.bots import Bot
from escale.core.game import Game, levels
from escale.core.secrecy import View
from escale.games.kreuzwort.board import describe
from escale.games.kreuzwort.consider import consider
from escale.games.kreuzwort.editions import FOLDER, edition, pins, words
from escale.games.kreuzwort.hints import HINTS
from escale.games.kreuzwort.rules.pieces import Action, Options
from escale.games.kreuzwort.rules.rules import Kreuzwort, State
from escale.games.registry import read_box


def rules(options: Options) -> Kreuzwort:
    language = options.language
    return Kreuzwort(edition(language), words(language), inflected=options.inflected)


def _consider(view: View[State], question: Any) -> dict[str, Any]:
    return consider(rules(view.seen.options), view, question)


# Modules that need NumPy or Rich are imported on demand, not with the rules.
_load = partial(import_module, package=__package__)


def _bot(level: int, options: Options) -> Bot[State, Action]:
    bot: Bot[State, Action] = _load(".bots.levels").KreuzwortBot(level, rules(options))
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
    levels=levels(_bot, 1.0, 1.0, 1.0, 3.0),
    hints=HINTS,
    pins=pins,
    warm_up=lambda: _load(".solver.best_first").warm_up(),
    solver=lambda: _load(".solver.solve"),
    terminal=lambda: _load(".terminal"),
)

"""The parts of Les Clés de Fort Boyard, as the registry loads them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from escale.core.bots import Bot
from escale.core.game import Game, levels
from escale.games.fortboyard import trials
from escale.games.fortboyard.board import describe
from escale.games.fortboyard.cards import as_options
from escale.games.fortboyard.editions import BOX, FOLDER, pins, rules
from escale.games.fortboyard.published import published
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.rules.rules import Action, State

# Modules that need NumPy or Rich are imported on demand, not with the rules.
_load = partial(import_module, package=__package__)


def _bot(version: int, level: int, options: Options) -> Bot[State, Action]:
    bot: Bot[State, Action] = _load(".bots.levels").FortBot(level, rules(options, version))
    return bot


def _game(version: int, *earlier: Game[Any, Any, Any]) -> Game[Options, State, Action]:
    """All versions share their code: `Fort` says how they differ."""
    return Game(
        box=replace(BOX, version=version),
        folder=FOLDER,
        parts=tuple(FOLDER / "trials" / name for name in trials.NAMES),
        options=Options,
        state=State,
        actions=Action,
        rules=partial(rules, version=version),
        describe=describe,
        levels=levels(partial(_bot, version), 0.2, 0.2, 0.2, 0.2),
        published=published,
        cards=as_options,
        pins=partial(pins, version=version),
        terminal=lambda: _load(".terminal"),
        again=lambda options, _: options,  # dice decide who begins
        earlier=earlier,
    )


GAME = _game(BOX.version, _game(1))

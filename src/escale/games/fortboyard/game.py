"""The parts of Les Clés de Fort Boyard, as the registry loads them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from escale.core.bots import Bot
from escale.core.game import Game, Level
from escale.games.fortboyard import trials
from escale.games.fortboyard.board import describe
from escale.games.fortboyard.cards import as_options
from escale.games.fortboyard.editions import FOLDER, pins, rules
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.rules.rules import Action, State
from escale.games.registry import read_box


def _load(module: str) -> Any:
    """Import bots and modules that need rich only when they are used."""
    return import_module(f"escale.games.fortboyard.{module}")


def _level(level: int) -> Level[Options, State, Action]:
    def make(options: Options) -> Bot[State, Action]:
        bot: Bot[State, Action] = _load("bots.levels").FortBot(level, rules(options))
        return bot

    return Level(0.2, make)


GAME = Game(
    box=read_box(FOLDER),
    folder=FOLDER,
    parts=tuple(FOLDER / "trials" / name for name in trials.NAMES),
    options=Options,
    state=State,
    actions=Action,
    rules=rules,
    describe=describe,
    levels={level: _level(level) for level in (1, 2, 3, 4)},
    cards=as_options,
    pins=pins,
    terminal=lambda: _load("terminal"),
)

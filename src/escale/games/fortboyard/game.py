"""The parts of Les Clés de Fort Boyard, as the registry loads them."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from escale.core.bots import Bot
from escale.core.game import Game, levels
from escale.games.fortboyard import trials
from escale.games.fortboyard.board import describe
from escale.games.fortboyard.cards import as_options
from escale.games.fortboyard.editions import FOLDER, pins, rules
from escale.games.fortboyard.published import published
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.rules.rules import Action, State
from escale.games.registry import read_box

# Modules that need NumPy or Rich are imported on demand, not with the rules.
_load = partial(import_module, package=__package__)


def _bot(level: int, options: Options) -> Bot[State, Action]:
    bot: Bot[State, Action] = _load(".bots.levels").FortBot(level, rules(options))
    return bot


GAME = Game(
    box=read_box(FOLDER),
    folder=FOLDER,
    parts=tuple(FOLDER / "trials" / name for name in trials.NAMES),
    options=Options,
    state=State,
    actions=Action,
    rules=rules,
    describe=describe,
    levels=levels(_bot, 0.2, 0.2, 0.2, 0.2),
    published=published,
    cards=as_options,
    pins=pins,
    terminal=lambda: _load(".terminal"),
)

"""What the shelf finds: the box of Les Clés de Fort Boyard."""

from __future__ import annotations

from escale.core.game import Game
from escale.games.fortboyard import trials
from escale.games.fortboyard.board import describe
from escale.games.fortboyard.editions import FOLDER, pins, rules
from escale.games.fortboyard.pieces import Options
from escale.games.fortboyard.rules import Action, State
from escale.games.shelf import read_box

GAME = Game(
    box=read_box(FOLDER),
    folder=FOLDER,
    parts=tuple(FOLDER / "trials" / name for name in trials.NAMES),
    options=Options,
    state=State,
    actions=Action,
    rules=rules,
    describe=describe,
    pins=pins,
)

"""One new folder in `trials` is enough for a new trial: no other file has to be edited."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import escale

TRIAL = '''
from dataclasses import dataclass
from typing import ClassVar

from escale.core.event import Acted
from escale.core.play import Offer, Players
from escale.core.secrecy import Open
from escale.games.fortboyard.rules.trial import TrialAction, TrialPhase, trial_over
from escale.games.fortboyard.trials.shared.card import TrialCard


@dataclass(frozen=True, slots=True)
class BlowOut(TrialAction, Open):
    """Blow the candle out."""


@dataclass(frozen=True, slots=True)
class Bougie(TrialPhase):
    NAME: ClassVar[str] = "bougie"

    @classmethod
    def begin(cls, cast, state):
        return cls(cast)

    def awaits(self, rules, state):
        return Players((self.cast.candidate,))

    def offers(self, rules, view):
        return (Offer(BlowOut),) if view.seat == self.cast.candidate else ()

    def step(self, rules, state, event):
        assert isinstance(event, Acted)
        return trial_over(rules, state, self.cast, won=True)


CARD = TrialCard(Bougie, (BlowOut,), against="all")
'''
BOT = """
from escale.games.fortboyard.trials.bougie import BlowOut


def choose(level, rules, view, rng):
    return BlowOut()
"""
TEXTS = """
[trials.bougie]
title = "The candle"
card = "Blow the candle out."
screens = "Press the button."

[actions]
blow-out = "Blow"

[events]
blow-out = "{player} blows."
"""
PLAYED = """
from random import Random

from escale.core.bots import Budget
from escale.core.codec import from_plain, to_plain
from escale.core.secrecy import view
from escale.games.fortboyard import trials
from escale.games.fortboyard.bots.levels import FortBot
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.rules import Action, State
from escale.games.fortboyard.terminal import ask, draw
from escale.games.fortboyard.tests.desk import Desk, NAMES, say
from escale.games.fortboyard.tests.table import Table

table = Table(trials.CARDS["bougie"])
assert "bougie" in table.rules.trials
state = table.state
assert from_plain(State, to_plain(state)) == state
bot = FortBot(2, table.rules)
action = bot.choose(view(state, 0), Budget(1.0, lambda: 0.0), Random(0))
assert from_plain(Action, to_plain(action)) == action
assert say()("trials.bougie.title") == "The candle"
draw(view(state, 0), say(), NAMES, 80)
assert ask(view(state, 0), say(), NAMES, Desk()) == "offered"
table.act(0, action)
assert table.won
print("played")
"""


def linked(place: Path, original: Path, *path: str) -> Path:
    """A folder like the original, of links; only the folders on the path are real."""
    place.mkdir()
    for one in original.iterdir():
        if path and one.name == path[0]:
            continue
        (place / one.name).symlink_to(one)
    return linked(place / path[0], original / path[0], *path[1:]) if path else place


def test_one_folder_is_enough_for_a_new_trial(tmp_path: Path) -> None:
    original = Path(escale.__file__).parent
    trials = linked(tmp_path / "escale", original, "games", "fortboyard", "trials")
    folder = trials / "bougie"
    (folder / "texts").mkdir(parents=True)
    (folder / "__init__.py").write_text(TRIAL, encoding="utf-8")
    (folder / "bot.py").write_text(BOT, encoding="utf-8")
    for language in ("de", "en", "fr"):
        (folder / "texts" / f"{language}.toml").write_text(TEXTS, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    played = subprocess.run(
        [sys.executable, "-c", PLAYED],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.stdout == "played\n", played.stderr

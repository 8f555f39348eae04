"""The trials of the box. Each folder is one card: its rules, bot, terminal, texts and page stage.

To add a trial, add a folder that looks like the others: its package exports `CARD`, and nothing
else lists it. Cards are drawn by their place in the alphabetical order of the folders, so one more
card needs a new version of the rules. What several trials use is in `shared`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from escale.games.fortboyard.rules.trial import TrialAction, TrialPhase
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.face_to_face import GoOn, TakePosition


def _cards() -> tuple[TrialCard, ...]:
    folders = sorted(one.name for one in iter_modules(__path__) if one.name != "shared")
    return tuple(import_module(f"{__name__}.{name}").CARD for name in folders)


CARDS: dict[str, TrialCard] = {card.name: card for card in _cards()}
NAMES = tuple(CARDS)
PHASES: tuple[type[TrialPhase], ...] = tuple(card.phase for card in CARDS.values())
ACTIONS: tuple[type[TrialAction], ...] = (
    GoOn,
    TakePosition,
    *(action for card in CARDS.values() for action in card.actions),
)

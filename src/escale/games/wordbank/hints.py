"""What a player who is stuck is told of a bot's password."""

from __future__ import annotations

from escale.core.game import Hints, Sentence
from escale.core.phases import top
from escale.core.secrecy import View
from escale.games.wordbank.rules.pieces import Action, Announce, Options
from escale.games.wordbank.rules.rules import State, Turn
from escale.words.spelling import capitals

NOTHING: Sentence = ("hints.nothing", {})


def _fit(view: View[State]) -> bool:
    return isinstance(top(view.seen), Turn)


def _nudge(view: View[State], action: Action) -> Sentence:
    """The first safe and the direction."""
    if not isinstance(action, Announce):
        return NOTHING
    return f"hints.nudge-{action.direction}", {"letter": view.seen.ring[action.start].letter}


def _move(view: View[State], action: Action) -> Sentence:
    if not isinstance(action, Announce):
        return NOTHING
    key, details = _nudge(view, action)
    word, stones = capitals(action.word), 1 + len(action.cards)
    return key.replace("nudge", "move"), {**details, "word": word, "count": stones}


def _kind(options: Options) -> bool:
    return options.referee == "friendly"


HINTS: Hints[State, Action] = Hints(_fit, _nudge, _move, _kind)

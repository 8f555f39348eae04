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
    return f"hints.nudge-{action.direction}", {"letter": _letter(view, action)}


def _move(view: View[State], action: Action) -> Sentence:
    if not isinstance(action, Announce):
        return NOTHING
    word, stones = capitals(action.word), 1 + len(action.cards)
    letter = _letter(view, action)
    return f"hints.move-{action.direction}", {"letter": letter, "word": word, "count": stones}


def _letter(view: View[State], action: Announce) -> str:
    return view.seen.ring[action.start].letter


def _among_people(options: Options) -> bool:
    return options.referee == "friendly"


HINTS: Hints[State, Action] = Hints(_fit, _nudge, _move, _among_people)

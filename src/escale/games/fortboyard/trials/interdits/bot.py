"""The bot of les interdits: it asks tempting questions, and sometimes says yes or no."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, cast

from escale.core.bots import Later
from escale.core.phases import top
from escale.core.secrecy import View
from escale.games.fortboyard.trials.interdits.forbidden import folded
from escale.games.fortboyard.trials.interdits.rules import AskQuestion, Interdits, Object, Reply
from escale.words import Language

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.rules import Action, Fort, State

FOLDER = files("escale.games.fortboyard.trials.interdits") / "questions"


@dataclass(frozen=True, slots=True)
class Character:
    """The behaviour of a level; times in milliseconds."""

    slips: float  # probability of a forbidden word in a reply
    replies: tuple[int, int]  # time to write a reply
    asks: tuple[int, int]  # time to write a question
    objects: tuple[int, int]  # time until it objects


CHARACTERS = {
    1: Character(0.09, (2500, 6500), (3500, 8000), (2000, 9000)),
    2: Character(0.055, (2200, 5500), (2500, 6500), (1500, 7000)),
    3: Character(0.03, (1800, 4800), (2000, 5000), (1000, 5000)),
    4: Character(0.012, (1500, 4200), (1500, 3500), (800, 4000)),
}


@dataclass(frozen=True, slots=True)
class Phrases:
    questions: tuple[str, ...]
    replies: tuple[str, ...]
    slips: tuple[str, ...]


@cache
def phrases(language: Language) -> Phrases:
    file = FOLDER / f"{language}.toml"
    lists = tomllib.loads(file.read_text(encoding="utf-8"))
    return Phrases(**{name: tuple(lines) for name, lines in lists.items()})


def choose(level: int, rules: Fort, view: View[State], rng: Random) -> Action | Later[Action]:
    """Plans depend on the state only, so that being asked again does not change them."""
    phase, seat = cast(Interdits, top(view.seen)), view.seat
    mood = Random(f"{level}|{seat}|{phase.began}|{phase.bout}")
    if seat == phase.cast.candidate:
        action, at = _reply(CHARACTERS[level], phase, view.seen.options.language, mood)
    else:
        action, at = _oppose(CHARACTERS[level], phase, view, mood)
    return Later(action, max(0, at - view.seen.now))


def _reply(
    character: Character, phase: Interdits, language: Language, mood: Random
) -> tuple[Action, int]:
    at = phase.since + mood.randint(*character.replies)
    lists = phrases(language)
    if mood.random() < character.slips:
        return Reply(mood.choice(lists.slips)), at
    said = {folded(one.reply, language) for one in phase.said}
    fresh = [reply for reply in lists.replies if folded(reply, language) not in said]
    return Reply(mood.choice(fresh)), at


def _oppose(
    character: Character, phase: Interdits, view: View[State], mood: Random
) -> tuple[Action, int]:
    """Object if there are grounds; otherwise ask, some time after the last reply."""
    mine = [one.why for one in phase.objections if one.seat == view.seat]
    for why in phase.grounds(view.seen):
        if why not in mine:
            started = phase.slow_from if why == "slow" else phase.said[-1].at
            return Object(why, phase.bout), started + mood.randint(*character.objects)
    asked = [question.text for question in phase.queue] + [one.question for one in phase.said]
    questions = phrases(view.seen.options.language).questions
    fresh = [question for question in questions if question not in asked]
    heard = [one.at for one in phase.said if one.asker == view.seat]
    free = max(heard, default=phase.began)
    return AskQuestion(mood.choice(fresh)), free + mood.randint(*character.asks)

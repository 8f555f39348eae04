"""What a game says about plans: it answers anything, and tells nobody what they may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from escale.core.codec import LARGEST_NUMBER, LONGEST_TEXT, Malformed, to_plain
from escale.core.secrecy import Seat, View, view
from escale.testing.hostile import hostile_actions
from escale.testing.playing import Moment, Run, in_words, told
from escale.testing.scramble import Donors, scrambled
from escale.testing.trial import Finding, Findings, Trial

MOST_QUESTIONS = 150  # at a moment


def consider(trial: Trial) -> Findings:
    """Any question is answered with plain data or found `Malformed`; what is hidden from the seat
    makes no difference to the answer, and asking changes nothing."""
    ask = trial.game.consider
    if ask is None:
        return
    donors = Donors(moment.state for _, moment in trial.moments(25))
    for run, moment in trial.moments(6):
        for seat in range(run.seats):
            place = f"{run.place(moment.number)}, seat {seat}"
            rng = Random(f"{trial.seed}|{moment.number}|{seat}")
            other = view(scrambled(moment.state, seat, donors, rng), seat)
            seen, before = view(moment.state, seat), told(moment.state)
            for question in _questions(trial, run, moment, seat):
                answer, problem = _answer(ask, seen, question)
                if problem:
                    yield Finding(f"consider, asked {question!r:.200}, {problem}", place)
                elif other == seen and _answer(ask, other, question)[0] != answer:
                    yield Finding(
                        f"the answer to {question!r:.200} depends on what seat {seat} may not know",
                        place,
                    )
            if told(moment.state) != before:
                yield Finding("consider changes the state that it is asked about", place)


def _answer(ask: Any, seen: View[Any], question: Any) -> tuple[str, str]:
    """The answer as JSON, and what is wrong with it."""
    try:
        answer = ask(seen, question)
    except Malformed as problem:
        return f"Malformed: {problem}", ""
    except Exception as problem:
        return "", f"breaks down: {in_words(problem)}"
    try:
        return json.dumps(answer, allow_nan=False), ""
    except (TypeError, ValueError):
        return "", f"gives what is no plain data: {answer!r:.200}"


def _questions(trial: Trial, run: Run, moment: Moment, seat: Seat) -> Iterator[Any]:
    """Things that are no question at all, and what the players could do, as it is and damaged."""
    yield from _NONSENSE
    usual = [action for one, action in moment.tried if one == seat]
    with suppress(NotImplementedError, IndexError):
        usual.append(run.rules.sample(moment.state, seat, Random(moment.number)))
    kinds = hostile_actions(trial.game.actions, usual[0] if usual else None)
    plain = [to_plain(action) for action in (*usual, *kinds)][:MOST_QUESTIONS]
    for question in plain:
        bare = {name: value for name, value in question.items() if name != "kind"}
        yield question
        yield bare
    for question in plain[:2]:
        for name in question:
            yield {key: value for key, value in question.items() if key != name}
            for wrong in _WRONG:
                yield {**question, name: wrong}


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


_WRONG: tuple[Any, ...] = (None, "", -1, [], {}, [[]], "ÿ" * 1000)
_NONSENSE: tuple[Any, ...] = (
    *(None, True, 0, -1, LARGEST_NUMBER, 10**30, 0.5, 1e300, "", "A", "\x00", "{seat}"),
    *("A" * LONGEST_TEXT, [], {}, [None], {"": None}, {"kind": 7}, {"kind": "Hidden"}),
    *([0] * 5000, {str(key): key for key in range(2000)}, _nested(500)),
)

"""Checks `consider`: it answers any question, and reveals nothing hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from escale.core.codec import LARGEST_NUMBER, LONGEST_TEXT, Malformed, to_plain
from escale.core.secrecy import Seat, View, view
from escale.testing.fuzzing import fuzz_actions
from escale.testing.hidden_values import ValuePool, randomized
from escale.testing.random_play import Moment, Run, describe_error, dump_state
from escale.testing.subject import Finding, Findings, Subject

MOST_QUESTIONS = 60  # per moment


def consider(subject: Subject) -> Findings:
    """Any question gets plain data or `Malformed`; hidden values make no difference to the answer,
    and the state does not change."""
    ask = subject.game.consider
    if ask is None:
        return
    pool = ValuePool(moment.state for _, moment in subject.moments(25))
    for run, moment in subject.moments(6):
        for seat in range(run.seats):
            place = f"{run.place(moment.number)}, seat {seat}"
            rng = Random(f"{subject.seed}|{moment.number}|{seat}")
            other = view(randomized(moment.state, seat, pool, rng), seat)
            seen, before = view(moment.state, seat), dump_state(moment.state)
            for question in _questions(subject, run, moment, seat):
                answer, problem = _answer(ask, seen, question)
                if problem:
                    yield Finding(f"consider({question!r:.200}) {problem}", place)
                elif other == seen and _answer(ask, other, question)[0] != answer:
                    yield Finding(
                        f"consider({question!r:.200}) depends on what is hidden from seat {seat}",
                        place,
                    )
            if dump_state(moment.state) != before:
                yield Finding("consider modifies the state", place)


def _answer(ask: Any, seen: View[Any], question: Any) -> tuple[str, str]:
    """The answer as JSON, and what is wrong with it, if anything."""
    try:
        answer = ask(seen, question)
    except Malformed as problem:
        return f"Malformed: {problem}", ""
    except Exception as problem:
        return "", f"raised {describe_error(problem)}"
    try:
        return json.dumps(answer, allow_nan=False), ""
    except (TypeError, ValueError):
        return "", f"returned something that is not plain data: {answer!r:.200}"


def _questions(subject: Subject, run: Run, moment: Moment, seat: Seat) -> Iterator[Any]:
    """Nonsense, then possible actions of the players, intact and damaged."""
    yield from _NONSENSE
    usual = [action for one, action in moment.samples if one == seat]
    with suppress(NotImplementedError, IndexError):
        usual.append(run.rules.sample(moment.state, seat, Random(moment.number)))
    kinds = fuzz_actions(subject.game.actions, usual[0] if usual else None)
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

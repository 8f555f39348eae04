"""Positions to try a search on: from games by the rules, and boards that no game would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from escale.core.chance import Draw
from escale.core.event import Acted, Drawn, Elapsed
from escale.core.phases import top
from escale.core.play import EVERYBODY, Chance, Over
from escale.games.kreuzwort.editions import edition
from escale.games.kreuzwort.rules.grid import INSIDE
from escale.games.kreuzwort.rules.pieces import Announce, Options, PutBack, Pyramid, Spot
from escale.games.kreuzwort.rules.rules import Kreuzwort, State, Turn
from escale.games.kreuzwort.solver.fitting import Move, moves
from escale.words import from_list, load

LANGUAGES = ("de", "fr", "en")


@cache
def common(language: Any) -> tuple[str, ...]:
    return tuple(load(language, "AE").common(3.5))


@cache
def _short(language: str) -> tuple[str, ...]:
    return tuple(word for word in common(language) if 2 <= len(word) <= 9)


@cache
def rules(language: Any) -> Kreuzwort:
    return Kreuzwort(edition(language), from_list(["ja"], language))


def some_words(rng: Random, language: str, count: int) -> list[str]:
    """Words as they are, and a few that are no words: very short, very long, of few letters."""
    words = rng.sample(_short(language), count)
    words += ["".join(rng.choices("ENRSTI", k=rng.randrange(2, 5))) for _ in range(count // 4)]
    words += ["".join(rng.choices("ENRSTIAGHL", k=rng.randrange(9, 14))) for _ in range(3)]
    return list(dict.fromkeys(words))


def games(seed: int, count: int) -> Iterator[tuple[Random, Kreuzwort, State]]:
    """Every turn of games of all kinds; greedy turns and random ones, over a few words."""
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        options = Options(
            language=LANGUAGES[number % 3],  # type: ignore[arg-type]
            referee="dictionary",
            ring="both" if number % 2 else "one",
            expert=number // 2 % 2 == 1,
        )
        judge = rules(options.language)
        state = judge.setup(options, 2 + number // 4 % 3)
        greedy = rng.random()
        while not isinstance(awaits := judge.awaits(state), Over):
            if isinstance(awaits, Chance):
                assert isinstance(awaits.ask, Draw)
                result = tuple(rng.sample(range(awaits.ask.size), awaits.ask.count))
                state = judge.step(state, Drawn(result, EVERYBODY, state.now))
                continue
            yield rng, judge, state
            if len(state.history) > 80:
                break
            phase = top(state)
            assert isinstance(phase, Turn)
            move = _chosen(rng, state, phase.seat, rng.random() < greedy)
            state = _after(judge, state, phase.seat, move)


def _chosen(rng: Random, state: State, seat: int, greedy: bool) -> Move | None:
    position = state.position(seat)
    words = rng.sample(common(state.options.language), 3)
    found = [one for word in words if len(word) > 1 for one in moves(position, word)[:3]]
    if not found:
        return None
    return max(found, key=lambda move: move.score) if greedy else rng.choice(found)


def _after(judge: Kreuzwort, state: State, seat: int, move: Move | None) -> State:
    """The state when a move was made, and nobody asked whether it is a word."""
    if move is None:
        return judge.step(state, Acted(seat, PutBack(), state.now))
    contested = replace(state, options=replace(state.options, referee="contest"))
    announce = Announce(move.word, move.cells, move.sources)
    assert judge.check(contested, seat, announce)
    contested = judge.step(contested, Acted(seat, announce, state.now))
    after = judge.step(contested, Elapsed(state.now))
    return replace(after, options=state.options)


def stretched(rng: Random) -> dict[int, Spot]:
    """A board that no game would give: few letters, so that they meet; any values; gaps."""
    letters: Sequence[str] = rng.choice(("ENRS", "ENRSTI", "ENRSTIAHLDQ"))
    full, value = rng.random(), rng.choice((1, 3, 12))
    spots = {}
    for cell in INSIDE:
        centre = 2 <= cell // 10 <= 7 and 2 <= cell % 10 <= 7
        ink: Any = "black" if centre else rng.choice(("", "S", "W", "N", "E"))
        if rng.random() < 0.1:
            ink = rng.choice(("", "black", "S", "W", "N", "E"))
        stack: tuple[Pyramid, ...] = ()
        if rng.random() < full:
            colour: Any = rng.choice(("grey", "S", "W", "N", "E"))
            if (centre and rng.random() < 0.9) or rng.random() < 0.05:
                colour = "black"
            if rng.random() < 0.3 or centre:
                owner: Any = rng.choice(("", "S", "W", "N", "E")) if colour == "grey" else ""
                stack = (Pyramid(rng.choice(letters), rng.randrange(value + 1), colour, owner),)
        spots[cell] = Spot(rng.choice(letters) if ink else "", ink, stack)
    return spots

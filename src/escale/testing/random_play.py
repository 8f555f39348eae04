"""Plays random matches and keeps every event and every state for the checks."""

from __future__ import annotations

import json
import sysconfig
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from escale.core.chance import pledge
from escale.core.codec import to_plain
from escale.core.epoch import epoch_of
from escale.core.event import Acted, Drawn, Elapsed, Event, Revealed, Rewound, Salted
from escale.core.game import Game
from escale.core.match import Header, Player, Record, fold, may_act, may_rewind
from escale.core.play import Awaits, Chance, Over, Players, Ruling
from escale.core.rules import Rules
from escale.core.secrecy import Seat

NAMES = ("Ada", "Bruno", "Chloé", "Dora", "Emil", "Farah", "Gil", "Hedi")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after the first `number` events, and a sampled action of each awaited seat."""

    number: int
    state: Any
    dump: str  # the state serialised at once, to detect later changes to it
    samples: tuple[tuple[Seat, Any], ...] = ()


@dataclass
class Run:
    """A random match with all its states."""

    game: Game[Any, Any, Any]
    rules: Rules[Any, Any, Any]
    header: Header[Any]
    seed: int
    log: list[Event[Any]] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    error: str = ""  # an exception that the rules raised
    refused: tuple[int, Seat, Any, Ruling] | None = None  # a sampled action that was not allowed
    endless: bool = False

    @property
    def options(self) -> Any:
        return self.header.options

    @property
    def seats(self) -> int:
        return len(self.header.players)

    @property
    def record(self) -> Record[Any, Any]:
        return Record(self.header, tuple(self.log))

    @property
    def finished(self) -> bool:
        return bool(self.log) and isinstance(self.log[-1], Revealed)

    def place(self, number: int | None = None) -> str:
        """How to reproduce a moment of this match."""
        where = "" if number is None else f", after event {number}"
        return f"seed {self.seed}, {self.seats} seats, {self.options!r}{where}"

    def spread(self, most: int) -> list[Moment]:
        """At most `most` moments, spread evenly over the match."""
        return evenly_spaced(self.moments, most)

    def decisions(self, most: int) -> list[tuple[Moment, Players]]:
        """At most `most` moments at which players are awaited."""
        found = []
        for moment in self.moments:
            if moment.samples:
                awaits = self.rules.awaits(moment.state)
                if isinstance(awaits, Players):
                    found.append((moment, awaits))
        return evenly_spaced(found, most)


def evenly_spaced(items: Sequence[T], most: int) -> list[T]:
    """At most `most` of the items, from the first to the last."""
    if len(items) <= most:
        return list(items)
    return [items[place * (len(items) - 1) // (most - 1)] for place in range(most)]


def dump_state(state: Any) -> str:
    """The whole state as text."""
    try:
        return json.dumps(to_plain(state))
    except TypeError:
        return repr(state)  # the codec check reports that it cannot be serialised


def fixed_key(*parts: object) -> str:
    """A secret or salt that is the same in every test run."""
    return sha256("|".join(map(str, parts)).encode()).hexdigest()


def play(
    game: Game[Any, Any, Any], options: Any, seats: int, seed: int, most_events: int = 3000
) -> Run:
    """Play a match of sampled actions, with occasional take-backs and missed deadlines.

    The same arguments give the same match. An exception ends it and is kept in `error`.
    """
    secret, salt = fixed_key("secret", seed), fixed_key("salt", seed)
    players = tuple(
        Player(NAMES[seat % len(NAMES)], pledge=pledge(salt) if seat == seed % 2 else "")
        for seat in range(seats)
    )
    rules = game.rules(options)
    header = game.header(f"contract-{seed}", options, players, secret, experiment=True)
    run = Run(game, rules, header, seed)
    try:
        _Table(run, secret, salt, Random(f"{seed}|{seats}")).play(most_events)
    except Exception as problem:
        run.error = describe_error(problem)
    return run


def describe_error(problem: Exception) -> str:
    """An exception with the line of the game's code that raised it."""
    library = sysconfig.get_path("stdlib")
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(library)] or frames
    line = f" ({'/'.join(Path(own[-1].filename).parts[-2:])}, line {own[-1].lineno})" if own else ""
    return f"{type(problem).__name__}: {problem}{line}"


class _Table:
    """Plays one match event by event; `Match` would not return if a game never stopped drawing."""

    def __init__(self, run: Run, secret: str, salt: str, rng: Random) -> None:
        self.run = run
        self.rules = run.rules
        self.secret = secret
        self.rng = rng
        self.now = 0
        self.take_backs = 2
        self.state = run.rules.setup(run.options, run.seats)
        self._keep_moment()
        self._apply(Salted(run.seed % 2, salt))
        self.oracle = epoch_of(run.header, run.log).oracle(secret)

    def play(self, most_events: int) -> None:
        while len(self.run.log) < most_events:
            awaits = self.rules.awaits(self.state)
            if isinstance(awaits, Over):
                self._apply(Revealed(self.secret, self.now))
                return
            event = self._next(awaits)
            if event is None:
                return
            self._apply(event)
        self.run.endless = True

    def _next(self, awaits: Awaits) -> Event[Any] | None:
        if isinstance(awaits, Chance):
            result = self.oracle.answer(awaits.ask, len(self.run.log))
            return Drawn(result, awaits.to, self.now)
        assert isinstance(awaits, Players), (
            f"awaits must be Players, Chance or Over, not {awaits!r}"
        )
        samples = tuple(
            (seat, self.rules.sample(self.state, seat, Random(self.rng.random())))
            for seat in awaits.seats
        )
        self.run.moments[-1] = replace(self.run.moments[-1], samples=samples)
        if awaits.deadline is not None and self.rng.random() < 0.1:
            self.now = max(self.now, awaits.deadline)
            return Elapsed(self.now)
        if self.take_backs and self.rng.random() < 0.1 and self._may_take_back():
            self.take_backs -= 1
            return Rewound(len(self.run.log) - 1, self.now)
        seat, action = self.rng.choice(samples)
        ruling = may_act(self.rules, self.state, seat, action)
        if not ruling:
            self.run.refused = (len(self.run.log), seat, action, ruling)
            return None
        later = self.now + self.rng.randrange(1000)
        self.now = later if awaits.deadline is None else max(self.now, min(later, awaits.deadline))
        return Acted(seat, action, self.now)

    def _may_take_back(self) -> bool:
        """Checks the last event alone first: `may_rewind` replays the whole log."""
        log, before = self.run.log, self.run.moments[-2].state
        if not isinstance(log[-1], Acted | Elapsed) or not self.rules.reversible(before, log[-1]):
            return False
        return bool(may_rewind(self.rules, self.run.header, log, len(log) - 1))

    def _apply(self, event: Event[Any]) -> None:
        if isinstance(event, Acted | Drawn | Elapsed):
            self.state = self.rules.step(self.state, event)
        elif isinstance(event, Rewound):
            self.state = fold(self.rules, self.run.header, [*self.run.log, event])
        self.run.log.append(event)
        self._keep_moment()

    def _keep_moment(self) -> None:
        self.run.moments.append(Moment(len(self.run.log), self.state, dump_state(self.state)))

"""A game at one keyboard: people, bots and the clock, each through the match and nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from random import Random
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from escale.cli import offers
from escale.cli.commands import Called, Commands
from escale.cli.keeper import Keeper
from escale.cli.keyboard import Keyboard, TimeIsUp
from escale.cli.screen import Screen
from escale.cli.seating import PERSON, usual_level
from escale.core.bots import Bot, Budget
from escale.core.event import Acted, Drawn, Elapsed, Event, Resigned, Rewound
from escale.core.match import Match, standing
from escale.core.play import Over, Players, Ruling
from escale.core.secrecy import Seat, has_hidden, view

REDRAW: tuple[Event[Any], ...] = ()


class Leave(Exception):
    """A person wants to stop here."""


class Session:
    """The loop, and the desk (`games/terminal.py`) at which a game asks its questions."""

    def __init__(
        self, match: Match[Any, Any, Any], screen: Screen, keyboard: Keyboard, keeper: Keeper
    ) -> None:
        self.match = match
        self.screen = screen
        self.say = screen.say
        self.keyboard = keyboard
        self.keeper = keeper
        self.kinds = tuple(player.role for player in match.header.players)
        self._commands = Commands(screen.say)
        self._bots: dict[int, Bot[Any, Any]] = {}
        self._began = time.monotonic() - match.now / 1000  # the clock stood still in the file

    @property
    def _people(self) -> tuple[Seat, ...]:
        """The seats of those who sit at the keyboard and have not given up."""
        people = (seat for seat, kind in enumerate(self.kinds) if kind == PERSON)
        return tuple(seat for seat in people if seat not in self.match.resigned)

    def play(self) -> None:
        """To the end of the game, or until somebody leaves."""
        while not isinstance(awaits := self.match.awaits, Over):
            assert isinstance(awaits, Players)
            bots = [seat for seat in awaits.seats if seat not in self._people]
            with suppress(TimeIsUp):
                # Bots first: they answer at once, and a person's clock need not wait for them.
                events = self._ask_bot(bots[0]) if bots else self._ask_person(awaits.seats[0])
                self._take_in(events)
            self._take_in(self.match.elapse(self._now()))
        self.show(self.screen.board(self.match.state))
        self.screen.score(awaits.score, self.kinds)

    # What a game asks of the desk

    def read(self, prompt: str, *, free: bool = False) -> str:
        """A line that is no command. Commands are done, and the question is asked again."""
        while True:
            line = self._line(f"{prompt} ›")
            command = self._commands.find(line)
            if command is None or not (command.certain or self._is_meant(line, free)):
                return line.removeprefix("/")
            match command.name:
                case "help":
                    self.screen.help()
                case "rules":
                    self.screen.rules(command.rest)
                case "history":
                    self._tell_history()
                case "save":
                    self.keeper.save(command.rest)
                case name:
                    raise Called(name)

    def show(self, *lines: RenderableType) -> None:
        self.screen.show(*lines)

    def goes_back(self, line: str) -> bool:
        return self._commands.goes_back(line)

    def _is_meant(self, line: str, free: bool) -> bool:
        """Where any word may be meant, "help" may be one: ask, since nothing else can tell."""
        if not free:
            return True
        answer = self._line(
            self.say("play.command-or-word", command=f"/{line.lower()}", word=line.upper())
        )
        if answer.lower() == self.say("play.word-letter"):
            return False
        if answer:
            self.keyboard.put_back(answer)
        return True

    def _line(self, prompt: str) -> str:
        left = self._seconds_left()
        if left is not None:
            prompt = f"({self.say('play.seconds', count=round(left))}) {prompt}"
        return self.keyboard.line(prompt, left)

    # Bots

    def _ask_bot(self, seat: Seat) -> Sequence[Event[Any]]:
        with self.screen.console.status(self.say("play.thinks", seat=seat)):
            action = self._choice_of_bot(seat)
        outcome = self._outcome(seat, action)
        assert not isinstance(outcome, Ruling), outcome
        return outcome

    def _choice_of_bot(self, seat: Seat) -> Any:
        """For a person who has given up an easy bot plays on, or, without bots, the rules do."""
        game, kind, dice = self.screen.game, self.kinds[seat], self._dice(seat)
        number = usual_level(game) if kind == PERSON else int(kind.removeprefix("bot:"))
        if number is None:
            return self.match.rules.sample(self.match.state, seat, dice)
        level = game.levels[number]
        if number not in self._bots:
            self._bots[number] = level.make(self.match.header.options)
        budget = Budget(level.seconds, time.monotonic)
        return self._bots[number].choose(view(self.match.state, seat), budget, dice)

    def _dice(self, seat: Seat) -> Random:
        """The same for the same secret and place in the log: a game can be played again."""
        place = f"{self.match.secret}|{seat}|{len(self.match.log)}"
        return Random(sha256(place.encode()).digest())

    # People

    def _ask_person(self, seat: Seat) -> Sequence[Event[Any]]:
        with self._in_private(seat):
            self.screen.heading(self.say("play.turn", seat=seat))
            self.show(self.screen.board(self.match.state, seat))
            outcome: Sequence[Event[Any]] | Ruling | None
            while True:
                try:
                    action = self._action(seat)
                    if action is None:
                        return REDRAW
                    outcome = self._outcome(seat, action)
                except Called as called:
                    outcome = self._called(called.name, seat)
                if outcome is not None and not isinstance(outcome, Ruling):
                    return outcome
                if outcome is not None:
                    self.screen.refusal(outcome)

    def _action(self, seat: Seat) -> Any:
        seen = view(self.match.state, seat)
        if self.screen.terminal is not None:
            return self.screen.terminal.ask(seen, self.say, self.say.names, self)
        return offers.ask(self.match.rules.offers(seen), self.say, self)

    def _outcome(self, seat: Seat, action: Any) -> Sequence[Event[Any]] | Ruling:
        """What follows from an action, or from the clock if it was faster."""
        late = self.match.elapse(self._now())
        return late or self.match.act(seat, action, self._now())

    def _called(self, command: str, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        """What follows from a command; None: nothing, ask again."""
        if command == "quit":
            raise Leave
        if command == "undo":
            return self._take_back(seat)
        if command == "resign":
            return self._resign(seat)
        return REDRAW if command == "board" else self._pass(seat)

    def _pass(self, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        offered = self.match.rules.offers(view(self.match.state, seat))
        passes = [one for one in offered if one.action.__name__ == "Pass" and not one.inputs]
        if not passes:
            self.screen.note("play.no-pass")
            return None
        line = self._line(self.say("play.confirm-pass"))
        if not line:
            return self._outcome(seat, passes[0].action())
        if not self.goes_back(line):
            self.keyboard.put_back(line)
        return None

    def _resign(self, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        answer = self._line(self.say("play.confirm-resign"))
        sure = answer.lower() in self.say("play.yes").split()
        return self.match.resign(seat, self._now()) if sure else None

    def _take_back(self, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        """Back to before the person's last own action. Bots agree; other people are asked."""
        acted = [
            (place, event.seat)
            for place, event in standing(self.match.log)
            if isinstance(event, Acted)
        ]
        since = max((place for place, actor in acted if actor == seat), default=len(self.match.log))
        outcome = self.match.rewind(since, self._now())
        if isinstance(outcome, Ruling):
            return outcome
        others = {actor for place, actor in acted if place > since and actor in self._people}
        for other in sorted(others):
            answer = self._line(self.say("play.agree", seat=other, player=seat))
            if answer.lower() not in ("", *self.say("play.yes").split()):
                self.screen.note("play.not-agreed", seat=other)
                return None
        return outcome

    @contextmanager
    def _in_private(self, seat: Seat) -> Iterator[None]:
        """Where people share a keyboard and the state has secrets, what one of them sees and types
        is gone before the next one looks."""
        if len(self._people) == 1 or not has_hidden(view(self.match.state, seat).seen):
            yield
            return
        with self.screen.console.screen(hide_cursor=False), self.keyboard.forgetting():
            self.screen.show(Text(self.say("play.hand-over", seat=seat), style="bold"))
            self._line(self.say("play.press-enter", seat=seat))
            self.screen.console.clear()
            yield

    # What happens

    def _take_in(self, events: Sequence[Event[Any]]) -> None:
        """Let events happen, keep them, and tell what they did."""
        if not events:
            return
        before = self.match.state
        self.match.extend(events)
        self.keeper.keep()
        if isinstance(events[0], Rewound):
            self.screen.note("play.taken-back")
        self.screen.tell(self.screen.news(self.match.rules, before, events, self.match.state))

    def _tell_history(self) -> None:
        rules = self.match.rules
        state = rules.setup(self.match.header.options, len(self.kinds))
        for _, event in standing(self.match.log):
            if isinstance(event, Acted | Drawn | Elapsed):
                after = rules.step(state, event)
                self.screen.tell(self.screen.news(rules, state, [event], after))
                state = after
            elif isinstance(event, Resigned):
                self.screen.tell(self.screen.news(rules, state, [event], state))

    # The clock

    def _now(self) -> int:
        return max(self.match.now, int((time.monotonic() - self._began) * 1000))

    def _seconds_left(self) -> float | None:
        awaits = self.match.awaits
        deadline = awaits.deadline if isinstance(awaits, Players) else None
        return None if deadline is None else max(0.0, (deadline - self._now()) / 1000)

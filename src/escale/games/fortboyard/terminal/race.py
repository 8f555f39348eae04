"""A riddle in the terminal: the reader's card, and the race between answers and dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from escale.core.secrecy import Seat
from escale.games.fortboyard.rules.pieces import (
    ANSWER_LENGTH,
    Judge,
    Repeat,
    Say,
    Throw,
    TurnHourglass,
)
from escale.games.fortboyard.rules.riddle import READING_MS, Asked
from escale.games.fortboyard.terminal import drawing
from escale.games.fortboyard.terminal.looks import sand
from escale.games.fortboyard.terminal.questions import ENTER, LOOK, Asking
from escale.games.terminal import Clock, Deed

RIGHT, WRONG = "+", "-"
AGAIN = "*"
DICE = "⚁⚁"


def riddle(asking: Asking, asked: Asked) -> Any:
    if not asked.turned:
        clock = sand(asked.began + READING_MS, READING_MS // 1000, asking.say)
        asking.enter(asking.say("entry.read-aloud", player=asked.candidate), clock)
        return TurnHourglass()
    race = _Race(asking, asked)
    race.explain()
    return race.run()


class _Race:
    """The race at one keyboard, where one person types for all: a word is the candidate's answer,
    Enter the next roll, a sign the reader's judgement. A single person types for their own seat."""

    def __init__(self, asking: Asking, asked: Asked) -> None:
        self.asking = asking
        self.asked = asked
        self.say = asking.say
        self.state = asking.view.seen

    def _here(self, seat: Seat) -> bool:
        return seat in self.asking.desk.people

    @property
    def _may_answer(self) -> bool:
        return self._here(self.asked.candidate) and not self.asked.single

    def explain(self) -> None:
        """Explain what can be typed, at the start of the race only."""
        asked = self.asked
        if self.asking.alone or asked.answers or asked.repeats or asked.throws:
            return
        lines = []
        if self._may_answer:
            lines.append(self.say("entry.race-answer", seat=asked.candidate))
            lines.append(self.say("entry.race-repeat", seat=asked.candidate))
        if any(self._here(seat) for seat in self._rollers()):
            lines.append(self.say("entry.race-roll"))
        if self._here(asked.reader):
            lines.append(self.say("entry.race-judge", seat=asked.reader))
        self.asking.desk.show(*lines)

    def _rollers(self) -> list[Seat]:
        out = (self.asked.candidate, self.asked.reader)
        return [seat for seat in range(self.state.seats) if seat not in out]

    def run(self) -> Any:
        while True:
            prompt = self.say(f"entry.race{self._role()}", seat=self.asked.reader)
            line = self.asking.desk.read(prompt, free=True, clock=self._clock())
            deed = self._deed(line)
            if deed is not None:
                return (deed,)

    def _role(self) -> str:
        """The suffix of the prompt's text key: what the people at the keyboard can do."""
        if not self.asking.alone:
            judges = self.asked.single and self._here(self.asked.reader)
            return "-judge-once" if judges else ""
        match self.asking.seat:
            case self.asked.reader:
                return "-reader-once" if self.asked.single else "-reader"
            case self.asked.candidate:
                return "-candidate-repeat" if self._may_answer else "-candidate"
            case _:
                return "-roller"

    def _clock(self) -> Clock:
        """The sand, and who rolls next."""
        asked, seconds = self.asked, self.state.options.hourglass
        hourglass = sand(asked.began + 1000 * seconds, seconds, self.say)
        roller = self.asking.names[asked.roller]
        return replace(hourglass, shown=lambda left: f"{hourglass.shown(left)} {DICE} {roller} │")

    def _deed(self, line: str) -> Deed | None:
        asked = self.asked
        if line == ENTER:
            return self._roll()
        if line in (RIGHT, WRONG) and self._here(asked.reader):
            if line == RIGHT or asked.single:
                return Deed(asked.reader, Judge(right=line == RIGHT))
            self.asking.desk.show(self.say("entry.race-goes-on"))
        elif line == AGAIN and self._may_answer:
            return Deed(asked.candidate, Repeat())
        elif line == AGAIN:
            self.asking.desk.show(self.say("entry.not-known"))
        elif line == LOOK and self._here(asked.reader):
            assert self.asking.seat == asked.reader  # who is asked first if at the keyboard
            shown = drawing.riddle(asked, self.asking.view, self.say)
            self.asking.desk.look(asked.reader, shown)
        elif self._may_answer and len(line) <= ANSWER_LENGTH:
            return Deed(asked.candidate, Say(line))
        else:
            self.asking.desk.show(self.say("entry.not-known"))
        return None

    def _roll(self) -> Deed | None:
        roller = self.asked.roller
        if not self._here(roller):
            return None
        if self.state.now < self.asked.may_roll:
            self.asking.desk.show(self.say("entry.not-yet", seat=roller))
            return None
        return Deed(roller, Throw())

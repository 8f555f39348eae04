"""Prompts that are answered by Enter, a sign or a few numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar
from unicodedata import combining, normalize

from escale.core.game import Say
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.board import money
from escale.games.fortboyard.rules.rules import State
from escale.games.terminal import Clock, RoomDesk

T = TypeVar("T")
LOOK = "0"  # shows what only this seat may see
ENTER = ""


def _begins(word: str, line: str) -> bool:
    """Whether the line is the beginning of the word, with or without accents."""
    return bool(line.strip()) and _plain(word).startswith(_plain(line))


def _plain(text: str) -> str:
    letters = normalize("NFD", text.strip().lower())
    return "".join(letter for letter in letters if not combining(letter))


@dataclass(frozen=True, slots=True)
class Asking:
    """A prompt for one seat at this desk."""

    view: View[State]
    seat: Seat
    say: Say
    names: Sequence[str]
    desk: RoomDesk

    @property
    def alone(self) -> bool:
        return len(self.desk.people) == 1

    def one_of(
        self,
        prompt: str,
        choices: Mapping[str, T],
        clock: Clock | None = None,
        words: Mapping[str, str] | None = None,
    ) -> T:
        """The choice whose sign is typed; anything else is asked again.

        `words`: the words of some signs, which may be typed instead, whole or abbreviated.
        """
        while True:
            line = self.desk.read(prompt, clock=clock)
            if line in choices:
                return choices[line]
            meant = [sign for sign, word in (words or {}).items() if _begins(word, line)]
            if len(meant) == 1:
                return choices[meant[0]]
            if line == LOOK:
                self._look()
            else:
                self.desk.show(self.say("entry.not-known"))

    def enter(self, prompt: str, clock: Clock | None = None) -> None:
        self.one_of(prompt, {ENTER: None}, clock)

    def numbers(self, prompt: str, clock: Clock | None = None) -> tuple[int, ...]:
        """Numbers separated by spaces or commas; none if only Enter is typed."""
        while True:
            line = self.desk.read(prompt, clock=clock)
            typed = line.replace(",", " ").split()
            if line != LOOK and all(one.isdecimal() and len(one) < 4 for one in typed):
                return tuple(map(int, typed))
            if line == LOOK:
                self._look()
            else:
                self.desk.show(self.say("entry.numbers-only"))

    def with_notes(self, prompt: str) -> str:
        """The prompt, with a hint how to see one's notes if there are any."""
        purse = self.view.seen.purses[self.seat]
        return f"{prompt} {self.say('entry.look-notes')}" if purse.count else prompt

    def _look(self) -> None:
        purse = self.view.seen.purses[self.seat]
        notes = ", ".join(money(one) for one in sorted(purse.notes, reverse=True)) or "–"
        worth = money(sum(purse.notes))
        told = self.say("entry.notes", seat=self.seat, text=notes, amount=worth)
        self.desk.look(self.seat, told)

"""What a trial may define for the terminal, in a module `terminal` of its folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

from rich.console import RenderableType
from rich.text import Text

from escale.core.game import Say
from escale.core.secrecy import Seat, View
from escale.games.fortboyard import trials
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import TrialPhase
from escale.games.fortboyard.terminal.questions import Asking

P = TypeVar("P", bound=TrialPhase)


class TrialTerminal(Generic[P]):
    """The terminal of a trial. The defaults suit a trial that defines nothing."""

    def ask(self, asking: Asking, _trial: P) -> Any:
        """The action that is typed; None: show the table again."""
        return asking.desk.offered()

    def draw(
        self, trial: P, view: View[State], say: Say, _names: Sequence[str], _width: int
    ) -> Iterator[RenderableType]:
        yield from (Text(line) for line in trial.describe(view, say))

    def news(self, _before: P, _after: P, _view: View[State], _say: Say) -> Iterator[str]:
        """What happened that the news of the state do not tell."""
        yield from ()

    def first(self, _trial: P) -> tuple[Seat, ...]:
        """The seats to ask first at a shared keyboard, in this order."""
        return ()

    def private(self, _trial: P) -> bool:
        """Whether the seat that is asked needs the screen for itself."""
        return False

    def quiet(self, _trial: P, _state: State) -> bool:
        """Whether the trial goes on below what is on the screen, without a new picture."""
        return True


def terminal_of(trial: TrialPhase) -> TrialTerminal[Any]:
    name = f"{trials.__name__}.{trial.NAME}.terminal"
    if find_spec(name) is None:
        return TrialTerminal()
    terminal: TrialTerminal[Any] = import_module(name).TERMINAL
    return terminal

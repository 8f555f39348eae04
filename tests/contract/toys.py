"""Hush, broken in one place at a time. Each toy says which checks must report it, and no others.

Only rules live here, because the kit reads this file too: see boxes.py for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from escale.core.chance import Roll
from escale.core.play import ALLOWED, EVERYBODY, Chance, Players, Ruling, Score
from escale.core.secrecy import Open
from tests.contract.hush.rules import Hush, Lay, Pass, changed

Toy = tuple[type[Hush], set[str], dict[str, Any]]
TOYS: dict[str, Toy] = {}


def breaks(*checks: str, **changes: Any) -> Callable[[type[Hush]], type[Hush]]:
    """Rules that these checks must report, in a box that may be changed too."""

    def put(rules: type[Hush]) -> type[Hush]:
        TOYS[rules.__name__] = (rules, set(checks), changes)
        return rules

    return put


@dataclass(frozen=True)
class Nudge(Open):
    """No slots: it can be scribbled on."""


@breaks("frozen", "labels", actions=Lay | Pass | Nudge)
class ActionWithoutSlots(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        held = len(state.hands[seat])
        no = Ruling("not-in-hand", "hand", (("seat", seat), ("count", held)))
        return no if isinstance(action, Nudge) else super().check(state, seat, action)


@breaks("codec", "bots")
class ListInState(Hush):
    def step(self, state: Any, event: Any) -> Any:
        after: Any = super().step(state, event)
        return replace(after, gone=list(after.gone))


@breaks("purity", "fold")
class ChangesTheOldState(Hush):
    def step(self, state: Any, event: Any) -> Any:
        after = super().step(state, event)
        object.__setattr__(state, "began", state.began + 1)
        return after


@breaks("purity", "fold", "proof", "versions")
class CountsItsSteps(Hush):
    steps = count()

    def step(self, state: Any, event: Any) -> Any:
        return replace(super().step(state, event), began=next(self.steps))


@breaks("purity", "fold", "proof", "versions")
class SetsUpDifferently(Hush):
    tables = count()

    def setup(self, options: Any, seats: Any) -> Any:
        return replace(super().setup(options, seats), began=next(self.tables))


@breaks("awaits", "versions")
class AwaitsTwice(Hush):
    def awaits(self, state: Any) -> Any:
        awaits = super().awaits(state)
        return replace(awaits, seats=awaits.seats * 2) if isinstance(awaits, Players) else awaits


@breaks("awaits", "recorded")
class DealsToNoSeat(Hush):
    def deal(self, state: Any, seat: int) -> Any:
        return replace(super().deal(state, seat), to=(seat, 7))


@breaks("sample")
class SamplesForeignCards(Hush):
    def sample(self, state: Any, seat: int, rng: Any) -> Any:
        return Lay(99) if rng.random() < 0.2 else super().sample(state, seat, rng)


@breaks("hostile")
class RaisesOnHugeCards(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        if isinstance(action, Lay):
            assert abs(action.card) < 100, "no such card"
        return super().check(state, seat, action)


@breaks("hostile")
class AnswersYesOrNo(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        ruling = super().check(state, seat, action)
        return ruling if ruling else False


@breaks("hostile", "purity", "fold")
class CheckTakesNotes(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        object.__setattr__(state, "began", state.began + 1)
        return super().check(state, seat, action)


@breaks("hostile")
class AllowsWhatItCannotPlay(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        if isinstance(action, Lay) and action.card < 0:
            return ALLOWED
        return super().check(state, seat, action)

    def act(self, state: Any, seat: int, action: Any) -> Any:
        if isinstance(action, Lay) and action.card < 0:
            raise IndexError(action.card)
        return super().act(state, seat, action)


@breaks("endings", "recorded", "playthroughs")
class NeverEnds(Hush):
    def act(self, state: Any, seat: int, action: Any) -> Any:
        return replace(state, began=state.began + 1)


@breaks("endings", "recorded", "playthroughs")
class NeverStopsRolling(Hush):
    def awaits(self, state: Any) -> Any:
        return Chance(Roll(1), to=EVERYBODY)

    def step(self, state: Any, event: Any) -> Any:
        return state


@breaks("endings", "hostile", "imagine", "recorded", "playthroughs", "versions")
class BreaksDown(Hush):
    def close(self, state: Any, at: Any) -> Any:
        if state.gone:
            raise RuntimeError("the cards fell off the table")
        return super().close(state, at)


@breaks("score", "playthroughs", "versions")
class NobodyWins(Hush):
    def score(self, state: Any) -> Any:
        return replace(super().score(state), winners=())


@breaks("score", "playthroughs", "versions")
class ForgetsASeat(Hush):
    def score(self, state: Any) -> Any:
        whole = super().score(state)
        return replace(whole, points=whole.points[1:])


@breaks("score", "recorded", "playthroughs", "versions")
class UnknownEnding(Hush):
    def score(self, state: Any) -> Any:
        return Score("boredom", (0,) * len(state.held), (0,))


@breaks("proof", "imagine", "events", "recorded")
class DealsByMood(Hush):
    """Whoever asks next gets another answer, so that no draw can be proved."""

    moods = count()

    def awaits(self, state: Any) -> Any:
        awaits = super().awaits(state)
        odd = next(self.moods) % 2
        return replace(awaits, to=(0,)) if isinstance(awaits, Chance) and odd else awaits


@breaks("refusals")
class UnheardOf(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        ruling = super().check(state, seat, action)
        return ruling or Ruling("unheard-of", "hand")


@breaks("refusals")
class AnchorNowhere(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        ruling = super().check(state, seat, action)
        return ruling or replace(ruling, anchor="nowhere")


@breaks("refusals")
class ForgetsTheDetails(Hush):
    def check(self, state: Any, seat: int, action: Any) -> Any:
        ruling = super().check(state, seat, action)
        return ruling or replace(ruling, details=ruling.details[:1])


@breaks("imagine")
class ImaginesMoreTricks(Hush):
    def imagine(self, view: Any, rng: Any) -> Any:
        world = super().imagine(view, rng)
        return replace(world, tricks=changed(world.tricks, 0, 1 - world.tricks[0]))


@breaks("imagine")
class ImaginesTooLittle(Hush):
    def imagine(self, view: Any, rng: Any) -> Any:
        return replace(super().imagine(view, rng), laid=view.seen.laid)


@breaks("imagine")
class ImaginesTheImpossible(Hush):
    """The view is the same, and yet this world cannot be played on: hands without cards."""

    def imagine(self, view: Any, rng: Any) -> Any:
        world = super().imagine(view, rng)
        hands = tuple(hand if seat == view.seat else () for seat, hand in enumerate(world.hands))
        return replace(world, hands=hands)

"""La catapulte: every opponent shoots a die, and the candidate catches it in an egg cup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from escale.core.chance import Pick
from escale.core.event import Acted, Drawn, Played
from escale.core.phases import update
from escale.core.play import EVERYBODY, Awaits, Chance, Number, Offer, Players
from escale.core.secrecy import Seat, Shown, View
from escale.games.fortboyard.rules.phase import told
from escale.games.fortboyard.trials.catapulte.flight import (
    CUP_AT,
    FLAT,
    LENGTH,
    STEEP,
    STRONG,
    WEAK,
    Shot,
)
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.fortboyard.trials.shared.claimed_times import LAG, BoutAction
from escale.games.fortboyard.trials.shared.duel import Duel
from escale.games.fortboyard.trials.shared.face_to_face import FaceToFace

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import Action, Fort, State

AIMING_MS = 20_000
LEAD_MS = 700  # until the die leaves the catapult, so that every client knows of the shot
AHEAD_MS = 300  # by which the clock of a client may be ahead


@dataclass(frozen=True, slots=True)
class Fire(BoutAction):
    """Shoot the die."""

    angle: int
    force: int


@dataclass(frozen=True, slots=True)
class Catch(BoutAction):
    """The position of the egg cup when the die lands."""

    x: int


@dataclass(frozen=True, slots=True)
class Catapulte(FaceToFace):
    """Each opponent shoots once. The cup is put back before every shot."""

    NAME: ClassVar[str] = "catapulte"

    by_chance: Shown[bool] = False  # the opponent did not shoot in time: the shot is drawn
    shot: Shown[Shot | None] = None
    cup: Shown[int] = CUP_AT

    @property
    def placing(self) -> tuple[Seat, ...]:
        return ()

    @property
    def needed(self) -> int:
        """By the card: once, or twice with six players."""
        return 2 if self.cast.players == 6 else 1

    @property
    def leaves(self) -> int:
        """When the die leaves the catapult."""
        return self.began + LEAD_MS

    def bout_awaits(self, state: State) -> Awaits:
        if self.by_chance:
            return Chance(Pick((STEEP - FLAT + 1) * (STRONG - WEAK + 1)), to=EVERYBODY)
        if self.shot is None:
            aims = self.cast.window(self.opponent, AIMING_MS)
            return Players((self.opponent,), self.began + aims)
        return Players((self.cast.candidate,), self.leaves + self.shot.lasts + LAG)

    def bout_offers(self, view: View[State]) -> tuple[Offer, ...]:
        if self.shot is None and view.seat == self.opponent and not self.by_chance:
            aim = (Number("angle", FLAT, STEEP), Number("force", WEAK, STRONG))
            return (Offer(Fire, (self.this_bout, *aim)),)
        if self.shot is not None and view.seat == self.cast.candidate:
            return (Offer(Catch, (self.this_bout, Number("x", 0, LENGTH))),)
        return ()

    def bout_step(self, rules: Fort, state: State, event: Played[Action]) -> State:
        if isinstance(event, Drawn):
            angle, force = divmod(event.result[0], STRONG - WEAK + 1)
            state = told(state, "catapulte-by-chance", self.opponent)
            return update(state, self._fired(state, FLAT + angle, WEAK + force))
        if self.shot is None:
            if isinstance(event, Acted):
                assert isinstance(event.action, Fire)
                state = told(state, "catapulte-fires", self.opponent)
                fire = event.action
                return update(state, self._fired(state, fire.angle, fire.force))
            return update(state, replace(self, by_chance=True))
        cup = CUP_AT
        if isinstance(event, Acted):
            assert isinstance(event.action, Catch)
            cup = self.shot.moved(event.action.x, event.at - self.leaves + AHEAD_MS)
        return self._landed(state, self.shot, cup)

    def _fired(self, state: State, angle: int, force: int) -> Catapulte:
        """From now on `began` is the start of the flight."""
        shot = Shot(angle, force, easy=self.cast.candidate in self.cast.doubled)
        return replace(self, by_chance=False, shot=shot, began=state.now)

    def _landed(self, state: State, shot: Shot, cup: int) -> State:
        caught = shot.caught(cup)
        what = "catapulte-caught" if caught else "catapulte-missed"
        state = told(state, what, self.cast.candidate)
        landed = replace(self, cup=cup)
        return update(state, landed.ended(state, "won" if caught else "lost"))

    def describe(self, view: View[State], say: Say) -> Iterator[str]:
        yield from Duel.describe(self, view, say)
        if self.shot is None:
            yield say("catapulte.aims", seat=self.opponent)
            return
        yield say("catapulte.shot", angle=self.shot.angle, force=self.shot.force)
        if self.outcome:
            yield say("catapulte.landed", x=self.shot.lands, cup=self.cup)
        else:
            yield say("catapulte.flies", x=(self.shot.lands + 50) // 100 * 100)


CARD = TrialCard(Catapulte, (Catch, Fire), against="each")

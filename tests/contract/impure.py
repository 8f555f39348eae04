"""Rules that look at the clock, roll their own dice and ask a third party."""

import time
from random import Random, randrange

import pytest

from tests.contract.hush.rules import Action, Hush, State


class ByTheClock(Hush):
    def sample(self, state: State, seat: int, rng: Random) -> Action:
        if time.time() < 0 or randrange(2) > 2:
            pytest.fail(input("Why?"))
        return super().sample(state, seat, rng)

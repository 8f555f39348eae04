"""Ten thousand messages that nobody meant. `python -m tests.soak.fuzz` sends more."""

from __future__ import annotations

from pathlib import Path

from tests.server.attack import busy_house, in_time, is_unharmed
from tests.server.fuzz import campaign


def test_whatever_is_said_is_answered_once_and_harms_nobody(tmp_path: Path) -> None:
    @in_time
    async def attack() -> None:
        tally = await campaign(house, 4_000, seed=2026)
        assert tally.done > 120, "too little of it was worth anything"
        assert len(tally.refused) > 25, "too little of it was refused in different ways"

    with busy_house(tmp_path) as house:
        attack()
        is_unharmed(house)

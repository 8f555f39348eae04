"""What one guest can do to a house must not be felt by another: the short form.

The long form is run by `make soak`: `python -m tests.soak.pressure --seconds 60`.
"""

from __future__ import annotations

from pathlib import Path

from escale.server.settings import Limits
from tests.served import served
from tests.server.attack import GAMES, in_time, is_unharmed, memory_of
from tests.server.pressure import ATTACKS, bots_for, scene, too_slow

TIMES = 9
READERS_MIB = 60  # forty readers that do not read, and the replay itself


@in_time
async def test_an_honest_player_hardly_waits_while_others_attack(
    tmp_path: Path, kind: tuple[str, ...]
) -> None:
    with served(tmp_path, *kind, environment=GAMES, fresh=True) as house, bots_for(kind):
        async with scene(house, steps=1500) as here:
            wrong, told = [], []
            for name, attack in ATTACKS.items():
                quiet = await here.waits(TIMES)
                before = memory_of(house) / 1024
                async with attack(here):
                    under = await here.waits(TIMES)
                wrong += [f"{name}: {one}" for one in too_slow(quiet, under)]
                told += [f"quiet: {quiet}", f"{name}: {under}", f"MiB before: {before:.0f}"]
                if name == "unread replays":
                    assert here.notes["most MiB held"] < before + READERS_MIB, told
            told.append(str(here.notes))
            assert wrong == [], told
            # And there was an attack.
            assert here.notes.get("files answered 201", 0) >= 1, told
            assert here.notes["sockets let in"] == Limits().watchers_of_address, told
            print("\n".join(told))  # noqa: T201
        is_unharmed(house)

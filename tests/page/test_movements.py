"""What moves in the trials of the fort moves alike on the page and for the referee."""

from __future__ import annotations

from random import Random

from escale.core.codec import to_plain
from escale.games.fortboyard.trials.barbichette.chin import Drift
from escale.games.fortboyard.trials.catapulte.flight import FLAT, STEEP, STRONG, WEAK, Shot
from escale.games.fortboyard.trials.nez_a_nez.corridor import LENGTH, Corridor
from escale.games.fortboyard.trials.shared.waves import SEEDS
from tests.page.node import needs_node, run

pytestmark = needs_node


def test_a_chin_is_at_the_same_place_everywhere() -> None:
    rng = Random(8)
    chins = []
    for _ in range(2000):
        since = rng.randrange(10**7)
        lasts = 1000 * rng.randint(30, 120)
        jumps = tuple(since + rng.randrange(lasts) for _ in range(rng.randint(0, 3)))
        drift = Drift(rng.randrange(SEEDS), since, lasts, rng.random() < 0.3, jumps)
        chins.append((drift, since + rng.randint(-3000, lasts)))
    shown = run("movements.mjs", {"chins": [[to_plain(drift), when] for drift, when in chins]})
    assert shown["chins"] == [[*drift.at(when), drift.radius] for drift, when in chins]


def test_a_corridor_has_the_same_edges_everywhere() -> None:
    rng = Random(9)
    places = []
    for _ in range(2000):
        since = rng.randrange(10**7)
        corridor = Corridor(rng.randrange(SEEDS), since, rng.random() < 0.3)
        places.append((corridor, rng.randint(0, LENGTH), since + rng.randint(-1000, 120_000)))
    asked = [[to_plain(corridor), x, when] for corridor, x, when in places]
    shown = run("movements.mjs", {"corridors": asked})
    assert shown["corridors"] == [
        [corridor.centre(x, when), corridor.room(x)] for corridor, x, when in places
    ]


def test_a_die_lands_at_the_same_place_everywhere() -> None:
    shots = [
        Shot(angle, force, easy)
        for angle in range(FLAT, STEEP + 1)
        for force in range(WEAK, STRONG + 1)
        for easy in (False, True)
    ]
    shown = run("movements.mjs", {"shots": [to_plain(shot) for shot in shots]})
    assert shown["shots"] == [[shot.lands, shot.lasts, shot.half] for shot in shots]

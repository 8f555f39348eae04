"""Record the matches in recorded/ and tell them in playthroughs/ anew:

    python -m escale.games.kreuzwort.tests.record

A match pins its letters and its words, so this is needed when either changes. Read the difference.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

from escale.core.bots import Budget
from escale.core.match import Player, Record
from escale.core.play import Over, Players
from escale.core.secrecy import view
from escale.games.arena import seeded_match
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.pieces import Action, Options, PutBack
from escale.games.matchfile import to_json
from escale.testing.rewrite import archive_earlier_versions, rewrite

FOLDER = Path(__file__).parents[1]
MATCHES: dict[str, tuple[Options, tuple[str, ...]]] = {
    "ran-out": (Options(), ("bot:3", "bot:2", "bot:1")),
    "ran-out-fr": (Options(language="fr", referee="dictionary"), ("bot:3", "bot:3")),
    "ran-out-expert": (Options(expert=True), ("bot:3", "bot:2")),
    "ran-out-expert-fr": (
        Options(language="fr", expert=True, ring="both", inflected=False),
        ("bot:3", "bot:3"),
    ),
    "all-passed": (Options(language="en"), ("bot:1", "bot:1")),
}
TOLD = ["ran-out.de", "ran-out-fr.fr", "ran-out-expert.de", "ran-out-expert-fr.fr", "all-passed"]
NAMES = ("Ada", "Blaise", "Clara", "Denis")


def played(name: str) -> Record[Options, Action]:
    options, roles = MATCHES[name]
    players = [Player(who, role) for who, role in zip(NAMES, roles, strict=False)]
    match = seeded_match(GAME, options, players, f"recorded {name}")
    rng = Random(name)
    match.extend(match.begin())
    while isinstance(awaits := match.awaits, Players):
        seat = awaits.seats[0]
        level = GAME.levels[int(roles[seat].removeprefix("bot:"))]
        budget = Budget(level.seconds, time.process_time)
        action = level.make(options).choose(view(match.state, seat), budget, rng)
        if name == "all-passed":
            action = PutBack()
        events: Any = match.act(seat, action, match.now + 5_000)
        match.extend(events)
    assert isinstance(awaits, Over)
    assert name.startswith(awaits.score.ending), f"{name} ended by {awaits.score.ending}"
    return match.record


def main() -> None:
    archive_earlier_versions(GAME)
    for name in MATCHES:
        (FOLDER / "recorded" / f"{name}.json").write_text(to_json(played(name)), "utf-8")
    for name in TOLD:
        (FOLDER / "playthroughs" / f"{name}.txt").touch()
    rewrite(GAME)


if __name__ == "__main__":
    main()

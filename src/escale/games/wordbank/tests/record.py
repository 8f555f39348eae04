"""Record the matches in recorded/ and tell them in playthroughs/ anew:

    python -m escale.games.wordbank.tests.record

A match pins its cards and its words, so this is needed when either changes. Read the difference.
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
from escale.games.matchfile import to_json
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Action, Options
from escale.games.wordbank.tests.test_example import RECORDED, example
from escale.testing.rewrite import archive_earlier_versions, rewrite

FOLDER = Path(__file__).parents[1]
LETTERS = tuple((letter, 1) for letter in "ETASION")
MATCHES: dict[str, tuple[Options, tuple[str, ...]]] = {
    "ran-out": (Options(language="fr"), ("bot:2", "bot:3", "bot:1")),
    "ran-out-even-turns": (
        Options(language="de", even_turns=True, starter=1),
        ("bot:3", "bot:3"),
    ),
    "ran-out-table": (
        Options(language="en", referee="table"),
        ("bot:3", "bot:4", "bot:2", "bot:1"),
    ),
    "all-passed": (Options(language="de", cards=(("X", 2),) * 8), ("bot:1", "bot:1")),
    "no-safes": (Options(language="en", cards=LETTERS), ("bot:2", "bot:1")),
}
TOLD = ["example-fr.fr", "example-en", "example-de.de", "ran-out.fr", "ran-out-table"]
TOLD += ["all-passed.de", "no-safes"]
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
        events: Any = match.act(seat, action, match.now + 5_000)
        match.extend(events)
    assert isinstance(awaits, Over)
    assert name.startswith(awaits.score.ending), f"{name} ended by {awaits.score.ending}"
    return match.record


def main() -> None:
    archive_earlier_versions(GAME)
    for folder in ("recorded", "playthroughs"):
        (FOLDER / folder).mkdir(exist_ok=True)
    records = {f"example-{language}{ring}": example(language, ring) for language, ring in RECORDED}
    records |= {name: played(name) for name in MATCHES}
    for name, record in records.items():
        (FOLDER / "recorded" / f"{name}.json").write_text(to_json(record), "utf-8")
    for name in TOLD:
        (FOLDER / "playthroughs" / f"{name}.txt").touch()
    rewrite(GAME)


if __name__ == "__main__":
    main()

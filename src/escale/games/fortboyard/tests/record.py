"""Rewrites the matches in recorded/ and their transcripts in playthroughs/:

    python -m escale.games.fortboyard.tests.record

A match pins its plan, its riddles and its words, so this is needed when any of them or the rules
change. Read the difference. With `--search` it only looks for seeds by which each match ends as its
name says, and is short.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from escale.core.bots import Budget, planned
from escale.core.match import Match, Player, Record
from escale.core.play import Over, Players, Ruling
from escale.core.secrecy import Seat, view
from escale.games.arena import seeded_match
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.pieces import Options, Riddle, Trial
from escale.games.fortboyard.rules.rules import Action
from escale.games.matchfile import to_json
from escale.testing.rewrite import archive_earlier_versions, rewrite

FOLDER = Path(__file__).parents[1]
NAMES = ("Ada", "Blaise", "Clara")
STRONG = 4
SEEDS = 100  # that a search tries
OWN_RIDDLE = Riddle(
    "La maison",
    "own",
    1,
    "Tout le monde y joue, personne n’y est seul, et le gâteau est sur la table.",
    ("la ludothèque", "ludothèque"),
)
OWN_TRIAL = Trial("La tour", "Pose trois dés l’un sur l’autre, d’une seule main.")


class Told(NamedTuple):
    """A match of three strong bots: with this seed it ends as its name says."""

    options: Options
    seed: int
    language: str  # of its playthrough


SMALL = "SPOAGTAGOPAG"  # a walk for short evenings, with every sort of square
MATCHES = {
    "emptied-racing": Told(
        Options(trials="table", riddles=(OWN_RIDDLE,), own_trials=(OWN_TRIAL,)), 11, "fr"
    ),
    "emptied-racing-screens": Told(Options(language="de", plan=SMALL), 31, "de"),
    "emptied-bonus": Told(
        Options(trials="table", language="de", plan=SMALL, hourglass=45, roll_pace=8), 43, "de"
    ),
    "emptied-opening": Told(
        Options(trials="table", language="en", plan=SMALL, hourglass=45, roll_pace=3), 27, "en"
    ),
}


def played(name: str, seed: int) -> tuple[str, Record[Options, Action]]:
    """The ending of a match, and the match, on a simulated clock."""
    options = MATCHES[name].options
    level = GAME.levels[STRONG]
    players = [Player(who, f"bot:{STRONG}") for who in NAMES]
    match = seeded_match(GAME, options, players, f"recorded {name} {seed}")
    rng = Random(f"{name} {seed}")
    bot = level.make(options)
    plans: dict[Seat, tuple[int, Any]] = {}
    match.extend(match.begin())
    while isinstance(awaits := match.awaits, Players):
        plans = {seat: plan for seat, plan in plans.items() if seat in awaits.seats}
        for seat in awaits.seats:
            if seat not in plans:
                budget = Budget(level.seconds, time.process_time)
                action, wait = planned(bot.choose(view(match.state, seat), budget, rng))
                plans[seat] = (match.now + wait, action)
        at, seat = min((at, seat) for seat, (at, _) in plans.items())
        if awaits.deadline is not None and at >= awaits.deadline:
            plans.clear()
            match.extend(match.elapse(max(match.now, awaits.deadline)))
        else:
            _act(match, seat, plans.pop(seat)[1], at)
    assert isinstance(awaits, Over)
    return awaits.score.ending, match.record


def _act(match: Match[Any, Any, Any], seat: Seat, action: Any, at: int) -> None:
    """Drop planned actions that are no longer allowed."""
    events = match.act(seat, action, at)
    if not isinstance(events, Ruling):
        match.extend(events)


def search() -> None:
    """The shortest matches with the wanted endings."""
    for name in MATCHES:
        matches = ((seed, *played(name, seed)) for seed in range(SEEDS))
        fitting = [
            (len(record.log), seed) for seed, ending, record in matches if name.startswith(ending)
        ]
        print(name, sorted(fitting)[:5])  # noqa: T201 (a command says what it has found)


def main() -> None:
    archive_earlier_versions(GAME)
    for folder in ("recorded", "playthroughs"):
        (FOLDER / folder).mkdir(exist_ok=True)
    for name, told in MATCHES.items():
        ending, record = played(name, told.seed)
        assert name.startswith(ending), f"{name} ended by {ending}: search for another seed"
        (FOLDER / "recorded" / f"{name}.json").write_text(to_json(record), "utf-8")
        suffix = "" if told.language == "en" else f".{told.language}"
        (FOLDER / "playthroughs" / f"{name}{suffix}.txt").touch()
    rewrite(GAME)


if __name__ == "__main__":
    search() if "--search" in sys.argv else main()
